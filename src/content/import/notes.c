#include "content/import/notes.h"

#include <string.h>

#include <cmark.h>

#include "content/import/yaml_text.h"

/* Keys that say how a block is shown, or for other plugins. */
static bool is_of_the_layout(struct str key)
{
    static const char *const keys[] = {
        "layout",   "image",      "statblock", "columns",   "forcecolumns",   "dice",
        "render",   "cssclasses", "cssclass",  "publish",   "statblock link", "aliases",
        "template", "name",       "roll_jds",  "roll-moral"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (str_is_name(key, keys[i])) {
            return true;
        }
    }
    return false;
}

/* Traits and actions: "name: words" for each; maps of name and desc, pairs, or plain words. */
static void add_traits(struct import *import, const struct yaml_value *list)
{
    for (const struct yaml_value *one = list->first; one != NULL; one = one->next) {
        TEXT_BUFFER(line, 4000);
        const struct yaml_value *name =
            one->shape == YAML_SHAPE_MAP ? yaml_find(one, "name") : NULL;
        const struct yaml_value *desc =
            one->shape == YAML_SHAPE_MAP ? yaml_find(one, "desc") : NULL;
        if (name != NULL && desc != NULL) {
            import_yaml_add(name, &line);
            text_add(&line, ": ");
            import_yaml_add(desc, &line);
        } else {
            import_yaml_add(one, &line);
        }
        import_note(import, (struct str){line.p, line.n});
    }
}

/* A value as it is typed: entries of a list with commas between them, those with a comma or
 * quotes of their own in quotes. */
static void add_typed(const struct yaml_value *value, struct text *out)
{
    const struct yaml_value *one = value->shape == YAML_SHAPE_LIST ? value->first : value;
    for (; one != NULL; one = value->shape == YAML_SHAPE_LIST ? one->next : NULL) {
        struct str entry = one->text;
        bool is_quoted = value->shape == YAML_SHAPE_LIST && entry.n > 0 &&
                         (memchr(entry.p, ',', (size_t)entry.n) != NULL || entry.p[0] == '"');
        text_add(out, "%s%s", out->n > 0 ? ", " : "", is_quoted ? "\"" : "");
        for (int i = 0; i < entry.n; i++) {
            text_add(out, "%s", is_quoted && entry.p[i] == '"' ? "\"" : "");
            text_add_char(out, entry.p[i]);
        }
        text_add(out, "%s", is_quoted ? "\"" : "");
    }
}

/* What `write` put under this key, beside what the block shows. */
static void add_own(struct import *import, const struct yaml_value *map)
{
    for (const struct yaml_value *one = map->first; one != NULL; one = one->next) {
        TEXT_BUFFER(typed, 4000);
        add_typed(one, &typed);
        import_own(import, one->key, (struct str){typed.p, typed.n});
    }
}

void notes_creature(struct import *import, const struct yaml_value *map, struct str name,
                    int line)
{
    const struct yaml_value *named = yaml_find(map, "name");
    const struct yaml_value *of = yaml_find(map, "monster");
    of = of == NULL ? yaml_find(map, "creature") : of;
    bool has_numbers = yaml_find(map, "ac") != NULL || yaml_find(map, "hp") != NULL;
    struct str own = named != NULL && named->shape == YAML_SHAPE_SCALAR ? named->text : name;
    if (of != NULL && !has_numbers) {
        TEXT_BUFFER(kind, IMPORT_WORDS_MAX);
        import_yaml_add(of, &kind);
        import_remark(import, line, true, own,
                      "shows the creature %s, and has no numbers of its own", kind.p);
        return;
    }
    if (import_creature(import, own, line) == NULL) {
        return;
    }
    for (const struct yaml_value *one = map->first; one != NULL; one = one->next) {
        if (is_of_the_layout(one->key)) {
            continue;
        }
        if (one->shape == YAML_SHAPE_MAP && str_equal(one->key, "referee")) {
            add_own(import, one);
            continue;
        }
        if (one->shape == YAML_SHAPE_LIST && one->first != NULL &&
            (one->first->shape != YAML_SHAPE_SCALAR || str_is_name(one->key, "traits") ||
             str_is_name(one->key, "actions")) &&
            import_field_of(one->key) == IMPORT_FIELDS) {
            add_traits(import, one);
            continue;
        }
        TEXT_BUFFER(words, 4000);
        import_yaml_add(one, &words);
        import_clause(import, one->key, (struct str){words.p, words.n}, IMPORT_ARMOR_UNKNOWN);
    }
}

