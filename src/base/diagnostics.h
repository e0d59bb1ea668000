/* Several mistakes at once, as in a file that someone wrote: the first ten, each with its
 * place. Readers go on after a mistake while there is room, then stop. */
#ifndef REFEREE_BASE_DIAGNOSTICS_H
#define REFEREE_BASE_DIAGNOSTICS_H

#include <stdbool.h>

#include "base/status.h"

enum { DIAGNOSTICS_MAX = 10 };

/* Plain data, owned by the caller; all zero means no mistakes. */
struct diagnostics {
    int count;
    struct error diagnostic[DIAGNOSTICS_MAX];
};

/* True when the list is full, so that the reader stops. */
bool diagnostics_full(const struct diagnostics *diagnostics);

/* Adds a mistake, or drops it when the list is full. Returns `code`. */
enum status diagnostics_add(struct diagnostics *diagnostics, enum status code,
                            const char *where, const char *format, ...) LIKE_PRINTF(4, 5);

/* "file:line:column" (without the last two when line is 0). A path that is too long keeps its
 * end, after "...". */
const char *diagnostics_place(char out[ERROR_WHERE_SIZE], const char *file, int line,
                              int column);

#endif
