/* Taking a party on: the combatants of one encounter as events of another.
 *
 * The one who belongs to the party and can still be taken along comes with every number, text
 * and state effect that lasts; what belonged to the fight (turns, scores, morale, attacks that
 * are due) stays behind.
 *
 * The other encounter is a new one, or one that was prepared or parked before. There the party
 * may have combatants already: people are known by their names. Such a combatant becomes what
 * they are now, and keeps what belongs to its own fight (place, group, score) and what is known
 * there alone (an armour class, a note). Who has died since, or is in other hands, is that
 * there, too. A combatant of the name on the other side is somebody else: that is refused. */
#ifndef REFEREE_TRACKER_CARRY_H
#define REFEREE_TRACKER_CARRY_H

#include "tracker/decision.h"

/* Whether this combatant would come along: of the party, present, and neither dead nor in other
 * hands. */
bool carry_takes(const struct state *from, int id);
/* Brings the party of `from` into the decision, whose state is another encounter of the same
 * system; what holds for the whole campaign of a party (XP counts, and settings, unless the
 * fight there has begun) comes along. The decision is labelled. */
void carry_party(struct decision *decision, const struct state *from);

#endif
