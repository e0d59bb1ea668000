/* Morale checks, and foes who flee (Morale System). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MORALE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MORALE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The first foe whose check is pending; 0: none. */
int morale_due(const struct state *state);
/* True when no check has to come before the party's acts; refuses otherwise. */
bool morale_is_settled(struct decision *decision);
/* The reason for the check: "below half". */
const char *morale_reason(const struct state *state, int foe);
/* Called after every act; `before` is the state before it, since losses in the act can be a
 * reason for a check. */
void morale_watch(struct decision *decision, int foe, const struct state *before);

decide_fn morale_decide;

#endif
