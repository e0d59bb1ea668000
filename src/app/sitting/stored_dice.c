#include "app/sitting/stored_dice.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/system.h"
#include "store/changes.h"

/* A kind of thing whose texts are looked through, the key of its name there, and the command
 * that changes it. */
struct stored {
    const char *thing;
    const char *word;
    const char *name_key;
    const char *edits;
};

static const struct stored stored[] = {
    {CHANGE_KIND, "kind", "- name", "edit-kind"},
    {CHANGE_PREPARED, "prepared encounter", "encounter",
     "its text in the list of prepared ones"},
    {CHANGE_PARTY, "member", "name", "party set"},
};

struct search {
    const struct stored *stored;
    found_fn *found;
    void *context;
};

/* Texts of people, in which nothing is rolled. */
static bool is_prose(struct str key)
{
    static const char *const prose[] = {"name", "note",  "read",      "notes", "place",
                                        "tags", "wants", "encounter", "source"};
    for (size_t i = 0; i < sizeof prose / sizeof prose[0]; i++) {
        if (str_equal(key, prose[i])) {
            return true;
        }
    }
    return false;
}

static int indent_of(struct str line)
{
    int n = 0;
    while (n < line.n && (line.p[n] == ' ' || line.p[n] == '-')) {
        n++;
    }
    return n;
}

/* "    damage: 2d6" and "text damage 2d6"; false: the line has no value. */
static bool read_line(const struct search *search, struct str line, struct str *key,
                      struct str *value)
{
    if (strcmp(search->stored->thing, CHANGE_PARTY) == 0) {
        struct str shape = str_next_word(&line);
        *key = str_next_word(&line);
        *value = str_trimmed(line);
        return shape.p != NULL && str_equal(shape, "text") && key->p != NULL && value->n > 0;
    }
    int indent = indent_of(line);
    struct str rest = {line.p + indent, line.n - indent};
    const char *colon = memchr(rest.p, ':', (size_t)rest.n);
    if (colon == NULL || *rest.p == '#') {
        return false;
    }
    *key = str_trimmed((struct str){rest.p, (int)(colon - rest.p)});
    *value = str_trimmed((struct str){colon + 1, rest.n - (int)(colon + 1 - rest.p)});
    return key->n > 0;
}

static struct str unquoted(struct str word)
{
    while (word.n > 0 && strchr("\"'[]{},", word.p[0]) != NULL) {
        word = (struct str){word.p + 1, word.n - 1};
    }
    while (word.n > 0 && strchr("\"'[]{},", word.p[word.n - 1]) != NULL) {
        word.n--;
    }
    return word;
}

/* Whether an older program read this word as dice, and this one does not, with the reason. */
static bool is_refused(struct str word, struct error *why)
{
    struct dice_expr expr;
    return word.n > 1 && memchr(word.p, 'd', (size_t)word.n) != NULL &&
           dice_expr_parse_as(NULL, &expr, word, DICE_LOGGED, NULL) == STATUS_OK &&
           dice_expr_parse(&expr, word, why) != STATUS_OK;
}

static struct str name_in(const struct search *search, struct str text)
{
    size_t n = strlen(search->stored->name_key);
    for (struct str line; str_next_part(&text, '\n', &line);) {
        line = str_trimmed(line);
        if (line.n > (int)n && memcmp(line.p, search->stored->name_key, n) == 0) {
            struct str name = str_trimmed((struct str){line.p + n, line.n - (int)n});
            bool has_colon = name.n > 0 && name.p[0] == ':';
            name = (struct str){name.p + has_colon, name.n - has_colon};
            return unquoted(str_trimmed(name));
        }
    }
    return str_of("without a name");
}

static void tell(const struct search *search, struct str text, int line, struct str key,
                 struct str word, const struct error *why)
{
    TEXT_BUFFER(where, ERROR_WHERE_SIZE);
    TEXT_BUFFER(what, ERROR_TEXT_SIZE);
    TEXT_BUFFER(next, 120);
    text_add(&where, "%s %s, line %d", search->stored->word,
             utf8_shown(name_in(search, text)).text, line);
    text_add(&what, "%s %s: %.*s", utf8_shown(key).text, utf8_shown(word).text,
             (int)strcspn(why->text, "\n"), why->text);
    text_add(&next, "change it (%s); what was rolled stays as it is", search->stored->edits);
    search->found(search->context,
                  &(struct fault){.where = where.p, .what = what.p, .next = next.p});
}

static bool look_through(void *context, const struct change *change)
{
    const struct search *search = context;
    int number = 0, prose = -1; /* the indentation of a text of several lines; -1: none */
    struct str rest = change->is_set ? change->new : str_of("");
    for (struct str line, key, value; str_next_line(&rest, &line);) {
        number++;
        bool goes_on = prose >= 0 && (str_trimmed(line).n == 0 || indent_of(line) > prose);
        prose = goes_on ? prose : -1;
        if (goes_on || !read_line(search, line, &key, &value)) {
            continue;
        }
        if (value.n > 0 && (value.p[0] == '|' || value.p[0] == '>')) {
            prose = indent_of(line);
        }
        for (struct str word; !is_prose(key) && (word = str_next_word(&value)).p != NULL;) {
            struct error why;
            if (is_refused(unquoted(word), &why)) {
                tell(search, change->new, number, key, unquoted(word), &why);
            }
        }
    }
    return true;
}

enum status stored_dice_find(struct campaign *campaign, found_fn *found, void *context,
                             struct error *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof stored / sizeof stored[0]; i++) {
        struct search search = {&stored[i], found, context};
        bool is_prepared = strcmp(stored[i].thing, CHANGE_PREPARED) == 0;
        for (int k = 0; status == STATUS_OK && k < (is_prepared ? 1 : systems_count()); k++) {
            const char *field = is_prepared ? CHANGE_TEXT : system_at(k)->id;
            status = changes_present(campaign, str_of(stored[i].thing), str_of(field), 0,
                                     look_through, &search, err);
        }
    }
    return status;
}
