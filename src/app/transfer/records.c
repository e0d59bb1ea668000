#include "app/transfer/records.h"

#include <stdlib.h>
#include <string.h>

#include "app/report/report.h"
#include "base/array.h"
#include "base/utf8.h"
#include "store/changes.h"

/* ---- as values -------------------------------------------------------------------------- */

/* The next entry of a list as it is typed. */
static bool next_entry(struct str *rest, struct text *out)
{
    *rest = str_trimmed_start(*rest);
    if (rest->n == 0) {
        return false;
    }
    bool is_quoted = rest->p[0] == '"';
    int at = is_quoted;
    while (at < rest->n && (is_quoted || rest->p[at] != ',')) {
        bool is_mark = is_quoted && rest->p[at] == '"';
        if (is_mark && (at + 1 >= rest->n || rest->p[at + 1] != '"')) {
            break;
        }
        at += is_mark;
        text_add_char(out, rest->p[at++]);
    }
    while (at < rest->n && rest->p[at] != ',') {
        at++;
    }
    at += at < rest->n;
    *rest = (struct str){rest->p + at, rest->n - at};
    return true;
}

static json_t *list_of(struct str typed)
{
    json_t *list = json_array();
    TEXT_BUFFER(entry, DRAFT_VALUE_SIZE);
    while (next_entry(&typed, &entry)) {
        json_array_append_new(list, report_string(str_trimmed((struct str){entry.p, entry.n})));
        entry = text_over(entry.p, entry.size);
    }
    return list;
}

json_t *record_values(const struct kind_draft *draft)
{
    json_t *values = json_object();
    for (int i = 0; i < draft->kind->fields_count; i++) {
        const struct library_field_def *def = &draft->kind->fields[i];
        const char *typed = draft->value[i];
        int64_t number;
        if (typed[0] == '\0') {
            continue;
        }
        bool is_number = def->shape == RECORD_VALUE && def->value.kind == VALUE_NUMBER &&
                         str_to_int64(str_of(typed), INT64_MIN, INT64_MAX, &number);
        report_set(values, def->value.name,
                   is_number                   ? json_integer(number)
                   : def->shape == RECORD_LIST ? list_of(str_of(typed))
                                               : report_string(str_of(typed)));
    }
    return values;
}

/* ---- back ------------------------------------------------------------------------------- */

bool record_value_add(json_t *value, struct text *out)
{
    size_t i;
    json_t *one;
    if (json_is_string(value)) {
        text_add_str(out,
                     (struct str){json_string_value(value), (int)json_string_length(value)});
    } else if (json_is_integer(value)) {
        text_add(out, "%lld", (long long)json_integer_value(value));
    } else if (json_is_boolean(value)) {
        text_add(out, "%s", json_is_true(value) ? "yes" : "no");
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, one)
        {
            TEXT_BUFFER(entry, DRAFT_VALUE_SIZE);
            text_add(out, "%s", i > 0 ? ", " : "");
            if (json_is_array(one) || !record_value_add(one, &entry) || entry.is_cut) {
                return false;
            }
            kind_entry_format((struct str){entry.p, entry.n}, out);
        }
    } else {
        return false;
    }
    return true;
}

enum status record_values_take(struct kind_draft *draft, json_t *values, struct error *err)
{
    const char *key;
    json_t *value;
    json_object_foreach(values, key, value)
    {
        char typed[DRAFT_VALUE_SIZE];
        TEXT_BUFFER(words, DRAFT_VALUE_SIZE);
        int field = kind_field_named(draft->kind, str_of(key), err);
        if (field < 0) {
            return err->code;
        }
        if (!record_value_add(value, &words) || words.is_cut) {
            return error_set(err, STATUS_USAGE, "", "%s: expected %s of at most %d bytes",
                             draft->kind->fields[field].value.name,
                             draft->kind->fields[field].shape == RECORD_LIST ? "a list"
                                                                             : "a value",
                             DRAFT_VALUE_SIZE - 1);
        }
        utf8_clean(typed, sizeof typed, (struct str){words.p, words.n});
        memcpy(draft->value[field], typed, strlen(typed) + 1);
    }
    return STATUS_OK;
}

struct str record_name_in(struct str text)
{
    static const char key[] = "  - name: "; /* it stands before the other fields */
    const int n = (int)sizeof key - 1;
    for (int i = 0; i + n <= text.n; i++) {
        if ((i == 0 || text.p[i - 1] == '\n') && memcmp(text.p + i, key, (size_t)n) == 0) {
            struct str rest = {text.p + i + n, text.n - i - n};
            const char *end = memchr(rest.p, '\n', (size_t)rest.n);
            rest.n = end != NULL ? (int)(end - rest.p) : rest.n;
            return str_unquoted(rest);
        }
    }
    return (struct str){0};
}

/* ---- texts of the campaign --------------------------------------------------------------- */

static bool take_text(void *context, const struct change *change)
{
    struct kept_texts *texts = context;
    if (change->is_set) {
        texts->one =
            array_grown(texts->one, texts->count, &texts->room, sizeof *texts->one, realloc);
        char *text = malloc((size_t)change->new.n + 1);
        CHECK(texts->one != NULL && text != NULL);
        text_copy(text, change->new.n + 1, change->new);
        texts->one[texts->count++] = (struct kept_text){change->thing_id, text};
    }
    return true;
}

static int by_id(const void *a, const void *b)
{
    const struct kept_text *one = a, *other = b;
    return one->id < other->id ? -1 : one->id > other->id;
}

enum status kept_texts_read(struct kept_texts *out, struct campaign *campaign,
                            const char *thing, const char *field, struct error *err)
{
    enum status status =
        changes_present(campaign, str_of(thing), str_of(field), 0, take_text, out, err);
    if (out->count > 1) {
        qsort(out->one, (size_t)out->count, sizeof out->one[0], by_id);
    }
    return status;
}

void kept_texts_free(struct kept_texts *texts)
{
    for (int i = 0; i < texts->count; i++) {
        free(texts->one[i].text);
    }
    free(texts->one);
    *texts = (struct kept_texts){.one = NULL};
}
