/* The checksums of all rows, from one end to the other: made for rows that have none, and
 * checked. What is read in passing is checked where it is read (store/known.h, store/log.c,
 * store/states.c). */
#ifndef REFEREE_STORE_SEALS_H
#define REFEREE_STORE_SEALS_H

#include "store/campaign.h"
#include "store/db.h"

/* Gives each row that has no checksum its own, in the order of the rows. Within a transaction.
 */
enum status seals_make(struct db *db, struct error *err) MUST_CHECK;

/* How far the check of a campaign has come; all zero at its beginning. */
struct seals_place {
    int table;
    int64_t id, before; /* of the last row that was checked, and its sum */
    bool is_done;
};

/* What is not as it was written. `is_derived`: it is not used, and made again from the log. */
typedef void seals_found_fn(void *context, const char *where, const char *what,
                            bool is_derived);

/* Checks `most` further rows (events not counted), snapshots included, and tells what is not as
 * it was written; of the log it is remembered, so that nothing is written any more. Checked in
 * pieces, a campaign may be written between them. */
enum status seals_check(struct campaign *campaign, struct seals_place *place, int most,
                        seals_found_fn *found, void *context, struct error *err) MUST_CHECK;

#endif
