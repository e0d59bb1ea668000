/* How somebody fights in a forecast, kept with the encounter: `policy party cautious`, of a
 * side, of all of a kind, or of one combatant. Only its name is kept, for policies are files
 * that the state does not know; a forecast refuses a name that there is not. */
#ifndef REFEREE_TRACKER_POLICY_COMMANDS_H
#define REFEREE_TRACKER_POLICY_COMMANDS_H

#include "tracker/command.h"
#include "tracker/decision.h"

int policy_commands(const struct command_def **out);

/* Who follows a policy. */
struct policy_kept {
    int id;          /* one combatant; 0: a side or a kind, which is `who` */
    struct str who;  /* "party", "foes", "shrike" */
    struct str name; /* of the policy */
};

/* The next one that is kept after `*at` (NULL: from the start), which moves on; false when
 * there is none. The texts are the state's. */
bool policy_kept_next(const struct state *state, const struct effect **at,
                      struct policy_kept *out);

/* The policy of a combatant: its own, else that of its kind, else of its side. False when none
 * is kept for it. The text is the state's. */
bool policy_kept_for(const struct state *state, int id, struct str *name);

/* Whether somebody of this kind is at the table. */
bool policy_has_kind(const struct state *state, struct str name);

#endif
