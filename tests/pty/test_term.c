/* What only a terminal can show: keys as bytes, signals, resizing, colours, and restoring the
 * screen. The program under test is this one, started again as the demo. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/pty.h"
#include "support/term_demo.h"
#include "support/unit.h"

static const char *own_path;

struct setting {
    const char *term;    /* TERM */
    const char *locale;  /* LC_ALL */
    const char *further; /* one more NAME=value, or NULL */
    int rows, columns;
};

/* What its background is it says by itself: no answer draws a frame while bytes are counted. */
static const struct setting usual = {"xterm-256color", "C.UTF-8", "COLORFGBG=15;0", 24, 80};

/* The demo, with files in the terminal's place where `program` names any. */
static struct pty *open_with(struct setting setting, struct pty_program program)
{
    char term[64];
    char locale[64];
    snprintf(term, sizeof term, "TERM=%s", setting.term);
    snprintf(locale, sizeof locale, "LC_ALL=%s", setting.locale);
    const char *arguments[] = {own_path, "--demo", NULL};
    const char *environment[] = {term, locale, setting.further, NULL};
    program.arguments = arguments;
    program.environment = environment;
    program.rows = setting.rows;
    program.columns = setting.columns;
    return pty_open(&program);
}

static struct pty *open_demo(struct setting setting)
{
    struct pty *pty = open_with(setting, (struct pty_program){0});
    pty_expect(pty, "event start");
    return pty;
}

static void expect_end(struct pty *pty, int exit_code)
{
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, 0);
    assert_int_equal(end.exit_code, exit_code);
    assert_true(pty_is_cooked(pty));
    assert_false(pty_is_alternate(pty));
}

static void quit(struct pty *pty)
{
    pty_key(pty, "q");
    expect_end(pty, 0);
    pty_close(pty);
}

static void expect_key(struct pty *pty, const char *bytes, const char *event)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "event %s", event);
    pty_send(pty, bytes, (int)strlen(bytes));
    pty_expect(pty, wanted);
}

static void test_term__keys_arrive_by_their_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Enter", "Tab",    "Esc",     "Backspace", "Delete", "Insert",   "Up",
        "Down",  "Left",   "Right",   "Home",      "End",    "PageUp",   "F1",
        "F5",    "F12",    "C-r",     "C-c",       "C-s",    "C-Space",  "M-x",
        "S-Tab", "C-Left", "C-Right", "M-Up",      "S-Left", "PageDown", "C-_",
    };
    struct pty *pty = open_demo(usual);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "event key %s.", names[i]);
        pty_key(pty, names[i]);
        pty_expect(pty, wanted);
    }
    pty_type(pty, "é");
    pty_expect(pty, "event character é.");
    pty_key(pty, "Space");
    pty_expect(pty, "event character Space.");
    quit(pty);
}

static void test_term__arrows_arrive_in_both_forms_on_every_terminal(void **state)
{
    (void)state;
    static const char *const terminals[] = {"xterm-256color", "vt100", "linux", "xterm-mono"};
    for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; i++) {
        struct setting setting = usual;
        setting.term = terminals[i];
        struct pty *pty = open_demo(setting);
        expect_key(pty, "\033[A", "key Up.");
        expect_key(pty, "\033OB", "key Down.");
        expect_key(pty, "\033OA", "key Up.");
        expect_key(pty, "\033[B", "key Down.");
        expect_key(pty, "\033[H", "key Home.");
        expect_key(pty, "\033OF", "key End.");
        expect_key(pty, "\033[1~", "key Home.");
        expect_key(pty, "\033[6~", "key PageDown.");
        quit(pty);
    }
}

static void test_term__unknown_sequences_leave_no_rest_behind(void **state)
{
    (void)state;
    static const char *const sequences[] = {
        "\033[?1;2c", "\033[1;5q",           "\033[<0;3;4M",
        "\033[I",     "\033]11;rgb:0/0/0\a", "\033P1$rq\033\\",
    };
    struct pty *pty = open_demo(usual);
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        pty_send(pty, sequences[i], (int)strlen(sequences[i]));
    }
    pty_key(pty, "z");
    pty_expect(pty, "event character z.");
    /* The first frame and the one after z: nothing else was an event. */
    pty_expect_row(pty, 0, "frame 2");
    quit(pty);
}

