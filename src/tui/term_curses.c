#include "tui/term_curses.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "base/utf8.h"
#include "tui/term_decode.h"
#include "tui/term_guard.h"

/* How a frame reaches the screen.
 *
 * Curses keeps a model of what the terminal shows and sends differences, which is right as long as
 * both agree how wide each character is. For ASCII, our own glyphs, European letters and the wide
 * letters of East Asia they do. For the rest (emoji, marks, rare scripts) nobody can know, so
 * curses never sees such a cell: it gets blanks, and a second pass writes the cell and the one
 * after it, each behind an absolute move of the cursor. However wide the terminal then draws it,
 * every other cell stands where it belongs. A row that held such cells and has changed is sent
 * whole. To trust another range of characters to curses, extend is_undisputed. */

enum {
    ESCAPE_WAIT_MS = 20,     /* how long curses waits for the rest of a key's sequence */
    FAILED_READS_MAX = 1000, /* input that is there and cannot be read is a lost terminal */
    FIRST_OWN_CODE = 0x4000, /* above the codes that curses uses for keys */
    BYTES_SIZE = 4096,
};

struct key_sequence {
    const char *bytes;
    struct code code;
};

/* Terminals send arrows in two forms, depending on a mode that a remote side may not know. */
static const struct key_sequence sequences[] = {
    {"\033[A", {CODE_KEY, NAMED_KEY_UP}},
    {"\033OA", {CODE_KEY, NAMED_KEY_UP}},
    {"\033[B", {CODE_KEY, NAMED_KEY_DOWN}},
    {"\033OB", {CODE_KEY, NAMED_KEY_DOWN}},
    {"\033[C", {CODE_KEY, NAMED_KEY_RIGHT}},
    {"\033OC", {CODE_KEY, NAMED_KEY_RIGHT}},
    {"\033[D", {CODE_KEY, NAMED_KEY_LEFT}},
    {"\033OD", {CODE_KEY, NAMED_KEY_LEFT}},
    {"\033[H", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033OH", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033[1~", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033[7~", {CODE_KEY, NAMED_KEY_HOME}},
    {"\033[F", {CODE_KEY, NAMED_KEY_END}},
    {"\033OF", {CODE_KEY, NAMED_KEY_END}},
    {"\033[4~", {CODE_KEY, NAMED_KEY_END}},
    {"\033[8~", {CODE_KEY, NAMED_KEY_END}},
    {"\033[2~", {CODE_KEY, NAMED_KEY_INSERT}},
    {"\033[3~", {CODE_KEY, NAMED_KEY_DELETE}},
    {"\033[5~", {CODE_KEY, NAMED_KEY_PAGE_UP}},
    {"\033[6~", {CODE_KEY, NAMED_KEY_PAGE_DOWN}},
    {"\033[Z", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_TAB}},
    {"\033[1;5A", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_UP}},
    {"\033[1;5B", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_DOWN}},
    {"\033[1;5C", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_RIGHT}},
    {"\033[1;5D", {CODE_KEY, KEY_WITH_CONTROL | NAMED_KEY_LEFT}},
    {"\033[1;2A", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_UP}},
    {"\033[1;2B", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_DOWN}},
    {"\033[1;2C", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_RIGHT}},
    {"\033[1;2D", {CODE_KEY, KEY_WITH_SHIFT | NAMED_KEY_LEFT}},
    {"\033[1;3A", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_UP}},
    {"\033[1;3B", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_DOWN}},
    {"\033[1;3C", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_RIGHT}},
    {"\033[1;3D", {CODE_KEY, KEY_WITH_ALT | NAMED_KEY_LEFT}},
    {"\033OM", {CODE_KEY, NAMED_KEY_ENTER}},
    {"\033OP", {CODE_KEY, NAMED_KEY_F1}},
    {"\033OQ", {CODE_KEY, NAMED_KEY_F2}},
    {"\033OR", {CODE_KEY, NAMED_KEY_F3}},
    {"\033OS", {CODE_KEY, NAMED_KEY_F4}},
    {"\033[200~", {CODE_PASTE_BEGIN, 0}},
    {"\033[201~", {CODE_PASTE_END, 0}},
};

enum { SEQUENCES = sizeof sequences / sizeof sequences[0] };

/* What the terminal's own description calls its keys, where that differs from the above. */
static const struct {
    int code;
    int key;
} curses_keys[] = {
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
    {KEY_SLEFT, KEY_WITH_SHIFT | NAMED_KEY_LEFT},
    {KEY_SRIGHT, KEY_WITH_SHIFT | NAMED_KEY_RIGHT},
    {KEY_SR, KEY_WITH_SHIFT | NAMED_KEY_UP},
    {KEY_SF, KEY_WITH_SHIFT | NAMED_KEY_DOWN},
};

