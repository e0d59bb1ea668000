#include "content/record.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"

static const char *const shape_words[] = {
    [YAML_SHAPE_SCALAR] = "a single value",
    [YAML_SHAPE_LIST] = "a list",
    [YAML_SHAPE_MAP] = "a record of fields",
};

struct field_reading {
    const struct field_def *def;
    const struct yaml_value *at;
    const struct yaml_source *source;
    struct field *field;
};

static bool wrong_shape(const struct field_reading *reading, const char *expected)
{
    yaml_complain(reading->source, reading->at->line, reading->at->column,
                  "%s: expected %s, not %s", reading->def->value.name, expected,
                  shape_words[reading->at->shape]);
    return false;
}

/* True when there is a value at all: "text:" and "text: ~" have none. */
static bool has_value(const struct field_reading *reading)
{
    const struct yaml_value *at = reading->at;
    bool is_null = !at->is_quoted &&
                   (at->text.n == 0 || str_equal(at->text, "~") || str_equal(at->text, "null"));
    if (is_null) {
        yaml_complain(reading->source, at->line, at->column, "%s: expected a value: %s",
                      reading->def->value.name, reading->def->value.help);
    }
    return !is_null;
}

/* ---- the shapes ------------------------------------------------------------------------ */

static bool read_input(struct field *field, const struct value_def *def, struct str text,
                       bool is_kept, struct error *err)
{
    /* Dice would be stored in inputs: here they are only checked. */
    struct inputs inputs;
    inputs.dice_count = 0;
    inputs.reading = is_kept ? DICE_LOGGED : DICE_TYPED;
    return input_parse(&field->value, &inputs, def, text, err) == STATUS_OK;
}

static bool read_scalar_value(const struct field_reading *reading)
{
    struct error err;
    if (!read_input(reading->field, &reading->def->value, reading->at->text,
                    reading->source->is_kept, &err)) {
        bool is_named =
            strncmp(err.text, reading->def->value.name, strlen(reading->def->value.name)) == 0;
        yaml_complain(reading->source, reading->at->line, reading->at->column, "%s%s%s",
                      is_named ? "" : reading->def->value.name, is_named ? "" : ": ", err.text);
        return false;
    }
    return true;
}

static bool is_name(struct str text, int most)
{
    if (text.n == 0 || text.n > most || !char_is_letter(text.p[0])) {
        return false;
    }
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (!(char_is_letter(c) && c == char_lower(c)) && !char_is_digit(c) && c != '-') {
            return false;
        }
    }
    return true;
}

static bool read_name(const struct field_reading *reading)
{
    if (!is_name(reading->at->text, reading->def->value.high)) {
        yaml_complain(
            reading->source, reading->at->line, reading->at->column,
            "%s: expected a name of lower-case letters, digits and -, beginning with a "
            "letter, at most %d",
            reading->def->value.name, reading->def->value.high);
        return false;
    }
    return true;
}

static bool read_text(const struct field_reading *reading)
{
    int n = reading->at->text.n;
    if (n < 1 || n > reading->def->value.high) {
        yaml_complain(reading->source, reading->at->line, reading->at->column,
                      "%s: expected a text of 1 to %d bytes, not %d", reading->def->value.name,
                      reading->def->value.high, n);
        return false;
    }
    return true;
}

static bool read_single(const struct field_reading *reading)
{
    if (reading->at->shape != YAML_SHAPE_SCALAR) {
        return wrong_shape(reading, "a single value");
    }
    if (!has_value(reading)) {
        return false;
    }
    reading->field->text = reading->at->text;
    switch (reading->def->shape) {
    case RECORD_VALUE:
        return read_scalar_value(reading);
    case RECORD_NAME:
        return read_name(reading);
    case RECORD_TEXT:
        return read_text(reading);
    case RECORD_LIST:
    case RECORD_RECORDS:
    case RECORD_WORDS:
        break;
    }
    return true;
}

/* The entries of a list or a map. */
static bool read_entries(const struct field_reading *reading, enum yaml_shape wanted)
{
    if (reading->at->count < 1 || reading->at->count > reading->def->value.high) {
        yaml_complain(reading->source, reading->at->line, reading->at->column,
                      "%s: expected 1 to %d entries, not %d", reading->def->value.name,
                      reading->def->value.high, reading->at->count);
        return false;
    }
    for (const struct yaml_value *entry = reading->at->first; entry != NULL;
         entry = entry->next) {
        struct field_reading inner = *reading;
        inner.at = entry;
        if (entry->shape != wanted) {
            return wrong_shape(&inner, shape_words[wanted]);
        }
    }
    return true;
}

