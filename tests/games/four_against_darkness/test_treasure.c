/* Treasure from a random table: a d6 and the foe's modifier, held within the ends of the table;
 * gold, and the tables that a row sends on to, which count more for a boss. */
#include <stdio.h>

#include "games/four_against_darkness/combatant.h"
#include "resolver/tables/random_table.h"
#include "support/table.h"
#include "support/unit.h"

static const struct table_roll to_magic[] = {{.table = 1, .times = 1}};
static const struct table_row treasure[] = {
    {.low = 1, .high = 1, .text = "nothing but rags"},
    {.low = 2, .high = 3, .text = "gold d6 in a boot"},
    {.low = 4, .high = 5, .text = "gold 2d6*10, in a jar"},
    {.low = 6, .high = 6, .text = "something magic", .roll = to_magic, .rolls = 1},
};
static const struct table_row magic[] = {
    {.low = 1, .high = 2, .text = "a wand"},
    {.low = 3, .high = 3, .text = "a wand of sleep", .gives = "uses sleep 3"},
    {.low = 4, .high = 5, .text = "a ring"},
    {.low = 6,
     .high = 6,
     .text = "a sword of so many words that the name of it has no room in a label of the log",
     .gives = "equip magic-sword"},
};

static struct {
    struct random_tables tables;
    struct random_table table[2];
    struct dice_expr d6;
} lent;

/* A foe of this kind and modifier has fallen, and the treasure is rolled with these dice. */
static struct table *table_after(const char *foe, const char *dice)
{
    struct table *table = table_new("four-against-darkness");
    assert_int_equal(dice_expr_parse(&lent.d6, str_of("d6"), NULL), STATUS_OK);
    lent.table[0] = (struct random_table){
        .name = "treasure", .title = "Treasure", .expr = &lent.d6, .row = treasure, .rows = 4};
    lent.table[1] = (struct random_table){
        .name = "magic", .title = "Magic", .expr = &lent.d6, .row = magic, .rows = 4};
    lent.tables = (struct random_tables){lent.table, 2};
    table->decision.tables = &lent.tables;
    char line[120];
    table_do(table, "add Ann side=party level=2 hp=6");
    snprintf(line, sizeof line, "add F level=3 hp=1 %s", foe);
    table_do(table, line);
    table_do(table, "meet");
    table_do(table, "damage F 9");
    snprintf(line, sizeof line, "treasure %s", dice);
    table_do(table, line);
    return table;
}

static void test_treasure__is_the_row_of_the_roll_and_the_modifier(void **state)
{
    (void)state;
    static const struct {
        const char *foe, *dice, *text;
    } heaps[] = {
        {"foe=weird", "1", "treasure of F: nothing but rags"},
        {"foe=weird", "2 5", "treasure of F: gold d6 in a boot"},
        {"foe=weird", "3 5", "treasure of F: gold d6 in a boot"},
        {"foe=weird", "4 1 1", "treasure of F: gold 2d6*10, in a jar"},
        {"foe=weird", "5 1 1", "treasure of F: gold 2d6*10, in a jar"},
        {"foe=weird", "6 1", "treasure of F: something magic"},
        {"foe=weird treasure=1", "1 5", "treasure of F: gold d6 in a boot"},
        {"foe=weird treasure=-1", "2", "treasure of F: nothing but rags"},
        /* Beyond the ends the first and the last row count. */
        {"foe=weird treasure=-1", "1", "treasure of F: nothing but rags"},
        {"foe=weird treasure=2", "6 1", "treasure of F: something magic"},
    };
    for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; i++) {
        struct table *table = table_after(heaps[i].foe, heaps[i].dice);
        assert_true(table_said(table, heaps[i].text));
        table_free(table);
    }
}

static void test_treasure__gold_is_thrown(void **state)
{
    (void)state;
    struct table *table = table_after("foe=weird", "2 5");
    assert_true(table_said(table, "treasure of F: 5 gold"));
    table_free(table);
    table = table_after("foe=weird", "4 2 3");
    assert_true(table_said(table, "treasure of F: 50 gold"));
    table_free(table);
    table = table_after("foe=weird", "1");
    assert_false(table_said(table, "treasure of F: 0 gold"));
    table_free(table);
}

