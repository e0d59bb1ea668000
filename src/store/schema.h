/* The tables of a campaign: making them, bringing them up to date, and telling a campaign from
 * other files. Knows the scripts of schema/ and nothing of what the rows mean. */
#ifndef REFEREE_STORE_SCHEMA_H
#define REFEREE_STORE_SCHEMA_H

#include "store/db.h"

enum { SCHEMA_APPLICATION = 0x52464545 }; /* "RFEE" */

/* Script i (from 0) takes the log from version i to i + 1 and sets user_version to that. Each
 * is terminated text. */
struct schema_scripts {
    const char *const *log;
    int log_count;
    const char *derived; /* makes everything that can be dropped, droppings first */
    /* Gives rows that have no checksum theirs, after the last script of the log and in the
     * same transaction; NULL: there are none. */
    enum status (*seal)(struct db *db, struct error *err);
};

/* Those of this program. */
const struct schema_scripts *schema_scripts(void);

/* STATUS_FOREIGN for another application's file and for a newer version. Writes nothing. */
enum status schema_check(struct db *db, const struct schema_scripts *scripts,
                         struct error *err) MUST_CHECK;
/* Whether it is a campaign, and scripts are missing. The errors of schema_check. */
enum status schema_is_older(struct db *db, const struct schema_scripts *scripts, bool *out,
                            struct error *err) MUST_CHECK;
/* Runs the log's scripts that are still missing, all of them or none; the first one is followed
 * by the campaign's seed. Another program may do the same at once. */
enum status schema_migrate(struct db *db, const struct schema_scripts *scripts, uint64_t seed,
                           struct error *err) MUST_CHECK;
/* Makes what is derived again: it is missing, of another script, or was changed. */
enum status schema_derive(struct db *db, const struct schema_scripts *scripts,
                          struct error *err) MUST_CHECK;
/* Makes all that is derived again, whatever is there, indexes too; within a transaction. */
enum status schema_derive_anew(struct db *db, const struct schema_scripts *scripts,
                               struct error *err) MUST_CHECK;
/* Whether what is derived says that it is of this script. */
enum status schema_has_derived(struct db *db, const struct schema_scripts *scripts, bool *out,
                               struct error *err) MUST_CHECK;

#endif
