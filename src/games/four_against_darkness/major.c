/* Four Against Darkness at the table: major foes: their level drop, and the extras of bosses
 * (Foe Types). */
#include "games/four_against_darkness/major.h"

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/settings.h"

bool major_has_extras(const struct state *state, int foe)
{
    return state_value(state, foe, FOE, FOE_VERMIN) == FOE_BOSS &&
           (table_rule(state, "boss_extras", "every") || row_is(state, foe, str_of("final")));
}

/* +1 Life and +1 attack beyond its record, and it fights to the death; for every boss, or only
 * the final one. Given once, when it is met, so before half of its Life is counted. */
void major_meet(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    if (!major_has_extras(state, foe) || state_has_effect(state, FOUR_MET, foe, 0)) {
        return;
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MET, foe, 0, str_of("boss"), 1);
    if (state_is_set(state, foe, FIELD_HP)) {
        int most = state_value(state, foe, FIELD_HP_MAX, state_value(state, foe, FIELD_HP, 0));
        decision_value(decision, EVENT_VALUE_CHANGED, foe, FIELD_HP_MAX, most + 1);
        decision_value(decision, EVENT_HP_CHANGED, foe, FIELD_HP,
                       state_value(state, foe, FIELD_HP, 0) + 1);
    }
    struct event *event = decision_value(decision, EVENT_VALUE_CHANGED, foe, ATTACKS,
                                         state_value(state, foe, ATTACKS, 1) + 1);
    decision_say(decision, event, "boss foes", "%s, a boss: +1 Life, +1 attack, to the death",
                 state_name(state, foe));
}

/* A major foe loses a level once, at half Life or below half by table rule, never below 1;
 * healing does not restore it. */
void major_watch(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    int most = state_value(state, foe, FIELD_HP_MAX, 0);
    int twice = 2 * state_value(state, foe, FIELD_HP, 0);
    bool is_there = table_rule(state, "level_drop", "half") ? twice <= most : twice < most;
    int level = state_value(state, foe, LEVEL, 1);
    bool is_due = state_is_in(state, foe) && !is_minor(state, foe) && most > 0 && is_there &&
                  state_is_set(state, foe, FIELD_HP) && level > 1 &&
                  !state_value(state, foe, LEVEL_DROPPED, 0);
    if (!is_due) {
        return;
    }
    decision_value(decision, EVENT_VALUE_CHANGED, foe, LEVEL_DROPPED, 1);
    struct event *event = decision_value(decision, EVENT_VALUE_CHANGED, foe, LEVEL, level - 1);
    decision_say(decision, event, "major foes", "%s: half Life, level %d → %d",
                 state_name(state, foe), level, level - 1);
}
