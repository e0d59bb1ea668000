#include "cli/act.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

/* ---- reading --------------------------------------------------------------------------- */

enum status act_read(struct inputs *out, char *const *words, int count, struct error *err)
{
    if (count < 1) {
        return error_set(err, STATUS_USAGE, "",
                         "a game and an action are missing; "
                         "`referee systems` lists them");
    }
    const struct system *system = system_named(str_of(words[0]), err);
    if (system == NULL) {
        return STATUS_USAGE;
    }
    if (count < 2) {
        return error_set(err, STATUS_USAGE, "",
                         "an action of %s is missing; "
                         "`referee systems %s` lists them",
                         system->id, system->id);
    }
    const struct action *action = action_named(system, str_of(words[1]), err);
    if (action == NULL) {
        return STATUS_USAGE;
    }
    inputs_begin(out, system, action);
    for (int i = 2; i < count; i++) {
        enum status status = inputs_give(out, str_of(words[i]), err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return inputs_finish(out, err);
}

enum status act_dice_of_one_roll(struct entered_dice *out, int count,
                                 const struct options *options, struct error *err)
{
    out->count = 0;
    if (options->dice == NULL) {
        return STATUS_OK;
    }
    if (count > 1) {
        return error_set(err, STATUS_USAGE, "", "--given has the dice of one roll, not of %d",
                         count);
    }
    return entered_dice_read(out, str_of(options->dice), err);
}

/* ---- running --------------------------------------------------------------------------- */

enum status act_run(struct act_run *out, const struct inputs *inputs,
                    const struct entered_dice *dice, struct dice_stream *stream,
                    struct error *err)
{
    struct dice thrown;
    dice_init_thrown(&thrown, *stream, dice->entered, dice->count, false, &out->trace);
    resolve_act(inputs, &thrown, &out->outcome);
    *stream = thrown.stream;
    return dice_finish(&thrown, err);
}

/* ---- writing --------------------------------------------------------------------------- */

static json_t *value_json(const struct inputs *inputs, int parameter)
{
    const struct value_def *def = &inputs->action->parameters[parameter];
    const struct input *input = &inputs->value[parameter];
    if (!input->is_set) {
        return json_null();
    }
    TEXT_BUFFER(text, DICE_TEXT_MAX + 1);
    input_format(inputs, parameter, &text);
    int64_t number;
    switch (def->kind) {
    case VALUE_NUMBER:
        return json_integer(input->number);
    case VALUE_DECIMAL:
        return json_real(input->decimal);
    case VALUE_FLAG:
        return json_boolean(input->number != 0);
    case VALUE_CHOICE: /* the sides of a die are a choice, and still a number */
        if (str_to_int64((struct str){text.p, text.n}, 0, INT32_MAX, &number)) {
            return json_integer(number);
        }
        break;
    case VALUE_DICE:
    case VALUE_SPAN:
        break;
    }
    return output_json_string((struct str){text.p, text.n});
}

json_t *act_inputs_json(const struct inputs *inputs)
{
    json_t *object = json_object();
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        json_object_set_new(object, inputs->action->parameters[i].name, value_json(inputs, i));
    }
    return object;
}

/* The rows of an action that lists, each an object of its columns. */
static json_t *list_json(const struct inputs *inputs)
{
    struct listing listing = {.rows = 0};
    inputs->action->list(inputs, &listing);
    json_t *rows = json_array();
    for (int i = 0; i < listing.rows; i++) {
        json_t *row = json_object();
        for (int k = 0; inputs->action->list_columns[k] != NULL; k++) {
            json_object_set_new(row, inputs->action->list_columns[k],
                                json_integer(listing.value[i][k]));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

/* A number that did not come about, as the extra degrees of a miss, is null. */
json_t *act_outcome_json(const struct inputs *inputs, const struct outcome *outcome)
{
    json_t *object = json_object();
    if (inputs->action->list != NULL) {
        json_object_set_new(object, inputs->action->list_name, list_json(inputs));
    }
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        const struct outcome_def *def = &inputs->action->outcomes[i];
        if (!outcome_is_listed(inputs, i)) {
            continue;
        }
        json_t *value = json_null();
        if (outcome->is_present[i]) {
            value = def->kind == OUTCOME_CHANCE ? json_boolean(outcome->value[i] != 0)
                                                : json_integer(outcome->value[i]);
        }
        json_object_set_new(object, def->name, value);
    }
    return object;
}

json_t *act_trace_json(const struct trace *trace)
{
    /* Made from the one text that the log keeps too, so that the two cannot differ. */
    int size = trace_json_size(trace);
    char *buf = malloc((size_t)size);
    CHECK(buf != NULL);
    struct text text = text_over(buf, size);
    trace_format_json(trace, &text);
    CHECK(!text.is_cut);
    json_t *json = json_loadb(text.p, (size_t)text.n, 0, NULL);
    CHECK(json != NULL);
    free(buf);
    return json;
}

json_t *act_trace_text_json(const struct trace *trace)
{
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    trace_format(trace, &text);
    return output_json_string((struct str){text.p, text.n});
}

json_t *act_json(const struct inputs *inputs, const struct act_run *run)
{
    json_t *answer = json_object();
    json_object_set_new(answer, "system", json_string(inputs->system->id));
    json_object_set_new(answer, "action", json_string(inputs->action->name));
    json_object_set_new(answer, "inputs", act_inputs_json(inputs));
    json_object_set_new(answer, "outcome", act_outcome_json(inputs, &run->outcome));
    json_object_set_new(answer, "trace", act_trace_json(&run->trace));
    json_object_set_new(answer, "text", act_trace_text_json(&run->trace));
    return answer;
}
