#include "content/import/json_records.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "content/import/stat_lines.h"

enum { DEPTH_MAX = 5, PATH_SIZE = 120 };

/* ---- what becomes of a key -------------------------------------------------------------- */

/* A row of a shape: the key, with a dot before keys within it. "*" at its end stands for all
 * that follow. The first row that fits counts. */
struct row {
    const char *path;
    int field; /* of import.h, or one of the following */
    enum import_armor armor;
};
enum { ROW_SKIP = -1, ROW_NOTE = -2, ROW_CLAUSE = -3, ROW_POINTS = -4 };

struct shape {
    const char *kind; /* of the files that have it */
    const char *name_key;
    const struct row *rows; /* ended by a NULL path; a key without a row is ROW_CLAUSE */
};

#define DESCENDING IMPORT_ARMOR_DESCENDING
#define ASCENDING IMPORT_ARMOR_ASCENDING

static const struct row improved_rows[] = {{"Id", ROW_SKIP, 0},
                                           {"Version", ROW_SKIP, 0},
                                           {"Path", ROW_SKIP, 0},
                                           {"ImageURL", ROW_SKIP, 0},
                                           {"LastUpdateMs", ROW_SKIP, 0},
                                           {"Name", ROW_SKIP, 0},
                                           {"Player", ROW_SKIP, 0},
                                           {"HP.Value", IMPORT_HIT_POINTS, 0},
                                           {"HP.Notes", IMPORT_HIT_DICE, 0},
                                           {"AC.Value", IMPORT_ARMOR, ASCENDING},
                                           {"Challenge", ROW_NOTE, 0},
                                           {"Description", ROW_NOTE, 0},
                                           {NULL, 0, 0}};
static const struct shape improved = {"improved-initiative", "Name", improved_rows};

static const struct row tracker_rows[] = {{"name", ROW_SKIP, 0},
                                          {"hp", IMPORT_HIT_POINTS, 0},
                                          {"ac", IMPORT_ARMOR, ASCENDING},
                                          {"hit_dice", IMPORT_HIT_DICE, 0},
                                          {"note", ROW_NOTE, 0},
                                          {"cr", ROW_NOTE, 0},
                                          {"display", ROW_NOTE, 0},
                                          {"id", ROW_SKIP, 0},
                                          {"initiative", ROW_SKIP, 0},
                                          {"static", ROW_SKIP, 0},
                                          {"currentMaxHP", ROW_SKIP, 0},
                                          {"currentHP", ROW_SKIP, 0},
                                          {"tempHP", ROW_SKIP, 0},
                                          {"currentAC", ROW_SKIP, 0},
                                          {"status", ROW_SKIP, 0},
                                          {"enabled", ROW_SKIP, 0},
                                          {"hidden", ROW_SKIP, 0},
                                          {"friendly", ROW_SKIP, 0},
                                          {"player", ROW_SKIP, 0},
                                          {"isPlayer", ROW_SKIP, 0},
                                          {"active", ROW_SKIP, 0},
                                          {"count", ROW_SKIP, 0},
                                          {"rollHP", ROW_SKIP, 0},
                                          {"path", ROW_SKIP, 0},
                                          {"marker", ROW_SKIP, 0},
                                          {"statblock-link", ROW_SKIP, 0},
                                          {NULL, 0, 0}};
static const struct shape tracker = {"obsidian", "name", tracker_rows};

static const struct row statblock_rows[] = {
    {"name", ROW_SKIP, 0},    {"layout", ROW_SKIP, 0},
    {"image", ROW_SKIP, 0},   {"statblock", ROW_SKIP, 0},
    {"columns", ROW_SKIP, 0}, {"path", ROW_SKIP, 0},
    {"note", ROW_SKIP, 0},    {NULL, 0, 0}};
static const struct shape statblock = {"statblocks", "name", statblock_rows};

static const struct row basic_rows[] = {{"name", ROW_SKIP, 0},
                                        {"Name", ROW_SKIP, 0},
                                        {"Name:", ROW_SKIP, 0},
                                        {"armorclass", IMPORT_ARMOR, ASCENDING},
                                        {"Armor Class", IMPORT_ARMOR, ASCENDING},
                                        {"Armor Class:", IMPORT_ARMOR, ASCENDING},
                                        {"hitdiceroll", ROW_SKIP, 0},
                                        {"noapproll*", ROW_SKIP, 0},
                                        {"description", ROW_NOTE, 0},
                                        {NULL, 0, 0}};
static const struct shape basic_fantasy = {"bfrpg", "name", basic_rows};

static const struct row open5e_rows[] = {{"name", ROW_SKIP, 0},
                                         {"armor_class", IMPORT_ARMOR, ASCENDING},
                                         {"hit_points", IMPORT_HIT_POINTS, 0},
                                         {"hit_dice", IMPORT_HIT_DICE, 0},
                                         {"document", ROW_SKIP, 0},
                                         {NULL, 0, 0}};
static const struct shape open5e = {"open5e", "name", open5e_rows};

/* Creatures of no shape of their own: the keys are those of stat lines. */
static const struct row plain_rows[] = {{"name", ROW_SKIP, 0},
                                        {"Name", ROW_SKIP, 0},
                                        {"id", ROW_SKIP, 0},
                                        {"_id", ROW_SKIP, 0},
                                        {"slug", ROW_SKIP, 0},
                                        {"image", ROW_SKIP, 0},
                                        {"armor_class", IMPORT_ARMOR, ASCENDING},
                                        {"description", ROW_NOTE, 0},
                                        {NULL, 0, 0}};
static const struct shape shadowdark = {"shadowdark", "name", plain_rows};
static const struct shape cairn = {"cairn", "name", plain_rows};
static const struct row foe_rows[] = {{"name", ROW_SKIP, 0},
                                      {"id", ROW_SKIP, 0},
                                      {"count", IMPORT_COUNT, 0},
                                      {"number", IMPORT_COUNT, 0},
                                      {"appearing", IMPORT_COUNT, 0},
                                      {"description", ROW_NOTE, 0},
                                      {NULL, 0, 0}};
static const struct shape four_against = {"4ad", "name", foe_rows};
static const struct shape stat_block = {"statblocks", "name", plain_rows};

