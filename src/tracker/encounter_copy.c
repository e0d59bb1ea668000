#include "tracker/encounter_copy.h"

#include "tracker/counters.h"

static void copy_values(struct decision *decision, const struct state *from, int id)
{
    for (int field = 0; field < FIELDS_MAX && decision_goes_on(decision); field++) {
        if (state_is_set(from, id, field)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, field,
                           state_value(from, id, field, 0));
        } else {
            decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
        }
    }
    for (int text = TEXT_KIND; text < TEXT_FIELDS && decision_goes_on(decision); text++) {
        decision_text(decision, id, text, str_of(state_text(from, id, text)));
    }
}

static void copy_effects(struct decision *decision, const struct state *from)
{
    for (int i = 0; i < from->effects && decision_goes_on(decision); i++) {
        const struct effect *effect = &from->effect[i];
        decision_effect(decision, EVENT_EFFECT_CHANGED, effect->kind, effect->subject,
                        effect->object, str_of(effect->label), effect->amount);
    }
}

static void copy_encounter_values(struct decision *decision, const struct state *from)
{
    for (int field = 0; field < ENCOUNTER_FIELDS && decision_goes_on(decision); field++) {
        if (field != ENCOUNTER_DRAW) {
            decision_encounter(decision, EVENT_PHASE_CHANGED, (enum encounter_field)field,
                               from->value[field]);
        }
    }
}

void encounter_copy(struct decision *decision, const struct state *from)
{
    int there = 0;
    for (int id = 1; id <= from->count && decision_goes_on(decision); id++) {
        there += state_is_present(from, id) ? 1 : 0;
        if (decision_add(decision, str_of(state_name(from, id))) != 0) {
            copy_values(decision, from, id);
        }
    }
    copy_effects(decision, from);
    for (int i = 0; i < from->counters && decision_goes_on(decision); i++) {
        if (state_has_counter(from, i)) {
            counter_make(decision, i, &from->counter[i]);
        }
    }
    copy_encounter_values(decision, from);
    if (decision_goes_on(decision)) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "",
                     "copied: %d combatant%s", there, there == 1 ? "" : "s");
    }
    decision_label(decision, "copied from another encounter");
}
