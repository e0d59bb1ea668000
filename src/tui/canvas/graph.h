/* Small charts: numbers over time as columns of dots, blocks or characters, whichever the frame
 * can show. The signs of each set are one table (graph.def). Pure. */
#ifndef REFEREE_TUI_CANVAS_GRAPH_H
#define REFEREE_TUI_CANVAS_GRAPH_H

#include "tui/canvas/canvas.h"

/* The numbers that a cell shows side by side. */
int graph_numbers_in_cell(const struct frame *frame);

/* Draws numbers from 0 to `full` over the rows of the canvas, from its left edge on; numbers
 * that have no room are left out at the beginning, so that the newest are there. A number above
 * 0 is at least the lowest dot, and only `full` and more fills the column. Returns the columns
 * it takes. */
int graph_draw(struct canvas canvas, enum role role, const int *number, int count, int full);

#endif
