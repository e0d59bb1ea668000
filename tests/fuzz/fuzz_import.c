/* Any bytes as a page of stat lines, a note, JSON of another program, or our own document: the
 * readers end, within their memory, and nothing that they tell has a control character in it.
 * What our own reader takes, our own writer writes so that it is read as the same. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "content/import/import.h"
#include "content/import/json_records.h"
#include "content/import/notes.h"
#include "content/import/stat_lines.h"
#include "content/yaml_values.h"

enum { MEMORY_SIZE = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(struct str text, bool has_lines)
{
    for (int i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        CHECK(c >= ' ' || (has_lines && c == '\n'));
        CHECK(c != 0x7F);
    }
}

static void check_import(struct import *import)
{
    import_finish(import);
    int count = 0;
    for (const struct import_creature *one = import->first; one != NULL; one = one->next) {
        count++;
        check_text(one->name, false);
        check_text(one->note, true);
        for (int i = 0; i < IMPORT_FIELDS; i++) {
            check_text(one->value[i].words, false);
            check_text(one->value[i].dice, false);
        }
        for (int i = 0; i < one->morale_others; i++) {
            check_text(one->morale_other[i].label, false);
        }
    }
    CHECK(count == import->count);
    for (const struct import_remark *one = import->first_remark; one != NULL; one = one->next) {
        check_text(one->name, false);
        check_text(one->why, true);
    }
}

static void check_values(struct str text)
{
    struct error err;
    json_t *value = yaml_values_read(text, "x", &err);
    if (value == NULL) {
        check_text(str_of(err.text), false);
        return;
    }
    char *written = yaml_values_write(value);
    CHECK(written != NULL);
    json_t *again = yaml_values_read(str_of(written), "x", &err);
    CHECK(again != NULL && json_equal(again, value));
    json_decref(again);
    json_decref(value);
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {(const char *)data, (int)size};
    for (int reader = 0; reader < 4; reader++) {
        struct arena arena;
        struct import import;
        void *memory = malloc(MEMORY_SIZE);
        CHECK(memory != NULL);
        arena_init(&arena, memory, MEMORY_SIZE);
        CHECK(import_begin(&import, &arena));
        if (reader == 0) {
            json_records_read(&import, text);
        } else if (reader == 3) {
            notes_read_yaml(&import, text, str_of("file"));
        } else if (reader == 1) {
            notes_read(&import, text, str_of("note"));
        } else {
            stat_lines_read(&import, text);
        }
        check_import(&import);
        free(memory);
    }
    check_values(text);
    return 0;
}
