#include "app/library/import.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/file/text_file.h"
#include "app/library/data_files.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/array.h"
#include "base/utf8.h"
#include "content/import/conversion.h"
#include "content/import/json_records.h"
#include "content/import/notes.h"
#include "content/import/stat_lines.h"
#include "content/library.h"
#include "store/changes.h"

enum {
    FILE_BYTES_MAX = 32 << 20,
    MEMORY_SIZE = 128 << 20,
    READING_SIZE = 256 << 20,
    ITEM_SIZE = 64 << 10, /* what is kept of a record needs less */
    SCRATCH_SIZE = 4 << 20,
    PATH_SIZE = 1024
};

/* Memory that the items of a plan are in; only what is used is touched. */
struct import_memory {
    struct arena arena, reading; /* what is kept; what one file needs while it is read */
    void *block, *reading_block;
    struct conversion conversion;
    bool has_conversion;
};

const char *import_state_word(enum import_state state)
{
    static const char *const words[] = {"taken", "merged", "left_out"};
    return words[state];
}

struct import_plan *import_plan_new(void)
{
    struct import_plan *plan = calloc(1, sizeof *plan);
    CHECK(plan != NULL);
    plan->memory = calloc(1, sizeof *plan->memory);
    plan->file = calloc(IMPORT_FILES_MAX, sizeof *plan->file);
    CHECK(plan->memory != NULL && plan->file != NULL);
    plan->memory->block = malloc(MEMORY_SIZE);
    plan->memory->reading_block = malloc(READING_SIZE);
    CHECK(plan->memory->block != NULL && plan->memory->reading_block != NULL);
    arena_init(&plan->memory->arena, plan->memory->block, MEMORY_SIZE);
    return plan;
}

void import_plan_free(struct import_plan *plan)
{
    if (plan != NULL) {
        free(plan->memory->block);
        free(plan->memory->reading_block);
        free(plan->memory);
        free(plan->file);
        free(plan->item);
        free(plan);
    }
}

/* ---- one record ------------------------------------------------------------------------- */

static const char *keep(struct import_plan *plan, const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *kept = arena_take(&plan->memory->arena, bytes, 1);
    CHECK(kept != NULL); /* has_room is asked before each record */
    memcpy(kept, text, bytes);
    return kept;
}

static bool has_room(const struct import_plan *plan)
{
    return plan->memory->arena.size - plan->memory->arena.used >= ITEM_SIZE;
}

static struct import_item *new_item(struct import_plan *plan, const char *name, int line)
{
    plan->item = array_grown(plan->item, plan->count, &plan->room, sizeof *plan->item, realloc);
    CHECK(plan->item != NULL);
    struct import_item *item = &plan->item[plan->count++];
    *item = (struct import_item){
        .name = name, .as = "", .told = "", .other_morale = "", .line = line};
    return item;
}

static void add_why(struct import_plan *plan, struct import_item *item, const char *format, ...)
    LIKE_PRINTF(3, 4);
static void add_why(struct import_plan *plan, struct import_item *item, const char *format, ...)
{
    TEXT_BUFFER(why, ERROR_TEXT_SIZE);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&why, format, arguments);
    va_end(arguments);
    if (item->whys < IMPORT_WHY_MAX) {
        item->why[item->whys++] = keep(plan, why.p);
    }
}

/* A name for a kind, in the form of names: "bog-imp", and "bog-imp-2" for another one. */
static void name_kind(struct kind_draft *draft, const char *name, int number)
{
    TEXT_BUFFER(plain, LIBRARY_NAME_MAX + 1);
    TEXT_BUFFER(end, 16);
    bool is_gap = true;
    if (number > 1) {
        text_add(&end, "-%d", number);
    }
    for (const char *c = name; *c != '\0' && plain.n < LIBRARY_NAME_MAX - end.n; c++) {
        bool is_in = char_is_letter(*c) || (char_is_digit(*c) && plain.n > 0);
        if (is_in || !is_gap) {
            text_add_char(&plain, is_in ? char_lower(*c) : '-');
        }
        is_gap = !is_in;
    }
    while (plain.n > 0 && plain.p[plain.n - 1] == '-') {
        plain.p[--plain.n] = '\0';
    }
    text_format(draft->value[0], sizeof draft->value[0], "%s%s",
                plain.n > 0 ? plain.p : "creature", end.p);
}

