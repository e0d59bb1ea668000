/* The help: every key of every context, every command with its arguments and paragraph. Written
 * from the key table and the commands there are, so that it cannot disagree with them. */
#ifndef REFEREE_TUI_HELP_H
#define REFEREE_TUI_HELP_H

#include "base/text.h"
#include "tracker/command.h"

/* In the form that tui/reader.h shows. */
void help_write(struct text *out, const struct command_def *const *commands, int count);

#endif