enum { CURSES_KEYS = sizeof curses_keys / sizeof curses_keys[0] };

/* The one real terminal. */
static struct {
    SCREEN *screen;
    WINDOW *keys; /* reading from a window of its own never redraws the screen */
    enum colour_depth colours;
    bool is_unicode; /* what the terminal understands, whatever frames are made of */
    bool has_modes;  /* it knows the private modes of xterm, or ignores them safely */
    bool must_redraw;
    int given_rows, given_columns; /* of the last frame; 0: none yet */
    struct cell cells[FRAME_ROWS_MAX][FRAME_COLUMNS_MAX]; /* of that frame */
    bool had_disputed[FRAME_ROWS_MAX];
    struct decoder decoder;
    char bytes[BYTES_SIZE]; /* output that goes around curses */
    int bytes_count;
} only;

/* ---- Writing around curses ---- */

static void flush_bytes(void)
{
    int done = 0;
    while (done < only.bytes_count) {
        ssize_t written =
            write(STDOUT_FILENO, only.bytes + done, (size_t)(only.bytes_count - done));
        if (written <= 0) {
            break;
        }
        done += (int)written;
    }
    only.bytes_count = 0;
}

static int add_byte(int byte)
{
    if (only.bytes_count == BYTES_SIZE) {
        flush_bytes();
    }
    only.bytes[only.bytes_count++] = (char)byte;
    return byte;
}

/* A capability of the terminal, without the delays that its description may ask for in "$<5>". */
static void add_capability(const char *capability)
{
    for (const char *p = capability; *p != '\0'; p++) {
        const char *end = p[0] == '$' && p[1] == '<' ? strchr(p, '>') : NULL;
        if (end != NULL) {
            p = end;
        } else {
            add_byte(*p);
        }
    }
}

/* NULL where the terminal has none. */
static const char *capability_find(const char *name)
{
    const char *capability = tigetstr(name);
    return capability == (const char *)-1 ? NULL : capability;
}

static void add_if_known(const char *name)
{
    const char *capability = capability_find(name);
    if (capability != NULL) {
        add_capability(capability);
    }
}

static void set_paste_mode(bool is_on)
{
    if (only.has_modes) {
        add_capability(is_on ? "\033[?2004h" : "\033[?2004l");
        flush_bytes();
    }
}

/* ---- Showing ---- */

static void look_of(attr_t *attributes, short *pair, const struct cell *cell)
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
    unsigned wanted = theme_look((enum role)cell->role, only.colours).attributes;
    *attributes = A_NORMAL;
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++) {
        if ((wanted & both[i].ours) != 0) {
            *attributes |= both[i].theirs;
        }
    }
    *pair = (short)(only.colours == COLOUR_MONO ? 0 : cell->role + 1);
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

/* Whether the row is another than the one given last; keeps it as that. */
static bool keep_row(const struct frame *frame, int row)
{
    struct cell *kept = only.cells[row];
    const struct cell *cells = frame_cell(frame, row, 0);
    size_t size = (size_t)frame->columns * sizeof *cells;
    _Static_assert(sizeof *cells == GRAPHEME_SIZE + 3, "cells have no gaps to compare");
    if (memcmp(kept, cells, size) == 0) {
        return false;
    }
    memcpy(kept, cells, size);
    return true;
}

/* Gives a row to curses; returns whether it holds cells that curses must not see. */
static bool give_row(const struct frame *frame, int row, int columns)
{
    cchar_t line[FRAME_COLUMNS_MAX];
    int count = 0;
    bool has_disputed = false;
    const struct cell *looked = NULL; /* its look holds until a cell has another */
    attr_t attributes;
    short pair;
    for (int column = 0; column < columns; column++) {
        const struct cell *cell = frame_cell(frame, row, column);
        if (looked == NULL || looked->role != cell->role) {
            look_of(&attributes, &pair, cell);
            looked = cell;
        }
        wchar_t shown = plain_of(cell, columns - column - cell->width);
        has_disputed = has_disputed || shown == L'\0';
        bool is_whole = shown != L'\0' && (cell->width == 1 || wcwidth(shown) == 2);
        wchar_t text[2] = {shown != L'\0' ? shown : L' ', L'\0'};
        setcchar(&line[count++], text, attributes, pair, NULL);
        if (cell->width == 2) {
            column++;
            if (!is_whole) {
                setcchar(&line[count++], text, attributes, pair, NULL);
            }
        }
    }
    mvadd_wchnstr(row, 0, line, count);
    return has_disputed;
}

