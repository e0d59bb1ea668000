/* Which spell a character casts in a fight that is played without a referee, and at whom. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PLAYS_SPELLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PLAYS_SPELLS_H

#include "tracker/policy.h"

/* The spell that helps most in the party's shots and spells, if one helps more than the
 * character's attack; adds nothing when none does, none is left, or the policy casts none. */
void plays_spell(const struct state *state, const struct player *player, int id,
                 struct text *line);

#endif
