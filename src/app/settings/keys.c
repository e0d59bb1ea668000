#include "app/settings/keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* ---- acts of the screen ---------------------------------------------------------------- */

static const char *const act_names[ACT_COUNT] = {
#define ACT(act, name) [ACT_##act] = name,
#include "app/settings/screen_acts.def"
#undef ACT
};

enum screen_act screen_act_of(const char *name)
{
    for (int i = ACT_NONE + 1; name[0] == '@' && i < ACT_COUNT; i++) {
        if (name[1] == act_names[i][1] && strcmp(name, act_names[i]) == 0) {
            return (enum screen_act)i;
        }
    }
    return ACT_NONE;
}

const char *screen_act_name(enum screen_act act)
{
    return act_names[act];
}

/* ---- the keys of a game ---------------------------------------------------------------- */

static const struct key_binding every_games[] = {
#define KEY(context_, key_, command_, note_, help_)                                            \
    {.context = CONTEXT_##context_,                                                            \
     .key = key_,                                                                              \
     .command = command_,                                                                      \
     .note = note_,                                                                            \
     .help = help_},
#define FRAME(key_, command_, note_, help_)                                                    \
    {.context = CONTEXT_TABLE,                                                                 \
     .is_of_frame = true,                                                                      \
     .key = key_,                                                                              \
     .command = command_,                                                                      \
     .note = note_,                                                                            \
     .help = help_},
#define RARE(group_, key_, command_, note_, help_)                                             \
    {.context = CONTEXT_TABLE,                                                                 \
     .group = group_,                                                                          \
     .key = "F3 " key_,                                                                        \
     .command = command_,                                                                      \
     .note = note_,                                                                            \
     .help = help_},
#define LIST(context, down, up, page_down, page_up, first, last)                               \
    KEY(context, "Up", "@up", "", up)                                                          \
    KEY(context, "j", "@down", "", down)                                                       \
    KEY(context, "k", "@up", "", up)                                                           \
    KEY(context, "PageDown", "@page-down", "", page_down)                                      \
    KEY(context, "PageUp", "@page-up", "", page_up)                                            \
    KEY(context, "Home", "@first", "", first)                                                  \
    KEY(context, "End", "@last", "", last)                                                     \
    KEY(context, "?", "@help", "", "this help")                                                \
    KEY(context, "F1", "@help", "", "this help")
#define LEAVES(context, help)                                                                  \
    KEY(context, "C-c", "@cancel", "", help)                                                   \
    KEY(context, "q", "@cancel", "", help)
#include "app/settings/keys.def"
#undef LEAVES
#undef LIST
#undef RARE
#undef FRAME
#undef KEY
};

enum { EVERY_GAMES = sizeof every_games / sizeof every_games[0] };

/* The first letter tells most commands apart. */
static bool runs(const struct key_binding *binding, struct str name)
{
    size_t n = (size_t)name.n;
    return n > 0 && binding->command[0] == name.p[0] &&
           strncmp(binding->command, name.p, n) == 0 &&
           (binding->command[n] == '\0' || binding->command[n] == ' ');
}

/* The mark before a key that comes after @more, in the tables of keys. */
static const char behind_more[] = "F3 ";

/* Rare keys are among the others there, as they are pressed. */
static struct key_binding as_placed(struct key_binding binding)
{
    size_t n = strlen(behind_more);
    bool is_rare =
        binding.context == CONTEXT_TABLE && strncmp(binding.key, behind_more, n) == 0;
    binding.pressed = binding.key;
    binding.context = is_rare ? CONTEXT_MORE : binding.context;
    binding.key += is_rare ? n : 0;
    return binding;
}

/* The first binding of this context that runs a command of this name; `count` when none
 * does. */
static int index_of_command(const struct key_binding *bindings, int count,
                            enum key_context context, const char *name)
{
    struct str whole = str_of(name);
    int i = 0;
    while (i < count && (bindings[i].context != context || !runs(&bindings[i], whole))) {
        i++;
    }
    return i;
}

