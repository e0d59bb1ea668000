#include "support/case_run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "support/acts.h"
#include "support/table.h"

/* What the last act was: what can be expected depends on it. */
enum last { LAST_NOTHING, LAST_TABLE, LAST_RESOLVED, LAST_ODDS, LAST_ERROR };

struct run {
    const struct rule_case *item;
    int at; /* the line */
    struct text *why;
    bool has_failed;
    struct table *table;
    enum last last;
    struct acted acted;    /* LAST_RESOLVED */
    struct acts_odds odds; /* LAST_ODDS */
    struct error error;    /* LAST_ERROR: why there was neither */
};

static void fail(struct run *run, const char *format, ...) LIKE_PRINTF(2, 3);

static void fail(struct run *run, const char *format, ...)
{
    char what[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (!run->has_failed) {
        const struct case_line *line = &run->item->line[run->at];
        text_add(run->why, "%s:%d: %s: %s", run->item->path, line->number, line->text, what);
    }
    run->has_failed = true;
}

/* Whether the text begins with these words; *rest is what follows them. */
static bool begins(const char *text, const char *words, const char **rest)
{
    size_t n = strlen(words);
    if (strncmp(text, words, n) != 0 || (text[n] != '\0' && text[n] != ' ')) {
        return false;
    }
    *rest = text + n + strspn(text + n, " ");
    return true;
}

/* The next word, which may be quoted; "" when there is none. */
static const char *next_word(const char **rest, char *out, int size)
{
    struct str left = str_of(*rest);
    struct text text;
    text_init(&text, out, size);
    text_add_str(&text, str_next_word(&left));
    *rest = left.n > 0 ? left.p : "";
    *rest += strspn(*rest, " ");
    return out;
}

static bool is_none(const char *word)
{
    return strcmp(word, "none") == 0;
}

/* ---- acts ------------------------------------------------------------------------------ */

/* What the line behind this one expects, when that is no plain result. */
static bool next_expects(const struct run *run, const char *words, const char **rest)
{
    const char *text;
    return run->at + 1 < run->item->lines &&
           begins(run->item->line[run->at + 1].text, "expect", &text) &&
           begins(text, words, rest);
}

static void do_at_table(struct run *run, const char *line)
{
    const char *rest;
    enum verdict expected = next_expects(run, "refused", &rest) ? VERDICT_REFUSED
                            : next_expects(run, "asks", &rest)  ? VERDICT_ASKS
                            : next_expects(run, "wrong", &rest) ? VERDICT_WRONG
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
        fail(run, "it is done");
        break;
    case VERDICT_ASKS:
        fail(run, "it asks \"%s\"", decision->question.prompt);
        break;
    case VERDICT_REFUSED:
        fail(run, "it is refused by %s: %s", decision->refusal.rule, decision->refusal.reason);
        break;
    case VERDICT_WRONG:
        fail(run, "it is wrong: %s", decision->error.text);
        break;
    }
}

/* Reads "attack strength=14 ac=22" of the case's game. False, and the error kept, when that is
 * no act. */
static bool read_act(struct run *run, struct str words, struct inputs *out)
{
    const struct action *action =
        action_named(run->item->system, str_next_word(&words), &run->error);
    if (action == NULL) {
        run->last = LAST_ERROR;
        return false;
    }
    inputs_begin(out, run->item->system, action);
    enum status status = STATUS_OK;
    for (struct str word = str_next_word(&words); word.n > 0 && status == STATUS_OK;
         word = str_next_word(&words)) {
        status = inputs_give(out, word, &run->error);
    }
    if (status == STATUS_OK) {
        status = inputs_finish(out, &run->error);
    }
    if (status != STATUS_OK) {
        run->last = LAST_ERROR;
    }
    return status == STATUS_OK;
}

/* An error nobody expects fails the act itself. */
static void check_error(struct run *run)
{
    const char *rest;
    if (run->last == LAST_ERROR && !next_expects(run, "wrong", &rest)) {
        fail(run, "it is wrong: %s: %s", run->error.where, run->error.text);
    }
}

static bool are_dice(struct run *run, const char *words)
{
    struct str rest = str_of(words);
    for (struct str word = str_next_word(&rest); word.n > 0; word = str_next_word(&rest)) {
        struct given given;
        if (!given_parse(&given, word)) {
            fail(run, "%.*s are no dice", word.n, word.p);
            return false;
        }
    }
    return true;
}

