/* The gold that the party has found, over all its encounters. The rules do not use it: it is
 * added up for the players, and bribes are paid from it until it is gone. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_GOLD_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_GOLD_H

#include "tracker/command.h"
#include "tracker/decision.h"

int gold_of(const struct state *state);
/* Adds an amount (below 0: pays it), never below 0 in total. Returns the new total. */
int gold_change(struct decision *decision, int amount);

/* The same for a purchase; false when the decision has ended, as there is too little. */
bool gold_pay(struct decision *decision, int amount);

/* `gold` shows the total; `gold 140`, `gold +20`, `gold -5` change it. */
decide_fn gold_decide;

#endif
