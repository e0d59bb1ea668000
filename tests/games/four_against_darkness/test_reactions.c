/* Reactions of foes from random tables: their own, and the house's for those without one. */
#include <string.h>

#include "resolver/tables/random_table.h"
#include "support/table.h"
#include "support/unit.h"

static const struct table_row raiders[] = {
    {.low = 1, .high = 3, .text = "a bribe: 5 gold for each", .reaction = REACTION_BRIBE},
    {.low = 4, .high = 6, .text = "they fight", .reaction = REACTION_FIGHT},
};
static const struct table_row house[] = {
    {.low = 1, .high = 6, .text = "they flee", .reaction = REACTION_FLEE},
};

/* Tables of the names that the sample foes and the procedure look for. */
static struct {
    struct random_tables tables;
    struct random_table table[2];
    struct dice_expr d6;
} lent;

static void lend_tables(struct table *table)
{
    assert_int_equal(dice_expr_parse(&lent.d6, str_of("d6"), NULL), STATUS_OK);
    lent.table[0] = (struct random_table){.name = "reaction-raiders",
                                          .title = "Raiders",
                                          .expr = &lent.d6,
                                          .row = raiders,
                                          .rows = 2};
    lent.table[1] = (struct random_table){
        .name = "house-reaction", .title = "House", .expr = &lent.d6, .row = house, .rows = 1};
    lent.tables = (struct random_tables){lent.table, 2};
    table->decision.tables = &lent.tables;
}

static void test_reactions__are_rolled_on_the_table_of_the_row(void **state)
{
    (void)state;
    struct table *table = table_new("four-against-darkness");
    lend_tables(table);
    table_do(table, "add Ann side=party level=2 hp=6");
    table_do(table, "add goblins foe=cellar-goblins count=6");
    table_do(table, "surprise 6");
    table_do(table, "wait 2");
    assert_true(table_said(table, "Raiders: d6 [2]: a bribe: 5 gold for each"));
    assert_true(table_said(table, "30 gold for 6"));
    table_do(table, "accept");
    assert_true(table_said(table, "30 gold paid"));
    table_free(table);
}

static void test_reactions__without_a_table_are_the_houses(void **state)
{
    (void)state;
    struct table *table = table_new("four-against-darkness");
    table_do(table, "add Ann side=party level=2 hp=6");
    table_do(table, "add rats foe=vermin level=2 count=6");
    table_wrong(table, "wait 2", "there are no random tables");
    lend_tables(table);
    table_do(table, "wait 2");
    assert_int_equal(table_value(table, "rats", "out"), OUT_FLED);
    table_free(table);
}

/* The referee names one, whatever the foe had before. */
static void test_reactions__can_be_a_table_that_is_named(void **state)
{
    (void)state;
    struct table *table = table_new("four-against-darkness");
    lend_tables(table);
    table_do(table, "add Ann side=party level=2 hp=6");
    table_do(table, "add rats foe=vermin level=2 count=6");
    table_do(table, "reactions rats @reaction-raiders");
    table_do(table, "wait 5");
    assert_true(table_said(table, "the party waited"));
    table_do(table, "add bats foe=vermin level=1 count=2");
    table_do(table, "reactions bats @nowhere");
    table_wrong(table, "ruling wait bats 5", "nowhere");
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reactions__are_rolled_on_the_table_of_the_row),
        cmocka_unit_test(test_reactions__without_a_table_are_the_houses),
        cmocka_unit_test(test_reactions__can_be_a_table_that_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
