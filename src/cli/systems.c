/* `referee systems`: everything that can be resolved, from the tables of the systems. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include "app/sitting/rules.h"
#include "cli/act.h"
#include "cli/output.h"

static const char *const kind_words[] = {
    [VALUE_NUMBER] = "number", [VALUE_DECIMAL] = "decimal", [VALUE_FLAG] = "flag",
    [VALUE_DICE] = "dice",     [VALUE_CHOICE] = "choice",   [VALUE_SPAN] = "span",
};

/* ---- beside the real game -------------------------------------------------------------- */

static void add_beside(void *list, const struct beside_text *beside)
{
    json_t *row = report_row(list);
    report_set_words(row, "title", beside->title);
    report_set_words(row, "text", beside->text);
}

static void print_beside(void *context, const struct beside_text *beside)
{
    bool *is_begun = context;
    if (!*is_begun) {
        output_line("%s", "");
        output_line("%s", BESIDE_TITLE);
    }
    *is_begun = true;
    output_line("  %s", beside->title);
    output_line("    %s", beside->text);
}

/* ---- as a report ----------------------------------------------------------------------- */

static void add_value_defs(json_t *report, const char *name, const struct value_def *defs,
                           int count)
{
    json_t *list = report_list(report, name);
    for (int i = 0; i < count; i++) {
        const struct value_def *def = &defs[i];
        json_t *row = report_row(list);
        bool has_range =
            def->kind == VALUE_NUMBER || def->kind == VALUE_DECIMAL || def->kind == VALUE_SPAN;
        report_set_words(row, "name", def->name);
        report_set_words(row, "type", kind_words[def->kind]);
        report_set_whole_or_null(row, "low", has_range, def->low);
        report_set_whole_or_null(row, "high", has_range, def->high);
        report_set(row, "choices", json_null());
        json_t *choices = def->kind == VALUE_CHOICE ? report_list(row, "choices") : NULL;
        for (int k = 0; choices != NULL && def->choices[k] != NULL; k++) {
            json_array_append_new(choices, json_string(def->choices[k]));
        }
        report_set_flag(row, "required", def->is_required);
        report_set(row, "default",
                   def->fallback != NULL ? json_string(def->fallback) : json_null());
        report_set_words(row, "rule", def->rule);
        report_set_words(row, "help", def->help);
    }
}

static void add_action(json_t *list, const struct action *action)
{
    json_t *row = report_row(list);
    report_set_words(row, "name", action->name);
    report_set_words(row, "help", action->help);
    report_set_words(row, "rule", action->rule);
    add_value_defs(row, "parameters", action->parameters, action->parameters_count);
    json_t *outcomes = report_list(row, "outcomes");
    for (int i = 0; i < action->outcomes_count; i++) {
        const struct outcome_def *def = &action->outcomes[i];
        json_t *outcome = report_row(outcomes);
        report_set_words(outcome, "name", def->name);
        report_set_words(outcome, "type", def->kind == OUTCOME_CHANCE ? "chance" : "number");
        report_set_words_or_null(
            outcome, "needs", def->needs != 0 ? action->parameters[def->needs - 1].name : "");
        report_set_words(outcome, "rule", def->rule);
        report_set_words(outcome, "help", def->help);
    }
}

/* Of one system and one action; NULL: of all. */
static json_t *report_of(const struct system *only, const struct action *only_action)
{
    json_t *report = json_object(), *list = report_list(report, "systems");
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        if (only != NULL && only != system) {
            continue;
        }
        json_t *row = report_row(list);
        report_set_words(row, "system", system->id);
        report_set_words_or_null(row, "alias", system->alias);
        report_set_words(row, "title", system->title);
        report_set_words(row, "note", system->note);
        report_set_whole(row, "rules", system->rules);
        json_t *actions = report_list(row, "actions");
        for (int k = 0; k < system->actions_count; k++) {
            if (only_action == NULL || only_action == &system->actions[k]) {
                add_action(actions, &system->actions[k]);
            }
        }
        add_value_defs(row, "attributes", system->attributes, system->attributes_count);
        beside_each(system, add_beside, report_list(row, "beside"));
    }
    return report;
}

/* ---- for display ----------------------------------------------------------------------- */