/* "attack strength=14 ac=22 given 14 4" */
static void resolve(struct run *run, const char *text)
{
    const char *given = strstr(text, " given");
    const char *dice = given != NULL ? given + strlen(" given") : "";
    struct str words = {text, given != NULL ? (int)(given - text) : (int)strlen(text)};
    struct inputs inputs;
    const char *rest;
    run->last = LAST_RESOLVED;
    if (!are_dice(run, dice)) {
        return;
    }
    if (read_act(run, words, &inputs)) {
        acts_throw_inputs(&run->acted, &inputs, dice);
        if (run->acted.dice.is_wanting) {
            if (!next_expects(run, "wants", &rest)) {
                fail(run, "it %s", acts_outcome(&run->acted));
            }
        } else if (run->acted.err.code != STATUS_OK) {
            run->error = run->acted.err;
            run->last = LAST_ERROR;
        }
    }
    check_error(run);
}

static int id_of(struct run *run, const char *word)
{
    struct error err;
    int id = combatant_find(&run->table->state, str_of(word), &err);
    if (id == 0) {
        fail(run, "%s", err.text);
    }
    return id;
}

/* "Ana against r1": the usual act of the one to the other, as the screen has it. */
static bool read_usual_act(struct run *run, const char *text, struct inputs *out)
{
    char actor[64], target[64];
    const char *rest = text;
    next_word(&rest, actor, sizeof actor);
    if (!begins(rest, "against", &rest)) {
        fail(run, "expected odds of ACTOR against TARGET");
        return false;
    }
    next_word(&rest, target, sizeof target);
    int by = id_of(run, actor);
    int on = id_of(run, target);
    if (by == 0 || on == 0) {
        return false;
    }
    const struct state *state = &run->table->state;
    bool is_read = procedure_of(state)->usual_act(state, by, on, out, &run->error);
    if (!is_read) {
        run->last = LAST_ERROR;
    }
    return is_read;
}

static void take_odds(struct run *run, const char *text)
{
    struct inputs inputs;
    const char *rest;
    run->last = LAST_ODDS;
    bool is_read = begins(text, "of", &rest) ? read_usual_act(run, rest, &inputs)
                                             : read_act(run, str_of(text), &inputs);
    if (is_read) {
        acts_odds_inputs(&run->odds, &inputs);
    }
    check_error(run);
}

/* ---- what a command came to ------------------------------------------------------------ */

static bool is_last(struct run *run, enum last last, const char *what)
{
    if (run->last != last) {
        fail(run, "it stands behind no %s", what);
    }
    return run->last == last;
}

/* Refused, nothing changed, and overruled by a ruling: whatever else may be missing then, the
 * rules say no more. */
static void expect_refused(struct run *run, const char *rule)
{
    if (!is_last(run, LAST_TABLE, "command")) {
        return;
    }
    const struct decision *decision = &run->table->decision;
    if (decision->verdict != VERDICT_REFUSED) {
        fail(run, "it stands behind no command that was just refused");
        return;
    }
    if (strcmp(decision->refusal.rule, rule) != 0) {
        fail(run, "%s refuses: %s", decision->refusal.rule, decision->refusal.reason);
        return;
    }
    char ruled[700];
    struct state before = run->table->state;
    snprintf(ruled, sizeof ruled, "ruling %s", run->item->line[run->at - 1].text);
    table_try(run->table, ruled);
    run->table->state = before;
}

static void expect_asks(struct run *run, const char *part)
{
    if (!is_last(run, LAST_TABLE, "command")) {
        return;
    }
    const struct question *question = &run->table->decision.question;
    bool is_dice = question->kind == QUESTION_DICE;
    const char *answer = is_dice ? question->dice.dice : question->prefix;
    if (run->table->decision.verdict != VERDICT_ASKS) {
        fail(run, "it stands behind no command that just asked");
    } else if (part[0] != '\0' && strcmp(answer, part) != 0 &&
               strstr(question->prompt, part) == NULL) {
        fail(run, "it asks \"%s\" (%s)", question->prompt, answer);
    }
}

static void expect_wrong(struct run *run, const char *part)
{
    char said[ERROR_WHERE_SIZE + ERROR_TEXT_SIZE + 4] = "";
    if (run->last == LAST_ERROR) {
        snprintf(said, sizeof said, "%s: %s", run->error.where, run->error.text);
    } else if (run->last == LAST_TABLE && run->table->decision.verdict == VERDICT_WRONG) {
        snprintf(said, sizeof said, "%s", run->table->decision.error.text);
    } else {
        fail(run, "it stands behind no act that was just wrong");
        return;
    }
    if (strstr(said, part) == NULL) {
        fail(run, "it says \"%s\"", said);
    }
}