/* Whether two lines differ at most in the place for the combatant: files of keys from before %w
 * use other letters. */
static bool run_alike(const char *a, const char *b)
{
    static const char whom[] = "wstfST";
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        bool are_whom = strchr(whom, *a) != NULL && strchr(whom, *b) != NULL;
        if (*a != *b || *a == '%') {
            bool are_places = *a == '%' && *b == '%';
            if (!are_places) {
                return false;
            }
            a++;
            b++;
            are_whom = *a != '\0' && *b != '\0' && strchr(whom, *a) != NULL &&
                       strchr(whom, *b) != NULL;
            if (*a != *b && !are_whom) {
                return false;
            }
        }
    }
    return *a == *b;
}

/* One key after the other, in the order of the table. */
struct adding {
    struct key_table *out;
    const struct own_keys *own;
    bool is_used[OWN_KEYS_MAX]; /* a user's key that is already in the table */
};

/* Acts are looked up by name once, here, and never when a key is pressed. */
static void put(struct adding *adding, struct key_binding binding)
{
    CHECK(adding->out->count < KEY_BINDINGS_MAX);
    binding.act = screen_act_of(binding.command);
    adding->out->binding[adding->out->count++] = binding;
}

/* The key that a shipped binding had before; NULL: the same. */
static const char *former_key(const struct key_binding *shipped)
{
    static const struct {
        enum key_context context;
        const char *key, *former;
    } moved[] = {
#define MOVED(context_, key_, former_) {CONTEXT_##context_, key_, former_},
#include "app/settings/moved_keys.def"
#undef MOVED
    };
    for (size_t i = 0; i < sizeof moved / sizeof moved[0]; i++) {
        if (moved[i].context == shipped->context && strcmp(moved[i].key, shipped->key) == 0) {
            return moved[i].former;
        }
    }
    return NULL;
}

static bool is_own_key(const struct own_keys *own, enum key_context context, const char *key)
{
    for (int i = 0; own != NULL && i < own->count; i++) {
        if (own->binding[i].context == context && strcmp(own->binding[i].key, key) == 0) {
            return true;
        }
    }
    return false;
}

/* The user's keys for a shipped binding replace it, with its help, and the footer shows the
 * first of them. */
static void add_shipped(struct adding *adding, struct key_binding shipped)
{
    bool is_replaced = false;
    bool is_taken = is_own_key(adding->own, shipped.context, shipped.key);
    for (int i = 0; adding->own != NULL && i < adding->own->count; i++) {
        const struct key_binding *own = &adding->own->binding[i];
        if (own->context != shipped.context) {
            continue;
        }
        if (!adding->is_used[i] && run_alike(own->command, shipped.command)) {
            put(adding, (struct key_binding){.context = shipped.context,
                                             .is_of_frame = shipped.is_of_frame,
                                             .group = shipped.group,
                                             .key = own->key,
                                             .pressed = own->pressed,
                                             .command = shipped.command,
                                             .note = is_replaced ? "" : shipped.note,
                                             .help = shipped.help});
            adding->is_used[i] = true;
            is_replaced = true;
        }
    }
    const char *former = is_taken && !is_replaced ? former_key(&shipped) : NULL;
    if (former != NULL && !is_own_key(adding->own, shipped.context, former)) {
        shipped.key = shipped.pressed = former;
        is_taken = false;
    }
    if (!is_taken) {
        shipped.note = is_replaced ? "" : shipped.note;
        put(adding, shipped);
    }
}

enum { GAME_KEYS_MAX = KEY_BINDINGS_MAX };

/* A game's keys, each with the place of the key of every game that it comes before;
 * EVERY_GAMES: after all. */
struct game_keys {
    const struct key_def *key[GAME_KEYS_MAX];
    int before[GAME_KEYS_MAX];
    int count;
};

