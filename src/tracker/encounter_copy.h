/* Copying an encounter as events of another one: both sides with all their values, under the
 * same numbers, with effects, settings and counters. Dice come from the new encounter's stream
 * from its start. */
#ifndef REFEREE_TRACKER_ENCOUNTER_COPY_H
#define REFEREE_TRACKER_ENCOUNTER_COPY_H

#include "tracker/decision.h"

/* Brings all of `from` into the decision, whose state is an empty encounter of the same system.
 * Labels the decision. */
void encounter_copy(struct decision *decision, const struct state *from);

#endif
