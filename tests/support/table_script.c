#include "support/table_script.h"

#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"

struct run {
    struct table *table;
    const char *title;
    char line[512];
    bool has_failed; /* the rest of the row would only say so again */
};

static void complain(struct run *run, const char *why)
{
    print_error("%s, at \"%s\": %s\n", run->title, run->line, why);
    run->has_failed = true;
}

/* The first word of `text` into `out`; returns what follows it. Names with blanks are written
 * with the rest of the line only. */
static const char *cut(const char *text, char separator, char *out, size_t size)
{
    size_t n = strcspn(text, (char[]){separator, '\0'});
    assert_true(n < size);
    memcpy(out, text, n);
    out[n] = '\0';
    return text[n] == '\0' ? text + n : text + n + 1;
}

static void do_line(struct run *run, const char *line)
{
    if (table_try(run->table, line) != VERDICT_DONE) {
        const struct decision *decision = &run->table->decision;
        complain(run, decision->verdict == VERDICT_ASKS      ? decision->question.prompt
                      : decision->verdict == VERDICT_REFUSED ? decision->refusal.reason
                                                             : decision->error.text);
    }
}

/* Refused, nothing changed, and overruled by a ruling: whatever else may be missing then, the
 * rules say no more. */
static void refuse_line(struct run *run, const char *text)
{
    char rule[48], ruled[540];
    const char *line = cut(text, strchr(text, '|') != NULL ? '|' : ' ', rule, sizeof rule);
    struct state before = run->table->state;
    if (table_try(run->table, line) != VERDICT_REFUSED) {
        complain(run, "it was not refused");
        return;
    }
    if (strcmp(run->table->decision.refusal.rule, rule) != 0) {
        complain(run, run->table->decision.refusal.rule);
    }
    assert_true(state_equal(&before, &run->table->state));
    snprintf(ruled, sizeof ruled, "ruling %s", line);
    table_try(run->table, ruled);
    run->table->state = before;
}

static void ask_line(struct run *run, const char *line)
{
    run->table->asks = true;
    if (table_try(run->table, line) != VERDICT_ASKS) {
        complain(run, "it does not ask");
    }
    run->table->asks = false;
}

static void check_row(struct run *run, char kind, const char *text)
{
    char who[64], actual[64];
    const char *rest = cut(text, ' ', who, sizeof who);
    const struct state *state = &run->table->state;
    int id = table_id(run->table, who);
    struct combatant_words row;
    procedure_of(state)->describe(state, id, &row);
    if (kind == '#' && strcmp(row.score, rest) != 0) {
        complain(run, row.score);
    }
    bool has_word = strstr(row.words, rest) != NULL;
    if ((kind == '~' && !has_word) || (kind == '^' && has_word)) {
        complain(run, row.words);
    }
    if (kind != '=') {
        return;
    }
    char field[32];
    rest = cut(rest, ' ', field, sizeof field);
    int number = state_field_find(state, str_of(field));
    assert_true(number >= 0);
    if (state_is_set(state, id, number)) {
        snprintf(actual, sizeof actual, "%d", state_value(state, id, number, 0));
    } else {
        snprintf(actual, sizeof actual, "-");
    }
    if (strcmp(actual, rest) != 0) {
        complain(run, actual);
    }
}

static void check_facts(struct run *run, const char *text)
{
    char who[64], buf[1000];
    const char *part = cut(text, '|', who, sizeof who);
    struct text facts;
    text_init(&facts, buf, sizeof buf);
    procedure_of(&run->table->state)
        ->facts(&run->table->state, table_id(run->table, who), &facts);
    if (strstr(buf, part) == NULL) {
        complain(run, buf);
    }
}

static void check_turn(struct run *run, const char *who)
{
    int turn = run->table->state.value[ENCOUNTER_TURN];
    int wanted = strcmp(who, "nobody") == 0 ? 0 : table_id(run->table, who);
    if (turn != wanted) {
        complain(run, turn == 0 ? "nobody" : state_name(&run->table->state, turn));
    }
}

static void check_phase(struct run *run, const char *wanted)
{
    char buf[64];
    struct text phase;
    text_init(&phase, buf, sizeof buf);
    procedure_of(&run->table->state)->phase(&run->table->state, &phase);
    if (strcmp(buf, wanted) != 0) {
        complain(run, buf);
    }
}

static void check_order(struct run *run, const char *names)
{
    int ids[COMBATANTS_MAX];
    int count = procedure_order(&run->table->state, ids);
    for (int i = 0; names[0] != '\0'; i++) {
        char name[64];
        names = cut(names, ',', name, sizeof name);
        assert_true(i < count);
        if (strcmp(name, state_name(&run->table->state, ids[i])) != 0) {
            complain(run, state_name(&run->table->state, ids[i]));
        }
    }
}

static void check_due(struct run *run, const char *part)
{
    struct pending pending[PENDING_MAX];
    int count =
        procedure_of(&run->table->state)->pending(&run->table->state, pending, PENDING_MAX);
    for (int i = 0; i < count; i++) {
        if (part[0] == '\0') {
            complain(run, pending[i].text);
        }
        if (strstr(pending[i].text, part) != NULL) {
            return;
        }
    }
    if (part[0] != '\0') {
        complain(run, count > 0 ? pending[0].text : "no check is pending");
    }
}

static void run_line(struct run *run)
{
    const char *text = run->line + 1;
    char part[200];
    switch (run->line[0]) {
    case '+':
        do_line(run, text);
        break;
    case '!':
        refuse_line(run, text);
        break;
    case '?':
        ask_line(run, text);
        break;
    case 'x':
        text = cut(text, '|', part, sizeof part);
        table_wrong(run->table, text, part);
        break;
    case '\'':
    case '-':
        if (table_said(run->table, text) != (run->line[0] == '\'')) {
            complain(run, run->line[0] == '\'' ? "it was not said" : "it was said");
        }
        break;
    case '%':
        check_facts(run, text);
        break;
    case '>':
        check_turn(run, text);
        break;
    case '@':
        check_phase(run, text);
        break;
    case '<':
        check_order(run, text);
        break;
    case '*':
    case '0':
        check_due(run, text);
        break;
    default:
        check_row(run, run->line[0], text);
        break;
    }
}

bool table_script_run(const char *system, const char *title, const char *script)
{
    struct run run = {.table = table_new(system), .title = title};
    for (const char *at = script; at[0] != '\0' && !run.has_failed;) {
        at = cut(at, '\n', run.line, sizeof run.line);
        run_line(&run);
    }
    table_free(run.table);
    return !run.has_failed;
}
