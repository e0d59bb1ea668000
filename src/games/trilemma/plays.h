/* Trilemma without a referee (the slot `plays` of tracker/procedure.h): the line that comes
 * next: what is due, reactions and what they buy, the act of the turn, superior initiative,
 * orders.
 *
 * Not played, since the rules give them no number: warnings, drawing a weapon, wits checks,
 * acts at a price that the referee names, forced bouts, what spells do, and extra degrees
 * beyond a direct hit. */
#ifndef REFEREE_GAMES_TRILEMMA_PLAYS_H
#define REFEREE_GAMES_TRILEMMA_PLAYS_H

#include "tracker/policy.h"
#include "tracker/procedure.h"

void trilemma_plays(const struct state *state, struct player *player, struct text *line);
extern const struct assumption_def trilemma_assumptions[];
extern const char *const trilemma_ends_wounds[];

#endif
