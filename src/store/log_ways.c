/* Where undo and redo lead: along the acts and their branches, with a correction as one
 * step; and what became of an act by corrections. */
#include "store/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/campaign_file.h"

/* ---- corrections ----------------------------------------------------------------------- */

/* The place of an act in a correction: the number of its acts before and after it. */
struct log_corrected {
    bool is_one; /* whether it belongs to a correction */
    int before, behind;
};

static bool see_corrected(void *context, const struct event *event)
{
    struct log_corrected *corrected = context;
    corrected->is_one = event->kind == EVENT_AMENDED || event->kind == EVENT_PLAYED_AGAIN;
    corrected->before = event->from;
    corrected->behind = event->to;
    return true;
}

static enum status read_corrected(struct log_corrected *out, struct campaign *campaign,
                                  const struct log_record *record, struct error *err)
{
    *out = (struct log_corrected){.is_one = false};
    if (record->row.kind != ROW_ACT || record->events == 0) {
        return STATUS_OK;
    }
    return log_event(campaign, record->row.id, (int)record->events - 1, see_corrected, out,
                     err);
}

/* ---- branches -------------------------------------------------------------------------- */

/* *out: an act followed `parent` outside corrections. */
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
    status = read_corrected(&corrected, campaign, &record, err);
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
    bool is_one = false;
    enum status status = STATUS_OK;
    *out = 0;
    while (!is_one && query_next(query, &status, err)) {
        *out = query_int(query, 0);
        status = is_plain_child(&is_one, campaign, encounter, parent, *out, err);
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

/* *out: an act followed `parent`, in a correction or not. */
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
    bool is_one = false;
    enum status status = STATUS_OK;
    *count = 0;
    while (*count < most && query_next(query, &status, err)) {
        out[*count] = query_int(query, 0);
        status = is_child(&is_one, campaign, encounter, parent, out[*count], err);
        *count += is_one ? 1 : 0;
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

/* ---- undo and redo ----------------------------------------------------------------------- */

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
            status = read_corrected(&corrected, campaign, &first, &own);
        }
        if (status == STATUS_MISSING) { /* nothing has followed the newest row yet */
            status = STATUS_OK;
        } else if (status != STATUS_OK) {
            (void)error_set(err, status, own.where, "%s", own.text);
        }
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
    enum status status = STATUS_OK;
    *count = 0;
    *out = NULL;
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_BEGINNINGS);
    query_bind(query, ":encounter", encounter);
    while (query_next(query, &status, err)) {
        *out = array_grown(*out, *count, &room, sizeof **out, realloc);
        CHECK(*out != NULL);
        (*out)[(*count)++] = (struct beginning){query_int(query, 0), query_int(query, 1)};
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

/* ---- what became of an act ------------------------------------------------------------- */

/* What became of an act by corrections: which act it is now, or that it was left out.
 *
 * Nothing of this is in the file. A correction is a row that moves the head back, followed by
 * its acts in the order of those that they replace; an act that was left out is an event of the
 * act before it. So old and new acts are counted side by side. */

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

static enum status add_number(int64_t **array, int *count, int *room, int64_t number,
                              struct error *err)
{
    int64_t *larger = array_grown(*array, *count, room, sizeof *larger, realloc);
    if (larger == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    *array = larger;
    (*array)[(*count)++] = number;
    return STATUS_OK;
}

/* The acts that lead from `from` (not counted) to `last`. */
static enum status read_old(struct log_made *made, const struct search *search, int64_t from,
                            int64_t last)
{
    enum status status = STATUS_OK;
    for (int64_t at = last; status == STATUS_OK && at > from;) {
        struct log_record record;
        status = log_read(&record, search->campaign, at, search->err);
        if (status == STATUS_OK) {
            status = add_number(&made->old, &made->count, &made->room, at, search->err);
            at = record.row.parent;
        }
    }
    return status;
}

/* Each act of the correction replaces one old act, and those after it that were left out. */
static enum status read_now(struct log_made *made, const struct search *search,
                            const struct log_corrected *corrected)
{
    int64_t first = made->row + 1;
    enum status status = STATUS_OK;
    for (int64_t now = first;
         status == STATUS_OK && made->known < made->count && now <= first + corrected->behind;
         now++) {
        int left_out = 0;
        status = add_number(&made->now, &made->known, &made->known_room, now, search->err);
        if (status == STATUS_OK) {
            status = log_events(search->campaign, now, count_left_out, &left_out, search->err);
        }
        while (status == STATUS_OK && left_out-- > 0 && made->known < made->count) {
            status =
                add_number(&made->now, &made->known, &made->known_room, -first, search->err);
        }
    }
    return status;
}

static void forget_made(struct log_made *made)
{
    free(made->old);
    free(made->now);
    *made = (struct log_made){0};
}

void log_made_forget(struct log_made made[LOG_MADE_KEPT])
{
    for (int i = 0; i < LOG_MADE_KEPT; i++) {
        forget_made(&made[i]);
    }
}

static enum status read_made(struct log_made *made, const struct search *search)
{
    struct log_record beginning, first;
    struct log_corrected corrected;
    enum status status = log_read(&beginning, search->campaign, made->row, search->err);
    if (status == STATUS_OK) {
        status = log_read(&first, search->campaign, made->row + 1, search->err);
    }
    if (status == STATUS_OK) {
        status = read_corrected(&corrected, search->campaign, &first, search->err);
    }
    if (status == STATUS_OK) {
        status = read_old(made, search, beginning.row.head, beginning.row.parent);
    }
    return status == STATUS_OK ? read_now(made, search, &corrected) : status;
}

/* Reads the correction that begins with this row; on failure nothing is kept. */
static enum status find_made(const struct log_made **out, const struct search *search,
                             int64_t row)
{
    struct campaign *campaign = search->campaign;
    for (int i = 0; i < LOG_MADE_KEPT; i++) {
        *out = &campaign->made[i];
        if (campaign->made[i].row == row) {
            return STATUS_OK;
        }
    }
    struct log_made *made = &campaign->made[campaign->made_next];
    campaign->made_next = (campaign->made_next + 1) % LOG_MADE_KEPT;
    forget_made(made);
    made->row = row;
    enum status status = read_made(made, search);
    if (status != STATUS_OK) {
        forget_made(made);
    }
    *out = made;
    return status;
}

/* What the correction that begins with this row made of an act: its new number; the corrected
 * act when it was left out; TAKEN_BACK when the correction did not include it. */
static enum status made_of(struct log_fate *out, const struct search *search, int64_t row,
                           int64_t act)
{
    const struct log_made *made;
    *out = (struct log_fate){.kind = LOG_TAKEN_BACK};
    enum status status = find_made(&made, search, row);
    if (status != STATUS_OK) {
        return status;
    }
    int from = 0, to = made->count; /* the newest comes first */
    while (from < to) {
        int middle = (from + to) / 2;
        from = made->old[middle] > act ? middle + 1 : from;
        to = made->old[middle] > act ? to : middle;
    }
    int place = made->count - 1 - from;
    if (from == made->count || made->old[from] != act || place >= made->known) {
        return STATUS_OK;
    }
    int64_t now = made->now[place];
    *out =
        now < 0 ? (struct log_fate){LOG_LEFT_OUT, -now} : (struct log_fate){LOG_CORRECTED, now};
    return STATUS_OK;
}

/* ---- all of them ----------------------------------------------------------------------- */

/* One stretch of the way: all acts from `first` to `last` are on it. */
static enum status add_to_way(struct log_walk *walk, int64_t id, struct error *err)
{
    struct log_stretch *oldest = walk->count > 0 ? &walk->stretch[walk->count - 1] : NULL;
    if (oldest != NULL && oldest->first == id + 1) {
        oldest->first = id;
        return STATUS_OK;
    }
    struct log_stretch *larger =
        array_grown(walk->stretch, walk->count, &walk->room, sizeof *larger, realloc);
    if (larger == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    walk->stretch = larger;
    walk->stretch[walk->count++] = (struct log_stretch){id, id};
    return STATUS_OK;
}

static bool has_met(const struct log_walk *walk, int64_t act)
{
    int from = 0, to = walk->count; /* the newest stretch comes first */
    while (from < to) {
        int middle = (from + to) / 2;
        const struct log_stretch *stretch = &walk->stretch[middle];
        if (act >= stretch->first && act <= stretch->last) {
            return true;
        }
        from = act < stretch->first ? middle + 1 : from;
        to = act > stretch->last ? middle : to;
    }
    return false;
}

/* The way back from one head never changes: it is walked once, only as far as needed. */
static enum status is_on_way(bool *out, const struct search *search, int64_t act)
{
    struct log_walk *walk = &search->campaign->walk;
    enum status status = STATUS_OK;
    *out = false;
    if (walk->encounter != search->encounter || walk->head != search->head) {
        walk->encounter = search->encounter;
        walk->head = walk->at = search->head;
        walk->count = 0;
    }
    while (status == STATUS_OK && walk->at > act) {
        struct log_record record;
        status = log_read(&record, search->campaign, walk->at, search->err);
        if (status == STATUS_OK) {
            status = add_to_way(walk, walk->at, search->err);
        }
        if (status == STATUS_OK) {
            walk->at = record.row.parent;
        }
    }
    *out = status == STATUS_OK && (walk->at == act || has_met(walk, act));
    return status;
}

static enum status find_fate(struct log_fate *out, const struct search *search, int64_t act);

/* The fate of an act that does not stand. Begins with the newest correction; its acts may have
 * been corrected again. Each act replaces one older act at most, so none is visited twice. */
static enum status find_fate_off_way(struct log_fate *out, const struct search *search,
                                     int64_t act)
{
    int64_t row = INT64_MAX;
    enum status status = STATUS_OK;
    *out = (struct log_fate){.kind = LOG_TAKEN_BACK};
    while (status == STATUS_OK && out->kind == LOG_TAKEN_BACK) {
        struct log_fate made = {0};
        struct query *query =
            query_begin(search->campaign->db, STATEMENT_LOG_CORRECTION_BETWEEN);
        query_bind(query, ":encounter", search->encounter);
        query_bind(query, ":after", act);
        query_bind(query, ":before", row);
        status = query_number(query, 0, &row, search->err);
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

static enum status find_fate(struct log_fate *out, const struct search *search, int64_t act)
{
    bool stands = false;
    enum status status = is_on_way(&stands, search, act);
    *out = (struct log_fate){LOG_STANDS, act};
    return status == STATUS_OK && !stands ? find_fate_off_way(out, search, act) : status;
}

enum status log_fate(struct campaign *campaign, int64_t encounter, int64_t head, int64_t act,
                     struct log_fate *out, struct error *err)
{
    struct search search = {campaign, encounter, head, err};
    return find_fate(out, &search, act);
}

enum status log_fate_off_way(struct campaign *campaign, int64_t encounter, int64_t head,
                             int64_t act, struct log_fate *out, struct error *err)
{
    struct search search = {campaign, encounter, head, err};
    return find_fate_off_way(out, &search, act);
}

void log_walk_forget(struct log_walk *walk)
{
    free(walk->stretch);
    *walk = (struct log_walk){0};
}
