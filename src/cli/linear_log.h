/* The log in the linear mode: its newest lines, or those that hold some words. */
#ifndef REFEREE_CLI_LINEAR_LOG_H
#define REFEREE_CLI_LINEAR_LOG_H

#include "base/text.h"

struct sitting;

/* `words`: nothing for the newest lines; a number first for how many; words as the log on the
 * screen is searched for (sitting_log_holds), "r2" for a round. */
void linear_log(struct sitting *sitting, struct str words);

#endif