/* In the keypad's application mode, which another program may have left on; the arrows' is
 * asked for together with it, and nothing else. */
static void test_term__the_keypad_types_on_every_terminal(void **state)
{
    (void)state;
    static const char *const terminals[] = {"xterm-256color", "xterm",  "vt100",       "linux",
                                            "tmux-256color",  "screen", "rxvt-unicode"};
    for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; i++) {
        struct setting setting = usual;
        setting.term = terminals[i];
        struct pty *pty = open_demo(setting);
        expect_key(pty, "\033Oq", "character 1.");
        expect_key(pty, "\033Oy", "character 9.");
        expect_key(pty, "\033Om", "character -.");
        expect_key(pty, "\033Ok", "character +.");
        expect_key(pty, "\033OM", "key Enter.");
        expect_key(pty, "\033[11~", "key F1.");
        expect_key(pty, "\033[[B", "key F2.");
        expect_key(pty, "\033[24~", "key F12.");
        expect_key(pty, "\033[99;7A", "unknown");
        assert_null(strstr(pty_output(pty), "\033="));
        quit(pty);
    }
}

static void test_term__bytes_that_are_no_text_are_no_keys(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_send(pty, "\xFF\xC3(\x80", 4);
    pty_key(pty, "z");
    pty_expect(pty, "event character z.");
    quit(pty);
}

static void test_term__a_paste_is_one_event_and_no_commands(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_paste(pty, "q\r\nA\tb\x01\033[Aü\nq");
    pty_expect(pty, "paste q/A bü/q");
    pty_expect_row(pty, 0, "frame 2");
    pty_expect_row(pty, 1, "event paste of");
    quit(pty);
}

static void test_term__a_resize_is_followed_down_and_up_again(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    static const int sizes[][2] = {{3, 10}, {1, 1}, {50, 200}, {200, 500}, {24, 80}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char wanted[32];
        int rows = sizes[i][0];
        int columns = sizes[i][1];
        pty_resize(pty, rows, columns);
        snprintf(wanted, sizeof wanted, "%dx%d frame", columns < 400 ? columns : 400,
                 rows < 120 ? rows : 120);
        pty_expect_row(pty, 0, columns < 2 ? "#" : columns < 20 ? "10x3 fram" : wanted);
    }
    quit(pty);
}

static void test_term__the_last_cell_does_not_scroll_the_screen(void **state)
{
    (void)state;
    static const struct {
        const char *term;
        bool is_shown; /* where nothing keeps the screen from scrolling, it stays empty */
    } terminals[] = {{"xterm-256color", true}, {"vt100", true}, {"linux", true},
                     {"screen", true},         {"ansi", true},  {"cygwin", true},
                     {"pcansi", false}};
    for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; i++) {
        struct setting setting = usual;
        setting.term = terminals[i].term;
        struct pty *pty = open_demo(setting);
        char wanted[81] = "";
        if (terminals[i].is_shown) {
            snprintf(wanted, sizeof wanted, "%80s", "#");
        }
        pty_expect_row(pty, 10, "|end"); /* after it there is only that cell */
        pty_expect_row(pty, 23, wanted);
        assert_int_equal(pty_column_of(pty, 23, "#"), terminals[i].is_shown ? 79 : -1);
        assert_int_equal(pty_column_of(pty, 0, "80x24"), 0);
        quit(pty);
    }
}

/* How many moves of the cursor there are in output while bold, reverse or the like is on. */
static int moves_in_a_look(const char *output)
{
    int moves = 0;
    bool is_on = false;
    for (const char *p = strstr(output, "\033["); p != NULL; p = strstr(p + 1, "\033[")) {
        const char *end = p + 2 + strspn(p + 2, "0123456789;");
        is_on = *end == 'm' ? strncmp(p, "\033[0m", 4) != 0 : is_on;
        moves += *end == 'H' && is_on ? 1 : 0;
    }
    return moves;
}

