#include "tui/log_view.h"

#include "tui/wording.h"

enum { INDENT = 5, ROUND_SIZE = 16 };

/* The width a line's text may take beside its paragraphs. */
static int text_width(const struct log_line *line, struct canvas canvas)
{
    int rules = grapheme_width(str_of(line->rules));
    int width = canvas.columns - INDENT - 1 - (rules > 0 ? rules + 2 : 0);
    /* Where paragraphs would leave no room for what happened, they are left out. */
    return width >= canvas.columns / 2 ? width : canvas.columns - INDENT - 1;
}

static int rows_of(const struct log_line *line, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    struct str rest = wording(buf, canvas.frame, str_of(line->line));
    struct str piece;
    int rows = 0;
    int width = text_width(line, canvas);
    while (width > 0 && grapheme_next_line(&piece, &rest, width)) {
        rows++;
    }
    return rows > 0 ? rows : 1;
}

/* From `row` on, which may be above the canvas. */
static void draw_line(const struct log_line *line, struct canvas canvas, int row, bool is_new_round)
{
    char buf[WORDING_SIZE];
    struct str rest = wording(buf, canvas.frame, str_of(line->line));
    struct str piece;
    int width = text_width(line, canvas);
    int last = row;
    if (is_new_round) {
        char round[ROUND_SIZE];
        struct text text;
        text_init(&text, round, sizeof round);
        text_add(&text, "r%d", line->round);
        canvas_field(canvas, (struct strip){row, 1, INDENT - 2, ALIGN_LEFT}, ROLE_LOG_ROUND,
                     (struct str){text.p, text.n});
    }
    if (line->is_due) {
        canvas_glyph(canvas, row, INDENT - 1, ROLE_WARNING, GLYPH_WARNING);
    }
    enum role role = line->is_due ? ROLE_WARNING : ROLE_PLAIN;
    while (width > 0 && grapheme_next_line(&piece, &rest, width)) {
        canvas_text(canvas, last++, INDENT, role, piece);
    }
    if (width < canvas.columns - INDENT - 1) {
        struct strip field = {last - 1, INDENT + width, canvas.columns - INDENT - width - 1,
                              ALIGN_RIGHT};
        canvas_field(canvas, field, ROLE_DIM, str_of(line->rules));
    }
}

void log_view_draw(const struct table_model *model, struct canvas canvas)
{
    int newest = model->lines_count - 1 - model->older;
    int row = canvas.rows;
    for (int i = newest; i >= 0 && row > 0; i--) {
        const struct log_line *line = &model->lines[i];
        int rows = rows_of(line, canvas);
        row -= rows;
        /* The round stands at its first line, and at the pane's top. */
        bool is_first = i == 0 || model->lines[i - 1].round != line->round;
        draw_line(line, canvas, row, is_first || row <= 0);
    }
}
