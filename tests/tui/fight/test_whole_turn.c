/* Four Against Darkness by keys: a whole turn of four characters and eight foes with dice
 * rolled here, and each of its acts. */
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static void test_turn__of_four_against_eight_takes_about_a_dozen_keys(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Turn system=four-against-darkness",
                                        "add Hild class=warrior level=2 hp=20",
                                        "add Pell class=halfling hp=20",
                                        "add Corvin class=wizard hp=20",
                                        "add Ro class=cleric hp=20",
                                        "add ogres foe=minion level=12 count=8",
                                        NULL};
    struct play *play = play_new(lines);
    static const char keys[] = "Tab a Enter a Enter a Enter a Enter n L Enter";
    int count = 1;
    for (const char *at = keys; (at = strchr(at, ' ')) != NULL; at++) {
        count++;
    }
    assert_true(count <= 12);
    play_keys(play, keys);
    const struct state *there = sitting_state(play->sitting);
    struct pending pending[PENDING_MAX];
    /* Everybody has acted and every attack is settled: only the next round is left. */
    for (int id = 1; id <= 4; id++) {
        assert_true(state_value(there, id, FIELD_HAS_ACTED, 0) != 0);
    }
    assert_int_equal(sitting_procedure(play->sitting)->pending(there, pending, PENDING_MAX), 0);
    play_keys(play, "n");
    play_shows(play, "round 2");
    play_free(play);
}

/* ---- each act by its keys -------------------------------------------------------------- */

static struct play *cellar(const char *hero)
{
    const char *const lines[] = {"encounter Cellar system=four-against-darkness",
                                 hero,
                                 "add Pell class=halfling",
                                 "add Corvin class=wizard level=2",
                                 "add rats foe=vermin level=3 count=18 surprise=1",
                                 NULL};
    return play_new(lines);
}

/* The start in the order of the rules, and what comes next in sight after each act. */
static void test_turn__the_start_is_offered_step_by_step(void **state)
{
    (void)state;
    struct play *play = cellar("add Hild class=warrior level=2");
    play_keys(play, "");
    play_shows(play, "! surprise by Rats: 1 in 6 (Surprise)   m settles it");
    play_keys(play, "m 5 Enter");
    play_shows(play, "next: R wait for the reaction (Rats: house table), or a attack now");
    assert_int_equal(play_row_of(play, "R wait  a attack"), play->rows - 1);
    play_do(play, "reactions Rats bribe 2 each / fight / fight / fight / fight / fight");
    play_keys(play, "R 1 Enter");
    play_shows(play, "Y accept or K decline");
    play_keys(play, "K");
    play_shows(play, "next: Pell, Corvin can still act; then the foes' melee: n next");
    play_free(play);
}

static void test_turn__a_spell_is_chosen_with_what_is_left(void **state)
{
    (void)state;
    struct play *play = cellar("add Hild class=warrior level=2");
    play_do(play, "surprise 5");
    play_keys(play, "G");
    play_shows(play, "Corvin casts, 4 left:");
    play_keys(play, "G f 4 Enter");
    play_shows(play, "15/18");
    /* What helps asks for whom, of the party and the one who would act next, and takes no roll.
     */
    play_keys(play, "u G p");
    play_shows(play, "▶›a 1 L2 + Hild");
    play_hides(play, "d   L1   Rats");
    play_keys(play, "G p a");
    play_shows(play, "protection");
    assert_true(state_has_effect(sitting_state(play->sitting), EFFECT_CONDITION, 1, 0));
    play_free(play);
}

static void test_turn__an_ability_goes_with_its_roll(void **state)
{
    (void)state;
    struct play *play = cellar("add Hild class=barbarian level=2");
    play_do(play, "surprise 5");
    play_keys(play, "V");
    play_shows(play, "r rage 1 left");
    /* Three dice, the best is 5; +2 level, +1 great axe, +2 rage make 10: three kills, doubled.
     */
    play_keys(play, "V r text:5 Space 2 Space 1 Enter");
    play_shows(play, "12/18");
    /* The key names who can, when the selected one cannot. */
    play_keys(play, "u Down Down");
    play_shows(play, "V Hild: use");
    play_keys(play, "Down Down V");
    play_shows(play, "Hild uses  r rage");
    play_free(play);
}

static void test_turn__records_are_completed(void **state)
{
    (void)state;
    struct play *play = cellar("add Hild class=warrior level=2");
    play_keys(play, ": \"text:add Ann class=war\" Tab");
    play_shows(play, ":add Ann class=warrior");
    play_keys(play, ": \"text:add Ann gear=sword,shie\" Tab");
    play_shows(play, ":add Ann gear=sword,shield");
    play_keys(play, ": \"text:add foe=tallow\" Tab");
    play_shows(play, ":add foe=tallow-king");
    play_keys(play, ": \"text:equip Hild lant\" Tab");
    play_shows(play, ":equip Hild lantern");
    play_free(play);
}

/* The target, the attacker, the number needed and its chance: a row each, if there is room. */
static void test_turn__every_attack_that_is_due_has_a_row(void **state)
{
    (void)state;
    struct play *play = cellar("add Hild class=warrior level=2");
    play_do(play, "surprise 5");
    play_keys(play, "n n");
    play_shows(play, "! Hild defends 4+ against Rats ×6 (Defence)  83% block   m settles it");
    play_shows(play, "Pell defends 4+ against Rats ×6  67% block");
    play_shows(play, "Corvin defends 4+ against Rats ×6  50% block");
    play_keys(play, "resize:40x12");
    play_shows(play, "! Hild defends 4+ against");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turn__of_four_against_eight_takes_about_a_dozen_keys),
        cmocka_unit_test(test_turn__the_start_is_offered_step_by_step),
        cmocka_unit_test(test_turn__a_spell_is_chosen_with_what_is_left),
        cmocka_unit_test(test_turn__an_ability_goes_with_its_roll),
        cmocka_unit_test(test_turn__records_are_completed),
        cmocka_unit_test(test_turn__every_attack_that_is_due_has_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
