#include "app/forecast/forecast_without.h"

#include <string.h>

/* Whether another one of its kind and side comes before it. */
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
