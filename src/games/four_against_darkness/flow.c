/* Four Against Darkness at the table: steps across several parts of an encounter. The next
 * phase, a roll made again, and what follows from every act. */
#include "games/four_against_darkness/flow.h"

#include <string.h>

#include "games/four_against_darkness/formulas.h"
#include "games/four_against_darkness/adventure.h"
#include "games/four_against_darkness/attack.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/defence.h"
#include "games/four_against_darkness/ending.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/last_attacks.h"
#include "games/four_against_darkness/major.h"
#include "games/four_against_darkness/meeting.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/rounds.h"
#include "games/four_against_darkness/running.h"
#include "games/four_against_darkness/saves.h"
#include "games/four_against_darkness/saving.h"

/* ---- next ------------------------------------------------------------------------------ */

/* Whether nothing is left to do before the next phase; refuses otherwise. */
static bool may_go_on(struct decision *decision)
{
    const struct state *state = &decision->state;
    if (course_over(state) != NULL &&
        !decision_refuse(
            decision, "flow 6",
            "the encounter is over: `encounters` takes the party to the next one")) {
        return false;
    }
    int left = foes_attacks_left(state);
    if (left > 0 && !decision_refuse(decision, "flow 5",
                                     "%d attack%s still to be defended against: `defend`", left,
                                     left == 1 ? " is" : "s are")) {
        return false;
    }
    const struct effect *save = save_due(state, 0);
    if (save != NULL && !decision_refuse(decision, "save rolls", "%s must make a save: `save`",
                                         state_name(state, save->subject))) {
        return false;
    }
    return morale_is_settled(decision);
}

/* Names those whose action of the round is lost with the phase: "Hild and Corvin do not
 * act". */
static void say_who_passes(struct decision *decision)
{
    const struct state *state = &decision->state;
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    int passing = 0;
    TEXT_BUFFER(names, 300);
    for (int i = 0; i < count; i++) {
        if (course_passes(state, ids[i])) {
            text_add_item(&names, state_name(state, ids[i]));
            passing++;
        }
    }
    if (passing > 0) {
        struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
        decision_say(decision, event, "flow 5", "%s %s not act this round", names.p,
                     passing == 1 ? "does" : "do");
    }
}

/* Goes to the next phase with something to do; after the last one to the next round. */
void flow_decide_next(struct decision *decision, const struct command *command)
{
    (void)command;
    int round_before = decision->state.value[ENCOUNTER_ROUND];
    if (!may_go_on(decision)) {
        return;
    }
    if (course_order(&decision->state) == ORDER_OPEN) {
        bool has_foes =
            foes_left(&decision->state) > 0 ||
            decision_refuse(decision, "flow 4", "there are no foes yet: `add` adds some");
        if (has_foes && meeting_may_begin(decision)) {
            rounds_begin(decision, course_order_to_begin(&decision->state));
        }
    } else {
        last_attack_end(decision, ANYBODY);
        if (!ending_is_open(&decision->state)) {
            decision_label(decision, "no last attack");
            return;
        }
        say_who_passes(decision);
        rounds_next(decision);
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    /* The title says the rest. */
    int round = decision->state.value[ENCOUNTER_ROUND];
    if (round != round_before) {
        decision_label(decision, "round %d", round);
    } else {
        decision_label(decision, "%s", course_phase_says(&decision->state));
    }
}

/* ---- after every act ------------------------------------------------------------------- */

/* An act other than `next` can join the party's shots and its melee, or part them again: when
 * the last foe that would attack between them is bound or falls, or when another one comes. */
static void say_phase_changed(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    bool is_same_step = course_order(before) != ORDER_OPEN &&
                        before->value[ENCOUNTER_ROUND] == state->value[ENCOUNTER_ROUND] &&
                        before->value[ENCOUNTER_PHASE] == state->value[ENCOUNTER_PHASE] &&
                        before->value[ENCOUNTER_ORDER] == state->value[ENCOUNTER_ORDER];
    if (!is_same_step || course_over(state) != NULL || course_running(state) != NULL ||
        course_is_foes_phase(course_phase(state))) {
        return;
    }
    const char *was = course_phase_says(before);
    const char *now = course_phase_says(state);
    if (strcmp(was, now) != 0) {
        bool are_joined = strcmp(now, course_phase_words(course_phase(state))) != 0;
        struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
        decision_say(decision, event, "flow 4",
                     are_joined
                         ? "now %s, shots and melee together: no foe attacks between them"
                         : "now only %s: foes attack before the rest",
                     now);
    }
}

static void watch(struct decision *decision, const struct state *before)
{
    for (int id = 1; id <= decision->state.count && decision_goes_on(decision); id++) {
        const struct state *state = &decision->state;
        if (is_character(state, id) || !state_is_present(state, id)) {
            continue;
        }
        /* Until the group is met, and when more arrive, its present number is the base for
         * morale. */
        bool is_new = !course_is_met(state) ||
                      state_value(state, id, COUNT, 0) > state_value(state, id, COUNT_START, 0);
        if (is_new && state_is_set(state, id, COUNT)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, COUNT_START,
                           state_value(state, id, COUNT, 0));
        }
        formulas_watch(decision, id);
        if (!decision_goes_on(decision)) {
            return;
        }
        meeting_watch(decision, id, before);
        harm_watch(decision, id);
        major_watch(decision, id);
        formulas_watch(decision, id); /* a number that was just lowered is no formula's */
        morale_watch(decision, id, before);
    }
    for (int id = 1; id <= before->count && decision_goes_on(decision); id++) {
        if (is_character(&decision->state, id)) {
            harm_watch_healed(decision, before, id);
            harm_watch_dazed(decision, before, id);
        }
    }
    if (course_is_met(&decision->state) && decision_goes_on(decision)) {
        adventure_meet(decision);
    }
    save_watch(decision);
    running_watch(decision);
    ending_watch(decision);
    running_watch_wandering(decision);
    if (decision_goes_on(decision)) {
        say_phase_changed(decision, before);
    }
}

/* All but the number of the next draw. */
const struct trigger flow_trigger = {watch,
                                     {.fields = UINT64_MAX,
                                      .effects = UINT64_MAX,
                                      .encounter = UINT32_MAX & ~(1u << ENCOUNTER_DRAW),
                                      .anybody_new = true,
                                      .texts = true}};
