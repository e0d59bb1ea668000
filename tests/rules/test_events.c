/* The events in the log: each file tests/rules/<game>/events.script is a few commands, and
 * events.txt beside it has their results, event for event, with subject and object. A refused
 * line, or one that asks, says so. `watch ACTOR TARGET` shows what their usual act needs, the
 * words and facts about both, and the pending checks, and `needs ACTION NAME=VALUE ...` shows
 * what such an act needs. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "support/golden.h"
#include "support/table.h"
#include "support/unit.h"
#include "tracker/counters.h"

enum { EVENTS_SIZE = 65536, LINE_SIZE = 300 };

/* ---- what a command came to ------------------------------------------------------------ */

static void add_number(bool is_set, int number, struct text *out)
{
    if (is_set) {
        text_add(out, " %d", number);
    } else {
        text_add(out, " -");
    }
}

static void add_event(const struct table *table, const struct event *event, struct text *out)
{
    const struct state *state = &table->state;
    text_add(out, "  %s %d %d", event_name(event->kind), event->subject, event->object);
    switch (event_shape(event->kind)) {
    case SHAPE_VALUE:
        text_add(out, " %s", state_field_name(state, event->field));
        add_number(event->was_set, event->from, out);
        add_number(event->is_set, event->to, out);
        break;
    case SHAPE_EFFECT:
        text_add(out, " %s", effect_name(table->procedure, event->field));
        add_number(event->was_set, event->from, out);
        add_number(event->is_set, event->to, out);
        text_add(out, " \"%.*s\"", event->text_to.n, event->text_to.p);
        break;
    case SHAPE_COUNTER:
        add_number(event->was_set, event->from, out);
        add_number(event->is_set, event->to, out);
        break;
    case SHAPE_NEW:
    case SHAPE_TEXT:
    case SHAPE_COUNTER_TEXT:
        text_add(out, " \"%.*s\"", event->text_to.n, event->text_to.p);
        break;
    case SHAPE_ENCOUNTER:
    case SHAPE_NOTHING:
        break;
    }
    if (event->line.n > 0) {
        text_add(out, ": %.*s (%.*s)", event->line.n, event->line.p, event->rules.n,
                 event->rules.p);
    }
    text_add(out, "\n");
}

static void play(struct table *table, const char *line, struct text *out)
{
    const struct decision *decision = &table->decision;
    table->asks = true;
    switch (table_try(table, line)) {
    case VERDICT_ASKS:
        text_add(out, "  asks: %s\n", table_question(table));
        break;
    case VERDICT_REFUSED:
        text_add(out, "  refused: %s (%s)\n", decision->refusal.reason, decision->refusal.rule);
        break;
    case VERDICT_WRONG:
        text_add(out, "  wrong: %s\n", decision->error.text);
        break;
    case VERDICT_DONE:
        for (int i = 0; i < decision->events; i++) {
            add_event(table, &decision->event[i], out);
        }
        text_add(out, "  undo: %s\n", decision->label);
        break;
    }
}

/* ---- what the screen is told ----------------------------------------------------------- */

static void add_needed(struct table *table, int actor, int target, struct text *out)
{
    struct inputs inputs;
    struct error err;
    if (!table->procedure->usual_act(&table->state, actor, target, &inputs, &err)) {
        text_add(out, "  no usual act: %s\n", err.text);
        return;
    }
    text_add(out, "  needs: ");
    table->procedure->needed(&inputs, out);
    text_add(out, "\n");
}

static void add_combatant(struct table *table, int id, struct text *out)
{
    struct combatant_words words;
    memset(&words, 0, sizeof words);
    table->procedure->describe(&table->state, id, &words);
    text_add(out, "  %s is \"%s\", in brief \"%s\"\n", state_name(&table->state, id),
             words.words, words.brief);
    table->procedure->facts(&table->state, id, out);
}

static void add_pending(struct table *table, struct text *out)
{
    struct pending pending[PENDING_MAX];
    int count = pending_checks(table->procedure, &table->state, pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        struct inputs inputs;
        struct error err;
        text_add(out, "  due: %s: %s (%s)\n", pending[i].text, pending[i].command,
                 pending[i].rule);
        if (pending[i].action == NULL) {
            continue;
        }
        if (!table->procedure->pending_act(&table->state, &pending[i], &inputs, &err)) {
            text_add(out, "    no act: %s\n", err.text);
            continue;
        }
        text_add(out, "    act:");
        for (int k = 0; k < inputs.action->parameters_count; k++) {
            if (inputs.value[k].is_set) {
                text_add(out, " %s=", inputs.action->parameters[k].name);
                input_format(&inputs, k, out);
            }
        }
        text_add(out, "; needs: ");
        table->procedure->needed(&inputs, out);
        text_add(out, "\n");
    }
}

static void watch(struct table *table, const char *words, struct text *out)
{
    char actor[64], target[64];
    assert_int_equal(sscanf(words, "%63s %63s", actor, target), 2);
    int by = table_id(table, actor), on = table_id(table, target);
    add_needed(table, by, on, out);
    add_combatant(table, by, out);
    add_combatant(table, on, out);
    add_pending(table, out);
}

/* "melee dv=5 av=3": what such an act needs. */
static void add_needs(const struct table *table, const char *words, struct text *out)
{
    struct inputs inputs;
    struct error err;
    struct str rest = str_of(words);
    const struct system *system = state_system(&table->state);
    const struct action *action = action_find(system, str_next_word(&rest));
    assert_non_null(action);
    inputs_begin(&inputs, system, action);
    for (struct str word = str_next_word(&rest); word.n > 0; word = str_next_word(&rest)) {
        assert_int_equal(inputs_give(&inputs, word, &err), STATUS_OK);
    }
    assert_int_equal(inputs_finish(&inputs, &err), STATUS_OK);
    text_add(out, "  ");
    table->procedure->needed(&inputs, out);
    text_add(out, "\n");
}

/* ---- files ----------------------------------------------------------------------------- */

static void follow(const struct system *system, FILE *script, const char *path)
{
    static char buf[EVENTS_SIZE];
    char line[LINE_SIZE];
    struct table *table = table_new(system->id);
    struct text text = text_over(buf, sizeof buf);
    while (fgets(line, sizeof line, script) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#') {
            continue;
        }
        text_add(&text, "%s\n", line);
        if (strncmp(line, "watch ", 6) == 0) {
            watch(table, line + 6, &text);
        } else if (strncmp(line, "needs ", 6) == 0) {
            add_needs(table, line + 6, &text);
        } else {
            play(table, line, &text);
        }
    }
    assert_false(text.is_cut);
    golden_assert_file(path, buf);
    table_free(table);
}

static void test_events__are_as_they_were_accepted(void **state)
{
    (void)state;
    int scripts = 0;
    for (int i = 0; i < systems_count(); i++) {
        char path[200];
        snprintf(path, sizeof path, "tests/rules/%s/events.script", system_at(i)->id);
        FILE *script = fopen(path, "r");
        if (script != NULL) {
            snprintf(path, sizeof path, "tests/rules/%s/events.txt", system_at(i)->id);
            follow(system_at(i), script, path);
            fclose(script);
            scripts++;
        }
    }
    assert_true(scripts > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events__are_as_they_were_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
