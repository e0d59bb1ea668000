#include <stdio.h>
#include <string.h>

#include "support/case_private.h"
#include "tracker/counters.h"
#include "tracker/turns.h"

/* ---- commands -------------------------------------------------------------------------- */

static bool is_none(const char *word)
{
    return strcmp(word, "none") == 0;
}

void case_do(struct run *run, const char *line)
{
    const char *rest;
    enum verdict expected = case_next_expects(run, "refused", &rest)   ? VERDICT_REFUSED
                            : case_next_expects(run, "asks", &rest)    ? VERDICT_ASKS
                            : case_next_expects(run, "choices", &rest) ? VERDICT_ASKS
                            : case_next_expects(run, "wrong", &rest)   ? VERDICT_WRONG
                                                                       : VERDICT_DONE;
    struct table *table = run->table;
    struct decision *decision = &table->decision;
    run->last = LAST_TABLE;
    table->asks = expected == VERDICT_ASKS;
    enum verdict verdict = table_try(table, line);
    if (verdict == expected) {
        return;
    }
    switch (verdict) {
    case VERDICT_DONE:
        case_fail(run, "it is done");
        break;
    case VERDICT_ASKS:
        case_fail(run, "it asks \"%s\"", decision->question.prompt);
        break;
    case VERDICT_REFUSED:
        case_fail(run, "it is refused by %s: %s", decision->refusal.rule,
                  decision->refusal.reason);
        break;
    case VERDICT_WRONG:
        case_fail(run, "it is wrong: %s", decision->error.text);
        break;
    }
}

static int id_of(struct run *run, const char *word)
{
    struct error err;
    int id = combatant_find(&run->table->state, str_of(word), &err);
    if (id == 0) {
        case_fail(run, "%s", err.text);
    }
    return id;
}

/* ---- what a command came to ------------------------------------------------------------ */

/* "5.14", or "5.14: and the reason". Refused, without any change, and overruled by a ruling:
 * other parts may be missing then, but the rules do not refuse again. */
static void expect_refused(struct run *run, const char *rule)
{
    if (!case_is_last(run, LAST_TABLE, "command")) {
        return;
    }
    const struct decision *decision = &run->table->decision;
    if (decision->verdict != VERDICT_REFUSED) {
        case_fail(run, "it stands behind no command that was just refused");
        return;
    }
    char said[300];
    snprintf(said, sizeof said, "%s: %s", decision->refusal.rule, decision->refusal.reason);
    bool is_rule = strcmp(rule, decision->refusal.rule) == 0;
    bool has_reason = strstr(rule, ": ") != NULL && strcmp(rule, said) == 0;
    if (!is_rule && !has_reason) {
        case_fail(run, "it is refused by %s", said);
        return;
    }
    if (run->table->sitting != NULL) {
        return;
    }
    table_overrule(run->table, run->item->line[run->at - 1].text);
}

static void expect_asks(struct run *run, const char *part)
{
    if (!case_is_last(run, LAST_TABLE, "command")) {
        return;
    }
    const struct question *question = &run->table->decision.question;
    bool is_dice = question->kind == QUESTION_DICE;
    const char *answer = is_dice ? question->dice.dice : question->prefix;
    if (run->table->decision.verdict != VERDICT_ASKS) {
        case_fail(run, "it stands behind no command that just asked");
    } else if (part[0] != '\0' && strcmp(answer, part) != 0 &&
               strstr(table_question(run->table), part) == NULL) {
        case_fail(run, "it asks \"%s\" (%s)", table_question(run->table), answer);
    }
}

/* The words that are offered, each with its note: "talk free, act -2". */
static void expect_choices(struct run *run, const char *wanted)
{
    const struct question *question = &run->table->decision.question;
    if (!case_is_last(run, LAST_TABLE, "command")) {
        return;
    }
    if (run->table->decision.verdict != VERDICT_ASKS) {
        case_fail(run, "it stands behind no command that just asked");
        return;
    }
    TEXT_BUFFER(text, 500);
    for (int i = 0; i < question->choices; i++) {
        text_add(&text, "%s%s%s%s", i == 0 ? "" : ", ", question->choice[i],
                 question->note[i][0] != '\0' ? " " : "", question->note[i]);
    }
    if (strcmp(text.p, wanted) != 0) {
        case_fail(run, "it offers \"%s\"", text.p);
    }
}

