#include "tui/term/term_curses_frame.h"

#include <curses.h>
#include <string.h>
#include <wchar.h>

#include "base/utf8.h"
#include "tui/term/term_curses_bytes.h"
#include "tui/canvas/theme.h"

/* How a frame reaches the screen.
 *
 * Cells that differ from the last frame go to curses, which sends the difference.
 *
 * Curses must know how wide the terminal draws each character, which nobody can for emoji,
 * marks and rare scripts: it would go on writing where it thinks the cursor is. So a cell of a
 * disputed width is a no-break space to curses, and write_rest writes the row past curses from
 * the first of them on: each over blanks, and the cell after it after an absolute move of the
 * cursor. However wide the terminal draws one, every other cell is in its place. No other cell
 * is a no-break space to curses, so it never mistakes such a cell for a blank or for text. A
 * row is written so when it changes, and when curses may have scrolled it: it does that also
 * without idlok, by the region that scrolls, when it finds a row's characters at another place
 * (may_have_moved). To trust another range of characters, extend is_undisputed.
 *
 * A word of which a letter changes is sent whole, for screen readers, which would say the
 * letter alone: curses is told that the rest of it is not on the screen. */

enum {
    ENOUGH_EQUAL = 8, /* equal cells between two spans of differing cells */
    WORD_MOST = 16,   /* a longer word is not worth its bytes */
    NO_BREAK_SPACE = 0xA0,
    STYLES = 2 * ROLE_COUNT, /* each role, and each on an overlay */
};

struct curses_look {
    attr_t attributes;
    short pair;
    bool shows_on_blanks;
};

static struct {
    enum colour_depth colours;
    bool is_unicode;
    bool is_wide; /* the terminal gives signs two columns to which others give one */
    bool must_redraw;
    const char *move;                 /* a capability */
    struct curses_look looks[STYLES]; /* of the style that style_of tells */
    struct frame given; /* the last frame, as much of it as the screen has room for */
    bool is_clear[FRAME_ROWS_MAX]; /* nothing was given there yet, and `given` not set */
    bool holds_disputed[FRAME_ROWS_MAX];
    bool has_changed[FRAME_ROWS_MAX]; /* in this frame */
    uint32_t hash[FRAME_ROWS_MAX];    /* of the characters that curses has there; 0: blank */
    /* the last cell checked for disputed width: bars and rules repeat one cell */
    struct cell asked;
    bool is_asked_disputed;
} only;

/* ---- Colours and attributes ------------------------------------------------------------ */

static struct look look_in(const struct theme *theme, int style, enum colour_depth depth)
{
    return style < ROLE_COUNT ? theme_look_in(theme, (enum role)style, depth)
                              : theme_look_over(theme, (enum role)(style - ROLE_COUNT), depth);
}