/* At the edge, where a wider character would wrap, there may be question marks instead. */
static bool is_text_of(const char *shown, const struct cell *cell, bool is_at_edge)
{
    bool is_unseen = (strcmp(cell->utf8, " ") == 0 && shown[0] == '\0') ||
                     (cell->width == 0 && strcmp(shown, " ") == 0);
    return is_unseen || strcmp(shown, cell->utf8) == 0 ||
           (is_at_edge && cell->length != 1 && strcmp(shown, "?") == 0);
}

/* The screen shows the frame, text and looks. */
static void check_screen(struct pty *pty, const struct frame *frame)
{
    for (int i = 0; i < frame->rows * frame->columns; i++) {
        const struct cell *cell = &frame->cells[i];
        static const struct theme dark;
        struct look look = cell->is_over
                               ? theme_look_over(&dark, (enum role)cell->role, COLOUR_256)
                               : theme_look((enum role)cell->role, COLOUR_256);
        struct pty_look shown;
        pty_look_at(&shown, pty, i / frame->columns, i % frame->columns);
        bool is_blank = strcmp(cell->utf8, " ") == 0;
        bool is_at_edge = i % frame->columns >= frame->columns - 2;
        if (!is_text_of(shown.text, cell, is_at_edge)) {
            fail_msg("row %d, column %d: \"%s\" is shown for \"%s\"; the screen is:\n%s",
                     i / frame->columns, i % frame->columns, shown.text, cell->utf8,
                     pty_screen(pty));
        }
        bool is_underlined = (look.attributes & ATTRIBUTE_UNDERLINE) != 0;
        if (cell->width > 0 && (!is_blank || look.background >= 0 || is_underlined)) {
            assert_int_equal(shown.has_colour, look.background >= 0 || look.foreground >= 0);
            assert_int_equal(shown.is_underlined, is_underlined);
            /* A blank shows no bold: newer emulators keep none where blanks were cleared. */
            bool is_bold = (look.attributes & ATTRIBUTE_BOLD) != 0;
            assert_true(is_blank || shown.is_bold == is_bold);
        } else if (cell->width > 0) {
            assert_false(shown.is_underlined || shown.is_reverse);
        }
    }
}

static void check_pictures(void (*draw)(struct frame *frame, int number), const char *key)
{
    enum { PICTURES = 120 };
    static struct frame frame;
    struct pty *pty = open_demo(usual);
    frame_init(&frame, usual.rows, usual.columns, GLYPHS_UNICODE);
    for (int number = 1; number <= PICTURES; number++) {
        char wanted[TERM_DEMO_WORDS_SIZE];
        term_demo_last_row(wanted, number);
        draw(&frame, number);
        pty_key(pty, key);
        pty_expect_row(pty, frame.rows - 1, wanted);
        check_screen(pty, &frame);
    }
    quit(pty);
}

static void test_term__whatever_changes_the_screen_is_the_frame(void **state)
{
    (void)state;
    check_pictures(term_demo_scrawl, "R");
}

static void test_term__lines_that_move_take_nothing_of_others_along(void **state)
{
    (void)state;
    check_pictures(term_demo_scroll, "S");
}

static void test_term__the_cursor_moves_in_no_look_where_that_would_smear(void **state)
{
    (void)state;
    struct setting setting = usual;
    struct pty *pty = open_demo(setting);
    pty_expect_row(pty, 10, "|end");
    assert_int_not_equal(moves_in_a_look(pty_output(pty)), 0);
    quit(pty);
    setting.term = "mach"; /* its description does not say that it may move in one */
    pty = open_demo(setting);
    pty_expect_row(pty, 10, "|end");
    assert_non_null(strstr(pty_output(pty), "\033[1m"));
    assert_int_equal(moves_in_a_look(pty_output(pty)), 0);
    quit(pty);
}

