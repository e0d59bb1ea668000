/* The end of an encounter: one side is dead, fled or subdued, or there is peace (flow 6). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ENDING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ENDING_H

#include "tracker/decision.h"

/* Foes are still to be reckoned with: in the fight and hostile, not asked yet, or at a price.
 */
bool ending_is_open(const struct state *state);
void ending_end(struct decision *decision, const char *how);
/* After every act: it ends, or new foes open it again. */
void ending_watch(struct decision *decision);

#endif
