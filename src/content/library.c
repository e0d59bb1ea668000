#include "content/library.h"

#include <string.h>

#include "content/record.h"

struct record_origin {
    const char *file;
    enum status code;
    int layer;
    int line, column;
    const struct place *const *place; /* of each field, of each of its texts */
};

struct place {
    int line, column;
};

/* One record while it is read. */
struct reading {
    struct library_set *set;
    const struct yaml_source *source;
    const struct library_kind *kind;
    const char *file;
};

static void *keep(const struct reading *reading, const struct yaml_value *at, size_t count,
                  size_t size)
{
    void *kept = arena_take(reading->set->arena, count, size);
    if (kept == NULL) {
        yaml_complain(reading->source, at->line, at->column,
                      "there is no room for this: the library is too large");
    }
    return kept;
}

static const char *keep_text(const struct reading *reading, const struct yaml_value *at,
                             struct str text)
{
    char *kept = keep(reading, at, (size_t)text.n + 1, 1);
    if (kept != NULL) {
        memcpy(kept, text.p, (size_t)text.n);
    }
    return kept;
}

/* ---- the grammar ----------------------------------------------------------------------- */

static bool is_wanted(const struct library_kind *kind, const char *attribute)
{
    for (int i = 0; kind->attributes[i] != NULL; i++) {
        if (strcmp(kind->attributes[i], "*") == 0 ||
            strcmp(kind->attributes[i], attribute) == 0) {
            return true;
        }
    }
    return false;
}

/* A copy of the kind that has the attributes of the system among its fields; false when there
 * is no room. What is left out in a file has no value: what is usual is the rules' affair. */
static bool add_attributes(struct library_kind *kind, const struct system *system,
                           struct arena *arena)
{
    int most = kind->fields_count + system->attributes_count;
    struct library_field_def *fields = arena_take(arena, (size_t)most, sizeof *fields);
    if (fields == NULL) {
        return false;
    }
    memcpy(fields, kind->fields, (size_t)kind->fields_count * sizeof *fields);
    for (int i = 0; i < system->attributes_count; i++) {
        if (is_wanted(kind, system->attributes[i].name)) {
            struct library_field_def *field = &fields[kind->fields_count++];
            *field = (struct library_field_def){.value = system->attributes[i],
                                                .shape = RECORD_VALUE};
            field->value.fallback = NULL;
            field->value.is_required = false;
        }
    }
    kind->fields = fields;
    return true;
}

/* The kinds with all their fields; NULL when there is no room. */
static const struct library_kind *whole_kinds(const struct library_kind *kinds, int count,
                                              const struct system *system, struct arena *arena)
{
    struct library_kind *whole = arena_take(arena, (size_t)count, sizeof *whole);
    bool has_room = whole != NULL;
    for (int i = 0; i < count && has_room; i++) {
        whole[i] = kinds[i];
        has_room = kinds[i].attributes == NULL || add_attributes(&whole[i], system, arena);
    }
    return has_room ? whole : NULL;
}

/* A kind's fields in the words of content/record.h. */
static struct record_def kind_def(const struct library_kind *kind,
                                  struct field_def fields[RECORD_FIELDS_MAX])
{
    CHECK(kind->fields_count <= RECORD_FIELDS_MAX);
    for (int i = 0; i < kind->fields_count; i++) {
        CHECK(kind->fields[i].shape != RECORD_RECORDS);
        fields[i] = (struct field_def){kind->fields[i].shape, kind->fields[i].value};
    }
    return (struct record_def){kind->what, fields, kind->fields_count};
}

/* A file's fields: the lists of the kinds. */
static struct record_def file_def(const struct library_set *set,
                                  struct field_def fields[LIBRARY_KINDS_MAX])
{
    CHECK(set->kinds_count <= LIBRARY_KINDS_MAX);
    for (int i = 0; i < set->kinds_count; i++) {
        fields[i] = (struct field_def){RECORD_RECORDS,
                                       {.name = set->kinds[i].list,
                                        .high = LIBRARY_RECORDS_MAX,
                                        .help = "a list of records"}};
    }
    return (struct record_def){"a file of this game", fields, set->kinds_count};
}

/* ---- one record ------------------------------------------------------------------------ */

