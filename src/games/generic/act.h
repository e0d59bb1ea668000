/* Acts of any system at the table, from its tables alone: parameters are read from attributes
 * of the same name of the actor and of the target (enum whose), options of the command come
 * first, missing values are asked for once and remembered on the combatant, and the outcome's
 * "damage" comes off the target.
 *
 * A game's own additions are in a struct generic_act. */
#ifndef REFEREE_GAMES_GENERIC_ACT_H
#define REFEREE_GAMES_GENERIC_ACT_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The actor and the target; 0: nobody in particular. */
struct generic_pair {
    int actor, target;
};

/* Every part may be left out. */
struct generic_act {
    bool is_nobodys; /* it has no actor, like a trap */
    bool may_be_own; /* it can hit the actor: a zap that comes back */
    /* The act's own name in the log and in questions, unless it is an ordinary attack: after
     * the actor ("Fay, shot → Max"), or before the target ("zap → Max"). For a trap and the
     * like the whole beginning: "a booby trap springs on ". */
    void (*name)(const struct state *state, const struct command *command,
                 struct generic_pair pair, const struct inputs *inputs, struct text *out);
    /* True when a combatant's own value of this name counts beside the values given before it.
     */
    bool (*takes)(const struct inputs *inputs, const char *name);
    /* Gives values that follow from the combatants other than by name, after the options and
     * before the combatants. `command` is NULL when only the odds are wanted. */
    void (*add)(const struct state *state, const struct command *command,
                struct generic_pair pair, struct inputs *inputs);
    /* The game's own rules about who may do this to whom; false when the decision has ended. */
    bool (*may)(struct decision *decision, const struct command *command,
                struct generic_pair pair);
    /* Consequences after the damage. */
    void (*settle)(struct decision *decision, const struct command *command,
                   struct generic_pair pair, const struct outcome *outcome);
};

/* Carries out the command's action on each of its targets, `times=` times, each by itself. */
void generic_decide_act(struct decision *decision, const struct command *command,
                        const struct generic_act *act);

/* The act of an actor on a target, ready for odds; false with err when something is missing. */
bool generic_act_inputs(const struct state *state, const struct action *action,
                        const struct generic_act *act, struct generic_pair pair,
                        struct inputs *out, struct error *err);

/* Carries out an action that lists: its lines go into the log, at most `most` of them. */
bool generic_list(struct decision *decision, const struct command *command,
                  struct listing *out);
void generic_tell_list(struct decision *decision, const struct command *command,
                       const struct listing *listing);

/* Gives a parameter the combatant's attribute of this field (state_attribute), if it is set. */
void generic_give_attribute(const struct state *state, int id, int field, struct inputs *inputs,
                            int parameter);

/* The number of this outcome; 0 when the action has none, or it is absent. */
int generic_outcome(const struct action *action, const struct outcome *outcome,
                    const char *name);
/* True when an action reads anything from the actor, or from the target. */
bool generic_reads(const struct action *action, enum whose whose);

#endif
