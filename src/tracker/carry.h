/* Carrying a party on: the combatants of one encounter as events of another.
 *
 * Members of the party who can still be taken along come with every number, text and state
 * effect that lasts; what belonged to the fight (turns, scores, morale, pending attacks) stays
 * behind.
 *
 * The other encounter is a new one, or one that was prepared or parked before. There the party
 * may already have combatants, matched by their numbers in the campaign's party
 * (tracker/members.h), else by their names. Such a combatant is updated, but keeps what belongs
 * to its own fight (place, group, score) and what is known only there (an armour class, a
 * note). A member who has died since, or is in other hands, is so there too. A combatant of the
 * same name on the other side is somebody else, which is refused. */
#ifndef REFEREE_TRACKER_CARRY_H
#define REFEREE_TRACKER_CARRY_H

#include "tracker/decision.h"

/* Whether this combatant would come along: of the party, present, and neither dead nor in other
 * hands. */
bool carry_takes(const struct state *from, int id);
/* Whether a number of a combatant lasts (enum field), and a state effect. */
bool carry_keeps_field(int field);
bool carry_keeps_effect(const struct procedure *procedure, const struct effect *effect);
/* Brings the party of `from` into the decision, whose state is another encounter of the same
 * system; what holds for the party's whole campaign (XP counts, and settings unless the fight
 * there has begun) comes along. Labels the decision. */
void carry_party(struct decision *decision, const struct state *from);
/* The same without settings: the members of a roster, who come from no encounter. */
void carry_members(struct decision *decision, const struct state *from);

#endif
