/* Acts of any system at the table, from its tables alone: parameters are read from
 * the one who acts and from the target where attributes of the same name stand (enum whose),
 * options of the command come before them, what is missing is asked for once and remembered on
 * the combatant, and the outcome's "damage" comes off the target.
 *
 * What a game adds to that, it says in a struct generic_act. */
#ifndef REFEREE_GAMES_GENERIC_ACT_H
#define REFEREE_GAMES_GENERIC_ACT_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Who does it to whom; 0: nobody in particular. */
struct generic_pair {
    int actor, target;
};

/* Every part may be left out. */
struct generic_act {
    bool is_nobodys; /* a trap: there is nobody who does it */
    bool may_be_own; /* it can be done to oneself: a zap that comes back */
    /* The act's own name in the log and in questions, where it is no plain attack: it stands
     * after the one who does it ("Fay, shot → Max"), else before the target ("zap → Max").
     * What a trap or the like does begins with the whole of it: "a booby trap springs on ". */
    void (*name)(const struct state *state, const struct command *command,
                 struct generic_pair pair, const struct inputs *inputs, struct text *out);
    /* Whether a combatant's own value of this name counts beside what was given before it. */
    bool (*takes)(const struct inputs *inputs, const char *name);
    /* Gives what follows from the combatants otherwise than by a value of the same name, after
     * the options and before the combatants. `command` is NULL where only the odds are wanted.
     */
    enum status (*add)(const struct state *state, const struct command *command,
                       struct generic_pair pair, struct inputs *inputs, struct error *err);
    /* The game's own rules about who may do this to whom; false when the decision has ended. */
    bool (*may)(struct decision *decision, const struct command *command,
                struct generic_pair pair);
    /* What follows when the damage is off. */
    void (*settle)(struct decision *decision, const struct command *command,
                   struct generic_pair pair, const struct outcome *outcome);
};

/* Carries the command's action out: on each of its targets, `times=` over, each on its own. */
void generic_decide_act(struct decision *decision, const struct command *command,
                        const struct generic_act *act);

/* The act that an actor would do to a target, ready for odds; false with err when something is
 * missing. */
bool generic_act_inputs(const struct state *state, const struct action *action,
                        const struct generic_act *act, struct generic_pair pair,
                        struct inputs *out, struct error *err);

/* Carries out an action that lists: its lines are told in the log. `most` lines at most. */
bool generic_list(struct decision *decision, const struct command *command,
                  struct listing *out);
void generic_tell_list(struct decision *decision, const struct command *command,
                       const struct listing *listing);

/* The number of this outcome; 0 when the action has none, or it did not come about. */
int generic_outcome(const struct action *action, const struct outcome *outcome,
                    const char *name);
/* Whether an action reads anything from the one who acts, or of the target. */
bool generic_reads(const struct action *action, enum whose whose);

#endif
