/* Rounds and their phases, begun one after the other (flow 4, 5). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ROUNDS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ROUNDS_H

#include "games/four_against_darkness/course.h"
#include "tracker/decision.h"

/* Sets the order and begins the first round. */
void rounds_begin(struct decision *decision, enum order order);
/* Goes to the next phase with something to do; after the last one to the next round. */
void rounds_next(struct decision *decision);

#endif
