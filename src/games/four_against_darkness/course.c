/* Four Against Darkness at the table: how far an encounter has come. What the foes want, the
 * four orders, phases, who can act now, how it ended (flow 3 to 6). */
#include "games/four_against_darkness/course.h"

#include <string.h>

#include "tracker/conditions.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/gear.h"

/* ==== What a foe has shown that it wants (Foe reaction). */

enum reaction attitude_of(const struct state *state, int foe)
{
    const struct effect *effect = state_effect(state, NULL, FOUR_ATTITUDE, foe, 0);
    for (int i = REACTION_NONE + 1; effect != NULL && i < REACTIONS; i++) {
        if (strcmp(effect->label, reaction_word((enum reaction)i)) == 0) {
            return (enum reaction)i;
        }
    }
    return REACTION_NONE;
}

bool attitude_is_hostile(const struct state *state, int foe)
{
    switch (attitude_of(state, foe)) {
    case REACTION_NONE:
    case REACTION_FIGHT:
    case REACTION_FIGHT_TO_THE_DEATH:
    case REACTION_CAPTURE:
        return true;
    case REACTION_FLEE:
    case REACTION_FLEE_OUTNUMBERED:
    case REACTION_IGNORE:
    case REACTION_PEACEFUL:
    case REACTION_FOOD_AND_REST:
    case REACTION_BRIBE:
    case REACTION_BLOOD_OFFERING:
    case REACTION_QUEST:
    case REACTION_PUZZLE:
    case REACTION_MAGIC_CHALLENGE:
    case REACTION_TRADE:
    case REACTION_TRIAL:
    case REACTION_SLEEPING:
    case REACTION_SPECIAL:
    case REACTIONS:
        break;
    }
    return false;
}

bool attitude_is_quiet(const struct state *state, int foe)
{
    return !attitude_is_hostile(state, foe) || condition_holds(state, foe, "asleep") ||
           condition_holds(state, foe, "sleeping");
}

bool attitude_is_offering(const struct state *state, int foe)
{
    enum reaction attitude = attitude_of(state, foe);
    return attitude == REACTION_BRIBE || attitude == REACTION_BLOOD_OFFERING ||
           attitude == REACTION_QUEST || attitude == REACTION_PUZZLE ||
           attitude == REACTION_MAGIC_CHALLENGE || attitude == REACTION_TRIAL;
}

bool attitude_fights(const struct state *state, int foe)
{
    return state_is_in(state, foe) && !is_character(state, foe) &&
           attitude_is_hostile(state, foe) && bodies_awake(state, foe) > 0;
}

void attitude_set(struct decision *decision, int foe, enum reaction reaction, int price)
{
    const struct effect *effect = state_effect(&decision->state, NULL, FOUR_ATTITUDE, foe, 0);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_ATTITUDE, foe, 0,
                    str_of(reaction_word(reaction)), price);
}

/* ==== The last attack of everybody on foes who flee (Morale). */

bool last_attack_has(const struct state *state, int id, int foe)
{
    return state_has_effect(state, FOUR_GRANTED, id, foe);
}

bool last_attack_any(const struct state *state)
{
    return state_has_effect(state, FOUR_GRANTED, ANYBODY, ANYBODY);
}

void last_attack_end(struct decision *decision, int foe)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, FOUR_GRANTED, ANYBODY, foe)) !=
               NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* ==== Orders, phases, the end. */

/* An end with foes still there, who may be attacked. */
const char course_peace[] = "peace";

/* ---- orders ---------------------------------------------------------------------------- */

/* The name of each order, and its phases in every round (flow 4). */
static const struct {
    const char *words;
    enum phase phase[PHASES];
} orders[ORDERS] = {
    [ORDER_OPEN] = {.words = "not begun"},
    [ORDER_AT_ONCE] = {"the party attacked at once",
                       {PHASE_PARTY_SHOOTS, PHASE_FOES_SHOOT, PHASE_PARTY_MELEE,
                        PHASE_FOES_MELEE}},
    [ORDER_WAITED] = {"the party waited",
                      {PHASE_FOES_SHOOT, PHASE_PARTY_SHOOTS, PHASE_FOES_MELEE,
                       PHASE_PARTY_MELEE}},
    [ORDER_SURPRISED] = {"the party was surprised",
                         {PHASE_FOES_SHOOT, PHASE_PARTY_SHOOTS, PHASE_FOES_MELEE,
                          PHASE_PARTY_MELEE}},
    [ORDER_WANDERING] = {"wandering monsters attack first",
                         {PHASE_FOES_SHOOT, PHASE_FOES_MELEE, PHASE_PARTY_SHOOTS,
                          PHASE_PARTY_MELEE}},
};

