#include "store/beside.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/campaign_file.h"

/* A disk that fails may leave it damaged: it is then made again. */
static const char *const make_script =
    "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;"
    "CREATE VIRTUAL TABLE IF NOT EXISTS searched USING "
    "fts5(text, content = '', detail = 'none', columnsize = 0, tokenize = 'trigram');"
    "CREATE TABLE IF NOT EXISTS searched_upto ("
    "id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL, row INTEGER NOT NULL, "
    "checksum INTEGER NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS sums ("
    "encounter INTEGER NOT NULL, act INTEGER NOT NULL, version INTEGER NOT NULL, "
    "stays INTEGER NOT NULL, sum BLOB NOT NULL, checksum INTEGER NOT NULL, "
    "PRIMARY KEY (encounter, act)) STRICT;";

void beside_path(const struct campaign *campaign, char out[BESIDE_PATH_MAX])
{
    snprintf(out, BESIDE_PATH_MAX, "%s-search", campaign->real_path);
}

bool beside_has_file(const struct campaign *campaign)
{
    char path[BESIDE_PATH_MAX];
    beside_path(campaign, path);
    return access(path, F_OK) == 0;
}

void beside_close(struct campaign *campaign)
{
    if (campaign->beside != NULL) {
        db_close(campaign->beside->db);
        free(campaign->beside);
        campaign->beside = NULL;
    }
}

/* What is being filled is taken back. */
static void close_unfilled(struct campaign *campaign)
{
    if (campaign->beside != NULL && campaign->beside->is_filling) {
        (void)!db_end(campaign->beside->db, STATUS_DAMAGED, NULL);
    }
    beside_close(campaign);
}

bool beside_can_be_written(const struct campaign *campaign)
{
    return !campaign->is_read_only && campaign->place == CAMPAIGN_IN_PLACE;
}

void beside_remove(struct campaign *campaign)
{
    char path[BESIDE_PATH_MAX], journal[BESIDE_PATH_MAX + 16];
    close_unfilled(campaign);
    if (beside_can_be_written(campaign)) {
        beside_path(campaign, path);
        snprintf(journal, sizeof journal, "%s-journal", path);
        unlink(journal);
        unlink(path);
    }
}

void beside_give_up(struct campaign *campaign)
{
    /* Another program that holds it may be filling it. */
    const struct db *db = campaign->beside->db;
    if (db != NULL && db_is_busy(db)) {
        close_unfilled(campaign);
        return;
    }
    beside_remove(campaign);
    campaign->has_no_beside = campaign->is_read_only || campaign->had_no_beside;
    campaign->had_no_beside = true;
}

struct beside *beside_open(struct campaign *campaign, bool makes)
{
    char path[BESIDE_PATH_MAX];
    bool may_write = beside_can_be_written(campaign);
    if (campaign->beside != NULL || campaign->has_no_beside ||
        (!(makes && may_write) && !beside_has_file(campaign))) {
        return campaign->beside;
    }
    beside_path(campaign, path);
    struct beside *beside = calloc(1, sizeof *beside);
    CHECK(beside != NULL);
    campaign->beside = beside;
    enum status status = db_open(&beside->db, path, may_write ? DB_CREATE : DB_LOOK, NULL);
    if (status == STATUS_OK && may_write) {
        status = db_run_script(beside->db, make_script, NULL);
    }
    if (status != STATUS_OK) {
        beside_give_up(campaign);
    }
    return campaign->beside;
}

enum status beside_log_checksum(struct campaign *campaign, int64_t row, int64_t *out,
                                struct error *err)
{
    struct log_record record = {.checksum = 0};
    struct error own;
    enum status status = row == 0 ? STATUS_OK : log_read(&record, campaign, row, &own);
    *out = record.checksum;
    return status == STATUS_OK        ? STATUS_OK
           : status == STATUS_MISSING ? error_set(err, STATUS_DAMAGED, "", "%s", own.text)
                                      : error_set(err, status, own.where, "%s", own.text);
}
