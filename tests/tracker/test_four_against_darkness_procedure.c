/* Four Against Darkness at the table: attacks on groups and major foes, defences, morale, levels. */
#include <stdio.h>

#include "support/table.h"
#include "support/unit.h"

static struct table *fight(void)
{
    struct table *table = table_new("4ad");
    table_do(table, "add Hild side=party level=2 attack_bonus=3 defence_bonus=2 hp=7");
    table_do(table, "add Pell side=party level=1 attack_bonus=-1 hp=2");
    table_do(table, "add rats foe=minor level=3 count=9");
    table_do(table, "add golem foe=major level=4 hp=6 damage=2");
    return table;
}

static void test_attack__kills_as_often_as_the_level_goes_into_the_total(void **state)
{
    (void)state;
    struct table *table = fight();
    /* Vectors: 9 against L3 are 3 kills; the chain 6, 4 with a light weapon is 9. */
    table_do(table, "attack rats by=Pell 6 4");
    assert_true(table_said(table, "[6 4] = 10 - 1 bonus = 9 vs L 3: 3 kills"));
    assert_int_equal(table_value(table, "rats", "count"), 6);
    assert_int_equal(table_value(table, "rats", "count_start"), 9);
    table_free(table);
}

static void test_attack__kills_at_most_the_number_left(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set rats count=2");
    /* Vector: 11 against L3 with 2 left are 2 kills. */
    table_do(table, "attack rats by=Hild 6 2");
    assert_int_equal(table_value(table, "rats", "count"), 0);
    assert_int_equal(table_value(table, "rats", "out"), OUT_DEAD);
    /* Nobody is left: no morale check. */
    assert_false(table_said(table, "morale due"));
    table_free(table);
}

static void test_attack__takes_life_off_a_major_foe(void **state)
{
    (void)state;
    struct table *table = fight();
    /* Vector: 9 against an L4 major foe are 2 damage. */
    table_do(table, "attack golem by=Hild 6 1 bonus=-1");
    assert_true(table_said(table, "= 9 vs L 4: 2 damage"));
    assert_int_equal(table_value(table, "golem", "hp"), 4);
    assert_int_equal(table_value(table, "golem", "level"), 4);
    table_free(table);
}

static void test_attack__a_natural_1_misses(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "attack rats by=Hild 1");
    assert_true(table_said(table, "natural 1, miss"));
    assert_int_equal(table_value(table, "rats", "count"), 9);
    table_free(table);
}

static void test_attack__is_one_action_for_each_character_a_round(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "attack rats 4");
    table_refused(table, "attack rats by=Hild 4", "flow 5");
    /* Unnamed, it is the next one who has not acted. */
    table_do(table, "attack rats 5");
    table_refused(table, "attack rats 4", "flow 5");
    table_do(table, "next");
    table_refused(table, "attack rats by=Hild 4", "flow 5");
    table_do(table, "next");
    table_do(table, "attack rats by=Hild 4");
    table_wrong(table, "attack Hild by=rats 4", "foes never roll");
    table_free(table);
}

static void test_level__drops_once_at_half_life(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "damage golem 2");
    assert_int_equal(table_value(table, "golem", "level"), 4);
    table_do(table, "damage golem 1");
    /* 2 x 3 <= 6 */
    assert_int_equal(table_value(table, "golem", "level"), 3);
    table_do(table, "heal golem 3");
    table_do(table, "damage golem 4");
    assert_int_equal(table_value(table, "golem", "level"), 3);
    table_do(table, "damage golem 9");
    assert_int_equal(table_value(table, "golem", "out"), OUT_DEAD);
    table_free(table);
}

static void test_defend__must_beat_the_level(void **state)
{
    (void)state;
    struct table *table = fight();
    table_refused(table, "defend Hild from=rats 4", "flow 5");
    table_do(table, "next");
    /* 1 + 2 = 3 is not greater than 3 (defence tested with >= is a fault of others). */
    table_do(table, "defend Hild from=rats 1");
    assert_int_equal(table_value(table, "Hild", "hp"), 6);
    table_do(table, "defend Hild from=rats 2");
    assert_int_equal(table_value(table, "Hild", "hp"), 6);
    table_do(table, "defend Pell from=golem 3");
    assert_int_equal(table_value(table, "Pell", "out"), OUT_DEAD);
    table_free(table);
}

static void test_defend__asks_which_of_several_foes(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "next");
    assert_int_equal(table_try(table, "defend Hild 4"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.prefix, "from=");
    table_do(table, "out golem dead");
    table_do(table, "defend Hild 4");
    table_free(table);
}

/* 2 x remaining < initial: 5 to 2 yes, 4 to 2 no. */
static void test_morale__is_due_below_half_and_once(void **state)
{
    (void)state;
    static const struct {
        int from, to;
        bool is_due;
    } groups[] = {{5, 2, true}, {4, 2, false}, {9, 5, false}, {9, 4, true}, {1, 1, false}};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        struct table *table = table_new("four-against-darkness");
        char line[64];
        snprintf(line, sizeof line, "add gnats level=2 count=%d", groups[i].from);
        table_do(table, line);
        snprintf(line, sizeof line, "set gnats count=%d", groups[i].to);
        if (groups[i].from != groups[i].to) {
            table_do(table, line);
        }
        assert_int_equal(table_said(table, "morale due"), groups[i].is_due);
        table_free(table);
    }
}

static void test_morale__flees_up_to_3_and_is_checked_once(void **state)
{
    (void)state;
    struct table *table = fight();
    table_refused(table, "morale rats 4", "morale");
    table_do(table, "set rats count=4");
    table_do(table, "morale rats 4");
    assert_true(state_is_in(&table->state, table_id(table, "rats")));
    table_do(table, "set rats count=2");
    assert_false(table_said(table, "morale due"));
    table_free(table);
    table = fight();
    table_do(table, "set rats count=4");
    table_do(table, "morale 3");
    assert_int_equal(table_value(table, "rats", "out"), OUT_FLED);
    table_free(table);
}

static void test_order__is_the_party_as_it_marches_then_the_foes(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "out Hild down");
    int ids[COMBATANTS_MAX];
    assert_int_equal(procedure_order(&table->state, ids), 4);
    static const char *const expected[] = {"Pell", "Rats", "Golem", "Hild"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(state_name(&table->state, ids[i]), expected[i]);
    }
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attack__kills_as_often_as_the_level_goes_into_the_total),
        cmocka_unit_test(test_attack__kills_at_most_the_number_left),
        cmocka_unit_test(test_attack__takes_life_off_a_major_foe),
        cmocka_unit_test(test_attack__a_natural_1_misses),
        cmocka_unit_test(test_attack__is_one_action_for_each_character_a_round),
        cmocka_unit_test(test_level__drops_once_at_half_life),
        cmocka_unit_test(test_defend__must_beat_the_level),
        cmocka_unit_test(test_defend__asks_which_of_several_foes),
        cmocka_unit_test(test_morale__is_due_below_half_and_once),
        cmocka_unit_test(test_morale__flees_up_to_3_and_is_checked_once),
        cmocka_unit_test(test_order__is_the_party_as_it_marches_then_the_foes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
