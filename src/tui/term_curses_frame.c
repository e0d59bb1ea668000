#include "tui/term_curses_frame.h"

#include <curses.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"
#include "tui/term_curses_bytes.h"
#include "tui/theme.h"

/* How a frame reaches the screen.
 *
 * Curses keeps a model of what the terminal shows and sends differences, which is right as long as
 * both agree how wide each character is. For ASCII, our own glyphs, European letters and the wide
 * letters of East Asia they do. For the rest (emoji, marks, rare scripts) nobody can know, so
 * curses never sees such a cell: it gets blanks, and a second pass writes the cell and the one
 * after it, each behind an absolute move of the cursor. However wide the terminal then draws it,
 * every other cell stands where it belongs. A row that held such cells and has changed is sent
 * whole. To trust another range of characters to curses, extend is_undisputed. */

/* A role's look in the words of curses. Pair 0 is the terminal's own colours. */
struct curses_look {
    attr_t attributes;
    short pair;
};

static struct {
    enum colour_depth colours;
    bool is_unicode;
    bool must_redraw;
    int given_rows, given_columns; /* of the last frame; 0: none yet */
    struct cell cells[FRAME_ROWS_MAX][FRAME_COLUMNS_MAX]; /* of that frame */
    bool had_disputed[FRAME_ROWS_MAX];
    struct curses_look looks[ROLE_COUNT];
} only;

/* ---- Colours and attributes ---- */

static enum colour_depth start_colours(bool may_colour)
{
    if (!may_colour || !has_colors() || start_color() == ERR || COLORS < 8 ||
        COLOR_PAIRS <= ROLE_COUNT) {
        return COLOUR_MONO;
    }
    bool has_own = use_default_colors() == OK;
    enum colour_depth depth = COLORS >= 256 ? COLOUR_256 : COLOUR_8;
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look look = theme_look((enum role)role, depth);
        short foreground = look.foreground >= 0 || has_own ? look.foreground : COLOR_WHITE;
        short background = look.background >= 0 || has_own ? look.background : COLOR_BLACK;
        init_pair((short)(role + 1), foreground, background);
    }
    return depth;
}

static attr_t attributes_of(struct look look)
{
    static const struct {
        enum attribute ours;
        attr_t theirs;
    } both[] = {
        {ATTRIBUTE_BOLD, A_BOLD},
        {ATTRIBUTE_DIM, A_DIM},
        {ATTRIBUTE_REVERSE, A_REVERSE},
        {ATTRIBUTE_UNDERLINE, A_UNDERLINE},
    };
    attr_t attributes = A_NORMAL;
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++) {
        attributes |= (look.attributes & (unsigned)both[i].ours) != 0 ? both[i].theirs : A_NORMAL;
    }
    return attributes;
}

static void find_looks(void)
{
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look look = theme_look((enum role)role, only.colours);
        bool is_coloured = look.foreground >= 0 || look.background >= 0;
        only.looks[role] = (struct curses_look){
            .attributes = attributes_of(look),
            .pair = (short)(is_coloured ? role + 1 : 0)};
    }
}

/* ---- Through curses ---- */

static bool is_within(uint32_t code, uint32_t first, uint32_t last)
{
    return code >= first && code <= last;
}

/* True for characters whose width every terminal knows. */
static bool is_undisputed(uint32_t code, const struct cell *cell)
{
    if (wcwidth((wchar_t)code) != cell->width) {
        return false;
    }
    return is_within(code, 0xA0, 0x2FF) || is_within(code, 0x370, 0x52F) ||
           is_within(code, 0x3041, 0x33FF) || is_within(code, 0x3400, 0x4DBF) ||
           is_within(code, 0x4E00, 0x9FFF) || is_within(code, 0xAC00, 0xD7A3) ||
           is_within(code, 0xFF01, 0xFF60) || glyph_is_known(cell->utf8);
}

