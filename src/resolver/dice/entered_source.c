#include "resolver/dice/entered_source.h"

#include <string.h>

/* Stands where a die has no name. */
static const char no_name[] = "die";

static bool is_source_char(char c)
{
    return char_is_letter(c) || char_is_digit(c) || c == '-' || c == '_' || c == '+' ||
           (unsigned char)c >= 128;
}

/* The part up to the next colon, or the rest; false where it is empty or has other signs. */
static bool source_part(struct str *rest, struct str *part)
{
    const char *colon = memchr(rest->p, ':', (size_t)rest->n);
    part->p = rest->p;
    part->n = colon != NULL ? (int)(colon - rest->p) : rest->n;
    int used = part->n + (colon != NULL ? 1 : 0);
    *rest = (struct str){rest->p + used, rest->n - used};
    bool is_well = part->n > 0 && (colon == NULL || rest->n > 0);
    for (int i = 0; i < part->n && is_well; i++) {
        is_well = is_source_char(part->p[i]);
    }
    return is_well;
}

bool entered_source(struct entered_source *out, struct str word)
{
    const char *at = word.n > 0 ? memchr(word.p, '@', (size_t)word.n) : NULL;
    if (at == NULL || at == word.p) {
        return false;
    }
    struct str rest = {at + 1, (int)(word.p + word.n - at) - 1};
    out->face = (struct str){word.p, (int)(at - word.p)};
    out->shown = out->face;
    return source_part(&rest, &out->name) && rest.n > 0 && source_part(&rest, &out->die) &&
           (rest.n == 0 || (source_part(&rest, &out->shown) && rest.n == 0));
}

void entered_source_add_name(struct str name, struct text *out)
{
    for (int i = 0; i < name.n; i++) {
        text_add_char(out, is_source_char(name.p[i]) && name.p[i] != '+' ? name.p[i] : '_');
    }
    text_add(out, "%s", name.n == 0 ? no_name : "");
}

void entered_source_tell_name(const struct entered_source *source, struct text *out)
{
    if (str_equal(source->name, no_name)) {
        text_add(out, "outside");
        return;
    }
    for (int i = 0; i < source->name.n; i++) {
        char c = source->name.p[i];
        text_add(out, "%.*s", c == '+' ? 5 : 1,
                 c == '+'   ? " and "
                 : c == '_' ? " "
                            : &source->name.p[i]);
    }
}

static void tell(const struct entered_source *source, struct text *out)
{
    text_add(out, "the %.*s showed %.*s", source->die.n, source->die.p, source->shown.n,
             source->shown.p);
    if (!str_same(source->shown, source->face)) {
        text_add(out, ", counts %.*s", source->face.n, source->face.p);
    }
    text_add(out, ", from ");
    entered_source_tell_name(source, out);
}

void entered_sources_tell(struct str line, const char *before, const char *after,
                          struct text *out)
{
    struct entered_source source;
    for (struct str word; (word = str_next_word(&line)).p != NULL;) {
        if (entered_source(&source, word)) {
            text_add(out, "%s", before);
            tell(&source, out);
            text_add(out, "%s", after);
        }
    }
}