static void test_term__names_of_any_script_do_not_shift_their_neighbours(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    /* Rows are drawn from the top; this is the last of the names. */
    pty_expect_row(pty, 10, "\xEF\xBF\xBD bytes");
    for (int row = 3; row <= 10; row++) {
        assert_int_equal(pty_column_of(pty, row, "|end"), 20);
    }
    assert_int_equal(pty_column_of(pty, 4, "Jürgen"), 0);
    assert_int_equal(pty_column_of(pty, 5, "狼の王"), 0);
    assert_int_equal(pty_column_of(pty, 6, "Zoë x"), 0);
    assert_int_equal(pty_column_of(pty, 7, "שלום"), 0);
    assert_int_equal(pty_column_of(pty, 8, "\xF0\x9F\x90\x89 dragon"), 0);
    assert_int_equal(pty_column_of(pty, 9, "\xF0\x9F\x91\xA9\xF0\x9F\x9A\x80 crew"), 0);
    assert_int_equal(
        pty_column_of(pty, 10, "bad \xEF\xBF\xBD\xEF\xBF\xBD[2J\xEF\xBF\xBD bytes"), 0);
    /* A frame without them leaves no trace of them, and they come back. */
    pty_key(pty, "N");
    for (int row = 3; row <= 10; row++) {
        pty_expect_row(pty, row, "other               |end");
        assert_int_equal(pty_column_of(pty, row, "other"), 0);
    }
    pty_key(pty, "N");
    pty_expect_row(pty, 7, "שלום");
    pty_expect_row(pty, 9, "crew           |end");
    quit(pty);
}

static void test_term__disputed_characters_come_after_absolute_moves(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_expect_row(pty, 10, "\xEF\xBF\xBD bytes");
    /* The picture is in columns 1 and 2 of row 9. */
    assert_non_null(strstr(pty_output(pty), "\033[9;1H"));
    assert_non_null(strstr(pty_output(pty), "\xF0\x9F\x90\x89\033[9;3H"));
    quit(pty);
}

static void check_colours(struct setting setting, bool has_colour, bool is_bold)
{
    struct pty *pty = open_demo(setting);
    struct pty_look title;
    struct pty_look error;
    pty_look_at(&title, pty, 0, 0);
    pty_look_at(&error, pty, 1, 2);
    assert_int_equal(title.is_bold, is_bold);
    assert_int_equal(error.has_colour, has_colour);
    assert_int_equal(error.is_reverse, !has_colour);
    quit(pty);
}

static void test_term__colours_are_used_where_there_are_any(void **state)
{
    (void)state;
    check_colours((struct setting){"xterm-256color", "C.UTF-8", NULL, 24, 80}, true, true);
    check_colours((struct setting){"xterm", "C.UTF-8", NULL, 24, 80}, true, true);
    check_colours((struct setting){"linux", "C.UTF-8", NULL, 24, 80}, true, true);
}

static void test_term__without_colours_attributes_tell_the_roles(void **state)
{
    (void)state;
    check_colours((struct setting){"xterm-mono", "C.UTF-8", NULL, 24, 80}, false, true);
    check_colours((struct setting){"vt100", "C.UTF-8", NULL, 24, 80}, false, true);
    check_colours((struct setting){"xterm-256color", "C.UTF-8", "NO_COLOR=1", 24, 80}, false,
                  true);
    check_colours((struct setting){"xterm-256color", "C.UTF-8", "DEMO_MONO=1", 24, 80}, false,
                  true);
}

static void test_term__an_empty_no_color_means_nothing(void **state)
{
    (void)state;
    check_colours((struct setting){"xterm-256color", "C.UTF-8", "NO_COLOR=", 24, 80}, true,
                  true);
}

static void test_term__without_utf8_everything_is_ascii(void **state)
{
    (void)state;
    struct setting setting = usual;
    setting.locale = "C";
    struct pty *pty = open_demo(setting);
    pty_expect_row(pty, 23, "#");
    assert_int_equal(pty_column_of(pty, 1, ">event"), 0);
    assert_int_equal(pty_column_of(pty, 4, "J?rgen              |end"), 0);
    assert_int_equal(pty_column_of(pty, 5, "??????              |end"), 0);
    for (const char *p = pty_output(pty); *p != '\0'; p++) {
        assert_true((unsigned char)*p < 0x80);
    }
    quit(pty);
}

static void test_term__the_one_who_knows_better_than_the_locale_is_shown_unicode(void **state)
{
    (void)state;
    struct setting setting = usual;
    setting.locale = "C";
    setting.further = "DEMO_UNICODE=1";
    struct pty *pty = open_demo(setting);
    pty_expect_row(pty, 9, "crew           |end");
    assert_int_equal(pty_column_of(pty, 1, "▶event"), 0);
    assert_int_equal(pty_column_of(pty, 4, "Jürgen"), 0);
    pty_type(pty, "é");
    pty_expect(pty, "event character é.");
    quit(pty);
}

