/* Deciding a line: which commands an encounter has, reading the line, the command's function,
 * and the triggers after it. */
#ifndef REFEREE_TRACKER_DECIDE_H
#define REFEREE_TRACKER_DECIDE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Every command of an encounter of this system: those of its procedure, then those of every
 * system. Returns the number of commands in `out`. */
int procedure_commands(const struct procedure *procedure, const struct system *system,
                       struct made_commands *made, const struct command_def **out, int most);

/* Decides one command line on `before`: reads it, decides, and lets the triggers see it. The
 * caller has begun `decision` on the same state; `defs` are commands that the tracker carries
 * out. With kept dice, those of the line are skipped: the caller has put them in their places.
 */
void decide(struct decision *decision, const struct command_def *const *defs, int defs_count,
            const struct state *before, struct str line);
/* The same for a line that was read with these `defs` on `before`. `wrong` is what
 * command_parse said of it; NULL: it was read whole. */
void decide_command(struct decision *decision, const struct command_def *const *defs,
                    int defs_count, const struct state *before, const struct command *command,
                    const struct error *wrong);

#endif
