#include "store/newest.h"

#include "store/campaign_file.h"

/* The columns of both statements: the last ids and their sums; NEWEST also has its own sum and
 * the present sums of those rows. */
enum { TABLES = 4, COLUMNS = 2 * TABLES, COLUMN_CHECKSUM = COLUMNS, COLUMN_NOW };

static const char *const words[TABLES] = {"the log", "the encounters", "the openings",
                                          "the changes"};

static int64_t sum(const struct campaign *campaign, const struct query *query)
{
    struct seal seal;
    seal_begin(&seal);
    seal_text(&seal, str_of("newest"));
    seal_int(&seal, campaign->checksum);
    query_seal_columns(query, 0, COLUMNS, &seal);
    return seal_end(&seal);
}

static enum status keep(struct campaign *campaign, struct error *err)
{
    int64_t checksum = 0;
    bool has_row = false;
    struct query *query = query_begin(campaign->db, STATEMENT_NEWEST_ROWS);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        checksum = sum(campaign, query);
    }
    query_end(query);
    if (status == STATUS_OK) {
        query = query_begin(campaign->db, STATEMENT_NEWEST_KEEP);
        query_bind(query, ":checksum", checksum);
        status = query_run(query, err);
    }
    return status;
}

enum status newest_keep(struct campaign *campaign, struct error *err)
{
    struct error own;
    enum status status = keep(campaign, &own);
    /* Another version of the program may have made the derived tables without this one. */
    return status == STATUS_OK || status == STATUS_DAMAGED
               ? STATUS_OK
               : error_set(err, status, own.where, "%s", own.text);
}

enum status newest_check(struct campaign *campaign, struct error *wrong, bool *is_believed,
                         struct error *err)
{
    bool has_row = false;
    *wrong = (struct error){.code = STATUS_OK};
    *is_believed = true;
    if (!campaign->has_snapshots) {
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_NEWEST);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        *is_believed = query_int(query, COLUMN_CHECKSUM) == sum(campaign, query);
    }
    for (int i = 0; has_row && *is_believed && i < TABLES && wrong->code == STATUS_OK; i++) {
        bool has_rows = query_int(query, 2 * i) != 0;
        bool is_there = !query_is_null(query, COLUMN_NOW + i);
        if (has_rows &&
            (!is_there || query_int(query, 2 * i + 1) != query_int(query, COLUMN_NOW + i))) {
            TEXT_BUFFER(where, ERROR_WHERE_SIZE);
            text_add(&where, "the end of %s", words[i]);
            error_set(wrong, STATUS_DAMAGED, where.p, "%s",
                      is_there ? "its last row differs from what was written"
                               : "rows are missing");
            campaign_note_damage(campaign, wrong->where, wrong->text, NULL);
        }
    }
    query_end(query);
    return status;
}
