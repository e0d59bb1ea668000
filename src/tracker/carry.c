#include "tracker/carry.h"

#include "tracker/command.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/groups.h"
#include "tracker/members.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"

/* Values that end with the fight; all others last. */
static const int left_behind[] = {FIELD_OUT,        FIELD_HAS_ACTED, FIELD_INITIATIVE,
                                  FIELD_ENTRY,      FIELD_TIE,       FIELD_MORALE_MET,
                                  FIELD_MORALE_DUE, FIELD_GROUP,     FIELD_PRESENT};

bool carry_takes(const struct state *from, int id)
{
    int way = state_value(from, id, FIELD_OUT, OUT_NOT);
    return state_is_of_party(from, id) && way != OUT_DEAD && way != OUT_SURRENDERED;
}

bool carry_keeps_field(int field)
{
    for (size_t i = 0; i < sizeof left_behind / sizeof left_behind[0]; i++) {
        if (left_behind[i] == field) {
            return false;
        }
    }
    return true;
}

/* The combatants who come along, by their ids in the old and the new encounter. */
struct coming {
    const struct state *from;
    bool tells_all;                 /* those too who are there already, as they are */
    int new_id[COMBATANTS_MAX + 1]; /* by the old id; 0: stays behind */
    int old_id[COMBATANTS_MAX + 1]; /* the other way round */
};

/* An unset attribute is unknown, not gone: a value known in the other encounter stays. */
static void carry_values(struct decision *decision, const struct state *from, int old, int id)
{
    for (int field = 0; field < FIELDS_MAX; field++) {
        if (!carry_keeps_field(field)) {
            continue;
        }
        if (state_is_set(from, old, field)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, field,
                           state_value(from, old, field, 0));
        } else if (field < FIELD_SYSTEM) {
            decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
        }
    }
    for (int text = TEXT_KIND; text < TEXT_FIELDS; text++) {
        struct str carried = str_of(state_text(from, old, text));
        if (carried.n > 0) {
            decision_text(decision, id, text, carried);
        }
    }
}

/* Combatants who are down or dead stay so in the other encounter; one who fled is with the
 * others again. */
static void carry_way_out(struct decision *decision, const struct state *from, int old, int id)
{
    int way = state_value(from, old, FIELD_OUT, OUT_NOT);
    if (way != OUT_NOT && way != OUT_FLED) {
        decision_value(decision, EVENT_WENT_OUT, id, FIELD_OUT, way);
    } else if (state_value(&decision->state, id, FIELD_OUT, OUT_NOT) != OUT_NOT) {
        decision_value(decision, EVENT_CAME_BACK, id, FIELD_OUT, OUT_NOT);
    }
}

bool carry_keeps_effect(const struct procedure *procedure, const struct effect *effect)
{
    const struct condition_def *condition =
        effect->kind == EFFECT_CONDITION ? condition_find(procedure, str_of(effect->label))
                                         : NULL;
    return (condition == NULL || !condition->ends_with_fight) &&
           (effect_stay(procedure, effect->kind) & EFFECT_IS_CARRIED) != 0;
}

/* For combatants that were there already: lasting effects there that have ended since. */
static void drop_effects(struct decision *decision, const struct coming *coming)
{
    const struct state *there = &decision->state;
    for (int i = 0; i < there->effects && decision_goes_on(decision);) {
        const struct effect *effect = &there->effect[i];
        int subject = coming->old_id[effect->subject];
        int object = coming->old_id[effect->object];
        bool is_theirs = subject != 0 && (effect->object == 0 || object != 0);
        if (is_theirs && carry_keeps_effect(decision->procedure, effect) &&
            state_effect_labelled(coming->from, effect->kind, subject, object,
                                  str_of(effect->label)) == NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        } else {
            i++;
        }
    }
}

/* State effects of combatants that came along, and of the encounter itself (subject and object
 * 0). */
static void carry_effects(struct decision *decision, const struct coming *coming)
{
    const struct state *from = coming->from;
    const int *new_id = coming->new_id;
    for (int i = 0; i < from->effects && decision_goes_on(decision); i++) {
        const struct effect *effect = &from->effect[i];
        bool has_both = (effect->subject == 0 || new_id[effect->subject] != 0) &&
                        (effect->object == 0 || new_id[effect->object] != 0);
        if (has_both && carry_keeps_effect(decision->procedure, effect)) {
            decision_effect(decision, EVENT_EFFECT_CHANGED, effect->kind,
                            new_id[effect->subject], new_id[effect->object],
                            str_of(effect->label), effect->amount);
        }
    }
}

