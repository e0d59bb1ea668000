#include "tracker/carry.h"

#include "tracker/groups.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"

/* Values of the fight; all others last. */
static const int left_behind[] = {FIELD_OUT,  FIELD_HAS_ACTED,  FIELD_INITIATIVE, FIELD_PLACE,
                                  FIELD_TIE,  FIELD_MORALE_MET, FIELD_MORALE_DUE, FIELD_GROUP,
                                  FIELD_PRESENT};

bool carry_takes(const struct state *from, int id)
{
    int way = state_value(from, id, FIELD_OUT, OUT_NOT);
    return state_is_present(from, id) &&
           state_value(from, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY && way != OUT_DEAD &&
           way != OUT_SURRENDERED;
}

static bool is_left_behind(int field)
{
    for (size_t i = 0; i < sizeof left_behind / sizeof left_behind[0]; i++) {
        if (left_behind[i] == field) {
            return true;
        }
    }
    return false;
}

static void carry_values(struct decision *decision, const struct state *from, int old, int id)
{
    for (int field = 0; field < FIELDS_MAX; field++) {
        if (state_is_set(from, old, field) && !is_left_behind(field)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, field,
                           state_value(from, old, field, 0));
        }
    }
    for (int text = TEXT_KIND; text < TEXT_FIELDS; text++) {
        decision_text(decision, id, text, str_of(state_at(from, old)->text[text]));
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_PLACE, id);
    /* Who was down is down still; who ran is with the others again. */
    if (state_value(from, old, FIELD_OUT, OUT_NOT) == OUT_DOWN) {
        decision_value(decision, EVENT_WENT_OUT, id, FIELD_OUT, OUT_DOWN);
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP,
                   group_for(&decision->state, id));
}

static bool is_lasting(const struct state *from, const struct mark *mark)
{
    const char *const *fleeting = procedure_of(from)->fleeting;
    for (int i = 0; mark->kind == MARK_CONDITION && fleeting != NULL && fleeting[i] != NULL; i++) {
        if (str_equal_any_case(str_of(mark->label), str_of(fleeting[i]))) {
            return false;
        }
    }
    return (mark_stay((enum mark_kind)mark->kind) & MARK_IS_CARRIED) != 0;
}

/* Marks of rows that came, and of the encounter itself (subject and object 0). */
static void carry_marks(struct decision *decision, const struct state *from, const int *new_id)
{
    for (int i = 0; i < from->marks && decision_goes_on(decision); i++) {
        const struct mark *mark = &from->mark[i];
        bool has_both = (mark->subject == 0 || new_id[mark->subject] != 0) &&
                        (mark->object == 0 || new_id[mark->object] != 0);
        if (has_both && is_lasting(from, mark)) {
            decision_mark(decision, EVENT_MARK_CHANGED, (enum mark_kind)mark->kind,
                          new_id[mark->subject], new_id[mark->object], str_of(mark->label),
                          mark->amount);
        }
    }
}

static void tell(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    if (state_is_set(state, id, FIELD_HP)) {
        decision_say(decision, event, "", "%s comes along: %d of %d %s", state_name(state, id),
                     state_value(state, id, FIELD_HP, 0),
                     state_value(state, id, FIELD_HP_MAX, state_value(state, id, FIELD_HP, 0)),
                     state_system(state)->hit_points);
    } else {
        decision_say(decision, event, "", "%s comes along", state_name(state, id));
    }
}

void carry_party(struct decision *decision, const struct state *from)
{
    int new_id[COMBATANTS_MAX + 1] = {0};
    for (int old = 1; old <= from->count && decision_goes_on(decision); old++) {
        if (!carry_takes(from, old)) {
            continue;
        }
        int id = decision_add(decision, str_of(state_name(from, old)));
        if (id != 0) {
            new_id[old] = id;
            carry_values(decision, from, old, id);
            tell(decision, id);
        }
    }
    carry_marks(decision, from, new_id);
    settings_carry(decision, from);
    decision_label(decision, "the party comes along");
}
