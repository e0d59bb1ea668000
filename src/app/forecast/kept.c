#include "app/forecast/kept.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/begin.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "app/forecast/play.h"
#include "app/log/address.h"
#include "app/sitting/collection.h"
#include "app/log/past.h"
#include "app/prepared/prepared.h"
#include "app/sitting/data.h"
#include "app/sitting/result.h"
#include "app/sitting/state.h"
#include "base/json_text.h"
#include "base/utf8.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/command.h"

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
        report_format_chance(out, &chance);
        text_add(out, " (");
        report_format_range(out, kept->low, kept->high);
        text_add(out, " by how both sides fight), ");
        text_add_average(out, (double)weighed / (double)kept->fights);
        text_add(out, " rounds and ");
        text_add_average(out, (double)sum / (double)kept->fights);
        text_add(out, " falls on average");
    }
    for (int i = 0; i < kept->falls && kept->fights > 0; i++) {
        struct interval chance = interval_of_chance(kept->fall[i].count, kept->fights);
        text_add(out, "%s%s ", i == 0 ? "; falls: " : ", ", kept->fall[i].name);
        report_format_chance(out, &chance);
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
    report_format_range(out, kept->low, kept->high);
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

enum { STOOD_SIZE = 16 << 10 };

#define WHAT_IFS_FIELD "what_ifs"
#define STOOD_FIELD "stood"

const struct collection forecast_collection = {.thing = "forecast",
                                               .field = STOOD_FIELD,
                                               .commands = "forecast",
                                               .nothing_done =
                                                   "nothing was changed in the kept forecasts"};

static const struct collection forecast_prepared_collection = {.thing = "forecast_prepared"};

static const struct collection *collection_of(struct kept_owner owner)
{
    return owner.is_prepared ? &forecast_prepared_collection : &forecast_collection;
}

/* ---- reading --------------------------------------------------------------------------- */

struct reading {
    struct kept_forecast *kept;
    char *lines;
    bool is_found; /* also what was dropped since, or cannot be read */
    bool is_kept;  /* `kept` is filled in */
};

static bool see_stood(void *context, const struct change *change)
{
    struct reading *reading = context;
    reading->is_found = true;
    reading->is_kept = change->is_set && kept_forecast_read_json(reading->kept, change->new);
    return false;
}

static bool see_lines(void *context, const struct change *change)
{
    struct reading *reading = context;
    reading->is_found = true;
    if (change->is_set) {
        text_copy(reading->lines, KEPT_WHAT_IFS_SIZE, change->new);
    }
    return false;
}

static enum status read_own(struct reading *reading, struct sitting *sitting,
                            struct kept_owner owner, const char *field, see_change_fn *see,
                            struct error *err)
{
    enum status status = changes_value(sitting->campaign, str_of(collection_of(owner)->thing),
                                       owner.id, str_of(field), see, reading, err);
    return status == STATUS_MISSING ? STATUS_OK : status;
}

/* What is kept with it; else, of a fight, with the prepared encounter that it began from. */
static enum status read_field(struct reading *reading, struct sitting *sitting,
                              struct kept_owner owner, const char *field, see_change_fn *see,
                              struct error *err)
{
    if (owner.id == 0) {
        return STATUS_OK;
    }
    enum status status = read_own(reading, sitting, owner, field, see, err);
    if (status == STATUS_OK && !reading->is_found && !owner.is_prepared) {
        struct kept_owner prepared = {.is_prepared = true};
        status = sitting_prepared_of(sitting, owner.id, &prepared.id, err);
        if (status == STATUS_OK) {
            status = read_own(reading, sitting, prepared, field, see, err);
        } else if (status == STATUS_MISSING) {
            status = STATUS_OK;
        }
    }
    return status;
}

enum status sitting_kept_forecast(struct kept_forecast *out, struct sitting *sitting,
                                  struct kept_owner owner, struct error *err)
{
    struct reading reading = {.kept = out};
    enum status status = read_field(&reading, sitting, owner, STOOD_FIELD, see_stood, err);
    return status == STATUS_OK && !reading.is_kept
               ? error_set(err, STATUS_MISSING, "", "no forecast was kept before this fight")
               : status;
}

/* Changes of one owner, up to an act. */
struct reading_before {
    struct reading reading;
    int64_t id;
    const struct act_row *act;
};

/* Where a change stands among the acts is known since it is written with it; before, its time
 * has to do. */
static bool see_before(void *context, const struct change *change)
{
    struct reading_before *before = context;
    bool is_earlier = change->after >= 0 ? change->after < before->act->id
                                         : change->at_ms <= before->act->at_ms;
    if (is_earlier && change->thing_id == before->id && str_equal(change->field, STOOD_FIELD)) {
        see_stood(&before->reading, change);
    }
    return true;
}

enum status sitting_kept_forecast_before(struct kept_forecast *out, struct sitting *sitting,
                                         int64_t encounter, const struct act_row *act,
                                         struct error *err)
{
    struct reading_before before = {.reading = {.kept = out}, .id = encounter, .act = act};
    enum status status = changes_of(sitting->campaign, str_of(forecast_collection.thing), 0,
                                    see_before, &before, err);
    if (status == STATUS_OK && !before.reading.is_found) {
        status = sitting_prepared_of(sitting, encounter, &before.id, err);
        if (status == STATUS_OK) {
            status = changes_of(sitting->campaign, str_of(forecast_prepared_collection.thing),
                                0, see_before, &before, err);
        } else if (status == STATUS_MISSING) {
            status = STATUS_OK;
        }
    }
    return status == STATUS_OK && !before.reading.is_kept
               ? error_set(err, STATUS_MISSING, "", "no forecast was kept before this fight")
               : status;
}

enum status sitting_kept_what_ifs(struct sitting *sitting, struct kept_owner owner, char *out,
                                  struct error *err)
{
    struct reading reading = {.lines = out};
    out[0] = '\0';
    return read_field(&reading, sitting, owner, WHAT_IFS_FIELD, see_lines, err);
}

void sitting_add_kept_line(struct sitting *sitting, int64_t encounter,
                           const struct state *state, struct text *out)
{
    struct error err;
    struct kept_forecast kept;
    struct fight_went went;
    struct kept_owner owner = {.id = encounter};
    if (sitting_kept_forecast(&kept, sitting, owner, &err) == STATUS_OK) {
        bool is_over = state != NULL && fight_went(&went, state);
        kept_forecast_line(&kept, is_over ? &went : NULL, out);
    }
}

void sitting_add_kept_line_of(struct sitting *sitting, const char *name, struct text *out)
{
    struct error err;
    struct past *past;
    struct encounter_row row = sitting->encounter;
    bool is_there =
        name == NULL || sitting_find_encounter(sitting, name, &row, &err) == STATUS_OK;
    if (is_there && past_open_of(&past, sitting, row.id, -1, &err) == STATUS_OK) {
        sitting_add_kept_line(sitting, row.id, sitting_state(past_then(past)), out);
        past_close(past);
    }
}

/* ---- keeping --------------------------------------------------------------------------- */

static enum status append(struct sitting *sitting, struct kept_owner owner, const char *field,
                          const char *value, const char *line, struct error *err)
{
    struct collection_step step = {.of = collection_of(owner), .line = line};
    collection_set(&step, owner.id, field, value);
    return collection_append(sitting, &step, err);
}

enum status sitting_keep_forecast(struct sitting *sitting, struct kept_owner owner,
                                  const struct kept_forecast *kept, const char *name,
                                  struct error *err)
{
    char *json = calloc(1, STOOD_SIZE);
    CHECK(json != NULL);
    struct text text = text_over(json, STOOD_SIZE);
    TEXT_BUFFER(line, 160);
    if (kept != NULL) {
        kept_forecast_write_json(kept, &text);
    }
    text_add(&line, "the forecast of %s is %s", name, kept != NULL ? "kept" : "not kept");
    enum status status = append(sitting, owner, STOOD_FIELD, json, line.p, err);
    free(json);
    return status;
}

enum status sitting_keep_what_ifs(struct sitting *sitting, struct kept_owner owner,
                                  const char *lines, const char *name, struct error *err)
{
    TEXT_BUFFER(line, 160);
    text_add(&line, "what-ifs of %s", name);
    return append(sitting, owner, WHAT_IFS_FIELD, lines, line.p, err);
}

/* ---- commands -------------------------------------------------------------------------- */

static struct kept_owner owner_of(const struct sitting *sitting)
{
    return (struct kept_owner){.id = sitting->encounter.id};
}

void sitting_run_forecast_keep(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    struct error err;
    struct forecast *forecast;
    struct forecast_from from;
    struct forecast_wish wish = {.fights = FORECAST_FIGHTS_USUAL};
    (void)command;
    if (!sitting_may_change(sitting, out)) {
        return;
    }
    sitting_forecast_open(sitting, &from);
    if (forecast_new(&forecast, &from, &wish, &err) != STATUS_OK) {
        result_fail(out, &err);
        return;
    }
    forecast_play(forecast, NULL);
    struct kept_forecast kept;
    kept_forecast_of(&kept, forecast);
    forecast_free(forecast);
    if (kept.fights == 0) {
        error_set(&err, STATUS_USAGE, "",
                  "nothing is known yet: no fight was played to its end; `forecast` tells why");
        result_be_wrong(out, &err);
    } else if (sitting_keep_forecast(sitting, owner_of(sitting), &kept,
                                     sitting_encounter_name(sitting), &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        result_label(out, "the forecast is kept");
        text_format(out->text, sizeof out->text,
                    "the forecast is kept; `forecast-kept` compares it with the fight");
    }
}

void sitting_run_forecast_kept(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    struct error err;
    struct kept_forecast kept;
    struct fight_went went;
    struct text text = text_over(out->text, sizeof out->text);
    (void)command;
    enum status status = sitting_kept_forecast(&kept, sitting, owner_of(sitting), &err);
    if (status == STATUS_MISSING) {
        error_set(&err, STATUS_USAGE, "",
                  "no forecast was kept before this fight: forecast-keep does it");
        result_be_wrong(out, &err);
        return;
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (fight_went(&went, sitting_state(sitting))) {
        kept_forecast_compare(&kept, &went, &text);
    } else {
        text_add(&text, "a forecast of %lld fights is kept; this fight is not over",
                 (long long)kept.fights);
    }
}
