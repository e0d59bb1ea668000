#include "app/forecast_evening.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast_play.h"
#include "tracker/carry.h"
#include "tracker/procedure.h"
#include "tracker/trigger.h"

/* Where evenings are played, one at a time. */
struct evening_place {
    struct forecast_evening *evening;
    pthread_t thread;
    int first, stride; /* its evenings: first, first + stride, ... */
    int64_t evenings;
    struct evening_tally tally[EVENING_RESTS_MAX];
    char needs[FIGHT_NEEDS_SIZE];
    int64_t needs_evening;
    struct fight *fight;
    struct decision *decision;
    struct state *state;
    void *memory;
};

/* ---- from one encounter to the next ---------------------------------------------------- */

static void begin_decision(struct evening_place *place, const struct state *state)
{
    const struct forecast_evening *evening = place->evening;
    struct decision *decision = place->decision;
    decision_begin(decision, evening->procedure, state, place->memory);
    decision->library = evening->library;
    decision->tables = evening->tables;
    decision->asks = false;
    decision->rolls = true;
}

/* Brings the party of `from` into place->state; false when that is refused, and the decision
 * says why. */
static bool carry(struct evening_place *place, const struct state *from)
{
    begin_decision(place, place->state);
    carry_party(place->decision, from);
    triggers_run(place->decision, place->state);
    if (!decision_goes_on(place->decision)) {
        return false;
    }
    state_copy(place->state, &place->decision->state);
    return true;
}

/* The party rests, by the rules of the game. */
static void rest(struct evening_place *place, struct state *state)
{
    const struct procedure *procedure = place->evening->procedure;
    begin_decision(place, state);
    for (int id = 1; id <= state->count && procedure->rests != NULL; id++) {
        if (decision_goes_on(place->decision) && carry_takes(state, id)) {
            procedure->rests(place->decision, id);
        }
    }
    if (decision_goes_on(place->decision)) {
        state_copy(state, &place->decision->state);
    }
}

static void place_begin(struct evening_place *place, struct forecast_evening *evening)
{
    *place = (struct evening_place){.evening = evening, .needs_evening = -1};
    place->fight = calloc(1, sizeof *place->fight);
    place->decision = calloc(1, sizeof *place->decision);
    place->state = calloc(1, sizeof *place->state);
    place->memory = malloc(DECISION_TEXT_SIZE);
    CHECK(place->fight != NULL && place->decision != NULL && place->state != NULL &&
          place->memory != NULL);
}

static void place_end(struct evening_place *place)
{
    free(place->fight);
    free(place->decision);
    free(place->state);
    free(place->memory);
}

/* ---- its encounters -------------------------------------------------------------------- */

static bool has_party(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (carry_takes(state, id)) {
            return true;
        }
    }
    return false;
}

static void leave_out(struct evening_step *step, const char *why)
{
    text_format(step->left_out, sizeof step->left_out, "%s", why);
}

/* As it begins, with the party; false, with the reason in the step, when it cannot. */
static bool begin_step(struct forecast_evening *evening, struct evening_step *step,
                       const struct state *start, const struct state *before)
{
    struct error err;
    struct evening_place place;
    bool is_right = true;
    place_begin(&place, evening);
    state_copy(place.state, start);
    if (before != NULL && !has_party(start) && !carry(&place, before)) {
        leave_out(step, place.decision->refusal.reason);
        is_right = false;
    }
    if (is_right && !forecast_has_sides(place.state, &err)) {
        leave_out(step, err.text);
        is_right = false;
    }
    if (is_right) {
        step->start = calloc(1, sizeof *step->start);
        CHECK(step->start != NULL);
        state_copy(step->start, place.state);
    }
    place_end(&place);
    return is_right;
}

void forecast_evening_add(struct forecast_evening *evening, const char *name,
                          const struct state *start, const struct state *before,
                          const struct forecast_wish *wish, const char *left_out)
{
    struct error err;
    if (evening->steps == EVENING_STEPS_MAX) {
        return;
    }
    struct evening_step *step = &evening->step[evening->steps++];
    *step = (struct evening_step){.start = NULL};
    text_format(step->name, sizeof step->name, "%s", name);
    if (start == NULL) {
        leave_out(step, left_out);
        return;
    }
    if (!begin_step(evening, step, start, before)) {
        return;
    }
    struct forecast_from from = {.state = step->start,
                                 .procedure = evening->procedure,
                                 .library = evening->library,
                                 .tables = evening->tables,
                                 .encounter = step->name,
                                 .at = ""};
    struct forecast_wish own = *wish;
    own.seed += (uint64_t)(evening->steps - 1) * EVENING_SEED_STEP;
    if (forecast_new(&step->forecast, &from, &own, &err) != STATUS_OK) {
        leave_out(step, err.text);
        return;
    }
    evening->fought++;
}

void forecast_evening_end(struct forecast_evening *evening)
{
    for (int i = 0; i < evening->steps; i++) {
        forecast_free(evening->step[i].forecast);
        free(evening->step[i].start);
    }
}

/* ---- playing --------------------------------------------------------------------------- */

static void count_party(const struct procedure *procedure, const struct state *state,
                        int64_t *falls, int64_t *hp)
{
    *falls = *hp = 0;
    for (int id = 1; id <= state->count; id++) {
        bool is_party = state_is_present(state, id) &&
                        state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        int left = state_value(state, id, FIELD_HP, 0);
        *falls += is_party && fight_has_fallen(procedure, state, id) ? 1 : 0;
        *hp += is_party && left > 0 ? left : 0;
    }
}

