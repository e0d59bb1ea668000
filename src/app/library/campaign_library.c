#include "app/library/campaign_library.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "app/sitting/data.h"
#include "base/utf8.h"
#include "content/library.h"
#include "store/changes.h"

/* ---- search ---------------------------------------------------------------------------- */

/* How well a record matches, the best first. */
enum rank { RANK_BEGINS, RANK_NAME, RANK_TAG, RANK_TEXT, RANKS, RANK_NONE = RANKS };

/* The words of one record in lower case, one part after the other: its name, its tags, its
 * other texts. */
struct words_of {
    const struct library_record *record;
    const struct library_texts *field; /* its texts, by which it is known after a change */
    /* Where each begins in the bytes; each ends with a zero. Numbers are in their form for
     * display. */
    size_t name, tags, texts, numbers;
};

struct kind_search {
    const struct library *library;
    const char *kind;
    int looked_at; /* records of the library */
    bool is_ready;
    /* the newest of the campaign first, then in the order of the library */
    struct words_of *entry;
    int count; /* 0 until it is ready */
    int gathered;
    char *bytes;
    size_t used, room;
};

/* ---- getting ready --------------------------------------------------------------------- */

static void add_bytes(struct kind_search *search, const char *bytes, size_t n)
{
    if (search->used + n > search->room) {
        search->room = 2 * (search->room + n) + 4096;
        search->bytes = realloc(search->bytes, search->room);
        CHECK(search->bytes != NULL);
    }
    memcpy(search->bytes + search->used, bytes, n);
    search->used += n;
}

static void add_field(struct kind_search *search, const struct library_record *record,
                      int field)
{
    for (int i = 0; i < record->field[field].count; i++) {
        struct str text = str_of(record->field[field].text[i]);
        while (text.n > 0) {
            struct utf8_step step = utf8_decode(text);
            char bytes[UTF8_BYTES_MAX];
            int n = utf8_write(bytes, utf8_lower(step.code));
            add_bytes(search, bytes, (size_t)n);
            text = (struct str){text.p + step.n, text.n - step.n};
        }
        add_bytes(search, " ", 1);
    }
}

static bool is_tags(const struct library_record *record, int field)
{
    return strcmp(record->kind->fields[field].value.name, "tags") == 0;
}

static void add_entry(struct kind_search *search, const struct library_record *record)
{
    struct words_of *entry = &search->entry[search->gathered++];
    *entry = (struct words_of){.record = record, .field = record->field, .name = search->used};
    for (const char *at = record->name; *at != '\0'; at++) {
        add_bytes(search, *at == '-' ? " " : at, 1);
    }
    add_bytes(search, "", 1);
    entry->tags = search->used;
    for (int i = 1; i < record->kind->fields_count; i++) {
        if (is_tags(record, i)) {
            add_field(search, record, i);
        }
    }
    add_bytes(search, "", 1);
    entry->texts = search->used;
    for (int i = 1; i < record->kind->fields_count; i++) {
        /* Texts and lists have words; of the values those that are words, such as `boss`. */
        const struct library_texts *texts = &record->field[i];
        bool is_value = record->kind->fields[i].shape == RECORD_VALUE;
        bool is_word = texts->count > 0 && char_is_letter(texts->text[0][0]);
        if ((!is_value || is_word) && !is_tags(record, i)) {
            add_field(search, record, i);
        }
    }
    add_bytes(search, "", 1);
    TEXT_BUFFER(numbers, 400);
    kind_numbers(entry->record, &numbers);
    text_add(&numbers, "%s(%s)", numbers.n > 0 ? " " : "",
             library_place_word(entry->record->place));
    entry->numbers = search->used;
    add_bytes(search, numbers.p, (size_t)numbers.n + 1);
}

static int compare_entries(const void *a, const void *b)
{
    const struct words_of *x = a, *y = b;
    if (x->record->stamp != y->record->stamp) {
        return x->record->stamp > y->record->stamp ? -1 : 1;
    }
    return x->record < y->record ? -1 : x->record > y->record;
}

struct kind_search *kind_search_begin(const struct library *library, const char *kind)
{
    struct kind_search *search = calloc(1, sizeof *search);
    CHECK(search != NULL);
    search->library = library;
    search->kind = kind;
    search->entry = calloc((size_t)library->count + 1, sizeof *search->entry);
    CHECK(search->entry != NULL);
    return search;
}

