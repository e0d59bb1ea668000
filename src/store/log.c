#include "store/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/campaign_file.h"
#include "store/event_record.h"

static const char *const kind_names[] = {
    [ROW_ACT] = "act", [ROW_UNDO] = "undo", [ROW_REDO] = "redo", [ROW_REWIND] = "rewind"};

enum { KINDS = sizeof kind_names / sizeof kind_names[0] };

/* The order of LOG_COLUMNS. */
enum {
    COLUMN_ID,
    COLUMN_KIND,
    COLUMN_ENCOUNTER,
    COLUMN_PREVIOUS,
    COLUMN_PARENT,
    COLUMN_HEAD,
    COLUMN_DEPTH,
    COLUMN_ACTS,
    COLUMN_FIRST_EVENT,
    COLUMN_EVENTS,
    COLUMN_ROUND,
    COLUMN_AT_MS,
    COLUMN_LABEL,
    COLUMN_COMMAND
};

/* ---- reading rows ---------------------------------------------------------------------- */

enum status log_read_columns(struct log_record *out, const struct query *query,
                             struct error *err)
{
    struct act_row *row = &out->row;
    *out = (struct log_record){.previous = query_int(query, COLUMN_PREVIOUS),
                               .depth = query_int(query, COLUMN_DEPTH),
                               .acts = query_int(query, COLUMN_ACTS),
                               .first_event = query_int(query, COLUMN_FIRST_EVENT),
                               .events = query_int(query, COLUMN_EVENTS)};
    row->id = query_int(query, COLUMN_ID);
    row->encounter = query_int(query, COLUMN_ENCOUNTER);
    row->parent = query_int(query, COLUMN_PARENT);
    row->head = query_int(query, COLUMN_HEAD);
    row->round = (int)query_int(query, COLUMN_ROUND);
    row->at_ms = query_int(query, COLUMN_AT_MS);
    query_copy_text(query, COLUMN_LABEL, row->label, sizeof row->label);
    query_copy_text(query, COLUMN_COMMAND, row->command, sizeof row->command);
    struct str kind = query_text(query, COLUMN_KIND);
    for (int i = 0; i < KINDS; i++) {
        if (str_equal(kind, kind_names[i])) {
            row->kind = (enum row_kind)i;
            return STATUS_OK;
        }
    }
    char where[ERROR_WHERE_SIZE];
    snprintf(where, sizeof where, "row %" PRId64, row->id);
    return error_set(err, STATUS_DAMAGED, where, "no row of the log is of this kind");
}

/* Steps a query for LOG_COLUMNS and ends it; all zero when there is no row. */
static enum status read_one(struct log_record *out, struct query *query, struct error *err)
{
    bool has_row = false;
    *out = (struct log_record){0};
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        status = log_read_columns(out, query, err);
    }
    query_end(query);
    return status;
}

enum status log_read_newest(struct log_record *out, struct campaign *campaign,
                            int64_t encounter, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_NEWEST);
    query_bind(query, ":encounter", encounter);
    return read_one(out, query, err);
}

enum status log_read(struct log_record *out, struct campaign *campaign, int64_t id,
                     struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_AT);
    query_bind(query, ":id", id);
    enum status status = read_one(out, query, err);
    if (status == STATUS_OK && out->row.id == 0) {
        return error_set(err, STATUS_MISSING, "", "the log has no row %" PRId64, id);
    }
    return status;
}

/* The row of the encounter before this one, in its place; an id of 0 when it was the first.
 * Each is older than the one that names it, so that nobody follows them for ever. */
static enum status read_previous(struct log_record *record, struct campaign *campaign,
                                 struct error *err)
{
    int64_t id = record->row.id, previous = record->previous;
    if (previous >= id) {
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "row %" PRId64, id);
        return error_set(err, STATUS_DAMAGED, where,
                         "the campaign is damaged: this row names row %" PRId64
                         " as the one before it, so what is older cannot be found from here. "
                         "What to do: restore a copy of the campaign from before",
                         previous);
    }
    if (previous == 0) {
        record->row.id = 0;
        return STATUS_OK;
    }
    return log_read(record, campaign, previous, err);
}

enum status log_row(struct campaign *campaign, int64_t id, struct act_row *out,
                    struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, id, err);
    *out = record.row;
    return status;
}

enum status log_position(struct campaign *campaign, int64_t encounter, struct position *out,
                         struct error *err)
{
    struct log_record newest;
    enum status status = log_read_newest(&newest, campaign, encounter, err);
    *out = (struct position){.head = newest.row.head, .row = newest.row.id};
    return status;
}

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

