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
    COLUMN_COMMAND,
    /* LOG_SUMS: */
    COLUMN_EVENTS_CHECKSUM,
    COLUMN_CHECKSUM,
    COLUMN_CHECKSUM_BEFORE
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
                               .events = query_int(query, COLUMN_EVENTS),
                               .events_checksum = query_int(query, COLUMN_EVENTS_CHECKSUM),
                               .checksum = query_int(query, COLUMN_CHECKSUM)};
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

/* Whether a row is undamaged and refers only to earlier rows, so that following them comes to
 * an end. */
static bool is_whole(const struct campaign *campaign, const struct query *query,
                     const struct log_record *record)
{
    struct seal seal;
    int64_t id = record->row.id;
    seal_begin(&seal);
    seal_text(&seal, str_of("log"));
    seal_int(&seal, id == 1 ? campaign->checksum : query_int(query, COLUMN_CHECKSUM_BEFORE));
    query_seal_columns(query, 0, COLUMN_CHECKSUM, &seal);
    bool goes_back = record->previous < id && record->row.parent < id && record->row.head <= id;
    return goes_back && !query_is_null(query, COLUMN_CHECKSUM) &&
           record->checksum == seal_end(&seal);
}

/* The present row of a query for LOG_COLUMNS and LOG_SUMS; only the id when it is damaged. */
static enum status read_checked(struct log_record *out, struct campaign *campaign,
                                const struct query *query, struct error *err)
{
    enum status status = log_read_columns(out, query, err);
    if (status == STATUS_OK && is_whole(campaign, query, out)) {
        return STATUS_OK;
    }
    char where[ERROR_WHERE_SIZE];
    snprintf(where, sizeof where, "row %" PRId64, out->row.id);
    *out = (struct log_record){.row.id = out->row.id};
    return campaign_note_damage(campaign, where, "it differs from what was written", err);
}

/* Steps such a query and ends it; all zero when there is no row. */
static enum status read_one(struct log_record *out, struct campaign *campaign,
                            struct query *query, struct error *err)
{
    bool has_row = false;
    *out = (struct log_record){0};
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        status = read_checked(out, campaign, query, err);
    }
    query_end(query);
    return status;
}

enum status log_read(struct log_record *out, struct campaign *campaign, int64_t id,
                     struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_AT);
    query_bind(query, ":id", id);
    enum status status = read_one(out, campaign, query, err);
    if (status == STATUS_OK && out->row.id == 0) {
        return error_set(err, STATUS_MISSING, "", "the log has no row %" PRId64, id);
    }
    return status;
}

static enum status read_before(struct log_record *out, struct campaign *campaign, int64_t id,
                               struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_BEFORE);
    query_bind(query, ":id", id);
    return read_one(out, campaign, query, err);
}

enum status log_read_last(struct log_record *out, struct campaign *campaign, struct error *err)
{
    int64_t last = 0;
    *out = (struct log_record){0};
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_LOG_LAST_ID), 0, &last, err);
    if (status != STATUS_OK || last == 0) {
        return status;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_AT);
    query_bind(query, ":id", last);
    return read_one(out, campaign, query, err);
}

enum status log_read_whole_before(struct log_record *out, struct campaign *campaign,
                                  int64_t encounter, int64_t before, struct error *err)
{
    struct error own = {.code = STATUS_OK};
    enum status status;
    do {
        status = read_before(out, campaign, before, &own);
        bool is_damaged = status == STATUS_DAMAGED && out->row.id != 0 && out->row.id < before;
        before = out->row.id;
        status = is_damaged ? STATUS_OK : status;
    } while (status == STATUS_OK && before != 0 && out->row.encounter != encounter);
    return status == STATUS_OK ? STATUS_OK : error_set(err, status, own.where, "%s", own.text);
}

/* The newest row of the log between the encounter's last opening and the next opening of any:
 * all rows in between belong to it. If there are none, its newest row is the one it had when it
 * was opened. */
