/* The tables of every game, as text: its actions with their parameters and outcomes, the
 * attributes of combatants, and the conditions. A line has the kind of a value, its range, its
 * default, whose it is, and the rule; the helps, which are only words, are left out. */
#include <stdio.h>

#include "games/games.h"
#include "resolver/system.h"
#include "support/golden.h"
#include "support/unit.h"
#include "tracker/conditions.h"
#include "tracker/procedure.h"

enum { TABLES_SIZE = 32768 };

static void add_range(const struct value_def *def, struct text *out)
{
    switch (def->kind) {
    case VALUE_NUMBER:
        text_add(out, "number %d..%d", def->low, def->high);
        break;
    case VALUE_DECIMAL:
        text_add(out, "decimal %d..%d", def->low, def->high);
        break;
    case VALUE_SPAN:
        text_add(out, "span %d..%d", def->low, def->high);
        break;
    case VALUE_FLAG:
        text_add(out, "flag");
        break;
    case VALUE_DICE:
        text_add(out, "dice");
        break;
    case VALUE_CHOICE:
        for (int i = 0; def->choices[i] != NULL; i++) {
            text_add(out, "%s%s", i == 0 ? "one of " : "|", def->choices[i]);
        }
        break;
    }
}

static void add_values(const char *what, const struct value_def *defs, int count,
                       struct text *out)
{
    static const char *const whose[] = {
        [WHOSE_ACT] = "", [WHOSE_ACTOR] = ", the actor's", [WHOSE_TARGET] = ", the target's"};
    for (int i = 0; i < count; i++) {
        const struct value_def *def = &defs[i];
        text_add(out, "  %s %s: ", what, def->name);
        add_range(def, out);
        if (def->is_required) {
            text_add(out, ", required");
        }
        if (def->fallback != NULL) {
            text_add(out, ", else %s", def->fallback);
        }
        text_add(out, "%s (%s)\n", whose[def->whose], def->rule);
    }
}

static void add_action(const struct action *action, struct text *out)
{
    text_add(out, "action %s (%s)\n", action->name, action->rule);
    add_values("parameter", action->parameters, action->parameters_count, out);
    for (int i = 0; i < action->outcomes_count; i++) {
        const struct outcome_def *def = &action->outcomes[i];
        text_add(out, "  outcome %s: %s", def->name,
                 def->kind == OUTCOME_CHANCE ? "chance" : "number");
        if (def->needs != 0) {
            text_add(out, ", needs %s", action->parameters[def->needs - 1].name);
        }
        text_add(out, " (%s)\n", def->rule);
    }
    if (action->list != NULL) {
        text_add(out, "  lists %s:", action->list_name);
        for (int i = 0; action->list_columns[i] != NULL; i++) {
            text_add(out, " %s", action->list_columns[i]);
        }
        text_add(out, "\n");
    }
}

static void add_conditions(const struct procedure *procedure, struct text *out)
{
    for (int i = 0; i < procedure->conditions_count; i++) {
        const struct condition_def *def = &procedure->conditions[i];
        text_add(out, "  condition %s%s\n", def->name,
                 def->ends_with_fight ? ", ends with the fight" : "");
    }
}

static void test_tables__are_as_they_were_accepted(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        char path[200];
        TEXT_BUFFER(text, TABLES_SIZE);
        text_add(&text, "game %s\n", system->id);
        for (int k = 0; k < system->actions_count; k++) {
            text_add(&text, "\n");
            add_action(&system->actions[k], &text);
        }
        text_add(&text, "\na combatant\n");
        add_values("attribute", system->attributes, system->attributes_count, &text);
        add_conditions(games_find(system), &text);
        assert_false(text.is_cut);
        snprintf(path, sizeof path, "tests/rules/%s/tables.txt", system->id);
        golden_assert_file(path, text.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables__are_as_they_were_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
