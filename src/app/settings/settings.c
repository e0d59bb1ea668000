#include "app/settings/settings.h"

#include <string.h>

#include "app/settings/program_settings.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "tracker/settings.h"

const struct program_settings *sitting_settings(const struct sitting *sitting)
{
    return sitting->settings;
}

bool sitting_follow_settings(struct sitting *sitting)
{
    return settings_file_follow(sitting->settings);
}

/* ---- listing --------------------------------------------------------------------------- */

/* Colours of the theme are listed by name only, in one line. */
static void list(struct sitting *sitting, struct result *out)
{
    const struct program_settings *settings = sitting->settings;
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "of the program; `settings NAME VALUE` changes one:\n");
    int left = 0;
    for (int i = 0; i < settings->count; i++) {
        bool is_shown = i < PROGRAM_COLOURS || settings->is_set[i];
        if (is_shown) {
            bool is_default =
                strcmp(settings->value[i], program_setting_default(settings, i)) == 0;
            text_add(&text, "%c %-20s %-10s %s\n", is_default ? ' ' : '*',
                     program_setting_name(settings, i), settings->value[i],
                     program_setting_help(settings, i));
        }
        left += is_shown ? 0 : 1;
    }
    if (left > 0) {
        text_add(&text, "  %d colours are the theme's: `settings colour-active` shows one\n",
                 left);
    }
    if (settings->path[0] != '\0') {
        text_add(&text, "they are kept in %s\n", settings->path);
    }
    text_add(&text, "of the fight; `setting NAME VALUE` changes one:\n");
    settings_tell(sitting_procedure(sitting), &sitting->state, &text);
}

/* ---- one of them ----------------------------------------------------------------------- */

static bool is_of_fight(const struct sitting *sitting, struct str name)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    for (int i = 0; i < procedure->settings_count; i++) {
        if (str_equal_any_case(name, str_of(procedure->settings[i].name))) {
            return true;
        }
    }
    return false;
}

static void change(struct sitting *sitting, struct str name, struct str value,
                   struct result *out)
{
    struct error err;
    struct program_settings *settings = sitting->settings;
    enum status status = settings_file_change(settings, name, value, &err);
    if (status == STATUS_USAGE) {
        result_be_wrong(out, &err);
        return;
    }
    int setting = program_setting_find(settings, name);
    const char *called = program_setting_name(settings, setting);
    if (status != STATUS_OK) {
        struct error failure;
        error_set(&failure, status, err.where, "%s is %s only until the program ends: %s",
                  called, settings->value[setting], err.text);
        result_fail(out, &failure);
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "settings: %s is %s now", called, settings->value[setting]);
}

void sitting_run_settings(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    const struct argument *arguments = command->argument;
    if (!arguments[0].is_given) {
        list(sitting, out);
        return;
    }
    struct str name = arguments[0].word;
    int setting = program_setting_find(sitting->settings, name);
    if (setting < 0 && is_of_fight(sitting, name)) {
        result_wrong(out, "%.*s is a setting of the fight: `setting %.*s VALUE` changes it",
                     name.n, name.p, name.n, name.p);
    } else if (setting >= 0 && !arguments[1].is_given) {
        const struct program_settings *settings = sitting->settings;
        struct text text = text_over(out->text, sizeof out->text);
        const struct value_def *def = &settings->row[setting];
        const char *const *words = program_setting_choices(settings, setting);
        text_add(&text, "%s: %s; %s (", program_setting_name(settings, setting),
                 settings->value[setting], program_setting_help(settings, setting));
        if (setting >= PROGRAM_COLOURS) {
            text_add(&text, "theme, or words such as bold red, 203, white on blue");
        } else if (words == NULL) {
            text_add(&text, "%d to %d", def->low, def->high);
        } else {
            for (int i = 0; words[i] != NULL; i++) {
                text_add(&text, "%s%s", i > 0 ? ", " : "", words[i]);
            }
        }
        text_add(&text, ")");
    } else {
        change(sitting, name, arguments[1].is_given ? arguments[1].word : str_of("none"), out);
    }
}
