#include "app/library/kinds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/kind_of_combatant.h"
#include "app/library/kind_search.h"
#include "app/library/kind_text.h"
#include "app/library/record_library.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "content/library.h"
#include "store/changes.h"
#include "tracker/combatant_facts.h"
#include "tracker/combatant_record.h"

const struct library *sitting_library(struct sitting *sitting)
{
    sitting_need_files(sitting);
    return record_library(sitting->library);
}

const struct library *sitting_library_of(struct sitting *sitting, const struct system *system,
                                         struct diagnostics *diagnostics)
{
    sitting_read_library(sitting, system, diagnostics);
    return record_library(sitting->library);
}

/* Prepares as many more of them for the search; true when all are prepared. */
static bool make_ready(struct sitting *sitting, int most)
{
    const struct library *library = sitting_library(sitting);
    if (sitting->kind_search == NULL) {
        sitting->kind_search = kind_search_begin(library, sitting_procedure(sitting)->fills);
    }
    return kind_search_go_on(sitting->kind_search, most);
}

static const struct kind_search *ready(struct sitting *sitting)
{
    CHECK(make_ready(sitting, INT_MAX));
    return sitting->kind_search;
}

bool sitting_ready_search(struct sitting *sitting)
{
    enum { KINDS_AT_ONCE = 300 }; /* about a millisecond */
    return !make_ready(sitting, KINDS_AT_ONCE);
}

int sitting_search_kinds(struct sitting *sitting, struct str words,
                         const struct library_record **out, int most)
{
    return kind_search(ready(sitting), words, out, most);
}

void sitting_see_kinds(struct sitting *sitting,
                       void (*see)(void *context, const char *name, const char *numbers),
                       void *context)
{
    kind_search_see(ready(sitting), see, context);
}

const struct library_record *sitting_kind(struct sitting *sitting, struct str name,
                                          struct error *err)
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    const struct library_record *found =
        fills != NULL ? library_find(library, fills, name, NULL) : NULL;
    for (int i = 0; i < library->kinds_count && found == NULL; i++) {
        found = library_find(library, library->kinds[i].name, name, NULL);
    }
    if (found != NULL) {
        return found;
    }
    struct nearest_question nearest = library_nearest(library, name);
    error_set(err, STATUS_USAGE, "", "there is no kind %s%s", utf8_shown(name).text,
              nearest.text[0] != '\0' ? nearest.text : "; `kinds WORDS` searches them");
    return NULL;
}

bool sitting_kind_is_gone(const struct sitting *sitting, int id)
{
    const struct state *state = &sitting->state;
    return sitting->library_system == state_system(state) &&
           kind_is_gone(record_library(sitting->library), sitting_procedure(sitting), state,
                        id);
}

void sitting_facts(struct sitting *sitting, int id, struct text *out)
{
    const struct state *state = &sitting->state;
    combatant_facts(sitting_procedure(sitting), state, id, out);
    if (combatant_made_from(state, id) != NULL) {
        sitting_need_files(sitting);
    }
    if (sitting_kind_is_gone(sitting, id)) {
        kind_add_gone_fact(state, id, out);
    }
}

const struct library_kind *sitting_usual_kind(struct sitting *sitting)
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    for (int i = 0; i < library->kinds_count; i++) {
        if (fills != NULL && strcmp(library->kinds[i].name, fills) == 0) {
            return &library->kinds[i];
        }
    }
    return &library->kinds[0];
}

/* ---- archived -------------------------------------------------------------------------- */

/* Archived kinds, in the order of the log: when there are too many the oldest are dropped. */
struct archived {
    int64_t id[ARCHIVED_KINDS_MAX];
    char *text[ARCHIVED_KINDS_MAX];
    int count;
};