static void tell(struct decision *decision, int id, bool was_there)
{
    const struct state *state = &decision->state;
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    const char *how = was_there ? ", in place of the one that was here" : "";
    if (state_is_set(state, id, FIELD_HP)) {
        decision_say(decision, event, "", "%s comes along%s: %d of %d %s",
                     state_name(state, id), how, state_value(state, id, FIELD_HP, 0),
                     state_value(state, id, FIELD_HP_MAX, state_value(state, id, FIELD_HP, 0)),
                     state_system(state)->hit_points);
    } else {
        decision_say(decision, event, "", "%s comes along%s", state_name(state, id), how);
    }
}

/* A combatant for somebody who comes along; 0 when there is no room. */
static int add_row(struct decision *decision, const struct state *from, int old)
{
    int id = decision_add(decision, str_of(state_name(from, old)));
    if (id != 0) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_ENTRY, id);
    }
    return id;
}

/* `there`: the combatant of this name that is already in the encounter; 0: none. */
static void carry_combatant(struct decision *decision, struct coming *coming, int old,
                            int there)
{
    const struct state *from = coming->from;
    int id = there != 0 ? there : add_row(decision, from, old);
    if (id == 0) {
        return;
    }
    coming->new_id[old] = id;
    coming->old_id[id] = old;
    int before = decision->events;
    carry_values(decision, from, old, id);
    carry_way_out(decision, from, old, id);
    if (there == 0) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP,
                       group_for(&decision->state, id));
    }
    if (coming->tells_all || decision->events > before) {
        tell(decision, id, there != 0);
    }
}

/* If somebody of the party is dead, or in other hands, so is the combatant of this name. */
static void lose_combatant(struct decision *decision, const struct state *from, int old,
                           int there)
{
    int way = state_value(from, old, FIELD_OUT, OUT_NOT);
    if (state_value(&decision->state, there, FIELD_OUT, OUT_NOT) != way) {
        carry_way_out(decision, from, old, there);
        decision_say(decision, decision_tell(decision, EVENT_NOTED, there, 0), "",
                     "%s stays out: %s", state_name(from, old),
                     way_out_name((enum way_out)way));
    }
}

/* The combatant that somebody is there already: the same member of the campaign's party, else
 * one of the name that is not another member; 0: none. */
static int one_there(const struct state *into, const struct state *from, int old)
{
    int number = member_number(from, old);
    int there = number > 0 ? member_id(into, number) : 0;
    if (there == 0) {
        there = combatant_called(into, str_of(state_name(from, old)));
        bool is_another = number > 0 && there != 0 && member_number(into, there) > 0;
        return is_another ? 0 : there;
    }
    return there;
}

static void carry_all(struct decision *decision, const struct state *from, bool tells_all)
{
    struct coming coming = {.from = from, .tells_all = tells_all};
    const struct state *into = &decision->state;
    for (int old = 1; old <= from->count && decision_goes_on(decision); old++) {
        if (!state_is_of_party(from, old)) {
            continue;
        }
        int there = one_there(into, from, old);
        bool is_foe = there != 0 && !state_is_of_party(into, there);
        if (carry_takes(from, old) && is_foe) {
            decision_refuse(decision, "",
                            "a foe there is called %s, too: `rename` one of the two first",
                            state_name(from, old));
        } else if (carry_takes(from, old)) {
            carry_combatant(decision, &coming, old, there);
        } else if (there != 0 && !is_foe) {
            lose_combatant(decision, from, old, there);
        }
    }
    drop_effects(decision, &coming);
    if (!tells_all && member_number(into, 0) == 0) {
        counters_drop(decision, from, coming.old_id);
    }
    carry_effects(decision, &coming);
    counters_carry(decision, from, coming.new_id);
    decision_label(decision, "the party is here");
}

void carry_members(struct decision *decision, const struct state *from)
{
    carry_all(decision, from, false);
}

void carry_party(struct decision *decision, const struct state *from)
{
    const struct state *into = &decision->state;
    bool has_begun = into->value[ENCOUNTER_ROUND] != 0 || into->value[ENCOUNTER_PHASE] != 0;
    carry_all(decision, from, true);
    if (!has_begun) {
        settings_carry(decision, from);
    }
    decision_label(decision, "the party comes along");
}
