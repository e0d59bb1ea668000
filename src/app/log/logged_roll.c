#include "app/log/logged_roll.h"

#include <string.h>

#include "app/log/inputs_json.h"

/* ---- whether it is as it should be ----------------------------------------------------- */

static bool is_text_or_null(json_t *value)
{
    return json_is_string(value) || json_is_null(value);
}

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

/* Whether it is an object whose members are all valid. */
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
    return is_step(step, "request") && is_text_or_null(json_object_get(step, "by")) &&
           is_list_of_texts(json_object_get(step, "to")) &&
           (is_act || json_is_string(json_object_get(step, "notation")) ||
            json_is_string(json_object_get(step, "table")));
}

/* ---- reading --------------------------------------------------------------------------- */

void logged_roll_read(struct logged_roll *out, struct str trace)
{
    *out = (struct logged_roll){.steps = NULL};
    if (trace.n > 0) {
        out->steps = json_loadb(trace.p, (size_t)trace.n, 0, NULL);
    }
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

void logged_roll_free(struct logged_roll *roll)
{
    json_decref(roll->steps);
    *roll = (struct logged_roll){.steps = NULL};
}

static struct str text_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return json_is_string(value)
               ? (struct str){json_string_value(value), (int)json_string_length(value)}
               : (struct str){"", 0};
}

enum status logged_roll_inputs(const struct logged_roll *roll, struct inputs *out,
                               int64_t *rules, struct error *err)
{
    const struct system *system = system_find(text_of(roll->request, "system"));
    const struct action *action =
        system != NULL ? action_find(system, text_of(roll->request, "action")) : NULL;
    if (action == NULL) {
        return error_set(err, STATUS_MISSING, "", "no game of this program has this act");
    }
    *rules = json_integer_value(json_object_get(roll->request, "rules"));
    inputs_begin(out, system, action);
    out->reading = DICE_LOGGED;
    enum status status = inputs_give_json(out, json_object_get(roll->request, "inputs"), err);
    return status == STATUS_OK ? inputs_finish(out, err) : status;
}

bool logged_roll_expr(const struct logged_roll *roll, struct dice_expr *out)
{
    return dice_expr_parse_as(NULL, out, text_of(roll->request, "notation"), DICE_LOGGED,
                              NULL) == STATUS_OK;
}

bool logged_roll_is_newer(const struct logged_roll *roll)
{
    return json_integer_value(json_object_get(roll->request, "rules")) > DICE_RULES;
}

const char *logged_roll_notation(const struct logged_roll *roll)
{
    return json_string_value(json_object_get(roll->request, "notation"));
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

bool logged_roll_dice(const struct logged_roll *roll, struct entered_dice *out)
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
