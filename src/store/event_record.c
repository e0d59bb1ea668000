#include "store/event_record.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/utf8.h"

/* The columns of STATEMENT_EVENT_OF_ACT after those of the header. */
enum {
    COLUMN_KIND = EVENT_COLUMN_N + 1,
    COLUMN_SUBJECT,
    COLUMN_OBJECT,
    COLUMN_FIELD,
    COLUMN_OLD,
    COLUMN_NEW,
    COLUMN_TEXT_OLD,
    COLUMN_TEXT_NEW,
    COLUMN_LINE,
    COLUMN_RULES,
    COLUMN_TRACE
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

/* ---- writing --------------------------------------------------------------------------- */

static void bind_when(struct query *query, const char *name, bool is_there, int value)
{
    if (is_there) {
        query_bind(query, name, value);
    } else {
        query_bind_null(query, name);
    }
}

void event_record_bind(struct query *query, const struct event *event,
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

/* ---- reading --------------------------------------------------------------------------- */

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
    struct str kind = query_text(query, COLUMN_KIND), name = kind;
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

enum status event_line_read(struct event *out, const struct query *query, struct error *err)
{
    enum status status = read_kind(out, query, err);
    if (status == STATUS_OK) {
        out->line = query_text(query, COLUMN_KIND + 1);
        out->rules = query_text(query, COLUMN_KIND + 2);
    }
    return status;
}

enum status event_record_read(struct event *out, const struct query *query,
                              const struct procedure *procedure, const struct state *names,
                              struct error *err)
{
    enum status status = read_kind(out, query, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct str field = query_text(query, COLUMN_FIELD);
    out->field = field_find(out->kind, field, procedure, names);
    if (out->field < 0) {
        return damaged(query, err, "%s: no field is called \"%s\"", event_name(out->kind),
                       utf8_shown(field).text);
    }
    bool is_there;
    if (!read_number(query, COLUMN_SUBJECT, &is_there, &out->subject) ||
        !read_number(query, COLUMN_OBJECT, &is_there, &out->object) ||
        !read_number(query, COLUMN_OLD, &out->was_set, &out->from) ||
        !read_number(query, COLUMN_NEW, &out->is_set, &out->to)) {
        return damaged(query, err, "%s: a number is out of range", event_name(out->kind));
    }
    out->text_from = query_text(query, COLUMN_TEXT_OLD);
    out->text_to = query_text(query, COLUMN_TEXT_NEW);
    out->line = query_text(query, COLUMN_LINE);
    out->rules = query_text(query, COLUMN_RULES);
    out->trace = query_text(query, COLUMN_TRACE);
    return STATUS_OK;
}