static void add_cell(const struct cell *cell, const char *move, int row, int column)
{
    attr_t attributes;
    short pair;
    look_of(&attributes, &pair, cell);
    add_capability(tiparm(move, row, column));
    vid_puts(attributes, pair, NULL, add_byte);
    for (int i = 0; i < cell->length; i++) {
        add_byte((unsigned char)cell->utf8[i]);
    }
}

/* The second pass over a row: the cells that curses did not see, each with the one after it, which
 * the terminal may just have drawn over. */
static void add_disputed(const struct frame *frame, int row, int columns)
{
    const char *move = capability_find("cup");
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

static void present(struct terminal *terminal, const struct frame *frame)
{
    (void)terminal;
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
        if (!keep_row(frame, row) && !only.must_redraw && !is_other_size) {
            continue; /* nearly all rows of most frames: curses has it already */
        }
        bool has_disputed = give_row(frame, row, columns);
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
        vid_puts(A_NORMAL, 0, NULL, add_byte);
        add_capability(tiparm(capability_find("cup"), cursor_row, cursor_column));
        flush_bytes();
    }
}

static void get_size(struct terminal *terminal, int *rows, int *columns)
{
    (void)terminal;
    *rows = LINES < 1 ? 1 : LINES < FRAME_ROWS_MAX ? LINES : FRAME_ROWS_MAX;
    *columns = COLS < 1 ? 1 : COLS < FRAME_COLUMNS_MAX ? COLS : FRAME_COLUMNS_MAX;
}

/* Follows the true size where curses was not told of it (it was stopped, or the environment names
 * another one). Returns whether it changed. */
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

/* ---- Reading ---- */

/* What curses means by a number above that of a byte. */
static struct code code_from_curses(int value)
{
    if (value >= FIRST_OWN_CODE && value < FIRST_OWN_CODE + SEQUENCES) {
        return sequences[value - FIRST_OWN_CODE].code;
    }
    if (value == KEY_RESIZE) {
        adopt_size();
        only.must_redraw = true;
        return (struct code){CODE_RESIZE, 0};
    }
    if (value >= KEY_F(1) && value <= KEY_F(12)) {
        return (struct code){CODE_KEY, NAMED_KEY_F1 + value - KEY_F(1)};
    }
    for (int i = 0; i < CURSES_KEYS; i++) {
        if (curses_keys[i].code == value) {
            return (struct code){CODE_KEY, curses_keys[i].key};
        }
    }
    return (struct code){CODE_UNKNOWN, 0};
}

/* Bytes are put together by the decoder and not by curses, for which a byte that is no text spoils
 * the keys after it. */
static struct code next_code(void *context, int wait_ms)
{
    (void)context;
    wtimeout(only.keys, wait_ms);
    int value = wgetch(only.keys);
    if (value == ERR) {
        return (struct code){CODE_NONE, 0};
    }
    if (value > 0xFF) {
        return code_from_curses(value);
    }
    if (only.is_unicode || value < 0x80) {
        return (struct code){CODE_BYTE, value};
    }
    wint_t wide = btowc(value);
    return (struct code){CODE_CHARACTER, wide == WEOF ? UTF8_REPLACEMENT : (int)wide};
}

static void leave_screen(void)
{
    set_paste_mode(false);
    endwin();
    guard_set_restore("", 0);
}

/* Prepares what a crash has to write. */
static void prepare_restore(void)
{
    only.bytes_count = 0;
    if (only.has_modes) {
        add_capability("\033[?2004l");
    }
    add_if_known("sgr0");
    add_if_known("rmkx");
    add_if_known("cnorm");
    add_if_known("rmcup");
    add_byte('\r');
    add_byte('\n');
    if (only.bytes_count <= GUARD_RESTORE_SIZE) {
        guard_set_restore(only.bytes, only.bytes_count);
    }
    only.bytes_count = 0;
}

static void enter_screen(void)
{
    prepare_restore();
    reset_prog_mode();
    only.must_redraw = true;
    adopt_size();
    refresh();
    set_paste_mode(true);
}

static bool take_flags(struct term_input *out)
{
    if (guard_must_end()) {
        out->kind = INPUT_TERMINATE;
        return true;
    }
    if (guard_must_stop()) {
        leave_screen();
        guard_stop();
        enter_screen();
        out->kind = INPUT_RESIZE;
        return true;
    }
    if (guard_was_continued()) {
        enter_screen();
        out->kind = INPUT_RESIZE;
        return true;
    }
    return false;
}