/* `clyt`: "stats:" is a list of maps of one key. */
static void add_clyt(struct import *import, const struct yaml_value *map, struct str file,
                     int line)
{
    const struct yaml_value *stats = yaml_find(map, "stats"), *name = yaml_find(map, "name");
    struct str own = name != NULL && name->shape == YAML_SHAPE_SCALAR ? name->text : file;
    if (stats == NULL || stats->shape != YAML_SHAPE_LIST) {
        import_remark(import, line, true, own, "has no stats");
        return;
    }
    if (import_creature(import, own, line) == NULL) {
        return;
    }
    for (const struct yaml_value *one = stats->first; one != NULL; one = one->next) {
        TEXT_BUFFER(words, 4000);
        if (one->shape == YAML_SHAPE_SCALAR) {
            import_note(import, one->text);
        }
        for (const struct yaml_value *pair = one->shape == YAML_SHAPE_SCALAR ? NULL
                                                                             : one->first;
             pair != NULL; pair = pair->next) {
            words = text_over(words.p, words.size);
            import_yaml_add(pair, &words);
            import_clause(import, pair->key, (struct str){words.p, words.n},
                          IMPORT_ARMOR_UNKNOWN);
        }
    }
    for (const struct yaml_value *one = map->first; one != NULL; one = one->next) {
        if (one != stats && !is_of_the_layout(one->key)) {
            TEXT_BUFFER(words, 4000);
            import_yaml_add(one, &words);
            import_clause(import, one->key, (struct str){words.p, words.n},
                          IMPORT_ARMOR_UNKNOWN);
        }
    }
}

/* ---- encounters ------------------------------------------------------------------------- */

static bool is_flag(struct str word, bool *is_ally)
{
    static const char *const allies[] = {"friend", "friendly", "ally"};
    for (size_t i = 0; i < sizeof allies / sizeof allies[0]; i++) {
        if (str_is_name(word, allies[i])) {
            *is_ally = true;
            return true;
        }
    }
    return false;
}

static void add_word(struct text *words, const char *name, struct str value)
{
    text_add(words, "%s%s%s%.*s", words->n > 0 ? ", " : "", name, name[0] != '\0' ? " " : "",
             value.n, value.p);
}

/* "Goblin, 5, 15, 2, 25, hidden": a name, hit points, armour class, initiative modifier,
 * experience points, flags. */
static void read_words(struct str words, struct import_entry *entry, struct text *rest)
{
    static const char *const names[] = {"", "armour class", "initiative modifier", "xp"};
    struct str part;
    int place = 0;
    bool has_name = entry->kind.n > 0;
    while (str_next_part(&words, ',', &part)) {
        int64_t number;
        bool is_number = str_to_int64(part, -1000, 1000000, &number);
        if (!has_name) {
            entry->kind = str_unquoted(part);
            has_name = true;
        } else if (is_number && place == 0) {
            entry->hit_points = number > 0 && number <= 10000 ? (int)number : 0;
            place++;
        } else if (is_number && place < 4) {
            add_word(rest, names[place++], part);
        } else if (!is_flag(part, &entry->is_ally) && part.n > 0) {
            add_word(rest, "", part);
        }
    }
}

/* The value of an entry: words, [kind, shown name, ...], or a map. */
static void read_entry(const struct yaml_value *value, struct import_entry *entry,
                       struct text *rest)
{
    if (value->shape == YAML_SHAPE_SCALAR) {
        read_words(value->text, entry, rest);
        return;
    }
    for (const struct yaml_value *one = value->first; one != NULL; one = one->next) {
        TEXT_BUFFER(words, IMPORT_WORDS_MAX);
        int64_t number;
        import_yaml_add(one, &words);
        struct str text = {words.p, words.n};
        bool is_scalar = one->shape == YAML_SHAPE_SCALAR;
        if (value->shape == YAML_SHAPE_LIST && entry->kind.n == 0) {
            read_entry(one, entry, rest); /* a link is a list within a list */
        } else if (value->shape == YAML_SHAPE_LIST && entry->shown.n == 0 && is_scalar &&
                   !str_to_int64(one->text, INT64_MIN, INT64_MAX, &number)) {
            entry->shown = one->text;
        } else if (value->shape == YAML_SHAPE_LIST) {
            read_words(text, entry, rest);
        } else if (str_is_name(one->key, "creature")) {
            entry->kind = is_scalar ? one->text : (struct str){0};
        } else if (str_is_name(one->key, "name")) {
            entry->shown = is_scalar ? one->text : (struct str){0};
        } else if (str_is_name(one->key, "hp") && str_to_int64(text, 1, 10000, &number)) {
            entry->hit_points = (int)number;
        } else if (!is_flag(one->key, &entry->is_ally)) {
            TEXT_BUFFER(key, IMPORT_NAME_MAX + 1);
            text_add(&key, "%.*s", one->key.n, one->key.p);
            add_word(rest, key.p, text);
        }
    }
}

