#include "content/yaml_reader.h"

#include <stdarg.h>
#include <string.h>

#include <yaml.h>

#include "base/utf8.h"

struct reading {
    const struct yaml_source *source;
    struct arena *arena;
    yaml_parser_t parser;
    yaml_event_t event; /* the present one; deleted by the next step */
    bool has_event;
    bool has_failed;
    int values;
};

void yaml_complain(const struct yaml_source *source, int line, int column, const char *format,
                   ...)
{
    char text[ERROR_TEXT_SIZE];
    char where[ERROR_WHERE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    diagnostics_add(source->diagnostics, source->code,
                    diagnostics_place(where, source->file, line, column), "%s", text);
}

/* Ends the reading: the tree is no longer valid. */
static void fail_at(struct reading *reading, yaml_mark_t mark, const char *text)
{
    yaml_complain(reading->source, (int)mark.line + 1, (int)mark.column + 1, "%s", text);
    reading->has_failed = true;
}

/* ---- events ---------------------------------------------------------------------------- */

/* Invalid bytes have an offset, but no line. */
static yaml_mark_t mark_of_offset(struct str bytes, size_t offset)
{
    yaml_mark_t mark = {0};
    for (size_t i = 0; i < offset && i < (size_t)bytes.n; i++) {
        mark.column++;
        if (bytes.p[i] == '\n') {
            mark.line++;
            mark.column = 0;
        }
    }
    return mark;
}

static void fail_of_parser(struct reading *reading)
{
    const yaml_parser_t *parser = &reading->parser;
    char text[ERROR_TEXT_SIZE];
    CHECK(parser->error != YAML_MEMORY_ERROR); /* which is no mistake in the file */
    switch (parser->error) {
    case YAML_READER_ERROR:
        fail_at(reading, mark_of_offset(reading->source->bytes, parser->problem_offset),
                "expected text in UTF-8 without control characters");
        return;
    case YAML_MEMORY_ERROR:
    case YAML_NO_ERROR:
    case YAML_SCANNER_ERROR:
    case YAML_PARSER_ERROR:
    case YAML_COMPOSER_ERROR:
    case YAML_WRITER_ERROR:
    case YAML_EMITTER_ERROR:
        break;
    }
    const char *problem = parser->problem != NULL ? parser->problem : "this is not YAML";
    bool needs_quotes = strstr(problem, "mapping values are not allowed") != NULL ||
                        strstr(problem, "cannot start any token") != NULL;
    text_format(text, sizeof text, "%s%s", problem,
                needs_quotes
                    ? " (put a text with ': ' in it, or with a sign such as @ or % at its "
                      "beginning, in \"quotes\")"
                    : "");
    fail_at(reading, parser->problem_mark, text);
}

/* The next event; false when reading has failed. */
static bool step(struct reading *reading)
{
    if (reading->has_event) {
        yaml_event_delete(&reading->event);
        reading->has_event = false;
    }
    if (!reading->has_failed && !yaml_parser_parse(&reading->parser, &reading->event)) {
        fail_of_parser(reading);
    }
    reading->has_event = !reading->has_failed;
    return reading->has_event;
}

/* ---- values ---------------------------------------------------------------------------- */

/* A scalar's text: harmless, one line unless it is a block, no blanks at its ends. */
static bool keep_text(struct reading *reading, struct str *out)
{
    size_t length = reading->event.data.scalar.length;
    size_t mark = reading->arena->used;
    /* Cleaning can turn one byte into three. */
    char *clean = arena_take(reading->arena, length * 3 + 1, 1);
    if (clean == NULL) {
        fail_at(reading, reading->event.start_mark, "too large to read");
        return false;
    }
    struct str raw = {(const char *)reading->event.data.scalar.value, (int)length};
    if (reading->source->keeps_lines &&
        reading->event.data.scalar.style == YAML_LITERAL_SCALAR_STYLE) {
        while (raw.n > 0 && raw.p[raw.n - 1] == '\n') {
            raw.n--;
        }
        /* Each line of a block harmless by itself, into `size` bytes. */
        int size = (int)length * 3 + 1;
        int n = 0;
        clean[0] = '\0';
        for (int from = 0; from < raw.n && n < size - 1;) {
            const char *end = memchr(raw.p + from, '\n', (size_t)(raw.n - from));
            struct str line = {raw.p + from,
                               end != NULL ? (int)(end - raw.p) - from : raw.n - from};
            utf8_clean(clean + n, size - n, line);
            n += (int)strlen(clean + n);
            from += line.n + 1;
            if (from <= raw.n && n < size - 1) {
                clean[n++] = '\n';
                clean[n] = '\0';
            }
        }
    } else {
        utf8_clean(clean, (int)length * 3 + 1, raw);
    }
    struct str text = str_of(clean);
    /* Gives back what cleaning did not need; the arena hands out multiples of 16 bytes. */
    size_t kept = ((size_t)text.n + 16) / 16 * 16;
    size_t taken = reading->arena->used - mark;
    reading->arena->used = mark + (kept < taken ? kept : taken);
    text = str_trimmed_end(text);
    clean[text.n] = '\0';
    *out = str_trimmed_start(text);
    return true;
}

static bool has_extras(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor != NULL || event->data.scalar.tag != NULL;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor != NULL ||
               event->data.sequence_start.tag != NULL;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor != NULL ||
               event->data.mapping_start.tag != NULL;
    case YAML_ALIAS_EVENT:
        return true;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        break;
    }
    return false;
}

