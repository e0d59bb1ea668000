#include "app/keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const struct key_binding shipped[] = {
#define KEY(context_, key_, command_, note_, help_)                                            \
    {.context = CONTEXT_##context_,                                                            \
     .key = key_,                                                                              \
     .command = command_,                                                                      \
     .note = note_,                                                                            \
     .help = help_},
#include "app/keys.def"
#undef KEY
};

enum { SHIPPED = sizeof shipped / sizeof shipped[0] };

/* In force. One table for the whole program, as there is one person at its keys. */
static const struct key_binding *bindings = shipped;
static int bindings_count = SHIPPED;

int key_bindings(const struct key_binding **out)
{
    *out = bindings;
    return bindings_count;
}

int key_bindings_shipped(const struct key_binding **out)
{
    *out = shipped;
    return SHIPPED;
}

void key_bindings_set(const struct key_binding *set, int count)
{
    bindings = set != NULL ? set : shipped;
    bindings_count = set != NULL ? count : SHIPPED;
}

/* The first at `from` or behind it. */
static const struct key_binding *find_from(int from, enum key_context context, const char *key)
{
    for (int i = from; i < bindings_count; i++) {
        if (bindings[i].context == context && strcmp(bindings[i].key, key) == 0) {
            return &bindings[i];
        }
    }
    return NULL;
}

const struct key_binding *key_binding_find(enum key_context context, const char *key)
{
    return find_from(0, context, key);
}

const struct key_binding *key_binding_next(const struct key_binding *binding)
{
    return find_from((int)(binding - bindings) + 1, binding->context, binding->key);
}

const struct key_binding *key_binding_of_command(const char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < bindings_count; i++) {
        const char *command = bindings[i].command;
        bool is_same =
            strncmp(command, name, n) == 0 && (command[n] == '\0' || command[n] == ' ');
        if (bindings[i].context == CONTEXT_TABLE && is_same) {
            return &bindings[i];
        }
    }
    return NULL;
}

const char *key_of_command(const char *name)
{
    const struct key_binding *binding = key_binding_of_command(name);
    return binding != NULL ? binding->key : NULL;
}

const char *key_context_name(enum key_context context)
{
    static const char *const names[CONTEXT_COUNT] = {
        [CONTEXT_TABLE] = "table",           [CONTEXT_QUESTION] = "question",
        [CONTEXT_PALETTE] = "palette",       [CONTEXT_READER] = "reader",
        [CONTEXT_HISTORY] = "history",       [CONTEXT_LOG] = "log",
        [CONTEXT_ENCOUNTERS] = "encounters", [CONTEXT_FORM] = "form",
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
    };
    return titles[context];
}
