#include "tracker/library.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"

bool library_names_equal(struct str a, struct str b)
{
    if (a.n != b.n) {
        return false;
    }
    for (int i = 0; i < a.n; i++) {
        char x = a.p[i] == ' ' ? '-' : char_lower(a.p[i]);
        char y = b.p[i] == ' ' ? '-' : char_lower(b.p[i]);
        if (x != y) {
            return false;
        }
    }
    return true;
}

const struct library_record *library_find(const struct library *library, const char *kind,
                                          struct str name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, kind) != 0) {
            continue;
        }
        if (library_names_equal(name, str_of(record->name))) {
            return record;
        }
        nearest_offer(&nearest, record->name);
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
