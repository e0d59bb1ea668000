/* A frame as a program draws it that has nothing to think about: every cell put into ncurses
 * again, and the difference sent to /dev/null. In a file of its own, as the names of curses go
 * everywhere. */
#ifndef REFEREE_TESTS_BENCH_BARE_FRAME_H
#define REFEREE_TESTS_BENCH_BARE_FRAME_H

#include <stdbool.h>

/* Not while another screen of curses is open. False when there is no such terminal. */
bool bare_frame_begin(int rows, int columns);
/* Frames of neighbouring numbers differ in every cell. */
void bare_frame_draw(int number);
void bare_frame_end(void);

#endif