static const struct import_item *named(const struct import_plan *plan, const char *as)
{
    for (int i = 0; i < plan->count; i++) {
        if (plan->item[i].text != NULL && strcmp(plan->item[i].as, as) == 0) {
            return &plan->item[i];
        }
    }
    return NULL;
}

/* The description: the clauses that no field of the game takes, as they stand, and the note. */
static void tell(struct import_plan *plan, const struct import_creature *creature,
                 const char *as, struct import_item *item)
{
    static char told[IMPORT_NOTE_MAX + IMPORT_FIELDS * IMPORT_WORDS_MAX];
    TEXT_BUFFER(others, 400);
    struct text out = text_over(told, sizeof told);
    if (!library_names_equal(str_of(item->name), str_of(as))) {
        text_add(&out, "name: %s", item->name);
    }
    if (creature->count > 0) {
        text_add(&out, "%snumber here: %d", out.n > 0 ? "\n" : "", creature->count);
    }
    for (int i = 0; i < IMPORT_FIELDS; i++) {
        const struct import_value *value = &creature->value[i];
        if (value->words.n > 0) {
            text_add(&out, "%s%s: %s", out.n > 0 ? "\n" : "",
                     import_field_name((enum import_field)i), value->words.p);
        }
    }
    if (creature->note.n > 0) {
        text_add(&out, "%s%s", out.n > 0 ? "\n" : "", creature->note.p);
    }
    for (int i = 0; i < creature->morale_others; i++) {
        text_add(&others, "%s%d %s", i > 0 ? "; " : "", creature->morale_other[i].score,
                 creature->morale_other[i].label.p);
    }
    item->told = keep(plan, out.p);
    item->other_morale = keep(plan, str_trimmed(str_of(others.p)).n > 0 ? others.p : "");
}

/* Fills the draft by the conversion of the game; what was assumed becomes a reason. */
static void convert(struct import_plan *plan, const struct import_creature *creature,
                    struct kind_draft *draft, struct import_item *item)
{
    const struct conversion *conversion = &plan->memory->conversion;
    for (int i = 0; i < conversion->count; i++) {
        const struct conversion_row *row = &conversion->row[i];
        TEXT_BUFFER(value, DRAFT_VALUE_SIZE);
        TEXT_BUFFER(mark, 100);
        int field = kind_field_named(draft->kind, str_of(row->field), NULL);
        if (field < 0 || draft->value[field][0] != '\0' ||
            !conversion_value(row, creature, &value, &mark)) {
            continue;
        }
        text_format(draft->value[field], sizeof draft->value[field], "%s", value.p);
        if (mark.n > 0 && row->says[0] != '\0') {
            add_why(plan, item, "%s %s: %s (%s)", row->field, value.p, mark.p, row->says);
        } else if (mark.n > 0) {
            add_why(plan, item, "%s %s: %s", row->field, value.p, mark.p);
        }
    }
    int source = kind_field_named(draft->kind, str_of("source"), NULL);
    if (source >= 0) { /* where the file was is nobody's business later */
        const char *path = plan->file[plan->files - 1].file, *slash = strrchr(path, '/');
        text_format(draft->value[source], LIBRARY_TEXT_MAX, "%s",
                    slash == NULL ? path : slash + 1);
    }
}

/* The fields that a draft sets, for reports. */
static void take_fields(struct import_plan *plan, const struct kind_draft *draft,
                        struct import_item *item)
{
    for (int i = 0; i < draft->kind->fields_count && item->fields < IMPORT_ITEM_FIELDS; i++) {
        if (draft->value[i][0] != '\0') {
            item->field[item->fields].name = draft->kind->fields[i].value.name;
            item->field[item->fields++].value = keep(plan, draft->value[i]);
        }
    }
}

/* The text of the draft, in memory that the next call uses again. */
static const char *text_of(const struct kind_draft *draft)
{
    static char text[DRAFT_TEXT_SIZE];
    struct text whole = text_over(text, sizeof text);
    kind_draft_write(draft, &whole);
    return text;
}

/* Takes a field that the game refuses out of the draft, with the reason; false when no field is
 * to blame. */
static bool leave_out_field(struct import_plan *plan, struct kind_draft *draft,
                            const struct kind_mistake *mistake, struct import_item *item)
{
    if (mistake->field <= 0 || draft->value[mistake->field][0] == '\0') {
        return false;
    }
    add_why(plan, item, "%s left out: %s", draft->kind->fields[mistake->field].value.name,
            mistake->text);
    draft->value[mistake->field][0] = '\0';
    return true;
}

