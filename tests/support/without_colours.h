/* Frames as a terminal without colours shows them, for tests. */
#ifndef REFEREE_TESTS_SUPPORT_WITHOUT_COLOURS_H
#define REFEREE_TESTS_SUPPORT_WITHOUT_COLOURS_H

#include "base/text.h"
#include "tui/canvas/canvas.h"

/* A heading, and a row of letters for each row of the frame: what tells its cells apart there
 * (tests/README.md has the letters). */
void without_colours_dump(struct text *out, const struct frame *frame);
/* Fails the test where two cells side by side of different roles look the same there. The name
 * is that of the frame. */
void without_colours_check(const char *name, const struct frame *frame);

#endif