/* The character that curses shows for a cell, or 0 for one that it must not see. At the right edge
 * a character that is wider than we think would wrap, and in the last row scroll. */
static wchar_t plain_of(const struct cell *cell, int columns_after)
{
    if (cell->length == 1) {
        return (wchar_t)(unsigned char)cell->utf8[0];
    }
    if (!only.is_unicode) {
        return L'?';
    }
    struct utf8_step step = utf8_decode((struct str){cell->utf8, cell->length});
    if (step.n == cell->length && is_undisputed(step.code, cell)) {
        return (wchar_t)step.code;
    }
    return columns_after > 0 ? L'\0' : L'?';
}

/* Columns from `first` up to `end`; none when they are equal. */
struct span {
    int first, end;
};

/* Where the row is another than the one given last; keeps it as that. */
static struct span keep_row(const struct frame *frame, int row)
{
    struct cell *kept = only.cells[row];
    const struct cell *cells = frame_cell(frame, row, 0);
    struct span span = {0, frame->columns};
    _Static_assert(sizeof *cells == GRAPHEME_SIZE + 3, "cells have no gaps to compare");
    while (span.end > 0 && memcmp(&kept[span.end - 1], &cells[span.end - 1], sizeof *cells) == 0) {
        span.end--;
    }
    while (span.first < span.end &&
           memcmp(&kept[span.first], &cells[span.first], sizeof *cells) == 0) {
        span.first++;
    }
    memcpy(&kept[span.first], &cells[span.first],
           (size_t)(span.end - span.first) * sizeof *cells);
    return span;
}

/* A run of cells that hold ASCII: nearly all there are, and curses has a much faster way for them. */
static void give_ascii(int row, int column, const struct cell *cells, int count)
{
    chtype run[FRAME_COLUMNS_MAX];
    for (int i = 0; i < count; i++) {
        const struct curses_look *look = &only.looks[cells[i].role];
        run[i] = (unsigned char)cells[i].utf8[0] | look->attributes |
                 (chtype)COLOR_PAIR(look->pair);
    }
    mvaddchnstr(row, column, run, count);
}

/* Other cells, all alike, as those of a bar or a rule; returns whether curses must not see what they
 * hold. */
static bool give_alike(int row, int column, const struct cell *cells, int count, int columns)
{
    const struct curses_look *look = &only.looks[cells[0].role];
    wchar_t shown = plain_of(&cells[0], columns - column - cells[0].width);
    bool is_disputed = shown == L'\0';
    wchar_t text[2] = {is_disputed ? L' ' : shown, L'\0'};
    cchar_t run[FRAME_COLUMNS_MAX + 1];
    bool takes_two = cells[0].width == 2 && (is_disputed || wcwidth(shown) != 2);
    count += takes_two ? 1 : 0;
    setcchar(&run[0], text, look->attributes, look->pair, NULL);
    for (int i = 1; i < count; i++) {
        run[i] = run[0];
    }
    mvadd_wchnstr(row, column, run, count);
    return is_disputed;
}

static bool is_ascii(const struct cell *cell)
{
    return cell->length == 1;
}

/* How many cells from here on can be given at once, of `most`: ASCII, or alike and one column wide. */
static int run_length(const struct cell *cells, int most)
{
    int count = 1;
    while (count < most && (is_ascii(&cells[0])
                                ? is_ascii(&cells[count])
                                : cells[0].width == 1 &&
                                      memcmp(&cells[count], &cells[0], sizeof cells[0]) == 0)) {
        count++;
    }
    return count;
}

/* Gives columns of a row to curses; returns whether cells that curses must not see are among them. */
static bool give_row(const struct frame *frame, int row, struct span span)
{
    bool has_disputed = false;
    int columns = frame->columns < COLS ? frame->columns : COLS;
    int end = span.end < columns ? span.end : columns;
    const struct cell *cells = frame_cell(frame, row, 0);
    for (int column = span.first; column < end;) {
        const struct cell *here = &cells[column];
        int count = run_length(here, end - column);
        if (is_ascii(here)) {
            give_ascii(row, column, here, count);
        } else {
            has_disputed = give_alike(row, column, here, count, columns) || has_disputed;
        }
        column += here->width == 2 ? 2 : count;
    }
    return has_disputed;
}

