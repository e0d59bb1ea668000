#include "tracker/option_about.h"

#include <string.h>

#include "tracker/procedure.h"

#define COMBATANT OPTION_TAKES_COMBATANT, NULL, NULL
#define COMBATANTS OPTION_TAKES_COMBATANTS, NULL, NULL
#define TEXT OPTION_TAKES_TEXT, NULL, NULL
#define FLAG OPTION_TAKES_FLAG, NULL, NULL
#define NUMBER OPTION_TAKES_NUMBER, NULL, NULL
#define SYSTEM OPTION_TAKES_SYSTEM, NULL, NULL
#define RECORDS(kind) OPTION_TAKES_TEXT, NULL, kind
#define WORDS(...) OPTION_TAKES_WORDS, (const char *const[]){__VA_ARGS__, NULL}, NULL
#define OPTION(command, name, takes_and_words, help) {command, name, {takes_and_words, help}},

static const struct listed_option of_every_game[] = {
#include "tracker/option_about.def"
    {0}};

static const struct value_def *value_find(const struct value_def *values, int count,
                                          const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(values[i].name, name) == 0) {
            return &values[i];
        }
    }
    return NULL;
}

static bool takes_any(const struct command_def *def)
{
    return def->options != NULL && strcmp(def->options[0], "*") == 0;
}

/* The value of this name: of a combatant if the command gives it values, or else of the action
 * that the command resolves or has its name from. NULL: none. */
static const struct value_def *own_value(const struct system *system,
                                         const struct command_def *command, const char *name)
{
    if (takes_any(command)) {
        return value_find(system->attributes, system->attributes_count, name);
    }
    const struct action *own =
        command->action != NULL ? command->action : action_find(system, str_of(command->name));
    return own != NULL ? value_find(own->parameters, own->parameters_count, name) : NULL;
}

/* The value of this name of that action, or else of a combatant, or else of any action. */
static const struct value_def *value_of(const struct system *system,
                                        const struct command_def *command, const char *name)
{
    const struct value_def *def = own_value(system, command, name);
    if (def == NULL) {
        def = value_find(system->attributes, system->attributes_count, name);
    }
    for (int i = 0; i < system->actions_count && def == NULL; i++) {
        const struct action *action = &system->actions[i];
        def = value_find(action->parameters, action->parameters_count, name);
    }
    return def;
}

static enum option_takes takes_of(enum value_kind kind)
{
    switch (kind) {
    case VALUE_FLAG:
        return OPTION_TAKES_FLAG;
    case VALUE_CHOICE:
        return OPTION_TAKES_WORDS;
    case VALUE_NUMBER:
    case VALUE_DECIMAL:
    case VALUE_DICE:
    case VALUE_SPAN:
        return OPTION_TAKES_NUMBER;
    }
    return OPTION_TAKES_ANYTHING;
}

/* The procedure's own value of this name. */
static const struct given_def *given_find(const struct procedure *procedure, const char *name)
{
    for (int i = 0; i < procedure->gives_count; i++) {
        if (strcmp(procedure->gives[i].name, name) == 0) {
            return &procedure->gives[i];
        }
    }
    return NULL;
}

static const struct listed_option *listed_find(const struct listed_option *list,
                                               const struct command_def *def, const char *name)
{
    for (; list != NULL && list->name != NULL; list++) {
        bool is_its = list->command[0] == '\0' || strcmp(list->command, def->name) == 0;
        if (is_its && strcmp(list->name, name) == 0) {
            return list;
        }
    }
    return NULL;
}

struct option_about option_about(const struct procedure *procedure, const struct system *system,
                                 const struct command_def *def, const char *name)
{
    const struct listed_option *const lists[] = {procedure->options, procedure->more_options,
                                                 of_every_game};
    const struct value_def *own = own_value(system, def, name);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const struct listed_option *listed = listed_find(lists[i], def, name);
        /* A word's meaning in every game may differ from its meaning in a game's own act. */
        if (listed != NULL && (own == NULL || lists[i] != of_every_game)) {
            return listed->about;
        }
    }
    const struct value_def *value = value_of(system, def, name);
    const struct given_def *given = takes_any(def) ? given_find(procedure, name) : NULL;
    const char *records = given != NULL ? given->records : NULL;
    if (value == NULL && given != NULL) {
        return (struct option_about){OPTION_TAKES_TEXT, NULL, records, given->help};
    }
    if (value == NULL) {
        return (struct option_about){.help = ""};
    }
    return (struct option_about){takes_of(value->kind), value->choices, records, value->help};
}

int option_names(const struct procedure *procedure, const struct system *system,
                 const struct command_def *def, const char *out[OPTION_NAMES_MAX])
{
    static const char *const of_everybody[] = {"side",   "hp",         "hp_max", "group",
                                               "traits", "conditions", "hidden", "note"};
    enum { OF_EVERYBODY = sizeof of_everybody / sizeof of_everybody[0] };
    int count = 0;
    bool is_any = takes_any(def);
    const char *known;
    for (int i = 0; !is_any && (known = command_option_name(def, i)) != NULL; i++) {
        out[count] = known;
        count += strcmp(known, "@") != 0 ? 1 : 0;
    }
    for (int i = 0; is_any && i < OF_EVERYBODY; i++) {
        out[count++] = of_everybody[i];
    }
    for (int i = 0; is_any && i < procedure->gives_count; i++) {
        const char *name = procedure->gives[i].name;
        bool is_attribute =
            value_find(system->attributes, system->attributes_count, name) != NULL;
        out[count] = name;
        count += is_attribute ? 0 : 1;
    }
    for (int i = 0; is_any && i < system->attributes_count; i++) {
        out[count++] = system->attributes[i].name;
    }
    return count;
}