/* Looked up once, since a game has as many keys as there are common keys. */
static void gather(struct game_keys *out, const struct key_def *keys)
{
    for (; keys != NULL && keys->key != NULL; keys++) {
        CHECK(out->count < GAME_KEYS_MAX);
        out->before[out->count] =
            keys->before != NULL
                ? index_of_command(every_games, EVERY_GAMES, CONTEXT_TABLE, keys->before)
                : EVERY_GAMES;
        out->key[out->count++] = keys;
    }
}

static void add_games(struct adding *adding, const struct game_keys *keys, int before)
{
    for (int i = 0; i < keys->count; i++) {
        const struct key_def *key = keys->key[i];
        if (keys->before[i] == before) {
            add_shipped(adding, as_placed((struct key_binding){.context = CONTEXT_TABLE,
                                                               .key = key->key,
                                                               .command = key->line,
                                                               .note = key->word,
                                                               .help = key->help}));
        }
    }
}

void key_table_make(struct key_table *out, const struct procedure *procedure,
                    const struct own_keys *own)
{
    struct adding adding = {.out = out, .own = own};
    struct game_keys games;
    games.count = 0;
    if (procedure != NULL) {
        gather(&games, procedure->keys);
        gather(&games, procedure->more_keys);
    }
    out->count = 0;
    for (int i = 0; i <= EVERY_GAMES; i++) {
        add_games(&adding, &games, i);
        if (i < EVERY_GAMES) {
            add_shipped(&adding, as_placed(every_games[i]));
        }
    }
    for (int i = 0; own != NULL && i < own->count; i++) {
        if (!adding.is_used[i]) {
            struct key_binding binding = own->binding[i];
            binding.help = binding.command;
            binding.group = "your own";
            put(&adding, binding);
        }
    }
}

/* The definition of the command that a line begins with; NULL: none. */
static const struct command_def *def_of(const char *line, const struct command_def *const *defs,
                                        int count)
{
    struct str rest = str_of(line);
    struct str name = str_next_word(&rest);
    name = str_equal(name, "ruling") ? str_next_word(&rest) : name;
    for (int i = 0; name.n > 0 && i < count; i++) {
        if (defs[i]->name[0] == name.p[0] && str_equal(name, defs[i]->name)) {
            return defs[i];
        }
    }
    return NULL;
}

static bool takes_several(const struct command_def *def)
{
    for (int i = 0; i < def->arguments_count; i++) {
        enum argument_kind kind = def->arguments[i].kind;
        if (kind == ARGUMENT_COMBATANT || kind == ARGUMENT_COMBATANTS) {
            return kind == ARGUMENT_COMBATANTS;
        }
    }
    return false;
}

void key_table_aim(struct key_table *table, const struct command_def *const *defs, int count)
{
    for (int i = 0; i < table->count; i++) {
        struct key_binding *binding = &table->binding[i];
        bool is_command = binding->act == ACT_NONE;
        const struct command_def *def =
            is_command ? def_of(binding->command, defs, count) : NULL;
        const char *places = strchr(binding->command, '%');
        binding->whom = def != NULL ? def->whom : WHOM_SELECTED;
        binding->goes_to_chosen =
            places != NULL && (strstr(places, "%T") != NULL || strstr(places, "%S") != NULL ||
                               (strstr(places, "%w") != NULL && def != NULL &&
                                def->whom != WHOM_FOE && takes_several(def)));
    }
}

/* ---- looking up ------------------------------------------------------------------------ */

const struct key_binding *key_binding_find(const struct key_table *table,
                                           enum key_context context, const char *key)
{
    for (int i = 0; i < table->count; i++) {
        const struct key_binding *binding = &table->binding[i];
        if (binding->context == context && strcmp(binding->key, key) == 0) {
            return binding;
        }
    }
    return NULL;
}

