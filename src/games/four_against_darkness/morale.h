/* Morale checks, and foes who flee (Morale System). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MORALE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MORALE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Foes whose check is due: the first, or 0. */
int morale_due(const struct state *state);
/* Whether no check keeps the party from acting; refuses otherwise. */
bool morale_is_settled(struct decision *decision);
/* Why it is: "below half". */
const char *morale_reason(const struct state *state, int foe);
/* After every act: `before` is the state before it, as what a combatant loses in it can be a
 * reason of its own. */
void morale_watch(struct decision *decision, int foe, const struct state *before);

decide_fn morale_decide;

#endif