static void test_term__a_terminal_that_cannot_place_text_is_refused_in_one_line(void **state)
{
    (void)state;
    static const char *const terminals[] = {"dumb", "no-such-terminal", ""};
    for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; i++) {
        struct setting setting = usual;
        setting.term = terminals[i];
        setting.columns = 200;
        /* Curses itself leaks when it does not know a terminal. */
        setting.further = "ASAN_OPTIONS=detect_leaks=0";
        struct pty *pty = open_with(setting, (struct pty_program){0});
        expect_end(pty, 3);
        pty_expect_row(pty, 0, "`referee table --linear`, `referee run` and `referee show`");
        assert_string_equal(pty_row(pty, 1), "");
        const char *end = strchr(pty_output(pty), '\n');
        assert_non_null(end);
        assert_string_equal(end, "\n");
        assert_null(strchr(pty_output(pty), '\033'));
        pty_close(pty);
    }
}

static void test_term__anything_but_a_terminal_is_refused(void **state)
{
    (void)state;
    struct setting setting = usual;
    setting.columns = 160;
    struct pty *pty = open_with(setting, (struct pty_program){.input_path = "/dev/null"});
    expect_end(pty, 3);
    pty_expect_row(pty, 0, "standard input is not a terminal");
    pty_close(pty);
    pty = open_with(setting, (struct pty_program){.output_path = "/dev/null"});
    expect_end(pty, 3);
    pty_expect_row(pty, 0, "standard output is not a terminal");
    pty_close(pty);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *p = strstr(text, part); p != NULL; p = strstr(p + 1, part)) {
        count++;
    }
    return count;
}

/* A terminal that does not bring the screen before back shows the shell's prompt in the last
 * row, whatever its description says. */
static void test_term__the_last_row_is_cleared_and_the_screen_taken_once(void **state)
{
    (void)state;
    static const char *const terminals[] = {"xterm-256color", "screen", "vt100"};
    for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; i++) {
        struct setting setting = usual;
        setting.term = terminals[i];
        struct pty *pty = open_demo(setting);
        pty_key(pty, "q");
        expect_end(pty, 0);
        const char *output = pty_output(pty);
        const char *last = strrchr(output, '#');
        assert_non_null(last);
        assert_true(strstr(last, "\033[K") != NULL || strstr(last, "\033[J") != NULL);
        assert_string_equal(pty_row(pty, 23), "");
        assert_int_equal(count_of(output, "\033[?1049h"), i < 2 ? 1 : 0);
        assert_int_equal(count_of(output, "\033[?1049l"), i < 2 ? 1 : 0);
        pty_close(pty);
    }
}

/* ssh hands on names of locales that are not installed here. */
static void test_term__a_locale_that_is_not_installed_is_utf8_if_its_name_says_so(void **state)
{
    (void)state;
    static const char *const locales[] = {"xx_XX.UTF-8", "xx_XX.utf8", "xx_XX.UTF-8@euro"};
    struct setting setting = usual;
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        setting.locale = locales[i];
        struct pty *pty = open_demo(setting);
        pty_expect_row(pty, 4, "Jürgen");
        quit(pty);
    }
    setting.locale = "xx_XX.ISO-8859-1";
    struct pty *pty = open_demo(setting);
    pty_expect_row(pty, 4, "J?rgen");
    quit(pty);
}

/* What is between here and the terminal may not know it, whatever its description says. */
static void test_term__nothing_is_repeated_by_the_terminal(void **state)
{
    (void)state;
    struct setting setting = usual;
    setting.locale = "C";
    struct pty *pty = open_demo(setting);
    for (int i = 0; i < 40; i++) {
        pty_key(pty, "R");
    }
    pty_expect(pty, "picture 40.");
    for (const char *p = pty_output(pty); (p = strstr(p, "\033[")) != NULL; p++) {
        assert_int_not_equal(p[2 + strspn(p + 2, "0123456789;")], 'b');
    }
    quit(pty);
}

