/* Prints every word that a game declares in its tables, a line each: the game's folder, what
 * kind of word it is, the word; and those of the tracker's own commands, as if of a game
 * "engine". tests/gates/words.sh builds it and looks for them elsewhere. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "games/generic/procedure.h"
#include "resolver/system.h"
#include "tracker/combatant_commands.h"
#include "tracker/conditions.h"
#include "tracker/state.h"
#include "tracker/library.h"
#include "tracker/command.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"
#include "tracker/table_commands.h"

/* "caves-of-qud" by the name of its folder. */
static void print_word(const char *game, const char *kind, const char *word)
{
    for (; *game != '\0'; game++) {
        putchar(*game == '-' ? '_' : *game);
    }
    printf(" %s %s\n", kind, word);
}

static void print_values(const char *game, const char *kind, const struct value_def *values,
                         int count)
{
    for (int i = 0; i < count; i++) {
        print_word(game, kind, values[i].name);
    }
}

static void print_system(const struct system *system)
{
    print_values(system->id, "attribute", system->attributes, system->attributes_count);
    for (int i = 0; i < system->actions_count; i++) {
        const struct action *action = &system->actions[i];
        print_word(system->id, "action", action->name);
        print_values(system->id, "parameter", action->parameters, action->parameters_count);
        for (int k = 0; k < action->outcomes_count; k++) {
            print_word(system->id, "outcome", action->outcomes[k].name);
        }
    }
}

/* Without the parameters of its action: those are words of the system. */
static void print_commands(const char *game, const struct command_def *commands, int count)
{
    static struct made_commands made;
    for (int i = 0; i < count; i++) {
        const char *option;
        struct command_def row = commands[i];
        made.count = made.words = made.text_used = 0;
        row.act = NULL;
        const struct command_def *def = commands_add(&made, &row, NULL);
        print_word(game, "command", def->name);
        for (int k = 0; (option = command_option_name(def, k)) != NULL; k++) {
            print_word(game, "option", option);
        }
    }
}

static void print_options(const char *game, const struct listed_option *options)
{
    for (; options != NULL && options->name != NULL; options++) {
        print_word(game, "option", options->name);
    }
}

static void print_settings(const char *game, const struct procedure *procedure)
{
    bool is_shared = procedure->settings == generic_settings && strcmp(game, "generic") != 0;
    for (int i = 0; i < procedure->settings_count && !is_shared; i++) {
        print_word(game, "setting", procedure->settings[i].name);
    }
}

static void print_records(const char *game, const struct procedure *procedure)
{
    for (int i = 0; i < procedure->gives_count; i++) {
        print_word(game, "value", procedure->gives[i].name);
    }
    for (int i = 0; i < procedure->kinds_count; i++) {
        const struct library_kind *kind = &procedure->kinds[i];
        print_word(game, "record", kind->name);
        print_word(game, "record", kind->list);
        for (int k = 1; k < kind->fields_count; k++) {
            print_word(game, "record", kind->fields[k].value.name);
        }
    }
}

/* What it keeps in the state, and the conditions that its rules know. */
static void print_effects(const char *game, const struct procedure *procedure)
{
    for (int i = 0; i < procedure->effects_count; i++) {
        print_word(game, "effect", procedure->effects[i].name);
    }
    for (int i = 0; i < procedure->conditions_count; i++) {
        print_word(game, "condition", procedure->conditions[i].name);
    }
}

static void print_topics(const char *game, const struct topic_def *topics)
{
    for (; topics != NULL && topics->word != NULL; topics++) {
        print_word(game, "topic", topics->word);
    }
}

static void print_procedure(const char *game, const struct procedure *procedure)
{
    print_commands(game, procedure->commands, procedure->commands_count);
    print_options(game, procedure->options);
    print_settings(game, procedure);
    print_records(game, procedure);
    print_effects(game, procedure);
    print_topics(game, procedure->topics);
}

/* Words common to the games whose order the referee sets. */
static void print_generic(void)
{
    const struct command_def *commands;
    int count = generic_commands(&commands);
    print_commands("generic", commands, count);
    print_options("generic", generic_options);
    print_settings("generic", &generic_procedure);
    print_effects("generic", &generic_procedure);
}

static void print_engine(void)
{
    int (*const tables[])(const struct command_def **) = {combatant_commands, table_commands,
                                                          condition_commands, setting_commands};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct command_def *commands;
        int count = tables[i](&commands);
        print_commands("engine", commands, count);
    }
}

int main(void)
{
    print_engine();
    print_generic();
    for (int i = 0; i < systems_count(); i++) {
        const struct procedure *procedure = games_find(system_at(i));
        print_system(system_at(i));
        if (procedure->system != NULL) {
            print_procedure(system_at(i)->id, procedure);
        }
    }
    return 0;
}
