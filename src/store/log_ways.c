/* Where undo and redo lead: along the acts and their branches, with a correction as one
 * step. */
#include "store/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/campaign_file.h"

/* ---- branches -------------------------------------------------------------------------- */

static bool see_corrected(void *context, const struct event *event)
{
    struct log_corrected *corrected = context;
    corrected->is_one = event->kind == EVENT_AMENDED || event->kind == EVENT_PLAYED_AGAIN;
    corrected->before = event->from;
    corrected->behind = event->to;
    return true;
}

enum status log_read_corrected(struct log_corrected *out, struct campaign *campaign,
                               const struct log_record *record, struct error *err)
{
    *out = (struct log_corrected){.is_one = false};
    if (record->row.kind != ROW_ACT || record->events == 0) {
        return STATUS_OK;
    }
    return log_event(campaign, record->row.id, (int)record->events - 1, see_corrected, out,
                     err);
}

/* Whether an act followed `parent` outside corrections. */
static enum status is_plain_child(bool *out, struct campaign *campaign, int64_t encounter,
                                  int64_t parent, int64_t id, struct error *err)
{
    struct log_record record;
    struct log_corrected corrected = {.is_one = false};
    *out = false;
    enum status status = log_read(&record, campaign, id, err);
    if (status != STATUS_OK || record.row.encounter != encounter ||
        record.row.parent != parent || record.row.kind != ROW_ACT) {
        return status;
    }
    status = log_read_corrected(&corrected, campaign, &record, err);
    *out = status == STATUS_OK && !corrected.is_one;
    return status;
}

static struct query *branches_of(struct campaign *campaign, int64_t encounter, int64_t parent)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_BRANCHES);
    query_bind(query, ":encounter", encounter);
    if (parent == 0) {
        query_bind_null(query, ":parent");
    } else {
        query_bind(query, ":parent", parent);
    }
    return query;
}

/* The newest one that branched off, other than the row right after its parent; 0: none. */
static enum status newest_branch(int64_t *out, struct campaign *campaign, int64_t encounter,
                                 int64_t parent, struct error *err)
{
    struct query *query = branches_of(campaign, encounter, parent);
    bool has_row = true, is_one = false;
    enum status status = STATUS_OK;
    *out = 0;
    while (status == STATUS_OK && has_row && !is_one) {
        status = query_step(query, &has_row, err);
        if (has_row) {
            *out = query_int(query, 0);
            status = is_plain_child(&is_one, campaign, encounter, parent, *out, err);
        }
    }
    query_end(query);
    *out = is_one ? *out : 0;
    return status;
}

enum status log_newest_child(struct campaign *campaign, int64_t encounter, int64_t parent,
                             int64_t *out, struct error *err)
{
    bool is_one = false;
    enum status status = newest_branch(out, campaign, encounter, parent, err);
    if (status != STATUS_OK || *out != 0 || parent == 0) {
        return status;
    }
    /* Without a branch, which would be newer: the act right after it, if it followed it. */
    struct error own = {.code = STATUS_OK};
    status = is_plain_child(&is_one, campaign, encounter, parent, parent + 1, &own);
    *out = is_one ? parent + 1 : 0;
    return status == STATUS_OK || status == STATUS_MISSING
               ? STATUS_OK
               : error_set(err, status, own.where, "%s", own.text);
}

/* Whether an act followed `parent`, in a correction or not. */
static enum status is_child(bool *out, struct campaign *campaign, int64_t encounter,
                            int64_t parent, int64_t id, struct error *err)
{
    struct log_record record = {.row.id = 0};
    struct error own;
    enum status status = log_read(&record, campaign, id, &own);
    *out = status == STATUS_OK && record.row.encounter == encounter &&
           record.row.parent == parent && record.row.kind == ROW_ACT;
    return status == STATUS_OK || status == STATUS_MISSING
               ? STATUS_OK
               : error_set(err, status, own.where, "%s", own.text);
}

enum status log_children(struct campaign *campaign, int64_t encounter, int64_t parent,
                         int64_t *out, int most, int *count, struct error *err)
{
    struct query *query = branches_of(campaign, encounter, parent);
    bool has_row = true, is_one = false;
    enum status status = STATUS_OK;
    *count = 0;
    while (status == STATUS_OK && has_row && *count < most) {
        status = query_step(query, &has_row, err);
        if (status == STATUS_OK && has_row) {
            out[*count] = query_int(query, 0);
            status = is_child(&is_one, campaign, encounter, parent, out[*count], err);
            *count += is_one ? 1 : 0;
        }
    }
    query_end(query);
    if (status == STATUS_OK && parent != 0 && *count < most) {
        status = is_child(&is_one, campaign, encounter, parent, parent + 1, err);
        out[*count] = parent + 1;
        *count += is_one ? 1 : 0;
    }
    return status;
}

