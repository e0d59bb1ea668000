#include "tui/term/term_curses_frame.h"

#include <curses.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"
#include "tui/term/term_curses_bytes.h"
#include "tui/canvas/theme.h"

/* How a frame reaches the screen.
 *
 * What is another than in the frame before is written with the capabilities that curses knows
 * of the terminal. Curses' own model of the screen is left alone: it must know how wide the
 * terminal draws each character, which for emoji, marks and rare scripts nobody can; and its
 * search for the fewest bytes, made for slow lines, took longer than all else that a key press
 * needs.
 *
 * A cell of a disputed width is written over blanks, and the one after it behind an absolute
 * move of the cursor: however wide the terminal draws it, every other cell stands where it
 * belongs. A row that holds or held such cells and has changed is written whole. To trust
 * another range of characters, extend is_undisputed. */

enum { LOOK_BYTES_SIZE = 96, WORTH_A_MOVE = 8 /* equal cells; a move takes as many bytes */ };

/* What turns a role's look on when none is, and off again. */
struct look_bytes {
    char on[LOOK_BYTES_SIZE], off[LOOK_BYTES_SIZE]; /* terminated */
    bool shows_on_blanks;
};

static struct {
    enum colour_depth colours;
    bool is_unicode;
    bool must_redraw;
    bool may_move_in_look, last_cell_scrolls;
    const char *move, *erase_screen, *erase_row; /* capabilities; the last two may be NULL */
    struct look_bytes looks[ROLE_COUNT];
    int given_rows, given_columns;                        /* of the last frame; 0: none yet */
    struct cell cells[FRAME_ROWS_MAX][FRAME_COLUMNS_MAX]; /* of that frame */
    bool had_disputed[FRAME_ROWS_MAX];
    struct cell asked; /* whether this is disputed was asked last: bars and rules are one cell
                          again and again */
    bool is_asked_disputed;
    /* While a frame is written: */
    int row, column; /* where the cursor is; column -1: nobody knows */
    enum role role;  /* whose look is on; PLAIN: none */
} only;

/* ---- Colours and attributes ------------------------------------------------------------ */

static enum colour_depth start_colours(const struct theme *theme, bool may_colour)
{
    if (!may_colour || !has_colors() || start_color() == ERR || COLORS < 8 ||
        COLOR_PAIRS <= ROLE_COUNT) {
        return COLOUR_MONO;
    }
    bool has_own = use_default_colors() == OK;
    enum colour_depth depth = COLORS >= 256 ? COLOUR_256 : COLOUR_8;
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look look = theme_look_in(theme, (enum role)role, depth);
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
        attributes |=
            (look.attributes & (unsigned)both[i].ours) != 0 ? both[i].theirs : A_NORMAL;
    }
    return attributes;
}

static void find_looks(const struct theme *theme)
{
    vid_puts(A_NORMAL, 0, NULL, curses_bytes_add); /* from here on curses knows what is on */
    curses_bytes_take(only.looks[0].off, sizeof only.looks[0].off);
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look look = theme_look_in(theme, (enum role)role, only.colours);
        struct look_bytes *bytes = &only.looks[role];
        bool is_coloured = look.foreground >= 0 || look.background >= 0;
        vid_puts(attributes_of(look), (short)(is_coloured ? role + 1 : 0), NULL,
                 curses_bytes_add);
        curses_bytes_take(bytes->on, sizeof bytes->on);
        vid_puts(A_NORMAL, 0, NULL, curses_bytes_add);
        curses_bytes_take(bytes->off, sizeof bytes->off);
        bytes->shows_on_blanks =
            look.background >= 0 ||
            (look.attributes & (ATTRIBUTE_REVERSE | ATTRIBUTE_UNDERLINE)) != 0;
    }
}

static void turn_on(enum role role)
{
    if (role != only.role) {
        curses_bytes_add_text(only.looks[only.role].off);
        curses_bytes_add_text(only.looks[role].on);
        only.role = role;
    }
}

