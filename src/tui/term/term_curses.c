#include "tui/term/term_curses.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "base/status.h"
#include "base/utf8.h"
#include "tui/canvas/canvas.h"
#include "tui/term/term.h"
#include "tui/term/term_decode.h"
#include "tui/term/term_guard.h"

#undef bell /* these are capabilities to term.h */
#undef columns

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

/* When input is ready but cannot be read, the terminal is lost; as when frame after frame
 * cannot be written. */
enum { FAILED_READS_MAX = 1000, FAILED_FRAMES_MAX = 5, LOCALE_SIZE = 256 };

enum {
    DUE_MS = 3000,    /* so long after a query an ESC may begin its answer */
    LEAVING_MS = 200, /* so long after a query its answer is waited for, not to be typed to
                         whatever reads next */
};

/* The one real terminal. */
static struct {
    SCREEN *screen;
    bool has_modes; /* it knows the private modes of xterm, or ignores them safely */
    bool is_utf8;   /* characters are sent and come in UTF-8 */
    const char *title_begin, *title_end; /* the codes around a title; NULL: it has none */
    bool is_titled;                      /* our title is shown */
    char title[TERM_TITLE_SIZE];         /* the wanted title; "": none */
    struct decoder decoder;
    struct theme theme;   /* the wanted one, on the background as far as it is known */
    bool asks_background; /* the theme is for any background, and the terminal may tell it */
    enum ground ground;   /* what it told */
    bool is_background_due;
    enum glyph_set glyphs; /* by the wishes and the locale */
    bool asks_width;       /* of signs that are wide in some terminals */
    int widths_due;        /* how many answers may still come */
    bool is_wide;          /* what it told */
    int64_t asked_ms;
    bool is_watching; /* besides the keys: */
    int watched;      /* a descriptor */
    WINDOW *keys;     /* reading from a window of its own never redraws the screen */
    /* What is shown. */
    enum colour_depth colours;
    bool must_redraw;
    int unread;           /* errno of a read, 0: none failed */
    int unwritten;        /* errno of a write since the last frame began, 0: none failed */
    int unset;            /* errno when the modes could not be set, 0: they are set */
    int unwritten_frames; /* one after the other */
    const char *move;     /* a capability */
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

/* ---- Bytes past curses ----------------------------------------------------------------- */

/* Output that bypasses curses' windows, as curses has no functions for it: title, pastes,
 * characters of disputed width, and the codes for a crash. Curses holds nothing back between
 * its updates, so the order is that of the calls. */

enum { BYTES_SIZE = 8 * 1024 /* many rows at once, so that no row appears half drawn */ };

static char gathered[BYTES_SIZE];
static int gathered_count;

/* Not what curses leaves there when nothing is wrong, nor a call that was interrupted. */
static bool is_of_device(int number)
{
    return number == EIO || number == ENXIO || number == EPIPE || number == EBADF ||
           number == ENOSPC || number == ENOMEM;
}

/* What the screen shows is not known then. Curses drops what it cannot write, and says nothing:
 * errno is all that it leaves. */
static void note_unwritten(int number)
{
    if (is_of_device(number)) {
        only.unwritten = number;
    }
}

static void bytes_flush(void)
{
    int done = 0;
    while (done < gathered_count) {
        ssize_t written =
            write(STDOUT_FILENO, gathered + done, (size_t)(gathered_count - done));
        if (written > 0) {
            done += (int)written;
        } else if (written < 0 && errno == EAGAIN) {
            /* Another user of the terminal has made it non-blocking. */
            poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            note_unwritten(written == 0 ? EIO : errno);
            break;
        }
    }
    gathered_count = 0;
}

/* In the form that vid_puts needs. */
static int bytes_add(int byte)
{
    if (gathered_count == BYTES_SIZE) {
        bytes_flush();
    }
    gathered[gathered_count++] = (char)byte;
    return byte;
}

static void bytes_add_text(const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        bytes_add(*p);
    }
}

/* The capability of that name in terminfo; NULL if the terminal does not have it. Changing its
 * bytes changes it for curses too, which looks nowhere else: assigning to curses' names for
 * capabilities changes a copy that curses 6.4 does not read (tests/pty/test_curses.c). */
static char *capability_find(const char *name)
{
    char *capability = tigetstr(name);
    return capability == (char *)-1 ? NULL : capability;
}

static void bytes_add_capability(const char *capability)
{
    tputs(capability, 1, bytes_add);
}

