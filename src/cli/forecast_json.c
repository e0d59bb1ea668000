#include "cli/forecast_json.h"

#include "app/forecast/forecast_words.h"
#include "cli/output.h"
#include "tracker/combatant_fields.h"
#include "tracker/procedure.h"

static const char *side_name(int side)
{
    return side == SIDE_PARTY ? "party" : "foes";
}

/* A combatant's number in a round: "3". */
static void set_at(json_t *object, int number, json_t *value)
{
    TEXT_BUFFER(key, 16);
    text_add(&key, "%d", number);
    json_object_set_new(object, key.p, value);
}

static json_t *real_or_null(bool is_known, double number)
{
    return is_known ? json_real(number) : json_null();
}

static json_t *chance_json(int64_t count, int64_t of)
{
    struct interval chance = interval_of_chance(count, of);
    json_t *object = json_object();
    json_object_set_new(object, "chance", real_or_null(of > 0, chance.middle));
    json_object_set_new(object, "low", real_or_null(of > 0, chance.low));
    json_object_set_new(object, "high", real_or_null(of > 0, chance.high));
    return object;
}

static json_t *average_json(int64_t sum, int64_t squares, int64_t of)
{
    struct interval average = interval_of_average(sum, squares, of);
    json_t *object = json_object();
    json_object_set_new(object, "mean", real_or_null(of > 0, average.middle));
    json_object_set_new(object, "low", real_or_null(of > 0, average.low));
    json_object_set_new(object, "high", real_or_null(of > 0, average.high));
    return object;
}

/* The share of the fights for each round in which there was one. */
static json_t *rounds_json(const int64_t *rounds, int first, int64_t of)
{
    json_t *object = json_object();
    for (int i = 0; i < TALLY_ROUNDS; i++) {
        if (rounds[i] > 0) {
            set_at(object, first + i, json_real((double)rounds[i] / (double)of));
        }
    }
    return object;
}

/* ---- one forecast ---------------------------------------------------------------------- */

/* Of kinds and combatants. */
static void add_policies(json_t *object, const struct forecast_follows *follows, int count)
{
    for (int i = 0; i < count; i++) {
        if (follows[i].who != FORECAST_SIDE) {
            json_t *key = output_json_string(str_of(follows[i].name));
            json_object_set_new(object, json_string_value(key),
                                json_string(follows[i].policy->name));
            json_decref(key);
        }
    }
}

static json_t *policy_json(const struct forecast *forecast, const struct forecast_one *one)
{
    json_t *object = json_object();
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        json_object_set_new(object, side_name(side), json_string(one->side[side]->name));
    }
    const struct forecast_variant *variant = &forecast->variant[one->variant];
    add_policies(object, variant->kept, variant->kept_count);
    add_policies(object, forecast->follows, forecast->follows_count);
    return object;
}

static json_t *uses_json(const struct fight_tally_about *about, const struct fight_tally *tally,
                         int id)
{
    json_t *object = json_object();
    for (int i = 0; i < about->uses && tally->fights > 0; i++) {
        if (about->use[i].id == id) {
            json_t *key = output_json_string(str_of(about->use[i].label));
            json_object_set_new(object, json_string_value(key),
                                json_real((double)tally->uses_left[i] / (double)tally->fights));
            json_decref(key);
        }
    }
    return object;
}

static json_t *combatants_json(const struct forecast_variant *variant,
                               const struct fight_tally *tally)
{
    json_t *array = json_array();
    const struct state *state = variant->start;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_present(state, id)) {
            continue;
        }
        json_t *object = json_object();
        int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
        json_object_set_new(object, "name", output_json_string(str_of(state_name(state, id))));
        json_object_set_new(object, "side", json_string(side_name(side)));
        json_object_set_new(object, "falls", chance_json(tally->falls[id - 1], tally->fights));
        json_object_set_new(object, "hp_left",
                            real_or_null(tally->fights > 0,
                                         (double)tally->hp_left[id - 1] /
                                             (double)(tally->fights > 0 ? tally->fights : 1)));
        json_object_set_new(object, "uses_left", uses_json(&variant->about, tally, id));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *breaks_json(const struct forecast_variant *variant,
                           const struct fight_tally *tally)
{
    json_t *object = json_object();
    for (int id = 1; id <= variant->start->count; id++) {
        if (tally->breaks[id - 1] == 0) {
            continue;
        }
        json_t *group = json_object();
        json_object_set_new(group, "chance",
                            json_real((double)tally->breaks[id - 1] / (double)tally->fights));
        json_object_set_new(group, "rounds",
                            rounds_json(tally->break_rounds[id - 1], variant->about.first_round,
                                        tally->fights));
        TEXT_BUFFER(name, NAME_SIZE + 8);
        group_name(variant->start, id, &name);
        json_t *key = output_json_string((struct str){name.p, name.n});
        json_object_set_new(object, json_string_value(key), group);
        json_decref(key);
    }
    return object;
}

