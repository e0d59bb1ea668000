/* Groups whose number has not been thrown: "2d6". It is thrown when the group is met (decisions
 * A, F 1) and kept as dice until then (FOUR_COUNT), so that no rule uses a number before.
 * formulas.h decides when a group is met. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COUNTS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COUNTS_H

#include "tracker/decision.h"

/* The dice in their usual notation; NULL when its number is known, or it is not a group. */
const char *counts_open(const struct state *state, int foe);
/* The first group in the fight that the party sees and whose number is open; 0: none. */
int counts_first_open(const struct state *state);
/* Sets its number: "9" at once, "2d6" when it is met. The decision is wrong for anything
 * else. */
void counts_give(struct decision *decision, int foe, struct str count);
/* The number was given: drops the dice for it. */
void counts_forget(struct decision *decision, int foe);
/* Throws the dice of an open number, with at least 1 as the result. False when they are asked
 * for. */
bool counts_throw(struct decision *decision, int foe);

#endif
