/* Fights of Caves of Qud without a referee: what comes with a hit, shields that block, and the
 * off hand (tracker/procedure.h, the slot `plays`). */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_PLAYS_H
#define REFEREE_GAMES_CAVES_OF_QUD_PLAYS_H

#include "tracker/policy.h"
#include "tracker/procedure.h"

void caves_of_qud_plays(const struct state *state, struct player *player, struct text *line);
extern const struct assumption_def caves_of_qud_assumptions[];

#endif
