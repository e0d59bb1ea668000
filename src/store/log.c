#include "store/campaign.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "store/campaign_file.h"

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
    COLUMN_CHECKSUM_BEFORE,
    COLUMN_HAS_ENCOUNTER
};

/* ---- reading rows ---------------------------------------------------------------------- */

static enum status fail_at_row(int64_t id, const char *what, struct error *err)
{
    char where[ERROR_WHERE_SIZE];
    snprintf(where, sizeof where, "row %" PRId64, id);
    return error_set(err, STATUS_DAMAGED, where, "%s", what);
}

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
    const int64_t numbers[] = {row->id, out->depth, out->acts, out->first_event, out->events};
    bool is_in_range = row->round == query_int(query, COLUMN_ROUND) && out->events <= INT_MAX &&
                       row->at_ms >= -ROW_NUMBER_MAX && row->at_ms <= ROW_NUMBER_MAX;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        is_in_range = is_in_range && numbers[i] >= 0 && numbers[i] <= ROW_NUMBER_MAX;
    }
    if (!is_in_range) {
        *out = (struct log_record){.row.id = query_int(query, COLUMN_ID)};
        return fail_at_row(row->id, "a number is out of range", err);
    }
    struct str kind = query_text(query, COLUMN_KIND);
    for (int i = 0; i < KINDS; i++) {
        if (str_equal(kind, kind_names[i])) {
            row->kind = (enum row_kind)i;
            return STATUS_OK;
        }
    }
    return fail_at_row(row->id, "no row of the log is of this kind", err);
}

/* True when a row is undamaged, is of an encounter that is there, and refers only to earlier
 * rows, so that following them comes to an end. */
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
    return goes_back && query_int(query, COLUMN_HAS_ENCOUNTER) != 0 &&
           !query_is_null(query, COLUMN_CHECKSUM) && record->checksum == seal_end(&seal);
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
    if (campaign->readings > 0 && id != 0 && campaign->read_last.row.id == id) {
        *out = campaign->read_last;
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_AT);
    query_bind(query, ":id", id);
    enum status status = read_one(out, campaign, query, err);
    if (status == STATUS_OK && out->row.id == 0) {
        return error_set(err, STATUS_MISSING, "", "the log has no row %" PRId64, id);
    }
    if (status == STATUS_OK) {
        campaign->read_last = *out;
    }
    return status;
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
        struct query *query = query_begin(campaign->db, STATEMENT_LOG_BEFORE);
        query_bind(query, ":id", before);
        status = read_one(out, campaign, query, &own);
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

enum status log_find_position(struct known_position *out, struct campaign *campaign,
                              int64_t encounter, struct error *err)
{
    *out = (struct known_position){.row = 0};
    enum status status = known_refresh(campaign, err);
    struct known_encounter *known = known_encounter(&campaign->known, encounter);
    if (status != STATUS_OK || (known != NULL && known->position.is_known)) {
        *out = known != NULL ? known->position : *out;
        return status;
    }
    struct log_record newest, head = {.row.round = 0};
    status = log_read_newest(&newest, campaign, encounter, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (newest.row.kind != ROW_ACT && newest.row.head != 0) {
        (void)!log_read(&head, campaign, newest.row.head, NULL); /* those who fold it tell */
    }
    *out = (struct known_position){.row = newest.row.id,
                                   .head = newest.row.head,
                                   .acts = newest.acts,
                                   .round = newest.row.kind == ROW_ACT ? newest.row.round
                                                                       : head.row.round};
    known = known_encounter(&campaign->known, encounter);
    if (known != NULL && known->end >= 0 && campaign->damage.code == STATUS_OK) {
        known->position = *out;
        known->position.is_known = true;
    }
    return status;
}

enum status log_position(struct campaign *campaign, int64_t encounter, struct position *out,
                         struct error *err)
{
    struct known_position found;
    enum status status = log_find_position(&found, campaign, encounter, err);
    *out = (struct position){.head = found.head, .row = found.row};
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
    /* The row before is nearly always the one above it in the log, of which many are read at
     * once. */
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_DOWN);
    query_bind(query, ":id", record.previous);
    query_bind(query, ":most", most);
    bool is_next = status == STATUS_OK && record.previous != 0;
    while (status == STATUS_OK && record.row.id != 0 && *count < most) {
        int64_t previous = record.previous;
        out[(*count)++] = record.row;
        struct log_record next;
        is_next = is_next && *count < most && query_step(query, &is_next, NULL) == STATUS_OK &&
                  is_next && query_int(query, COLUMN_ID) == previous &&
                  log_read_columns(&next, query, NULL) == STATUS_OK &&
                  is_whole(campaign, query, &next);
        if (is_next) {
            record = next;
        } else if (*count < most) {
            status = read_previous(&record, campaign, encounter, err);
        }
    }
    query_end(query);
    return status;
}

