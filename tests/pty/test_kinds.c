/* Kinds on a terminal: six goblins with rolled hit points by few keys, and a new kind that is
 * made, used in two encounters, edited and undone; what is left is the same after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "support/home.h"
#include "support/unit.h"
#include "support/visit.h"

static char campaign[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    char line[VISIT_PATH_SIZE];
    if (home_begin("XDG_DATA_HOME") != 0) {
        return 1;
    }
    home_write("mill.referee", "encounter Mill system=trilemma\n");
    snprintf(line, sizeof line, "run %s", home_path("mill.referee"));
    visit_campaign(campaign, "kinds");
    return visit_run(campaign, line, NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return home_end("XDG_DATA_HOME");
}

static void test_kinds__six_goblins_with_rolled_hit_points_take_eight_keys(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "+ \"text:6 gul\" \"expect:6 × gully goblin: HP 1d6\" Enter "
                     "\"expect:hit points, 1d6\" Enter \"expect:6 × gully goblin join\"");
    visit_press(pty, "\"expect:Gully goblin 6\"");
    visit_leave(pty);
}

static void test_kinds__one_is_made_used_twice_edited_and_undone(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, ", k \"expect:kinds of\" N \"expect:new kind\" \"text:bog imp\" Down Down "
                     "text:5 Enter \"expect:bog-imp is added\"");
    visit_press(pty, "2 \"expect:Enter adds 2\" Enter \"expect:Bog imp 2\"");
    visit_press(pty, ", E text:Ford Enter \"expect:Ford\" "
                     "+ \"text:bog imp\" Enter \"expect:Bog imp joins\"");
    visit_press(pty, ", k \"expect:Ford (1), Mill (2)\" e \"expect:nothing has changed yet\" "
                     "Down text:9 Enter \"expect:prepared in Ford (1), Mill (2)\" "
                     "\"expect:HP 9\"");
    visit_press(pty, "u \"expect:undone: bog-imp is edited\" \"expect:HP 5\" Esc");
    visit_press(pty, "\"expect:5/5\"");
    visit_leave(pty);
    pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, ", k \"expect:bog imp\" \"expect:HP 5\" C-r \"expect:HP 9\" Esc "
                     "\"expect:5/5\"");
    visit_leave(pty);
}

/* A page as an adventure prints it, with its signs. */
static void
test_kinds__a_pasted_page_of_twelve_stat_lines_is_twelve_kinds_in_one_act(void **state)
{
    static char page[8192];
    struct text text = text_over(page, sizeof page);
    (void)state;
    for (int i = 0; i < 12; i++) {
        text_add(
            &text,
            "**Quelk %c** AC %d [%d], HD %d+1 (%dhp), Att 1 × claw (1d6), THAC0 17 "
            "[+2], MV 90’ (30’), SV D12 W13 P14 B15 S16 (F3), ML %d, AL C, XP 35; it fears "
            "fire\n",
            'a' + i, i % 9 + 1, 18 - i % 9, i + 1, i * 4 + 5, i % 7 + 5);
    }
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "+ \"expect:add\"");
    pty_paste(pty, page);
    visit_press(pty, "\"expect:import: 12 taken, 0 there already, 0 left out\" Enter "
                     "\"expect:12 kinds are imported\"");
    visit_press(pty, ", k / text:quelk \"expect:12 with quelk\" Enter u "
                     "\"expect:undone: 12 kinds are imported\" \"expect:no kind has quelk\"");
    visit_press(pty, "Esc Esc");
    visit_leave(pty);
}

/* What no record tells is asked on the screen, before anything comes in. */
static void test_kinds__what_no_record_tells_is_asked_before_it_comes_in(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    pty_paste(pty, "Quelk: AC 5 [14], HD 1, hp 3, THAC0 18 [+1], ML 7\n"
                   "Eel: AC 6 [13], HD 2, hp 5, THAC0 17 [+2], ML 8\n");
    visit_press(pty,
                "\"expect:import: 2 taken\" Enter \"expect:damage: none of the 2 tells it\" "
                "text:2d Enter \"expect:sides of the die are missing\" C-u "
                "text:1d4 Enter \"expect:are these values for this import alone\" o "
                "\"expect:2 kinds are imported\"");
    visit_press(pty, ", k / text:quelk \"expect:damage 1d4\" Esc Esc Esc");
    visit_leave(pty);
}

/* The same at a terminal, line by line. */
static void test_kinds__a_terminal_is_asked_about_files(void **state)
{
    (void)state;
    char path[VISIT_PATH_SIZE];
    home_write("bare.txt", "Quelk: AC 5 [14], HD 1, hp 3, THAC0 18 [+1], ML 7\n"
                           "Eel: AC 6 [13], HD 2, hp 5, THAC0 17 [+2], ML 8\n");
    snprintf(path, sizeof path, "%s", home_path("bare.txt"));
    const char *const arguments[] = {visit_program(), "--db", campaign, "import", path, NULL};
    const char *const environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    const struct pty_program program = {
        .arguments = arguments, .environment = environment, .rows = 24, .columns = 80};
    struct pty *pty = pty_open(&program);
    visit_press(pty, "\"expect:damage: none of the 2 tells it\" text:2d Enter "
                     "\"expect:Enter leaves it so\" text:1d4 Enter \"expect:later imports?\" "
                     "text:yes Enter \"expect:2 taken, 0 merged, 0 left out\"");
    visit_end(pty, 0);
}

/* What the terminal cut off is not known to be there, so nothing of it comes in. */
static void test_kinds__a_page_that_is_too_long_to_paste_says_so(void **state)
{
    enum { LINES = 4000 };
    static char page[LINES * 24];
    struct text text = text_over(page, sizeof page);
    (void)state;
    for (int i = 0; i < LINES; i++) {
        text_add(&text, "Eel %d: AC 8, hp 4\n", i);
    }
    assert_false(text.is_cut);
    struct pty *pty = visit_open(campaign, &terminal_usual);
    pty_paste(pty, page);
    visit_press(pty, "\"expect:too long to paste\" gone:taken");
    visit_leave(pty);
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, clear)
    const struct CMUnitTest tests[] = {
        TEST(test_kinds__six_goblins_with_rolled_hit_points_take_eight_keys),
        TEST(test_kinds__one_is_made_used_twice_edited_and_undone),
        TEST(test_kinds__a_pasted_page_of_twelve_stat_lines_is_twelve_kinds_in_one_act),
        TEST(test_kinds__what_no_record_tells_is_asked_before_it_comes_in),
        TEST(test_kinds__a_terminal_is_asked_about_files),
        TEST(test_kinds__a_page_that_is_too_long_to_paste_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
