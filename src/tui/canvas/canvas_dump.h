/* A frame as text, for goldens, tests and reports of faults.
 *
 *     80x24 cursor 3,10
 *     the text of each row, blanks at its end left out
 *     roles
 *     a letter a column (tui/canvas/roles.def), plain ones at the end left out */
#ifndef REFEREE_TUI_CANVAS_CANVAS_DUMP_H
#define REFEREE_TUI_CANVAS_CANVAS_DUMP_H

#include "tui/canvas/canvas.h"

/* Room for the dump of any frame. */
enum { FRAME_DUMP_SIZE = FRAME_ROWS_MAX * FRAME_COLUMNS_MAX * (GRAPHEME_SIZE + 2) };

void frame_dump(struct text *out, const struct frame *frame);

/* The text of one row, without blanks at its end. */
void frame_dump_row(struct text *out, const struct frame *frame, int row);

#endif