static bool keep_archived(void *context, const struct change *change)
{
    struct archived *archived = context;
    if (change->is_set || !change->was_set) {
        return true;
    }
    if (archived->count == ARCHIVED_KINDS_MAX) {
        free(archived->text[0]);
        archived->count--;
        memmove(&archived->text[0], &archived->text[1],
                (size_t)archived->count * sizeof archived->text[0]);
        memmove(&archived->id[0], &archived->id[1],
                (size_t)archived->count * sizeof archived->id[0]);
    }
    char *text = malloc((size_t)change->old.n + 1);
    CHECK(text != NULL);
    memcpy(text, change->old.p, (size_t)change->old.n);
    text[change->old.n] = '\0';
    archived->id[archived->count] = change->thing_id;
    archived->text[archived->count++] = text;
    return true;
}

enum status sitting_archived_kinds(struct sitting *sitting,
                                   void (*see)(void *context,
                                               const struct library_record *record,
                                               struct str text),
                                   void *context, struct error *err)
{
    const struct system *system = state_system(&sitting->state);
    struct archived *archived = calloc(1, sizeof *archived);
    struct kind_text *memory = malloc(sizeof *memory);
    CHECK(archived != NULL && memory != NULL);
    enum status status = changes_present(sitting->campaign, str_of(CHANGE_KIND),
                                         str_of(system->id), 0, keep_archived, archived, err);
    for (int i = archived->count - 1; i >= 0; i--) {
        struct str text = str_of(archived->text[i]);
        const struct library_record *record =
            status == STATUS_OK ? kind_text_read(memory, system, text) : NULL;
        if (record != NULL) {
            struct library_record one = *record;
            one.id = archived->id[i];
            one.place = LIBRARY_CAMPAIGN;
            see(context, &one, text);
        }
        free(archived->text[i]);
    }
    free(memory);
    free(archived);
    return status;
}

/* ---- telling --------------------------------------------------------------------------- */

void sitting_tell_kind(const struct library_record *record, struct text *out)
{
    text_add(out, "%s (%s, %s)", record->name, record->kind->name,
             library_place_word(record->place));
    for (int i = 1; i < record->kind->fields_count; i++) {
        if (record->field[i].count > 0) {
            text_add(out, "\n  ");
            kind_field_label(record->kind->fields[i].value.name, out);
            text_add(out, "  ");
            kind_field_format(record, i, out);
        }
    }
}

void sitting_kind_value(const struct library_record *record, int field, struct text *out)
{
    const struct library_texts *texts = &record->field[field];
    const char *fallback = record->kind->fields[field].value.fallback;
    bool is_usual =
        fallback != NULL && texts->count == 1 && strcmp(fallback, texts->text[0]) == 0;
    if (!is_usual) {
        kind_field_format(record, field, out);
    }
}

void sitting_kind_expects(const struct library_field_def *field, struct text *out)
{
    kind_field_expects(field, out);
}

void sitting_describe_kind(const struct library_record *record, struct text *out)
{
    int before = out->n;
    kind_numbers(record, out);
    text_add(out, "%s", out->n > before ? "\n" : "");
    for (int i = 1; i < record->kind->fields_count; i++) {
        const struct library_field_def *def = &record->kind->fields[i];
        if (record->field[i].count > 0 && !kind_field_is_number(record, i)) {
            kind_field_label(def->value.name, out);
            text_add(out, "\t");
            kind_field_format(record, i, out);
            text_add(out, "\n");
        }
    }
}

void sitting_run_kinds(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    enum { MOST = 40 };
    const struct library_record *records[MOST];
    struct str words = str_trimmed(command->argument[0].word);
    int count = sitting_search_kinds(sitting, words, records, MOST);
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count && i < MOST; i++) {
        text_add(&text, "%s%-24s  %-8s  ", i == 0 ? "" : "\n", records[i]->name,
                 library_place_word(records[i]->place));
        kind_numbers(records[i], &text);
    }
    if (count == 0) {
        text_add(&text, "no kind has %s; `kinds` lists all of them", utf8_shown(words).text);
    } else if (count > MOST) {
        text_add(&text, "\n%d more: give more words", count - MOST);
    }
}

void sitting_run_kind(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    const struct library_record *record =
        sitting_kind(sitting, str_trimmed(command->argument[0].word), &out->error);
    struct text text = text_over(out->text, sizeof out->text);
    if (record != NULL) {
        sitting_tell_kind(record, &text);
    } else {
        out->kind = RESULT_WRONG;
    }
}