static const struct row foundry_rows[] = {{"aac.value", IMPORT_ARMOR, ASCENDING},
                                          {"armorClass.value", IMPORT_ARMOR, ASCENDING},
                                          {"armor.value", IMPORT_ARMOR, ASCENDING},
                                          {"armor", ROW_POINTS, 0},
                                          {"attributes.ac.value", IMPORT_ARMOR, ASCENDING},
                                          {"attributes.hp.max", IMPORT_HIT_POINTS, 0},
                                          {"attributes.hp.value", ROW_SKIP, 0},
                                          {"hp.hd", IMPORT_HIT_DICE, 0},
                                          {"hp.max", IMPORT_HIT_POINTS, 0},
                                          {"hp.value", ROW_SKIP, 0},
                                          {"hitPoints.max", IMPORT_HIT_POINTS, 0},
                                          {"hitPoints.value", ROW_SKIP, 0},
                                          {"hitDice*", ROW_SKIP, 0}, /* put together first */
                                          {"thac0.value", IMPORT_THAC0, 0},
                                          {"thac0.bba", IMPORT_ATTACK_BONUS, 0},
                                          {"attackBonus.value", IMPORT_ATTACK_BONUS, 0},
                                          {"details.morale", IMPORT_MORALE, 0},
                                          {"morale.value", IMPORT_MORALE, 0},
                                          {"morale", IMPORT_MORALE, 0},
                                          {"baseMorale", IMPORT_MORALE, 0},
                                          {"level.value", IMPORT_LEVEL, 0},
                                          {"level", IMPORT_LEVEL, 0},
                                          {"details.appearing.d", IMPORT_COUNT, 0},
                                          {"details.xp", IMPORT_EXPERIENCE, 0},
                                          {"xp.value", IMPORT_EXPERIENCE, 0},
                                          {"details.alignment", IMPORT_ALIGNMENT, 0},
                                          {"details.treasure*", IMPORT_TREASURE, 0},
                                          {"treasureType*", IMPORT_TREASURE, 0},
                                          {"movement.value", IMPORT_MOVE, 0},
                                          {"movement.base", IMPORT_MOVE, 0},
                                          {"move.value", IMPORT_MOVE, 0},
                                          {"config*", ROW_SKIP, 0},
                                          {"retainer*", ROW_SKIP, 0},
                                          {NULL, 0, 0}};
/* The descending class counts where no ascending one is. */
static const struct row foundry_descending[] = {{"ac.value", IMPORT_ARMOR, DESCENDING},
                                                {NULL, 0, 0}};

static const struct row *row_of(const struct row *rows, const char *path)
{
    for (; rows->path != NULL; rows++) {
        size_t n = strlen(rows->path);
        if (rows->path[n - 1] == '*' ? strncmp(rows->path, path, n - 1) == 0
                                     : strcmp(rows->path, path) == 0) {
            return rows;
        }
    }
    return NULL;
}

/* ---- values as words -------------------------------------------------------------------- */

static void add_words(json_t *value, struct text *out, int depth)
{
    size_t i;
    const char *key;
    json_t *one;
    if (json_is_string(value)) {
        text_add_str(out,
                     (struct str){json_string_value(value), (int)json_string_length(value)});
    } else if (json_is_integer(value)) {
        text_add(out, "%lld", (long long)json_integer_value(value));
    } else if (json_is_real(value)) {
        text_add(out, "%g", json_real_value(value));
    } else if (json_is_boolean(value)) {
        text_add(out, "%s", json_is_true(value) ? "yes" : "no");
    } else if (json_is_array(value) && depth < DEPTH_MAX) {
        json_array_foreach(value, i, one)
        {
            text_add(out, "%s", i > 0 ? ", " : "");
            add_words(one, out, depth + 1);
        }
    } else if (json_is_object(value) && depth < DEPTH_MAX) {
        bool is_first = true;
        json_object_foreach(value, key, one)
        {
            text_add(out, "%s%s: ", is_first ? "" : "; ", key);
            add_words(one, out, depth + 1);
            is_first = false;
        }
    } else if (json_is_array(value) || json_is_object(value)) { /* too deep: as it stands */
        char *raw = json_dumps(value, JSON_COMPACT);
        text_add_str(out, str_of(raw != NULL ? raw : "..."));
        free(raw);
    }
}

/* Nothing, or a list of nothing. */
static bool is_empty(json_t *value)
{
    size_t i;
    json_t *one;
    bool is_list = json_is_array(value);
    json_array_foreach(value, i, one)
    {
        is_list = is_list &&
                  (json_is_null(one) || (json_is_string(one) && json_string_length(one) == 0));
    }
    return is_list || json_is_null(value) ||
           (json_is_string(value) && json_string_length(value) == 0) ||
           (json_is_object(value) && json_object_size(value) == 0);
}

static bool is_named(json_t *value)
{
    return json_is_object(value) &&
           (json_object_get(value, "Name") != NULL || json_object_get(value, "name") != NULL);
}

static json_t *either(json_t *object, const char *first, const char *second)
{
    json_t *value = json_object_get(object, first);
    return value != NULL ? value : json_object_get(object, second);
}

/* A list of named texts, as traits and actions are: a line each. */
static void add_named(struct import *import, json_t *list)
{
    size_t i;
    json_t *one;
    json_array_foreach(list, i, one)
    {
        TEXT_BUFFER(line, IMPORT_NOTE_MAX);
        json_t *words = either(one, "Content", "desc");
        words = words != NULL ? words : either(one, "Modifier", "entries");
        words = words != NULL ? words : either(one, "description", "text");
        add_words(words != NULL ? either(one, "Name", "name") : one, &line, 0);
        text_add(&line, "%s", words != NULL ? ": " : "");
        add_words(words, &line, 0);
        import_note_text(import, &line);
    }
}

static void add_note(struct import *import, const char *key, json_t *value)
{
    static const char *const plain[] = {"description", "Description", "biography",
                                        "note",        "notes",       "desc"};
    TEXT_BUFFER(line, IMPORT_NOTE_MAX);
    const char *last = strrchr(key, '.');
    bool is_plain = false;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        is_plain = is_plain || strcmp(last == NULL ? key : last + 1, plain[i]) == 0;
    }
    if (!is_plain) {
        text_add(&line, "%s: ", key);
    }
    size_t i;
    json_t *one;
    if (json_is_string(json_array_get(value, 0)) && is_plain) { /* lines of a text */
        json_array_foreach(value, i, one)
        {
            add_words(one, &line, 0);
            text_add(&line, "\n");
        }
    } else {
        add_words(value, &line, 0);
    }
    struct str words = json_without_html(import->arena, (struct str){line.p, line.n});
    if (words.p == NULL) {
        import->is_full = true;
        return;
    }
    import_note(import, words);
    import->note_text.is_cut = import->note_text.is_cut || line.is_cut;
}

/* The values of an object by the rows of its shape; objects within it are walked. */
static void add_values(struct import *import, const struct row *rows, json_t *object,
                       const char *before, bool keeps_rest, int depth)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        char path[PATH_SIZE];
        text_format(path, sizeof path, "%s%s%s", before, before[0] == '\0' ? "" : ".", key);
        const struct row *row = row_of(rows, path);
        int field = row != NULL ? row->field : keeps_rest ? ROW_CLAUSE : ROW_SKIP;
        bool is_cell = import->has_columns && field == ROW_CLAUSE && json_is_string(value) &&
                       import_field_of(str_of(key)) < IMPORT_FIELDS;
        const char *colon = strchr(key, ':');
        if (is_empty(value) && row == NULL && colon != NULL && colon[1] != '\0') {
            /* "Save As: Fighter: 1" holds its value */
            import_clause(import, (struct str){key, (int)(colon - key)},
                          str_trimmed(str_of(colon + 1)), IMPORT_ARMOR_UNKNOWN);
            continue;
        }
        if (is_empty(value) && field < 0 && !is_cell) {
            continue;
        }
        bool is_deep = json_is_object(value) &&
                       (row == NULL || field == ROW_POINTS || field >= 0); /* "level.value" */
        if (field == ROW_POINTS && json_is_integer(value) && json_integer_value(value) > 0 &&
            json_integer_value(value) < 10) {
            import_armor_points(import, (int)json_integer_value(value));
            continue;
        }
        field = field == ROW_POINTS ? ROW_CLAUSE : field;
        if (is_deep && depth < DEPTH_MAX) {
            add_values(import, rows, value, path, keeps_rest, depth + 1);
            continue;
        }
        if (field == ROW_NOTE || (field == ROW_CLAUSE && strchr(path, '.') != NULL)) {
            add_note(import, path, value);
        } else if (field == ROW_CLAUSE && json_is_array(value) &&
                   is_named(json_array_get(value, 0))) {
            add_named(import, value);
        } else if (field != ROW_SKIP) {
            TEXT_BUFFER(words, IMPORT_NOTE_MAX);
            add_words(value, &words, 0);
            struct str said = {words.p, words.n};
            if (words.is_cut) {
                add_note(import, path, value);
                continue;
            }
            if (field == ROW_CLAUSE && import_field_of(str_of(key)) == IMPORT_FIELDS) {
                add_note(import, path, value);
            } else if (field == ROW_CLAUSE) {
                import_clause(import, str_of(key), said, IMPORT_ARMOR_UNKNOWN);
            } else {
                import_value(import, (enum import_field)field, said, row->armor);
            }
        }
    }
}

