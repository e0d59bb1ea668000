/* The start of an encounter: first effects of the foes, then surprise (flow 1 and 2). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MEETING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MEETING_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Starts the encounter: first effects are called, this party meets the foes. False when the
 * decision has ended. */
bool meeting_open(struct decision *decision);
/* Called after every act: a foe that joined, or came out of hiding, does what it does when it
 * is met (`before` is the state before the act). */
void meeting_watch(struct decision *decision, int foe, const struct state *before);
/* The first foe to be met that calls for a save when it is met; 0: none. */
int meeting_start_due(const struct state *state);
/* The first foe whose surprise has not been rolled; 0: none. */
int meeting_surprise_due(const struct state *state);
/* Whether the start is settled so that the party can attack; refuses otherwise. */
bool meeting_may_open(struct decision *decision);
/* The same, and no foe waits for an answer: the fight may begin. */
bool meeting_may_begin(struct decision *decision);

decide_fn meeting_decide_meet, meeting_decide_surprise;

#endif
