/* `referee commands`: the commands of the table, from the same tables as the screen's. */
#include "cli/subcommands.h"

#include "app/settings/keys.h"
#include "cli/options.h"
#include "app/sitting/sitting.h"
#include "app/sitting/commands.h"
#include "app/sitting/state.h"
#include "cli/output.h"
#include "games/games.h"
#include "tracker/command.h"

enum { USAGE_SIZE = 1000 };

static void usage_text(const struct procedure *procedure, const struct system *system,
                       const struct command_def *def, char out[USAGE_SIZE])
{
    struct text text = text_over(out, USAGE_SIZE);
    command_usage(procedure, system, def, &text);
}

/* What is known about each option; for a command that takes any, those with a meaning. */
static json_t *options_json(const struct procedure *procedure, const struct system *system,
                            const struct command_def *def)
{
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(procedure, system, def, names);
    json_t *options = json_array();
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(procedure, system, def, names[i]);
        json_t *words = json_array();
        for (int k = 0; about.words != NULL && about.words[k] != NULL; k++) {
            json_array_append_new(words, json_string(about.words[k]));
        }
        json_t *option = json_object();
        json_object_set_new(option, "name", json_string(names[i]));
        json_object_set_new(option, "words", words);
        json_object_set_new(option, "help", json_string(about.help));
        json_array_append_new(options, option);
    }
    return options;
}

static void print_options(const struct procedure *procedure, const struct system *system,
                          const struct command_def *def)
{
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(procedure, system, def, names);
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(procedure, system, def, names[i]);
        TEXT_BUFFER(text, USAGE_SIZE);
        text_add(&text, "%s%s", names[i], about.takes == OPTION_TAKES_FLAG ? "" : "=");
        for (int k = 0; about.words != NULL && about.words[k] != NULL; k++) {
            text_add(&text, "%s%s", k == 0 ? "" : "|", about.words[k]);
        }
        output_line("           %-14s %s", text.p, about.help);
    }
}

static void print_json(const struct procedure *procedure, const struct system *system,
                       const struct command_def *const *defs, int count)
{
    struct key_table keys;
    key_table_make(&keys, procedure, NULL);
    json_t *commands = json_array();
    for (int i = 0; i < count; i++) {
        char usage[USAGE_SIZE];
        usage_text(procedure, system, defs[i], usage);
        const char *key = key_of_command(&keys, defs[i]->name);
        json_t *command = json_object();
        json_object_set_new(command, "name", json_string(defs[i]->name));
        json_object_set_new(command, "usage", json_string(usage));
        json_object_set_new(command, "help", json_string(defs[i]->help));
        json_object_set_new(command, "rule", json_string(defs[i]->rule));
        json_object_set_new(command, "key", key != NULL ? json_string(key) : json_null());
        json_object_set_new(command, "options", options_json(procedure, system, defs[i]));
        json_array_append_new(commands, command);
    }
    json_t *document = json_object();
    json_object_set_new(document, "system", json_string(system->id));
    json_object_set_new(document, "commands", commands);
    output_json(document);
}

static void print_command(const struct procedure *procedure, const struct system *system,
                          const struct command_def *def, const struct key_table *keys)
{
    char usage[USAGE_SIZE];
    usage_text(procedure, system, def, usage);
    const char *key = key_of_command(keys, def->name);
    bool has_rule = def->rule[0] != '\0';
    output_line("%-4s %s", key != NULL ? key : "", usage);
    output_line("         %s%s%s%s", def->help, has_rule ? "  [" : "", def->rule,
                has_rule ? "]" : "");
    print_options(procedure, system, def);
}

static void print_text(const struct procedure *procedure, const struct system *system,
                       const struct command_def *const *defs, int count)
{
    struct key_table keys;
    key_table_make(&keys, procedure, NULL);
    for (int i = 0; i < count; i++) {
        print_command(procedure, system, defs[i], &keys);
    }
    output_line("%s", "");
    output_lines(
        "`ruling` before a command overrules the rules. Dice are entered at the end:\n"
        "14 for a face, =15 for a total, * to have one rolled, roll for all of them.\n");
}

/* The game that is meant: the one named, that of the open encounter, or the one of a first
 * encounter, since there need not be one yet. */
static enum status find_system(const struct system **out, const struct options *options,
                               struct error *err)
{
    if (options_has(options, OPTION_SYSTEM)) {
        *out = system_named(str_of(options->system), err);
        return *out != NULL ? STATUS_OK : STATUS_USAGE;
    }
    struct sitting *sitting;
    enum status status = options_campaign_for_reading(&sitting, options, err);
    *out = system_at(0);
    if (status == STATUS_OK) {
        *out = state_system(sitting_state(sitting));
        sitting_close(sitting);
    }
    return status == STATUS_MISSING ? STATUS_OK : status;
}

bool commands_help(const struct options *options, struct str name)
{
    const struct system *system;
    const struct command_def *defs[COMMANDS_MAX];
    struct made_commands made;
    struct key_table keys;
    /* An unreadable campaign must not keep the help from appearing. */
    if (find_system(&system, options, NULL) != STATUS_OK) {
        system = system_at(0);
    }
    int count = sitting_commands_of(system, &made, defs, COMMANDS_MAX);
    key_table_make(&keys, games_find(system), NULL);
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(name, str_of(defs[i]->name))) {
            if (options_has(options, OPTION_JSON)) {
                print_json(games_find(system), system, &defs[i], 1);
                return true;
            }
            output_line("a command of the table, in %s", system->title);
            output_line("%s", "");
            print_command(games_find(system), system, defs[i], &keys);
            return true;
        }
    }
    return false;
}

int commands_run(const struct options *options)
{
    struct error err;
    const struct system *system;
    if (subcommand_words(options, 0, &err) != STATUS_OK ||
        find_system(&system, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    const struct command_def *defs[COMMANDS_MAX];
    struct made_commands made;
    int count = sitting_commands_of(system, &made, defs, COMMANDS_MAX);
    if (options_has(options, OPTION_JSON)) {
        print_json(games_find(system), system, defs, count);
    } else {
        print_text(games_find(system), system, defs, count);
    }
    return EXIT_DONE;
}