static enum status read_stretch(struct log_record *out, struct campaign *campaign,
                                const struct known_encounter *encounter, struct error *err)
{
    int64_t end = encounter->end;
    enum status status =
        end >= 0 ? STATUS_OK
                 : query_number(query_begin(campaign->db, STATEMENT_LOG_LAST_ID), 0, &end, err);
    if (status == STATUS_OK && end != 0) {
        status = log_read(out, campaign, end, err);
        status = status == STATUS_MISSING ? STATUS_DAMAGED : status;
    }
    if (status != STATUS_OK || out->row.encounter == encounter->row.id) {
        return status;
    }
    int64_t previous = encounter->previous;
    *out = (struct log_record){0};
    if (previous != 0) {
        status = log_read(out, campaign, previous, err);
    }
    if (status == STATUS_MISSING ||
        (status == STATUS_OK && previous != 0 && out->row.encounter != encounter->row.id)) {
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "opening %" PRId64, encounter->opening);
        return error_set(err, STATUS_DAMAGED, where, "it is at the wrong place in the log");
    }
    return status;
}

enum status log_read_newest(struct log_record *out, struct campaign *campaign,
                            int64_t encounter, struct error *err)
{
    *out = (struct log_record){0};
    enum status status = known_refresh(campaign, err);
    const struct known_encounter *known = known_encounter(&campaign->known, encounter);
    if (status != STATUS_OK || known == NULL || known->opening == 0) {
        return status;
    }
    if (!campaign->known.has_wrong_opening) {
        struct error own = {.code = STATUS_OK};
        status = read_stretch(out, campaign, known, &own);
        if (status == STATUS_OK) {
            return STATUS_OK;
        }
        if (status != STATUS_DAMAGED) {
            return error_set(err, status, own.where, "%s", own.text);
        }
        campaign_note_damage(campaign, own.where, own.text, NULL);
    }
    return log_read_whole_before(out, campaign, encounter, INT64_MAX, err);
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

/* The encounter's row before this one; when that is damaged, the undamaged one before it. */
static enum status read_previous(struct log_record *record, struct campaign *campaign,
                                 int64_t encounter, struct error *err)
{
    int64_t previous = record->previous;
    if (previous == 0) {
        *record = (struct log_record){0};
        return STATUS_OK;
    }
    struct error own = {.code = STATUS_OK};
    enum status status = log_read(record, campaign, previous, &own);
    if (status == STATUS_OK) {
        return STATUS_OK;
    }
    if (status != STATUS_DAMAGED && status != STATUS_MISSING) {
        return error_set(err, status, own.where, "%s", own.text);
    }
    campaign_note_damage(campaign, own.where, own.text, NULL);
    return log_read_whole_before(record, campaign, encounter, previous, err);
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
            status = read_previous(&record, campaign, encounter, err);
        }
    }
    while (status == STATUS_OK && record.row.id != 0 && *count < most) {
        out[(*count)++] = record.row;
        if (*count < most) {
            status = read_previous(&record, campaign, encounter, err);
        }
    }
    return status;
}

/* ---- writing --------------------------------------------------------------------------- */

/* The row that the next one follows; STATUS_CONFLICT when it is not the one the caller
 * knows. */