/* "- 3: Goblin", "- Goblin, 5", "- 1d6: [Hobgoblin, Jim]". */
static void add_entry(struct import *import, const struct yaml_value *one, int line)
{
    TEXT_BUFFER(rest, IMPORT_WORDS_MAX);
    struct import_entry entry = {.count = str_of("1")};
    if (one->shape == YAML_SHAPE_MAP && one->count == 1) {
        entry.count = one->first->key;
        read_entry(one->first, &entry, &rest);
    } else {
        read_entry(one, &entry, &rest);
    }
    if (entry.kind.n == 0 || entry.kind.p[0] == '{') {
        import_remark(import, line + one->line - 1, true, import->last_encounter->name,
                      "an entry without a creature");
    } else {
        import_entry(import, &entry, (struct str){rest.p, rest.n});
    }
}

static void add_encounter(struct import *import, struct str block, int line, struct str name)
{
    static const char *const others[] = {"players", "party", "hide", "xp", "rollHP"};
    const struct yaml_value *map = import_yaml(import, block, line);
    if (map == NULL || map->shape != YAML_SHAPE_MAP) {
        if (map != NULL) {
            import_remark(import, line, true, name, "the encounter has no keys and values");
        }
        return;
    }
    const struct yaml_value *own = yaml_find(map, "name");
    const struct yaml_value *list = yaml_find(map, "creatures");
    name = own != NULL && own->shape == YAML_SHAPE_SCALAR ? own->text : name;
    if (import_encounter(import, name, line) == NULL) {
        return;
    }
    for (const struct yaml_value *one =
             list != NULL && list->shape == YAML_SHAPE_LIST ? list->first : NULL;
         one != NULL && !import->is_full; one = one->next) {
        add_entry(import, one, line);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const struct yaml_value *one = yaml_find(map, others[i]);
        if (one != NULL) {
            TEXT_BUFFER(words, IMPORT_WORDS_MAX);
            import_yaml_add(one, &words);
            import_remark(import, line + one->line - 1, false, name, "%s is not kept: %s",
                          others[i], words.p);
        }
    }
}

/* Several encounters of one block stand between lines of dashes. */
static void add_encounters(struct import *import, struct str block, int line, struct str name)
{
    struct str rest = block, part = {block.p, 0};
    int first = line;
    import->kind = import->kind == NULL ? "obsidian" : import->kind;
    while (rest.n > 0) {
        const char *end = memchr(rest.p, '\n', (size_t)rest.n);
        struct str one = {rest.p, end == NULL ? rest.n : (int)(end - rest.p)};
        int taken = one.n + (end != NULL);
        bool parts = str_equal(str_trimmed(one), "---");
        rest = (struct str){rest.p + taken, rest.n - taken};
        part.n = (int)(rest.p - part.p) - (parts ? taken : 0);
        line++;
        if (parts || rest.n == 0) {
            if (str_trimmed(part).n > 0) {
                add_encounter(import, part, first, name);
            }
            part = (struct str){rest.p, 0};
            first = line;
        }
    }
}

/* The front matter of a note: between a first line of three dashes and the next such line; n ==
 * 0: none. */
static struct str front_matter(struct str text)
{
    if (text.n < 4 || memcmp(text.p, "---", 3) != 0 ||
        (text.p[3] != '\n' && text.p[3] != '\r')) {
        return (struct str){0};
    }
    struct str inner = {text.p + 4, text.n - 4};
    for (int i = 0; i + 3 <= inner.n; i++) {
        bool begins_line = i == 0 || inner.p[i - 1] == '\n';
        if (begins_line && memcmp(inner.p + i, "---", 3) == 0) {
            return (struct str){inner.p, i};
        }
    }
    return (struct str){0};
}

static struct str fence_word(cmark_node *node)
{
    const char *info = cmark_node_get_fence_info(node);
    struct str rest = str_of(info == NULL ? "" : info);
    return str_next_word(&rest);
}

static bool is_a_creature(const struct yaml_value *front)
{
    const struct yaml_value *statblock = yaml_find(front, "statblock");
    return statblock != NULL && statblock->shape == YAML_SHAPE_SCALAR &&
           !str_is_name(statblock->text, "inline") && !str_is_name(statblock->text, "false");
}

