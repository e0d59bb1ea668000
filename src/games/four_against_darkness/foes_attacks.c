/* Four Against Darkness at the table: the foes' attacks of a phase, how many and on whom (Who
 * is attacked). Each is a pending defence: FOUR_FOES_ATTACK on the character, from the foe. */
#include "games/four_against_darkness/foes_attacks.h"

#include "tracker/conditions.h"
#include "tracker/options.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/location.h"

/* ---- sharing --------------------------------------------------------------------------- */

/* The characters under attack, in marching order, and how often so far. */
struct shares {
    int ids[COMBATANTS_MAX];
    int attacks[COMBATANTS_MAX];
    bool is_hated[COMBATANTS_MAX]; /* by the foe whose attacks are being shared out */
    int count;
    int each; /* attacks that everybody gets before any is left over */
};

/* Shares are filled evenly, in marching order; attacks left over go to a class that the foe
 * hates. Fewer attacks than characters are not left over: each goes to a different
 * character. */
static bool comes_first(const struct shares *shares, int a, int b)
{
    int least =
        shares->attacks[a] < shares->attacks[b] ? shares->attacks[a] : shares->attacks[b];
    bool is_rest = shares->each > 0 && least >= shares->each;
    if (shares->attacks[a] != shares->attacks[b] &&
        (!is_rest || shares->is_hated[a] == shares->is_hated[b])) {
        return shares->attacks[a] < shares->attacks[b];
    }
    return shares->is_hated[a] && !shares->is_hated[b];
}

static int next_share(const struct shares *shares)
{
    int best = 0;
    for (int i = 1; i < shares->count; i++) {
        best = comes_first(shares, i, best) ? i : best;
    }
    return best;
}

static void add_foes_attacks(struct decision *decision, int id, int foe, int more)
{
    const struct effect *effect =
        state_effect(&decision->state, NULL, FOUR_FOES_ATTACK, id, foe);
    int amount = (effect != NULL ? effect->amount : 0) + more;
    if (amount > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FOES_ATTACK, id, foe, str_of(""),
                        amount);
    } else if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

static void share_out(struct decision *decision, struct shares *shares, int foe, int attacks)
{
    int more[COMBATANTS_MAX] = {0};
    for (int i = 0; i < shares->count; i++) {
        shares->is_hated[i] = row_hates(&decision->state, foe, shares->ids[i]);
    }
    for (; attacks > 0; attacks--) {
        int at = next_share(shares);
        shares->attacks[at]++;
        more[at]++;
    }
    for (int i = 0; i < shares->count; i++) {
        if (more[i] > 0) {
            add_foes_attacks(decision, shares->ids[i], foe, more[i]);
        }
    }
}

static const char no_attacks[] = "no attacks this round";

static int bodies_that_attack(const struct state *state, int foe)
{
    return condition_holds(state, foe, harm_dazed) ? 0 : bodies_awake(state, foe);
}

/* The attacks of one foe with room to attack; `room` is for that many bodies, 0 for all. */
static int attacks_here(const struct state *state, int foe, enum phase phase, int *room)
{
    if (!course_foe_attacks(state, foe, phase)) {
        return 0;
    }
    int bodies = bodies_that_attack(state, foe);
    if (location_abreast(state) > 0) {
        bodies = bodies > *room ? *room : bodies;
        *room -= bodies;
    }
    return bodies * attacks_of(state, foe);
}

void foes_attacks_call(struct decision *decision, enum phase phase)
{
    const struct state *state = &decision->state;
    struct shares shares = {.count = location_reach(state, shares.ids)};
    if (shares.count == 0) {
        return;
    }
    int room = location_abreast(state), all = 0;
    for (int foe = 1; foe <= state->count; foe++) {
        all += attacks_here(state, foe, phase, &room);
    }
    shares.each = all / shares.count;
    room = location_abreast(state);
    for (int foe = 1; foe <= state->count && decision_goes_on(decision); foe++) {
        int attacks = attacks_here(state, foe, phase, &room);
        share_out(decision, &shares, foe, attacks);
        if (attacks > 0 && phase == PHASE_FOES_SHOOT) {
            decision_value(decision, EVENT_ACTION_USED, foe, FIELD_HAS_ACTED, 1);
        }
        if (course_foe_attacks(state, foe, phase)) {
            harm_lose_to_daze(decision, foe, no_attacks);
        }
    }
}

void foes_attacks_say_spared(struct decision *decision)
{
    const struct state *state = &decision->state;
    int ids[COMBATANTS_MAX];
    int count = location_reach(state, ids), left = foes_attacks_left(state);
    if (left > 0 && left < count) {
        struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
        decision_say(decision, event, "who is attacked",
                     "%d attack%s on %d: the players choose who is spared", left,
                     left == 1 ? "" : "s", count);
    }
}

