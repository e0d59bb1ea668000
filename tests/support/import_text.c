#include "support/import_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

struct str import_text_of_file(const char *path)
{
    static char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    int n = (int)fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return (struct str){bytes, n};
}

static void add_value(struct text *out, enum import_field field,
                      const struct import_value *value)
{
    if (value->words.p == NULL && !value->has_number && value->dice.n == 0) {
        return;
    }
    text_add(out, "    %s:", import_field_name(field));
    if (value->has_number) {
        text_add(out, " %g", value->number);
    }
    if (value->dice.n > 0) {
        text_add(out, " {%s}", value->dice.p);
    }
    if (value->words.p != NULL) {
        text_add(out, " \"%s\"", value->words.p);
    }
    text_add(out, value->mark != NULL ? " (%s)\n" : "\n", value->mark);
}

static void add_creature(struct text *out, const struct import_creature *creature)
{
    text_add(out, "%d: %s%s", creature->line, creature->name.p,
             creature->is_member ? ", a character" : "");
    if (creature->count > 0) {
        text_add(out, " x%d", creature->count);
    }
    for (int i = 0; i < creature->hit_points_count; i++) {
        text_add(out, "%s %d", i == 0 ? ", hit points" : ",", creature->hit_points[i]);
    }
    text_add(out, "\n");
    for (int field = 0; field < IMPORT_FIELDS; field++) {
        add_value(out, (enum import_field)field, &creature->value[field]);
    }
    for (int i = 0; i < creature->morale_others; i++) {
        text_add(out, "    morale %d: %s\n", creature->morale_other[i].score,
                 creature->morale_other[i].label.p);
    }
    struct str note = creature->note;
    while (note.n > 0) {
        const char *end = memchr(note.p, '\n', (size_t)note.n);
        int bytes = end == NULL ? note.n : (int)(end - note.p);
        text_add(out, "    > %.*s\n", bytes, note.p);
        bytes += end != NULL;
        note = (struct str){note.p + bytes, note.n - bytes};
    }
}

static void add_encounter(struct text *out, const struct import_encounter *encounter)
{
    text_add(out, "encounter %s\n", encounter->name.p);
    for (const struct import_entry *one = encounter->first; one != NULL; one = one->next) {
        text_add(out, "    %s x %s%s%s", one->count.p, one->kind.p,
                 one->shown.n > 0 ? " called " : "", one->shown.n > 0 ? one->shown.p : "");
        if (one->hit_points > 0) {
            text_add(out, ", hp %d", one->hit_points);
        }
        text_add(out, "%s\n", one->is_ally ? ", an ally" : "");
    }
    if (encounter->note.n > 0) {
        text_add(out, "    > %s\n", encounter->note.p);
    }
}

void import_text_add(struct text *out, const struct import *import)
{
    for (const struct import_creature *one = import->first; one != NULL; one = one->next) {
        add_creature(out, one);
    }
    for (const struct import_encounter *one = import->first_encounter; one != NULL;
         one = one->next) {
        add_encounter(out, one);
    }
    for (const struct import_remark *one = import->first_remark; one != NULL; one = one->next) {
        text_add(out, "%s at line %d: %s%s%s\n", one->is_left_out ? "left out" : "mended",
                 one->line, one->name.p != NULL ? one->name.p : "", one->name.n > 0 ? ": " : "",
                 one->why.p);
    }
}