/* Numbers from 8 on would be reds, greens and blues. */
static void test_term__with_more_than_256_colours_eight_are_used(void **state)
{
    (void)state;
    /* As xterm-direct, which not every machine has. */
    static const char source[] =
        "direct|direct colours, use=xterm-256color, colors#0x10000, pairs#0x7fff,\n"
        " setaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}"
        "%&%d\\:%p1%{255}%&%d%;m,\n"
        " setab=\\E[%?%p1%{8}%<%t4%p1%d%e48\\:2\\:\\:%p1%{65536}%/%d\\:%p1%{256}%/%{255}"
        "%&%d\\:%p1%{255}%&%d%;m,\n";
    const char *temporary = getenv("TMPDIR");
    char folder[300], line[1000], further[320];
    snprintf(folder, sizeof folder, "%s/direct.%ld", temporary != NULL ? temporary : "/tmp",
             (long)getpid());
    snprintf(line, sizeof line, "mkdir -p %s && tic -x -o %s %s/direct.ti", folder, folder,
             folder);
    snprintf(further, sizeof further, "%s/direct.ti", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    FILE *file = fopen(further, "w");
    assert_non_null(file);
    fputs(source, file);
    fclose(file);
    assert_int_equal(system(line), 0);
    snprintf(further, sizeof further, "TERMINFO=%s", folder);
    struct setting setting = usual;
    setting.term = "direct";
    setting.further = further;
    struct pty *pty = open_demo(setting);
    assert_non_null(strstr(pty_output(pty), "\033[41m"));
    assert_null(strstr(pty_output(pty), "38:2"));
    quit(pty);
    snprintf(line, sizeof line, "rm -rf %s", folder);
    assert_int_equal(system(line), 0);
}

/* Another terminal may show the screen now. Names keep their letters in order there, too. */
static void test_term__modes_are_set_again_when_the_screen_is_drawn_again(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    assert_int_equal(count_of(pty_output(pty), "\033[?2004h\033[8l"), 1);
    pty_key(pty, "C-l");
    pty_expect(pty, "event resize");
    assert_int_equal(count_of(pty_output(pty), "\033[?2004h\033[8l"), 2);
    pty_resize(pty, 20, 60);
    pty_expect(pty, "60x20");
    assert_true(count_of(pty_output(pty), "\033[?2004h\033[8l") >= 3);
    quit(pty);
}

/* How many bytes were sent since, without those of colours and attributes. */
static int bytes_since(struct pty *pty, size_t before)
{
    const char *p = pty_output(pty) + before;
    int count = 0;
    while (*p != '\0') {
        size_t n = strncmp(p, "\033[", 2) == 0 ? 2 + strspn(p + 2, "0123456789;:") : 0;
        bool is_look = n > 0 && p[n] == 'm';
        bool is_charset = strncmp(p, "\033(B", 3) == 0;
        count += is_look || is_charset ? 0 : 1;
        p += is_look ? n + 1 : is_charset ? 3 : 1;
    }
    return count;
}

/* Not even one with other letters. A row with a cell of disputed width is written from there
 * on, after the rest, so that the end of one key's bytes may come with the next one's. */
static void test_term__a_cell_that_changes_sends_no_other_row(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_key(pty, "D");
    pty_expect(pty, "cell 1");
    pty_key(pty, "D");
    pty_expect(pty, "cell 2");
    size_t before = strlen(pty_output(pty));
    for (int i = 3; i < 10; i++) {
        char awaited[32];
        snprintf(awaited, sizeof awaited, "cell %d", i);
        pty_key(pty, "D");
        pty_expect(pty, awaited);
    }
    assert_in_range(bytes_since(pty, before), 1, 7 * 200);
    pty_key(pty, "W");
    pty_expect(pty, "ends in 21");
    before = strlen(pty_output(pty));
    pty_key(pty, "W");
    pty_expect(pty, "ends in 27");
    int bytes = bytes_since(pty, before);
    print_message("a cell in a row of Latin letters: %d bytes\n", bytes);
    assert_in_range(bytes, 1, 24);
    quit(pty);
}

/* For screen readers, which would say what is sent alone. */
static void test_term__a_word_is_sent_whole(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    size_t before = strlen(pty_output(pty));
    pty_key(pty, "W");
    pty_expect(pty, "ends in 21 of 21");
    pty_key(pty, "W");
    pty_expect(pty, "ends in 27 of 21");
    assert_non_null(strstr(pty_output(pty) + before, "27"));
    quit(pty);
}

static void test_term__the_screen_is_given_back_on_leaving(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    assert_true(pty_is_alternate(pty));
    assert_false(pty_is_cooked(pty));
    pty_key(pty, "q");
    /* Although the demo is interrupted once more then. */
    expect_end(pty, 0);
    pty_expect_row(pty, 0, "closed with 0");
    assert_non_null(strstr(pty_output(pty), "\033[?2004h"));
    assert_non_null(strstr(pty_output(pty), "\033[?2004l"));
    pty_close(pty);
}

static void check_ends_cleanly(int signal_number)
{
    struct pty *pty = open_demo(usual);
    pty_signal(pty, signal_number);
    expect_end(pty, 4);
    pty_expect(pty, "closed with 4");
    pty_close(pty);
}

static void test_term__being_asked_to_end_restores_the_terminal(void **state)
{
    (void)state;
    check_ends_cleanly(SIGTERM);
    check_ends_cleanly(SIGHUP);
    check_ends_cleanly(SIGINT);
}

static void test_term__a_crash_restores_the_terminal_and_shows_the_last_words(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_key(pty, "A");
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, SIGABRT);
    assert_true(pty_is_cooked(pty));
    assert_false(pty_is_alternate(pty));
    pty_expect(pty, "the last words");
    pty_close(pty);
}

