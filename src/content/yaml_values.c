#include "content/yaml_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "base/diagnostics.h"

/* ---- writing ---------------------------------------------------------------------------- */

struct written {
    char *bytes;
    size_t n, room;
};

static int write_bytes(void *context, unsigned char *bytes, size_t n)
{
    struct written *out = context;
    if (out->n + n + 1 > out->room) {
        size_t room = (out->n + n + 1) * 2;
        char *grown = realloc(out->bytes, room);
        if (grown == NULL) {
            return 0;
        }
        out->bytes = grown;
        out->room = room;
    }
    memcpy(out->bytes + out->n, bytes, n);
    out->n += n;
    out->bytes[out->n] = '\0';
    return 1;
}

static bool emit(yaml_emitter_t *emitter, int is_made, yaml_event_t *event)
{
    return is_made != 0 && yaml_emitter_emit(emitter, event) != 0;
}

/* Words that some reader of YAML takes for no text. */
static bool is_reserved(struct str text)
{
    static const char *const words[] = {"true", "false", "yes", "no",  "on",
                                        "off",  "y",     "n",   "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_any_case(text, str_of(words[i]))) {
            return true;
        }
    }
    return false;
}

/* Letters, digits, blanks and a few signs, which mean nothing in YAML. */
static bool is_plain(struct str text)
{
    if (text.n == 0 || !char_is_letter(text.p[0]) || text.p[text.n - 1] == ' ' ||
        is_reserved(text)) {
        return false;
    }
    for (int i = 0; i < text.n; i++) {
        if (!char_is_letter(text.p[i]) && !char_is_digit(text.p[i]) &&
            strchr(" -_.,'()/+", text.p[i]) == NULL) {
            return false;
        }
    }
    return true;
}

/* True when a block of lines is read back as it is: not where it begins with a blank, or has
 * line ends of another kind than '\n', which are not kept. */
static bool is_block(struct str text)
{
    if (text.n == 0 || memchr(text.p, '\n', (size_t)text.n) == NULL ||
        char_is_space(text.p[0])) {
        return false;
    }
    for (int i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        unsigned char next = i + 1 < text.n ? (unsigned char)text.p[i + 1] : 0;
        bool is_other_end = c == '\r' || (c == 0xC2 && next == 0x85) ||
                            (c == 0xE2 && next == 0x80) || c == 0xEF;
        if (is_other_end || (c < ' ' && c != '\n') || c == 0x7F) {
            return false;
        }
    }
    return true;
}

static bool emit_scalar(yaml_emitter_t *emitter, struct str text, yaml_scalar_style_t style)
{
    yaml_event_t event;
    return emit(emitter,
                yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text.p,
                                             text.n, 1, 1, style),
                &event);
}

static bool emit_text(yaml_emitter_t *emitter, struct str text)
{
    return emit_scalar(emitter, text,
                       is_plain(text)   ? YAML_PLAIN_SCALAR_STYLE
                       : is_block(text) ? YAML_LITERAL_SCALAR_STYLE
                                        : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

static bool emit_value(yaml_emitter_t *emitter, json_t *value);

static bool emit_list(yaml_emitter_t *emitter, json_t *list)
{
    yaml_event_t event;
    size_t i;
    json_t *one;
    bool is_of_values = true;
    json_array_foreach(list, i, one)
    {
        is_of_values = is_of_values && !json_is_object(one) && !json_is_array(one);
    }
    bool is_right =
        emit(emitter,
             yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                  is_of_values && json_array_size(list) <= 12
                                                      ? YAML_FLOW_SEQUENCE_STYLE
                                                      : YAML_BLOCK_SEQUENCE_STYLE),
             &event);
    json_array_foreach(list, i, one)
    {
        is_right = is_right && emit_value(emitter, one);
    }
    return is_right && emit(emitter, yaml_sequence_end_event_initialize(&event), &event);
}

static bool emit_map(yaml_emitter_t *emitter, json_t *map)
{
    yaml_event_t event;
    const char *key;
    json_t *one;
    bool is_right = emit(
        emitter,
        yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE),
        &event);
    json_object_foreach(map, key, one)
    {
        is_right = is_right && emit_text(emitter, str_of(key)) && emit_value(emitter, one);
    }
    return is_right && emit(emitter, yaml_mapping_end_event_initialize(&event), &event);
}