enum order course_order(const struct state *state)
{
    int order = state->value[ENCOUNTER_ORDER];
    return order > ORDER_OPEN && order < ORDERS ? (enum order)order : ORDER_OPEN;
}

static int step_now(const struct state *state)
{
    int step = state->value[ENCOUNTER_PHASE];
    return step >= 0 && step < PHASES ? step : 0;
}

enum phase course_phase(const struct state *state)
{
    return orders[course_order(state)].phase[step_now(state)];
}

const char *course_order_words(enum order order)
{
    return orders[order].words;
}

enum phase course_phase_at(const struct state *state, int step)
{
    return orders[course_order(state)].phase[step];
}

const char *course_phase_words(enum phase phase)
{
    static const char *const words[PHASES] = {
        [PHASE_PARTY_SHOOTS] = "the party's shots and spells",
        [PHASE_FOES_SHOOT] = "the foes' shots",
        [PHASE_PARTY_MELEE] = "the party's melee",
        [PHASE_FOES_MELEE] = "the foes' melee",
    };
    return words[phase];
}

bool course_is_foes_phase(enum phase phase)
{
    return phase == PHASE_FOES_SHOOT || phase == PHASE_FOES_MELEE;
}

/* True when the party waited: a foe present has shown its reaction. */
static bool has_waited(const struct state *state)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_ATTITUDE, ANYBODY, 0)) != NULL) {
        if (state_is_in(state, effect->subject)) {
            return true;
        }
    }
    return false;
}

enum order course_order_to_begin(const struct state *state)
{
    return situation_holds(state, "wandering")   ? ORDER_WANDERING
           : situation_holds(state, "surprised") ? ORDER_SURPRISED
           : has_waited(state)                   ? ORDER_WAITED
                                                 : ORDER_AT_ONCE;
}

/* ---- beginning and end ----------------------------------------------------------------- */

bool course_is_met(const struct state *state)
{
    return state_has_effect(state, FOUR_MET, 0, 0);
}

const char *course_over(const struct state *state)
{
    const struct effect *effect = state_effect(state, NULL, FOUR_OVER, 0, 0);
    return effect != NULL ? effect->label : NULL;
}

bool course_is_peace(const struct state *state)
{
    const char *over = course_over(state);
    return over != NULL && strcmp(over, course_peace) == 0;
}

const char *course_running(const struct state *state)
{
    static const char *const ways[] = {"fleeing", "withdrawing"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (situation_holds(state, ways[i])) {
            return ways[i];
        }
    }
    return NULL;
}

/* ---- who acts -------------------------------------------------------------------------- */

bool course_foe_attacks(const struct state *state, int foe, enum phase phase)
{
    bool has_shot = state_value(state, foe, FIELD_HAS_ACTED, 0) != 0;
    return !is_character(state, foe) && state_is_in(state, foe) &&
           !(has_shot && phase == PHASE_FOES_MELEE) &&
           row_is(state, foe, str_of("ranged")) == (phase == PHASE_FOES_SHOOT) &&
           attitude_fights(state, foe);
}

static bool course_foes_attack(const struct state *state, enum phase phase)
{
    int ids[COMBATANTS_MAX];
    for (int foe = 1; foe <= state->count; foe++) {
        if (course_foe_attacks(state, foe, phase) && attacks_of(state, foe) > 0) {
            return location_reach(state, ids) > 0;
        }
    }
    return false;
}

/* A ranged weapon in hand, or a spell that is not used up. */
bool course_can_shoot(const struct state *state, int id)
{
    const struct effect *hand = gear_at(state, id, PLACE_HAND);
    return (hand != NULL && gear_is_for_shots(state, id, hand->label)) ||
           uses_left_for_spell(state, id);
}