static struct str name_of(json_t *object, const char *key)
{
    json_t *name = json_object_get(object, key);
    return json_is_string(name)
               ? (struct str){json_string_value(name), (int)json_string_length(name)}
               : (struct str){0};
}

/* A name of a template, which is told. */
static bool is_placeholder(struct import *import, struct str name)
{
    bool is_one = name.n > 0 && (name.p[0] == '#' || name.p[0] == '<');
    if (is_one) {
        import_remark(import, 0, true, name, "a name that was never filled in");
    }
    return is_one;
}

static void add_creature(struct import *import, const struct shape *shape, json_t *object,
                         struct str otherwise)
{
    struct str name = name_of(object, shape->name_key);
    name = name.n > 0 ? name : name_of(object, "Name");
    import->kind = import->kind == NULL ? shape->kind : import->kind;
    import->has_columns = shape == &basic_fantasy;
    if (is_placeholder(import, name)) {
        return;
    }
    if (import_creature(import, name.n > 0 ? name : otherwise, 0) == NULL) {
        return;
    }
    json_t *stats = json_object_get(object, "stats"); /* "4 HP, 8 STR, 14 DEX, sting (d6)" */
    bool has_line = json_is_string(stats) && stat_line_add(import, name_of(object, "stats"));
    json_t *rest = has_line ? json_copy(object) : json_incref(object);
    if (has_line) {
        json_object_del(rest, "stats");
    }
    add_values(import, shape->rows, rest, "", true, 0);
    json_decref(rest);
}

/* ---- Foundry ---------------------------------------------------------------------------- */

static json_t *system_of(json_t *actor)
{
    json_t *system = json_object_get(actor, "system");
    return json_is_object(system) ? system : json_object_get(actor, "data");
}

static bool is_actor(json_t *object)
{
    json_t *type = json_object_get(object, "type");
    return json_is_object(system_of(object)) && json_is_string(type) && is_named(object);
}

/* "+5", the bonus of an attack, where it has one. */
static void add_bonus(json_t *system, struct text *out)
{
    json_t *bonuses = json_object_get(system, "bonuses");
    json_int_t bonus = json_integer_value(json_object_get(bonuses, "attackBonus"));
    if (bonus != 0) {
        text_add(out, " %+lld", (long long)bonus);
    }
}

/* True when a value says something: no zero, no "no", not how often a thing is there once. */
static bool says_something(const char *key, json_t *value)
{
    bool is_zero = (json_is_number(value) && json_number_value(value) == 0) ||
                   (json_is_string(value) && strcmp(json_string_value(value), "0") == 0);
    bool is_one = strcmp(key, "quantity") == 0 && json_number_value(value) == 1;
    return !is_empty(value) && !json_is_false(value) && !is_zero && !is_one;
}

/* The rest of an item: "cost 5, range.short 10". */
static void add_item_rest(json_t *system, const char *before, struct text *out, int depth)
{
    const char *key;
    json_t *value;
    json_object_foreach(system, key, value)
    {
        bool is_formula =
            strcmp(key, "damageFormula") == 0 && json_object_get(system, "damage") == NULL;
        bool is_told =
            strcmp(key, "attackBonus") == 0 || is_formula ||
            (depth == 0 && (strcmp(key, "damage") == 0 || strcmp(key, "description") == 0));
        if (is_told || !says_something(key, value)) {
            continue;
        }
        TEXT_BUFFER(path, PATH_SIZE);
        text_add(&path, "%s%s%s", before, before[0] == '\0' ? "" : ".", key);
        if (json_is_object(value) && depth < DEPTH_MAX) {
            add_item_rest(value, path.p, out, depth + 1);
        } else {
            text_add(out, "%s%s", out->n > 0 ? ", " : "", path.p);
            if (!json_is_true(value)) {
                text_add(out, " ");
                add_words(value, out, depth);
            }
        }
    }
}

/* Weapons and attacks become one clause, "hook (1d4+1), bite (1d6)", points of armour are added
 * up; what else an item says is a line of the note. */
static void add_item(struct import *import, json_t *item, struct text *attacks, int *points)
{
    json_t *system = system_of(item);
    json_t *type = json_object_get(item, "type"), *armor = json_object_get(system, "armor");
    if (json_is_string(type) && strcmp(json_string_value(type), "armor") == 0 &&
        json_is_integer(armor) && json_integer_value(armor) > 0 &&
        json_integer_value(armor) < 10) {
        *points += (int)json_integer_value(armor);
    }
    json_t *damage = either(system, "damage", "damageFormula");
    damage = json_is_object(damage) ? either(damage, "value", "oneHanded") : damage;
    struct str name = name_of(item, "name");
    bool is_attack = json_is_string(damage) && json_string_length(damage) > 0 &&
                     strcmp(json_string_value(damage), "0") != 0;
    if (is_attack) {
        text_add(attacks, "%s%.*s", attacks->n > 0 ? ", " : "", name.n, name.p);
        add_bonus(system, attacks);
        text_add(attacks, " (%s)", json_string_value(damage));
    }
    TEXT_BUFFER(line, IMPORT_NOTE_MAX);
    TEXT_BUFFER(rest, IMPORT_WORDS_MAX);
    json_t *description = json_object_get(system, "description");
    description =
        json_is_object(description) ? json_object_get(description, "value") : description;
    bool is_described = description != NULL && !is_empty(description);
    add_item_rest(system, "", &rest, 0);
    text_add(&line, "%.*s%s%s%s%s", name.n, name.p, rest.n > 0 ? " (" : "", rest.p,
             rest.n > 0 ? ")" : "", is_described ? ": " : "");
    add_words(description, &line, 0);
    if (!is_attack || is_described || rest.n > 0) {
        import_note(import, json_without_html(import->arena, (struct str){line.p, line.n}));
        import->note_text.is_cut = import->note_text.is_cut || line.is_cut || rest.is_cut;
    }
}

/* What works on an actor, by name. */
static void add_effects(struct import *import, json_t *effects)
{
    size_t i;
    json_t *one;
    json_array_foreach(effects, i, one)
    {
        struct str name = name_of(one, "name");
        name = name.n > 0 ? name : name_of(one, "label");
        if (name.n > 0) {
            TEXT_BUFFER(line, 200);
            text_add(&line, "effect: %.*s", name.n, name.p);
            import_note(import, (struct str){line.p, line.n});
        }
    }
}