static void expect_wrong(struct run *run, const char *part)
{
    const struct decision *decision = &run->table->decision;
    bool is_command = run->last == LAST_TABLE && decision->verdict == VERDICT_WRONG;
    if (!is_command && run->last != LAST_ERROR) {
        case_fail(run, "it stands behind no act that was just wrong");
        return;
    }
    const char *said = is_command ? decision->error.text : case_error(run);
    if (strstr(said, part) == NULL) {
        case_fail(run, "it says \"%s\"", said);
    }
}

/* The lines of the last command, separated by " | ". */
static void add_said(const struct run *run, struct text *out)
{
    const struct decision *decision = &run->table->decision;
    for (int i = 0; i < decision->events; i++) {
        if (decision->event[i].line.n > 0) {
            text_add(out, "%s%.*s", out->n > 0 ? " | " : "", decision->event[i].line.n,
                     decision->event[i].line.p);
        }
    }
    text_add(out, "%s%s", out->n > 0 && decision->answer[0] != '\0' ? " | " : "",
             decision->answer);
}

static void check_log(struct run *run, const char *part, bool is_expected)
{
    char said[1000];
    if (!case_is_last(run, LAST_TABLE, "command")) {
        return;
    }
    if (table_said(run->table, part) != is_expected) {
        struct text text = text_over(said, sizeof said);
        add_said(run, &text);
        case_fail(run, "the log says \"%s\"", said);
    }
}

static void expect_log(struct run *run, const char *part)
{
    check_log(run, part, true);
}

static void expect_no_log(struct run *run, const char *part)
{
    check_log(run, part, false);
}

/* "Ana and Rat 1": the combatants that something in the log is about. */
static void add_about(const struct run *run, int subject, int object, struct text *out)
{
    const struct state *state = &run->table->state;
    text_add(out, "%s", subject == 0 ? "nobody" : state_name(state, subject));
    if (object != 0) {
        text_add(out, " and %s", state_name(state, object));
    }
}

/* "Ana and Rat 1: a part of the line": the line is kept as one about these. */
static void expect_about(struct run *run, const char *text)
{
    const char *part = strstr(text, ": ");
    if (!case_is_last(run, LAST_TABLE, "command")) {
        return;
    }
    if (part == NULL) {
        case_fail(run, "\": \" and a part of the line are missing");
        return;
    }
    TEXT_BUFFER(list, 1000);
    for (int i = 0; i < run->table->decision.events; i++) {
        const struct event *event = &run->table->decision.event[i];
        if (event->line.n == 0 || strstr(event->line.p, part + 2) == NULL) {
            continue;
        }
        TEXT_BUFFER(about, 200);
        add_about(run, event->subject, event->object, &about);
        if (about.n == (int)(part - text) && strncmp(about.p, text, (size_t)about.n) == 0) {
            return;
        }
        text_add(&list, "%s%s", list.n > 0 ? " | " : "", about.p);
    }
    case_fail(run, list.n > 0 ? "it is about %s" : "no line says it", list.p);
}

static void expect_undo(struct run *run, const char *label)
{
    if (case_is_last(run, LAST_TABLE, "command") &&
        strcmp(run->table->decision.label, label) != 0) {
        case_fail(run, "it undoes \"%s\"", run->table->decision.label);
    }
}

/* ---- how the table is ------------------------------------------------------------------ */

/* The combatant that is named first; false when there is none. */
static bool row_of(struct run *run, const char **rest, struct combatant_words *out)
{
    char who[64];
    int id = id_of(run, case_next_word(rest, who, sizeof who));
    if (id != 0) {
        memset(out, 0, sizeof *out);
        run->table->procedure->describe(&run->table->state, id, out);
    }
    return id != 0;
}

static void expect_score(struct run *run, const char *text)
{
    struct combatant_words row;
    if (row_of(run, &text, &row) && strcmp(row.score, is_none(text) ? "" : text) != 0) {
        case_fail(run, "it is %s", row.score[0] != '\0' ? row.score : "none");
    }
}

