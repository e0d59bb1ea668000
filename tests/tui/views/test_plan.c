/* The plan on the screen: made from the list, put in order, noted, played, undone. */
#include <string.h>

#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const three[] = {"encounter Ford system=trilemma",
                                    "add ogre wits=8 strength=14 ac=20 hp=9",
                                    "encounter Mill system=trilemma",
                                    "add 2 rat wits=8 strength=6 ac=18 hp=2",
                                    "encounter Nest system=trilemma",
                                    "add shrike wits=14 strength=12 ac=22 hp=6",
                                    "encounter Start system=trilemma",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    NULL};

static void test_plan__of_three_is_made_and_put_in_order_by_keys(void **state)
{
    (void)state;
    struct play *play = play_new(three);
    play_keys(play, "T P");
    play_shows(play, "Nothing is planned.");
    play_keys(play, "T Down + Down + Down + P");
    play_shows(play, "plan: 0 of 3 played");
    play_shows(play, "1. ▶ Nest");
    play_shows(play, "2. ○ Mill");
    play_shows(play, "3. ○ Ford");
    play_keys(play, "T P End K K");
    play_shows(play, "Ford is number 1 of the plan");
    play_shows(play, "1. ▶ Ford");
    play_keys(play, "T P Down O \"text:if they have time\" Enter");
    play_shows(play, "plan: Nest: if they have time");
    play_shows(play, "2. ○ Nest");
    play_keys(play, "T P Down Down D");
    play_shows(play, "Mill is off the plan");
    play_hides(play, "3. ");
    play_keys(play, ", a u u u u");
    play_shows(play, "undone: Ford is number 2 of the plan");
    play_shows(play, "1. ▶ Nest");
    play_keys(play, ", a C-r C-r C-r C-r");
    play_shows(play, "redone: Mill is off the plan");
    /* The list of encounters lies below and is there again. */
    play_keys(play, "T P Esc");
    play_shows(play, "a new encounter of Trilemma");
    play_free(play);
}

static void test_plan__is_played_from_its_view(void **state)
{
    (void)state;
    struct play *play = play_new(three);
    play_do(play, "plan-add Mill");
    play_do(play, "plan-add Ford");
    play_do(play, "plan-add Nest");
    play_keys(play, ", a");
    play_shows(play, "I party goes on");
    play_keys(play, ", a I");
    play_shows(play, "Mill · Trilemma");
    play_shows(play, "Anka comes along");
    play_do(play, "initiative 15 5");
    play_do(play, "out r1,r2 dead");
    play_keys(play, ", a");
    play_shows(play, "plan: 1 of 3 played");
    play_shows(play, "1. ✓ Mill");
    play_shows(play, "2. ▶ Ford");
    play_keys(play, ", a I");
    play_shows(play, "Ford · Trilemma");
    play_do(play, "initiative 15 5");
    play_do(play, "out Anka fled");
    play_keys(play, ", a");
    play_shows(play, "plan: 2 of 3 played");
    play_do(play, "open Nest");
    play_keys(play, ", a");
    play_shows(play, "fled, round 1");
    play_shows(play, "won, round 1");
    play_free(play);
}

static void test_plan__a_prepared_encounter_stands_there_before_its_fight(void **state)
{
    (void)state;
    struct play *play = play_new(three);
    play_do(play, "prepare Ambush");
    play_do(play, "open Nest");
    play_do(play, "prepare Ledge");
    play_keys(play, "T Up Up O");
    play_shows(play, "not for a prepared encounter: e edits its text");
    play_keys(play, "T Up Up + P");
    play_shows(play, "1. ▶ Ledge");
    play_shows(play, "foes   shrike");
    /* Nobody of a party is at the table. */
    play_hides(play, "party goes on");
    play_keys(play, "T E");
    play_shows(play, "Enter starts");
    play_hides(play, "party goes on");
    play_keys(play, ", a Enter");
    play_shows(play, "Missing or odd before the start");
    play_keys(play, ", a Enter Enter");
    play_shows(play, "Ledge · Trilemma");
    play_do(play, "initiative 5");
    play_do(play, "out Shrike fled");
    play_do(play, "open Start");
    play_keys(play, ", a");
    play_shows(play, "plan: 1 of 1 played");
    play_keys(play, ", a w");
    play_shows(play, ":plan-print");
    play_free(play);
}

static void test_plan__keys_that_mean_nothing_change_nothing(void **state)
{
    (void)state;
    struct play *play = play_new(three);
    play_keys(play, ", a Enter c D K J O u C-r Esc");
    play_shows(play, "Start · Trilemma");
    play_keys(play, ", a x text:14 End PageUp PageDown Home ? Esc Esc");
    play_shows(play, "Start · Trilemma");
    play_do(play, "plan-add Mill");
    play_keys(play, "T P resize:1x1 resize:20x5 resize:21x6 resize:200x60 resize:7x90");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plan__of_three_is_made_and_put_in_order_by_keys),
        cmocka_unit_test(test_plan__is_played_from_its_view),
        cmocka_unit_test(test_plan__a_prepared_encounter_stands_there_before_its_fight),
        cmocka_unit_test(test_plan__keys_that_mean_nothing_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
