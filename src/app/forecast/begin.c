#include "app/forecast/begin.h"

#include <stdlib.h>

#include "app/prepared/prepared_run.h"
#include "app/library/record_library.h"
#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/log/past.h"
#include "app/prepared/prepared.h"
#include "app/sitting/state.h"
#include "games/games.h"

/* No encounter has this number, so that the dice of a prepared encounter are not those that it
 * will begin with. */
enum { NO_ENCOUNTER = INT32_MAX };

static void add_tables(struct sitting *sitting, struct forecast_from *out)
{
    sitting_need_files(sitting);
    out->tables = sitting->tables != NULL ? table_library_tables(sitting->tables) : NULL;
}

static void add_files(struct sitting *sitting, const struct system *system,
                      struct forecast_from *out)
{
    add_tables(sitting, out);
    sitting_open_library(sitting, system);
    out->library = sitting->library != NULL ? record_library(sitting->library) : NULL;
}

void sitting_forecast_open(struct sitting *sitting, struct forecast_from *out)
{
    *out = (struct forecast_from){.state = sitting_state(sitting),
                                  .procedure = sitting_procedure(sitting),
                                  .encounter = sitting_encounter_name(sitting),
                                  .at = ""};
    add_files(sitting, state_system(out->state), out);
}

/* ---- prepared encounters --------------------------------------------------------------- */

static enum status run_prepared(struct sitting *sitting,
                                const struct sitting_prepared *prepared, const char *text,
                                struct state *own, struct error *err)
{
    struct prepared_run *run = calloc(1, sizeof *run);
    CHECK(run != NULL);
    struct prepared_options options = {
        .text = str_of(text), .file = prepared->name, .encounter = NO_ENCOUNTER};
    err->code = STATUS_OK;
    if (prepared_run(run, sitting, &options)) {
        state_copy(own, run->at);
    } else if (run->diagnostics.count > 0) {
        *err = run->diagnostics.diagnostic[0];
        err->code = STATUS_USAGE;
    } else {
        error_set(err, STATUS_USAGE, prepared->name, "it leaves open: %.200s",
                  run->question.prompt);
    }
    prepared_run_done(run);
    free(run);
    return err->code;
}

static enum status from_prepared(struct sitting *sitting,
                                 const struct sitting_prepared *prepared, struct state **own,
                                 struct error *err)
{
    char *text = malloc(PREPARED_TEXT_SIZE);
    CHECK(text != NULL);
    enum status status = sitting_prepared_text(sitting, prepared->id, text, err);
    if (status == STATUS_OK) {
        *own = calloc(1, sizeof **own);
        CHECK(*own != NULL);
        status = run_prepared(sitting, prepared, text, *own, err);
    }
    free(text);
    return status;
}

enum status sitting_forecast_prepared(struct sitting_forecast *out, struct sitting *sitting,
                                      const struct sitting_prepared *prepared,
                                      struct error *err)
{
    *out = (struct sitting_forecast){.own = NULL};
    if (from_prepared(sitting, prepared, &out->own, err) != STATUS_OK) {
        sitting_forecast_done(out);
        return err->code;
    }
    text_format(out->name, sizeof out->name, "%s", prepared->name);
    out->from = (struct forecast_from){.state = out->own,
                                       .procedure = games_find(state_system(out->own)),
                                       .encounter = out->name,
                                       .at = out->at};
    add_files(sitting, state_system(out->own), &out->from);
    return STATUS_OK;
}

/* ---- the past -------------------------------------------------------------------------- */

void sitting_forecast_past(struct sitting_forecast *out, struct sitting *sitting,
                           const struct past *past)
{
    struct past_place place;
    struct sitting *then = past_then(past);
    *out = (struct sitting_forecast){.own = calloc(1, sizeof *out->own)};
    CHECK(out->own != NULL);
    state_copy(out->own, sitting_state(then));
    past_place(past, &place);
    text_format(out->name, sizeof out->name, "%s", sitting_encounter_name(then));
    struct text at = text_over(out->at, sizeof out->at);
    if (place.is_taken_back || place.act != place.newest) {
        act_address_format(out->name, place.act, &at);
    }
    out->from = (struct forecast_from){.state = out->own,
                                       .procedure = sitting_procedure(then),
                                       .encounter = out->name,
                                       .at = out->at};
    add_tables(sitting, &out->from);
}

/* ---- by words -------------------------------------------------------------------------- */

enum status sitting_forecast_find(struct sitting_forecast *out, struct sitting *sitting,
                                  const char *words, struct error *err)
{
    struct sitting_prepared prepared;
    struct error none;
    int64_t act = 0;
    *out = (struct sitting_forecast){.own = NULL};
    enum status status = words[0] != '\0' ? sitting_look(sitting, words, &act, err) : STATUS_OK;
    if (status == STATUS_USAGE &&
        sitting_prepared_find(sitting, str_of(words), &prepared, &none) == STATUS_OK) {
        return sitting_forecast_prepared(out, sitting, &prepared, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    sitting_forecast_open(sitting, &out->from);
    text_format(out->name, sizeof out->name, "%s", out->from.encounter);
    if (act != 0) {
        struct text at = text_over(out->at, sizeof out->at);
        act_address_format(out->name, act, &at);
    }
    out->from.encounter = out->name;
    out->from.at = out->at;
    out->encounter = sitting_encounter_number(sitting);
    out->act = act;
    return STATUS_OK;
}

void sitting_forecast_done(struct sitting_forecast *forecast)
{
    free(forecast->own);
    forecast->own = NULL;
}