static bool check_text(const struct reading *reading, const struct library_field_def *def,
                       const struct yaml_value *at)
{
    struct error err;
    if (def->shape == RECORD_LIST && (at->text.n < 1 || at->text.n > LIBRARY_ENTRY_MAX)) {
        yaml_complain(reading->source, at->line, at->column,
                      "%s: expected a text of 1 to %d bytes, not %d", def->value.name,
                      LIBRARY_ENTRY_MAX, at->text.n);
        return false;
    }
    if (def->check != NULL && !def->check(at->text, &err)) {
        yaml_complain(reading->source, at->line, at->column, "%s: %s", def->value.name,
                      err.text);
        return false;
    }
    return true;
}

/* The texts of one field with their places. */
static bool read_texts(const struct reading *reading, const struct library_field_def *def,
                       const struct yaml_value *at, struct library_texts *out,
                       const struct place **places)
{
    bool is_list = at->shape == YAML_SHAPE_LIST;
    int count = is_list ? at->count : 1;
    const char **text = keep(reading, at, (size_t)count, sizeof *text);
    struct place *place = keep(reading, at, (size_t)count, sizeof *place);
    if (text == NULL || place == NULL) {
        return false;
    }
    bool is_right = true;
    const struct yaml_value *one = is_list ? at->first : at;
    for (int i = 0; i < count; i++, one = one->next) {
        is_right = check_text(reading, def, one) && is_right;
        text[i] = keep_text(reading, one, one->text);
        place[i] = (struct place){one->line, one->column};
        is_right = is_right && text[i] != NULL;
    }
    *out = (struct library_texts){count, text};
    *places = place;
    return is_right;
}

static bool read_fallback(const struct reading *reading, const struct library_field_def *def,
                          const struct yaml_value *at, struct library_texts *out)
{
    if (def->value.fallback == NULL) {
        return true;
    }
    const char **text = keep(reading, at, 1, sizeof *text);
    if (text == NULL) {
        return false;
    }
    text[0] = def->value.fallback;
    *out = (struct library_texts){1, text};
    return true;
}

/* The place of this name: a new one, or that of a record of an earlier layer; -1 when it stands
 * twice, or there is no room. */
static int place_for(const struct reading *reading, const struct field *name)
{
    struct library_set *set = reading->set;
    for (int i = 0; i < set->count; i++) {
        const struct record_origin *origin = &set->origin[i];
        if (set->record[i].kind != reading->kind ||
            !str_equal(name->text, set->record[i].name)) {
            continue;
        }
        if (origin->layer < set->layer) {
            return i;
        }
        char where[ERROR_WHERE_SIZE];
        yaml_complain(reading->source, name->at->line, name->at->column,
                      "name: there is %s %s already, %s", reading->kind->what,
                      set->record[i].name,
                      diagnostics_place(where, origin->file, origin->line, origin->column));
        return -1;
    }
    if (set->count == LIBRARY_RECORDS_MAX) {
        yaml_complain(reading->source, name->at->line, name->at->column,
                      "expected at most %d records in all files", LIBRARY_RECORDS_MAX);
        return -1;
    }
    return set->count++;
}

/* Whether the fields of a record may stand beside each other. */
static bool fits_together(const struct reading *reading, const struct library_record *record,
                          const struct yaml_value *at)
{
    struct error err;
    if (reading->kind->check == NULL || reading->kind->check(record, &err)) {
        return true;
    }
    yaml_complain(reading->source, at->line, at->column, "%s: %s", record->name, err.text);
    return false;
}

static void read_record(const struct reading *reading, const struct yaml_value *at)
{
    struct field_def fields[RECORD_FIELDS_MAX];
    struct record_def def = kind_def(reading->kind, fields);
    struct record record;
    bool is_read = record_read(&record, &def, at, reading->source);
    struct library_texts *texts = keep(reading, at, (size_t)def.count, sizeof *texts);
    const struct place **places = keep(reading, at, (size_t)def.count, sizeof *places);
    bool is_right = is_read && texts != NULL && places != NULL;
    /* The texts of a record with a wrong field are read as well, for all that is wrong with it.
     */
    for (int i = 0; i < def.count && texts != NULL && places != NULL; i++) {
        const struct library_field_def *field = &reading->kind->fields[i];
        const struct yaml_value *value = record.field[i].at;
        if (record.field[i].is_wrong) {
            continue;
        }
        is_right = (value != NULL ? read_texts(reading, field, value, &texts[i], &places[i])
                                  : read_fallback(reading, field, at, &texts[i])) &&
                   is_right;
    }
    struct library_record whole = {reading->kind, is_right ? texts[0].text[0] : "", texts};
    is_right = is_right && fits_together(reading, &whole, at);
    int index = is_right ? place_for(reading, &record.field[0]) : -1;
    if (index >= 0) {
        reading->set->record[index] = whole;
        reading->set->origin[index] = (struct record_origin){
            reading->file, reading->source->code, reading->set->layer, at->line, at->column,
            places};
    }
}

