/* The party comes home: lasting effects of the open encounter on its members are written to the
 * roster (sitting_roster.h), as one step of its history.
 *
 * Only changes since the roster last looked are taken, number by number: changes between the
 * fights stay, and what was undone at the table since is undone in the roster too. So it does
 * not matter how often, or when, the party comes home. */
#ifndef REFEREE_APP_PARTY_HOME_H
#define REFEREE_APP_PARTY_HOME_H

#include "app/sitting/result.h"
#include "base/text.h"

struct command;
struct roster;
struct sitting;

/* Writes the changes if anybody of the roster is here and has changed; *told: who and what, a
 * line each; "": nobody. False when it cannot be written: *out says why. */
bool sitting_bring_home(struct sitting *sitting, struct text *told, struct result *out);
/* The roster as it would be then; *is_other: it differs from the present one. NULL with err on
 * failure. Borrowed until sitting_roster is called. */
const struct roster *sitting_preview_home(struct sitting *sitting, bool *is_other,
                                          struct error *err);
/* What it would write, without writing it. */
void sitting_tell_home(struct sitting *sitting, struct text *told);

void sitting_run_home(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
