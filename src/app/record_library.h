/* The library of a system: its classes, items, foes, as far as its procedure declares any: the
 * records that ship, and the user's own from the files *.yaml of
 * $XDG_DATA_HOME/referee/library/SYSTEM/, which take the place of those of the same name. */
#ifndef REFEREE_APP_RECORD_LIBRARY_H
#define REFEREE_APP_RECORD_LIBRARY_H

#include "base/diagnostics.h"
#include "tracker/library.h"

struct record_library;

/* Reads them all. What is wrong is in problems (cleared here): STATUS_IO for a file that cannot
 * be read, STATUS_DAMAGED for mistakes; the result is the first one's, and *out is then
 * untouched. A system without kinds of records has an empty library. */
enum status record_library_open(struct record_library **out, const struct system *system,
                                struct diagnostics *diagnostics) MUST_CHECK;
/* NULL is allowed. */
void record_library_close(struct record_library *library);

/* Borrowed until the library is closed. */
const struct library *record_library(const struct record_library *library);

#endif
