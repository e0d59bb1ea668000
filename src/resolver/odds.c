#include "resolver/odds.h"

#include <math.h>
#include <string.h>

#include "base/mix.h"
/* A sum with its rounding errors beside it (Neumaier), so that a chance of 17 twentieths is not
 * off by a last digit. */
struct exact_sum {
    double sum, rest;
};

static void exact_add(struct exact_sum *exact, double more)
{
    double sum = exact->sum + more;
    exact->rest += exact->sum >= more ? exact->sum - sum + more : more - sum + exact->sum;
    exact->sum = sum;
}

static double exact_value(const struct exact_sum *exact)
{
    return exact->sum + exact->rest;
}

/* An act with the mass that has reached it. The acts of one step wait in a list with an open
 * hash, while those of the next step are gathered in another.
 *
 * Chains without end are cut off where next to nothing of their mass is left. `mass` leaves out
 * what was cut off, as distributions do; `whole` has it, as if such a chain ended where it was
 * cut. Chances are sums of `whole`: those that no chain can change are exact, and others are
 * off by at most that small mass. */
struct waiting {
    struct rule_state state;
    struct exact_sum mass, whole;
};

struct queue {
    struct waiting *item;
    int *slot;           /* hash table of indexes into item, + 1; 0 is empty */
    int capacity, slots; /* powers of two */
    int count;
};

struct tally_slot {
    int64_t value;
    struct exact_sum mass;
    bool is_used;
};

/* The masses of a number while they are added up: an open hash by value. While values are few,
 * the place is the value itself, so that lookup is immediate and values stay in order. */
struct tally {
    struct tally_slot *slot;
    int slots; /* a power of two */
    int count;
};

enum { QUEUE_FIRST = 64, TALLY_FIRST = 64, WALKS_MAX = 120000 };

static const double PENDING_MIN = 1e-13;

/* ---- the queue ------------------------------------------------------------------------- */

static uint64_t hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *p = bytes; /* acts are a dozen ints */
    uint64_t hash = MIX_BEGIN;
    for (size_t i = 0; i + 4 <= n; i += 4) {
        uint32_t word;
        memcpy(&word, p + i, 4);
        hash = mix_number(hash, word);
    }
    return hash ^ (hash >> 29);
}

static uint64_t queue_place(const struct queue *queue, const struct rule_state *state)
{
    uint64_t mask = (uint64_t)queue->slots - 1;
    uint64_t at = hash_bytes(state, sizeof *state) & mask;
    while (queue->slot[at] != 0 &&
           memcmp(&queue->item[queue->slot[at] - 1].state, state, sizeof *state) != 0) {
        at = (at + 1) & mask;
    }
    return at;
}

/* Takes four times the room; the old memory stays taken until the arena is given back. */
static bool queue_grow(struct queue *queue, struct arena *arena)
{
    struct queue larger = {.capacity =
                               queue->capacity == 0 ? QUEUE_FIRST : queue->capacity * 4};
    larger.slots = larger.capacity * 2;
    larger.item = arena_take(arena, (size_t)larger.capacity, sizeof *larger.item);
    larger.slot = arena_take(arena, (size_t)larger.slots, sizeof *larger.slot);
    if (larger.item == NULL || larger.slot == NULL) {
        return false;
    }
    for (int i = 0; i < queue->count; i++) {
        larger.item[i] = queue->item[i];
        larger.count = i + 1;
        larger.slot[queue_place(&larger, &larger.item[i].state)] = i + 1;
    }
    *queue = larger;
    return true;
}

/* Adds mass to an act, as a new one or to its equal. */
static bool queue_put(struct queue *queue, const struct rule_state *state, double mass,
                      double whole, struct arena *arena)
{
    if (queue->count == queue->capacity && !queue_grow(queue, arena)) {
        return false;
    }
    uint64_t at = queue_place(queue, state);
    if (queue->slot[at] != 0) {
        struct waiting *equal = &queue->item[queue->slot[at] - 1];
        exact_add(&equal->mass, mass);
        exact_add(&equal->whole, whole);
        return true;
    }
    queue->item[queue->count] =
        (struct waiting){.state = *state, .mass = {mass, 0}, .whole = {whole, 0}};
    queue->count++;
    queue->slot[at] = queue->count;
    return true;
}

/* ---- numbers --------------------------------------------------------------------------- */

static struct tally_slot *tally_place(const struct tally *tally, int64_t value)
{
    uint64_t mask = (uint64_t)tally->slots - 1;
    uint64_t at = (uint64_t)value & mask;
    while (tally->slot[at].is_used && tally->slot[at].value != value) {
        at = (at + 1) & mask;
    }
    return &tally->slot[at];
}

static bool tally_grow(struct tally *tally, struct arena *arena)
{
    struct tally larger = {.slots = tally->slots == 0 ? TALLY_FIRST : tally->slots * 4};
    larger.slot = arena_take(arena, (size_t)larger.slots, sizeof *larger.slot);
    if (larger.slot == NULL) {
        return false;
    }
    for (int i = 0; i < tally->slots; i++) {
        if (tally->slot[i].is_used) {
            *tally_place(&larger, tally->slot[i].value) = tally->slot[i];
        }
    }
    larger.count = tally->count;
    *tally = larger;
    return true;
}

