#include "tui/log/look_back.h"

#include "app/log/past.h"
#include "tui/fight/table_view.h"
#include "tui/canvas/canvas.h"

enum { HINT_SIZE = LOOK_BACK_HINT_SIZE };

static void add_of_past(const struct look_back *look, struct text *out)
{
    const struct past_place *place = &look->banner.place;
    bool is_now = place->undone == 0 && !place->is_taken_back && !place->is_other;
    enum screen_act act = place->is_other ? ACT_GO_ON : ACT_REWIND;
    text_add(out, "%s%s", look->hint, look->hint[0] != '\0' ? "; " : "");
    text_add(out, "%s%s", is_now ? "" : key_of_past(&look->model.keys, act),
             is_now ? "" : ": ");
    past_return_format(place, out);
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
    /* What going back for good would do, when there is no other message. */
    bool is_free = look->model.notice.text[0] == '\0' && layout.detail.rows > 0;
    if (!is_free || layout.notice.rows == 0) {
        return;
    }
    char buf[WORDING_SIZE];
    TEXT_BUFFER(text, HINT_SIZE);
    if (look->banner.example != NULL) {
        /* Of an example: how it ends, and the way back. */
        text_add(&text, "%s%s%s: back to the forecast", look->hint,
                 look->hint[0] != '\0' ? "; " : "",
                 key_in_context(&look->model.keys, CONTEXT_EXAMPLE, ACT_CANCEL));
    } else {
        add_of_past(look, &text);
    }
    canvas_field(layout.notice, (struct strip){0, 0, layout.notice.columns, ALIGN_LEFT},
                 ROLE_PLAIN, str_of(""));
    canvas_text(layout.notice, 0, 1, look->hint[0] != '\0' ? ROLE_PLAIN : ROLE_DIM,
                wording(buf, layout.notice.frame, (struct str){text.p, text.n}));
}

void look_back_say(struct look_back *look, enum role role, const char *words)
{
    struct notice *notice = &look->model.notice;
    struct text to = text_over(notice->text, sizeof notice->text);
    text_add(&to, "%s", words);
    notice->role = role;
}
