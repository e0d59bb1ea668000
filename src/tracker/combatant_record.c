#include "tracker/combatant_record.h"

#include <string.h>

#include "tracker/combatant_fields.h"
#include "tracker/procedure.h"

/* What a combatant had before its record was known, and keeps: whether each of its fields had a
 * value, and the attributes as they were typed. */
struct kept {
    bool is_set[COMBATANT_FIELDS_MAX];
    char attribute[ATTRIBUTES_MAX][NAME_SIZE]; /* "": it is unset */
};

static void keep(const struct decision *decision, int id, struct kept *out)
{
    const struct state *state = &decision->state;
    const struct system *system = state_system(state);
    combatant_fields_set(decision->procedure, state, id, out->is_set);
    for (int i = 0; i < system->attributes_count; i++) {
        struct text text = text_over(out->attribute[i], NAME_SIZE);
        state_attribute_format(state, id, &system->attributes[i], &text);
    }
}

/* Some fields bring values of others, as a weapon brings its damage: restores the earlier
 * values. */
static void give_back(struct decision *decision, int id, const struct kept *kept)
{
    const struct system *system = state_system(&decision->state);
    for (int i = 0; i < system->attributes_count && decision_goes_on(decision); i++) {
        TEXT_BUFFER(now, NAME_SIZE);
        state_attribute_format(&decision->state, id, &system->attributes[i], &now);
        if (kept->attribute[i][0] != '\0' && !str_equal(str_of(kept->attribute[i]), now.p)) {
            combatant_attribute_give(decision, id, &system->attributes[i],
                                     str_of(kept->attribute[i]));
        }
    }
}

/* Whether a combatant has a field of this name without a value yet. Hit points may have been
 * given by either of two fields. */
static bool is_open(const struct decision *decision, const struct kept *kept, int id,
                    const char *name)
{
    struct combatant_field field;
    int i = combatant_field_find(decision->procedure, &decision->state, name);
    if (i < 0 || kept->is_set[i]) {
        return false;
    }
    combatant_field_at(decision->procedure, &decision->state, i, &field);
    bool is_hp = strcmp(name, "hp") == 0;
    return !field.is_always_set && !(is_hp && state_is_set(&decision->state, id, FIELD_HP_MAX));
}

/* A list as one would type it; a number without a plus, which would add it to another. */
static void give_field(struct decision *decision, int id, const char *name,
                       const struct library_texts *texts)
{
    TEXT_BUFFER(value, 512);
    for (int i = 0; i < texts->count; i++) {
        text_add(&value, "%s%s", i == 0 ? "" : ", ", texts->text[i]);
    }
    int sign = value.n > 1 && value.p[0] == '+' ? 1 : 0;
    struct option option = {.name = str_of(name), .value = {value.p + sign, value.n - sign}};
    combatant_field_give(decision, id, &option);
}

void combatant_unfill(struct decision *decision, int id)
{
    const struct effect *before =
        state_effect(&decision->state, NULL, EFFECT_MADE_FROM, id, ANYBODY);
    if (before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
}

void combatant_remember(struct decision *decision, int id, const struct library_record *record)
{
    combatant_unfill(decision, id);
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_MADE_FROM, id, 0,
                    str_of(record->name), 1);
}

void combatant_fill(struct decision *decision, int id, const struct library_record *record)
{
    struct kept kept;
    keep(decision, id, &kept);
    combatant_remember(decision, id, record);
    for (int i = 1; i < record->kind->fields_count && decision_goes_on(decision); i++) {
        const char *name = record->kind->fields[i].value.name;
        if (record->field[i].count > 0 && is_open(decision, &kept, id, name)) {
            give_field(decision, id, name, &record->field[i]);
        }
    }
    give_back(decision, id, &kept);
}

const char *combatant_made_from(const struct state *state, int id)
{
    const struct effect *from = state_effect(state, NULL, EFFECT_MADE_FROM, id, ANYBODY);
    return from != NULL ? from->label : NULL;
}

bool combatant_is_made_from(const struct effect *effect)
{
    return effect->kind == EFFECT_MADE_FROM;
}