static int mistakes_of(struct sitting *sitting, const struct kind_draft *draft,
                       struct kind_mistake out[DIAGNOSTICS_MAX])
{
    const char *value[DRAFT_FIELDS_MAX];
    for (int i = 0; i < draft->kind->fields_count; i++) {
        value[i] = draft->value[i];
    }
    return sitting_kind_value_mistakes(sitting, value, draft->kind->fields_count, out);
}

/* The same name: the same numbers and words are one kind, others another, which gets a number.
 * False: there is none left. */
static bool find_name(struct sitting *sitting, struct import_plan *plan,
                      struct kind_draft *draft, const char *name, struct import_item *item)
{
    enum { NUMBERS_MAX = 9999 };
    for (int number = 1; number <= NUMBERS_MAX; number++) {
        name_kind(draft, name, number);
        const struct import_item *other = named(plan, draft->value[0]);
        const struct library_record *record = library_find(
            sitting_library(sitting), draft->kind->name, str_of(draft->value[0]), NULL);
        bool is_taken = record != NULL && record->place == LIBRARY_CAMPAIGN;
        if (other != NULL && strcmp(other->told, item->told) == 0 &&
            strcmp(other->text, text_of(draft)) == 0) {
            item->state = IMPORT_MERGED;
            return true;
        }
        if (other == NULL && !is_taken) {
            return true;
        }
    }
    return false;
}

static void add_creature(struct sitting *sitting, struct import_plan *plan,
                         const struct import_creature *creature, const char *otherwise)
{
    const char *name = creature->name.n > 0 ? creature->name.p : otherwise;
    struct import_item *item = new_item(plan, keep(plan, name), creature->line);
    struct kind_draft *draft = malloc(sizeof *draft);
    struct kind_mistake mistakes[DIAGNOSTICS_MAX];
    CHECK(draft != NULL);
    kind_draft_begin(draft, sitting_usual_kind(sitting));
    convert(plan, creature, draft, item);
    name_kind(draft, name, 1);
    int count = mistakes_of(sitting, draft, mistakes);
    while (count > 0 && leave_out_field(plan, draft, &mistakes[0], item)) {
        count = mistakes_of(sitting, draft, mistakes);
    }
    tell(plan, creature, draft->value[0], item);
    bool is_named = count == 0 && find_name(sitting, plan, draft, name, item);
    if (!is_named) {
        item->state = IMPORT_LEFT_OUT;
        add_why(plan, item, "%s",
                count > 0 ? mistakes[0].text : "too many kinds have this name");
        plan->left_out++;
    } else {
        item->as = keep(plan, draft->value[0]);
        take_fields(plan, draft, item);
        if (item->state == IMPORT_MERGED) {
            add_why(plan, item, "the same as another one in this import");
            plan->merged++;
        } else {
            item->text = keep(plan, text_of(draft));
            plan->taken++;
        }
    }
    free(draft);
}

/* ---- files ------------------------------------------------------------------------------ */

struct reading_of_conversion {
    struct conversion *out;
    bool is_right;
};

static void read_conversion(void *reader, const struct yaml_source *source)
{
    struct reading_of_conversion *reading = reader;
    struct arena scratch;
    void *memory = malloc(SCRATCH_SIZE);
    CHECK(memory != NULL);
    arena_init(&scratch, memory, SCRATCH_SIZE);
    reading->is_right = conversion_read(reading->out, source, &scratch);
    free(memory);
}

/* The game's own, or else the generic one. */
static void get_conversion(struct sitting *sitting, struct import_plan *plan)
{
    struct diagnostics diagnostics = {.count = 0};
    struct reading_of_conversion reading = {&plan->memory->conversion, false};
    struct data_files files = {&diagnostics, read_conversion, &reading};
    TEXT_BUFFER(path, 128);
    if (plan->memory->has_conversion) {
        return;
    }
    text_add(&path, "data/%s/import.yaml", state_system(&sitting->state)->id);
    data_files_shipped(&files, path.p);
    if (!reading.is_right) {
        data_files_shipped(&files, "data/generic/import.yaml");
    }
    CHECK(diagnostics.count == 0);
    plan->memory->has_conversion = true;
}

/* The last part of a path without its ending. */
static void stem(const char *path, char *out, int size)
{
    const char *slash = strrchr(path, '/');
    text_format(out, size, "%s", slash == NULL ? path : slash + 1);
    char *dot = strrchr(out, '.');
    if (dot != NULL && dot != out) {
        *dot = '\0';
    }
}

