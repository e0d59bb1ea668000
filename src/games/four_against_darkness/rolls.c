/* Four Against Darkness at the table: the values that each kind of roll takes from the
 * combatants (Attack Resolution, Defense Resolution, Save Rolls). */
#include "games/four_against_darkness/rolls.h"

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/settings.h"

bool rolls_attack(const struct state *state, int foe, int count, struct inputs *inputs,
                  struct error *err)
{
    if (!state_is_set(state, foe, LEVEL)) {
        error_set(err, STATUS_MISSING, "level", "%s has no level yet", state_name(state, foe));
        return false;
    }
    bool minor = is_minor(state, foe);
    inputs_begin(inputs, state_system(state), state_action(state, "attack"));
    enum status status =
        inputs_give_number(inputs, "level", state_value(state, foe, LEVEL, 1), err);
    if (status == STATUS_OK) {
        status = inputs_give_text(inputs, "foe", str_of(minor ? "minor" : "major"), err);
    }
    if (status == STATUS_OK && minor && count > 0) {
        status = inputs_give_number(inputs, "count", count, err);
    }
    if (status == STATUS_OK && !minor && state_is_set(state, foe, FIELD_HP)) {
        status = inputs_give_number(inputs, "life", state_value(state, foe, FIELD_HP, 0), err);
    }
    if (status == STATUS_OK && table_rule(state, "attack_natural_1", "plain")) {
        status = inputs_give_text(inputs, "natural_1_misses", str_of("no"), err);
    }
    return status == STATUS_OK;
}

bool rolls_defence(const struct state *state, int foe, struct inputs *inputs, struct error *err)
{
    if (!state_is_set(state, foe, LEVEL)) {
        error_set(err, STATUS_MISSING, "level", "%s has no level yet", state_name(state, foe));
        return false;
    }
    inputs_begin(inputs, state_system(state), state_action(state, "defend"));
    enum status status =
        inputs_give_number(inputs, "level", state_value(state, foe, LEVEL, 1), err);
    if (status == STATUS_OK) {
        status = inputs_give_number(inputs, "damage", state_value(state, foe, DAMAGE, 1), err);
    }
    if (status == STATUS_OK && table_rule(state, "defence_natural_1", "fails")) {
        status = inputs_give_text(inputs, "natural_1_fails", str_of("yes"), err);
    }
    return status == STATUS_OK;
}

bool rolls_save(const struct state *state, int level, struct inputs *inputs, struct error *err)
{
    inputs_begin(inputs, state_system(state), state_action(state, "save"));
    return inputs_give_number(inputs, "level", level, err) == STATUS_OK;
}

int rolls_bodies_of(const struct state *state, const struct blow *blow, int foe)
{
    return blow->is_at_awake ? bodies_awake(state, foe) : bodies_of(state, foe);
}

int rolls_bodies(const struct state *state, const struct blow *blow)
{
    int bodies = 0;
    for (int i = 0; i < blow->count; i++) {
        bodies += rolls_bodies_of(state, blow, blow->targets[i]);
    }
    return bodies <= 10000 ? bodies : 10000;
}

bool rolls_d6(struct decision *decision, int subject, const char *who, struct source why,
              int *face)
{
    struct dice_expr expr;
    int64_t total;
    CHECK(dice_expr_parse(&expr, str_of("d6"), NULL) == STATUS_OK);
    if (!decision_throw(decision, &expr, subject, who, why, &total)) {
        return false;
    }
    *face = (int)total;
    return true;
}
