#include "support/cited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "support/unit.h"

static struct str shipped(const char *path)
{
    for (unsigned i = 0; i < embedded_files_count; i++) {
        if (strcmp(embedded_files[i].path, path) == 0) {
            return (struct str){(const char *)embedded_files[i].bytes,
                                (int)*embedded_files[i].size};
        }
    }
    fail_msg("there is no %s", path);
    return (struct str){"", 0};
}

struct cited *cited_begin(const struct system *system)
{
    struct cited *cited = calloc(1, sizeof *cited);
    void *scratch_memory = malloc(PARAGRAPHS_SCRATCH_SIZE);
    assert_true(cited != NULL && scratch_memory != NULL);
    snprintf(cited->path, sizeof cited->path, "data/%s/paragraphs.yaml", system->id);
    text_init(&cited->missing, cited->list, sizeof cited->list);
    struct problems problems = {.count = 0};
    struct yaml_source source = {.file = cited->path,
                                 .code = STATUS_USAGE,
                                 .bytes = shipped(cited->path),
                                 .problems = &problems};
    struct arena arena;
    struct arena scratch;
    arena_init(&arena, cited->memory, sizeof cited->memory);
    arena_init(&scratch, scratch_memory, PARAGRAPHS_SCRATCH_SIZE);
    bool is_read = paragraphs_read(&cited->paragraphs, &source, &arena, &scratch);
    free(scratch_memory);
    if (!is_read) {
        fail_msg("%s: %s", problems.problem[0].where, problems.problem[0].text);
    }
    return cited;
}

/* How many bytes of the text a known paragraph at its beginning takes; 0: none stands there. */
static int known_at(const struct cited *cited, struct str text)
{
    struct str rest = text;
    const struct paragraph *found = paragraph_next(&cited->paragraphs, &rest);
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
