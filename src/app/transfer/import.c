#include "app/transfer/import.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/file/file.h"
#include "app/file/text_file.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/prepared/prepared.h"
#include "app/report/report.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "app/transfer/conversions.h"
#include "app/transfer/import_defaults.h"
#include "app/transfer/level_pack.h"
#include "app/transfer/own_document.h"
#include "base/utf8.h"
#include "content/encounter_text.h"
#include "content/import/conversion.h"
#include "content/import/json_records.h"
#include "content/import/notes.h"
#include "content/import/stat_lines.h"
#include "content/library.h"
#include "store/changes.h"

enum {
    FILE_BYTES_MAX = 32 << 20,
    READING_SIZE = 256 << 20,
    PATH_SIZE = 1024,
    FOLDERS_MAX = 8, /* within each other */
    PASSED_NAMED = 5 /* files that are not read, by their names */
};

/* ---- one record ------------------------------------------------------------------------- */

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

/* True when the program wrote this block for the open encounter's game. */
static bool is_own(struct sitting *sitting, const struct import_creature *creature)
{
    return creature->own_game.p != NULL &&
           str_equal(creature->own_game, state_system(&sitting->state)->id);
}

static bool is_converted(const struct import_plan *plan, enum import_field field)
{
    for (int i = 0; i < plan->conversion->count; i++) {
        const struct conversion_row *row = &plan->conversion->row[i];
        if (row->from == field || row->or_from == field) {
            return true;
        }
    }
    return false;
}

/* The description: the clauses that no field of the game takes, as they stand, and the note. Of
 * a block of our own, what its fields do not say. */
static void tell(struct import_plan *plan, const struct import_creature *creature, bool is_own,
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
        if (value->words.n > 0 && !(is_own && is_converted(plan, (enum import_field)i))) {
            bool is_above = value->mark != NULL && strcmp(value->mark, IMPORT_ABOVE) == 0;
            text_add(&out, "%s%s: %s%s", out.n > 0 ? "\n" : "",
                     import_field_name((enum import_field)i), value->words.p,
                     is_above ? " (" IMPORT_ABOVE ")" : "");
        }
    }
    if (creature->note.n > 0) {
        text_add(&out, "%s%s", out.n > 0 ? "\n" : "", creature->note.p);
    }
    for (int i = 0; i < creature->morale_others; i++) {
        text_add(&others, "%s%d %s", i > 0 ? "; " : "", creature->morale_other[i].score,
                 creature->morale_other[i].label.p);
    }
    item->told = import_plan_keep(plan, out.p);
    item->other_morale =
        import_plan_keep(plan, str_trimmed(str_of(others.p)).n > 0 ? others.p : "");
}

/* The answer that was given for a field; NULL: none. */
static const char *answer_of(const struct import_plan *plan, const char *field)
{
    for (int i = 0; i < plan->answers; i++) {
        if (strcmp(plan->answer[i].field, field) == 0) {
            return plan->answer[i].value;
        }
    }
    return NULL;
}

/* The value for a field that is not told: the answer, else the default that is kept; "": none.
 * *mark says which. */
static void find_default(struct sitting *sitting, const struct import_plan *plan,
                         const char *field, char out[IMPORT_DEFAULT_SIZE], const char **mark)
{
    struct error err;
    const char *answer = answer_of(plan, field);
    *mark = answer != NULL ? "your answer" : "your default";
    out[0] = '\0';
    if (answer != NULL) {
        text_format(out, IMPORT_DEFAULT_SIZE, "%s", answer);
    } else if (import_default(sitting, field, out, &err) != STATUS_OK) {
        out[0] = '\0'; /* the campaign cannot be read, which the import tells later */
    }
}

/* A number that the file tells and no row takes: it is no score, or has no counterpart. */
static void tell_not_taken(struct import_plan *plan, const struct conversion_row *row,
                           const struct import_creature *creature,
                           const struct kind_draft *draft, struct import_item *item)
{
    const struct import_value *value =
        row->from != IMPORT_FIELDS ? &creature->value[row->from] : NULL;
    TEXT_BUFFER(out, DRAFT_VALUE_SIZE);
    TEXT_BUFFER(mark, 200);
    int field = kind_field_named(draft->kind, str_of(row->field), NULL);
    bool is_same = value != NULL && value->mark != NULL &&
                   strcmp(value->mark, IMPORT_SAME_IN_ALL) == 0; /* it is told of all of them */
    if (value == NULL || field < 0 || is_same || value->words.n == 0 ||
        row->when != IMPORT_FIELDS || conversion_value(row, creature, &out, &mark)) {
        return;
    }
    if (value->has_number) {
        import_plan_why(plan, item, "%s: %g has no counterpart in this game", row->field,
                        value->number);
    } else if (value->mark != NULL && draft->value[field][0] == '\0') {
        import_plan_why(plan, item, "%s: %s", row->field, value->mark);
    }
}

