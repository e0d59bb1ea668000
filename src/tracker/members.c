#include "tracker/members.h"

#include <inttypes.h>

/* A combatant is a member only once; of the party itself the newest entry counts. */
static const struct effect *mark_of(const struct state *state, int id)
{
    const struct effect *mark = NULL, *next = NULL;
    while ((next = state_effect(state, next, EFFECT_MEMBER, id, 0)) != NULL) {
        mark = next;
    }
    return mark;
}

int member_number(const struct state *state, int id)
{
    const struct effect *mark = mark_of(state, id);
    return mark != NULL ? mark->amount : -1;
}

int member_id(const struct state *state, int number)
{
    const struct effect *mark = NULL;
    while ((mark = state_effect(state, mark, EFFECT_MEMBER, ANYBODY, 0)) != NULL) {
        if (mark->subject != 0 && mark->amount == number &&
            state_is_present(state, mark->subject)) {
            return mark->subject;
        }
    }
    return 0;
}

int64_t member_change(const struct state *state, int id)
{
    const struct effect *mark = mark_of(state, id);
    int64_t change;
    bool is_known = mark != NULL && str_to_int64(str_of(mark->label), 1, INT64_MAX, &change);
    return is_known ? change : 0;
}

void member_mark(struct decision *decision, int id, int number, int64_t change)
{
    const struct effect *before;
    while ((before = mark_of(&decision->state, id)) != NULL && decision_goes_on(decision)) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    TEXT_BUFFER(label, LABEL_SIZE);
    text_add(&label, "%" PRId64, change);
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_MEMBER, id, 0, str_of(label.p),
                    number);
}
