/* What adds up over the encounters of an adventure (FOUR_TALLY). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TALLY_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TALLY_H

#include "tracker/decision.h"

enum tally { TALLY_WANDERING, TALLY_MAJOR, TALLY_GOLD, TALLIES };

int tally_of(const struct state *state, enum tally tally);
void tally_add(struct decision *decision, enum tally tally, int more);
void tally_clear(struct decision *decision, enum tally tally);

#endif
