/* Kinds on a terminal: six goblins with rolled hit points by few keys, and a new kind that is
 * made, used in two encounters, edited and undone; what is left is the same after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
#define TEST(name) cmocka_unit_test_setup_teardown(name, prepare, clear)
    const struct CMUnitTest tests[] = {
        TEST(test_kinds__six_goblins_with_rolled_hit_points_take_eight_keys),
        TEST(test_kinds__one_is_made_used_twice_edited_and_undone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
