#include "app/log/logged_roll.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/trace_json.h"
#include "app/sitting/act_odds.h"
#include "app/sitting/data.h"
#include "base/utf8.h"
#include "resolver/request.h"

/* ---- values as JSON -------------------------------------------------------------------- */

bool json_value_word(const json_t *value, struct text *out)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        text_add_str(out,
                     (struct str){json_string_value(value), (int)json_string_length(value)});
        return true;
    case JSON_INTEGER:
        text_add(out, "%lld", (long long)json_integer_value(value));
        return true;
    case JSON_REAL: {
        double number = json_real_value(value);
        bool is_whole = floor(number) == number && fabs(number) < 1e15;
        text_add(out, is_whole ? "%.0f" : "%.17g", number);
        return true;
    }
    case JSON_TRUE:
    case JSON_FALSE:
        text_add(out, "%s", json_is_true(value) ? "true" : "false");
        return true;
    case JSON_NULL:
    case JSON_OBJECT:
    case JSON_ARRAY:
        break;
    }
    return false;
}

enum status inputs_give_json(struct inputs *inputs, json_t *object, struct error *err)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        if (json_is_null(value)) {
            continue; /* null is left out, so that `inputs` of an answer can be sent back */
        }
        TEXT_BUFFER(word, DICE_TEXT_MAX + 256);
        text_add(&word, "%s=", name);
        if (strchr(name, '=') != NULL || !json_value_word(value, &word)) {
            return error_set(err, STATUS_USAGE, "",
                             "%s: expected a number, a string, true or false",
                             utf8_shown(str_of(name)).text);
        }
        if (word.is_cut) {
            return error_set(err, STATUS_USAGE, "", "%s: the value is too long",
                             utf8_shown(str_of(name)).text);
        }
        enum status status = inputs_give(inputs, (struct str){word.p, word.n}, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

/* ---- whether it is as it should be ----------------------------------------------------- */

static bool is_list_of_texts(json_t *list)
{
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value)
    {
        if (!json_is_string(value)) {
            return false;
        }
    }
    return json_is_array(list);
}

static bool is_plain(json_t *value)
{
    return !json_is_object(value) && !json_is_array(value);
}

typedef bool is_fine_fn(json_t *value);

/* True when it is an object whose members are all valid. */
static bool has_members(json_t *object, is_fine_fn *is_fine)
{
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        if (!is_fine(value)) {
            return false;
        }
    }
    return json_is_object(object);
}

static bool is_probability(json_t *value)
{
    double number = json_number_value(value);
    return json_is_number(value) && number >= 0 && number <= 1 + 1e-9;
}

static bool is_number(json_t *value)
{
    return json_is_number(value);
}

static bool is_distribution(json_t *value)
{
    bool is_cut = json_is_true(json_object_get(value, "cut"));
    json_t *variance = json_object_get(value, "variance");
    return is_cut ? json_is_number(json_object_get(value, "mean")) && json_is_number(variance)
                  : has_members(value, is_probability);
}

static bool is_left_out_or(json_t *object, const char *name, is_fine_fn *is_fine)
{
    json_t *value = json_object_get(object, name);
    return value == NULL || has_members(value, is_fine);
}

static bool is_chance(json_t *chance)
{
    return json_is_object(chance) && is_left_out_or(chance, "probabilities", is_probability) &&
           is_left_out_or(chance, "distributions", is_distribution) &&
           is_left_out_or(chance, "mean", is_number);
}

static bool is_step(json_t *step, const char *name)
{
    const char *word = json_string_value(json_object_get(step, "step"));
    return word != NULL && strcmp(word, name) == 0;
}

static bool is_request(json_t *step)
{
    bool is_act = json_is_string(json_object_get(step, "system")) &&
                  json_is_string(json_object_get(step, "action")) &&
                  json_is_integer(json_object_get(step, "rules")) &&
                  has_members(json_object_get(step, "inputs"), is_plain);
    const json_t *by = json_object_get(step, "by");
    return is_step(step, "request") && (json_is_string(by) || json_is_null(by)) &&
           is_list_of_texts(json_object_get(step, "to")) &&
           (is_act || json_is_string(json_object_get(step, "notation")) ||
            json_is_string(json_object_get(step, "table")));
}

/* ---- reading --------------------------------------------------------------------------- */

