#include "app/session_carry.h"

#include <stdlib.h>
#include <string.h>

#include "tracker/carry.h"

/* No command of the table: in the log it only says where the act came from. */
static const char carry_line[] = "carry";

bool session_is_carry(const struct act_row *act)
{
    return strcmp(act->command, carry_line) == 0;
}

const char *session_why_no_carry(const struct session *session, const struct system *system)
{
    if (system != state_system(&session->state)) {
        return "a party can only be carried into an encounter of its own system";
    }
    for (int id = 1; id <= session->state.count; id++) {
        if (carry_takes(&session->state, id)) {
            return NULL;
        }
    }
    return "there is no party to carry: nobody has side=party and lives";
}

/* The state of any encounter, where it stands now. */
static enum status state_of(struct session *session, const struct encounter_row *row,
                            struct state *out, struct error *err)
{
    struct position position;
    enum status status = log_position(session->campaign, row->id, &position, err);
    return status == STATUS_OK ? log_state(session->campaign, row->id, position.head, out, err)
                               : status;
}

bool session_settings_from(struct session *session, const struct system *system,
                           struct state *from, struct result *out)
{
    state_init(from, system);
    if (state_system(&session->state) == system) {
        state_copy(from, &session->state);
        return true;
    }
    struct encounter_row row;
    struct error err;
    enum status status = encounter_newest(session->campaign, system->id, &row, &err);
    if (status == STATUS_OK && row.id == 0) {
        return false;
    }
    if (status == STATUS_OK) {
        status = state_of(session, &row, from, &err);
    }
    if (status != STATUS_OK) {
        session_fail(session, &err, out);
    }
    return status == STATUS_OK;
}

/* What comes along into the state of an encounter: into session->decision. */
static void decide_carry(struct session *session, carry_fn *carry, const struct state *from,
                         const struct state *into, int64_t encounter)
{
    struct decision *decision = &session->decision;
    decision_begin(decision, into, session->text_memory);
    session->is_decided_on = into == &session->state;
    decision->seed = campaign_seed(session->campaign);
    decision->encounter = (uint32_t)encounter;
    decision->asks = false;
    carry(decision, from);
}

bool session_can_carry_into(struct session *session, const struct encounter_row *row,
                            struct result *out)
{
    struct error err;
    struct state *into = malloc(sizeof *into);
    CHECK(into != NULL);
    state_init(into, state_system(&session->state));
    bool fits = false;
    if (state_of(session, row, into, &err) != STATUS_OK) {
        session_fail(session, &err, out);
    } else {
        decide_carry(session, carry_party, &session->state, into, row->id);
        fits = session_settle(session, out);
    }
    free(into);
    return fits;
}

void session_carry(struct session *session, carry_fn *carry, const struct state *from,
                   struct result *out)
{
    const struct decision *decision = &session->decision;
    decide_carry(session, carry, from, &session->state, session->encounter.id);
    if (decision_goes_on(decision) && decision->events == 0) {
        return;
    }
    struct result *made = malloc(sizeof *made);
    CHECK(made != NULL);
    *made = *out;
    if (session_settle(session, out)) {
        session_commit(session, carry_line, out);
        struct text text;
        int n = (int)strlen(made->text);
        text_init(&text, made->text + n, (int)sizeof made->text - n);
        text_add(&text, "\n%s", out->text);
        memcpy(out->text, made->text, sizeof out->text);
    }
    free(made);
}
