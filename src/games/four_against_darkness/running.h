/* The party flees, or withdraws through a door (Fleeing & Withdrawing). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RUNNING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_RUNNING_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Called after every act: when the last attack is settled the party has escaped. */
void running_watch(struct decision *decision);
/* Wandering monsters that came are forgotten once a fight, with them or with others, is on:
 * after ending_watch, which may open one again. */
void running_watch_wandering(struct decision *decision);
bool running_is_wandering_due(const struct state *state);
/* Wandering monsters come: the next encounter begins with them. */
bool running_do_wandering_come(const struct state *state);

decide_fn running_decide_flee, running_decide_withdraw, running_decide_wandering;

#endif
