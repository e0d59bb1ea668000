/* An encounter made again as events of another one: everybody with all they have, both sides,
 * under the same numbers, with effects, settings and counters. The dice are those of the new
 * encounter from the start. */
#ifndef REFEREE_TRACKER_ENCOUNTER_COPY_H
#define REFEREE_TRACKER_ENCOUNTER_COPY_H

#include "tracker/decision.h"

/* Brings all of `from` into the decision, whose state is an empty encounter of the same system.
 * The decision is labelled. */
void encounter_copy(struct decision *decision, const struct state *from);

#endif