/* Puts another byte at its beginning, '\0' for nothing, and returns the one that was there. */
static char capability_begin(const char *name, char byte)
{
    char *capability = capability_find(name);
    char before = '\0';
    if (capability != NULL) {
        before = capability[0];
        capability[0] = byte;
    }
    return before;
}

/* ---- Keys ------------------------------------------------------------------------------ */

/* Curses finds the keys that the terminal's description or key_sequences have.
 * tui/term/term_decode.h assembles bytes, since curses takes an invalid byte as the beginning
 * of a character and swallows the keys after it. */

enum {
    ESCAPE_WAIT_MS = 20,     /* for the rest of a key's sequence */
    CONTROL_LAST = 0x9F,     /* the last control character of 8 bits */
    FIRST_OWN_CODE = 0x4000, /* above the codes that curses uses for keys */
};

/* Names of keys in the terminal's own description that differ from those of key_sequences. */
static const struct {
    int code;
    int key;
} described_keys[] = {
    {KEY_UP, NAMED_KEY_UP},
    {KEY_DOWN, NAMED_KEY_DOWN},
    {KEY_LEFT, NAMED_KEY_LEFT},
    {KEY_RIGHT, NAMED_KEY_RIGHT},
    {KEY_HOME, NAMED_KEY_HOME},
    {KEY_END, NAMED_KEY_END},
    {KEY_PPAGE, NAMED_KEY_PAGE_UP},
    {KEY_NPAGE, NAMED_KEY_PAGE_DOWN},
    {KEY_IC, NAMED_KEY_INSERT},
    {KEY_DC, NAMED_KEY_DELETE},
    {KEY_BACKSPACE, NAMED_KEY_BACKSPACE},
    {KEY_ENTER, NAMED_KEY_ENTER},
    {KEY_BTAB, KEY_WITH_SHIFT | NAMED_KEY_TAB},
    {KEY_SUSPEND, KEY_OF_STOP}, /* for the Linux console it is a key */
    {KEY_SLEFT, KEY_WITH_SHIFT | NAMED_KEY_LEFT},
    {KEY_SRIGHT, KEY_WITH_SHIFT | NAMED_KEY_RIGHT},
    {KEY_SR, KEY_WITH_SHIFT | NAMED_KEY_UP},
    {KEY_SF, KEY_WITH_SHIFT | NAMED_KEY_DOWN},
};

enum { DESCRIBED_KEYS = sizeof described_keys / sizeof described_keys[0] };

static void open_keys(void)
{
    set_escdelay(ESCAPE_WAIT_MS);
    only.keys = newpad(1, 1);
    CHECK(only.keys != NULL);
    /* The arrows' application mode comes together with the keypad's, in which PuTTY sends F1 to
     * F4 for NumLock and its neighbours. */
    char *keypad_on = capability_find("smkx");
    char *mode = keypad_on != NULL ? strstr(keypad_on, "\033=") : NULL;
    if (mode != NULL) {
        mode[1] = '>';
    }
    keypad(only.keys, TRUE);
    /* The mouse was not requested: reports of one are swallowed like everything unknown. */
    define_key(NULL, KEY_MOUSE);
    define_key("\033[I", 0); /* so are those of the focus, which new descriptions call keys */
    define_key("\033[O", 0);
    for (int i = 0; i < key_sequences_count; i++) {
        define_key(key_sequences[i].bytes, FIRST_OWN_CODE + i);
    }
}

