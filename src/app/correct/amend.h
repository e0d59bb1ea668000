/* Amending: an act of the open encounter is decided again with changes in its line; its dice
 * are kept by their places (app/correct/correction.h).
 *
 * `amend CHANGES` is about the last act, `amend act=27 CHANGES` about an earlier one, after
 * which everything is replayed. `name=value` or a bare option replaces the option of that name
 * or is added (`name=` removes it); numbers replace the numbers of the line in order, and then
 * the dice in order; other words replace the arguments in order; `also=WORD` answers a
 * question. When the first word is a command, the changes are the whole line: dice in it that
 * differ replace the old ones. */
#ifndef REFEREE_APP_CORRECT_AMEND_H
#define REFEREE_APP_CORRECT_AMEND_H

#include "app/sitting/result.h"
#include "tracker/command.h"

struct sitting;
struct command;
struct result;

void sitting_run_amend(struct sitting *sitting, const struct command *command,
                       struct result *out);
/* The result it would have, as in sitting_preview. */
void sitting_preview_amend(struct sitting *sitting, const struct command *command,
                           struct result *out);

/* `delete`: a combatant that was added by mistake is taken off the table, if it has done
 * nothing and nothing was done to it. */

void sitting_run_delete(struct sitting *sitting, const struct command *command,
                        struct result *out);

#endif
