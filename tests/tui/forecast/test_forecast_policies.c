/* Choosing in the forecast who fights by which policy: kept with the encounter, taken back by
 * undo, and said beside the figures. */
#include <string.h>

#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

static int begin(void **state)
{
    *state = play_new(fight_lines(FIGHT_RATS));
    return 0;
}

static void test_policies__of_a_side_are_chosen_from_those_of_the_game(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f P");
    play_shows(play, "there is no fight whose policies could be chosen");
    play_keys(play, "C-f wait P");
    play_shows(play, "Tab who: › the party   the foes   Anka");
    play_shows(play, "(now) no policy of their own: the usual ways");
    play_shows(play, "everybody attacks the weakest");
    play_shows(play, "Enter keeps  Tab who  Esc cancels");
    play_keys(play, "C-f wait P x");
    play_shows(play, "Enter keeps the policy, Tab changes who; Esc cancels");
    play_keys(play, "C-f wait P Down Esc wait");
    play_shows(play, "sensible / focus");
    play_hides(play, "Policies:");
    play_keys(play, "C-f wait P Enter");
    play_shows(play, "this is how they fight already");
    play_keys(play, "C-f wait P End Up Enter wait wait");
    play_shows(play, "Policies: the party cautious.");
    play_shows(play, "cautious / focus");
    play_hides(play, "sensible / focus");
}

static void test_policies__of_a_kind_and_of_one_are_kept_until_undo(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait Down P Tab Tab");
    play_shows(play, "› every rat   Rat 1");
    play_keys(play, "C-f wait Down P Tab Tab Down Down Enter wait");
    play_shows(play, "Policies: every rat spread.");
    play_reopen(play, false);
    play_keys(play, "C-f wait Down P Tab Tab Tab Down Enter wait");
    play_shows(play, "Policies: every rat spread; Rat 1 focus.");
    play_keys(play, "C-f wait Down P Tab Tab");
    play_shows(play, "(now) everybody attacks who is hurt least");
    play_keys(play, "C-f wait Down P Tab Tab Tab Home Enter wait");
    play_shows(play, "Policies: every rat spread.");
    play_do(play, "undo");
    play_do(play, "undo");
    play_do(play, "undo");
    play_keys(play, "C-f wait");
    play_hides(play, "Policies:");
}

/* What was tried before is tried again with them. */
static void test_policies__leave_the_what_ifs_as_they_are(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait w \"text:set rat1 hp=30\" Enter wait P Down Enter wait wait");
    play_shows(play, "Policies: the party focus.");
    play_shows(play, "set rat1 hp=30");
}

/* Nothing can be done there, so it is tried. */
static void test_policies__of_the_past_are_tried_as_a_what_if(void **state)
{
    struct play *play = *state;
    play_keys(play, "< C-f wait P Down Enter wait");
    play_shows(play, "policy party focus");
    play_shows(play, "as it is");
    play_keys(play, "C-f wait");
    play_hides(play, "Policies:");
}

static void test_policies__are_drawn_in_two_sets_of_glyphs(void **state)
{
    play_screens(*state, "C-f wait Down P Tab Tab Down Down", "policies");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_policies__of_a_side_are_chosen_from_those_of_the_game, begin, play_end),
        cmocka_unit_test_setup_teardown(test_policies__of_a_kind_and_of_one_are_kept_until_undo,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_policies__leave_the_what_ifs_as_they_are, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_policies__of_the_past_are_tried_as_a_what_if,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_policies__are_drawn_in_two_sets_of_glyphs, begin,
                                        play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
