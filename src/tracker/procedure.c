#include "tracker/procedure.h"

#include <string.h>

#include "tracker/conditions.h"
#include "tracker/combatant_commands.h"
#include "tracker/settings.h"
#include "games/generic/procedure.h"
#include "tracker/table_commands.h"

#define PROCEDURE(name) extern const struct procedure name;
#include "tracker/procedures.def"
#undef PROCEDURE

static const struct procedure *const procedures[] = {
#define PROCEDURE(name) &name,
#include "tracker/procedures.def"
#undef PROCEDURE
};

const struct procedure *procedure_find(const struct system *system)
{
    for (size_t i = 0; i < sizeof procedures / sizeof procedures[0]; i++) {
        if (strcmp(procedures[i]->system, system->id) == 0) {
            return procedures[i];
        }
    }
    return &generic_procedure;
}

const struct procedure *procedure_of(const struct state *state)
{
    return procedure_find(state_system(state));
}

int procedure_order(const struct state *state, int ids[COMBATANTS_MAX])
{
    const struct procedure *procedure = procedure_of(state);
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_present(state, id)) {
            continue;
        }
        /* Combatants seldom move: insertion keeps what is in order already where it is. */
        int at = count++;
        while (at > 0 && procedure->comes_before(state, id, ids[at - 1])) {
            ids[at] = ids[at - 1];
            at--;
        }
        ids[at] = id;
    }
    return count;
}

/* The same command with the action it resolves. */
static const struct command_def *with_action(const struct command_def *def,
                                             const struct system *system,
                                             struct made_commands *made)
{
    if (def->act == NULL) {
        return def;
    }
    CHECK(made->count < MADE_COMMANDS_MAX);
    struct command_def *own = &made->def[made->count++];
    *own = *def;
    own->action = action_find(system, str_of(def->act));
    CHECK(own->action != NULL);
    return own;
}

int procedure_commands(const struct system *system, struct made_commands *made,
                       const struct command_def **out, int most)
{
    const struct procedure *procedure = procedure_find(system);
    int (*const tables[])(const struct command_def **) = {procedure->more_commands,
                                                          combatant_commands, table_commands,
                                                          condition_commands, setting_commands};
    int count = 0;
    made->count = 0;
    if (procedure->make != NULL) {
        procedure->make(system, made);
    }
    for (int i = 0; i < made->count && count < most; i++) {
        out[count++] = &made->def[i];
    }
    for (int i = 0; i < procedure->commands_count && count < most; i++) {
        out[count++] = with_action(&procedure->commands[i], system, made);
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct command_def *shared;
        int shared_count = tables[i] != NULL ? tables[i](&shared) : 0;
        for (int k = 0; k < shared_count && count < most; k++) {
            out[count++] = &shared[k];
        }
    }
    return count;
}

void decide(struct decision *decision, const struct command_def *const *defs, int defs_count,
            const struct state *before, struct str line)
{
    struct command command;
    struct error err;
    if (command_parse(&command, defs, defs_count, before, line, &err) != STATUS_OK) {
        decision_wrong(decision, "%s", err.text);
        decision->error.code = err.code;
        return;
    }
    CHECK(command.def->decide != NULL);
    decision->is_ruling = command.is_ruling;
    decision->entered = command.entered;
    decision->entered_count = command.entered_count;
    command.def->decide(decision, &command);
    decision_finish_dice(decision);
    decision->entered = NULL;
    if (decision_goes_on(decision) && procedure_of(before)->watch != NULL) {
        procedure_of(before)->watch(decision, before);
    }
    if (decision_goes_on(decision) && decision->label[0] == '\0') {
        decision_label(decision, "%s", command.def->name);
    }
}
