/* Trilemma at the table: spells are declared between rounds, can be noticed and interrupted,
 * and take effect on the caster's turn (5.7; T10). */
#include "games/trilemma/spells.h"

#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"

static const struct effect *spell_of(const struct state *state, int id)
{
    return state_effect(state, NULL, TRILEMMA_CASTING, id, ANYBODY);
}

/* Ends the spell and the question whether it was interrupted. */
static struct event *end_spell(struct decision *decision, int id)
{
    const struct effect *doubt =
        state_effect(&decision->state, NULL, TRILEMMA_INTERRUPTED, id, ANYBODY);
    if (doubt != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, doubt);
    }
    const struct effect *effect = spell_of(&decision->state, id);
    return effect != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect) : NULL;
}

void trilemma_decide_declare(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    struct str spell = command->argument[1].word;
    int round = state->value[ENCOUNTER_ROUND];
    if (round == 0 &&
        !decision_refuse(decision, "5.7", "no spell can be declared before round 1")) {
        return;
    }
    if (round > 0 && trilemma_is_round(state) &&
        !decision_refuse(decision, "5.7", "a spell is declared between rounds, not in one")) {
        return;
    }
    if (!command->argument[0].is_given) {
        decision_ask(decision, QUESTION_COMBATANT, "who declares a spell?")->wanted =
            WANTED_SELECTED;
        return;
    }
    int id = command->argument[0].id;
    const char *name = state_name(state, id);
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "5.7", "%s is out of the fight", name)) {
        return;
    }
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s declares which spell?", name);
        return;
    }
    end_spell(decision, id);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_CASTING, id, 0, spell, 1);
    decision_say(decision, event, "5.7", "%s declares %s", name,
                 spell_of(state, id) != NULL ? spell_of(state, id)->label : "");
    decision_label(decision, "%s declares a spell", name);
}

void trilemma_finish_spell(struct decision *decision, int id)
{
    const struct effect *effect = spell_of(&decision->state, id);
    if (effect == NULL) {
        return;
    }
    struct effect spell = *effect;
    struct event *event = end_spell(decision, id);
    decision_say(decision, event, "5.7", "%s: %s takes effect",
                 state_name(&decision->state, id), spell.label);
}

/* On the caster's own turn; it is the action of that turn. */
void trilemma_decide_cast(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = trilemma_actor_of(decision, command);
    if (id == 0) {
        return;
    }
    if (!trilemma_is_casting(state, id)) {
        decision_refuse(decision, "5.7", "%s has declared no spell", state_name(state, id));
        return;
    }
    if (state_has_effect(state, TRILEMMA_INTERRUPTED, id, ANYBODY) &&
        !decision_refuse(decision, "5.7", "was %s interrupted? `interrupt` settles it first",
                         state_name(state, id))) {
        return;
    }
    bool is_turn =
        state->value[ENCOUNTER_TURN] == id && !state_value(state, id, FIELD_HAS_ACTED, 0);
    if (!is_turn && !decision_refuse(decision, "5.7", "it takes effect on %s's own turn",
                                     state_name(state, id))) {
        return;
    }
    trilemma_finish_spell(decision, id);
    trilemma_use_action(decision, id);
    decision_label(decision, "%s casts", state_name(state, id));
}

void trilemma_decide_interrupt(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    const struct effect *effect = spell_of(state, id);
    if (effect == NULL) {
        decision_refuse(decision, "5.7", "%s is not casting a spell", state_name(state, id));
        return;
    }
    if (!command->argument[1].is_given && decision->asks) {
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s is casting %s: interrupted?",
                         state_name(state, id), effect->label);
        question_offer(question, "yes", "");
        question_offer(question, "no", "");
        question->rule = "5.7";
        return;
    }
    struct effect spell = *effect;
    bool is_lost = command->argument[1].choice == 0;
    struct event *event;
    if (is_lost) {
        event = end_spell(decision, id);
    } else {
        const struct effect *doubt =
            state_effect(state, NULL, TRILEMMA_INTERRUPTED, id, ANYBODY);
        event =
            doubt != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, doubt) : NULL;
    }
    decision_say(decision, event, "5.7",
                 is_lost ? "%s is interrupted: %s is lost" : "%s goes on casting %s",
                 state_name(state, id), spell.label);
    decision_label(decision, "%s: %s", state_name(state, id),
                   is_lost ? "spell lost" : "spell goes on");
}

void trilemma_forget_spells(struct decision *decision, const char *why)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, TRILEMMA_CASTING, ANYBODY,
                                  ANYBODY)) != NULL) {
        struct effect spell = *effect;
        struct event *event = end_spell(decision, spell.subject);
        decision_say(decision, event, "5.7", "%s: %s has no effect%s%s",
                     state_name(&decision->state, spell.subject), spell.label,
                     why != NULL ? ", " : "", why != NULL ? why : "");
    }
}

static int health(const struct state *state, int id)
{
    return state_value(state, id, FIELD_HP, 0) + state_value(state, id, FIELD_HP_TEMPORARY, 0) -
           state_value(state, id, FIELD_DAMAGE_COUNTED, 0) -
           state_value(state, id, FIELD_CHECK_DUE, 0);
}

/* A caster who is hurt before its turn may be interrupted: the referee decides (T10). One who
 * is out of the fight casts nothing. */
void trilemma_watch_spells(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    for (int id = 1; id <= before->count && decision_goes_on(decision); id++) {
        const struct effect *effect = spell_of(state, id);
        if (effect == NULL || !trilemma_is_casting(before, id)) {
            continue;
        }
        struct effect spell = *effect;
        if (!state_is_in(state, id)) {
            struct event *event = end_spell(decision, id);
            decision_say(decision, event, "5.7", "%s: %s has no effect", state_name(state, id),
                         spell.label);
        } else if (health(state, id) < health(before, id)) {
            struct event *event =
                decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_INTERRUPTED, id, 0,
                                str_of(spell.label), 1);
            decision_say(decision, event, "5.7", "%s is hurt while casting %s: interrupted?",
                         state_name(state, id), spell.label);
        }
    }
}