enum status log_depth(struct campaign *campaign, int64_t act, int64_t *out, struct error *err)
{
    struct log_record record = {.depth = 0};
    enum status status = act != 0 ? log_read(&record, campaign, act, err) : STATUS_OK;
    *out = record.depth;
    return status;
}

/* ---- corrections ----------------------------------------------------------------------- */

/* The row before the first act of the correction that ends with this act. */
static enum status read_beginning(struct log_record *out, struct campaign *campaign,
                                  const struct log_record *last,
                                  const struct log_corrected *corrected, struct error *err)
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
    struct log_corrected corrected;
    *out = (struct log_way){.to = -1};
    if (encounter == 0 || head == 0) {
        return STATUS_OK;
    }
    enum status status = log_read(&record, campaign, head, err);
    if (status == STATUS_OK) {
        status = log_read_corrected(&corrected, campaign, &record, err);
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
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_REWOUND);
    query_bind(query, ":encounter", encounter);
    query_bind(query, ":parent", head);
    bool has_row = true;
    enum status status = STATUS_OK;
    *out = 0;
    while (status == STATUS_OK && has_row && *out == 0) {
        struct log_record first = {.row.kind = ROW_REWIND};
        struct log_corrected corrected = {.is_one = false};
        struct error own = {.code = STATUS_OK};
        status = query_step(query, &has_row, &own);
        if (has_row) {
            status = log_read(&first, campaign, query_int(query, 0) + 1, &own);
        }
        if (status == STATUS_OK) {
            status = log_read_corrected(&corrected, campaign, &first, &own);
        }
        /* Nothing may have followed the newest row yet. */
        status = status == STATUS_MISSING ? STATUS_OK
                 : status == STATUS_OK    ? STATUS_OK
                                          : error_set(err, status, own.where, "%s", own.text);
        if (corrected.is_one && corrected.before == 0) {
            *out = first.row.id + corrected.behind;
        }
    }
    query_end(query);
    return status;
}

enum status log_redo(struct campaign *campaign, int64_t encounter, int64_t head,
                     struct log_way *out, struct error *err)
{
    int64_t child = 0, correction = 0;
    struct log_record newest;
    *out = (struct log_way){.to = -1};
    if (encounter == 0) {
        return STATUS_OK;
    }
    enum status status = log_read_newest(&newest, campaign, encounter, err);
    if (status == STATUS_OK && newest.row.id == head) {
        return STATUS_OK; /* nothing was written after it that could be redone */
    }
    if (status == STATUS_OK) {
        status = log_newest_child(campaign, encounter, head, &child, err);
    }
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

/* ---- the whole way --------------------------------------------------------------------- */

/* An act that does not follow the row before it. */
struct beginning {
    int64_t id, parent;
};

static enum status read_beginnings(struct campaign *campaign, int64_t encounter,
                                   struct beginning **out, int *count, struct error *err)
{
    int room = 0;
    bool has_row = true;
    enum status status = STATUS_OK;
    *count = 0;
    *out = NULL;
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_BEGINNINGS);
    query_bind(query, ":encounter", encounter);
    while (status == STATUS_OK && has_row) {
        status = query_step(query, &has_row, err);
        if (*count == room) {
            room = room == 0 ? 16 : 2 * room;
            *out = realloc(*out, (size_t)room * sizeof **out);
            CHECK(*out != NULL);
        }
        if (status == STATUS_OK && has_row) {
            (*out)[(*count)++] = (struct beginning){query_int(query, 0), query_int(query, 1)};
        }
    }
    query_end(query);
    return status;
}

enum status log_way_to(struct campaign *campaign, int64_t encounter, int64_t head,
                       struct log_stretch **out, int *count, struct error *err)
{
    struct beginning *beginning;
    int beginnings;
    enum status status = read_beginnings(campaign, encounter, &beginning, &beginnings, err);
    *out = malloc((size_t)(beginnings + 1) * sizeof **out);
    CHECK(*out != NULL);
    *count = 0;
    for (int i = beginnings - 1; status == STATUS_OK && i >= 0 && head > 0; i--) {
        if (beginning[i].id <= head) {
            (*out)[(*count)++] = (struct log_stretch){beginning[i].id, head};
            head = beginning[i].parent < beginning[i].id ? beginning[i].parent : 0;
        }
    }
    free(beginning);
    return status;
}
