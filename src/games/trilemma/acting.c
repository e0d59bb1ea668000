/* One act: who does it, on whom, and what was given to it (5.1, 5.7; T1). */
#include "games/trilemma/acting.h"

#include "games/trilemma/combatant.h"

int trilemma_actor_of(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : decision->state.value[ENCOUNTER_TURN];
    if (id == 0 && decision_refuse(decision, "5.1",
                                   "nobody has a turn now: `initiative` or `next` "
                                   "comes first")) {
        decision_wrong(decision, "who acts? by=NAME");
    }
    return id;
}

bool trilemma_may_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    int turn = state->value[ENCOUNTER_TURN];
    const char *name = state_name(state, id);
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "5.1", "%s is out of the fight", name)) {
        return false;
    }
    if (trilemma_is_round(state) && state_has_effect(state, TRILEMMA_GRANTED, id, ANYBODY)) {
        return true;
    }
    if (turn == 0 &&
        !decision_refuse(decision, "5.1", "nobody has a turn now: `next` starts the round")) {
        return false;
    }
    if (turn != 0 && turn != id &&
        !decision_refuse(decision, "5.1", "it is %s's turn, not %s's", state_name(state, turn),
                         name)) {
        return false;
    }
    if (turn == id && trilemma_is_casting(state, id) &&
        !decision_refuse(decision, "5.7", "%s is casting: `cast` is its action", name)) {
        return false;
    }
    return turn != id || !state_value(state, id, FIELD_HAS_ACTED, 0) ||
           decision_refuse(decision, "5.1", "%s has acted this round: `next` ends the turn",
                           name);
}

void trilemma_use_action(struct decision *decision, int id)
{
    const struct effect *aim =
        state_effect(&decision->state, NULL, TRILEMMA_AIMING, id, ANYBODY);
    if (aim != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, aim);
    }
    const struct effect *granted =
        state_effect(&decision->state, NULL, TRILEMMA_GRANTED, id, ANYBODY);
    bool is_own = decision->state.value[ENCOUNTER_TURN] == id &&
                  !state_value(&decision->state, id, FIELD_HAS_ACTED, 0);
    if (granted != NULL && !is_own) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, granted);
    } else {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    }
}

int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb)
{
    if (command->argument[0].is_given) {
        return command->argument[0].id;
    }
    bool is_foe = state_value(&decision->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    decision_ask(decision, QUESTION_COMBATANT, "%s whom?", verb)->wanted =
        is_foe ? WANTED_CHARACTER : WANTED_FOE;
    return 0;
}

int trilemma_first_total(const struct decision *decision, int fallback)
{
    for (int i = 0; i < decision->trace.steps; i++) {
        if (decision->trace.step[i].kind == TRACE_TOTAL) {
            return (int)decision->trace.step[i].value;
        }
    }
    return fallback;
}

int trilemma_input(const struct inputs *inputs, const char *name)
{
    return inputs->value[parameter_find(inputs->action, str_of(name))].number;
}

bool trilemma_is_magic(const struct command *command)
{
    return option_flag(command, "magic", false);
}
