/* The table on every kind of terminal: it comes up, is played, follows the size, stops and goes
 * on, and restores the terminal. Single bytes and signals are tested in test_term.c; here it is
 * the real program. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "support/visit.h"
#include "support/unit.h"
#include "tui/canvas/canvas.h"

/* Terminals that can place text, with many, eight and no colours (ansi has eight, but cannot
 * tell its background); each of them is part of Debian's ncurses-base. The bytes of their keys
 * are those that their entries there name. */
static const struct {
    const char *term;
    int colours;
    const char *up, *f1, *home, *end; /* NULL: it has no such key */
} terminals[] = {
    {"xterm", 8, "\033OA", "\033OP", "\033OH", "\033OF"},
    {"xterm-256color", 256, "\033OA", "\033OP", "\033OH", "\033OF"},
    {"linux", 8, "\033[A", "\033[[A", "\033[1~", "\033[4~"},
    {"tmux-256color", 256, "\033OA", "\033OP", "\033[1~", "\033[4~"},
    {"tmux", 8, "\033OA", "\033OP", "\033[1~", "\033[4~"},
    {"screen-256color", 256, "\033OA", "\033OP", "\033[1~", "\033[4~"},
    {"screen", 8, "\033OA", "\033OP", "\033[1~", "\033[4~"},
    {"rxvt", 8, "\033[A", "\033[11~", "\033[7~", "\033[8~"},
    {"vt220", 0, "\033[A", "\033OP", NULL, NULL},
    {"vt100", 0, "\033OA", "\033OP", NULL, NULL},
    {"ansi", 0, "\033[A", "\033OP", "\033[H", "\033[F"},
    {"xterm-mono", 0, "\033OA", "\033[11~", NULL, NULL},
};
static const char *const locales[] = {"C.UTF-8", "C"};

enum { TERMINALS = sizeof terminals / sizeof terminals[0] };

