/* Four Against Darkness at the table: the four orders of an encounter, its phases and rounds,
 * and how it ends (flow 4 to 6). */
#include "games/four_against_darkness/flow.h"

#include <string.h>

/* An end at which foes are still there, and may be attacked all the same. */
static const char peace[] = "peace";

/* ---- orders ---------------------------------------------------------------------------- */

/* What each order is called, and its phases in every round (flow 4). */
static const struct {
    const char *words, *brief;
    enum phase phase[PHASES];
} orders[ORDERS] = {
    [ORDER_OPEN] = {.words = "not begun", .brief = "not begun"},
    [ORDER_AT_ONCE] = {"the party attacked at once",
                       "attacked at once",
                       {PHASE_PARTY_SHOOTS, PHASE_FOES_SHOOT, PHASE_PARTY_MELEE,
                        PHASE_FOES_MELEE}},
    [ORDER_WAITED] = {"the party waited",
                      "waited",
                      {PHASE_FOES_SHOOT, PHASE_PARTY_SHOOTS, PHASE_FOES_MELEE,
                       PHASE_PARTY_MELEE}},
    [ORDER_SURPRISED] = {"the party was surprised",
                         "surprised",
                         {PHASE_FOES_SHOOT, PHASE_PARTY_SHOOTS, PHASE_FOES_MELEE,
                          PHASE_PARTY_MELEE}},
    [ORDER_WANDERING] = {"wandering monsters attack first",
                         "wandering",
                         {PHASE_FOES_SHOOT, PHASE_FOES_MELEE, PHASE_PARTY_SHOOTS,
                          PHASE_PARTY_MELEE}},
};

enum order order_of(const struct state *state)
{
    int order = state->value[ENCOUNTER_ORDER];
    return order > ORDER_OPEN && order < ORDERS ? (enum order)order : ORDER_OPEN;
}

static int step_now(const struct state *state)
{
    int step = state->value[ENCOUNTER_PHASE];
    return step >= 0 && step < PHASES ? step : 0;
}

enum phase phase_now(const struct state *state)
{
    return orders[order_of(state)].phase[step_now(state)];
}

const char *order_brief(enum order order)
{
    return orders[order].brief;
}

const char *phase_words(enum phase phase)
{
    static const char *const words[PHASES] = {
        [PHASE_PARTY_SHOOTS] = "the party's shots and spells",
        [PHASE_FOES_SHOOT] = "the foes' shots",
        [PHASE_PARTY_MELEE] = "the party's melee",
        [PHASE_FOES_MELEE] = "the foes' melee",
    };
    return words[phase];
}

bool is_foes_phase(enum phase phase)
{
    return phase == PHASE_FOES_SHOOT || phase == PHASE_FOES_MELEE;
}

/* ---- who acts -------------------------------------------------------------------------- */

/* A weapon in hand that shoots or can be thrown, or a spell that is not used up. */
bool can_shoot(const struct state *state, int id)
{
    const struct effect *hand = gear_at(state, id, PLACE_HAND);
    return (hand != NULL && gear_is_for_shots(state, id, hand->label)) || spell_left(state, id);
}

/* Whoever has nothing but weapons that shoot cannot fight hand to hand. */
bool can_fight(const struct state *state, int id)
{
    const struct effect *effect = NULL;
    bool has_weapon = false, has_melee = false;
    while ((effect = state_effect(state, effect, FOUR_GEAR, id, 0)) != NULL) {
        has_weapon = has_weapon || gear_is_weapon(state, id, effect->label);
        has_melee = has_melee || gear_is(state, id, effect->label, "melee");
    }
    return rank_can_melee(state, id) && (has_melee || !has_weapon);
}