static void read_trace(struct logged_roll *out, struct str trace, bool is_counted)
{
    *out = (struct logged_roll){.steps = trace_json_read(trace, is_counted)};
    size_t count = json_array_size(out->steps);
    json_t *first = json_array_get(out->steps, 0);
    json_t *last = count > 1 ? json_array_get(out->steps, count - 1) : NULL;
    if (!is_request(first)) {
        return;
    }
    out->request = first;
    json_t *chance = json_object_get(first, "chance");
    json_t *outcome = json_object_get(last, "outcome");
    out->chance = is_chance(chance) ? chance : NULL;
    if (is_step(last, "outcome") && has_members(outcome, is_plain)) {
        out->outcome = outcome;
        out->is_whole = !json_is_true(json_object_get(last, "cut"));
    }
}

void logged_roll_read(struct logged_roll *out, struct str trace)
{
    read_trace(out, trace, false);
}

void logged_roll_read_counted(struct logged_roll *out, struct str trace)
{
    read_trace(out, trace, true);
}

void logged_roll_free(struct logged_roll *roll)
{
    json_decref(roll->steps);
    *roll = (struct logged_roll){.steps = NULL};
}

/* ---- as JSON --------------------------------------------------------------------------- */

static json_t *harmless(struct str text)
{
    size_t size = 3 * (size_t)text.n + 1; /* cleaning can turn one byte into three */
    char *buf = malloc(size);
    CHECK(buf != NULL);
    utf8_clean(buf, (int)size, text);
    json_t *string = json_string(buf);
    free(buf);
    return string;
}

static json_t *copy(json_t *value);

static json_t *copy_object(json_t *object)
{
    json_t *out = json_object();
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        json_t *key = harmless(str_of(name));
        json_object_set_new(out, json_string_value(key), copy(value));
        json_decref(key);
    }
    return out;
}

/* Copies only what logged_roll_read found valid: it is a few levels deep. */
static json_t *copy(json_t *value)
{
    if (json_is_string(value)) {
        return harmless((struct str){json_string_value(value), (int)json_string_length(value)});
    }
    if (json_is_object(value)) {
        return copy_object(value);
    }
    if (json_is_array(value)) {
        json_t *out = json_array();
        for (size_t i = 0; i < json_array_size(value); i++) {
            json_array_append_new(out, copy(json_array_get(value, i)));
        }
        return out;
    }
    return json_deep_copy(value);
}

static void copy_members(json_t *out, json_t *object, const char *const *names)
{
    for (int i = 0; names[i] != NULL; i++) {
        json_t *value = json_object_get(object, names[i]);
        if (value != NULL) {
            json_object_set_new(out, names[i], copy(value));
        }
    }
}

static json_t *request_json(const struct logged_roll *roll)
{
    static const char *const members[] = {"step", "by", "to", NULL};
    static const char *const of_act[] = {"system", "action", "inputs", "rules", NULL};
    static const char *const of_dice[] = {"notation", "rules", NULL};
    static const char *const of_table[] = {"table", NULL};
    static const char *const of_chance[] = {"probabilities", "distributions", "mean", NULL};
    json_t *request = json_object();
    copy_members(request, roll->request, members);
    copy_members(request, roll->request,
                 json_object_get(roll->request, "system") != NULL             ? of_act
                 : json_is_string(json_object_get(roll->request, "notation")) ? of_dice
                                                                              : of_table);
    if (roll->chance != NULL) {
        json_t *chance = json_object();
        copy_members(chance, roll->chance, of_chance);
        json_object_set_new(request, "chance", chance);
    }
    return request;
}

void log_request_add(json_t *requests, json_t *outcomes, const struct logged_roll *roll)
{
    if (roll->request != NULL) {
        json_array_append_new(requests, request_json(roll));
        json_array_append_new(outcomes,
                              roll->outcome != NULL ? copy(roll->outcome) : json_object());
    }
}

static struct str word_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_string(value)
               ? (struct str){json_string_value(value), (int)json_string_length(value)}
               : (struct str){"", 0};
}

/* The action that was asked for; NULL when it is none of this program's games. */
static const struct action *action_of(const json_t *request)
{
    const struct system *system = system_find(word_of(request, "system"));
    return system != NULL ? action_find(system, word_of(request, "action")) : NULL;
}

const char *log_request_outcome(const json_t *request, enum outcome_meaning meaning)
{
    const struct action *action = action_of(request);
    int outcome = action != NULL ? outcome_that_means(action, meaning) : -1;
    return outcome >= 0 ? action->outcomes[outcome].name : NULL;
}

