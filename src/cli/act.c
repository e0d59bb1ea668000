#include "cli/act.h"

#include <stdlib.h>
#include <string.h>

#include "app/report/report.h"
#include "cli/output.h"
#include "resolver/dice/dice_expr_distribution.h"
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
            report_set_whole(row, inputs->action->list_columns[k], listing.value[i][k]);
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *act_outcome_json(const struct inputs *inputs, const struct outcome *outcome)
{
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    text_add_char(&text, '{');
    roll_outcome_format(&(struct roll_request){.inputs = inputs},
                        &(struct roll_outcome){.act = outcome}, &text);
    text_add_char(&text, '}');
    json_t *object = members_json(&text);
    if (inputs->action->list != NULL) {
        report_set(object, inputs->action->list_name, list_json(inputs));
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
    return report_string((struct str){text.p, text.n});
}

/* The rules that it cites, as in the log: "5.14 5.19". */
static json_t *act_trace_rules_json(const struct trace *trace)
{
    TEXT_BUFFER(text, OUTPUT_LINE_MAX);
    trace_format_rules(trace, &text);
    return report_string((struct str){text.p, text.n});
}

json_t *act_json(const struct inputs *inputs, const struct act_run *run)
{
    json_t *answer = json_object();
    report_set_words(answer, "system", inputs->system->id);
    report_set_words(answer, "action", inputs->action->name);
    report_set(answer, "inputs", act_inputs_json(inputs));
    report_set(answer, "outcome", act_outcome_json(inputs, &run->outcome));
    report_set(answer, "trace", act_trace_json(&run->trace));
    report_set(answer, "text", act_trace_text_json(&run->trace));
    report_set(answer, "rules", act_trace_rules_json(&run->trace));
    return answer;
}

enum { MEMORY_SIZE = 256 << 20 };

enum status odds_room_take(struct odds_room *out, struct error *err)
{
    out->memory = malloc(MEMORY_SIZE);
    if (out->memory == NULL) {
        return error_set(err, STATUS_IO, "",
                         "exact odds need %d MiB of memory, which are not available",
                         MEMORY_SIZE >> 20);
    }
    arena_init(&out->arena, out->memory, MEMORY_SIZE);
    return STATUS_OK;
}

void odds_room_free(struct odds_room *room)
{
    free(room->memory);
}

enum status odds_of_notation(struct notation_odds *out, const struct dice_expr *expr,
                             struct odds_room *room, struct error *err)
{
    struct distribution distribution;
    enum status status = dice_expr_distribution(&distribution, expr, &room->arena, err);
    if (status == STATUS_OK) {
        status = odds_numbers_of(&out->numbers, &distribution, &room->arena, err);
    }
    if (status == STATUS_OK) {
        out->unresolved = distribution.missing;
    }
    return status;
}

/* ---- JSON ------------------------------------------------------------------------------ */

static json_t *numbers_json(const struct odds_numbers *numbers)
{
    json_t *object = json_object();
    for (int i = 0; i < numbers->count; i++) {
        TEXT_BUFFER(text, 24);
        text_add(&text, "%lld", (long long)numbers->value[i]);
        report_set_real(object, text.p, true, numbers->mass[i]);
    }
    return object;
}

json_t *odds_act_json(const struct inputs *inputs, const struct odds *odds)
{
    json_t *probabilities = json_object();
    json_t *distributions = json_object();
    json_t *means = json_object();
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        const struct outcome_def *def = &inputs->action->outcomes[i];
        if (!odds->is_listed[i]) {
            continue;
        }
        if (def->kind == OUTCOME_CHANCE) {
            report_set_real(probabilities, def->name, true, odds->chance[i]);
        } else {
            report_set(distributions, def->name, numbers_json(&odds->numbers[i]));
            report_set_real(means, def->name, true, odds->numbers[i].mean);
        }
    }
    json_t *answer = json_object();
    report_set_words(answer, "system", inputs->system->id);
    report_set_words(answer, "action", inputs->action->name);
    report_set(answer, "inputs", act_inputs_json(inputs));
    report_set(answer, "probabilities", probabilities);
    report_set(answer, "distributions", distributions);
    report_set(answer, "mean", means);
    report_set_real(answer, "unresolved", true, odds->unresolved);
    return answer;
}

static json_t *total_json(json_t *value)
{
    json_t *object = json_object();
    report_set(object, "total", value);
    return object;
}

json_t *odds_notation_json(const struct dice_expr *expr, const char *typed,
                           const struct notation_odds *odds)
{
    TEXT_BUFFER(notation, DICE_TEXT_MAX + 1);
    dice_expr_format(expr, &notation);
    json_t *answer = json_object();
    report_set_words(answer, "notation", notation.p);
    if (typed[0] != '\0') {
        report_set_words(answer, "typed", typed);
    }
    report_set(answer, "distributions", total_json(numbers_json(&odds->numbers)));
    report_set(answer, "mean", total_json(json_real(odds->numbers.mean)));
    report_set(answer, "deviation", total_json(json_real(odds->numbers.deviation)));
    report_set_real(answer, "unresolved", true, odds->unresolved);
    return answer;
}
