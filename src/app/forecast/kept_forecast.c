#include "app/forecast/kept_forecast.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast_words.h"
#include "base/json_text.h"
#include "base/utf8.h"
#include "games/games.h"

/* ---- from a forecast ------------------------------------------------------------------- */

void kept_forecast_of(struct kept_forecast *out, const struct forecast *forecast)
{
    const struct fight_tally *tally = &forecast->one[0].tally;
    const struct forecast_variant *variant = &forecast->variant[0];
    struct forecast_band band = forecast_band_won(forecast);
    memset(out, 0, sizeof *out);
    out->fights = tally->fights;
    out->first_round = variant->about.first_round;
    out->low = band.low;
    out->high = band.high;
    memcpy(out->ways, tally->ways, sizeof out->ways);
    memcpy(out->rounds, tally->rounds, sizeof out->rounds);
    for (int id = 1; id <= variant->start->count && out->falls < KEPT_FALLS_MAX; id++) {
        if (state_is_of_party(variant->start, id)) {
            struct kept_fall *fall = &out->fall[out->falls++];
            text_format(fall->name, sizeof fall->name, "%s", state_name(variant->start, id));
            fall->count = tally->falls[id - 1];
        }
    }
}

/* ---- how it went ----------------------------------------------------------------------- */

bool fight_went(struct fight_went *out, const struct state *state)
{
    memset(out, 0, sizeof *out);
    struct text names = text_over(out->fallen, sizeof out->fallen);
    for (int id = 1; id <= state->count; id++) {
        if (state_is_of_party(state, id) &&
            fight_has_fallen(games_find(state_system(state)), state, id)) {
            text_add_item(&names, state_name(state, id));
            out->falls++;
        }
    }
    out->round = state->value[ENCOUNTER_ROUND];
    return state->count > 0 && out->round > 0 && fight_is_over(state, &out->end);
}

/* The better an end, the higher. */
static int rank_of(enum fight_end end)
{
    static const int rank[FIGHT_ENDS] = {
        [FIGHT_WON] = 3, [FIGHT_FLED] = 2, [FIGHT_STALEMATE] = 1, [FIGHT_LOST] = 0};
    return rank[end];
}

double kept_forecast_share(const struct kept_forecast *kept, const struct fight_went *went)
{
    double worse = 0, all = 0;
    int own_falls = went->falls < TALLY_FALLS ? went->falls : TALLY_FALLS - 1;
    for (int end = 0; end < FIGHT_ENDS; end++) {
        int rank = rank_of((enum fight_end)end), own = rank_of(went->end);
        for (int falls = 0; falls < TALLY_FALLS; falls++) {
            double count = (double)kept->ways[end][falls];
            bool is_equal = rank == own && falls == own_falls;
            bool is_worse = rank < own || (rank == own && falls > own_falls);
            all += count;
            worse += is_worse ? count : is_equal ? count / 2 : 0;
        }
    }
    return all > 0 ? worse / all : 0.5;
}

/* "won in round 4, nobody fell" */
static void add_went(struct text *out, const struct fight_went *went)
{
    static const char *const words[FIGHT_ENDS] = {[FIGHT_WON] = "won",
                                                  [FIGHT_FLED] = "fled",
                                                  [FIGHT_STALEMATE] = "was still fighting",
                                                  [FIGHT_LOST] = "lost"};
    text_add(out, "%s in round %d, ", words[went->end], went->round);
    if (went->falls == 0) {
        text_add(out, "nobody fell");
    } else {
        text_add(out, "%s fell", went->fallen);
    }
}

void kept_forecast_compare(const struct kept_forecast *kept, const struct fight_went *went,
                           struct text *out)
{
    int64_t won = 0, sum = 0, weighed = 0;
    for (int falls = 0; falls < TALLY_FALLS; falls++) {
        won += kept->ways[FIGHT_WON][falls];
    }
    for (int i = 0; i < TALLY_ROUNDS; i++) {
        weighed += kept->rounds[i] * (kept->first_round + i);
    }
    for (int i = 0; i < kept->falls; i++) {
        sum += kept->fall[i].count;
    }
    int tenths = (int)(kept_forecast_share(kept, went) * 10 + 0.5);
    text_add(out, "The party ");
    add_went(out, went);
    text_add(out, ": this went better than %d of 10 fights of the forecast", tenths);
    if (kept->fights > 0) {
        struct interval chance = interval_of_chance(won, kept->fights);
        text_add(out, ". It gave the party ");
        forecast_add_chance(out, &chance);
        text_add(out, " (");
        forecast_add_range(out, kept->low, kept->high);
        text_add(out, " by how both sides fight), ");
        text_add_average(out, (double)weighed / (double)kept->fights);
        text_add(out, " rounds and ");
        text_add_average(out, (double)sum / (double)kept->fights);
        text_add(out, " falls on average");
    }
    for (int i = 0; i < kept->falls && kept->fights > 0; i++) {
        struct interval chance = interval_of_chance(kept->fall[i].count, kept->fights);
        text_add(out, "%s%s ", i == 0 ? "; falls: " : ", ", kept->fall[i].name);
        forecast_add_chance(out, &chance);
    }
    if (kept->first_round > 1) {
        text_add(out, ". It was made in round %d", kept->first_round);
    }
    text_add(out, ".");
}

