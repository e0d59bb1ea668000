#include "app/sitting/carry.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "tracker/carry.h"
#include "tracker/encounter_copy.h"
#include "tracker/procedure.h"
#include "tracker/trigger.h"

/* Not commands of the table: in the log they only say where the act came from. */
static const char carry_line[] = "carry";
static const char copy_line[] = "copy";

bool sitting_is_carry(const struct act_row *act)
{
    return strcmp(act->command, carry_line) == 0 || sitting_is_copy(act);
}

bool sitting_is_copy(const struct act_row *act)
{
    return strcmp(act->command, copy_line) == 0;
}

const char *sitting_why_no_carry(const struct sitting *sitting, const struct system *system)
{
    if (system != state_system(&sitting->state)) {
        return "a party can only be carried into an encounter of its own game";
    }
    for (int id = 1; id <= sitting->state.count; id++) {
        if (carry_takes(&sitting->state, id)) {
            return NULL;
        }
    }
    return "there is no party to carry: nobody with side=party is alive";
}

/* The present state of any encounter. */
static enum status state_of(struct sitting *sitting, const struct encounter_row *row,
                            struct state *out, struct error *err)
{
    struct position position;
    enum status status = log_position(sitting->campaign, row->id, &position, err);
    return status == STATUS_OK ? log_state(sitting->campaign, row->id, position.head, out, err)
                               : status;
}

bool sitting_settings_from(struct sitting *sitting, const struct system *system,
                           struct state *from, struct result *out)
{
    state_init(from, system);
    if (state_system(&sitting->state) == system) {
        state_copy(from, &sitting->state);
        return true;
    }
    struct encounter_row row;
    struct error err;
    enum status status = encounter_newest(sitting->campaign, system->id, &row, &err);
    if (status == STATUS_OK && row.id == 0) {
        return false;
    }
    if (status == STATUS_OK) {
        status = state_of(sitting, &row, from, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
    return status == STATUS_OK;
}

/* Reports what is left undone in the encounter that the party leaves. */
static void tell_owed(struct decision *decision, const struct state *from)
{
    TEXT_BUFFER(owed, 120);
    if (decision->procedure->owed != NULL && decision_goes_on(decision)) {
        decision->procedure->owed(from, &owed);
    }
    if (owed.n > 0) {
        struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
        decision_say(decision, event, "", "left in the previous encounter: %s (`open` it)",
                     owed.p);
    }
}

/* Decides what comes along into the state of an encounter: into sitting->decision. */
static void decide_carry(struct sitting *sitting, carry_fn *carry, const struct state *from,
                         const struct state *into, int64_t encounter)
{
    struct decision *decision = &sitting->decision;
    decision_begin(decision, games_find(state_system(into)), into, sitting->text_memory);
    sitting->is_decided_on = into == &sitting->state;
    decision->seed = campaign_seed(sitting->campaign);
    decision->encounter = (uint32_t)encounter;
    decision->asks = false;
    carry(decision, from);
    /* Runs the triggers for the arrivals, as after a command of the table. */
    triggers_run(decision, into);
    if (carry == carry_party) {
        tell_owed(decision, from);
    }
}

bool sitting_can_carry_into(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out)
{
    struct error err;
    struct state *into = calloc(1, sizeof *into);
    CHECK(into != NULL);
    state_init(into, state_system(&sitting->state));
    bool fits = false;
    if (state_of(sitting, row, into, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        decide_carry(sitting, carry_party, &sitting->state, into, row->id);
        fits = sitting_settle(sitting, out);
    }
    free(into);
    return fits;
}

bool sitting_fits(struct sitting *sitting, carry_fn *carry, const struct state *from,
                  struct result *out)
{
    const struct decision *decision = &sitting->decision;
    struct state *into = calloc(1, sizeof *into);
    CHECK(into != NULL);
    state_init(into, state_system(from));
    decide_carry(sitting, carry, from, into, 0);
    free(into);
    sitting->is_decided_on = false;
    return (decision_goes_on(decision) && decision->events == 0) ||
           sitting_settle(sitting, out);
}

void sitting_carry(struct sitting *sitting, carry_fn *carry, const struct state *from,
                   struct result *out)
{
    const struct decision *decision = &sitting->decision;
    decide_carry(sitting, carry, from, &sitting->state, sitting->encounter.id);
    if (decision_goes_on(decision) && decision->events == 0) {
        return;
    }
    struct result *made = malloc(sizeof *made);
    CHECK(made != NULL);
    *made = *out;
    if (sitting_settle(sitting, out)) {
        sitting_commit(sitting, carry == encounter_copy ? copy_line : carry_line, out);
        int n = (int)strlen(made->text);
        struct text text = text_over(made->text + n, (int)sizeof made->text - n);
        text_add(&text, "\n%s", out->text);
        memcpy(out->text, made->text, sizeof out->text);
    }
    free(made);
}