/* The lines of the last command, parted by " | ". */
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
    struct text text;
    if (!is_last(run, LAST_TABLE, "command")) {
        return;
    }
    if (table_said(run->table, part) != is_expected) {
        text_init(&text, said, sizeof said);
        add_said(run, &text);
        fail(run, "the log says \"%s\"", said);
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

static void expect_undo(struct run *run, const char *label)
{
    if (is_last(run, LAST_TABLE, "command") && strcmp(run->table->decision.label, label) != 0) {
        fail(run, "it undoes \"%s\"", run->table->decision.label);
    }
}

/* ---- how the table is ------------------------------------------------------------------ */

/* The row of the combatant that is named first; false when there is none. */
static bool row_of(struct run *run, const char **rest, struct row_words *out)
{
    char who[64];
    int id = id_of(run, next_word(rest, who, sizeof who));
    if (id != 0) {
        memset(out, 0, sizeof *out);
        procedure_of(&run->table->state)->row(&run->table->state, id, out);
    }
    return id != 0;
}

static void expect_score(struct run *run, const char *text)
{
    struct row_words row;
    if (row_of(run, &text, &row) && strcmp(row.score, is_none(text) ? "" : text) != 0) {
        fail(run, "it is %s", row.score[0] != '\0' ? row.score : "none");
    }
}

static void expect_condition(struct run *run, const char *text)
{
    struct row_words row;
    if (row_of(run, &text, &row) && strstr(row.words, text) == NULL) {
        fail(run, "it is \"%s\"", row.words);
    }
}

static void expect_no_condition(struct run *run, const char *text)
{
    struct row_words row;
    if (row_of(run, &text, &row) && strstr(row.words, text) != NULL) {
        fail(run, "it is \"%s\"", row.words);
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
    char who[64], field[64], actual[100];
    struct text value;
    const struct state *state = &run->table->state;
    int id = id_of(run, next_word(&text, who, sizeof who));
    next_word(&text, field, sizeof field);
    int number = state_field_find(state, str_of(field));
    int texts = state_text_field(state, field);
    if (id == 0) {
        return;
    }
    text_init(&value, actual, sizeof actual);
    if (texts >= 0) {
        text_add(&value, "%s", state_at(state, id)->text[texts]);
    } else if (number >= 0) {
        format_value(state, id, number, &value);
    } else {
        fail(run, "there is no value \"%s\"", field);
    }
    if (strcmp(actual, text) != 0) {
        fail(run, "it is %s", actual);
    }
}

static void expect_fact(struct run *run, const char *text)
{
    char who[64], buf[1000];
    struct text facts;
    int id = id_of(run, next_word(&text, who, sizeof who));
    if (id == 0) {
        return;
    }
    text_init(&facts, buf, sizeof buf);
    procedure_of(&run->table->state)->facts(&run->table->state, id, &facts);
    if (strstr(buf, text) == NULL) {
        fail(run, "the facts are \"%s\"", buf);
    }
}

static void expect_turn(struct run *run, const char *who)
{
    int turn = run->table->state.value[ENCOUNTER_TURN];
    int wanted = strcmp(who, "nobody") == 0 ? 0 : id_of(run, who);
    if (turn != wanted) {
        fail(run, "it is %s's turn",
             turn == 0 ? "nobody" : state_name(&run->table->state, turn));
    }
}

static void expect_phase(struct run *run, const char *wanted)
{
    char buf[100];
    struct text phase;
    text_init(&phase, buf, sizeof buf);
    procedure_of(&run->table->state)->phase(&run->table->state, &phase);
    if (strcmp(buf, wanted) != 0) {
        fail(run, "it is \"%s\"", buf);
    }
}

static void expect_order(struct run *run, const char *names)
{
    char buf[1000];
    struct text order;
    int ids[COMBATANTS_MAX];
    int count = procedure_order(&run->table->state, ids);
    text_init(&order, buf, sizeof buf);
    for (int i = 0; i < count; i++) {
        text_add(&order, "%s%s", i == 0 ? "" : ", ", state_name(&run->table->state, ids[i]));
    }
    if (strcmp(buf, names) != 0) {
        fail(run, "it is %s", buf);
    }
}

/* What is due, parted by " | ". */
static int dues(const struct run *run, struct text *out)
{
    struct due due[DUE_MAX];
    int count = procedure_of(&run->table->state)->due(&run->table->state, due, DUE_MAX);
    for (int i = 0; i < count; i++) {
        text_add(out, "%s%s", i == 0 ? "" : " | ", due[i].text);
    }
    return count;
}

static void expect_due(struct run *run, const char *part)
{
    char buf[1000];
    struct text text;
    text_init(&text, buf, sizeof buf);
    if (dues(run, &text) == 0) {
        fail(run, "nothing is due");
    } else if (strstr(buf, part) == NULL) {
        fail(run, "due is \"%s\"", buf);
    }
}

static void expect_nothing_due(struct run *run, const char *rest)
{
    char buf[1000];
    struct text text;
    text_init(&text, buf, sizeof buf);
    if (rest[0] != '\0') {
        fail(run, "nothing stands behind this");
    } else if (dues(run, &text) > 0) {
        fail(run, "due is \"%s\"", buf);
    }
}

/* ---- what the resolver says ------------------------------------------------------------ */

/* "hit=true damage=4": every outcome that is there, in the order of the game's tables. */
static void format_outcome(const struct acted *acted, struct text *out)
{
    const struct action *action = acted->inputs.action;
    for (int i = 0; i < action->outcomes_count; i++) {
        if (!acted->outcome.is_present[i]) {
            continue;
        }
        text_add(out, "%s%s=", out->n == 0 ? "" : " ", action->outcomes[i].name);
        if (action->outcomes[i].kind == OUTCOME_CHANCE) {
            text_add(out, "%s", acted->outcome.value[i] != 0 ? "true" : "false");
        } else {
            text_add(out, "%lld", (long long)acted->outcome.value[i]);
        }
    }
}

static void expect_outcome(struct run *run, const char *wanted)
{
    char buf[600];
    struct text text;
    text_init(&text, buf, sizeof buf);
    if (!is_last(run, LAST_RESOLVED, "act that was resolved")) {
        return;
    }
    format_outcome(&run->acted, &text);
    if (strcmp(buf, wanted) != 0) {
        fail(run, "it is %s", buf);
    }
}

static void expect_wants(struct run *run, const char *wanted)
{
    char buf[100];
    const struct dice_request *request = &run->acted.dice.request;
    if (!is_last(run, LAST_RESOLVED, "act that was resolved")) {
        return;
    }
    snprintf(buf, sizeof buf, "%d of %s", request->missing, request->dice);
    if (!run->acted.dice.is_wanting) {
        fail(run, "it wants no more dice");
    } else if (strcmp(buf, wanted) != 0) {
        fail(run, "it wants %s", buf);
    }
}

static void expect_line(struct run *run, const char *wanted)
{
    if (is_last(run, LAST_RESOLVED, "act that was resolved") &&
        strcmp(acts_line(&run->acted), wanted) != 0) {
        fail(run, "it is \"%s\"", acts_line(&run->acted));
    }
}

static void expect_rules(struct run *run, const char *wanted)
{
    if (is_last(run, LAST_RESOLVED, "act that was resolved") &&
        strcmp(acts_rules(&run->acted), wanted) != 0) {
        fail(run, "they are \"%s\"", acts_rules(&run->acted));
    }
}

/* "0.55" or "29.6/33.6"; false, and told, when it is neither. */
static bool read_number(struct run *run, const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    bool is_number = end != text;
    if (is_number && end[0] == '/') {
        const char *below = end + 1;
        *out /= strtod(below, &end);
        is_number = end != below;
    }
    if (!is_number || end[0] != '\0') {
        fail(run, "expected a number as 0.55 or 11/20");
    }
    return !run->has_failed;
}

static void check_number(struct run *run, double actual, const char *text)
{
    double wanted = 0;
    if (read_number(run, text, &wanted) && !(fabs(actual - wanted) <= 1e-12)) {
        fail(run, "it is %.15g", actual);
    }
}

/* The outcome of the odds that is named first, which must be of this kind; -1 else. */
static int outcome_of(struct run *run, const char *name, enum outcome_kind kind)
{
    if (!is_last(run, LAST_ODDS, "odds")) {
        return -1;
    }
    const struct action *action = run->odds.inputs.action;
    int i = outcome_find(action, name);
    if (i < 0 || action->outcomes[i].kind != kind) {
        fail(run, "%s has no such outcome", action->name);
        return -1;
    }
    if (!run->odds.odds.is_listed[i]) {
        fail(run, "the odds do not list it");
        return -1;
    }
    return i;
}

/* "hit 0.55", or of a number's value "damage=4 1/6" */
static void expect_chance(struct run *run, const char *text)
{
    char word[64];
    next_word(&text, word, sizeof word);
    char *equals = strchr(word, '=');
    if (equals == NULL) {
        int i = outcome_of(run, word, OUTCOME_CHANCE);
        if (i >= 0) {
            check_number(run, run->odds.odds.chance[i], text);
        }
        return;
    }
    *equals = '\0';
    int i = outcome_of(run, word, OUTCOME_NUMBER);
    double value = 0;
    if (i >= 0 && read_number(run, equals + 1, &value)) {
        check_number(run, acts_mass(&run->odds, word, (int64_t)value), text);
    }
}

static void expect_average(struct run *run, const char *text)
{
    char word[64];
    int i = outcome_of(run, next_word(&text, word, sizeof word), OUTCOME_NUMBER);
    if (i >= 0) {
        check_number(run, run->odds.odds.numbers[i].mean, text);
    }
}

static void expect_no_odds(struct run *run, const char *name)
{
    if (!is_last(run, LAST_ODDS, "odds")) {
        return;
    }
    int i = outcome_find(run->odds.inputs.action, name);
    if (i < 0) {
        fail(run, "%s has no such outcome", run->odds.inputs.action->name);
    } else if (run->odds.odds.is_listed[i]) {
        fail(run, "the odds list it");
    }
}

/* ---- the table of them ----------------------------------------------------------------- */

static const struct {
    const char *words;
    void (*check)(struct run *run, const char *rest);
} expectations[] = {
    {"refused", expect_refused},
    {"asks", expect_asks},
    {"wrong", expect_wrong},
    {"log", expect_log},
    {"no log", expect_no_log},
    {"undo", expect_undo},
    {"score", expect_score},
    {"value", expect_value},
    {"condition", expect_condition},
    {"no condition", expect_no_condition},
    {"fact", expect_fact},
    {"turn", expect_turn},
    {"phase", expect_phase},
    {"order", expect_order},
    {"due", expect_due},
    {"nothing due", expect_nothing_due},
    {"outcome", expect_outcome},
    {"wants", expect_wants},
    {"line", expect_line},
    {"rules", expect_rules},
    {"chance", expect_chance},
    {"average", expect_average},
    {"no odds", expect_no_odds},
};
enum { EXPECTATIONS = sizeof expectations / sizeof expectations[0] };

bool case_knows(const char *expectation, char *why, int why_size)
{
    struct nearest nearest;
    struct text text;
    const char *rest;
    size_t n = strcspn(expectation, " ");
    nearest_init(&nearest, (struct str){expectation, (int)n});
    for (int i = 0; i < EXPECTATIONS; i++) {
        if (begins(expectation, expectations[i].words, &rest)) {
            return true;
        }
        nearest_offer(&nearest, expectations[i].words);
    }
    text_init(&text, why, why_size);
    text_add(&text, "there is no expectation \"%s\"%s", expectation,
             nearest_question(&nearest).text);
    return false;
}

static void expect(struct run *run, const char *text)
{
    const char *rest;
    for (int i = 0; i < EXPECTATIONS; i++) {
        if (begins(text, expectations[i].words, &rest)) {
            expectations[i].check(run, rest);
            return;
        }
    }
}

bool case_run(const struct rule_case *item, struct text *why)
{
    struct run *run = calloc(1, sizeof *run);
    CHECK(run != NULL);
    run->item = item;
    run->why = why;
    run->table = table_new(item->system->id);
    for (run->at = 0; run->at < item->lines && !run->has_failed; run->at++) {
        const char *text = item->line[run->at].text;
        const char *rest;
        if (begins(text, "expect", &rest)) {
            expect(run, rest);
        } else if (begins(text, "resolve", &rest)) {
            resolve(run, rest);
        } else if (begins(text, "odds", &rest)) {
            take_odds(run, rest);
        } else {
            do_at_table(run, text);
        }
    }
    bool is_right = !run->has_failed;
    table_free(run->table);
    free(run);
    return is_right;
}
