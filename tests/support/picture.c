#include "support/picture.h"

enum { CELL_WIDTH = 9, CELL_HEIGHT = 18, BASELINE = 14, MARGIN = 12 };

static const unsigned ground = 0x16181d, text_colour = 0xd8d8d8;

static struct look look_of(const struct cell *cell)
{
    static const struct theme dark;
    return cell->is_over ? theme_look_over(&dark, (enum role)cell->role, COLOUR_256)
                         : theme_look_in(&dark, (enum role)cell->role, COLOUR_256);
}

static bool is_same_look(struct look a, struct look b)
{
    return a.foreground == b.foreground && a.background == b.background &&
           a.attributes == b.attributes;
}

/* ---- for a terminal -------------------------------------------------------------------- */

static void add_look(struct text *out, struct look look)
{
    text_add(out, "\033[0");
    text_add(out, "%s", (look.attributes & ATTRIBUTE_BOLD) != 0 ? ";1" : "");
    text_add(out, "%s", (look.attributes & ATTRIBUTE_DIM) != 0 ? ";2" : "");
    text_add(out, "%s", (look.attributes & ATTRIBUTE_UNDERLINE) != 0 ? ";4" : "");
    text_add(out, "%s", (look.attributes & ATTRIBUTE_REVERSE) != 0 ? ";7" : "");
    if (look.foreground >= 0) {
        text_add(out, ";38;5;%d", look.foreground);
    }
    if (look.background >= 0) {
        text_add(out, ";48;5;%d", look.background);
    }
    text_add(out, "m");
}

void picture_ansi(struct text *out, const struct frame *frame)
{
    text_add(out, "\033[H\033[2J");
    for (int row = 0; row < frame->rows; row++) {
        struct look before = {-1, -1, 0};
        for (int column = 0; column < frame->columns; column++) {
            const struct cell *cell = frame_cell(frame, row, column);
            struct look look = look_of(cell);
            if (!is_same_look(look, before)) {
                add_look(out, look);
            }
            before = look;
            text_add(out, "%s", cell->utf8);
        }
        text_add(out, "\033[0m\r\n");
    }
}

void picture_json(struct text *out, struct str text)
{
    text_add_char(out, '"');
    for (int i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        if (c == '"' || c == '\\') {
            text_add(out, "\\%c", c);
        } else if (c < ' ') {
            text_add(out, "\\u%04x", c);
        } else {
            text_add_char(out, text.p[i]);
        }
    }
    text_add_char(out, '"');
}

/* ---- as an image ----------------------------------------------------------------------- */

/* The usual colours of terminals: 16 of their own, a cube of 216, and 24 greys. */
static unsigned colour_of(int number)
{
    static const unsigned own[16] = {0x000000, 0xcd4a4a, 0x4ea64e, 0xc9a227, 0x5a8bd6, 0xb06fc0,
                                     0x45a8b0, 0xd0d0d0, 0x7f7f7f, 0xff6b6b, 0x7ee07e, 0xffdf5e,
                                     0x82b1ff, 0xe39bf5, 0x7de3ea, 0xffffff};
    static const unsigned step[6] = {0, 95, 135, 175, 215, 255};
    if (number < 16) {
        return own[number];
    }
    if (number < 232) {
        int n = number - 16;
        return step[n / 36] << 16 | step[n / 6 % 6] << 8 | step[n % 6];
    }
    unsigned grey = 8 + 10 * (unsigned)(number - 232);
    return grey << 16 | grey << 8 | grey;
}

static void add_escaped(struct text *out, const char *utf8)
{
    for (const char *p = utf8; *p != '\0'; p++) {
        switch (*p) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        case '>':
            text_add(out, "&gt;");
            break;
        default:
            text_add_char(out, *p);
        }
    }
}

/* Cells of one look, from one column on. */
static void add_run(struct text *out, const struct frame *frame, int row, int from, int to,
                    struct look look)
{
    bool is_reverse = (look.attributes & ATTRIBUTE_REVERSE) != 0;
    unsigned front = look.foreground >= 0 ? colour_of(look.foreground) : text_colour;
    unsigned back = look.background >= 0 ? colour_of(look.background) : ground;
    int x = MARGIN + from * CELL_WIDTH, y = MARGIN + row * CELL_HEIGHT;
    bool is_blank = true;
    for (int column = from; column < to; column++) {
        const char *utf8 = frame_cell(frame, row, column)->utf8;
        is_blank = is_blank && (utf8[0] == ' ' || utf8[0] == '\0');
    }
    if (is_reverse || look.background >= 0) {
        text_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n",
                 x, y, (to - from) * CELL_WIDTH, CELL_HEIGHT, is_reverse ? front : back);
    }
    if (is_blank) {
        return;
    }
    text_add(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%06x\"%s%s%s>", x,
             y + BASELINE, (to - from) * CELL_WIDTH, is_reverse ? back : front,
             (look.attributes & ATTRIBUTE_BOLD) != 0 ? " font-weight=\"bold\"" : "",
             (look.attributes & ATTRIBUTE_DIM) != 0 ? " opacity=\"0.6\"" : "",
             (look.attributes & ATTRIBUTE_UNDERLINE) != 0 ? " text-decoration=\"underline\""
                                                          : "");
    for (int column = from; column < to; column++) {
        add_escaped(out, frame_cell(frame, row, column)->utf8);
    }
    text_add(out, "</text>\n");
}

void picture_svg(struct text *out, const struct frame *frame)
{
    int width = 2 * MARGIN + frame->columns * CELL_WIDTH;
    int height = 2 * MARGIN + frame->rows * CELL_HEIGHT;
    text_add(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "viewBox=\"0 0 %d %d\">\n"
        "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#%06x\"/>\n"
        "<g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14.95\" "
        "xml:space=\"preserve\">\n",
        width, height, width, height, width, height, ground);
    for (int row = 0; row < frame->rows; row++) {
        int from = 0;
        for (int column = 1; column <= frame->columns; column++) {
            struct look look = look_of(frame_cell(frame, row, from));
            if (column == frame->columns ||
                !is_same_look(look, look_of(frame_cell(frame, row, column)))) {
                add_run(out, frame, row, from, column, look);
                from = column;
            }
        }
    }
    text_add(out, "</g>\n</svg>\n");
}