static char campaign[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    visit_campaign(campaign, "terminals");
    return visit_run(campaign, "run data/demo/spire.referee", NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return 0;
}

static void play(struct pty *pty)
{
    visit_press(pty,
                "expect:Lantern \"expect:undo: Odo Quill's turn\" Tab a \"expect:attack, d20\" "
                "text:14 \"expect:: miss\" Esc \"gone:attack, d20\" Down \"expect:Hookbill\"");
    visit_press(pty,
                "resize:40x12 \"gone:wits 11\" resize:10x3 \"expect:too small\" resize:2x1 "
                "\"gone:too\" expect:t resize:1x1 resize:80x24 \"expect:wits 11\"");
    pty_key(pty, "C-z");
    pty_expect_stopped(pty);
    assert_true(pty_is_as_before(pty));
    assert_false(pty_is_alternate(pty));
    pty_continue(pty);
    visit_press(pty, "\"expect:wits 11\" n \"expect:undo: Hookbill's turn\" u "
                     "\"expect:undo: Odo Quill's turn\"");
}

static void press(struct pty *pty, const char *bytes)
{
    pty_send(pty, bytes, (int)strlen(bytes));
}

/* The keys as this terminal sends them. */
static void press_own_keys(struct pty *pty, int i)
{
    press(pty, terminals[i].f1);
    visit_press(pty, "\"expect:At the table\" Esc \"gone:At the table\"");
    if (terminals[i].end != NULL) {
        press(pty, terminals[i].end);
        pty_expect_row(pty, 2, "HP 0 of 10");
        press(pty, terminals[i].home);
    } else {
        visit_press(pty, "End \"expect:HP 0 of 10\" Home");
    }
    pty_expect(pty, "strength 14  wits 12");
    visit_press(pty, "Down Down Down \"gone:strength 14  wits 12\"");
    for (int k = 0; k < 3; k++) {
        press(pty, terminals[i].up);
    }
    pty_expect(pty, "strength 14  wits 12");
}

static bool is_utf8(const struct terminal_kind *kind)
{
    return kind->locale != NULL && strstr(kind->locale, "UTF-8") != NULL;
}

/* The marks of the screen are those that the locale can show. */
static void check_glyphs(struct pty *pty, bool is_unicode)
{
    const char *screen = pty_screen(pty);
    assert_int_equal(strstr(screen, "██") != NULL && strstr(screen, "│") != NULL, is_unicode);
    assert_int_equal(strstr(screen, "##") != NULL && strstr(screen, " | ") != NULL,
                     !is_unicode);
}

static bool has_colours(struct pty *pty)
{
    struct pty_look look;
    for (int row = 0; row < 24; row++) {
        for (int column = 0; column < 80; column++) {
            pty_look_at(&look, pty, row, column);
            if (look.has_colour) {
                return true;
            }
        }
    }
    return false;
}

static bool is_ascii(const char *bytes)
{
    while (*bytes != '\0' && (unsigned char)*bytes < 0x80) {
        bytes++;
    }
    return *bytes == '\0';
}

/* `colours`: how many it may be shown. */
static void check_terminal(int i, struct terminal_kind kind, int colours)
{
    kind.term = terminals[i].term;
    print_message("%s, %s\n", kind.term, kind.locale != NULL ? kind.locale : "no locale");
    struct pty *pty = visit_open(campaign, &kind);
    play(pty);
    press_own_keys(pty, i);
    check_glyphs(pty, is_utf8(&kind) && strcmp(kind.term, "linux") != 0);
    assert_int_equal(has_colours(pty), colours > 0);
    bool has_many = strstr(pty_output(pty), "38;5;") != NULL;
    assert_int_equal(has_many, colours == 256);
    bool shows_marks = is_utf8(&kind) && strcmp(kind.term, "linux") != 0;
    assert_int_equal(is_ascii(pty_output(pty)), !shows_marks);
    visit_leave(pty);
}

static void test_terminals__each_of_them_can_be_played_on(void **state)
{
    (void)state;
    for (int i = 0; i < TERMINALS * 2; i++) {
        struct terminal_kind kind = {NULL, locales[i % 2], NULL, 24, 80};
        check_terminal(i / 2, kind, terminals[i / 2].colours);
    }
}

static void test_terminals__no_color_is_honoured(void **state)
{
    (void)state;
    for (int i = 0; i < TERMINALS; i++) {
        check_terminal(i, (struct terminal_kind){NULL, locales[i % 2], "NO_COLOR=1", 24, 80},
                       0);
    }
}

/* Through sizes without any room, back to 80x24. */
static void take_room_away(struct pty *pty, const char *last_row)
{
    visit_press(pty, "resize:1x1 \"gone:Lantern\" resize:80x24");
    pty_expect_row(pty, 23, last_row);
}

/* Whether the picture after several sizes is the one before. A row with characters of disputed
 * width is written in two pieces, and a picture may be taken between them. */
static bool comes_back_the_same(struct pty *pty, const char *last_row)
{
    static char before[PTY_TEXT_SIZE];
    take_room_away(pty, last_row);
    snprintf(before, sizeof before, "%s", pty_screen(pty));
    visit_press(pty,
                "resize:40x12 \"gone:Lantern · Trilemma\" resize:10x3 \"expect:too small\"");
    pty_resize(pty, 60, 200);
    pty_expect_row(pty, 59, last_row);
    take_room_away(pty, last_row);
    return strcmp(pty_screen(pty), before) == 0;
}

static void test_terminals__the_size_changes_below_whatever_is_open(void **state)
{
    enum { TRIES = 200 };
    (void)state;
    for (int i = 0; i < visit_contexts_count; i++) {
        if (visit_contexts[i].context == CONTEXT_CHART) {
            continue; /* it sharpens meanwhile, which takes as long as it takes */
        }
        const char *last_row = visit_contexts[i].last_row;
        struct pty *pty = visit_open_context(campaign, &terminal_usual, i);
        bool is_same = false;
        for (int try = 0; try < TRIES && !is_same; try++) {
            is_same = comes_back_the_same(pty, last_row);
        }
        if (!is_same) {
            fail_msg("another picture each time:\n%s", pty_screen(pty));
        }
        visit_press(pty, "C-c C-c \"expect:? help\"");
        visit_leave(pty);
    }
}

/* In a list on the row that is selected, in a field where the next character comes, and in what
 * is only read on its first line: for Braille displays and readers of the console, which follow
 * the cursor, shown or hidden. */
static bool stands_where_the_eye_is(struct pty *pty, const void *context)
{
    const struct visit_context *visited = context; /* NULL: the table */
    int row;
    int column;
    pty_cursor(pty, &row, &column);
    if (row == 0 && column == 0) {
        return false;
    }
    /* In a form the field of the row that is selected, behind its sign. */
    int sign = pty_column_of(pty, row, "›");
    bool is_selected = sign >= 0 && column >= sign;
    bool is_first_line = row <= 2 && strstr(pty_screen(pty), "›") == NULL;
    return (visited != NULL && visited->is_typed) || is_selected || is_first_line;
}

static void test_terminals__the_cursor_stands_where_the_eye_is(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "Down \"expect:HP 21 of 21\"");
    pty_expect_row(pty, 4, "›");
    assert_true(pty_comes_to(pty, stands_where_the_eye_is, NULL));
    visit_leave(pty);
    for (int i = 0; i < visit_contexts_count; i++) {
        pty = visit_open_context(campaign, &terminal_usual, i);
        if (!pty_comes_to(pty, stands_where_the_eye_is, &visit_contexts[i])) {
            int row;
            int column;
            pty_cursor(pty, &row, &column);
            fail_msg("the cursor is at %d, %d in:\n%s", row, column, pty_screen(pty));
        }
        visit_press(pty, "C-c C-c \"expect:? help\"");
        visit_leave(pty);
    }
}

