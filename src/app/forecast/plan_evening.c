#include "app/forecast/plan_evening.h"

#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast_evening_told.h"
#include "app/forecast/kept_forecast.h"
#include "app/library/record_library.h"
#include "app/sitting/result.h"
#include "app/library/campaign_library.h"
#include "app/forecast/campaign_forecast.h"
#include "app/log/past.h"
#include "app/encounters/plan.h"
#include "app/sitting/state.h"
#include "games/games.h"

/* The plan as it is read. */
struct evening_reading {
    struct sitting *sitting;
    struct sitting_evening *out;
    const struct forecast_wish *wish;
    const struct system *system; /* of the first; NULL: not known yet */
    struct state *state;         /* of the item that is read */
    struct state *before;        /* of the party's last encounter */
    bool has_before;
};

/* The state of an item; false, with the reason in `err`, when it cannot be known. */
static bool read_item(struct evening_reading *reading, const struct plan_item *item,
                      struct error *err)
{
    if (item->is_gone) {
        error_set(err, STATUS_USAGE, "", "it was deleted");
        return false;
    }
    if (item->has_fight) {
        struct past *past;
        if (past_open_of(&past, reading->sitting, item->encounter.id, -1, err) != STATUS_OK) {
            return false;
        }
        state_copy(reading->state, sitting_state(past_then(past)));
        past_close(past);
        return true;
    }
    struct sitting_forecast found;
    if (sitting_forecast_prepared(&found, reading->sitting, &item->prepared, err) !=
        STATUS_OK) {
        return false;
    }
    state_copy(reading->state, found.from.state);
    sitting_forecast_done(&found);
    return true;
}

/* The game of the first one is that of the evening. */
static bool has_game(struct evening_reading *reading, struct error *err)
{
    const struct system *system = state_system(reading->state);
    struct forecast_evening *evening = &reading->out->evening;
    if (reading->system == NULL) {
        reading->system = system;
        reading->out->library = sitting_read_library_apart(reading->sitting, system);
        evening->procedure = games_find(system);
        evening->library =
            reading->out->library != NULL ? record_library(reading->out->library) : NULL;
    }
    if (reading->system != system) {
        error_set(err, STATUS_USAGE, "", "the party cannot come along into another game");
    }
    return reading->system == system;
}

static void add_item(struct evening_reading *reading, const struct plan_item *item)
{
    struct error err;
    struct fight_went went;
    struct forecast_evening *evening = &reading->out->evening;
    const char *name = plan_item_name(item);
    if (!read_item(reading, item, &err) || !has_game(reading, &err)) {
        forecast_evening_add(evening, name, NULL, NULL, reading->wish, err.text);
        return;
    }
    if (fight_went(&went, reading->state)) {
        forecast_evening_add(evening, name, NULL, NULL, reading->wish, "it was played");
        state_copy(reading->before, reading->state);
        reading->has_before = true;
        return;
    }
    forecast_evening_add(evening, name, reading->state,
                         reading->has_before ? reading->before : NULL, reading->wish, "");
    const struct evening_step *step = &evening->step[evening->steps - 1];
    if (step->left_out[0] == '\0') {
        state_copy(reading->before, step->start);
        reading->has_before = true;
    }
}

enum status sitting_evening_begin(struct sitting_evening *out, struct sitting *sitting,
                                  const struct forecast_wish *wish, struct error *err)
{
    struct forecast_from from;
    struct evening_reading reading = {.sitting = sitting, .out = out, .wish = wish};
    memset(out, 0, sizeof *out);
    sitting_forecast_open(sitting, &from);
    out->evening.tables = from.tables;
    struct plan *plan = calloc(1, sizeof *plan);
    reading.state = calloc(1, sizeof *reading.state);
    reading.before = calloc(1, sizeof *reading.before);
    CHECK(plan != NULL && reading.state != NULL && reading.before != NULL);
    enum status status = sitting_plan(sitting, PLAN_MAX, plan, err);
    for (int i = 0; i < plan->count && status == STATUS_OK; i++) {
        add_item(&reading, &plan->item[i]);
    }
    free(plan);
    free(reading.state);
    free(reading.before);
    return status;
}

void sitting_evening_end(struct sitting_evening *evening)
{
    forecast_evening_end(&evening->evening);
    record_library_close(evening->library);
}

void sitting_run_forecast_evening(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    struct error err;
    struct forecast_wish wish = {.fights = EVENINGS_USUAL, .seed = 1};
    struct text text = text_over(out->text, sizeof out->text);
    struct sitting_evening *evening = calloc(1, sizeof *evening);
    CHECK(evening != NULL);
    (void)command;
    if (sitting_evening_begin(evening, sitting, &wish, &err) != STATUS_OK) {
        out->kind = RESULT_WRONG;
        out->error = err;
    } else {
        forecast_evening_play(&evening->evening, EVENINGS_USUAL, 0);
        forecast_evening_tell(&evening->evening, &text);
        out->kind = RESULT_TOLD;
        while (text.n > 0 && text.p[text.n - 1] == '\n') {
            text.p[--text.n] = '\0';
        }
    }
    sitting_evening_end(evening);
    free(evening);
}
