/* A whole turn of Four Against Darkness by keys: four characters, eight foes, dice rolled here. */
#include <string.h>

#include "support/play.h"
#include "support/unit.h"

static void test_turn__of_four_against_eight_takes_about_a_dozen_keys(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "encounter Turn system=four-against-darkness", "add Hild class=warrior level=2 hp=20",
        "add Pell class=halfling hp=20",               "add Corvin class=wizard hp=20",
        "add Ro class=cleric hp=20",                   "add ogres foe=minion level=12 count=8",
        NULL};
    struct play *play = play_new(lines);
    static const char keys[] = "Tab a Enter a Enter a Enter a Enter n L";
    int count = 1;
    for (const char *at = keys; (at = strchr(at, ' ')) != NULL; at++) {
        count++;
    }
    assert_true(count <= 12);
    play_keys(play, keys);
    const struct state *there = session_state(play->session);
    struct due due[DUE_MAX];
    /* Everybody has acted and every attack is settled: only the next round is left. */
    for (int id = 1; id <= 4; id++) {
        assert_true(state_value(there, id, FIELD_HAS_ACTED, 0) != 0);
    }
    assert_int_equal(session_procedure(play->session)->due(there, due, DUE_MAX), 0);
    play_keys(play, "n");
    play_shows(play, "round 2");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turn__of_four_against_eight_takes_about_a_dozen_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
