/* Trilemma at the table: the paragraphs that the tracker carries out, with worked numbers. */
#include <string.h>

#include "support/table.h"
#include "support/unit.h"

/* Three against six: Ana 27, Bo 19, the rats 8, as the worked numbers of initiative have it. */
static struct table *fight(void)
{
    struct table *table = table_new("trilemma");
    table_do(table, "add Ana side=party strength=14 wits=12 ac=24 hp=9");
    table_do(table, "add Bo side=party strength=11 wits=12 ac=20 hp=7");
    table_do(table, "add 4 rat strength=8 wits=3 ac=22 hp=6 morale=8");
    table_do(table, "initiative 15 7 5");
    return table;
}

static void test_initiative__is_d20_and_wits_and_carries_over(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 5.1 and the worked number: wits 12 and a 7 are 19. */
    assert_int_equal(table_value(table, "Bo", "initiative"), 19);
    assert_int_equal(table_value(table, "Ana", "initiative"), 27);
    for (int i = 0; i < 7; i++) {
        table_do(table, "next");
    }
    assert_int_equal(table->state.value[ENCOUNTER_ROUND], 2);
    assert_int_equal(table_value(table, "Ana", "initiative"), 27);
    assert_int_equal(table->state.value[ENCOUNTER_TURN], table_id(table, "Ana"));
    table_free(table);
}

static void test_initiative__foes_of_one_kind_roll_once(void **state)
{
    (void)state;
    struct table *table = fight();
    /* T14: one d20 of 5 and wits 3 for all four. */
    for (int i = 1; i <= 4; i++) {
        char word[8] = {'r', (char)('0' + i), '\0'};
        assert_int_equal(table_value(table, word, "initiative"), 8);
    }
    table_free(table);
}

static void test_initiative__typed_scores_stay_when_the_rest_is_rolled(void **state)
{
    (void)state;
    struct table *table = fight();
    /* B17: late arrivals roll, what was rolled before stays. */
    table_do(table, "add Cy side=party wits=10 hp=5");
    table_do(table, "initiative 20");
    assert_int_equal(table_value(table, "Cy", "initiative"), 30);
    assert_int_equal(table_value(table, "Ana", "initiative"), 27);
    table_refused(table, "initiative", "5.1");
    table_free(table);
}

static void test_order__goes_from_the_highest_score_and_ties_by_wits_party_entry(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add slow wits=5 hp=5");
    table_do(table, "add foe wits=10 hp=5");
    table_do(table, "add Hero side=party wits=10 hp=5");
    table_do(table, "add first wits=20 hp=5");
    table_do(table, "add second wits=20 hp=5");
    /* All come to 25: wits 20 twice in order of entry, then the character, the foe, the slow.
     */
    table_do(table, "initiative 20 15 15 5 5");
    int ids[COMBATANTS_MAX];
    assert_int_equal(procedure_order(&table->state, ids), 5);
    static const char *const expected[] = {"First", "Second", "Hero", "Foe", "Slow"};
    for (int i = 0; i < 5; i++) {
        assert_string_equal(state_name(&table->state, ids[i]), expected[i]);
    }
    table_free(table);
}

static void test_order__score_0_is_a_score_and_flat_footed(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add Low wits=-1 hp=5");
    table_do(table, "add Mid wits=0 hp=5");
    /* B1: 0 is a value. 1 - 1 = 0. */
    table_do(table, "initiative 1 4");
    int id = table_id(table, "Low");
    assert_true(state_is_set(&table->state, id, FIELD_INITIATIVE));
    struct combatant_words row;
    procedure_of(&table->state)->describe(&table->state, id, &row);
    assert_string_equal(row.score, "0");
    assert_string_equal(row.words, "flat-footed");
    table_do(table, "next");
    assert_int_equal(table->state.value[ENCOUNTER_TURN], id);
    table_free(table);
}

static void test_turn__is_an_id_that_survives_adding_and_removing(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "next");
    int bo = table_id(table, "Bo");
    assert_int_equal(table->state.value[ENCOUNTER_TURN], bo);
    /* B2: rows come and go, the turn stays where it is. */
    table_do(table, "remove Ana");
    table_do(table, "add Zed wits=30 hp=4");
    assert_int_equal(table->state.value[ENCOUNTER_TURN], bo);
    table_free(table);
}

