/* The checksums of all rows from the first to the last: made for rows without one, and checked.
 * Rows that are read for other purposes are checked there (store/campaign_file.h, store/log.c,
 * store/states.c). */
#ifndef REFEREE_STORE_SEALS_H
#define REFEREE_STORE_SEALS_H

#include "store/campaign.h"
#include "store/db.h"

/* Adds a checksum to each row without one, in the order of the rows. Within a transaction. */
enum status seals_make(struct db *db, struct error *err) MUST_CHECK;

/* How far the check of a campaign has come; all zero at its beginning. */
struct seals_place {
    int table;
    int64_t id, before; /* of the last row that was checked, and its sum */
    bool is_done;
};

/* A damaged row. `is_derived`: it is not used, and is made again from the log. */
typedef void seals_found_fn(void *context, const char *where, const char *what,
                            bool is_derived);

/* Checks `most` further rows (events not counted), snapshots included, and reports damage;
 * damage of the log is remembered, so that nothing more is written. The campaign may be written
 * between two pieces of the check. */
enum status seals_check(struct campaign *campaign, struct seals_place *place, int most,
                        seals_found_fn *found, void *context, struct error *err) MUST_CHECK;
/* Tells how far it has come in the log (db_progress), of `rows` rows. */
void seals_tell_progress(const struct seals_place *place, const char *doing, int64_t rows);

#endif