static bool can_in(const struct state *state, int id, enum phase phase)
{
    return phase == PHASE_PARTY_SHOOTS  ? can_shoot(state, id)
           : phase == PHASE_PARTY_MELEE ? can_fight(state, id)
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

bool has_action_to_come(const struct state *state, int id)
{
    bool is_to_come = false;
    for (int i = step_now(state); order_of(state) != ORDER_OPEN && i < PHASES; i++) {
        is_to_come = is_to_come || can_act_in(state, id, orders[order_of(state)].phase[i]);
    }
    return is_to_come;
}

/* The last step of the order that belongs to the same phases of the party as this one: they are
 * one when nothing of the foes stands between them. */
static int last_step(const struct state *state, int step)
{
    const enum phase *phase = orders[order_of(state)].phase;
    int last = step;
    for (int i = last + 1; i < PHASES; i++) {
        if (is_foes_phase(phase[i]) && foes_attack_in(state, phase[i])) {
            break;
        }
        last = is_foes_phase(phase[i]) ? last : i;
    }
    return last;
}

/* The same the other way round: a phase that was passed by, as nobody had anything to do in it,
 * is not over before the foes have acted. */
static int first_step(const struct state *state, int step)
{
    const enum phase *phase = orders[order_of(state)].phase;
    while (step > 0 &&
           (!is_foes_phase(phase[step - 1]) || !foes_attack_in(state, phase[step - 1]))) {
        step--;
    }
    return step;
}

bool party_may(const struct state *state, enum phase kind)
{
    const enum phase *phase = orders[order_of(state)].phase;
    if (order_of(state) == ORDER_OPEN || is_foes_phase(phase_now(state))) {
        return false;
    }
    for (int i = first_step(state, step_now(state)); i <= last_step(state, step_now(state));
         i++) {
        if (phase[i] == kind) {
            return true;
        }
    }
    return false;
}

bool can_act_now(const struct state *state, int id)
{
    if (has_last_attack(state, id, ANYBODY)) {
        return true;
    }
    if ((flow_over(state) != NULL && !flow_is_peace(state)) || running_how(state) != NULL) {
        return false;
    }
    if (order_of(state) == ORDER_OPEN) {
        return has_action(state, id);
    }
    return (party_may(state, PHASE_PARTY_SHOOTS) &&
            can_act_in(state, id, PHASE_PARTY_SHOOTS)) ||
           (party_may(state, PHASE_PARTY_MELEE) && can_act_in(state, id, PHASE_PARTY_MELEE));
}

/* The phase of a step, or the two of the party that are one. */
static const char *step_says(const struct state *state, int step)
{
    const enum phase *phase = orders[order_of(state)].phase;
    bool is_both = false;
    for (int i = step + 1; !is_foes_phase(phase[step]) && i <= last_step(state, step); i++) {
        is_both = is_both || !is_foes_phase(phase[i]);
    }
    return is_both ? "the party's attacks" : phase_words(phase[step]);
}

const char *phase_says(const struct state *state)
{
    return step_says(state, step_now(state));
}

/* Those who flee are struck before they are gone: such a last attack comes first. */
int next_actor(const struct state *state)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    const struct effect *last = state_effect(state, NULL, FOUR_GRANTED, ANYBODY, ANYBODY);
    for (int i = 0; i < count && last == NULL; i++) {
        if (can_act_now(state, ids[i])) {
            return ids[i];
        }
    }
    return last != NULL ? last->subject : 0;
}

/* ---- phases ---------------------------------------------------------------------------- */

