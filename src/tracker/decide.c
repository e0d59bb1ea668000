#include "tracker/decide.h"

#include <string.h>

#include "tracker/combatant_commands.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/naming.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"
#include "tracker/table_commands.h"
#include "tracker/decision.h"

/* Finds the fields of combatants for the parameters of a command's action. */
static void link_fields(struct made_commands *made, struct command_def *def,
                        const struct system *system)
{
    if (def->action == NULL) {
        return;
    }
    CHECK(made->actions < MADE_ACTIONS_MAX);
    signed char *fields = made->fields[made->actions++];
    for (int k = 0; k < def->action->parameters_count; k++) {
        int at = value_called(system->attributes, system->attributes_count,
                              def->action->parameters[k].name);
        fields[k] = (signed char)(at < 0 ? -1 : FIELD_SYSTEM + at);
    }
    def->fields = fields;
}

int procedure_commands(const struct procedure *procedure, const struct system *system,
                       struct made_commands *made, const struct command_def **out, int most)
{
    int (*const tables[])(const struct command_def **) = {
        procedure->more_commands, combatant_commands, table_commands, condition_commands,
        counter_commands,         setting_commands,   policy_commands};
    made->count = made->actions = made->words = made->text_used = 0;
    if (procedure->make != NULL) {
        procedure->make(system, made);
    }
    for (int i = 0; i < procedure->commands_count; i++) {
        commands_add(made, &procedure->commands[i], system);
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct command_def *shared;
        int shared_count = tables[i] != NULL ? tables[i](&shared) : 0;
        for (int k = 0; k < shared_count; k++) {
            struct command_def *def = commands_add(made, &shared[k], system);
            if (def->takes_damage_options && procedure->damage_options != NULL) {
                def->options = procedure->damage_options;
            }
        }
    }
    int count = made->count < most ? made->count : most;
    for (int i = 0; i < count; i++) {
        link_fields(made, &made->def[i], system);
        out[i] = &made->def[i];
    }
    return count;
}

/* Only a combatant is missing: "damage: who?", "engage Anka: with whom?". */
static bool asks_whom(struct decision *decision, const struct command *command)
{
    const struct argument_def *missing = command->missing;
    bool is_combatant = missing != NULL && (missing->kind == ARGUMENT_COMBATANT ||
                                            missing->kind == ARGUMENT_COMBATANTS);
    if (!is_combatant || !decision->asks || decision->kept != NULL) {
        return false;
    }
    bool is_first = missing == &command->def->arguments[0];
    TEXT_BUFFER(text, QUESTION_PROMPT_SIZE);
    text_add(&text, "%s", command->def->name);
    if (!is_first) {
        text_add(&text, " %s", state_name(&decision->state, command->argument[0].id));
    }
    text_add(&text, ": ");
    if (strcmp(missing->name, "FOE") == 0) {
        text_add(&text, "which foe");
    } else {
        const char *word = missing->name;
        for (; *word != '\0'; word++) {
            text_add_char(&text, char_lower(*word));
        }
        text_add(&text, "%s", strncmp(missing->name, "WHO", 3) == 0 ? "" : " whom");
    }
    struct question *question = decision_ask(decision, QUESTION_COMBATANT, "%s?", text.p);
    question->wanted = !is_first                             ? WANTED_ANYBODY
                       : command->def->whom == WHOM_SELECTED ? WANTED_SELECTED
                       : command->def->whom == WHOM_HEALED   ? WANTED_HURT
                       : command->def->whom == WHOM_OUT      ? WANTED_OUT
                                                             : WANTED_ANYBODY;
    question->takes_several = missing->kind == ARGUMENT_COMBATANTS;
    question->rule = command->def->rule;
    return true;
}

void decide_command(struct decision *decision, const struct command_def *const *defs,
                    int defs_count, const struct state *before, const struct command *command,
                    const struct error *wrong)
{
    if (wrong != NULL) {
        if (asks_whom(decision, command)) {
            return;
        }
        decision_wrong(decision, "%s", wrong->text);
        decision->error.code = wrong->code;
        return;
    }
    CHECK(command->def->decide != NULL);
    decision->is_ruling = command->is_ruling;
    decision->defs = defs;
    decision->defs_count = defs_count;
    bool is_again = decision->kept != NULL;
    decision->entered = is_again ? decision->more : command->entered;
    decision->entered_count = is_again ? decision->more_count : command->entered_count;
    decision->is_secret = command_is_secret(command, before);
    command->def->decide(decision, command);
    decision->is_secret = false;
    /* Triggers may throw dice too: those of the line are for both. */
    triggers_run(decision, before);
    if (decision_goes_on(decision)) {
        counters_watch(decision);
    }
    decision->defs = NULL;
    decision_finish_dice(decision);
    decision->entered = NULL;
    if (decision_goes_on(decision) && decision->label[0] == '\0') {
        decision_label(decision, "%s", command->def->name);
    }
}

void decide(struct decision *decision, const struct command_def *const *defs, int defs_count,
            const struct state *before, struct str line)
{
    struct command command;
    struct error err;
    char composed[COMMAND_LINE_MAX + 1];
    line = name_in_form(line, NAME_COMPOSED, composed, sizeof composed);
    bool is_read = command_parse(&command, decision->procedure, defs, defs_count, before, line,
                                 &err) == STATUS_OK;
    decide_command(decision, defs, defs_count, before, &command, is_read ? NULL : &err);
}