/* `items` of the whole file, for actors that name theirs by their keys. */
static void add_actor(struct import *import, json_t *actor, json_t *all_items)
{
    json_t *system = system_of(actor);
    import->kind = import->kind == NULL ? "foundry" : import->kind;
    if (is_placeholder(import, name_of(actor, "name")) ||
        import_creature(import, name_of(actor, "name"), 0) == NULL) {
        return;
    }
    json_t *dice = json_object_get(system, "hitDice");
    if (json_is_object(dice) && json_is_integer(json_object_get(dice, "number"))) {
        const char *size = json_string_value(json_object_get(dice, "size"));
        json_int_t mod = json_integer_value(json_object_get(dice, "mod"));
        TEXT_BUFFER(words, 60);
        text_add(&words, "%lld%s",
                 (long long)json_integer_value(json_object_get(dice, "number")),
                 size != NULL ? size : "d8");
        if (mod != 0) {
            text_add(&words, "%+lld", (long long)mod);
        }
        import_value(import, IMPORT_HIT_DICE, (struct str){words.p, words.n}, 0);
    }
    add_values(import, foundry_rows, system, "", true, 0);
    json_t *data = json_object_get(actor, "data");
    if (json_is_object(data) && data != system && !is_empty(data)) {
        import_note(import, str_of("an older copy of its numbers was not read: data"));
    }
    add_effects(import, json_object_get(actor, "effects"));
    if (import->last->value[IMPORT_ARMOR].words.p == NULL) {
        add_values(import, foundry_descending, system, "", false, 0);
    }
    TEXT_BUFFER(attacks, IMPORT_NOTE_MAX);
    size_t i;
    json_t *item;
    json_t *items = json_object_get(actor, "items");
    int points = 0;
    json_array_foreach(items, i, item)
    {
        const char *id = json_string_value(item);
        item = id != NULL ? json_object_get(all_items, id) : item;
        if (json_is_object(item)) {
            add_item(import, item, &attacks, &points);
        } else if (id != NULL) {
            TEXT_BUFFER(line, 200);
            text_add(&line, "an item that is not in the file: %s", id);
            import_note(import, (struct str){line.p, line.n});
        }
    }
    if (points > 0 && !import->last->value[IMPORT_ARMOR].has_number) {
        import->last->value[IMPORT_ARMOR] = (struct import_value){.words = { NULL, 0 }};
        import_armor_points(import, points);
    }
    struct str all = {attacks.p, attacks.n};
    if (all.n > IMPORT_WORDS_MAX) { /* the first of them are the attack, and all a note */
        import_note_text(import, &attacks);
        all.n = utf8_whole(str_beginning(all, IMPORT_WORDS_MAX));
    }
    if (all.n > 0) {
        import_value(import, IMPORT_ATTACK, all, 0);
    }
}

/* ---- documents -------------------------------------------------------------------------- */

/* A value of Improved Initiative is an object, or a text that holds one. */
static json_t *opened(json_t *value)
{
    return json_is_string(value)
               ? json_loadb(json_string_value(value), json_string_length(value), 0, NULL)
               : json_incref(value);
}

/* A stat block has hit points, or else at least what only these have. */
static bool is_statblock_of_improved(json_t *object)
{
    static const char *const keys[] = {"Abilities", "Actions", "Traits", "Challenge",
                                       "InitiativeModifier"};
    bool is_one = json_is_object(json_object_get(object, "HP")) ||
                  json_is_object(json_object_get(object, "AC"));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        is_one = is_one || json_object_get(object, keys[i]) != NULL;
    }
    return is_one && json_is_string(json_object_get(object, "Name"));
}

static bool is_player(json_t *block)
{
    json_t *player = json_object_get(block, "Player");
    return json_is_true(player) || (json_is_string(player) && json_string_length(player) > 0);
}

/* The stat block of a character or of a combatant, by its name now or once. */
static json_t *block_of(json_t *object)
{
    json_t *block = either(object, "StatBlock", "Statblock");
    return json_is_object(block) ? block : NULL;
}

/* What holds for a combatant in the fight: "at 3 of 7 HP, 2 temporary, prone (2 rounds)". */
static void add_standing(json_t *combatant, int64_t hit_points, struct text *out)
{
    size_t i;
    json_t *one;
    json_t *now = json_object_get(combatant, "CurrentHP");
    now = now != NULL ? now : json_object_get(combatant, "currentHP");
    json_t *temporary = either(combatant, "TemporaryHP", "tempHP");
    if (json_is_integer(now) && hit_points > 0 && json_integer_value(now) != hit_points) {
        text_add(out, "%lld of %lld HP", (long long)json_integer_value(now),
                 (long long)hit_points);
    }
    if (json_integer_value(temporary) > 0) {
        text_add(out, "%s%lld temporary HP", out->n > 0 ? ", " : "",
                 (long long)json_integer_value(temporary));
    }
    json_array_foreach(either(combatant, "Tags", "status"), i, one)
    {
        json_int_t rounds = json_integer_value(json_object_get(one, "DurationRemaining"));
        text_add(out, "%s", out->n > 0 ? ", " : "");
        add_words(json_is_object(one) ? either(one, "Text", "name") : one, out, 0);
        if (rounds > 0) {
            text_add(out, " (%lld round%s)", (long long)rounds, rounds == 1 ? "" : "s");
        }
    }
    if (json_is_true(either(combatant, "Hidden", "hidden"))) {
        text_add(out, "%shidden", out->n > 0 ? ", " : "");
    }
    json_t *notes = json_object_get(combatant, "CurrentNotes");
    if (json_is_string(notes) && json_string_length(notes) > 0) {
        text_add(out, "%s%s", out->n > 0 ? "; " : "", json_string_value(notes));
    }
}

/* A combatant of an encounter: an entry of it, unless the players bring it. The short form has
 * no stat block but is one. */
static void add_combatant(struct import *import, json_t *combatant)
{
    json_t *block = block_of(combatant);
    block = block != NULL ? block : combatant;
    bool is_brought = json_is_string(json_object_get(combatant, "PersistentCharacterId"));
    if (import->last_encounter != NULL && !is_player(block) && !is_brought) {
        struct import_entry entry = {.kind = name_of(block, "Name"),
                                     .shown = name_of(combatant, "Alias"),
                                     .count = str_of("1")};
        TEXT_BUFFER(standing, IMPORT_WORDS_MAX);
        json_t *hit_points = json_object_get(json_object_get(block, "HP"), "Value");
        add_standing(combatant, json_integer_value(hit_points), &standing);
        if (entry.kind.n > 0) {
            import_entry(import, &entry, (struct str){standing.p, standing.n});
        }
    }
}

