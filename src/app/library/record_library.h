/* The library of a system: its classes, items, foes, creatures, or whatever its procedure
 * declares. It has three sources that are searched as one: the records that ship, the user's
 * own from the files *.yaml of $XDG_DATA_HOME/referee/library/SYSTEM/, and those of a campaign.
 * A record of a later source hides those of the same name in earlier ones.
 *
 * A file with a mistake is left out whole, as if it did not exist. */
#ifndef REFEREE_APP_LIBRARY_RECORD_LIBRARY_H
#define REFEREE_APP_LIBRARY_RECORD_LIBRARY_H

#include "base/diagnostics.h"
#include "base/text.h"
#include "resolver/system.h"
#include "resolver/tables/random_table.h"
#include "tracker/library.h"

struct record_library;
struct library_set;

/* Reads all records but those of a campaign. The first mistakes are in diagnostics (cleared
 * here): STATUS_IO for a file that cannot be read, STATUS_DAMAGED for mistakes. There is always
 * a library, with all valid files. */
void record_library_open(struct record_library **out, const struct system *system,
                         struct diagnostics *diagnostics);
/* The same for a library that is finished later: until then the caller adds the records of a
 * campaign to the set, which is at that layer, some at a time. */
void record_library_begin(struct record_library **out, const struct system *system,
                          struct diagnostics *diagnostics);
struct library_set *record_library_set(struct record_library *library);
/* Adds to diagnostics. */
void record_library_finish(struct record_library *library, struct diagnostics *diagnostics);
/* For changed records of the campaign: the set again. The library must be finished again,
 * which invalidates its records, but not their texts. */
struct library_set *record_library_reopen(struct record_library *library);
/* A file to be checked, like one of the user's own that has not been read. */
struct library_check {
    const char *path;
    const char *instead;       /* the file that it would replace; NULL: only itself */
    const char *const *others; /* files that it would be beside, which may include itself */
    int others_count;
};

/* Its mistakes, up to ten, with STATUS_USAGE: also names that lead nowhere, and names that
 * other files have. Returns the number of its records. */
int record_library_check(const struct system *system, const struct library_check *check,
                         struct diagnostics *diagnostics);
/* Also for one that was not finished; NULL is allowed. */
void record_library_close(struct record_library *library);

/* The records of a finished library; borrowed until it is closed. */
const struct library *record_library(const struct record_library *library);

/* The folder of the user's own files for this system; false when it is unknown. */
bool record_library_folder(const struct system *system, struct text *out);

/* ---- files that the user names --------------------------------------------------------- */

enum { LIBRARY_PATH_SIZE = 4096 };

/* The game of a file: the one whose folder it is in, or else the only one for which it has no
 * mistakes. STATUS_USAGE when there is none, or several. */
enum status library_file_system(const struct system **out, const char *path,
                                struct error *err) MUST_CHECK;
/* True when a file has a list of random tables, which are of no game. */
bool library_file_is_of_tables(const char *path);
/* Adds the path that the copy of a file of a game would have; NULL: of random tables.
 * STATUS_USAGE when its name does not end in .yaml, or would not be read. */
enum status library_file_place(const struct system *system, const char *path, struct text *out,
                               struct error *err) MUST_CHECK;
/* Copies it unchanged to that path, where it is complete at every moment. STATUS_CONFLICT when
 * a file exists and `replaces` is false. */
enum status library_file_copy(const char *path, const char *place, bool replaces,
                              struct error *err) MUST_CHECK;

/* The random tables: those that ship, the user's own, and those of a file that was just named.
 *
 * The user's own are the files *.yaml of $XDG_DATA_HOME/referee/tables/, in the order of their
 * names. Tables of a later source replace those of the same name in earlier ones.
 *
 * A file with a mistake is left out whole, as if it did not exist. */

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

#endif