/* Nobody has anything to do in it: `next` passes it by. */
static bool is_empty(const struct state *state, enum phase phase, bool is_new_round)
{
    if (is_foes_phase(phase)) {
        return !foes_attack_in(state, phase);
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

/* The next step with something to do from `step` on; PHASES when this round has none. */
static int step_from(const struct state *state, int step, bool is_new_round)
{
    while (step < PHASES &&
           is_empty(state, orders[order_of(state)].phase[step], is_new_round)) {
        step++;
    }
    return step;
}

static int step_behind(const struct state *state)
{
    int step = step_now(state);
    return step_from(
        state, (is_foes_phase(phase_now(state)) ? step : last_step(state, step)) + 1, false);
}

const char *phase_next_says(const struct state *state, bool *is_new_round)
{
    int step = step_behind(state);
    *is_new_round = step == PHASES;
    if (*is_new_round) {
        step = step_from(state, 0, true);
    }
    return step_says(state, step < PHASES ? step : 0);
}

static void enter(struct decision *decision, int step)
{
    enum phase phase = orders[order_of(&decision->state)].phase[step];
    foes_attacks_forget(decision);
    struct event *event =
        decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, step);
    if (event == NULL) {
        event = decision_tell(decision, EVENT_NOTED, 0, 0);
    }
    decision_say(decision, event, "flow 4", "%s", phase_says(&decision->state));
    reroll_forget_all(decision);
    if (is_foes_phase(phase)) {
        foes_attacks_call(decision, phase);
        foes_attacks_say_spared(decision);
    }
}

/* What foes do every turn beside attacking comes at the start of the round. */
static void call_turns(struct decision *decision)
{
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        const struct state *state = &decision->state;
        if (state_is_in(state, foe) && !is_character(state, foe) && is_hostile(state, foe) &&
            !is_helpless(state, foe)) {
            effect_call_turn(decision, foe);
        }
    }
}

/* A new action for everybody but the dazed. */
static void give_actions(struct decision *decision)
{
    for (int id = 1; id <= decision->state.count; id++) {
        const struct effect *dazed = state_effect_labelled(&decision->state, EFFECT_CONDITION,
                                                           id, 0, str_of(dazed_word));
        if (!is_character(&decision->state, id)) {
            continue;
        }
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, dazed != NULL);
        if (dazed != NULL) {
            struct event *event = decision_end_effect(decision, EVENT_CONDITION_CHANGED, dazed);
            decision_say(decision, event, "damage types", "%s loses this round's action",
                         state_name(&decision->state, id));
        }
    }
}

/* A round in which nobody can do anything begins with its first phase all the same. */
static void begin_round(struct decision *decision, int round)
{
    give_actions(decision);
    struct event *event =
        decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round);
    enum order order = order_of(&decision->state);
    decision_say(decision, event, "flow 4", "round %d begins: %s", round, orders[order].words);
    call_turns(decision);
    int step = step_from(&decision->state, 0, true);
    enter(decision, step < PHASES ? step : 0);
}

/* Whether the party waited: a foe that is there has shown its reaction. */
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

enum order order_to_begin(const struct state *state)
{
    return situation_holds(state, "wandering")   ? ORDER_WANDERING
           : situation_holds(state, "surprised") ? ORDER_SURPRISED
           : has_waited(state)                   ? ORDER_WAITED
                                                 : ORDER_AT_ONCE;
}

void flow_begin(struct decision *decision, enum order order)
{
    settings_copy(decision);
    decision_encounter(decision, EVENT_PHASE_CHANGED, (enum encounter_field)ENCOUNTER_ORDER,
                       (int)order);
    begin_round(decision, 1);
}

/* ---- the end --------------------------------------------------------------------------- */

const char *flow_over(const struct state *state)
{
    const struct effect *effect = state_effect(state, NULL, FOUR_OVER, 0, 0);
    return effect != NULL ? effect->label : NULL;
}

bool flow_is_peace(const struct state *state)
{
    const char *over = flow_over(state);
    return over != NULL && strcmp(over, peace) == 0;
}

/* Nobody attacks once more at those who flee. */
static void grants_end(struct decision *decision)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, FOUR_GRANTED, ANYBODY, ANYBODY)) !=
               NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

void flow_end(struct decision *decision, const char *how)
{
    if (flow_over(&decision->state) != NULL) {
        return;
    }
    foes_attacks_forget(decision);
    grants_end(decision);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_OVER, 0, 0, str_of(how), 1);
    decision_say(decision, event, "flow 6", "the encounter is over: %s", how);
    treasure_count(decision);
}

/* Foes are still to be reckoned with: in the fight and hostile, not asked yet, or at a price.
 */
static bool is_open(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        bool counts = state_is_in(state, id) && !is_character(state, id) &&
                      (is_hostile(state, id) || is_offering(state, id));
        if (counts) {
            return true;
        }
    }
    return state_effect(state, NULL, FOUR_GRANTED, ANYBODY, ANYBODY) != NULL;
}