static void wait_for_event(struct term_input *out, int timeout_ms)
{
    enum guard_event event = GUARD_SIGNAL;
    int failed_reads = 0;
    while (!take_flags(out)) {
        int wait_ms = event == GUARD_READY ? ESCAPE_WAIT_MS : 0;
        enum decoded decoded = decoder_next(out, &only.decoder, wait_ms);
        if (decoded == DECODED_EVENT) {
            return;
        }
        if (decoded == DECODED_UNSEEN) {
            failed_reads = 0;
            continue;
        }
        if (adopt_size()) {
            out->kind = INPUT_RESIZE;
            return;
        }
        failed_reads = event == GUARD_READY ? failed_reads + 1 : 0;
        if (failed_reads > FAILED_READS_MAX ||
            (failed_reads > 0 && guard_is_hung_up(STDIN_FILENO))) {
            out->kind = INPUT_END;
            return;
        }
        event = guard_wait(STDIN_FILENO, timeout_ms);
        if (event == GUARD_TIMEOUT || event == GUARD_HANGUP) {
            out->kind = event == GUARD_TIMEOUT ? INPUT_NONE : INPUT_END;
            return;
        }
    }
}

static void read_event(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    (void)terminal;
    guard_begin();
    wait_for_event(out, timeout_ms);
    guard_end();
}

/* ---- Opening and closing ---- */

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

static void close_screen(struct terminal *terminal)
{
    (void)terminal;
    leave_screen();
    delwin(only.keys);
    delscreen(only.screen);
    guard_remove();
    guard_release_errors();
    memset(&only, 0, sizeof only);
}

static enum colour_depth start_colours(struct term_wishes wishes)
{
    const char *no_colour = getenv("NO_COLOR");
    if (wishes.wants_mono || (no_colour != NULL && no_colour[0] != '\0') || !has_colors() ||
        start_color() == ERR || COLORS < 8 || COLOR_PAIRS <= ROLE_COUNT) {
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

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    set_escdelay(ESCAPE_WAIT_MS);
    only.keys = newpad(1, 1);
    CHECK(only.keys != NULL);
    keypad(only.keys, TRUE);
    /* C-c is a key, and C-s does not freeze the screen; ^Z stays the terminal's. */
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_cc[VINTR] = _POSIX_VDISABLE;
        modes.c_iflag &= ~(tcflag_t)IXON;
        modes.c_lflag &= ~(tcflag_t)IEXTEN;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
        def_prog_mode();
    }
    /* No mouse was asked for: what looks like one is swallowed like all that is unknown. */
    define_key(NULL, KEY_MOUSE);
    for (int i = 0; i < SEQUENCES; i++) {
        define_key(sequences[i].bytes, FIRST_OWN_CODE + i);
    }
}

static const char without_screen[] = 
    "`referee table --linear`, `referee run` and `referee show` work without a screen";

static enum status start_curses(struct error *err)
{
    const char *name = getenv("TERM");
    only.screen = newterm(NULL, stdout, stdin);
    if (only.screen == NULL) {
        return error_set(err, STATUS_USAGE, "",
                         "the terminal \"%s\" (TERM) is not known here; %s",
                         name != NULL ? name : "", without_screen);
    }
    const char *move_cursor = capability_find("cup");
    if (move_cursor == NULL) {
        endwin();
        delscreen(only.screen);
        return error_set(err, STATUS_USAGE, "",
                         "the terminal \"%s\" (TERM) cannot place text; %s",
                         name != NULL ? name : "", without_screen);
    }
    only.has_modes = strncmp(move_cursor, "\033[", 2) == 0;
    return STATUS_OK;
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
    };
    CHECK(only.screen == NULL);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return error_set(err, STATUS_USAGE, "", "standard %s is not a terminal; %s",
                         isatty(STDIN_FILENO) ? "output" : "input", without_screen);
    }
    setlocale(LC_CTYPE, "");
    only.is_unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    guard_install(STDIN_FILENO);
    enum status status = start_curses(err);
    if (status != STATUS_OK) {
        guard_remove();
        memset(&only, 0, sizeof only);
        return status;
    }
    guard_catch_errors();
    decoder_init(&only.decoder, next_code, NULL);
    set_modes();
    only.colours = start_colours(wishes);
    /* Until a screen has been left once, ncurses 6.4 writes after every move of the cursor, dozens
     * of times a frame, in place of once: that costs more than drawing, and can be seen. */
    endwin();
    enter_screen();
    out->operations = &operations;
    out->owner = NULL;
    out->colours = only.colours;
    out->glyphs = only.is_unicode && !wishes.wants_ascii ? GLYPHS_UNICODE : GLYPHS_ASCII;
    return STATUS_OK;
}
