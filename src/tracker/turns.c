#include "tracker/turns.h"

#include <string.h>

#include "tracker/combatant_fields.h"
#include "tracker/counters.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

bool turns_is_out(const struct state *state, enum side side)
{
    bool was_any = false;
    for (int id = 1; id <= state->count; id++) {
        bool is_one = state_is_present(state, id) &&
                      state_value(state, id, FIELD_SIDE, SIDE_FOES) == (int)side;
        if (is_one && state_is_in(state, id)) {
            return false;
        }
        was_any = was_any || is_one;
    }
    return was_any;
}

bool turns_await_foes(const struct state *state)
{
    return turns_is_out(state, SIDE_FOES) && !turns_is_out(state, SIDE_PARTY) &&
           counters_bring_foes(state);
}

void turns_guide(const struct state *state, struct text *out)
{
    if (turns_await_foes(state)) {
        counters_guide(state, "next", out);
    } else if (turns_is_out(state, SIDE_FOES)) {
        text_add(out, "the fight is over; `encounters` takes the party to "
                      "the next one");
    } else if (turns_is_out(state, SIDE_PARTY)) {
        text_add(out, "the fight is over, for the party is out: `encounters` opens another");
    }
}

const char *turns_over(const struct state *state)
{
    return turns_await_foes(state)           ? NULL
           : turns_is_out(state, SIDE_FOES)  ? "won"
           : turns_is_out(state, SIDE_PARTY) ? "lost"
                                             : NULL;
}

void turns_count_acts(struct decision *decision, int id, int times)
{
    if (id != 0 && id == decision->state.value[ENCOUNTER_TURN] && times > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_ACTED, id, 0, str_of(""),
                        turns_acts(&decision->state) + times);
    }
}

int turns_acts(const struct state *state)
{
    int turn = state->value[ENCOUNTER_TURN];
    const struct effect *acted =
        turn != 0 ? state_effect(state, NULL, EFFECT_ACTED, turn, ANYBODY) : NULL;
    return acted != NULL ? acted->amount : 0;
}

void turns_end_effects(struct decision *decision, int kind)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, kind, ANYBODY, ANYBODY)) != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* ---- the order ------------------------------------------------------------------------- */

int turns_order(const struct procedure *procedure, const struct state *state,
                int ids[COMBATANTS_MAX])
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_present(state, id)) {
            continue;
        }
        /* Combatants rarely move, so insertion sort leaves most of them in place. */
        int at = count++;
        while (at > 0 && procedure->comes_before(state, id, ids[at - 1])) {
            ids[at] = ids[at - 1];
            at--;
        }
        ids[at] = id;
    }
    return count;
}

/* ---- whose turn ------------------------------------------------------------------------ */

bool turns_waits(const struct state *state, int id)
{
    return state_is_in(state, id) && (state_has_effect(state, EFFECT_READY, id, ANYBODY) ||
                                      state_has_effect(state, EFFECT_DELAYED, id, ANYBODY));
}

int turns_next(const struct state *state, const struct turn_rules *rules)
{
    int next = 0;
    bool next_waits = false;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_in(state, id) || !rules->has_place(state, id) ||
            state_value(state, id, FIELD_HAS_ACTED, 0)) {
            continue;
        }
        bool waits = state_has_effect(state, EFFECT_DELAYED, id, ANYBODY);
        if (next == 0 || (next_waits && !waits) ||
            (next_waits == waits && rules->comes_before(state, id, next))) {
            next = id;
            next_waits = waits;
        }
    }
    return next;
}

void turns_go_on(struct decision *decision, const struct turn_rules *rules)
{
    int next = turns_next(&decision->state, rules);
    if (next == 0) {
        rules->round_over(decision);
        return;
    }
    rules->start(decision, next);
    decision_label(decision, "%s's turn", state_name(&decision->state, next));
}

void turns_begin_round(struct decision *decision)
{
    for (int id = 1; id <= decision->state.count; id++) {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 0);
    }
    turns_end_effects(decision, EFFECT_DELAYED);
    turns_end_effects(decision, EFFECT_READY);
}

/* ---- waiting --------------------------------------------------------------------------- */

static bool may_wait(struct decision *decision, const struct turn_rules *rules, int turn)
{
    const struct state *state = &decision->state;
    if (turn == 0) {
        decision_refuse(decision, rules->rule, "nobody has a turn now");
        return false;
    }
    return !state_value(state, turn, FIELD_HAS_ACTED, 0) ||
           decision_refuse(decision, rules->rule, "%s has acted this round",
                           state_name(state, turn));
}

