#include "tui/views/look_back.h"

#include "app/sitting_past.h"
#include "tui/fight/table_layout.h"
#include "tui/fight/table_view.h"
#include "tui/canvas/canvas.h"

enum { HINT_SIZE = 160 };

/* What going back for good would do, when there is no other message. */
static void draw_hint(const struct look_back *look, const struct table_layout *layout)
{
    bool is_free = look->model.notice.text[0] == '\0' && layout->detail.rows > 0;
    if (!is_free || layout->notice.rows == 0) {
        return;
    }
    TEXT_BUFFER(text, HINT_SIZE);
    const char *key = key_of_past(&look->model.keys, ACT_REWIND);
    bool is_now = look->banner.place.undone == 0 && !look->banner.place.is_taken_back;
    text_add(&text, "%s%s", is_now ? "" : key, is_now ? "" : ": ");
    past_return_format(&look->banner.place, &text);
    canvas_text(layout->notice, 0, 1, ROLE_DIM, (struct str){text.p, text.n});
}

void look_back_draw(const struct look_back *look, struct canvas screen)
{
    struct table_layout layout;
    table_layout(&layout, &look->model, screen);
    struct view_place place = {&look->model, &layout, screen};
    table_view_panes(&place, NULL);
    draw_hint(look, &layout);
}
