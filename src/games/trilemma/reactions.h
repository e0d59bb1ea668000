/* Trilemma's reactions: what each costs, and the act that it buys (5.2, 5.4, 5.17; T8, T37).
 * Paying is in payment.h, the list of bought acts in bought.h. */
#ifndef REFEREE_GAMES_TRILEMMA_REACTIONS_H
#define REFEREE_GAMES_TRILEMMA_REACTIONS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Of the price list, for orders: giving one, and attacking on one. */
#define TRILEMMA_ORDER "order"
#define TRILEMMA_CLEAR_ORDER "clear-order"

/* The price of a reaction of the list, which has one of this name. */
int trilemma_reaction_price(const char *name);
/* No reactions for henchmen (5.11), at 0 (5.9), or between rounds (5.5). */
bool trilemma_may_react(struct decision *decision, int id);

/* What an act that was paid for can be, ended by NULL: the choices of `use`. */
extern const char *const trilemma_acts[];

decide_fn trilemma_decide_react, trilemma_decide_check, trilemma_decide_use;

#endif
