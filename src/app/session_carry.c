#include "app/session_carry.h"

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

void session_carry(struct session *session, const struct state *from, struct result *out)
{
    struct decision *decision = &session->decision;
    decision_begin(decision, &session->state, session->text_memory);
    decision->seed = campaign_seed(session->campaign);
    decision->encounter = (uint32_t)session->encounter.id;
    decision->asks = false;
    carry_party(decision, from);
    if (session_settle(session, out)) {
        /* No command of the table: the line only says where the rows came from. */
        session_commit(session, "carry", out);
    }
}
