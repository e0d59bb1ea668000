/* Whether the open campaign is still the file at its path, and was not moved, deleted, replaced
 * or copied over: otherwise new rows are in a file that nobody finds.
 *
 * The usual answer takes a look at three names in the folder. Any difference is checked by a
 * second connection, since other programs, such as sqlite3, may change these files
 * legitimately. Within store/ only; others use campaign_place. */
#ifndef REFEREE_STORE_OPEN_FILE_H
#define REFEREE_STORE_OPEN_FILE_H

#include "store/campaign.h"
#include "store/db.h"

/* A name in the folder. Times in nanoseconds since 1970. */
struct file_mark {
    bool exists;
    uint64_t device, inode;
    int64_t size, written_ns, changed_ns;
};

/* As they were last seen: the campaign, its write-ahead log (-wal) and the index of that
 * (-shm). */
struct open_file {
    struct file_mark file, log, index;
};

/* The identity of a campaign and how far it has come. Two are equal when all bytes are
 * equal. */
struct campaign_tip {
    int64_t seed, row, event, encounter, opening, change, at_ms;
};
enum status open_file_tip(struct campaign_tip *out, struct db *db,
                          struct error *err) MUST_CHECK;
/* Checks that every page is whole and no row is missing between the first and the last;
 * STATUS_DAMAGED with an error when not. Reads the whole file. */
enum status open_file_is_whole(struct db *db, struct error *err) MUST_CHECK;

void file_mark_look(struct file_mark *out, const char *path, const char *suffix);
/* Whether it is the same file, whatever its contents. */
bool file_mark_is_same(const struct file_mark *a, const struct file_mark *b);

/* Remembers the files as they are now. Call it after the opening, and after a checkpoint. */
void open_file_learn(struct campaign *campaign);
/* The same for one that is not open yet, to compare later. */
void open_file_remember(struct campaign *campaign);
/* Where the campaign is; STATUS_OK, or STATUS_ELSEWHERE with an error. Not within a
 * transaction. */
enum status open_file_check(struct campaign *campaign, struct error *err) MUST_CHECK;

/* A transaction for writing, like db_begin and db_end, between two such checks. When the second
 * check fails, the rows are in the open file and nowhere else; the caller must not show
 * them. */
enum status open_file_begin(struct campaign *campaign, struct error *err) MUST_CHECK;
enum status open_file_end(struct campaign *campaign, enum status so_far,
                          struct error *err) MUST_CHECK;
/* A checkpoint, unless it would put the log into another campaign's file. */
void open_file_fold(struct campaign *campaign);

#endif
