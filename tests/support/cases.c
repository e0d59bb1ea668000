#include "support/cases.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "support/case_run.h"
#include "support/cited.h"

enum {
    CASES_MAX = 4000,
    CHECKLISTS_MAX = 40,
    BLOCKS_MAX = 400, /* of one file */
    BLOCK_LINES_MAX = 300,
    CELLS_MAX = 16,
    TEXT_MAX = 2000,
    PATH_SIZE = 600,
    MEMORY_SIZE = 32 << 20,
    MISTAKES_SIZE = 20000
};

struct cases {
    struct rule_case item[CASES_MAX];
    int count;
    struct checklist checklist[CHECKLISTS_MAX];
    int checklists;
    struct arena arena;
    char list[MISTAKES_SIZE];
    struct text mistakes;
    unsigned char memory[MEMORY_SIZE];
};

enum block_kind { BLOCK_SETUP, BLOCK_CASE, BLOCK_CHECKLIST };

/* A block that begins at the margin, with the indented lines below it. */
struct block {
    enum block_kind kind;
    const char *name;
    int number;
    struct case_line line[BLOCK_LINES_MAX];
    int lines;
};

/* The file that is being read. */
struct reader {
    struct cases *cases;
    const char *path;
    const char *label; /* "trilemma/chapter" */
    int number;
    const struct system *system;
    struct block block[BLOCKS_MAX];
    int blocks;
};

/* The cells of one row of a table. */
struct cells {
    struct str cell[CELLS_MAX];
    int count;
};

static void mistake(struct cases *cases, const char *path, int number, const char *format, ...)
    LIKE_PRINTF(4, 5);

static void mistake(struct cases *cases, const char *path, int number, const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    char line[PATH_SIZE + 440];
    snprintf(line, sizeof line, "%s:%d: %s\n", path, number, what);
    if (strstr(cases->list, line) == NULL) { /* a set-up is read for each case that uses it */
        text_add(&cases->mistakes, "%s", line);
    }
}

static const char *keep(struct cases *cases, struct str text)
{
    char *kept = arena_take(&cases->arena, (size_t)text.n + 1, 1);
    CHECK(kept != NULL);
    memcpy(kept, text.p, (size_t)text.n);
    return kept;
}

static struct str piece(const char *from, size_t n)
{
    return str_trimmed((struct str){from, (int)n});
}

bool line_begins(const char *line, const char *words, const char **rest)
{
    size_t n = strlen(words);
    if (strncmp(line, words, n) != 0 || (line[n] != '\0' && line[n] != ' ')) {
        return false;
    }
    *rest = line + n + strspn(line + n, " ");
    return true;
}

/* ---- blocks ---------------------------------------------------------------------------- */

static void begin_block(struct reader *reader, enum block_kind kind, const char *name)
{
    CHECK(reader->blocks < BLOCKS_MAX);
    if (reader->system == NULL) {
        mistake(reader->cases, reader->path, reader->number, "`game NAME` stands first");
    }
    if (name[0] == '\0') {
        mistake(reader->cases, reader->path, reader->number, "a name is missing");
    }
    struct block *block = &reader->block[reader->blocks++];
    *block = (struct block){.kind = kind, .name = name, .number = reader->number};
}

static void read_margin(struct reader *reader, const char *text)
{
    static const struct {
        const char *word;
        enum block_kind kind;
    } kinds[] = {{"setup", BLOCK_SETUP}, {"case", BLOCK_CASE}, {"checklist", BLOCK_CHECKLIST}};
    const char *rest;
    struct error err;
    if (line_begins(text, "game", &rest)) {
        reader->system = system_named(str_of(rest), &err);
        if (reader->system == NULL) {
            mistake(reader->cases, reader->path, reader->number, "%s", err.text);
        }
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (line_begins(text, kinds[i].word, &rest)) {
            begin_block(reader, kinds[i].kind, rest);
            return;
        }
    }
    mistake(reader->cases, reader->path, reader->number,
            "\"%s\": expected game, setup, case or checklist at the margin", text);
}