void kept_forecast_line(const struct kept_forecast *kept, const struct fight_went *went,
                        struct text *out)
{
    if (kept->first_round > 1) {
        text_add(out, "forecast in round %d: the party wins ", kept->first_round);
    } else {
        text_add(out, "forecast before: the party wins ");
    }
    forecast_add_range(out, kept->low, kept->high);
    if (went != NULL) {
        text_add(out, "; it ");
        add_went(out, went);
    }
}

/* ---- as JSON --------------------------------------------------------------------------- */

/* Without the zeros at the end. */
static void add_counts(struct text *out, const int64_t *count, int most)
{
    while (most > 0 && count[most - 1] == 0) {
        most--;
    }
    text_add(out, "[");
    for (int i = 0; i < most; i++) {
        text_add(out, "%s%" PRId64, i > 0 ? "," : "", count[i]);
    }
    text_add(out, "]");
}

void kept_forecast_write_json(const struct kept_forecast *kept, struct text *out)
{
    text_add(out, "{\"fights\":%" PRId64 ",\"first_round\":%d,\"low\":", kept->fights,
             kept->first_round);
    json_text_real(out, kept->low);
    text_add(out, ",\"high\":");
    json_text_real(out, kept->high);
    for (int end = 0; end < FIGHT_ENDS; end++) {
        text_add(out, ",\"%s\":", fight_end_name((enum fight_end)end));
        add_counts(out, kept->ways[end], TALLY_FALLS);
    }
    text_add(out, ",\"rounds\":");
    add_counts(out, kept->rounds, TALLY_ROUNDS);
    text_add(out, ",\"falls\":{");
    for (int i = 0; i < kept->falls; i++) {
        text_add(out, "%s", i > 0 ? "," : "");
        json_text_string(out, kept->fall[i].name);
        text_add(out, ":%" PRId64, kept->fall[i].count);
    }
    text_add(out, "}}");
}

static int64_t count_of(const json_t *value)
{
    json_int_t number = json_integer_value(value);
    return number < 0 ? 0 : number > FORECAST_FIGHTS_MAX ? FORECAST_FIGHTS_MAX : number;
}

static double chance_of(const json_t *value)
{
    double number = json_number_value(value);
    return number > 0 && number < 1 ? number : number >= 1 ? 1 : 0;
}

static void read_counts(int64_t *out, int most, const json_t *list)
{
    for (int i = 0; i < most; i++) {
        out[i] = count_of(json_array_get(list, (size_t)i));
    }
}

bool kept_forecast_read_json(struct kept_forecast *out, struct str json)
{
    memset(out, 0, sizeof *out);
    json_t *object = json_loadb(json.p, (size_t)json.n, 0, NULL);
    out->fights = count_of(json_object_get(object, "fights"));
    int64_t first = count_of(json_object_get(object, "first_round"));
    out->first_round = first < 1 ? 1 : (int)first;
    out->low = chance_of(json_object_get(object, "low"));
    out->high = chance_of(json_object_get(object, "high"));
    for (int end = 0; end < FIGHT_ENDS; end++) {
        const json_t *list = json_object_get(object, fight_end_name((enum fight_end)end));
        read_counts(out->ways[end], TALLY_FALLS, list);
    }
    read_counts(out->rounds, TALLY_ROUNDS, json_object_get(object, "rounds"));
    const char *name;
    json_t *count;
    json_object_foreach(json_object_get(object, "falls"), name, count)
    {
        if (out->falls < KEPT_FALLS_MAX) {
            struct kept_fall *fall = &out->fall[out->falls++];
            utf8_clean(fall->name, sizeof fall->name, str_of(name));
            fall->count = count_of(count);
        }
    }
    json_decref(object);
    return out->fights > 0;
}