enum status log_rows(struct campaign *campaign, int64_t encounter, int64_t before,
                     struct act_row *out, int most, int *count, struct error *err)
{
    struct log_record record;
    *count = 0;
    enum status status;
    if (before == 0) {
        status = log_read_newest(&record, campaign, encounter, err);
    } else {
        status = log_read(&record, campaign, before, err);
        if (status == STATUS_OK && record.row.encounter != encounter) {
            return error_set(err, STATUS_MISSING, "", "the encounter has no row %" PRId64,
                             before);
        }
        if (status == STATUS_OK) {
            status = read_previous(&record, campaign, err);
        }
    }
    while (status == STATUS_OK && record.row.id != 0 && *count < most) {
        out[(*count)++] = record.row;
        if (*count < most) {
            status = read_previous(&record, campaign, err);
        }
    }
    return status;
}

/* ---- writing --------------------------------------------------------------------------- */

/* What the row to be written follows; STATUS_CONFLICT when it is not what the caller knows. */
static enum status read_place(struct log_record *newest, struct campaign *campaign,
                              int64_t encounter, const struct position *position,
                              struct error *err)
{
    int64_t open = 0;
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_OPENING_NEWEST), 0, &open, err);
    if (status == STATUS_OK) {
        status = log_read_newest(newest, campaign, encounter, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (open != encounter) {
        return error_set(err, STATUS_CONFLICT, "",
                         "another encounter was put on the table in the meantime");
    }
    if (newest->row.id != position->row || newest->row.head != position->head) {
        return error_set(err, STATUS_CONFLICT, "",
                         "the encounter was moved on by another program in the meantime");
    }
    return STATUS_OK;
}

static void bind_id(struct query *query, const char *name, int64_t id)
{
    if (id == 0) {
        query_bind_null(query, name);
    } else {
        query_bind(query, name, id);
    }
}

static enum status write_row(struct campaign *campaign, const struct log_record *record,
                             struct error *err)
{
    const struct act_row *row = &record->row;
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_ADD);
    query_bind(query, ":id", row->id);
    query_bind_text(query, ":kind", str_of(kind_names[row->kind]));
    query_bind(query, ":encounter", row->encounter);
    bind_id(query, ":previous", record->previous);
    bind_id(query, ":parent", row->parent);
    bind_id(query, ":head", row->head);
    query_bind(query, ":depth", record->depth);
    query_bind(query, ":acts", record->acts);
    query_bind(query, ":first_event", record->first_event);
    query_bind(query, ":events", record->events);
    query_bind(query, ":round", row->round);
    query_bind(query, ":at_ms", row->at_ms);
    query_bind_text(query, ":label", str_of(row->label));
    query_bind_text(query, ":command", str_of(row->command));
    return query_run(query, err);
}

static enum status write_events(struct campaign *campaign, const struct log_record *record,
                                const struct event *events, struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < record->events; i++) {
        struct query *query = query_begin(campaign->db, STATEMENT_EVENT_ADD);
        query_bind(query, ":id", record->first_event + i);
        query_bind(query, ":act", record->row.id);
        query_bind(query, ":n", i + 1);
        event_record_bind(query, &events[i], campaign_procedure(campaign, &campaign->names),
                          &campaign->names);
        status = query_run(query, err);
    }
    return status;
}

/* The ids that come next, and what follows from the encounter's newest row. */
static enum status begin_record(struct log_record *out, struct campaign *campaign,
                                const struct act_row *act, const struct log_record *newest,
                                struct error *err)
{
    bool has_row = false;
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_NEXT);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        *out = (struct log_record){.row = *act,
                                   .previous = newest->row.id,
                                   .acts = newest->acts,
                                   .first_event = query_int(query, 1)};
        out->row.id = query_int(query, 0);
        out->row.parent = newest->row.head;
    }
    query_end(query);
    return status;
}

