/* Groups whose number is not thrown yet: "2d6". It is thrown when the group is met (decisions
 * A, F 1), and kept as dice until then (FOUR_COUNT), so that nothing reckons with a number
 * before. Which moment that is, formulas tell. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COUNTS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_COUNTS_H

#include "tracker/decision.h"

/* The dice, in their usual notation; NULL: its number is known, or it is no group. */
const char *counts_open(const struct state *state, int foe);
/* A group in the fight, seen by the party, with an open number: the first, or 0. */
int counts_first_open(const struct state *state);
/* Its number is this many: "9" at once, "2d6" when it is met. Wrong when it is neither. */
void counts_give(struct decision *decision, int foe, struct str count);
/* The number was given: no dice decide it any more. */
void counts_forget(struct decision *decision, int foe);
/* The dice of an open number are thrown now, at least 1 comes of them. False when they are
 * asked for. */
bool counts_throw(struct decision *decision, int foe);

#endif
