/* Four Against Darkness at the table: what a foe has shown that it wants (Foe reaction). */
#include "games/four_against_darkness/attitude.h"

#include <string.h>

#include "games/four_against_darkness/combatant.h"
#include "tracker/conditions.h"

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