static enum status read_place(struct log_record *newest, struct campaign *campaign,
                              int64_t encounter, const struct position *position,
                              struct error *err)
{
    enum status status = log_read_newest(newest, campaign, encounter, err);
    if (status == STATUS_OK) {
        status = campaign_check_whole(campaign, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (campaign->known.open != encounter) {
        return error_set(err, STATUS_CONFLICT, "",
                         "another encounter was opened in the meantime");
    }
    if (newest->row.id != position->row || newest->row.head != position->head) {
        return error_set(err, STATUS_CONFLICT, "",
                         "another program changed the encounter in the meantime");
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

/* Values are bound in the order of the columns, which is that of the sum. */
static enum status write_row(struct campaign *campaign, const struct log_record *record,
                             struct error *err)
{
    const struct act_row *row = &record->row;
    struct seal seal;
    seal_begin(&seal);
    seal_text(&seal, str_of("log"));
    seal_int(&seal, record->checksum); /* still that of the row before */
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_ADD);
    query_seal_into(query, &seal);
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
    query_bind(query, ":events_checksum", record->events_checksum);
    query_seal_into(query, NULL);
    query_bind(query, ":checksum", seal_end(&seal));
    return query_run(query, err);
}

static void bind_event(struct query *query, const struct campaign *campaign,
                       const struct log_record *record, const struct event *events, int i)
{
    query_bind(query, ":id", record->first_event + i);
    query_bind(query, ":act", record->row.id);
    query_bind(query, ":n", i + 1);
    event_record_bind(query, &events[i], campaign_procedure(campaign, &campaign->names),
                      &campaign->names);
}

/* The sum over the events to be written. A row of the log precedes its events, which name it,
 * so their values are bound once only for the sum. */
static int64_t sum_events(struct campaign *campaign, const struct log_record *record,
                          const struct event *events)
{
    struct seal seal;
    seal_begin(&seal);
    for (int i = 0; i < record->events; i++) {
        struct query *query = query_begin(campaign->db, STATEMENT_EVENT_ADD);
        query_seal_into(query, &seal);
        bind_event(query, campaign, record, events, i);
        query_end(query);
    }
    return seal_end(&seal);
}

static enum status write_events(struct campaign *campaign, const struct log_record *record,
                                const struct event *events, struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; status == STATUS_OK && i < record->events; i++) {
        struct query *query = query_begin(campaign->db, STATEMENT_EVENT_ADD);
        bind_event(query, campaign, record, events, i);
        status = query_run(query, err);
    }
    return status;
}

/* The next ids, the sum of the log's last row, and values from the encounter's newest row. */
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
                                   .first_event = query_int(query, 1),
                                   .checksum = query_is_null(query, 2) ? campaign->checksum
                                                                       : query_int(query, 2)};
        out->row.id = query_int(query, 0);
        out->row.parent = newest->row.head;
    }
    query_end(query);
    return status;
}