static enum status append(struct campaign *campaign, const struct act_row *act,
                          const struct event *events, int count, struct position *position,
                          struct error *err)
{
    struct log_record newest, record;
    enum status status = read_place(&newest, campaign, act->encounter, position, err);
    if (status == STATUS_OK) {
        status = begin_record(&record, campaign, act, &newest, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    record.row.kind = ROW_ACT;
    record.row.head = record.row.id;
    record.depth = newest.depth + 1;
    record.acts++;
    record.events = count;
    status = write_row(campaign, &record, err);
    if (status == STATUS_OK) {
        status = write_events(campaign, &record, events, err);
    }
    *position = (struct position){.head = record.row.id, .row = record.row.id};
    return status;
}

enum status log_append(struct campaign *campaign, const struct act_row *act,
                       const struct event *events, int count, struct position *position,
                       struct error *err)
{
    CHECK(count >= 0);
    enum status status = campaign_learn_names(campaign, act->encounter, err);
    if (status == STATUS_OK) {
        status = open_file_begin(campaign, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    struct position moved = *position;
    status = append(campaign, act, events, count, &moved, err);
    status = open_file_end(campaign, status, err);
    if (status == STATUS_OK) {
        *position = moved;
        campaign_tidy_at_last(campaign);
    }
    return status;
}

static enum status move(struct campaign *campaign, const struct act_row *act, int64_t head,
                        struct position *position, struct error *err)
{
    struct log_record newest, record, target = {0};
    enum status status = read_place(&newest, campaign, act->encounter, position, err);
    if (status == STATUS_OK && head != 0) {
        status = log_read(&target, campaign, head, err);
        if (status == STATUS_OK &&
            (target.row.kind != ROW_ACT || target.row.encounter != act->encounter)) {
            status =
                error_set(err, STATUS_MISSING, "", "the encounter has no act %" PRId64, head);
        }
    }
    if (status == STATUS_OK) {
        status = begin_record(&record, campaign, act, &newest, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    record.row.head = head;
    record.depth = target.depth;
    *position = (struct position){.head = head, .row = record.row.id};
    return write_row(campaign, &record, err);
}

enum status log_move(struct campaign *campaign, const struct act_row *act, int64_t head,
                     struct position *position, struct error *err)
{
    CHECK(act->kind != ROW_ACT);
    enum status status = open_file_begin(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct position moved = *position;
    status = move(campaign, act, head, &moved, err);
    status = open_file_end(campaign, status, err);
    if (status == STATUS_OK) {
        *position = moved;
    }
    return status;
}

static enum status write_correction(struct campaign *campaign, const struct corrected_act *acts,
                                    int count, struct position *position, struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        struct event *events = malloc((size_t)(acts[i].count + 1) * sizeof *events);
        if (events == NULL) {
            return error_set(err, STATUS_FULL, "", "no memory is left");
        }
        if (acts[i].count > 0) {
            memcpy(events, acts[i].events, (size_t)acts[i].count * sizeof *events);
        }
        events[acts[i].count] = (struct event){
            .kind = i == 0 ? EVENT_AMENDED : EVENT_PLAYED_AGAIN,
            .was_set = true,
            .from = i,
            .is_set = true,
            .to = count - 1 - i,
            .line = acts[i].line,
        };
        status = append(campaign, &acts[i].row, events, acts[i].count + 1, position, err);
        free(events);
    }
    return status;
}

enum status log_correct(struct campaign *campaign, const struct act_row *move_row, int64_t from,
                        const struct corrected_act *acts, int count, struct position *position,
                        struct error *err)
{
    CHECK(count > 0 && move_row->kind == ROW_REWIND);
    enum status status = campaign_learn_names(campaign, move_row->encounter, err);
    if (status == STATUS_OK) {
        status = open_file_begin(campaign, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    struct position moved = *position;
    status = move(campaign, move_row, from, &moved, err);
    if (status == STATUS_OK) {
        status = write_correction(campaign, acts, count, &moved, err);
    }
    status = open_file_end(campaign, status, err);
    if (status == STATUS_OK) {
        *position = moved;
        campaign_tidy_at_last(campaign);
    }
    return status;
}

/* ---- events ---------------------------------------------------------------------------- */

/* Whether the present row is the n-th event, from 1, of that act. */
static enum status check_place(const struct query *query, int64_t act, int64_t n,
                               struct error *err)
{
    if (query_int(query, EVENT_COLUMN_ACT) == act && query_int(query, EVENT_COLUMN_N) == n) {
        return STATUS_OK;
    }
    char where[ERROR_WHERE_SIZE];
    snprintf(where, sizeof where, "event %" PRId64, query_int(query, EVENT_COLUMN_ID));
    return error_set(err, STATUS_DAMAGED, where, "it is at the wrong place in the log");
}

static enum status read_events(struct campaign *campaign, const struct log_record *record,
                               bool is_backwards, const struct state *names, see_event_fn *see,
                               void *context, struct error *err)
{
    struct query *query = query_begin(
        campaign->db, is_backwards ? STATEMENT_EVENT_OF_ACT_BACKWARDS : STATEMENT_EVENT_OF_ACT);
    query_bind(query, ":first", record->first_event);
    query_bind(query, ":count", record->events);
    enum status status = STATUS_OK;
    bool has_row = false, goes_on = true;
    int64_t seen = 0;
    const struct procedure *procedure = campaign_procedure(campaign, names);
    do {
        status = query_step(query, &has_row, err);
        if (has_row) {
            struct event event;
            int64_t n = is_backwards ? record->events - seen : seen + 1;
            seen++;
            status = check_place(query, record->row.id, n, err);
            if (status == STATUS_OK) {
                status = event_record_read(&event, query, procedure, names, err);
            }
            goes_on = status == STATUS_OK && see(context, &event);
        }
    } while (has_row && goes_on);
    query_end(query);
    if (status == STATUS_OK && goes_on && seen != record->events) {
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "act %" PRId64, record->row.id);
        return error_set(err, STATUS_DAMAGED, where,
                         "it has %" PRId64 " events, of which %" PRId64 " are there",
                         record->events, seen);
    }
    return status;
}

enum status log_read_events(struct campaign *campaign, const struct log_record *record,
                            const struct state *names, see_event_fn *see, void *context,
                            struct error *err)
{
    return read_events(campaign, record, false, names, see, context, err);
}

enum status log_read_events_backwards(struct campaign *campaign,
                                      const struct log_record *record,
                                      const struct state *names, see_event_fn *see,
                                      void *context, struct error *err)
{
    return read_events(campaign, record, true, names, see, context, err);
}

enum status log_event(struct campaign *campaign, int64_t act, int place, see_event_fn *see,
                      void *context, struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, act, err);
    if (status == STATUS_OK) {
        status = campaign_learn_names(campaign, record.row.encounter, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (place < 0 || place >= record.events) {
        return error_set(err, STATUS_MISSING, "", "act %" PRId64 " has no event %d", act,
                         place);
    }
    struct query *query = query_begin(campaign->db, STATEMENT_EVENT_OF_ACT);
    query_bind(query, ":first", record.first_event + place);
    query_bind(query, ":count", 1);
    bool has_row = false;
    status = query_step(query, &has_row, err);
    if (status == STATUS_OK && !has_row) {
        status = error_set(err, STATUS_DAMAGED, "", "event %d of act %" PRId64 " is not there",
                           place, act);
    }
    struct event event;
    if (status == STATUS_OK) {
        status = check_place(query, act, place + 1, err);
    }
    if (status == STATUS_OK) {
        status =
            event_record_read(&event, query, campaign_procedure(campaign, &campaign->names),
                              &campaign->names, err);
    }
    if (status == STATUS_OK) {
        see(context, &event);
    }
    query_end(query);
    return status;
}

enum status log_events(struct campaign *campaign, int64_t act, see_event_fn *see, void *context,
                       struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, act, err);
    if (status == STATUS_OK) {
        status = campaign_learn_names(campaign, record.row.encounter, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    return log_read_events(campaign, &record, &campaign->names, see, context, err);
}

enum status log_lines(struct campaign *campaign, int64_t act, see_line_fn *see, void *context,
                      struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, act, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_EVENT_LINES_OF_ACT);
    query_bind(query, ":first", record.first_event);
    query_bind(query, ":count", record.events);
    bool has_row = false, goes_on = true;
    do {
        status = query_step(query, &has_row, err);
        if (has_row) {
            struct event event;
            int64_t place = query_int(query, EVENT_COLUMN_ID) - record.first_event;
            status = check_place(query, act, place + 1, err);
            if (status == STATUS_OK) {
                status = event_line_read(&event, query, err);
            }
            goes_on = status == STATUS_OK && see(context, (int)place, &event);
        }
    } while (has_row && goes_on);
    query_end(query);
    return status;
}

enum status log_traces(struct campaign *campaign, see_trace_fn *see, void *context,
                       struct error *err)
{
    enum { ID, TRACE };
    struct query *query = query_begin(campaign->db, STATEMENT_EVENT_TRACES);
    bool has_row = false;
    enum status status;
    while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
        see(context, query_int(query, ID), query_text(query, TRACE));
    }
    query_end(query);
    return status;
}

enum status log_times(struct campaign *campaign, see_time_fn *see, void *context,
                      struct error *err)
{
    enum { ID, AT_MS };
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_TIMES);
    bool has_row = false;
    enum status status;
    while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
        see(context, query_int(query, ID), query_int(query, AT_MS));
    }
    query_end(query);
    return status;
}

/* ---- corrections ----------------------------------------------------------------------- */

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

/* The row that led to the first act of a correction, whose last act this is. */
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
    int64_t row = 0;
    struct log_record first;
    struct log_corrected corrected;
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
        status = log_read_corrected(&corrected, campaign, &first, err);
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
