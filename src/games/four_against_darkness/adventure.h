/* The present adventure of the party, over all its encounters: wandering monsters and major
 * foes that it met, treasure that it found. Whether a boss is the final one is house: a d6 plus
 * the major foes met so far, 6 or more; the rules analysis only says what a final boss has. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ADVENTURE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ADVENTURE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The encounter has begun, or a foe has come into it: counts what is there, each once. */
void adventure_meet(struct decision *decision);
/* Each in a line: what was met and found, the chance of a final boss, gold and XP rolls. */
void adventure_tell(const struct state *state, struct text *out);

/* `adventure`: a new one begins. What is used up comes back by table rule, and the counts begin
 * again; XP and gold stay. */
decide_fn adventure_decide;
/* `boss FOE`: whether it is the final boss. */
decide_fn adventure_decide_boss;

#endif
