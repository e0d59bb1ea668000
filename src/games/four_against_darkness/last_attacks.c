/* Four Against Darkness at the table: the last attack of everybody on foes who flee
 * (Morale). */
#include "games/four_against_darkness/last_attacks.h"

#include "games/four_against_darkness/combatant.h"

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
