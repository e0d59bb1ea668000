/* A line that finds no room for its texts ends with that, whichever text is the first without
 * it; support/table does the same with events for every line of every test. */
#include <stdlib.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"

static const struct row {
    const char *system, *fight, *line;
} rows[] = {
    {"trilemma", "add Ana side=party hp=9\n", "set Ana note=\"wants the egg\" hp=7"},
    {"trilemma", "add Ana side=party hp=9\n", "damage Ana 2d6"},
    {"trilemma", "add Ana side=party hp=9\nadd rat hp=9\n", "remove Ana,rat"},
    {"trilemma", "add Ana side=party wits=12 hp=9\nadd rat wits=9 hp=9\n", "initiative"},
    {"trilemma",
     "add Ana side=party hp=9\ncounter help 1 then=\"add 1d4 rat hp=1d6\"\ntick help\n",
     "counter-run help 4 1 2 3 4"},
    {"trilemma",
     "add Ana side=party hp=9\ncounter help 1 then=\"add 1d4 rat hp=1d6\"\ntick help\n",
     "counter-run help"},
    {"pixel-dungeon",
     "add Ash side=party level=4 damage=2-8 dodge=12 armor=1 hp=18\n"
     "add gnoll accuracy=11 dodge=4 damage=2-5 armor=2 hp=12\nnext\n",
     "attack gnoll times=2"},
};

/* Memory of its own for each, so that a byte behind it is noticed. */
static void decide_with(struct decision *decision, const struct table *table, const char *line,
                        size_t room)
{
    static unsigned char all[DECISION_TEXT_SIZE];
    unsigned char *memory = malloc(room + 1);
    assert_non_null(memory);
    decision_begin(decision, table->procedure, &table->state, all);
    arena_init(&decision->text, memory, room);
    decision->seed = table->seed;
    decision->encounter = 1;
    decision->library = table->decision.library;
    decide(decision, table->command, table->commands, &table->state, str_of(line));
    free(memory);
}

static void test_no_room__each_text_that_is_the_first_without_it(void **state)
{
    (void)state;
    enum { ENOUGH = DECISION_TEXT_SIZE, STEP = 16 };
    struct decision *decision = malloc(sizeof *decision);
    assert_non_null(decision);
    memset(decision, 0, sizeof *decision);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = table_new(rows[i].system);
        struct str rest = str_of(rows[i].fight), fight;
        while (str_next_line(&rest, &fight)) {
            char line[200];
            text_format(line, sizeof line, "%.*s", fight.n, fight.p);
            table_do(table, line);
        }
        decide_with(decision, table, rows[i].line, ENOUGH);
        assert_int_equal(decision->verdict, VERDICT_DONE);
        size_t taken = decision->text.used;
        assert_true(taken > STEP);
        for (size_t room = 0; room <= taken; room++) {
            decide_with(decision, table, rows[i].line, room);
            bool is_full =
                decision->verdict == VERDICT_WRONG && decision->error.code == STATUS_FULL;
            /* What a text takes is rounded up, so a little less can be enough. */
            assert_true(is_full || (room + STEP > taken && decision_goes_on(decision)));
            assert_true(decision->text.used <= decision->text.size);
        }
        table_free(table);
    }
    free(decision);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_room__each_text_that_is_the_first_without_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