void roll_meaning_read(struct roll_meaning *out, const json_t *request, const json_t *outcome)
{
    const json_t *chance = json_object_get(request, "chance");
    const json_t *chances = json_object_get(chance, "probabilities");
    *out = (struct roll_meaning){.is_attack = false};
    if (request == NULL || outcome == NULL) {
        return;
    }
    const char *block = log_request_outcome(request, MEANS_BLOCK);
    const char *name = block != NULL ? block : log_request_outcome(request, MEANS_HIT);
    const json_t *is_so = name != NULL ? json_object_get(outcome, name) : NULL;
    out->is_defence = block != NULL;
    if (json_is_boolean(is_so)) {
        const json_t *known = json_object_get(chances, name);
        double value = json_number_value(known);
        out->is_attack = true;
        out->is_hit = json_is_true(is_so) != out->is_defence;
        out->knows_hitting = json_is_number(known);
        out->hit_chance = out->is_defence ? 1 - value : value;
    }
    name = log_request_outcome(request, MEANS_DAMAGE);
    const json_t *dealt = name != NULL ? json_object_get(outcome, name) : NULL;
    if (dealt != NULL) {
        out->is_damage = true;
        out->damage = json_integer_value(dealt);
        out->damage_mean = json_object_get(json_object_get(chance, "mean"), name);
        out->damage_chances = json_object_get(json_object_get(chance, "distributions"), name);
    }
    name = log_request_outcome(request, MEANS_HOLD);
    is_so = name != NULL ? json_object_get(outcome, name) : NULL;
    if (json_is_boolean(is_so)) {
        out->is_morale = true;
        out->has_held = json_is_true(is_so);
        out->hold_chance = json_object_get(chances, name);
    }
    name = log_request_outcome(request, MEANS_STOP);
    is_so = name != NULL ? json_object_get(outcome, name) : NULL;
    out->is_stop = json_is_boolean(is_so);
    out->has_stopped = json_is_true(is_so);
    out->stop_chance = name != NULL ? json_object_get(chances, name) : NULL;
}

const char *log_request_result(const json_t *request, const json_t *outcome, double *chance)
{
    static const struct {
        enum outcome_meaning meaning;
        const char *yes, *no;
    } results[] = {{MEANS_HIT, "hit", "missed"},
                   {MEANS_SUCCESS, "succeeded", "failed"},
                   {MEANS_HOLD, "held", "did not hold"},
                   {MEANS_BLOCK, "blocked", "not blocked"}};
    const json_t *chances =
        json_object_get(json_object_get(request, "chance"), "probabilities");
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        const char *name = log_request_outcome(request, results[i].meaning);
        const json_t *known = name != NULL ? json_object_get(chances, name) : NULL;
        const json_t *result = name != NULL ? json_object_get(outcome, name) : NULL;
        if (known != NULL && json_is_boolean(result)) {
            bool is_so = json_is_true(result);
            *chance = is_so ? json_number_value(known) : 1 - json_number_value(known);
            return is_so ? results[i].yes : results[i].no;
        }
    }
    return NULL;
}

/* ---- in words -------------------------------------------------------------------------- */

/* The outcome of an act that this program knows, by its label on the screen; any other by its
 * name in the log. */
static void label_of(const struct system *system, const struct action *action, const char *name,
                     struct text *out)
{
    int outcome = action != NULL ? outcome_find(action, name) : -1;
    if (outcome >= 0) {
        outcome_label(system, action, outcome, out);
    } else {
        text_add(out, "%s", utf8_shown(str_of(name)).text);
    }
}

void log_chance_words(const struct logged_roll *roll, struct text *out)
{
    TEXT_BUFFER(words, 600);
    const struct system *system = system_find(word_of(roll->request, "system"));
    const struct action *action = action_of(roll->request);
    json_t *chances = json_object_get(roll->chance, "probabilities");
    json_t *means = json_object_get(roll->chance, "mean");
    bool is_only = json_object_size(chances) == 1;
    bool is_first = true;
    const char *name;
    json_t *value;
    json_object_foreach(chances, name, value)
    {
        double chance = json_number_value(value);
        if (chance > 0 || is_only) { /* impossible ones are left out */
            text_add(&words, "%s", words.n > 0 ? ", " : "");
            label_of(system, action, name, &words);
            text_add(&words, " ");
            text_add_percent(&words, chance);
        }
    }
    json_object_foreach(means, name, value)
    {
        text_add(&words, "%s%s", words.n > 0 ? is_first ? "; " : ", " : "",
                 is_first ? "on average " : "");
        text_add_average(&words, json_number_value(value));
        text_add(&words, " ");
        label_of(system, action, name, &words);
        is_first = false;
    }
    bool is_large = roll->request != NULL && json_object_get(roll->request, "chance") == NULL;
    text_add(out, "%s",
             words.n > 0 ? words.p
             : is_large  ? "too many ways to list them all"
                         : "not known");
}

