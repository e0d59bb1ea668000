/* A line on standard error that is written over itself while something long goes on, some times
 * a second at most, and gone at its end. Where standard error is no terminal nothing is shown;
 * on a screen that is open somebody else draws the line. One such line is shown at a time; it
 * knows nothing of what is done. */
#ifndef REFEREE_CLI_PROGRESS_H
#define REFEREE_CLI_PROGRESS_H

#include <stdint.h>

#include "base/text.h"

/* Writes the line in place of the one before, unless that was just now. ASCII, one line. */
void progress_show(const char *format, ...) LIKE_PRINTF(1, 2);
/* Takes it away; nothing where none is shown. Before anything else is written to a terminal. */
void progress_end(void);

/* From now on this function draws it, "" in the end; NULL: it stands on standard error again.
 */
void progress_draw_by(void (*draw)(const char *text));

/* Shows work over a whole file (sitting_tell_progress in app/sitting/sitting.h), "checked
 * 1,200,000 of 3,000,000 rows", where there is much of it. */
void progress_of_file(const char *doing, int64_t done, int64_t of, const char *what);

#endif
