#include "support/table.h"

#include <stdlib.h>
#include <string.h>

#include "app/record_library.h"
#include "games/games.h"
#include "support/unit.h"

/* The records that ship, read once for each system that has any. */
static const struct library *library_of(const struct system *system)
{
    static struct {
        const struct system *system;
        struct record_library *library;
    } kept[8];
    int i = 0;
    while (kept[i].system != NULL && kept[i].system != system) {
        i++;
    }
    if (kept[i].system == NULL) {
        struct diagnostics diagnostics;
        kept[i].system = system;
        if (record_library_open(&kept[i].library, system, &diagnostics) != STATUS_OK) {
            fail_msg("%s: %s", diagnostics.diagnostic[0].where, diagnostics.diagnostic[0].text);
        }
    }
    return record_library(kept[i].library);
}

struct table *table_new(const char *system)
{
    struct table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    const struct system *found = system_find(str_of(system));
    assert_non_null(found);
    state_init(&table->state, found);
    table->decision.library = library_of(found);
    table->procedure = games_find(found);
    table->commands =
        procedure_commands(table->procedure, found, &table->made, table->command, COMMANDS_MAX);
    return table;
}

void table_free(struct table *table)
{
    free(table);
}

enum verdict table_try(struct table *table, const char *line)
{
    struct decision *decision = &table->decision;
    decision_begin(decision, table->procedure, &table->state, table->memory);
    decision->seed = 7;
    decision->encounter = 1;
    decision->asks = table->asks;
    decide(decision, table->command, table->commands, &table->state, str_of(line));
    if (decision->verdict == VERDICT_DONE) {
        /* The fold of the events must be what the decision worked on. */
        for (int i = 0; i < decision->events; i++) {
            assert_true(state_can_apply(&table->state, &decision->event[i]));
            state_apply(&table->state, &decision->event[i]);
        }
        assert_true(state_equal(&table->state, &decision->state));
    }
    return decision->verdict;
}

const char *table_question(const struct table *table)
{
    static char buf[QUESTION_TEXT_SIZE];
    struct text text = text_over(buf, sizeof buf);
    question_text(&table->decision.question, &text);
    return buf;
}

static const char *why(const struct table *table)
{
    const struct decision *decision = &table->decision;
    switch (decision->verdict) {
    case VERDICT_ASKS:
        return table_question(table);
    case VERDICT_REFUSED:
        return decision->refusal.reason;
    case VERDICT_WRONG:
        return decision->error.text;
    case VERDICT_DONE:
        break;
    }
    return decision->label;
}

void table_do(struct table *table, const char *line)
{
    if (table_try(table, line) != VERDICT_DONE) {
        fail_msg("%s: %s", line, why(table));
    }
}

void table_refused(struct table *table, const char *line, const char *rule)
{
    if (table_try(table, line) != VERDICT_REFUSED) {
        fail_msg("%s was not refused: %s", line, why(table));
    }
    assert_string_equal(table->decision.refusal.rule, rule);
}

void table_wrong(struct table *table, const char *line, const char *part)
{
    if (table_try(table, line) != VERDICT_WRONG) {
        fail_msg("%s was not wrong: %s", line, why(table));
    }
    if (strstr(table->decision.error.text, part) == NULL) {
        fail_msg("%s: \"%s\" does not say \"%s\"", line, table->decision.error.text, part);
    }
}

int table_id(struct table *table, const char *word)
{
    struct error err;
    int id = combatant_find(&table->state, str_of(word), &err);
    if (id == 0) {
        fail_msg("%s: %s", word, err.text);
    }
    return id;
}

int table_value(struct table *table, const char *word, const char *field)
{
    int id = table_id(table, word);
    int number = state_field_find(&table->state, str_of(field));
    assert_true(number >= 0);
    assert_true(state_is_set(&table->state, id, number));
    return state_value(&table->state, id, number, 0);
}

bool table_said(const struct table *table, const char *part)
{
    for (int i = 0; i < table->decision.events; i++) {
        struct str line = table->decision.event[i].line;
        if (line.n > 0 && strstr(line.p, part) != NULL) {
            return true;
        }
    }
    return strstr(table->decision.answer, part) != NULL;
}
