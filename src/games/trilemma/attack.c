/* Trilemma at the table: armour class from its parts, attacks, active defence (5.14 to 5.18).
 */
#include "games/trilemma/attack.h"

#include <string.h>

#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/melee.h"
#include "games/trilemma/settings.h"
#include "tracker/conditions.h"

enum { PLAIN_AC = 20, HENCHMAN_SHIELD = 2, LONGER_REACH = 1, DIE_MOST = 20 };
static const struct number_range bonus_range = {-100, 100};

/* ---- armour class ---------------------------------------------------------------------- */

/* Parts that are conditions of the target, or options of one attack (5.15). */
static const struct {
    const char *name;
    int amount;
} ac_parts[] = {{"blind", -5}, {"constrained", -5}, {"unaware", -10}};

/* The AC without situation: as set, or 20 and the armour (5.15). False when neither is known.
 */
static bool base_ac(const struct state *state, int id, int *out)
{
    if (state_is_set(state, id, AC)) {
        *out = state_value(state, id, AC, 0);
        return true;
    }
    if (state_is_set(state, id, ARMOUR)) {
        *out = PLAIN_AC + state_value(state, id, ARMOUR, 0);
        return true;
    }
    return false;
}

static int add_part(int amount, const char *name, struct text *why)
{
    if (amount != 0 && why != NULL) {
        text_add(why, " %c %d %s", amount < 0 ? '-' : '+', amount < 0 ? -amount : amount, name);
    }
    return amount;
}

static int sum_parts(const struct state *state, const struct command *command, int id,
                     int attacker, int bonus, struct text *why)
{
    int sum = 0;
    for (size_t i = 0; i < sizeof ac_parts / sizeof ac_parts[0]; i++) {
        bool holds = option_flag(command, ac_parts[i].name,
                                 condition_holds(state, id, ac_parts[i].name));
        sum += holds ? add_part(ac_parts[i].amount, ac_parts[i].name, why) : 0;
    }
    bool is_longer = attacker != 0 && trait_value(state, id, "reach", 0) >
                                          trait_value(state, attacker, "reach", 0);
    if (option_flag(command, "out_reached", is_longer)) {
        sum += add_part(LONGER_REACH, "reach", why); /* 5.16 */
    }
    if (trilemma_is_henchman(state, id) && trait_value(state, id, "shield", 0) != 0 &&
        trilemma_setting(state, SETTING_HENCHMAN_SHIELD_AC2) != 0) {
        sum += add_part(HENCHMAN_SHIELD, "shield", why);
    }
    return sum + add_part(bonus, "bonus", why);
}

/* All parts add, the floor is 0 (T16); an active defence of this round replaces a lower sum
 * (5.17). */
static int ac_of(const struct state *state, const struct command *command, int id, int attacker,
                 int base, int bonus, struct text *why)
{
    TEXT_BUFFER(parts, 120);
    int ac = base + sum_parts(state, command, id, attacker, bonus, &parts);
    ac = ac < 0 ? 0 : ac;
    if (why != NULL && parts.n > 0) {
        text_add(why, "AC %d = %d%s", ac, base, parts.p);
    }
    const struct effect *defence = state_effect(state, NULL, TRILEMMA_DEFENCE, id, ANYBODY);
    if (defence != NULL && defence->amount > ac) {
        ac = defence->amount;
        if (why != NULL) {
            text_add(why, "%sdefends at %d", why->n > 0 ? ", " : "", ac);
        }
    }
    return ac;
}

bool trilemma_ac(const struct state *state, int id, int attacker, int *out, struct text *why)
{
    int base;
    if (!base_ac(state, id, &base)) {
        return false;
    }
    *out = ac_of(state, NULL, id, attacker, base, 0, why);
    return true;
}

bool trilemma_ac_now(struct decision *decision, const struct command *command, int id,
                     int attacker, const char *option, int *out, struct text *why)
{
    int base, bonus;
    bool needs_ac =
        command_option(command, option) != NULL || !base_ac(&decision->state, id, &base);
    if ((needs_ac && !option_value(decision, command, option, id, AC, trilemma_ac_range)) ||
        !option_number(decision, command, "bonus", bonus_range, 0, &bonus)) {
        return false;
    }
    base_ac(&decision->state, id, &base);
    *out = ac_of(&decision->state, command, id, attacker, base, bonus, why);
    return true;
}

/* ---- inputs ---------------------------------------------------------------------------- */

static const char *damage_of(const struct state *state, int id)
{
    const char *own = state_at(state, id)->text[TEXT_DAMAGE];
    return own[0] != '\0' ? own : "1d6"; /* 5.18 */
}

