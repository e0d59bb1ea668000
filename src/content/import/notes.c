#include "content/import/notes.h"

#include <string.h>
#include <cmark.h>

#include "base/utf8.h"
#include "content/yaml_reader.h"

/* YAML as people write it in notes: what is almost right is mended line by line, and each
 * mended line is told. In this order: as it stands; links and pictures of notes become the
 * words that they show, comments of notes (%%...%%) and tags (!!int) go; a line whose value
 * alone is no YAML is put in quotes. */

static const struct yaml_value *read_as_it_stands(struct import *import, struct str text,
                                                  struct diagnostics *diagnostics)
{
    size_t used = import->arena->used;
    *diagnostics = (struct diagnostics){0};
    const struct yaml_source source = {.file = "",
                                       .code = STATUS_USAGE,
                                       .bytes = text,
                                       .diagnostics = diagnostics,
                                       .keeps_lines = true};
    const struct yaml_value *value = yaml_read(&source, import->arena);
    if (value == NULL) {
        import->arena->used = used;
    }
    return value;
}

/* ---- what notes have and YAML has not --------------------------------------------------- */

enum { SPAN_MAX = 500, COMMENT_MAX = 8000 };

/* The end of what begins with `open` at the front of the text, behind its `close`; 0 when it
 * does not begin so, or does not end on its line (of a comment: within COMMENT_MAX bytes). */
static int span(struct str text, const char *open, const char *close, bool over_lines)
{
    int n = (int)strlen(open), end = (int)strlen(close);
    int most = over_lines ? COMMENT_MAX : SPAN_MAX;
    if (text.n < n || memcmp(text.p, open, (size_t)n) != 0) {
        return 0;
    }
    for (int i = n; i + end <= text.n && i < most && (over_lines || text.p[i] != '\n'); i++) {
        if (memcmp(text.p + i, close, (size_t)end) == 0) {
            return i + end;
        }
    }
    return 0;
}

/* What a link shows: [[target#part|shown]] its last part, else its target; [shown](address). */
static struct str shown_of(struct str link)
{
    struct str inner = link;
    while (inner.n > 0 && strchr("![", inner.p[0]) != NULL) {
        inner = (struct str){inner.p + 1, inner.n - 1};
    }
    const char *end = memchr(inner.p, ']', (size_t)inner.n);
    inner.n = end == NULL ? inner.n : (int)(end - inner.p);
    for (int i = inner.n - 1; i >= 0; i--) {
        if (inner.p[i] == '|') {
            return (struct str){inner.p + i + 1, inner.n - i - 1};
        }
    }
    return inner;
}

/* The text without links, comments of notes and tags; lines keep their numbers. Returns whether
 * anything was changed. */
static bool without_note_signs(struct str text, struct text *out)
{
    bool is_changed = false, begins_line = true;
    while (text.n > 0) {
        int picture = span(text, "![[", "]]", false), link = span(text, "[[", "]]", false);
        int comment = span(text, "%%", "%%", begins_line);
        int address = text.p[0] == '[' ? span(text, "[", ")", false) : 0;
        int tag = text.p[0] == '!' && text.n > 1 && text.p[1] == '!'
                      ? span(text, "!!", " ", false)
                      : 0;
        int taken = picture > 0 ? picture : link;
        if (taken == 0 && address > 0) {
            const char *middle = memchr(text.p, ']', (size_t)address);
            taken = middle != NULL && middle[1] == '(' ? address : 0;
        }
        if (taken > 0) {
            text_add_str(out, shown_of((struct str){text.p, taken}));
        } else if (comment > 0 || tag > 0) {
            taken = comment > 0 ? comment : tag;
            for (int i = 0; i < taken; i++) {
                text_add_str(out, (struct str){"\n", text.p[i] == '\n'});
            }
        } else {
            taken = 1;
            text_add_char(out, text.p[0]);
        }
        is_changed = is_changed || taken > 1 || comment > 0;
        begins_line = text.p[taken - 1] == '\n' || (begins_line && text.p[taken - 1] == ' ');
        text = (struct str){text.p + taken, text.n - taken};
    }
    return is_changed;
}

