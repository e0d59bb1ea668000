/* A party goes on: into its next encounter by `encounter NAME carry`, into one that was
 * prepared or parked before by `open NAME carry`. */
#include <string.h>

#include "games/games.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/state_text.h"
#include "support/unit.h"
#include "tracker/settings.h"

static enum result_kind run(struct play *play, const char *line)
{
    sitting_run(play->sitting, line, false, &play->result);
    return play->result.kind;
}

static void test_carry__wounds_gear_uses_and_conditions_come_along(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=four-against-darkness",
                                        "add Hild class=warrior level=2",
                                        "add Pell class=halfling",
                                        "add Dead side=party level=1 hp=1",
                                        "out Dead dead",
                                        "damage Hild 3",
                                        "condition Pell wounded",
                                        "condition Pell protection",
                                        "uses Pell luck 1",
                                        "stow Hild shield",
                                        "setting lethal_save dead",
                                        "xp minor=4",
                                        "add rats foe=vermin level=1 count=2",
                                        "attack rats by=Hild 3",
                                        "encounter Two carry",
                                        NULL};
    struct play *play = play_new(lines);
    const struct state *there = sitting_state(play->sitting);
    assert_non_null(strstr(play->result.text, "encounter Two"));
    assert_non_null(strstr(play->result.text, "Hild comes along: 5 of 8 Life"));
    assert_int_equal(there->count, 2);
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    assert_int_equal(play_value(play, "Hild", FIELD_HP_MAX), 8);
    assert_false(state_is_set(there, play_id(play, "Hild"), FIELD_HAS_ACTED));
    int pell = play_id(play, "Pell");
    assert_non_null(state_effect_labelled(there, EFFECT_CONDITION, pell, 0, str_of("wounded")));
    assert_null(state_effect_labelled(there, EFFECT_CONDITION, pell, 0, str_of("protection")));
    assert_int_equal(
        state_effect_labelled(there, effect_called(there, "uses"), pell, 0, str_of("luck"))
            ->amount,
        1);
    assert_int_equal(state_effect_labelled(there, effect_called(there, "gear"),
                                           play_id(play, "Hild"), 0, str_of("shield"))
                         ->amount,
                     0);
    assert_int_equal(state_effect_labelled(there, effect_called(there, "xp"), 0, 0,
                                           str_of("minor encounters"))
                         ->amount,
                     5);
    assert_int_equal(
        state_effect_labelled(there, EFFECT_SETTING, 0, 0, str_of("lethal_save"))->amount, 1);
    assert_false(state_has_effect(there, effect_called(there, "over"), 0, 0));
    play_do(play, "undo");
    assert_int_equal(there->count, 0);
    play_do(play, "redo");
    assert_int_equal(there->count, 2);
    play_reopen(play, false);
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    play_do(play, "open One");
    assert_int_equal(play_value(play, "rats", FIELD_OUT), OUT_DEAD);
    play_free(play);
}

static void test_carry__serves_every_system_alike(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=trilemma",
                                        "add Anka side=party strength=14 wits=12 hp=9",
                                        "add Bo side=party wits=9 hp=7",
                                        "add pelican wits=5 hp=16 ac=22",
                                        "initiative 10 9 4",
                                        "damage Anka 4",
                                        "trait Anka shield",
                                        "out Bo down",
                                        "encounter Two carry",
                                        NULL};
    struct play *play = play_new(lines);
    const struct state *there = sitting_state(play->sitting);
    assert_int_equal(there->count, 2);
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 5);
    assert_false(state_is_set(there, play_id(play, "Anka"), FIELD_INITIATIVE));
    assert_int_equal(play_value(play, "Anka", state_field_find(there, str_of("strength"))), 14);
    assert_true(state_has_effect(there, EFFECT_TRAIT, play_id(play, "Anka"), 0));
    assert_int_equal(play_value(play, "Bo", FIELD_OUT), OUT_DOWN);
    assert_int_equal(there->value[ENCOUNTER_ROUND], 0);
    play_free(play);
}

