/* Fights of Trilemma without a referee (tracker/procedure.h, the slot `plays`): what is due,
 * reactions and what they buy, the act of the turn, superior initiative, orders. Who reacts is
 * in plays_reactions.h.
 *
 * Not played, since the rules give them no number: warnings, drawing a weapon, wits checks,
 * acts at a price of the referee's, forced bouts, what spells do, and extra degrees beyond a
 * direct hit. */
#ifndef REFEREE_GAMES_TRILEMMA_PLAYS_H
#define REFEREE_GAMES_TRILEMMA_PLAYS_H

#include "tracker/policy.h"
#include "tracker/procedure.h"

void trilemma_plays(const struct state *state, struct player *player, struct text *line);
extern const struct assumption_def trilemma_assumptions[];
extern const char *const trilemma_ends_wounds[];

#endif
