/* The random tables there are: those that ship, the user's own, and those of a file named just
 * now.
 *
 * The user's own are the files *.yaml of $XDG_DATA_HOME/referee/tables/, in the order of their
 * names. Each of the three takes the place of tables of the same name in those before it.
 *
 * Of a file with a mistake nothing is taken, and the others are as if it were not there. */
#ifndef REFEREE_APP_TABLE_LIBRARY_H
#define REFEREE_APP_TABLE_LIBRARY_H

#include "base/diagnostics.h"
#include "resolver/tables/random_table.h"

struct table_library;

/* Reads them all. `file`: a further file of tables, as the user wrote it; NULL: none. The first
 * mistakes are in diagnostics (cleared here): STATUS_IO for a file that cannot be read,
 * STATUS_DAMAGED for mistakes in the user's own. There is a library of all that is right unless
 * `file` is not, which somebody relies on: then the result is STATUS_IO or STATUS_USAGE, its
 * mistakes alone are in diagnostics, and *out is untouched. */
enum status table_library_open(struct table_library **out, const char *file,
                               struct diagnostics *diagnostics) MUST_CHECK;
/* NULL is allowed. */
void table_library_close(struct table_library *library);

/* Borrowed until the library is closed. */
const struct random_tables *table_library_tables(const struct table_library *library);

#endif
