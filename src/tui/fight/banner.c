#include "tui/fight/banner.h"

#include "tui/fight/counters_view.h"

enum { PART_SIZE = 120 };

/* The parts of the banner side by side, as many as there is room for. */
static int draw_part(struct canvas canvas, int column, int end, const char *part)
{
    int width = grapheme_width(str_of(part));
    if (part[0] == '\0' || column + 3 + width > end) {
        return column;
    }
    column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    return canvas_text(canvas, 0, column, ROLE_TITLE, str_of(part));
}

void banner_draw(const struct table_model *model, struct canvas canvas)
{
    const struct past_banner *banner = model->banner;
    TEXT_BUFFER(place, PART_SIZE);
    TEXT_BUFFER(phase, PART_SIZE);
    TEXT_BUFFER(now, PART_SIZE);
    past_place_format(&banner->place, &place);
    model->procedure->phase(model->state, &phase);
    if (phase.n > 0 && banner->place.act != 0) {
        text_add(&place, ", %s", phase.p);
    }
    text_add(&now, "now: %s", banner->now);
    const char *what = banner->example != NULL ? "EXAMPLE, never played" : "LOOKING BACK";
    int column = canvas_text(canvas, 0, 1, ROLE_WARNING, str_of(what));
    if (banner->place.is_other) {
        column = draw_part(canvas, column, canvas.columns - 1, model->encounter);
    }
    column = canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
    column = canvas_text(canvas, 0, column, ROLE_TITLE, (struct str){place.p, place.n});
    if (banner->example != NULL) {
        column = draw_part(canvas, column, canvas.columns - 1, banner->example);
    }
    int width = grapheme_width((struct str){now.p, now.n});
    int left = canvas.columns - 1 - width;
    bool has_now = banner->now[0] != '\0' && column + 2 <= left;
    if (has_now) {
        canvas_text(canvas, 0, left, ROLE_DIM, (struct str){now.p, now.n});
    }
    int end = has_now ? left - 2 : canvas.columns - 1;
    if (counters_width(model->state) > 0) {
        column = counters_draw(model->state, canvas_part(canvas, 0, 0, 1, end), column);
    }
    draw_part(canvas, column, end, banner->place.is_other ? "" : model->encounter);
}
