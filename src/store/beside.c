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

void beside_remove(struct campaign *campaign)
{
    char path[BESIDE_PATH_MAX], journal[BESIDE_PATH_MAX + 16];
    if (campaign->beside != NULL && campaign->beside->is_filling) {
        (void)!db_end(campaign->beside->db, STATUS_DAMAGED, NULL);
    }
    beside_close(campaign);
    if (!campaign->is_read_only && campaign->place == CAMPAIGN_IN_PLACE) {
        beside_path(campaign, path);
        snprintf(journal, sizeof journal, "%s-journal", path);
        unlink(journal);
        unlink(path);
    }
}

void beside_give_up(struct campaign *campaign)
{
    beside_remove(campaign);
    campaign->has_no_beside = campaign->is_read_only || campaign->had_no_beside;
    campaign->had_no_beside = true;
}

struct beside *beside_open(struct campaign *campaign, bool makes)
{
    char path[BESIDE_PATH_MAX];
    bool may_write = !campaign->is_read_only && campaign->place == CAMPAIGN_IN_PLACE;
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

bool beside_log_checksum(struct campaign *campaign, int64_t row, int64_t *out)
{
    struct log_record record = {.checksum = 0};
    bool is_there = row == 0 || log_read(&record, campaign, row, NULL) == STATUS_OK;
    *out = record.checksum;
    return is_there;
}