/* ---- whether they follow from their dice ------------------------------------------------ */

/* The request as finished inputs. STATUS_MISSING when it is not of this program's games,
 * STATUS_USAGE when the values are not valid. *rules is the version of the rules at that
 * time. */
static enum status read_inputs(const struct logged_roll *roll, struct inputs *out,
                               int64_t *rules, struct error *err)
{
    const struct action *action = action_of(roll->request);
    if (action == NULL) {
        return error_set(err, STATUS_MISSING, "", "no game of this program has this act");
    }
    *rules = json_integer_value(json_object_get(roll->request, "rules"));
    inputs_begin(out, system_find(word_of(roll->request, "system")), action);
    out->reading = DICE_LOGGED;
    enum status status = inputs_give_json(out, json_object_get(roll->request, "inputs"), err);
    return status == STATUS_OK ? inputs_finish(out, err) : status;
}

/* A face that is a real of [0, 1) has places; a percentile is a whole number. */
static bool add_die(struct entered_dice *out, const json_t *number, bool is_total)
{
    TEXT_BUFFER(word, 64);
    text_add(&word, "%s", is_total ? "=" : "");
    double real = json_number_value(number);
    if (!is_total && json_is_real(number) && real >= 0 && real < 1) {
        text_add_fraction(&word, real);
    } else if (!json_is_number(number) || !json_value_word(number, &word)) {
        return false;
    }
    return !word.is_cut && out->count < ENTERED_MAX &&
           entered_parse(&out->entered[out->count++], (struct str){word.p, word.n});
}

/* The dice in the form in which they can be given. False when there are too many. */
static bool read_dice(const struct logged_roll *roll, struct entered_dice *out)
{
    out->count = 0;
    size_t i;
    const json_t *step;
    json_array_foreach(roll->steps, i, step)
    {
        const json_t *faces = json_object_get(step, "faces");
        if (json_object_get(step, "dice") == NULL) {
            continue;
        }
        bool is_total = json_array_size(faces) == 0;
        if (is_total && !add_die(out, json_object_get(step, "value"), true)) {
            return false;
        }
        for (size_t k = 0; k < json_array_size(faces); k++) {
            if (!add_die(out, json_array_get(faces, k), false)) {
                return false;
            }
        }
    }
    return true;
}

/* Chances are kept in 15 digits. */
static const double chance_off_most = 1e-12;

enum { CHANCE_TEXT_SIZE = 64 << 10 };

struct comparison {
    found_fn *found;
    void *context;
    int faults;
    struct known_chances chances;
    struct entered_dice dice;
    char text[CHANCE_TEXT_SIZE];
};

/* The request of a roll, read back. */
struct asked_roll {
    struct inputs inputs;
    struct dice_expr expr;
    struct roll_request request; /* one of these; with neither it cannot be compared */
};

static void report(struct comparison *run, int64_t event, const char *what)
{
    if (run->faults++ >= VERIFY_FAULTS_MAX) {
        return;
    }
    TEXT_BUFFER(where, 32);
    text_add(&where, "event %lld", (long long)event);
    run->found(run->context,
               &(struct fault){.where = where.p,
                               .what = what,
                               .next = "go back to an earlier copy with referee restore"});
}

