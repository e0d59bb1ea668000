/* Text of the lower layers, made fit for a frame: log lines and prompts hold arrows and other
 * signs that frames of ASCII glyphs write with several characters ("->"). */
#ifndef REFEREE_TUI_CANVAS_WORDING_H
#define REFEREE_TUI_CANVAS_WORDING_H

#include "tui/canvas/canvas.h"

enum { WORDING_SIZE = 1200 };

/* The text itself for Unicode frames, else a copy in `buf` with every known sign in its ASCII
 * form. What does not fit into WORDING_SIZE is left out. */
struct str wording(char buf[WORDING_SIZE], const struct frame *frame, struct str text);

#endif
