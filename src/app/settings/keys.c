#include "app/settings/keys.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/file/campaign_path.h"
#include "app/file/text_file.h"
#include "app/sitting/commands.h"
#include "base/utf8.h"
#include "resolver/system.h"

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

/* True when two lines differ at most in the place for the combatant: files of keys from before
 * %w use other letters. */
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

static struct key_binding *find_put(struct key_table *table, enum key_context context,
                                    const char *key)
{
    for (int i = 0; i < table->count; i++) {
        if (table->binding[i].context == context && strcmp(table->binding[i].key, key) == 0) {
            return &table->binding[i];
        }
    }
    return NULL;
}

/* The user's keys for a shipped binding replace it, with its help, and the footer shows the
 * first of them. What ships on a key now gives way to an act that keeps it as its former one.
 */
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
    bool is_as_before = former != NULL && !is_own_key(adding->own, shipped.context, former);
    if (is_as_before) {
        shipped.key = shipped.pressed = former;
        is_taken = false;
    }
    struct key_binding *there = find_put(adding->out, shipped.context, shipped.key);
    shipped.note = is_replaced ? "" : shipped.note;
    if (there != NULL && is_as_before) {
        shipped.act = screen_act_of(shipped.command);
        *there = shipped;
    } else if (!is_taken && there == NULL) {
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

/* While a file is read. */
struct reading {
    struct key_file *out;
    const char *name;
    const struct key_file_words *words;
    struct diagnostics *diagnostics;
    int number;       /* of the line */
    const char *line; /* its beginning, for columns */
};

enum { NOTE_COLUMNS = 14, SHOWN = 40 };

/* ---- mistakes -------------------------------------------------------------------------- */

/* `nearest`: the known words that it may mean; NULL: none. */
static void complain_of(struct reading *reading, struct str word, const char *what,
                        const struct nearest *nearest)
{
    char place[ERROR_WHERE_SIZE];
    char text[SHOWN + 1];
    int column = (int)(word.p - reading->line) + 1;
    /* The part of a word that a message shows, made harmless. */
    utf8_clean(text, SHOWN + 1, str_beginning(word, SHOWN));
    diagnostics_add(reading->diagnostics, STATUS_USAGE,
                    diagnostics_place(place, reading->name, reading->number, column),
                    "%s%s%s%s", text, text[0] != '\0' ? ": " : "", what,
                    nearest != NULL ? nearest_question(nearest).text : "");
}

static void complain(struct reading *reading, struct str word, const char *what)
{
    complain_of(reading, word, what, NULL);
}

/* ---- words ----------------------------------------------------------------------------- */

static void skip_blanks(struct str *rest)
{
    while (rest->n > 0 && char_is_space(rest->p[0])) {
        rest->p++;
        rest->n--;
    }
}

/* Reads up to the next blank: here a quote is a key like any other. n == 0: there is none. */
static struct str next_word(struct str *rest)
{
    skip_blanks(rest);
    struct str word = {rest->p, 0};
    while (word.n < rest->n && !char_is_space(rest->p[word.n])) {
        word.n++;
    }
    rest->p += word.n;
    rest->n -= word.n;
    return word;
}

static bool context_of(struct str word, enum key_context *out)
{
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        if (str_equal(word, key_context_name((enum key_context)i))) {
            *out = (enum key_context)i;
            return true;
        }
    }
    return false;
}

static const char *keep(struct key_file *file, struct str word)
{
    char *at = file->text + file->text_used;
    CHECK(file->text_used + word.n + 1 <= (int)sizeof file->text);
    memcpy(at, word.p, (size_t)word.n);
    at[word.n] = '\0';
    file->text_used += word.n + 1;
    return at;
}

/* The key of a binding, as written and as pressed: after @more it is "F3 y". */
static void keep_key(struct key_file *file, struct str key, struct key_binding *binding)
{
    TEXT_BUFFER(text, SHOWN + 1);
    text_add(&text, "%s%.*s", binding->context == CONTEXT_MORE ? "F3 " : "", key.n, key.p);
    binding->pressed = keep(file, (struct str){text.p, text.n});
    binding->key = binding->pressed + (text.n - key.n);
}

/* The present name of an action that was renamed, since files of keys may still use the old
 * one; NULL: the command is not an old name. */
static const char *renamed_action(struct str command)
{
    return str_equal(command, "@mark")  ? "@target"
           : str_equal(command, "@due") ? "@settle"
                                        : NULL;
}

/* ---- one line -------------------------------------------------------------------------- */

/* Rare actions are after the key of @more, and may be bound at the table too, but not those of
 * the box itself. */
static bool takes_actions_of(enum key_context context, const struct key_binding *binding)
{
    bool are_both = (context == CONTEXT_TABLE || context == CONTEXT_MORE) &&
                    (binding->context == CONTEXT_TABLE || binding->context == CONTEXT_MORE) &&
                    (binding->context == CONTEXT_TABLE || binding->pressed != binding->key);
    return binding->context == context || are_both;
}

