/* What hits bring in Caves of Qud, as it is asked for. It knows nothing of what is kept. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_ON_HIT_H
#define REFEREE_GAMES_CAVES_OF_QUD_ON_HIT_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Asks what the hits of those in the first argument bring, or how much of a kind of damage that
 * can be resisted (Resistances); false when the command says it. */
bool caves_of_qud_asks_on_hit(struct decision *decision, const struct command *command);

#endif
