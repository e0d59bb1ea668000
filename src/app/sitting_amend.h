/* Amending the last act: one undo and one act in its place, with the same dice.
 *
 * The act is decided on the state before it, so that nothing is done when the amended line
 * cannot be. Dice that were typed stand in its line; dice that were generated fall again, since
 * the number of the draw is part of that state. */
#ifndef REFEREE_APP_SITTING_AMEND_H
#define REFEREE_APP_SITTING_AMEND_H

#include "app/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

/* The line of an act with changes put into it: `name=value` or a bare option replaces the
 * option of that name or is added (`name=` takes it away), a number replaces the first number,
 * any other word the first argument; `also=WORD` puts a word behind it all. When the first word
 * of `changes` is a command, they are the whole line. False when it grows too long. */
bool amend_line(const struct sitting *sitting, struct str line, struct str changes,
                struct text *out);

void sitting_run_amend(struct sitting *sitting, const struct command *command,
                       struct result *out);
/* What it would come to, as sitting_preview tells it. */
void sitting_preview_amend(struct sitting *sitting, const struct command *command,
                           struct result *out);

#endif
