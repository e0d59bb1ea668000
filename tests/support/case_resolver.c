#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/case_private.h"

/* ---- acts ------------------------------------------------------------------------------ */

/* Reads "attack strength=14 ac=22" of the case's game. False, with the error, when that is not
 * an act. */
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

/* An unexpected error fails the act itself. */
static void check_error(struct run *run)
{
    const char *rest;
    if (run->last == LAST_ERROR && !case_next_expects(run, "wrong", &rest)) {
        case_fail(run, "it is wrong: %s", case_error(run));
    }
}

static bool are_dice(struct run *run, const char *words)
{
    struct str rest = str_of(words);
    for (struct str word = str_next_word(&rest); word.n > 0; word = str_next_word(&rest)) {
        struct entered entered;
        if (!entered_parse(&entered, word)) {
            case_fail(run, "%.*s are no dice", word.n, word.p);
            return false;
        }
    }
    return true;
}

/* "attack strength=14 ac=22 given 14 4" */
void case_resolve(struct run *run, const char *text)
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
            if (!case_next_expects(run, "wants", &rest)) {
                case_fail(run, "it wants %d of %s", run->acted.dice.request.missing,
                          run->acted.dice.request.dice);
            }
        } else if (run->acted.err.code != STATUS_OK) {
            run->error = run->acted.err;
            run->last = LAST_ERROR;
        }
    }
    check_error(run);
}

void case_odds(struct run *run, const char *text)
{
    struct inputs inputs;
    const char *rest;
    run->last = LAST_ODDS;
    bool is_read = line_begins(text, "of", &rest) ? case_read_table_act(run, rest, &inputs)
                                                  : read_act(run, str_of(text), &inputs);
    if (is_read) {
        acts_odds_inputs(&run->odds, &inputs);
    }
    check_error(run);
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
    TEXT_BUFFER(text, 600);
    if (!case_is_last(run, LAST_RESOLVED, "act that was resolved")) {
        return;
    }
    format_outcome(&run->acted, &text);
    if (strcmp(text.p, wanted) != 0) {
        case_fail(run, "it is %s", text.p);
    }
}

static void expect_wants(struct run *run, const char *wanted)
{
    char buf[100];
    const struct dice_request *request = &run->acted.dice.request;
    if (!case_is_last(run, LAST_RESOLVED, "act that was resolved")) {
        return;
    }
    snprintf(buf, sizeof buf, "%d of %s", request->missing, request->dice);
    if (!run->acted.dice.is_wanting) {
        case_fail(run, "it wants no more dice");
    } else if (strcmp(buf, wanted) != 0) {
        case_fail(run, "it wants %s", buf);
    }
}

static void expect_line(struct run *run, const char *wanted)
{
    if (case_is_last(run, LAST_RESOLVED, "act that was resolved") &&
        strcmp(acts_line(&run->acted), wanted) != 0) {
        case_fail(run, "it is \"%s\"", acts_line(&run->acted));
    }
}

static void expect_rules(struct run *run, const char *wanted)
{
    if (case_is_last(run, LAST_RESOLVED, "act that was resolved") &&
        strcmp(acts_rules(&run->acted), wanted) != 0) {
        case_fail(run, "they are \"%s\"", acts_rules(&run->acted));
    }
}

/* "0.55" or "29.6/33.6"; false, with a message, when it is neither. */
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
        case_fail(run, "expected a number as 0.55 or 11/20");
    }
    return !run->has_failed;
}

void case_check_number(struct run *run, double actual, const char *text)
{
    double wanted = 0;
    if (read_number(run, text, &wanted) && !(fabs(actual - wanted) <= 1e-12)) {
        case_fail(run, "it is %.15g", actual);
    }
}

/* The outcome of the odds that is named first, which must be of this kind; -1 else. */
static int outcome_of(struct run *run, const char *name, enum outcome_kind kind)
{
    if (!case_is_last(run, LAST_ODDS, "odds")) {
        return -1;
    }
    const struct action *action = run->odds.inputs.action;
    int i = outcome_find(action, name);
    if (i < 0 || action->outcomes[i].kind != kind) {
        case_fail(run, "%s has no such outcome", action->name);
        return -1;
    }
    if (!run->odds.odds.is_listed[i]) {
        case_fail(run, "the odds do not list it");
        return -1;
    }
    return i;
}

