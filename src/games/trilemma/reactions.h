/* Trilemma's reactions: their prices, and the acts that they buy (5.2, 5.4, 5.17; T8, T37).
 * Paying is in payment.h, the list of bought acts in bought.h. */
#ifndef REFEREE_GAMES_TRILEMMA_REACTIONS_H
#define REFEREE_GAMES_TRILEMMA_REACTIONS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* In the price list, for orders: giving one, and attacking on one. */
#define TRILEMMA_ORDER "order"
#define TRILEMMA_CLEAR_ORDER "clear-order"

/* The price of a reaction, which must be in the list. */
int trilemma_reaction_price(const char *name);
/* Whether it may react: not henchmen (5.11), not at 0 (5.9), not between rounds (5.5). */
bool trilemma_may_react(struct decision *decision, int id);

/* What a shield after the attack must roll to be higher (5.17): "15+ stops 28". */
void trilemma_needed(const struct inputs *inputs, struct text *out);

/* The uses of an act that was paid for, ended by NULL: the choices of `use`. */
extern const char *const trilemma_acts[];

decide_fn trilemma_decide_react, trilemma_decide_check, trilemma_decide_use;

#endif
