/* Steps across several parts of an encounter, which it calls in order: the next phase, and what
 * follows from every act. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FLOW_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FLOW_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* What follows from an act. */
extern const struct trigger flow_trigger;

decide_fn flow_decide_next;

#endif
