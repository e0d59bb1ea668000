/* Several things that are wrong at once, as with a file that someone wrote: the first ten, each
 * with its place. Readers go on after a mistake as long as there is room, then stop. */
#ifndef REFEREE_BASE_DIAGNOSTICS_H
#define REFEREE_BASE_DIAGNOSTICS_H

#include <stdbool.h>

#include "base/status.h"

enum { DIAGNOSTICS_MAX = 10 };

/* Plain data, the caller's; all zero is none. */
struct diagnostics {
    int count;
    struct error diagnostic[DIAGNOSTICS_MAX];
};

/* Whether there is no more room: the reader stops. */
bool diagnostics_full(const struct diagnostics *diagnostics);

/* Adds one; without room it is dropped. Returns `code`. */
enum status diagnostics_add(struct diagnostics *diagnostics, enum status code,
                            const char *where, const char *format, ...) LIKE_PRINTF(4, 5);

/* "file:line:column" (without the last two when line is 0). Of a path that is too long the end
 * is kept, after "...". */
const char *diagnostics_place(char out[ERROR_WHERE_SIZE], const char *file, int line,
                              int column);

#endif