static void test_attack__hits_on_the_ac_and_counts_degrees(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 22 - 14 = 8: an 8 hits with nothing extra. */
    table_do(table, "attack r1 8 4");
    assert_true(table_said(table, "= 22 vs AC 22: hit; 1d6 [4]"));
    assert_int_equal(table_value(table, "r1", "hp"), 2);
    table_do(table, "next");
    /* Bo's 11 + 20 = 31, nine above: one extra degree. */
    table_do(table, "attack r2 20 1");
    assert_true(table_said(table, "hit, 1 extra"));
    table_free(table);
}

static void test_attack__a_miss_uses_the_action_and_no_damage_die(void **state)
{
    (void)state;
    struct table *table = fight();
    table_wrong(table, "attack r1 7 4", "number 2 of the given dice has no place");
    table_do(table, "attack r1 7");
    assert_true(table_said(table, "= 21 vs AC 22: miss"));
    assert_int_equal(table_value(table, "r1", "hp"), 6);
    table_refused(table, "attack r1 8 4", "5.1");
    table_free(table);
}

static void test_attack__out_of_turn_is_refused_and_a_ruling_overrules(void **state)
{
    (void)state;
    struct table *table = fight();
    table_refused(table, "attack r1 by=Bo 15 3", "5.1");
    assert_int_equal(table_value(table, "r1", "hp"), 6);
    table_do(table, "ruling attack r1 by=Bo 15 3");
    assert_true(table_said(table, "ruling, against: it is Ana's turn, not Bo's"));
    assert_int_equal(table_value(table, "r1", "hp"), 3);
    table_free(table);
}

static void test_attack__impossible_faces_are_wrong_and_change_nothing(void **state)
{
    (void)state;
    struct table *table = fight();
    struct state before = table->state;
    table_wrong(table, "attack r1 23", "23 cannot fall");
    table_wrong(table, "attack r1 8 7", "7 cannot fall");
    table_wrong(table, "attack r1 0", "0 cannot fall");
    assert_true(state_equal(&before, &table->state));
    table_free(table);
}

static void test_attack__an_unset_ac_is_asked_once_and_remembered(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "add Thing hp=5");
    /* T32 */
    assert_int_equal(table_try(table, "attack Thing"), VERDICT_ASKS);
    assert_int_equal(table->decision.question.kind, QUESTION_NUMBER);
    assert_string_equal(table->decision.question.prefix, "ac=");
    table_do(table, "attack Thing ac=18 4 3");
    assert_int_equal(table_value(table, "Thing", "ac"), 18);
    assert_int_equal(table_value(table, "Thing", "hp"), 2);
    table_free(table);
}

static void test_attack__without_hp_damage_is_counted_upward(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "add Shade ac=20");
    table_do(table, "attack Shade 10 5");
    table_do(table, "damage Shade 2");
    assert_int_equal(table_value(table, "Shade", "harm"), 7);
    table_free(table);
}

