#include "app/keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* ---- the keys of a game ---------------------------------------------------------------- */

static const struct key_binding every_games[] = {
#define KEY(context_, key_, command_, note_, help_)                                            \
    {.context = CONTEXT_##context_,                                                            \
     .key = key_,                                                                              \
     .command = command_,                                                                      \
     .note = note_,                                                                            \
     .help = help_},
#include "app/keys.def"
#undef KEY
};

enum { EVERY_GAMES = sizeof every_games / sizeof every_games[0] };

static bool runs(const struct key_binding *binding, const char *name)
{
    size_t n = strlen(name);
    return binding->context == CONTEXT_TABLE && strncmp(binding->command, name, n) == 0 &&
           (binding->command[n] == '\0' || binding->command[n] == ' ');
}

/* The first that runs a command of this name; `count` when none does. */
static int index_of_command(const struct key_binding *bindings, int count, const char *name)
{
    int i = 0;
    while (i < count && !runs(&bindings[i], name)) {
        i++;
    }
    return i;
}

/* Key by key, in the order of the table. */
struct adding {
    struct key_table *out;
    const struct own_keys *own;
    bool is_used[OWN_KEYS_MAX]; /* of one's own: it stands in the table already */
};

static void put(struct adding *adding, struct key_binding binding)
{
    CHECK(adding->out->count < KEY_BINDINGS_MAX);
    adding->out->binding[adding->out->count++] = binding;
}

/* One's own keys of a shipped binding stand in its place, with its help, and the footer shows
 * the first of them. */
static void add_shipped(struct adding *adding, struct key_binding shipped)
{
    bool is_replaced = false;
    bool is_taken = false;
    for (int i = 0; adding->own != NULL && i < adding->own->count; i++) {
        const struct key_binding *own = &adding->own->binding[i];
        if (own->context != shipped.context) {
            continue;
        }
        is_taken = is_taken || strcmp(own->key, shipped.key) == 0;
        if (!adding->is_used[i] && strcmp(own->command, shipped.command) == 0) {
            put(adding, (struct key_binding){shipped.context, own->key, shipped.command,
                                             is_replaced ? "" : shipped.note, shipped.help});
            adding->is_used[i] = true;
            is_replaced = true;
        }
    }
    if (!is_taken) {
        shipped.note = is_replaced ? "" : shipped.note;
        put(adding, shipped);
    }
}

/* Those of a game's keys that stand before this one of every game, EVERY_GAMES: behind all. */
static void add_games(struct adding *adding, const struct key_def *keys, int before)
{
    for (; keys != NULL && keys->key != NULL; keys++) {
        int place = EVERY_GAMES;
        if (keys->before != NULL) {
            place = index_of_command(every_games, EVERY_GAMES, keys->before);
        }
        if (place == before) {
            add_shipped(adding, (struct key_binding){CONTEXT_TABLE, keys->key, keys->line,
                                                     keys->word, keys->help});
        }
    }
}

void key_table_make(struct key_table *out, const struct procedure *procedure,
                    const struct own_keys *own)
{
    struct adding adding = {.out = out, .own = own};
    out->count = 0;
    for (int i = 0; i <= EVERY_GAMES; i++) {
        if (procedure != NULL) {
            add_games(&adding, procedure->keys, i);
            add_games(&adding, procedure->more_keys, i);
        }
        if (i < EVERY_GAMES) {
            add_shipped(&adding, every_games[i]);
        }
    }
    for (int i = 0; own != NULL && i < own->count; i++) {
        if (!adding.is_used[i]) {
            struct key_binding binding = own->binding[i];
            binding.help = binding.command;
            put(&adding, binding);
        }
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
    int i = index_of_command(table->binding, table->count, name);
    return i < table->count ? &table->binding[i] : NULL;
}

const char *key_of_command(const struct key_table *table, const char *name)
{
    const struct key_binding *binding = key_binding_of_command(table, name);
    return binding != NULL ? binding->key : NULL;
}

/* ---- contexts -------------------------------------------------------------------------- */

const char *key_context_name(enum key_context context)
{
    static const char *const names[CONTEXT_COUNT] = {
        [CONTEXT_TABLE] = "table",
        [CONTEXT_QUESTION] = "question",
        [CONTEXT_PALETTE] = "palette",
        [CONTEXT_READER] = "reader",
        [CONTEXT_HISTORY] = "history",
        [CONTEXT_LOG] = "log",
        [CONTEXT_ENCOUNTERS] = "encounters",
        [CONTEXT_FORM] = "form",
        [CONTEXT_FILE] = "file",
        [CONTEXT_SETTINGS] = "settings",
        [CONTEXT_CAMPAIGNS] = "campaigns",
    };
    return names[context];
}

const char *key_context_title(enum key_context context)
{
    static const char *const titles[CONTEXT_COUNT] = {
        [CONTEXT_TABLE] = "At the table",
        [CONTEXT_QUESTION] = "When a question is asked",
        [CONTEXT_PALETTE] = "In the list of commands",
        [CONTEXT_READER] = "In the help and in long answers",
        [CONTEXT_HISTORY] = "In the list of past acts",
        [CONTEXT_LOG] = "In the log",
        [CONTEXT_ENCOUNTERS] = "In the list of encounters",
        [CONTEXT_FORM] = "In a form",
        [CONTEXT_FILE] = "When the campaign's file is not in its place",
        [CONTEXT_SETTINGS] = "In the settings of the program",
        [CONTEXT_CAMPAIGNS] = "In the list of campaigns",
    };
    return titles[context];
}
