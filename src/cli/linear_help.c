#include "cli/linear_help.h"

#include "app/sitting/rules.h"
#include "app/sitting/state.h"
#include "app/sitting/asked.h"
#include "cli/output.h"
#include "tracker/command.h"

static void say_arguments(const struct command_def *def)
{
    for (int i = 0; i < def->arguments_count; i++) {
        const struct argument_def *argument = &def->arguments[i];
        TEXT_BUFFER(text, 400);
        for (int k = 0; argument->choices != NULL && argument->choices[k] != NULL; k++) {
            text_add(&text, "%s%s", k == 0 ? ": " : ", ", argument->choices[k]);
        }
        output_line("%s: %s%s.", argument->is_optional ? "Optional" : "Needed", argument->name,
                    text.p);
    }
    if (def->takes_dice) {
        output_line("You can type your dice at the end.");
    }
}

static void say_options(const struct procedure *procedure, const struct system *system,
                        const struct command_def *def)
{
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(procedure, system, def, names);
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(procedure, system, def, names[i]);
        TEXT_BUFFER(text, 400);
        for (int k = 0; about.words != NULL && about.words[k] != NULL; k++) {
            text_add(&text, "%s%s", k == 0 ? ": " : ", ", about.words[k]);
        }
        output_line("%s%s%s%s%s.", names[i], about.takes == OPTION_TAKES_FLAG ? "" : "=",
                    text.p, about.help[0] != '\0' ? ", " : "", about.help);
    }
}

static void say_command(struct sitting *sitting, const struct command_def *def)
{
    output_line("%s: %s.", def->name, def->help);
    say_arguments(def);
    say_options(sitting_procedure(sitting), state_system(sitting_state(sitting)), def);
    const struct rule_text *rule_text =
        rule_text_find(sitting_rule_texts(sitting), str_of(def->rule));
    if (rule_text != NULL) {
        output_line("%s, %s: %s", rule_text->id, rule_text->title, rule_text->text);
    }
}

void linear_help_about(struct sitting *sitting, struct str words)
{
    const struct command_def *const *defs;
    int count = sitting_commands(sitting, &defs);
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(words, str_of(defs[i]->name))) {
            say_command(sitting, defs[i]);
            return;
        }
    }
    const struct topic *topic = topic_find(words);
    if (topic != NULL) {
        output_lines(topic_text(topic));
        return;
    }
    TEXT_BUFFER(wishes, TOPICS_WISHES_SIZE);
    found = topics_by_wish(&wishes, words);
    if (found > 0) {
        output_lines(wishes.p);
    }
    for (int i = 0; i < count; i++) {
        if (str_holds_words(str_of(defs[i]->name), words) ||
            str_holds_words(str_of(defs[i]->help), words)) {
            output_line("%s: %s.", defs[i]->name, defs[i]->help);
            found++;
        }
    }
    if (found == 0) {
        output_line("Nothing is about %.*s; type commands for all of them.", words.n, words.p);
    }
}
