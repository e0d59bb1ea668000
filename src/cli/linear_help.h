/* Help in linear mode: one command in full, or the commands that some words lead to. */
#ifndef REFEREE_CLI_LINEAR_HELP_H
#define REFEREE_CLI_LINEAR_HELP_H

#include "base/text.h"

struct sitting;

/* Describes the command of this name, or lists the commands with this word in their name or
 * help. */
void linear_help_about(struct sitting *sitting, struct str words);

#endif
