#include "app/session_carry.h"

#include <stdlib.h>
#include <string.h>

#include "tracker/carry.h"

bool session_can_carry(const struct session *session)
{
    for (int id = 1; id <= session->state.count; id++) {
        if (carry_takes(&session->state, id)) {
            return true;
        }
    }
    return false;
}

bool session_settings_from(struct session *session, const struct system *system,
                           struct state *from, struct result *out)
{
    if (state_system(&session->state) == system) {
        state_init(from, system);
        state_copy(from, &session->state);
        return true;
    }
    struct encounter_row row;
    struct position position;
    struct error err;
    state_init(from, system);
    enum status status = encounter_newest(session->campaign, system->id, &row, &err);
    if (status == STATUS_OK && row.id == 0) {
        return false;
    }
    if (status == STATUS_OK) {
        status = log_position(session->campaign, row.id, &position, &err);
    }
    if (status == STATUS_OK) {
        status = log_state(session->campaign, row.id, position.head, from, &err);
    }
    if (status != STATUS_OK) {
        session_fail(session, &err, out);
    }
    return status == STATUS_OK;
}

void session_carry(struct session *session, carry_fn *carry, const struct state *from,
                   struct result *out)
{
    struct decision *decision = &session->decision;
    decision_begin(decision, &session->state, session->text_memory);
    session->is_decided_on = true;
    decision->seed = campaign_seed(session->campaign);
    decision->encounter = (uint32_t)session->encounter.id;
    decision->asks = false;
    carry(decision, from);
    if (decision_goes_on(decision) && decision->events == 0) {
        return;
    }
    struct result *made = malloc(sizeof *made);
    CHECK(made != NULL);
    *made = *out;
    if (session_settle(session, out)) {
        /* No command of the table: the line only says where it came from. */
        session_commit(session, "carry", out);
        struct text text;
        int n = (int)strlen(made->text);
        text_init(&text, made->text + n, (int)sizeof made->text - n);
        text_add(&text, "\n%s", out->text);
        memcpy(out->text, made->text, sizeof out->text);
    }
    free(made);
}