/* A value for the present event, without its contents; NULL when reading has failed. */
static struct yaml_value *value_begin(struct reading *reading)
{
    const yaml_event_t *event = &reading->event;
    if (has_extras(event)) {
        fail_at(
            reading, event->start_mark,
            "anchors (&), aliases (*) and tags (!) are not read; put a text that begins with "
            "one of these signs in \"quotes\"");
        return NULL;
    }
    if (++reading->values > YAML_VALUES_MAX) {
        fail_at(reading, event->start_mark, "more than 50000 values in one file");
        return NULL;
    }
    struct yaml_value *value = arena_take(reading->arena, 1, sizeof *value);
    if (value == NULL) {
        fail_at(reading, event->start_mark, "too large to read");
        return NULL;
    }
    value->line = (int)event->start_mark.line + 1;
    value->column = (int)event->start_mark.column + 1;
    value->key = (struct str){"", 0};
    value->text = (struct str){"", 0};
    return value;
}

static struct yaml_value *read_value(struct reading *reading, int depth);

/* The present event is a key: reads the value after it. */
static struct yaml_value *read_entry(struct reading *reading, const struct yaml_value *map,
                                     int depth)
{
    if (reading->event.type != YAML_SCALAR_EVENT || has_extras(&reading->event)) {
        fail_at(reading, reading->event.start_mark, "expected the name of a field");
        return NULL;
    }
    if (map->count == YAML_KEYS_MAX) {
        fail_at(reading, reading->event.start_mark, "more than 200 fields in one record");
        return NULL;
    }
    yaml_mark_t mark = reading->event.start_mark;
    struct str key;
    if (!keep_text(reading, &key) || !step(reading)) {
        return NULL;
    }
    const struct yaml_value *earlier = yaml_find(map, key.p);
    if (earlier != NULL) {
        yaml_complain(reading->source, (int)mark.line + 1, (int)mark.column + 1,
                      "%s: appears twice, first in line %d", utf8_shown(key).text,
                      earlier->key_line);
        reading->has_failed = diagnostics_full(reading->source->diagnostics);
    }
    struct yaml_value *value = read_value(reading, depth);
    if (value != NULL) {
        value->key = key;
        value->key_line = (int)mark.line + 1;
        value->key_column = (int)mark.column + 1;
    }
    return value;
}

/* Reads the contents of a list or a map up to its end. */
static void read_inside(struct reading *reading, struct yaml_value *value, int depth)
{
    struct yaml_value **last = &value->first;
    bool is_map = value->shape == YAML_SHAPE_MAP;
    yaml_event_type_t end = is_map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
    while (step(reading) && reading->event.type != end) {
        struct yaml_value *inner =
            is_map ? read_entry(reading, value, depth) : read_value(reading, depth);
        if (inner == NULL) {
            return;
        }
        *last = inner;
        last = &inner->next;
        value->count++;
    }
}

/* Reads the value that begins with the present event; NULL when reading has failed. */
static struct yaml_value *read_value(struct reading *reading, int depth)
{
    struct yaml_value *value = reading->has_failed ? NULL : value_begin(reading);
    if (value == NULL) {
        return NULL;
    }
    if (reading->event.type == YAML_SCALAR_EVENT) {
        value->shape = YAML_SHAPE_SCALAR;
        value->is_quoted = reading->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
        return keep_text(reading, &value->text) ? value : NULL;
    }
    if (depth == YAML_DEPTH_MAX) {
        fail_at(reading, reading->event.start_mark,
                "more than 12 maps and lists inside each other");
        return NULL;
    }
    value->shape =
        reading->event.type == YAML_MAPPING_START_EVENT ? YAML_SHAPE_MAP : YAML_SHAPE_LIST;
    read_inside(reading, value, depth + 1);
    return reading->has_failed ? NULL : value;
}

/* ---- a file ---------------------------------------------------------------------------- */

/* Reads the first document and checks that nothing follows it. */
static struct yaml_value *read_document(struct reading *reading)
{
    struct yaml_value *value = NULL;
    int documents = 0;
    while (step(reading) && reading->event.type != YAML_STREAM_END_EVENT) {
        if (reading->event.type != YAML_DOCUMENT_START_EVENT) {
            continue;
        }
        if (++documents > 1) {
            fail_at(reading, reading->event.start_mark, "expected one document in a file");
        } else if (step(reading)) {
            value = read_value(reading, 0);
        }
    }
    return value;
}

const struct yaml_value *yaml_read(const struct yaml_source *source, struct arena *arena)
{
    int before = source->diagnostics->count;
    if (source->bytes.n > YAML_BYTES_MAX) {
        yaml_complain(source, 0, 0, "expected a file of at most %d bytes", YAML_BYTES_MAX);
        return NULL;
    }
    struct reading reading = {.source = source, .arena = arena};
    int is_ready = yaml_parser_initialize(&reading.parser);
    CHECK(is_ready);
    yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)source->bytes.p,
                                 (size_t)source->bytes.n);
    struct yaml_value *value = read_document(&reading);
    if (reading.has_event) {
        yaml_event_delete(&reading.event);
    }
    yaml_parser_delete(&reading.parser);
    return source->diagnostics->count == before ? value : NULL;
}

const struct yaml_value *yaml_find(const struct yaml_value *map, const char *key)
{
    CHECK(map->shape == YAML_SHAPE_MAP);
    for (const struct yaml_value *value = map->first; value != NULL; value = value->next) {
        if (str_equal(value->key, key)) {
            return value;
        }
    }
    return NULL;
}

const char *yaml_library_version(void)
{
    return yaml_get_version_string();
}