static void test_carry__needs_a_party_of_the_same_system(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter One system=trilemma", "add rat wits=3",
                                        NULL};
    struct play *play = play_new(lines);
    assert_int_equal(run(play, "encounter Two carry"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "no party"));
    play_do(play, "add Anka side=party");
    assert_int_equal(run(play, "encounter Two carry system=four-against-darkness"),
                     RESULT_REFUSED);
    assert_string_equal(sitting_encounter_name(play->sitting), "One");
    assert_int_equal(run(play, "encounter One carry"), RESULT_WRONG);
    assert_int_equal(sitting_state(play->sitting)->count, 2);
    play_free(play);
}

/* Table rules belong to a campaign: set once, they hold in every later encounter of the
 * system. */
static void test_carry__settings_stay_with_the_campaign(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "encounter One system=four-against-darkness", "setting lethal_save dead",
        "encounter Other system=trilemma", "encounter Two system=four-against-darkness", NULL};
    struct play *play = play_new(lines);
    const struct state *there = sitting_state(play->sitting);
    assert_non_null(strstr(play->result.text, "setting lethal_save: dead, as before"));
    assert_int_equal(setting_value(games_find(state_system(there)), there, "lethal_save"), 1);
    assert_int_equal(setting_value(games_find(state_system(there)), there, "rage"), 0);
    assert_int_equal(run(play, "settings"), RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "* lethal_save       dead"));
    assert_non_null(strstr(play->result.text, "\n  level_drop        half"));
    /* A setting that is reset stays so, and the earlier encounter keeps its own. */
    play_do(play, "setting lethal_save survives");
    play_do(play, "encounter Three");
    assert_int_equal(setting_value(games_find(state_system(there)), there, "lethal_save"), 0);
    play_do(play, "open One");
    assert_int_equal(setting_value(games_find(state_system(there)), there, "lethal_save"), 1);
    play_free(play);
}

/* ---- into one that was prepared before ------------------------------------------------- */

static int strength_of(const struct play *play, const char *name)
{
    return play_value(play, name,
                      state_field_find(sitting_state(play->sitting), str_of("strength")));
}

static void test_open_carry__brings_the_party_to_the_foes_that_wait(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Cellar system=trilemma",
                                        "add chief wits=9 hp=14",
                                        "note-on chief \"knows the vault\"",
                                        "encounter Bridge",
                                        "add Anka side=party strength=14 wits=12 hp=9",
                                        "add Bo side=party wits=9 hp=7",
                                        "add Cy side=party wits=3 hp=5",
                                        "add pelican wits=5 hp=16 ac=22",
                                        "initiative 10 9 8 4",
                                        "damage Anka 4",
                                        "trait Anka shield",
                                        "condition Bo own poisoned",
                                        "condition Bo own dazed rounds=2",
                                        "out Bo down",
                                        "out Cy surrendered",
                                        "open \"cellar\" carry",
                                        NULL};
    struct play *play = play_new(lines);
    const struct state *there = sitting_state(play->sitting);
    assert_string_equal(sitting_encounter_name(play->sitting), "Cellar");
    assert_non_null(strstr(play->result.text, "opened Cellar\nAnka comes along: 5 of 9 HP"));
    assert_int_equal(there->count, 3);
    assert_int_equal(play_value(play, "chief", FIELD_HP), 14);
    assert_int_equal(strength_of(play, "Anka"), 14);
    assert_true(state_has_effect(there, EFFECT_TRAIT, play_id(play, "Anka"), 0));
    assert_false(state_is_set(there, play_id(play, "Anka"), FIELD_INITIATIVE));
    assert_int_equal(play_value(play, "Bo", FIELD_OUT), OUT_DOWN);
    assert_true(state_has_effect(there, EFFECT_CONDITION, play_id(play, "Bo"), 0));
    assert_false(state_has_effect(there, EFFECT_CONDITION_ROUNDS, ANYBODY, ANYBODY));
    /* It is one act, undone and redone as a whole, and the source encounter does not change. */
    assert_string_equal(sitting_undo_label(play->sitting), "the party comes along");
    assert_int_equal(run(play, "amend"), RESULT_REFUSED);
    assert_int_equal(run(play, "amend chief"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "undo takes it back"));
    play_do(play, "undo");
    assert_int_equal(there->count, 1);
    play_do(play, "redo");
    assert_int_equal(there->count, 3);
    play_reopen(play, false);
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 5);
    play_do(play, "open Bridge");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 5);
    assert_int_equal(sitting_state(play->sitting)->value[ENCOUNTER_ROUND], 1);
    play_free(play);
}

