/* Where undo and redo lead: along the acts and their branches, a correction as one step. */
#include "store/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/campaign_file.h"

/* ---- branches -------------------------------------------------------------------------- */

enum status log_newest_child(struct campaign *campaign, int64_t encounter, int64_t parent,
                             int64_t *out, struct error *err)
{
    *out = 0;
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_NEWEST_BRANCH);
    query_bind(query, ":encounter", encounter);
    if (parent == 0) {
        query_bind_null(query, ":parent");
    } else {
        query_bind(query, ":parent", parent);
    }
    enum status status = query_number(query, 0, out, err);
    if (status != STATUS_OK || *out != 0 || parent == 0) {
        return status;
    }
    /* No branch, which would be newer: the act right behind it, if that followed it. */
    query = query_begin(campaign->db, STATEMENT_LOG_FOLLOWER);
    query_bind(query, ":encounter", encounter);
    query_bind(query, ":parent", parent);
    return query_number(query, 0, out, err);
}

/* ---- corrections ----------------------------------------------------------------------- */

/* Which place an act has in a correction; false when it is in none. */
struct corrected {
    bool is_one;
    int before, behind;
};

static bool see_corrected(void *context, const struct event *event)
{
    struct corrected *corrected = context;
    corrected->is_one = event->kind == EVENT_AMENDED || event->kind == EVENT_PLAYED_AGAIN;
    corrected->before = event->from;
    corrected->behind = event->to;
    return true;
}

static enum status read_corrected(struct corrected *out, struct campaign *campaign,
                                  const struct log_record *record, struct error *err)
{
    *out = (struct corrected){.is_one = false};
    if (record->row.kind != ROW_ACT || record->events == 0) {
        return STATUS_OK;
    }
    return log_event(campaign, record->row.id, (int)record->events - 1, see_corrected, out,
                     err);
}

/* The row that led to the first act of a correction, whose last act this is. */
static enum status read_beginning(struct log_record *out, struct campaign *campaign,
                                  const struct log_record *last,
                                  const struct corrected *corrected, struct error *err)
{
    enum status status = log_read(out, campaign, last->row.id - corrected->before - 1, err);
    if (status == STATUS_OK &&
        (out->row.kind != ROW_REWIND || out->row.encounter != last->row.encounter)) {
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "act %" PRId64, last->row.id);
        return error_set(err, STATUS_DAMAGED, where, "its correction has no beginning");
    }
    return status;
}

enum status log_undo(struct campaign *campaign, int64_t encounter, int64_t head,
                     struct log_way *out, struct error *err)
{
    struct log_record record, beginning;
    struct corrected corrected;
    *out = (struct log_way){.to = -1};
    if (encounter == 0 || head == 0) {
        return STATUS_OK;
    }
    enum status status = log_read(&record, campaign, head, err);
    if (status == STATUS_OK) {
        status = read_corrected(&corrected, campaign, &record, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    out->to = record.row.parent;
    memcpy(out->label, record.row.label, sizeof out->label);
    if (corrected.is_one && corrected.behind == 0) {
        status = read_beginning(&beginning, campaign, &record, &corrected, err);
    }
    if (status == STATUS_OK && corrected.is_one && corrected.behind == 0) {
        out->to = beginning.row.parent;
        memcpy(out->label, beginning.row.label, sizeof out->label);
    }
    return status;
}

/* The last act of the newest correction of an act; 0: there is none. */
static enum status newest_correction(int64_t *out, struct campaign *campaign, int64_t encounter,
                                     int64_t head, struct error *err)
{
    int64_t row = 0;
    struct log_record first;
    struct corrected corrected;
    *out = 0;
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_NEWEST_CORRECTION);
    query_bind(query, ":encounter", encounter);
    query_bind(query, ":parent", head);
    enum status status = query_number(query, 0, &row, err);
    if (status != STATUS_OK || row == 0) {
        return status;
    }
    status = log_read(&first, campaign, row + 1, err);
    if (status == STATUS_OK) {
        status = read_corrected(&corrected, campaign, &first, err);
    }
    *out = status == STATUS_OK ? first.row.id + corrected.behind : 0;
    return status;
}

enum status log_redo(struct campaign *campaign, int64_t encounter, int64_t head,
                     struct log_way *out, struct error *err)
{
    int64_t child = 0, correction = 0;
    *out = (struct log_way){.to = -1};
    if (encounter == 0) {
        return STATUS_OK;
    }
    enum status status = log_newest_child(campaign, encounter, head, &child, err);
    if (status == STATUS_OK && head != 0) {
        status = newest_correction(&correction, campaign, encounter, head, err);
    }
    int64_t to = child > correction ? child : correction;
    if (status != STATUS_OK || to == 0) {
        return status;
    }
    struct log_way there;
    status = log_undo(campaign, encounter, to, &there, err);
    *out = there;
    out->to = to;
    return status;
}