static bool emit_value(yaml_emitter_t *emitter, json_t *value)
{
    char number[40];
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return emit_map(emitter, value);
    case JSON_ARRAY:
        return emit_list(emitter, value);
    case JSON_STRING:
        return emit_text(
            emitter, (struct str){json_string_value(value), (int)json_string_length(value)});
    case JSON_INTEGER:
        text_format(number, sizeof number, "%lld", (long long)json_integer_value(value));
        break;
    case JSON_REAL:
        text_format(number, sizeof number, "%.17g", json_real_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        text_format(number, sizeof number, json_is_true(value) ? "true" : "false");
        break;
    case JSON_NULL:
        text_format(number, sizeof number, "null");
        break;
    }
    return emit_scalar(emitter, str_of(number), YAML_PLAIN_SCALAR_STYLE);
}

char *yaml_values_write(json_t *value)
{
    yaml_emitter_t emitter;
    yaml_event_t event;
    struct written out = {NULL, 0, 0};
    if (!yaml_emitter_initialize(&emitter)) {
        return NULL;
    }
    yaml_emitter_set_output(&emitter, write_bytes, &out);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_width(&emitter, -1);
    bool is_right =
        emit(&emitter, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING),
             &event) &&
        emit(&emitter, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1),
             &event) &&
        emit_value(&emitter, value) &&
        emit(&emitter, yaml_document_end_event_initialize(&event, 1), &event) &&
        emit(&emitter, yaml_stream_end_event_initialize(&event), &event);
    yaml_emitter_delete(&emitter);
    if (!is_right) {
        free(out.bytes);
        return NULL;
    }
    return out.bytes;
}

/* ---- reading ---------------------------------------------------------------------------- */

struct reading {
    yaml_parser_t parser;
    yaml_event_t event; /* the present one */
    bool has_event;
    int values;
    const char *file;
    struct error *err; /* its code is set once reading has failed */
};

static json_t *fail(struct reading *reading, yaml_mark_t mark, const char *why)
{
    char place[ERROR_WHERE_SIZE];
    error_set(reading->err, STATUS_USAGE,
              diagnostics_place(place, reading->file, (int)mark.line + 1, (int)mark.column + 1),
              "%s", why);
    return NULL;
}

static bool step(struct reading *reading)
{
    if (reading->has_event) {
        yaml_event_delete(&reading->event);
    }
    reading->has_event = yaml_parser_parse(&reading->parser, &reading->event) != 0;
    CHECK(reading->parser.error != YAML_MEMORY_ERROR); /* which is no mistake in the text */
    if (!reading->has_event) {
        const char *problem = reading->parser.problem;
        fail(reading, reading->parser.problem_mark, problem != NULL ? problem : "no YAML");
    }
    return reading->has_event;
}

static json_t *read_scalar(struct reading *reading)
{
    const char *bytes = (const char *)reading->event.data.scalar.value;
    struct str text = {bytes, (int)reading->event.data.scalar.length};
    int64_t number;
    if (reading->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
        if (str_equal(text, "true") || str_equal(text, "false")) {
            return json_boolean(text.p[0] == 't');
        }
        if (text.n == 0 || str_equal(text, "null") || str_equal(text, "~")) {
            return json_null();
        }
        if (str_to_int64(text, INT64_MIN, INT64_MAX, &number)) {
            return json_integer(number);
        }
    }
    json_t *value = json_stringn(bytes, (size_t)text.n);
    return value != NULL ? value
                         : fail(reading, reading->event.start_mark, "expected text in UTF-8");
}

static json_t *read_value(struct reading *reading, int depth);

