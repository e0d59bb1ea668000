#include "app/forecast/trial.h"

#include <stdlib.h>
#include <string.h>

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
        if (state_is_of_party(state, id) && fight_has_fallen(procedure, state, id)) {
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

/* Some fights of one trial, by several threads: each writes what is its own. */
struct turn {
    const struct forecast_trial *trial;
    const struct forecast_trials *trials;
    signed char *came; /* from `trial->next`: 0 or 1; -1: it stopped at a question */
};

static void play_one(void *context, struct fight *fight, int64_t number)
{
    const struct turn *turn = context;
    const struct forecast_trial *trial = turn->trial;
    fight_play(fight, &turn->trials->forecast->rules, &trial->player, trial->start,
               (uint64_t)number);
    bool has_end = fight->outcome.end != FIGHT_NEEDS;
    turn->came[number - trial->next] =
        (signed char)(!has_end                                    ? -1
                      : came_about(&turn->trials->watched, fight) ? 1
                                                                  : 0);
}

/* Ends the trial with the question at which this fight stopped. */
static void stop_at(struct forecast_trial *trial, struct forecast_trials *trials,
                    int64_t number)
{
    struct fight *fight = forecast_crew_fight(&trials->crew);
    fight_play(fight, &trials->forecast->rules, &trial->player, trial->start, (uint64_t)number);
    error_set(&trial->error, STATUS_USAGE, "", "the fights stop at %s", fight->outcome.needs);
}

/* Plays the next `fights`, up to one that ends the trial, and writes what came of each. */
static void play_some(struct forecast_trial *trial, struct forecast_trials *trials,
                      signed char *came, int fights)
{
    struct turn turn = {trial, trials, came};
    forecast_crew_play(&trials->crew, trial->next, trial->next + fights, play_one, &turn);
    for (int i = 0; i < fights && forecast_trial_is_open(trial); i++) {
        if (came[i] < 0) {
            stop_at(trial, trials, trial->next);
        } else {
            trial->fights++;
            trial->count += came[i];
        }
        trial->next++;
    }
}

/* Plays those of the first state up to this number that are missing. */
static void play_first(struct forecast_trials *trials, int64_t to)
{
    struct forecast_trial *first = &trials->first;
    if (trials->room < to) {
        trials->room = to * 2 + 256;
        trials->came = realloc(trials->came, (size_t)trials->room);
        CHECK(trials->came != NULL);
    }
    if (first->next < to && forecast_trial_is_open(first)) {
        play_some(first, trials, trials->came + first->next, (int)(to - first->next));
    }
}

void forecast_trial_play(struct forecast_trial *trial, struct forecast_trials *trials,
                         int fights)
{
    enum { TURN = 20 };
    signed char came[TURN];
    while (fights > 0 && forecast_trial_is_open(trial)) {
        int64_t from = trial->next;
        int turn = fights < TURN ? fights : TURN;
        play_first(trials, from + turn);
        play_some(trial, trials, came, turn);
        for (int64_t i = from; i < trial->next && i < trials->first.next; i++) {
            if (came[i - from] >= 0 && trials->came[i] >= 0) {
                trial->differences += came[i - from] - trials->came[i];
                trial->squares += came[i - from] != trials->came[i] ? 1 : 0;
            }
        }
        fights -= turn;
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
    forecast_trial_begin(&trials->first, trials, "");
}

void forecast_trials_end(struct forecast_trials *trials)
{
    forecast_trial_end(&trials->first);
    forecast_crew_end(&trials->crew);
    free(trials->came);
    memset(trials, 0, sizeof *trials);
}

/* True when another one of its kind and side comes before it. */
static bool has_twin_before(const struct state *state, int id)
{
    const char *kind = state_text(state, id, TEXT_KIND);
    for (int other = 1; other < id; other++) {
        if (kind[0] != '\0' && state_is_in(state, other) &&
            strcmp(kind, state_text(state, other, TEXT_KIND)) == 0 &&
            state_value(state, id, FIELD_SIDE, SIDE_FOES) ==
                state_value(state, other, FIELD_SIDE, SIDE_FOES)) {
            return true;
        }
    }
    return false;
}

static int count_in(const struct state *state)
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        count += state_is_in(state, id) ? 1 : 0;
    }
    return count;
}

