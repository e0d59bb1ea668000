/* Attacks on groups and major foes, subdual, last attacks on those who flee. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ATTACK_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ATTACK_H

#include "tracker/command.h"
#include "games/four_against_darkness/rolls.h"

/* The attack that this character can make on the foe now; false with err when it cannot
 * attack. */
bool attack_act(const struct state *state, int id, int foe, struct inputs *out,
                struct error *err);
/* Applies the outcome of an attack: kills go from one group to the next. */
void attack_comes_to(struct decision *decision, const struct blow *blow,
                     const struct outcome *outcome);
/* The log's outcome has damage that the foe does not take, as it is immune. */
void attack_in_vain(struct decision *decision, int id, int foe, const struct outcome *outcome);

decide_fn attack_decide;

#endif