static void test_treasure__of_a_boss_is_three_times_the_gold_and_twice_the_magic(void **state)
{
    (void)state;
    /* The extra Life of a boss is gone as well. */
    struct table *table = table_after("foe=boss", "2 5");
    assert_true(
        table_said(table, "treasure of F: 100 gold (a boss: 3 x 5 = 15, but at least 100)"));
    table_free(table);
    table = table_after("foe=boss", "4 6 6");
    assert_true(table_said(table, "treasure of F: 360 gold (a boss: 3 x 120)"));
    table_free(table);
    table = table_after("foe=boss", "1");
    assert_true(
        table_said(table, "treasure of F: 100 gold (a boss: 3 x 0 = 0, but at least 100)"));
    table_free(table);
    table = table_after("foe=boss", "6 1 4");
    assert_true(table_said(table, "a wand"));
    assert_true(table_said(table, "a ring"));
    table_free(table);
}

static void test_treasure__magic_is_once_for_others(void **state)
{
    (void)state;
    struct table *table = table_after("foe=weird", "6 1");
    assert_true(table_said(table, "a wand"));
    assert_false(table_said(table, "a ring"));
    table_free(table);
}

/* What is found waits until somebody takes it. */
static void test_found__is_due_until_somebody_takes_it(void **state)
{
    (void)state;
    struct table *table = table_after("foe=boss", "6 1 4");
    struct pending due[8];
    int count = table->procedure->pending(&table->state, due, 8);
    assert_string_equal(due[0].text, "found: a wand, to be taken, then 1 more");
    assert_string_equal(due[0].command, "take");
    assert_int_equal(count, 2); /* and an XP roll */
    table_do(table, "take Ann");
    table->procedure->pending(&table->state, due, 8);
    assert_string_equal(due[0].text, "found: a ring, to be taken");
    assert_true(table_said(table, "Ann takes a wand"));
    assert_string_equal(state_text(&table->state, 1, TEXT_NOTE), "a wand");
    table_do(table, "take Ann");
    assert_string_equal(state_text(&table->state, 1, TEXT_NOTE), "a wand; a ring");
    table->procedure->pending(&table->state, due, 8);
    assert_string_equal(due[0].text, "XP rolls due: 1");
    table_free(table);
}

static void test_found__two_alike_are_taken_one_after_the_other(void **state)
{
    (void)state;
    struct table *table = table_after("foe=boss", "6 1 1");
    struct pending due[8];
    table->procedure->pending(&table->state, due, 8);
    assert_string_equal(due[0].text, "found: a wand, to be taken, then 1 more");
    table_do(table, "take gone");
    table->procedure->pending(&table->state, due, 8);
    assert_string_equal(due[0].text, "found: a wand, to be taken");
    assert_true(table_said(table, "nobody takes a wand"));
    assert_string_equal(state_text(&table->state, 1, TEXT_NOTE), "");
    table_do(table, "take Ann");
    assert_string_equal(state_text(&table->state, 1, TEXT_NOTE), "a wand");
    table_free(table);
}

/* A wand brings its spells each time it is found. */
static void test_found__a_second_wand_adds_its_spells(void **state)
{
    (void)state;
    struct table *table = table_after("foe=boss", "6 3 3");
    for (int uses = 3; uses <= 6; uses += 3) {
        table_do(table, "take Ann");
        const struct effect *left =
            state_effect_labelled(&table->state, FOUR_USES, 1, 0, str_of("sleep"));
        assert_non_null(left);
        assert_int_equal(left->amount, uses);
    }
    table_free(table);
}

/* The words give way, not what it gives. */
static void test_found__keeps_what_a_long_row_gives(void **state)
{
    (void)state;
    struct table *table = table_after("foe=weird", "6 6");
    const struct effect *found = state_effect(&table->state, NULL, FOUR_FOUND, 0, 0);
    assert_string_equal(
        found->label,
        "a sword of so many words that the name of it has no room in (equip magic-sword)");
    struct pending due[8];
    table->procedure->pending(&table->state, due, 8);
    assert_string_equal(
        due[0].text,
        "found: a sword of so many words that the name of it has no room in, to be taken");
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_treasure__is_the_row_of_the_roll_and_the_modifier),
        cmocka_unit_test(test_treasure__gold_is_thrown),
        cmocka_unit_test(test_treasure__of_a_boss_is_three_times_the_gold_and_twice_the_magic),
        cmocka_unit_test(test_treasure__magic_is_once_for_others),
        cmocka_unit_test(test_found__is_due_until_somebody_takes_it),
        cmocka_unit_test(test_found__a_second_wand_adds_its_spells),
        cmocka_unit_test(test_found__keeps_what_a_long_row_gives),
        cmocka_unit_test(test_found__two_alike_are_taken_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
