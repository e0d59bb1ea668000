#include "tui/views/look_back.h"

#include "app/sitting_past.h"
#include "tui/fight/table_layout.h"
#include "tui/fight/table_view.h"
#include "tui/canvas/canvas.h"

enum { HINT_SIZE = LOOK_BACK_HINT_SIZE };

/* What going back for good would do, when there is no other message. */
static void draw_hint(const struct look_back *look, const struct table_layout *layout)
{
    bool is_free = look->model.notice.text[0] == '\0' && layout->detail.rows > 0;
    if (!is_free || layout->notice.rows == 0) {
        return;
    }
    char buf[WORDING_SIZE];
    TEXT_BUFFER(text, HINT_SIZE);
    const struct past_place *place = &look->banner.place;
    bool is_now = place->undone == 0 && !place->is_taken_back && !place->is_other;
    enum screen_act act = place->is_other ? ACT_GO_ON : ACT_REWIND;
    text_add(&text, "%s%s", look->hint, look->hint[0] != '\0' ? "; " : "");
    text_add(&text, "%s%s", is_now ? "" : key_of_past(&look->model.keys, act),
             is_now ? "" : ": ");
    past_return_format(place, &text);
    canvas_field(layout->notice, (struct strip){0, 0, layout->notice.columns, ALIGN_LEFT},
                 ROLE_PLAIN, str_of(""));
    canvas_text(layout->notice, 0, 1, look->hint[0] != '\0' ? ROLE_PLAIN : ROLE_DIM,
                wording(buf, layout->notice.frame, (struct str){text.p, text.n}));
}

void look_back_draw(const struct look_back *look, struct canvas screen)
{
    struct table_layout layout;
    table_layout(&layout, &look->model, screen);
    struct view_place place = {&look->model, &layout, screen};
    table_view_panes(&place, NULL);
    canvas_recede(layout.order);
    canvas_recede(layout.detail);
    canvas_recede(layout.log);
    draw_hint(look, &layout);
}