static bool tally_add(struct tally *tally, int64_t value, double mass, struct arena *arena)
{
    if (tally->count * 2 >= tally->slots && !tally_grow(tally, arena)) {
        return false;
    }
    struct tally_slot *slot = tally_place(tally, value);
    if (!slot->is_used) {
        slot->is_used = true;
        slot->value = value;
        tally->count++;
    }
    exact_add(&slot->mass, mass);
    return true;
}

/* Heap sort by value: in place, and without the library's comparison call. */
static void sift_down(struct odds_numbers *numbers, int start, int end)
{
    for (int root = start; 2 * root + 1 < end;) {
        int child = 2 * root + 1;
        if (child + 1 < end && numbers->value[child] < numbers->value[child + 1]) {
            child++;
        }
        if (numbers->value[root] >= numbers->value[child]) {
            return;
        }
        int64_t value = numbers->value[root];
        double mass = numbers->mass[root];
        numbers->value[root] = numbers->value[child];
        numbers->mass[root] = numbers->mass[child];
        numbers->value[child] = value;
        numbers->mass[child] = mass;
        root = child;
    }
}

static bool numbers_are_sorted(const struct odds_numbers *numbers)
{
    for (int i = 1; i < numbers->count; i++) {
        if (numbers->value[i - 1] > numbers->value[i]) {
            return false;
        }
    }
    return true;
}

static void numbers_sort(struct odds_numbers *numbers)
{
    if (numbers_are_sorted(numbers)) { /* as usual: the tally keeps small values in order */
        return;
    }
    for (int start = numbers->count / 2 - 1; start >= 0; start--) {
        sift_down(numbers, start, numbers->count);
    }
    for (int end = numbers->count - 1; end > 0; end--) {
        int64_t value = numbers->value[0];
        double mass = numbers->mass[0];
        numbers->value[0] = numbers->value[end];
        numbers->mass[0] = numbers->mass[end];
        numbers->value[end] = value;
        numbers->mass[end] = mass;
        sift_down(numbers, 0, end);
    }
}

static bool numbers_from_tally(struct odds_numbers *out, const struct tally *tally,
                               struct arena *arena)
{
    out->value = arena_take(arena, (size_t)tally->count, sizeof *out->value);
    out->mass = arena_take(arena, (size_t)tally->count, sizeof *out->mass);
    if (out->value == NULL || out->mass == NULL) {
        return false;
    }
    for (int i = 0; i < tally->slots; i++) {
        if (tally->slot[i].is_used) {
            out->value[out->count] = tally->slot[i].value;
            out->mass[out->count] = exact_value(&tally->slot[i].mass);
            out->count++;
        }
    }
    numbers_sort(out);
    struct exact_sum mean = {0}, masses = {0};
    for (int i = 0; i < out->count; i++) {
        exact_add(&mean, (double)out->value[i] * out->mass[i]);
        exact_add(&masses, out->mass[i]);
    }
    out->mean = exact_value(&mean);
    double present = exact_value(&masses);
    double variance = present < 1 ? (1 - present) * out->mean * out->mean : 0;
    for (int i = 0; i < out->count; i++) {
        double apart = (double)out->value[i] - out->mean;
        variance += apart * apart * out->mass[i];
    }
    out->deviation = sqrt(variance);
    return true;
}

/* ---- walking --------------------------------------------------------------------------- */

struct walk {
    const struct inputs *inputs;
    struct arena *arena;
    struct dice dice;
    struct dice_path path;
    struct queue now, next;
    struct tally tally[OUTCOMES_MAX];
    struct exact_sum chance[OUTCOMES_MAX];
    struct odds *odds;
    int64_t walks;
};

/* Chances take `whole`, numbers `mass` (struct waiting). */
static bool outcome_add(struct walk *walk, const struct rule_state *state, double mass,
                        double whole)
{
    const struct action *action = walk->inputs->action;
    struct outcome outcome;
    memset(outcome.is_present, 0,
           sizeof outcome.is_present); /* everything that shows what was read */
    action->read(state, walk->inputs, &outcome);
    for (int i = 0; i < action->outcomes_count; i++) {
        if (!walk->odds->is_listed[i] || !outcome.is_present[i]) {
            continue;
        }
        if (action->outcomes[i].kind == OUTCOME_CHANCE) {
            exact_add(&walk->chance[i], outcome.value[i] != 0 ? whole : 0);
        } else if (mass > 0 &&
                   !tally_add(&walk->tally[i], outcome.value[i], mass, walk->arena)) {
            return false;
        }
    }
    return true;
}

static void path_begin(struct dice_path *path)
{
    path->depth = 0;
    path->mass = 1;
    path->whole = 1;
    path->missing = 0;
}