/* ---- files ----------------------------------------------------------------------------- */

bool library_begin(struct library_set *set, const struct library_kind *kinds, int kinds_count,
                   const struct system *system, struct arena *arena, struct arena *scratch)
{
    const struct library_kind *whole = whole_kinds(kinds, kinds_count, system, arena);
    if (whole == NULL) {
        return false;
    }
    *set = (struct library_set){
        .arena = arena, .scratch = scratch, .kinds = whole, .kinds_count = kinds_count};
    set->record = arena_take(arena, LIBRARY_RECORDS_MAX, sizeof *set->record);
    set->origin = arena_take(arena, LIBRARY_RECORDS_MAX, sizeof *set->origin);
    return set->record != NULL && set->origin != NULL;
}

void library_next_layer(struct library_set *set)
{
    set->layer++;
}

void library_read(struct library_set *set, const struct yaml_source *source)
{
    size_t mark = set->scratch->used;
    int before = source->diagnostics->count;
    const struct yaml_value *file = yaml_read(source, set->scratch);
    struct field_def fields[LIBRARY_KINDS_MAX];
    struct record_def def = file_def(set, fields);
    struct record record;
    if (file == NULL && source->diagnostics->count == before) {
        yaml_complain(source, 1, 1,
                      "expected a list of records, such as %s:", def.fields[0].value.name);
    }
    if (file != NULL && record_read(&record, &def, file, source)) {
        struct reading reading = {.set = set, .source = source};
        reading.file = keep_text(&reading, file, str_of(source->file));
        for (int i = 0; i < set->kinds_count && reading.file != NULL; i++) {
            reading.kind = &set->kinds[i];
            const struct yaml_value *at =
                record.field[i].at != NULL ? record.field[i].at->first : NULL;
            for (; at != NULL && !diagnostics_full(source->diagnostics); at = at->next) {
                read_record(&reading, at);
            }
        }
    }
    set->scratch->used = mark;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* What one text of a field must be beside the others: the name of a record, or as the field
 * says. */
static bool fits_among(const struct library *library, const struct library_field_def *def,
                       struct str text, struct error *err)
{
    return (def->refers == NULL || library_find(library, def->refers, text, err) != NULL) &&
           (def->check_among == NULL || def->check_among(library, text, err));
}

static void look_up(const struct library_set *set, struct diagnostics *diagnostics, int index,
                    int field)
{
    const struct library_record *record = &set->record[index];
    const struct record_origin *origin = &set->origin[index];
    const struct library_field_def *def = &record->kind->fields[field];
    const struct library library = {set->record, set->count};
    for (int i = 0; i < record->field[field].count && origin->place[field] != NULL; i++) {
        struct error err;
        char where[ERROR_WHERE_SIZE];
        const struct place *place = &origin->place[field][i];
        if (!fits_among(&library, def, str_of(record->field[field].text[i]), &err)) {
            diagnostics_add(diagnostics, origin->code,
                            diagnostics_place(where, origin->file, place->line, place->column),
                            "%s: %s", def->value.name, err.text);
        }
    }
}

void library_finish(struct library_set *set, struct diagnostics *diagnostics,
                    struct library *out)
{
    *out = (struct library){set->record, set->count};
    /* A record that could not be read would be missed by every one that names it. */
    bool is_sound = diagnostics->count == 0;
    for (int i = 0; i < set->count && is_sound; i++) {
        for (int k = 0; k < set->record[i].kind->fields_count; k++) {
            look_up(set, diagnostics, i, k);
        }
    }
}
