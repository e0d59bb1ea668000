/* A frame drawn by a program without any work of its own: every cell is put into ncurses again,
 * and the difference is sent to /dev/null. In a file of its own, since the names of curses
 * conflict with others. */
#ifndef REFEREE_TESTS_BENCH_BARE_FRAME_H
#define REFEREE_TESTS_BENCH_BARE_FRAME_H

#include <stdbool.h>

/* Not while another screen of curses is open. False when there is no such terminal. */
bool bare_frame_begin(int rows, int columns);
/* Frames of neighbouring numbers differ in every cell. */
void bare_frame_draw(int number);
void bare_frame_end(void);

#endif
