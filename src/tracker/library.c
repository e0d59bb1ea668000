#include "tracker/library.h"

#include <stddef.h>
#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/naming.h"

const char *library_place_word(enum library_place place)
{
    static const char *const words[] = {[LIBRARY_SHIPPED] = "shipped",
                                        [LIBRARY_OWN] = "yours",
                                        [LIBRARY_CAMPAIGN] = "campaign"};
    return words[place];
}

int library_slot(struct str name, int slots)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (int i = 0; i < name.n; i++) {
        unsigned char c = name.p[i] == ' ' ? '-' : (unsigned char)char_lower(name.p[i]);
        hash = (hash ^ c) * 16777619u;
    }
    return (int)(hash & (uint32_t)(slots - 1));
}

static bool is_called(const struct library_record *record, const char *kind, struct str name)
{
    return strcmp(record->kind->name, kind) == 0 &&
           library_names_equal(name, str_of(record->name));
}

static const struct library_record *find(const struct library *library, const char *kind,
                                         struct str name)
{
    if (library->slots == 0) {
        for (int i = 0; i < library->count; i++) {
            if (is_called(&library->record[i], kind, name)) {
                return &library->record[i];
            }
        }
        return NULL;
    }
    int at = library_slot(name, library->slots);
    while (library->slot[at] >= 0) {
        const struct library_record *record = &library->record[library->slot[at]];
        if (is_called(record, kind, name)) {
            return record;
        }
        at = (at + 1) & (library->slots - 1);
    }
    return NULL;
}

const struct library_record *library_find(const struct library *library, const char *kind,
                                          struct str name, struct error *err)
{
    enum { PLAIN_SIZE = 256 };
    char plain[PLAIN_SIZE];
    const struct library_record *found = find(library, kind, name);
    if (found == NULL) { /* names of records have no marks */
        found = find(library, kind, name_in_form(name, NAME_PLAIN, plain, sizeof plain));
    }
    if (found != NULL) {
        return found;
    }
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < library->count && err != NULL; i++) {
        if (strcmp(library->record[i].kind->name, kind) == 0) {
            nearest_offer(&nearest, library->record[i].name);
        }
    }
    char shown[48];
    utf8_clean(shown, sizeof shown, name);
    error_set(err, STATUS_USAGE, "", "there is no %s %s%s", kind, shown,
              nearest_question(&nearest).text);
    return NULL;
}

const struct library_texts *library_list(const struct library_record *record, const char *name)
{
    for (int i = 0; i < record->kind->fields_count; i++) {
        if (strcmp(record->kind->fields[i].value.name, name) == 0) {
            return &record->field[i];
        }
    }
    CHECK(false);
    return NULL;
}

const char *library_text(const struct library_record *record, const char *name)
{
    const struct library_texts *texts = library_list(record, name);
    return texts->count > 0 ? texts->text[0] : NULL;
}

const struct rule_text *rule_text_find(const struct rule_texts *rule_texts, struct str id)
{
    for (int i = 0; i < rule_texts->count; i++) {
        if (str_equal_any_case(id, str_of(rule_texts->rule_text[i].id))) {
            return &rule_texts->rule_text[i];
        }
    }
    return NULL;
}

const char *rule_text_title(const struct rule_texts *rule_texts, const char *id)
{
    const struct rule_text *found = rule_text_find(rule_texts, str_of(id));
    return found != NULL ? found->title : "";
}

static bool is_between(char c)
{
    return c == ' ' || c == ',';
}

const struct rule_text *rule_text_next(const struct rule_texts *rule_texts, struct str *rest)
{
    while (rest->n > 0) {
        /* The longest id that the text begins with: ids may hold blanks and commas themselves.
         */
        struct str text = *rest;
        const struct rule_text *found = NULL;
        int best_length = 0;
        for (int i = 0; i < rule_texts->count; i++) {
            struct str id = str_of(rule_texts->rule_text[i].id);
            struct str head = {text.p, id.n};
            bool is_there = id.n > best_length && id.n <= text.n &&
                            str_equal_any_case(head, id) &&
                            (id.n == text.n || is_between(text.p[id.n]));
            if (is_there) {
                found = &rule_texts->rule_text[i];
                best_length = id.n;
            }
        }
        int skip = found != NULL ? str_of(found->id).n : 0;
        while (found == NULL && skip < rest->n && !is_between(rest->p[skip])) {
            skip++;
        }
        while (skip < rest->n && is_between(rest->p[skip])) {
            skip++;
        }
        *rest = (struct str){rest->p + skip, rest->n - skip};
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}
