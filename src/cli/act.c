#include "cli/act.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "resolver/request.h"

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

/* Members of an object as the resolver writes them for the log, so the two cannot differ. */
static json_t *members_json(const struct text *members)
{
    CHECK(!members->is_cut);
    json_t *json = json_loadb(members->p, (size_t)members->n, 0, NULL);
    CHECK(json != NULL);
    return json;
}

json_t *act_inputs_json(const struct inputs *inputs)
{
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    text_add_char(&text, '{');
    roll_request_format(&(struct roll_request){.inputs = inputs}, &text);
    text_add_char(&text, '}');
    json_t *request = members_json(&text);
    json_t *object = json_incref(json_object_get(request, "inputs"));
    json_decref(request);
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

json_t *act_outcome_json(const struct inputs *inputs, const struct outcome *outcome)
{
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    text_add_char(&text, '{');
    roll_outcome_format(&(struct roll_request){.inputs = inputs},
                        &(struct roll_outcome){.act = outcome}, &text);
    text_add_char(&text, '}');
    json_t *object = members_json(&text);
    if (inputs->action->list != NULL) {
        json_object_set_new(object, inputs->action->list_name, list_json(inputs));
    }
    return object;
}

json_t *act_trace_json(const struct trace *trace)
{
    /* Made from the same text as the log's, so the two cannot differ. */
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

json_t *act_trace_rules_json(const struct trace *trace)
{
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    trace_format_rules(trace, &text);
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
    json_object_set_new(answer, "rules", act_trace_rules_json(&run->trace));
    return answer;
}
