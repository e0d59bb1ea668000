/* One act of Trilemma: who does it, whom it is aimed at, whether it may be done now (5.1), and
 * what was given to its roll and came of it. What the act does is another module's. */
#ifndef REFEREE_GAMES_TRILEMMA_ACTING_H
#define REFEREE_GAMES_TRILEMMA_ACTING_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"

/* Who acts: by=..., else the one whose turn it is. 0: the decision has ended. */
int trilemma_actor_of(struct decision *decision, const struct command *command);
/* One action on one's own turn (5.1), or one that was paid for or ordered. */
bool trilemma_may_act(struct decision *decision, int id);
/* The action is used, or the leave to act out of turn. */
void trilemma_use_action(struct decision *decision, int id);
/* The target of this attacker, asked for when it is not named. */
int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb);

/* The act is marked as magic, which counts for morale (5.13). */
bool trilemma_is_magic(const struct command *command);
/* A number that an act was given, by the name of its parameter. */
int trilemma_input(const struct inputs *inputs, const char *name);
/* The first number of this kind in the explanation of the last roll; `fallback` when none. */
int trilemma_first_total(const struct decision *decision, int fallback);

#endif