/* "hit 0.55", or of a number's value "damage=4 1/6" */
static void expect_chance(struct run *run, const char *text)
{
    char word[64];
    case_next_word(&text, word, sizeof word);
    char *equals = strchr(word, '=');
    if (equals == NULL) {
        int i = outcome_of(run, word, OUTCOME_CHANCE);
        if (i >= 0) {
            case_check_number(run, run->odds.odds.chance[i], text);
        }
        return;
    }
    *equals = '\0';
    int i = outcome_of(run, word, OUTCOME_NUMBER);
    double value = 0;
    if (i >= 0 && read_number(run, equals + 1, &value)) {
        case_check_number(run, acts_mass(&run->odds, word, (int64_t)value), text);
    }
}

static void expect_average(struct run *run, const char *text)
{
    char word[64];
    int i = outcome_of(run, case_next_word(&text, word, sizeof word), OUTCOME_NUMBER);
    if (i >= 0) {
        case_check_number(run, run->odds.odds.numbers[i].mean, text);
    }
}

static void check_listed(struct run *run, const char *name, bool is_expected)
{
    if (!case_is_last(run, LAST_ODDS, "odds")) {
        return;
    }
    int i = outcome_find(run->odds.inputs.action, name);
    if (i < 0) {
        case_fail(run, "%s has no such outcome", run->odds.inputs.action->name);
    } else if (run->odds.odds.is_listed[i] != is_expected) {
        case_fail(run, is_expected ? "the odds do not list it" : "the odds list it");
    }
}

static void expect_odds(struct run *run, const char *name)
{
    check_listed(run, name, true);
}

static void expect_no_odds(struct run *run, const char *name)
{
    check_listed(run, name, false);
}

/* "accuracy 16.8": a value of the act, given or worked out from others. */
static void expect_input(struct run *run, const char *text)
{
    char word[64];
    const struct inputs *inputs = &run->odds.inputs;
    case_next_word(&text, word, sizeof word);
    if (!case_is_last(run, LAST_ODDS, "odds")) {
        return;
    }
    int i = parameter_find(inputs->action, str_of(word));
    if (i < 0 || !inputs->value[i].is_set) {
        case_fail(run, "%s has no such value", inputs->action->name);
        return;
    }
    if (inputs->action->parameters[i].kind == VALUE_DECIMAL) {
        case_check_number(run, inputs->value[i].decimal, text);
        return;
    }
    TEXT_BUFFER(value, 100);
    input_format(inputs, i, &value);
    if (strcmp(value.p, text) != 0) {
        case_fail(run, "it is %s", value.p);
    }
}

/* ---- lists ----------------------------------------------------------------------------- */

/* The list of an act like `path`; false, with a message, when the last act lists nothing. */
static bool listing_of(struct run *run, struct listing *out)
{
    const struct inputs *inputs = &run->acted.inputs;
    bool lists = run->last == LAST_RESOLVED && inputs->action->list != NULL;
    out->rows = 0;
    if (lists) {
        inputs->action->list(inputs, out);
    } else {
        case_fail(run, "it stands behind no act with a list");
    }
    return lists;
}

static void expect_rows(struct run *run, const char *text)
{
    static struct listing listing;
    if (listing_of(run, &listing)) {
        case_check_number(run, listing.rows, text);
    }
}

/* "2 17 1 1": the second row, and its numbers. */
static void expect_row(struct run *run, const char *text)
{
    static struct listing listing;
    char word[32];
    if (!listing_of(run, &listing)) {
        return;
    }
    int number = atoi(case_next_word(&text, word, sizeof word));
    if (number < 1 || number > listing.rows) {
        case_fail(run, "the list has %d rows", listing.rows);
        return;
    }
    TEXT_BUFFER(row, 200);
    for (int i = 0; run->acted.inputs.action->list_columns[i] != NULL; i++) {
        text_add(&row, "%s%d", i == 0 ? "" : " ", listing.value[number - 1][i]);
    }
    if (strcmp(row.p, text) != 0) {
        case_fail(run, "it is %s", row.p);
    }
}

/* ---- the table of them ----------------------------------------------------------------- */

const struct expectation case_resolver_expectations[] = {
    {"outcome", expect_outcome}, {"wants", expect_wants},   {"line", expect_line},
    {"rules", expect_rules},     {"chance", expect_chance}, {"average", expect_average},
    {"no odds", expect_no_odds}, {"input", expect_input},   {"rows", expect_rows},
    {"row", expect_row},         {"odds", expect_odds},     {NULL, NULL},
};
