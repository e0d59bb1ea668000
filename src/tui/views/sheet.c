#include "tui/views/sheet.h"

enum { TITLE_COLUMN = 2, MORE_COLUMN = 4 /* from the right */ };

struct canvas sheet_inside(struct canvas canvas)
{
    return canvas_part(canvas, 1, 1, canvas.rows - 2, canvas.columns - 2);
}

struct canvas sheet_draw(struct canvas canvas, const char *title)
{
    canvas_fill(canvas, ROLE_OVERLAY);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    canvas_rule_across(canvas, (struct strip){canvas.rows - 1, 0, canvas.columns, ALIGN_LEFT},
                       ROLE_BORDER);
    canvas_format(canvas, 0, TITLE_COLUMN, ROLE_OVERLAY_TITLE, " %s ", title);
    return sheet_inside(canvas);
}

void sheet_draw_more(struct canvas canvas, bool is_more_above, bool is_more_below)
{
    int column = canvas.columns - MORE_COLUMN;
    if (is_more_above) {
        canvas_glyph(canvas, 0, column, ROLE_HINT_KEY, GLYPH_MORE_ABOVE);
    }
    if (is_more_below) {
        canvas_glyph(canvas, canvas.rows - 1, column, ROLE_HINT_KEY, GLYPH_MORE_BELOW);
    }
}

int sheet_first(struct canvas inside, int count, int picked)
{
    int first = picked - inside.rows / 2;
    first = first > count - inside.rows ? count - inside.rows : first;
    return first < 0 ? 0 : first;
}
