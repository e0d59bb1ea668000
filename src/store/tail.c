#include "store/tail.h"

#include <string.h>
#include <unistd.h>

#include "store/campaign_file.h"

/* The enduring tables, those first that others refer to. The seed never changes. */
#define EACH_TABLE(DO) DO(encounter) DO(opening) DO(log) DO(event) DO(change)

static const char *const begin_script = "ATTACH ':memory:' AS tail;"
#define MAKE(table) "CREATE TABLE tail." #table " AS SELECT * FROM main." #table " WHERE 0;"
    EACH_TABLE(MAKE);
#undef MAKE

static const char *const empty_script =
#define EMPTY(table) "DELETE FROM tail." #table ";"
    EACH_TABLE(EMPTY);
#undef EMPTY

/* A row of the log and the one it leads to refer to each other: in the end both exist. */
static const char *const write_script = "PRAGMA defer_foreign_keys = ON;"
#define WRITE(table) "INSERT INTO rescued." #table " SELECT * FROM tail." #table " ORDER BY id;"
    EACH_TABLE(WRITE);
#undef WRITE

static const enum statement takes[] = {STATEMENT_TAIL_ENCOUNTER, STATEMENT_TAIL_OPENING,
                                       STATEMENT_TAIL_LOG, STATEMENT_TAIL_EVENT,
                                       STATEMENT_TAIL_CHANGE};

/* Copying more rows of the log than this would make a key noticeably slow. */
enum { ROWS_BEHIND_MAX = 1000 };
/* The bytes of a file that are read into memory in a tenth of a second. */
enum { MEMORY_MAX = 64 << 20 };

enum { TABLES = sizeof takes / sizeof takes[0] };

static enum status take_rows(struct campaign *campaign, const struct campaign_tip *tip,
                             struct campaign_tip *now, struct error *err)
{
    enum status status = open_file_tip(now, campaign->db, err);
    const int64_t known[TABLES] = {tip->encounter, tip->opening, tip->row, tip->event,
                                   tip->change};
    const int64_t newest[TABLES] = {now->encounter, now->opening, now->row, now->event,
                                    now->change};
    for (int i = 0; status == STATUS_OK && i < TABLES; i++) {
        if (newest[i] == known[i]) {
            continue;
        }
        struct query *query = query_begin(campaign->db, takes[i]);
        query_bind(query, ":known", known[i]);
        status = query_run(query, err);
    }
    return status;
}

/* All of them as of one moment, for which the file is locked once. */
static enum status take(struct campaign *campaign, const struct campaign_tip *tip,
                        struct campaign_tip *now, struct error *err)
{
    bool is_own;
    enum status status = db_join_reading(campaign->db, &is_own, err);
    if (status == STATUS_OK) {
        status = take_rows(campaign, tip, now, err);
    }
    if (is_own) {
        db_end_reading(campaign->db);
    }
    return status;
}

bool campaign_has_tail(const struct campaign *campaign)
{
    return campaign->tail_base != NULL;
}

bool campaign_can_be_kept(const struct campaign *campaign)
{
    return campaign->place != CAMPAIGN_OVERWRITTEN || campaign->tail_base != NULL;
}

void tail_end(struct campaign *campaign)
{
    db_close(campaign->tail_base);
    campaign->tail_base = NULL;
}

void tail_take(struct campaign *campaign)
{
    struct campaign_tip now;
    if (campaign->tail_base == NULL) {
        return;
    }
    if (take(campaign, &campaign->tail_tip, &now, NULL) == STATUS_OK) {
        campaign->tail_tip = now;
    } else {
        tail_end(campaign);
    }
}

/* The campaign may have been restored from an older copy and continued: then both have a row
 * with this number, but not the same one. */
static enum status check_base(struct campaign *campaign, const struct campaign_tip *tip,
                              struct error *err)
{
    struct log_record record = {0};
    enum status status = STATUS_OK;
    if (tip->row != 0) {
        status = log_read(&record, campaign, tip->row, err);
    }
    bool is_of_it = (uint64_t)tip->seed == campaign->seed && record.row.at_ms == tip->at_ms;
    if (status == STATUS_OK && !is_of_it) {
        return error_set(err, STATUS_CONFLICT, "", "the copy has another history");
    }
    if (status == STATUS_OK && campaign_newest_row(campaign) - tip->row > ROWS_BEHIND_MAX) {
        return error_set(err, STATUS_FULL, "", "more than %d rows were written since the copy",
                         ROWS_BEHIND_MAX);
    }
    return status;
}

