/* Amending: an act of the open encounter decided again with changes in its line, the dice that
 * fell kept by their places (app/sitting_correction.h).
 *
 * `amend CHANGES` is about the last act, `amend act=27 CHANGES` about an earlier one, after
 * which everything is played again. Among the changes `name=value` or a bare option replaces
 * the option of that name or is added (`name=` takes it away); numbers replace the numbers of
 * the line in their order, and then the dice that fell in theirs; other words replace the
 * arguments in their order; `also=WORD` answers a question. When the first word is a command,
 * the changes are the whole line: dice in it that differ replace those that stood there. */
#ifndef REFEREE_APP_SITTING_AMEND_H
#define REFEREE_APP_SITTING_AMEND_H

#include "app/result.h"
#include "tracker/command.h"

struct sitting;

void sitting_run_amend(struct sitting *sitting, const struct command *command,
                       struct result *out);
/* What it would come to, as sitting_preview tells it. */
void sitting_preview_amend(struct sitting *sitting, const struct command *command,
                           struct result *out);

#endif
