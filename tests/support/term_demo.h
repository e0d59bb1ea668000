/* A small program for terminal tests: it shows what it is told and does what a key asks for. */
#ifndef REFEREE_TESTS_SUPPORT_TERM_DEMO_H
#define REFEREE_TESTS_SUPPORT_TERM_DEMO_H

/* Row 0 counts the frames and names the size, row 1 the last event, row 2 the last paste; from row
 * 3 on stand names with "|end" in column 20, and the last cell of the screen holds '#'.
 *   q   ends with code 0      A   aborts             E   writes "a word" to standard error
 *   N   wider names           C   shows the cursor   x   pauses and resumes
 * Returns the exit code: 0 ended by q, 3 no terminal, 4 asked to terminate, 5 disconnected. */
int term_demo_run(void);

#endif