/* Fills the draft by the conversion of the game; what was assumed becomes a reason. */
static void convert(struct sitting *sitting, struct import_plan *plan,
                    const struct import_creature *creature, bool is_own,
                    struct kind_draft *draft, struct import_item *item)
{
    const struct conversion *conversion = plan->conversion;
    bool is_fixed[DRAFT_FIELDS_MAX] = {false}, is_assumed[DRAFT_FIELDS_MAX] = {false};
    const struct conversion_row *assumed_as[DRAFT_FIELDS_MAX] = {NULL};
    for (const struct import_own *own = is_own ? creature->own : NULL; own != NULL;
         own = own->next) {
        struct error err;
        int field = kind_field_named(draft->kind, own->field, &err);
        if (field >= 0) {
            is_fixed[field] = true;
        }
        if (field < 0 || kind_draft_set(draft, field, own->value, &err) != STATUS_OK) {
            import_plan_why(plan, item, "%s", err.text);
        }
    }
    for (int i = 0; i < conversion->count; i++) {
        const struct conversion_row *row = &conversion->row[i];
        TEXT_BUFFER(value, DRAFT_VALUE_SIZE);
        TEXT_BUFFER(mark, 100);
        int field = kind_field_named(draft->kind, str_of(row->field), NULL);
        if (field < 0 || draft->value[field][0] != '\0' || is_fixed[field] ||
            !conversion_value(row, creature, &value, &mark)) {
            continue;
        }
        text_format(draft->value[field], sizeof draft->value[field], "%s", value.p);
        is_assumed[field] = str_equal((struct str){mark.p, mark.n}, CONVERSION_NOT_TOLD);
        assumed_as[field] = row;
        if (is_assumed[field] && !is_own) {
            continue; /* perhaps a default is kept for it */
        }
        if (mark.n > 0 && row->says[0] != '\0') {
            import_plan_why(plan, item, "%s %s: %s (%s)", row->field, value.p, mark.p,
                            row->says);
        } else if (mark.n > 0) {
            import_plan_why(plan, item, "%s %s: %s", row->field, value.p, mark.p);
        }
    }
    for (int i = 1; i < draft->kind->fields_count && !is_own; i++) {
        char value[IMPORT_DEFAULT_SIZE] = "";
        const char *field = draft->kind->fields[i].value.name, *mark;
        if (draft->value[i][0] == '\0' || is_assumed[i]) {
            find_default(sitting, plan, field, value, &mark);
        }
        if (value[0] != '\0') {
            text_format(draft->value[i], sizeof draft->value[i], "%s", value);
            import_plan_why(plan, item, "%s %s: not told, %s", field, value, mark);
        } else if (is_assumed[i]) {
            import_plan_why(plan, item, "%s %s: not told%s%s%s", field, draft->value[i],
                            assumed_as[i]->says[0] != '\0' ? " (" : "", assumed_as[i]->says,
                            assumed_as[i]->says[0] != '\0' ? ")" : "");
        }
    }
    for (int i = 0; i < conversion->count && !is_own; i++) {
        tell_not_taken(plan, &conversion->row[i], creature, draft, item);
    }
    int source = kind_field_named(draft->kind, str_of("source"), NULL);
    if (source >= 0 && !is_own) { /* where the file was is nobody's business later */
        const char *path = plan->file[plan->files - 1].file, *slash = strrchr(path, '/');
        text_format(draft->value[source], LIBRARY_TEXT_MAX, "%s",
                    slash == NULL ? path : slash + 1);
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
    import_plan_why(plan, item, "%s left out: %s",
                    draft->kind->fields[mistake->field].value.name, mistake->text);
    draft->value[mistake->field][0] = '\0';
    return true;
}

static int mistakes_of(struct sitting *sitting, const struct kind_draft *draft,
                       struct kind_mistake out[DIAGNOSTICS_MAX])
{
    const char *value[DRAFT_FIELDS_MAX];
    if (draft->kind != sitting_usual_kind(sitting)) {
        struct kind_text *memory = NULL;
        struct diagnostics mistakes;
        (void)kind_text_read(&memory, state_system(&sitting->state), str_of(text_of(draft)),
                             &mistakes);
        free(memory);
        if (mistakes.count > 0) {
            out[0].field = -1;
            text_format(out[0].text, sizeof out[0].text, "%s", mistakes.diagnostic[0].text);
        }
        return mistakes.count > 0;
    }
    for (int i = 0; i < draft->kind->fields_count; i++) {
        value[i] = draft->value[i];
    }
    return sitting_kind_value_mistakes(sitting, value, draft->kind->fields_count, out);
}

/* What is written of a kind that is taken. */
static void set_kind(struct sitting *sitting, struct import_item *item)
{
    item->of = &kind_collection;
    import_plan_set(item, state_system(&sitting->state)->id, item->text);
    if (item->told[0] != '\0') {
        import_plan_set(item, KIND_TOLD, item->told);
    }
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

/* What a text says about morale is no score, but can be taken as one. */
static void offer_morale(struct import_plan *plan, const struct kind_draft *draft,
                         const struct import_creature *creature, struct import_item *item)
{
    int morale = kind_field_named(draft->kind, str_of("morale"), NULL);
    if (creature->morale_prose.n > 0 && morale >= 0 && draft->value[morale][0] == '\0') {
        import_plan_why(plan, item, "its text: %.*s; edit-kind %s morale=12 takes that",
                        creature->morale_prose.n < 120 ? creature->morale_prose.n : 120,
                        creature->morale_prose.p, item->as);
    }
}

/* The kind of record of this name; else the one that combatants are made from. */
static const struct library_kind *kind_of(struct sitting *sitting, struct str name)
{
    const struct library *library = sitting_library(sitting);
    for (int i = 0; i < library->kinds_count; i++) {
        if (str_equal(name, library->kinds[i].name)) {
            return &library->kinds[i];
        }
    }
    return sitting_usual_kind(sitting);
}

static void add_creature(struct sitting *sitting, struct import_plan *plan,
                         const struct import_creature *creature, const char *otherwise)
{
    const char *name = creature->name.n > 0 ? creature->name.p : otherwise;
    struct import_item *item =
        import_plan_item(plan, import_plan_keep(plan, name), creature->line);
    struct kind_draft *draft = malloc(sizeof *draft);
    struct kind_mistake mistakes[DIAGNOSTICS_MAX];
    CHECK(draft != NULL);
    bool is_of_us = is_own(sitting, creature);
    kind_draft_begin(draft, kind_of(sitting, is_of_us ? creature->own_kind : (struct str){0}));
    convert(sitting, plan, creature, is_of_us, draft, item);
    name_kind(draft, name, 1);
    int count = mistakes_of(sitting, draft, mistakes);
    while (count > 0 && leave_out_field(plan, draft, &mistakes[0], item)) {
        count = mistakes_of(sitting, draft, mistakes);
    }
    tell(plan, creature, is_of_us, draft->value[0], item);
    bool is_named = count == 0 && find_name(sitting, plan, draft, name, item);
    if (!is_named) {
        item->state = IMPORT_LEFT_OUT;
        import_plan_why(plan, item, "%s",
                        count > 0 ? mistakes[0].text : "too many kinds have this name");
        plan->left_out++;
    } else {
        item->as = import_plan_keep(plan, draft->value[0]);
        import_plan_take_fields(plan, draft, item);
        offer_morale(plan, draft, creature, item);
        if (item->state == IMPORT_MERGED) {
            import_plan_why(plan, item, "the same as another one in this import");
            plan->merged++;
        } else {
            item->text = import_plan_keep(plan, text_of(draft));
            set_kind(sitting, item);
            plan->taken++;
        }
    }
    free(draft);
}

/* ---- characters, and prepared encounters ------------------------------------------------- */

static void add_fact(json_t *facts, const char *format, ...) LIKE_PRINTF(2, 3);
static void add_fact(json_t *facts, const char *format, ...)
{
    TEXT_BUFFER(line, NOTE_SIZE + 40);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&line, format, arguments);
    va_end(arguments);
    json_array_append_new(facts, report_string((struct str){line.p, line.n}));
}

static bool has_number(const struct import_creature *creature, enum import_field field)
{
    return field < IMPORT_FIELDS && creature->value[field].has_number;
}

/* What else is told of a character, in a line. */
static void add_character_note(struct import_plan *plan, const struct import_creature *creature,
                               struct text *out)
{
    struct import_item told = {.name = creature->name.p};
    tell(plan, creature, true, creature->name.p, &told); /* without the numbers it has */
    struct str rest = str_of(told.told), line;
    while (str_next_line(&rest, &line)) {
        text_add(out, "%s%.*s", out->n > 0 ? "; " : "", line.n, line.p);
    }
}

/* A character as a row of a document's party: its numbers by the game's conversion, those that
 * a combatant of the game has. What no note of a combatant has room for is the description of a
 * kind. */
static void add_character(struct sitting *sitting, struct import_plan *plan,
                          const struct import_creature *creature, json_t *rows)
{
    TEXT_BUFFER(note, IMPORT_NOTE_MAX);
    const char *kind = creature->name.p;
    add_character_note(plan, creature, &note);
    if (note.n >= NOTE_SIZE || note.is_cut) {
        add_creature(sitting, plan, creature, kind);
        const char *as = plan->item[plan->count - 1].as;
        kind = as[0] != '\0' ? as : kind;
        note.n = 0;
    }
    json_t *row = report_row(rows);
    json_t *facts = json_array();
    report_set_words(row, "game", state_system(&sitting->state)->id);
    report_set_whole(row, "number", (int64_t)json_array_size(rows));
    TEXT_BUFFER(name, NAME_SIZE);
    text_add(&name, "%.*s", utf8_whole(str_beginning(creature->name, NAME_SIZE - 1)),
             creature->name.p);
    report_set_words(row, "name", name.p);
    add_fact(facts, "name %s", name.p);
    add_fact(facts, "text kind %.*s", utf8_whole(str_beginning(str_of(kind), NAME_SIZE - 1)),
             kind);
    if (note.n > 0) {
        add_fact(facts, "text note %s", note.p);
    }
    add_fact(facts, "value side %d", SIDE_PARTY);
    for (int i = 0; i < plan->conversion->count; i++) {
        const struct conversion_row *one = &plan->conversion->row[i];
        TEXT_BUFFER(value, DRAFT_VALUE_SIZE);
        TEXT_BUFFER(mark, 100);
        int64_t number;
        if ((!has_number(creature, one->from) && !has_number(creature, one->or_from)) ||
            !conversion_value(one, creature, &value, &mark) ||
            !str_to_int64((struct str){value.p, value.n}, 1, 10000, &number) ||
            state_field_find(&sitting->state, str_of(one->field)) < 0) {
            continue;
        }
        add_fact(facts, "value %s %d", one->field, (int)number);
        if (strcmp(one->field, "hp") == 0) {
            add_fact(facts, "value hp_max %d", (int)number);
        }
    }
    report_set(row, "facts", facts);
}

/* The name by which an encounter can mean a kind: of the library, or of this import; NULL:
 * none.
 */
static const char *kind_called(struct sitting *sitting, const struct import_plan *plan,
                               struct str name)
{
    const struct library_record *record =
        library_find(sitting_library(sitting), sitting_usual_kind(sitting)->name, name, NULL);
    for (int i = plan->count - 1; i >= 0; i--) {
        const struct import_item *item = &plan->item[i];
        if (item->of == &kind_collection && str_equal_any_case(str_of(item->name), name)) {
            return item->as;
        }
    }
    return record != NULL ? record->name : NULL;
}

static bool is_count(struct str count)
{
    bool has_digit = false;
    for (int i = 0; i < count.n; i++) {
        has_digit = has_digit || char_is_digit(count.p[i]);
        if (!char_is_digit(count.p[i]) && strchr("d+-", count.p[i]) == NULL) {
            return false;
        }
    }
    return has_digit;
}

static void add_entries(struct sitting *sitting, const struct import_plan *plan,
                        const struct import_encounter *encounter, bool of_party,
                        struct text *out)
{
    bool has_any = false;
    for (const struct import_entry *one = encounter->first; one != NULL; one = one->next) {
        const char *kind = kind_called(sitting, plan, one->kind);
        if (one->is_ally != of_party) {
            continue;
        }
        text_add(out, "%s", has_any ? "" : of_party ? "party:\n" : "foes:\n");
        has_any = true;
        text_add(out, kind != NULL ? "  - kind: " : "  - name: ");
        encounter_add_scalar(out, kind != NULL ? str_of(kind) : one->kind);
        if (kind != NULL && one->shown.n > 0) {
            text_add(out, "\n    name: ");
            encounter_add_scalar(out, one->shown);
        }
        text_add(out, "\n");
        if (is_count(one->count) && !str_equal(one->count, "1")) {
            text_add(out, "    count: %.*s\n", one->count.n, one->count.p);
        }
        if (one->hit_points > 0) {
            text_add(out, "    hp: %d\n", one->hit_points);
        }
    }
}

static void add_encounter(struct sitting *sitting, struct import_plan *plan,
                          const struct import_encounter *encounter, const char *otherwise)
{
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    struct text text = text_over(bytes, PREPARED_TEXT_SIZE);
    const char *name = encounter->name.n > 0 ? encounter->name.p : otherwise;
    struct import_item *item =
        import_plan_item(plan, import_plan_keep(plan, name), encounter->line);
    text_add(&text, "encounter: ");
    encounter_add_scalar(&text, str_of(name));
    text_add(&text, "\ngame: %s\n", state_system(&sitting->state)->id);
    if (encounter->note.n > 0) {
        text_add(&text, "notes: ");
        encounter_add_scalar(&text, encounter->note);
        text_add(&text, "\n");
    }
    add_entries(sitting, plan, encounter, true, &text);
    add_entries(sitting, plan, encounter, false, &text);
    for (const struct import_entry *one = encounter->first; one != NULL; one = one->next) {
        if (kind_called(sitting, plan, one->kind) == NULL) {
            import_plan_why(plan, item, "there is no kind %s: it joins with this name alone",
                            one->kind.p);
        }
    }
    own_document_add_encounter(sitting, plan, item, bytes);
    free(bytes);
}

/* ---- files ------------------------------------------------------------------------------ */

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

/* A mark of UTF-16 at the beginning, or zero bytes between the first letters. */
static bool is_of_wide_letters(struct str text)
{
    if (text.n < 4) {
        return false;
    }
    const unsigned char *p = (const unsigned char *)text.p;
    bool has_mark = (p[0] == 0xFF && p[1] == 0xFE) || (p[0] == 0xFE && p[1] == 0xFF);
    return has_mark || (p[0] == 0 && p[2] == 0) || (p[1] == 0 && p[3] == 0);
}

/* ---- what nothing of a file tells ---------------------------------------------------------
 */

/* True when a record tells what a row makes its value of. */
static bool tells(const struct import_creature *one, const struct conversion_row *row)
{
    TEXT_BUFFER(printed, DRAFT_VALUE_SIZE);
    TEXT_BUFFER(mark, 200);
    return conversion_value(row, one, &printed, &mark) &&
           !str_equal((struct str){mark.p, mark.n}, CONVERSION_NOT_TOLD);
}

static void add_told(struct import_told *told, const struct conversion *conversion,
                     const struct import_creature *one)
{
    const struct import_value *armor = &one->value[IMPORT_ARMOR];
    bool is_guess = armor->mark != NULL && (strcmp(armor->mark, IMPORT_ASCENDING) == 0 ||
                                            strcmp(armor->mark, IMPORT_DESCENDING) == 0);
    told->records++;
    told->guessed_armors += armor->has_number && is_guess;
    told->known_armors += armor->has_number && !is_guess;
    for (int i = 0; i < conversion->count; i++) {
        told->row[i] = told->row[i] || tells(one, &conversion->row[i]);
    }
}

/* True when a row is the first about its field, and everything can tell it. */
static bool is_asked_about(const struct conversion *conversion, int i)
{
    const struct conversion_row *row = &conversion->row[i];
    bool is_asked = row->from != IMPORT_FIELDS && row->from != IMPORT_OTHER_MORALE &&
                    row->when == IMPORT_FIELDS;
    for (int k = 0; k < i && is_asked; k++) {
        is_asked = strcmp(conversion->row[k].field, row->field) != 0;
    }
    return is_asked;
}

/* A question about all of some records, unless it is answered; an item tells it. */
static void add_lack(struct sitting *sitting, struct import_plan *plan, const char *field,
                     const char *shared, const char *told)
{
    char value[IMPORT_DEFAULT_SIZE];
    const char *mark;
    bool is_there = answer_of(plan, field) != NULL || !import_plan_has_room(plan, 0);
    find_default(sitting, plan, field, value, &mark);
    if (is_there || value[0] != '\0') {
        return;
    }
    struct import_item *item = import_plan_item(plan, "", 0);
    item->state = IMPORT_MERGED;
    import_plan_why(plan, item,
                    "%s: %s; import-default %s VALUE has it filled in, now and later", field,
                    told, field);
    for (int i = 0; i < plan->lacks; i++) {
        is_there = is_there || strcmp(plan->lack[i].field, field) == 0;
    }
    if (!is_there && plan->lacks < IMPORT_LACKS_MAX) {
        plan->lack[plan->lacks++] =
            (struct import_lack){import_plan_keep(plan, field), import_plan_keep(plan, shared),
                                 import_plan_keep(plan, told)};
    }
}

/* The value that all of them share and that was taken as unset, in the game's own numbers. */
static void add_shared(const struct conversion_row *row, const struct import_creature *first,
                       struct text *out)
{
    TEXT_BUFFER(mark, 200);
    const char *why = first != NULL ? first->value[row->from].mark : NULL;
    if (why != NULL && strcmp(why, IMPORT_SAME_IN_ALL) == 0) {
        struct import_creature *one = malloc(sizeof *one);
        CHECK(one != NULL);
        *one = *first;
        one->value[row->from].has_number = true;
        (void)!conversion_value(row, one, out, &mark);
        free(one);
    }
}

/* Asks about what none of some records tells. */
static void tell_lacks(struct sitting *sitting, struct import_plan *plan,
                       const struct import_told *told, const struct import_creature *first)
{
    enum { RECORDS_MIN = 2 };
    if (told->guessed_armors >= RECORDS_MIN && told->known_armors == 0 &&
        is_converted(plan, IMPORT_ARMOR)) {
        TEXT_BUFFER(words, 200);
        text_add(&words,
                 "all %d are one number: 10 or more is read as ascending, less as descending",
                 told->guessed_armors);
        add_lack(sitting, plan, IMPORT_ARMOUR_CLASS, "", words.p);
    }
    for (int i = 0; i < plan->conversion->count && told->records >= RECORDS_MIN; i++) {
        const struct conversion_row *row = &plan->conversion->row[i];
        if (told->row[i] || !is_asked_about(plan->conversion, i)) {
            continue;
        }
        TEXT_BUFFER(words, 200);
        TEXT_BUFFER(shared, IMPORT_DEFAULT_SIZE);
        add_shared(row, first, &shared);
        text_add(&words, "none of the %d tells it%s%s", told->records,
                 row->is[0] != '\0' ? ", so it is " : "", row->is);
        if (shared.n > 0) {
            text_add(&words, " (%s in all of them was taken as unset)", shared.p);
        }
        add_lack(sitting, plan, row->field, shared.p, words.p);
    }
}

/* What the creatures of a file do not tell; one that has a file of its own is asked about with
 * others like it. */
static void find_lacks(struct sitting *sitting, struct import_plan *plan,
                       const struct import *import)
{
    struct import_told told = {.records = 0};
    const struct import_creature *first = NULL;
    for (const struct import_creature *one = import->first; one != NULL; one = one->next) {
        if (!one->is_member && !is_own(sitting, one)) {
            add_told(import->count == 1 ? &plan->alone : &told, plan->conversion, one);
            first = first == NULL ? one : first;
        }
    }
    tell_lacks(sitting, plan, &told, first);
}

/* The armour classes of a file by the answer, or by what is kept. */
static enum import_armor armor_of(struct sitting *sitting, const struct import_plan *plan)
{
    char value[IMPORT_DEFAULT_SIZE];
    const char *mark;
    find_default(sitting, plan, IMPORT_ARMOUR_CLASS, value, &mark);
    return value[0] == 'a'   ? IMPORT_ARMOR_ASCENDING
           : value[0] == 'd' ? IMPORT_ARMOR_DESCENDING
                             : IMPORT_ARMOR_UNKNOWN;
}

static bool takes_blocks(struct sitting *sitting, const struct import_plan *plan)
{
    char value[IMPORT_DEFAULT_SIZE];
    const char *mark;
    find_default(sitting, plan, IMPORT_BLOCKS, value, &mark);
    return value[0] != '\0';
}

enum status import_plan_answer(struct sitting *sitting, struct import_plan *plan,
                               struct str words, struct error *err)
{
    const char *sign = words.n > 0 ? memchr(words.p, '=', (size_t)words.n) : NULL;
    struct import_answer answer;
    if (sign == NULL) {
        return error_set(err, STATUS_USAGE, "", "expected FIELD=VALUE, such as ac=12, not %s",
                         utf8_shown(words).text);
    }
    struct str field = {words.p, (int)(sign - words.p)};
    struct str value = {sign + 1, words.n - field.n - 1};
    enum status status = import_answer_read(sitting, field, value, &answer, err);
    if (status == STATUS_OK && answer_of(plan, answer.field) != NULL) {
        return error_set(err, STATUS_USAGE, "", "%s is answered twice", answer.field);
    }
    if (status == STATUS_OK && plan->answers == IMPORT_ANSWERS_MAX) {
        return error_set(err, STATUS_USAGE, "", "expected at most %d answers",
                         IMPORT_ANSWERS_MAX);
    }
    if (status == STATUS_OK) {
        plan->answer[plan->answers++] = answer;
    }
    return status;
}

enum status import_plan_end(struct sitting *sitting, struct import_plan *plan, bool keeps,
                            struct error *err)
{
    enum status status = STATUS_OK;
    if (plan->conversion != NULL) {
        tell_lacks(sitting, plan, &plan->alone, NULL);
    }
    if (plan->refused_blocks > 0) {
        TEXT_BUFFER(words, 200);
        text_add(&words, "%d cannot be read and %s left out", plan->refused_blocks,
                 plan->refused_blocks == 1 ? "is" : "are");
        add_lack(sitting, plan, IMPORT_BLOCKS, "", words.p);
    }
    for (int i = 0; i < plan->answers && keeps && status == STATUS_OK; i++) {
        const struct import_answer *answer = &plan->answer[i];
        char was[IMPORT_DEFAULT_SIZE];
        TEXT_BUFFER(key, CHANGE_FIELD_SIZE);
        import_default_key(sitting, answer->field, &key);
        status = import_default(sitting, answer->field, was, err);
        if (status == STATUS_OK && answer->value[0] != '\0' &&
            strcmp(was, answer->value) != 0) {
            struct import_item *item =
                import_plan_item(plan, import_plan_keep(plan, answer->field), 0);
            item->state = IMPORT_TAKEN; /* not counted: it is no record */
            item->as = item->name;
            item->id = 0;
            item->of = &import_default_collection;
            import_plan_set(item, import_plan_keep(plan, key.p), answer->value);
            item->set[0].was = was[0] != '\0' ? import_plan_keep(plan, was) : NULL;
            import_plan_why(plan, item, "%s is kept for what later imports do not tell",
                            answer->value);
        }
    }
    if (plan->files > 0) { /* they stand with the last file */
        struct import_file *last = &plan->file[plan->files - 1];
        last->count = plan->count - last->first;
    }
    return status;
}

/* ---- a file ------------------------------------------------------------------------------ */

enum status import_plan_add(struct sitting *sitting, struct import_plan *plan, struct str text,
                            const char *name, struct error *err)
{
    char own_name[256];
    struct import import;
    struct arena reading;
    if (plan->files == IMPORT_FILES_MAX) {
        return error_set(err, STATUS_USAGE, name, "expected at most %d files",
                         IMPORT_FILES_MAX);
    }
    if (plan->conversion == NULL) {
        plan->conversion = malloc(sizeof *plan->conversion);
        plan->reading = malloc(READING_SIZE);
        CHECK(plan->conversion != NULL && plan->reading != NULL);
        conversion_of(state_system(&sitting->state), plan->conversion);
    }
    stem(name, own_name, sizeof own_name);
    struct import_file *file = &plan->file[plan->files++];
    *file = (struct import_file){.first = plan->count, .kind = "statlines"};
    utf8_clean(file->file, sizeof file->file, str_of(name));
    arena_init(&reading, plan->reading, READING_SIZE);
    CHECK(import_begin(&import, &reading));
    import.armor = armor_of(sitting, plan);
    import.takes_blocks = takes_blocks(sitting, plan);
    if (is_of_wide_letters(text)) {
        import_remark(&import, 0, true, (struct str){0},
                      "its letters are UTF-16: save it as UTF-8");
    } else if (text.n >= (int)sizeof DATABASE_BEGINS &&
               memcmp(text.p, DATABASE_BEGINS, sizeof DATABASE_BEGINS) == 0) {
        import_remark(&import, 0, true, (struct str){0},
                      "a database: `merge` brings in the encounters of a campaign");
    } else if (json_records_are_in(text)) {
        file->kind = "unknown";
        json_t *document = json_records_load(&import, text);
        if (own_document_is_json(document)) {
            file->kind = "referee";
            own_document_add(sitting, plan, document, file->file);
        } else if (document != NULL) {
            json_records_add(&import, document);
        }
        json_decref(document);
    } else if (own_document_is(text)) {
        file->kind = "referee";
        own_document_add_text(sitting, plan, text, file->file);
    } else if (notes_are_in(text)) {
        file->kind = "statblocks";
        notes_read(&import, text, str_of(own_name));
        if (import.count + import.left_out == 0 && import.first_encounter == NULL) {
            stat_lines_read(&import, text);
        }
    } else if (str_matches_glob(str_of(name), str_of("*.yaml")) ||
               str_matches_glob(str_of(name), str_of("*.yml"))) {
        file->kind = "statblocks";
        notes_read_yaml(&import, text, str_of(own_name));
    } else {
        stat_lines_read(&import, text);
    }
    import_finish(&import);
    json_t *members = json_array();
    file->kind = import.kind != NULL ? import.kind : file->kind;
    for (const struct import_creature *one = import.first; one != NULL; one = one->next) {
        if (!import_plan_has_room(plan, 0)) {
            import.is_full = true;
            break;
        }
        if (one->is_member && one->name.n > 0) {
            add_character(sitting, plan, one, members);
        } else {
            add_creature(sitting, plan, one, own_name);
        }
    }
    if (json_array_size(members) > 0) {
        own_document_add_members(sitting, plan, members);
    }
    json_decref(members);
    for (const struct import_encounter *one = import.first_encounter; one != NULL;
         one = one->next) {
        if (!import_plan_has_room(plan, PREPARED_TEXT_SIZE)) {
            import.is_full = true;
            break;
        }
        add_encounter(sitting, plan, one, own_name);
    }
    for (const struct import_remark *one = import.first_remark;
         one != NULL && import_plan_has_room(plan, 0); one = one->next) {
        struct import_item *item = import_plan_item(
            plan, import_plan_keep(plan, one->name.p != NULL ? one->name.p : ""), one->line);
        item->state = one->is_left_out ? IMPORT_LEFT_OUT : IMPORT_MERGED;
        import_plan_why(plan, item, "%s", one->why.p);
        plan->left_out += one->is_left_out;
        if (one->text.n > 0) {
            item->told = import_plan_keep(plan, one->text.p);
            plan->refused_blocks++;
        }
    }
    find_lacks(sitting, plan, &import);
    if (import.is_full) {
        struct import_item *item = import_plan_item(plan, file->file, 0);
        item->state = IMPORT_LEFT_OUT;
        item->why[item->whys++] = "it is too large: the rest of it was not read";
        plan->left_out++;
    }
    file->count = plan->count - file->first;
    return STATUS_OK;
}

bool import_reads(const char *name)
{
    static const char *const endings[] = {"*.md",   "*.json", "*.db", "*.txt",
                                          "*.yaml", "*.yml",  "*.tex"};
    for (size_t i = 0; name[0] != '.' && i < sizeof endings / sizeof endings[0]; i++) {
        if (str_matches_glob(str_of(name), str_of(endings[i]))) {
            return true;
        }
    }
    return false;
}

/* The bytes of a file, which the caller frees; NULL with a mistake. Of a database only the
 * first, which are a mistake of their own. */
static char *file_bytes(const char *path, int *n, enum status *status, struct error *err)
{
    if (campaign_may_be_at(path)) {
        char *first = malloc(sizeof DATABASE_BEGINS);
        CHECK(first != NULL);
        memcpy(first, DATABASE_BEGINS, sizeof DATABASE_BEGINS);
        *n = (int)sizeof DATABASE_BEGINS;
        *status = STATUS_OK;
        return first;
    }
    struct stat there; /* memory for a large file is asked for only where one is */
    bool is_small = stat(path, &there) == 0 && there.st_size < FILE_BYTES_MAX - 1;
    int size = is_small ? (int)there.st_size + 2 : FILE_BYTES_MAX;
    char *bytes = malloc((size_t)size);
    CHECK(bytes != NULL);
    *n = text_file_bytes(path, bytes, size);
    *status = *n == size ? error_set(err, STATUS_USAGE, path, "expected less than %d MB",
                                     FILE_BYTES_MAX >> 20)
              : *n < 0   ? error_set(err, STATUS_IO, path, "%s", strerror(errno))
                         : STATUS_OK;
    if (*status != STATUS_OK) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static enum status add_file(struct sitting *sitting, struct import_plan *plan, const char *path,
                            struct error *err)
{
    int n;
    enum status status;
    char *bytes = file_bytes(path, &n, &status, err);
    if (bytes != NULL) {
        status = import_plan_add(sitting, plan, (struct str){bytes, n}, path, err);
    }
    free(bytes);
    return status;
}

/* Records of one pack that are a file each: they name each other, so they are read as one list.
 */
struct pack {
    char *bytes;
    struct text list; /* over `bytes` */
};

/* Takes a file that is a record of a pack; false: it is none, or there is no room. */
static bool take_record(struct pack *pack, const char *path)
{
    struct error err;
    enum status status;
    int n;
    if (!str_matches_glob(str_of(path), str_of("*.json"))) {
        return false;
    }
    char *bytes = file_bytes(path, &n, &status, &err);
    struct str record = str_trimmed((struct str){bytes, bytes != NULL ? n : 0});
    bool is_one = record.n > 0 && record.p[0] == '{' && str_holds(record, str_of("\"_key\"")) &&
                  str_holds(record, str_of("!actors"));
    if (is_one && pack->bytes == NULL) {
        pack->bytes = malloc(FILE_BYTES_MAX);
        CHECK(pack->bytes != NULL);
        pack->list = text_over(pack->bytes, FILE_BYTES_MAX);
    }
    is_one = is_one && pack->list.n + record.n + 3 < FILE_BYTES_MAX;
    if (is_one) {
        text_add_char(&pack->list, pack->list.n == 0 ? '[' : ',');
        text_add_str(&pack->list, record);
    }
    free(bytes);
    return is_one;
}

static enum status add_pack(struct sitting *sitting, struct import_plan *plan,
                            struct pack *pack, const char *path, struct error *err)
{
    enum status status = STATUS_OK;
    if (pack->bytes != NULL) {
        text_add_char(&pack->list, ']');
        status =
            import_plan_add(sitting, plan, (struct str){pack->list.p, pack->list.n}, path, err);
    }
    free(pack->bytes);
    return status;
}

static int in_order(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* What is not read of a folder is an item of its own: left out, or only told. */
static void pass_path(struct import_plan *plan, const char *path, const char *why,
                      enum import_state state)
{
    if (plan->files < IMPORT_FILES_MAX && import_plan_has_room(plan, 0)) {
        struct import_file *file = &plan->file[plan->files++];
        *file = (struct import_file){.first = plan->count, .kind = "folder", .count = 1};
        utf8_clean(file->file, sizeof file->file, str_of(path));
        struct import_item *item =
            import_plan_item(plan, import_plan_keep(plan, file->file), 0);
        import_plan_why(plan, item, "%s", why);
        item->state = state;
        plan->left_out += state == IMPORT_LEFT_OUT;
    }
}

static void leave_out_path(struct import_plan *plan, const char *path, const char *why)
{
    pass_path(plan, path, why, IMPORT_LEFT_OUT);
}

/* A pack that is a folder of LevelDB; what keeps it from being read is told as an item. */
static enum status add_level_pack(struct sitting *sitting, struct import_plan *plan,
                                  const char *path, struct error *err)
{
    char *bytes = malloc(FILE_BYTES_MAX);
    CHECK(bytes != NULL);
    struct error why;
    struct text list = text_over(bytes, FILE_BYTES_MAX);
    enum status status = STATUS_OK;
    if (level_pack_read(path, &list, &why) != STATUS_OK) {
        leave_out_path(plan, path, why.text);
    } else if (list.n == 0) {
        leave_out_path(plan, path, "the pack holds no actors");
    } else {
        status = import_plan_add(sitting, plan, (struct str){list.p, list.n}, path, err);
    }
    free(bytes);
    return status;
}

/* Folders of notes are in each other; links to folders are not followed, so no ring is walked.
 */
static enum status add_folder(struct sitting *sitting, struct import_plan *plan,
                              const char *path, int depth, struct error *err)
{
    if (level_pack_is(path)) {
        return add_level_pack(sitting, plan, path, err);
    }
    struct dirent **entries;
    struct pack pack = {.bytes = NULL};
    TEXT_BUFFER(names, 200);
    int passed = 0; /* files that are of no kind that is read */
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
        bool is_folder = status == STATUS_OK && is_there && S_ISDIR(entry.st_mode) &&
                         entries[i]->d_name[0] != '.';
        if (is_folder && depth == FOLDERS_MAX) {
            leave_out_path(plan, whole.p, "folders are too deep within each other");
        } else if (status == STATUS_OK && whole.is_cut) {
            leave_out_path(plan, path, "the name of a file in it is too long");
        } else if (is_folder) {
            status = add_folder(sitting, plan, whole.p, depth + 1, err);
        } else if (status == STATUS_OK && is_there && S_ISREG(entry.st_mode) &&
                   !import_reads(entries[i]->d_name)) {
            passed++;
            if (passed <= PASSED_NAMED) {
                text_add(&names, "%s%s", passed > 1 ? ", " : "", entries[i]->d_name);
            }
        } else if (status == STATUS_OK && is_there && S_ISREG(entry.st_mode) &&
                   !take_record(&pack, whole.p)) {
            status = add_file(sitting, plan, whole.p, err);
        }
        free(entries[i]);
    }
    free(entries);
    if (passed > 0 && status == STATUS_OK) {
        TEXT_BUFFER(why, 300);
        text_add(&why, "%d file%s of no kind that is read: %s%s", passed,
                 passed == 1 ? " is" : "s are", names.p, passed > PASSED_NAMED ? " ..." : "");
        pass_path(plan, path, why.p, IMPORT_MERGED);
    }
    enum status packed = add_pack(sitting, plan, &pack, path, err);
    return status == STATUS_OK ? packed : status;
}

enum status import_plan_add_path(struct sitting *sitting, struct import_plan *plan,
                                 const char *path, struct error *err)
{
    struct stat there;
    if (stat(path, &there) != 0) {
        return error_set(err, STATUS_IO, path, "%s", strerror(errno));
    }
    if (!S_ISDIR(there.st_mode) && !S_ISREG(there.st_mode)) {
        return error_set(err, STATUS_IO, path,
                         "expected a file or a folder; what a program writes is read by -");
    }
    return S_ISDIR(there.st_mode) ? add_folder(sitting, plan, path, 0, err)
                                  : add_file(sitting, plan, path, err);
}

/* ---- at the table ----------------------------------------------------------------------- */

bool import_is_page(struct str text)
{
    text = str_trimmed(text);
    bool is_line = str_holds(text, str_of("ac=")) || str_holds(text, str_of("hp="));
    return notes_are_in(text) || (json_records_are_in(text) && text.n > 2) ||
           (!is_line && stat_lines_are_in(text));
}

void sitting_keep_pasted(struct sitting *sitting, struct str text)
{
    free(sitting->pasted);
    sitting->pasted = malloc((size_t)text.n + 1);
    CHECK(sitting->pasted != NULL);
    memcpy(sitting->pasted, text.p, (size_t)text.n);
    sitting->pasted[text.n] = '\0';
}

/* Words of a line about an import: answers, and what is to be done. */
struct import_words {
    bool yes, no, asks, keeps, once;
    int answers;
};

static enum status read_words(struct sitting *sitting, struct import_plan *plan,
                              struct str words, struct import_words *out, struct error *err)
{
    static const char *const names[] = {"yes", "no", "ask", "keep", "once"};
    bool *const flags[] = {&out->yes, &out->no, &out->asks, &out->keeps, &out->once};
    enum status status = STATUS_OK;
    struct str word;
    *out = (struct import_words){.answers = 0};
    while (status == STATUS_OK && (word = str_next_word(&words)).n > 0) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof names / sizeof names[0] && !is_known; i++) {
            is_known = str_is_choice(word, names[i]);
            *flags[i] = *flags[i] || is_known;
        }
        bool is_answer = memchr(word.p, '=', (size_t)word.n) != NULL;
        if (!is_known && !is_answer) {
            status =
                error_set(err, STATUS_USAGE, "",
                          "import FILE yes takes it; no leaves it; ask and FIELD=VALUE are "
                          "about what it does not tell, not %s",
                          utf8_shown(word).text);
        } else if (is_answer) {
            out->answers++;
            status = import_plan_answer(sitting, plan, word, err);
        }
    }
    return status;
}

