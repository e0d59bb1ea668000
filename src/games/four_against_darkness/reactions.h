/* The party waits for the foes' reaction, which is carried out (flow 3, Foe reaction). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_REACTIONS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_REACTIONS_H

#include "tracker/command.h"

/* A foe that is here and has no results of its own: its reaction would come from the house
 * table. 0: none. */
int reactions_of_house(const struct state *state);

decide_fn reactions_decide_wait, reactions_decide_reactions, reactions_decide_accept,
    reactions_decide_decline;

#endif
