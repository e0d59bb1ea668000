#include "content/encounter_text.h"

#include "base/nearest.h"
#include "base/utf8.h"

/* The shape of each part, with at most `most` bytes of a scalar or entries of a list. */
static const struct {
    const char *key;
    enum yaml_shape shape, entries;
    int most;
} parts[ENCOUNTER_PARTS] = {
    [ENCOUNTER_NAME] = {"encounter", YAML_SHAPE_SCALAR, YAML_SHAPE_SCALAR, 63},
    [ENCOUNTER_GAME] = {"game", YAML_SHAPE_SCALAR, YAML_SHAPE_SCALAR, 63},
    [ENCOUNTER_VERSION] = {"version", YAML_SHAPE_SCALAR, YAML_SHAPE_SCALAR, 8},
    [ENCOUNTER_PLACE] = {"place", YAML_SHAPE_SCALAR, YAML_SHAPE_SCALAR, ENCOUNTER_LINE_MAX},
    [ENCOUNTER_WANTS] = {"wants", YAML_SHAPE_SCALAR, YAML_SHAPE_SCALAR, ENCOUNTER_LINE_MAX},
    [ENCOUNTER_READ] = {"read", YAML_SHAPE_SCALAR, YAML_SHAPE_SCALAR, ENCOUNTER_PROSE_MAX},
    [ENCOUNTER_NOTES] = {"notes", YAML_SHAPE_SCALAR, YAML_SHAPE_SCALAR, ENCOUNTER_PROSE_MAX},
    [ENCOUNTER_PARTY] = {"party", YAML_SHAPE_LIST, YAML_SHAPE_MAP, ENCOUNTER_ENTRIES_MAX},
    [ENCOUNTER_FOES] = {"foes", YAML_SHAPE_LIST, YAML_SHAPE_MAP, ENCOUNTER_ENTRIES_MAX},
    [ENCOUNTER_COUNTERS] = {"counters", YAML_SHAPE_LIST, YAML_SHAPE_MAP, 24},
    [ENCOUNTER_DO] = {"do", YAML_SHAPE_LIST, YAML_SHAPE_SCALAR, ENCOUNTER_ENTRIES_MAX},
};

static const char *const shape_words[] = {
    [YAML_SHAPE_SCALAR] = "a single value",
    [YAML_SHAPE_LIST] = "a list, each entry behind a -",
    [YAML_SHAPE_MAP] = "fields, such as kind: and count:",
};

const char *encounter_part_key(enum encounter_part part)
{
    return parts[part].key;
}

struct str encounter_text_part(const struct encounter_text *text, enum encounter_part part)
{
    const struct yaml_value *at = text->part[part];
    return at != NULL && at->shape == YAML_SHAPE_SCALAR ? at->text : (struct str){"", 0};
}

bool encounter_expect(const struct yaml_source *source, const struct yaml_value *at,
                      enum yaml_shape shape)
{
    if (at->shape == shape) {
        return true;
    }
    yaml_complain(source, at->line, at->column, "%s%sexpected %s",
                  at->key.n > 0 ? utf8_shown(at->key).text : "", at->key.n > 0 ? ": " : "",
                  shape_words[shape]);
    return false;
}

void encounter_unknown_key(const struct yaml_source *source, const struct yaml_value *at,
                           const char *const *keys, int count)
{
    struct nearest nearest;
    nearest_init(&nearest, at->key);
    for (int i = 0; i < count; i++) {
        nearest_offer(&nearest, keys[i]);
    }
    TEXT_BUFFER(list, 120);
    for (int i = 0; i < count && nearest.best == NULL; i++) {
        text_add_item(&list, keys[i]);
    }
    yaml_complain(source, at->key_line, at->key_column, "%s: there is no such field%s%s%s",
                  utf8_shown(at->key).text, nearest_question(&nearest).text,
                  list.n > 0 ? "; expected one of " : "", list.p);
}

/* ---- opening --------------------------------------------------------------------------- */

static const struct system *read_game(const struct yaml_value *root,
                                      const struct yaml_source *source)
{
    const struct yaml_value *at = yaml_find(root, parts[ENCOUNTER_GAME].key);
    if (at == NULL) {
        yaml_complain(source, root->line, root->column,
                      "game: expected the game of the encounter, behind `game:`; "
                      "`help formats` shows an example");
        return NULL;
    }
    if (!encounter_expect(source, at, YAML_SHAPE_SCALAR)) {
        return NULL;
    }
    const struct system *system = system_find(at->text);
    if (system == NULL) {
        struct nearest nearest;
        nearest_init(&nearest, at->text);
        for (int i = 0; i < systems_count(); i++) {
            nearest_offer(&nearest, system_at(i)->id);
        }
        yaml_complain(source, at->line, at->column,
                      "game: this program does not know the game %s%s",
                      utf8_shown(at->text).text, nearest_question(&nearest).text);
    }
    return system;
}

