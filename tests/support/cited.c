#include "support/cited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "games/games.h"
#include "support/unit.h"
#include "tracker/procedure.h"

static struct yaml_source shipped(const char *folder, struct diagnostics *diagnostics)
{
    char path[100];
    snprintf(path, sizeof path, "data/%s/rules.yaml", folder);
    for (unsigned i = 0; i < embedded_files_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strcmp(file->path, path) == 0) {
            return (struct yaml_source){.file = file->path,
                                        .code = STATUS_USAGE,
                                        .bytes = {(const char *)file->bytes, (int)*file->size},
                                        .diagnostics = diagnostics};
        }
    }
    fail_msg("there is no %s", path);
    return (struct yaml_source){.file = NULL};
}

struct cited *cited_begin(const struct system *system)
{
    struct cited *cited = calloc(1, sizeof *cited);
    void *scratch_memory = malloc(RULE_TEXTS_SCRATCH_SIZE);
    assert_true(cited != NULL && scratch_memory != NULL);
    text_init(&cited->missing, cited->list, sizeof cited->list);
    struct diagnostics diagnostics = {.count = 0};
    const char *shared = games_find(system)->rule_texts;
    struct yaml_source sources[2] = {shipped(system->id, &diagnostics)};
    if (shared != NULL) {
        sources[1] = shipped(shared, &diagnostics);
    }
    snprintf(cited->path, sizeof cited->path, "%s", sources[0].file);
    struct arena arena;
    struct arena scratch;
    arena_init(&arena, cited->memory, sizeof cited->memory);
    arena_init(&scratch, scratch_memory, RULE_TEXTS_SCRATCH_SIZE);
    bool is_read =
        rule_texts_read(&cited->rule_texts, sources, shared != NULL ? 2 : 1, &arena, &scratch);
    free(scratch_memory);
    if (!is_read) {
        fail_msg("%s: %s", diagnostics.diagnostic[0].where, diagnostics.diagnostic[0].text);
    }
    return cited;
}

/* The bytes of a known rule at the beginning of the text; 0: none. */
static int known_at(const struct cited *cited, struct str text)
{
    struct str rest = text;
    const struct rule_text *found = rule_text_next(&cited->rule_texts, &rest);
    struct str id = found != NULL ? str_of(found->id) : (struct str){"", 0};
    bool is_first = id.n > 0 && str_equal_any_case((struct str){text.p, id.n}, id);
    return is_first ? id.n : 0;
}

/* A number ends at a blank or a comma, words only at a comma. */
static int unknown_at(struct str text)
{
    int n = 0;
    bool is_number = char_is_digit(text.p[0]);
    while (n < text.n && text.p[n] != ',' && (!is_number || text.p[n] != ' ')) {
        n++;
    }
    return n;
}

static void add_missing(struct cited *cited, struct str id, const char *by)
{
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%.*s\"", id.n, id.p);
    if (strstr(cited->list, quoted) == NULL) {
        text_add(&cited->missing, "\n  %s, cited by %s", quoted, by);
    }
}

void cited_by(struct cited *cited, struct str rules, const char *by)
{
    int at = 0;
    while (at < rules.n) {
        struct str rest = {rules.p + at, rules.n - at};
        int n = known_at(cited, rest);
        if (n == 0 && rest.p[0] != ' ' && rest.p[0] != ',') {
            n = unknown_at(rest);
            add_missing(cited, (struct str){rest.p, n}, by);
        }
        cited->count += n > 0;
        at += n > 0 ? n : 1;
    }
}

void cited_end(struct cited *cited)
{
    if (cited->count == 0) {
        fail_msg("nothing cites %s", cited->path);
    }
    bool is_told = cited->missing.n == 0;
    if (!is_told) {
        print_error("%s lacks:%s\n", cited->path, cited->list); /* fail_msg would cut it */
    }
    free(cited);
    assert_true(is_told);
}
