/* The commands consult and roll: random tables and any dice at the table, as they fell. */
#include <string.h>

#include "resolver/tables/random_table.h"
#include "support/table.h"
#include "support/unit.h"

static const struct table_row colours[] = {
    {.low = 1, .high = 3, .text = "white"},
    {.low = 4, .high = 4, .text = "red"},
};
static const struct table_roll twice[] = {{1, 2}};
static const struct table_row rabbits[] = {
    {.low = 11, .high = 56, .text = "a rabbit", .roll = twice, .rolls = 1},
    {.low = 61, .high = 66, .text = "nothing"},
};
static const struct random_table set[] = {
    {.name = "hat", .title = "The hat", .kind = TABLE_D66, .row = rabbits, .rows = 2},
    {.name = "colour",
     .title = "Its colour",
     .kind = TABLE_WEIGHTS,
     .sides = 4,
     .row = colours,
     .rows = 2},
};
static const struct random_tables tables = {set, 2};

static int setup(void **state)
{
    struct table *table = table_new(system_at(0)->id);
    table->decision.tables = &tables;
    *state = table;
    return 0;
}

static int teardown(void **state)
{
    table_free(*state);
    return 0;
}

static void test_consult__every_throw_has_its_line(void **state)
{
    struct table *table = *state;
    table_do(table, "consult hat 1 1 4 =2");
    assert_true(table_said(table, "The hat: d66 [1 1] = 11: a rabbit"));
    assert_true(table_said(table, "Its colour: d4 [4]: red"));
    assert_true(table_said(table, "Its colour: d4 [=2]: white"));
    assert_string_equal(table->decision.label, "consult hat");
    table_do(table, "consult @HAT 6 6");
    assert_true(table_said(table, "nothing"));
    table_do(table, "roll @hat 6 6");
    assert_string_equal(table->decision.label, "consult hat");
}

static void test_consult__missing_dice_are_asked_for_one_throw_after_the_other(void **state)
{
    struct table *table = *state;
    table->asks = true;
    assert_int_equal(table_try(table, "consult hat 1"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.dice.dice, "d66");
    assert_int_equal(table->decision.question.dice.missing, 1);
    assert_int_equal(table_try(table, "consult hat 1 1 4"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.dice.dice, "d4");
    assert_string_equal(table->decision.question.dice.label, "Its colour");
    assert_int_equal(table_try(table, "consult hat 1 1 4 roll"), VERDICT_DONE);
}

static void test_consult__what_is_rolled_here_moves_the_draw_number(void **state)
{
    struct table *table = *state;
    table_do(table, "consult colour");
    assert_int_equal(table->state.value[ENCOUNTER_DRAW], 1);
    table_do(table, "consult hat 1 1");
    assert_int_equal(table->state.value[ENCOUNTER_DRAW], 3);
}

static void test_consult__wrong_words_are_named(void **state)
{
    struct table *table = *state;
    table_wrong(table, "consult hot", "there is no table hot; did you mean hat?");
    table_wrong(table, "consult hat 7", "7 is not possible on a die of 1 to 6");
    table_wrong(table, "consult colour 3 3", "too many dice");
    table->decision.tables = NULL;
    table_wrong(table, "consult hat", "there are no random tables");
    struct error why = {.where = "x.yaml:1:2", .text = "tables: missing"};
    table->decision.tables_error = &why;
    table_wrong(table, "consult hat", "x.yaml:1:2: tables: missing");
}

static void test_roll__dice_for_anything_are_in_the_log(void **state)
{
    struct table *table = *state;
    table_do(table, "roll 2d6+3 4 1 for=\"the door\"");
    assert_true(table_said(table, "the door: 2d6+3 [4 1] = 8"));
    assert_string_equal(table->decision.label, "the door: 8");
    table_do(table, "roll d20 =17");
    assert_true(table_said(table, "roll: d20 [=17]"));
    assert_string_equal(table->decision.label, "roll: 17");
    table->asks = true;
    assert_int_equal(table_try(table, "roll 3d6"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.dice.dice, "3d6");
    table_wrong(table, "roll 3d6 7", "7 is not possible");
    table_wrong(table, "roll lots", "expected a number or dice here");
    table_wrong(table, "roll 101d6", "at most 100 dice");
    table_wrong(table, "roll", "roll needs DICE");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_consult__every_throw_has_its_line),
        TEST(test_consult__missing_dice_are_asked_for_one_throw_after_the_other),
        TEST(test_consult__what_is_rolled_here_moves_the_draw_number),
        TEST(test_consult__wrong_words_are_named),
        TEST(test_roll__dice_for_anything_are_in_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
