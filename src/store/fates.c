/* What became of an act by corrections: which act it is now, or that it was left out.
 *
 * Nothing of this is in the file. A correction is a row that moves the head back, followed by
 * its acts in the order of those that they replace; an act that was left out is an event of the
 * act before it. So old and new acts are counted side by side. */
#include <stdlib.h>

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

static enum status add_number(int64_t **array, int *count, int64_t number, struct error *err)
{
    enum { ROOM = 64 };
    if ((*count & (*count - 1)) == 0 && (*count == 0 || *count >= ROOM)) {
        size_t room = *count == 0 ? ROOM : 2 * (size_t)*count;
        int64_t *larger = realloc(*array, room * sizeof *larger);
        if (larger == NULL) {
            return error_set(err, STATUS_FULL, "", "out of memory");
        }
        *array = larger;
    }
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
            status = add_number(&made->old, &made->count, at, search->err);
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
        status = add_number(&made->now, &made->known, now, search->err);
        if (status == STATUS_OK) {
            status = log_events(search->campaign, now, count_left_out, &left_out, search->err);
        }
        while (status == STATUS_OK && left_out-- > 0 && made->known < made->count) {
            status = add_number(&made->now, &made->known, -first, search->err);
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
        status = log_read_corrected(&corrected, search->campaign, &first, search->err);
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
    if (walk->count == walk->room) {
        int room = walk->room == 0 ? 64 : walk->room * 2;
        struct log_stretch *larger = realloc(walk->stretch, (size_t)room * sizeof *larger);
        if (larger == NULL) {
            return error_set(err, STATUS_FULL, "", "out of memory");
        }
        walk->stretch = larger;
        walk->room = room;
    }
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

static enum status correction_between(int64_t *out, const struct search *search, int64_t after,
                                      int64_t before)
{
    struct query *query = query_begin(search->campaign->db, STATEMENT_LOG_CORRECTION_BETWEEN);
    query_bind(query, ":encounter", search->encounter);
    query_bind(query, ":after", after);
    query_bind(query, ":before", before);
    return query_number(query, 0, out, search->err);
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
