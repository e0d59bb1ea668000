#include "support/without_colours.h"

#include "support/unit.h"
#include "tui/canvas/canvas.h"

/* A letter for what a terminal without colours can do, in every combination that is used. */
static char attributes_letter(const struct cell *cell)
{
    static const char letters[16] = {
        [0] = '.',
        [ATTRIBUTE_BOLD] = 'B',
        [ATTRIBUTE_DIM] = 'D',
        [ATTRIBUTE_REVERSE] = 'R',
        [ATTRIBUTE_UNDERLINE] = 'U',
        [ATTRIBUTE_BOLD | ATTRIBUTE_REVERSE] = 'X',
        [ATTRIBUTE_BOLD | ATTRIBUTE_UNDERLINE] = 'V',
        [ATTRIBUTE_DIM | ATTRIBUTE_UNDERLINE] = 'u',
    };
    struct look look = theme_look((enum role)cell->role, COLOUR_MONO);
    assert_true(look.attributes < sizeof letters && letters[look.attributes] != '\0');
    return letters[look.attributes];
}

void without_colours_dump(struct text *out, const struct frame *frame)
{
    text_add(out, "without colours\n");
    for (int row = 0; row < frame->rows; row++) {
        int end = frame->columns;
        while (end > 0 && attributes_letter(frame_cell(frame, row, end - 1)) == '.') {
            end--;
        }
        for (int column = 0; column < end; column++) {
            text_add_char(out, attributes_letter(frame_cell(frame, row, column)));
        }
        text_add_char(out, '\n');
    }
}

void without_colours_check(const char *name, const struct frame *frame)
{
    for (int row = 0; row < frame->rows; row++) {
        for (int column = 1; column < frame->columns; column++) {
            const struct cell *left = frame_cell(frame, row, column - 1);
            const struct cell *right = frame_cell(frame, row, column);
            unsigned both =
                theme_places((enum role)left->role) & theme_places((enum role)right->role);
            bool is_blank = left->utf8[0] == ' ' || right->utf8[0] == ' ';
            if (left->role != right->role && both != 0 && !is_blank &&
                attributes_letter(left) == attributes_letter(right)) {
                fail_msg("%s: row %d: %s and %s beside it look the same without colours", name,
                         row, theme_role_name((enum role)left->role),
                         theme_role_name((enum role)right->role));
            }
        }
    }
}
