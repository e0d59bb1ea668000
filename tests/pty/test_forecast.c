/* `referee forecast` on a terminal: it says how far it is, and C-c ends it with what is known.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/unit.h"
#include "support/visit.h"

static char campaign[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    visit_campaign(campaign, "forecast");
    return visit_run(campaign, "run data/demo/mill_pond.referee", NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return 0;
}

static void test_forecast__tells_how_far_it_is_and_stops_with_what_is_known(void **state)
{
    (void)state;
    const char *arguments[] = {
        visit_program(), "--db",       campaign, "forecast", "-n",
        "1000000",       "--threads",  "1",      "--policy", "party=focus",
        "--policy",      "foes=focus", NULL};
    const char *environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    struct pty_program opened = {
        .arguments = arguments, .environment = environment, .rows = 40, .columns = 100};
    struct pty *pty = pty_open(&opened);
    pty_expect(pty, "of 1000000 fights, within");
    pty_expect(pty, "C-c stops");
    pty_key(pty, "C-c");
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, 0);
    assert_int_equal(end.exit_code, 0);
    /* The line that was written over itself is gone. */
    assert_null(strstr(pty_screen(pty), "C-c stops"));
    assert_non_null(strstr(pty_screen(pty), "The party wins"));
    assert_non_null(strstr(pty_screen(pty), "00 fights of each kind"));
    assert_null(strstr(pty_screen(pty), "1000000 fights"));
    pty_close(pty);
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_forecast__tells_how_far_it_is_and_stops_with_what_is_known, prepare, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
