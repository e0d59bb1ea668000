#include "app/sitting/stored_dice.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "content/encounter_text.h"
#include "content/yaml_reader.h"
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
    {CHANGE_KIND, "kind", "name", "edit-kind"},
    {CHANGE_PREPARED, "prepared encounter", "encounter",
     "its text in the list of prepared ones"},
    {CHANGE_PARTY, "member", "name", "party set"},
};

struct search {
    const struct stored *stored;
    found_fn *found;
    void *context;
    unsigned char *memory; /* ENCOUNTER_MEMORY_SIZE bytes, for one text */
    struct str name;       /* of the thing that is looked through */
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

/* An older program read this word as dice, and this one does not, for the reason. */
static bool is_refused(struct str word, struct error *why)
{
    struct dice_expr expr;
    return word.n > 1 && memchr(word.p, 'd', (size_t)word.n) != NULL &&
           dice_expr_parse_as(NULL, &expr, word, DICE_LOGGED, NULL) == STATUS_OK &&
           dice_expr_parse(&expr, word, why) != STATUS_OK;
}

/* Tells of every word of a value that is refused. */
static void look_at(const struct search *search, struct str key, struct str value, int line)
{
    struct error why;
    for (struct str word; !is_prose(key) && (word = str_next_word(&value)).p != NULL;) {
        while (word.n > 0 && word.p[word.n - 1] == ',') {
            word.n--;
        }
        if (!is_refused(word, &why)) {
            continue;
        }
        TEXT_BUFFER(where, ERROR_WHERE_SIZE);
        TEXT_BUFFER(what, ERROR_TEXT_SIZE);
        TEXT_BUFFER(next, 120);
        text_add(&where, "%s %s, line %d", search->stored->word, utf8_shown(search->name).text,
                 line);
        text_add(&what, "%s %s: %.*s", utf8_shown(key).text, utf8_shown(word).text,
                 (int)strcspn(why.text, "\n"), why.text);
        text_add(&next, "change it (%s); what was rolled stays as it is",
                 search->stored->edits);
        search->found(search->context,
                      &(struct fault){.where = where.p, .what = what.p, .next = next.p});
    }
}

static const struct yaml_value *named(const struct yaml_value *value, const char *key)
{
    if (value->key.n > 0 && str_equal(value->key, key)) {
        return value;
    }
    const struct yaml_value *found = NULL;
    for (const struct yaml_value *in = value->first; in != NULL && found == NULL;
         in = in->next) {
        found = named(in, key);
    }
    return found;
}

/* `key` is that of the list, for what is in one. */
static void look_through_yaml(const struct search *search, const struct yaml_value *value,
                              struct str key)
{
    key = value->key.n > 0 ? value->key : key;
    if (value->shape == YAML_SHAPE_SCALAR) {
        look_at(search, key, value->text, value->line);
    }
    for (const struct yaml_value *in = value->first; in != NULL; in = in->next) {
        look_through_yaml(search, in, key);
    }
}

static bool look_through(void *context, const struct change *change)
{
    struct search *search = context;
    search->name = str_of("without a name");
    if (!change->is_set) {
        return true;
    }
    if (strcmp(search->stored->thing, CHANGE_PARTY) == 0) {
        /* The lines of a member: "text damage 2d6", and "name Ann" first (tracker/carry.h). */
        struct str text = change->new;
        int number = 0;
        for (struct str line; str_next_line(&text, &line);) {
            number++;
            struct str shape = str_next_word(&line);
            if (shape.p != NULL && str_equal(shape, search->stored->name_key)) {
                search->name = str_trimmed(line);
            } else if (shape.p != NULL && str_equal(shape, "text")) {
                struct str key = str_next_word(&line);
                look_at(search, key, line, number);
            }
        }
        return true;
    }
    struct arena arena;
    struct diagnostics mistakes = {.count = 0};
    struct yaml_source source = {
        .file = "", .code = STATUS_USAGE, .bytes = change->new, .diagnostics = &mistakes};
    arena_init(&arena, search->memory, ENCOUNTER_MEMORY_SIZE);
    const struct yaml_value *root = yaml_read(&source, &arena);
    if (root == NULL) {
        return true; /* it cannot be read, and is refused for that wherever it is used */
    }
    const struct yaml_value *name = named(root, search->stored->name_key);
    search->name = name != NULL ? name->text : search->name;
    look_through_yaml(search, root, str_of(""));
    return true;
}

enum status stored_dice_find(struct campaign *campaign, found_fn *found, void *context,
                             struct error *err)
{
    enum status status = STATUS_OK;
    unsigned char *memory = malloc(ENCOUNTER_MEMORY_SIZE);
    CHECK(memory != NULL);
    for (size_t i = 0; i < sizeof stored / sizeof stored[0]; i++) {
        struct search search = {&stored[i], found, context, .memory = memory};
        bool is_prepared = strcmp(stored[i].thing, CHANGE_PREPARED) == 0;
        for (int k = 0; status == STATUS_OK && k < (is_prepared ? 1 : systems_count()); k++) {
            const char *field = is_prepared ? CHANGE_TEXT : system_at(k)->id;
            status = changes_present(campaign, str_of(stored[i].thing), str_of(field), 0,
                                     look_through, &search, err);
        }
    }
    free(memory);
    return status;
}