/* A character who only has weapons that shoot cannot fight hand to hand. */
bool course_can_fight(const struct state *state, int id)
{
    const struct effect *effect = NULL;
    bool has_weapon = false, has_melee = false;
    while ((effect = state_effect(state, effect, FOUR_GEAR, id, 0)) != NULL) {
        has_weapon = has_weapon || gear_is_weapon(state, id, effect->label);
        has_melee = has_melee || gear_is(state, id, effect->label, "melee");
    }
    return location_can_melee(state, id) && (has_melee || !has_weapon);
}

static bool can_in(const struct state *state, int id, enum phase phase)
{
    return phase == PHASE_PARTY_SHOOTS  ? course_can_shoot(state, id)
           : phase == PHASE_PARTY_MELEE ? course_can_fight(state, id)
                                        : false;
}

static bool has_action(const struct state *state, int id)
{
    return is_character(state, id) && is_standing(state, id) && !is_helpless(state, id) &&
           !state_value(state, id, FIELD_HAS_ACTED, 0);
}

static bool can_act_in(const struct state *state, int id, enum phase phase)
{
    return has_action(state, id) && can_in(state, id, phase);
}

bool course_action_to_come(const struct state *state, int id)
{
    bool is_to_come = false;
    for (int i = step_now(state); course_order(state) != ORDER_OPEN && i < PHASES; i++) {
        is_to_come = is_to_come || can_act_in(state, id, orders[course_order(state)].phase[i]);
    }
    return is_to_come;
}

/* Which phases foes attack in, looked up once for several questions. */
struct foes_do {
    bool is_known[PHASES], attack[PHASES];
};

static bool foes_attack_in(const struct state *state, enum phase phase, struct foes_do *foes_do)
{
    if (!foes_do->is_known[phase]) {
        foes_do->is_known[phase] = true;
        foes_do->attack[phase] = course_foes_attack(state, phase);
    }
    return foes_do->attack[phase];
}

/* The last step of the order in the same run of party phases as this one: they count as one
 * phase when no phase of the foes is between them. */
static int last_step(const struct state *state, enum order order, int step,
                     struct foes_do *foes_do)
{
    const enum phase *phase = orders[order].phase;
    int last = step;
    for (int i = last + 1; i < PHASES; i++) {
        if (course_is_foes_phase(phase[i]) && foes_attack_in(state, phase[i], foes_do)) {
            break;
        }
        last = course_is_foes_phase(phase[i]) ? last : i;
    }
    return last;
}

/* The same backward: a phase that was skipped because nobody had anything to do is not over
 * before the foes have acted. */
static int first_step(const struct state *state, enum order order, int step,
                      struct foes_do *foes_do)
{
    const enum phase *phase = orders[order].phase;
    while (step > 0 && (!course_is_foes_phase(phase[step - 1]) ||
                        !foes_attack_in(state, phase[step - 1], foes_do))) {
        step--;
    }
    return step;
}

/* True when the party may do this kind of act at this step of the round. */
static bool party_may_at(const struct state *state, enum order order, int step, enum phase kind,
                         struct foes_do *foes_do)
{
    const enum phase *phase = orders[order].phase;
    if (course_is_foes_phase(phase[step])) {
        return false;
    }
    int last = last_step(state, order, step, foes_do);
    for (int i = first_step(state, order, step, foes_do); i <= last; i++) {
        if (phase[i] == kind) {
            return true;
        }
    }
    return false;
}

static bool party_may(const struct state *state, enum phase kind, struct foes_do *foes_do)
{
    enum order order = course_order(state);
    return order != ORDER_OPEN && party_may_at(state, order, step_now(state), kind, foes_do);
}

bool course_party_may(const struct state *state, enum phase kind)
{
    struct foes_do foes_do = {.is_known = {false}};
    return party_may(state, kind, &foes_do);
}

bool course_passes(const struct state *state, int id)
{
    enum order order = course_order(state);
    if (order == ORDER_OPEN || course_over(state) != NULL || !course_can_act(state, id)) {
        return false;
    }
    struct foes_do foes_do = {.is_known = {false}};
    for (int i = last_step(state, order, step_now(state), &foes_do) + 1; i < PHASES; i++) {
        if (can_act_in(state, id, orders[order].phase[i])) {
            return false;
        }
    }
    return has_action(state, id);
}

