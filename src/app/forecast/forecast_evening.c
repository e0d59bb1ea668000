#include "app/forecast/forecast_evening.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tracker/carry.h"
#include "tracker/procedure.h"
#include "tracker/decision.h"

/* Where an evening is played, by one thread. */
struct evening_place {
    const struct forecast_evening *evening;
    struct fight *fight; /* that of the thread */
    struct evening_tally tally[EVENING_RESTS_MAX];
    char needs[FIGHT_NEEDS_SIZE]; /* "": nothing */
    struct decision *decision;
    struct state *state;
    void *memory;
    struct evening_place *next; /* of those that are free */
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

static struct evening_place *place_new(const struct forecast_evening *evening)
{
    struct evening_place *place = calloc(1, sizeof *place);
    CHECK(place != NULL);
    place->evening = evening;
    place->decision = calloc(1, sizeof *place->decision);
    place->state = calloc(1, sizeof *place->state);
    place->memory = malloc(DECISION_TEXT_SIZE);
    CHECK(place->decision != NULL && place->state != NULL && place->memory != NULL);
    return place;
}

static void place_free(struct evening_place *place)
{
    free(place->decision);
    free(place->state);
    free(place->memory);
    free(place);
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
    struct evening_place *place = place_new(evening);
    bool is_right = true;
    state_copy(place->state, start);
    if (before != NULL && !has_party(start) && !carry(place, before)) {
        leave_out(step, place->decision->refusal.reason);
        is_right = false;
    }
    if (is_right && !forecast_has_sides(place->state, &err)) {
        leave_out(step, err.text);
        is_right = false;
    }
    if (is_right) {
        step->start = calloc(1, sizeof *step->start);
        CHECK(step->start != NULL);
        state_copy(step->start, place->state);
    }
    place_free(place);
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
    while (evening->place != NULL) {
        struct evening_place *place = evening->place;
        evening->place = place->next;
        place_free(place);
    }
    forecast_crew_end(&evening->crew);
}

/* ---- playing --------------------------------------------------------------------------- */

static void count_party(const struct procedure *procedure, const struct state *state,
                        int64_t *falls, int64_t *hp)
{
    *falls = *hp = 0;
    for (int id = 1; id <= state->count; id++) {
        bool is_party = state_is_of_party(state, id);
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
    if (fight->outcome.end == FIGHT_NEEDS && place->needs[0] == '\0') {
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

/* What came of the evening in this place. */
static void take(struct forecast_evening *evening, const struct evening_place *place,
                 int64_t number)
{
    for (int i = 0; i < evening->tallies; i++) {
        add_tally(&evening->tally[i], &place->tally[i]);
    }
    bool is_first = place->needs[0] != '\0' &&
                    (evening->needs_evening < 0 || number < evening->needs_evening);
    if (is_first) {
        evening->needs_evening = number;
        memcpy(evening->needs, place->needs, sizeof evening->needs);
    }
}

/* What the threads share: `mutex` guards the counts and the free places. */
struct slice {
    struct forecast_evening *evening;
    pthread_mutex_t mutex;
};

static struct evening_place *take_place(struct slice *slice)
{
    struct forecast_evening *evening = slice->evening;
    pthread_mutex_lock(&slice->mutex);
    struct evening_place *place = evening->place;
    evening->place = place != NULL ? place->next : NULL;
    pthread_mutex_unlock(&slice->mutex);
    return place != NULL ? place : place_new(evening);
}

/* One evening, with each of the rests. */
static void play_number(void *context, struct fight *fight, int64_t number)
{
    struct slice *slice = context;
    struct forecast_evening *evening = slice->evening;
    struct evening_place *place = take_place(slice);
    bool came_through = false;
    place->fight = fight;
    place->needs[0] = '\0';
    memset(place->tally, 0, sizeof place->tally);
    for (int i = 0; i < evening->tallies; i++) {
        struct evening_tally *tally = &place->tally[i];
        memcpy(tally->rests, evening->tally[i].rests, sizeof tally->rests);
        bool is_through = play_evening(place, tally, number);
        came_through = i == 0 ? is_through : came_through;
        tally->through += is_through ? 1 : 0;
        tally->more += is_through && !came_through ? 1 : 0;
        tally->fewer += !is_through && came_through ? 1 : 0;
    }
    pthread_mutex_lock(&slice->mutex);
    take(evening, place, number);
    place->next = evening->place;
    evening->place = place;
    pthread_mutex_unlock(&slice->mutex);
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

void forecast_evening_begin(struct forecast_evening *evening)
{
    choose_rests(evening);
    evening->evenings = 0;
    evening->needs_evening = -1;
}

bool forecast_evening_go_on(struct forecast_evening *evening, int64_t to)
{
    struct slice slice = {.evening = evening};
    if (evening->fought == 0 || evening->evenings >= to) {
        return false;
    }
    CHECK(pthread_mutex_init(&slice.mutex, NULL) == 0);
    evening->evenings =
        forecast_crew_play(&evening->crew, evening->evenings, to, play_number, &slice);
    pthread_mutex_destroy(&slice.mutex);
    return evening->evenings < to;
}

void forecast_evening_play(struct forecast_evening *evening, int64_t evenings, int threads)
{
    forecast_evening_begin(evening);
    evening->crew.threads = threads;
    forecast_evening_go_on(evening, evenings);
}
