#include "tracker/procedure.h"

#include <string.h>

#include "tracker/conditions.h"
#include "tracker/row_commands.h"
#include "tracker/settings.h"
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
    return NULL;
}

const struct procedure *procedure_of(const struct state *state)
{
    const struct procedure *procedure = procedure_find(state_system(state));
    CHECK(procedure != NULL);
    return procedure;
}

int procedure_order(const struct state *state, int ids[COMBATANTS_MAX])
{
    const struct procedure *procedure = procedure_of(state);
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_present(state, id)) {
            continue;
        }
        /* Rows seldom move: insertion keeps what is in order already where it is. */
        int at = count++;
        while (at > 0 && procedure->comes_before(state, id, ids[at - 1])) {
            ids[at] = ids[at - 1];
            at--;
        }
        ids[at] = id;
    }
    return count;
}

int procedure_commands(const struct procedure *procedure, const struct command_def **out, int most)
{
    static int (*const tables[])(const struct command_def **) = {row_commands, table_commands,
                                                                 condition_commands,
                                                                 setting_commands};
    int count = 0;
    for (int i = 0; i < procedure->commands_count && count < most; i++) {
        out[count++] = &procedure->commands[i];
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct command_def *shared;
        int shared_count = tables[i](&shared);
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
    decision->given = command.given;
    decision->given_count = command.given_count;
    command.def->decide(decision, &command);
    decision_finish_dice(decision);
    decision->given = NULL;
    if (decision_goes_on(decision) && procedure_of(before)->watch != NULL) {
        procedure_of(before)->watch(decision, before);
    }
    if (decision_goes_on(decision) && decision->label[0] == '\0') {
        decision_label(decision, "%s", command.def->name);
    }
}
