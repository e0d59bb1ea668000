#include "tui/views/lost_file.h"

enum { MARGIN = 2 };

void lost_file_begin(struct lost_file *lost, struct sitting *sitting)
{
    char path[LINE_EDIT_SIZE];
    struct text text = text_over(path, sizeof path);
    struct text told = text_over(lost->told, sizeof lost->told);
    sitting_tell_file(sitting, &told);
    sitting_suggest_path(sitting, &text);
    line_edit_init(&lost->path);
    if (!text.is_cut) {
        line_edit_set(&lost->path, (struct str){text.p, text.n});
    }
    lost->can_reopen = sitting_can_reopen(sitting);
    lost->reopens = false;
    lost->said[0] = '\0';
}

void lost_file_pick(struct lost_file *lost, bool reopens)
{
    lost->reopens = reopens && lost->can_reopen;
}

void lost_file_line(const struct lost_file *lost, struct text *out)
{
    struct str path = line_edit_text(&lost->path);
    if (lost->reopens) {
        text_add(out, "reopen");
    } else {
        text_add(out, "save-as %.*s", path.n, path.p);
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* Several lines, folded; returns the row behind them. */
static int draw_lines(struct canvas canvas, int row, enum role role, struct str rest)
{
    struct str line;
    while (grapheme_next_line(&line, &rest, canvas.columns - MARGIN)) {
        canvas_text(canvas, row++, MARGIN, role, line);
    }
    return row;
}

static void mark(struct canvas canvas, int row, bool is_picked)
{
    if (is_picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

/* The path has a row of its own: it may be long. */
static int draw_path(struct lost_file *lost, struct canvas canvas, int row)
{
    canvas_text(canvas, row, MARGIN, ROLE_OVERLAY,
                str_of("write what is open to this file, and go on there:"));
    mark(canvas, row, !lost->reopens);
    struct strip field = {row + 1, 2 * MARGIN, canvas.columns - 2 * MARGIN, ALIGN_LEFT};
    if (lost->reopens) {
        canvas_field(canvas, field, ROLE_DIM, line_edit_text(&lost->path));
    } else {
        line_edit_draw(&lost->path, canvas, field, ROLE_INPUT);
    }
    return row + 2;
}

void lost_file_draw(struct lost_file *lost, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    struct canvas inside = sheet_draw(canvas, "the campaign's file is not in its place");
    int row = draw_lines(inside, 0, ROLE_OVERLAY, str_of(lost->told)) + 1;
    row =
        draw_lines(inside, row, ROLE_OVERLAY,
                   str_of("Nothing that was shown is lost yet, and what you were doing waits: "
                          "choose how to go on.")) +
        1;
    row = draw_path(lost, inside, row);
    if (lost->can_reopen) {
        canvas_text(inside, row, MARGIN, ROLE_OVERLAY,
                    str_of("drop what is open here, and go on with the file there now"));
        mark(inside, row, lost->reopens);
        row++;
    }
    draw_lines(inside, row + 1, ROLE_ERROR, wording(buf, canvas.frame, str_of(lost->said)));
}