static struct str name_in(const struct yaml_value *front, struct str otherwise)
{
    const struct yaml_value *name = front != NULL ? yaml_find(front, "name") : NULL;
    return name != NULL && name->shape == YAML_SHAPE_SCALAR ? name->text : otherwise;
}

static void read_block(struct import *import, struct str word, struct str block, int line,
                       struct str name)
{
    if (import->kind == NULL) {
        import->kind = str_is_name(word, "clyt") ? "ose" : "statblocks";
    }
    const struct yaml_value *map = import_yaml(import, block, line);
    if (map == NULL) {
        return;
    }
    if (map->shape != YAML_SHAPE_MAP) {
        import_remark(import, line, true, name, "the block is no map of keys and values");
    } else if (str_is_name(word, "clyt")) {
        add_clyt(import, map, name, line);
    } else {
        notes_creature(import, map, name, line);
    }
}

/* The lines of a text from one to another, counted from 1, as they stand in the source. */
static struct str lines_of(struct str text, int from, int to)
{
    struct str lines = {text.p, 0};
    for (int i = 0, line = 1; i < text.n && line <= to; i++) {
        lines.p = line < from ? text.p + i + 1 : lines.p;
        lines.n = line >= from ? (int)(text.p + i + 1 - lines.p) : 0;
        line += text.p[i] == '\n';
    }
    return lines;
}

void notes_read(struct import *import, struct str text, struct str file)
{
    struct str front = front_matter(text);
    int front_lines = 0, blocks = 0;
    const struct yaml_value *matter = NULL;
    for (int i = 0; front.n > 0 && i < front.n; i++) {
        front_lines += front.p[i] == '\n';
    }
    if (front.n > 0) {
        matter = import_yaml(import, front, 2);
        matter = matter != NULL && matter->shape == YAML_SHAPE_MAP ? matter : NULL;
        front_lines += 2;
        int taken = (int)(front.p - text.p) + front.n + 3;
        text = (struct str){text.p + taken, text.n - taken};
        front_lines -= 1; /* the line of the closing dashes ends in the rest */
    }
    struct str name = name_in(matter, file);
    cmark_node *document = cmark_parse_document(text.p, (size_t)text.n, CMARK_OPT_DEFAULT);
    cmark_iter *walk = cmark_iter_new(document);
    bool is_behind_a_block = false;
    int level = 0, block_level = 0; /* of the newest heading, and of the one above a block */
    for (cmark_event_type event = cmark_iter_next(walk);
         event != CMARK_EVENT_DONE && !import->is_full; event = cmark_iter_next(walk)) {
        cmark_node *node = cmark_iter_get_node(walk);
        cmark_node_type type = cmark_node_get_type(node);
        bool is_text = type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING;
        if (type == CMARK_NODE_CODE_BLOCK && event == CMARK_EVENT_ENTER) {
            struct str word = fence_word(node);
            if (str_is_name(word, "encounter") || str_is_name(word, "encounter-table")) {
                blocks++;
                is_behind_a_block = false;
                add_encounters(import, str_of(cmark_node_get_literal(node)),
                               cmark_node_get_start_line(node) + front_lines + 1, name);
            }
            if (str_is_name(word, "statblock") || str_is_name(word, "clyt")) {
                blocks++;
                int before = import->count;
                read_block(import, word, str_of(cmark_node_get_literal(node)),
                           cmark_node_get_start_line(node) + front_lines + 1, name);
                is_behind_a_block = import->count > before;
                block_level = level;
            }
            continue;
        }
        if (type == CMARK_NODE_HEADING && event == CMARK_EVENT_ENTER) {
            level = cmark_node_get_heading_level(node);
            /* one like that above a block begins what is no longer about its creature */
            is_behind_a_block = is_behind_a_block && level > block_level;
        }
        if (is_behind_a_block && is_text && event == CMARK_EVENT_ENTER) {
            import_note(import, lines_of(text, cmark_node_get_start_line(node),
                                         cmark_node_get_end_line(node)));
        }
    }
    cmark_iter_free(walk);
    cmark_node_free(document);
    if (matter != NULL && blocks == 0 && is_a_creature(matter)) {
        notes_creature(import, matter, file, 1);
        import_note(import, text);
    }
}

bool notes_are_in(struct str text)
{
    struct str front = front_matter(text);
    return str_holds(text, str_of("```statblock")) || str_holds(text, str_of("~~~statblock")) ||
           str_holds(text, str_of("```encounter")) || str_holds(text, str_of("```clyt")) ||
           str_holds(text, str_of("``` statblock")) ||
           (front.n > 0 && str_holds(front, str_of("statblock:")));
}

const char *notes_library_version(void)
{
    return cmark_version_string();
}
