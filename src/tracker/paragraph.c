#include "tracker/paragraph.h"

#include <stddef.h>

const struct paragraph *paragraph_find(const struct paragraphs *paragraphs, struct str id)
{
    for (int i = 0; i < paragraphs->count; i++) {
        if (str_equal_any_case(id, str_of(paragraphs->paragraph[i].id))) {
            return &paragraphs->paragraph[i];
        }
    }
    return NULL;
}

static bool is_between(char c)
{
    return c == ' ' || c == ',';
}

/* The longest id that the text begins with: ids may hold blanks and commas themselves. */
static const struct paragraph *longest_at(const struct paragraphs *paragraphs, struct str text)
{
    const struct paragraph *best = NULL;
    int best_length = 0;
    for (int i = 0; i < paragraphs->count; i++) {
        struct str id = str_of(paragraphs->paragraph[i].id);
        struct str head = {text.p, id.n};
        bool is_there = id.n > best_length && id.n <= text.n && str_equal_any_case(head, id) &&
                        (id.n == text.n || is_between(text.p[id.n]));
        if (is_there) {
            best = &paragraphs->paragraph[i];
            best_length = id.n;
        }
    }
    return best;
}

const struct paragraph *paragraph_next(const struct paragraphs *paragraphs, struct str *rest)
{
    while (rest->n > 0) {
        const struct paragraph *found = longest_at(paragraphs, *rest);
        int skip = found != NULL ? str_of(found->id).n : 0;
        while (found == NULL && skip < rest->n && !is_between(rest->p[skip])) {
            skip++;
        }
        while (skip < rest->n && is_between(rest->p[skip])) {
            skip++;
        }
        *rest = (struct str){rest->p + skip, rest->n - skip};
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}
