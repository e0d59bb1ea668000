/* The tables of a campaign: making them, upgrading them, and recognising a campaign among other
 * files. Knows the scripts of schema/ and nothing of what the rows mean. */
#ifndef REFEREE_STORE_SCHEMA_H
#define REFEREE_STORE_SCHEMA_H

#include "store/db.h"

enum { SCHEMA_APPLICATION = 0x52464545 }; /* "RFEE" */

/* Script i (from 0) upgrades the log from version i to i + 1 and sets user_version to that.
 * Each is terminated text. */
struct schema_scripts {
    const char *const *log;
    int log_count;
    const char *derived; /* drops and makes everything that is derived */
    /* Adds checksums to rows without one, after the last script of the log and in the same
     * transaction, to a file of a version before SCHEMA_SEALED; NULL: not needed. In others a
     * row that has none is damaged. */
    enum status (*seal)(struct db *db, struct error *err);
};

/* The first version with checksums and with changes. */
enum { SCHEMA_SEALED = 2 };

/* The scripts of this program. */
const struct schema_scripts *schema_scripts(void);

/* STATUS_FOREIGN for another application's file and for a newer version. Writes nothing. */
enum status schema_check(struct db *db, const struct schema_scripts *scripts,
                         struct error *err) MUST_CHECK;
/* *out: it is a campaign with scripts still to run. Errors as in schema_check. */
enum status schema_is_older(struct db *db, const struct schema_scripts *scripts, bool *out,
                            struct error *err) MUST_CHECK;
/* Runs the missing scripts of the log, all of them or none; after the first one the campaign's
 * seed is written. Another program may do the same at the same time. */
enum status schema_migrate(struct db *db, const struct schema_scripts *scripts, uint64_t seed,
                           struct error *err) MUST_CHECK;
/* Makes derived tables again when they are missing, of another script, or changed. */
enum status schema_derive(struct db *db, const struct schema_scripts *scripts,
                          struct error *err) MUST_CHECK;
/* Makes all derived tables and indexes again in any case; within a transaction. */
enum status schema_derive_anew(struct db *db, const struct schema_scripts *scripts,
                               struct error *err) MUST_CHECK;
/* *out: the derived tables say that they are of this script. */
enum status schema_has_derived(struct db *db, const struct schema_scripts *scripts, bool *out,
                               struct error *err) MUST_CHECK;

/* ---- comparing ------------------------------------------------------------------------- */

/* Compares the tables, indexes, triggers and views of a file with those that this program
 * makes.
 *
 * The standard is the result of running the scripts of schema/ in memory, so a new version
 * needs no change here. The comparison is by text, since SQLite keeps the statement that made
 * each object. It knows nothing of rows, and views and triggers of the file are only read,
 * never run. */

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
