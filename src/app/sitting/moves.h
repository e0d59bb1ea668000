/* The commands that move the head of the open encounter: undo, redo, rewind. Each is a row of
 * the log; nothing is lost by it. */
#ifndef REFEREE_APP_SITTING_MOVES_H
#define REFEREE_APP_SITTING_MOVES_H

#include "app/sitting/result.h"
#include "tracker/command.h"

struct sitting;

void sitting_run_undo(struct sitting *sitting, const struct command *command,
                      struct result *out);
void sitting_run_redo(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* To any act of the encounter, on any branch; 0 is the start. */
void sitting_run_rewind(struct sitting *sitting, const struct command *command,
                        struct result *out);

#endif
