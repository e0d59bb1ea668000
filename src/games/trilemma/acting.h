/* One act of Trilemma: who does it, whom it is aimed at, whether it may be done now (5.1), and
 * what was given to its roll and came of it. What the act does is another module's. */
#ifndef REFEREE_GAMES_TRILEMMA_ACTING_H
#define REFEREE_GAMES_TRILEMMA_ACTING_H

#include "games/trilemma/bought.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"

/* Who acts: by=..., else the one whose turn it is. 0: the decision has ended. */
int trilemma_actor_of(struct decision *decision, const struct command *command);
/* One action on one's own turn (5.1), or one that was paid for or ordered (T37). */
bool trilemma_may_act(struct decision *decision, int id);
/* The same for an attack or a shot, which more kinds of payments buy. */
bool trilemma_may_attack(struct decision *decision, int id);
/* The act that was paid for and would be used, as it is not the own turn; NULL: none. */
const struct effect *trilemma_act_paid_for(const struct state *state, int id, enum buys buys);
/* The action is used, or the act that was paid for. The side of this one has acted again. */
void trilemma_use_action(struct decision *decision, int id);
void trilemma_use_attack(struct decision *decision, int id);
/* The target of this attacker, asked for when it is not named. */
int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb);

/* The act is marked as magic, which counts for morale (5.13). */
bool trilemma_is_magic(const struct command *command);
/* A number that an act was given, by the name of its parameter. */
int trilemma_input(const struct inputs *inputs, const char *name);
/* What the first roll of the last explanation came to; `fallback` when there is none. */
int trilemma_first_total(const struct decision *decision, int fallback);
/* The last number that one was compared with; `fallback` when there is none. */
int trilemma_last_against(const struct decision *decision, int fallback);

#endif