bool course_attacks_go_on(const struct state *state)
{
    bool go_on = last_attack_any(state);
    for (int id = 1; id <= state->count && !go_on; id++) {
        go_on = course_passes(state, id);
    }
    return go_on;
}

bool course_can_act(const struct state *state, int id)
{
    if (last_attack_has(state, id, ANYBODY)) {
        return true;
    }
    if ((course_over(state) != NULL && !course_is_peace(state)) ||
        course_running(state) != NULL) {
        return false;
    }
    if (course_order(state) == ORDER_OPEN) {
        return has_action(state, id);
    }
    struct foes_do foes_do = {.is_known = {false}};
    return has_action(state, id) && !course_is_foes_phase(course_phase(state)) &&
           ((can_in(state, id, PHASE_PARTY_SHOOTS) &&
             party_may(state, PHASE_PARTY_SHOOTS, &foes_do)) ||
            (can_in(state, id, PHASE_PARTY_MELEE) &&
             party_may(state, PHASE_PARTY_MELEE, &foes_do)));
}

/* Those who flee are attacked before they are gone: such a last attack comes first. */
int course_actor(const struct state *state)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    const struct effect *last = state_effect(state, NULL, FOUR_GRANTED, ANYBODY, ANYBODY);
    for (int i = 0; i < count && last == NULL; i++) {
        if (course_can_act(state, ids[i])) {
            return ids[i];
        }
    }
    return last != NULL ? last->subject : 0;
}

/* ---- phases ---------------------------------------------------------------------------- */

/* The phase of a step, or the two phases of the party that count as one. */
static const char *step_says(const struct state *state, int step)
{
    const enum phase *phase = orders[course_order(state)].phase;
    struct foes_do foes_do = {.is_known = {false}};
    bool is_both = false;
    int last = course_is_foes_phase(phase[step])
                   ? step
                   : last_step(state, course_order(state), step, &foes_do);
    for (int i = step + 1; i <= last; i++) {
        is_both = is_both || !course_is_foes_phase(phase[i]);
    }
    return is_both ? "the party's attacks" : course_phase_words(phase[step]);
}

const char *course_phase_says(const struct state *state)
{
    return step_says(state, step_now(state));
}

/* True when nobody has anything to do in it: then `next` skips it. */
static bool is_empty(const struct state *state, enum phase phase, bool is_new_round)
{
    if (course_is_foes_phase(phase)) {
        return !course_foes_attack(state, phase);
    }
    for (int id = 1; id <= state->count; id++) {
        bool acts = is_character(state, id) && is_standing(state, id) &&
                    !is_helpless(state, id) &&
                    (is_new_round || !state_value(state, id, FIELD_HAS_ACTED, 0));
        if (acts && can_in(state, id, phase)) {
            return false;
        }
    }
    return true;
}

static int step_from(const struct state *state, enum order order, int step, bool is_new_round)
{
    while (step < PHASES && is_empty(state, orders[order].phase[step], is_new_round)) {
        step++;
    }
    return step;
}

/* The next step from `step` on with something to do; PHASES when this round has none. */
int course_step_from(const struct state *state, int step, bool is_new_round)
{
    return step_from(state, course_order(state), step, is_new_round);
}

const char *course_comes_first(const struct state *state, enum phase kind)
{
    enum order order = course_order_to_begin(state);
    struct foes_do foes_do = {.is_known = {false}};
    int step = step_from(state, order, 0, false);
    step = step < PHASES ? step : 0;
    return party_may_at(state, order, step, kind, &foes_do)
               ? NULL
               : course_phase_words(orders[order].phase[step]);
}

int course_step_behind(const struct state *state)
{
    struct foes_do foes_do = {.is_known = {false}};
    int step = step_now(state);
    return course_step_from(state,
                            (course_is_foes_phase(course_phase(state))
                                 ? step
                                 : last_step(state, course_order(state), step, &foes_do)) +
                                1,
                            false);
}

const char *course_next_says(const struct state *state, bool *is_new_round)
{
    int step = course_step_behind(state);
    *is_new_round = step == PHASES;
    if (*is_new_round) {
        step = course_step_from(state, 0, true);
    }
    return step_says(state, step < PHASES ? step : 0);
}
