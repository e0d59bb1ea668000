#include "store/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/campaign_file.h"

/* ---- a look ---------------------------------------------------------------------------- */

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void file_mark_look(struct file_mark *out, const char *path, const char *suffix)
{
    char name[4096 + 8];
    struct stat found;
    memset(out, 0, sizeof *out);
    snprintf(name, sizeof name, "%s%s", path, suffix);
    if (stat(name, &found) == 0) {
        out->exists = true;
        out->device = (uint64_t)found.st_dev;
        out->inode = (uint64_t)found.st_ino;
        out->size = (int64_t)found.st_size;
        out->written_ns = nanoseconds(found.st_mtim);
        out->changed_ns = nanoseconds(found.st_ctim);
    }
}

/* Both, or neither: what is not there has zeros. */
static bool is_there_as_before(const struct file_mark *now, const struct file_mark *known)
{
    return now->device == known->device && now->inode == known->inode;
}

bool file_mark_is_same(const struct file_mark *a, const struct file_mark *b)
{
    return a->exists && is_there_as_before(a, b);
}

/* Of two that are there as before. */
static bool is_untouched(const struct file_mark *a, const struct file_mark *b)
{
    return a->size == b->size && a->written_ns == b->written_ns &&
           a->changed_ns == b->changed_ns;
}

static void look(struct open_file *out, const struct campaign *campaign)
{
    file_mark_look(&out->file, campaign->real_path, "");
    file_mark_look(&out->log, campaign->real_path, "-wal");
    file_mark_look(&out->index, campaign->real_path, "-shm");
}

void open_file_learn(struct campaign *campaign)
{
    db_file_name(campaign->db, campaign->real_path, sizeof campaign->real_path);
    look(&campaign->as_left, campaign);
    campaign->place = CAMPAIGN_IN_PLACE;
}

void open_file_remember(struct campaign *campaign)
{
    char *real = realpath(campaign->path, NULL);
    text_format(campaign->real_path, sizeof campaign->real_path, "%s",
                real != NULL ? real : campaign->path);
    free(real);
    look(&campaign->as_left, campaign);
}

/* ---- a closer look --------------------------------------------------------------------- */

/* A number about the changes; 0 when the file is of the version without any. */
static enum status ask_changes(int64_t *out, struct db *db, enum statement statement,
                               struct error *err)
{
    int64_t version = 0;
    *out = 0;
    enum status status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    return status != STATUS_OK || version < SCHEMA_SEALED
               ? status
               : query_number(query_begin(db, statement), 0, out, err);
}

enum status open_file_tip(struct campaign_tip *out, struct db *db, struct error *err)
{
    bool has_row = false;
    memset(out, 0, sizeof *out);
    struct query *query = query_begin(db, STATEMENT_CAMPAIGN_TIP);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        *out = (struct campaign_tip){.seed = query_int(query, 0),
                                     .row = query_int(query, 1),
                                     .event = query_int(query, 2),
                                     .encounter = query_int(query, 3),
                                     .opening = query_int(query, 4),
                                     .at_ms = query_int(query, 5)};
    }
    query_end(query);
    return status == STATUS_OK ? ask_changes(&out->change, db, STATEMENT_CHANGE_LAST, err)
                               : status;
}

enum status open_file_check_pages(struct db *db, struct error *err)
{
    bool has_row = false;
    struct query *query = query_begin(db, STATEMENT_INTEGRITY_FIRST);
    enum status status = query_step(query, &has_row, err);
    if (has_row && !str_equal(query_text(query, 0), "ok")) {
        char text[200];
        query_copy_text(query, 0, text, sizeof text);
        status = db_check_reads(db, err);
        status = status == STATUS_OK
                     ? error_set(err, STATUS_DAMAGED, "", "it is damaged: %s", text)
                     : status;
    }
    query_end(query);
    return status;
}

enum status open_file_is_whole(struct db *db, struct error *err)
{
    int64_t gaps = 0, gaps_in_changes = 0;
    enum status status = open_file_check_pages(db, err);
    if (status == STATUS_OK) {
        status = query_number(query_begin(db, STATEMENT_CAMPAIGN_GAPS), 0, &gaps, err);
    }
    if (status == STATUS_OK) {
        status = ask_changes(&gaps_in_changes, db, STATEMENT_CHANGE_GAPS, err);
    }
    return status == STATUS_OK && gaps + gaps_in_changes != 0
               ? error_set(err, STATUS_DAMAGED, "", "rows are missing in it")
               : status;
}

/* The same files, but changed. After the file is copied over, the log still holds what was not
 * folded, so a newest row would be found there: the whole file is read then. */
