/* Four Against Darkness at the table: numbers of an adventure. */
#include "games/four_against_darkness/tally.h"

#include "games/four_against_darkness/combatant.h"

static const char *const labels[TALLIES] = {
    [TALLY_WANDERING] = "wandering monsters met",
    [TALLY_MAJOR] = "major foes met",
    [TALLY_GOLD] = "gold found",
};

static const struct effect *find(const struct state *state, enum tally tally)
{
    return state_effect_labelled(state, FOUR_TALLY, 0, 0, str_of(labels[tally]));
}

int tally_of(const struct state *state, enum tally tally)
{
    const struct effect *effect = find(state, tally);
    return effect != NULL ? effect->amount : 0;
}

void tally_add(struct decision *decision, enum tally tally, int more)
{
    if (more > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_TALLY, 0, 0, str_of(labels[tally]),
                        tally_of(&decision->state, tally) + more);
    }
}

void tally_clear(struct decision *decision, enum tally tally)
{
    const struct effect *effect = find(&decision->state, tally);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}
