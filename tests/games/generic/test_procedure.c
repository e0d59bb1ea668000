/* What the generic procedure says about itself; its behaviour is in tests/rules/generic. */
#include <string.h>

#include "support/table.h"
#include "support/unit.h"

/* Games without morale borrow it, and must not present it as their own rule. */
static void test_morale__is_said_to_be_borrowed(void **state)
{
    (void)state;
    struct table *table = table_new("pixel");
    int found = 0;
    for (int i = 0; i < table->commands; i++) {
        const struct command_def *def = table->command[i];
        if (strcmp(def->name, "morale") == 0) {
            assert_string_equal(def->rule, "borrowed");
            assert_non_null(strstr(def->help, "borrowed"));
            found++;
        }
    }
    assert_int_equal(found, 1);
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_morale__is_said_to_be_borrowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