static void expect_condition(struct run *run, const char *text)
{
    struct combatant_words row;
    bool is_there = row_of(run, &text, &row);
    bool is_right =
        is_there && (is_none(text) ? row.words[0] == '\0' : strstr(row.words, text) != NULL);
    if (is_there && !is_right) {
        case_fail(run, "it is \"%s\"", row.words);
    }
}

static void expect_no_condition(struct run *run, const char *text)
{
    struct combatant_words row;
    if (row_of(run, &text, &row) && strstr(row.words, text) != NULL) {
        case_fail(run, "it is \"%s\"", row.words);
    }
}

/* "5", "dead", "d8+1", "none" */
static void format_value(const struct state *state, int id, int field, struct text *out)
{
    if (!state_is_set(state, id, field)) {
        text_add(out, "none");
        return;
    }
    int value = state_value(state, id, field, 0);
    if (field == FIELD_OUT) {
        text_add(out, "%s", way_out_name((enum way_out)value));
    } else {
        text_add(out, "%d", value);
    }
}

static void expect_value(struct run *run, const char *text)
{
    char who[64], field[64];
    const struct state *state = &run->table->state;
    int id = id_of(run, case_next_word(&text, who, sizeof who));
    case_next_word(&text, field, sizeof field);
    int number = state_field_find(state, str_of(field));
    int texts = state_text_field(state, field);
    if (id == 0) {
        return;
    }
    TEXT_BUFFER(value, 100);
    if (texts >= 0) {
        text_add(&value, "%s", state_at(state, id)->text[texts]);
    } else if (number >= 0) {
        format_value(state, id, number, &value);
    } else {
        case_fail(run, "there is no value \"%s\"", field);
    }
    if (strcmp(value.p, text) != 0) {
        case_fail(run, "it is %s", value.p);
    }
}

static void expect_a_fact(struct run *run, const char *text, bool is_there)
{
    char who[64];
    int id = id_of(run, case_next_word(&text, who, sizeof who));
    if (id == 0) {
        return;
    }
    TEXT_BUFFER(facts, 1000);
    run->table->procedure->facts(&run->table->state, id, &facts);
    if ((strstr(facts.p, text) != NULL) != is_there) {
        case_fail(run, "the facts are \"%s\"", facts.p);
    }
}

static void expect_fact(struct run *run, const char *text)
{
    expect_a_fact(run, text, true);
}

static void expect_no_fact(struct run *run, const char *text)
{
    expect_a_fact(run, text, false);
}

/* "aiming 2 of Ana", "struck_hp 4 of Rat 1 and Ana": an effect that the state keeps. */
static void expect_kept(struct run *run, const char *wanted)
{
    char name[64];
    const char *rest = wanted;
    const struct state *state = &run->table->state;
    int kind = effect_from_name(run->table->procedure,
                                str_of(case_next_word(&rest, name, sizeof name)));
    TEXT_BUFFER(list, 1000);
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->kind != kind) {
            continue;
        }
        TEXT_BUFFER(text, 200);
        text_add(&text, "%s %d of ", name, effect->amount);
        add_about(run, effect->subject, effect->object, &text);
        if (strcmp(text.p, wanted) == 0) {
            return;
        }
        text_add(&list, "%s%s", list.n > 0 ? " | " : "", text.p);
    }
    case_fail(run, list.n > 0 ? "kept is %s" : "nothing of this kind is kept", list.p);
}

static void expect_turn(struct run *run, const char *who)
{
    int turn = run->table->state.value[ENCOUNTER_TURN];
    int wanted = strcmp(who, "nobody") == 0 ? 0 : id_of(run, who);
    if (turn != wanted) {
        case_fail(run, "it is %s's turn",
                  turn == 0 ? "nobody" : state_name(&run->table->state, turn));
    }
}

static void expect_phase(struct run *run, const char *wanted)
{
    TEXT_BUFFER(phase, 100);
    run->table->procedure->phase(&run->table->state, &phase);
    if (strcmp(phase.p, wanted) != 0) {
        case_fail(run, "it is \"%s\"", phase.p);
    }
}

