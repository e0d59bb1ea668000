/* Compares the tables, indexes, triggers and views of a file with those that this program
 * makes.
 *
 * The standard is the result of running the scripts of schema/ in memory, so a new version
 * needs no change here. The comparison is by text, since SQLite keeps the statement that made
 * each object. It knows nothing of rows, and views and triggers of the file are only read,
 * never run. */
#ifndef REFEREE_STORE_SCHEMA_COMPARE_H
#define REFEREE_STORE_SCHEMA_COMPARE_H

#include "store/schema.h"

enum schema_difference_kind {
    SCHEMA_MISSING, /* the program makes it, but the file lacks it */
    SCHEMA_CHANGED, /* the file has a different one with this name */
    SCHEMA_ADDED,   /* the file has it, but the program does not make it */
    SCHEMA_TOO_MANY /* the file has more objects than are read; no type, no name */
};

/* `type` is "table", "index", "trigger" or "view", or any word of the file. Both are valid only
 * during the call, and not cleaned for printing. `is_derived`: it can be dropped and made
 * again, since it holds no act. */
struct schema_difference {
    enum schema_difference_kind kind;
    const char *type, *name;
    bool is_derived;
};
typedef void schema_difference_fn(void *context, const struct schema_difference *difference);

/* Compares the file with what the scripts up to its `version` (1 to log_count) make: what is
 * missing or changed in the order of the scripts, then what was added in the order of the file.
 * Tables of statistics that SQLite makes itself are skipped. Derived objects are compared only
 * in a file of the newest version. Quick when nothing differs. */
enum status schema_compare(struct db *db, const struct schema_scripts *scripts, int64_t version,
                           schema_difference_fn *see, void *context,
                           struct error *err) MUST_CHECK;

#endif
