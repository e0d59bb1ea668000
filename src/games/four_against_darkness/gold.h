/* The gold that the party has found, over all its encounters. The rules need it nowhere: it is
 * added up so that nobody has to, and a bribe is paid from it as far as it goes. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_GOLD_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_GOLD_H

#include "tracker/command.h"
#include "tracker/decision.h"

int gold_of(const struct state *state);
/* So much comes to it (below 0: is paid), never below 0. Returns what there is then. */
int gold_change(struct decision *decision, int amount);

/* `gold`: what there is; `gold 140`, `gold +20`, `gold -5`: what the referee says. */
decide_fn gold_decide;

#endif
