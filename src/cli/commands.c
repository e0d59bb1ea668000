/* `referee commands`: the commands of the table, from the tables that the screen uses too. */
#include "cli/subcommands.h"

#include "app/keys.h"
#include "cli/options.h"
#include "app/sitting.h"
#include "app/sitting_commands.h"
#include "app/sitting_state.h"
#include "cli/output.h"
#include "games/games.h"
#include "tracker/option_about.h"

enum { USAGE_SIZE = 1000 };

static void usage_text(const struct procedure *procedure, const struct system *system,
                       const struct command_def *def, char out[USAGE_SIZE])
{
    struct text text = text_over(out, USAGE_SIZE);
    command_usage(procedure, system, def, &text);
}

/* What is known of each option; of a command that takes any, those that mean something. */
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
    json_object_set_new(document, "commands", commands);
    output_json(document);
}

static void print_text(const struct procedure *procedure, const struct system *system,
                       const struct command_def *const *defs, int count)
{
    struct key_table keys;
    key_table_make(&keys, procedure, NULL);
    for (int i = 0; i < count; i++) {
        char usage[USAGE_SIZE];
        usage_text(procedure, system, defs[i], usage);
        const char *key = key_of_command(&keys, defs[i]->name);
        bool has_rule = defs[i]->rule[0] != '\0';
        output_line("%-4s %s", key != NULL ? key : "", usage);
        output_line("         %s%s%s%s", defs[i]->help, has_rule ? "  [" : "", defs[i]->rule,
                    has_rule ? "]" : "");
        print_options(procedure, system, defs[i]);
    }
    output_line("%s", "");
    output_lines(
        "`ruling` before a command overrules the rules. Dice are entered at the end:\n"
        "14 for a face, =15 for a total, * to have one rolled, roll for all of them.\n");
}

static void print_commands(const struct options *options, const struct procedure *procedure,
                           const struct system *system, const struct command_def *const *defs,
                           int count)
{
    if (options_has(options, OPTION_JSON)) {
        print_json(procedure, system, defs, count);
    } else {
        print_text(procedure, system, defs, count);
    }
}

int commands_run(const struct options *options)
{
    struct error err;
    if (subcommand_words(options, 0, &err) != STATUS_OK) {
        return output_error(&err);
    }
    struct sitting *sitting;
    enum status status = options_campaign_for_reading(&sitting, options, &err);
    if (status == STATUS_MISSING) {
        /* Nothing is played yet: the commands of the system that a first encounter would have.
         */
        const struct command_def *defs[COMMANDS_MAX];
        struct made_commands made;
        int count = sitting_commands_of(system_at(0), &made, defs, COMMANDS_MAX);
        print_commands(options, games_find(system_at(0)), system_at(0), defs, count);
        return EXIT_DONE;
    }
    if (status != STATUS_OK) {
        return output_error(&err);
    }
    const struct command_def *const *defs;
    int count = sitting_commands(sitting, &defs);
    print_commands(options, sitting_procedure(sitting), state_system(sitting_state(sitting)),
                   defs, count);
    return options_campaign_close(sitting, EXIT_DONE);
}