/* ---- Frames ---------------------------------------------------------------------------- */

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
    if (is_ascii(cell) || cell->width == 0 || !only.is_utf8) {
        return false;
    }
    if (!is_same(cell, &only.asked)) {
        struct utf8_step step = utf8_decode((struct str){cell->utf8, cell->length});
        only.asked = *cell;
        only.is_asked_disputed = step.n != cell->length || !is_undisputed(step.code, cell);
    }
    return only.is_asked_disputed;
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
        } else if (only.is_utf8 && !is_disputed(cell) && cell->width > 0) {
            struct utf8_step step = utf8_decode((struct str){cell->utf8, cell->length});
            set_cell(&given[count++], (wchar_t)step.code, style);
        } else {
            /* A character that cannot be shown is a question mark; at the right edge, where a
             * wider character would wrap, so is one with disputed width. */
            bool is_at_edge = column + cell->width >= COLS;
            wchar_t stand_in = is_disputed(cell) && !is_at_edge ? NO_BREAK_SPACE : L'?';
            for (int i = 0; i < cell->width; i++) {
                set_cell(&given[count++], stand_in, style);
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
        for (int i = 0; i < columns; i++) {
            kept[i] = clear_cell;
        }
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
    /* Of the characters as curses knows them. */
    uint32_t hash = 0;
    for (int i = 0; i < columns; i++) {
        const char *utf8 = is_disputed(&cells[i]) ? "\xC2\xA0" : cells[i].utf8;
        for (; *utf8 != '\0' && !is_blank(&cells[i]); utf8++) {
            hash = (hash ^ (unsigned char)*utf8) * 16777619U + (uint32_t)i;
        }
    }
    only.hash[row] = hash;
    bool has_disputed = false;
    for (int i = 0; i < columns && !has_disputed; i++) {
        has_disputed = is_disputed(&cells[i]);
    }
    only.holds_disputed[row] = has_disputed;
    memcpy(kept, cells, size);
    return true;
}

/* ---- Past curses ----------------------------------------------------------------------- */

static void move_to(int row, int column)
{
    bytes_add_capability(tiparm(only.move, row, column));
}

static void turn_on(int style)
{
    vid_puts(only.looks[style].attributes, only.looks[style].pair, NULL, bytes_add);
}

static void write_disputed(const struct cell *cell, int row, int column, int style)
{
    move_to(row, column);
    turn_on(style);
    bytes_add_text(cell->width == 2 ? "  " : " ");
    turn_on(ROLE_PLAIN);
    move_to(row, column);
    turn_on(style);
    bytes_add_text(cell->utf8);
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
        bytes_add_text(cell->utf8);
    }
    turn_on(ROLE_PLAIN);
}

/* True when curses may scroll rows over each of these: it goes by rows whose characters were at
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

static void present(struct terminal *terminal, const struct frame *frame)
{
    (void)terminal;
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
    errno = 0;
    curs_set(has_cursor ? 1 : 0);
    move(least(has_cursor ? frame->cursor_row : frame->eye_row, rows - 1),
         least(has_cursor ? frame->cursor_column : frame->eye_column, columns - 1));
    wnoutrefresh(stdscr);
    doupdate();
    note_unwritten(errno);
    if (has_changed) {
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
            bytes_flush();
        }
    }
    only.unwritten_frames = only.unwritten != 0 ? only.unwritten_frames + 1 : 0;
}

static void get_size(struct terminal *terminal, int *rows, int *columns)
{
    (void)terminal;
    *rows = LINES < 1 ? 1 : LINES < FRAME_ROWS_MAX ? LINES : FRAME_ROWS_MAX;
    *columns = COLS < 1 ? 1 : COLS < FRAME_COLUMNS_MAX ? COLS : FRAME_COLUMNS_MAX;
}

/* Updates the size when curses missed a change (it was stopped, or the environment has a
 * different one). Returns whether it changed. */
static bool adopt_size(void)
{
    struct winsize size;
    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0 ||
        (size.ws_row == LINES && size.ws_col == COLS)) {
        return false;
    }
    resize_term(size.ws_row, size.ws_col);
    only.must_redraw = true;
    return true;
}

/* ---- Title and bell -------------------------------------------------------------------- */

/* Curses has no titles. The status line of old terminals is not a title: it would move the
 * cursor. */
static void find_title(bool is_wanted)
{
    const char *begin = capability_find("tsl");
    const char *end = capability_find("fsl");
    bool is_like_xterm = tigetflag("XT") > 0;
    only.title_begin = NULL;
    if (is_wanted && begin != NULL && end != NULL && strncmp(begin, "\033]", 2) == 0) {
        only.title_begin = begin;
        only.title_end = end;
    } else if (is_wanted && is_like_xterm) {
        only.title_begin = "\033]2;";
        only.title_end = "\007";
    }
}

/* The codes that restore the title: the saved one from the terminal's stack, and before it, for
 * those that have none, one that says nothing of a fight that is over. */
static void add_title_back(void)
{
    if (only.is_titled) {
        bytes_add_text(only.title_begin);
        bytes_add_text("Terminal");
        bytes_add_text(only.title_end);
        bytes_add_text("\033[23;0t");
    }
}

static void give_title_back(void)
{
    add_title_back();
    bytes_flush();
    only.is_titled = false;
}

static void prepare_restore(void);

static void show_title(void)
{
    if (only.title_begin == NULL || only.title[0] == '\0') {
        return;
    }
    bool is_first = !only.is_titled;
    if (is_first) {
        bytes_add_text("\033[22;0t"); /* others than xterm have a stack, or ignore it */
    }
    bytes_add_text(only.title_begin);
    for (const char *p = only.title; *p != '\0'; p++) {
        bool is_ascii = (unsigned char)*p < 0x80;
        bytes_add(is_ascii || only.is_utf8 ? *p : '?');
    }
    bytes_add_text(only.title_end);
    bytes_flush();
    only.is_titled = true;
    if (is_first) {
        prepare_restore();
    }
}

