/* The party of the campaign: who joins, leaves and is here tonight,
 * bringing everybody into the open encounter. Each is a step of the roster's history
 * (app/party/roster.h), undone where it was done: `undo` at the table never touches it. */
#ifndef REFEREE_APP_PARTY_PARTY_H
#define REFEREE_APP_PARTY_PARTY_H

#include "app/sitting/changes.h"
#include "tracker/state.h"
#include "base/status.h"

struct command;
struct result;
struct sitting;

/* What party-undo and party-redo would undo and redo. */
enum status sitting_party_ways(struct sitting *sitting, struct sitting_ways *out,
                               struct error *err) MUST_CHECK;

/* The members who are here tonight and can come, as carry_members brings them; false: nobody,
 * or the party is of another game. */
bool sitting_party_tonight(struct sitting *sitting, const struct system *system,
                           struct state *out);

void sitting_run_join(struct sitting *sitting, const struct command *command,
                      struct result *out);
void sitting_run_enlist(struct sitting *sitting, const struct command *command,
                        struct result *out);
void sitting_run_leave(struct sitting *sitting, const struct command *command,
                       struct result *out);
void sitting_run_here(struct sitting *sitting, const struct command *command,
                      struct result *out);
void sitting_run_away(struct sitting *sitting, const struct command *command,
                      struct result *out);
void sitting_run_bring(struct sitting *sitting, const struct command *command,
                       struct result *out);
/* After a party was carried here from another encounter: its members are as the roster has them
 * now, with what was done between the fights. */
void sitting_refresh_party(struct sitting *sitting, struct result *out);
void sitting_run_undo_party(struct sitting *sitting, const struct command *command,
                            struct result *out);
void sitting_run_redo_party(struct sitting *sitting, const struct command *command,
                            struct result *out);

#endif