static void read_indented(struct reader *reader, const char *text)
{
    if (reader->blocks == 0) {
        mistake(reader->cases, reader->path, reader->number, "\"%s\" belongs to no case", text);
        return;
    }
    struct block *block = &reader->block[reader->blocks - 1];
    CHECK(block->lines < BLOCK_LINES_MAX);
    block->line[block->lines++] = (struct case_line){reader->number, text};
}

static void read_lines(struct reader *reader, const char *text)
{
    while (text[0] != '\0') {
        size_t n = strcspn(text, "\n");
        struct str line = piece(text, n);
        reader->number++;
        if (line.n > 0 && line.p[0] != '#') {
            const char *kept = keep(reader->cases, line);
            if (line.p == text) {
                read_margin(reader, kept);
            } else {
                read_indented(reader, kept);
            }
        }
        text += n + (text[n] == '\n' ? 1 : 0);
    }
}

/* ---- tables ---------------------------------------------------------------------------- */

static bool is_row(const struct case_line *line)
{
    return line->text[0] == '|';
}

/* "| a | b |" */
static struct cells cells_of(const char *row)
{
    struct cells cells = {.count = 0};
    for (const char *at = row + 1; at[0] != '\0' && cells.count < CELLS_MAX;) {
        size_t n = strcspn(at, "|");
        cells.cell[cells.count++] = piece(at, n);
        at += n + (at[n] == '|' ? 1 : 0);
    }
    return cells;
}

/* The cell for the <heading> at the beginning of `text`; *n is the length of that
 * placeholder. */
static const struct str *cell_at(const struct cells *heading, const struct cells *row,
                                 const char *text, size_t *n)
{
    *n = strcspn(text, ">") + 1;
    for (int i = 0; i < heading->count && i < row->count; i++) {
        if (*n == (size_t)heading->cell[i].n + 2 &&
            strncmp(text + 1, heading->cell[i].p, *n - 2) == 0) {
            return &row->cell[i];
        }
    }
    return NULL;
}

/* The line with the row's cells in it. */
static const char *fill_in(struct reader *reader, const struct case_line *line,
                           const struct cells *heading, const struct cells *row)
{
    TEXT_BUFFER(text, TEXT_MAX);
    for (const char *at = line->text; at[0] != '\0';) {
        size_t n = 0;
        const struct str *cell = at[0] == '<' ? cell_at(heading, row, at, &n) : NULL;
        if (cell != NULL) {
            text_add_str(&text, *cell);
            at += n;
        } else {
            if (at[0] == '<') {
                mistake(reader->cases, reader->path, line->number,
                        "%.*s is no heading of the table", (int)n, at);
            }
            text_add_char(&text, at[0]);
            at++;
        }
    }
    return keep(reader->cases, str_trimmed(str_of(text.p)));
}

/* ---- cases ----------------------------------------------------------------------------- */

/* A case while its lines are gathered. */
struct gathered {
    struct case_line line[BLOCK_LINES_MAX];
    int lines;
    char rules[TEXT_MAX];
    struct text rules_text;
    bool has_expectation; /* of its own, not of a set-up */
};

static const struct block *setup_named(const struct reader *reader, const char *name)
{
    for (int i = 0; i < reader->blocks; i++) {
        const struct block *block = &reader->block[i];
        if (block->kind == BLOCK_SETUP && strcmp(block->name, name) == 0) {
            return block;
        }
    }
    return NULL;
}

static void gather(struct reader *reader, struct gathered *out, struct case_line line);

/* A set-up may use those above it. */
static void gather_setup(struct reader *reader, struct gathered *out, struct case_line line,
                         const char *name)
{
    const struct block *setup = setup_named(reader, name);
    if (setup == NULL || setup->number > line.number) {
        mistake(reader->cases, reader->path, line.number, "there is no set-up \"%s\" above",
                name);
        return;
    }
    for (int i = 0; i < setup->lines; i++) {
        gather(reader, out, setup->line[i]);
    }
}