/* ---- events as rows -------------------------------------------------------------------- */

/* Events as rows of the table `event`, there and back.
 *
 * A row has the names of the event's kind and field, so that people can read it, and programs
 * whose fields are in another order. Rows are checked, since they may come from a damaged
 * file. */
/* The columns of STATEMENT_EVENT_OF_ACT after those of the header. */
enum {
    EVENT_COLUMN_KIND = EVENT_COLUMN_N + 1,
    EVENT_COLUMN_SUBJECT,
    EVENT_COLUMN_OBJECT,
    EVENT_COLUMN_FIELD,
    EVENT_COLUMN_OLD,
    EVENT_COLUMN_NEW,
    EVENT_COLUMN_TEXT_OLD,
    EVENT_COLUMN_TEXT_NEW,
    EVENT_COLUMN_LINE,
    EVENT_COLUMN_RULES,
    EVENT_COLUMN_TRACE
};

/* ---- names of fields ------------------------------------------------------------------- */

/* After the values of every encounter come those of the procedures. Names stay forever. */
static const char *const encounter_field_names[ENCOUNTER_FIELDS] = {
    [ENCOUNTER_ROUND] = "round",
    [ENCOUNTER_PHASE] = "phase",
    [ENCOUNTER_TURN] = "turn",
    [ENCOUNTER_DRAW] = "draw",
    "procedure_5",
    "procedure_6",
    "procedure_7",
    "procedure_8",
    "procedure_9",
    "procedure_10",
    "procedure_11",
    "procedure_12",
    "procedure_13",
    "procedure_14",
    "procedure_15",
    "procedure_16",
};

static int encounter_field_find(struct str name)
{
    for (int i = 0; i < ENCOUNTER_FIELDS; i++) {
        if (str_equal(name, encounter_field_names[i])) {
            return i;
        }
    }
    return -1;
}

/* NULL when the system has no such text. */
static const char *text_field_name(const struct state *names, int field)
{
    if (field == TEXT_NAME || field == TEXT_KIND || field == TEXT_NOTE) {
        return field == TEXT_NAME ? "name" : field == TEXT_KIND ? "kind" : "note";
    }
    const struct system *system = state_system(names);
    int at = TEXT_SYSTEM;
    for (int i = 0; i < system->attributes_count; i++) {
        if (value_is_text(&system->attributes[i]) && at++ == field) {
            return system->attributes[i].name;
        }
    }
    return NULL;
}

static int text_field_find(const struct state *names, struct str name)
{
    for (int field = 0; field < TEXT_FIELDS; field++) {
        const char *known = text_field_name(names, field);
        if (known != NULL && str_equal(name, known)) {
            return field;
        }
    }
    return -1;
}