/* ---- line by line ----------------------------------------------------------------------- */

static struct str take_line(struct str *text)
{
    const char *end = memchr(text->p, '\n', (size_t)text->n);
    struct str line = {text->p, end == NULL ? text->n : (int)(end - text->p)};
    int taken = line.n + (end != NULL);
    *text = (struct str){text->p + taken, text->n - taken};
    return line;
}

/* Where the value of a line begins, behind "  - key: "; its end where a key has none. */
static int value_at(struct str line)
{
    int at = 0;
    while (at < line.n && (line.p[at] == ' ' || line.p[at] == '-' || line.p[at] == '>')) {
        at++;
    }
    for (int i = at; i + 1 < line.n; i++) {
        if (line.p[i] == ':' && line.p[i + 1] == ' ') {
            return i + 2;
        }
    }
    return line.n > at && line.p[line.n - 1] == ':' ? line.n : at;
}

static bool is_yaml(struct import *import, struct str value)
{
    TEXT_BUFFER(alone, IMPORT_WORDS_MAX * 2);
    struct diagnostics diagnostics;
    size_t used = import->arena->used;
    text_add(&alone, "k: %.*s", value.n, value.p);
    const struct yaml_value *map =
        read_as_it_stands(import, (struct str){alone.p, alone.n}, &diagnostics);
    import->arena->used = used;
    return map != NULL && map->shape == YAML_SHAPE_MAP;
}

/* Puts the values that are no YAML into quotes, and tells each such line. */
static void quote_values(struct import *import, struct str text, int line, struct text *out)
{
    while (text.n > 0) {
        struct str whole = take_line(&text);
        int at = value_at(whole);
        struct str value = str_trimmed((struct str){whole.p + at, whole.n - at});
        bool opens_block =
            value.n > 0 && (value.p[0] == '|' || value.p[0] == '>') && value.n <= 2;
        if (value.n == 0 || opens_block || is_yaml(import, value)) {
            text_add_str(out, whole);
        } else {
            text_add_str(out, (struct str){whole.p, at});
            text_add_char(out, '\'');
            for (int i = 0; i < value.n; i++) {
                text_add(out, value.p[i] == '\'' ? "''" : "%c", value.p[i]);
            }
            text_add_char(out, '\'');
            struct shown shown = utf8_shown(str_trimmed(whole));
            import_remark(import, line, false, (struct str){0}, "read as a text: %s",
                          shown.text);
        }
        text_add_char(out, '\n');
        line++;
    }
}

/* The value of a block whose first line has the number `line` in its file; its lines count from
 * there. NULL when it is no YAML with all of that, which is told in a remark with `name`. */
static const struct yaml_value *import_yaml(struct import *import, struct str text, int line)
{
    struct diagnostics diagnostics;
    const struct yaml_value *value = read_as_it_stands(import, text, &diagnostics);
    if (value != NULL || import->is_full) {
        return value;
    }
    int size = text.n * 2 + 64;
    char *bare_bytes = arena_take(import->arena, (size_t)size, 1);
    char *quoted_bytes = arena_take(import->arena, (size_t)size, 2);
    if (bare_bytes == NULL || quoted_bytes == NULL) {
        import->is_full = true;
        return NULL;
    }
    struct text bare = text_over(bare_bytes, size), quoted = text_over(quoted_bytes, size * 2);
    bool is_changed = without_note_signs(text, &bare);
    if (is_changed) {
        value = read_as_it_stands(import, (struct str){bare.p, bare.n}, &diagnostics);
        if (value != NULL) {
            import_remark(
                import, line, false, (struct str){0},
                "links, comments or tags of notes were read as the words that they show");
            return value;
        }
    }
    struct import_remark *before = import->last_remark;
    int mended = import->mended;
    quote_values(import, (struct str){bare.p, bare.n}, line, &quoted);
    value = read_as_it_stands(import, (struct str){quoted.p, quoted.n}, &diagnostics);
    if (value == NULL) { /* what was mended in vain is not told */
        import->mended = mended;
        import->last_remark = before;
        *(before == NULL ? &import->first_remark : &before->next) = NULL;
        import_remark(import, line, true, (struct str){0}, "no YAML: %s",
                      diagnostics.count > 0 ? diagnostics.diagnostic[0].text
                                            : "the block is empty");
    }
    return value;
}

