/* A small program for terminal tests: it shows its input and does what a key asks for. */
#ifndef REFEREE_TESTS_SUPPORT_TERM_DEMO_H
#define REFEREE_TESTS_SUPPORT_TERM_DEMO_H

#include "tui/canvas/canvas.h"

/* Row 0 counts the frames and names the size, row 1 the last event, row 2 the last paste; from
 * row 3 on there are names with "|end" in column 20, and the last cell of the screen has '#'.
 *
 * Keys: q ends with code 0, A aborts, E writes "a word" to standard error, N shows wider names,
 * C shows the cursor, x pauses and resumes, R shows a scrawl in place of all that, S a scroll,
 * and each of them another one each time.
 *
 * Returns the exit code: 0 ended by q, 3 no terminal, 4 asked to terminate, 5 disconnected. */
int term_demo_run(void);

enum { TERM_DEMO_WORDS_SIZE = 40 };

/* The beginning of the last row of a picture: its number, and one of two signs in turn, since
 * these are written last. */
void term_demo_last_row(char out[TERM_DEMO_WORDS_SIZE], int number);

/* Scrawl `number`, from 1 on, over a frame that holds the one before, or an empty one: text of
 * every script in all looks, here and there. */
void term_demo_scrawl(struct frame *frame, int number);

/* Scroll `number`, from 1 on, over a frame that holds the one before, or an empty one: lines
 * that move up or down, many of which differ in a picture alone. */
void term_demo_scroll(struct frame *frame, int number);

#endif
