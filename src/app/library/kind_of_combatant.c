#include "app/library/kind_of_combatant.h"

#include <string.h>

#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"

const struct library_record *kind_behind(const struct library *library,
                                         const struct procedure *procedure,
                                         const struct state *state, int id)
{
    const char *from = combatant_made_from(state, id);
    const char *name = from != NULL ? from : state_text(state, id, TEXT_KIND);
    return library_find(library, procedure->fills, str_of(name), NULL);
}

bool kind_is_gone(const struct library *library, const struct procedure *procedure,
                  const struct state *state, int id)
{
    const char *from = combatant_made_from(state, id);
    return from != NULL && library_find(library, procedure->fills, str_of(from), NULL) == NULL;
}

void kind_add_gone_fact(const struct state *state, int id, struct text *out)
{
    text_add(out, "%sthe kind ", out->n > 0 ? "\n" : "");
    for (const char *at = combatant_made_from(state, id); at != NULL && *at != '\0'; at++) {
        text_add_char(out, *at == '-' ? ' ' : *at);
    }
    text_add(out, " is gone: archived, or its file was removed");
}

/* Whether dice, or a number, can have this total. */
static bool can_be(const char *dice, int value)
{
    struct dice_expr expr;
    int64_t least, most;
    if (dice_expr_parse_as(NULL, &expr, str_of(dice), DICE_LOGGED, NULL) != STATUS_OK) {
        return false;
    }
    dice_expr_range(&expr, &least, &most);
    return value >= least && value <= most;
}

/* A fight takes hit points away; only the maximum belongs to the kind. */
static void take_hit_points(char value[DRAFT_VALUE_SIZE], const struct state *state, int id)
{
    int field = state_is_set(state, id, FIELD_HP_MAX) ? FIELD_HP_MAX : FIELD_HP;
    if (!state_is_set(state, id, field)) {
        value[0] = '\0';
        return;
    }
    int most = state_value(state, id, field, 0);
    if (value[0] == '\0' || !can_be(value, most)) {
        text_format(value, DRAFT_VALUE_SIZE, "%d", most);
    }
}

/* A text of the record where the combatant has a number: a formula, which was decided when it
 * was met. */
static bool is_formula(const struct library_field_def *def, const char *text)
{
    int64_t number;
    return def->shape == RECORD_TEXT && def->check != NULL && text[0] != '\0' &&
           !str_to_int64(str_of(text), INT64_MIN, INT64_MAX, &number);
}

static void take_field(struct kind_draft *draft, int field, const struct procedure *procedure,
                       const struct state *state, int id)
{
    const struct library_field_def *def = &draft->kind->fields[field];
    char *value = draft->value[field];
    if (strcmp(def->value.name, "hp") == 0) {
        take_hit_points(value, state, id);
        return;
    }
    for (int i = 0; i < combatant_fields(procedure, state); i++) {
        struct combatant_field own;
        combatant_field_at(procedure, state, i, &own);
        if (strcmp(own.name, def->value.name) != 0 || own.adds) {
            continue;
        }
        TEXT_BUFFER(now, DRAFT_VALUE_SIZE);
        int64_t number;
        combatant_field_format(procedure, state, id, i, &now);
        bool is_number =
            str_to_int64((struct str){now.p, now.n}, INT64_MIN, INT64_MAX, &number);
        if (!(is_number && is_formula(def, value))) {
            memcpy(value, now.p, (size_t)now.n + 1);
        }
        return;
    }
}

void kind_of_combatant(struct kind_draft *draft, const struct library_kind *kind,
                       const struct library_record *behind, const struct procedure *procedure,
                       const struct state *state, int id)
{
    kind_draft_begin(draft, kind);
    if (behind != NULL) {
        kind_draft_take(draft, behind);
    }
    for (int i = 1; i < kind->fields_count; i++) {
        take_field(draft, i, procedure, state, id);
    }
}
