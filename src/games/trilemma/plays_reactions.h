/* Reactions in a fight of Trilemma without a referee (5.4, 5.17): a shield before or after the
 * roll, ripostes, attacks on those who are flat-footed, attacks on a clear order. Nobody pays
 * its last point: at 0 it is flat-footed (5.9). */
#ifndef REFEREE_GAMES_TRILEMMA_PLAYS_REACTIONS_H
#define REFEREE_GAMES_TRILEMMA_PLAYS_REACTIONS_H

#include "tracker/policy.h"
#include "tracker/procedure.h"

/* The target's shield before an attack that is about to be rolled. */
void trilemma_plays_shield(const struct state *state, struct player *player, int target,
                           int attacker, struct text *line);
/* A shield after the roll, when the last hit makes an injury save due. */
void trilemma_plays_late_shield(const struct state *state, struct player *player,
                                struct text *line);
/* An attack out of turn that somebody pays for: a riposte, at a foe who is flat-footed, on a
 * clear order. */
void trilemma_plays_reaction(const struct state *state, struct player *player,
                             struct text *line);
/* Whom the one who paid for an attack meant; 0: anybody. */
int trilemma_plays_meant(const struct state *state, const struct player *player, int id);

#endif
