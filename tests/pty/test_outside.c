/* Events from outside while the table, or anything over it, is open: the shell stops and
 * continues the program, other programs write on the screen, the size changes a hundred times,
 * someone ends the program, the terminal goes away. Typed text stays, every act is in the log,
 * and the terminal is restored. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "support/visit.h"
#include "support/unit.h"

enum { TABLE = -1, ROW_SIZE = 1024 };

static char campaign[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    visit_campaign(campaign, "outside");
    return visit_run(campaign, "run data/demo/spire.referee", NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return 0;
}

/* The table, or the view over it. */
static struct pty *open_at(const struct terminal_kind *kind, int context)
{
    return context == TABLE ? visit_open(campaign, kind)
                            : visit_open_context(campaign, kind, context);
}

/* Back to the table, where a key is answered: nothing came between. */
static void leave(struct pty *pty)
{
    visit_press(pty, "C-c C-c \"expect:? help\" C-t \"expect:C-t does nothing here\"");
    pty_expect_row(pty, 0, "undo: Odo Quill's turn");
    visit_leave(pty);
}

/* Has the whole screen drawn, and keeps it. The frame of a key before may still be on its way:
 * it draws what changes, and so never the first row, which no key before changes, nor all of
 * the last. */
static void picture(char out[PTY_TEXT_SIZE], struct pty *pty, int context)
{
    enum { BEGINNING = 24 }; /* the rest of the row may still be on its way */
    char first_row[ROW_SIZE];
    struct str row = str_of(pty_row(pty, 0));
    row = str_beginning(row, BEGINNING);
    snprintf(first_row, sizeof first_row, "%.*s", row.n, row.p);
    pty_blank(pty);
    pty_key(pty, "C-l");
    pty_expect_row(pty, 0, first_row);
    pty_expect_row(pty, 23, context == TABLE ? "? help" : visit_contexts[context].last_row);
    snprintf(out, PTY_TEXT_SIZE, "%s", pty_screen(pty));
}

static void expect_screen(struct pty *pty, const char *screen)
{
    if (!pty_awaits(pty, screen, PTY_LIMIT_MS)) {
        struct str before = str_of(screen);
        for (int row = 0; before.n > 0; row++) {
            const char *end = memchr(before.p, '\n', (size_t)before.n);
            int n = end != NULL ? (int)(end - before.p) : before.n;
            print_error("before: %.*s\n   now: %s\n", n, before.p, pty_row(pty, row));
            before = (struct str){before.p + n + 1, before.n - n - (end != NULL ? 1 : 0)};
        }
        fail_msg("the screen is not as before");
    }
}

/* Whether it stays as it is: a chart goes on to be drawn while it sharpens. */
static bool is_still(int context)
{
    return context == TABLE || visit_contexts[context].context != CONTEXT_CHART;
}

/* ---- stopped, and written over --------------------------------------------------------- */

static void scribble(struct pty *pty)
{
    for (int i = 0; i < 30; i++) {
        pty_scribble(
            pty, "\033[35;4mBroadcast message from root:\r\nthe disk is full\t\t\tgo home\r\n");
    }
    pty_expect(pty, "go home");
}

static void check_stop(struct pty *pty, int context)
{
    static char before[PTY_TEXT_SIZE];
    picture(before, pty, context);
    pty_key(pty, "C-z");
    pty_expect_stopped(pty);
    assert_true(pty_is_as_before(pty));
    assert_false(pty_is_alternate(pty));
    scribble(pty);
    pty_continue(pty);
    expect_screen(pty, before);
    struct pty_look look;
    pty_look_at(&look, pty, 0, 60);
    assert_false(look.is_underlined);
    /* Stopped by a signal from another program, and at once again. */
    pty_signal(pty, SIGTSTP);
    pty_expect_stopped(pty);
    assert_true(pty_is_as_before(pty));
    scribble(pty);
    pty_continue(pty);
    expect_screen(pty, before);
}

/* On a terminal with two screens, and on one where the shell's lines are among ours. */
static void test_outside__it_stops_and_goes_on_below_whatever_is_open(void **state)
{
    static const struct terminal_kind kinds[] = {
        {"xterm-256color", "C.UTF-8", "COLORFGBG=15;0", 24, 80},
        {"vt100", "C.UTF-8", NULL, 24, 80}};
    (void)state;
    for (int i = TABLE; i < visit_contexts_count; i++) {
        for (int k = 0; k < 2 && is_still(i); k++) {
            struct pty *pty = open_at(&kinds[k], i);
            check_stop(pty, i);
            if (i != TABLE && visit_contexts[i].is_typed) {
                visit_press(pty, "\"text: 7\"");
                pty_expect_row(pty, 23, " 7");
            }
            leave(pty);
        }
    }
}

static void test_outside__what_others_wrote_is_drawn_over(void **state)
{
    static char before[PTY_TEXT_SIZE];
    (void)state;
    for (int i = TABLE; i < visit_contexts_count; i++) {
        if (!is_still(i)) {
            continue;
        }
        struct pty *pty = open_at(&terminal_usual, i);
        picture(before, pty, i);
        scribble(pty);
        pty_key(pty, "C-l");
        expect_screen(pty, before);
        leave(pty);
    }
}

/* ---- sizes ----------------------------------------------------------------------------- */