/* Whether the cells before the cursor hold this. */
static bool is_behind(struct pty *pty, const void *context)
{
    const char *typed = context;
    int row;
    int column;
    int n = (int)strlen(typed);
    pty_cursor(pty, &row, &column);
    bool is_same = column >= n;
    for (int i = 0; is_same && i < n; i++) {
        struct pty_look look;
        pty_look_at(&look, pty, row, column - n + i);
        is_same = look.text[0] == typed[i];
    }
    return is_same;
}

static bool is_on_sign(struct pty *pty, const void *context)
{
    (void)context;
    int row;
    int column;
    pty_cursor(pty, &row, &column);
    int sign = pty_column_of(pty, row, "›");
    return sign >= 0 && column >= sign;
}

/* Behind what is typed in every field, and on the sign of what is selected in every list and
 * box; each context of keys is among these or those above. */
static void test_terminals__the_cursor_is_in_its_place_in_every_view(void **state)
{
    static const struct {
        const char *keys;
        const char *typed; /* NULL: it is on a sign */
    } places[] = {
        {"Tab d text:3", "3"},
        {"Tab a text:16", "16"},
        {": text:conditio", ":conditio"},
        {"O text:door", "door"},
        {"T \"expect:made \" r text:Den", "Den"},
        {"T \"expect:made \" / text:zz", "zz"},
        {"? / text:target", "target"},
        {", k / text:gob", "gob"},
        {"/ text:by=tam", "by=tam"},
        {"% / text:by=tam", "by=tam"},
        {"C-f \"expect:playing\" w text:dup", "dup"},
        {"N text:Wax", "Wax"},
        {"p N text:Bo", "Bo"},
        {", k N text:Imp", "Imp"},
        {"p \"expect:── the party\" + text:20", "20"},
        {"End", NULL},
        {"F3 Down", NULL},
        {"F3 Up", NULL},
        {"T \"expect:made \" End", NULL},
        {"T \"expect:made \" f \"expect:campaigns, and copies\"", NULL},
        {", k Down", NULL},
        {"U Down", NULL},
        {"l Up", NULL},
        {"H \"expect:── chronicle\"", NULL},
        {"& Home", NULL},
        {"y \"expect:── why\"", NULL},
        {"% Down", NULL},
        {"/ text:by=tam \"expect:1 act\" Down", NULL},
        {"C-f \"expect:95%\" Down", NULL},
        {"C-f \"expect:95%\" P", NULL},
        {"C-f \"expect:95%\" e \"expect:EXAMPLE\" Down", NULL},
        {"< \"expect:LOOKING BACK\" Down", NULL},
        {", , \"expect:── settings\" Down", NULL},
        {"\"paste:Eel: AC 8, hp 4\n\" \"expect:── import\"", NULL},
    };
    (void)state;
    for (int context = 0; context < CONTEXT_COUNT; context++) {
        bool is_visited = context == CONTEXT_TABLE || context == CONTEXT_FILE;
        for (int i = 0; i < visit_contexts_count; i++) {
            is_visited = is_visited || (int)visit_contexts[i].context == context;
        }
        assert_true(is_visited);
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct pty *pty = visit_open(campaign, &terminal_usual);
        const char *typed = places[i].typed;
        visit_press(pty, places[i].keys);
        if (!pty_comes_to(pty, typed != NULL ? is_behind : is_on_sign, typed)) {
            int row;
            int column;
            pty_cursor(pty, &row, &column);
            fail_msg("%s: the cursor is at %d, %d in:\n%s", places[i].keys, row, column,
                     pty_screen(pty));
        }
        visit_press(pty, "C-c C-c C-c \"expect:? help\"");
        visit_leave(pty);
    }
}

