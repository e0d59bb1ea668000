/* Acts that were paid for, as older logs kept them: the permission to act and the shield as
 * kinds of their own. No present command makes these; their use is tested in tests/rules. */
#include <string.h>

#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "support/table.h"
#include "support/unit.h"

static struct state *state_with(struct table *table, int kind, const char *label, int amount)
{
    struct event event = {.kind = EVENT_EFFECT_CHANGED,
                          .subject = 1,
                          .field = kind,
                          .is_set = true,
                          .to = amount,
                          .text_to = str_of(label)};
    state_apply(&table->state, &event);
    return &table->state;
}

static void test_bought__older_logs_are_read_as_they_were_meant(void **state)
{
    static const struct {
        int kind;
        const char *label;
        enum buys buys;
        const char *words;
    } kept[] = {{TRILEMMA_GRANTED, "riposte", BUYS_ATTACK, "riposte"},
                {TRILEMMA_GRANTED, "clear-order", BUYS_ATTACK, "a clear order"},
                {TRILEMMA_GRANTED, "order", BUYS_ACT, "order"},
                {TRILEMMA_GUARD, "shield", BUYS_DEFENCE, "shield"},
                {TRILEMMA_BOUGHT, "order", BUYS_ORDER, "order"},
                {TRILEMMA_BOUGHT, "ordered", BUYS_ACT, "order"},
                {TRILEMMA_BOUGHT, "extra: a leap", BUYS_ACT, "a leap"},
                {TRILEMMA_BOUGHT, "wits-check", BUYS_CHECK, "wits check"}};
    (void)state;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        struct table *table = table_new("trilemma");
        table_do(table, "add Ana side=party");
        struct state *now = state_with(table, kept[i].kind, kept[i].label, 1);
        const struct effect *bought = trilemma_bought(now, 1, kept[i].buys);
        assert_non_null(bought);
        assert_string_equal(trilemma_bought_words(bought), kept[i].words);
        assert_null(trilemma_next_bought(now, bought));
        table_free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bought__older_logs_are_read_as_they_were_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
