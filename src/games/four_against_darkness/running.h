/* The party flees, or withdraws through a door (Fleeing & Withdrawing). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RUNNING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RUNNING_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* After every act: when the last attack is settled the party is away. */
void running_watch(struct decision *decision);
bool running_is_wandering_due(const struct state *state);
/* They come: what the next encounter begins with. */
bool running_do_wandering_come(const struct state *state);

decide_fn running_decide_flee, running_decide_withdraw, running_decide_wandering;

#endif