/* Copies everything after the tip into the tail, or leaves the tail unchanged. */
static enum status take_anew(struct campaign *campaign, const struct campaign_tip *tip,
                             struct campaign_tip *now, struct error *err)
{
    struct db *db = campaign->db;
    enum status status = STATUS_OK;
    if (!campaign->has_tail) {
        status = db_run_script(db, begin_script, err);
        campaign->has_tail = status == STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = db_run_script(db, "BEGIN;", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    status = db_run_script(db, empty_script, err);
    if (status == STATUS_OK) {
        status = take(campaign, tip, now, err);
    }
    enum status ended = db_run_script(db, status == STATUS_OK ? "COMMIT;" : "ROLLBACK;",
                                      status == STATUS_OK ? err : NULL);
    return status == STATUS_OK ? ended : status;
}

/* Makes the base the one that the tail continues, or closes it; the old one stays until
 * then. */
static enum status go_on_from(struct campaign *campaign, struct db *base, struct error *err)
{
    struct campaign_tip tip, now;
    enum status status = open_file_tip(&tip, base, err);
    if (status == STATUS_OK) {
        status = check_base(campaign, &tip, err);
    }
    if (status == STATUS_OK) {
        /* A file that was copied over the campaign must not become a base. */
        status = open_file_check(campaign, err);
    }
    if (status == STATUS_OK) {
        status = take_anew(campaign, &tip, &now, err);
    }
    if (status != STATUS_OK) {
        db_close(base);
        return status;
    }
    tail_end(campaign);
    campaign->tail_base = base;
    campaign->tail_tip = now;
    return STATUS_OK;
}

enum status campaign_keep_tail(struct campaign *campaign, const char *path, struct error *err)
{
    struct db *base = NULL;
    enum status status = db_open(&base, path, DB_IMMUTABLE, err);
    return status == STATUS_OK ? go_on_from(campaign, base, err) : status;
}

enum status campaign_keep_tail_of_memory(struct campaign *campaign, struct error *err)
{
    struct db *base = NULL;
    struct file_mark file;
    file_mark_look(&file, campaign->real_path, "");
    if (file.size > MEMORY_MAX) {
        return error_set(err, STATUS_FULL, campaign->path, "it is too large");
    }
    enum status status = open_file_check(campaign, err);
    if (status == STATUS_OK) {
        status = db_copy_to_memory(&base, campaign->db, err);
    }
    return status == STATUS_OK ? go_on_from(campaign, base, err) : status;
}

/* Upgrades a copy of an older version: the same rows get the same checksums. */
static enum status bring_up_to_date(const char *path, struct error *err)
{
    struct db *copy = NULL;
    enum status status = db_open(&copy, path, DB_WRITE, err);
    if (status == STATUS_OK) {
        status = schema_migrate(copy, schema_scripts(), 0, err);
        db_fold_on_close(copy);
    }
    db_close(copy);
    return status;
}

/* The connection that has the rows adds them; the file behind it is not touched. */
static enum status add_tail(struct campaign *campaign, const char *path, struct error *err)
{
    struct db *db = campaign->db;
    struct query *query = query_begin(db, STATEMENT_TAIL_ATTACH);
    query_bind_text(query, ":path", str_of(path));
    enum status status = query_run(query, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = db_run_script(db, "BEGIN;", err);
    if (status == STATUS_OK) {
        status = db_run_script(db, write_script, err);
        enum status ended = db_run_script(db, status == STATUS_OK ? "COMMIT;" : "ROLLBACK;",
                                          status == STATUS_OK ? err : NULL);
        status = status == STATUS_OK ? ended : status;
    }
    enum status detached = db_run_script(db, "DETACH rescued;", NULL);
    return status == STATUS_OK ? detached : status;
}

/* Checks that the result has all known rows and is whole. */
static enum status check(const struct campaign *campaign, const char *path, struct error *err)
{
    struct db *copy = NULL;
    struct campaign_tip tip;
    enum status status = db_open(&copy, path, DB_LOOK, err);
    if (status == STATUS_OK) {
        status = open_file_tip(&tip, copy, err);
    }
    if (status == STATUS_OK) {
        status = open_file_is_whole(copy, err);
    }
    if (status == STATUS_OK && memcmp(&tip, &campaign->tail_tip, sizeof tip) != 0) {
        status = error_set(err, STATUS_DAMAGED, path, "acts are missing in the copy");
    }
    if (copy != NULL) {
        db_fold_on_close(copy);
    }
    db_close(copy);
    return status;
}

enum status tail_write(struct campaign *campaign, const char *path, struct error *err)
{
    if (campaign->tail_base == NULL) {
        return error_set(err, STATUS_MISSING, path, "there is no newer copy to make it from");
    }
    enum status status = backup_copy(campaign->tail_base, path, false, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = bring_up_to_date(path, err);
    if (status == STATUS_OK) {
        status = add_tail(campaign, path, err);
    }
    if (status == STATUS_OK) {
        status = check(campaign, path, err);
    }
    if (status != STATUS_OK) {
        unlink(path);
    }
    return status;
}
