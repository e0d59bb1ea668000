/* What the terminal answers, at once, late, in pieces or never, and what the table makes of it.
 * The sequences themselves are tested in tests/tui/term/test_term_decode.c. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "support/unit.h"
#include "support/visit.h"
#include "tui/canvas/canvas.h"

static const char asked[] = "\033]11;?\007";
static const char dark[] = "\033]11;rgb:1e1e/1e1e/1e1e\033\\";
static const char light[] = "\033]11;rgb:ffff/ffff/dddd\007";

/* What its background is only its answer tells. */
static const struct terminal_kind unsaid = {"xterm-256color", "C.UTF-8", NULL, 24, 80};

static char campaign[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    visit_campaign(campaign, "answers");
    return visit_run(campaign, "run data/demo/spire.referee", NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return 0;
}

/* A terminal that answers `answer`, or never. */
static struct pty *open_on(const struct terminal_kind *kind, const char *answer)
{
    struct pty *pty = visit_start(campaign, kind);
    pty_tell_background(pty, answer);
    pty_expect(pty, "? help");
    return pty;
}

static void tell(struct pty *pty, const char *bytes)
{
    pty_send(pty, bytes, (int)strlen(bytes));
}

/* The table's title on this ground. */
static bool is_on(struct pty *pty, const void *context)
{
    const struct theme theme = {.ground = *(const enum ground *)context};
    struct look look = theme_look_in(&theme, ROLE_TITLE, COLOUR_256);
    struct pty_look shown;
    pty_look_at(&shown, pty, 0, 1);
    return shown.foreground == look.foreground && shown.is_bold;
}

static void expect_ground(struct pty *pty, enum ground ground)
{
    assert_true(pty_comes_to(pty, is_on, &ground));
}

static bool is_screen(struct pty *pty, const void *context)
{
    return strcmp(pty_screen(pty), context) == 0;
}

static int times_asked(struct pty *pty)
{
    int times = 0;
    for (const char *p = strstr(pty_output(pty), asked); p != NULL; p = strstr(p + 1, asked)) {
        times++;
    }
    return times;
}

static void test_answers__the_colours_are_for_the_background(void **state)
{
    (void)state;
    struct pty *pty = open_on(&unsaid, dark);
    expect_ground(pty, GROUND_DARK);
    assert_null(strstr(pty_output(pty), "$p")); /* some print a query for a mode */
    visit_leave(pty);
    pty = open_on(&unsaid, light);
    expect_ground(pty, GROUND_LIGHT);
    visit_leave(pty);
}

/* No text has a colour that may be the background's. */
static void test_answers__without_one_the_colours_are_the_terminals_own(void **state)
{
    (void)state;
    struct pty *pty = open_on(&unsaid, NULL);
    assert_int_equal(times_asked(pty), 1);
    for (int row = 0; row < 24; row++) {
        for (int column = 0; column < 80; column++) {
            struct pty_look look;
            pty_look_at(&look, pty, row, column);
            assert_false(look.has_colour);
        }
    }
    assert_null(strstr(pty_output(pty), "\033[2m"));
    assert_null(strstr(pty_output(pty), ";2m"));
    visit_press(pty, "n \"expect:undo: Hookbill's turn\" u \"expect:undo: Odo Quill's turn\"");
    visit_leave(pty);
}

static void test_answers__a_late_one_comes_amid_a_die(void **state)
{
    (void)state;
    struct pty *pty = open_on(&unsaid, NULL);
    visit_press(pty, "Tab a \"expect:attack, d20\" text:1");
    tell(pty, "\033]11;rgb:ff");
    tell(pty, "ff/ffff/ffff\033");
    tell(pty, "\\");
    visit_press(pty, "text:4 \"expect:: miss\"");
    expect_ground(pty, GROUND_LIGHT);
    pty_expect_row(pty, 23, " 14");
    /* Another one is believed as well. */
    tell(pty, dark);
    expect_ground(pty, GROUND_DARK);
    visit_press(pty, "Esc \"gone:attack, d20\"");
    visit_leave(pty);
}

static void test_answers__what_is_none_changes_nothing(void **state)
{
    static const char *const wrong[] = {
        "\033]11;?\007",          "\033]11;rgb:ffff/ffff\007",   "\033]11;rgb:f/f/f/f\007",
        "\033]11;rgb:nn/nn/nn\a", "\033]11;rgb:fffff/f/f\033\\", "\033]11;#ffffff\007",
        "\033]10;rgb:f/f/f\007",  "\033[?1;2c\033[?2026;2$y",    "\033[1;2R",
    };
    (void)state;
    struct pty *pty = open_on(&unsaid, dark);
    expect_ground(pty, GROUND_DARK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tell(pty, wrong[i]);
    }
    visit_press(pty, "C-t \"expect:C-t does nothing here\"");
    assert_true(is_on(pty, &(enum ground){GROUND_DARK}));
    visit_leave(pty);
}

static void test_answers__the_environment_is_believed_until_one_comes(void **state)
{
    struct terminal_kind kind = unsaid;
    (void)state;
    kind.further = "COLORFGBG=0;default;15";
    struct pty *pty = open_on(&kind, NULL);
    assert_true(is_on(pty, &(enum ground){GROUND_LIGHT}));
    tell(pty, dark);
    expect_ground(pty, GROUND_DARK);
    visit_leave(pty);
    kind.further = "COLORFGBG=7;default";
    pty = open_on(&kind, NULL);
    assert_true(is_on(pty, &(enum ground){GROUND_UNKNOWN}));
    visit_leave(pty);
}

/* Marks are ASCII then, in every frame that follows; names keep their letters. */
static void test_answers__where_signs_are_wide_marks_are_ascii(void **state)
{
    (void)state;
    struct pty *pty = visit_start(campaign, &unsaid);
    pty_expect(pty, "? help");
    pty_expect(pty, "\xE2\x96\xB6"); /* narrow here: marks are as ever */
    pty_tell_wide(pty);
    pty_key(pty, "C-l");
    pty_expect_gone(pty, "\xE2\x96\xB6");
    visit_press(pty, ": \"text:add Zoë side=party hp=9 strength=12\" Enter expect:Zoë");
    for (int row = 0; row < 24; row++) {
        for (const char *p = pty_row(pty, row); *p != '\0'; p++) {
            bool is_of_name = strncmp(p, "\xC3\xAB", 2) == 0 || (p[0] & 0xFF) == 0xAB;
            assert_true((*p & 0x80) == 0 || is_of_name);
        }
    }
    visit_press(pty,
                ": \"text:settings glyphs unicode\" Enter \"expect:glyphs is unicode\" Esc");
    pty_expect(pty, "\xE2\x96\xB6"); /* who sets it knows better */
    visit_press(pty, ": \"text:settings glyphs auto\" Enter \"expect:glyphs is auto\" Esc");
    visit_press(pty, "u \"expect:undone: Zoë joins\"");
    visit_leave(pty);
}

/* Each size sends the modes and questions again, and the answers come while the next sizes do.
 */
static void test_answers__wide_signs_stay_away_in_a_storm_of_sizes(void **state)
{
    static char before[PTY_TEXT_SIZE];
    (void)state;
    struct pty *pty = visit_start(campaign, &unsaid);
    pty_expect(pty, "? help");
    pty_tell_wide(pty);
    pty_key(pty, "C-l");
    pty_expect_gone(pty, "\xE2\x96\xB6");
    visit_press(pty, "Home \"gone:C-t does nothing\" C-t \"expect:C-t does nothing here\"");
    snprintf(before, sizeof before, "%s", pty_screen(pty));
    uint32_t random = 11;
    for (int k = 0; k < 200; k++) {
        random = random * 1664525u + 1013904223u;
        pty_resize(pty, 1 + (int)((random >> 8) % 70), 1 + (int)((random >> 16) % 210));
        if (k % 10 == 0) {
            pty_key(pty, "C-l");
        }
    }
    pty_resize(pty, 24, 80);
    visit_press(pty, "Home C-t \"expect:C-t does nothing here\"");
    pty_comes_to(pty, is_screen, before);
    assert_string_equal(pty_screen(pty), before);
    assert_null(strstr(before, "\xE2")); /* where all marks begin */
    pty_expect_row(pty, 0, "undo: Odo Quill's turn");
    visit_leave(pty);
}

/* Its fonts have one sign for all marks that they lack. */
static void test_answers__the_linux_console_has_marks_of_its_own(void **state)
{
    (void)state;
    struct terminal_kind kind = terminal_usual;
    kind.term = "linux";
    struct pty *pty = open_on(&kind, NULL);
    assert_null(strstr(pty_output(pty), "\xE2"));
    visit_press(pty, ": \"text:add Zoë side=party hp=9 strength=12\" Enter expect:Zoë");
    assert_null(strstr(pty_output(pty), "\033[2m"));
    visit_press(pty, "u \"expect:undone: Zoë joins\"");
    visit_leave(pty);
}

/* Another terminal may show the table then. */
static void test_answers__the_terminal_is_asked_again_when_all_is_drawn_again(void **state)
{
    (void)state;
    struct pty *pty = open_on(&unsaid, dark);
    expect_ground(pty, GROUND_DARK);
    pty_tell_background(pty, light);
    pty_key(pty, "C-l");
    expect_ground(pty, GROUND_LIGHT);
    pty_tell_background(pty, dark);
    pty_resize(pty, 30, 90);
    expect_ground(pty, GROUND_DARK);
    pty_tell_background(pty, light);
    pty_key(pty, "C-z");
    pty_expect_stopped(pty);
    pty_continue(pty);
    expect_ground(pty, GROUND_LIGHT);
    visit_leave(pty);
}

static void test_answers__a_theme_that_was_chosen_asks_nothing(void **state)
{
    (void)state;
    struct pty *pty = open_on(&unsaid, light);
    expect_ground(pty, GROUND_LIGHT);
    int before = times_asked(pty);
    visit_press(
        pty,
        ": \"text:settings theme dark\" Enter \"expect:theme is dark\" Esc \"gone:theme is\"");
    expect_ground(pty, GROUND_DARK);
    pty_key(pty, "C-l");
    visit_press(pty, "C-t \"expect:C-t does nothing here\"");
    assert_int_equal(times_asked(pty), before);
    tell(pty, light);
    visit_press(pty, "n \"expect:undo: Hookbill's turn\" u \"expect:undo: Odo Quill's turn\"");
    assert_true(is_on(pty, &(enum ground){GROUND_DARK}));
    visit_press(
        pty,
        ": \"text:settings theme auto\" Enter \"expect:theme is auto\" Esc \"gone:theme is\"");
    expect_ground(pty, GROUND_LIGHT);
    visit_leave(pty);
}

/* A terminal that does not know such strings would show them. */
static void test_answers__only_those_that_can_answer_are_asked(void **state)
{
    static const struct {
        const char *term, *further;
        bool is_asked;
    } kinds[] = {
        {"xterm", NULL, true},          {"screen", NULL, true}, {"tmux-256color", NULL, true},
        {"rxvt-unicode", NULL, true},   {"linux", NULL, false}, {"vt100", NULL, false},
        {"xterm", "NO_COLOR=1", false}, {"ansi", NULL, false},  {"xterm-mono", NULL, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct terminal_kind kind = {kinds[i].term, "C.UTF-8", kinds[i].further, 24, 80};
        struct pty *pty = open_on(&kind, NULL);
        assert_int_equal(times_asked(pty), kinds[i].is_asked);
        visit_leave(pty);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers__the_colours_are_for_the_background),
        cmocka_unit_test(test_answers__without_one_the_colours_are_the_terminals_own),
        cmocka_unit_test(test_answers__a_late_one_comes_amid_a_die),
        cmocka_unit_test(test_answers__what_is_none_changes_nothing),
        cmocka_unit_test(test_answers__the_environment_is_believed_until_one_comes),
        cmocka_unit_test(test_answers__where_signs_are_wide_marks_are_ascii),
        cmocka_unit_test(test_answers__wide_signs_stay_away_in_a_storm_of_sizes),
        cmocka_unit_test(test_answers__the_linux_console_has_marks_of_its_own),
        cmocka_unit_test(test_answers__the_terminal_is_asked_again_when_all_is_drawn_again),
        cmocka_unit_test(test_answers__a_theme_that_was_chosen_asks_nothing),
        cmocka_unit_test(test_answers__only_those_that_can_answer_are_asked),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, prepare, clear);
}
