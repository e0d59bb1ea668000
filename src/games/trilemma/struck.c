/* The memory of the last hits, and how long it lasts (T38, T46). */
#include "games/trilemma/struck.h"

#include "games/trilemma/combatant.h"

static bool is_of_hit(const struct effect *effect)
{
    return (effect->kind >= TRILEMMA_STRUCK && effect->kind <= TRILEMMA_STRUCK_INJURY) ||
           effect->kind == TRILEMMA_DEGREES;
}

static int attacker_of(const struct effect *effect)
{
    return effect->kind == TRILEMMA_DEGREES ? effect->subject : effect->object;
}

static int target_of(const struct effect *effect)
{
    return effect->kind == TRILEMMA_DEGREES ? effect->object : effect->subject;
}

const struct effect *trilemma_last_hit(const struct state *state, int target)
{
    return state_effect(state, NULL, TRILEMMA_STRUCK, target, ANYBODY);
}

/* Unspent extra degrees are reported, like unused acts that were paid for (T46), except against
 * somebody who is out of the fight, where they had no use. */
static void say_unspent(struct decision *decision, struct event *event,
                        const struct effect *lost)
{
    const struct state *state = &decision->state;
    if (lost->kind == TRILEMMA_DEGREES && lost->amount > 0 &&
        state_is_in(state, lost->object)) {
        decision_say(decision, event, "5.19", "%s leaves %d extra degree%s unspent",
                     state_name(state, lost->subject), lost->amount,
                     lost->amount == 1 ? "" : "s");
    }
}

void trilemma_say_useless(struct decision *decision, int target)
{
    const struct state *state = &decision->state;
    const struct effect *pool = NULL;
    while ((pool = state_effect(state, pool, TRILEMMA_DEGREES, ANYBODY, target)) != NULL) {
        if (pool->amount > 0) {
            struct event *event = decision_tell(decision, EVENT_NOTED, pool->subject, target);
            decision_say(decision, event, "5.19",
                         "%s's %d extra degree%s no use now: %s is out",
                         state_name(state, pool->subject), pool->amount,
                         pool->amount == 1 ? " has" : "s have", state_name(state, target));
        }
    }
}

/* Forgets hits of one attacker (ANYBODY), or of all on a side (-1: both), on one target
 * (ANYBODY). */
static void forget(struct decision *decision, int attacker, int side, int target, bool says)
{
    const struct state *state = &decision->state;
    for (int i = 0; i < state->effects && decision_goes_on(decision);) {
        const struct effect *effect = &state->effect[i];
        bool is_gone = is_of_hit(effect) &&
                       (attacker == ANYBODY || attacker_of(effect) == attacker) &&
                       (target == ANYBODY || target_of(effect) == target) &&
                       (side < 0 ||
                        state_value(state, attacker_of(effect), FIELD_SIDE, SIDE_FOES) == side);
        if (is_gone) {
            struct effect lost = *effect;
            struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
            if (says) {
                say_unspent(decision, event, &lost);
            }
        } else {
            i++;
        }
    }
}

void trilemma_forget_side(struct decision *decision, int id)
{
    forget(decision, ANYBODY, state_value(&decision->state, id, FIELD_SIDE, SIDE_FOES), ANYBODY,
           true);
}

void trilemma_forget_hits(struct decision *decision)
{
    forget(decision, ANYBODY, -1, ANYBODY, true);
}

void trilemma_forget_hit(struct decision *decision, int attacker, int target)
{
    forget(decision, attacker, -1, target, false);
}

void trilemma_close_hits(struct decision *decision, int target)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, TRILEMMA_STRUCK, target, ANYBODY)) !=
               NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}
