/* Whole copies of a campaign: made while it is open, in steps, verified, and only then put
 * where they belong, so that no half copy ever has the name of a whole one. A copy is a
 * campaign like any other. Also what any file of a campaign holds, without opening it for work.
 *
 * Knows nothing of when copies are made and which are kept (app/sitting_backup.h). */
#ifndef REFEREE_STORE_BACKUP_H
#define REFEREE_STORE_BACKUP_H

#include "store/campaign.h"

/* Begins a copy of the campaign as it will be when the copy ends. STATUS_IO: a file cannot be
 * made there, or one is there already and `replaces` does not say that it may go.
 * STATUS_ELSEWHERE, also from backup_step: the campaign is in its place no more. It must be
 * open until backup_end. */
struct backup;
enum status backup_begin(struct backup **out, struct campaign *campaign, const char *path,
                         bool replaces, struct error *err) MUST_CHECK;
/* Copies this many pages, or, when all are there, reads some rows of the copy again by their
 * checksums: about a millisecond. With -1 pages all of it is done, and instead of the checksums
 * the pages are looked at, so that what is damaged can be copied as it is. *is_done: the copy
 * is whole and stands at its path. After a failure only backup_end may follow. */
enum status backup_step(struct backup *backup, int pages, bool *is_done,
                        struct error *err) MUST_CHECK;
/* Removes what is not done. NULL does nothing. */
void backup_end(struct backup *backup);

/* All of that at once. Also keeps a campaign that is in its place no more (campaign_place);
 * where its file was copied over, STATUS_DAMAGED tells that it cannot be read whole any more.
 */
enum status campaign_copy(struct campaign *campaign, const char *path, bool replaces,
                          struct error *err) MUST_CHECK;
/* A copy of any file of a campaign that nobody has open, as campaign_copy. */
enum status campaign_copy_file(const char *from, const char *path, bool replaces,
                               struct error *err) MUST_CHECK;

/* What the file holds, as far as it is in the file itself and not in a log beside it; every row
 * that it is read from was checked, unless `is_checked` says otherwise. */
struct campaign_summary {
    uint64_t seed;
    int64_t acts;                       /* of all encounters, on all branches */
    int64_t row;                        /* the newest row of the log; 0: none */
    int64_t newest_ms;                  /* when that was written; 0: there is none */
    char encounter[CAMPAIGN_NAME_SIZE]; /* on the table; "": none yet */
    int64_t rows; /* of the log, encounters, openings and changes: more with all that is done */
    bool is_checked; /* false: the file is of the version that had no checksums */
    bool is_damaged; /* the rest is told as far as it is whole */
};
/* STATUS_FOREIGN: no campaign; STATUS_MISSING: no file. Changes nothing there. Not for the file
 * of an open campaign, unless that is in its place no more. */
enum status campaign_summarise(struct campaign_summary *out, const char *path,
                               struct error *err) MUST_CHECK;
/* The same of an open campaign. */
enum status campaign_summary(struct campaign_summary *out, struct campaign *campaign,
                             struct error *err) MUST_CHECK;

/* `rows` of the same; 0: it cannot be read. */
int64_t campaign_rows(struct campaign *campaign);

/* Whether both paths lead to one file. */
bool campaign_is_same_file(const char *a, const char *b);

/* A copy takes the place of a campaign that nobody could open: what stands at `path` and its
 * log are kept under the name `kept`, where there must be nothing. Who has it open all the same
 * finds another file in its place, and writes nothing more to it. */
enum status campaign_restore_file(const char *copy, const char *path, const char *kept,
                                  struct error *err) MUST_CHECK;

/* Makes all that is derived from the log again: indexes, views, and a snapshot of where each
 * encounter stands. *encounters is how many there are. */
enum status campaign_rebuild(struct campaign *campaign, int *encounters,
                             struct error *err) MUST_CHECK;

/* The log and its index beside the path of a campaign that is in its place no more, where they
 * are still its own as it left them: they are removed, so that another file there is not read
 * together with them. The campaign can still be read and copied. */
void campaign_take_log_away(struct campaign *campaign);
/* The same of one in its place, before another file is put there: all of it is in its own file
 * then, and it counts as one that lost its log. STATUS_IO: others are reading what is in the
 * log.
 */
enum status campaign_leave_place(struct campaign *campaign, struct error *err) MUST_CHECK;
/* The file as it is, which may be too damaged for campaign_copy, leaves its place and gets
 * this further name, where there must be nothing. */
enum status campaign_keep_damaged(struct campaign *campaign, const char *path,
                                  struct error *err) MUST_CHECK;

#endif