static void add_improved(struct import *import, json_t *object)
{
    json_t *block = block_of(object);
    int before = import->count;
    if (block != NULL) {
        add_creature(import, &improved, block, name_of(object, "Name"));
        json_t *notes = json_object_get(object, "Notes");
        if (import->count > before) {
            import->last->is_member =
                is_player(block) || (json_object_get(object, "CurrentHP") != NULL &&
                                     json_object_get(object, "Initiative") == NULL);
            if (json_is_string(notes)) {
                add_note(import, "notes", notes);
            }
        }
    } else if (is_statblock_of_improved(object)) {
        add_creature(import, &improved, object, (struct str){0});
        if (import->count > before) {
            import->last->is_member = is_player(object);
        }
    } else {
        import->kind = import->kind == NULL ? improved.kind : import->kind;
        import_remark(import, 0, true, name_of(object, "Name"),
                      "an entry without hit points and statistics");
    }
}

/* The combatants of an encounter, by their name now or once; NULL: it is none. */
static json_t *combatants_of(json_t *encounter)
{
    json_t *list = json_object_get(encounter, "Combatants");
    json_t *old = json_object_get(encounter, "Creatures");
    list = list == NULL && block_of(json_array_get(old, 0)) != NULL ? old : list;
    return json_is_array(list) ? list : NULL;
}

/* A saved or running encounter: a prepared one, and the kinds of its combatants. */
static void add_improved_encounter(struct import *import, json_t *encounter, struct str name)
{
    size_t i;
    json_t *one;
    json_t *combatants = combatants_of(encounter);
    json_t *round = json_object_get(encounter, "RoundCounter");
    name = name_of(encounter, "Name").n > 0 ? name_of(encounter, "Name") : name;
    import->kind = import->kind == NULL ? improved.kind : import->kind;
    if (import_encounter(import, name, 0) == NULL) {
        return;
    }
    json_array_foreach(combatants, i, one)
    {
        add_combatant(import, one);
    }
    if (json_integer_value(round) > 0) {
        struct import_entry all = {.kind = str_of("")};
        TEXT_BUFFER(words, 40);
        text_add(&words, "round %lld", (long long)json_integer_value(round));
        import_entry_note(import, &all, (struct str){words.p, words.n});
    }
    json_array_foreach(combatants, i, one)
    {
        int before = import->count;
        json_t *block = block_of(one);
        add_improved(import, one);
        if (import->count > before) {
            import->last->is_member = is_player(block != NULL ? block : one);
        }
    }
}

static bool add_document(struct import *import, json_t *document, json_t *items);

/* The id of an item that is a record of its own, "!actors.items!ACTOR.ITEM"; NULL: it is none.
 */
static const char *item_id(json_t *object)
{
    const char *key = json_string_value(json_object_get(object, "_key"));
    const char *id = key != NULL && strstr(key, ".items!") != NULL ? strrchr(key, '.') : NULL;
    return id != NULL ? id + 1 : NULL;
}

static bool is_removed(json_t *object)
{
    return json_object_get(object, "$$deleted") != NULL;
}

/* A list of creatures of any shape. Records of items among them belong to actors. */
static void add_list(struct import *import, json_t *list, json_t *all_items)
{
    size_t i;
    json_t *one;
    json_t *items = all_items != NULL ? json_incref(all_items) : json_object();
    json_array_foreach(list, i, one)
    {
        if (item_id(one) != NULL) {
            json_object_set(items, item_id(one), one);
        }
    }
    json_array_foreach(list, i, one)
    {
        if (json_is_null(one) || item_id(one) != NULL || is_removed(one)) {
            continue;
        }
        bool is_pair = json_is_array(one) && json_array_size(one) == 2 &&
                       json_is_string(json_array_get(one, 0)) &&
                       json_is_object(json_array_get(one, 1));
        if (is_pair) { /* [name, {...}] */
            struct str name = {json_string_value(json_array_get(one, 0)),
                               (int)json_string_length(json_array_get(one, 0))};
            add_creature(import, &statblock, json_array_get(one, 1), name);
        } else if (!json_is_object(one) || !add_document(import, one, items)) {
            import_remark(import, 0, true,
                          json_is_object(one) ? name_of(one, "name") : (struct str){0},
                          "entry %d holds no creature", (int)i + 1);
        }
    }
    json_decref(items);
}

/* What a key of Improved Initiative is about: the list that it begins with, behind the name of
 * the program. */
enum improved_list { IMPROVED_NONE, IMPROVED_ENTRY, IMPROVED_PASSED };

static enum improved_list list_of_key(const char *key)
{
    static const char program[] = "ImprovedInitiative.";
    static const struct {
        const char *begins;
        enum improved_list list;
    } lists[] = {{"Creatures.", IMPROVED_ENTRY},
                 {"PersistentCharacters.", IMPROVED_ENTRY},
                 {"SavedEncounters.", IMPROVED_ENTRY},
                 {"PlayerCharacters.", IMPROVED_ENTRY},
                 {"AutoSavedEncounters.", IMPROVED_ENTRY},
                 {"StatBlocks.", IMPROVED_ENTRY},
                 {"Spells.", IMPROVED_PASSED},
                 {"User.", IMPROVED_PASSED}};
    bool has_program = strncmp(key, program, sizeof program - 1) == 0;
    key += has_program ? sizeof program - 1 : 0;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (strncmp(key, lists[i].begins, strlen(lists[i].begins)) == 0) {
            return lists[i].list;
        }
    }
    return has_program && strchr(key, '.') != NULL ? IMPROVED_ENTRY : IMPROVED_NONE;
}

/* The id in a key: "SavedEncounters.ford" is ford. */
static struct str after_dot(const char *key)
{
    const char *dot = strrchr(key, '.');
    return str_of(dot != NULL ? dot + 1 : key);
}

/* The entries of Improved Initiative's one object, by their keys. Spells and settings are told
 * together. */
static void add_improved_entries(struct import *import, json_t *document)
{
    const char *key;
    json_t *value;
    int passed = 0;
    json_object_foreach(document, key, value)
    {
        bool is_known =
            json_is_object(value) && (is_statblock_of_improved(value) ||
                                      block_of(value) != NULL || combatants_of(value) != NULL);
        enum improved_list list = is_known ? IMPROVED_ENTRY : list_of_key(key);
        json_t *entry = list == IMPROVED_ENTRY ? opened(value) : NULL;
        passed += list == IMPROVED_PASSED;
        if (combatants_of(entry) != NULL) {
            bool is_running = strstr(key, "AutoSavedEncounters.") != NULL;
            add_improved_encounter(import, entry,
                                   is_running ? str_of("running fight") : after_dot(key));
        } else if (json_is_object(entry)) {
            add_improved(import, entry);
        } else if (list == IMPROVED_ENTRY && !json_is_array(entry)) {
            import_remark(import, 0, true, str_of(key), "its text is no JSON");
        }
        json_decref(entry);
    }
    if (passed > 0) {
        import->kind = import->kind == NULL ? improved.kind : import->kind;
        import_remark(import, 0, false, (struct str){0},
                      "%d spell%s and settings were passed over", passed,
                      passed == 1 ? "" : "s");
    }
}

/* An object whose values are creatures of Basic Fantasy, by their names. */
static bool is_basic_fantasy(json_t *object)
{
    return json_object_get(object, "armorclass") != NULL ||
           json_object_get(object, "Armor Class") != NULL ||
           json_object_get(object, "Armor Class:") != NULL;
}

