#include "forecast/fight_tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tracker/combatant_fields.h"
#include "tracker/procedure.h"

/* ---- intervals ------------------------------------------------------------------------- */

/* 95% of a normal variable lie within this many standard deviations. */
static const double deviations = 1.959963984540054;

struct interval interval_of_chance(int64_t count, int64_t of)
{
    if (of == 0) {
        return (struct interval){0, 0, 1};
    }
    double n = (double)of, p = (double)count / n, z2 = deviations * deviations;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = deviations * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    /* At the ends the bound is exact, and must not be missed by rounding. */
    return (struct interval){p, count == 0 ? 0 : middle - half,
                             count == of ? 1 : middle + half};
}

struct interval interval_of_average(int64_t sum, int64_t squares, int64_t of)
{
    return interval_of_mean((double)sum, (double)squares, of);
}

struct interval interval_of_mean(double sum, double squares, int64_t of)
{
    if (of == 0) {
        return (struct interval){0, 0, 0};
    }
    double n = (double)of, average = sum / n;
    double variance = of > 1 ? (squares - sum * average) / (n - 1) : 0;
    double half = variance > 0 ? deviations * sqrt(variance / n) : 0;
    return (struct interval){average, average - half, average + half};
}

/* ---- tallies --------------------------------------------------------------------------- */

/* The effect that a game keeps of what can be used a number of times; -1: it has none. */
static int uses_kind(const struct procedure *procedure)
{
    return effect_from_name(procedure, str_of("uses"));
}

void fight_tally_about_init(struct fight_tally_about *about, const struct procedure *procedure,
                            const struct state *start)
{
    memset(about, 0, sizeof *about);
    about->procedure = procedure;
    about->start = start;
    about->first_round = start->value[ENCOUNTER_ROUND] > 0 ? start->value[ENCOUNTER_ROUND] : 1;
    int kind = uses_kind(procedure);
    for (int id = 1; id <= start->count && kind >= 0; id++) {
        const struct effect *effect = NULL;
        while ((effect = state_effect(start, effect, kind, id, ANYBODY)) != NULL &&
               about->uses < TALLY_USES_MAX) {
            if (effect->amount > 0) {
                struct fight_tally_use *use = &about->use[about->uses++];
                use->id = id;
                memcpy(use->label, effect->label, sizeof use->label);
            }
        }
    }
}

void fight_tally_init(struct fight_tally *tally)
{
    memset(tally, 0, sizeof *tally);
    tally->needs_fight = -1;
    tally->refused_fight = -1;
}

/* ---- one fight ------------------------------------------------------------------------- */

static int left_of(const struct procedure *procedure, const struct state *state, int id)
{
    struct bodies bodies;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies)) {
        return bodies.left;
    }
    int hp = state_value(state, id, FIELD_HP, 0);
    return hp > 0 ? hp : 0;
}

static int place_of_round(const struct fight_tally_about *about, int round)
{
    int place = round - about->first_round;
    return place < 0 ? 0 : place >= TALLY_ROUNDS ? TALLY_ROUNDS - 1 : place;
}

static bool anybody_at_zero(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && state_value(state, id, FIELD_HP, 1) <= 0) {
            return true;
        }
    }
    return false;
}

/* Damage adds up on somebody whose hit points are not set. */
static bool anybody_unset_is_hurt(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !state_is_set(state, id, FIELD_HP) &&
            state_value(state, id, FIELD_DAMAGE_COUNTED, 0) > 0) {
            return true;
        }
    }
    return false;
}

/* The entry of one that arrived later; NULL: there is no room. */
static struct fight_tally_later *later_called(struct fight_tally *tally, const char *name)
{
    int at = 0;
    while (at < tally->laters && at < TALLY_LATER_MAX &&
           strcmp(tally->later[at].name, name) != 0) {
        at++;
    }
    tally->laters = at == tally->laters ? at + 1 : tally->laters;
    return at < TALLY_LATER_MAX ? &tally->later[at] : NULL;
}

static void add_later(struct fight_tally *tally, const struct fight_tally_about *about,
                      const struct fight *fight, int64_t number, int id)
{
    const struct state *state = &fight->state;
    const struct fight_outcome *outcome = &fight->outcome;
    struct fight_tally_later *later = later_called(tally, state_name(state, id));
    if (later == NULL) {
        return;
    }
    if (later->fights == 0 || number < later->first_fight) {
        later->first_fight = number;
        later->id = id;
    }
    text_format(later->name, sizeof later->name, "%s", state_name(state, id));
    later->side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    later->fights++;
    later->falls += fight_has_fallen(about->procedure, state, id) ? 1 : 0;
    later->hp_left += left_of(about->procedure, state, id);
    for (int i = 0; i < outcome->breaks; i++) {
        if (outcome->broke[i].group == id) {
            struct text group = text_over(later->group, sizeof later->group);
            group_name(state, id, &group);
            later->breaks++;
            later->break_rounds[place_of_round(about, outcome->broke[i].round)]++;
        }
    }
}