static enum status give_combatants(const struct state *state, int id, int target, int ac,
                                   struct inputs *inputs, struct error *err)
{
    int hp;
    enum status status =
        inputs_give_number(inputs, "strength", state_value(state, id, STRENGTH, 0), err);
    if (status == STATUS_OK) {
        status = inputs_give_number(inputs, "ac", ac, err);
    }
    if (status == STATUS_OK) {
        status = inputs_give_text(inputs, "damage", str_of(damage_of(state, id)), err);
    }
    if (status == STATUS_OK && trilemma_hp(state, target, &hp)) {
        status = inputs_give_number(inputs, "hp", hp, err);
    }
    return status;
}

/* Who defends uses its own strength (5.17). */
static enum status give_strength(const struct state *state, int target, struct inputs *inputs,
                                 struct error *err)
{
    return inputs_give_number(inputs, "defender_strength",
                              state_value(state, target, STRENGTH, 0), err);
}

/* A reaction that was paid for meets the next attack, whatever that is (5.4, 5.17). */
static enum status give_guard(const struct state *state, int target, struct inputs *inputs,
                              struct error *err)
{
    if (!state_has_effect(state, TRILEMMA_GUARD, target, ANYBODY)) {
        return STATUS_OK;
    }
    enum status status = inputs_give_text(inputs, "defend", str_of("true"), err);
    return status == STATUS_OK ? give_strength(state, target, inputs, err) : status;
}

bool trilemma_usual_act(const struct state *state, int id, int target, struct inputs *out,
                        struct error *err)
{
    int ac;
    if (!state_is_set(state, id, STRENGTH)) {
        error_set(err, STATUS_MISSING, "strength", "%s has no strength yet",
                  state_name(state, id));
        return false;
    }
    if (!trilemma_ac(state, target, id, &ac, NULL)) {
        error_set(err, STATUS_MISSING, "ac", "%s has no AC yet", state_name(state, target));
        return false;
    }
    inputs_begin(out, state_system(state), state_action(state, "attack"));
    return give_combatants(state, id, target, ac, out, err) == STATUS_OK &&
           give_guard(state, target, out, err) == STATUS_OK &&
           inputs_finish(out, err) == STATUS_OK;
}

/* Options of the command that are parameters of the action; an active defence is one of them,
 * or was paid for as a reaction. */
static bool give_options(struct decision *decision, const struct command *command, int target,
                         struct inputs *inputs)
{
    static const char *const passed[] = {"edge", "defend", "defender_edge", "direct"};
    struct error err;
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++) {
        if (!option_input(decision, command, passed[i], inputs)) {
            return false;
        }
    }
    const struct state *state = &decision->state;
    if (command_option(command, "defend") == NULL) {
        return decision_status(decision, give_guard(state, target, inputs, &err), &err);
    }
    return decision_status(decision, give_strength(state, target, inputs, &err), &err);
}

bool trilemma_attack_inputs(struct decision *decision, const struct command *command, int id,
                            int target, const char *action, struct inputs *out,
                            struct text *why)
{
    const struct state *state = &decision->state;
    int ac;
    struct error err;
    if (target == id &&
        !decision_refuse(decision, "5.14", "%s cannot attack itself: name another target",
                         state_name(state, id))) {
        return false;
    }
    if (!state_is_in(state, target) &&
        !decision_refuse(decision, "5.18", "%s is out of the fight already",
                         state_name(state, target))) {
        return false;
    }
    if (!option_value(decision, command, "strength", id, STRENGTH, trilemma_ability_range) ||
        !trilemma_ac_now(decision, command, target, id, "ac", &ac, why)) {
        return false;
    }
    inputs_begin(out, state_system(state), state_action(state, action));
    return decision_status(decision, give_combatants(state, id, target, ac, out, &err), &err) &&
           give_options(decision, command, target, out);
}

/* ---- attack ---------------------------------------------------------------------------- */

/* The attack has been thrown: what the die of the defence must show to be higher (5.17). */
static void say_needed_to_stop(struct decision *decision, const struct inputs *inputs)
{
    int total = trilemma_first_total(decision, 0);
    int needed = total + 1 - trilemma_input(inputs, "defender_strength");
    if (total < trilemma_input(inputs, "ac")) {
        decision_prompt(decision, "defence", " (%d misses already)", total);
    } else if (needed > DIE_MOST) {
        decision_prompt(decision, "defence", " (nothing stops %d)", total);
    } else {
        decision_prompt(decision, "defence", " (%d+ stops %d)", needed > 1 ? needed : 1, total);
    }
}

void trilemma_say_needed(struct decision *decision, const struct inputs *inputs)
{
    int ac = trilemma_input(inputs, "ac");
    int needed = ac - trilemma_input(inputs, "strength");
    const char *defence = trilemma_input(inputs, "defend") ? " or the defence" : "";
    if (needed > DIE_MOST) {
        decision_prompt(decision, "attack", " (%d misses AC %d)", DIE_MOST, ac);
    } else {
        decision_prompt(decision, "attack", " (%d+ hits AC %d%s)", needed > 1 ? needed : 1, ac,
                        defence);
    }
    say_needed_to_stop(decision, inputs);
}