/* True when a creature of the tracker is a character: it says so, or a player has its name. */
static bool is_tracked_player(json_t *players, json_t *creature)
{
    size_t i;
    json_t *one;
    struct str name = name_of(creature, "name");
    bool is_one = json_is_true(json_object_get(creature, "player")) ||
                  json_is_true(json_object_get(creature, "isPlayer"));
    json_array_foreach(players, i, one)
    {
        is_one = is_one || (name.n > 0 && str_equal_any_case(name_of(one, "name"), name));
    }
    return is_one;
}

/* An encounter of the tracker: its creatures are kinds, and entries of a prepared encounter;
 * those of the players come with the party. */
static void add_tracked(struct import *import, json_t *players, json_t *state, struct str name,
                        json_t *items)
{
    size_t i;
    json_t *one;
    json_t *foes = json_array();
    json_t *round = json_object_get(state, "round");
    (void)!import_encounter(import, name, 0);
    json_array_foreach(json_object_get(state, "creatures"), i, one)
    {
        if (is_tracked_player(players, one) || import->last_encounter == NULL) {
            continue;
        }
        json_array_append(foes, one);
        struct import_entry entry = {.kind = name_of(one, "name"),
                                     .shown = name_of(one, "display"),
                                     .count = str_of("1"),
                                     .is_ally = json_is_true(json_object_get(one, "friendly"))};
        TEXT_BUFFER(standing, IMPORT_WORDS_MAX);
        add_standing(one, json_integer_value(json_object_get(one, "hp")), &standing);
        if (entry.kind.n > 0) {
            import_entry(import, &entry, (struct str){standing.p, standing.n});
        }
    }
    if (import->last_encounter != NULL && json_is_true(json_object_get(state, "state")) &&
        json_integer_value(round) > 0) {
        struct import_entry all = {.kind = str_of("")};
        TEXT_BUFFER(words, 40);
        text_add(&words, "round %lld", (long long)json_integer_value(round));
        import_entry_note(import, &all, (struct str){words.p, words.n});
    }
    add_list(import, foes, items);
    json_decref(foes);
}

/* Parties of the tracker are told: here there is one party, which all players join. */
static void tell_parties(struct import *import, json_t *parties)
{
    size_t i;
    json_t *one;
    json_array_foreach(parties, i, one)
    {
        TEXT_BUFFER(players, 120);
        add_words(json_object_get(one, "players"), &players, 0);
        import_remark(import, 0, false, name_of(one, "name"),
                      "a party, whose players join the one party here: %s", players.p);
    }
}

/* The data of the tracker: players, encounters, and the fight that is running. */
static void add_tracker(struct import *import, json_t *document, json_t *items)
{
    const char *key;
    json_t *value;
    json_t *players = json_object_get(document, "players");
    import->kind = import->kind == NULL ? tracker.kind : import->kind;
    add_list(import, players, items);
    for (struct import_creature *one = import->first; one != NULL; one = one->next) {
        one->is_member = true;
    }
    json_object_foreach(json_object_get(document, "encounters"), key, value)
    {
        add_tracked(import, players, value, str_of(key), items);
    }
    value = json_object_get(document, "state");
    if (json_array_size(json_object_get(value, "creatures")) > 0) {
        struct str name = name_of(value, "name");
        add_tracked(import, players, value, name.n > 0 ? name : str_of("running fight"), items);
    }
    tell_parties(import, json_object_get(document, "parties"));
    value = json_object_get(document, "statuses");
    if (json_array_size(value) > 0) {
        TEXT_BUFFER(names, 120);
        size_t i;
        json_t *one;
        json_array_foreach(value, i, one)
        {
            text_add(&names, "%s%.*s", i > 0 ? ", " : "", name_of(one, "name").n,
                     name_of(one, "name").n > 0 ? name_of(one, "name").p : "");
        }
        import_remark(import, 0, false, (struct str){0}, "its conditions are not kept: %s",
                      names.p);
    }
}

/* ---- donjon ------------------------------------------------------------------------------ */

/* "2 x Imp (cr 1/4, mm 9) and 1 x Ox (..); easy, 100 xp": an entry for each of them. */
static void add_dungeon_entries(struct import *import, struct str words)
{
    while (words.n > 0 && import->last_encounter != NULL) {
        int depth = 0, n = 0, next = 0;
        while (n < words.n && next == 0) {
            depth += words.p[n] == '(';
            depth -= depth > 0 && words.p[n] == ')';
            struct str rest = {words.p + n, words.n - n};
            next = depth > 0                                                     ? 0
                   : str_equal_any_case(str_beginning(rest, 5), str_of(" and ")) ? 5
                   : rest.p[0] == ';' || rest.p[0] == ','                        ? 1
                                                                                 : 0;
            n += next == 0;
        }
        struct str part = str_trimmed((struct str){words.p, n}), count = str_of("1");
        bool is_last = next == 1; /* what follows is no creature: "easy, 100 xp", "hunting" */
        words = (struct str){words.p + n + next, words.n - n - next};
        const char *open = memchr(part.p, '(', (size_t)part.n);
        struct str details = {open, open != NULL ? (int)(part.p + part.n - open) : 0};
        part.n -= details.n;
        for (int i = 1; i + 2 < part.n; i++) {
            if (char_lower(part.p[i]) == 'x' && part.p[i - 1] == ' ' && part.p[i + 1] == ' ') {
                count = str_trimmed((struct str){part.p, i});
                part = (struct str){part.p + i + 1, part.n - i - 1};
                break;
            }
        }
        struct import_entry entry = {.kind = str_trimmed(part), .count = count};
        if (entry.kind.n > 0) {
            import_entry(import, &entry, details);
        }
        if (is_last && str_trimmed(words).n > 0) {
            import_entry_note(import, &entry, str_trimmed(words));
            return;
        }
    }
}

static void add_dungeon_place(struct import *import, struct str name, json_t *monsters)
{
    size_t i;
    json_t *one;
    bool is_behind = false;
    if (!json_is_array(monsters) || json_array_size(monsters) == 0 ||
        import_encounter(import, name, 0) == NULL) {
        return;
    }
    json_array_foreach(monsters, i, one)
    {
        struct str words = str_of(json_is_string(one) ? json_string_value(one) : "");
        words = import_plain(import->arena, words);
        if (words.p == NULL) {
            import->is_full = true;
        } else if (str_equal(str_trimmed(words), "-") || str_equal(str_trimmed(words), "--")) {
            is_behind = true;
        } else if (is_behind) {
            struct import_entry told = {.kind = str_of("")};
            import_entry_note(import, &told, words);
        } else {
            add_dungeon_entries(import, words);
        }
    }
}

static bool is_dungeon(json_t *document)
{
    return json_is_array(json_object_get(document, "rooms")) ||
           json_is_object(json_object_get(document, "wandering_monsters"));
}

/* Rooms with those who are in them, and wandering monsters: names and counts, which are
 * encounters. */
