/* The chart of a fight on the screen: drawn, walked along, opened from where the past is read
 * and by a question; hidden until it is asked for. What it shows is what the command plays. */
#include <string.h>

#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {
    "encounter \"Nest ledge\" system=trilemma",
    "add Anka side=party strength=10 wits=10 ac=20 hp=4 damage=9d8",
    "add Ogre strength=10 wits=8 ac=20 hp=4 damage=9d8",
    "initiative 20 3",
    "attack #2 by=#1 2",
    "next",
    "attack #1 by=#2 18 8 8 8 8 8 8 8 8 8",
    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

static void test_chart__grows_while_it_is_looked_at(void **state)
{
    struct play *play = *state;
    play_keys(play, "l v");
    play_shows(play, "the log is being read");
    play_keys(play, "l v wait");
    play_shows(play, "chart of Nest ledge: sensible against sensible");
    play_shows(play, "the first fights are being played");
    play_keys(play, "l v wait wait wait");
    play_shows(play, " points");
    play_shows(play, "Ogre hits Anka");
    play_shows(play, "100%");
    play_keys(play, "l v wait wait wait Esc");
    play_hides(play, "chart of");
}

static void test_chart__is_walked_along_like_the_past(void **state)
{
    struct play *play = *state;
    play_keys(play, "l v wait wait wait wait wait wait Left Left");
    play_shows(play, "r1, Anka misses Ogre: ");
    play_keys(play, "l v wait wait wait wait wait wait Home m m");
    play_shows(play, "r1, Ogre hits Anka: ");
    play_keys(play, "l v wait wait wait wait wait wait m");
    play_shows(play, "nothing turned it after this act");
    play_keys(play, "l v wait wait Left Left Enter");
    play_shows(play, "LOOKING BACK");
    play_keys(play, "l v wait wait Left Left Enter Backspace");
    play_shows(play, "chart of Nest ledge");
    play_keys(play, "l v wait wait %");
    play_shows(play, "The party's chance to win was ");
    play_shows(play, "Ogre: dice -");
    play_shows(play, ", give or take ");
}

/* From the past at the act that is looked at, from the chronicle, and by words. */
static void test_chart__is_opened_where_the_past_is_read(void **state)
{
    struct play *play = *state;
    play_keys(play, "< < v wait wait wait");
    play_shows(play, "r1, Anka misses Ogre: ");
    play_keys(play, "H v wait wait");
    play_shows(play, "chart of Nest ledge");
    play_keys(play, ": \"text:forecast when did it turn?\" Enter wait wait");
    play_shows(play, "chart of Nest ledge");
    play_keys(play, ": \"text:chart Nest ledge\" Enter wait wait");
    play_shows(play, "chart of Nest ledge");
}

static void test_chart__is_hidden_until_it_is_asked_for(void **state)
{
    struct play *play = *state;
    play_keys(play, "wait wait wait");
    play_hides(play, "chart");
}

static void test_chart__of_a_fight_that_has_not_begun_says_so(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter Empty");
    play_keys(play, ": text:chart Enter wait");
    play_shows(play, "there is no chart: nobody has fought yet; `forecast` tells");
    play_hides(play, "turning point");
    play_shows(play, "Esc closes");
}

/* Played in idle moments as the chart is, so that no key waits for two long fights. */
static void test_compare__is_told_while_it_is_played(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:compare #5 #6\" Enter");
    play_shows(play, "The logs are being read.");
    play_keys(play, ": \"text:compare #5 #6\" Enter wait wait wait wait");
    play_shows(play, "played after each act, playing");
    play_shows(play, "first: Nest ledge, up to #5");
    play_shows(play, "the party's chance to win at the start: ");
    play_shows(play, "the first: no more acts");
    play_keys(play, ": \"text:compare #5 #6\" Enter wait Esc");
    play_hides(play, "two fights");
    play_keys(play, ": \"text:compare Nowhere\" Enter");
    play_shows(play, "there is no encounter Nowhere");
}

/* The encounter's name gives way, how far it is does not. */
static void test_chart__says_how_far_it_is_beside_a_long_name(void **state)
{
    struct play *play = *state;
    play_do(
        play,
        "rename-encounter \"Nest ledge\" Ambush at the crossing of the rivers under the hill");
    play_keys(play, "l v wait wait wait");
    play_shows(play, " points, playing");
}

/* Listed at once, so that one thinks first; the chances come in. */
static void test_choices__are_told_while_they_are_played(void **state)
{
    struct play *play = *state;
    play_keys(play, "l v wait wait Left Left = wait");
    play_shows(play, "r1, Anka misses Ogre: what else was open to Anka");
    play_shows(play, "attack Ogre: ..., which was done");
    play_shows(play, "defend: ...");
    play_keys(play, "l v wait wait Left Left = wait wait wait");
    play_shows(play, "other choices, ");
    play_shows(play, "Best for the party: ");
    play_keys(play, "l v wait wait Left Left = wait wait Esc");
    play_shows(play, "chart of Nest ledge");
    play_keys(play, "< < = wait");
    play_shows(play, "what else was open to Anka");
    play_keys(play, ": text:choices Enter wait wait");
    play_shows(play, "what Ogre can do now");
}

static void test_choices__screens(void **state)
{
    play_screens(*state, "l v wait wait Left Left = wait wait wait wait", "choices");
}

static void test_chart__screens(void **state)
{
    play_screens(*state, "l v wait wait wait wait wait wait Home m", "chart");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_chart__grows_while_it_is_looked_at, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_chart__is_walked_along_like_the_past, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_chart__is_opened_where_the_past_is_read, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_chart__is_hidden_until_it_is_asked_for, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_compare__is_told_while_it_is_played, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_chart__says_how_far_it_is_beside_a_long_name,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_chart__of_a_fight_that_has_not_begun_says_so,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_chart__screens, begin, play_end),
        cmocka_unit_test_setup_teardown(test_choices__are_told_while_they_are_played, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_choices__screens, begin, play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
