#include "support/case_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "support/case_private.h"

void case_fail(struct run *run, const char *format, ...)
{
    char what[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (!run->has_failed) {
        const struct case_line *line = &run->item->line[run->at];
        text_add(run->why, "%s:%d: %s: %s", run->item->path, line->number, line->text, what);
    }
    run->has_failed = true;
}

const char *case_next_word(const char **rest, char *out, int size)
{
    struct str left = str_of(*rest);
    struct text text = text_over(out, size);
    text_add_str(&text, str_next_word(&left));
    *rest = left.n > 0 ? left.p : "";
    *rest += strspn(*rest, " ");
    return out;
}

bool case_next_expects(const struct run *run, const char *words, const char **rest)
{
    const char *text;
    return run->at + 1 < run->item->lines &&
           line_begins(run->item->line[run->at + 1].text, "expect", &text) &&
           line_begins(text, words, rest);
}

const char *case_error(const struct run *run)
{
    static char said[ERROR_WHERE_SIZE + ERROR_TEXT_SIZE + 4];
    snprintf(said, sizeof said, "%s%s%s", run->error.where,
             run->error.where[0] != '\0' ? ": " : "", run->error.text);
    return said;
}

bool case_is_last(struct run *run, enum last last, const char *what)
{
    if (run->last != last) {
        case_fail(run, "it stands behind no %s", what);
    }
    return run->last == last;
}

/* ---- expectations ---------------------------------------------------------------------- */

/* Expectation number i of both tables; NULL after the last. */
static const struct expectation *expectation_at(int i)
{
    const struct expectation *tables[] = {case_table_expectations, case_resolver_expectations};
    for (int t = 0; t < 2; t++) {
        for (const struct expectation *at = tables[t]; at->words != NULL; at++) {
            if (i-- == 0) {
                return at;
            }
        }
    }
    return NULL;
}

const char *case_expectation(int i)
{
    const struct expectation *found = expectation_at(i);
    return found != NULL ? found->words : NULL;
}

/* The expectation that a line asks for; *rest is what follows its words. */
static const struct expectation *expectation_of(const char *text, const char **rest)
{
    const struct expectation *at;
    for (int i = 0; (at = expectation_at(i)) != NULL; i++) {
        if (line_begins(text, at->words, rest)) {
            return at;
        }
    }
    return NULL;
}

bool case_knows(const char *expectation, char *why, int why_size)
{
    struct nearest nearest;
    const char *rest;
    if (expectation_of(expectation, &rest) != NULL) {
        return true;
    }
    nearest_init(&nearest, (struct str){expectation, (int)strcspn(expectation, " ")});
    for (int i = 0; case_expectation(i) != NULL; i++) {
        nearest_offer(&nearest, case_expectation(i));
    }
    struct text text = text_over(why, why_size);
    text_add(&text, "there is no expectation \"%s\"%s", expectation,
             nearest_question(&nearest).text);
    return false;
}

/* ---- a case ---------------------------------------------------------------------------- */

static void do_line(struct run *run, const char *text)
{
    const char *rest;
    if (line_begins(text, "expect", &rest)) {
        const struct expectation *expectation = expectation_of(rest, &rest);
        CHECK(expectation != NULL); /* the reader has seen to that */
        expectation->check(run, rest);
    } else if (line_begins(text, "resolve", &rest)) {
        case_resolve(run, rest);
    } else if (line_begins(text, "odds", &rest)) {
        case_odds(run, rest);
    } else {
        case_do(run, text);
    }
}

bool case_run(const struct rule_case *item, struct text *why)
{
    struct run *run = calloc(1, sizeof *run);
    CHECK(run != NULL);
    run->item = item;
    run->why = why;
    run->table = table_new(item->system->id);
    for (run->at = 0; run->at < item->lines && !run->has_failed; run->at++) {
        do_line(run, item->line[run->at].text);
    }
    bool is_right = !run->has_failed;
    table_free(run->table);
    free(run);
    return is_right;
}