const struct key_binding *key_binding_of_command(const struct key_table *table,
                                                 const char *name)
{
    int i = index_of_command(table->binding, table->count, CONTEXT_TABLE, name);
    if (i == table->count) {
        i = index_of_command(table->binding, table->count, CONTEXT_MORE, name);
    }
    return i < table->count ? &table->binding[i] : NULL;
}

bool key_binding_is_attack(const struct key_binding *binding)
{
    return binding->whom == WHOM_FOE && strstr(binding->command, "by=%a") != NULL;
}

const struct key_binding *key_binding_of_line(const struct key_table *table, const char *line)
{
    struct str rest = str_of(line);
    struct str word = str_next_word(&rest);
    word = str_equal(word, "ruling") ? str_next_word(&rest) : word;
    TEXT_BUFFER(name, 32);
    text_add_str(&name, word);
    return key_binding_of_command(table, name.p);
}

static const struct key_def *key_among(const struct key_def *defs, const char *key)
{
    for (; defs != NULL && defs->key != NULL; defs++) {
        if (strcmp(defs->key, key) == 0) {
            return defs;
        }
    }
    return NULL;
}

const struct key_def *key_of_other_game(const struct procedure *const *games, int count,
                                        const char *key, int *where)
{
    for (int i = 0; i < count; i++) {
        const struct key_def *def = key_among(games[i]->keys, key);
        def = def != NULL ? def : key_among(games[i]->more_keys, key);
        if (def != NULL) {
            *where = i;
            return def;
        }
    }
    return NULL;
}

const struct key_binding *key_binding_of_whole_line(const struct key_table *table,
                                                    const char *line)
{
    for (int i = 0; i < table->count && strchr(line, ' ') != NULL; i++) {
        const struct key_binding *binding = &table->binding[i];
        bool is_of_table =
            binding->context == CONTEXT_TABLE || binding->context == CONTEXT_MORE;
        if (is_of_table && binding->note[0] != '\0' && strcmp(binding->command, line) == 0) {
            return binding;
        }
    }
    return NULL;
}

const char *key_of_command(const struct key_table *table, const char *name)
{
    const struct key_binding *binding = key_binding_of_command(table, name);
    return binding != NULL ? binding->pressed : NULL;
}

/* The binding at the table, or after @more, that does this act, and its keys; NULL when none
 * does. */
static const struct key_binding *key_binding_of_act(const struct key_table *table,
                                                    enum screen_act act)
{
    static const enum key_context places[] = {CONTEXT_TABLE, CONTEXT_MORE};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < table->count; i++) {
            const struct key_binding *binding = &table->binding[i];
            if (binding->context == places[k] && binding->act == act) {
                return binding;
            }
        }
    }
    return NULL;
}

const char *key_of_act(const struct key_table *table, enum screen_act act)
{
    const struct key_binding *binding = key_binding_of_act(table, act);
    return binding != NULL ? binding->pressed : NULL;
}

const char *key_in_context(const struct key_table *table, enum key_context context,
                           enum screen_act act)
{
    for (int i = 0; i < table->count; i++) {
        const struct key_binding *binding = &table->binding[i];
        if (binding->context == context && binding->act == act) {
            return binding->key;
        }
    }
    return "";
}

const char *key_of_past(const struct key_table *table, enum screen_act act)
{
    return key_in_context(table, CONTEXT_PAST, act);
}

/* ---- contexts -------------------------------------------------------------------------- */

static const struct {
    const char *name, *title;
    bool types;
} contexts[CONTEXT_COUNT] = {
#define CONTEXT(context, word, types_, title_)                                                 \
    [CONTEXT_##context] = {.name = #word, .title = title_, .types = types_},
#include "app/settings/key_contexts.def"
#undef CONTEXT
};

const char *key_context_name(enum key_context context)
{
    return contexts[context].name;
}

const char *key_context_title(enum key_context context)
{
    return contexts[context].title;
}

bool key_context_types(enum key_context context)
{
    return contexts[context].types;
}
