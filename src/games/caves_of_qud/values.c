#include "games/caves_of_qud/values.h"

bool qud_is_given(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    return at >= 0 && inputs->value[at].is_given;
}

enum status qud_give_number(struct inputs *inputs, const char *name, int number,
                            struct error *err)
{
    return qud_is_given(inputs, name) ? STATUS_OK
                                      : inputs_give_number(inputs, name, number, err);
}

bool qud_has(const struct state *state, int id, const char *name)
{
    return state_is_set(state, id, state_attribute(state, name));
}

int qud_value(const struct state *state, int id, const char *name)
{
    return state_value(state, id, state_attribute(state, name), 0);
}
