/* At the table, where missing values are asked for, wrong words are reported before any
 * question. The cases of tests/rules do not ask when they expect wrong words. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spending__who_is_spared_is_known_before_a_forced_bout_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
