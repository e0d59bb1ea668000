#include "tracker/option_about.h"

#include <string.h>

#define COMBATANT OPTION_TAKES_COMBATANT, NULL
#define COMBATANTS OPTION_TAKES_COMBATANTS, NULL
#define TEXT OPTION_TAKES_TEXT, NULL
#define FLAG OPTION_TAKES_FLAG, NULL
#define NUMBER OPTION_TAKES_NUMBER, NULL
#define SYSTEM OPTION_TAKES_SYSTEM, NULL
#define WORDS(...) OPTION_TAKES_WORDS, (const char *const[]) { __VA_ARGS__, NULL }
#define OPTION(command, name, takes_and_words, help) {command, name, {takes_and_words, help}},

static const struct {
    const char *command, *name;
    struct option_about about;
} listed[] = {
#include "tracker/option_about.def"
};

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

/* Of the action that the command resolves or is named after, else of a combatant, else of any
 * action. */
static const struct value_def *value_of(const struct system *system,
                                        const struct command_def *command, const char *name)
{
    const struct action *own =
        command->action != NULL ? command->action : action_find(system, str_of(command->name));
    const struct value_def *def =
        own != NULL ? value_find(own->parameters, own->parameters_count, name) : NULL;
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

struct option_about option_about(const struct system *system, const struct command_def *def,
                                 const char *name)
{
    for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++) {
        bool is_its = listed[i].command[0] == '\0' || strcmp(listed[i].command, def->name) == 0;
        if (is_its && strcmp(listed[i].name, name) == 0) {
            return listed[i].about;
        }
    }
    const struct value_def *value = value_of(system, def, name);
    if (value == NULL) {
        return (struct option_about){.help = ""};
    }
    return (struct option_about){takes_of(value->kind), value->choices, value->help};
}

int option_names(const struct system *system, const struct command_def *def,
                 const char *out[OPTION_NAMES_MAX])
{
    static const char *const of_everybody[] = {"side", "hp", "hp_max"};
    int count = 0;
    bool takes_any = def->options != NULL && strcmp(def->options[0], "*") == 0;
    const char *known;
    for (int i = 0; !takes_any && (known = command_option_name(def, i)) != NULL; i++) {
        out[count++] = known;
    }
    for (int i = 0; takes_any && i < 3; i++) {
        out[count++] = of_everybody[i];
    }
    for (int i = 0; takes_any && i < system->attributes_count; i++) {
        out[count++] = system->attributes[i].name;
    }
    return count;
}
