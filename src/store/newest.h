/* A word in the file about its own end: how far log, encounters, openings and changes had come,
 * with the checksums of their last rows. Each row is chained to the one before it, so that only
 * a last row can vanish, with its page, and leave nothing that misses it. An act is missed by
 * its events; what has none keeps this word up to date in its own transaction.
 *
 * It is derived: a file that was last written by a version without it says nothing, and one
 * whose own checksum does not hold is not believed. Within store/ only. */
#ifndef REFEREE_STORE_NEWEST_H
#define REFEREE_STORE_NEWEST_H

#include "store/campaign.h"

/* Within a transaction, after what it adds. */
enum status newest_keep(struct campaign *campaign, struct error *err) MUST_CHECK;
/* Finds rows that are missing at the end, or are others there, and remembers them as damage of
 * the campaign: *wrong says which, STATUS_OK when none are. *is_believed: false where the word
 * itself is not as it was kept, and says nothing. */
enum status newest_check(struct campaign *campaign, struct error *wrong, bool *is_believed,
                         struct error *err) MUST_CHECK;

#endif