static void set_title(struct terminal *terminal, const char *title)
{
    (void)terminal;
    utf8_clean(only.title, sizeof only.title, str_of(title));
    if (only.title[0] == '\0' && only.is_titled) {
        give_title_back();
        prepare_restore();
    }
    show_title();
}

static void ring(struct terminal *terminal)
{
    (void)terminal;
    beep();
}

/* ---- What the terminal is asked -------------------------------------------------------- */

/* Its answers come with the keys: at once, late, in pieces, or never, since what is between
 * here and the terminal may not pass a query on (tmux, mosh). Nothing waits for them: frames
 * are drawn by what is known, and follow. No other answer is a sign that one will not come:
 * screen itself answers some, before the terminal does.
 *
 * The background; and how wide a sign is, for which one is written and the place of the cursor
 * asked: xterm with -cjk_width, and others by a setting, give signs two columns. */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_named(const char *beginning)
{
    const char *name = getenv("TERM");
    return name != NULL && strncmp(name, beginning, strlen(beginning)) == 0;
}

/* True when it takes an unknown string for a string; others would show its characters. */
static bool reads_strings(void)
{
    const char *begin = capability_find("tsl");
    return only.has_modes && (tigetflag("XT") > 0 || is_named("screen") || is_named("rxvt") ||
                              (begin != NULL && strncmp(begin, "\033]", 2) == 0));
}

static void adopt_theme(const struct term_wishes *wishes, enum colour_depth colours)
{
    only.theme = wishes->theme != NULL ? *wishes->theme : (struct theme){0};
    only.asks_background = only.theme.ground == GROUND_UNKNOWN && colours != COLOUR_MONO &&
                           reads_strings() && !is_named("linux");
    if (only.theme.ground == GROUND_UNKNOWN) {
        only.theme.ground = only.ground;
    }
}

static void ask(void)
{
    bool is_fresh = now_ms() - only.asked_ms >= DUE_MS;
    only.asked_ms = now_ms();
    only.is_background_due = only.asks_background;
    /* In two columns a wide sign leaves the cursor where a narrow one does. */
    bool asks_width = only.asks_width && COLS > 2;
    only.widths_due = (is_fresh ? 0 : only.widths_due) + (asks_width ? 1 : 0);
    if (only.asks_background) {
        bytes_add_text("\033]11;?\007");
    }
    if (asks_width) {
        /* The corner is blank, or drawn again after that. The cursor goes back by a move: where
         * it is saved, leaving the screen would look for it. */
        int row, column;
        getyx(curscr, row, column);
        move_to(0, 0);
        bytes_add_text("\xE2\x96\xB6\033[6n");
        move_to(0, 0);
        bytes_add_text("  ");
        move_to(row, column);
    }
    bytes_flush();
}

static bool is_answer_due(int within_ms)
{
    return (only.is_background_due || only.widths_due > 0) &&
           now_ms() - only.asked_ms < within_ms;
}

/* Returns whether frames look different now. */
static bool take_background(void)
{
    const int *colour = only.decoder.background;
    enum ground ground = ground_of_colour(colour[0], colour[1], colour[2]);
    bool is_news = only.asks_background && only.theme.ground != ground;
    only.ground = ground;
    only.is_background_due = false;
    if (is_news) {
        only.theme.ground = ground;
        start_colours(&only.theme, only.colours != COLOUR_MONO);
        find_looks(&only.theme);
        for (int row = 0; row < only.given.rows; row++) {
            if (!only.is_clear[row]) { /* no cell of a frame is like these */
                memset(&only.given.cells[row * only.given.columns], 0xFF,
                       (size_t)only.given.columns * sizeof only.given.cells[0]);
            }
        }
    }
    return is_news;
}

/* The glyphs of frames: the wished ones, where the terminal shows them one column wide. */
static enum glyph_set glyphs_shown(void)
{
    bool is_unicode = only.glyphs == GLYPHS_UNICODE || only.glyphs == GLYPHS_BLOCKS;
    return is_unicode && only.is_wide ? GLYPHS_LETTERS : only.glyphs;
}

/* Returns whether frames look different now. */
static bool take_width(struct terminal *terminal)
{
    bool is_wide = only.decoder.sign_columns == 2;
    bool is_news = is_wide != only.is_wide;
    only.is_wide = is_wide;
    only.widths_due -= only.widths_due > 0 ? 1 : 0;
    if (is_news) {
        terminal->glyphs = glyphs_shown();
        only.asked = (struct cell){.length = 0};
        only.must_redraw = true;
    }
    return is_news;
}

