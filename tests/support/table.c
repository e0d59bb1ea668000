#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/library/record_library.h"
#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
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
        if ((record_library_open(&kept[i].library, system, &diagnostics),
             diagnostics.count > 0)) {
            fail_msg("%s: %s", diagnostics.diagnostic[0].where, diagnostics.diagnostic[0].text);
        }
    }
    return record_library(kept[i].library);
}

enum { SEED = 7 };

struct table *table_new(const char *system)
{
    struct table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    table->seed = SEED;
    const struct system *found = system_find(str_of(system));
    assert_non_null(found);
    state_init(&table->state, found);
    table->decision.library = library_of(found);
    table->procedure = games_find(found);
    table->commands =
        procedure_commands(table->procedure, found, &table->made, table->command, COMMANDS_MAX);
    return table;
}

/* ---- with a campaign ------------------------------------------------------------------- */

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static void remove_files(const struct table *table)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-search"};
    for (int i = 0; i < 4; i++) {
        char path[sizeof table->path + 8];
        snprintf(path, sizeof path, "%s%s", table->path, endings[i]);
        remove(path);
    }
    char line[sizeof table->path + 32];
    snprintf(line, sizeof line, "rm -rf '%s.backups'", table->path);
    if (system(line) != 0) {
        perror(line);
    }
}

void table_free(struct table *table)
{
    if (table->sitting != NULL) {
        sitting_close(table->sitting);
        remove_files(table);
    }
    for (int i = 0; i < table->past_count; i++) {
        free(table->past[i]);
    }
    free(table->past);
    free(table);
}

static void remember(struct table *table, const char *line)
{
    size_t size = strlen(line) + 1;
    table->past = realloc(table->past, (size_t)(table->past_count + 1) * sizeof *table->past);
    assert_non_null(table->past);
    table->past[table->past_count] = malloc(size);
    assert_non_null(table->past[table->past_count]);
    memcpy(table->past[table->past_count++], line, size);
}

static void open_campaign(struct table *table)
{
    static int opened;
    const char *folder = getenv("TMPDIR");
    struct result result;
    struct error err;
    snprintf(table->path, sizeof table->path, "%s/case-%ld-%d.db",
             folder != NULL ? folder : "/tmp", (long)getpid(), ++opened);
    remove_files(table);
    struct sitting_options options = {
        .path = table->path, .has_seed = true, .seed = table->seed, .now_ms = fixed_clock};
    if (sitting_open(&table->sitting, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    char line[128];
    snprintf(line, sizeof line, "encounter Case system=%s", state_system(&table->state)->id);
    sitting_run(table->sitting, line, false, &result);
    assert_int_equal(result.kind, RESULT_DONE);
    bool consults = false;
    for (int i = 0; i < table->past_count; i++) {
        sitting_run(table->sitting, table->past[i], false, &result);
        assert_true(result.kind == RESULT_DONE || result.kind == RESULT_TOLD);
        consults = consults || strstr(table->past[i], "treasure") != NULL;
    }
    if (consults) { /* a table without a campaign has no random tables, and so other dice */
        table->state = table->sitting->state;
    }
    assert_true(state_equal(&table->sitting->state, &table->state));
}

static enum verdict try_in_campaign(struct table *table, const char *line)
{
    struct result result;
    struct decision *decision = &table->decision;
    const struct library *library = decision->library;
    sitting_run(table->sitting, line, table->asks, &result);
    *decision = table->sitting->decision;
    decision->library = library;
    table->state = table->sitting->state;
    decision->verdict = result.kind == RESULT_ASKS      ? VERDICT_ASKS
                        : result.kind == RESULT_REFUSED ? VERDICT_REFUSED
                        : result.kind == RESULT_WRONG   ? VERDICT_WRONG
                                                        : VERDICT_DONE;
    assert_int_not_equal(result.kind, RESULT_FAILED);
    decision->question = result.question;
    decision->refusal = result.refusal;
    decision->error = result.error;
    text_format(decision->label, sizeof decision->label, "%s", result.label);
    text_format(decision->answer, sizeof decision->answer, "%s", result.text);
    if (decision->verdict != VERDICT_DONE || decision->kept != NULL) {
        decision->events = 0; /* for one of several acts: the answer has all of them */
    }
    return decision->verdict;
}

static bool needs_campaign(struct str line)
{
    static const char *const words[] = {"amend", "undo", "redo", "rewind"};
    struct str word = str_next_word(&line);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (word.p != NULL && str_equal(word, words[i])) {
            return true;
        }
    }
    return false;
}

/* ---- lines ----------------------------------------------------------------------------- */

static bool is_same(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0);
}

