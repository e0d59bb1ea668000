#include "tui/widgets/report_table.h"

static void draw_cell(struct canvas canvas, struct report_strip *at,
                      const struct report_column *column, enum role role, const char *cell)
{
    char buf[WORDING_SIZE];
    bool is_right = column->columns < 0;
    int width = is_right ? -column->columns : column->columns;
    struct strip strip = {at->row, at->column, width, is_right ? ALIGN_RIGHT : ALIGN_LEFT};
    if (cell != NULL && cell[0] != '\0') {
        canvas_field(canvas, strip, role, wording(buf, canvas.frame, str_of(cell)));
    }
    at->column += width;
}

void report_table_draw_head(struct canvas canvas, struct report_strip at,
                            const struct report_column *columns, int count)
{
    for (int i = 0; i < count; i++) {
        const char *title = columns[i].title;
        if (columns[i].columns > 0) {
            canvas_text(canvas, at.row, at.column, at.role, str_of(title != NULL ? title : ""));
            title = NULL; /* the field beside it stays as it is */
        }
        draw_cell(canvas, &at, &columns[i], at.role, title);
    }
}

void report_table_draw_row(struct canvas canvas, struct report_strip at, const json_t *row,
                           const struct report_column *columns, int count)
{
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(cell, 200);
        bool is_change =
            columns[i].kind == REPORT_SHORT || columns[i].kind == REPORT_SHORT_POINTS;
        enum role role = columns[i].kind == REPORT_RANGE ? ROLE_DIM
                         : is_change                     ? ROLE_HEADING
                                                         : at.role;
        report_format_cell(row, &columns[i], glyphs_are_ascii(canvas.frame->glyphs), &cell);
        draw_cell(canvas, &at, &columns[i], role, cell.p);
    }
}
