#include "app/transfer/statblocks.h"

#include <stdlib.h>
#include <string.h>

#include "app/prepared/prepared_run.h"
#include "app/report/report.h"
#include "app/transfer/conversions.h"
#include "app/transfer/records.h"
#include "content/encounter_text.h"
#include "content/import/import.h"
#include "content/yaml_values.h"
#include "games/games.h"

enum { BESIDE_SIZE = 1 << 20, MEMORY_SIZE = 256 << 10 };

/* ---- one kind --------------------------------------------------------------------------- */

/* The block's own keys: what each row of the conversion would have read. */
static void add_printed(json_t *block, const struct conversion *conversion, json_t *record)
{
    for (int i = 0; i < conversion->count; i++) {
        const struct conversion_row *row = &conversion->row[i];
        json_t *value = json_object_get(record, row->field);
        TEXT_BUFFER(typed, 200);
        TEXT_BUFFER(printed, 200);
        bool is_printed = false; /* by a row before it */
        for (int k = 0; k < i && value != NULL && !is_printed; k++) {
            is_printed =
                strcmp(conversion->row[k].field, row->field) == 0 &&
                json_object_get(block, import_field_key(conversion->row[k].from)) != NULL;
        }
        if (value == NULL || is_printed || !record_value_add(value, &typed) ||
            !conversion_back(row, (struct str){typed.p, typed.n}, &printed)) {
            continue;
        }
        bool is_dice = memchr(printed.p, 'd', (size_t)printed.n) != NULL;
        enum import_field field =
            is_dice && row->or_from == IMPORT_HIT_DICE ? row->or_from : row->from;
        int64_t ascending;
        if (field == IMPORT_ARMOR && str_to_int64(str_of(printed.p), 0, 1000, &ascending)) {
            printed = text_over(printed.p, printed.size);
            text_add(&printed, "%d [%d]", 19 - (int)ascending, (int)ascending);
        }
        json_object_set_new(block, import_field_key(field), report_string(str_of(printed.p)));
    }
}

/* What reading those keys gives, and what it does not: the rest stands under `referee`. */
static void add_rest(json_t *block, const struct conversion *conversion, json_t *kind)
{
    struct arena arena;
    struct import import;
    const char *key;
    json_t *value;
    void *memory = malloc(MEMORY_SIZE);
    CHECK(memory != NULL);
    arena_init(&arena, memory, MEMORY_SIZE);
    CHECK(import_begin(&import, &arena) && import_creature(&import, str_of("x"), 0) != NULL);
    json_object_foreach(block, key, value)
    {
        import_clause(&import, str_of(key), str_of(json_string_value(value)),
                      IMPORT_ARMOR_UNKNOWN);
    }
    import_finish(&import);
    json_t *rest = json_object();
    json_object_set(rest, "game", json_object_get(kind, "game"));
    json_object_set(rest, "kind", json_object_get(kind, "kind"));
    json_t *record = json_object_get(kind, "record");
    for (int i = 0; i < conversion->count; i++) { /* what is read, and must not be */
        const struct conversion_row *row = &conversion->row[i];
        TEXT_BUFFER(read, 200);
        TEXT_BUFFER(mark, 100);
        if (json_object_get(record, row->field) == NULL &&
            conversion_value(row, import.first, &read, &mark)) {
            json_object_set_new(rest, row->field, json_string("-"));
        }
    }
    json_object_foreach(record, key, value)
    {
        TEXT_BUFFER(typed, 2000);
        TEXT_BUFFER(read, 200);
        TEXT_BUFFER(mark, 100);
        bool is_read = false;
        for (int i = 0; i < conversion->count && !is_read; i++) {
            is_read = strcmp(conversion->row[i].field, key) == 0 &&
                      conversion_value(&conversion->row[i], import.first, &read, &mark);
        }
        bool is_same =
            is_read && record_value_add(value, &typed) && strcmp(typed.p, read.p) == 0;
        if (!is_same) {
            json_object_set(rest, key, value);
        }
    }
    json_object_set_new(block, "referee", rest);
    free(memory);
}

/* "bog-imp" as "Bog imp". */
static void add_title(struct str name, struct text *out)
{
    for (int i = 0; i < name.n; i++) {
        char c = name.p[i];
        bool is_first = i == 0 && c >= 'a' && c <= 'z';
        text_add_char(out, (char)(is_first ? c - 'a' + 'A' : c == '-' ? ' ' : c));
    }
}

static void add_fence(const char *word, const char *inner, struct text *out)
{
    text_add(out, "```%s\n", word);
    text_add_str(out, str_of(inner));
    text_add(out, "```\n");
}

