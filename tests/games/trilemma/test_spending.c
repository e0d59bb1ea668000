/* At the table, where missing values are asked for, wrong words are reported before any
 * question. The cases of tests/rules do not ask when they expect wrong words. */
#include "games/trilemma/reactions.h"
#include "support/table.h"
#include "support/unit.h"

static void test_spending__who_is_spared_is_known_before_a_forced_bout_asks(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add Ana side=party wits=12 hp=9");
    table_do(table, "initiative 5");
    table_do(table, "next");
    table->asks = true;
    table_wrong(table, "force except=Dy", "except=");
    assert_int_equal(table_try(table, "force except=Ana"), VERDICT_ASKS);
    table_free(table);
}

/* The key for the extra turn stands aside in the turn of another one than who may pay for it.
 */
static void test_spending__the_extra_turn_of_another_is_aside(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add Ana side=party wits=12 hp=9");
    table_do(table, "add rat wits=3 hp=6");
    assert_false(trilemma_key_is_aside(&table->state, "superior"));
    table_do(table, "initiative 15 5");
    assert_false(trilemma_key_is_aside(&table->state, "superior"));
    table_do(table, "next");
    assert_true(trilemma_key_is_aside(&table->state, "superior"));
    assert_false(trilemma_key_is_aside(&table->state, "next"));
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spending__who_is_spared_is_known_before_a_forced_bout_asks),
        cmocka_unit_test(test_spending__the_extra_turn_of_another_is_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