/* ---- The screen taken and given back --------------------------------------------------- */

static const char modes_on[] = "\033[?2004h\033[8l";
static const char modes_off[] = "\033[?2004l\033[8h";

/* Pastes, which curses does not know and terminfo only recently has a name for. And the
 * terminal leaves letters where they are: of those that order Hebrew and Arabic by themselves
 * (VTE, mlterm), some move the columns after a name. */
static void set_modes_of_screen(bool is_on)
{
    if (only.has_modes) {
        bytes_add_text(is_on ? modes_on : modes_off);
        bytes_flush();
    }
}

static void leave_screen(void)
{
    struct term_input input;
    enum decoded decoded = DECODED_UNSEEN;
    while (decoded != DECODED_NOTHING && is_answer_due(LEAVING_MS)) {
        decoded = decoder_next(&input, &only.decoder, LEAVING_MS);
        only.is_background_due = only.is_background_due && decoded != DECODED_BACKGROUND;
        only.widths_due -= decoded == DECODED_WIDTH ? 1 : 0;
    }
    only.unwritten = 0;
    errno = 0;
    set_modes_of_screen(false);
    if (!isendwin()) {
        /* Where the screen before is not brought back, or only as the terminal's description
         * says and not by what is between it and here (mosh, screen), what is written next
         * comes into the last row. */
        move(LINES - 1, 0);
        clrtoeol();
        refresh();
    }
    give_title_back();
    endwin();
    note_unwritten(errno);
    if (only.unwritten != 0) {
        guard_write_restore();
    }
    guard_set_restore("", 0);
}

/* Prepares the codes for a crash, since endwin may not be called in a handler. */
static void prepare_restore(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    if (only.has_modes) {
        bytes_add_text(modes_off);
    }
    add_title_back();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *capability = capability_find(names[i]);
        if (capability != NULL) {
            bytes_add_capability(capability);
        }
    }
    bytes_add('\r');
    bytes_add('\n');
    guard_set_restore(gathered, gathered_count < GUARD_RESTORE_SIZE ? gathered_count : 0);
    gathered_count = 0;
}

static void enter_screen(void)
{
    prepare_restore();
    only.unset = reset_prog_mode() == ERR ? errno : 0;
    adopt_size();
    begin_anew(least(LINES, FRAME_ROWS_MAX), least(COLS, FRAME_COLUMNS_MAX));
    refresh();
    set_modes_of_screen(true);
    show_title();
    ask();
}

/* The screen is drawn whole, and the modes are set again: another terminal may show it now
 * (dtach), in which a paste would be keys. */
static void begin_again(void)
{
    only.must_redraw = true;
    set_modes_of_screen(true);
    show_title();
    ask();
}

/* ---- Reading --------------------------------------------------------------------------- */

static struct code keys_next(void *context, int wait_ms)
{
    (void)context;
    wtimeout(only.keys, wait_ms);
    errno = 0;
    int value = wgetch(only.keys);
    if (is_of_device(errno)) {
        only.unread = errno;
    }
    if (value == ERR) {
        return (struct code){CODE_NONE, 0};
    }
    if (value == KEY_RESIZE) {
        adopt_size();
        begin_again();
    }
    if (value > 0xFF) {
        /* The meaning of curses' numbers above those of bytes. */
        if (value >= FIRST_OWN_CODE && value < FIRST_OWN_CODE + key_sequences_count) {
            return key_sequences[value - FIRST_OWN_CODE].code;
        }
        if (value == KEY_RESIZE) {
            return (struct code){CODE_RESIZE, 0};
        }
        if (value >= KEY_F(1) && value <= KEY_F(12)) {
            return (struct code){CODE_KEY, NAMED_KEY_F1 + value - KEY_F(1)};
        }
        for (int i = 0; i < DESCRIBED_KEYS; i++) {
            if (described_keys[i].code == value) {
                return (struct code){CODE_KEY, described_keys[i].key};
            }
        }
        return (struct code){CODE_UNKNOWN, 0};
    }
    if (only.is_utf8 || value < 0x80) {
        return (struct code){CODE_BYTE, value};
    }
    wint_t wide = btowc(value);
    /* If the locale has no character there, it may still be a control character. */
    int unknown = value <= CONTROL_LAST ? value : UTF8_REPLACEMENT;
    return (struct code){CODE_CHARACTER, wide == WEOF ? unknown : (int)wide};
}

