/* The table in plain lines, for screen readers, simple terminals and pipes: it says how things
 * stand, reads a command, asks one question at a time for what that lacks, and says what
 * happened, whose turn it is and what is due. Nothing is drawn, moved or coloured. */
#ifndef REFEREE_CLI_LINEAR_H
#define REFEREE_CLI_LINEAR_H

#include <stdio.h>

struct sitting;

/* Until `quit` or the end of the input. Both are borrowed and stay open. Returns the exit code:
 * 0, or 3 when the input cannot be read; what is refused or wrong is said, and the next line
 * read. */
int linear_run(struct sitting *sitting, FILE *input);

#endif