static void check_event(const struct event *said, const struct event *silent)
{
    assert_int_equal(silent->kind, said->kind);
    assert_int_equal(silent->subject, said->subject);
    assert_int_equal(silent->object, said->object);
    assert_int_equal(silent->field, said->field);
    assert_int_equal(silent->was_set, said->was_set);
    assert_int_equal(silent->is_set, said->is_set);
    assert_int_equal(silent->from, said->from);
    assert_int_equal(silent->to, said->to);
    assert_true(is_same(silent->text_from, said->text_from));
    assert_true(is_same(silent->text_to, said->text_to));
    assert_int_equal(silent->line.n + silent->rules.n + silent->trace.n, 0);
}

static void check_silent(const struct decision *said, const struct decision *silent)
{
    assert_int_equal(silent->verdict, said->verdict);
    assert_string_equal(silent->label, "");
    assert_string_equal(silent->question.prompt, said->question.prompt);
    assert_int_equal(silent->question.kind, said->question.kind);
    assert_int_equal(silent->question.choices, said->question.choices);
    assert_string_equal(silent->question.prefix, said->question.prefix);
    assert_string_equal(silent->question.dice.dice, said->question.dice.dice);
    assert_string_equal(silent->refusal.reason, said->refusal.reason);
    assert_string_equal(silent->error.text, said->error.text);
    assert_int_equal(silent->again.is_wanted, said->again.is_wanted);
    if (said->verdict == VERDICT_DONE) {
        assert_int_equal(silent->events, said->events);
        for (int i = 0; i < said->events; i++) {
            check_event(&said->event[i], &silent->event[i]);
        }
        assert_true(state_equal(&silent->state, &said->state));
    }
}

/* After a line that was done its state is the table's, unless the test has changed that one. */
static void decide_in_silence(struct table *table, const char *line)
{
    struct decision *decision = &table->silent;
    if (state_equal(&decision->state, &table->state)) {
        decision_begin_next(decision, table->silent_memory);
    } else {
        decision_begin(decision, table->procedure, &table->state, table->silent_memory);
    }
    decision->tables = table->decision.tables;
    decision->tables_error = table->decision.tables_error;
    decision->library = table->decision.library;
    decision->seed = table->seed;
    decision->encounter = 1;
    decision->asks = table->asks;
    decision->is_silent = true;
    decide(decision, table->command, table->commands, &table->state, str_of(line));
    check_silent(&table->decision, decision);
}

/* The line on the same state, with room for fewer events than it has: it says that it is too
 * much, whichever event is the first without room. */
static void decide_without_room(struct table *table, const char *line, int room)
{
    struct decision *decision = &table->silent;
    decision_begin(decision, table->procedure, &table->state, table->silent_memory);
    decision->tables = table->decision.tables;
    decision->tables_error = table->decision.tables_error;
    decision->library = table->decision.library;
    decision->seed = table->seed;
    decision->chances = table->chances;
    decision->encounter = 1;
    decision->asks = table->asks;
    while (decision->events < EVENTS_MAX - room) {
        decision->event[decision->events++] = (struct event){.kind = EVENT_NOTED};
    }
    decide(decision, table->command, table->commands, &table->state, str_of(line));
    if (decision->verdict != VERDICT_WRONG || decision->error.code != STATUS_FULL) {
        fail_msg("%s: with room for %d of %d events it ends as %d", line, room,
                 table->decision.events, (int)decision->verdict);
    }
}

enum { ROOMS_TRIED = 3 };

static void decide_line(struct table *table, const char *line)
{
    struct decision *decision = &table->decision;
    decision_begin(decision, table->procedure, &table->state, table->memory);
    decision->seed = table->seed;
    decision->chances = table->chances;
    decision->encounter = 1;
    decision->asks = table->asks;
    decide(decision, table->command, table->commands, &table->state, str_of(line));
    decide_in_silence(table, line);
    /* At most a few rooms of a line with many events, each line others. */
    int step = 1 + decision->events / ROOMS_TRIED;
    int room = table->tried_full++ % step;
    for (; decision->verdict == VERDICT_DONE && room < decision->events; room += step) {
        decide_without_room(table, line, room);
    }
}

void table_overrule(struct table *table, const char *line)
{
    char ruled[700];
    snprintf(ruled, sizeof ruled, "ruling %s", line);
    decide_line(table, ruled);
}

enum verdict table_try(struct table *table, const char *line)
{
    struct decision *decision = &table->decision;
    if (table->sitting == NULL && needs_campaign(str_of(line))) {
        open_campaign(table);
    }
    if (table->sitting != NULL) {
        return try_in_campaign(table, line);
    }
    decide_line(table, line);
    if (decision->again.is_wanted) {
        open_campaign(table);
        return try_in_campaign(table, line);
    }
    if (decision->verdict == VERDICT_DONE) {
        remember(table, line);
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
