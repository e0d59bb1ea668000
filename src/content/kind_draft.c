#include "content/kind_draft.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "content/record.h"

_Static_assert((int)DRAFT_FIELDS_MAX == (int)RECORD_FIELDS_MAX,
               "a draft has every field of a record");

void kind_draft_begin(struct kind_draft *draft, const struct library_kind *kind)
{
    CHECK(kind->fields_count <= DRAFT_FIELDS_MAX);
    memset(draft, 0, sizeof *draft);
    draft->kind = kind;
}

/* ---- fields as they are typed ---------------------------------------------------------- */

/* Adds it in quotes; quotes within are written as `mark` and a quote. */
static void add_quoted(struct str value, char mark, struct text *out)
{
    text_add_char(out, '"');
    for (int i = 0; i < value.n; i++) {
        if (value.p[i] == '"' || value.p[i] == mark) {
            text_add_char(out, mark);
        }
        text_add_char(out, value.p[i]);
    }
    text_add_char(out, '"');
}

static void add_entry(struct str entry, struct text *out)
{
    bool is_plain = memchr(entry.p, ',', (size_t)entry.n) == NULL && entry.p[0] != '"' &&
                    !str_equal(entry, "-");
    if (is_plain) {
        text_add_str(out, entry);
    } else {
        add_quoted(entry, '"', out);
    }
}

void kind_field_format(const struct library_record *record, int field, struct text *out)
{
    const struct library_texts *texts = &record->field[field];
    bool is_list = record->kind->fields[field].shape == RECORD_LIST;
    for (int i = 0; i < texts->count; i++) {
        text_add(out, "%s", i == 0 ? "" : ", ");
        if (is_list) {
            add_entry(str_of(texts->text[i]), out);
        } else {
            text_add_str(out, str_of(texts->text[i]));
        }
    }
}

static bool is_fallback(const struct library_field_def *def, const struct library_texts *texts)
{
    return def->value.fallback != NULL && texts->count == 1 &&
           strcmp(texts->text[0], def->value.fallback) == 0;
}

void kind_draft_take(struct kind_draft *draft, const struct library_record *record)
{
    kind_draft_begin(draft, record->kind);
    for (int i = 0; i < record->kind->fields_count; i++) {
        struct text text = text_over(draft->value[i], DRAFT_VALUE_SIZE);
        if (!is_fallback(&record->kind->fields[i], &record->field[i])) {
            kind_field_format(record, i, &text);
        }
    }
}

int kind_field_named(const struct library_kind *kind, struct str name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < kind->fields_count; i++) {
        if (str_equal_any_case(name, str_of(kind->fields[i].value.name))) {
            return i;
        }
        nearest_offer(&nearest, kind->fields[i].value.name);
    }
    error_set(err, STATUS_USAGE, "", "%s has no %s%s", kind->what, utf8_shown(name).text,
              nearest_question(&nearest).text);
    return -1;
}

/* "Gully Goblin" in the form of record names. The reader reports what is still wrong. */
static void write_name(struct str name, struct text *out)
{
    for (int i = 0; i < name.n; i++) {
        bool is_gap = name.p[i] == ' ' || name.p[i] == '_';
        text_add_char(out, is_gap ? '-' : char_lower(name.p[i]));
    }
}

enum status kind_draft_set(struct kind_draft *draft, int field, struct str value,
                           struct error *err)
{
    const struct library_field_def *def = &draft->kind->fields[field];
    char typed[DRAFT_VALUE_SIZE];
    struct text text = text_over(draft->value[field], DRAFT_VALUE_SIZE);
    value = str_trimmed(value);
    if (def->shape != RECORD_LIST) {
        value = str_trimmed(str_unquoted(value));
    }
    if (value.n >= DRAFT_VALUE_SIZE) {
        return error_set(err, STATUS_USAGE, "", "%s: expected at most %d bytes, not %d",
                         def->value.name, DRAFT_VALUE_SIZE - 1, value.n);
    }
    utf8_clean(typed, sizeof typed, value);
    if (str_equal(value, "-")) {
        return STATUS_OK;
    }
    if (def->shape == RECORD_NAME) {
        write_name(str_of(typed), &text);
    } else {
        text_add_str(&text, str_of(typed));
    }
    return STATUS_OK;
}

