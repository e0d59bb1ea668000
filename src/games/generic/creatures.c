#include "games/generic/creatures.h"

#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"

/* ---- the kind -------------------------------------------------------------------------- */

bool generic_is_hit_points(struct str text, struct error *err)
{
    enum { MOST = 10000 };
    struct dice_expr expr;
    int64_t least, most;
    bool is_read = text.n > 0 && char_is_digit(text.p[0]) &&
                   dice_expr_parse(&expr, text, err) == STATUS_OK;
    if (!is_read && text.n > 0 && char_is_digit(text.p[0]) &&
        dice_expr_parse_as(NULL, &expr, text, DICE_LOGGED, NULL) == STATUS_OK) {
        return false; /* refused by name: it was understood before */
    }
    if (is_read) {
        dice_expr_range(&expr, &least, &most);
        if (most >= 0 && most <= MOST) {
            return true;
        }
    }
    error_set(err, STATUS_USAGE, "", "expected 0 to %d, or dice such as 2d8", MOST);
    return false;
}

static const struct library_field_def fields[] = {GENERIC_CREATURE_FIELDS};

const char *const generic_all_attributes[] = {"*", NULL};

const struct library_kind generic_kinds[GENERIC_KINDS] = {{GENERIC_CREATURE(fields)}};
const struct given_def generic_gives[GENERIC_GIVES] = {GENERIC_GIVES_CREATURE};

/* ---- the slots ------------------------------------------------------------------------- */

void creature_give(struct decision *decision, int id, struct str name)
{
    if (str_equal(name, "-")) {
        combatant_unfill(decision, id);
        return;
    }
    const struct library_record *creature = decision_record(decision, "creature", name);
    if (creature != NULL) {
        combatant_fill(decision, id, creature);
    }
}

void generic_joins(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_foe = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    if (decision->library == NULL || !is_foe || combatant_made_from(state, id) != NULL) {
        return;
    }
    const struct library_record *creature = library_find(
        decision->library, "creature", str_of(state_text(state, id, TEXT_KIND)), NULL);
    if (creature != NULL) {
        combatant_fill(decision, id, creature);
    }
}

void creature_fact(const struct state *state, int id, struct text *out)
{
    const char *from = combatant_made_from(state, id);
    if (from != NULL) {
        text_add(out, "from the library: %s\n", from);
    }
}