static void add_dungeon(struct import *import, json_t *document)
{
    size_t i;
    json_t *one;
    const char *key;
    json_t *list = json_object_get(document, "rooms");
    struct str dungeon = name_of(json_object_get(document, "settings"), "name");
    import->kind = "donjon";
    json_array_foreach(list, i, one)
    {
        json_t *detail = json_object_get(json_object_get(one, "contents"), "detail");
        json_t *id = json_object_get(one, "id");
        TEXT_BUFFER(name, IMPORT_NAME_MAX + 1);
        text_add(&name, "%.*s%sroom ", dungeon.n < 40 ? dungeon.n : 40,
                 dungeon.n > 0 ? dungeon.p : "", dungeon.n > 0 ? ", " : "");
        if (json_is_integer(id) || json_is_string(id)) {
            add_words(id, &name, 0);
        } else {
            text_add(&name, "%d", (int)i);
        }
        add_dungeon_place(import, (struct str){name.p, name.n},
                          json_object_get(detail, "monster"));
    }
    json_object_foreach(json_object_get(document, "wandering_monsters"), key, one)
    {
        TEXT_BUFFER(name, IMPORT_NAME_MAX + 1);
        text_add(&name, "%.*s%swandering %s", dungeon.n < 40 ? dungeon.n : 40,
                 dungeon.n > 0 ? dungeon.p : "", dungeon.n > 0 ? ", " : "", key);
        json_t *alone = json_pack("[O]", one);
        add_dungeon_place(import, (struct str){name.p, name.n}, alone);
        json_decref(alone);
    }
    if (import->first_encounter == NULL) {
        import_remark(import, 0, true, dungeon, "a dungeon without monsters");
    }
}

/* ---- creatures with keys of stat lines --------------------------------------------------- */

