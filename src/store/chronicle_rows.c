#include "store/chronicle_rows.h"

#include "store/campaign_file.h"

/* The columns of the query; the last one is the checksum of the row of the log. */
enum { ENCOUNTER, ROW, FACTS, CHECKSUM, LOG_CHECKSUM };

static void begin_seal(struct seal *seal, int64_t log_checksum)
{
    seal_begin(seal);
    seal_text(seal, str_of("chronicle"));
    seal_int(seal, log_checksum);
}

static bool is_whole_row(const struct query *query)
{
    struct seal seal;
    begin_seal(&seal, query_int(query, LOG_CHECKSUM));
    query_seal_columns(query, ENCOUNTER, 3, &seal);
    return !query_is_null(query, LOG_CHECKSUM) && query_int(query, CHECKSUM) == seal_end(&seal);
}

enum status chronicle_rows_read(struct campaign *campaign, see_chronicle_row_fn *see,
                                void *context, bool *is_whole, struct error *err)
{
    *is_whole = true;
    if (!campaign->has_snapshots) {
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_CHRONICLE_ALL);
    bool has_row = true;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && has_row && *is_whole) {
        status = query_step(query, &has_row, err);
        *is_whole = !has_row || is_whole_row(query);
        if (status == STATUS_OK && has_row && *is_whole) {
            struct chronicle_row row = {.encounter = query_int(query, ENCOUNTER),
                                        .row = query_int(query, ROW),
                                        .facts = query_text(query, FACTS)};
            see(context, &row);
        }
    }
    query_end(query);
    return status;
}

static enum status keep(struct campaign *campaign, const struct chronicle_row *row,
                        struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, row->row, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct seal seal;
    begin_seal(&seal, record.checksum);
    struct query *query = query_begin(campaign->db, STATEMENT_CHRONICLE_KEEP);
    query_seal_into(query, &seal);
    query_bind(query, ":encounter", row->encounter);
    query_bind(query, ":row", row->row);
    query_bind_text(query, ":facts", row->facts);
    query_seal_into(query, NULL);
    query_bind(query, ":checksum", seal_end(&seal));
    return query_run(query, err);
}

enum status chronicle_rows_keep(struct campaign *campaign, const struct chronicle_row *rows,
                                int count, bool drops_others, struct error *err)
{
    if (campaign->is_read_only || !campaign->has_snapshots) {
        return STATUS_OK;
    }
    enum status status = campaign_begin_writing(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (drops_others) {
        status = query_run(query_begin(campaign->db, STATEMENT_CHRONICLE_DROP), err);
    }
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        status = keep(campaign, &rows[i], err);
    }
    return campaign_end_writing(campaign, status, err);
}