/* True when a shipped key of the context has this action. */
static bool is_action(enum key_context context, struct str action, struct nearest *nearest)
{
    struct key_table shipped;
    key_table_make(&shipped, NULL, NULL);
    for (int i = 0; i < shipped.count; i++) {
        const struct key_binding *binding = &shipped.binding[i];
        if (takes_actions_of(context, binding) && str_equal(action, binding->command)) {
            return true;
        }
        if (takes_actions_of(context, binding) && binding->command[0] == '@') {
            nearest_offer(nearest, binding->command);
        }
    }
    return false;
}

static bool has_known_places(struct str command)
{
    for (int i = 0; i < command.n; i++) {
        if (command.p[i] != '%') {
            continue;
        }
        i++;
        if (i == command.n || memchr(KEY_PLACES, command.p[i], sizeof KEY_PLACES - 1) == NULL) {
            return false;
        }
    }
    return true;
}

static bool check_command(struct reading *reading, enum key_context context, struct str command)
{
    struct str rest = command;
    struct str name = next_word(&rest);
    const char *renamed = renamed_action(command);
    struct nearest nearest;
    nearest_init(&nearest, name);
    skip_blanks(&rest);
    if (name.n == 0) {
        complain(reading, name, "the line needs a key and a command");
    } else if (command.n > KEY_FILE_COMMAND_MAX) {
        complain(reading, name, "the command is too long");
    } else if (name.p[0] == '@') {
        if (!is_action(context, renamed != NULL ? str_of(renamed) : command, &nearest)) {
            complain_of(reading, command, "there is no such action in this context", &nearest);
            return false;
        }
        return true;
    } else if (context != CONTEXT_TABLE && context != CONTEXT_MORE) {
        complain(reading, name, "only actions (@...) can be bound in this context");
    } else {
        if (str_equal_any_case(name, str_of("ruling"))) {
            name = next_word(&rest);
            nearest_init(&nearest, name);
        }
        if (!reading->words->is_command(name, &nearest)) {
            complain_of(reading, name,
                        "there is no such command; `referee commands` lists them", &nearest);
        } else if (!has_known_places(command)) {
            complain(reading, command,
                     "% needs one of the letters " KEY_PLACES "; the help lists them");
        } else {
            return true;
        }
    }
    return false;
}

static bool check_key(struct reading *reading, enum key_context context, struct str key)
{
    if (!reading->words->is_key(key)) {
        struct nearest nearest;
        nearest_init(&nearest, key);
        for (int i = 0; i < CONTEXT_COUNT; i++) {
            nearest_offer(&nearest, key_context_name((enum key_context)i));
        }
        complain_of(reading, key,
                    "there is no such key; keys are written a, C-r, M-x, F5, Space", &nearest);
        return false;
    }
    if (key_context_types(context) && reading->words->is_typed(key)) {
        complain(reading, key, "this key types a character here and cannot be bound");
        return false;
    }
    return true;
}

/* The index of the binding of this key in this context; the number of bindings when there is
 * none. */
static int index_of_key(const struct own_keys *own, enum key_context context, const char *key)
{
    int i = 0;
    while (i < own->count &&
           (own->binding[i].context != context || strcmp(own->binding[i].key, key) != 0)) {
        i++;
    }
    return i;
}

static void take_line(struct reading *reading, struct str rest)
{
    enum key_context context = CONTEXT_TABLE;
    struct key_file *file = reading->out;
    while (rest.n > 0 && char_is_space(rest.p[rest.n - 1])) {
        rest.n--;
    }
    struct str key = next_word(&rest);
    if (key.n == 0 || (key.p == reading->line && key.p[0] == '#')) {
        return;
    }
    if (!utf8_is_valid((struct str){key.p, key.n + rest.n}) ||
        memchr(key.p, '\0', (size_t)(key.n + rest.n)) != NULL) {
        complain(reading, key, "the line is not UTF-8 text");
        return;
    }
    if (context_of(key, &context)) {
        key = next_word(&rest);
    }
    skip_blanks(&rest);
    if (!check_key(reading, context, key) || !check_command(reading, context, rest)) {
        return;
    }
    if (file->own.count == OWN_KEYS_MAX) {
        complain(reading, key, "too many keys are bound");
        return;
    }
    const char *renamed = renamed_action(rest);
    struct str name = renamed != NULL ? str_of(renamed) : rest;
    struct str note = str_beginning(next_word(&name), NOTE_COLUMNS);
    struct key_binding binding = {.context = context,
                                  .command = renamed != NULL ? renamed : keep(file, rest),
                                  .note = keep(file, note)};
    keep_key(file, key, &binding);
    /* A later line of the file replaces an earlier one with the same key. */
    int at = index_of_key(&file->own, context, binding.key);
    file->own.count += at == file->own.count ? 1 : 0;
    file->own.binding[at] = binding;
    file->place[at].line = reading->number;
    file->place[at].column = (int)(key.p - reading->line) + 1;
}

/* ---- together with what ships ---------------------------------------------------------- */

