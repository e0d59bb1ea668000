#include "app/log/log_requests.h"

#include <stdlib.h>

#include "app/sitting/act_odds.h"
#include "app/sitting/data.h"
#include "base/utf8.h"
#include "store/campaign.h"

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
                 json_object_get(roll->request, "system") != NULL ? of_act
                 : logged_roll_notation(roll) != NULL             ? of_dice
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

struct requests {
    json_t *requests, *outcomes;
};

static bool add_roll(void *context, const struct event *event)
{
    struct requests *out = context;
    struct logged_roll roll;
    logged_roll_read(&roll, event->trace);
    log_request_add(out->requests, out->outcomes, &roll);
    logged_roll_free(&roll);
    return true;
}

enum status log_requests(struct sitting *sitting, int64_t act, json_t **requests,
                         json_t **outcomes, struct error *err)
{
    struct requests out = {json_array(), json_array()};
    enum status status = log_events(sitting->campaign, act, add_roll, &out, err);
    if (status != STATUS_OK) {
        json_decref(out.requests);
        json_decref(out.outcomes);
        return status;
    }
    *requests = out.requests;
    *outcomes = out.outcomes;
    return STATUS_OK;
}

static struct str word_of(const json_t *object, const char *name)
{
    const char *word = json_string_value(json_object_get(object, name));
    return str_of(word != NULL ? word : "");
}

const struct action *log_request_action(const json_t *request)
{
    const struct system *system = system_find(word_of(request, "system"));
    return system != NULL ? action_find(system, word_of(request, "action")) : NULL;
}

const char *log_request_outcome(const json_t *request, enum outcome_meaning meaning)
{
    const struct action *action = log_request_action(request);
    int outcome = action != NULL ? outcome_that_means(action, meaning) : -1;
    return outcome >= 0 ? action->outcomes[outcome].name : NULL;
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

/* "hit 65%, direct hit 10%"; impossible outcomes are left out, unless there is only one. */
static void add_chance(const char *label, const json_t *chance, bool is_only, struct text *out)
{
    double value = json_number_value(chance);
    if (value > 0 || is_only) {
        text_add(out, "%s%s ", out->n > 0 ? ", " : "", label);
        text_add_percent(out, value);
    }
}

/* "; on average 0.6 extra degrees, 2.3 damage" */
static void add_mean(const char *label, const json_t *mean, bool is_first, struct text *out)
{
    text_add(out, "%s%s", out->n > 0 ? is_first ? "; " : ", " : "",
             is_first ? "on average " : "");
    text_add_average(out, json_number_value(mean));
    text_add(out, " %s", label);
}

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
    const struct action *action = log_request_action(roll->request);
    json_t *chances = json_object_get(roll->chance, "probabilities");
    json_t *means = json_object_get(roll->chance, "mean");
    bool is_only = json_object_size(chances) == 1;
    bool is_first = true;
    const char *name;
    json_t *value;
    json_object_foreach(chances, name, value)
    {
        TEXT_BUFFER(label, 80);
        label_of(system, action, name, &label);
        add_chance(label.p, value, is_only, &words);
    }
    json_object_foreach(means, name, value)
    {
        TEXT_BUFFER(label, 80);
        label_of(system, action, name, &label);
        add_mean(label.p, value, is_first, &words);
        is_first = false;
    }
    bool is_large = roll->request != NULL && json_object_get(roll->request, "chance") == NULL;
    text_add(out, "%s",
             words.n > 0 ? words.p
             : is_large  ? "too many ways to list them all"
                         : "not known");
}