static bool read_list(const struct field_reading *reading, enum yaml_shape wanted,
                      const char *expected)
{
    return reading->at->shape == YAML_SHAPE_LIST ? read_entries(reading, wanted)
                                                 : wrong_shape(reading, expected);
}

static bool read_field(const struct field_reading *reading)
{
    switch (reading->def->shape) {
    case RECORD_VALUE:
    case RECORD_NAME:
    case RECORD_TEXT:
        return read_single(reading);
    case RECORD_LIST:
        return reading->at->shape == YAML_SHAPE_SCALAR
                   ? read_single(reading)
                   : read_list(reading, YAML_SHAPE_SCALAR, "a value or a list of them");
    case RECORD_WORDS:
        return reading->at->shape == YAML_SHAPE_MAP
                   ? read_entries(reading, YAML_SHAPE_SCALAR)
                   : wrong_shape(reading, "words with their values, {name: word}");
    case RECORD_RECORDS:
        break;
    }
    return read_list(reading, YAML_SHAPE_MAP, "a list of records");
}

/* ---- the whole ------------------------------------------------------------------------- */

enum { KNOWN_SIZE = 200 };

static void tell_unknown(const struct record_def *def, const struct yaml_value *entry,
                         const struct yaml_source *source)
{
    struct nearest nearest;
    nearest_init(&nearest, entry->key);
    TEXT_BUFFER(known, KNOWN_SIZE);
    bool has_room = true;
    for (int i = 0; i < def->count; i++) {
        const char *name = def->fields[i].value.name;
        nearest_offer(&nearest, name);
        /* A long list is cut between two names. */
        bool fits = known.n + (int)strlen(name) + 8 < KNOWN_SIZE;
        if (has_room) {
            text_add(&known, "%s%s", i == 0 ? "" : ", ", fits ? name : "...");
        }
        has_room = has_room && fits;
    }
    yaml_complain(source, entry->key_line, entry->key_column,
                  "%s: %s has no such field%s%s%s %s", utf8_shown(entry->key).text, def->what,
                  nearest.best != NULL ? "; did you mean " : "",
                  nearest.best != NULL ? nearest.best : "",
                  nearest.best != NULL ? "? It has" : "; it has", known.p);
}

static bool is_known(const struct record_def *def, const struct yaml_value *entry,
                     const struct yaml_source *source)
{
    for (int i = 0; i < def->count; i++) {
        if (str_equal(entry->key, def->fields[i].value.name)) {
            return true;
        }
    }
    tell_unknown(def, entry, source);
    return false;
}

static bool read_or_default(struct field *field, const struct field_def *def,
                            const struct yaml_value *at, const struct yaml_source *source)
{
    field->text = (struct str){"", 0};
    field->at = yaml_find(at, def->value.name);
    if (field->at != NULL) {
        return read_field(&(struct field_reading){def, field->at, source, field});
    }
    if (def->value.is_required) {
        yaml_complain(source, at->line, at->column, "%s: missing: %s", def->value.name,
                      def->value.help);
        return false;
    }
    if (def->shape == RECORD_VALUE && def->value.fallback != NULL) {
        struct error err;
        CHECK(read_input(field, &def->value, str_of(def->value.fallback), false, &err));
    }
    return true;
}

bool record_read(struct record *out, const struct record_def *def, const struct yaml_value *at,
                 const struct yaml_source *source)
{
    CHECK(def->count <= RECORD_FIELDS_MAX);
    memset(out, 0, sizeof *out);
    out->at = at;
    if (at->shape != YAML_SHAPE_MAP) {
        yaml_complain(source, at->line, at->column, "expected %s with its fields, not %s",
                      def->what, shape_words[at->shape]);
        return false;
    }
    bool is_right = true;
    for (const struct yaml_value *entry = at->first; entry != NULL; entry = entry->next) {
        is_right = is_known(def, entry, source) && is_right;
    }
    for (int i = 0; i < def->count && !diagnostics_full(source->diagnostics); i++) {
        out->field[i].is_wrong = !read_or_default(&out->field[i], &def->fields[i], at, source);
        is_right = is_right && !out->field[i].is_wrong;
    }
    return is_right;
}
