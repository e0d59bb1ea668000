/* Goldens: the expected screens, kept as text in tests/screens/.
 *
 * A difference is printed line by line, and the test fails. With ACCEPT=1 in the environment
 * (`make accept`) the file is rewritten instead; the change is then read in the diff. Tests run
 * from the top of the source tree. */
#ifndef REFEREE_TESTS_SUPPORT_GOLDEN_H
#define REFEREE_TESTS_SUPPORT_GOLDEN_H

#include "tui/canvas/canvas.h"

/* Compares with a file of text. */
void golden_assert_file(const char *path, const char *actual);

/* Compares with tests/screens/<name>.txt. */
void golden_assert_text(const char *name, const char *actual);

/* The same with the frame's dump (tui/canvas/canvas.h). */
void golden_assert_frame(const char *name, const struct frame *frame);

/* The text between the first `begin` and the next `end` of the file must be this text: for
 * pictures in documents. */
void golden_assert_block(const char *path, const char *begin, const char *end,
                         const char *actual);

#endif
