/* Morale groups: the combatants of one kind on one side, identified by their first member.
 *
 * What is counted and watched for the whole group is kept on that first combatant, whether or
 * not it is still in the fight. */
#ifndef REFEREE_TRACKER_GROUPS_H
#define REFEREE_TRACKER_GROUPS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/state.h"

struct group_count {
    int initial; /* all members ever, except those taken off the table */
    int fallen;  /* those out of the fight in any way */
    int left;    /* those still in it */
};

/* The group for a combatant of this kind and side: that of an earlier one, or else its own
 * id. */
int group_for(const struct state *state, int id);
/* The group it is in. */
int group_of(const struct state *state, int id);
struct group_count group_counts(const struct state *state, int group);
/* The first of a group leaves it, with those whose ids are set in `leaves`: the rest get a new
 * first member, which takes over the group's record. Returns its id; 0 when nobody stays. */
int group_part(struct decision *decision, int group, const bool *leaves);
/* The member that a line can name: the first one who is on the table; 0: nobody is. */
int group_member(const struct state *state, int group);
/* Whether it has ever had only one member, and so has that one's name. */
bool group_is_one(const struct state *state, int group);
/* "shrikes", or the name of the only member. */
void group_name(const struct state *state, int group, struct text *out);
/* "hold" or "break", after the group's name: "holds" or "breaks" of one. */
const char *group_holds(const struct state *state, int group, bool holds);

/* What a group does whose morale broke; of the last only the log tells. */
enum broken_way { BROKEN_FLEE, BROKEN_SURRENDER, BROKEN_OTHER };
/* The option then=. When it is not given, it is asked for, "shrikes break: what do Shrike 3 and
 * 2 more do?", if the decision asks, or else they flee. */
bool group_broken_way(struct decision *decision, const struct command *command, int group,
                      enum broken_way *out);

#endif
