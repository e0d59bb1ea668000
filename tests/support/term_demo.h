/* A small program for terminal tests: it shows what it is told and does what a key asks for. */
#ifndef REFEREE_TESTS_SUPPORT_TERM_DEMO_H
#define REFEREE_TESTS_SUPPORT_TERM_DEMO_H

#include "tui/canvas/canvas.h"

/* Row 0 counts the frames and names the size, row 1 the last event, row 2 the last paste; from
 * row 3 on stand names with "|end" in column 20, and the last cell of the screen holds '#'. q
 * ends with code 0      A   aborts             E   writes "a word" to standard error N   wider
 * names           C   shows the cursor   x   pauses and resumes R   a scrawl in place of all
 * that, and another each time Returns the exit code: 0 ended by q, 3 no terminal, 4 asked to
 * terminate, 5 disconnected. */
int term_demo_run(void);

/* Scrawl `number`, from 1 on, over a frame that holds the one before, or an empty one: text of
 * every script in all looks, here and there. The last row begins with its number, as in
 * "scrawl 3.". */
void term_demo_scrawl(struct frame *frame, int number);

#endif
