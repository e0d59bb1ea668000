/* The log in linear mode: its newest lines, or those with some words. */
#ifndef REFEREE_CLI_LINEAR_LOG_H
#define REFEREE_CLI_LINEAR_LOG_H

#include "base/text.h"

struct sitting;

/* `words`: none for the newest lines; a number first is the count of lines; then words to
 * search for as on the screen (sitting_log_holds), "r2" for a round. */
void linear_log(struct sitting *sitting, struct str words);

#endif
