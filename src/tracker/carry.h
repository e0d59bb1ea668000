/* Taking a party on: the rows of one encounter as events of the next.
 *
 * Whoever belongs to the party and can still be taken along comes with every number, text and mark
 * that lasts; what belonged to the fight (turns, scores, morale, attacks that are due) stays behind. */
#ifndef REFEREE_TRACKER_CARRY_H
#define REFEREE_TRACKER_CARRY_H

#include "tracker/decision.h"

/* Whether this row would come along: of the party, present, and neither dead nor in other hands. */
bool carry_takes(const struct state *from, int id);
/* Adds the party of `from` to the decision, whose state is a new encounter of the same system; what
 * holds for the whole campaign of a party (settings, XP counts) comes along. The decision is
 * labelled. */
void carry_party(struct decision *decision, const struct state *from);

#endif
