#include "app/forecast_trial.h"

#include <stdlib.h>
#include <string.h>

#include "app/forecast_what_if.h"

/* ---- what came about ------------------------------------------------------------------- */

static bool is_in_time(const struct forecast_watched *watched, int round)
{
    return watched->round == 0 || round <= watched->round;
}

static bool has_broken(const struct forecast_watched *watched,
                       const struct fight_outcome *outcome)
{
    for (int i = 0; i < outcome->breaks; i++) {
        if (watched->breaks[outcome->broke[i].group] &&
            is_in_time(watched, outcome->broke[i].round)) {
            return true;
        }
    }
    return false;
}

static bool has_party_fallen(const struct procedure *procedure, const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) && fight_has_fallen(procedure, state, id) &&
            state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            return true;
        }
    }
    return false;
}

static bool came_about(const struct forecast_watched *watched, const struct fight *fight)
{
    const struct fight_outcome *outcome = &fight->outcome;
    bool is_timely = is_in_time(watched, outcome->round);
    switch (watched->measure) {
    case MEASURE_WON:
        return outcome->end == FIGHT_WON && is_timely;
    case MEASURE_LOST:
        return outcome->end == FIGHT_LOST && is_timely;
    case MEASURE_FLED:
        return outcome->end == FIGHT_FLED && is_timely;
    case MEASURE_FALLS:
        return has_party_fallen(fight->rules->procedure, &fight->state);
    case MEASURE_BREAKS:
        return has_broken(watched, outcome);
    }
    return false;
}

/* ---- one trial ------------------------------------------------------------------------- */

void forecast_trial_begin(struct forecast_trial *trial, const struct forecast_trials *trials,
                          const char *lines)
{
    const struct forecast *forecast = trials->forecast;
    memset(trial, 0, sizeof *trial);
    trial->start = calloc(1, sizeof *trial->start);
    CHECK(trial->start != NULL);
    state_copy(trial->start, forecast->variant[0].start);
    if (!forecast_what_if(&forecast->rules, lines, trial->start, &trial->error) ||
        !forecast_has_sides(trial->start, &trial->error)) {
        free(trial->start);
        trial->start = NULL;
        return;
    }
    forecast_player(forecast, 0, trial->start, &trial->player);
}

void forecast_trial_end(struct forecast_trial *trial)
{
    free(trial->start);
    trial->start = NULL;
}

bool forecast_trial_is_open(const struct forecast_trial *trial)
{
    return trial->start != NULL && trial->error.code == STATUS_OK;
}

/* 0 or 1; -1: it stopped at a question, which ends the trial. */
static signed char play_one(struct forecast_trial *trial, struct forecast_trials *trials)
{
    struct fight *fight = trials->fight;
    fight_play(fight, &trials->forecast->rules, &trial->player, trial->start,
               (uint64_t)trial->next++);
    if (fight->outcome.end == FIGHT_NEEDS) {
        error_set(&trial->error, STATUS_USAGE, "", "no policy answers this: %s",
                  fight->outcome.needs);
        return -1;
    }
    bool came = came_about(&trials->watched, fight);
    trial->fights++;
    trial->count += came ? 1 : 0;
    return came ? 1 : 0;
}

/* What came about in this fight of the first state. */
static signed char first_came(struct forecast_trials *trials, int64_t number)
{
    while (trials->first.next <= number && forecast_trial_is_open(&trials->first)) {
        if (trials->first.next == trials->room) {
            trials->room = trials->room * 2 + 256;
            trials->came = realloc(trials->came, (size_t)trials->room);
            CHECK(trials->came != NULL);
        }
        int64_t at = trials->first.next;
        trials->came[at] = play_one(&trials->first, trials);
    }
    return number < trials->first.next ? trials->came[number] : -1;
}

void forecast_trial_play(struct forecast_trial *trial, struct forecast_trials *trials,
                         int fights)
{
    for (int i = 0; i < fights && forecast_trial_is_open(trial); i++) {
        signed char first = first_came(trials, trial->next);
        signed char came = play_one(trial, trials);
        if (came < 0 || first < 0) {
            continue;
        }
        trial->differences += came - first;
        trial->squares += came != first ? 1 : 0;
    }
}

struct interval forecast_trial_chance(const struct forecast_trial *trial)
{
    return interval_of_chance(trial->count, trial->fights);
}

struct interval forecast_trial_difference(const struct forecast_trial *trial)
{
    return interval_of_average(trial->differences, trial->squares, trial->fights);
}

/* ---- all of them ----------------------------------------------------------------------- */

void forecast_trials_begin(struct forecast_trials *trials, const struct forecast *forecast,
                           const struct forecast_watched *watched)
{
    memset(trials, 0, sizeof *trials);
    trials->forecast = forecast;
    trials->watched = *watched;
    trials->fight = calloc(1, sizeof *trials->fight);
    CHECK(trials->fight != NULL);
    forecast_trial_begin(&trials->first, trials, "");
}

void forecast_trials_end(struct forecast_trials *trials)
{
    forecast_trial_end(&trials->first);
    free(trials->fight);
    free(trials->came);
    memset(trials, 0, sizeof *trials);
}