static void test_term__words_on_standard_error_are_shown_after_leaving(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_key(pty, "E");
    pty_expect(pty, "event character E.");
    assert_null(strstr(pty_screen(pty), "a word"));
    pty_key(pty, "q");
    expect_end(pty, 0);
    pty_expect(pty, "a word");
    pty_close(pty);
}

static void test_term__standard_error_that_is_a_file_stays_one(void **state)
{
    (void)state;
    char path[256];
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/errors.%ld", directory != NULL ? directory : "/tmp",
             (long)getpid());
    struct pty *pty = open_with(usual, (struct pty_program){.errors_path = path});
    pty_expect(pty, "event start");
    pty_key(pty, "E");
    pty_expect(pty, "event character E.");
    char kept[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(kept, sizeof kept, file));
    fclose(file);
    assert_string_equal(kept, "a word\n");
    quit(pty);
    unlink(path);
}

static void test_term__it_stops_and_continues_as_the_shell_asks(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_key(pty, "N");
    pty_expect(pty, "other");
    pty_key(pty, "C-z");
    pty_expect_stopped(pty);
    assert_false(pty_is_alternate(pty));
    assert_true(pty_is_cooked(pty));
    assert_non_null(strstr(pty_output(pty), "\033[?2004l"));
    pty_continue(pty);
    pty_expect(pty, "event resize");
    pty_expect(pty, "other");
    assert_true(pty_is_alternate(pty));
    pty_key(pty, "N");
    pty_expect_row(pty, 7, "שלום");
    pty_key(pty, "Up");
    pty_expect(pty, "event key Up.");
    quit(pty);
}

static void test_term__it_draws_again_after_a_stop_that_it_could_not_see(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_signal(pty, SIGSTOP);
    pty_expect_stopped(pty);
    pty_continue(pty);
    pty_expect(pty, "event resize");
    assert_true(pty_is_alternate(pty));
    quit(pty);
}

static void test_term__a_size_that_changed_while_stopped_is_adopted(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_key(pty, "C-z");
    pty_expect_stopped(pty);
    pty_resize(pty, 12, 40);
    pty_continue(pty);
    pty_expect_row(pty, 0, "40x12 frame");
    quit(pty);
}

static void test_term__a_pause_gives_the_screen_to_another_program(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_key(pty, "x");
    pty_expect(pty, "event character x.");
    assert_true(pty_is_alternate(pty));
    pty_key(pty, "q");
    expect_end(pty, 0);
    pty_expect(pty, "outside");
    pty_close(pty);
}

static void test_term__a_lost_terminal_ends_the_program(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_hang_up(pty);
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, 0);
    assert_true(end.exit_code == 4 || end.exit_code == 5);
    pty_close(pty);
}

