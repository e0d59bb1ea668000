/* Commands in everyday words, for someone who does not know the others yet: help, the log, the
 * state of the fight, the encounters, and whether everything is saved. None of them changes
 * anything. The screen opens its own lists for some of them (tui/loop/table_lines). */
#ifndef REFEREE_APP_SITTING_ASKED_H
#define REFEREE_APP_SITTING_ASKED_H

#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

/* `help`, `help attack`, `help wound`: all commands, one command, those about a word. */
void sitting_run_help(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* `log`, `log r2 marit`: the newest lines, or those with the words. */
void sitting_run_log(struct sitting *sitting, const struct command *command,
                     struct result *out);
/* `status`: the round, the turn, pending checks, and what undo takes back. */
void sitting_run_status(struct sitting *sitting, const struct command *command,
                        struct result *out);
/* The same without undo, and with a line for each combatant in order. */
void sitting_tell_table(struct sitting *sitting, struct text *out);
/* `save`: says that everything is saved, and how copies are made. */
void sitting_run_save(struct sitting *sitting, const struct command *command,
                      struct result *out);

#endif