static int compare_later(const void *a, const void *b)
{
    const struct fight_tally_later *one = *(const struct fight_tally_later *const *)a;
    const struct fight_tally_later *other = *(const struct fight_tally_later *const *)b;
    int by_fight =
        (one->first_fight > other->first_fight) - (one->first_fight < other->first_fight);
    return by_fight != 0 ? by_fight : one->id - other->id;
}

int fight_tally_later(const struct fight_tally *tally,
                      const struct fight_tally_later *out[TALLY_LATER_MAX])
{
    int count = tally->laters > TALLY_LATER_MAX ? 0 : tally->laters;
    for (int i = 0; i < count; i++) {
        out[i] = &tally->later[i];
    }
    qsort(out, (size_t)count, sizeof *out, compare_later);
    return count;
}

void fight_tally_add(struct fight_tally *tally, const struct fight_tally_about *about,
                     const struct fight *fight, int64_t number, struct fight_sum *sum)
{
    const struct fight_outcome *outcome = &fight->outcome;
    *sum = (struct fight_sum){.end = outcome->end, .round = outcome->round};
    tally->refused += outcome->refused;
    if (outcome->refused > 0) {
        if (tally->refused_fight < 0 || number < tally->refused_fight) {
            tally->refused_fight = number;
            text_format(tally->first_refused, sizeof tally->first_refused, "%s",
                        outcome->first_refused);
        }
    }
    if (outcome->end == FIGHT_NEEDS) {
        if (tally->needs_fight < 0 || number < tally->needs_fight) {
            tally->needs_fight = number;
            text_format(tally->needs, sizeof tally->needs, "%s", outcome->needs);
        }
        return;
    }
    tally->fights++;
    tally->ends[outcome->end]++;
    tally->rounds[place_of_round(about, outcome->round)]++;
    const struct state *state = &fight->state;
    int kind = uses_kind(about->procedure);
    for (int id = 1; id <= state->count; id++) {
        bool has_fallen =
            state_is_present(state, id) && fight_has_fallen(about->procedure, state, id);
        bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        tally->falls[id - 1] += has_fallen ? 1 : 0;
        tally->hp_left[id - 1] += left_of(about->procedure, state, id);
        sum->falls += has_fallen && is_party ? 1 : 0;
        if (id > about->start->count && state_is_present(state, id)) {
            add_later(tally, about, fight, number, id);
        }
    }
    for (int i = 0; i < about->uses; i++) {
        const struct fight_tally_use *use = &about->use[i];
        const struct effect *effect =
            state_effect_labelled(state, kind, use->id, 0, str_of(use->label));
        tally->uses_left[i] += effect != NULL ? effect->amount : 0;
    }
    tally->ways[outcome->end][sum->falls < TALLY_FALLS ? sum->falls : TALLY_FALLS - 1]++;
    tally->party_falls += sum->falls;
    tally->party_falls_squares += (int64_t)sum->falls * sum->falls;
    for (int i = 0; i < outcome->breaks; i++) {
        int group = outcome->broke[i].group - 1;
        tally->breaks[group]++;
        tally->break_rounds[group][place_of_round(about, outcome->broke[i].round)]++;
    }
    if (outcome->end == FIGHT_STALEMATE) {
        tally->stalemates_unhurt += outcome->anybody_was_hurt ? 0 : 1;
        tally->stalemates_at_zero += anybody_at_zero(&fight->state) ? 1 : 0;
        tally->stalemates_unset += anybody_unset_is_hurt(&fight->state) ? 1 : 0;
    }
    sum->has_end = true;
    sum->won = outcome->end == FIGHT_WON ? 1 : 0;
}

void fight_tally_add_difference(struct fight_tally *tally, const struct fight_sum *sum,
                                const struct fight_sum *first)
{
    struct fight_tally_difference *difference = &tally->difference;
    if (!sum->has_end || !first->has_end) {
        return;
    }
    int won = sum->won - first->won, falls = sum->falls - first->falls;
    int rounds = sum->round - first->round;
    difference->pairs++;
    difference->won += won;
    difference->won_squares += (int64_t)won * won;
    difference->falls += falls;
    difference->falls_squares += (int64_t)falls * falls;
    difference->rounds += rounds;
    difference->rounds_squares += (int64_t)rounds * rounds;
}