enum status log_write_act(struct campaign *campaign, const struct act_row *act,
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
    record.events_checksum = sum_events(campaign, &record, events);
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
    enum status status = campaign_check_whole(campaign, err);
    if (status == STATUS_OK) {
        status = campaign_learn_names(campaign, act->encounter, err);
    }
    if (status == STATUS_OK) {
        status = campaign_begin_writing(campaign, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    struct position moved = *position;
    status = log_write_act(campaign, act, events, count, &moved, err);
    status = campaign_end_writing(campaign, status, err);
    if (status == STATUS_OK) {
        *position = moved;
        campaign_tidy_at_last(campaign);
    }
    return status;
}

enum status log_write_move(struct campaign *campaign, const struct act_row *act, int64_t head,
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
    record.events_checksum = sum_events(campaign, &record, NULL);
    *position = (struct position){.head = head, .row = record.row.id};
    status = write_row(campaign, &record, err);
    return status == STATUS_OK ? newest_keep(campaign, err) : status;
}

enum status log_move(struct campaign *campaign, const struct act_row *act, int64_t head,
                     struct position *position, struct error *err)
{
    CHECK(act->kind != ROW_ACT);
    enum status status = campaign_begin_writing(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct position moved = *position;
    status = log_write_move(campaign, act, head, &moved, err);
    status = campaign_end_writing(campaign, status, err);
    if (status == STATUS_OK) {
        *position = moved;
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

/* STATUS_DAMAGED when the sum over the events that were read differs. */
static enum status check_events_sum(struct campaign *campaign, const struct log_record *record,
                                    struct seal *seal, int64_t seen, struct error *err)
{
    char where[ERROR_WHERE_SIZE], what[ERROR_TEXT_SIZE];
    if (seen == record->events && record->events_checksum == seal_end(seal)) {
        campaign->checked[(uint64_t)record->row.id % CHECKED_ACTS] = record->row.id;
        return STATUS_OK;
    }
    snprintf(where, sizeof where, "act %" PRId64, record->row.id);
    text_format(what, sizeof what, "its events differ from what was written");
    if (seen != record->events) {
        text_format(what, sizeof what,
                    "%" PRId64 " of its events %s there, and %" PRId64 " should be", seen,
                    seen == 1 ? "is" : "are", record->events);
    }
    return campaign_note_damage(campaign, where, what, err);
}

enum status log_check_events(struct campaign *campaign, const struct log_record *record,
                             struct error *err)
{
    int64_t id = record->row.id;
    if (campaign->is_of_one_moment && campaign->checked[(uint64_t)id % CHECKED_ACTS] == id) {
        return STATUS_OK;
    }
    struct seal seal;
    seal_begin(&seal);
    struct query *query = query_begin(campaign->db, STATEMENT_EVENT_OF_ACT);
    query_bind(query, ":first", record->first_event);
    query_bind(query, ":count", record->events);
    enum status status;
    bool has_row = false;
    int64_t seen = 0;
    while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
        query_seal_columns(query, 0, EVENT_COLUMNS_COUNT, &seal);
        seen++;
    }
    query_end(query);
    return status == STATUS_OK ? check_events_sum(campaign, record, &seal, seen, err) : status;
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
    struct seal seal;
    seal_begin(&seal);
    bool has_row = false, goes_on = true;
    int64_t seen = 0;
    const struct procedure *procedure = campaign_procedure(campaign, names);
    do {
        status = query_step(query, &has_row, err);
        if (has_row && !is_backwards) {
            query_seal_columns(query, 0, EVENT_COLUMNS_COUNT, &seal);
        }
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
    if (status == STATUS_OK && goes_on && !is_backwards) {
        status = check_events_sum(campaign, record, &seal, seen, err);
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
    enum status status = log_check_events(campaign, record, err);
    return status == STATUS_OK ? read_events(campaign, record, true, names, see, context, err)
                               : status;
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
    status = log_check_events(campaign, &record, err);
    if (status != STATUS_OK) {
        return status;
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
    if (status == STATUS_OK) {
        status = log_check_events(campaign, &record, err);
    }
    return status == STATUS_OK
               ? log_read_events(campaign, &record, &campaign->names, see, context, err)
               : status;
}

enum status log_events_once(struct campaign *campaign, int64_t act, see_event_fn *see,
                            void *context, struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, act, err);
    if (status == STATUS_OK) {
        status = campaign_learn_names(campaign, record.row.encounter, err);
    }
    if (status == STATUS_OK) {
        status = log_read_events(campaign, &record, &campaign->names, see, context, err);
        if (status == STATUS_DAMAGED) { /* the sum tells first whether they are as they were */
            enum status checked = log_check_events(campaign, &record, err);
            status = checked != STATUS_OK ? checked : status;
        }
    }
    return status;
}

enum status log_lines(struct campaign *campaign, int64_t act, see_line_fn *see, void *context,
                      struct error *err)
{
    struct act_row row;
    return log_row_and_lines(campaign, act, &row, see, context, err);
}

enum status log_row_and_lines(struct campaign *campaign, int64_t act, struct act_row *out,
                              see_line_fn *see, void *context, struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, act, err);
    *out = record.row;
    if (status == STATUS_OK) {
        status = log_check_events(campaign, &record, err);
    }
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
    enum { ID, TRACE, PIECE = 1024 };
    int64_t after = 0;
    int count;
    enum status status;
    do {
        struct query *query = query_begin(campaign->db, STATEMENT_EVENT_TRACES_AFTER);
        query_bind(query, ":after", after);
        query_bind(query, ":count", PIECE);
        bool has_row = false;
        count = 0;
        while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
            after = query_int(query, ID);
            see(context, after, query_text(query, TRACE));
            count++;
        }
        query_end(query);
    } while (status == STATUS_OK && count == PIECE);
    return status;
}

enum status log_rows_after(struct campaign *campaign, int64_t after, struct act_row *out,
                           int most, int *count, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_AFTER);
    query_bind(query, ":after", after);
    query_bind(query, ":most", most);
    bool has_row = true;
    enum status status = STATUS_OK;
    *count = 0;
    while (status == STATUS_OK && has_row && *count < most) {
        struct log_record record;
        status = query_step(query, &has_row, err);
        if (status == STATUS_OK && has_row) {
            (void)!read_checked(&record, campaign, query, NULL);
            out[(*count)++] = record.row;
        }
    }
    query_end(query);
    return status;
}