/* False, with a report, when the request is one of this program's and cannot be read. */
static bool read_request(struct comparison *run, int64_t event, const struct logged_roll *roll,
                         struct asked_roll *out)
{
    struct error err;
    int64_t rules = 0;
    enum status status = STATUS_OK;
    out->request = (struct roll_request){.inputs = NULL};
    if (json_object_get(roll->request, "system") != NULL) {
        status = read_inputs(roll, &out->inputs, &rules, &err);
        if (status == STATUS_MISSING ||
            (status == STATUS_OK && rules != out->inputs.system->rules)) {
            return true;
        }
        out->request.inputs = &out->inputs;
    } else if (json_is_string(json_object_get(roll->request, "notation"))) {
        if (json_integer_value(json_object_get(roll->request, "rules")) > DICE_RULES) {
            return true;
        }
        status = dice_expr_parse_as(NULL, &out->expr, word_of(roll->request, "notation"),
                                    DICE_LOGGED, NULL);
        out->request.expr = &out->expr;
    }
    if (status != STATUS_OK) {
        report(run, event, "this program does not know its request");
    }
    return status == STATUS_OK;
}

static json_t *object_of(const struct text *text)
{
    return text->is_cut ? NULL : json_loadb(text->p, (size_t)text->n, 0, NULL);
}

/* Checks that the recorded dice give the recorded outcome. */
static void check_outcome(struct comparison *run, int64_t event, const struct logged_roll *roll,
                          const struct asked_roll *asked)
{
    if (roll->outcome == NULL || !roll->is_whole || !read_dice(roll, &run->dice)) {
        return;
    }
    struct dice dice;
    struct error err;
    struct outcome act;
    struct roll_outcome outcome = {.act = NULL};
    dice_init_thrown(&dice, (struct dice_stream){0}, run->dice.entered, run->dice.count, true,
                     NULL);
    if (asked->request.inputs != NULL) {
        resolve_act(&asked->inputs, &dice, &act);
        outcome.act = &act;
    } else {
        outcome.total = dice_total(&dice, &asked->expr, 1, (struct source){"", ""});
    }
    if (dice.is_wanting || dice_finish(&dice, &err) != STATUS_OK) {
        report(run, event, "its dice do not fit its request");
        return;
    }
    struct text text = text_over(run->text, sizeof run->text);
    text_add_char(&text, '{');
    roll_outcome_format(&asked->request, &outcome, &text);
    text_add_char(&text, '}');
    json_t *object = object_of(&text);
    if (!json_equal(object, roll->outcome)) {
        report(run, event, "its outcome does not follow from its dice");
    }
    json_decref(object);
}

/* Equal except for the last digits of numbers. */
static bool is_same(const json_t *a, json_t *b)
{
    if (json_is_number(a) && json_is_number(b)) {
        double was = json_number_value(a), is = json_number_value(b);
        return fabs(was - is) <= chance_off_most * fmax(1, fabs(is));
    }
    if (!json_is_object(a) || !json_is_object(b)) {
        return json_equal(a, b);
    }
    const char *name;
    json_t *value;
    json_object_foreach(b, name, value)
    {
        if (!is_same(json_object_get(a, name), value)) {
            return false;
        }
    }
    return json_object_size(a) == json_object_size(b);
}

static void check_chance(struct comparison *run, int64_t event, const struct logged_roll *roll,
                         const struct asked_roll *asked)
{
    if (roll->chance == NULL) {
        return;
    }
    TEXT_BUFFER(request, DICE_TEXT_MAX * 2);
    roll_request_format(&asked->request, &request);
    struct text text = text_over(run->text, sizeof run->text);
    text_add_char(&text, '{');
    chances_add(&run->chances, &asked->request, (struct str){request.p, request.n}, &text);
    text_add_char(&text, '}');
    json_t *chance = object_of(&text);
    /* Odds that this machine cannot enumerate cannot be compared. */
    if (json_object_size(chance) > 0 && !is_same(roll->chance, chance)) {
        report(run, event, "its chance does not fit its request");
    }
    json_decref(chance);
}

static void check_roll(void *context, int64_t event, struct str trace)
{
    struct comparison *run = context;
    struct logged_roll roll;
    struct asked_roll asked;
    logged_roll_read(&roll, trace);
    if (roll.request != NULL && read_request(run, event, &roll, &asked) &&
        (asked.request.inputs != NULL || asked.request.expr != NULL)) {
        check_outcome(run, event, &roll, &asked);
        check_chance(run, event, &roll, &asked);
    }
    logged_roll_free(&roll);
}

enum status verify_rolls(struct campaign *campaign, found_fn *found, void *context,
                         struct error *err)
{
    struct comparison *run = calloc(1, sizeof *run);
    CHECK(run != NULL);
    run->found = found;
    run->context = context;
    enum status status = log_traces(campaign, check_roll, run, err);
    free(run);
    return status;
}
