/* What was written since the newest copy, kept in memory as well: copy and tail together are
 * the whole campaign when its file was copied over and cannot be read any more.
 *
 * Nothing here reads the file but for the rows that were just written. Within store/, and for
 * whoever keeps copies (campaign_keep_tail). */
#ifndef REFEREE_STORE_TAIL_H
#define REFEREE_STORE_TAIL_H

#include "store/campaign.h"

/* From now on the rows behind those of the copy at `path` are kept. The copy must stay there as
 * long as nobody calls this with another one. STATUS_CONFLICT: the campaign does not go on from
 * it, and nothing is kept. */
enum status campaign_keep_tail(struct campaign *campaign, const char *path,
                               struct error *err) MUST_CHECK;
/* After a commit: the rows that it added. Without campaign_keep_tail it does nothing. A tail
 * that cannot be kept is given up. */
void tail_take(struct campaign *campaign);
/* Writes copy and tail together to a new file, as campaign_copy does; STATUS_MISSING: there is
 * no tail. */
enum status tail_write(struct campaign *campaign, const char *path,
                       struct error *err) MUST_CHECK;

#endif
