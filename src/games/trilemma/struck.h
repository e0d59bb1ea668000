/* Trilemma's memory of the last hits: the HP that each took, for a shield after the roll, and
 * its extra degrees while they can be spent (5.4, 5.17, 5.19; T38, T46). Making a hit and
 * taking it back is in hits.h. */
#ifndef REFEREE_GAMES_TRILEMMA_STRUCK_H
#define REFEREE_GAMES_TRILEMMA_STRUCK_H

#include "tracker/decision.h"

/* The hit that a shield after the roll can still stop; NULL: none. Its object hit its subject,
 * and its amount is the total of the attack. */
const struct effect *trilemma_last_hit(const struct state *state, int target);

/* The combatant's side acts again: the memory of its hits ends (T46), and unspent extra degrees
 * are reported. */
void trilemma_forget_side(struct decision *decision, int id);
/* After another attack, or a settled injury: no shield can stop earlier hits on `target`
 * (ANYBODY: each). Unspent degrees stay. */
void trilemma_close_hits(struct decision *decision, int target);
/* Says of extra degrees on this target, who is out now, that they have no use any more. */
void trilemma_say_useless(struct decision *decision, int target);
/* At the end of a turn: forgets all hits and reports unspent extra degrees. */
void trilemma_forget_hits(struct decision *decision);
/* Forgets one hit. */
void trilemma_forget_hit(struct decision *decision, int attacker, int target);

#endif