/* Adds a value in one line: "12", "1, 2, 3", "name: claw; desc: 1d4". */
static void import_yaml_add(const struct yaml_value *value, struct text *out)
{
    if (value->shape == YAML_SHAPE_SCALAR) {
        text_add_str(out, value->text);
        return;
    }
    for (const struct yaml_value *one = value->first; one != NULL; one = one->next) {
        text_add(out, "%s",
                 one == value->first               ? ""
                 : value->shape == YAML_SHAPE_LIST ? ", "
                                                   : "; ");
        if (value->shape == YAML_SHAPE_MAP) {
            text_add(out, "%.*s: ", one->key.n, one->key.p);
        }
        import_yaml_add(one, out);
    }
}

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
        /* "- 3: Goblin", "- Goblin, 5", "- 1d6: [Hobgoblin, Jim]". */
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
        import_remark_block(import, block, name);
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

/* ---- files of YAML ----------------------------------------------------------------------- */

/* The keys beside the one that holds the numbers: of every variant. */
static void add_beside(struct import *import, const struct yaml_value *map,
                       const struct yaml_value *without)
{
    for (const struct yaml_value *one = map->first; one != NULL; one = one->next) {
        if (one != without && !is_of_the_layout(one->key)) {
            TEXT_BUFFER(words, 4000);
            import_yaml_add(one, &words);
            import_clause(import, one->key, (struct str){words.p, words.n},
                          IMPORT_ARMOR_UNKNOWN);
        }
    }
}

void notes_read_yaml(struct import *import, struct str text, struct str file)
{
    const struct yaml_value *map = import_yaml(import, text, 1);
    if (map == NULL) {
        return;
    }
    if (map->shape != YAML_SHAPE_MAP) {
        import_remark(import, 1, true, file, "the file is no map of keys and values");
        return;
    }
    struct str name = name_in(map, file);
    const struct yaml_value *stats = yaml_find(map, "stats"), *type = yaml_find(map, "type");
    const struct yaml_value *variants = yaml_find(map, "variants");
    const struct yaml_value *target = yaml_find(map, "target");
    if (type != NULL && type->shape == YAML_SHAPE_SCALAR &&
        str_is_name(type->text, "redirect")) {
        TEXT_BUFFER(words, IMPORT_WORDS_MAX);
        if (target != NULL) {
            import_yaml_add(target, &words);
        }
        import_remark(import, 1, true, name, "only says where it is told: %s", words.p);
    } else if (variants != NULL && variants->shape == YAML_SHAPE_MAP) {
        for (const struct yaml_value *one = variants->first; one != NULL && !import->is_full;
             one = one->next) {
            TEXT_BUFFER(own, IMPORT_NAME_MAX + 40);
            const struct yaml_value *within =
                one->shape == YAML_SHAPE_MAP ? yaml_find(one, "stats") : NULL;
            text_add(&own, "%.*s, %.*s", name.n, name.p, one->key.n, one->key.p);
            within = within != NULL && within->shape == YAML_SHAPE_MAP ? within : one;
            if (within->shape == YAML_SHAPE_MAP) {
                notes_creature(import, within, (struct str){own.p, own.n}, one->line);
                add_beside(import, map, variants);
            }
        }
    } else if (stats != NULL && stats->shape == YAML_SHAPE_MAP) {
        notes_creature(import, stats, name, stats->line);
        add_beside(import, map, stats);
    } else {
        notes_creature(import, map, name, 1);
    }
}

const char *notes_library_version(void)
{
    return cmark_version_string();
}
