/* The end of an encounter: one side is dead, fled or subdued, or there is peace (flow 6). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ENDING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ENDING_H

#include "tracker/decision.h"
#include "tracker/procedure.h"

/* Whether foes still matter: in the fight and hostile, not asked yet, or waiting for a
 * price. */
bool ending_is_open(const struct state *state);
void ending_end(struct decision *decision, const char *how);
/* Called after every act: ends the encounter, or new foes open it again. */
void ending_watch(struct decision *decision);

/* For struct procedure. */
enum ended ending_ended(const struct state *state);

#endif