static void test_term__killing_it_loses_nothing_but_the_process(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    pty_signal(pty, SIGKILL);
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, SIGKILL);
    pty_close(pty);
}

static void test_term__the_cursor_is_shown_only_where_text_is_typed(void **state)
{
    (void)state;
    struct pty *pty = open_demo(usual);
    assert_null(strstr(pty_output(pty), "\033[?25h"));
    pty_key(pty, "C");
    pty_expect(pty, "event character C.");
    assert_non_null(strstr(pty_output(pty), "\033[?25h"));
    quit(pty);
}

int main(int argc, char **argv)
{
    own_path = argv[0];
    if (argc == 2 && strcmp(argv[1], "--demo") == 0) {
        return term_demo_run();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_term__keys_arrive_by_their_names),
        cmocka_unit_test(test_term__arrows_arrive_in_both_forms_on_every_terminal),
        cmocka_unit_test(test_term__unknown_sequences_leave_no_rest_behind),
        cmocka_unit_test(test_term__the_keypad_types_on_every_terminal),
        cmocka_unit_test(test_term__bytes_that_are_no_text_are_no_keys),
        cmocka_unit_test(test_term__a_paste_is_one_event_and_no_commands),
        cmocka_unit_test(test_term__a_resize_is_followed_down_and_up_again),
        cmocka_unit_test(test_term__the_last_cell_does_not_scroll_the_screen),
        cmocka_unit_test(test_term__whatever_changes_the_screen_is_the_frame),
        cmocka_unit_test(test_term__lines_that_move_take_nothing_of_others_along),
        cmocka_unit_test(test_term__the_cursor_moves_in_no_look_where_that_would_smear),
        cmocka_unit_test(test_term__names_of_any_script_do_not_shift_their_neighbours),
        cmocka_unit_test(test_term__disputed_characters_come_after_absolute_moves),
        cmocka_unit_test(test_term__colours_are_used_where_there_are_any),
        cmocka_unit_test(test_term__without_colours_attributes_tell_the_roles),
        cmocka_unit_test(test_term__an_empty_no_color_means_nothing),
        cmocka_unit_test(test_term__without_utf8_everything_is_ascii),
        cmocka_unit_test(test_term__the_one_who_knows_better_than_the_locale_is_shown_unicode),
        cmocka_unit_test(test_term__a_terminal_that_cannot_place_text_is_refused_in_one_line),
        cmocka_unit_test(test_term__anything_but_a_terminal_is_refused),
        cmocka_unit_test(test_term__the_last_row_is_cleared_and_the_screen_taken_once),
        cmocka_unit_test(test_term__a_locale_that_is_not_installed_is_utf8_if_its_name_says_so),
        cmocka_unit_test(test_term__nothing_is_repeated_by_the_terminal),
        cmocka_unit_test(test_term__with_more_than_256_colours_eight_are_used),
        cmocka_unit_test(test_term__modes_are_set_again_when_the_screen_is_drawn_again),
        cmocka_unit_test(test_term__a_cell_that_changes_sends_no_other_row),
        cmocka_unit_test(test_term__a_word_is_sent_whole),
        cmocka_unit_test(test_term__the_screen_is_given_back_on_leaving),
        cmocka_unit_test(test_term__being_asked_to_end_restores_the_terminal),
        cmocka_unit_test(test_term__a_crash_restores_the_terminal_and_shows_the_last_words),
        cmocka_unit_test(test_term__words_on_standard_error_are_shown_after_leaving),
        cmocka_unit_test(test_term__standard_error_that_is_a_file_stays_one),
        cmocka_unit_test(test_term__it_stops_and_continues_as_the_shell_asks),
        cmocka_unit_test(test_term__it_draws_again_after_a_stop_that_it_could_not_see),
        cmocka_unit_test(test_term__a_size_that_changed_while_stopped_is_adopted),
        cmocka_unit_test(test_term__a_pause_gives_the_screen_to_another_program),
        cmocka_unit_test(test_term__a_lost_terminal_ends_the_program),
        cmocka_unit_test(test_term__killing_it_loses_nothing_but_the_process),
        cmocka_unit_test(test_term__the_cursor_is_shown_only_where_text_is_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
