#include "app/library/kind_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "content/library.h"

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

static void add_lower(struct kind_search *search, struct str text)
{
    while (text.n > 0) {
        struct utf8_step step = utf8_decode(text);
        char bytes[UTF8_BYTES_MAX];
        int n = utf8_write(bytes, utf8_lower(step.code));
        add_bytes(search, bytes, (size_t)n);
        text = (struct str){text.p + step.n, text.n - step.n};
    }
    add_bytes(search, " ", 1);
}

static void add_field(struct kind_search *search, const struct library_record *record,
                      int field)
{
    for (int i = 0; i < record->field[field].count; i++) {
        add_lower(search, str_of(record->field[field].text[i]));
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

struct wanted {
    char word[WORDS_MOST][WORD_SIZE];
    int count;
    char beginning[WORDS_MOST * WORD_SIZE]; /* all of them */
};

/* In lower case, with blanks for '-'. */
static void read_words(struct str words, struct wanted *out)
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
                         const struct wanted *wanted)
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
    struct wanted wanted;
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
