/* Who is in melee with whom (5.5, 5.21; T31). */
#include "games/trilemma/melee.h"

#include "games/trilemma/combatant.h"

bool trilemma_is_engaged(const struct state *state, int a, int b)
{
    return trilemma_is_round(state) && (state_has_effect(state, TRILEMMA_ENGAGED, a, b) ||
                                        state_has_effect(state, TRILEMMA_ENGAGED, b, a));
}

void trilemma_engage(struct decision *decision, int a, int b)
{
    int first = a < b ? a : b;
    int second = a < b ? b : a;
    if (a != b) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_ENGAGED, first, second,
                        str_of(""), 1);
    }
}

void trilemma_decide_engage(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int a = command->argument[0].id;
    int b = command->argument[1].id;
    if (!trilemma_is_round(state) &&
        !decision_refuse(decision, "5.5", "nobody is in melee between rounds")) {
        return;
    }
    trilemma_engage(decision, a, b);
    struct event *event = decision_tell(decision, EVENT_NOTED, a, b);
    decision_say(decision, event, "5.21", "%s and %s are in melee", state_name(state, a),
                 state_name(state, b));
    decision_label(decision, "%s and %s in melee", state_name(state, a), state_name(state, b));
}

void trilemma_decide_part(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int a = command->argument[0].id;
    int b = command->argument[1].id;
    const struct effect *effect =
        state_effect(state, NULL, TRILEMMA_ENGAGED, a < b ? a : b, a < b ? b : a);
    if (effect == NULL) {
        decision_refuse(decision, "5.21", "%s and %s are not in melee", state_name(state, a),
                        state_name(state, b));
        return;
    }
    struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    decision_say(decision, event, "5.21", "%s and %s part", state_name(state, a),
                 state_name(state, b));
    decision_label(decision, "%s and %s part", state_name(state, a), state_name(state, b));
}
