/* The rows written since the newest copy, also kept in memory: copy and tail together are the
 * whole campaign when its file was copied over and can no longer be read.
 *
 * Nothing here reads the file except the rows that were just written. Within store/, and for
 * the module that keeps copies (campaign_keep_tail). */
#ifndef REFEREE_STORE_TAIL_H
#define REFEREE_STORE_TAIL_H

#include "store/campaign.h"

/* From now on keeps the rows after those of the copy at `path`; the copy stays open, so it may
 * lose its name. After a failure the earlier copy stays in use. STATUS_CONFLICT: the campaign
 * does not continue this copy. STATUS_FULL: the copy is more than 1,000 rows behind, as after a
 * long script. STATUS_ELSEWHERE: the campaign is no longer in its place. */
enum status campaign_keep_tail(struct campaign *campaign, const char *path,
                               struct error *err) MUST_CHECK;
/* The same with a copy in memory, made now, when no copy on the disk is suitable. STATUS_FULL:
 * the file has more than 64 MiB. */
enum status campaign_keep_tail_of_memory(struct campaign *campaign,
                                         struct error *err) MUST_CHECK;
/* Whether one of the two has succeeded. */
bool campaign_has_tail(const struct campaign *campaign);
/* Whether the open campaign can surely be written elsewhere: not when another file was copied
 * over it and it has no tail. */
bool campaign_can_be_kept(const struct campaign *campaign);
/* Drops the tail; call it before the campaign is closed. */
void tail_end(struct campaign *campaign);
/* Keeps the rows added by a commit, and those that another program added, before they are
 * shown. Does nothing without a base. A tail that cannot be kept is dropped. */
void tail_take(struct campaign *campaign);
/* Writes copy and tail together to a new file, as campaign_copy does; STATUS_MISSING: there is
 * no tail. */
enum status tail_write(struct campaign *campaign, const char *path,
                       struct error *err) MUST_CHECK;

#endif
