/* What became of an act by corrections: which act it is now, or that it was left out.
 *
 * Nothing is kept for this. A correction is a row that moves the head back, and its acts behind
 * it, in the order of those that they stand for; an act that was left out is an event of the
 * act before it. So the old acts and the new ones are counted side by side. */
#include "store/campaign_file.h"

struct search {
    struct campaign *campaign;
    int64_t encounter;
    int64_t head;
    struct error *err;
};

/* ---- one correction -------------------------------------------------------------------- */

static bool count_left_out(void *context, const struct event *event)
{
    int *count = context;
    *count += event->kind == EVENT_LEFT_OUT ? 1 : 0;
    return true;
}

/* The place of an act, from 0, among those that lead from `from` (not counted) to `last`; -1
 * when it is none of them. */
static enum status place_between(int64_t *out, const struct search *search, int64_t from,
                                 int64_t last, int64_t act)
{
    int64_t behind = 0;
    *out = -1;
    for (int64_t at = last; at > from;) {
        struct log_record record;
        enum status status = log_read(&record, search->campaign, at, search->err);
        if (status != STATUS_OK) {
            return status;
        }
        if (at == act) {
            *out = 0;
            behind = 0;
        } else if (*out >= 0) {
            behind++;
        }
        at = record.row.parent;
    }
    *out += *out >= 0 ? behind : 0;
    return STATUS_OK;
}

/* What one correction, which begins with this row, made of an act: the number that it has
 * since; when it was left out, the corrected act; TAKEN_BACK when the correction did not meet
 * it. */
static enum status made_of(struct log_fate *out, const struct search *search, int64_t row,
                           int64_t act)
{
    struct log_record beginning, first;
    struct log_corrected corrected;
    int64_t place = -1;
    *out = (struct log_fate){.kind = LOG_TAKEN_BACK};
    enum status status = log_read(&beginning, search->campaign, row, search->err);
    if (status == STATUS_OK) {
        status = log_read(&first, search->campaign, row + 1, search->err);
    }
    if (status == STATUS_OK) {
        status = log_read_corrected(&corrected, search->campaign, &first, search->err);
    }
    if (status == STATUS_OK) {
        status = place_between(&place, search, beginning.row.head, beginning.row.parent, act);
    }
    int64_t now = row + 1;
    for (int64_t at = 0; status == STATUS_OK && at <= place; now++) {
        int left_out = 0;
        if (at == place) {
            *out = (struct log_fate){LOG_CORRECTED, now};
            return STATUS_OK;
        }
        if (now > row + 1 + corrected.behind) {
            return STATUS_OK;
        }
        status = log_events(search->campaign, now, count_left_out, &left_out, search->err);
        at += 1 + left_out;
        if (at > place) {
            *out = (struct log_fate){LOG_LEFT_OUT, row + 1};
        }
    }
    return status;
}

/* ---- all of them ----------------------------------------------------------------------- */

static enum status is_on_way(bool *out, const struct search *search, int64_t act)
{
    int64_t at = search->head;
    while (at > act) {
        struct log_record record;
        enum status status = log_read(&record, search->campaign, at, search->err);
        if (status != STATUS_OK) {
            return status;
        }
        at = record.row.parent;
    }
    *out = at == act;
    return STATUS_OK;
}

static enum status correction_between(int64_t *out, const struct search *search, int64_t after,
                                      int64_t before)
{
    struct query *query = query_begin(search->campaign->db, STATEMENT_LOG_CORRECTION_BETWEEN);
    query_bind(query, ":encounter", search->encounter);
    query_bind(query, ":after", after);
    query_bind(query, ":before", before);
    return query_number(query, 0, out, search->err);
}

/* The newest correction first; what came of it may have been corrected again. Each act stands
 * for one older act at most, so none is met twice. */
static enum status find_fate(struct log_fate *out, const struct search *search, int64_t act)
{
    bool stands = false;
    int64_t row = INT64_MAX;
    enum status status = is_on_way(&stands, search, act);
    *out = (struct log_fate){stands ? LOG_STANDS : LOG_TAKEN_BACK, stands ? act : 0};
    while (status == STATUS_OK && out->kind == LOG_TAKEN_BACK) {
        struct log_fate made = {0};
        status = correction_between(&row, search, act, row);
        if (status != STATUS_OK || row == 0) {
            return status;
        }
        status = made_of(&made, search, row, act);
        if (status != STATUS_OK || made.kind == LOG_TAKEN_BACK) {
            continue;
        }
        status = find_fate(out, search, made.now);
        if (out->kind == LOG_STANDS || out->kind == LOG_CORRECTED) {
            out->kind = made.kind;
        }
    }
    return status;
}

enum status log_fate(struct campaign *campaign, int64_t encounter, int64_t head, int64_t act,
                     struct log_fate *out, struct error *err)
{
    struct search search = {campaign, encounter, head, err};
    return find_fate(out, &search, act);
}