/* Sizes come faster than frames can be drawn, with keys between them; the last one counts. */
static void test_outside__a_storm_of_sizes_ends_in_the_last_one(void **state)
{
    static char before[PTY_TEXT_SIZE];
    (void)state;
    for (int i = TABLE; i < visit_contexts_count; i++) {
        if (!is_still(i)) {
            continue;
        }
        struct pty *pty = open_at(&terminal_usual, i);
        /* The message is there from the second time on: the first may clear a word. */
        pty_key(pty, "F11");
        pty_key(pty, "F11");
        picture(before, pty, i);
        uint32_t random = 7;
        for (int k = 0; k < 100; k++) {
            random = random * 1664525u + 1013904223u;
            pty_resize(pty, 1 + (int)((random >> 8) % 70), 1 + (int)((random >> 16) % 210));
            if (k % 10 == 0) {
                pty_key(pty, "C-l");
            }
        }
        pty_resize(pty, 24, 80);
        expect_screen(pty, before);
        leave(pty);
    }
}

/* The size is restored before the program could look, but the terminal has lost what did not
 * fit meanwhile. */
static void test_outside__a_size_that_is_back_before_it_was_seen_is_drawn(void **state)
{
    static char before[PTY_TEXT_SIZE];
    (void)state;
    for (int i = TABLE; i < visit_contexts_count; i++) {
        if (!is_still(i)) {
            continue;
        }
        struct pty *pty = open_at(&terminal_usual, i);
        picture(before, pty, i);
        for (int k = 0; k < 10; k++) {
            pty_resize(pty, 1, 1);
            pty_resize(pty, 24, 80);
            expect_screen(pty, before);
        }
        leave(pty);
    }
}

/* A line without a size, like a serial one. */
static void test_outside__a_terminal_that_tells_no_size_has_its_usual_one(void **state)
{
    static const struct terminal_kind none = {"vt100", "C", NULL, 0, 0};
    (void)state;
    struct pty *pty = visit_start(campaign, &none);
    pty_expect(pty, "? help");
    leave(pty);
}

/* ---- the end --------------------------------------------------------------------------- */

static void check_log(const char *undo)
{
    char path[VISIT_PATH_SIZE + 8];
    char line[256];
    bool is_there = false;
    snprintf(path, sizeof path, "%s.show", campaign);
    assert_int_equal(visit_run(campaign, "show", path), 0);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        is_there = is_there || strstr(line, undo) != NULL;
    }
    fclose(file);
    remove(path);
    assert_true(is_there);
}

/* An act, something opened and typed, and the end. */
static void test_outside__the_one_who_ends_it_loses_no_act(void **state)
{
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
    (void)state;
    for (int i = TABLE; i < visit_contexts_count; i++) {
        const char *keys = i == TABLE ? "" : visit_contexts[i].keys;
        char words[120];
        snprintf(words, sizeof words, "n \"expect:undo: Hookbill's turn\" %s", keys);
        struct pty *pty = visit_open(campaign, &terminal_usual);
        visit_press(pty, words);
        pty_signal(pty, signals[(i + 1) % 3]);
        visit_end(pty, 0);
        check_log("undo: Hookbill's turn");
        pty = visit_open(campaign, &terminal_usual);
        visit_press(pty, "u \"expect:undone: Hookbill's turn\"");
        leave(pty);
    }
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
}

static void test_outside__a_terminal_that_goes_away_loses_no_act(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "n \"expect:undo: Hookbill's turn\" a text:14");
    pty_hang_up(pty);
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, 0);
    assert_int_equal(end.exit_code, 0);
    pty_close(pty);
    check_log("undo: Hookbill's turn");
    /* And while it is stopped. */
    pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "u \"expect:undone: Hookbill's turn\" C-z");
    pty_expect_stopped(pty);
    pty_hang_up(pty);
    pty_continue(pty);
    end = pty_wait(pty);
    assert_int_equal(end.signal_number, 0);
    pty_close(pty);
    check_log("undo: Odo Quill's turn");
}

/* What is written under a bare name lies in the program's own folder, not in the source tree.
 */
static void
test_outside__a_campaign_with_a_bare_name_is_not_left_in_the_source_tree(void **state)
{
    (void)state;
    static const char name[] = "outside-bare";
    char beside[VISIT_PATH_SIZE];
    struct pty *pty = open_at(&terminal_usual, TABLE);
    visit_press(pty, ": \"text:save-as outside-bare\" Enter \"expect:is written to\"");
    snprintf(beside, sizeof beside, "%s/%s", pty_folder(pty), name);
    assert_int_equal(access(beside, F_OK), 0);
    visit_leave(pty);
    assert_int_not_equal(access(name, F_OK), 0);
    assert_int_not_equal(access(beside, F_OK), 0); /* nor anywhere else, once it is closed */
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outside__it_stops_and_goes_on_below_whatever_is_open),
        cmocka_unit_test(test_outside__what_others_wrote_is_drawn_over),
        cmocka_unit_test(test_outside__a_storm_of_sizes_ends_in_the_last_one),
        cmocka_unit_test(test_outside__a_size_that_is_back_before_it_was_seen_is_drawn),
        cmocka_unit_test(test_outside__a_terminal_that_tells_no_size_has_its_usual_one),
        cmocka_unit_test(test_outside__the_one_who_ends_it_loses_no_act),
        cmocka_unit_test(test_outside__a_terminal_that_goes_away_loses_no_act),
        cmocka_unit_test(
            test_outside__a_campaign_with_a_bare_name_is_not_left_in_the_source_tree),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, prepare, clear);
}