static json_t *difference_json(const struct fight_tally_difference *difference)
{
    json_t *object = json_object();
    json_object_set_new(
        object, "won",
        average_json(difference->won, difference->won_squares, difference->pairs));
    json_object_set_new(
        object, "falls",
        average_json(difference->falls, difference->falls_squares, difference->pairs));
    json_object_set_new(
        object, "rounds",
        average_json(difference->rounds, difference->rounds_squares, difference->pairs));
    return object;
}

/* Null when most of the fights end. */
static json_t *endless_json(const struct forecast *forecast, const struct forecast_one *one)
{
    enum forecast_endless endless = forecast_endless(one);
    if (endless == FORECAST_ENDS) {
        return json_null();
    }
    json_t *object = json_object(), *assume = json_array();
    const char *const *words = forecast_endless_assume(forecast, endless);
    for (int i = 0; words[i] != NULL; i++) {
        json_array_append_new(assume, json_string(words[i]));
    }
    TEXT_BUFFER(text, 400);
    forecast_why_endless(forecast, one, &text);
    json_object_set_new(object, "why", json_string(forecast_endless_name(endless)));
    json_object_set_new(object, "assume", assume);
    json_object_set_new(object, "text", output_json_string((struct str){text.p, text.n}));
    return object;
}

/* What needs an answer is not known: its chances are null. */
static json_t *one_json(const struct forecast *forecast, const struct forecast_one *one)
{
    const struct forecast_variant *variant = &forecast->variant[one->variant];
    static const struct fight_tally nothing;
    const char *needs = forecast_needs(one);
    const struct fight_tally *tally = needs[0] == '\0' ? &one->tally : &nothing;
    json_t *object = json_object(), *ends = json_object(), *list = json_array();
    if (needs[0] != '\0') {
        json_array_append_new(list, output_json_string(str_of(needs)));
    }
    for (int end = 0; end < FIGHT_ENDS; end++) {
        json_object_set_new(ends, fight_end_name((enum fight_end)end),
                            chance_json(tally->ends[end], tally->fights));
    }
    json_object_set_new(object, "what_if", output_json_string(str_of(variant->what_if)));
    json_object_set_new(object, "policy", policy_json(forecast, one));
    json_object_set_new(object, "fights", json_integer(tally->fights));
    json_object_set_new(object, "needs", list);
    json_object_set_new(object, "ends", ends);
    json_object_set_new(object, "endless", endless_json(forecast, one));
    json_object_set_new(object, "rounds",
                        rounds_json(tally->rounds, variant->about.first_round, tally->fights));
    json_object_set_new(object, "combatants", combatants_json(variant, tally));
    json_object_set_new(object, "morale_breaks", breaks_json(variant, tally));
    json_object_set_new(object, "difference", difference_json(&tally->difference));
    return object;
}

/* ---- the document ---------------------------------------------------------------------- */

static json_t *between(struct forecast_band band, bool is_known)
{
    json_t *object = json_object();
    json_object_set_new(object, "low", real_or_null(is_known, band.low));
    json_object_set_new(object, "high", real_or_null(is_known, band.high));
    return object;
}

static json_t *band_json(const struct forecast *forecast)
{
    const struct state *state = forecast->variant[0].start;
    json_t *object = json_object(), *falls = json_object();
    bool is_known = forecast->fights > 0;
    for (int i = 0; i < forecast->pairs; i++) {
        is_known = is_known && forecast_needs(&forecast->one[i])[0] == '\0';
    }
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            json_t *key = output_json_string(str_of(state_name(state, id)));
            json_object_set_new(falls, json_string_value(key),
                                between(forecast_band_falls(forecast, id), is_known));
            json_decref(key);
        }
    }
    json_object_set_new(object, "won", between(forecast_band_won(forecast), is_known));
    json_object_set_new(object, "falls", falls);
    return object;
}

static json_t *assumed_json(const struct forecast *forecast)
{
    const struct assumption_def *def = forecast->from.procedure->assumptions;
    json_t *object = json_object();
    for (int i = 0; def != NULL && def[i].name != NULL; i++) {
        json_object_set_new(object, def[i].name, json_string(forecast_assumed(forecast, i)));
    }
    return object;
}

void forecast_print_json(const struct forecast *forecast,
                         const struct forecast_trials_told *trials)
{
    json_t *document = json_object(), *list = json_array();
    for (int i = 0; i < forecast->ones; i++) {
        json_array_append_new(list, one_json(forecast, &forecast->one[i]));
    }
    json_object_set_new(document, "encounter", output_json_string_or_null(forecast->encounter));
    json_object_set_new(document, "at", output_json_string_or_null(forecast->at));
    json_object_set_new(document, "system", json_string(forecast->system->id));
    json_object_set_new(document, "round",
                        json_integer(forecast->from.state->value[ENCOUNTER_ROUND]));
    json_object_set_new(document, "seed", json_integer((json_int_t)forecast->rules.seed));
    json_object_set_new(document, "assumed", assumed_json(forecast));
    json_object_set_new(document, "forecasts", list);
    json_object_set_new(document, "band", band_json(forecast));
    json_object_set_new(document, "without", forecast_without_json(&trials->without));
    json_object_set_new(document, "answers", forecast_answers_json(trials));
    output_json(document);
}
