/* Whole copies of a campaign: made while it is open, in steps, verified, and only then moved to
 * their place, so that a partial copy never has the name of a whole one. A copy is a campaign
 * like any other. Also reports the contents of any campaign file without opening it for work.
 *
 * Does not know when copies are made and which are kept (app/file/backup.h). */
#ifndef REFEREE_STORE_BACKUP_H
#define REFEREE_STORE_BACKUP_H

#include "store/campaign.h"

/* Begins a copy of the campaign as it will be when the copy ends. STATUS_IO: a file cannot be
 * made there, or one exists already and `replaces` is false. STATUS_ELSEWHERE, also from
 * backup_step: the campaign is no longer in its place. It must be open until backup_end. */
struct backup;
enum status backup_begin(struct backup **out, struct campaign *campaign, const char *path,
                         bool replaces, struct error *err) MUST_CHECK;
/* Copies this many pages, or, when all are there, reads some rows of the copy again by their
 * checksums: about a millisecond. With -1 pages everything is done at once, and pages are
 * checked instead of checksums, so that damage can be copied unchanged. *is_done: the copy is
 * whole and at its path. After a failure only backup_end may follow. */
enum status backup_step(struct backup *backup, int pages, bool *is_done,
                        struct error *err) MUST_CHECK;
/* Removes an unfinished copy. NULL does nothing. */
void backup_end(struct backup *backup);

/* All of that at once. Also saves a campaign that is no longer in its place (campaign_place);
 * if its file was copied over, STATUS_DAMAGED means that it can no longer be read as a
 * whole. */
enum status campaign_copy(struct campaign *campaign, const char *path, bool replaces,
                          struct error *err) MUST_CHECK;
/* Like campaign_copy, for any campaign file that no program has open. */
enum status campaign_copy_file(const char *from, const char *path, bool replaces,
                               struct error *err) MUST_CHECK;

/* The contents of the file itself, without those in a log beside it; every row read for this
 * was checked, unless `is_checked` is false. */
struct campaign_summary {
    uint64_t seed;
    int64_t acts;                       /* of all encounters, on all branches */
    int64_t row;                        /* the newest row of the log; 0: none */
    int64_t newest_ms;                  /* when it was written; 0: there is none */
    char encounter[CAMPAIGN_NAME_SIZE]; /* the encounter on the table; "": none yet */
    int64_t rows;    /* of the log, encounters, openings and changes: every action adds some */
    bool is_checked; /* false: the file is of the version without checksums */
    bool is_damaged; /* the rest is counted up to the damage */
};
/* STATUS_FOREIGN: not a campaign; STATUS_MISSING: no file. Changes nothing there. Not for the
 * file of an open campaign, unless that is no longer in its place. */
enum status campaign_summarise(struct campaign_summary *out, const char *path,
                               struct error *err) MUST_CHECK;
/* The same for an open campaign. */
enum status campaign_summary(struct campaign_summary *out, struct campaign *campaign,
                             struct error *err) MUST_CHECK;

/* `rows` of the same; 0 when it cannot be read. */
int64_t campaign_rows(struct campaign *campaign);

/* True when both paths lead to one file. */
bool campaign_is_same_file(const char *a, const char *b);

/* Puts a copy in the place of a campaign that cannot be opened: the file at `path` and its log
 * are kept under the name `kept`, which must be free. A program that still has it open finds
 * another file in its place, and writes nothing more to it. */
enum status campaign_restore_file(const char *copy, const char *path, const char *kept,
                                  struct error *err) MUST_CHECK;

/* Makes everything that is derived from the log again: indexes, views, and a snapshot of the
 * present state of each encounter. *encounters is their number. */
enum status campaign_rebuild(struct campaign *campaign, int *encounters,
                             struct error *err) MUST_CHECK;

/* Removes the log and its index beside the path of a campaign that is no longer in its place,
 * if they are still its own and unchanged, so that another file there is not read together with
 * them. The campaign can still be read and copied. */
void campaign_take_log_away(struct campaign *campaign);
/* Puts a copy in the place of the open campaign, which leaves it only when the copy is whole
 * beside it. After that it can be read and copied, but no longer written: campaign_place.
 * STATUS_IO: also when other programs are reading its log. */
enum status campaign_give_place(struct campaign *campaign, const char *copy,
                                struct error *err) MUST_CHECK;
/* Gives the file, which may be too damaged for campaign_copy, this second name, which must be
 * free. */
enum status campaign_keep_damaged(struct campaign *campaign, const char *path,
                                  struct error *err) MUST_CHECK;

/* ---- the rows since the newest copy ---------------------------------------------------- */

/* The rows written since the newest copy, also kept in memory: copy and tail together are the
 * whole campaign when its file was copied over and can no longer be read.
 *
 * Nothing here reads the file except the rows that were just written. */

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
/* True when one of the two has succeeded. */
bool campaign_has_tail(const struct campaign *campaign);
/* True when the open campaign can surely be written elsewhere: not when another file was copied
 * over it and it has no tail. */
bool campaign_can_be_kept(const struct campaign *campaign);

#endif
