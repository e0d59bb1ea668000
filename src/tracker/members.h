/* Members of the campaign's party in an encounter: which of its combatants they are, by their
 * numbers in the campaign, and as of which of its changes they came. */
#ifndef REFEREE_TRACKER_MEMBERS_H
#define REFEREE_TRACKER_MEMBERS_H

#include "tracker/decision.h"

/* The number in the campaign's party of a combatant, and of the party itself (id 0); -1: it is
 * of none. */
int member_number(const struct state *state, int id);
/* The present combatant of this number; 0: none. */
int member_id(const struct state *state, int number);
/* As of which change it came here; 0: it is of no party. */
int64_t member_change(const struct state *state, int id);
/* Makes it so. */
void member_mark(struct decision *decision, int id, int number, int64_t change);

#endif
