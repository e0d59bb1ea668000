#include "tui/term/term_curses.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"
#include "tui/term/term_curses_bytes.h"
#include "tui/term/term_curses_frame.h"
#include "tui/term/term_curses_keys.h"
#include "tui/term/term_decode.h"
#include "tui/term/term_guard.h"

/* When input is ready but cannot be read, the terminal is lost. */
enum { FAILED_READS_MAX = 1000, LOCALE_SIZE = 256 };

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
    int widths_due;        /* so many answers may still come */
    bool is_wide;          /* what it told */
    int64_t asked_ms;
} only;

/* ---- Showing --------------------------------------------------------------------------- */

static void present(struct terminal *terminal, const struct frame *frame)
{
    (void)terminal;
    curses_frame_present(frame);
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
    curses_frame_forget();
    return true;
}

/* ---- Title and bell -------------------------------------------------------------------- */

/* Curses has no titles. The status line of old terminals is not a title: it would move the
 * cursor. */
static void find_title(bool is_wanted)
{
    const char *begin = curses_capability_find("tsl");
    const char *end = curses_capability_find("fsl");
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
        curses_bytes_add_text(only.title_begin);
        curses_bytes_add_text("Terminal");
        curses_bytes_add_text(only.title_end);
        curses_bytes_add_text("\033[23;0t");
    }
}

static void give_title_back(void)
{
    add_title_back();
    curses_bytes_flush();
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
        curses_bytes_add_text("\033[22;0t"); /* others than xterm have a stack, or ignore it */
    }
    curses_bytes_add_text(only.title_begin);
    for (const char *p = only.title; *p != '\0'; p++) {
        bool is_ascii = (unsigned char)*p < 0x80;
        curses_bytes_add(is_ascii || only.is_utf8 ? *p : '?');
    }
    curses_bytes_add_text(only.title_end);
    curses_bytes_flush();
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

/* Whether it takes an unknown string for a string; others would show its characters. */
static bool reads_strings(void)
{
    const char *begin = curses_capability_find("tsl");
    return only.has_modes && (tigetflag("XT") > 0 || is_named("screen") || is_named("rxvt") ||
                              (begin != NULL && strncmp(begin, "\033]", 2) == 0));
}

static enum ground ground_at_first(void)
{
    return is_named("linux") ? GROUND_DARK : ground_of_words(getenv("COLORFGBG"));
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
    only.widths_due = (is_fresh ? 0 : only.widths_due) + (only.asks_width ? 1 : 0);
    if (only.asks_background) {
        curses_bytes_add_text("\033]11;?\007");
    }
    if (only.asks_width) {
        curses_frame_ask_width();
    }
    curses_bytes_flush();
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
        curses_frame_recolour(&only.theme);
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
        curses_frame_widen(is_wide);
    }
    return is_news;
}

static void await_answers(void)
{
    struct term_input input;
    enum decoded decoded = DECODED_UNSEEN;
    while (decoded != DECODED_NOTHING && is_answer_due(LEAVING_MS)) {
        decoded = decoder_next(&input, &only.decoder, LEAVING_MS);
        only.is_background_due = only.is_background_due && decoded != DECODED_BACKGROUND;
        only.widths_due -= decoded == DECODED_WIDTH ? 1 : 0;
    }
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
        curses_bytes_add_text(is_on ? modes_on : modes_off);
        curses_bytes_flush();
    }
}

static void leave_screen(void)
{
    await_answers();
    set_modes_of_screen(false);
    if (!isendwin()) {
        curses_frame_end();
    }
    give_title_back();
    endwin();
    guard_set_restore("", 0);
}

/* Prepares the codes for a crash, since endwin may not be called in a handler. */
static void prepare_restore(void)
{
    char bytes[GUARD_RESTORE_SIZE];
    if (only.has_modes) {
        curses_bytes_add_text(modes_off);
    }
    add_title_back();
    curses_bytes_add_if_known("sgr0");
    curses_bytes_add_if_known("rmkx");
    curses_bytes_add_if_known("cnorm");
    curses_bytes_add_if_known("rmcup");
    curses_bytes_add('\r');
    curses_bytes_add('\n');
    curses_bytes_take(bytes, sizeof bytes);
    guard_set_restore(bytes, (int)strlen(bytes));
}