static bool is_bound(const struct key_table *table, const struct key_binding *wanted)
{
    for (int i = 0; i < table->count; i++) {
        if (table->binding[i].context == wanted->context &&
            strcmp(table->binding[i].command, wanted->command) == 0) {
            return true;
        }
    }
    return false;
}

/* No user may be locked in: every action of the screen, and quit, keeps a key. */
static void check_actions(struct reading *reading)
{
    const struct own_keys *own = &reading->out->own;
    struct key_table shipped;
    struct key_table together;
    key_table_make(&shipped, NULL, NULL);
    key_table_make(&together, NULL, own);
    for (int i = 0; i < shipped.count; i++) {
        const struct key_binding *action = &shipped.binding[i];
        /* Actions after @more, and the party, are also found as commands; older files may use
         * their keys. */
        bool is_needed = (action->command[0] == '@' && action->act != ACT_MORE &&
                          action->act != ACT_PARTY) ||
                         strcmp(action->command, "quit") == 0;
        int at = index_of_key(own, action->context, action->key);
        if (!is_needed || at == own->count || is_bound(&together, action)) {
            continue;
        }
        char place[ERROR_WHERE_SIZE];
        diagnostics_add(reading->diagnostics, STATUS_USAGE,
                        diagnostics_place(place, reading->name, reading->out->place[at].line,
                                          reading->out->place[at].column),
                        "%s: this leaves no key for %s; bind another one to it", action->key,
                        action->command);
    }
}

enum status key_file_parse(struct key_file *out, struct str bytes, const char *name,
                           const struct key_file_words *words, struct diagnostics *diagnostics)
{
    struct reading reading = {
        .out = out, .name = name, .words = words, .diagnostics = diagnostics, .line = bytes.p};
    out->own.count = 0;
    out->text_used = 0;
    if (bytes.n > KEY_FILE_BYTES_MAX) {
        return diagnostics_add(diagnostics, STATUS_USAGE, name,
                               "the file is longer than %d bytes", KEY_FILE_BYTES_MAX);
    }
    int before = diagnostics->count;
    while (bytes.n > 0 && !diagnostics_full(diagnostics)) {
        const char *end = memchr(bytes.p, '\n', (size_t)bytes.n);
        int n = end != NULL ? (int)(end - bytes.p) : bytes.n;
        reading.line = bytes.p;
        reading.number++;
        take_line(&reading, (struct str){bytes.p, n});
        n += end != NULL ? 1 : 0;
        bytes = (struct str){bytes.p + n, bytes.n - n};
    }
    if (diagnostics->count == before) {
        check_actions(&reading);
    }
    if (diagnostics->count > before) {
        out->own.count = 0;
        return STATUS_USAGE;
    }
    return STATUS_OK;
}

enum { PATH_SIZE = 4096 };

static bool find_path(struct text *out)
{
    bool is_known = campaign_path_config(out);
    text_add(out, "/keys");
    return is_known && !out->is_cut;
}

/* A command of any system, or of the application. */
static bool is_command(struct str name, struct nearest *nearest)
{
    for (int i = 0; i < systems_count(); i++) {
        const struct command_def *defs[COMMANDS_MAX];
        struct made_commands made;
        int count = sitting_commands_of(system_at(i), &made, defs, COMMANDS_MAX);
        for (int k = 0; k < count; k++) {
            if (str_equal_any_case(name, str_of(defs[k]->name))) {
                return true;
            }
            nearest_offer(nearest, defs[k]->name);
        }
    }
    return false;
}

static void tell(const char *path, const struct diagnostics *diagnostics, struct text *told)
{
    text_add(told,
             "%s\n\tThe file has mistakes, so none of it is used: the built-in keys are used. "
             "Correct it and start again.\n\n",
             path);
    for (int i = 0; i < diagnostics->count; i++) {
        text_add(told, "%s\t%s\n", diagnostics->diagnostic[i].where,
                 diagnostics->diagnostic[i].text);
    }
    if (diagnostics_full(diagnostics)) {
        text_add(told, "\tThere may be more after these.\n");
    }
}

bool user_keys_load(struct key_file *out, bool (*is_key)(struct str),
                    bool (*is_typed)(struct str), struct text *told)
{
    static char bytes[KEY_FILE_BYTES_MAX + 1];
    const struct key_file_words words = {is_key, is_typed, is_command};
    struct diagnostics diagnostics = {.count = 0};
    TEXT_BUFFER(text, PATH_SIZE);
    out->own.count = 0;
    if (!find_path(&text)) {
        return true;
    }
    int n = text_file_bytes(text.p, bytes, sizeof bytes);
    if (n < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        return true;
    }
    if (n < 0) {
        diagnostics_add(&diagnostics, STATUS_IO, "", "%s", strerror(errno));
    } else {
        enum status status =
            key_file_parse(out, (struct str){bytes, n}, "keys", &words, &diagnostics);
        CHECK((status == STATUS_OK) == (diagnostics.count == 0));
    }
    if (diagnostics.count > 0) {
        tell(text.p, &diagnostics, told);
    }
    return diagnostics.count == 0;
}