static void stop(struct term_input *out)
{
    leave_screen();
    guard_stop();
    enter_screen();
    out->kind = INPUT_RESIZE;
}

static bool take_flags(struct term_input *out)
{
    if (guard_must_end()) {
        out->kind = INPUT_TERMINATE;
        return true;
    }
    if (guard_must_stop()) {
        stop(out);
        return true;
    }
    if (guard_was_continued()) {
        enter_screen();
        out->kind = INPUT_RESIZE;
        return true;
    }
    return false;
}

static void take_own_key(struct term_input *out)
{
    if (out->kind != INPUT_KEY) {
        return;
    }
    if (out->key == KEY_OF_STOP) {
        stop(out);
    } else if (out->key == KEY_OF_REDRAW) {
        begin_again();
        out->kind = INPUT_RESIZE;
    }
}

static void end_input(struct term_input *out, struct terminal *terminal, const char *what,
                      int number)
{
    out->kind = INPUT_END;
    if (!guard_is_hung_up(STDIN_FILENO)) {
        error_set(&terminal->lost, STATUS_IO, "the terminal",
                  "%s: %s. Every act that was shown is in the campaign", what,
                  number != 0 ? strerror(number) : "it gives no reason");
    }
}

/* A frame that could not be written is drawn again, whole, and modes are set again; true when
 * that is to happen, or cannot. */
static bool mend_output(struct term_input *out, struct terminal *terminal)
{
    int unwritten = only.unwritten;
    only.unwritten = 0;
    if (only.unset != 0) {
        only.unset = reset_prog_mode() == ERR ? errno : 0;
        if (only.unset != 0) {
            end_input(out, terminal, "its modes cannot be set", only.unset);
            return true;
        }
    }
    if (unwritten == 0) {
        return false;
    }
    if (only.unwritten_frames > FAILED_FRAMES_MAX || guard_is_hung_up(STDIN_FILENO)) {
        end_input(out, terminal, "it cannot be written to", unwritten);
        return true;
    }
    begin_again();
    out->kind = INPUT_RESIZE;
    return true;
}

static void read_event(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    enum guard_event event = GUARD_SIGNAL;
    int failed_reads = 0, unwaited = 0;
    if (mend_output(out, terminal)) {
        return;
    }
    guard_begin();
    while (!take_flags(out)) {
        int wait_ms = event == GUARD_READY ? ESCAPE_WAIT_MS : 0;
        only.decoder.is_answer_due = is_answer_due(DUE_MS);
        enum decoded decoded = decoder_next(out, &only.decoder, wait_ms);
        if (only.unread != 0) {
            /* Curses keeps the failure among the keys: what follows could be the rest of an
             * answer, and would be taken for keys that nobody pressed. */
            end_input(out, terminal, "it cannot be read", only.unread);
            break;
        }
        if (decoded == DECODED_EVENT) {
            take_own_key(out);
            break;
        }
        if ((decoded == DECODED_BACKGROUND && take_background()) ||
            (decoded == DECODED_WIDTH && take_width(terminal))) {
            out->kind = INPUT_RESIZE;
            break;
        }
        if (decoded != DECODED_NOTHING) {
            failed_reads = 0;
            continue;
        }
        if (adopt_size()) {
            begin_again();
            out->kind = INPUT_RESIZE;
            break;
        }
        bool has_failed = event == GUARD_READY || event == GUARD_HANGUP;
        failed_reads = has_failed ? failed_reads + 1 : 0;
        if (failed_reads > FAILED_READS_MAX ||
            (failed_reads > 0 && guard_is_hung_up(STDIN_FILENO))) {
            end_input(out, terminal, "it cannot be read", unwaited);
            break;
        }
        event = guard_wait(STDIN_FILENO, only.is_watching ? only.watched : -1, timeout_ms);
        unwaited = event == GUARD_HANGUP ? errno : unwaited;
        if (event == GUARD_TIMEOUT || event == GUARD_OUTSIDE) {
            out->kind = event == GUARD_TIMEOUT ? INPUT_NONE : INPUT_OUTSIDE;
            break;
        }
    }
    guard_end();
}

/* ---- Opening and closing --------------------------------------------------------------- */

static void pause_screen(struct terminal *terminal)
{
    (void)terminal;
    leave_screen();
    guard_release_errors();
}

static void resume_screen(struct terminal *terminal)
{
    (void)terminal;
    guard_catch_errors();
    enter_screen();
}

