#include "support/import_check.h"

#include <stdlib.h>

enum { MEMORY_SIZE = 4 << 20 };

void import_check_text(struct str text, bool has_lines)
{
    for (int i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        CHECK(c >= ' ' || (has_lines && c == '\n'));
        CHECK(c != 0x7F);
    }
}

void import_check(struct import *import)
{
    import_finish(import);
    int count = 0;
    for (const struct import_creature *one = import->first; one != NULL; one = one->next) {
        count++;
        import_check_text(one->name, false);
        import_check_text(one->note, true);
        for (int i = 0; i < IMPORT_FIELDS; i++) {
            import_check_text(one->value[i].words, false);
            import_check_text(one->value[i].dice, false);
        }
        for (int i = 0; i < one->morale_others; i++) {
            import_check_text(one->morale_other[i].label, false);
        }
    }
    CHECK(count == import->count);
    for (const struct import_remark *one = import->first_remark; one != NULL; one = one->next) {
        import_check_text(one->name, false);
        import_check_text(one->why, true);
    }
}

void import_check_reader(void (*read)(struct import *import, struct str text), struct str text)
{
    struct arena arena;
    struct import import;
    void *memory = malloc(MEMORY_SIZE);
    CHECK(memory != NULL);
    arena_init(&arena, memory, MEMORY_SIZE);
    CHECK(import_begin(&import, &arena));
    read(&import, text);
    import_check(&import);
    free(memory);
}