static void test_attack__asks_for_each_throw_it_lacks(void **state)
{
    (void)state;
    struct table *table = fight();
    table->asks = true;
    assert_int_equal(table_try(table, "attack"), VERDICT_ASKS);
    assert_int_equal(table->decision.question.kind, QUESTION_COMBATANT);
    assert_int_equal(table_try(table, "attack r1"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.dice.dice, "d20");
    assert_int_equal(table_try(table, "attack r1 8"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.dice.dice, "1d6");
    /* What was typed is never rolled again: the d20 stays 8, the rest comes from here. */
    table_do(table, "attack r1 8 roll");
    assert_true(table_said(table, "d20 [8]"));
    table_free(table);
}

static void test_attack__active_defence_replaces_the_ac_when_higher(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 5.17: the rat's 20 + 8 = 28 beats its AC 22; Ana's 13 + 14 = 27 misses. */
    table_do(table, "attack r1 defend 13 20");
    assert_true(table_said(table, "vs defence 28: miss"));
    table_free(table);
}

static void test_attack__a_direct_hit_passes_the_hp_by(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set r1 ac=10");
    /* 5.20: 16 + 14 = 30 beats 10 by 20: four extra degrees. */
    table_do(table, "attack r1 direct 16");
    assert_true(table_said(table, "4 extra, direct hit"));
    assert_int_equal(table_value(table, "r1", "hp"), 6);
    assert_int_equal(table_value(table, "r1", "injury_due"), 1);
    table_free(table);
}

static void test_damage__of_exactly_the_hp_makes_no_injury_save_due(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 5.18, T19 */
    table_do(table, "damage r1 6");
    assert_int_equal(table_value(table, "r1", "hp"), 0);
    assert_false(state_is_set(&table->state, table_id(table, "r1"), FIELD_INJURY_DUE));
    table_do(table, "damage r2 7");
    assert_true(table_said(table, "injury save due: Rat 2, 1 beyond"));
    table_do(table, "damage r1 1");
    assert_true(table_said(table, "injury save due: Rat 1, 1 beyond"));
    table_free(table);
}

static void test_damage__temporary_hp_go_first_and_are_not_healed(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "hp Ana t5");
    table_do(table, "hp Ana -7");
    assert_int_equal(table_value(table, "Ana", "hp_temporary"), 0);
    assert_int_equal(table_value(table, "Ana", "hp"), 7);
    table_do(table, "heal Ana 50");
    /* B11: healing stops at the most. */
    assert_int_equal(table_value(table, "Ana", "hp"), 9);
    table_free(table);
}

static void test_damage__goes_to_many_by_glob_and_list(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "damage rat*,Bo 2d6 1 1");
    for (int i = 1; i <= 4; i++) {
        char word[8] = {'r', (char)('0' + i), '\0'};
        assert_int_equal(table_value(table, word, "hp"), 4);
    }
    assert_int_equal(table_value(table, "Bo", "hp"), 5);
    assert_int_equal(table_value(table, "Ana", "hp"), 9);
    table_free(table);
}

static void test_injury__is_settled_by_the_referee_and_refused_when_none_is_due(void **state)
{
    (void)state;
    struct table *table = fight();
    table_refused(table, "injury r1 dead", "5.18");
    table_do(table, "damage r1 9");
    table_do(table, "injury r1 wounded");
    assert_int_equal(table_value(table, "r1", "injury_due"), 0);
    assert_true(state_is_in(&table->state, table_id(table, "r1")));
    table_do(table, "damage r1 1");
    table_do(table, "injury r1 dead");
    assert_int_equal(table_value(table, "r1", "out"), OUT_DEAD);
    table_free(table);
}

/* 5.13 and the worked numbers: a group of 8. */
static void
test_morale__of_eight_fires_at_a_quarter_a_half_and_after_more_than_half(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add 8 rat morale=8 hp=3");
    static const struct {
        const char *line;
        const char *reason; /* NULL: nothing is due */
    } losses[] = {
        {"out r1 dead", NULL},
        {"out r2 dead", "25% fallen"},
        {"out r3 fled", NULL},
        {"out r4 down", "50% fallen"},
        {"out r5 dead", NULL},
        {"out r6 dead", "another fallen after half"},
        {"out r7 surrendered", "another fallen after half"},
    };
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        table_do(table, losses[i].line);
        assert_int_equal(table_said(table, "morale due"), losses[i].reason != NULL);
        if (losses[i].reason != NULL) {
            assert_true(table_said(table, losses[i].reason));
            table_do(table, "morale 3 4");
        }
    }
    /* Nobody of the group is left: no check. */
    table_do(table, "out r8 dead");
    assert_false(table_said(table, "morale due"));
    table_free(table);
}

static void test_morale__of_five_fires_at_two_three_and_four(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add 5 rat morale=8 hp=3");
    table_do(table, "out r1 dead");
    assert_false(table_said(table, "morale due"));
    table_do(table, "out r2 dead");
    assert_true(table_said(table, "25% fallen"));
    table_do(table, "out r3 dead");
    assert_true(table_said(table, "50% fallen"));
    table_do(table, "out r4 dead");
    assert_true(table_said(table, "another fallen after half"));
    /* T27: one pending check with every reason. */
    struct pending pending[PENDING_MAX];
    assert_int_equal(procedure_of(&table->state)->pending(&table->state, pending, PENDING_MAX),
                     1);
    assert_string_equal(pending[0].text,
                        "morale due: rats, 25% fallen, 50% fallen, another fallen after half");
    assert_string_equal(pending[0].rule, "5.13");
    table_free(table);
}