/* One encounter of an evening, from place->state; true when the party got past it. */
static bool play_step(struct evening_place *place, struct evening_tally *tally, int i,
                      int64_t number)
{
    const struct evening_step *step = &place->evening->step[i];
    const struct fight *fight = place->fight;
    int64_t falls, hp;
    fight_play(place->fight, &step->forecast->rules, &step->forecast->one[0].player,
               place->state, (uint64_t)number);
    if (fight->outcome.end == FIGHT_NEEDS &&
        (place->needs_evening < 0 || number < place->needs_evening)) {
        place->needs_evening = number;
        memcpy(place->needs, fight->outcome.needs, sizeof place->needs);
    }
    count_party(place->evening->procedure, &fight->state, &falls, &hp);
    bool is_past = fight->outcome.end == FIGHT_WON && has_party(&fight->state);
    tally->reached[i]++;
    tally->falls[i] += falls;
    tally->past[i] += is_past ? 1 : 0;
    tally->hp_left[i] += is_past ? hp : 0;
    return is_past;
}

/* True when the party came through the whole evening. */
static bool play_evening(struct evening_place *place, struct evening_tally *tally,
                         int64_t number)
{
    const struct forecast_evening *evening = place->evening;
    int before = -1;
    for (int i = 0; i < evening->steps; i++) {
        const struct evening_step *step = &evening->step[i];
        if (step->left_out[0] != '\0') {
            continue;
        }
        if (before >= 0 && tally->rests[before]) {
            rest(place, &place->fight->state);
        }
        state_copy(place->state, step->start);
        if ((before >= 0 && !carry(place, &place->fight->state)) ||
            !play_step(place, tally, i, number)) {
            return false;
        }
        before = i;
    }
    return before >= 0;
}

static void *play_all(void *context)
{
    struct evening_place *place = context;
    for (int64_t n = place->first; n < place->evenings; n += place->stride) {
        bool came_through = false;
        for (int i = 0; i < place->evening->tallies; i++) {
            struct evening_tally *tally = &place->tally[i];
            bool is_through = play_evening(place, tally, n);
            came_through = i == 0 ? is_through : came_through;
            tally->through += is_through ? 1 : 0;
            tally->more += is_through && !came_through ? 1 : 0;
            tally->fewer += !is_through && came_through ? 1 : 0;
        }
    }
    return NULL;
}

static void add_tally(struct evening_tally *to, const struct evening_tally *from)
{
    to->through += from->through;
    to->more += from->more;
    to->fewer += from->fewer;
    for (int i = 0; i < EVENING_STEPS_MAX; i++) {
        to->reached[i] += from->reached[i];
        to->past[i] += from->past[i];
        to->falls[i] += from->falls[i];
        to->hp_left[i] += from->hp_left[i];
    }
}

static void take(struct forecast_evening *evening, const struct evening_place *place)
{
    for (int i = 0; i < evening->tallies; i++) {
        add_tally(&evening->tally[i], &place->tally[i]);
    }
    bool is_first =
        place->needs_evening >= 0 &&
        (evening->needs_evening < 0 || place->needs_evening < evening->needs_evening);
    if (is_first) {
        evening->needs_evening = place->needs_evening;
        memcpy(evening->needs, place->needs, sizeof evening->needs);
    }
}

/* No rest; one after each that another one follows; where these are several, after all. */
static void choose_rests(struct forecast_evening *evening)
{
    int gap[EVENING_STEPS_MAX], gaps = 0, last = -1;
    for (int i = 0; i < evening->steps; i++) {
        if (evening->step[i].left_out[0] == '\0') {
            if (last >= 0) {
                gap[gaps++] = last;
            }
            last = i;
        }
    }
    memset(evening->tally, 0, sizeof evening->tally);
    evening->tallies = 1;
    if (evening->procedure == NULL || evening->procedure->rests == NULL) {
        return;
    }
    for (int i = 0; i < gaps; i++) {
        evening->tally[evening->tallies++].rests[gap[i]] = true;
    }
    for (int i = 0; i < gaps && gaps > 1; i++) {
        evening->tally[evening->tallies].rests[gap[i]] = true;
    }
    evening->tallies += gaps > 1 ? 1 : 0;
}

void forecast_evening_play(struct forecast_evening *evening, int64_t evenings, int threads)
{
    choose_rests(evening);
    evening->evenings = evenings;
    evening->needs_evening = -1;
    if (evening->fought == 0) {
        return;
    }
    int count = threads > 0 ? threads : forecast_processors();
    count = count < FORECAST_THREADS_MAX ? count : FORECAST_THREADS_MAX;
    struct evening_place *place = calloc((size_t)count, sizeof *place);
    bool runs[FORECAST_THREADS_MAX] = {false};
    CHECK(place != NULL);
    for (int i = 0; i < count; i++) {
        place_begin(&place[i], evening);
        place[i].first = i;
        place[i].stride = count;
        place[i].evenings = evenings;
        for (int k = 0; k < evening->tallies; k++) {
            memcpy(place[i].tally[k].rests, evening->tally[k].rests,
                   sizeof place[i].tally[k].rests);
        }
    }
    for (int i = 1; i < count; i++) {
        runs[i] = pthread_create(&place[i].thread, NULL, play_all, &place[i]) == 0;
    }
    for (int i = 0; i < count; i++) {
        if (runs[i]) {
            pthread_join(place[i].thread, NULL);
        } else {
            play_all(&place[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        take(evening, &place[i]);
        place_end(&place[i]);
    }
    free(place);
}