enum status import_plan_add(struct sitting *sitting, struct import_plan *plan, struct str text,
                            const char *name, struct error *err)
{
    char own_name[256];
    struct import import;
    if (plan->files == IMPORT_FILES_MAX) {
        return error_set(err, STATUS_USAGE, name, "expected at most %d files",
                         IMPORT_FILES_MAX);
    }
    get_conversion(sitting, plan);
    stem(name, own_name, sizeof own_name);
    struct import_file *file = &plan->file[plan->files++];
    *file = (struct import_file){.first = plan->count, .kind = "statlines"};
    utf8_clean(file->file, sizeof file->file, str_of(name));
    arena_init(&plan->memory->reading, plan->memory->reading_block, READING_SIZE);
    CHECK(import_begin(&import, &plan->memory->reading));
    if (json_records_are_in(text)) {
        file->kind = "json";
        json_records_read(&import, text);
    } else if (notes_are_in(text)) {
        file->kind = "statblocks";
        notes_read(&import, text, str_of(own_name));
        if (import.count + import.left_out == 0) {
            stat_lines_read(&import, text);
        }
    } else {
        stat_lines_read(&import, text);
    }
    import_finish(&import);
    for (const struct import_creature *one = import.first; one != NULL; one = one->next) {
        if (!has_room(plan)) {
            import.is_full = true;
            break;
        }
        add_creature(sitting, plan, one, own_name);
    }
    for (const struct import_remark *one = import.first_remark; one != NULL && has_room(plan);
         one = one->next) {
        struct import_item *item =
            new_item(plan, keep(plan, one->name.p != NULL ? one->name.p : ""), one->line);
        item->state = one->is_left_out ? IMPORT_LEFT_OUT : IMPORT_MERGED;
        add_why(plan, item, "%s", one->why.p);
        plan->left_out += one->is_left_out;
    }
    if (import.is_full) {
        struct import_item *item = new_item(plan, file->file, 0);
        item->state = IMPORT_LEFT_OUT;
        item->why[item->whys++] = "it is too large: the rest of it was not read";
        plan->left_out++;
    }
    file->count = plan->count - file->first;
    return STATUS_OK;
}

static bool is_wanted(const char *name)
{
    static const char *const endings[] = {"*.md", "*.json", "*.db", "*.txt"};
    for (size_t i = 0; name[0] != '.' && i < sizeof endings / sizeof endings[0]; i++) {
        if (str_matches_glob(str_of(name), str_of(endings[i]))) {
            return true;
        }
    }
    return false;
}

static enum status add_file(struct sitting *sitting, struct import_plan *plan, const char *path,
                            struct error *err)
{
    char *bytes = malloc(FILE_BYTES_MAX);
    CHECK(bytes != NULL);
    int n = text_file_bytes(path, bytes, FILE_BYTES_MAX);
    enum status status =
        n == FILE_BYTES_MAX ? error_set(err, STATUS_USAGE, path, "expected less than %d MB",
                                        FILE_BYTES_MAX >> 20)
        : n < 0             ? error_set(err, STATUS_IO, path, "%s", strerror(errno))
                            : import_plan_add(sitting, plan, (struct str){bytes, n}, path, err);
    free(bytes);
    return status;
}

