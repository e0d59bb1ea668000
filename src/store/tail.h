/* What was written since the newest copy, kept in memory as well: copy and tail together are
 * the whole campaign when its file was copied over and cannot be read any more.
 *
 * Nothing here reads the file except for the rows that were just written. Within store/, and
 * for the one who keeps copies (campaign_keep_tail). */
#ifndef REFEREE_STORE_TAIL_H
#define REFEREE_STORE_TAIL_H

#include "store/campaign.h"

/* From now on the rows behind those of the copy at `path` are kept; the copy stays open, so it
 * may lose its name. After a failure the copy before is still the one. STATUS_CONFLICT: the
 * campaign does not go on from it. STATUS_FULL: it is more than 1,000 rows behind, as after a
 * long script. STATUS_ELSEWHERE: the campaign is in its place no more. */
enum status campaign_keep_tail(struct campaign *campaign, const char *path,
                               struct error *err) MUST_CHECK;
/* The same with a copy in memory, made now: where there is none on the disk that serves.
 * STATUS_FULL: the file has more than 64 MiB. */
enum status campaign_keep_tail_of_memory(struct campaign *campaign,
                                         struct error *err) MUST_CHECK;
/* One of the two has served. */
bool campaign_has_tail(const struct campaign *campaign);
/* Whether what is open can surely be written elsewhere: not where another file was copied over
 * one that nothing of this was kept of. */
bool campaign_can_be_kept(const struct campaign *campaign);
/* Gives it up; before the campaign is closed. */
void tail_end(struct campaign *campaign);
/* After a commit: the rows that it added; and those that another program added, before
 * they are shown. Without a base it does nothing. A tail that cannot be kept is given up. */
void tail_take(struct campaign *campaign);
/* Writes copy and tail together to a new file, as campaign_copy does; STATUS_MISSING: there is
 * no tail. */
enum status tail_write(struct campaign *campaign, const char *path,
                       struct error *err) MUST_CHECK;

#endif
