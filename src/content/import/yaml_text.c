#include "content/import/yaml_text.h"

#include "base/utf8.h"

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

const struct yaml_value *import_yaml(struct import *import, struct str text, int line)
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

void import_yaml_add(const struct yaml_value *value, struct text *out)
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
