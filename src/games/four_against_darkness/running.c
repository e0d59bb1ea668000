/* Four Against Darkness at the table: the party flees, or withdraws through a door (Fleeing &
 * Withdrawing). Each foe attacks once; then the party is out. */
#include "games/four_against_darkness/running.h"

#include <string.h>

#include "tracker/settings.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/ending.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/meeting.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/saves.h"

static bool may_run(struct decision *decision)
{
    const struct state *state = &decision->state;
    int left = foes_attacks_left(state);
    if (course_over(state) != NULL &&
        !decision_refuse(decision, "fleeing & withdrawing", "the encounter is over")) {
        return false;
    }
    if (course_running(state) != NULL &&
        !decision_refuse(decision, "fleeing & withdrawing",
                         "the party is fleeing already: `defend`")) {
        return false;
    }
    if (left > 0 && !decision_refuse(decision, "flow 5",
                                     "%d attack%s still to be defended against: `defend`", left,
                                     left == 1 ? " is" : "s are")) {
        return false;
    }
    if (!morale_is_settled(decision)) {
        return false;
    }
    if (foes_left(state) == 0 &&
        !decision_refuse(decision, "fleeing & withdrawing", "there is no foe to flee from")) {
        return false;
    }
    return standing_characters(state) > 0 ||
           decision_refuse(decision, "fleeing & withdrawing",
                           "nobody in the party is left to flee");
}

/* A foe that waits for an answer stops waiting and lets the party go. */
static void end_offers(struct decision *decision)
{
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        bool is_waiting = state_is_in(&decision->state, foe) &&
                          !is_character(&decision->state, foe) &&
                          attitude_is_offering(&decision->state, foe);
        if (is_waiting) {
            char offer[LABEL_SIZE];
            text_format(offer, sizeof offer, "%s",
                        reaction_word(attitude_of(&decision->state, foe)));
            attitude_set(decision, foe, REACTION_IGNORE, 0);
            struct event *event = decision_tell(decision, EVENT_NOTED, foe, 0);
            decision_say(decision, event, "foe reaction",
                         "%s: the party is gone, the offer (%s) is off",
                         state_name(&decision->state, foe), offer);
        }
    }
}

static void run(struct decision *decision, const char *how)
{
    settings_copy(decision);
    if (!meeting_open(decision)) {
        return;
    }
    end_offers(decision);
    situation_set(decision, how, true);
    struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "fleeing & withdrawing",
                 "the party is %s: each foe attacks once", how);
    foes_attacks_call_running(decision);
    decision_label(decision, "the party is %s", how);
}

void running_decide_flee(struct decision *decision, const struct command *command)
{
    (void)command;
    if (may_run(decision)) {
        run(decision, "fleeing");
    }
}

void running_decide_withdraw(struct decision *decision, const struct command *command)
{
    (void)command;
    bool has_door = situation_holds(&decision->state, "door");
    if (may_run(decision) &&
        (has_door || decision_refuse(decision, "fleeing & withdrawing",
                                     "withdrawing needs a door: `place door`, or `flee`"))) {
        run(decision, "withdrawing");
    }
}

bool running_do_wandering_come(const struct state *state)
{
    return state_has_effect(state, FOUR_WANDERING_COME, 0, 0);
}

void running_watch_wandering(struct decision *decision)
{
    const struct effect *effect =
        state_effect(&decision->state, NULL, FOUR_WANDERING_COME, 0, 0);
    bool has_begun = course_order(&decision->state) != ORDER_OPEN;
    if (effect != NULL && has_begun && course_over(&decision->state) == NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* When the last attack is settled the party has escaped; wandering monsters may come through
 * the door. */
void running_watch(struct decision *decision)
{
    const char *how = course_running(&decision->state);
    if (how == NULL || foes_attacks_left(&decision->state) > 0 ||
        save_due(&decision->state, 0) != NULL) {
        return;
    }
    bool is_orderly = strcmp(how, "withdrawing") == 0;
    situation_set(decision, how, false);
    if (standing_characters(&decision->state) == 0) {
        ending_end(decision, "lost");
    } else {
        ending_end(decision, is_orderly ? "withdrew" : "fled");
    }
    if (is_orderly && standing_characters(&decision->state) > 0) {
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED,
                                              FOUR_WANDERING_DUE, 0, 0, str_of(""), 1);
        decision_say(decision, event, "fleeing & withdrawing",
                     "roll for wandering monsters: 1 in 6 (`wandering`)");
    }
}

bool running_is_wandering_due(const struct state *state)
{
    return state_has_effect(state, FOUR_WANDERING_DUE, 0, 0);
}

/* 1 in 6. */
void running_decide_wandering(struct decision *decision, const struct command *command)
{
    (void)command;
    const struct effect *effect =
        state_effect(&decision->state, NULL, FOUR_WANDERING_DUE, 0, 0);
    int face;
    if (effect == NULL &&
        !decision_refuse(decision, "fleeing & withdrawing",
                         "wandering monsters are rolled for after a withdrawal")) {
        return;
    }
    struct source why = {"1 in 6", "fleeing & withdrawing"};
    if (!rolls_d6(decision, 0, "wandering monsters", why, &face)) {
        decision_prompt(decision, why.label, " (they come at 1)");
        decision_chance(decision, "they come", 1, 1);
        return;
    }
    effect = state_effect(&decision->state, NULL, FOUR_WANDERING_DUE, 0, 0);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    struct event *event = face == 1 ? decision_effect(decision, EVENT_EFFECT_CHANGED,
                                                      FOUR_WANDERING_COME, 0, 0, str_of(""), 1)
                                    : decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "fleeing & withdrawing",
                 face == 1 ? "wandering monsters come" : "no wandering monsters");
    decision_label(decision, face == 1 ? "wandering monsters come" : "no wandering monsters");
}