static void test_morale__is_2d6_up_to_the_score(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool holds;
    } checks[] = {{"morale r1 4 4", true},
                  {"morale r1 4 5", false},
                  {"morale r1 modifier=1 4 5", true},
                  {"morale r1 modifier=4", true}};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        struct table *table = fight();
        table_do(table, checks[i].line);
        assert_int_equal(table_value(table, "r1", "present"), 1);
        assert_int_equal(state_is_in(&table->state, table_id(table, "r1")), checks[i].holds);
        table_free(table);
    }
}

static void test_morale__the_referee_says_what_the_broken_do(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "morale r1 then=surrender 6 6");
    /* T29: the row is out of the order and stays on the table. */
    assert_int_equal(table_value(table, "r3", "out"), OUT_SURRENDERED);
    table_refused(table, "morale r1 1 1", "5.13");
    table_refused(table, "morale Ana 1 1", "5.12");
    table->asks = true;
    struct table *other = fight();
    other->asks = true;
    assert_int_equal(table_try(other, "morale r1 6 6"), VERDICT_ASKS);
    assert_int_equal(other->decision.question.choices, 3);
    assert_string_equal(other->decision.question.prefix, "then=");
    table_free(other);
    table_free(table);
}

static void test_rounds__end_in_a_phase_between_and_start_on_next(void **state)
{
    (void)state;
    struct table *table = fight();
    for (int i = 0; i < 6; i++) {
        table_do(table, "next");
    }
    assert_true(table_said(table, "round 1 ends"));
    char phase[64];
    struct text text;
    text_init(&text, phase, sizeof phase);
    procedure_of(&table->state)->phase(&table->state, &text);
    assert_string_equal(phase, "after round 1");
    table_refused(table, "attack r1 10 3", "5.1");
    table_do(table, "next");
    assert_true(table_said(table, "round 2 begins"));
    table_free(table);
}

static void test_dead__are_skipped_in_the_order(void **state)
{
    (void)state;
    struct table *table = fight();
    /* B13 */
    table_do(table, "out Bo dead");
    table_do(table, "next");
    assert_int_equal(table->state.value[ENCOUNTER_TURN], table_id(table, "r1"));
    table_do(table, "back Bo");
    table_do(table, "next");
    assert_int_equal(table->state.value[ENCOUNTER_TURN], table_id(table, "Bo"));
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_initiative__is_d20_and_wits_and_carries_over),
        cmocka_unit_test(test_initiative__foes_of_one_kind_roll_once),
        cmocka_unit_test(test_initiative__typed_scores_stay_when_the_rest_is_rolled),
        cmocka_unit_test(test_order__goes_from_the_highest_score_and_ties_by_wits_party_entry),
        cmocka_unit_test(test_order__score_0_is_a_score_and_flat_footed),
        cmocka_unit_test(test_turn__is_an_id_that_survives_adding_and_removing),
        cmocka_unit_test(test_attack__hits_on_the_ac_and_counts_degrees),
        cmocka_unit_test(test_attack__a_miss_uses_the_action_and_no_damage_die),
        cmocka_unit_test(test_attack__out_of_turn_is_refused_and_a_ruling_overrules),
        cmocka_unit_test(test_attack__impossible_faces_are_wrong_and_change_nothing),
        cmocka_unit_test(test_attack__an_unset_ac_is_asked_once_and_remembered),
        cmocka_unit_test(test_attack__without_hp_damage_is_counted_upward),
        cmocka_unit_test(test_attack__asks_for_each_throw_it_lacks),
        cmocka_unit_test(test_attack__active_defence_replaces_the_ac_when_higher),
        cmocka_unit_test(test_attack__a_direct_hit_passes_the_hp_by),
        cmocka_unit_test(test_damage__of_exactly_the_hp_makes_no_injury_save_due),
        cmocka_unit_test(test_damage__temporary_hp_go_first_and_are_not_healed),
        cmocka_unit_test(test_damage__goes_to_many_by_glob_and_list),
        cmocka_unit_test(test_injury__is_settled_by_the_referee_and_refused_when_none_is_due),
        cmocka_unit_test(
            test_morale__of_eight_fires_at_a_quarter_a_half_and_after_more_than_half),
        cmocka_unit_test(test_morale__of_five_fires_at_two_three_and_four),
        cmocka_unit_test(test_morale__is_2d6_up_to_the_score),
        cmocka_unit_test(test_morale__the_referee_says_what_the_broken_do),
        cmocka_unit_test(test_rounds__end_in_a_phase_between_and_start_on_next),
        cmocka_unit_test(test_dead__are_skipped_in_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
