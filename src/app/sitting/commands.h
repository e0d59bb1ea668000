/* The commands that the application itself carries out: undo, redo, encounters, rules. To add
 * one, write its function and its row in the table. */
#ifndef REFEREE_APP_SITTING_COMMANDS_H
#define REFEREE_APP_SITTING_COMMANDS_H

#include "app/sitting/result.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

struct sitting;

/* NULL when the tracker carries it out. */
sitting_command_fn *sitting_own_command(const struct command_def *def);

/* The commands in an encounter of this system, the application's own last, without those whose
 * name the game uses for something else (`save`, a saving throw); returns their number in
 * `out`. Those in `made` last as long as it does. */
int sitting_commands_of(const struct system *system, struct made_commands *made,
                        const struct command_def **out, int most);

#endif