/* For the third place: "counter_3_now". */
static const char *const counter_field_names[COUNTERS_MAX][COUNTER_FIELDS] = {
#define COUNTER(n)                                                                             \
    [(n)-1] = {[COUNTER_NOW] = "counter_" #n "_now",   [COUNTER_MOST] = "counter_" #n "_most", \
               [COUNTER_PER] = "counter_" #n "_per",   [COUNTER_OF] = "counter_" #n "_of",     \
               [COUNTER_NAME] = "counter_" #n "_name", [COUNTER_THEN] = "counter_" #n "_then"}
    COUNTER(1),  COUNTER(2),  COUNTER(3),  COUNTER(4),  COUNTER(5),  COUNTER(6),
    COUNTER(7),  COUNTER(8),  COUNTER(9),  COUNTER(10), COUNTER(11), COUNTER(12),
    COUNTER(13), COUNTER(14), COUNTER(15), COUNTER(16), COUNTER(17), COUNTER(18),
    COUNTER(19), COUNTER(20), COUNTER(21), COUNTER(22), COUNTER(23), COUNTER(24),
#undef COUNTER
};

static int counter_field_find(struct str name)
{
    for (int field = 0; field < COUNTERS_MAX * COUNTER_FIELDS; field++) {
        if (str_equal(name, counter_field_names[counter_place(field)][counter_field(field)])) {
            return field;
        }
    }
    return -1;
}

/* NULL for events that write no field. */
static const char *field_name(const struct event *event, const struct procedure *procedure,
                              const struct state *names)
{
    switch (event_shape(event->kind)) {
    case SHAPE_NOTHING:
    case SHAPE_NEW:
        return NULL;
    case SHAPE_VALUE:
        return state_field_name(names, event->field);
    case SHAPE_ENCOUNTER:
        CHECK(event->field >= 0 && event->field < ENCOUNTER_FIELDS);
        return encounter_field_names[event->field];
    case SHAPE_TEXT:
        return text_field_name(names, event->field);
    case SHAPE_EFFECT:
        return effect_name(procedure, event->field);
    case SHAPE_COUNTER:
    case SHAPE_COUNTER_TEXT:
        return counter_field_names[counter_place(event->field)][counter_field(event->field)];
    }
    CHECK(false);
    return NULL;
}

/* -1 for an unknown name; 0 for events that write no field. */
static int field_find(enum event_kind kind, struct str name, const struct procedure *procedure,
                      const struct state *names)
{
    switch (event_shape(kind)) {
    case SHAPE_NOTHING:
    case SHAPE_NEW:
        return name.n == 0 ? 0 : -1;
    case SHAPE_VALUE:
        return state_field_find(names, name);
    case SHAPE_ENCOUNTER:
        return encounter_field_find(name);
    case SHAPE_TEXT:
        return text_field_find(names, name);
    case SHAPE_EFFECT:
        return effect_from_name(procedure, name);
    case SHAPE_COUNTER:
    case SHAPE_COUNTER_TEXT:
        return counter_field_find(name);
    }
    CHECK(false);
    return -1;
}

#define SECRETLY "secret_"
/* Of events that only the referee may read. */
static const char *const secret_names[EVENT_KINDS] = {
#define EVENT(name, word, shape) [EVENT_##name] = SECRETLY word,
#include "tracker/events.def"
#undef EVENT
};

/* ---- writing an event ------------------------------------------------------------------ */

static void bind_when(struct query *query, const char *name, bool is_there, int value)
{
    if (is_there) {
        query_bind(query, name, value);
    } else {
        query_bind_null(query, name);
    }
}

/* Binds all of :kind to :trace of STATEMENT_EVENT_ADD; the event's texts are borrowed until the
 * query ends. `names` is a state of the encounter's system, which runs under the
 * procedure. */
static void event_bind(struct query *query, const struct event *event,
                       const struct procedure *procedure, const struct state *names)
{
    enum event_shape shape = event_shape(event->kind);
    const char *field = field_name(event, procedure, names);
    if (shape == SHAPE_NOTHING || shape == SHAPE_NEW) {
        CHECK(event->field == 0);
    } else {
        CHECK(field != NULL && field[0] != '\0');
    }
    CHECK(event->subject >= 0 && event->object >= 0);
    query_bind_text(
        query, ":kind",
        str_of(event->is_secret ? secret_names[event->kind] : event_name(event->kind)));
    bind_when(query, ":subject", event->subject > 0, event->subject);
    bind_when(query, ":object", event->object > 0, event->object);
    query_bind_text_or_null(query, ":field", str_of(field == NULL ? "" : field));
    bind_when(query, ":old", event->was_set, event->from);
    bind_when(query, ":new", event->is_set, event->to);
    query_bind_text_or_null(query, ":text_old", event->text_from);
    query_bind_text_or_null(query, ":text_new", event->text_to);
    query_bind_text_or_null(query, ":line", event->line);
    query_bind_text_or_null(query, ":rules", event->rules);
    query_bind_text_or_null(query, ":trace", event->trace);
}

/* ---- reading an event ------------------------------------------------------------------ */

/* A number that may be NULL; false when it is out of range. */
static bool read_number(const struct query *query, int column, bool *is_there, int *out)
{
    int64_t value = query_int(query, column);
    *is_there = !query_is_null(query, column);
    *out = *is_there ? (int)value : 0;
    return value >= INT_MIN && value <= INT_MAX;
}

static enum status LIKE_PRINTF(3, 4)
    damaged(const struct query *query, struct error *err, const char *format, ...)
{
    char where[ERROR_WHERE_SIZE];
    char what[sizeof err->text];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(where, sizeof where, "event %" PRId64, query_int(query, EVENT_COLUMN_ID));
    return error_set(err, STATUS_DAMAGED, where, "%s", what);
}

static enum status read_kind(struct event *out, const struct query *query, struct error *err)
{
    struct str kind = query_text(query, EVENT_COLUMN_KIND), name = kind;
    enum { MARK = sizeof SECRETLY - 1 };
    bool is_secret = kind.n > MARK && str_equal(str_beginning(kind, MARK), SECRETLY);
    if (is_secret) {
        name = (struct str){kind.p + MARK, kind.n - MARK};
    }
    *out = (struct event){.kind = event_kind_from_name(name), .is_secret = is_secret};
    return out->kind != EVENT_KINDS
               ? STATUS_OK
               : damaged(query, err, "no event is called \"%s\"", utf8_shown(kind).text);
}

/* The same for STATEMENT_EVENT_LINES_OF_ACT: only kind, line and rules. */
static enum status event_read_line(struct event *out, const struct query *query,
                                   struct error *err)
{
    enum status status = read_kind(out, query, err);
    if (status == STATUS_OK) {
        out->line = query_text(query, EVENT_COLUMN_KIND + 1);
        out->rules = query_text(query, EVENT_COLUMN_KIND + 2);
    }
    return status;
}

/* The present row of STATEMENT_EVENT_OF_ACT; texts are valid until the query's next step.
 * STATUS_DAMAGED, with "event N" as the place, for an impossible event. */
static enum status event_read(struct event *out, const struct query *query,
                              const struct procedure *procedure, const struct state *names,
                              struct error *err)
{
    enum status status = read_kind(out, query, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct str field = query_text(query, EVENT_COLUMN_FIELD);
    out->field = field_find(out->kind, field, procedure, names);
    if (out->field < 0) {
        return damaged(query, err, "%s: no field is called \"%s\"", event_name(out->kind),
                       utf8_shown(field).text);
    }
    bool is_there;
    if (!read_number(query, EVENT_COLUMN_SUBJECT, &is_there, &out->subject) ||
        !read_number(query, EVENT_COLUMN_OBJECT, &is_there, &out->object) ||
        !read_number(query, EVENT_COLUMN_OLD, &out->was_set, &out->from) ||
        !read_number(query, EVENT_COLUMN_NEW, &out->is_set, &out->to) ||
        !event_has_numbers(out)) {
        return damaged(query, err, "%s: a number is out of range", event_name(out->kind));
    }
    out->text_from = query_text(query, EVENT_COLUMN_TEXT_OLD);
    out->text_to = query_text(query, EVENT_COLUMN_TEXT_NEW);
    out->line = query_text(query, EVENT_COLUMN_LINE);
    out->rules = query_text(query, EVENT_COLUMN_RULES);
    out->trace = query_text(query, EVENT_COLUMN_TRACE);
    return STATUS_OK;
}

/* ---- writing rows ---------------------------------------------------------------------------
 */

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
    event_bind(query, &events[i], campaign_procedure(campaign, &campaign->names),
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

static enum status write_act(struct campaign *campaign, const struct act_row *act,
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
        status = STATUS_OK;
        for (int i = 0; status == STATUS_OK && i < record.events; i++) {
            struct query *query = query_begin(campaign->db, STATEMENT_EVENT_ADD);
            bind_event(query, campaign, &record, events, i);
            status = query_run(query, err);
        }
    }
    *position = (struct position){.head = record.row.id, .row = record.row.id};
    return status;
}

/* Begins to write acts of an encounter; *moved is where its writer has got to. */
static enum status begin_acts(struct campaign *campaign, int64_t encounter,
                              const struct position *position, struct position *moved,
                              struct error *err)
{
    enum status status = campaign_check_whole(campaign, err);
    *moved = *position;
    if (status == STATUS_OK) {
        status = campaign_learn_names(campaign, encounter, err);
    }
    return status == STATUS_OK ? campaign_begin_writing(campaign, err) : status;
}

/* Ends it; *position is only moved when everything is written. */
static enum status end_acts(struct campaign *campaign, enum status so_far,
                            struct position *position, const struct position *moved,
                            struct error *err)
{
    enum status status = campaign_end_writing(campaign, so_far, err);
    if (status == STATUS_OK) {
        *position = *moved;
        campaign_tidy_at_last(campaign);
    }
    return status;
}

enum status log_append(struct campaign *campaign, const struct act_row *act,
                       const struct event *events, int count, struct position *position,
                       struct error *err)
{
    CHECK(count >= 0);
    struct position moved;
    enum status status = begin_acts(campaign, act->encounter, position, &moved, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = write_act(campaign, act, events, count, &moved, err);
    return end_acts(campaign, status, position, &moved, err);
}

enum status log_append_all(struct campaign *campaign, const struct corrected_act *acts,
                           int count, struct position *position, struct error *err)
{
    CHECK(count > 0);
    struct position moved;
    enum status status = begin_acts(campaign, acts[0].row.encounter, position, &moved, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        status = write_act(campaign, &acts[i].row, acts[i].events, acts[i].count, &moved, err);
    }
    return end_acts(campaign, status, position, &moved, err);
}

static enum status write_move(struct campaign *campaign, const struct act_row *act,
                              int64_t head, struct position *position, struct error *err)
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
    status = write_move(campaign, act, head, &moved, err);
    status = campaign_end_writing(campaign, status, err);
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
            return error_set(err, STATUS_MEMORY, "", "out of memory");
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
        status = write_act(campaign, &acts[i].row, events, acts[i].count + 1, position, err);
        free(events);
    }
    return status;
}

enum status log_correct(struct campaign *campaign, const struct act_row *move_row, int64_t from,
                        const struct corrected_act *acts, int count, struct position *position,
                        struct error *err)
{
    CHECK(count > 0 && move_row->kind == ROW_REWIND);
    struct position moved;
    enum status status = begin_acts(campaign, move_row->encounter, position, &moved, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = write_move(campaign, move_row, from, &moved, err);
    if (status == STATUS_OK) {
        status = write_correction(campaign, acts, count, &moved, err);
    }
    return end_acts(campaign, status, position, &moved, err);
}

/* ---- events ---------------------------------------------------------------------------- */

/* STATUS_OK when the present row is the n-th event, from 1, of that act. */
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
    if (campaign->readings > 0 && campaign->checked[(uint64_t)id % CHECKED_ACTS] == id) {
        return STATUS_OK;
    }
    struct seal seal;
    seal_begin(&seal);
    struct query *query = query_begin(campaign->db, STATEMENT_EVENT_OF_ACT);
    query_bind(query, ":first", record->first_event);
    query_bind(query, ":count", record->events);
    enum status status = STATUS_OK;
    int64_t seen = 0;
    while (query_next(query, &status, err)) {
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
    bool goes_on = true;
    int64_t seen = 0;
    const struct procedure *procedure = campaign_procedure(campaign, names);
    while (goes_on && query_next(query, &status, err)) {
        struct event event;
        int64_t n = is_backwards ? record->events - seen : seen + 1;
        seen++;
        if (!is_backwards) {
            query_seal_columns(query, 0, EVENT_COLUMNS_COUNT, &seal);
        }
        status = check_place(query, record->row.id, n, err);
        if (status == STATUS_OK) {
            status = event_read(&event, query, procedure, names, err);
        }
        goes_on = status == STATUS_OK && see(context, &event);
    }
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
        status = event_read(&event, query, campaign_procedure(campaign, &campaign->names),
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
    bool goes_on = true;
    while (goes_on && query_next(query, &status, err)) {
        struct event event;
        int64_t place = query_int(query, EVENT_COLUMN_ID) - record.first_event;
        status = check_place(query, act, place + 1, err);
        if (status == STATUS_OK) {
            status = event_read_line(&event, query, err);
        }
        goes_on = status == STATUS_OK && see(context, (int)place, &event);
    }
    query_end(query);
    return status;
}

enum status log_traces(struct campaign *campaign, see_trace_fn *see, void *context,
                       struct error *err)
{
    enum { ID, TRACE, PIECE = 1024 };
    int64_t after = 0, last = 0;
    int count;
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_EVENT_LAST), 0, &last, err);
    if (status != STATUS_OK) {
        return status;
    }
    do {
        struct query *query = query_begin(campaign->db, STATEMENT_EVENT_TRACES_AFTER);
        query_bind(query, ":after", after);
        query_bind(query, ":count", PIECE);
        count = 0;
        while (query_next(query, &status, err)) {
            after = query_int(query, ID);
            see(context, after, query_text(query, TRACE));
            count++;
        }
        query_end(query);
        db_progress("looked for rolls in", after, last, "events");
    } while (status == STATUS_OK && count == PIECE);
    db_progress_end();
    return status;
}

enum status log_rows_after(struct campaign *campaign, int64_t after, struct act_row *out,
                           int most, int *count, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_AFTER);
    query_bind(query, ":after", after);
    query_bind(query, ":most", most);
    enum status status = STATUS_OK;
    *count = 0;
    while (*count < most && query_next(query, &status, err)) {
        struct log_record record;
        (void)!read_checked(&record, campaign, query, NULL);
        out[(*count)++] = record.row;
    }
    query_end(query);
    return status;
}

