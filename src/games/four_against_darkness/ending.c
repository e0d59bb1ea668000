/* Four Against Darkness at the table: the end of an encounter (flow 6). */
#include "games/four_against_darkness/ending.h"

#include <string.h>

#include "tracker/counters.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/last_attacks.h"
#include "games/four_against_darkness/treasure.h"

void ending_end(struct decision *decision, const char *how)
{
    if (course_over(&decision->state) != NULL) {
        return;
    }
    foes_attacks_forget(decision);
    last_attack_end(decision, ANYBODY);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_OVER, 0, 0, str_of(how), 1);
    if (counters_bring_foes(&decision->state)) {
        decision_say(decision, event, "flow 6", "%s, more foes to come", how);
    } else {
        decision_say(decision, event, "flow 6", "the encounter is over: %s", how);
    }
    treasure_count(decision);
}

/* Whether foes still matter: in the fight and hostile, not asked yet, or waiting for a
 * price. */
bool ending_is_open(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        bool counts = state_is_in(state, id) && !is_character(state, id) &&
                      (attitude_is_hostile(state, id) || attitude_is_offering(state, id));
        if (counts) {
            return true;
        }
    }
    return last_attack_any(state);
}

static bool has_foes(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) && !is_character(state, id)) {
            return true;
        }
    }
    return false;
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

/* How an encounter ended when no foe is left to fight: it is won if one was killed or driven
 * off; otherwise some were subdued, or all fled when they were met. */
static const char *how_it_ended(const struct state *state)
{
    bool are_subdued = false;
    for (int id = 1; id <= state->count; id++) {
        if (is_character(state, id) || !state_is_present(state, id)) {
            continue;
        }
        int way = state_value(state, id, FIELD_OUT, OUT_NOT);
        if (way == OUT_NOT) {
            return course_peace;
        }
        are_subdued = are_subdued || way == OUT_SURRENDERED;
    }
    for (int id = 1; id <= state->count; id++) {
        int way = state_value(state, id, FIELD_OUT, OUT_NOT);
        bool fled_at_once = way == OUT_FLED && attitude_of(state, id) == REACTION_FLEE;
        if (state_is_present(state, id) && !is_character(state, id) && way != OUT_SURRENDERED &&
            !fled_at_once) {
            return "won";
        }
    }
    return are_subdued ? "subdued" : "the foes fled";
}

/* Ends when one side is dead, fled or subdued (flow 6); new foes open it again. */
void ending_watch(struct decision *decision)
{
    const struct state *state = &decision->state;
    const struct effect *over = state_effect(state, NULL, FOUR_OVER, 0, 0);
    bool party_in;
    bool has_both = has_foes(state) && has_party(state, &party_in);
    if (!has_both || !course_is_met(state) || course_running(state) != NULL) {
        return;
    }
    bool is_won_back = over != NULL && ending_is_open(state) && party_in &&
                       strcmp(over->label, "fled") != 0 && strcmp(over->label, "withdrew") != 0;
    if (is_won_back) {
        struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, over);
        decision_say(decision, event, "flow 6", "the encounter goes on");
    } else if (over == NULL && !party_in) {
        ending_end(decision, "lost");
    } else if (over == NULL && !ending_is_open(state)) {
        ending_end(decision, how_it_ended(state));
    }
}

enum ended ending_ended(const struct state *state)
{
    const char *over = course_over(state);
    bool is_flight =
        over != NULL && (strcmp(over, "fled") == 0 || strcmp(over, "withdrew") == 0);
    return is_flight                                         ? ENDED_IN_FLIGHT
           : over != NULL && strcmp(over, course_peace) == 0 ? ENDED_IN_PEACE
                                                             : ENDED_AS_IT_STANDS;
}
