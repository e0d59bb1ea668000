/* Morale groups: the combatants of one kind on one side, known by the id of their first.
 *
 * What is counted and watched for the whole group is kept on that first combatant, whether or
 * not it is still in the fight. */
#ifndef REFEREE_TRACKER_GROUPS_H
#define REFEREE_TRACKER_GROUPS_H

#include "tracker/decision.h"
#include "tracker/state.h"

struct group_count {
    int initial; /* all that ever belonged to it and were not taken off the table */
    int fallen;  /* of them, out of the fight in whatever way */
    int left;    /* of them, still in it */
};

/* The group that a combatant of this kind and side belongs to: that of an earlier one, else its
 * own id. */
int group_for(const struct state *state, int id);
/* The group it was put into. */
int group_of(const struct state *state, int id);
struct group_count group_counts(const struct state *state, int group);
/* The first of a group leaves it, with those whose ids are set in `leaves`: those who stay have
 * a new first, which takes over what the group has met. Its id; 0: nobody stays. */
int group_part(struct decision *decision, int group, const bool *leaves);
/* "shrikes", or the name of the only one. */
void group_name(const struct state *state, int group, struct text *out);

#endif