static void watch(struct terminal *terminal, int descriptor)
{
    (void)terminal;
    only.is_watching = descriptor >= 0;
    only.watched = descriptor;
}

static void close_screen(struct terminal *terminal)
{
    guard_ignore_keys();
    leave_screen();
    int unset = guard_put_modes_back();
    if (unset != 0 && !guard_is_hung_up(STDIN_FILENO)) {
        error_set(&terminal->lost, STATUS_IO, "the terminal",
                  "its modes cannot be put back: %s. `reset` does it", strerror(unset));
    }
    delwin(only.keys);
    delscreen(only.screen);
    guard_remove();
    guard_release_errors();
    memset(&only, 0, sizeof only);
}

/* False, with errno: keys would not come one by one, and would be echoed. */
static bool set_modes(void)
{
    bool is_set = cbreak() == OK && noecho() == OK && nonl() == OK;
    intrflush(stdscr, FALSE);
    /* C-c, C-z and C-\ are keys, since in a paste they must be plain text: a stop in the middle
     * of one would hand the rest of it to the shell. C-s does not freeze the screen. */
    struct termios modes;
    if (!is_set || tcgetattr(STDIN_FILENO, &modes) != 0) {
        return false;
    }
    modes.c_iflag &= ~(tcflag_t)IXON;
    modes.c_lflag &= ~(tcflag_t)(IEXTEN | ISIG);
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) == 0 && def_prog_mode() == OK;
}

static const char without_screen[] =
    "`referee table --linear`, `referee run` and `referee show` work without a screen";

static enum status fail_of_modes(const char *what, int number, struct error *err)
{
    return error_set(err, STATUS_IO, "the terminal", "its modes cannot be %s: %s; %s", what,
                     strerror(number), without_screen);
}

/* Curses decides here, by the locale, whether it may have characters repeated by the terminal
 * (rep), which some that are between here and the terminal cannot. In a locale of UTF-8 it
 * never does. */
static SCREEN *new_screen(void)
{
    char locale[LOCALE_SIZE];
    const char *name = setlocale(LC_CTYPE, NULL);
    text_format(locale, sizeof locale, "%s", name != NULL ? name : "C");
    setlocale(LC_CTYPE, "C.UTF-8");
    SCREEN *screen = newterm(NULL, stdout, stdin);
    setlocale(LC_CTYPE, locale);
    return screen;
}

static enum status start_curses(struct error *err)
{
    const char *name = getenv("TERM");
    if (name == NULL || name[0] == '\0') {
        return error_set(err, STATUS_IO, "",
                         "TERM, the kind of terminal, is not set (xterm is the usual one); %s",
                         without_screen);
    }
    only.screen = new_screen();
    if (only.screen == NULL) {
        return error_set(
            err, STATUS_IO, "",
            "the terminal \"%.40s\" (TERM) is not known here (TERM=xterm may do); %s", name,
            without_screen);
    }
    const char *move_cursor = capability_find("cup");
    if (move_cursor == NULL) {
        endwin();
        delscreen(only.screen);
        return error_set(err, STATUS_IO, "",
                         "the terminal \"%.40s\" (TERM) cannot place text; %s", name,
                         without_screen);
    }
    only.has_modes = strncmp(move_cursor, "\033[", 2) == 0;
    /* Before the screen was restored once, ncurses 6.4 writes at each move of the cursor: many
     * small pieces of a frame in place of one. The terminal need not see that. */
    char leave = capability_begin("rmcup", '\0');
    endwin();
    capability_begin("rmcup", leave);
    return STATUS_OK;
}

static bool may_colour(struct term_wishes wishes)
{
    const char *no_colour = getenv("NO_COLOR");
    return !wishes.wants_mono && (no_colour == NULL || no_colour[0] == '\0');
}

/* True when the name of the locale says UTF-8: ssh hands on names of locales that are not
 * installed here. */
static bool names_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *name = NULL;
    for (int i = 0; i < 3 && (name == NULL || name[0] == '\0'); i++) {
        name = getenv(variables[i]);
    }
    const char *codeset = name != NULL ? strchr(name, '.') : NULL;
    return codeset != NULL &&
           (strncasecmp(codeset, ".UTF-8", 6) == 0 || strncasecmp(codeset, ".utf8", 5) == 0);
}

/* Curses writes characters by the locale; when the user knows the terminal better, the locale
 * is changed. */
