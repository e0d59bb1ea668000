/* Trilemma's initiative is money: reactions and their prices, superior initiative, acts between
 * rounds, forced bouts, orders (5.2 to 5.5, 5.8, 5.9, 5.11). */
#ifndef REFEREE_GAMES_TRILEMMA_SPENDING_H
#define REFEREE_GAMES_TRILEMMA_SPENDING_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* "21 = 31 rolled - 10 superior". */
void trilemma_format_score(const struct state *state, int id, struct text *out);
/* Whether it may still take another turn in this round, by its superior initiative (5.3). */
bool trilemma_has_superior(const struct state *state, int id);

decide_fn trilemma_decide_react, trilemma_decide_superior, trilemma_decide_between,
    trilemma_decide_force, trilemma_decide_order, trilemma_decide_command;

#endif
