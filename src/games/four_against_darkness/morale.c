/* Four Against Darkness at the table: morale, and those who flee (Morale System). */
#include "games/four_against_darkness/morale.h"

#include <string.h>

#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/rolls.h"

/* The checks that a foe has met, as bits: the usual one, and those of its record. */
enum { MORALE_ONCE = 1, MORALE_FIRST = 2, MORALE_ALONE = 4, MORALE_EACH = 8 };

/* ---- when ------------------------------------------------------------------------------ */

static bool is_fearless(const struct state *state, int foe)
{
    return attitude_of(state, foe) == REACTION_FIGHT_TO_THE_DEATH ||
           special_find(state, foe, "morale") != NULL ||
           state_has_effect(state, FOUR_MET, foe, 0);
}

static bool is_below_half(const struct state *state, int foe)
{
    if (is_minor(state, foe)) {
        return 2 * bodies_of(state, foe) < state_value(state, foe, COUNT_START, 0);
    }
    int most = state_value(state, foe, FIELD_HP_MAX, 0);
    return table_rule(state, "major_morale", "below-half") &&
           state_is_set(state, foe, FIELD_HP) &&
           2 * state_value(state, foe, FIELD_HP, 0) < most;
}

/* A combatant's own reasons (its "morale_when") as bits; they do not replace the usual
 * check. */
static int own_reasons(const struct state *state, int foe, const struct state *before)
{
    const char *text = special_find(state, foe, "morale_when");
    if (text == NULL || !course_is_met(state) || foe > before->count ||
        !state_is_in(before, foe)) {
        return 0;
    }
    int field = is_minor(state, foe) ? COUNT : FIELD_HP;
    int was = state_value(before, foe, field, 0), is = state_value(state, foe, field, 0);
    bool is_first = is < was && strstr(text, "first-loss") != NULL;
    bool is_any = is < was && strstr(text, "each-loss") != NULL;
    bool is_alone = is < was && is == 1 && strstr(text, "alone") != NULL;
    int reasons = (is_first ? MORALE_FIRST : 0) | (is_alone ? MORALE_ALONE : 0);
    reasons &= ~state_value(state, foe, FIELD_MORALE_MET, 0);
    return reasons == 0 && is_any ? MORALE_EACH : reasons;
}

int morale_due(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && state_value(state, foe, FIELD_MORALE_DUE, 0) != 0) {
            return foe;
        }
    }
    return 0;
}

bool morale_is_settled(struct decision *decision)
{
    const struct state *state = &decision->state;
    int foe = morale_due(state);
    return foe == 0 || decision_refuse(decision, "morale", "%s first check%s morale: `morale`",
                                       state_name(state, foe), is_minor(state, foe) ? "" : "s");
}

const char *morale_reason(const struct state *state, int foe)
{
    int due = state_value(state, foe, FIELD_MORALE_DUE, 0);
    return due == MORALE_ONCE         ? "below half"
           : (due & MORALE_ONCE) != 0 ? "below half, and by its own rule"
                                      : "by its own rule";
}

/* Once an encounter, when less than half is left, and for the combatant's own reasons. One loss
 * may be a reason for several checks, which are all made. */
void morale_watch(struct decision *decision, int foe, const struct state *before)
{
    const struct state *state = &decision->state;
    if (!state_is_in(state, foe) || is_fearless(state, foe)) {
        return;
    }
    int met = state_value(state, foe, FIELD_MORALE_MET, 0);
    int due = state_value(state, foe, FIELD_MORALE_DUE, 0);
    bool is_usual = is_below_half(state, foe) && !(met & MORALE_ONCE);
    int reasons = (is_usual ? MORALE_ONCE : 0) | own_reasons(state, foe, before);
    if ((reasons & ~due) == 0) {
        return;
    }
    decision_value(decision, EVENT_MORALE_CALLED, foe, FIELD_MORALE_MET, met | reasons);
    struct event *event =
        decision_value(decision, EVENT_MORALE_CALLED, foe, FIELD_MORALE_DUE, due | reasons);
    decision_say(decision, event, "morale", "morale check due: %s, %s", state_name(state, foe),
                 morale_reason(state, foe));
}

/* ---- fleeing foes ---------------------------------------------------------------------- */

/* ---- the check ------------------------------------------------------------------------- */

static int morale_foe(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].is_given ? command->argument[0].id : 0;
    id = id == 0 ? morale_due(state) : id;
    if (id == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "whose morale?")->wanted = WANTED_FOE;
        return 0;
    }
    if (is_character(state, id)) {
        decision_wrong(decision, "%s is a character: morale is for foes",
                       state_name(state, id));
        return 0;
    }
    if (is_fearless(state, id) &&
        !decision_refuse(decision, "morale", "%s never check%s morale", state_name(state, id),
                         is_minor(state, id) ? "" : "s")) {
        return 0;
    }
    bool is_due = state_value(state, id, FIELD_MORALE_DUE, 0) != 0;
    if (!is_due && !is_fearless(state, id) &&
        !decision_refuse(
            decision, "morale",
            "no morale check is pending: it comes once, when less than half are left")) {
        return 0;
    }
    return id;
}

static bool give_modifier(struct decision *decision, const struct command *command, int foe,
                          struct inputs *inputs)
{
    int modifier = state_value(&decision->state, foe, MORALE, 0);
    inputs_begin(inputs, state_system(&decision->state),
                 state_action(&decision->state, "morale"));
    inputs_give_number(inputs, "modifier", modifier);
    return option_input(decision, command, "modifier", inputs) &&
           decision_finish(decision, inputs);
}

/* d6 and the foe's own modifier: 3 or less flees, 4 or more stays. */
void morale_decide(struct decision *decision, const struct command *command)
{
    int foe = morale_foe(decision, command);
    struct inputs inputs;
    struct outcome outcome;
    if (foe == 0 || !give_modifier(decision, command, foe, &inputs) ||
        !decision_resolve(decision, &inputs, foe, 0, state_name(&decision->state, foe),
                          &outcome)) {
        return;
    }
    bool stays = outcome.value[0] != 0;
    int due = state_value(&decision->state, foe, FIELD_MORALE_DUE, 0);
    int left = stays ? due & (due - 1) : 0; /* the first reason is settled */
    decision_value(decision, EVENT_MORALE_SETTLED, foe, FIELD_MORALE_DUE, left);
    reroll_forget(decision, ANYBODY);
    if (!stays) {
        int ids[COMBATANTS_MAX];
        int count = marching_order(&decision->state, ids);
        table_leave(decision, foe, OUT_FLED);
        for (int i = 0; i < count; i++) {
            if (!is_helpless(&decision->state, ids[i])) {
                decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_GRANTED, ids[i], foe,
                                str_of("last attack"), 1);
            }
        }
        decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "morale",
                     "each may attack once more at +1 as %s flee",
                     state_name(&decision->state, foe));
    }
    decision_label(decision, "%s %s", state_name(&decision->state, foe),
                   stays ? "stay" : "flee");
}