static enum colour_depth start_colours(const struct theme *theme, bool may_colour)
{
    if (!may_colour || !has_colors() || start_color() == ERR || COLORS < 8 ||
        COLOR_PAIRS <= STYLES) {
        return COLOUR_MONO;
    }
    bool has_own = use_default_colors() == OK;
    /* With more than 256, numbers from 8 on are the colours' own red, green and blue. */
    enum colour_depth depth = COLORS == 256 ? COLOUR_256 : COLOUR_8;
    for (int style = 0; style < STYLES; style++) {
        struct look look = look_in(theme, style, depth);
        short foreground = look.foreground >= 0 || has_own ? look.foreground : COLOR_WHITE;
        short background = look.background >= 0 || has_own ? look.background : COLOR_BLACK;
        init_pair((short)(style + 1), foreground, background);
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
    for (int style = 0; style < STYLES; style++) {
        struct look look = look_in(theme, style, only.colours);
        bool is_coloured = look.foreground >= 0 || look.background >= 0;
        only.looks[style] = (struct curses_look){
            .attributes = attributes_of(look),
            .pair = (short)(is_coloured ? style + 1 : 0),
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

static int style_of(const struct cell *cell)
{
    return cell->role + (cell->is_over ? (int)ROLE_COUNT : 0);
}

/* A blank that shows nothing of its role. */
static bool is_bare(const struct cell *cell)
{
    return is_blank(cell) && !only.looks[style_of(cell)].shows_on_blanks;
}

static bool is_same(const struct cell *one, const struct cell *other)
{
    _Static_assert(sizeof *one == GRAPHEME_SIZE + 4, "cells have no gaps to compare");
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

/* True for characters whose width every terminal knows, as it is set. */
static bool is_undisputed(uint32_t code, const struct cell *cell)
{
    if (wcwidth((wchar_t)code) != cell->width) {
        return false;
    }
    bool is_narrow_somewhere = is_within(code, NO_BREAK_SPACE + 1, 0x2FF) ||
                               is_within(code, 0x370, 0x52F) ||
                               is_within(code, 0x2010, 0x2027) ||
                               is_within(code, 0x2030, 0x205E) || glyph_is_known(cell->utf8);
    return (is_narrow_somewhere && !only.is_wide) || is_within(code, 0x3041, 0x33FF) ||
           is_within(code, 0x3400, 0x4DBF) || is_within(code, 0x4E00, 0x9FFF) ||
           is_within(code, 0xAC00, 0xD7A3) || is_within(code, 0xFF01, 0xFF60);
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

/* ---- To curses ------------------------------------------------------------------------- */

static void set_cell(cchar_t *out, wchar_t character, int style)
{
    const wchar_t text[] = {character, L'\0'};
    const struct curses_look *look = &only.looks[style];
    setcchar(out, text, look->attributes, look->pair, NULL);
}

/* The style of bare blanks after a cell of this style. */
static int look_after(int style)
{
    return only.looks[style].shows_on_blanks ? ROLE_PLAIN : style;
}

/* A bare blank takes the look of the cell before the blanks, and at the beginning of a row of
 * the one after them: so no look is turned off only for a gap, and curses clears gaps with it
 * on. */
static int look_of_blank(const struct cell *cells, int column, int columns)
{
    int other = column;
    while (other > 0 && is_bare(&cells[other])) {
        other--;
    }
    while (other < columns - 1 && is_bare(&cells[other])) {
        other++;
    }
    return is_bare(&cells[other]) ? ROLE_PLAIN : look_after(style_of(&cells[other]));
}

/* The replacement of a character that cannot be shown; at the right edge, where a wider
 * character would wrap, also of one with disputed width. */
static wchar_t stand_in(const struct cell *cell, int column)
{
    bool is_at_edge = column + cell->width >= COLS;
    return is_disputed(cell) && !is_at_edge ? NO_BREAK_SPACE : L'?';
}

/* The look that a cell is written in after `before`, which becomes that of bare blanks behind
 * it. */
static int style_shown(const struct cell *cell, int *before)
{
    int style = is_bare(cell) ? *before : style_of(cell);
    *before = look_after(style);
    return style;
}

/* Gives curses a span of a row. */
static void give_span(const struct cell *cells, int row, struct span span, int columns)
{
    static cchar_t given[FRAME_COLUMNS_MAX];
    int count = 0;
    int first = span.first;
    while (first < span.end && cells[first].width == 0) {
        first++;
    }
    int before = look_of_blank(cells, first, columns);
    for (int column = first; column < span.end; column++) {
        const struct cell *cell = &cells[column];
        int style = style_shown(cell, &before);
        if (is_ascii(cell)) {
            set_cell(&given[count++], (unsigned char)cell->utf8[0], style);
        } else if (only.is_unicode && !is_disputed(cell) && cell->width > 0) {
            struct utf8_step step = utf8_decode((struct str){cell->utf8, cell->length});
            set_cell(&given[count++], (wchar_t)step.code, style);
        } else {
            for (int i = 0; i < cell->width; i++) {
                set_cell(&given[count++], stand_in(cell, column), style);
            }
        }
    }
    mvadd_wchnstr(row, first, given, count);
}

/* ---- Words ----------------------------------------------------------------------------- */

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

/* Curses takes some other character to be there now. */
static void forget_cells(const struct cell *cells, int row, struct span span)
{
    for (int column = span.first; column < span.end; column++) {
        cchar_t other;
        set_cell(&other, cells[column].utf8[0] == '~' ? L'^' : L'~', ROLE_PLAIN);
        mvwadd_wchnstr(curscr, row, column, &other, 1);
    }
}

/* ---- Rows ------------------------------------------------------------------------------ */

/* Of the characters as curses knows them. */
static uint32_t hash_of(const struct cell *cells, int columns)
{
    uint32_t hash = 0;
    for (int i = 0; i < columns; i++) {
        const char *utf8 = is_disputed(&cells[i]) ? "\xC2\xA0" : cells[i].utf8;
        for (; *utf8 != '\0' && !is_blank(&cells[i]); utf8++) {
            hash = (hash ^ (unsigned char)*utf8) * 16777619U + (uint32_t)i;
        }
    }
    return hash;
}

/* Returns whether the row has changed. */
static bool give_row(const struct frame *frame, int row, int columns)
{
    struct cell *kept = &only.given.cells[row * columns];
    const struct cell *cells = frame_cell(frame, row, 0);
    size_t size = (size_t)columns * sizeof *cells;
    if (only.is_clear[row] && is_clear(cells, columns)) {
        return false;
    }
    if (only.is_clear[row]) {
        only.is_clear[row] = false;
        set_clear(kept, columns);
    }
    if (memcmp(kept, cells, size) == 0) {
        return false; /* nearly all rows of most frames */
    }
    struct span span = next_span(kept, cells, (struct span){0, columns});
    while (span.first < span.end) {
        struct span whole = with_words(span, cells, columns);
        forget_cells(cells, row, (struct span){whole.first, span.first});
        forget_cells(cells, row, (struct span){span.end, whole.end});
        give_span(cells, row, whole, columns);
        span = next_span(kept, cells, (struct span){whole.end, columns});
    }
    only.hash[row] = hash_of(cells, columns);
    only.holds_disputed[row] = has_disputed(cells, columns);
    memcpy(kept, cells, size);
    return true;
}

/* ---- Past curses ----------------------------------------------------------------------- */

static void move_to(int row, int column)
{
    curses_bytes_add_capability(tiparm(only.move, row, column));
}

static void turn_on(int style)
{
    vid_puts(only.looks[style].attributes, only.looks[style].pair, NULL, curses_bytes_add);
}

static void write_disputed(const struct cell *cell, int row, int column, int style)
{
    move_to(row, column);
    turn_on(style);
    curses_bytes_add_text(cell->width == 2 ? "  " : " ");
    turn_on(ROLE_PLAIN);
    move_to(row, column);
    turn_on(style);
    curses_bytes_add_text(cell->utf8);
    turn_on(ROLE_PLAIN);
}

/* Writes a row from its first disputed cell on; the last column is left to curses, which knows
 * whether writing there scrolls. */
static void write_rest(const struct cell *cells, int row, int columns)
{
    int on = ROLE_PLAIN;
    int column = 0;
    while (!is_disputed(&cells[column]) && column + 1 < columns) {
        column++;
    }
    int before = look_of_blank(cells, column, columns);
    for (; column < columns && column + cells[column].width < COLS; column++) {
        const struct cell *cell = &cells[column];
        int style = style_shown(cell, &before);
        if (is_disputed(cell)) {
            turn_on(ROLE_PLAIN);
            on = ROLE_PLAIN;
            write_disputed(cell, row, column, style);
            move_to(row, column + cell->width);
            continue;
        }
        if (style != on) {
            turn_on(style);
            on = style;
        }
        curses_bytes_add_text(cell->utf8);
    }
    turn_on(ROLE_PLAIN);
}

/* Whether curses may scroll rows over each of these: it goes by rows whose characters were at
 * another place before, and takes along neighbours that are like others. `before`: the hashes
 * of the last frame. */
static void may_have_moved(bool *out, const uint32_t *before, int rows)
{
    bool is_alike[FRAME_ROWS_MAX] = {false};
    for (int row = 0; row < rows; row++) {
        uint32_t hash = only.hash[row];
        for (int from = 0; from < rows; from++) {
            bool is_like = from != row && before[from] == hash;
            int first = from < row ? from : row;
            int last = from < row ? row : from;
            is_alike[row] = is_alike[row] || is_like;
            for (int k = first; is_like && hash != 0 && only.has_changed[row] && k <= last;
                 k++) {
                out[k] = true;
            }
        }
    }
    for (int row = 1; row < rows; row++) {
        out[row] = out[row] || (is_alike[row] && out[row - 1]);
    }
    for (int row = rows - 2; row >= 0; row--) {
        out[row] = out[row] || (is_alike[row] && out[row + 1]);
    }
}

static void write_rests(const uint32_t *before, int rows, int columns)
{
    bool has_written = false;
    bool has_moved[FRAME_ROWS_MAX] = {false};
    may_have_moved(has_moved, before, rows);
    for (int row = 0; row < rows; row++) {
        if (only.holds_disputed[row] && (only.has_changed[row] || has_moved[row])) {
            write_rest(frame_cell(&only.given, row, 0), row, columns);
            has_written = true;
        }
    }
    if (has_written) {
        int row, column;
        getyx(stdscr, row, column);
        move_to(row, column); /* where curses left the cursor */
        curses_bytes_flush();
    }
}

/* ---- The whole frame ------------------------------------------------------------------- */

/* The contents of the screen are unknown: curses clears it. */
static void begin_anew(int rows, int columns)
{
    only.given.rows = rows;
    only.given.columns = columns;
    memset(only.is_clear, true, sizeof only.is_clear);
    erase();
    clearok(stdscr, TRUE);
    memset(only.holds_disputed, 0, sizeof only.holds_disputed);
    memset(only.hash, 0, sizeof only.hash);
    only.must_redraw = false;
}

static int least(int one, int other)
{
    return one < other ? one : other;
}

void curses_frame_begin(void)
{
    begin_anew(least(LINES, FRAME_ROWS_MAX), least(COLS, FRAME_COLUMNS_MAX));
    refresh();
}

void curses_frame_end(void)
{
    move(LINES - 1, 0);
    clrtoeol();
    refresh();
}

void curses_frame_present(const struct frame *frame)
{
    int rows = least(frame->rows, LINES);
    int columns = least(frame->columns, COLS);
    bool has_cursor =
        frame->cursor_row >= 0 && frame->cursor_row < rows && frame->cursor_column < columns;
    bool has_changed = false;
    if (only.must_redraw || rows != only.given.rows || columns != only.given.columns) {
        begin_anew(rows, columns);
    }
    uint32_t before[FRAME_ROWS_MAX];
    memcpy(before, only.hash, sizeof before);
    for (int row = 0; row < rows; row++) {
        only.has_changed[row] = give_row(frame, row, columns);
        has_changed = has_changed || only.has_changed[row];
    }
    curs_set(has_cursor ? 1 : 0);
    move(least(has_cursor ? frame->cursor_row : frame->eye_row, rows - 1),
         least(has_cursor ? frame->cursor_column : frame->eye_column, columns - 1));
    wnoutrefresh(stdscr);
    doupdate();
    if (has_changed) {
        write_rests(before, rows, columns);
    }
}

void curses_frame_forget(void)
{
    only.must_redraw = true;
}

enum colour_depth curses_frame_open(const struct theme *theme, bool is_unicode, bool may_colour)
{
    only.is_unicode = is_unicode;
    only.move = curses_capability_find("cup");
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

/* The corner is blank, or drawn again after that. The cursor goes back by a move: where it is
 * saved, leaving the screen would look for it. */
void curses_frame_ask_width(void)
{
    int row, column;
    getyx(curscr, row, column);
    move_to(0, 0);
    curses_bytes_add_text("\xE2\x96\xB6\033[6n");
    move_to(0, 0);
    curses_bytes_add_text("  ");
    move_to(row, column);
}

void curses_frame_widen(bool is_wide)
{
    only.is_wide = is_wide;
    only.asked = (struct cell){.length = 0};
    curses_frame_forget();
}

void curses_frame_recolour(const struct theme *theme)
{
    start_colours(theme, only.colours != COLOUR_MONO);
    find_looks(theme);
    for (int row = 0; row < only.given.rows; row++) {
        if (!only.is_clear[row]) { /* no cell of a frame is like these */
            memset(&only.given.cells[row * only.given.columns], 0xFF,
                   (size_t)only.given.columns * sizeof only.given.cells[0]);
        }
    }
}

void curses_frame_close(void)
{
    memset(&only, 0, sizeof only);
}