/* ---- the text -------------------------------------------------------------------------- */

/* In quotes, so that no character in it is special to the reader. */
static void write_scalar(struct str value, struct text *out)
{
    add_quoted(value, '\\', out);
}

/* The next entry of a list as it is typed, without its quotes; "" when there is none. */
static struct str next_entry(struct str *rest, char entry[DRAFT_VALUE_SIZE])
{
    struct text text = text_over(entry, DRAFT_VALUE_SIZE);
    bool is_quoted = false;
    *rest = str_trimmed_start(*rest);
    if (rest->n > 0 && rest->p[0] == '"') {
        is_quoted = true;
        *rest = (struct str){rest->p + 1, rest->n - 1};
    }
    while (rest->n > 0 && (is_quoted || rest->p[0] != ',')) {
        bool is_mark = is_quoted && rest->p[0] == '"';
        int used = is_mark && rest->n > 1 && rest->p[1] == '"' ? 2 : 1;
        is_quoted = is_quoted && (!is_mark || used == 2);
        if (!is_mark || used == 2) {
            text_add_char(&text, rest->p[0]);
        }
        *rest = (struct str){rest->p + used, rest->n - used};
    }
    if (rest->n > 0) {
        *rest = (struct str){rest->p + 1, rest->n - 1};
    }
    return str_trimmed((struct str){entry, text.n});
}

static void write_list(struct str value, struct text *out)
{
    char entry[DRAFT_VALUE_SIZE];
    int count = 0;
    text_add_char(out, '[');
    while (value.n > 0) {
        struct str one = next_entry(&value, entry);
        if (one.n > 0) {
            text_add(out, "%s", count++ > 0 ? ", " : "");
            write_scalar(one, out);
        }
    }
    text_add_char(out, ']');
}

void kind_draft_write(const struct kind_draft *draft, struct text *out)
{
    text_add(out, "%s:\n", draft->kind->list);
    const char *before = "  - ";
    for (int i = 0; i < draft->kind->fields_count; i++) {
        const struct library_field_def *def = &draft->kind->fields[i];
        if (draft->value[i][0] == '\0') {
            continue;
        }
        text_add(out, "%s%s: ", before, def->value.name);
        if (def->shape == RECORD_LIST) {
            write_list(str_of(draft->value[i]), out);
        } else {
            write_scalar(str_of(draft->value[i]), out);
        }
        text_add_char(out, '\n');
        before = "    ";
    }
    if (before[2] == '-') {
        text_add(out, "  - {}\n");
    }
}

/* ---- what a field takes ---------------------------------------------------------------- */

static void write_choices(const char *const *choices, struct text *out)
{
    for (int i = 0; choices[i] != NULL; i++) {
        text_add(out, "%s%s", i == 0 ? "" : choices[i + 1] == NULL ? " or " : ", ", choices[i]);
    }
}

static void expect_value(const struct value_def *def, struct text *out)
{
    switch (def->kind) {
    case VALUE_NUMBER:
        text_add(out, "%d to %d", def->low, def->high);
        break;
    case VALUE_FLAG:
        text_add(out, "yes or no");
        break;
    case VALUE_CHOICE:
        write_choices(def->choices, out);
        break;
    case VALUE_DICE:
        text_add(out, "dice, such as 2d6+1");
        break;
    case VALUE_DECIMAL:
    case VALUE_SPAN:
        text_add(out, "a number");
        break;
    }
}

void kind_field_expects(const struct library_field_def *field, struct text *out)
{
    switch (field->shape) {
    case RECORD_VALUE:
        expect_value(&field->value, out);
        break;
    case RECORD_NAME:
        text_add(out, "a name of at most %d letters, digits and -", field->value.high);
        break;
    case RECORD_TEXT:
        if (field->refers != NULL) {
            text_add(out, "the name of a record (%s)", field->refers);
        } else {
            text_add(out, "at most %d bytes", field->value.high);
        }
        break;
    case RECORD_LIST:
        text_add(out, "at most %d, separated by commas", field->value.high);
        break;
    case RECORD_RECORDS:
    case RECORD_WORDS:
        break;
    }
}