void forecast_without_begin(struct forecast_without *without, const struct forecast *forecast,
                            int64_t fights)
{
    const struct state *state = forecast->variant[0].start;
    const struct forecast_watched watched = {.measure = MEASURE_WON};
    forecast_without_end(without);
    forecast_trials_begin(&without->trials, forecast, &watched);
    bool is_crowd = count_in(state) > WITHOUT_MAX;
    for (int id = 1; id <= state->count && without->count < WITHOUT_MAX; id++) {
        if (!state_is_in(state, id) || (is_crowd && has_twin_before(state, id))) {
            continue;
        }
        TEXT_BUFFER(line, 32);
        text_add(&line, "remove #%d", id);
        struct forecast_absent *absent = &without->absent[without->count++];
        absent->id = id;
        forecast_trial_begin(&absent->trial, &without->trials, line.p);
    }
    without->has_begun = true;
    without->most = fights;
}

void forecast_without_end(struct forecast_without *without)
{
    for (int i = 0; i < without->count; i++) {
        forecast_trial_end(&without->absent[i].trial);
    }
    if (without->has_begun) {
        forecast_trials_end(&without->trials);
    }
    memset(without, 0, sizeof *without);
}

/* ---- who matters most ------------------------------------------------------------------ */

static int64_t weight_of(const struct forecast_absent *absent)
{
    struct interval difference = forecast_trial_difference(&absent->trial);
    double size = difference.middle < 0 ? -difference.middle : difference.middle;
    return (int64_t)(size * 1e9);
}

int forecast_without_order(const struct forecast_without *without,
                           const struct forecast_absent *out[WITHOUT_MAX])
{
    int count = 0;
    for (int i = 0; i < without->count; i++) {
        const struct forecast_absent *absent = &without->absent[i];
        if (absent->trial.fights == 0) {
            continue;
        }
        int at = count++;
        while (at > 0 && weight_of(out[at - 1]) < weight_of(absent)) {
            out[at] = out[at - 1];
            at--;
        }
        out[at] = absent;
    }
    return count;
}

/* The one that has too few fights; NULL: nobody has. First all have some, then those who matter
 * most then get more. */
static struct forecast_absent *next_one(struct forecast_without *without)
{
    const struct forecast_absent *order[WITHOUT_MAX];
    int64_t some = without->most < WITHOUT_FIGHTS ? without->most : WITHOUT_FIGHTS;
    int64_t more = without->most < WITHOUT_BEST_FIGHTS ? without->most : WITHOUT_BEST_FIGHTS;
    for (int i = 0; i < without->count; i++) {
        struct forecast_trial *trial = &without->absent[i].trial;
        if (forecast_trial_is_open(trial) && trial->next < some) {
            return &without->absent[i];
        }
    }
    int count = forecast_without_order(without, order);
    for (int i = 0; i < count && i < WITHOUT_BEST; i++) {
        if (forecast_trial_is_open(&order[i]->trial) && order[i]->trial.next < more) {
            return &without->absent[order[i] - without->absent];
        }
    }
    return NULL;
}

bool forecast_without_play(struct forecast_without *without, int fights)
{
    enum { TURN = 20 };
    struct forecast_absent *next;
    while (fights > 0 && (next = next_one(without)) != NULL) {
        int turn = fights < TURN ? fights : TURN;
        int64_t left = without->most - next->trial.next;
        turn = turn < left ? turn : (int)left;
        forecast_trial_play(&next->trial, &without->trials, turn);
        fights -= turn;
    }
    return next_one(without) != NULL;
}
