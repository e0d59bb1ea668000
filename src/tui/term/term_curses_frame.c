#include "tui/term/term_curses_frame.h"

#include <curses.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"
#include "tui/term/term_curses_bytes.h"
#include "tui/canvas/theme.h"

/* How a frame reaches the screen.
 *
 * Curses starts and ends the screen, clears it, shows and hides the cursor, and writes the last
 * cell of the last row, as it knows whether writing there scrolls. It takes every other cell
 * for blank, and its cursor for being at the top left; so it never has a reason to write in a
 * row, to scroll rows or to write over them in place of a move. Every cell that differs from
 * the last frame is written past it, from here, after an absolute move of the cursor.
 *
 * For curses would have to know how wide the terminal draws each character, which nobody can
 * for emoji, marks and rare scripts. A cell of such a disputed width is written over blanks,
 * and the cell after it after another move. However wide the terminal draws one, every other
 * cell is in its place. To trust another range of characters, extend is_undisputed.
 *
 * A word of which a letter changes is sent whole, for screen readers, which would say the
 * letter alone. */

enum {
    ENOUGH_EQUAL = 8,  /* equal cells between two spans of differing cells */
    WORD_MOST = 16,    /* a longer word is not worth its bytes */
    ENOUGH_BLANKS = 8, /* at the end of a row: cleared rather than written */
    CORNER = 8,        /* cells that curses may write before the last one */
    NO_BREAK_SPACE = 0xA0,
};

struct curses_look {
    attr_t attributes;
    short pair;
    bool shows_on_blanks;
};

static struct {
    enum colour_depth colours;
    bool is_unicode;
    bool must_redraw;
    const char *move;    /* a capability */
    const char *clear;   /* to the end of a row; NULL: it cannot */
    bool clears_in_look; /* what is cleared gets the background that is on */
    bool moves_in_look;  /* the cursor may be moved while bold or the like is on */
    enum role on;        /* the look that is on */
    int row, column;     /* where the cursor is; -1: not known */
    struct curses_look looks[ROLE_COUNT];
    struct frame given; /* the last frame, as much of it as the screen has room for */
    bool is_clear[FRAME_ROWS_MAX]; /* nothing was given there yet, and `given` not set */
    /* the last cell checked for disputed width: bars and rules repeat one cell */
    struct cell asked;
    bool is_asked_disputed;
} only;

/* ---- Colours and attributes ------------------------------------------------------------ */