static void add_kind(json_t *kind, struct text *out)
{
    const char *game = json_string_value(json_object_get(kind, "game"));
    const struct system *system = system_find(str_of(game));
    json_t *record = json_object_get(kind, "record");
    const char *name = json_string_value(json_object_get(record, "name"));
    const char *told = json_string_value(json_object_get(kind, "told"));
    if (record == NULL || name == NULL) {
        return;
    }
    struct conversion *conversion = calloc(1, sizeof *conversion);
    CHECK(conversion != NULL);
    const struct procedure *procedure = games_find(system);
    const char *usual = procedure->fills != NULL ? procedure->fills : procedure->kinds[0].name;
    if (strcmp(usual, json_string_value(json_object_get(kind, "kind"))) == 0) {
        conversion_of(system, conversion);
    }
    TEXT_BUFFER(title, 100);
    add_title(str_of(name), &title);
    json_t *block = json_object();
    add_printed(block, conversion, record);
    add_rest(block, conversion, kind);
    json_t *whole = json_object();
    json_object_set_new(whole, "name", json_string(title.p));
    json_object_update(whole, block);
    char *inner = yaml_values_write(whole);
    CHECK(inner != NULL);
    text_add(out, "## %s\n\n", title.p);
    add_fence("statblock", inner, out);
    if (told != NULL) {
        text_add(out, "\n%s\n", told);
    }
    text_add(out, "\n");
    free(inner);
    json_decref(whole);
    json_decref(block);
    free(conversion);
}

/* ---- one prepared encounter ------------------------------------------------------------- */

static struct str part_of(const struct yaml_value *entry, const char *key)
{
    const struct yaml_value *value = yaml_find(entry, key);
    return value != NULL && value->shape == YAML_SHAPE_SCALAR ? value->text : (struct str){0};
}

/* "- 3: Shrike, 7", "- 1: {creature: Shrike, name: Hookbill, hp: 7}". */
static void add_creature(const struct yaml_value *entry, bool is_ally, struct text *out)
{
    struct str kind = part_of(entry, "kind"), name = part_of(entry, "name");
    struct str count = part_of(entry, "count"), points = part_of(entry, "hp");
    int64_t number;
    TEXT_BUFFER(shown, 200);
    add_title(kind.n > 0 ? kind : name, &shown);
    bool has_points = points.n > 0 && str_to_int64(points, 1, 100000, &number);
    text_add(out, "  - %.*s: ", count.n > 0 ? count.n : 1, count.n > 0 ? count.p : "1");
    if (kind.n > 0 && name.n > 0 && !str_equal_any_case(kind, name)) {
        text_add(out, "{creature: %s, name: ", shown.p);
        encounter_add_scalar(out, name);
        if (has_points) {
            text_add(out, ", hp: %lld", (long long)number);
        }
        text_add(out, "%s}", is_ally ? ", ally: true" : "");
    } else {
        text_add(out, "%s", shown.p);
        if (has_points) {
            text_add(out, ", %lld", (long long)number);
        }
        text_add(out, "%s", is_ally ? ", ally" : "");
    }
    text_add_char(out, '\n');
}

static void add_creatures(const struct encounter_text *text, struct text *out)
{
    static const enum encounter_part parts[] = {ENCOUNTER_PARTY, ENCOUNTER_FOES};
    text_add(out, "creatures:\n");
    for (int i = 0; i < 2; i++) {
        const struct yaml_value *list = text->part[parts[i]];
        const struct yaml_value *one =
            list != NULL && list->shape == YAML_SHAPE_LIST ? list->first : NULL;
        for (; one != NULL; one = one->next) {
            if (one->shape == YAML_SHAPE_MAP) {
                add_creature(one, parts[i] == ENCOUNTER_PARTY, out);
            }
        }
    }
}

static void add_encounter(json_t *encounter, struct text *out)
{
    static const enum encounter_part prose[] = {ENCOUNTER_PLACE, ENCOUNTER_WANTS,
                                                ENCOUNTER_READ, ENCOUNTER_NOTES};
    const char *name = json_string_value(json_object_get(encounter, "name"));
    const char *bytes = json_string_value(json_object_get(encounter, "text"));
    struct prepared_parts parts;
    prepared_parts_open(&parts, str_of(bytes), name);
    text_add(out, "## %s\n\n```encounter\nname: ", name);
    encounter_add_scalar(out, str_of(name));
    text_add(out, "\n");
    if (parts.is_open) {
        add_creatures(&parts.text, out);
    }
    text_add(out, "```\n\n");
    for (size_t i = 0; i < sizeof prose / sizeof prose[0] && parts.is_open; i++) {
        struct str words = encounter_text_part(&parts.text, prose[i]);
        if (words.n > 0) {
            text_add(out, "**%s** ", encounter_part_key(prose[i]));
            text_add_str(out, words);
            text_add(out, "\n\n");
        }
    }
    prepared_parts_close(&parts);
}

char *statblocks_write(json_t *document)
{
    size_t i;
    json_t *one;
    char *whole = json_dumps(document, 0); /* a note says no value more than three times */
    CHECK(whole != NULL);
    int size = (int)strlen(whole) * 3 + BESIDE_SIZE;
    char *note = malloc((size_t)size);
    CHECK(note != NULL);
    struct text out = text_over(note, size);
    free(whole);
    json_array_foreach(json_object_get(document, "kinds"), i, one)
    {
        add_kind(one, &out);
    }
    json_array_foreach(json_object_get(document, "encounters"), i, one)
    {
        add_encounter(one, &out);
    }
    CHECK(!out.is_cut);
    return note;
}
