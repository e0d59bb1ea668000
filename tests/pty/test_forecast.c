/* `referee forecast` on a terminal: it says how far it is, and C-c ends it with what is known.
 * The forecast at the table, by keys: from an encounter that is prepared to the fight that was
 * played, beside what was expected of it. */
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
    assert_non_null(strstr(pty_screen(pty), "0 fights of each kind"));
    assert_null(strstr(pty_screen(pty), "1000000 fights"));
    pty_close(pty);
}

/* ---- at the table ---------------------------------------------------------------------- */

static int prepare_foes(void **state)
{
    (void)state;
    visit_campaign(campaign, "way");
    return visit_run(campaign, "run tests/pty/way.referee", NULL);
}

/* Each part goes on from the one before. */
static void test_forecast__goes_from_a_prepared_fight_to_how_it_was_played(void **state)
{
    static const char *const parts[] = {
        /* A party of one, and an encounter that is prepared from the foes of another. */
        "p \"expect:Nobody is in the party yet\" N \"text:Ana to_hit=3 dv=5 pv=1 damage=1d6 "
        "hp=12\" Enter \"expect:Ana joins the party\" Esc \"gone:── the party\" T "
        "\"expect:made \" E \"expect:prepared encounters\" N text:Bridge Enter "
        "\"expect:Bridge is prepared\"",
        /* Its forecast, with the party; one more pike. Both are kept with it. */
        "\"expect:ready  nothing is missing\" C-f "
        "\"expect:forecast: Bridge\" \"expect:The party wins\" Down + "
        "\"expect:duplicate Pike\" \"expect:as it is\" K \"expect:kept: after the fight\" Esc "
        "\"expect:nothing is missing\"",
        /* Started; the what-if came along, and is done for real. */
        "Enter \"expect:Bridge · yuxtapa · not started\" C-f \"expect:forecast: Bridge\" "
        "\"expect:duplicate Pike\" \"expect:The party wins\" D \"expect:like Pike: Pike 2 "
        "joins\" \"gone:forecast: Bridge\"",
        /* What was kept was that of another fight: not any more, also when it is opened again.
         * That of the fight as it will be is. */
        "C-f \"expect:The party wins\" \"expect:Pike 2\" \"gone:duplicate Pike\" K "
        "\"expect:not kept any more\" Esc \"gone:forecast: Bridge\" C-f "
        "\"expect:The party wins\" K \"expect:kept: after the fight\" Esc "
        "\"gone:forecast: Bridge\"",
        /* Round 1: one pike falls. */
        "n \"expect:round 1 begins\" a \"expect:attack: which target?\" Enter "
        "\"expect:attack, d20\" \"text:15 6\" Enter \"expect:Pike: dead\" n "
        "\"expect:Pike 2's turn\" n \"expect:round 2 begins\"",
        /* Forecast again from there: nobody but the other one is left. */
        "C-f \"expect:The party wins\" \"expect:falls in\" \"gone:duplicate Pike\" Esc "
        "\"gone:forecast: Bridge\"",
        /* To its end, and compared. */
        "a \"expect:attack, d20\" \"text:15 6\" Enter \"expect:Pike 2: dead\" C-f "
        "\"expect:The party won in round 2, nobody fell: this went better than\" "
        "\"expect:It gave the party\" Esc \"gone:It gave the party\"",
        /* The same from the chronicle, a fight that is over. */
        "H \"expect:── chronicle\" C-f \"expect:The party won in round 2\" "
        "\"expect:It gave the party\" Esc \"expect:── chronicle\" Esc",
    };
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        visit_press(pty, parts[i]);
    }
    visit_leave(pty);
}

int main(int count, char **arguments)
{
    (void)count;
    visit_begin(arguments[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_forecast__tells_how_far_it_is_and_stops_with_what_is_known, prepare, clear),
        cmocka_unit_test_setup_teardown(
            test_forecast__goes_from_a_prepared_fight_to_how_it_was_played, prepare_foes,
            clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