/* ---- What differs ---------------------------------------------------------------------- */

static bool is_blank(const struct cell *cell)
{
    return cell->length == 1 && cell->utf8[0] == ' ';
}

/* A blank that shows nothing of its role. */
static bool is_bare(const struct cell *cell)
{
    return is_blank(cell) && !only.looks[cell->role].shows_on_blanks;
}

static bool is_same(const struct cell *one, const struct cell *other)
{
    _Static_assert(sizeof *one == GRAPHEME_SIZE + 3, "cells have no gaps to compare");
    return memcmp(one, other, sizeof *one) == 0;
}

/* Columns from `first` up to `end`; none when they are equal. */
struct span {
    int first, end;
};

/* The next columns, from one on, that differ between two rows; a few equal cells do not part
 * them. */
static struct span next_span(const struct cell *kept, const struct cell *cells,
                             struct span among)
{
    int first = among.first;
    while (first < among.end && is_same(&kept[first], &cells[first])) {
        first++;
    }
    struct span span = {first, first};
    for (int column = first; column < among.end && column - span.end < WORTH_A_MOVE; column++) {
        span.end = is_same(&kept[column], &cells[column]) ? span.end : column + 1;
    }
    return span;
}

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

static bool is_ascii(const struct cell *cell)
{
    return cell->length == 1;
}

static bool is_disputed(const struct cell *cell)
{
    if (is_ascii(cell) || cell->width == 0 || !only.is_unicode) {
        return false;
    }
    if (!is_same(cell, &only.asked)) {
        struct utf8_step step = utf8_decode((struct str){cell->utf8, cell->length});
        only.asked = *cell;
        only.is_asked_disputed = step.n != cell->length || !is_undisputed(step.code, cell);
    }
    return only.is_asked_disputed;
}

static bool has_disputed(const struct cell *cells, int columns)
{
    bool has = false;
    for (int i = 0; i < columns && !has; i++) {
        has = is_disputed(&cells[i]);
    }
    return has;
}

/* ---- Writing --------------------------------------------------------------------------- */

static void move_to(int row, int column)
{
    if (row != only.row || column != only.column) {
        if (!only.may_move_in_look) {
            turn_on(ROLE_PLAIN);
        }
        curses_bytes_add_capability(tiparm(only.move, row, column));
        only.row = row;
        only.column = column;
    }
}

/* Text of a role at a place; where the cursor is then is told by the caller. */
static void write_text(int row, int column, enum role role, const char *text)
{
    move_to(row, column);
    turn_on(role);
    curses_bytes_add_text(text);
    only.column = -1;
}

/* At the right edge a character that is wider than we think would wrap, and in the last row
 * scroll. */
static void write_disputed(const struct cell *cell, int row, int column, int columns_after)
{
    enum role role = (enum role)cell->role;
    const char *blanks = columns_after > 0 ? "  " : "??";
    write_text(row, column, role, cell->width == 2 ? blanks : &blanks[1]);
    if (columns_after > 0) {
        write_text(row, column, role, cell->utf8);
    }
}

static void write_cell(const struct cell *cell, int row, int column)
{
    int columns_after = COLS - column - cell->width;
    bool is_corner = row == LINES - 1 && columns_after <= 0;
    if (cell->width == 0 || (is_corner && only.last_cell_scrolls)) {
        return;
    }
    if (is_disputed(cell)) {
        write_disputed(cell, row, column, columns_after);
        return;
    }
    bool shows_role = !is_bare(cell) || only.looks[only.role].shows_on_blanks;
    const char *unknown = cell->width == 2 ? "??" : "?";
    write_text(row, column, shows_role ? (enum role)cell->role : only.role,
               is_ascii(cell) || only.is_unicode ? cell->utf8 : unknown);
    only.column = columns_after > 0 ? column + cell->width : -1;
}

/* Where the bare blanks begin that reach to the end of a row, if the terminal can erase it at
 * once. */