static void choose_locale(const struct term_wishes *wishes)
{
    bool is_installed = setlocale(LC_CTYPE, "") != NULL;
    bool is_wanted = wishes->wants_unicode || (!is_installed && names_utf8());
    if (is_wanted && strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        setlocale(LC_CTYPE, "C.UTF-8");
    }
    only.is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* The fonts of the Linux console lack half of the marks, and show one sign for all of them. */
static void adopt_glyphs(const struct term_wishes *wishes)
{
    bool is_linux = is_named("linux") && !wishes->wants_unicode;
    only.glyphs = !only.is_utf8                     ? GLYPHS_ASCII
                  : wishes->wants_ascii || is_linux ? GLYPHS_LETTERS
                  : wishes->wants_blocks            ? GLYPHS_BLOCKS
                                                    : GLYPHS_UNICODE;
    only.is_wide = only.is_wide && !wishes->wants_unicode;
    only.asks_width = only.has_modes && only.is_utf8 && !wishes->wants_unicode && !is_linux;
}

static void restyle(struct terminal *terminal, const struct term_wishes *wishes)
{
    give_title_back();
    find_title(wishes->wants_title);
    prepare_restore();
    choose_locale(wishes);
    adopt_theme(wishes, terminal->colours);
    start_colours(&only.theme, only.colours != COLOUR_MONO);
    find_looks(&only.theme);
    adopt_glyphs(wishes);
    only.asked = (struct cell){.length = 0};
    only.must_redraw = true;
    terminal->glyphs = glyphs_shown();
    show_title();
    ask();
}

enum status term_curses_open(struct terminal *out, struct term_wishes wishes, struct error *err)
{
    static const struct terminal_operations operations = {
        .size = get_size,
        .present = present,
        .read = read_event,
        .pause = pause_screen,
        .resume = resume_screen,
        .close = close_screen,
        .restyle = restyle,
        .title = set_title,
        .bell = ring,
        .watch = watch,
    };
    CHECK(only.screen == NULL);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return error_set(err, STATUS_USAGE, "", "standard %s is not a terminal; %s",
                         isatty(STDIN_FILENO) ? "output" : "input", without_screen);
    }
    choose_locale(&wishes);
    int unread = guard_install(STDIN_FILENO);
    enum status status = unread == 0 ? start_curses(err) : fail_of_modes("read", unread, err);
    if (status == STATUS_OK && !set_modes()) {
        status = fail_of_modes("set", errno, err);
        endwin();
        delscreen(only.screen);
    }
    if (status != STATUS_OK) {
        (void)guard_put_modes_back();
        guard_remove();
        memset(&only, 0, sizeof only);
        return status;
    }
    guard_catch_errors();
    decoder_init(&only.decoder, keys_next, NULL);
    out->lost = (struct error){.code = STATUS_OK};
    find_title(wishes.wants_title);
    open_keys();
    /* The screen was taken when curses started, and not given back since. */
    char enter = capability_begin("smcup", '\0');
    enter_screen();
    capability_begin("smcup", enter);
    /* Must come after that: a screen that is entered with colours gets the terminal's own
     * palette back. */
    only.ground = is_named("linux") ? GROUND_DARK : ground_of_words(getenv("COLORFGBG"));
    adopt_theme(&wishes, may_colour(wishes) ? COLOUR_256 : COLOUR_MONO);
    only.colours = start_colours(&only.theme, may_colour(wishes));
    out->colours = only.colours;
    find_looks(&only.theme);
    only.move = capability_find("cup");
    typeahead(-1); /* a frame is shown in full, even when keys were typed meanwhile */
    only.asks_background = only.asks_background && out->colours != COLOUR_MONO;
    adopt_glyphs(&wishes);
    ask();
    out->operations = &operations;
    out->owner = NULL;
    out->glyphs = glyphs_shown();
    return STATUS_OK;
}

/* ---- facts ----------------------------------------------------------------------------- */

void term_curses_facts(struct term_facts *out)
{
    struct winsize size;
    int error;
    const char *name = getenv("TERM");
    *out = (struct term_facts){.name = name != NULL ? name : "", .library = curses_version()};
    out->is_terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        out->rows = size.ws_row;
        out->columns = size.ws_col;
    }
    out->is_locale_installed = setlocale(LC_CTYPE, "") != NULL;
    out->is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (out->name[0] == '\0' || setupterm(NULL, STDOUT_FILENO, &error) != OK) {
        return;
    }
    out->is_known = true;
    out->can_place = capability_find("cup") != NULL;
    out->has_keypad = capability_find("kcuu1") != NULL && capability_find("khome") != NULL;
    out->has_function_keys = capability_find("kf1") != NULL && capability_find("kf4") != NULL;
    out->colours = tigetnum("colors");
    del_curterm(cur_term);
}