/* The rows of an overlay; from its left edge on no hole in it shows the background of the
 * screen around it: *hole is the first row that has one, -1: none. */
static int rows_of_overlay(struct pty *pty, int background, int *hole)
{
    int rows = 0;
    *hole = -1;
    for (int row = 0; row < 24; row++) {
        bool is_over = false;
        for (int column = 0; column < 80; column++) {
            struct pty_look look;
            pty_look_at(&look, pty, row, column);
            rows += !is_over && look.background == background;
            is_over = is_over || look.background == background;
            *hole = *hole < 0 && is_over && look.background < 0 ? row : *hole;
        }
    }
    return rows;
}

static bool is_without_hole(struct pty *pty, const void *context)
{
    int hole;
    rows_of_overlay(pty, *(const int *)context, &hole);
    return hole < 0;
}

/* The same once the whole of it has come: a frame may arrive in several pieces. */
static int rows_of_whole_overlay(struct pty *pty, int background)
{
    int hole;
    if (!pty_comes_to(pty, is_without_hole, &background)) {
        fail_msg("a hole in a row of the overlay:\n%s", pty_screen(pty));
    }
    return rows_of_overlay(pty, background, &hole);
}

static void test_terminals__an_overlay_has_one_background(void **state)
{
    static const struct theme dark;
    int background = theme_look_in(&dark, ROLE_OVERLAY, COLOUR_256).background;
    int overlays = 0;
    (void)state;
    for (int i = 0; i < visit_contexts_count; i++) {
        struct pty *pty = visit_open_context(campaign, &terminal_usual, i);
        overlays += rows_of_whole_overlay(pty, background) > 2;
        visit_press(pty, "C-c C-c \"expect:? help\"");
        visit_leave(pty);
    }
    assert_true(overlays > 5);
}

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* No key behind it is needed; how long it took is only told, as a machine may be busy. */
static void test_terminals__a_lone_escape_is_taken_by_itself(void **state)
{
    enum { TRIES = 10 };
    int64_t best = INT64_MAX;
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    for (int i = 0; i < TRIES; i++) {
        visit_press(pty, "? \"expect:At the table\"");
        int64_t start = now_us();
        pty_send(pty, "\033", 1);
        pty_expect_gone(pty, "At the table");
        int64_t taken = now_us() - start;
        best = taken < best ? taken : best;
    }
    print_message("a lone escape: %ld us\n", (long)best);
    visit_leave(pty);
}

/* One that comes in two pieces is still one key, unless this test itself was held up in
 * between. */
static void test_terminals__a_key_in_two_pieces_is_one_key(void **state)
{
    enum { TRIES = 200 };
    bool is_whole = false;
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    for (int i = 0; i < TRIES && !is_whole; i++) {
        visit_press(pty, "Home \"gone:does nothing here\" \"expect:strength 14  wits 12\"");
        pty_send(pty, "\033", 1);
        pty_send(pty, "[", 1);
        pty_send(pty, "B", 1);
        /* Two keys would have asked something; the answer tells that all has been taken. */
        visit_press(pty, "Esc C-t \"expect:C-t does nothing here\"");
        is_whole = strstr(pty_screen(pty), "strength 9  wits 16") != NULL;
    }
    assert_true(is_whole);
    visit_leave(pty);
}

static void test_terminals__without_a_locale_everything_is_ascii(void **state)
{
    (void)state;
    check_terminal(0, (struct terminal_kind){NULL, NULL, NULL, 24, 80}, terminals[0].colours);
    check_terminal(0, (struct terminal_kind){NULL, "xx_XX.UTF-8", NULL, 24, 80},
                   terminals[0].colours);
}