static bool has_any(json_t *object, const char *const *keys, int count)
{
    for (int i = 0; i < count; i++) {
        if (json_object_get(object, keys[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The shape of an object whose keys are those of stat lines; NULL: it is no creature. */
static const struct shape *shape_of(json_t *object)
{
    static const char *const armor[] = {"ac", "AC", "armor_class", "armorClass",
                                        "armour_class"};
    static const char *const points[] = {"hp",       "HP", "hit_points", "hitPoints",
                                         "hit_dice", "HD", "hd",         "hitDice"};
    static const char *const abilities[] = {"STR", "str", "strength", "WIL", "wil"};
    static const char *const counts[] = {"morale", "Morale", "number", "count", "appearing"};
    bool has_armor = has_any(object, armor, 5), has_points = has_any(object, points, 8);
    bool has_level =
        json_object_get(object, "level") != NULL || json_object_get(object, "Level") != NULL;
    if (!is_named(object) || json_object_get(object, "fields") != NULL) {
        return NULL;
    }
    if (has_level && has_armor && has_points) {
        return &shadowdark;
    }
    if (has_points && !has_armor && has_any(object, abilities, 5)) {
        return &cairn;
    }
    if (has_level && !has_armor && !has_points && has_any(object, counts, 5)) {
        return &four_against;
    }
    json_t *stats = json_object_get(object, "stats");
    bool has_line = json_is_string(stats) && stat_lines_are_in(name_of(object, "stats"));
    return has_armor || has_points || has_line ? &stat_block : NULL;
}

/* Foe tables are lists within other objects: those that hold creatures. */
static json_t *list_within(json_t *document)
{
    const char *key;
    json_t *value;
    json_object_foreach(document, key, value)
    {
        json_t *first = json_array_get(value, 0);
        if (json_is_object(first) && (shape_of(first) != NULL || is_actor(first))) {
            return value;
        }
    }
    return NULL;
}

static bool add_document(struct import *import, json_t *document, json_t *items)
{
    const char *key;
    json_t *value;
    int before = import->count + import->left_out;
    if (json_is_array(document)) {
        add_list(import, document, items);
    } else if (is_actor(document)) {
        add_actor(import, document, items);
    } else if (combatants_of(document) != NULL) {
        add_improved_encounter(import, document, (struct str){0});
    } else if (block_of(document) != NULL || is_statblock_of_improved(document)) {
        add_improved(import, document);
    } else if (is_basic_fantasy(document)) {
        add_creature(import, &basic_fantasy, document, name_of(document, "Name:"));
    } else if (json_is_object(json_object_get(document, "fields")) &&
               json_object_get(document, "model") != NULL) {
        add_creature(import, &open5e, json_object_get(document, "fields"), (struct str){0});
    } else if (json_object_get(document, "hp") != NULL && is_named(document)) {
        add_creature(import,
                     json_object_get(document, "initiative") != NULL ? &tracker : &statblock,
                     document, (struct str){0});
    } else if (json_object_get(document, "monsters") != NULL) {
        add_list(import, json_object_get(document, "monsters"), items);
    } else if (is_dungeon(document)) {
        add_dungeon(import, document);
        return true;
    } else if (json_is_object(document) && shape_of(document) != NULL) {
        add_creature(import, shape_of(document), document, (struct str){0});
    } else if (json_object_get(document, "encounters") != NULL ||
               json_object_get(document, "players") != NULL) {
        add_tracker(import, document, items);
    } else if (list_within(document) != NULL) {
        json_object_foreach(document, key, value)
        {
            json_t *first = json_array_get(value, 0);
            if (json_is_object(first) && (shape_of(first) != NULL || is_actor(first))) {
                add_list(import, value, items);
            }
        }
    } else {
        add_improved_entries(import, document);
        json_object_foreach(document, key, value)
        {
            if (is_basic_fantasy(value)) {
                add_creature(import, &basic_fantasy, value, str_of(key));
            } else if (!is_statblock_of_improved(value) && shape_of(value) != NULL) {
                add_creature(import, shape_of(value), value, str_of(key));
            }
        }
    }
    return import->count + import->left_out > before;
}

/* ---- texts ------------------------------------------------------------------------------ */

/* Puts a blank in place of each comma before a closing bracket, outside of texts; their number.
 */
static int without_last_commas(struct str text, char *out)
{
    int removed = 0, comma = -1;
    bool is_in_text = false;
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        out[i] = c;
        if (is_in_text) {
            is_in_text = c != '"';
            if (c == '\\' && i + 1 < text.n) {
                out[i + 1] = text.p[i + 1];
                i++;
            }
        } else if (c == '"') {
            is_in_text = true;
            comma = -1;
        } else if (c == ',') {
            comma = i;
        } else if ((c == '}' || c == ']') && comma >= 0) {
            out[comma] = ' ';
            removed++;
            comma = -1;
        } else if (!char_is_space(c)) {
            comma = -1;
        }
    }
    return removed;
}

bool json_records_are_in(struct str text)
{
    text = str_trimmed_start(utf8_without_mark(text));
    return text.n > 0 && (text.p[0] == '{' || text.p[0] == '[');
}

enum { AGAIN_BYTES = 8, AGAIN_READ_MAX = 64 << 20 /* of a file, all its readings together */ };

/* A copy of the text in which the key that ends here is another one: "hp" becomes "hp (again)",
 * so that neither value is lost. The caller frees it; NULL: there is no key. */
static char *with_other_key(struct str text, int end)
{
    static const struct str again = {" (again)", AGAIN_BYTES};
    if (end < 1 || end > text.n || text.p[end - 1] != '"') {
        return NULL;
    }
    char *bytes = malloc((size_t)(text.n + again.n) + 1);
    CHECK(bytes != NULL);
    memcpy(bytes, text.p, (size_t)end - 1);
    memcpy(bytes + end - 1, again.p, (size_t)again.n);
    memcpy(bytes + end - 1 + again.n, text.p + end - 1, (size_t)(text.n - end) + 1);
    return bytes;
}

/* A document. A key that an object has twice is told, and the second value stands beside the
 * first. */
static json_t *load(struct import *import, struct str text, int line, json_error_t *error)
{
    json_t *document = json_loadb(text.p, (size_t)text.n, JSON_REJECT_DUPLICATES, error);
    char *own = NULL;
    struct import_remark *before = import->last_remark;
    int mended = import->mended;
    for (int64_t read = text.n; document == NULL && read < AGAIN_READ_MAX &&
                                json_error_code(error) == json_error_duplicate_key;
         read += text.n) {
        if (strstr(error->text, "(again)") == NULL) { /* else it is there for a third time */
            import_remark(import, line + error->line - 1, false, (struct str){0},
                          "a key is there twice, and both values are kept: %s",
                          utf8_shown(str_of(error->text)).text);
        }
        char *other = with_other_key(text, error->position);
        if (other == NULL) {
            break;
        }
        free(own);
        own = other;
        text = (struct str){own, text.n + AGAIN_BYTES};
        document = json_loadb(text.p, (size_t)text.n, JSON_REJECT_DUPLICATES, error);
    }
    if (document == NULL && json_error_code(error) == json_error_duplicate_key) {
        import_remark(import, line + error->line - 1, false, (struct str){0},
                      "more keys are there twice, and their last values count: %s",
                      utf8_shown(str_of(error->text)).text);
        document = json_loadb(text.p, (size_t)text.n, 0, error);
    }
    if (document == NULL) { /* what was mended in vain is not told */
        import->last_remark = before;
        import->mended = mended;
        *(before == NULL ? &import->first_remark : &before->next) = NULL;
    }
    free(own);
    return document;
}

/* A file of several documents, one a line: actors, and the items that they name by their keys.
 * A later line about the same actor counts, and one that deletes it. */
static void read_lines(struct import *import, struct str text)
{
    json_t *actors = json_array(), *places = json_object();
    struct str one_line;
    for (int line = 1; str_next_line(&text, &one_line); line++) {
        json_error_t error;
        if (str_trimmed(one_line).n == 0) {
            continue;
        }
        json_t *one = load(import, one_line, line, &error);
        json_t *id = json_object_get(one, "_id");
        json_t *place = json_is_string(id) && item_id(one) == NULL
                            ? json_object_get(places, json_string_value(id))
                            : NULL;
        if (one == NULL) {
            import_remark(import, line, true, (struct str){0}, "no JSON: %s", error.text);
        } else if (place != NULL) {
            json_array_set(actors, (size_t)json_integer_value(place), one);
        } else {
            json_array_append(actors, one);
            if (json_is_string(id) && item_id(one) == NULL) {
                json_object_set_new(places, json_string_value(id),
                                    json_integer((json_int_t)json_array_size(actors) - 1));
            }
        }
        json_decref(one);
    }
    add_list(import, actors, NULL);
    json_decref(actors);
    json_decref(places);
}

json_t *json_records_load(struct import *import, struct str text)
{
    text = str_trimmed(utf8_without_mark(text));
    json_error_t error;
    json_t *document = load(import, text, 1, &error);
    const char *end = memchr(text.p, '\n', (size_t)text.n);
    if (document == NULL && end != NULL) {
        json_t *first = json_loadb(text.p, (size_t)(end - text.p), 0, NULL);
        bool is_lines = json_is_object(first);
        json_decref(first);
        if (is_lines) {
            read_lines(import, text);
            return NULL;
        }
    }
    if (document == NULL) {
        json_error_t again;
        char *bytes = arena_take(import->arena, (size_t)text.n + 1, 1);
        int removed = bytes != NULL ? without_last_commas(text, bytes) : 0;
        import->is_full = import->is_full || bytes == NULL;
        document = removed > 0 ? load(import, (struct str){bytes, text.n}, 1, &again) : NULL;
        error = removed > 0 ? again : error;
        if (document != NULL) {
            import_remark(import, 0, false, (struct str){0},
                          "%d comma%s before a closing bracket passed over", removed,
                          removed == 1 ? "" : "s");
        }
    }
    if (document == NULL) {
        import_remark(import, error.line, true, (struct str){0}, "no JSON: %s", error.text);
    }
    return document;
}

void json_records_add(struct import *import, json_t *document)
{
    if (!add_document(import, document, NULL) && import->count == 0) {
        import_remark(import, 0, true, (struct str){0},
                      "JSON without a creature that is known here");
    }
}

void json_records_read(struct import *import, struct str text)
{
    json_t *document = json_records_load(import, text);
    if (document != NULL) {
        json_records_add(import, document);
    }
    json_decref(document);
}

/* ---- HTML ------------------------------------------------------------------------------- */

static int add_entity(struct str rest, struct text *out)
{
    static const struct {
        const char *entity, *sign;
    } entities[] = {{"&amp;", "&"},   {"&lt;", "<"},    {"&gt;", ">"},
                    {"&quot;", "\""}, {"&#39;", "'"},   {"&nbsp;", " "},
                    {"&rsquo;", "'"}, {"&ndash;", "-"}, {"&mdash;", "-"}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        int n = (int)strlen(entities[i].entity);
        if (rest.n >= n && memcmp(rest.p, entities[i].entity, (size_t)n) == 0) {
            text_add_str(out, str_of(entities[i].sign));
            return n;
        }
    }
    return 0;
}

static bool ends_a_line(struct str tag)
{
    static const char *const tags[] = {"</p", "<br", "</li", "</h", "</tr", "</div"};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        if (strncmp(tag.p, tags[i], strlen(tags[i])) == 0) {
            return true;
        }
    }
    return false;
}

struct str json_without_html(struct arena *arena, struct str html)
{
    char *bytes = arena_take(arena, (size_t)html.n + 1, 1);
    if (bytes == NULL) {
        return (struct str){0};
    }
    struct text out = text_over(bytes, html.n + 1);
    while (html.n > 0) {
        /* The bytes of a tag at the front of the text; 0 when none is there. */
        bool is_tag = html.n > 2 && html.p[0] == '<' &&
                      (char_is_letter(html.p[1]) || html.p[1] == '/' || html.p[1] == '!');
        const char *end = is_tag ? memchr(html.p, '>', (size_t)html.n) : NULL;
        int taken = end == NULL ? 0 : (int)(end - html.p) + 1;
        if (taken > 0) {
            text_add_str(&out, (struct str){"\n", ends_a_line((struct str){html.p, taken})});
        } else if (html.p[0] == '@' && memchr(html.p, '{', (size_t)html.n) != NULL) {
            /* @Compendium[...]{shown}: what it shows */
            const char *open = memchr(html.p, '{', (size_t)html.n);
            const char *close = memchr(open, '}', (size_t)(html.n - (open - html.p)));
            const char *bracket = memchr(html.p, '[', (size_t)(open - html.p));
            if (bracket != NULL && close != NULL) {
                text_add_str(&out, (struct str){open + 1, (int)(close - open) - 1});
                taken = (int)(close - html.p) + 1;
            }
        } else if (html.p[0] == '&') {
            taken = add_entity(html, &out);
        }
        if (taken == 0) {
            text_add_char(&out, html.p[0]);
            taken = 1;
        }
        html = (struct str){html.p + taken, html.n - taken};
    }
    return str_trimmed((struct str){out.p, out.n});
}