bool kind_search_go_on(struct kind_search *search, int most)
{
    const struct library *library = search->library;
    for (; search->looked_at < library->count && most > 0; most--) {
        const struct library_record *record = &library->record[search->looked_at++];
        if (search->kind == NULL || strcmp(record->kind->name, search->kind) == 0) {
            add_entry(search, record);
        }
    }
    if (search->looked_at == library->count && !search->is_ready) {
        search->is_ready = true;
        search->count = search->gathered;
        qsort(search->entry, (size_t)search->count, sizeof *search->entry, compare_entries);
    }
    return search->is_ready;
}

struct kind_search *kind_search_make(const struct library *library, const char *kind)
{
    struct kind_search *search = kind_search_begin(library, kind);
    CHECK(kind_search_go_on(search, library->count));
    return search;
}

static int compare_fields(const void *a, const void *b)
{
    const struct words_of *x = a, *y = b;
    return x->field < y->field ? -1 : x->field > y->field;
}

void kind_search_update(struct kind_search *search)
{
    const struct library *library = search->library;
    struct words_of *before = search->entry;
    size_t known = search->is_ready ? (size_t)search->gathered : 0;
    search->used = search->is_ready ? search->used : 0;
    search->looked_at = search->is_ready ? library->count : 0;
    search->count = search->gathered = 0;
    search->entry = calloc((size_t)library->count + 1, sizeof *search->entry);
    CHECK(search->entry != NULL);
    qsort(before, known, sizeof *before, compare_fields);
    for (int i = 0; search->is_ready && i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        struct words_of wanted = {.field = record->field};
        struct words_of *same = bsearch(&wanted, before, known, sizeof *before, compare_fields);
        bool is_of_kind = search->kind == NULL || strcmp(record->kind->name, search->kind) == 0;
        if (same != NULL) {
            search->entry[search->gathered] = *same;
            search->entry[search->gathered++].record = record;
        } else if (is_of_kind) {
            add_entry(search, record);
        }
    }
    free(before);
    search->count = search->gathered;
    qsort(search->entry, (size_t)search->count, sizeof *search->entry, compare_entries);
}

void kind_search_free(struct kind_search *search)
{
    if (search != NULL) {
        free(search->entry);
        free(search->bytes);
        free(search);
    }
}

/* ---- searching ------------------------------------------------------------------------- */

enum { WORDS_MOST = 8, WORD_SIZE = 64 };

struct wanted_words {
    char word[WORDS_MOST][WORD_SIZE];
    int count;
    char beginning[WORDS_MOST * WORD_SIZE]; /* all of them */
};

/* In lower case, with blanks for '-'. */
static void read_words(struct str words, struct wanted_words *out)
{
    memset(out, 0, sizeof *out);
    struct text whole = text_over(out->beginning, sizeof out->beginning);
    struct text word = {0};
    for (struct str rest = words; rest.n > 0;) {
        struct utf8_step step = utf8_decode(rest);
        bool is_gap = char_is_space(rest.p[0]) || rest.p[0] == '-' || rest.p[0] == '_';
        if (is_gap) {
            word = (struct text){0};
        } else if (word.p != NULL || out->count < WORDS_MOST) {
            char bytes[UTF8_BYTES_MAX];
            int n = utf8_write(bytes, utf8_lower(step.code));
            if (word.p == NULL) {
                text_add(&whole, "%s", out->count > 0 ? " " : "");
                word = text_over(out->word[out->count++], WORD_SIZE);
            }
            text_add_str(&word, (struct str){bytes, n});
            text_add_str(&whole, (struct str){bytes, n});
        }
        rest = (struct str){rest.p + step.n, rest.n - step.n};
    }
}

static enum rank rank_of(const struct kind_search *search, const struct words_of *entry,
                         const struct wanted_words *wanted)
{
    const char *name = search->bytes + entry->name;
    enum rank worst = RANK_BEGINS;
    if (strncmp(name, wanted->beginning, strlen(wanted->beginning)) == 0) {
        return RANK_BEGINS;
    }
    for (int i = 0; i < wanted->count; i++) {
        const char *word = wanted->word[i];
        enum rank rank = strstr(name, word) != NULL                           ? RANK_NAME
                         : strstr(search->bytes + entry->tags, word) != NULL  ? RANK_TAG
                         : strstr(search->bytes + entry->texts, word) != NULL ? RANK_TEXT
                                                                              : RANK_NONE;
        worst = rank > worst ? rank : worst;
        if (worst == RANK_NONE) {
            return RANK_NONE;
        }
    }
    return worst;
}

