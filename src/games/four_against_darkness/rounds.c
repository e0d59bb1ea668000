/* Four Against Darkness at the table: rounds and their phases, begun one after the other (flow
 * 4, 5). */
#include "games/four_against_darkness/rounds.h"

#include "tracker/conditions.h"
#include "tracker/settings.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/rerolls.h"

static void enter(struct decision *decision, int step)
{
    enum phase phase = course_phase_at(&decision->state, step);
    foes_attacks_forget(decision);
    struct event *event =
        decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, step);
    if (event == NULL) {
        event = decision_tell(decision, EVENT_NOTED, 0, 0);
    }
    decision_say(decision, event, "flow 4", "%s", course_phase_says(&decision->state));
    reroll_forget(decision, ANYBODY);
    if (course_is_foes_phase(phase)) {
        foes_attacks_call(decision, phase);
        foes_attacks_say_spared(decision);
    }
}

/* Effects of foes on every turn come at the start of the round. */
static void call_turns(struct decision *decision)
{
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        const struct state *state = &decision->state;
        if (state_is_in(state, foe) && !is_character(state, foe) &&
            attitude_is_hostile(state, foe) && !is_helpless(state, foe)) {
            harm_call_turn(decision, foe);
        }
    }
}

/* A new action for everybody but the dazed, and those who used that of round 1 before the first
 * blow; foes who have shot may attack again. */
static void give_actions(struct decision *decision, int round)
{
    for (int id = 1; id <= decision->state.count; id++) {
        bool has_acted = state_value(&decision->state, id, FIELD_HAS_ACTED, 0) != 0;
        if (is_character(&decision->state, id) ? has_acted && round == 1 : !has_acted) {
            continue;
        }
        bool loses_it = is_character(&decision->state, id) &&
                        condition_holds(&decision->state, id, harm_dazed);
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, loses_it);
        if (loses_it) {
            harm_lose_to_daze(decision, id, "the action of this round is lost");
        }
    }
}

/* A round in which nobody can do anything still begins with its first phase. */
static void begin_round(struct decision *decision, int round)
{
    give_actions(decision, round);
    struct event *event =
        decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round);
    decision_say(decision, event, "flow 4", "round %d begins: %s", round,
                 course_order_words(course_order(&decision->state)));
    call_turns(decision);
    int step = course_step_from(&decision->state, 0, false);
    enter(decision, step < PHASES ? step : 0);
}

void rounds_begin(struct decision *decision, enum order order)
{
    settings_copy(decision);
    decision_encounter(decision, EVENT_PHASE_CHANGED, (enum encounter_field)ENCOUNTER_ORDER,
                       (int)order);
    begin_round(decision, 1);
}

void rounds_next(struct decision *decision)
{
    int step = course_step_behind(&decision->state);
    if (step < PHASES) {
        enter(decision, step);
    } else {
        conditions_round_ends(decision);
        begin_round(decision, decision->state.value[ENCOUNTER_ROUND] + 1);
    }
}