/* Each foe attacks those who run once, also a boss with several attacks, whatever their places
 * (Fleeing & Withdrawing). */
void foes_attacks_call_running(struct decision *decision)
{
    const struct state *state = &decision->state;
    struct shares shares = {.count = marching_order(state, shares.ids)};
    int all = 0;
    foes_attacks_forget(decision);
    for (int foe = 1; foe <= state->count; foe++) {
        all += attitude_fights(state, foe) ? bodies_that_attack(state, foe) : 0;
    }
    shares.each = shares.count > 0 ? all / shares.count : 0;
    for (int foe = 1; foe <= state->count && decision_goes_on(decision); foe++) {
        if (shares.count > 0 && attitude_fights(state, foe)) {
            share_out(decision, &shares, foe, bodies_that_attack(state, foe));
            harm_lose_to_daze(decision, foe, no_attacks);
        }
    }
}

static void forget(struct decision *decision, int kind)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, kind, ANYBODY, ANYBODY)) != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

void foes_attacks_forget(struct decision *decision)
{
    forget(decision, FOUR_FOES_ATTACK);
    forget(decision, FOUR_SETTLED);
}

void foes_attacks_settle(struct decision *decision, int id, int foe)
{
    if (!state_has_effect(&decision->state, FOUR_FOES_ATTACK, id, foe)) {
        return;
    }
    const struct effect *before = state_effect(&decision->state, NULL, FOUR_SETTLED, id, foe);
    int settled = 1 + (before != NULL ? before->amount : 0);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SETTLED, id, foe, str_of(""), settled);
    add_foes_attacks(decision, id, foe, -1);
}

/* ---- what is due ----------------------------------------------------------------------- */

/* Drops the attacks of a foe that has fallen since, and those on a character at 0 Life. */
bool foes_attack_counts(const struct state *state, const struct effect *effect)
{
    return is_standing(state, effect->subject) && attitude_fights(state, effect->object);
}

const struct effect *foes_attacks_next(const struct state *state, int id)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, id == 0 ? ANYBODY : id,
                                  ANYBODY)) != NULL) {
        if (foes_attack_counts(state, effect)) {
            return effect;
        }
    }
    return NULL;
}

int foes_attacks_left(const struct state *state)
{
    int left = 0;
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, ANYBODY, ANYBODY)) != NULL) {
        left += foes_attack_counts(state, effect) ? effect->amount : 0;
    }
    return left;
}

/* ---- the players choose ---------------------------------------------------------------- */

int foes_attacks_on(const struct state *state, int id)
{
    static const int kinds[] = {FOUR_FOES_ATTACK, FOUR_SETTLED};
    int count = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct effect *effect = NULL;
        while ((effect = state_effect(state, effect, kinds[i], id, ANYBODY)) != NULL) {
            count += effect->amount;
        }
    }
    return count;
}