static void enter_screen(void)
{
    prepare_restore();
    reset_prog_mode();
    adopt_size();
    curses_frame_begin();
    set_modes_of_screen(true);
    show_title();
    ask();
}

/* The screen is drawn whole, and the modes are set again: another terminal may show it now
 * (dtach), in which a paste would be keys. */
static void begin_again(void)
{
    curses_frame_forget();
    set_modes_of_screen(true);
    show_title();
    ask();
}

/* ---- Reading --------------------------------------------------------------------------- */

static struct code next_code(void *context, int wait_ms)
{
    (void)context;
    struct code code = curses_keys_next(wait_ms);
    if (code.kind == CODE_RESIZE) {
        adopt_size();
        begin_again();
    }
    return code;
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

static void wait_for_event(struct term_input *out, struct terminal *terminal, int timeout_ms)
{
    enum guard_event event = GUARD_SIGNAL;
    int failed_reads = 0;
    while (!take_flags(out)) {
        int wait_ms = event == GUARD_READY ? ESCAPE_WAIT_MS : 0;
        only.decoder.is_answer_due = is_answer_due(DUE_MS);
        enum decoded decoded = decoder_next(out, &only.decoder, wait_ms);
        if (decoded == DECODED_EVENT) {
            take_own_key(out);
            return;
        }
        if ((decoded == DECODED_BACKGROUND && take_background()) ||
            (decoded == DECODED_WIDTH && take_width(terminal))) {
            out->kind = INPUT_RESIZE;
            return;
        }
        if (decoded != DECODED_NOTHING) {
            failed_reads = 0;
            continue;
        }
        if (adopt_size()) {
            begin_again();
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
    guard_begin();
    wait_for_event(out, terminal, timeout_ms);
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

static void close_screen(struct terminal *terminal)
{
    (void)terminal;
    guard_ignore_keys();
    leave_screen();
    curses_keys_close();
    curses_frame_close();
    delscreen(only.screen);
    guard_remove();
    guard_release_errors();
    memset(&only, 0, sizeof only);
}

static void set_modes(void)
{
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    /* C-c, C-z and C-\ are keys, since in a paste they must be plain text: a stop in the middle
     * of one would hand the rest of it to the shell. C-s does not freeze the screen. */
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_iflag &= ~(tcflag_t)IXON;
        modes.c_lflag &= ~(tcflag_t)(IEXTEN | ISIG);
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
        def_prog_mode();
    }
}

static const char without_screen[] =
    "`referee table --linear`, `referee run` and `referee show` work without a screen";

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
    const char *move_cursor = curses_capability_find("cup");
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
    char leave = curses_capability_begin("rmcup", '\0');
    endwin();
    curses_capability_begin("rmcup", leave);
    return STATUS_OK;
}

static bool may_colour(struct term_wishes wishes)
{
    const char *no_colour = getenv("NO_COLOR");
    return !wishes.wants_mono && (no_colour == NULL || no_colour[0] == '\0');
}

/* Whether the name of the locale says UTF-8: ssh hands on names of locales that are not
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
    curses_keys_decode(only.is_utf8);
    adopt_theme(wishes, terminal->colours);
    curses_frame_restyle(&only.theme, only.is_utf8);
    adopt_glyphs(wishes);
    curses_frame_widen(only.is_wide);
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
    };
    CHECK(only.screen == NULL);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return error_set(err, STATUS_USAGE, "", "standard %s is not a terminal; %s",
                         isatty(STDIN_FILENO) ? "output" : "input", without_screen);
    }
    choose_locale(&wishes);
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
    find_title(wishes.wants_title);
    curses_keys_open(only.is_utf8);
    /* The screen was taken when curses started, and not given back since. */
    char enter = curses_capability_begin("smcup", '\0');
    enter_screen();
    curses_capability_begin("smcup", enter);
    /* Must come after that: a screen that is entered with colours gets the terminal's own
     * palette back. */
    only.ground = ground_at_first();
    adopt_theme(&wishes, may_colour(wishes) ? COLOUR_256 : COLOUR_MONO);
    out->colours = curses_frame_open(&only.theme, only.is_utf8, may_colour(wishes));
    only.asks_background = only.asks_background && out->colours != COLOUR_MONO;
    adopt_glyphs(&wishes);
    ask();
    out->operations = &operations;
    out->owner = NULL;
    out->glyphs = glyphs_shown();
    return STATUS_OK;
}
