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
     * transaction; NULL: not needed. */
    enum status (*seal)(struct db *db, struct error *err);
};

/* The scripts of this program. */
const struct schema_scripts *schema_scripts(void);

/* STATUS_FOREIGN for another application's file and for a newer version. Writes nothing. */
enum status schema_check(struct db *db, const struct schema_scripts *scripts,
                         struct error *err) MUST_CHECK;
/* Whether it is a campaign with scripts still to run. Errors as in schema_check. */
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
/* Whether the derived tables say that they are of this script. */
enum status schema_has_derived(struct db *db, const struct schema_scripts *scripts, bool *out,
                               struct error *err) MUST_CHECK;

#endif