/* ---- Around curses ---- */

static void add_cell(const struct cell *cell, const char *move, int row, int column)
{
    const struct curses_look *look = &only.looks[cell->role];
    curses_bytes_add_capability(tiparm(move, row, column));
    vid_puts(look->attributes, look->pair, NULL, curses_bytes_add);
    for (int i = 0; i < cell->length; i++) {
        curses_bytes_add((unsigned char)cell->utf8[i]);
    }
}

/* The second pass over a row: the cells that curses did not see, each with the one after it, which
 * the terminal may just have drawn over. */
static void add_disputed(const struct frame *frame, int row, int columns)
{
    const char *move = curses_capability_find("cup");
    bool is_after = false;
    for (int column = 0; column < columns; column++) {
        const struct cell *cell = frame_cell(frame, row, column);
        if (cell->width == 0) {
            continue;
        }
        int columns_after = columns - column - cell->width;
        bool is_disputed = plain_of(cell, columns_after) == L'\0';
        if (is_disputed || (is_after && columns_after > 0)) {
            add_cell(cell, move, row, column);
        }
        is_after = is_disputed;
    }
}

/* ---- The whole frame ---- */

void curses_frame_present(const struct frame *frame)
{
    int rows = frame->rows < LINES ? frame->rows : LINES;
    int columns = frame->columns < COLS ? frame->columns : COLS;
    bool must_add[FRAME_ROWS_MAX] = {false};
    bool is_any_added = false;
    bool is_other_size = rows != only.given_rows || columns != only.given_columns;
    if (only.must_redraw) {
        clearok(curscr, TRUE);
    }
    if (only.must_redraw || is_other_size) {
        erase();
    }
    for (int row = 0; row < rows; row++) {
        struct span span = keep_row(frame, row);
        if (span.first == span.end && !only.must_redraw && !is_other_size) {
            continue; /* nearly all rows of most frames: curses has it already */
        }
        if (only.must_redraw || is_other_size || only.had_disputed[row]) {
            span = (struct span){0, frame->columns};
        }
        bool has_disputed = give_row(frame, row, span);
        if (has_disputed || only.had_disputed[row]) {
            wredrawln(stdscr, row, 1);
            must_add[row] = has_disputed;
            is_any_added = is_any_added || has_disputed;
        }
        only.had_disputed[row] = has_disputed;
    }
    only.must_redraw = false;
    only.given_rows = rows;
    only.given_columns = columns;
    bool has_cursor =
        frame->cursor_row >= 0 && frame->cursor_row < rows && frame->cursor_column < columns;
    int cursor_row = has_cursor ? frame->cursor_row : 0;
    int cursor_column = has_cursor ? frame->cursor_column : 0;
    move(cursor_row, cursor_column);
    curs_set(has_cursor ? 1 : 0);
    refresh();
    if (is_any_added) {
        for (int row = 0; row < rows; row++) {
            if (must_add[row]) {
                add_disputed(frame, row, columns);
            }
        }
        /* Curses must find cursor and attributes as it believes they are. */
        vid_puts(A_NORMAL, 0, NULL, curses_bytes_add);
        const char *move_cursor = curses_capability_find("cup");
        curses_bytes_add_capability(tiparm(move_cursor, cursor_row, cursor_column));
        curses_bytes_flush();
    }
}

void curses_frame_forget(void)
{
    only.must_redraw = true;
}

enum colour_depth curses_frame_open(bool is_unicode, bool may_colour)
{
    only.is_unicode = is_unicode;
    only.colours = start_colours(may_colour);
    find_looks();
    return only.colours;
}

void curses_frame_close(void)
{
    memset(&only, 0, sizeof only);
}
