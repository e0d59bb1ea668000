#include "tui/canvas_dump.h"

enum plane {
    PLANE_ROLES,
    PLANE_ATTRIBUTES,
};

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

static char plane_sign(const struct cell *cell, enum plane plane)
{
    if (plane == PLANE_ROLES) {
        return theme_letter((enum role)cell->role);
    }
    return cell->attribute == 0 ? '.' : "0123456789abcdef"[cell->attribute & 15];
}

static void add_plane(struct text *out, const struct frame *frame, enum plane plane)
{
    for (int row = 0; row < frame->rows; row++) {
        int end = frame->columns;
        while (end > 0 && plane_sign(frame_cell(frame, row, end - 1), plane) == '.') {
            end--;
        }
        for (int column = 0; column < end; column++) {
            text_add_char(out, plane_sign(frame_cell(frame, row, column), plane));
        }
        text_add_char(out, '\n');
    }
}

static bool has_attributes(const struct frame *frame)
{
    for (int i = 0; i < frame->rows * frame->columns; i++) {
        if (frame->cells[i].attribute != 0) {
            return true;
        }
    }
    return false;
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
    add_plane(out, frame, PLANE_ROLES);
    if (has_attributes(frame)) {
        text_add(out, "attributes\n");
        add_plane(out, frame, PLANE_ATTRIBUTES);
    }
}