static enum colour_depth start_colours(const struct theme *theme, bool may_colour)
{
    if (!may_colour || !has_colors() || start_color() == ERR || COLORS < 8 ||
        COLOR_PAIRS <= ROLE_COUNT) {
        return COLOUR_MONO;
    }
    bool has_own = use_default_colors() == OK;
    /* With more than 256, numbers from 8 on are the colours' own red, green and blue. */
    enum colour_depth depth = COLORS == 256 ? COLOUR_256 : COLOUR_8;
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
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look look = theme_look_in(theme, (enum role)role, only.colours);
        bool is_coloured = look.foreground >= 0 || look.background >= 0;
        only.looks[role] = (struct curses_look){
            .attributes = attributes_of(look),
            .pair = (short)(is_coloured ? role + 1 : 0),
            .shows_on_blanks =
                look.background >= 0 ||
                (look.attributes & (ATTRIBUTE_REVERSE | ATTRIBUTE_UNDERLINE)) != 0,
        };
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

/* What curses shows where nothing was given. Memory for such rows is not touched: that would be
 * most of a screen's before the first frame. */
static const struct cell clear_cell = {
    .utf8 = " ", .length = 1, .width = 1, .role = ROLE_PLAIN};

static bool is_clear(const struct cell *cells, int columns)
{
    return is_same(&cells[0], &clear_cell) &&
           memcmp(&cells[0], &cells[1], (size_t)(columns - 1) * sizeof cells[0]) == 0;
}

static void set_clear(struct cell *cells, int columns)
{
    for (int i = 0; i < columns; i++) {
        cells[i] = clear_cell;
    }
}

/* Columns from `first` up to `end`, exclusive; none when they are equal. */
struct span {
    int first, end;
};

/* The next columns, from one on, that differ between two rows; a few equal cells between them
 * are included. */
static struct span next_span(const struct cell *kept, const struct cell *cells,
                             struct span among)
{
    int first = among.first;
    while (first < among.end && is_same(&kept[first], &cells[first])) {
        first++;
    }
    struct span span = {first, first};
    for (int column = first; column < among.end && column - span.end < ENOUGH_EQUAL; column++) {
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
    return is_within(code, NO_BREAK_SPACE + 1, 0x2FF) || is_within(code, 0x370, 0x52F) ||
           is_within(code, 0x2010, 0x2027) || is_within(code, 0x2030, 0x205E) ||
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

/* ---- Words and blanks ------------------------------------------------------------------ */

/* The look of bare blanks after a cell of this role. */
static enum role look_after(enum role role)
{
    return only.looks[role].shows_on_blanks ? ROLE_PLAIN : role;
}

/* A bare blank takes the look of the cell before the blanks, and at the beginning of a row of
 * the one after them: so no look is turned off only for a gap, and curses clears gaps with it
 * on. */
static enum role look_of_blank(const struct cell *cells, int column, int columns)
{
    int other = column;
    while (other > 0 && is_bare(&cells[other])) {
        other--;
    }
    while (other < columns - 1 && is_bare(&cells[other])) {
        other++;
    }
    return is_bare(&cells[other]) ? ROLE_PLAIN : look_after((enum role)cells[other].role);
}

/* The look that a cell is written in after `before`, which becomes that of bare blanks behind
 * it. */
static enum role role_shown(const struct cell *cell, enum role *before)
{
    enum role role = is_bare(cell) ? *before : (enum role)cell->role;
    *before = look_after(role);
    return role;
}

static bool is_letter(const struct cell *cell)
{
    unsigned char first = (unsigned char)cell->utf8[0];
    bool is_ascii_letter =
        (first >= '0' && first <= '9') || ((first | 0x20) >= 'a' && (first | 0x20) <= 'z');
    return cell->length == 1 ? is_ascii_letter : first >= 0xC3 && first <= 0xD4;
}

/* The span with the words that it cuts, unless they are long. */
static struct span with_words(struct span span, const struct cell *cells, int columns)
{
    struct span whole = span;
    while (whole.first > 0 && is_letter(&cells[whole.first]) &&
           is_letter(&cells[whole.first - 1])) {
        whole.first--;
    }
    while (whole.end < columns && is_letter(&cells[whole.end - 1]) &&
           is_letter(&cells[whole.end])) {
        whole.end++;
    }
    whole.first = span.first - whole.first < WORD_MOST ? whole.first : span.first;
    whole.end = whole.end - span.end < WORD_MOST ? whole.end : span.end;
    return whole;
}

/* The end of a span with what is behind a disputed cell: the terminal may draw there. */
static int end_behind(const struct cell *cells, int end, int columns)
{
    bool goes_on = true;
    while (end < columns && goes_on) {
        int head = end - 1;
        while (head > 0 && cells[head].width == 0) {
            head--;
        }
        goes_on = cells[end].width == 0 || is_disputed(&cells[head]);
        end += goes_on ? 1 : 0;
    }
    return end;
}

/* ---- Writing --------------------------------------------------------------------------- */

static void turn_on(enum role role)
{
    if (only.on != role) {
        vid_puts(only.looks[role].attributes, only.looks[role].pair, NULL, curses_bytes_add);
        only.on = role;
    }
}

static void move_to(int row, int column)
{
    if (row == only.row && column == only.column) {
        return;
    }
    if (!only.moves_in_look) {
        turn_on(ROLE_PLAIN);
    }
    curses_bytes_add_capability(tiparm(only.move, row, column));
    only.row = row;
    only.column = column;
}

static void write_text(const char *utf8, int width)
{
    curses_bytes_add_text(utf8);
    only.column += width;
}

/* A character that cannot be shown, or is of disputed width and at the right edge, where a
 * wider one would wrap, is question marks. */
static void write_cell(const struct cell *cell, int row, int column, enum role role)
{
    bool is_at_edge = column + cell->width >= COLS;
    move_to(row, column);
    turn_on(role);
    if (is_ascii(cell)) {
        write_text(cell->utf8, 1);
    } else if (!only.is_unicode || (is_at_edge && is_disputed(cell))) {
        write_text(cell->width == 2 ? "??" : "?", cell->width);
    } else if (is_disputed(cell)) {
        write_text(cell->width == 2 ? "  " : " ", cell->width);
        move_to(row, column);
        turn_on(role);
        write_text(cell->utf8, cell->width);
        only.row = -1;
    } else {
        write_text(cell->utf8, cell->width);
    }
    only.row = is_at_edge ? -1 : only.row; /* it may have wrapped */
}

/* Where a row ends in blanks that can be cleared at once, in the look of the last of them; the
 * row's length when it does not. */
static int clearable_from(const struct cell *cells, int columns)
{
    const struct cell *last = &cells[columns - 1];
    int first = columns;
    bool can_clear = only.clear != NULL && columns >= COLS && is_blank(last) &&
                     (is_bare(last) ||
                      (only.clears_in_look && only.looks[last->role].attributes == A_NORMAL));
    while (can_clear && first > 0 && is_blank(&cells[first - 1]) &&
           (is_bare(last) ? is_bare(&cells[first - 1]) : is_same(&cells[first - 1], last))) {
        first--;
    }
    return columns - first >= ENOUGH_BLANKS ? first : columns;
}

static void write_span(const struct cell *cells, int row, struct span span, int columns)
{
    int clearable = clearable_from(cells, columns);
    bool clears = span.end == columns && columns - clearable >= ENOUGH_BLANKS &&
                  span.end - (span.first > clearable ? span.first : clearable) >= ENOUGH_BLANKS;
    while (span.first > 0 && cells[span.first].width == 0) {
        span.first--;
    }
    enum role before = look_of_blank(cells, span.first, columns);
    for (int column = span.first; column < span.end; column++) {
        const struct cell *cell = &cells[column];
        if (clears && column >= clearable) {
            move_to(row, column);
            turn_on(is_bare(cell) ? ROLE_PLAIN : (enum role)cell->role);
            curses_bytes_add_capability(only.clear);
            return;
        }
        if (cell->width > 0) {
            write_cell(cell, row, column, role_shown(cell, &before));
        }
    }
}

static void write_row(struct cell *kept, const struct cell *cells, int row, int columns)
{
    struct span span = next_span(kept, cells, (struct span){0, columns});
    while (span.first < span.end) {
        struct span whole = with_words(span, cells, columns);
        whole.end = end_behind(cells, whole.end, columns);
        write_span(cells, row, whole, columns);
        span = next_span(kept, cells, (struct span){whole.end, columns});
    }
    memcpy(kept, cells, (size_t)columns * sizeof *kept);
}

/* The cells that were given in a row. */
static struct cell *kept_row(int row, int columns)
{
    struct cell *kept = &only.given.cells[row * columns];
    if (only.is_clear[row]) {
        only.is_clear[row] = false;
        set_clear(kept, columns);
    }
    return kept;
}

static void write_rows(const struct frame *frame, int rows, int columns, int corner)
{
    for (int row = 0; row < rows; row++) {
        const struct cell *cells = frame_cell(frame, row, 0);
        int count = row == LINES - 1 ? corner : columns;
        size_t size = (size_t)count * sizeof *cells;
        if (count == 0 || (only.is_clear[row] && is_clear(cells, count))) {
            continue;
        }
        struct cell *kept = kept_row(row, columns);
        if (memcmp(kept, cells, size) != 0) { /* few rows of most frames */
            write_row(kept, cells, row, count);
        }
    }
}

/* ---- The last cell of the last row ----------------------------------------------------- */

/* Where it begins; the row's length when the frame does not reach it. */
static int corner_of(const struct frame *frame, int rows, int columns)
{
    int column = columns - 1;
    if (rows < LINES || columns < COLS) {
        return columns;
    }
    while (column > 0 && frame_cell(frame, rows - 1, column)->width == 0) {
        column--;
    }
    return column;
}

/* Gives it to curses if it has changed. Where nothing else keeps the screen from scrolling,
 * curses writes it one place before, and pushes it on by inserting. */
static void give_corner(const struct frame *frame, int row, int corner, int columns)
{
    if (corner == columns) {
        return;
    }
    const struct cell *cell = frame_cell(frame, row, corner);
    struct cell *kept = kept_row(row, columns);
    if (is_same(&kept[corner], cell)) {
        return;
    }
    struct utf8_step step = utf8_decode((struct str){cell->utf8, cell->length});
    bool is_shown = is_ascii(cell) || (only.is_unicode && !is_disputed(cell));
    wchar_t text[] = {is_shown ? (wchar_t)step.code : L'?', L'\0'};
    const struct curses_look *look = &only.looks[cell->role];
    cchar_t given;
    setcchar(&given, text, look->attributes, look->pair, NULL);
    for (int column = corner; column < columns; column++) {
        mvadd_wchnstr(row, column, &given, 1);
        column += is_shown ? cell->width - 1 : 0;
    }
    int first = corner > CORNER ? corner - CORNER : 0;
    memset(&kept[first], 0, (size_t)(corner - first) * sizeof *kept);
    memcpy(&kept[corner], cell, (size_t)(columns - corner) * sizeof *kept);
    turn_on(ROLE_PLAIN);
    move_to(0, 0); /* where curses takes the cursor to be */
    curses_bytes_flush();
}

/* ---- The whole frame ------------------------------------------------------------------- */

static int least(int one, int other)
{
    return one < other ? one : other;
}

/* The contents of the screen are unknown: curses clears it. */
static void begin_anew(int rows, int columns)
{
    only.given.rows = rows;
    only.given.columns = columns;
    memset(only.is_clear, true, sizeof only.is_clear);
    only.must_redraw = false;
    erase();
    clearok(stdscr, TRUE);
    move(0, 0);
    refresh();
    only.row = 0;
    only.column = 0;
}

void curses_frame_begin(void)
{
    only.move = curses_capability_find("cup");
    only.on = ROLE_PLAIN;
    begin_anew(least(LINES, FRAME_ROWS_MAX), least(COLS, FRAME_COLUMNS_MAX));
}

void curses_frame_end(void)
{
    turn_on(ROLE_PLAIN);
    move_to(LINES - 1, 0);
    curses_bytes_add_if_known("el");
    move_to(0, 0); /* where curses takes the cursor to be */
    curses_bytes_flush();
}

void curses_frame_present(const struct frame *frame)
{
    int rows = least(frame->rows, LINES);
    int columns = least(frame->columns, COLS);
    bool has_cursor =
        frame->cursor_row >= 0 && frame->cursor_row < rows && frame->cursor_column < columns;
    if (only.must_redraw || rows != only.given.rows || columns != only.given.columns) {
        move_to(0, 0); /* where curses takes the cursor to be */
        curses_bytes_flush();
        begin_anew(rows, columns);
    }
    int corner = corner_of(frame, rows, columns);
    give_corner(frame, rows - 1, corner, columns);
    curs_set(has_cursor ? 1 : 0);
    move(0, 0);
    refresh();
    write_rows(frame, rows, columns, corner);
    turn_on(ROLE_PLAIN);
    move_to(has_cursor ? frame->cursor_row : 0, has_cursor ? frame->cursor_column : 0);
    curses_bytes_flush();
}

void curses_frame_forget(void)
{
    only.must_redraw = true;
}

enum colour_depth curses_frame_open(const struct theme *theme, bool is_unicode, bool may_colour)
{
    only.is_unicode = is_unicode;
    only.clear = curses_capability_find("el");
    only.clears_in_look = tigetflag("bce") > 0;
    only.moves_in_look = tigetflag("msgr") > 0;
    only.colours = start_colours(theme, may_colour);
    find_looks(theme);
    typeahead(-1); /* a frame is shown in full, even when keys were typed meanwhile */
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
