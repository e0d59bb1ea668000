/* The start of an encounter: first effects of the foes, then surprise (flow 1 and 2). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MEETING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MEETING_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The start has come: first effects are called, the foes are met by this party. False when the
 * decision has ended. */
bool meeting_open(struct decision *decision);
/* After every act: a foe that joined in it, or came out of hiding, does what it does when it is
 * met (`before` is the state before the act). */
void meeting_watch(struct decision *decision, int foe, const struct state *before);
/* Foes with something to save against when they are met, until they are: the first, or 0. */
int meeting_start_due(const struct state *state);
/* Foes whose surprise is not rolled yet: the first, or 0. */
int meeting_surprise_due(const struct state *state);
/* Whether nothing of the start keeps the party from attacking; refuses otherwise. */
bool meeting_may_open(struct decision *decision);
/* The same, and nobody waits for an answer: the fight may begin. */
bool meeting_may_begin(struct decision *decision);

decide_fn meeting_decide_meet, meeting_decide_surprise;

#endif
