#include "app/forecast/kept_forecasts.h"

#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast_play.h"
#include "app/sitting/result.h"
#include "app/log/address.h"
#include "app/sitting/collection.h"
#include "app/sitting/data.h"
#include "app/forecast/campaign_forecast.h"
#include "app/log/past.h"
#include "app/prepared/prepared.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "tracker/command.h"

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
        result_be_wrong(out, &err);
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
        out->kind = RESULT_DONE;
        text_format(out->label, sizeof out->label, "the forecast is kept");
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
    out->kind = RESULT_TOLD;
    if (fight_went(&went, sitting_state(sitting))) {
        kept_forecast_compare(&kept, &went, &text);
    } else {
        text_add(&text, "a forecast of %lld fights is kept; this fight is not over",
                 (long long)kept.fights);
    }
}