static void gather(struct reader *reader, struct gathered *out, struct case_line line)
{
    const char *rest;
    char why[200];
    if (line.text[0] == '\0') {
        return; /* an empty cell was all of it */
    }
    if (line_begins(line.text, "rule", &rest)) {
        text_add(&out->rules_text, "%s%s", out->rules_text.n > 0 ? "; " : "", rest);
        return;
    }
    if (line_begins(line.text, "setup", &rest)) {
        gather_setup(reader, out, line, rest);
        return;
    }
    if (line_begins(line.text, "expect", &rest)) {
        if (!case_knows(rest, why, sizeof why)) {
            mistake(reader->cases, reader->path, line.number, "%s", why);
        }
    }
    CHECK(out->lines < BLOCK_LINES_MAX);
    out->line[out->lines++] = line;
}

/* "trilemma/chapter: the name: 10 4, 1 [5.19]"; a cell with a rule is not repeated. */
static void add_title(struct text *out, const struct reader *reader, const char *name,
                      const struct cells *heading, const struct cells *row)
{
    const char *gap = ": ";
    text_add(out, "%s: %s", reader->label, name);
    for (int i = 0; row != NULL && i < row->count; i++) {
        if (row->cell[i].n > 0 && !str_equal(heading->cell[i], "rule")) {
            text_add(out, "%s%.*s", gap, row->cell[i].n, row->cell[i].p);
            gap = ", ";
        }
    }
}

static void add_case(struct reader *reader, const struct block *block,
                     const struct gathered *gathered, const struct cells *heading,
                     const struct cells *row)
{
    struct cases *cases = reader->cases;
    TEXT_BUFFER(title, TEXT_MAX);
    add_title(&title, reader, block->name, heading, row);
    text_add(&title, " [%s]", gathered->rules);
    size_t size = sizeof gathered->line[0];
    struct case_line *line = arena_take(&cases->arena, (size_t)gathered->lines + 1, size);
    CHECK(line != NULL && cases->count < CASES_MAX);
    memcpy(line, gathered->line, (size_t)gathered->lines * size);
    cases->item[cases->count++] =
        (struct rule_case){.title = keep(cases, str_of(title.p)),
                           .path = reader->path,
                           .rules = keep(cases, str_of(gathered->rules)),
                           .number = block->number,
                           .system = reader->system,
                           .line = line,
                           .lines = gathered->lines};
}

/* The case of a row, or of a block without a table (row NULL). */
static void gather_case(struct reader *reader, const struct block *block,
                        const struct cells *heading, const struct cells *row)
{
    static struct gathered gathered;
    gathered.lines = 0;
    gathered.has_expectation = false;
    text_init(&gathered.rules_text, gathered.rules, sizeof gathered.rules);
    for (int i = 0; i < block->lines; i++) {
        struct case_line line = block->line[i];
        if (is_row(&line)) {
            continue;
        }
        if (row != NULL) {
            line.text = fill_in(reader, &line, heading, row);
        }
        const char *rest;
        gathered.has_expectation |= line_begins(line.text, "expect", &rest);
        gather(reader, &gathered, line);
    }
    if (gathered.rules[0] == '\0') {
        mistake(reader->cases, reader->path, block->number, "the case cites no rule");
    }
    if (!gathered.has_expectation) {
        mistake(reader->cases, reader->path, block->number, "the case expects nothing");
    }
    add_case(reader, block, &gathered, heading, row);
}

static void finish_case(struct reader *reader, const struct block *block)
{
    struct cells heading = {.count = 0};
    int rows = 0;
    for (int i = 0; i < block->lines; i++) {
        if (!is_row(&block->line[i])) {
            continue;
        }
        struct cells cells = cells_of(block->line[i].text);
        if (rows++ == 0) {
            heading = cells;
        } else if (cells.count != heading.count) {
            mistake(reader->cases, reader->path, block->line[i].number,
                    "the row has %d cells, the heading %d", cells.count, heading.count);
        } else {
            gather_case(reader, block, &heading, &cells);
        }
    }
    if (rows == 0) {
        gather_case(reader, block, NULL, NULL);
    } else if (rows == 1) {
        mistake(reader->cases, reader->path, block->number, "the table has no row");
    }
}

