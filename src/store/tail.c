#include "store/tail.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/backup.h"
#include "store/campaign_file.h"

/* The tables of what endures, those first that others refer to. The seed never changes. */
#define EACH_TABLE(DO) DO(encounter) DO(opening) DO(log) DO(event) DO(change)

static const char *const begin_script = "ATTACH ':memory:' AS tail;"
#define MAKE(table) "CREATE TABLE tail." #table " AS SELECT * FROM main." #table " WHERE 0;"
    EACH_TABLE(MAKE);
#undef MAKE

static const char *const empty_script =
#define EMPTY(table) "DELETE FROM tail." #table ";"
    EACH_TABLE(EMPTY);
#undef EMPTY

/* A row of the log and the one it leads to refer to each other: both are there in the end. */
static const char *const write_script = "PRAGMA defer_foreign_keys = ON;"
#define WRITE(table) "INSERT INTO rescued." #table " SELECT * FROM tail." #table " ORDER BY id;"
    EACH_TABLE(WRITE);
#undef WRITE

static const enum statement takes[] = {STATEMENT_TAIL_ENCOUNTER, STATEMENT_TAIL_OPENING,
                                       STATEMENT_TAIL_LOG, STATEMENT_TAIL_EVENT,
                                       STATEMENT_TAIL_CHANGE};

enum { TABLES = sizeof takes / sizeof takes[0] };

void tail_take(struct campaign *campaign)
{
    struct campaign_tip *tip = &campaign->tail_tip;
    int64_t *const known[TABLES] = {&tip->encounter, &tip->opening, &tip->row, &tip->event,
                                    &tip->change};
    struct campaign_tip now;
    if (campaign->tail_base[0] == '\0') {
        return;
    }
    enum status status = open_file_tip(&now, campaign->db, NULL);
    for (int i = 0; status == STATUS_OK && i < TABLES; i++) {
        struct query *query = query_begin(campaign->db, takes[i]);
        query_bind(query, ":known", *known[i]);
        status = query_run(query, NULL);
    }
    if (status == STATUS_OK) {
        *tip = now;
    } else {
        campaign->tail_base[0] = '\0';
    }
}

/* The campaign may have been taken back to an older copy and played on since: a row of this
 * number is in both then, but not the same one. */
static enum status check_base(struct campaign *campaign, struct error *err)
{
    const struct campaign_tip *tip = &campaign->tail_tip;
    struct log_record record = {0};
    enum status status = STATUS_OK;
    if (tip->row != 0) {
        status = log_read(&record, campaign, tip->row, err);
    }
    bool is_of_it = (uint64_t)tip->seed == campaign->seed && record.row.at_ms == tip->at_ms;
    return status == STATUS_OK && !is_of_it
               ? error_set(err, STATUS_CONFLICT, "", "the copy is of another course of events")
               : status;
}

enum status campaign_keep_tail(struct campaign *campaign, const char *path, struct error *err)
{
    struct db *copy = NULL;
    campaign->tail_base[0] = '\0';
    enum status status =
        db_run_script(campaign->db, campaign->has_tail ? empty_script : begin_script, err);
    campaign->has_tail = campaign->has_tail || status == STATUS_OK;
    if (status == STATUS_OK) {
        status = db_open(&copy, path, DB_IMMUTABLE, err);
    }
    if (status == STATUS_OK) {
        status = open_file_tip(&campaign->tail_tip, copy, err);
    }
    db_close(copy);
    if (status == STATUS_OK) {
        status = check_base(campaign, err);
    }
    if (status == STATUS_OK && strlen(path) < sizeof campaign->tail_base) {
        strcpy(campaign->tail_base, path);
        tail_take(campaign);
    }
    return status;
}

/* A copy of an older version becomes one of this: the same rows get the same checksums. */
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

/* The rows are added by the connection that has them; the file behind it is not touched. */
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

/* It has come as far as was known, and is whole. */
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
    if (campaign->tail_base[0] == '\0') {
        return error_set(err, STATUS_MISSING, path, "there is no newer copy to make it from");
    }
    enum status status = campaign_copy_file(campaign->tail_base, path, false, err);
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
