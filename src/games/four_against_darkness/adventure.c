/* Four Against Darkness at the table: what adds up over the encounters of an adventure. */
#include "games/four_against_darkness/adventure.h"

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/gold.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/settings.h"
#include "games/four_against_darkness/tally.h"
#include "games/four_against_darkness/treasure.h"

/* A d6 plus the major foes met before, this or more: the final boss. */
enum { FINAL_FROM = 6, DIE_SIDES = 6 };

/* ---- counting -------------------------------------------------------------------------- */

static bool is_counted(const struct state *state, int id)
{
    return state_has_effect(state, FOUR_TALLIED, id, 0);
}

static void mark(struct decision *decision, int id)
{
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_TALLIED, id, 0, str_of(""), 1);
}

void adventure_meet(struct decision *decision)
{
    const struct state *state = &decision->state;
    if (situation_holds(state, "wandering") && !is_counted(state, 0) && foes_left(state) > 0) {
        tally_add(decision, TALLY_WANDERING, 1);
        mark(decision, 0);
    }
    for (int foe = 1; foe <= state->count && decision_goes_on(decision); foe++) {
        bool is_major = state_is_in(state, foe) && !is_character(state, foe) &&
                        state_is_set(state, foe, FOE) && !is_minor(state, foe) &&
                        !state_has_effect(state, EFFECT_HIDDEN, foe, 0);
        if (is_major && !is_counted(state, foe)) {
            tally_add(decision, TALLY_MAJOR, 1);
            mark(decision, foe);
        }
    }
}

/* ---- the final boss -------------------------------------------------------------------- */

/* Faces of the d6 that make a boss the final one, with this many major foes before it. */
static int final_faces(int met)
{
    return met + 1 < DIE_SIDES ? met + 1 : DIE_SIDES;
}

/* The major foes met before this one. */
static int met_before(const struct state *state, int foe)
{
    int met = tally_of(state, TALLY_MAJOR);
    return is_counted(state, foe) && met > 0 ? met - 1 : met;
}

static int boss_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int boss = command->argument[0].is_given ? command->argument[0].id : 0;
    for (int id = 1; id <= state->count && boss == 0; id++) {
        bool is_boss = state_is_in(state, id) && !is_character(state, id) &&
                       state_value(state, id, FOE, FOE_VERMIN) == FOE_BOSS;
        boss = is_boss ? id : boss;
    }
    if (boss == 0 || is_character(state, boss)) {
        decision_refuse(decision, "boss foes", "there is no boss here");
        return 0;
    }
    if (row_is(state, boss, str_of("final")) &&
        !decision_refuse(decision, "boss foes", "%s is the final boss already",
                         state_name(state, boss))) {
        return 0;
    }
    return boss;
}

void adventure_decide_boss(struct decision *decision, const struct command *command)
{
    int boss = boss_of(decision, command);
    int face;
    if (boss == 0) {
        return;
    }
    const char *name = state_name(&decision->state, boss);
    int met = met_before(&decision->state, boss);
    if (!rolls_d6(decision, boss, name, (struct source){"final boss", "boss foes"}, &face)) {
        decision_prompt(decision, "final boss", " (%d+)", FINAL_FROM - met);
        return;
    }
    bool is_final = face + met >= FINAL_FROM;
    struct event *event = is_final ? decision_effect(decision, EVENT_EFFECT_CHANGED,
                                                     EFFECT_TRAIT, boss, 0, str_of("final"), 1)
                                   : decision_tell(decision, EVENT_NOTED, boss, 0);
    decision_say(decision, event, "boss foes", "%s: %d + %d major foe%s before = %d: %s", name,
                 face, met, met == 1 ? "" : "s", face + met,
                 is_final ? "the final boss" : "not the final boss");
    decision_label(decision, is_final ? "%s is the final boss" : "%s is not the final boss",
                   name);
}

/* ---- telling --------------------------------------------------------------------------- */

void adventure_tell(const struct state *state, struct text *out)
{
    int major = tally_of(state, TALLY_MAJOR), faces = final_faces(major);
    text_add(out, "this adventure: wandering monsters %d, major foes %d, gold found %d\n",
             tally_of(state, TALLY_WANDERING), major, tally_of(state, TALLY_GOLD));
    text_add(out, "final boss %d in %d; ", faces, DIE_SIDES);
    treasure_tell_xp(state, out);
    text_add(out, "; gold %d\n", gold_of(state));
}

/* ---- a new one ------------------------------------------------------------------------- */

void adventure_decide(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    (void)command;
    for (int i = 0; i < TALLIES && decision_goes_on(decision); i++) {
        tally_clear(decision, (enum tally)i);
    }
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (state_is_present(state, id) && is_character(state, id) &&
            !table_rule(state, "refresh", "never")) {
            records_refresh(decision, id);
        }
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "class abilities", "a new adventure begins");
    decision_label(decision, "a new adventure begins");
}