static void add_type(const struct value_def *def, struct text *out)
{
    switch (def->kind) {
    case VALUE_NUMBER:
        text_add(out, "%d to %d", def->low, def->high);
        break;
    case VALUE_DECIMAL:
        text_add(out, "%d to %d, decimals allowed", def->low, def->high);
        break;
    case VALUE_FLAG:
        text_add(out, "yes or no");
        break;
    case VALUE_DICE:
        text_add(out, "dice");
        break;
    case VALUE_CHOICE:
        for (int i = 0; def->choices[i] != NULL; i++) {
            const char *between = def->choices[i + 1] == NULL ? " or " : ", ";
            text_add(out, "%s%s", i == 0 ? "" : between, def->choices[i]);
        }
        break;
    case VALUE_SPAN:
        text_add(out, "low-high within %d to %d", def->low, def->high);
        break;
    }
}

static void print_value_def(const struct value_def *def)
{
    TEXT_BUFFER(line, 400);
    add_type(def, &line);
    if (def->is_required) {
        text_add(&line, "; required");
    } else if (def->fallback != NULL) {
        const char *value = def->fallback;
        if (def->kind == VALUE_FLAG) {
            value = str_equal(str_of(value), "true") ? "yes" : "no";
        }
        text_add(&line, "; else %s", value);
    } else {
        text_add(&line, "; may be left out");
    }
    if (def->rule[0] != '\0') {
        text_add(&line, "  (%s)", def->rule);
    }
    output_line("  %-16s  %s", def->name, line.p);
    output_line("  %-16s  %s", "", def->help);
}

static void add_rule(const char *rule, struct text *out)
{
    if (rule[0] != '\0') {
        text_add(out, "  (%s)", rule);
    }
}

static void print_action(const struct system *system, const struct action *action)
{
    char buf[200];
    struct text line;
    text_init(&line, buf, sizeof buf);
    text_add(&line, "%s %s: %s", system->id, action->name, action->help);
    add_rule(action->rule, &line);
    output_line("%s", buf);
    for (int i = 0; i < action->parameters_count; i++) {
        print_value_def(&action->parameters[i]);
    }
    output_line("  outcomes");
    for (int i = 0; i < action->outcomes_count; i++) {
        const struct outcome_def *def = &action->outcomes[i];
        text_init(&line, buf, sizeof buf);
        text_add(&line, "%s", def->help);
        if (def->needs != 0) {
            text_add(&line, "; needs %s", action->parameters[def->needs - 1].name);
        }
        add_rule(def->rule, &line);
        output_line("    %-14s  %s", def->name, buf);
    }
}

static void print_list(void)
{
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        output_line("%s%s%s: %s, %s", system->id, system->alias[0] != '\0' ? " or " : "",
                    system->alias, system->title, system->note);
        for (int k = 0; k < system->actions_count; k++) {
            output_line("  %-14s  %s", system->actions[k].name, system->actions[k].help);
        }
    }
}

int systems_run(const struct options *options)
{
    struct error err;
    if (subcommand_words(options, 2, &err) != STATUS_OK) {
        return output_error(&err);
    }
    const struct system *system = NULL;
    const struct action *action = NULL;
    if (options->words > 0) {
        system = system_named(str_of(options->word[0]), &err);
        if (system == NULL) {
            return output_error(&err);
        }
    }
    if (options->words > 1) {
        action = action_named(system, str_of(options->word[1]), &err);
        if (action == NULL) {
            return output_error(&err);
        }
    }
    if (options_has(options, OPTION_JSON)) {
        output_report(report_of(system, action));
    } else if (action != NULL) {
        print_action(system, action);
    } else if (system != NULL) {
        output_line("%s%s%s: %s, %s", system->id, system->alias[0] != '\0' ? " or " : "",
                    system->alias, system->title, system->note);
        for (int i = 0; i < system->actions_count; i++) {
            output_line("%s", "");
            print_action(system, &system->actions[i]);
        }
        if (system->attributes_count > 0) {
            output_line("%s", "");
            output_line("what a combatant of %s has", system->title);
        }
        for (int i = 0; i < system->attributes_count; i++) {
            print_value_def(&system->attributes[i]);
        }
        bool is_begun = false;
        beside_each(system, print_beside, &is_begun);
    } else {
        print_list();
    }
    return EXIT_DONE;
}