static enum campaign_place look_closer(struct campaign *campaign, const struct open_file *now)
{
    bool is_file = is_untouched(&now->file, &campaign->as_left.file);
    enum campaign_place elsewhere = is_file ? CAMPAIGN_LOG_GONE : CAMPAIGN_OVERWRITTEN;
    enum status status = db_begin(campaign->db, NULL);
    if (status != STATUS_OK) {
        /* A program that writes for so long will have finished by the next check, and what
         * failed otherwise will have passed. */
        return status == STATUS_DAMAGED ? elsewhere : campaign->place;
    }
    /* True when a fresh connection reads the same there as this one has. No other program
     * writes in between, since the caller holds the lock. */
    struct campaign_tip mine, theirs;
    struct db *second = NULL;
    status = open_file_tip(&mine, campaign->db, NULL);
    if (status == STATUS_OK) {
        status = db_open(&second, campaign->real_path, DB_LOOK, NULL);
    }
    if (status == STATUS_OK) {
        status = open_file_tip(&theirs, second, NULL);
    }
    bool is_same = status == STATUS_OK && memcmp(&mine, &theirs, sizeof mine) == 0;
    if (is_same && !is_file) {
        status = open_file_is_whole(second, NULL);
    }
    db_close(second);
    /* Nothing was written, and nothing will be. */
    enum status taken_back = db_end(campaign->db, STATUS_CONFLICT, NULL);
    CHECK(taken_back == STATUS_CONFLICT);
    if (status != STATUS_OK && status != STATUS_DAMAGED) {
        return campaign->place;
    }
    return is_same && status == STATUS_OK ? CAMPAIGN_IN_PLACE : elsewhere;
}

static enum campaign_place find_place(struct campaign *campaign)
{
    struct open_file now;
    const struct open_file *known = &campaign->as_left;
    look(&now, campaign);
    if (!now.file.exists) {
        return CAMPAIGN_MOVED;
    }
    if (!file_mark_is_same(&now.file, &known->file)) {
        return CAMPAIGN_REPLACED;
    }
    if (!is_there_as_before(&now.log, &known->log) ||
        !is_there_as_before(&now.index, &known->index)) {
        return is_untouched(&now.file, &known->file) ? CAMPAIGN_LOG_GONE : CAMPAIGN_OVERWRITTEN;
    }
    if (is_untouched(&now.file, &known->file) && is_untouched(&now.log, &known->log)) {
        return CAMPAIGN_IN_PLACE;
    }
    enum campaign_place place = look_closer(campaign, &now);
    if (place == CAMPAIGN_IN_PLACE) {
        campaign->as_left.file = now.file;
        campaign->as_left.log = now.log;
    }
    return place;
}

enum status open_file_check(struct campaign *campaign, struct error *err)
{
    if (campaign->is_read_only) {
        return STATUS_OK;
    }
    campaign->place = find_place(campaign);
    static const char *const words[] = {
        [CAMPAIGN_IN_PLACE] = "",
        [CAMPAIGN_MOVED] = "the campaign's file was moved or deleted while it was open",
        [CAMPAIGN_REPLACED] =
            "another file was put in the place of the campaign while it was open",
        [CAMPAIGN_OVERWRITTEN] = "another file was copied over the campaign while it was open",
        [CAMPAIGN_LOG_GONE] = ("the file with the newest acts, which stands beside the "
                               "campaign (-wal), was removed or changed while it was open"),
    };
    return campaign->place == CAMPAIGN_IN_PLACE
               ? STATUS_OK
               : error_set(err, STATUS_ELSEWHERE, "", "%s", words[campaign->place]);
}

/* ---- writing --------------------------------------------------------------------------- */

enum status open_file_begin(struct campaign *campaign, struct error *err)
{
    enum status status = open_file_check(campaign, err);
    return status == STATUS_OK ? db_begin(campaign->db, err) : status;
}

/* The log was written, which is not a reason for a closer check. */
enum status open_file_end(struct campaign *campaign, enum status so_far, struct error *err)
{
    enum status status = db_end(campaign->db, so_far, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct file_mark log;
    file_mark_look(&log, campaign->real_path, "-wal");
    if (file_mark_is_same(&log, &campaign->as_left.log)) {
        campaign->as_left.log = log;
    }
    status = open_file_check(campaign, err);
    if (status == STATUS_OK) {
        tail_take(campaign);
    }
    return status;
}

void open_file_fold(struct campaign *campaign)
{
    if (open_file_check(campaign, NULL) == STATUS_OK) {
        db_checkpoint(campaign->db);
        file_mark_look(&campaign->as_left.file, campaign->real_path, "");
    }
}
