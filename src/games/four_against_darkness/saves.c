/* Four Against Darkness at the table: saves that are due (Save Rolls). */
#include "games/four_against_darkness/saves.h"

#include <string.h>

#include "games/four_against_darkness/combatant.h"

const char save_lethal_word[] = "lethal";

const struct effect *save_due(const struct state *state, int id)
{
    return state_effect(state, NULL, FOUR_SAVE_DUE, id == 0 ? ANYBODY : id, ANYBODY);
}

const struct effect *save_lethal(const struct state *state, int id)
{
    return state_effect_labelled(state, FOUR_SAVE_DUE, id, 0, str_of(save_lethal_word));
}

static const struct effect *more_of(const struct state *state, const struct effect *due)
{
    return state_effect_labelled(state, FOUR_SAVE_MORE, due->subject, due->object,
                                 str_of(due->label));
}

int save_times(const struct state *state, const struct effect *due)
{
    const struct effect *more = more_of(state, due);
    return 1 + (more != NULL ? more->amount : 0);
}

struct str save_word(const struct effect *due)
{
    return (struct str){due->label, (int)strcspn(due->label, ":")};
}

/* Adds this many more of the same save. */
static void set_more(struct decision *decision, const struct effect *due, int amount)
{
    const struct effect *more = more_of(&decision->state, due);
    if (amount > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_MORE, due->subject,
                        due->object, str_of(due->label), amount);
    } else if (more != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, more);
    }
}

struct event *save_call(struct decision *decision, int id, int from, const char *label,
                        int level)
{
    const struct effect *same =
        state_effect_labelled(&decision->state, FOUR_SAVE_DUE, id, from, str_of(label));
    if (same == NULL) {
        return decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SAVE_DUE, id, from,
                               str_of(label), level);
    }
    struct effect due = *same;
    set_more(decision, &due, save_times(&decision->state, &due));
    return decision_tell(decision, EVENT_NOTED, id, from);
}

void save_drop(struct decision *decision, const struct effect *effect)
{
    struct effect due = *effect;
    int times = save_times(&decision->state, &due);
    if (times > 1) {
        set_more(decision, &due, times - 2);
        return;
    }
    const struct effect *kept = state_effect_labelled(
        &decision->state, FOUR_SAVE_DUE, due.subject, due.object, str_of(due.label));
    if (kept != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, kept);
    }
}

/* A combatant that was healed, or left the table, has nothing more to save against. */
void save_watch(struct decision *decision)
{
    const struct effect *effect = NULL;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, effect, FOUR_SAVE_DUE, ANYBODY, ANYBODY)) !=
               NULL) {
        bool is_healed = strcmp(effect->label, save_lethal_word) == 0 &&
                         state_value(&decision->state, effect->subject, FIELD_HP, 0) > 0;
        if (is_healed || !state_is_in(&decision->state, effect->subject)) {
            save_drop(decision, effect);
            effect = NULL;
        }
    }
}