/* Every outcome of the act's stage. */
static bool stage_walk(struct walk *walk, const struct waiting *from)
{
    struct dice_path *path = &walk->path;
    double from_mass = exact_value(&from->mass);
    double from_whole = exact_value(&from->whole);
    memset(path, 0, sizeof *path);
    do {
        struct rule_state state = from->state;
        path_begin(path);
        walk->inputs->action->stages[state.stage](&state, walk->inputs, &walk->dice);
        if (walk->dice.fault.code != STATUS_OK || ++walk->walks > WALKS_MAX) {
            return false;
        }
        walk->odds->unresolved += from_mass * path->missing;
        double mass = from_mass * path->mass;
        double whole = from_whole * path->whole;
        if (whole <= 0) {
            continue;
        }
        bool is_kept = state.stage == RULE_DONE
                           ? outcome_add(walk, &state, mass, whole)
                           : queue_put(&walk->next, &state, mass, whole, walk->arena);
        if (!is_kept) {
            return false;
        }
    } while (dice_path_next(path));
    return true;
}

static bool walk_init(struct walk *walk)
{
    dice_init_thrown(&walk->dice, (struct dice_stream){0}, NULL, 0, false, NULL);
    walk->dice.path = &walk->path;
    walk->dice.arena = walk->arena;
    walk->dice.tables = arena_take(walk->arena, DICE_TABLES_MAX, sizeof *walk->dice.tables);
    return walk->dice.tables != NULL;
}

static bool walk_all(struct walk *walk, const struct rule_state *from)
{
    if (!queue_put(&walk->next, from, 1, 1, walk->arena)) {
        return false;
    }
    while (walk->next.count > 0) {
        double pending = 0;
        for (int i = 0; i < walk->next.count; i++) {
            pending += exact_value(&walk->next.item[i].mass);
        }
        if (pending < PENDING_MIN) {
            /* Endless chains are cut off: for the chances alone, each act that still waits is
             * taken to the first end that its dice can bring. */
            enum { STAGES_MOST = 100 };
            walk->odds->unresolved += pending;
            for (int i = 0; i < walk->next.count; i++) {
                struct rule_state state = walk->next.item[i].state;
                for (int stage = 0; stage < STAGES_MOST && state.stage != RULE_DONE; stage++) {
                    memset(&walk->path, 0, sizeof walk->path);
                    path_begin(&walk->path);
                    walk->inputs->action->stages[state.stage](&state, walk->inputs,
                                                              &walk->dice);
                }
                double whole = exact_value(&walk->next.item[i].whole);
                if (walk->dice.fault.code != STATUS_OK) {
                    return false;
                }
                outcome_add(walk, &state, 0, whole); /* chances need no room */
            }
            return true;
        }
        struct queue swap = walk->now;
        walk->now = walk->next;
        walk->next = swap;
        struct queue *queue = &walk->next;
        if (queue->slots > 0) {
            memset(queue->slot, 0, (size_t)queue->slots * sizeof *queue->slot);
        }
        queue->count = 0;
        for (int i = 0; i < walk->now.count; i++) {
            if (!stage_walk(walk, &walk->now.item[i])) {
                return false;
            }
        }
    }
    return true;
}

enum status odds_of_rest(struct odds *out, const struct inputs *inputs,
                         const struct rule_state *from, struct arena *arena, struct error *err)
{
    memset(out, 0, sizeof *out);
    if (inputs->action->stages_count == 0) {
        return error_set(err, STATUS_USAGE, "", "%s has no odds", inputs->action->name);
    }
    struct walk walk;
    memset(&walk, 0, sizeof walk);
    walk.inputs = inputs;
    walk.arena = arena;
    walk.odds = out;
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        out->is_listed[i] = outcome_is_listed(inputs, i);
    }
    bool is_done = walk_init(&walk) && walk_all(&walk, from);
    for (int i = 0; is_done && i < inputs->action->outcomes_count; i++) {
        out->chance[i] = exact_value(&walk.chance[i]);
        if (out->is_listed[i] && inputs->action->outcomes[i].kind == OUTCOME_NUMBER) {
            is_done = numbers_from_tally(&out->numbers[i], &walk.tally[i], arena);
        }
    }
    if (!is_done) {
        return error_set(err, STATUS_FULL, "", "the odds of this %s are too large to enumerate",
                         inputs->action->name);
    }
    return STATUS_OK;
}

enum status odds_of(struct odds *out, const struct inputs *inputs, struct arena *arena,
                    struct error *err)
{
    struct rule_state start;
    memset(&start, 0, sizeof start);
    return odds_of_rest(out, inputs, &start, arena, err);
}

enum status odds_numbers_of(struct odds_numbers *out, const struct distribution *distribution,
                            struct arena *arena, struct error *err)
{
    *out = (struct odds_numbers){.mean = distribution_mean(distribution),
                                 .deviation = distribution_deviation(distribution)};
    out->value = arena_take(arena, (size_t)distribution->count, sizeof *out->value);
    out->mass = arena_take(arena, (size_t)distribution->count, sizeof *out->mass);
    if (out->value == NULL || out->mass == NULL) {
        return error_set(err, STATUS_FULL, "", "too many totals");
    }
    for (int i = 0; i < distribution->count; i++) {
        if (distribution->mass[i] > 0) {
            out->value[out->count] = distribution->low + i;
            out->mass[out->count++] = distribution->mass[i];
        }
    }
    return STATUS_OK;
}
