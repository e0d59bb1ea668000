/* Whether the campaign that is open is still the file at its path, and not one that was moved,
 * deleted, replaced or copied over: what is written then is in no file that anybody finds.
 *
 * The usual answer takes a look at three names in the folder. Whatever is another than it was
 * left is looked at closer, by a second connection: other tables, and the sqlite3 program,
 * change the same files rightly. Within store/ only; others ask campaign_place. */
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

/* As they were left: the campaign, its write-ahead log (-wal) and the index of that (-shm). */
struct open_file {
    struct file_mark file, log, index;
};

/* Which campaign it is and how far it has come. Two are the same when all bytes are. */
struct campaign_tip {
    int64_t seed, row, event, encounter, opening, change, at_ms;
};
enum status open_file_tip(struct campaign_tip *out, struct db *db,
                          struct error *err) MUST_CHECK;
/* Every page is whole and no row is missing between the first and the last; STATUS_DAMAGED says
 * what is not. Reads the whole file. */
enum status open_file_is_whole(struct db *db, struct error *err) MUST_CHECK;

void file_mark_look(struct file_mark *out, const char *path, const char *suffix);
/* The same file, whatever is in it. */
bool file_mark_is_same(const struct file_mark *a, const struct file_mark *b);

/* As they are now is how they are left. After the opening, and after a checkpoint. */
void open_file_learn(struct campaign *campaign);
/* The same of one that is not open yet, to be compared with later. */
void open_file_remember(struct campaign *campaign);
/* Where the campaign is; STATUS_OK, or STATUS_ELSEWHERE with a sentence. Within no transaction.
 */
enum status open_file_check(struct campaign *campaign, struct error *err) MUST_CHECK;

/* A transaction for writing, as db_begin and db_end, between two such checks. When the second
 * one fails, what was written is in the open file and nowhere else; the caller shows nothing of
 * it.
 */
enum status open_file_begin(struct campaign *campaign, struct error *err) MUST_CHECK;
enum status open_file_end(struct campaign *campaign, enum status so_far,
                          struct error *err) MUST_CHECK;
/* A checkpoint, unless that would put the log into another's file. */
void open_file_fold(struct campaign *campaign);

#endif