static void test_terminals__a_dumb_one_is_refused_in_a_line_that_names_the_scripts(void **state)
{
    static const struct {
        const char *term, *said;
    } kinds[] = {
        {"dumb", "the terminal \"dumb\" (TERM) cannot place text; `referee table --linear`"},
        {"unknown", "\"unknown\" (TERM) is not known here"},
        {"no-such-terminal",
         "\"no-such-terminal\" (TERM) is not known here (TERM=xterm may do)"},
        {"", "TERM, the kind of terminal, is not set (xterm is the usual one)"},
        {NULL, "TERM, the kind of terminal, is not set"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        /* Curses itself leaks when it does not know a terminal. */
        struct terminal_kind kind = {kinds[i].term, "C.UTF-8", "ASAN_OPTIONS=detect_leaks=0",
                                     24, 200};
        struct pty *pty = visit_start(campaign, &kind);
        pty_expect_row(pty, 0, kinds[i].said);
        pty_expect_row(pty, 0,
                       "`referee table --linear`, `referee run` and `referee show` work");
        pty_wait(pty);
        assert_string_equal(pty_row(pty, 1), "");
        assert_null(strchr(pty_output(pty), '\033'));
        visit_end(pty, 3);
    }
}

/* What it prints there, with the end of each line as a terminal gets it. */
static const char *printed(int columns, const char *further)
{
    const char *arguments[] = {visit_program(), "help", "attack", "--system", "qud", NULL};
    const char *environment[] = {"TERM=xterm", "LC_ALL=C.UTF-8", further, NULL};
    struct pty_program opened = {
        .arguments = arguments, .environment = environment, .rows = 24, .columns = columns};
    static char text[PTY_TEXT_SIZE];
    struct pty *pty = pty_open(&opened);
    assert_int_equal(pty_wait(pty).exit_code, 0);
    snprintf(text, sizeof text, "%s", pty_output(pty));
    pty_close(pty);
    return text;
}

static int widest(const char *text)
{
    int most = 0;
    while (*text != '\0') {
        int n = (int)strcspn(text, "\r\n");
        most = n > most ? n : most;
        text += n + (int)strspn(text + n, "\r\n");
    }
    return most;
}

static void test_terminals__lines_are_as_wide_as_the_terminal(void **state)
{
    (void)state;
    static const char last[] = "AV of other sources, added: skills, effects";
    assert_in_range(widest(printed(100, NULL)), 81, 100);
    assert_non_null(strstr(printed(100, NULL), last));
    assert_in_range(widest(printed(44, NULL)), 38, 44);
    assert_in_range(widest(printed(100, "COLUMNS=60")), 50, 60);
    assert_in_range(widest(printed(100, "COLUMNS=wide")), 81, 100);
}

/* `redirected`: the file in place of the terminal. */
static void check_refused(const char *redirected, const char *wanted)
{
    char out[VISIT_PATH_SIZE];
    char said[256] = "";
    char arguments[2 * VISIT_PATH_SIZE];
    visit_campaign(out, "errors");
    snprintf(arguments, sizeof arguments, "table %s 2> '%s'", redirected, out);
    assert_int_equal(visit_run(campaign, arguments, NULL), 2);
    FILE *file = fopen(out, "r");
    assert_non_null(file);
    assert_non_null(fgets(said, sizeof said, file));
    assert_non_null(strstr(said, wanted));
    assert_non_null(
        strstr(said, "`referee table --linear`, `referee run` and `referee show` work"));
    assert_null(fgets(said, sizeof said, file));
    fclose(file);
    visit_remove(out);
}

static void test_terminals__anything_else_is_refused(void **state)
{
    (void)state;
    check_refused("< /dev/null", "standard input is not a terminal");
    check_refused("<&-", "standard input is not a terminal");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terminals__each_of_them_can_be_played_on),
        cmocka_unit_test(test_terminals__no_color_is_honoured),
        cmocka_unit_test(test_terminals__the_size_changes_below_whatever_is_open),
        cmocka_unit_test(test_terminals__the_cursor_stands_where_the_eye_is),
        cmocka_unit_test(test_terminals__the_cursor_is_in_its_place_in_every_view),
        cmocka_unit_test(test_terminals__an_overlay_has_one_background),
        cmocka_unit_test(test_terminals__a_lone_escape_is_taken_by_itself),
        cmocka_unit_test(test_terminals__a_key_in_two_pieces_is_one_key),
        cmocka_unit_test(test_terminals__without_a_locale_everything_is_ascii),
        cmocka_unit_test(
            test_terminals__a_dumb_one_is_refused_in_a_line_that_names_the_scripts),
        cmocka_unit_test(test_terminals__anything_else_is_refused),
        cmocka_unit_test(test_terminals__lines_are_as_wide_as_the_terminal),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, prepare, clear);
}