int kind_search(const struct kind_search *search, struct str words,
                const struct library_record **out, int most)
{
    struct wanted_words wanted;
    int count[RANKS + 1] = {0}, start[RANKS], at = 0;
    unsigned char *rank = malloc((size_t)search->count + 1);
    CHECK(rank != NULL);
    read_words(words, &wanted);
    for (int i = 0; i < search->count; i++) {
        rank[i] = (unsigned char)rank_of(search, &search->entry[i], &wanted);
        count[rank[i]]++;
    }
    for (int i = 0; i < RANKS; i++) {
        start[i] = at;
        at += count[i];
    }
    for (int i = 0; i < search->count; i++) {
        if (rank[i] != RANK_NONE && start[rank[i]] < most) {
            out[start[rank[i]]++] = search->entry[i].record;
        }
    }
    free(rank);
    return at;
}

void kind_search_see(const struct kind_search *search, see_kind_fn *see, void *context)
{
    for (int i = 0; i < search->count; i++) {
        see(context, search->entry[i].record->name, search->bytes + search->entry[i].numbers);
    }
}

/* ---- numbers --------------------------------------------------------------------------- */

void kind_field_label(const char *name, struct text *out)
{
    bool is_short = strlen(name) <= 2; /* hp, ac, av */
    for (const char *at = name; *at != '\0'; at++) {
        char c = *at == '_' ? ' ' : *at;
        text_add_char(out, is_short && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c);
    }
}

bool kind_field_is_number(const struct library_record *record, int field)
{
    const struct library_field_def *def = &record->kind->fields[field];
    const struct library_texts *texts = &record->field[field];
    bool is_word = texts->count == 1 && strchr(texts->text[0], ' ') == NULL;
    return def->shape == RECORD_VALUE ||
           (def->shape == RECORD_TEXT && def->check != NULL && is_word);
}

void kind_numbers(const struct library_record *record, struct text *out)
{
    kind_numbers_without(record, NULL, out);
}

void kind_numbers_without(const struct library_record *record, const char *name,
                          struct text *out)
{
    int before = out->n;
    for (int i = 1; i < record->kind->fields_count; i++) {
        const struct library_field_def *def = &record->kind->fields[i];
        bool is_usual = def->value.fallback != NULL && record->field[i].count == 1 &&
                        strcmp(def->value.fallback, record->field[i].text[0]) == 0;
        bool is_left_out = name != NULL && strcmp(def->value.name, name) == 0;
        if (kind_field_is_number(record, i) && record->field[i].count > 0 && !is_usual &&
            !is_left_out) {
            text_add(out, "%s", out->n > before ? ", " : "");
            kind_field_label(def->value.name, out);
            text_add(out, " ");
            kind_field_format(record, i, out);
        }
    }
}

static void tell_mistake(struct sitting *sitting, const struct error *mistake)
{
    struct text text = text_over(sitting->idle_news, sizeof sitting->idle_news);
    /* Dice are shown below the message, with a caret under the mistake. */
    int first_line = (int)strcspn(mistake->text, "\n");
    text_add(&text, "%s: %.*s; nothing of that file is used%s", mistake->where, first_line,
             mistake->text, mistake->text + first_line);
    sitting->has_idle_news = true;
}

enum status sitting_open_tables(struct sitting *sitting, const char *file, struct error *err)
{
    struct diagnostics diagnostics;
    sitting->has_tables = true;
    enum status status = table_library_open(&sitting->tables, file, &diagnostics);
    sitting->tables_error = (struct error){.code = STATUS_OK};
    if (diagnostics.count > 0) {
        sitting->tables_error = diagnostics.diagnostic[0];
    }
    if (status != STATUS_OK) {
        *err = sitting->tables_error;
    } else if (diagnostics.count > 0) {
        tell_mistake(sitting, &sitting->tables_error);
    }
    return status;
}

/* ---- records --------------------------------------------------------------------------- */

