/* Fights of Pixel Dungeon without a referee (tracker/procedure.h, the slot `plays`). */
#ifndef REFEREE_GAMES_PIXEL_DUNGEON_PLAYS_H
#define REFEREE_GAMES_PIXEL_DUNGEON_PLAYS_H

#include "tracker/policy.h"
#include "tracker/procedure.h"

void pixel_dungeon_plays(const struct state *state, struct player *player, struct text *line);

#endif