static json_t *read_map(struct reading *reading, int depth)
{
    json_t *map = json_object();
    bool is_right = true;
    while (is_right && (is_right = step(reading)) &&
           reading->event.type != YAML_MAPPING_END_EVENT) {
        if (reading->event.type != YAML_SCALAR_EVENT) {
            fail(reading, reading->event.start_mark, "expected a word as the key");
            is_right = false;
            break;
        }
        json_t *key = json_stringn((const char *)reading->event.data.scalar.value,
                                   reading->event.data.scalar.length);
        if (key == NULL || memchr(json_string_value(key), '\0', json_string_length(key)) ||
            json_object_get(map, json_string_value(key)) != NULL) {
            fail(reading, reading->event.start_mark,
                 key == NULL ? "expected text in UTF-8" : "this key is there already");
            json_decref(key);
            is_right = false;
            break;
        }
        json_t *one = step(reading) ? read_value(reading, depth + 1) : NULL;
        is_right =
            one != NULL && json_object_set_new_nocheck(map, json_string_value(key), one) == 0;
        json_decref(key);
    }
    if (!is_right) {
        json_decref(map);
        return NULL;
    }
    return map;
}

/* The value that begins with the present event. */
static json_t *read_value(struct reading *reading, int depth)
{
    yaml_mark_t mark = reading->event.start_mark;
    if (depth > VALUES_DEPTH_MAX || ++reading->values > VALUES_MAX) {
        return fail(reading, mark,
                    depth > VALUES_DEPTH_MAX ? "too deep within each other"
                                             : "too many values");
    }
    switch (reading->event.type) {
    case YAML_SCALAR_EVENT:
        if (reading->event.data.scalar.anchor != NULL ||
            reading->event.data.scalar.tag != NULL) {
            return fail(reading, mark, "anchors and tags are not read here");
        }
        return read_scalar(reading);
    case YAML_SEQUENCE_START_EVENT:
        if (reading->event.data.sequence_start.anchor != NULL) {
            return fail(reading, mark, "anchors and tags are not read here");
        }
        json_t *list = json_array();
        while (step(reading) && reading->event.type != YAML_SEQUENCE_END_EVENT) {
            json_t *one = read_value(reading, depth + 1);
            if (one == NULL || json_array_append_new(list, one) != 0) {
                json_decref(list);
                return NULL;
            }
        }
        if (!reading->has_event) {
            json_decref(list);
            return NULL;
        }
        return list;
    case YAML_MAPPING_START_EVENT:
        if (reading->event.data.mapping_start.anchor != NULL) {
            return fail(reading, mark, "anchors and tags are not read here");
        }
        return read_map(reading, depth);
    case YAML_ALIAS_EVENT:
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        break;
    }
    return fail(reading, mark, "expected a value");
}

json_t *yaml_values_read(struct str text, const char *file, struct error *err)
{
    struct reading reading = {.file = file, .err = err};
    json_t *value = NULL;
    if (!yaml_parser_initialize(&reading.parser)) {
        error_set(err, STATUS_IO, file, "out of memory");
        return NULL;
    }
    yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)text.p,
                                 (size_t)text.n);
    if (step(&reading) && step(&reading)) { /* the stream, and its document */
        if (reading.event.type == YAML_STREAM_END_EVENT) {
            fail(&reading, reading.event.start_mark, "expected a value");
        } else if (step(&reading)) {
            value = read_value(&reading, 0);
        }
    }
    if (value != NULL && step(&reading) && step(&reading) &&
        reading.event.type != YAML_STREAM_END_EVENT) {
        fail(&reading, reading.event.start_mark, "expected one document, not several");
        json_decref(value);
        value = NULL;
    } else if (value != NULL && !reading.has_event) {
        json_decref(value);
        value = NULL;
    }
    if (reading.has_event) {
        yaml_event_delete(&reading.event);
    }
    yaml_parser_delete(&reading.parser);
    return value;
}
