/* Help of the linear mode: one command in full, or those that some words lead to. */
#ifndef REFEREE_CLI_LINEAR_HELP_H
#define REFEREE_CLI_LINEAR_HELP_H

#include "base/text.h"

struct sitting;

/* Tells of the command of this name; of another word, the commands whose name or help holds it.
 */
void linear_help_about(struct sitting *sitting, struct str words);

#endif
