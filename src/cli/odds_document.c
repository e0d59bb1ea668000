#include "cli/odds_document.h"

#include <stdlib.h>

#include "cli/act.h"
#include "cli/output.h"
#include "resolver/dice/dice_expr_distribution.h"

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
        json_object_set_new(object, text.p, json_real(numbers->mass[i]));
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
            json_object_set_new(probabilities, def->name, json_real(odds->chance[i]));
        } else {
            json_object_set_new(distributions, def->name, numbers_json(&odds->numbers[i]));
            json_object_set_new(means, def->name, json_real(odds->numbers[i].mean));
        }
    }
    json_t *answer = json_object();
    json_object_set_new(answer, "system", json_string(inputs->system->id));
    json_object_set_new(answer, "action", json_string(inputs->action->name));
    json_object_set_new(answer, "inputs", act_inputs_json(inputs));
    json_object_set_new(answer, "probabilities", probabilities);
    json_object_set_new(answer, "distributions", distributions);
    json_object_set_new(answer, "mean", means);
    json_object_set_new(answer, "unresolved", json_real(odds->unresolved));
    return answer;
}

static json_t *total_json(json_t *value)
{
    json_t *object = json_object();
    json_object_set_new(object, "total", value);
    return object;
}

json_t *odds_notation_json(const struct dice_expr *expr, const char *typed,
                           const struct notation_odds *odds)
{
    TEXT_BUFFER(notation, DICE_TEXT_MAX + 1);
    dice_expr_format(expr, &notation);
    json_t *answer = json_object();
    json_object_set_new(answer, "notation", json_string(notation.p));
    if (typed[0] != '\0') {
        json_object_set_new(answer, "typed", output_json_string(str_of(typed)));
    }
    json_object_set_new(answer, "distributions", total_json(numbers_json(&odds->numbers)));
    json_object_set_new(answer, "mean", total_json(json_real(odds->numbers.mean)));
    json_object_set_new(answer, "deviation", total_json(json_real(odds->numbers.deviation)));
    json_object_set_new(answer, "unresolved", json_real(odds->unresolved));
    return answer;
}