/* ---- checking -------------------------------------------------------------------------- */

static enum status check_row(struct campaign *campaign, int64_t id, struct error *err)
{
    struct log_record record;
    char where[ERROR_WHERE_SIZE];
    struct error own = {.code = STATUS_OK};
    enum status status = log_read(&record, campaign, id, &own);
    if (status == STATUS_MISSING) { /* rows are numbered without gaps */
        snprintf(where, sizeof where, "row %" PRId64, id);
        return campaign_note_damage(campaign, where, "it is missing", err);
    }
    if (status == STATUS_OK && record.row.kind == ROW_ACT) {
        status = log_check_events(campaign, &record, &own);
    }
    return status == STATUS_OK ? STATUS_OK : error_set(err, status, own.where, "%s", own.text);
}

enum status log_check(struct campaign *campaign, int64_t *after, int rows, bool *is_whole,
                      struct error *err)
{
    enum status status = campaign_begin_reading(campaign, err);
    *is_whole = status != STATUS_OK;
    if (status != STATUS_OK) {
        return status;
    }
    int64_t newest = campaign_newest_row(campaign);
    for (int i = 0; status == STATUS_OK && i < rows && *after < newest; i++) {
        status = check_row(campaign, *after + 1, err);
        *after += status == STATUS_OK ? 1 : 0;
    }
    *is_whole = status != STATUS_OK || *after >= newest;
    campaign_end_reading(campaign);
    return status;
}

enum status log_check_way(struct campaign *campaign, int64_t encounter, int64_t head,
                          int64_t after, struct error *err)
{
    struct log_stretch *way = NULL;
    int ways = 0;
    enum status status = campaign_begin_reading(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = log_way_to(campaign, encounter, head, &way, &ways, err);
    for (int i = 0; status == STATUS_OK && i < ways; i++) {
        int64_t first = way[i].first > after ? way[i].first : after + 1;
        for (int64_t id = first; status == STATUS_OK && id <= way[i].last; id++) {
            status = check_row(campaign, id, err);
        }
    }
    campaign_end_reading(campaign);
    free(way);
    return status;
}
