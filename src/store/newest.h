/* A record of the file's own end: the last rows of log, encounters, openings and changes, with
 * their checksums. Each row is chained to the one before it, so only a last row can vanish with
 * its page without a trace. The events of an act show that it is missing; other writes keep
 * this record up to date in their own transactions.
 *
 * It is derived: a file last written by a version without it has none, and a record with a
 * wrong checksum is ignored. Within store/ only. */
#ifndef REFEREE_STORE_NEWEST_H
#define REFEREE_STORE_NEWEST_H

#include "store/campaign.h"

/* Within a transaction, after the rows that it adds. */
enum status newest_keep(struct campaign *campaign, struct error *err) MUST_CHECK;
/* Finds rows that are missing or different at the end, and remembers them as damage of the
 * campaign: *wrong says which, STATUS_OK for none. *is_believed: false when the record itself
 * is damaged and says nothing. */
enum status newest_check(struct campaign *campaign, struct error *wrong, bool *is_believed,
                         struct error *err) MUST_CHECK;

#endif