enum status sitting_plan_import(struct sitting *sitting, const char *path, struct str words,
                                struct import_plan **plan, struct error *err)
{
    struct import_words asked;
    *plan = import_plan_new();
    enum status status = read_words(sitting, *plan, words, &asked, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (strcmp(path, IMPORT_PASTED) != 0) {
        status = import_plan_add_path(sitting, *plan, path, err);
    } else if (sitting->pasted == NULL) {
        status = error_set(err, STATUS_USAGE, "", "nothing was pasted; paste it at the table");
    } else {
        status = import_plan_add(sitting, *plan, str_of(sitting->pasted), "pasted text", err);
    }
    return status == STATUS_OK ? import_plan_end(sitting, *plan, asked.keeps, err) : status;
}

void import_lack_question(const struct import_lack *lack, struct text *out)
{
    bool is_armour = strcmp(lack->field, IMPORT_ARMOUR_CLASS) == 0;
    bool is_blocks = strcmp(lack->field, IMPORT_BLOCKS) == 0;
    text_add(out, "%s: %s; %s, or - to leave it so", lack->field, lack->told,
             is_armour   ? "ascending, descending"
             : is_blocks ? "note takes their text as kinds"
                         : "a value for all of them");
}

static void add_sums(const struct import_plan *plan, struct text *out)
{
    text_add(out, "%d taken, %d merged, %d left out", plan->taken, plan->merged,
             plan->left_out);
}

/* The next question of an import; false: there is none. */
static bool ask(const struct import_plan *plan, const struct import_words *words,
                struct question *question)
{
    *question = (struct question){.kind = QUESTION_CHOICE, .usual = 1};
    struct text prompt = text_over(question->prompt, (int)sizeof question->prompt);
    bool has_value = false;
    for (int i = 0; i < plan->answers; i++) {
        has_value = has_value || plan->answer[i].value[0] != '\0';
    }
    if (plan->lacks > 0 && !words->yes) {
        question->kind = QUESTION_TEXT;
        import_lack_question(&plan->lack[0], &prompt);
        text_format(question->prefix, sizeof question->prefix, "%s=", plan->lack[0].field);
    } else if (has_value && !words->yes && !words->keeps && !words->once) {
        text_add(&prompt,
                 "are these values for this import alone, or kept for later ones too?");
        question_offer(question, "once", "");
        question_offer(question, "keep", "");
    } else if (!words->yes && !words->asks) {
        add_sums(plan, &prompt);
        text_add(&prompt, ": import?");
        question_offer(question, "yes", "");
        question_offer(question, "no", "");
    } else {
        return false;
    }
    return true;
}

void sitting_run_import(struct sitting *sitting, const struct command *command,
                        struct result *out)
{
    struct error err;
    struct question question;
    char path[SITTING_PATH_MAX];
    struct import_plan *plan = import_plan_new();
    struct import_words words;
    struct str rest = command->argument[1].word;
    struct text text = text_over(out->text, sizeof out->text);
    if (!sitting_path_of(path, command->argument[0].word)) {
        result_wrong(out, "import needs a file or a folder: import notes/fen.md");
        import_plan_free(plan);
        return;
    }
    enum status status = read_words(sitting, plan, rest, &words, &err);
    if (status == STATUS_OK && !words.no) {
        import_plan_free(plan);
        status = sitting_plan_import(sitting, path, rest, &plan, &err);
    }
    if (status != STATUS_OK) {
        result_fail(out, &err);
    } else if (words.no) {
        result_tell(out, "nothing was imported");
    } else if (sitting->asks && plan->taken > 0 && ask(plan, &words, &question)) {
        if (words.answers == 0) { /* it was told before the first question */
            import_plan_tell(plan, &text);
        }
        result_ask(out, &question);
    } else if (words.yes || words.asks) {
        import_plan_write(sitting, plan, out);
    } else {
        add_sums(plan, &text);
        if (plan->taken > 0) {
            text_add(&text, "; nothing is done yet: import ");
            (strchr(path, ' ') != NULL ? text_add_quoted : text_add_str)(&text, str_of(path));
            text_add(&text, " yes takes them");
        }
        text_add(&text, "\n\n");
        import_plan_tell(plan, &text);
    }
    import_plan_free(plan);
}
