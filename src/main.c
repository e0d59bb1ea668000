/* From the arguments to the screen or to a subcommand. */
#include <stdio.h>
#include <string.h>

#include "app/settings/program_settings.h"
#include "app/sitting/sitting.h"
#include "app/settings/keys.h"
#include "cli/doctor.h"
#include "cli/linear.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/subcommands.h"
#include "tui/loop/table.h"
#include "tui/players/players_screen.h"
#include "tui/term/term.h"
#include "tui/term/term_curses.h"
#include "tui/term/term_guard.h"

/* The sitting after the screen; a named encounter is put on the table first. */
static enum status sitting_begin(struct sitting **out, const struct options *options,
                                 struct error *err)
{
    enum status status = subcommand_words(options, 1, err);
    if (status == STATUS_OK) {
        status = options_campaign_for_writing(out, options, err);
    }
    if (status != STATUS_OK || options->words == 0) {
        return status;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX);
    text_add(&text, "open \"%s\"", options->word[0]);
    static struct result result;
    sitting_run(*out, text.p, false, &result);
    if (result.kind != RESULT_DONE) {
        *err = result.error;
        sitting_close(*out);
        return err->code;
    }
    return STATUS_OK;
}

/* Closes the terminal and tells of it when it failed; returns the exit code. */
static int screen_close(struct terminal *terminal, int code)
{
    term_close(terminal);
    return terminal->lost.code == STATUS_OK ? code : output_error(&terminal->lost);
}

static struct terminal *waiting; /* the open screen, while the campaign is not */

static void draw_waiting(const char *line)
{
    table_draw_waiting(waiting, line);
}

/* The table on the screen. The terminal comes first: where there is none, no campaign is made.
 */
static int table_open(const struct options *options)
{
    struct terminal terminal;
    struct sitting *sitting;
    struct table_style style;
    struct error err;
    if (options_has(options, OPTION_LINEAR)) {
        if (sitting_begin(&sitting, options, &err) != STATUS_OK) {
            return output_error(&err);
        }
        return options_campaign_close(sitting, linear_run(sitting, stdin));
    }
    TEXT_BUFFER(text, SETTINGS_TOLD_SIZE + USER_KEYS_TOLD_SIZE);
    bool is_well = settings_file_load(options->settings, &text);
    table_style_of(&style, options->settings);
    if (term_curses_open(&terminal, style.wishes, &err) != STATUS_OK) {
        return output_error(&err);
    }
    sitting_stop_when(guard_must_end);
    waiting = &terminal;
    progress_draw_by(draw_waiting);
    sitting_tell_progress(progress_of_file);
    enum status status = sitting_begin(&sitting, options, &err);
    sitting_tell_progress(NULL);
    progress_draw_by(NULL);
    if (status != STATUS_OK) {
        (void)screen_close(&terminal, EXIT_OPERATING);
        return output_error(&err);
    }
    static struct key_file keys;
    is_well = user_keys_load(&keys, key_is_bindable, key_is_typed, &text) && is_well;
    int code = table_run(sitting, &terminal, &keys.own, is_well ? NULL : text.p);
    return options_campaign_close(sitting, screen_close(&terminal, code));
}

/* The players' screen beside a table. */
static int players_open(const struct options *options)
{
    struct terminal terminal;
    struct sitting *sitting;
    struct table_style style;
    struct error err;
    TEXT_BUFFER(text, SETTINGS_TOLD_SIZE);
    bool is_well = settings_file_load(options->settings, &text);
    if (!is_well) {
        output_message(text.p);
    }
    if (options_has(options, OPTION_ONCE) || options_has(options, OPTION_JSON)) {
        return players_run(options);
    }
    if (subcommand_words(options, 0, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    table_style_of(&style, options->settings);
    if (term_curses_open(&terminal, style.wishes, &err) != STATUS_OK) {
        return options_campaign_close(sitting, output_error(&err));
    }
    sitting_stop_when(guard_must_end);
    int code = players_screen_run(sitting, &terminal);
    return options_campaign_close(sitting, screen_close(&terminal, code));
}

/* The terminal's facts and the mistakes in the user's keys, for the command line. */
static int doctor_open(const struct options *options)
{
    struct term_facts facts;
    static struct key_file keys;
    TEXT_BUFFER(mistakes, USER_KEYS_TOLD_SIZE);
    bool is_well = user_keys_load(&keys, key_is_bindable, key_is_typed, &mistakes);
    term_curses_facts(&facts);
    struct doctor_terminal terminal = {.name = facts.name,
                                       .is_terminal = facts.is_terminal,
                                       .is_known = facts.is_known,
                                       .can_place = facts.can_place,
                                       .has_keypad = facts.has_keypad,
                                       .has_function_keys = facts.has_function_keys,
                                       .is_utf8 = facts.is_utf8,
                                       .is_locale_installed = facts.is_locale_installed,
                                       .rows = facts.rows,
                                       .columns = facts.columns,
                                       .colours = facts.colours,
                                       .library = facts.library,
                                       .mistakes = is_well ? "" : mistakes.p};
    return doctor_run(options, &terminal);
}

/* What subcommands without a function of their own open; the first one is also opened without
 * a subcommand. */
static const struct {
    const char *name;
    int (*open)(const struct options *options);
} screens[] = {{"table", table_open}, {"players", players_open}, {"doctor", doctor_open}};

static int screen_open(const char *name, const struct options *options)
{
    size_t at = 0;
    for (size_t i = 0; name != NULL && i < sizeof screens / sizeof screens[0]; i++) {
        at = strcmp(screens[i].name, name) == 0 ? i : at;
    }
    return screens[at].open(options);
}

static int program_run(int argc, char **argv)
{
    struct options options;
    struct error err;
    if (options_read(&options, argc, argv, &err) != STATUS_OK) {
        return output_error(&err);
    }
    static struct program_settings settings;
    table_style_begin(&settings);
    options.settings = &settings;
    const struct subcommand *subcommand = NULL;
    if (options.subcommand != NULL) {
        subcommand = subcommand_find(options.subcommand, &err);
        if (subcommand == NULL) {
            return output_error(&err);
        }
    }
    if (options_has(&options, OPTION_VERSION)) {
        subcommands_version();
        return EXIT_DONE;
    }
    if (options_has(&options, OPTION_HELP)) {
        if (subcommand == NULL) {
            subcommands_help();
        } else {
            subcommand_help(subcommand);
        }
        return EXIT_DONE;
    }
    if (options_check_scope(&options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    if (subcommand == NULL || subcommand->run == NULL) {
        return screen_open(options.subcommand, &options);
    }
    sitting_tell_progress(progress_of_file);
    return subcommand->run(&options);
}

int main(int argc, char **argv)
{
    output_begin();
    return output_end(program_run(argc, argv));
}