static int in_order(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Folders of notes are in each other; links to folders are not followed, so no ring is walked.
 */
static enum status add_folder(struct sitting *sitting, struct import_plan *plan,
                              const char *path, int depth, struct error *err)
{
    struct dirent **entries;
    enum status status = STATUS_OK;
    int count = scandir(path, &entries, NULL, in_order);
    if (count < 0) {
        return error_set(err, STATUS_IO, path, "%s", strerror(errno));
    }
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(whole, PATH_SIZE);
        struct stat entry;
        text_add(&whole, "%s/%s", path, entries[i]->d_name);
        bool is_there = !whole.is_cut && lstat(whole.p, &entry) == 0;
        if (status == STATUS_OK && is_there && S_ISDIR(entry.st_mode) &&
            entries[i]->d_name[0] != '.' && depth < 8) {
            status = add_folder(sitting, plan, whole.p, depth + 1, err);
        } else if (status == STATUS_OK && is_there && S_ISREG(entry.st_mode) &&
                   is_wanted(entries[i]->d_name)) {
            status = add_file(sitting, plan, whole.p, err);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}

enum status import_plan_add_path(struct sitting *sitting, struct import_plan *plan,
                                 const char *path, struct error *err)
{
    struct stat there;
    if (stat(path, &there) != 0) {
        return error_set(err, STATUS_IO, path, "%s", strerror(errno));
    }
    return S_ISDIR(there.st_mode) ? add_folder(sitting, plan, path, 0, err)
                                  : add_file(sitting, plan, path, err);
}

/* ---- reporting and writing -------------------------------------------------------------- */

void import_plan_tell(const struct import_plan *plan, struct text *out)
{
    for (int i = 0; i < plan->count; i++) {
        const struct import_item *item = &plan->item[i];
        bool is_about_one = item->as[0] != '\0';
        if (is_about_one && item->state == IMPORT_TAKEN) {
            text_add(out, "%s: %s", item->as, "taken");
            for (int k = 1; k < item->fields; k++) {
                text_add(out, "%s%s %s", k == 1 ? ", " : ", ", item->field[k].name,
                         item->field[k].value);
            }
        } else {
            text_add(out, "%s%s%s", item->name, item->name[0] != '\0' ? ": " : "",
                     item->state == IMPORT_LEFT_OUT ? "left out"
                     : is_about_one                 ? "there already"
                                                    : "mended");
        }
        if (item->line > 0) {
            text_add(out, " (line %d)", item->line);
        }
        text_add(out, "\n");
        for (int k = 0; k < item->whys; k++) {
            text_add(out, "    %s\n", item->why[k]);
        }
    }
    text_add(out, "%d taken, %d merged, %d left out", plan->taken, plan->merged,
             plan->left_out);
}

void import_plan_write(struct sitting *sitting, const struct import_plan *plan,
                       struct result *out)
{
    struct error err;
    int64_t id, step;
    int count = 0;
    if (!sitting_may_change(sitting, out)) {
        return;
    }
    enum status status = collection_next_id(sitting, &kind_collection, &id, &err);
    struct change *changes = calloc((size_t)plan->taken * 2 + 1, sizeof *changes);
    CHECK(changes != NULL);
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    text_add(&line, plan->taken == 1 ? "1 kind is imported" : "%d kinds are imported",
             plan->taken);
    for (int i = 0; i < plan->count; i++) {
        const struct import_item *item = &plan->item[i];
        if (item->text == NULL) {
            continue;
        }
        const struct change base = {
            .thing = str_of(kind_collection.thing), .thing_id = id++, .is_set = true};
        changes[count] = base;
        changes[count].field = str_of(state_system(&sitting->state)->id);
        changes[count].new = str_of(item->text);
        changes[count].line = str_of(count == 0 ? line.p : "");
        count++;
        if (item->told[0] != '\0') {
            changes[count] = base;
            changes[count].field = str_of(KIND_TOLD);
            changes[count].new = str_of(item->told);
            count++;
        }
    }
    if (status == STATUS_OK && count == 0) {
        result_refuse(out, "nothing of it can be taken");
    } else {
        status = status == STATUS_OK ? changes_append(sitting->campaign, sitting->now_ms(),
                                                      changes, count, &step, &err)
                                     : status;
        status = status == STATUS_OK && kind_collection.on_change != NULL
                     ? kind_collection.on_change(sitting, &err)
                     : status;
        if (status == STATUS_OK) {
            result_be_done(out, line.p);
        } else {
            collection_fail(sitting, &kind_collection, &err, out);
        }
    }
    free(changes);
}

/* ---- at the table ----------------------------------------------------------------------- */

void sitting_run_import(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    struct error err;
    char path[PATH_SIZE];
    struct str answer = command->argument[1].word;
    text_copy(path, sizeof path, str_unquoted(command->argument[0].word));
    struct import_plan *plan = import_plan_new();
    if (import_plan_add_path(sitting, plan, path, &err) != STATUS_OK) {
        result_be_wrong(out, &err);
    } else if (str_is_choice(answer, "yes")) {
        import_plan_write(sitting, plan, out);
    } else {
        struct text text = text_over(out->text, sizeof out->text);
        text_add(&text, "%d taken, %d merged, %d left out; nothing is done yet: import ",
                 plan->taken, plan->merged, plan->left_out);
        (strchr(path, ' ') != NULL ? text_add_quoted : text_add_str)(&text, str_of(path));
        text_add(&text, " yes takes them\n\n");
        import_plan_tell(plan, &text);
        out->kind = RESULT_TOLD;
    }
    import_plan_free(plan);
}