static bool read_version(const struct yaml_value *root, const struct yaml_source *source)
{
    const struct yaml_value *at = yaml_find(root, parts[ENCOUNTER_VERSION].key);
    int64_t version = 1;
    if (at == NULL) {
        return true;
    }
    if (at->shape != YAML_SHAPE_SCALAR || !str_to_int64(at->text, 1, INT32_MAX, &version)) {
        yaml_complain(source, at->line, at->column, "version: expected %d, or leave it out",
                      ENCOUNTER_TEXT_VERSION);
        return false;
    }
    if (version > ENCOUNTER_TEXT_VERSION) {
        yaml_complain(source, at->line, at->column,
                      "version: this text is of version %lld, from a newer program; this one "
                      "reads version %d",
                      (long long)version, ENCOUNTER_TEXT_VERSION);
        return false;
    }
    return true;
}

bool encounter_text_open(struct encounter_text *out, const struct yaml_source *source,
                         struct arena *arena)
{
    *out = (struct encounter_text){0};
    if (source->bytes.n > ENCOUNTER_TEXT_MAX) {
        yaml_complain(source, 0, 0, "expected a text of at most %d bytes, not %d",
                      ENCOUNTER_TEXT_MAX, source->bytes.n);
        return false;
    }
    const struct yaml_value *root = yaml_read(source, arena);
    if (root == NULL || root->shape != YAML_SHAPE_MAP) {
        if (source->diagnostics->count == 0) {
            yaml_complain(source, 1, 1,
                          "expected the parts of an encounter, such as `game:` and `foes:`; "
                          "`help formats` shows an example");
        }
        return false;
    }
    out->root = root;
    out->system = read_game(root, source);
    bool is_known_version = read_version(root, source);
    for (int i = 0; i < ENCOUNTER_PARTS; i++) {
        out->part[i] = yaml_find(root, parts[i].key);
    }
    return out->system != NULL && is_known_version;
}

/* ---- checking -------------------------------------------------------------------------- */

static void check_part(const struct yaml_value *at, int part, const struct yaml_source *source)
{
    /* A part without a value is still to be written. */
    if (at->shape == YAML_SHAPE_SCALAR && at->text.n == 0 && !at->is_quoted) {
        return;
    }
    if (!encounter_expect(source, at, parts[part].shape)) {
        return;
    }
    bool is_scalar = parts[part].shape == YAML_SHAPE_SCALAR;
    int size = is_scalar ? at->text.n : at->count;
    if (size > parts[part].most) {
        yaml_complain(source, at->line, at->column, "%s: expected at most %d %s, not %d",
                      parts[part].key, parts[part].most, is_scalar ? "bytes" : "entries", size);
        return;
    }
    for (const struct yaml_value *entry = at->first; entry != NULL; entry = entry->next) {
        if (!diagnostics_full(source->diagnostics)) {
            encounter_expect(source, entry, parts[part].entries);
        }
    }
}

static int part_of(struct str key)
{
    for (int i = 0; i < ENCOUNTER_PARTS; i++) {
        if (str_equal(key, parts[i].key)) {
            return i;
        }
    }
    return -1;
}

static bool is_among(struct str key, const char *const *keys, int count)
{
    for (int i = 0; i < count; i++) {
        if (str_equal(key, keys[i])) {
            return true;
        }
    }
    return false;
}

bool encounter_text_check(const struct encounter_text *text, const char *const *more, int count,
                          const struct yaml_source *source)
{
    enum { KEYS_MAX = 64 };
    const char *keys[KEYS_MAX];
    int before = source->diagnostics->count;
    int known = 0;
    for (int i = 0; i < ENCOUNTER_PARTS; i++) {
        keys[known++] = parts[i].key;
    }
    for (int i = 0; i < count && known < KEYS_MAX; i++) {
        keys[known++] = more[i];
    }
    for (const struct yaml_value *at = text->root->first; at != NULL; at = at->next) {
        int part = part_of(at->key);
        if (diagnostics_full(source->diagnostics)) {
            break;
        }
        if (is_among(at->key, more, count)) {
            encounter_expect(source, at, YAML_SHAPE_SCALAR);
        } else if (part < 0) {
            encounter_unknown_key(source, at, keys, known);
        } else {
            check_part(at, part, source);
        }
    }
    return source->diagnostics->count == before;
}

/* ---- writing --------------------------------------------------------------------------- */

/* True when it begins with a letter or a digit and has no character that is special in YAML. */
static bool is_plain(struct str value)
{
    if (value.n == 0 || char_is_space(value.p[value.n - 1]) ||
        (!char_is_letter(value.p[0]) && !char_is_digit(value.p[0]) && value.p[0] != '(')) {
        return false;
    }
    for (int i = 0; i < value.n; i++) {
        unsigned char c = (unsigned char)value.p[i];
        bool is_sign = c == ':' || c == '#' || c == '"' || c == '\'' || c == '[' || c == ']' ||
                       c == '{' || c == '}' || c == '\\' || c == '\n' || c == ',';
        if (c < ' ' || c >= 0x7f || is_sign) {
            return false;
        }
    }
    return true;
}

void encounter_add_scalar(struct text *out, struct str value)
{
    if (is_plain(value)) {
        text_add_str(out, value);
        return;
    }
    text_add_char(out, '"');
    for (int i = 0; i < value.n; i++) {
        char c = value.p[i];
        if (c == '\n') {
            text_add(out, "\\n");
        } else {
            text_add(out, "%s", c == '"' || c == '\\' ? "\\" : "");
            text_add_char(out, c);
        }
    }
    text_add_char(out, '"');
}
