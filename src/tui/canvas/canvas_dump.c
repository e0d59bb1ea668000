#include "tui/canvas/canvas_dump.h"

static bool is_blank(const struct cell *cell)
{
    return cell->width == 1 && cell->utf8[0] == ' ';
}

void frame_dump_row(struct text *out, const struct frame *frame, int row)
{
    int end = frame->columns;
    while (end > 0 && is_blank(frame_cell(frame, row, end - 1))) {
        end--;
    }
    for (int column = 0; column < end; column++) {
        const struct cell *cell = frame_cell(frame, row, column);
        text_add_str(out, (struct str){cell->utf8, cell->length});
    }
}

static char role_letter(const struct frame *frame, int row, int column)
{
    return theme_letter((enum role)frame_cell(frame, row, column)->role);
}

static void add_roles(struct text *out, const struct frame *frame)
{
    for (int row = 0; row < frame->rows; row++) {
        int end = frame->columns;
        while (end > 0 && role_letter(frame, row, end - 1) == '.') {
            end--;
        }
        for (int column = 0; column < end; column++) {
            text_add_char(out, role_letter(frame, row, column));
        }
        text_add_char(out, '\n');
    }
}

void frame_dump(struct text *out, const struct frame *frame)
{
    text_add(out, "%dx%d", frame->columns, frame->rows);
    if (frame->cursor_row >= 0) {
        text_add(out, " cursor %d,%d", frame->cursor_row, frame->cursor_column);
    }
    text_add_char(out, '\n');
    for (int row = 0; row < frame->rows; row++) {
        frame_dump_row(out, frame, row);
        text_add_char(out, '\n');
    }
    text_add(out, "roles\n");
    add_roles(out, frame);
}
