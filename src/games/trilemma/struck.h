/* What Trilemma remembers of the last hits: what each took, for a shield after the roll, and
 * its extra degrees as long as they can be spent (5.4, 5.17, 5.19; T38, T46). Making a hit and
 * taking it back is in hits.h. */
#ifndef REFEREE_GAMES_TRILEMMA_STRUCK_H
#define REFEREE_GAMES_TRILEMMA_STRUCK_H

#include "tracker/decision.h"

/* The hit that a shield after the roll could still meet; NULL: there is none. Its subject was
 * hit by its object, and its amount is what the attack came to. */
const struct effect *trilemma_last_hit(const struct state *state, int target);

/* The side of this one acts again: what is left of its hits is lost (T46), and extra degrees
 * that are not spent are named. */
void trilemma_forget_side(struct decision *decision, int id);
/* Another attack, or an injury that is settled: no shield meets what hit `target` (ANYBODY:
 * each) before. What is left to spend stays. */
void trilemma_close_hits(struct decision *decision, int target);
/* The turn ends: nothing is remembered any more; extra degrees that are not spent are named. */
void trilemma_forget_hits(struct decision *decision);
/* One hit is forgotten. */
void trilemma_forget_hit(struct decision *decision, int attacker, int target);

#endif