static bool has_foes(const struct state *state, bool *any_in)
{
    bool any = false;
    *any_in = false;
    for (int id = 1; id <= state->count; id++) {
        bool is_foe = state_is_present(state, id) && !is_character(state, id);
        any = any || is_foe;
        *any_in = *any_in || (is_foe && state_is_in(state, id));
    }
    return any;
}

static bool has_party(const struct state *state, bool *any_in)
{
    bool any = false;
    *any_in = false;
    for (int id = 1; id <= state->count; id++) {
        bool is_one = state_is_present(state, id) && is_character(state, id);
        any = any || is_one;
        *any_in = *any_in || (is_one && state_is_in(state, id));
    }
    return any;
}

/* Ends when one side is dead, fled or subdued (flow 6); new foes open it again. */
void flow_watch(struct decision *decision)
{
    const struct state *state = &decision->state;
    const struct effect *over = state_effect(state, NULL, FOUR_OVER, 0, 0);
    bool foes_in, party_in;
    bool has_both = has_foes(state, &foes_in) && has_party(state, &party_in);
    if (!has_both || !is_met(state) || running_how(state) != NULL) {
        return;
    }
    bool is_won_back = over != NULL && is_open(state) && party_in &&
                       strcmp(over->label, "fled") != 0 && strcmp(over->label, "withdrew") != 0;
    if (is_won_back) {
        struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, over);
        decision_say(decision, event, "flow 6", "the encounter goes on");
    } else if (over == NULL && !party_in) {
        flow_end(decision, "lost");
    } else if (over == NULL && !is_open(state)) {
        flow_end(decision, foes_in ? peace : "won");
    }
}

/* ---- next ------------------------------------------------------------------------------ */

/* What is still to be done before the next phase. */
static bool may_go_on(struct decision *decision)
{
    const struct state *state = &decision->state;
    if (flow_over(state) != NULL &&
        !decision_refuse(decision, "flow 6",
                         "the encounter is over: `encounter NAME carry` takes the party on")) {
        return false;
    }
    int left = foes_attacks_left(state);
    if (left > 0 && !decision_refuse(decision, "flow 5",
                                     "%d attack%s still to be defended against: `defend`", left,
                                     left == 1 ? " is" : "s are")) {
        return false;
    }
    const struct effect *save = save_due(state, 0);
    if (save != NULL && !decision_refuse(decision, "save rolls", "%s must make a save: `save`",
                                         state_name(state, save->subject))) {
        return false;
    }
    int foe = morale_due(state);
    return foe == 0 ||
           decision_refuse(decision, "morale", "%s check morale before they attack: `morale`",
                           state_name(state, foe));
}

/* The next phase with something to do; behind the last one the next round. */
void flow_decide_next(struct decision *decision, const struct command *command)
{
    (void)command;
    int round_before = decision->state.value[ENCOUNTER_ROUND];
    if (!may_go_on(decision)) {
        return;
    }
    if (order_of(&decision->state) == ORDER_OPEN) {
        bool has_foes =
            foes_left(&decision->state) > 0 ||
            decision_refuse(decision, "flow 4", "there are no foes yet: `add` adds some");
        if (has_foes && may_begin(decision)) {
            flow_begin(decision, order_to_begin(&decision->state));
        }
    } else {
        grants_end(decision);
        if (!is_open(&decision->state)) {
            decision_label(decision, "no last attack");
            return;
        }
        int step = step_behind(&decision->state);
        if (step < PHASES) {
            enter(decision, step);
        } else {
            conditions_round_ends(decision);
            begin_round(decision, decision->state.value[ENCOUNTER_ROUND] + 1);
        }
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    /* The title says the rest. */
    int round = decision->state.value[ENCOUNTER_ROUND];
    if (round != round_before) {
        decision_label(decision, "round %d", round);
    } else {
        decision_label(decision, "%s", phase_says(&decision->state));
    }
}
