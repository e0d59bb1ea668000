#include "content/library.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "content/record.h"

struct record_origin {
    struct library_file *file;
    int line, column;
    const struct place *const *place; /* for each field, for each of its texts */
};

struct library_file {
    const char *name;
    enum status code;
    enum library_place place;
    bool is_faulty; /* no records are taken from it */
};

struct place {
    int line, column;
};

/* One record while it is read. */
struct reading {
    struct library_set *set;
    const struct yaml_source *source;
    const struct library_kind *kind;
    struct library_file *file;
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

/* A copy of the kind with the attributes of the system among its fields; false when there is no
 * room. A field left out in a file has no value: defaults are a matter of the rules. */
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

/* ---- finding by name ------------------------------------------------------------------- */

/* The slot of a record with this kind and name: the last one read, or a free slot. */
static int slot_of(const struct library_set *set, const struct library_kind *kind,
                   const char *name)
{
    int slots = 2 * set->room;
    int at = library_slot(str_of(name), slots);
    while (set->slot[at] >= 0 && (set->record[set->slot[at]].kind != kind ||
                                  strcmp(set->record[set->slot[at]].name, name) != 0)) {
        at = (at + 1) & (slots - 1);
    }
    return at;
}

static void index_all(struct library_set *set)
{
    for (int i = 0; i < 2 * set->room; i++) {
        set->slot[i] = -1;
    }
    for (int i = 0; i < set->count; i++) {
        set->slot[slot_of(set, set->record[i].kind, set->record[i].name)] = i;
    }
}

/* ---- one record ------------------------------------------------------------------------ */

/* Dice that an older version of the notation understood. */
static bool are_kept_dice(const struct reading *reading, struct str text)
{
    struct dice_expr expr;
    return reading->source->is_kept && dice_expr_parse(&expr, text, NULL) != STATUS_OK &&
           dice_expr_parse_as(NULL, &expr, text, DICE_LOGGED, NULL) == STATUS_OK;
}

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
    if (def->check != NULL && !def->check(at->text, &err) &&
        !are_kept_dice(reading, at->text)) {
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

/* Makes room for more records; false when there is none. */
static bool grow(struct library_set *set)
{
    int room = set->room == 0 ? 64 : 2 * set->room;
    struct library_record *records = arena_take(set->arena, (size_t)room, sizeof *records);
    struct record_origin *origins = arena_take(set->arena, (size_t)room, sizeof *origins);
    int *slots = arena_take(set->arena, 2 * (size_t)room, sizeof *slots);
    if (records == NULL || origins == NULL || slots == NULL) {
        return false;
    }
    if (set->count > 0) {
        memcpy(records, set->record, (size_t)set->count * sizeof *records);
        memcpy(origins, set->origin, (size_t)set->count * sizeof *origins);
    }
    set->record = records;
    set->origin = origins;
    set->room = room;
    set->slot = slots;
    index_all(set);
    return true;
}

static int add_record(struct library_set *set, const struct library_record *record,
                      const struct record_origin *origin)
{
    set->record[set->count] = *record;
    set->origin[set->count] = *origin;
    set->slot[slot_of(set, record->kind, record->name)] = set->count;
    return set->count++;
}

/* True when a record of this name may be added: no other one of its layer has the name, and
 * there is room. */
static bool may_join(const struct reading *reading, const struct field *name)
{
    struct library_set *set = reading->set;
    int found = set->room == 0 ? -1 : set->slot[slot_of(set, reading->kind, name->text.p)];
    const struct record_origin *origin = found >= 0 ? &set->origin[found] : NULL;
    if (origin != NULL && origin->file->place == reading->file->place) {
        char where[ERROR_WHERE_SIZE];
        yaml_complain(
            reading->source, name->at->line, name->at->column,
            "name: there is %s %s already, %s", reading->kind->what, set->record[found].name,
            diagnostics_place(where, origin->file->name, origin->line, origin->column));
        return false;
    }
    if (set->count == LIBRARY_RECORDS_MAX) {
        yaml_complain(reading->source, name->at->line, name->at->column,
                      "expected at most %d records in all files", LIBRARY_RECORDS_MAX);
        return false;
    }
    if (set->count == set->room && !grow(set)) {
        yaml_complain(reading->source, name->at->line, name->at->column,
                      "there is no room for this: the library is too large");
        return false;
    }
    return true;
}

/* True when the fields of a record fit each other. */
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
    /* A kind's fields in the words of content/record.h. */
    const struct library_kind *kind = reading->kind;
    CHECK(kind->fields_count <= RECORD_FIELDS_MAX);
    for (int i = 0; i < kind->fields_count; i++) {
        CHECK(kind->fields[i].shape != RECORD_RECORDS);
        fields[i] = (struct field_def){kind->fields[i].shape, kind->fields[i].value};
    }
    struct record_def def = (struct record_def){kind->what, fields, kind->fields_count};
    struct record record;
    bool is_read = record_read(&record, &def, at, reading->source);
    struct library_texts *texts = keep(reading, at, (size_t)def.count, sizeof *texts);
    const struct place **places = keep(reading, at, (size_t)def.count, sizeof *places);
    bool is_right = is_read && texts != NULL && places != NULL;
    /* The texts of a record with a wrong field are read too, to report every mistake. */
    for (int i = 0; i < def.count && texts != NULL && places != NULL; i++) {
        const struct library_field_def *field = &reading->kind->fields[i];
        const struct yaml_value *value = record.field[i].at;
        if (record.field[i].is_wrong) {
            continue;
        }
        if (!(value != NULL ? read_texts(reading, field, value, &texts[i], &places[i])
                            : read_fallback(reading, field, at, &texts[i]))) {
            is_right = false;
            texts[i] = (struct library_texts){0}; /* others are not checked against it */
        }
    }
    bool has_name = texts != NULL && places != NULL && texts[0].count == 1;
    struct library_record whole = {.kind = reading->kind,
                                   .name = has_name ? texts[0].text[0] : "",
                                   .field = texts,
                                   .place = reading->file->place,
                                   .stamp = reading->set->stamp,
                                   .id = reading->set->id};
    is_right = is_right && fits_together(reading, &whole, at);
    bool stays = is_right || (has_name && reading->set->only_checks);
    if (stays && may_join(reading, &record.field[0])) {
        add_record(reading->set, &whole,
                   &(struct record_origin){reading->file, at->line, at->column, places});
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
    return true;
}

void library_next_layer(struct library_set *set)
{
    CHECK(set->place + 1 < LIBRARY_PLACES);
    set->place++;
}

/* The records of the file's lists; false when something was wrong. */
static bool read_lists(const struct library_set *set, struct reading *reading)
{
    const struct yaml_source *source = reading->source;
    int before = source->diagnostics->count;
    const struct yaml_value *file = yaml_read(source, set->scratch);
    struct field_def fields[LIBRARY_KINDS_MAX];
    /* A file's fields: the lists of the kinds. */
    CHECK(set->kinds_count <= LIBRARY_KINDS_MAX);
    for (int i = 0; i < set->kinds_count; i++) {
        fields[i] = (struct field_def){RECORD_RECORDS,
                                       {.name = set->kinds[i].list,
                                        .high = LIBRARY_RECORDS_MAX,
                                        .help = "a list of records"}};
    }
    struct record_def def =
        (struct record_def){"a file of this game", fields, set->kinds_count};
    struct record record;
    if (file == NULL && source->diagnostics->count == before) {
        yaml_complain(source, 1, 1,
                      "expected a list of records, such as %s:", def.fields[0].value.name);
    }
    if (file == NULL || !record_read(&record, &def, file, source)) {
        return false;
    }
    for (int i = 0; i < set->kinds_count; i++) {
        reading->kind = &set->kinds[i];
        const struct yaml_value *at =
            record.field[i].at != NULL ? record.field[i].at->first : NULL;
        for (; at != NULL && !diagnostics_full(source->diagnostics); at = at->next) {
            read_record(reading, at);
        }
    }
    return source->diagnostics->count == before;
}

bool library_read(struct library_set *set, const struct yaml_source *source)
{
    size_t scratch_mark = set->scratch->used, mark = set->arena->used;
    struct library_set before = *set;
    struct reading reading = {.set = set, .source = source};
    const struct yaml_value start = {.line = 1, .column = 1};
    reading.file = keep(&reading, &start, 1, sizeof *reading.file);
    const char *name = keep_text(&reading, &start, str_of(source->file));
    bool is_right =
        reading.file != NULL && name != NULL && !diagnostics_full(source->diagnostics);
    if (is_right) {
        *reading.file =
            (struct library_file){.name = name, .code = source->code, .place = set->place};
        is_right = read_lists(set, &reading);
    }
    if (!is_right && !set->only_checks) {
        *set = before; /* no records are taken from it */
        set->arena->used = mark;
        if (set->room > 0) {
            index_all(set);
        }
    }
    set->scratch->used = scratch_mark;
    return is_right;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Checks one text of a field against the other records: it must be the name of one, or as the
 * field says. */
static bool fits_among(const struct library *library, const struct library_field_def *def,
                       struct str text, struct error *err)
{
    return (def->refers == NULL || library_find(library, def->refers, text, err) != NULL) &&
           (def->check_among == NULL || def->check_among(library, text, err));
}

bool library_fits(const struct library *library, const struct library_record *record,
                  struct error *err)
{
    for (int k = 0; k < record->kind->fields_count; k++) {
        const struct library_field_def *def = &record->kind->fields[k];
        struct error own;
        for (int i = 0; i < record->field[k].count; i++) {
            if (!fits_among(library, def, str_of(record->field[k].text[i]), &own)) {
                error_set(err, STATUS_USAGE, "", "%s: %s", def->value.name, own.text);
                return false;
            }
        }
    }
    return true;
}

/* False when something is wrong, which is then among the diagnostics. */
static bool look_up(const struct library *library, const struct library_record *record,
                    const struct record_origin *origin, struct diagnostics *diagnostics)
{
    bool is_right = true;
    for (int k = 0; k < record->kind->fields_count; k++) {
        const struct library_field_def *def = &record->kind->fields[k];
        for (int i = 0; i < record->field[k].count && origin->place[k] != NULL; i++) {
            struct error err;
            char where[ERROR_WHERE_SIZE];
            const struct place *place = &origin->place[k][i];
            if (!fits_among(library, def, str_of(record->field[k].text[i]), &err)) {
                diagnostics_add(
                    diagnostics, origin->file->code,
                    diagnostics_place(where, origin->file->name, place->line, place->column),
                    "%s: %s", def->value.name, err.text);
                is_right = false;
            }
        }
    }
    return is_right;
}

/* The records of the valid files, the last of each name in the place of the first. The origin
 * of the i-th is origins[i]. */
static void lay_over(const struct library_set *set, struct library_record *records,
                     const struct record_origin **origins, int *slot, struct library *out)
{
    int slots = 2 * set->room;
    *out = (struct library){.record = records,
                            .kinds = set->kinds,
                            .kinds_count = set->kinds_count,
                            .slot = slot,
                            .slots = slots};
    memset(slot, -1, (size_t)slots * sizeof *slot);
    for (int i = 0; i < set->count; i++) {
        const struct library_record *record = &set->record[i];
        int at = library_slot(str_of(record->name), slots);
        if (set->origin[i].file->is_faulty) {
            continue;
        }
        while (slot[at] >= 0 && (records[slot[at]].kind != record->kind ||
                                 strcmp(records[slot[at]].name, record->name) != 0)) {
            at = (at + 1) & (slots - 1);
        }
        slot[at] = slot[at] >= 0 ? slot[at] : out->count++;
        records[slot[at]] = *record;
        origins[slot[at]] = &set->origin[i];
    }
}

/* Marks files with names that lead nowhere as faulty; returns whether any was found. */
static bool find_faulty(const struct library *library,
                        const struct record_origin *const *origins,
                        struct diagnostics *diagnostics)
{
    bool found = false;
    for (int i = 0; i < library->count; i++) {
        if (!look_up(library, &library->record[i], origins[i], diagnostics)) {
            origins[i]->file->is_faulty = true;
            found = true;
        }
    }
    return found;
}

void library_finish(struct library_set *set, struct diagnostics *diagnostics,
                    struct library *out)
{
    size_t room = (size_t)set->room;
    set->finished_at = set->arena->used;
    struct library_record *records = arena_take(set->arena, room, sizeof *records);
    const struct record_origin **origins = arena_take(set->arena, room, sizeof *origins);
    int *slot = arena_take(set->arena, 2 * room, sizeof *slot);
    *out = (struct library){.kinds = set->kinds, .kinds_count = set->kinds_count};
    if (room == 0) {
        return;
    }
    if (records == NULL || origins == NULL || slot == NULL) {
        diagnostics_add(diagnostics, STATUS_FULL, "", "the library is too large");
        return;
    }
    do {
        lay_over(set, records, origins, slot, out);
    } while (find_faulty(out, origins, diagnostics));
}

struct nearest_question library_nearest(const struct library *library, struct str name)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < library->count; i++) {
        nearest_offer(&nearest, library->record[i].name);
    }
    return nearest_question(&nearest);
}

void library_reopen(struct library_set *set)
{
    set->arena->used = set->finished_at;
    for (int i = 0; i < set->count; i++) {
        set->origin[i].file->is_faulty = false; /* found again */
    }
}

void library_drop(struct library_set *set, int64_t id)
{
    int kept = 0;
    for (int i = 0; i < set->count; i++) {
        if (set->record[i].place != LIBRARY_CAMPAIGN || set->record[i].id != id) {
            set->record[kept] = set->record[i];
            set->origin[kept++] = set->origin[i];
        }
    }
    if (kept < set->count) {
        set->count = kept;
        index_all(set);
    }
}

/* ---- a record that is being written ---------------------------------------------------- */

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

void kind_entry_format(struct str entry, struct text *out)
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
            kind_entry_format(str_of(texts->text[i]), out);
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
        /* "Gully Goblin" in the form of record names. The reader reports what is still wrong.
         */
        struct str name = str_of(typed);
        for (int i = 0; i < name.n; i++) {
            bool is_gap = name.p[i] == ' ' || name.p[i] == '_';
            text_add_char(&text, is_gap ? '-' : char_lower(name.p[i]));
        }
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
            struct str value = str_of(draft->value[i]);
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
