/* Why on the screen: the chain of a value, its acts looked at and left again, other values at
 * the same moment, and what could have helped against a blow. */
#include <string.h>

#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

/* Marit is hit once by a shrike, whose attack a shield before or after the roll could have
 * met. */
static const char *const fight[] = {
    "encounter \"Nest ledge\" system=trilemma",
    "add Marit side=party strength=13 wits=10 armour=6 hp=11",
    "add Odo side=party strength=9 wits=16 ac=20 hp=6",
    "add 2 shrike strength=12 wits=12 ac=22 damage=1d8 morale=8 hp=4",
    "initiative 15 4 9",
    "attack s1 4",
    "next",
    "attack Marit 15 3",
    "damage s1 6",
    "injury s1 dead",
    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

static void test_why__hit_points_are_a_staircase_with_the_chance_of_each_blow(void **state)
{
    struct play *play = *state;
    play_keys(play, "Home y");
    play_shows(play, "Marit: HP 8");
    play_shows(play, "- → 11");
    play_shows(play, "11 → 8");
    play_shows(play, "hit 35%");
    play_shows(play, "Shrike 1 hits Marit");
    play_shows(play, "against       AC 26 (5.15)");
}

/* 35%: d20 + 12 needs 14 or more. A shield before the roll: the attack must also be at least
 * d20 + 13 of the defence, which leaves 27.5%. One after it has to beat 27: d20 + 13 above 27
 * is 15 to 20, three in ten. */
static void test_why__tells_what_could_have_helped_against_a_blow(void **state)
{
    struct play *play = *state;
    play_keys(play, "Home y");
    play_shows(play, "shield -2 before the roll: hit 28%, not 35%");
    play_shows(play, "shield-after -5 after it: stops it 30%");
    play_keys(play, "Home y Up");
    play_hides(play, "could have");
}

static void test_why__who_could_not_react_is_told_the_rule(void **state)
{
    struct play *play = *state;
    play_do(play, "trait Marit henchman");
    play_do(play, "ruling attack Marit by=s2 16 2");
    play_keys(play, "Home y");
    play_shows(play, "no reaction");
    play_shows(play, "5.11");
}

static void test_why__Enter_goes_to_the_act_and_Backspace_comes_back(void **state)
{
    struct play *play = *state;
    play_keys(play, "Home y Enter");
    play_shows(play, "LOOKING BACK");
    play_shows(play, "8/11");
    play_keys(play, "Home y Enter Backspace");
    play_shows(play, "Marit: HP 8");
    play_keys(play, "Home y Up Enter Backspace");
    play_shows(play, "Marit: HP 8");
    play_keys(play, "Home y Enter Backspace Backspace");
    play_shows(play, "? help");
}

static void test_why__is_asked_of_the_past_and_leads_back_to_it(void **state)
{
    struct play *play = *state;
    play_keys(play, "Home 3 < y");
    play_shows(play, "why: act 6 of 9");
    play_shows(play, "Marit: HP 11");
    play_hides(play, "11 → 8");
    play_keys(play, "Home 3 < y Esc");
    play_shows(play, "LOOKING BACK · act 6 of 9");
    play_keys(play, "Home 3 < y Enter");
    play_shows(play, "LOOKING BACK · act 1 of 9");
    play_keys(play, "Home 3 < y Enter Backspace Esc");
    play_shows(play, "LOOKING BACK · act 6 of 9");
    play_keys(play, "Home 3 < y Enter Backspace Esc Esc");
    play_shows(play, "? help");
}

static void test_why__every_value_of_the_combatant_is_a_key_away(void **state)
{
    struct play *play = *state;
    play_keys(play, "Home y Right");
    play_shows(play, "Marit: score 25");
    play_shows(play, "Marit: d20 [15] + 10 wits = 25");
    play_keys(play, "Home y Right Right");
    play_shows(play, "Marit: out of the fight -");
    play_shows(play, "no act has changed it");
    play_keys(play, "Home y Right Left Left Right");
    play_shows(play, "Marit: HP 8");
    play_keys(play, ": \"text:why s1 group-due\" Enter");
    play_shows(play, "Shrike 1: morale check morale check due: shrikes");
    play_shows(play, "→ morale");
}

static void test_why__a_check_that_is_not_due_tells_when_it_was(void **state)
{
    struct play *play = *state;
    play_do(play, "morale s1 2 3");
    play_keys(play, ": \"text:why s1 group-due\" Enter");
    play_shows(play, "Shrike 1: morale check -");
    play_shows(play, "held");
}

static void test_why__nobody_is_asked_for_and_a_slip_is_told(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:why Marit strenght\" Enter");
    play_shows(play, "did you mean strength?");
    static const char *const nothing[] = {NULL};
    struct play *empty = play_new(nothing);
    play_keys(empty, "Esc y");
    play_hides(empty, "── why");
    play_free(empty);
}

static void test_why__is_drawn_at_every_size_and_in_ascii(void **state)
{
    struct play *play = *state;
    play_screens(play, "Home y", "why");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_why__hit_points_are_a_staircase_with_the_chance_of_each_blow, begin, play_end),
        cmocka_unit_test_setup_teardown(test_why__tells_what_could_have_helped_against_a_blow,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_why__who_could_not_react_is_told_the_rule, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(
            test_why__Enter_goes_to_the_act_and_Backspace_comes_back, begin, play_end),
        cmocka_unit_test_setup_teardown(test_why__is_asked_of_the_past_and_leads_back_to_it,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_why__every_value_of_the_combatant_is_a_key_away,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_why__a_check_that_is_not_due_tells_when_it_was,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_why__nobody_is_asked_for_and_a_slip_is_told, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_why__is_drawn_at_every_size_and_in_ascii, begin,
                                        play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