static int end_of_text(const struct cell *cells, int columns)
{
    int end = columns;
    while (only.erase_row != NULL && end > 0 && is_bare(&cells[end - 1])) {
        end--;
    }
    return end;
}

static void erase_from(int row, int column)
{
    move_to(row, column);
    turn_on(ROLE_PLAIN);
    curses_bytes_add_capability(only.erase_row);
}

static void write_row(const struct frame *frame, int row, int columns)
{
    struct cell *kept = only.cells[row];
    const struct cell *cells = frame_cell(frame, row, 0);
    size_t size = (size_t)columns * sizeof *cells;
    if (memcmp(kept, cells, size) == 0) {
        return; /* nearly all rows of most frames */
    }
    bool has = has_disputed(cells, columns);
    if (has || only.had_disputed[row]) {
        memset(kept, 0, size);
    }
    only.had_disputed[row] = has;
    int end = end_of_text(cells, columns);
    struct span span = next_span(kept, cells, (struct span){0, end});
    while (span.first < span.end) {
        for (int column = span.first; column < span.end; column++) {
            write_cell(&cells[column], row, column);
        }
        span = next_span(kept, cells, (struct span){span.end, end});
    }
    if (memcmp(&kept[end], &cells[end], (size_t)(columns - end) * sizeof *cells) != 0) {
        erase_from(row, end);
    }
    memcpy(kept, cells, size);
}

/* Nothing is known of the screen; afterwards it is empty, if the terminal can do that. */
static void begin_anew(int rows, int columns)
{
    static const struct cell blank = {.utf8 = " ", .length = 1, .width = 1, .role = ROLE_PLAIN};
    static const struct cell unknown;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            only.cells[row][column] = only.erase_screen == NULL ? unknown : blank;
        }
    }
    if (only.erase_screen != NULL) {
        curses_bytes_add_capability(only.erase_screen);
    }
    memset(only.had_disputed, 0, sizeof only.had_disputed);
    only.must_redraw = false;
    only.given_rows = rows;
    only.given_columns = columns;
}

/* ---- The whole frame ------------------------------------------------------------------- */

void curses_frame_present(const struct frame *frame)
{
    int rows = frame->rows < LINES ? frame->rows : LINES;
    int columns = frame->columns < COLS ? frame->columns : COLS;
    bool has_cursor =
        frame->cursor_row >= 0 && frame->cursor_row < rows && frame->cursor_column < columns;
    only.role = ROLE_PLAIN;
    only.column = -1;
    if (only.must_redraw || rows != only.given_rows || columns != only.given_columns) {
        begin_anew(rows, columns);
    }
    for (int row = 0; row < rows; row++) {
        write_row(frame, row, columns);
    }
    turn_on(ROLE_PLAIN);
    move_to(has_cursor ? frame->cursor_row : 0, has_cursor ? frame->cursor_column : 0);
    curs_set(has_cursor ? 1 : 0);
    curses_bytes_flush();
}

void curses_frame_forget(void)
{
    only.must_redraw = true;
}

enum colour_depth curses_frame_open(const struct theme *theme, bool is_unicode, bool may_colour)
{
    only.is_unicode = is_unicode;
    only.last_cell_scrolls = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
    only.may_move_in_look = tigetflag("msgr") > 0;
    only.move = curses_capability_find("cup");
    only.erase_screen = curses_capability_find("clear");
    only.erase_row = curses_capability_find("el");
    only.colours = start_colours(theme, may_colour);
    find_looks(theme);
    return only.colours;
}

void curses_frame_restyle(const struct theme *theme, bool is_unicode)
{
    only.is_unicode = is_unicode;
    only.asked = (struct cell){.length = 0};
    start_colours(theme, only.colours != COLOUR_MONO);
    find_looks(theme);
    curses_frame_forget();
}

void curses_frame_close(void)
{
    memset(&only, 0, sizeof only);
}
