/* One act: its actor, its target, and the values given to it (5.1, 5.7; T1). */
#include "games/trilemma/acting.h"

#include "games/trilemma/bought.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/struck.h"
#include "tracker/turns.h"

int trilemma_actor_of(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : decision->state.value[ENCOUNTER_TURN];
    if (id == 0 && decision_refuse(decision, "5.1",
                                   "nobody has a turn now: `initiative` or `next` "
                                   "comes first")) {
        decision_wrong(decision, "who acts? by=NAME");
    }
    return id;
}

/* A caster's own action is its spell (5.7). */
static bool has_own_action(const struct state *state, int id)
{
    return state->value[ENCOUNTER_TURN] == id && !state_value(state, id, FIELD_HAS_ACTED, 0) &&
           !trilemma_is_casting(state, id);
}

const struct effect *trilemma_act_paid_for(const struct state *state, int id, enum buys buys)
{
    bool is_open = trilemma_is_round(state) && !has_own_action(state, id);
    return is_open ? trilemma_bought(state, id, buys) : NULL;
}

/* ": what it paid for (riposte) is an attack", when there is nothing else (T37). */
static void add_other_kind(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = trilemma_bought(state, id, BUYS_ATTACK);
    if (effect != NULL) {
        text_add(out, "; %s paid for %s, which is an attack", state_name(state, id),
                 trilemma_bought_words(effect));
    }
}

static bool may(struct decision *decision, int id, enum buys buys)
{
    const struct state *state = &decision->state;
    int turn = state->value[ENCOUNTER_TURN];
    const char *name = state_name(state, id);
    TEXT_BUFFER(but, NAME_SIZE + LABEL_SIZE + 40);
    add_other_kind(state, id, &but);
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "5.1", "%s is out of the fight", name)) {
        return false;
    }
    if (trilemma_is_round(state) && trilemma_bought(state, id, buys) != NULL) {
        return true;
    }
    if (turn == 0 &&
        !decision_refuse(decision, "5.1", "nobody has a turn now: `next` starts the round")) {
        return false;
    }
    if (turn != 0 && turn != id &&
        !decision_refuse(decision, but.n > 0 ? "5.4" : "5.1", "it is %s's turn, not %s's%s",
                         state_name(state, turn), name, but.p)) {
        return false;
    }
    if (turn == id && trilemma_is_casting(state, id) &&
        !decision_refuse(decision, "5.7", "%s is casting: `cast` is its action", name)) {
        return false;
    }
    return turn != id || !state_value(state, id, FIELD_HAS_ACTED, 0) ||
           decision_refuse(decision, but.n > 0 ? "5.4" : "5.1",
                           "%s has acted this round: `next` ends the turn%s", name, but.p);
}

bool trilemma_may_act(struct decision *decision, int id)
{
    return may(decision, id, BUYS_ACT);
}

bool trilemma_may_attack(struct decision *decision, int id)
{
    return may(decision, id, BUYS_ATTACK);
}

static void end_effect_of(struct decision *decision, int kind, int id)
{
    const struct effect *effect = state_effect(&decision->state, NULL, kind, id, ANYBODY);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

static void use(struct decision *decision, int id, enum buys buys)
{
    const struct effect *paid = trilemma_act_paid_for(&decision->state, id, buys);
    if (paid != NULL) {
        trilemma_use_bought(decision, paid);
    } else {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    }
    end_effect_of(decision, TRILEMMA_AIMING, id);
    end_effect_of(decision, TRILEMMA_AIMED_NOW, id);
    trilemma_forget_side(decision, id);
}

void trilemma_use_action(struct decision *decision, int id)
{
    use(decision, id, BUYS_ACT);
}

void trilemma_use_attack(struct decision *decision, int id)
{
    use(decision, id, BUYS_ATTACK);
}

int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb)
{
    if (command->argument[0].is_given) {
        return command->argument[0].id;
    }
    bool is_foe = state_value(&decision->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    if (turns_is_out(&decision->state, is_foe ? SIDE_PARTY : SIDE_FOES) &&
        !decision_refuse(decision, "5.1",
                         is_foe ? "nobody of the party is left in the fight"
                                : "no foe is left in the fight")) {
        return 0;
    }
    struct question *question = decision_ask(decision, QUESTION_COMBATANT, "%s %s whom?",
                                             state_name(&decision->state, id), verb);
    question->wanted = is_foe ? WANTED_CHARACTER : WANTED_FOE;
    /* Out of turn it is mostly against the one who acts. */
    int turn = decision->state.value[ENCOUNTER_TURN];
    bool is_against = turn != 0 && is_foe != (state_value(&decision->state, turn, FIELD_SIDE,
                                                          SIDE_FOES) == SIDE_FOES);
    question->likely = is_against ? turn : 0;
    return 0;
}

int trilemma_first_total(const struct decision *decision, int fallback)
{
    for (int i = 0; i < decision->trace.steps; i++) {
        if (decision->trace.step[i].kind == TRACE_TOTAL) {
            return (int)decision->trace.step[i].value;
        }
    }
    return fallback;
}

int trilemma_last_against(const struct decision *decision, int fallback)
{
    for (int i = decision->trace.steps - 1; i >= 0; i--) {
        if (decision->trace.step[i].kind == TRACE_AGAINST) {
            return (int)decision->trace.step[i].value;
        }
    }
    return fallback;
}

int trilemma_input(const struct inputs *inputs, const char *name)
{
    return inputs->value[parameter_called(inputs->action, name)].number;
}

bool trilemma_is_magic(const struct command *command)
{
    return option_flag(command, "magic", false);
}
