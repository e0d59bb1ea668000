#include "tracker/combatant_facts.h"

#include <string.h>

#include "tracker/counters.h"
#include "tracker/policy_commands.h"
#include "tracker/state.h"

void combatant_hit_points(const struct procedure *procedure, const struct state *state, int id,
                          struct text *out)
{
    const char *unit = state_system(state)->hit_points;
    struct bodies bodies;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies)) {
        if (bodies.open != NULL) {
            text_add(out, "%s of them, rolled when met", bodies.open);
        } else {
            text_add(out, "%d of %d left", bodies.left, bodies.most);
        }
        return;
    }
    if (!state_is_set(state, id, FIELD_HP)) {
        int harm = state_value(state, id, FIELD_DAMAGE_COUNTED, 0);
        text_add(out, "%s not set", unit);
        if (harm > 0) {
            text_add(out, ", %d damage so far", harm);
        }
    } else {
        text_add(out, "%s %d", unit, state_value(state, id, FIELD_HP, 0));
        if (state_is_set(state, id, FIELD_HP_MAX)) {
            text_add(out, " of %d", state_value(state, id, FIELD_HP_MAX, 0));
        }
    }
    int temporary = state_value(state, id, FIELD_HP_TEMPORARY, 0);
    if (temporary > 0) {
        text_add(out, " +%d temporary", temporary);
    }
}

const char *combatant_turn(const struct procedure *procedure, const struct state *state, int id)
{
    int turn = state->value[ENCOUNTER_TURN];
    if (!state_is_in(state, id)) {
        return "";
    }
    if (turn == id) {
        return "has the turn";
    }
    if (procedure->out_of_turn != NULL && procedure->out_of_turn(state, id) == id) {
        return "acts now, out of turn";
    }
    if (turn == 0 && procedure->can_act != NULL && procedure->can_act(state, id)) {
        return "can act now";
    }
    return state_value(state, id, FIELD_HAS_ACTED, 0) != 0 ? "has acted" : "";
}

bool combatant_next_fact(struct str *rest, struct str *fact)
{
    while (rest->n > 0) {
        const char *end = memchr(rest->p, '\n', (size_t)rest->n);
        int n = end != NULL ? (int)(end - rest->p) : rest->n;
        int used = end != NULL ? n + 1 : n;
        *fact = (struct str){rest->p, n};
        *rest = (struct str){rest->p + used, rest->n - used};
        if (n > 0) {
            return true;
        }
    }
    return false;
}

void combatant_facts(const struct procedure *procedure, const struct state *state, int id,
                     struct text *out)
{
    TEXT_BUFFER(text, COMBATANT_FACTS_SIZE);
    struct str policy;
    counters_facts(state, id, &text);
    procedure->facts(state, id, &text);
    if (policy_kept_for(state, id, &policy)) {
        text_add(&text, "\nforecast policy: %.*s", policy.n, policy.p);
    }
    struct str rest = {text.p, text.n};
    const char *gap = "";
    for (struct str fact; combatant_next_fact(&rest, &fact); gap = "\n") {
        text_add(out, "%s", gap);
        text_add_str(out, fact);
    }
}
