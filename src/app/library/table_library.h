/* The random tables: those that ship, the user's own, and those of a file that was just named.
 *
 * The user's own are the files *.yaml of $XDG_DATA_HOME/referee/tables/, in the order of their
 * names. Tables of a later source replace those of the same name in earlier ones.
 *
 * A file with a mistake is left out whole, as if it did not exist. */
#ifndef REFEREE_APP_LIBRARY_TABLE_LIBRARY_H
#define REFEREE_APP_LIBRARY_TABLE_LIBRARY_H

#include "base/diagnostics.h"
#include "base/text.h"
#include "resolver/tables/random_table.h"

struct table_library;

/* Reads them all. `file`: another file of tables, as the user wrote it; NULL: none. The first
 * mistakes are in diagnostics (cleared here): STATUS_IO for a file that cannot be read,
 * STATUS_DAMAGED for mistakes in the user's own. The library holds all valid files, unless
 * `file`, on which the user relies, has a mistake: then the result is STATUS_IO or
 * STATUS_USAGE, diagnostics has only its mistakes, and *out is untouched. */
enum status table_library_open(struct table_library **out, const char *file,
                               struct diagnostics *diagnostics) MUST_CHECK;
/* NULL is allowed. */
void table_library_close(struct table_library *library);

/* Borrowed until the library is closed. */
const struct random_tables *table_library_tables(const struct table_library *library);
/* How many tables the named file has. */
int table_library_named(const struct table_library *library);

/* Where the user's own files are; false when nothing tells that folder. */
bool table_library_folder(struct text *out);

#endif
