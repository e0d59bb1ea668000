/* The table in plain lines, for screen readers, simple terminals and pipes: it describes the
 * situation, reads a command, asks one question at a time for missing parts, and says what
 * happened, whose turn it is and what is due. Nothing is drawn, moved or coloured. */
#ifndef REFEREE_CLI_LINEAR_H
#define REFEREE_CLI_LINEAR_H

#include <stdio.h>

struct sitting;

/* Runs until `quit` or the end of the input. Both are borrowed and stay open. Returns the exit
 * code: 0, or 3 when the input cannot be read. A refusal or a mistake is said, and the next
 * line is read. */
int linear_run(struct sitting *sitting, FILE *input);

#endif
