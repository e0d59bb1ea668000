#include "games/four_against_darkness/counts.h"

#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"

static const struct effect *find_open(const struct state *state, int foe)
{
    return state_effect(state, NULL, FOUR_COUNT, foe, 0);
}

const char *counts_open(const struct state *state, int foe)
{
    const struct effect *effect = find_open(state, foe);
    bool is_group = !is_character(state, foe) && is_minor(state, foe);
    return effect != NULL && is_group ? effect->label : NULL;
}

int counts_first_open(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && !state_has_effect(state, EFFECT_HIDDEN, foe, 0) &&
            counts_open(state, foe) != NULL) {
            return foe;
        }
    }
    return 0;
}

void counts_forget(struct decision *decision, int foe)
{
    const struct effect *effect = find_open(&decision->state, foe);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

static void set_count(struct decision *decision, int foe, int count)
{
    decision_value(decision, EVENT_VALUE_CHANGED, foe, COUNT, count);
    decision_value(decision, EVENT_VALUE_CHANGED, foe, COUNT_START, count);
}

void counts_give(struct decision *decision, int foe, struct str count)
{
    struct dice_expr expr;
    struct error err;
    int64_t low, high;
    TEXT_BUFFER(dice, LABEL_SIZE);
    if (dice_expr_parse(&expr, count, &err) != STATUS_OK) {
        decision_wrong(decision, "count: %s", err.text);
        return;
    }
    dice_expr_range(&expr, &low, &high);
    dice_expr_format(&expr, &dice);
    if (high < 1 || high > COUNT_MOST || dice.is_cut) {
        decision_wrong(decision, "count: expected 1 to %d, or dice within that range",
                       COUNT_MOST);
        return;
    }
    counts_forget(decision, foe);
    if (low == high) {
        set_count(decision, foe, (int)low);
        return;
    }
    decision_unset(decision, EVENT_VALUE_CHANGED, foe, COUNT);
    decision_unset(decision, EVENT_VALUE_CHANGED, foe, COUNT_START);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_COUNT, foe, 0, str_of(dice.p), 1);
}

bool counts_throw(struct decision *decision, int foe)
{
    const char *dice = counts_open(&decision->state, foe);
    char what[NAME_SIZE + 16];
    int count;
    if (dice == NULL) {
        return decision_goes_on(decision);
    }
    text_format(what, sizeof what, "%s: how many", state_name(&decision->state, foe));
    if (!table_amount(decision, str_of(dice), foe, what, COUNT_MOST, &count)) {
        return false;
    }
    counts_forget(decision, foe);
    set_count(decision, foe, count > 0 ? count : 1);
    return decision_goes_on(decision);
}