/* A part of what comes next. */
static void expect_guide(struct run *run, const char *part)
{
    TEXT_BUFFER(guide, 300);
    run->table->procedure->guide(&run->table->state, &guide);
    if (strstr(guide.p, part) == NULL) {
        case_fail(run, "the guide says \"%s\"", guide.p);
    }
}

/* Whether one of the counters, as a sentence, has the text. */
static bool has_counter(struct run *run, const char *part, struct text *all)
{
    const struct state *state = &run->table->state;
    bool is_there = false;
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            TEXT_BUFFER(text, 400);
            counter_format(state, &state->counter[i], &text);
            text_add(all, "%s%s", all->n == 0 ? "" : " | ", text.p);
            is_there = is_there || strstr(text.p, part) != NULL;
        }
    }
    return is_there;
}

static void expect_counter(struct run *run, const char *part)
{
    TEXT_BUFFER(all, 1000);
    if (!has_counter(run, part, &all)) {
        case_fail(run, "the counters are \"%s\"", all.p);
    }
}

static void expect_no_counter(struct run *run, const char *part)
{
    TEXT_BUFFER(all, 1000);
    if (has_counter(run, part, &all)) {
        case_fail(run, "the counters are \"%s\"", all.p);
    }
}

static void expect_order(struct run *run, const char *names)
{
    int ids[COMBATANTS_MAX];
    int count = turns_order(run->table->procedure, &run->table->state, ids);
    TEXT_BUFFER(order, 1000);
    for (int i = 0; i < count; i++) {
        text_add(&order, "%s%s", i == 0 ? "" : ", ", state_name(&run->table->state, ids[i]));
    }
    if (strcmp(order.p, names) != 0) {
        case_fail(run, "it is %s", order.p);
    }
}

/* The pending checks; returns their number. */
static int pending_of(const struct run *run, struct pending pending[PENDING_MAX])
{
    const struct state *state = &run->table->state;
    return pending_checks(run->table->procedure, state, pending, PENDING_MAX);
}

/* Reports pending checks, separated by " | ", and fails. */
static void fail_pending(struct run *run)
{
    struct pending pending[PENDING_MAX];
    TEXT_BUFFER(text, 1000);
    int count = pending_of(run, pending);
    for (int i = 0; i < count; i++) {
        text_add(&text, "%s%s", i == 0 ? "" : " | ", pending[i].text);
    }
    case_fail(run, count == 0 ? "nothing is due" : "due is \"%s\"", text.p);
}

static void expect_due(struct run *run, const char *part)
{
    struct pending pending[PENDING_MAX];
    int count = pending_of(run, pending);
    for (int i = 0; i < count; i++) {
        if (strstr(pending[i].text, part) != NULL) {
            return;
        }
    }
    fail_pending(run);
}

static void expect_only_due(struct run *run, const char *wanted)
{
    struct pending pending[PENDING_MAX];
    if (pending_of(run, pending) != 1 || strcmp(pending[0].text, wanted) != 0) {
        fail_pending(run);
    }
}

static void expect_nothing_due(struct run *run, const char *rest)
{
    struct pending pending[PENDING_MAX];
    if (rest[0] != '\0') {
        case_fail(run, "nothing stands behind this");
    } else if (pending_of(run, pending) > 0) {
        fail_pending(run);
    }
}

/* The rule of the first pending check. */
static void expect_due_by(struct run *run, const char *rule)
{
    struct pending pending[PENDING_MAX];
    if (pending_of(run, pending) == 0) {
        case_fail(run, "nothing is due");
    } else if (strcmp(pending[0].rule, rule) != 0) {
        case_fail(run, "it is due by %s", pending[0].rule);
    }
}

/* The command that settles the first pending check. */
static void expect_due_settled_by(struct run *run, const char *command)
{
    struct pending pending[PENDING_MAX];
    if (pending_of(run, pending) == 0) {
        case_fail(run, "nothing is due");
    } else if (strcmp(pending[0].command, command) != 0) {
        case_fail(run, "it is settled by %s", pending[0].command);
    }
}

/* ---- what waits together --------------------------------------------------------------- */

