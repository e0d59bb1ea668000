/* Trilemma's melee: who is in it with whom, for shots into it (5.21; T31). */
#ifndef REFEREE_GAMES_TRILEMMA_MELEE_H
#define REFEREE_GAMES_TRILEMMA_MELEE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Whether two combatants are in melee now: not between rounds, where all are apart (5.5). */
bool trilemma_is_engaged(const struct state *state, int a, int b);
void trilemma_engage(struct decision *decision, int a, int b);

decide_fn trilemma_decide_engage, trilemma_decide_part;

#endif