static bool is_within_reach(const struct state *state, int id)
{
    int ids[COMBATANTS_MAX];
    int count =
        course_running(state) != NULL ? marching_order(state, ids) : location_reach(state, ids);
    for (int i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

/* A hated class keeps the attacks left over. */
static bool keeps_rest(const struct state *state, const struct effect *effect, int to)
{
    return foes_attacks_on(state, effect->subject) > 1 &&
           row_hates(state, effect->object, effect->subject) &&
           !row_hates(state, effect->object, to);
}

/* Shares stay equal, and a hated class keeps the attacks left over. */
static bool may_divert(struct decision *decision, const struct effect *effect, int to)
{
    const struct state *state = &decision->state;
    if (!is_within_reach(state, to) &&
        !decision_refuse(decision, "marching order", "%s cannot be reached here",
                         state_name(state, to))) {
        return false;
    }
    if (to == effect->subject &&
        !decision_refuse(decision, "who is attacked",
                         "%s has this attack already: name another", state_name(state, to))) {
        return false;
    }
    if (foes_attacks_on(state, to) >= foes_attacks_on(state, effect->subject) &&
        !decision_refuse(decision, "who is attacked",
                         "attacks are shared equally: %s has as many as %s",
                         state_name(state, to), state_name(state, effect->subject))) {
        return false;
    }
    return !keeps_rest(state, effect, to) ||
           decision_refuse(decision, "who is attacked", "%s hates %s",
                           state_name(state, effect->object),
                           state_name(state, effect->subject));
}

/* Who can take this attack, if it is only one; otherwise 0. */
static int only_taker(const struct state *state, const struct effect *effect)
{
    int taker = 0, takers = 0;
    for (int id = 1; id <= state->count; id++) {
        if (id != effect->subject && is_character(state, id) && state_is_in(state, id) &&
            is_within_reach(state, id) && !keeps_rest(state, effect, id) &&
            foes_attacks_on(state, id) < foes_attacks_on(state, effect->subject)) {
            taker = id;
            takers++;
        }
    }
    return takers == 1 ? taker : 0;
}

int foes_attacks_spared(const struct state *state, int ids[COMBATANTS_MAX])
{
    int reached[COMBATANTS_MAX], spared = 0;
    int count = location_reach(state, reached);
    for (int i = 0; i < count && foes_attacks_left(state) > 0; i++) {
        if (foes_attacks_on(state, reached[i]) == 0) {
            ids[spared++] = reached[i];
        }
    }
    return course_running(state) == NULL ? spared : 0;
}

/* An attack that goes from one character to another; an id of 0 is not given. */
struct diversion {
    int from, to, foe;
};

/* `about` 0: nobody. */
static void ask_for_character(struct decision *decision, const char *prefix, const char *what,
                              int about)
{
    struct question *question =
        decision_ask(decision, QUESTION_COMBATANT, "%s%s%s?", what, about != 0 ? " " : "",
                     about != 0 ? state_name(&decision->state, about) : "");
    text_format(question->prefix, sizeof question->prefix, "%s", prefix);
    question->wanted = WANTED_CHARACTER;
}

/* Who takes the attack is asked next, unless only one can. */
static void ask_who_is_spared(struct decision *decision)
{
    int spared[COMBATANTS_MAX];
    if (foes_attacks_left(&decision->state) == 0) {
        decision_refuse(decision, "who is attacked", "no attack is pending");
        return;
    }
    TEXT_BUFFER(what, NAME_SIZE + 60);
    text_add(&what, "who is spared");
    if (foes_attacks_spared(&decision->state, spared) == 1) {
        text_add(&what, " instead of %s", state_name(&decision->state, spared[0]));
    }
    ask_for_character(decision, "", what.p, 0);
}

/* `divert Ann Di of=rats`, or by the foe: `divert rats Ann to=Di`. */
static bool read_diversion(struct decision *decision, const struct command *command,
                           struct diversion *out)
{
    const struct argument *first = &command->argument[0], *second = &command->argument[1];
    *out = (struct diversion){.from = first->id, .to = second->is_given ? second->id : 0};
    int to;
    if (!option_combatant(decision, command, "of", &out->foe) ||
        !option_combatant(decision, command, "to", &to)) {
        return false;
    }
    if (!is_character(&decision->state, first->id)) {
        out->foe = first->id;
        out->from = out->to;
        out->to = to;
    } else if (to != 0) {
        out->to = to;
    }
    if (out->from == 0 &&
        !state_has_effect(&decision->state, FOUR_FOES_ATTACK, ANYBODY, out->foe) &&
        !decision_refuse(decision, "who is attacked", "no attack of %s is pending",
                         state_name(&decision->state, out->foe))) {
        return false;
    }
    if (out->from == 0) {
        ask_for_character(decision, "", "who is spared an attack of", out->foe);
        return false;
    }
    return true;
}

/* Moves one attack to another character: the players choose who is spared. */
void foes_attacks_decide_divert(struct decision *decision, const struct command *command)
{
    struct diversion diversion;
    if (!command->argument[0].is_given) {
        ask_who_is_spared(decision);
        return;
    }
    if (!read_diversion(decision, command, &diversion)) {
        return;
    }
    int from = diversion.from, to = diversion.to, foe = diversion.foe;
    const struct effect *found =
        state_effect(&decision->state, NULL, FOUR_FOES_ATTACK, from, foe == 0 ? ANYBODY : foe);
    if (found == NULL) {
        decision_refuse(decision, "who is attacked", "no attack on %s is pending",
                        state_name(&decision->state, from));
        return;
    }
    to = to != 0 ? to : only_taker(&decision->state, found);
    if (to == 0) {
        bool is_by_foe = !is_character(&decision->state, command->argument[0].id);
        ask_for_character(decision, is_by_foe ? "to=" : "", "who takes the attack on", from);
        return;
    }
    struct effect effect = *found;
    if (!is_character(&decision->state, to)) {
        decision_wrong(decision, "%s is a foe: a character takes it",
                       state_name(&decision->state, to));
        return;
    }
    if (!may_divert(decision, &effect, to)) {
        return;
    }
    add_foes_attacks(decision, from, effect.object, -1);
    add_foes_attacks(decision, to, effect.object, 1);
    struct event *event = decision_tell(decision, EVENT_NOTED, to, effect.object);
    decision_say(decision, event, "who is attacked", "%s → %s, not %s",
                 state_name(&decision->state, effect.object), state_name(&decision->state, to),
                 state_name(&decision->state, from));
    decision_label(decision, "%s is spared", state_name(&decision->state, from));
}