static void finish_setup(struct reader *reader, const struct block *block)
{
    if (setup_named(reader, block->name) != block) {
        mistake(reader->cases, reader->path, block->number,
                "a set-up \"%s\" stands here a second time", block->name);
    }
    if (block->lines == 0) {
        mistake(reader->cases, reader->path, block->number, "the set-up is empty");
    }
}

/* The next of "5.1; T1". */
static struct str next_rule(const char **rest)
{
    size_t n = strcspn(*rest, ";");
    struct str rule = piece(*rest, n);
    *rest += n + ((*rest)[n] == ';' ? 1 : 0);
    return rule;
}

static void finish_checklist(struct reader *reader, const struct block *block)
{
    struct cases *cases = reader->cases;
    TEXT_BUFFER(text, TEXT_MAX);
    text_add(&text, "%s: every line of \"%s\" has a case", reader->label, block->name);
    struct case_line *line = arena_take(&cases->arena, BLOCK_LINES_MAX, sizeof *line);
    CHECK(line != NULL && cases->checklists < CHECKLISTS_MAX);
    int lines = 0;
    for (int i = 0; i < block->lines; i++) {
        for (const char *rest = block->line[i].text; rest[0] != '\0';) {
            CHECK(lines < BLOCK_LINES_MAX);
            const char *rule = keep(cases, next_rule(&rest));
            line[lines++] = (struct case_line){block->line[i].number, rule};
        }
    }
    cases->checklist[cases->checklists++] =
        (struct checklist){keep(cases, str_of(text.p)), reader->path, line, lines};
}

/* ---- files ----------------------------------------------------------------------------- */