enum { OUT_HIT, OUT_FOUR_EXTRA, OUT_INJURY_DUE, OUT_DEGREES, OUT_DAMAGE };

static void settle_attack(struct decision *decision, const struct command *command,
                          const struct outcome *outcome, int id, int target)
{
    int degrees = outcome->is_present[OUT_DEGREES] ? (int)outcome->value[OUT_DEGREES] : 0;
    struct hit hit = {
        .attacker = id,
        .target = target,
        .total = trilemma_first_total(decision, 0),
        .degrees = degrees,
        .damage = (int)outcome->value[OUT_DAMAGE],
        .is_direct = option_flag(command, "direct", false) && outcome->value[OUT_FOUR_EXTRA],
        .is_injury_due = outcome->is_present[OUT_INJURY_DUE] && outcome->value[OUT_INJURY_DUE],
        .is_magic = trilemma_is_magic(command),
    };
    bool is_hit = outcome->value[OUT_HIT] != 0;
    const struct effect *guard =
        state_effect(&decision->state, NULL, TRILEMMA_GUARD, target, ANYBODY);
    if (guard != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, guard);
    }
    trilemma_use_action(decision, id);
    trilemma_engage(decision, id, target); /* 5.21, T31 */
    trilemma_forget_hit(decision);
    if (is_hit) {
        trilemma_hit(decision, &hit);
    }
    decision_label(decision, is_hit ? "%s hits %s" : "%s misses %s",
                   state_name(&decision->state, id), state_name(&decision->state, target));
}

void trilemma_decide_attack(struct decision *decision, const struct command *command)
{
    int id = trilemma_actor_of(decision, command);
    if (!decision_goes_on(decision) || !trilemma_may_act(decision, id)) {
        return;
    }
    int target = trilemma_target(decision, command, id, "attack");
    struct inputs inputs;
    struct error err;
    TEXT_BUFFER(why, 160);
    if (target == 0 ||
        !trilemma_attack_inputs(decision, command, id, target, "attack", &inputs, &why) ||
        !decision_status(decision, inputs_finish(&inputs, &err), &err)) {
        return;
    }
    const struct state *state = &decision->state;
    char who[NAME_SIZE * 2 + 180];
    text_format(who, sizeof who, "%s → %s%s%s%s", state_name(state, id),
                state_name(state, target), why.n > 0 ? " (" : "", why.p, why.n > 0 ? ")" : "");
    struct outcome outcome;
    if (decision_resolve(decision, &inputs, id, target, who, &outcome)) {
        settle_attack(decision, command, &outcome, id, target);
    }
    trilemma_say_needed(decision, &inputs);
}

/* ---- active defence -------------------------------------------------------------------- */

bool trilemma_roll_defence(struct decision *decision, const struct command *command, int id,
                           int *total)
{
    int edge;
    int64_t thrown;
    struct dice_expr expr;
    struct error err;
    if (!option_number(decision, command, "edge", trilemma_edge_range, 0, &edge) ||
        !option_value(decision, command, "strength", id, STRENGTH, trilemma_ability_range)) {
        return false;
    }
    int dice = 1 + (edge < 0 ? -edge : edge);
    int strength = state_value(&decision->state, id, STRENGTH, 0);
    TEXT_BUFFER(text, 40);
    if (dice > 1) {
        text_add(&text, "%d", dice);
    }
    text_add(&text, "d20%s", edge > 0 ? "kh1" : edge < 0 ? "kl1" : "");
    text_add(&text, strength < 0 ? "-%d" : "+%d", strength < 0 ? -strength : strength);
    if (!decision_status(decision, dice_expr_parse(&expr, str_of(text.p), &err), &err) ||
        !decision_throw(decision, &expr, id, state_name(&decision->state, id),
                        (struct source){"active defence", "5.17"}, &thrown)) {
        return false;
    }
    *total = (int)thrown;
    return true;
}

/* The action of a turn spent on defence: rolled once, it holds for the rest of the round
 * (5.17). */
void trilemma_decide_defend(struct decision *decision, const struct command *command)
{
    int id = trilemma_actor_of(decision, command);
    int total;
    if (!decision_goes_on(decision) || !trilemma_may_act(decision, id) ||
        !trilemma_roll_defence(decision, command, id, &total)) {
        return;
    }
    trilemma_use_action(decision, id);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_DEFENCE, id,
                                          0, str_of(""), total);
    decision_say(decision, event, "5.17", "%s defends at %d for this round",
                 state_name(&decision->state, id), total);
    decision_label(decision, "%s defends", state_name(&decision->state, id));
}
