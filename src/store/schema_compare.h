/* Whether the tables, indexes, triggers and views of a file are those that this program makes.
 *
 * The measure is what the scripts of schema/ come to, run in memory: a new version needs
 * nothing here. Text for text, since SQLite keeps the statement that made each. Knows nothing
 * of rows. Nothing of the file runs while it is compared: its views and triggers are only read.
 */
#ifndef REFEREE_STORE_SCHEMA_COMPARE_H
#define REFEREE_STORE_SCHEMA_COMPARE_H

#include "store/schema.h"

enum schema_difference_kind {
    SCHEMA_MISSING, /* the program makes it, the file does not have it */
    SCHEMA_CHANGED, /* the file has another one of this name */
    SCHEMA_ADDED,   /* the file has it, the program makes none */
    SCHEMA_TOO_MANY /* the file has more than are read; no type, no name */
};

/* `type` is "table", "index", "trigger" or "view", or whatever the file says. Both are valid
 * during the call only, and not yet harmless to print. `is_derived`: it can be dropped and made
 * again, since no act stands in it. */
struct schema_difference {
    enum schema_difference_kind kind;
    const char *type, *name;
    bool is_derived;
};
typedef void schema_difference_fn(void *context, const struct schema_difference *difference);

/* Compares the file with what the scripts up to its `version` (1 to log_count) make: what is
 * missing or changed in the order of the scripts, then what was added in the order of the file.
 * Tables of statistics that SQLite makes itself are passed over. What is derived is compared
 * only in a file of the newest version. Quick when nothing differs. */
enum status schema_compare(struct db *db, const struct schema_scripts *scripts, int64_t version,
                           schema_difference_fn *see, void *context,
                           struct error *err) MUST_CHECK;

#endif
