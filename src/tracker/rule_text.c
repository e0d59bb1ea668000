#include "tracker/rule_text.h"

#include <stddef.h>

const struct rule_text *rule_text_find(const struct rule_texts *rule_texts, struct str id)
{
    for (int i = 0; i < rule_texts->count; i++) {
        if (str_equal_any_case(id, str_of(rule_texts->rule_text[i].id))) {
            return &rule_texts->rule_text[i];
        }
    }
    return NULL;
}

const char *rule_text_title(const struct rule_texts *rule_texts, const char *id)
{
    const struct rule_text *found = rule_text_find(rule_texts, str_of(id));
    return found != NULL ? found->title : "";
}

static bool is_between(char c)
{
    return c == ' ' || c == ',';
}

/* The longest id that the text begins with: ids may hold blanks and commas themselves. */
static const struct rule_text *longest_at(const struct rule_texts *rule_texts, struct str text)
{
    const struct rule_text *best = NULL;
    int best_length = 0;
    for (int i = 0; i < rule_texts->count; i++) {
        struct str id = str_of(rule_texts->rule_text[i].id);
        struct str head = {text.p, id.n};
        bool is_there = id.n > best_length && id.n <= text.n && str_equal_any_case(head, id) &&
                        (id.n == text.n || is_between(text.p[id.n]));
        if (is_there) {
            best = &rule_texts->rule_text[i];
            best_length = id.n;
        }
    }
    return best;
}

const struct rule_text *rule_text_next(const struct rule_texts *rule_texts, struct str *rest)
{
    while (rest->n > 0) {
        const struct rule_text *found = longest_at(rule_texts, *rest);
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
