/* Members of the campaign's party in an encounter: the numbers of its combatants in the
 * campaign, and the change with which they came. */
#ifndef REFEREE_TRACKER_MEMBERS_H
#define REFEREE_TRACKER_MEMBERS_H

#include "tracker/decision.h"

/* The number of a combatant in the campaign's party, or of the party itself (id 0); -1: not in
 * a party. */
int member_number(const struct state *state, int id);
/* The present combatant of this number; 0: none. */
int member_id(const struct state *state, int number);
/* The change with which it came here; 0: not in a party. */
int64_t member_change(const struct state *state, int id);
/* Sets both. */
void member_mark(struct decision *decision, int id, int number, int64_t change);

#endif