static char *read_whole(const char *path)
{
    enum { FILE_SIZE = 1 << 20 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = calloc(1, FILE_SIZE);
    CHECK(text != NULL);
    size_t n = fread(text, 1, FILE_SIZE, file);
    fclose(file);
    CHECK(n < FILE_SIZE);
    return text;
}

/* "trilemma/chapter" of "tests/rules/trilemma/chapter.cases" */
static const char *label_of(struct cases *cases, const char *path)
{
    const char *end = path + strlen(path) - strlen(".cases");
    const char *from = end;
    for (int slashes = 0; from > path; from--) {
        slashes += from[-1] == '/';
        if (slashes == 2) {
            break;
        }
    }
    return keep(cases, piece(from, (size_t)(end - from)));
}

void cases_read(struct cases *cases, const char *path)
{
    char *text = read_whole(path);
    if (text == NULL) {
        mistake(cases, path, 0, "the file cannot be read");
        return;
    }
    struct reader *reader = calloc(1, sizeof *reader);
    CHECK(reader != NULL);
    reader->cases = cases;
    reader->path = keep(cases, str_of(path));
    reader->label = label_of(cases, path);
    read_lines(reader, text);
    for (int i = 0; i < reader->blocks && reader->system != NULL; i++) {
        const struct block *block = &reader->block[i];
        switch (block->kind) {
        case BLOCK_SETUP:
            finish_setup(reader, block);
            break;
        case BLOCK_CASE:
            finish_case(reader, block);
            break;
        case BLOCK_CHECKLIST:
            finish_checklist(reader, block);
            break;
        }
    }
    free(reader);
    free(text);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_no_dot(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool ends_in_cases(const char *name)
{
    size_t n = strlen(name);
    return n > 6 && strcmp(name + n - 6, ".cases") == 0;
}

static void path_in(const char *folder, const struct dirent *entry, char out[PATH_SIZE])
{
    struct text text = text_over(out, PATH_SIZE);
    text_add(&text, "%s/%s", folder, entry->d_name);
}

/* The files of one folder; anything else has none. */
static void read_folder(struct cases *cases, const char *folder)
{
    struct dirent **entry;
    int count = scandir(folder, &entry, is_no_dot, compare_names);
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        path_in(folder, entry[i], path);
        if (ends_in_cases(path)) {
            cases_read(cases, path);
        }
        free(entry[i]);
    }
    if (count >= 0) {
        free(entry);
    }
}

void cases_read_all(struct cases *cases, const char *folder, const char *left_out)
{
    struct dirent **entry;
    int count = scandir(folder, &entry, is_no_dot, compare_names);
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        path_in(folder, entry[i], path);
        if (strcmp(entry[i]->d_name, left_out) != 0) {
            read_folder(cases, path);
        }
        free(entry[i]);
    }
    if (count >= 0) {
        free(entry);
    }
    if (cases->count == 0) {
        mistake(cases, folder, 0, "there are no cases");
    }
}

/* ---- what all of them must be ---------------------------------------------------------- */

/* Whether both files are in one folder. */
static bool is_same_folder(const char *a, const char *b)
{
    const char *end = strrchr(a, '/');
    size_t n = end != NULL ? (size_t)(end - a) + 1 : 0;
    return strncmp(a, b, n) == 0 && strchr(b + n, '/') == NULL;
}

static bool is_listed(const struct cases *cases, const char *path, struct str rule)
{
    for (int i = 0; i < cases->checklists; i++) {
        const struct checklist *checklist = &cases->checklist[i];
        for (int k = 0; k < checklist->lines && is_same_folder(path, checklist->path); k++) {
            if (str_equal(rule, checklist->line[k].text)) {
                return true;
            }
        }
    }
    return false;
}

static void check_rules(struct cases *cases, const struct rule_case *item,
                        const struct rule_texts *rule_texts)
{
    for (const char *rest = item->rules; rest[0] != '\0';) {
        struct str rule = next_rule(&rest);
        if (rule_text_find(rule_texts, rule) == NULL && !is_listed(cases, item->path, rule)) {
            mistake(cases, item->path, item->number,
                    "\"%.*s\" is no rule of the game and stands on no checklist", rule.n,
                    rule.p);
        }
    }
}

void cases_check(struct cases *cases)
{
    for (int s = 0; s < systems_count(); s++) {
        struct cited *cited = cited_begin(system_at(s));
        for (int i = 0; i < cases->count; i++) {
            if (cases->item[i].system == system_at(s)) {
                check_rules(cases, &cases->item[i], &cited->rule_texts);
            }
        }
        free(cited);
    }
    for (int i = 0; i < cases->count; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(cases->item[i].title, cases->item[k].title) == 0) {
                mistake(cases, cases->item[i].path, cases->item[i].number,
                        "a case of this name stands on line %d", cases->item[k].number);
            }
        }
    }
}

bool cases_cite(const struct cases *cases, const struct checklist *checklist, const char *rule)
{
    for (int i = 0; i < cases->count; i++) {
        const char *rest = cases->item[i].rules;
        while (rest[0] != '\0' && is_same_folder(checklist->path, cases->item[i].path)) {
            if (str_equal(next_rule(&rest), rule)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- the face -------------------------------------------------------------------------- */

struct cases *cases_new(void)
{
    struct cases *cases = calloc(1, sizeof *cases);
    CHECK(cases != NULL);
    arena_init(&cases->arena, cases->memory, sizeof cases->memory);
    text_init(&cases->mistakes, cases->list, sizeof cases->list);
    return cases;
}

void cases_free(struct cases *cases)
{
    free(cases);
}

const char *cases_mistakes(const struct cases *cases)
{
    return cases->list;
}

int cases_count(const struct cases *cases)
{
    return cases->count;
}

const struct rule_case *cases_at(const struct cases *cases, int i)
{
    return &cases->item[i];
}

int cases_checklists(const struct cases *cases)
{
    return cases->checklists;
}

const struct checklist *cases_checklist(const struct cases *cases, int i)
{
    return &cases->checklist[i];
}
