#include "tracker/groups.h"

#include <string.h>

int group_of(const struct state *state, int id)
{
    return state_value(state, id, FIELD_GROUP, id);
}

int group_for(const struct state *state, int id)
{
    const char *kind = state_at(state, id)->text[TEXT_KIND];
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    for (int other = 1; other < id; other++) {
        bool is_like = state_is_present(state, other) &&
                       strcmp(state_at(state, other)->text[TEXT_KIND], kind) == 0 &&
                       state_value(state, other, FIELD_SIDE, SIDE_FOES) == side;
        if (is_like) {
            return group_of(state, other);
        }
    }
    return id;
}

struct group_count group_counts(const struct state *state, int group)
{
    struct group_count count = {0};
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) && group_of(state, id) == group) {
            count.initial++;
            count.left += state_is_in(state, id) ? 1 : 0;
        }
    }
    count.fallen = count.initial - count.left;
    return count;
}

int group_part(struct decision *decision, int group, const bool *leaves)
{
    const struct state *state = &decision->state;
    int met = state_value(state, group, FIELD_MORALE_MET, 0);
    int due = state_value(state, group, FIELD_MORALE_DUE, 0);
    int first = 0;
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (group_of(state, id) != group || leaves[id]) {
            continue;
        }
        if (first == 0) {
            first = id;
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_MORALE_MET, met);
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_MORALE_DUE, due);
        }
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP, first);
    }
    return first;
}

void group_name(const struct state *state, int group, struct text *out)
{
    const char *kind = state_at(state, group)->text[TEXT_KIND];
    bool is_one = kind[0] == '\0' || group_counts(state, group).initial == 1;
    /* Words of other scripts have plurals of their own. */
    bool takes_s = !is_one && char_is_letter(kind[strlen(kind) - 1]);
    text_add(out, "%s%s", is_one ? state_name(state, group) : kind, takes_s ? "s" : "");
}
