/* Four Against Darkness at the table: how an encounter starts. First effects of the foes, then
 * surprise (flow 1 and 2). */
#include "games/four_against_darkness/meeting.h"

#include <string.h>

#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/formulas.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/major.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/rounds.h"
#include "games/four_against_darkness/saves.h"

/* ---- the start ------------------------------------------------------------------------- */

static bool is_hidden(const struct state *state, int id)
{
    return state_has_effect(state, EFFECT_HIDDEN, id, 0);
}

int meeting_start_due(const struct state *state)
{
    for (int foe = 1; foe <= state->count && !course_is_met(state); foe++) {
        const char *text =
            state_is_in(state, foe) && !is_character(state, foe) && !is_hidden(state, foe)
                ? special_find(state, foe, "on_start")
                : NULL;
        if (text != NULL && strstr(text, "save ") != NULL) {
            return foe;
        }
    }
    return 0;
}

static void call_start_effect(struct decision *decision, int foe)
{
    const char *found = special_find(&decision->state, foe, "on_start");
    int ids[COMBATANTS_MAX];
    int count = found != NULL ? marching_order(&decision->state, ids) : 0;
    char text[LABEL_SIZE];
    text_format(text, sizeof text, "%s", found != NULL ? found : "");
    for (int i = 0; i < count && harm_call(decision, foe, ids[i], text); i++) {
    }
}

bool meeting_open(struct decision *decision)
{
    if (course_is_met(&decision->state)) {
        return true;
    }
    int highest = highest_level(&decision->state);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MET, 0, 0, str_of(""), highest);
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        if (state_is_in(&decision->state, foe) && !is_character(&decision->state, foe)) {
            formulas_watch(decision, foe);
            if (!decision_goes_on(decision)) {
                return false;
            }
            major_meet(decision, foe);
            if (!is_hidden(&decision->state, foe)) {
                call_start_effect(decision, foe);
            }
        }
    }
    return decision_goes_on(decision);
}

void meeting_watch(struct decision *decision, int foe, const struct state *before)
{
    const struct state *state = &decision->state;
    if (!course_is_met(state) || !state_is_in(state, foe)) {
        return;
    }
    major_meet(decision, foe);
    bool was_there = foe <= before->count && state_is_present(before, foe) &&
                     !(state_is_in(before, foe) && is_hidden(before, foe));
    if (course_is_met(before) && !was_there && !is_hidden(state, foe)) {
        call_start_effect(decision, foe);
    }
}

static bool saves_are_made(struct decision *decision)
{
    const struct state *state = &decision->state;
    const struct effect *save = save_due(state, 0);
    return save == NULL ||
           decision_refuse(decision, "flow 1", "%s must make a save first: `save`",
                           state_name(state, save->subject));
}

/* Meeting the foes may ask for the dice of a group, so refusals come first. */
bool meeting_may_open(struct decision *decision)
{
    const struct state *state = &decision->state;
    bool was_met = course_is_met(state);
    if (meeting_start_due(state) != 0 &&
        !decision_refuse(decision, "flow 1", "the foes act first when they are met: `meet`")) {
        return false;
    }
    if (was_met && !saves_are_made(decision)) {
        return false;
    }
    int foe = meeting_surprise_due(state);
    if (foe != 0 && !decision_refuse(decision, "flow 2",
                                     "first roll whether %s surprise%s the party: `surprise`",
                                     state_name(state, foe), is_minor(state, foe) ? "" : "s")) {
        return false;
    }
    return meeting_open(decision) && (was_met || saves_are_made(decision));
}

/* A foe that waits for an answer gets it before the fight, which then has another order. */
bool meeting_may_begin(struct decision *decision)
{
    const struct state *state = &decision->state;
    for (int foe = 1; foe <= state->count; foe++) {
        bool waits = state_is_in(state, foe) && !is_character(state, foe) &&
                     attitude_is_offering(state, foe);
        if (waits &&
            !decision_refuse(decision, "foe reaction",
                             "%s wait%s for an answer: `accept` or `decline`",
                             state_name(state, foe), is_minor(state, foe) ? "" : "s")) {
            return false;
        }
    }
    return meeting_may_open(decision);
}

void meeting_decide_meet(struct decision *decision, const struct command *command)
{
    (void)command;
    if ((course_is_met(&decision->state) &&
         !decision_refuse(decision, "flow 1", "the encounter has begun already")) ||
        !meeting_open(decision)) {
        return;
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "flow 1", "the foes are met");
    decision_label(decision, "the foes are met");
}

/* ---- surprise -------------------------------------------------------------------------- */

int meeting_surprise_due(const struct state *state)
{
    if (course_order(state) != ORDER_OPEN || situation_holds(state, "surprised")) {
        return 0;
    }
    for (int foe = 1; foe <= state->count; foe++) {
        bool may = state_is_in(state, foe) && !is_character(state, foe) &&
                   state_value(state, foe, SURPRISE_IN_6, 0) > 0 &&
                   attitude_of(state, foe) == REACTION_NONE;
        if (may && !state_has_effect(state, FOUR_SURPRISE_ROLLED, foe, 0)) {
            return foe;
        }
    }
    return 0;
}

static int surprising_foe(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int foe =
        command->argument[0].is_given ? command->argument[0].id : meeting_surprise_due(state);
    foe = foe != 0 ? foe : only_foe(state);
    if (foe == 0 || is_character(state, foe)) {
        decision_refuse(decision, "flow 2", "no foe here can surprise the party");
        return 0;
    }
    bool is_settled = course_order(state) != ORDER_OPEN ||
                      attitude_of(state, foe) != REACTION_NONE ||
                      state_has_effect(state, FOUR_SURPRISE_ROLLED, foe, 0);
    if (is_settled &&
        !decision_refuse(decision, "flow 2", "surprise is rolled once, at the start")) {
        return 0;
    }
    if (state_value(state, foe, SURPRISE_IN_6, 0) == 0 &&
        !decision_refuse(decision, "flow 2", "%s has no surprise: `set %s surprise=2`",
                         state_name(state, foe), state_name(state, foe))) {
        return 0;
    }
    return foe;
}

/* d6 of X or less surprises the party. Wandering monsters come first in any case. */
void meeting_decide_surprise(struct decision *decision, const struct command *command)
{
    int foe = surprising_foe(decision, command);
    int face;
    if (foe == 0 || !meeting_open(decision)) {
        return;
    }
    int least = state_value(&decision->state, foe, SURPRISE_IN_6, 0);
    const char *name = state_name(&decision->state, foe);
    char who[NAME_SIZE + 24];
    text_format(who, sizeof who, "%s, %d in 6", name, least);
    if (!rolls_d6(decision, foe, who, (struct source){"surprise", "flow 2"}, &face)) {
        decision_prompt(decision, "surprise",
                        least > 1 ? " (surprised at 1 to %d)" : " (surprised at %d)", least);
        decision_chance(decision, "surprised", 1, least);
        return;
    }
    bool comes = face <= least;
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SURPRISE_ROLLED, foe, 0, str_of(""),
                    comes);
    decision_label(decision, comes ? "%s: a surprise" : "%s: noticed in time", name);
    struct event *event = decision_tell(decision, EVENT_NOTED, foe, 0);
    decision_say(decision, event, "flow 2",
                 comes ? "the party is surprised: %s" : "the party is not surprised: %s", name);
    if (comes) {
        situation_set(decision, "surprised", true);
        if (save_due(&decision->state, 0) == NULL) {
            rounds_begin(decision, course_order_to_begin(&decision->state));
        }
    }
}
