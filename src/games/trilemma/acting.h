/* One act of Trilemma: its actor, its target, whether it may be done now (5.1), and the values
 * and result of its roll. The effects of acts are in other modules. */
#ifndef REFEREE_GAMES_TRILEMMA_ACTING_H
#define REFEREE_GAMES_TRILEMMA_ACTING_H

#include "games/trilemma/bought.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"

/* The actor: by=..., or else the one whose turn it is. 0: the decision has ended. */
int trilemma_actor_of(struct decision *decision, const struct command *command);
/* Whether it may act: one action on its own turn (5.1), or one that was paid for or ordered
 * (T37). */
bool trilemma_may_act(struct decision *decision, int id);
/* The same for an attack or a shot, which more kinds of payments buy. */
bool trilemma_may_attack(struct decision *decision, int id);
/* The act that was paid for and will be used, outside its own turn; NULL: none. */
const struct effect *trilemma_act_paid_for(const struct state *state, int id, enum buys buys);
/* Uses the action, or the act that was paid for. The combatant's side has acted again. */
void trilemma_use_action(struct decision *decision, int id);
void trilemma_use_attack(struct decision *decision, int id);
/* The target of this attacker, asked for when it is not named. */
int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb);

/* Marks the act as magic, which counts for morale (5.13). */
bool trilemma_is_magic(const struct command *command);
/* A number given to an act, by the name of its parameter. */
int trilemma_input(const struct inputs *inputs, const char *name);
/* The total of the first roll of the last explanation; `fallback` when there is none. */
int trilemma_first_total(const struct decision *decision, int fallback);
/* The last number that it was compared with; `fallback` when there is none. */
int trilemma_last_against(const struct decision *decision, int fallback);

#endif