/* A library in the making. */
struct library_reading {
    const struct system *system;
    struct record_library *library;
    struct diagnostics diagnostics;
    int64_t newest; /* change of a kind when this began */
    int64_t upto;   /* the last one that was added */
    int most, taken;
    bool has_room; /* in this step */
};

/* Each is a text of its own: a wrong one does not affect the others. One without a text is
 * archived. */
static void read_kind(struct library_set *set, const struct change *change,
                      struct diagnostics *diagnostics)
{
    char name[64];
    struct diagnostics own = {.count = 0};
    struct yaml_source source = {
        .file = name, .code = STATUS_DAMAGED, .bytes = change->new, .diagnostics = &own};
    text_format(name, sizeof name, "kind %" PRId64 " of the campaign", change->thing_id);
    set->stamp = change->id;
    set->id = change->thing_id;
    if (change->is_set && !library_read(set, &source) && own.count > 0) {
        /* What is refused now and was not before stays, to be changed; each use of it tells
         * again. */
        struct diagnostics again = {.count = 0};
        source.diagnostics = &again;
        source.is_kept = true;
        (void)!library_read(set, &source);
        diagnostics_add(diagnostics, STATUS_DAMAGED, own.diagnostic[0].where, "%s",
                        own.diagnostic[0].text);
    }
}

static bool take_kind(void *context, const struct change *change)
{
    struct library_reading *reading = context;
    if (reading->taken == reading->most) {
        reading->has_room = false;
        return false;
    }
    read_kind(record_library_set(reading->library), change, &reading->diagnostics);
    reading->upto = change->id;
    reading->taken++;
    return true;
}

static void begin_reading(struct sitting *sitting, const struct system *system)
{
    struct error err;
    struct library_reading *reading = calloc(1, sizeof *reading);
    CHECK(reading != NULL);
    sitting_forget_library(sitting);
    reading->system = system;
    (void)!changes_newest(sitting->campaign, str_of(CHANGE_KIND), &reading->newest, &err);
    record_library_begin(&reading->library, system, &reading->diagnostics);
    sitting->reading = reading;
}

/* Adds as many kinds of the campaign; after the last one the library is complete. */
static void go_on_reading(struct sitting *sitting, int most)
{
    struct library_reading *reading = sitting->reading;
    struct error err;
    reading->most = most;
    reading->taken = 0;
    reading->has_room = true;
    enum status status =
        changes_present(sitting->campaign, str_of(CHANGE_KIND), str_of(reading->system->id),
                        reading->upto, take_kind, reading, &err);
    if (status != STATUS_OK) {
        diagnostics_add(&reading->diagnostics, status, err.where, "%s", err.text);
        sitting->kinds_unread = err;
    }
    if (status != STATUS_OK || reading->has_room) {
        record_library_finish(reading->library, &reading->diagnostics);
        sitting->library = reading->library;
        sitting->library_system = reading->system;
        sitting->library_newest = reading->newest;
        reading->library = NULL;
    }
}

static void tell_mistakes(struct sitting *sitting, const struct diagnostics *diagnostics)
{
    sitting->library_error = (struct error){.code = STATUS_OK};
    if (diagnostics->count > 0) {
        sitting->library_error = diagnostics->diagnostic[0];
        tell_mistake(sitting, &sitting->library_error);
    }
}

static void forget_reading(struct sitting *sitting)
{
    if (sitting->reading != NULL) {
        record_library_close(sitting->reading->library);
    }
    free(sitting->reading);
    sitting->reading = NULL;
}

void sitting_open_library(struct sitting *sitting, const struct system *system)
{
    if (sitting->library_system == system) {
        return;
    }
    if (sitting->reading == NULL || sitting->reading->system != system) {
        begin_reading(sitting, system);
    }
    go_on_reading(sitting, INT_MAX);
    tell_mistakes(sitting, &sitting->reading->diagnostics);
    forget_reading(sitting);
}

void sitting_read_library(struct sitting *sitting, const struct system *system,
                          struct diagnostics *diagnostics)
{
    begin_reading(sitting, system);
    go_on_reading(sitting, INT_MAX);
    *diagnostics = sitting->reading->diagnostics;
    forget_reading(sitting);
}

