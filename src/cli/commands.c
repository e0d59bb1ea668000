/* `referee commands`: the commands of the table, from the same tables as the screen's. */
#include "app/report/report.h"
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

/* With what is known about each option; of a command that takes any, those with a meaning. */
static json_t *report_of(const struct procedure *procedure, const struct system *system,
                         const struct command_def *const *defs, int count)
{
    struct key_table keys;
    key_table_make(&keys, procedure, NULL);
    json_t *report = json_object();
    report_set_words(report, "system", system->id);
    json_t *list = report_list(report, "commands");
    for (int i = 0; i < count; i++) {
        const char *names[OPTION_NAMES_MAX], *key = key_of_command(&keys, defs[i]->name);
        char usage[USAGE_SIZE];
        json_t *row = report_row(list);
        usage_text(procedure, system, defs[i], usage);
        report_set_words(row, "name", defs[i]->name);
        report_set_words(row, "usage", usage);
        report_set_words(row, "help", defs[i]->help);
        report_set_words(row, "rule", defs[i]->rule);
        report_set_words_or_null(row, "key", key != NULL ? key : "");
        json_t *options = report_list(row, "options");
        int options_count = option_names(procedure, system, defs[i], names);
        for (int k = 0; k < options_count; k++) {
            struct option_about about = option_about(procedure, system, defs[i], names[k]);
            json_t *option = report_row(options);
            report_set_words(option, "name", names[k]);
            json_t *words = report_list(option, "words");
            for (int at = 0; about.words != NULL && about.words[at] != NULL; at++) {
                json_array_append_new(words, json_string(about.words[at]));
            }
            report_set_words(option, "help", about.help);
        }
    }
    return report;
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
                output_report(report_of(games_find(system), system, &defs[i], 1));
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

bool commands_has(struct str name)
{
    const struct command_def *defs[COMMANDS_MAX];
    struct made_commands made;
    for (int i = 0; i < systems_count(); i++) {
        int count = sitting_commands_of(system_at(i), &made, defs, COMMANDS_MAX);
        for (int k = 0; k < count; k++) {
            if (str_equal_any_case(name, str_of(defs[k]->name))) {
                return true;
            }
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
        output_report(report_of(games_find(system), system, defs, count));
    } else {
        const struct procedure *procedure = games_find(system);
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
    return EXIT_DONE;
}