static void test_open_carry__a_row_that_is_there_becomes_what_it_is_now(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "encounter Cellar system=trilemma",
        "add Anka side=party strength=9 wits=12 hp=9 ac=23 note=\"owes the miller\"",
        "add Bo side=party wits=9 hp=7",
        "add chief wits=5 hp=14",
        "initiative 10 9 4",
        "damage Anka 1",
        "hp Anka t3",
        "condition Anka prone",
        "condition Anka own dazed rounds=3",
        "trait Bo shield",
        "out Anka,Bo fled",
        "encounter Bridge",
        "add Bo side=party wits=10 hp=7 note=\"holds the key\"",
        "add Anka side=party strength=14 hp=11",
        "damage Anka 4",
        "damage Bo 2",
        "setting overspend deny",
        "open Cellar carry",
        NULL};
    struct play *play = play_new(lines);
    const struct state *there = sitting_state(play->sitting);
    int anka = play_id(play, "Anka");
    int bo = play_id(play, "Bo");
    assert_non_null(strstr(play->result.text,
                           "Anka comes along, in place of the one that was here: 7 of 11 HP"));
    assert_int_equal(there->count, 3);
    assert_int_equal(anka, 1);
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 7);
    assert_int_equal(play_value(play, "Anka", FIELD_HP_MAX), 11);
    assert_int_equal(play_value(play, "Anka", FIELD_HP_TEMPORARY), -1);
    assert_int_equal(strength_of(play, "Anka"), 14);
    /* Who had fled is back, with the score of this fight, and its conditions for some rounds.
     */
    assert_int_equal(play_value(play, "Anka", FIELD_OUT), OUT_NOT);
    assert_int_equal(play_value(play, "Bo", FIELD_OUT), OUT_NOT);
    assert_int_equal(play_value(play, "Anka", FIELD_INITIATIVE), 22);
    assert_true(state_has_effect(there, EFFECT_CONDITION_ROUNDS, anka, 0));
    assert_false(state_has_effect(there, EFFECT_CONDITION, anka, 0));
    assert_false(state_has_effect(there, EFFECT_TRAIT, bo, 0));
    /* Values known only here stay; values known there replace them. */
    assert_int_equal(play_value(play, "Anka", state_field_find(there, str_of("ac"))), 23);
    assert_string_equal(state_text(there, anka, TEXT_NOTE), "owes the miller");
    assert_string_equal(state_text(there, bo, TEXT_NOTE), "holds the key");
    /* A fight that has begun keeps its settings. */
    assert_int_equal(setting_value(games_find(state_system(there)), there, "overspend"), 0);
    play_do(play, "undo");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 8);
    assert_int_equal(play_value(play, "Anka", FIELD_HP_TEMPORARY), 3);
    assert_int_equal(play_value(play, "Anka", FIELD_OUT), OUT_FLED);
    assert_true(state_has_effect(there, EFFECT_CONDITION, anka, 0));
    play_free(play);
}

static void test_open_carry__who_has_died_since_is_dead_there(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Crypt system=trilemma",
                                        "add Anka side=party hp=9",
                                        "add Bo side=party hp=7",
                                        "add Cy hp=4",
                                        "encounter Bridge",
                                        "add Anka side=party hp=9",
                                        "add Bo side=party hp=7",
                                        "add Cy side=party hp=4",
                                        "out Bo,Cy dead",
                                        "open Crypt carry",
                                        NULL};
    struct play *play = play_new(lines);
    assert_non_null(strstr(play->result.text, "Bo stays out: dead"));
    assert_int_equal(play_value(play, "Bo", FIELD_OUT), OUT_DEAD);
    /* Cy among the foes is another Cy, or no longer the same one: the combatant is left
     * alone. */
    assert_int_equal(play_value(play, "Cy", FIELD_OUT), -1);
    assert_int_equal(sitting_state(play->sitting)->count, 3);
    /* Said once. */
    play_do(play, "open Bridge");
    play_do(play, "open Crypt carry");
    assert_null(strstr(play->result.text, "Bo stays out"));
    play_free(play);
}