void turns_delay(struct decision *decision, const struct turn_rules *rules)
{
    int turn = decision->state.value[ENCOUNTER_TURN];
    if (!may_wait(decision, rules, turn)) {
        return;
    }
    const char *name = state_name(&decision->state, turn);
    int score = rules->score(&decision->state, turn);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_DELAYED, turn,
                                          0, str_of(""), score);
    decision_say(decision, event, rules->rule, "%s lets others go first", name);
    if (turns_next(&decision->state, rules) == turn) {
        decision_refuse(decision, rules->rule, "nobody is left to let go first");
        return;
    }
    turns_go_on(decision, rules);
    decision_label(decision, "%s delays", name);
}

void turns_ready(struct decision *decision, const struct turn_rules *rules, struct str what)
{
    int turn = decision->state.value[ENCOUNTER_TURN];
    if (!may_wait(decision, rules, turn)) {
        return;
    }
    const char *name = state_name(&decision->state, turn);
    int score = rules->score(&decision->state, turn);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_READY, turn, 0, what, score);
    if (event != NULL) {
        event->is_secret = true; /* what somebody waits for */
    }
    decision_say(decision, event, rules->rule, "%s is ready: %.*s", name, what.n, what.p);
    rules->end(decision);
    turns_go_on(decision, rules);
    decision_label(decision, "%s is ready", name);
}

void turns_act(struct decision *decision, const struct turn_rules *rules, int id)
{
    const struct state *state = &decision->state;
    int turn = state->value[ENCOUNTER_TURN];
    const struct effect *ready = state_effect(state, NULL, EFFECT_READY, id, ANYBODY);
    if (!turns_waits(state, id) &&
        !decision_refuse(decision, rules->rule, "%s is not waiting to act",
                         state_name(state, id))) {
        return;
    }
    if (turn != 0 && turn != id && state_value(state, turn, FIELD_HAS_ACTED, 0)) {
        rules->end(decision);
    }
    decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 0);
    if (ready != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED,
                            state_effect(state, NULL, EFFECT_READY, id, ANYBODY));
    }
    rules->start(decision, id);
    decision_label(decision, "%s acts now", state_name(state, id));
}

/* ---- scores ---------------------------------------------------------------------------- */

bool turns_give_score(struct decision *decision, int id, struct option option,
                      struct number_range range, int now,
                      void (*take)(struct decision *decision, int id, int score))
{
    int64_t score;
    if (!str_equal_any_case(option.name, str_of("initiative"))) {
        return false;
    }
    bool adds = combatant_field_adds(&decision->state, &option);
    if (adds && !state_is_set(&decision->state, id, FIELD_INITIATIVE)) {
        decision_wrong(decision, "initiative=%.*s: %s has no score yet to add to",
                       option.value.n, option.value.p, state_name(&decision->state, id));
    } else if (adds && str_to_int64(option.value, 1, range.high - now, &score)) {
        struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
        decision_say(decision, event, "", "%s: initiative %d + %d = %d",
                     state_name(&decision->state, id), now, (int)score, now + (int)score);
        take(decision, id, now + (int)score);
    } else if (str_equal(option.value, "-")) {
        decision_unset(decision, EVENT_INITIATIVE_TAKEN, id, FIELD_INITIATIVE);
    } else if (str_to_int64(option.value, range.low, range.high, &score)) {
        take(decision, id, (int)score);
    } else {
        decision_wrong(decision, "initiative: expected a whole number from %d to %d", range.low,
                       range.high);
    }
    return true;
}

bool combatant_points(const struct procedure *procedure, const struct state *state, int id,
                      struct combatant_points *out)
{
    struct bodies bodies;
    *out = (struct combatant_points){0};
    if (!state_is_present(state, id)) {
        return false;
    }
    out->are_bodies = procedure->bodies != NULL && procedure->bodies(state, id, &bodies);
    if (out->are_bodies) {
        out->now = bodies.left;
        out->most = bodies.most;
        return bodies.open == NULL;
    }
    out->now = state_value(state, id, FIELD_HP, 0);
    out->most = state_value(state, id, FIELD_HP_MAX, 0);
    return state_is_set(state, id, FIELD_HP);
}

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