struct record_library *sitting_read_library_apart(const struct sitting *sitting,
                                                  const struct system *system)
{
    struct error err;
    struct library_reading reading = {.system = system, .most = INT_MAX};
    record_library_begin(&reading.library, system, &reading.diagnostics);
    /* The table reports mistakes. */
    (void)!changes_present(sitting->campaign, str_of(CHANGE_KIND), str_of(system->id), 0,
                           take_kind, &reading, &err);
    record_library_finish(reading.library, &reading.diagnostics);
    return reading.library;
}

void sitting_forget_library(struct sitting *sitting)
{
    forget_reading(sitting);
    kind_search_free(sitting->kind_search);
    record_library_close(sitting->library);
    sitting->kind_search = NULL;
    sitting->library = NULL;
    sitting->library_system = NULL;
    sitting->kinds_unread.code = STATUS_OK;
}

/* Changes of kinds since the library was read. */
struct library_update {
    const struct system *system;
    struct library_set *set;
    struct diagnostics diagnostics;
};

static bool take_change(void *context, const struct change *change)
{
    struct library_update *update = context;
    if (str_equal(change->field, update->system->id)) {
        library_drop(update->set, change->thing_id);
        read_kind(update->set, change, &update->diagnostics);
    }
    return true;
}

/* Only the changed kinds are read. False when that cannot be done: a kind with a mistake may
 * have hidden another one, or there is no room. */
static bool update_library(struct sitting *sitting, int64_t newest)
{
    struct error err;
    if (sitting->library_error.code != STATUS_OK) {
        return false;
    }
    struct library_update update = {.system = sitting->library_system,
                                    .set = record_library_reopen(sitting->library)};
    enum status status = changes_of(sitting->campaign, str_of(CHANGE_KIND),
                                    sitting->library_newest, take_change, &update, &err);
    record_library_finish(sitting->library, &update.diagnostics);
    bool is_right = status == STATUS_OK && update.diagnostics.count == 0;
    if (is_right && sitting->kind_search != NULL) {
        kind_search_update(sitting->kind_search);
    }
    sitting->library_newest = newest;
    return is_right;
}

/* Takes over changes by any program. */
static void look_for_changes(struct sitting *sitting)
{
    struct error err;
    int64_t newest,
        read = sitting->reading != NULL ? sitting->reading->newest : sitting->library_newest;
    bool has_any = sitting->reading != NULL || sitting->library != NULL;
    sitting->kinds_looked_at = campaign_written(sitting->campaign);
    if (has_any &&
        changes_newest(sitting->campaign, str_of(CHANGE_KIND), &newest, &err) == STATUS_OK &&
        newest != read && (sitting->library == NULL || !update_library(sitting, newest))) {
        sitting_forget_library(sitting);
    }
}

/* The part of a large library that is read in an idle moment: about a millisecond. */
enum { CHANGES_AT_ONCE = 500, KINDS_AT_ONCE = 50 };

bool sitting_read_some_kinds(struct sitting *sitting)
{
    const struct system *system = state_system(&sitting->state);
    sitting->reads_records = true;
    look_for_changes(sitting);
    if (sitting->library_system == system) {
        return false;
    }
    if (sitting->reading == NULL || sitting->reading->system != system) {
        begin_reading(sitting, system);
    }
    /* Mistakes are reported when the library is complete. */
    struct error err;
    bool is_ready;
    if (changes_get_ready(sitting->campaign, str_of(CHANGE_KIND), CHANGES_AT_ONCE, &is_ready,
                          &err) == STATUS_OK &&
        !is_ready) {
        return true;
    }
    go_on_reading(sitting, KINDS_AT_ONCE);
    if (sitting->library_system == NULL) {
        return true;
    }
    tell_mistakes(sitting, &sitting->reading->diagnostics);
    forget_reading(sitting);
    return false;
}

static void open_files(struct sitting *sitting)
{
    struct error err;
    sitting_open_library(sitting, state_system(&sitting->state));
    if (!sitting->has_tables) {
        /* Mistakes in tables that the user did not name are reported when tables are used. */
        (void)!sitting_open_tables(sitting, NULL, &err);
    }
}

void sitting_need_files(struct sitting *sitting)
{
    sitting->reads_records = true;
    look_for_changes(sitting);
    open_files(sitting);
}

void sitting_ready_files(struct sitting *sitting)
{
    sitting->reads_records = true;
    if (campaign_written(sitting->campaign) != sitting->kinds_looked_at) {
        look_for_changes(sitting);
    }
    open_files(sitting);
}