static void test_open_carry__table_rules_carry_over_to_a_fight_that_has_not_begun(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Cellar system=4ad",
                                        "add rats foe=vermin level=1 count=2",
                                        "encounter Hall",
                                        "add Hild class=warrior level=2",
                                        "setting lethal_save dead",
                                        "xp minor=4",
                                        "damage Hild 3",
                                        "open Cellar carry",
                                        NULL};
    struct play *play = play_new(lines);
    const struct state *there = sitting_state(play->sitting);
    assert_int_equal(setting_value(games_find(state_system(there)), there, "lethal_save"), 1);
    assert_int_equal(state_effect_labelled(there, effect_called(there, "xp"), 0, 0,
                                           str_of("minor encounters"))
                         ->amount,
                     4);
    assert_int_equal(play_value(play, "Hild", FIELD_HP), 5);
    assert_true(
        state_has_effect(there, effect_called(there, "gear"), play_id(play, "Hild"), 0));
    play_free(play);
}

/* Every obstacle is reported, and the open encounter stays open. */
static void test_open_carry__what_is_refused_opens_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "encounter Cellar system=trilemma", "add anka hp=3", "encounter Dungeon system=4ad",
        "encounter Bridge system=trilemma", "add rat",       NULL};
    struct play *play = play_new(lines);
    assert_int_equal(run(play, "open Cellar carry"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "no party"));
    play_do(play, "add Anka side=party");
    assert_int_equal(run(play, "open Dungeon carry"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "its own game"));
    assert_int_equal(run(play, "open bridge carry"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "is on the table"));
    assert_int_equal(run(play, "open Cellar carry"), RESULT_REFUSED);
    assert_non_null(strstr(play->result.refusal.reason, "a foe there is called Anka, too"));
    assert_int_equal(run(play, "open Attic carry"), RESULT_WRONG);
    assert_string_equal(sitting_encounter_name(play->sitting), "Bridge");
    play_do(play, "rename Anka \"Anka the elder\"");
    play_do(play, "open Cellar carry");
    assert_int_equal(sitting_state(play->sitting)->count, 2);
    play_free(play);
}

static void test_open_carry__a_full_encounter_is_not_opened(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Cellar system=trilemma",
                                        "add 64 rat",
                                        "add 64 owl",
                                        "add 64 bat",
                                        "add 63 elk",
                                        "encounter Bridge",
                                        "add Anka side=party",
                                        "add Bo side=party",
                                        NULL};
    struct play *play = play_new(lines);
    assert_int_equal(run(play, "open Cellar carry"), RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "room for 256"));
    assert_string_equal(sitting_encounter_name(play->sitting), "Bridge");
    play_do(play, "remove Bo");
    play_do(play, "open Cellar carry");
    assert_int_equal(sitting_state(play->sitting)->count, COMBATANTS_MAX);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carry__wounds_gear_uses_and_conditions_come_along),
        cmocka_unit_test(test_carry__serves_every_system_alike),
        cmocka_unit_test(test_carry__needs_a_party_of_the_same_system),
        cmocka_unit_test(test_carry__settings_stay_with_the_campaign),
        cmocka_unit_test(test_open_carry__brings_the_party_to_the_foes_that_wait),
        cmocka_unit_test(test_open_carry__a_row_that_is_there_becomes_what_it_is_now),
        cmocka_unit_test(test_open_carry__who_has_died_since_is_dead_there),
        cmocka_unit_test(test_open_carry__table_rules_carry_over_to_a_fight_that_has_not_begun),
        cmocka_unit_test(test_open_carry__what_is_refused_opens_nothing),
        cmocka_unit_test(test_open_carry__a_full_encounter_is_not_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