/* Everything that waits for the combatant in the first words; false when nothing does. */
static bool read_together(struct run *run, const char **text, struct together *out)
{
    static unsigned char memory[256 << 10];
    char who[64];
    struct arena arena;
    int id = id_of(run, case_next_word(text, who, sizeof who));
    arena_init(&arena, memory, sizeof memory);
    *out = (struct together){.chances = 0};
    return id != 0 && run->table->procedure->together != NULL &&
           run->table->procedure->together(&run->table->state, id, &arena, out);
}

/* "Pell to 0 Life 33/81", "Pell dead none", "Pell none": a chance of all that waits for one. */
static void expect_together(struct run *run, const char *text)
{
    struct together together;
    bool waits = read_together(run, &text, &together);
    for (int i = 0; waits && i < together.chances; i++) {
        const char *number;
        if (line_begins(text, together.chance[i].name, &number)) {
            case_check_number(run, together.chance[i].value, number);
            return;
        }
    }
    size_t n = strlen(text);
    bool is_none = n >= 4 && strcmp(text + n - 4, "none") == 0 && (n > 4 || !waits);
    if (!is_none) {
        case_fail(run, waits ? "no such chance is told" : "nothing waits");
    }
}

/* "Pell 4 attacks due" */
static void expect_waits(struct run *run, const char *text)
{
    struct together together;
    read_together(run, &text, &together);
    if (strcmp(together.what, text) != 0) {
        case_fail(run, "it is \"%s\"", together.what);
    }
}

/* ---- acts for odds --------------------------------------------------------------------- */

/* The act that settles the first pending check with a roll. */
static bool read_pending_act(struct run *run, struct inputs *out)
{
    struct pending pending[PENDING_MAX];
    const struct state *state = &run->table->state;
    int count = pending_of(run, pending);
    for (int i = 0; i < count; i++) {
        if (pending[i].action != NULL) {
            return run->table->procedure->pending_act(state, &pending[i], out, &run->error);
        }
    }
    error_set(&run->error, STATUS_USAGE, "", "nothing that is due takes a roll");
    return false;
}

/* "Ana against r1": the usual act of the one to the other, as the screen has it. */
static bool read_usual_act(struct run *run, const char *text, struct inputs *out)
{
    char actor[64], target[64];
    const char *rest = text;
    case_next_word(&rest, actor, sizeof actor);
    if (!line_begins(rest, "against", &rest)) {
        error_set(&run->error, STATUS_USAGE, "", "expected odds of ACTOR against TARGET");
        return false;
    }
    const struct state *state = &run->table->state;
    case_next_word(&rest, target, sizeof target);
    int by = combatant_find(state, str_of(actor), &run->error);
    int on = by != 0 ? combatant_find(state, str_of(target), &run->error) : 0;
    return by != 0 && on != 0 &&
           run->table->procedure->usual_act(state, by, on, out, &run->error);
}

bool case_read_table_act(struct run *run, const char *text, struct inputs *out)
{
    bool is_read = strcmp(text, "what is due") == 0 ? read_pending_act(run, out)
                                                    : read_usual_act(run, text, out);
    if (!is_read) {
        run->last = LAST_ERROR;
    }
    return is_read;
}

/* ---- the table of them ----------------------------------------------------------------- */

const struct expectation case_table_expectations[] = {
    {"due by", expect_due_by},
    {"due settled by", expect_due_settled_by},
    {"only due", expect_only_due},
    {"refused", expect_refused},
    {"asks", expect_asks},
    {"choices", expect_choices},
    {"wrong", expect_wrong},
    {"log", expect_log},
    {"no log", expect_no_log},
    {"about", expect_about},
    {"undo", expect_undo},
    {"score", expect_score},
    {"value", expect_value},
    {"condition", expect_condition},
    {"no condition", expect_no_condition},
    {"fact", expect_fact},
    {"no fact", expect_no_fact},
    {"kept", expect_kept},
    {"turn", expect_turn},
    {"phase", expect_phase},
    {"guide", expect_guide},
    {"counter", expect_counter},
    {"no counter", expect_no_counter},
    {"order", expect_order},
    {"due", expect_due},
    {"together", expect_together},
    {"waits", expect_waits},
    {"nothing due", expect_nothing_due},
    {NULL, NULL},
};
