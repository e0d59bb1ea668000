/* Trilemma at the table: attacks, shots and defences. */
#include "games/trilemma/attack.h"

#include <string.h>

#include "resolver/rules/trilemma.h"
#include "tracker/conditions.h"
#include "games/generic/act.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"

/* ==== The armour class from its parts, attacks, active defence (5.14 to 5.18). Shooting
 * uses the same pieces. */

/* Melee and shots alike. */
struct attack {
    int id, target;
    int other;       /* the one hit when a shot into a melee strays; 0: nobody */
    bool is_shot;    /* it engages nobody in melee */
    const char *how; /* for the log: "shot from the side, aim 2"; "": nothing to say */
    const char *why; /* the parts of the AC; "": only one part */
};

enum { PLAIN_AC = 20, HENCHMAN_SHIELD = 2, LONGER_REACH = 1, DIE_MOST = 20 };

static const struct number_range bonus_range = {-100, 100};

/* ---- armour class ---------------------------------------------------------------------- */

/* Parts that are conditions of the target, or options of one attack (5.15). */
static const struct {
    const char *name;
    int amount;
} ac_parts[] = {{"blind", -5}, {"constrained", -5}, {"unaware", -10}};

/* The AC without the situation: as set, or 20 plus armour (5.15). False when neither is
 * known. */
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

/* True when the attacker has the shorter reach (5.16). */
static bool has_longer_reach(const struct state *state, const struct command *command, int id,
                             int attacker)
{
    bool is_longer = attacker != 0 && trait_value(state, id, "reach", 0) >
                                          trait_value(state, attacker, "reach", 0);
    return option_flag(command, "out_reached", is_longer);
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
    if (has_longer_reach(state, command, id, attacker)) {
        sum += add_part(LONGER_REACH, "reach", why); /* rule 5.16 */
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

/* The AC without the situation for this act (T36): ac=, or else the known one, or else one that
 * is asked for and kept (T32). */
static bool base_ac_now(struct decision *decision, const struct command *command,
                        const char *option, int id, int *out)
{
    if (!base_ac(&decision->state, id, out)) {
        return option_value_of_act(decision, command, option, id, AC, trilemma_ac_range, out);
    }
    return option_plain_number(decision, command, option, trilemma_ac_range, *out, out);
}

/* The AC with the options of the command: ac=, blind, constrained, unaware, out_reached,
 * ac_bonus=, which hold for this act alone (T36). An unset AC is asked for and kept (T32). */
static bool ac_now(struct decision *decision, const struct command *command, int id,
                   int attacker, int *out, struct text *why)
{
    int base, bonus;
    if (!base_ac_now(decision, command, "ac", id, &base) ||
        !option_number(decision, command, "ac_bonus", bonus_range, 0, &bonus)) {
        return false;
    }
    *out = ac_of(&decision->state, command, id, attacker, base, bonus, why);
    return true;
}

static bool other_ac(struct decision *decision, const struct command *command, int id,
                     int attacker, int *out)
{
    int base;
    if (!base_ac_now(decision, command, "other_ac", id, &base)) {
        return false;
    }
    *out = ac_of(&decision->state, NULL, id, attacker, base, 0, NULL);
    return true;
}

/* ---- inputs ---------------------------------------------------------------------------- */

static void give_combatants(const struct state *state, int id, int strength, int target, int ac,
                            struct inputs *inputs)
{
    int hp;
    struct error err;
    inputs_give_number(inputs, "strength", strength);
    inputs_give_number(inputs, "ac", ac);
    struct str damage = str_of(trilemma_damage_dice(state, id));
    if (inputs_take(inputs, "damage", damage, &err) != STATUS_OK) {
        error_set(inputs_wrong(inputs), err.code, err.where, "%s, damage: %s",
                  state_name(state, id), err.text);
    }
    if (trilemma_hp(state, target, &hp)) {
        inputs_give_number(inputs, "hp", hp);
    }
}

/* A shield that was paid for meets the next attack of any kind (5.4), and the defender uses its
 * own strength (5.17). `defend` and `strength` are the action's names for the two. */
static void give_shield(const struct state *state, int id, const char *defend,
                        const char *strength, struct inputs *inputs)
{
    if (trilemma_bought(state, id, BUYS_DEFENCE) != NULL) {
        inputs_give_text(inputs, defend, str_of("true"));
        inputs_give_number(inputs, strength, state_value(state, id, STRENGTH, 0));
    }
}

/* The values of the one whom a shot into a melee may hit instead: AC and a paid shield. */
static bool give_other(struct decision *decision, const struct command *command, int id,
                       int other, struct inputs *inputs)
{
    int ac;
    if (!other_ac(decision, command, other, id, &ac)) {
        return false;
    }
    inputs_give_number(inputs, "other_ac", ac);
    give_shield(&decision->state, other, "other_defend", "other_strength", inputs);
    return true;
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
    int strength = state_value(state, id, STRENGTH, 0);
    give_combatants(state, id, strength, target, ac, out);
    give_shield(state, target, "defend", "defender_strength", out);
    return inputs_finish(out, err) == STATUS_OK;
}

/* Options of the command that are parameters of the action; an active defence is one of them,
 * or a reaction that was paid for. */
static bool give_options(struct decision *decision, const struct command *command, int target,
                         struct inputs *inputs)
{
    static const char *const passed[] = {"edge", "bonus", "defend", "defender_edge", "direct"};
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++) {
        if (!option_input(decision, command, passed[i], inputs)) {
            return false;
        }
    }
    const struct state *state = &decision->state;
    if (command_option(command, "defend") == NULL) {
        give_shield(state, target, "defend", "defender_strength", inputs);
    } else {
        inputs_give_number(inputs, "defender_strength",
                           state_value(state, target, STRENGTH, 0));
    }
    return true;
}

/* The values of both combatants for an attack, with the options of the command. */
static bool attack_inputs(struct decision *decision, const struct command *command, int id,
                          int target, const char *action, struct inputs *out, struct text *why)
{
    const struct state *state = &decision->state;
    int ac, strength;
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
    if (!option_value_of_act(decision, command, "strength", id, STRENGTH,
                             trilemma_ability_range, &strength) ||
        !ac_now(decision, command, target, id, &ac, why)) {
        return false;
    }
    inputs_begin(out, state_system(state), state_action(state, action));
    give_combatants(state, id, strength, target, ac, out);
    return give_options(decision, command, target, out);
}

/* ---- what must fall -------------------------------------------------------------------- */

static bool is_shot_into_melee(const struct inputs *inputs)
{
    return parameter_called(inputs->action, "other_ac") >= 0;
}

/* True when the d10 of a shot into a melee, the first step, has chosen the other one (5.21). */
static bool has_strayed(const struct decision *decision, const struct inputs *inputs)
{
    return is_shot_into_melee(inputs) && decision->trace.steps > 0 &&
           decision->trace.step[0].value > trilemma_shot_tenths(inputs);
}

void trilemma_add_needed_to_stop(int total, int strength, struct text *out)
{
    int needed = total + 1 - strength;
    if (needed > DIE_MOST) {
        text_add(out, "cannot stop %d", total);
    } else {
        text_add(out, "%d+ stops %d", needed > 1 ? needed : 1, total);
    }
}

static void say_needed_to_hit(struct decision *decision, const struct inputs *inputs, int ac,
                              bool is_stray, const char *whom)
{
    int needed = ac - trilemma_input(inputs, "strength") - trilemma_input(inputs, "bonus");
    bool defends = trilemma_input(inputs, is_stray ? "other_defend" : "defend");
    const char *defence = defends ? "; then the defence is rolled" : "";
    const char *gap = whom[0] != '\0' ? " of " : "";
    if (needed > DIE_MOST) {
        decision_prompt(decision, "attack", " (%d misses AC %d%s%s)", DIE_MOST, ac, gap, whom);
    } else {
        decision_prompt(decision, "attack", " (%d+ hits AC %d%s%s%s)", needed > 1 ? needed : 1,
                        ac, gap, whom, defence);
    }
}

/* What the players want to know before they throw the next die: who is in the line, "13+ hits
 * AC 22", "14+ stops 27". */
static void say_needed(struct decision *decision, const struct inputs *inputs,
                       const struct attack *attack)
{
    const struct state *state = &decision->state;
    bool is_stray = has_strayed(decision, inputs);
    int ac = trilemma_input(inputs, is_stray ? "other_ac" : "ac");
    const char *whom = "";
    if (is_shot_into_melee(inputs)) {
        int tenths = trilemma_shot_tenths(inputs);
        whom = state_name(state, is_stray ? attack->other : attack->target);
        decision_prompt(decision, "who is in the line",
                        tenths > 1 ? " (1-%d: %s, else %s)" : " (%d: %s, else %s)", tenths,
                        state_name(state, attack->target), state_name(state, attack->other));
    }
    say_needed_to_hit(decision, inputs, ac, is_stray, whom);
    /* After the attack has been thrown. */
    TEXT_BUFFER(needed, 40);
    int total = trilemma_first_total(decision);
    int strength = trilemma_input(inputs, is_stray ? "other_strength" : "defender_strength");
    if (total < ac) {
        text_add(&needed, "%d misses already", total);
    } else {
        trilemma_add_needed_to_stop(total, strength, &needed);
    }
    decision_prompt(decision, "defence", " (%s)", needed.p);
}

/* ---- attack ---------------------------------------------------------------------------- */

/* Reach is a part of the AC with a rule of its own (5.16), which the roll got as a number. */
static void cite_reach(struct decision *decision)
{
    for (int i = decision->events - 1; i >= 0; i--) {
        struct event *event = &decision->event[i];
        if (event->kind == EVENT_ROLLED) {
            TEXT_BUFFER(line, 400);
            TEXT_BUFFER(rules, 80);
            text_add_str(&line, event->line);
            text_add_str(&rules, event->rules);
            text_add(&rules, " 5.16");
            decision_say(decision, event, rules.p, "%s", line.p);
            return;
        }
    }
}

static void settle_attack(struct decision *decision, const struct command *command,
                          const struct attack *attack, const struct inputs *inputs,
                          const struct outcome *outcome)
{
    const struct state *state = &decision->state;
    bool is_stray = has_strayed(decision, inputs);
    int struck = is_stray ? attack->other : attack->target;
    bool is_hit = generic_outcome(inputs->action, outcome, is_stray ? "stray_hit" : "hit") != 0;
    struct hit hit = {
        .attacker = attack->id,
        .target = struck,
        .total = trilemma_first_total(decision),
        .ac = trilemma_last_against(decision),
        .damage =
            generic_outcome(inputs->action, outcome, is_stray ? "stray_damage" : "damage"),
        /* A direct hit is meant for the chosen target. */
        .is_direct = !is_stray && trilemma_input(inputs, "direct") != 0 &&
                     generic_outcome(inputs->action, outcome, "four_extra") != 0,
        .is_magic = trilemma_is_magic(command),
    };
    if (!is_stray && has_longer_reach(state, command, struck, attack->id)) {
        cite_reach(decision);
    }
    /* Uses a shield that was paid for and has met the attack (5.17). */
    const struct effect *shield = trilemma_bought(&decision->state, struck, BUYS_DEFENCE);
    if (shield != NULL && trilemma_input(inputs, is_stray ? "other_defend" : "defend")) {
        trilemma_use_bought(decision, shield);
    }
    trilemma_use_attack(decision, attack->id);
    trilemma_close_hits(decision, ANYBODY);
    if (!attack->is_shot) {
        trilemma_engage(decision, attack->id, attack->target); /* rules 5.21, T31 */
    }
    if (is_hit && is_stray) { /* the outcome called damage is for the chosen target */
        decision_dealt(decision, hit.target, hit.attacker, 0, hit.damage);
    }
    if (is_hit) {
        trilemma_hit(decision, &hit);
    }
    decision_label(decision,
                   !is_hit           ? "%s misses %s"
                   : attack->is_shot ? "%s shoots %s"
                                     : "%s hits %s",
                   state_name(state, attack->id), state_name(state, struck));
}

/* The act itself, with its complete inputs: rolls it, records it and applies its effects. True
 * when the target was hit. While a die is asked for, the prompt says what it must show. */
static bool trilemma_attack(struct decision *decision, const struct command *command,
                            const struct attack *attack, const struct inputs *inputs)
{
    TEXT_BUFFER(who, NAME_SIZE * 4 + 400);
    struct outcome outcome;
    /* "Anka → Wolf (riposte; AC 24 = 22 + 2 bonus)": every part of the numbers. */
    const struct state *state = &decision->state;
    const struct effect *paid = trilemma_act_paid_for(state, attack->id, BUYS_ATTACK);
    const char *parts[] = {paid != NULL ? trilemma_bought_words(paid) : "", attack->how,
                           trilemma_input(inputs, "direct") ? "direct" : "",
                           trilemma_is_magic(command) ? "magic" : "", attack->why};
    const char *gap = " (";
    text_add(&who, "%s %s %s", state_name(state, attack->id), attack->is_shot ? "⇢" : "→",
             state_name(state, attack->target));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i][0] != '\0') {
            text_add(&who, "%s%s", gap, parts[i]);
            gap = "; ";
        }
    }
    text_add(&who, "%s", gap[0] == ';' ? ")" : "");
    if (!decision_resolve(decision, inputs, attack->id, attack->target, who.p, &outcome)) {
        say_needed(decision, inputs, attack);
        return false;
    }
    settle_attack(decision, command, attack, inputs, &outcome);
    return generic_outcome(inputs->action, &outcome, "hit") != 0;
}

void trilemma_decide_attack(struct decision *decision, const struct command *command)
{
    int id = trilemma_actor_of(decision, command);
    if (!decision_goes_on(decision) || !trilemma_may_attack(decision, id)) {
        return;
    }
    int target = trilemma_target(decision, command, id, "attacks");
    struct inputs inputs;
    TEXT_BUFFER(why, 160);
    if (target == 0 || !attack_inputs(decision, command, id, target, "attack", &inputs, &why) ||
        !decision_finish(decision, &inputs)) {
        return;
    }
    struct attack attack = {.id = id, .target = target, .how = "", .why = why.p};
    trilemma_attack(decision, command, &attack, &inputs);
}

/* ---- active defence -------------------------------------------------------------------- */

/* The action of a turn spent on defence: rolled once, it holds for the rest of the round
 * (5.17). The better of two rolls counts (T43), and a higher armour class comes before it
 * (T17). */
static void keep_defence(struct decision *decision, int id, int total)
{
    const struct state *state = &decision->state;
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_DEFENCE, id, ANYBODY);
    if (effect != NULL && effect->amount >= total) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "5.17",
                     "%s: %d is not better, it defends at %d", state_name(state, id), total,
                     effect->amount);
        return;
    }
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_DEFENCE, id,
                                          0, str_of(""), total);
    int ac;
    TEXT_BUFFER(stands, 40);
    if (trilemma_ac(state, id, 0, &ac, NULL) && ac > total) {
        text_add(&stands, "; AC %d is higher and stands", ac);
    }
    decision_say(decision, event, "5.17", "%s defends at %d for this round%s",
                 state_name(state, id), total, stands.p);
}

/* d20 + strength, the number of an active defender (5.17). */
static bool roll_defence(struct decision *decision, const struct command *command, int id,
                         int *total)
{
    int edge, strength;
    int64_t thrown;
    struct dice_expr expr;
    struct error err;
    if (!option_number(decision, command, "edge", trilemma_edge_range, 0, &edge) ||
        !option_value_of_act(decision, command, "strength", id, STRENGTH,
                             trilemma_ability_range, &strength)) {
        return false;
    }
    int dice = 1 + (edge < 0 ? -edge : edge);
    TEXT_BUFFER(text, 40);
    if (dice > 1) {
        text_add(&text, "%d", dice);
    }
    text_add(&text, "d20%s", edge > 0 ? "kh1" : edge < 0 ? "kl1" : "");
    text_add(&text, strength < 0 ? "-%d" : "+%d", strength < 0 ? -strength : strength);
    TEXT_BUFFER(who, NAME_SIZE + 40);
    text_add(&who, "%s (%d strength)", state_name(&decision->state, id), strength);
    if (!decision_status(decision, dice_expr_parse(&expr, str_of(text.p), &err), &err)) {
        return false;
    }
    if (!decision_throw(decision, &expr, id, who.p, (struct source){"active defence", "5.17"},
                        &thrown)) {
        int ac;
        if (trilemma_ac(&decision->state, id, 0, &ac, NULL)) {
            decision_prompt(decision, "active defence", ", in place of AC %d if higher", ac);
        }
        return false;
    }
    *total = (int)thrown;
    return true;
}

void trilemma_decide_defend(struct decision *decision, const struct command *command)
{
    int id = trilemma_actor_of(decision, command);
    int total;
    if (!decision_goes_on(decision) || !trilemma_may_act(decision, id) ||
        !roll_defence(decision, command, id, &total)) {
        return;
    }
    trilemma_use_action(decision, id);
    keep_defence(decision, id, total);
    decision_label(decision, "%s defends", state_name(&decision->state, id));
}

/* ==== Aiming, and shooting, also into a melee (5.21, 5.22; T21, T22). */

enum { AIMED = 2 };

static const struct number_range aim_range = {0, AIMED};

static const char *const facings[] = {"side", "above", "behind", NULL};

static const char *const places[] = {"near", "far", NULL};

enum { FACING_SIDE, FACING_ABOVE, FACING_BEHIND };

/* A full round spent on aiming (5.21): the aimed shot comes in the next round at the earliest
 * (T44). */
void trilemma_decide_aim(struct decision *decision, const struct command *command)
{
    int id = trilemma_actor_of(decision, command);
    if (!decision_goes_on(decision) || !trilemma_may_act(decision, id)) {
        return;
    }
    trilemma_use_action(decision, id);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_AIMING, id,
                                          0, str_of(""), AIMED);
    decision_say(decision, event, "5.21",
                 "%s aims for the whole round: up to %d tenths for a shot into a melee, from "
                 "the next round on",
                 state_name(&decision->state, id), AIMED);
    decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_AIMED_NOW, id, 0, str_of(""), 1);
    decision_label(decision, "%s aims", state_name(&decision->state, id));
}

/* How many but the shooter are in melee with the target; the last of them in *last. */
static int count_in_melee(const struct state *state, int id, int target, int *last)
{
    int count = 0;
    for (int other = 1; other <= state->count; other++) {
        if (other != id && state_is_in(state, other) &&
            trilemma_is_engaged(state, target, other)) {
            *last = other;
            count++;
        }
    }
    return count;
}

/* The one whom the shot could hit instead: other=..., or else the only one in melee with the
 * target; asked for when there are several. 0 in *out: the target is not in melee. */
static bool other_of(struct decision *decision, const struct command *command, int id,
                     int target, int *out)
{
    const struct state *state = &decision->state;
    int last = 0, several = count_in_melee(state, id, target, &last);
    if (!option_combatant(decision, command, "other", out)) {
        return false;
    }
    if (*out == target || (*out != 0 && *out == id)) {
        decision_wrong(decision, "%s %s: who else in melee with %s may be hit? (other=)",
                       state_name(state, *out), *out == id ? "shoots" : "is the target",
                       state_name(state, target));
        return false;
    }
    if (*out != 0) {
        return several == 0 || trilemma_is_engaged(state, target, *out) ||
               decision_refuse(decision, "5.21", "%s is not in melee with %s",
                               state_name(state, *out), state_name(state, target));
    }
    *out = last;
    if (several > 1) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT,
                         "%s is in melee with %d: which of them may the shot hit instead?",
                         state_name(state, target), several);
        text_format(question->prefix, sizeof question->prefix, "other=");
        question->rule = "5.21";
        return false;
    }
    return true;
}

/* Tenths gained by aiming: those of a round spent on it, unless fewer are wanted. In the round
 * of aiming there are none yet (T44). */
static bool aim_of(struct decision *decision, const struct command *command, int id, int *out)
{
    const struct state *state = &decision->state;
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_AIMING, id, ANYBODY);
    bool is_done = effect != NULL && !state_has_effect(state, TRILEMMA_AIMED_NOW, id, ANYBODY);
    int has = is_done ? effect->amount : 0;
    return option_number(decision, command, "aim", aim_range, has, out) &&
           (*out <= has ||
            decision_refuse(decision, "5.21",
                            effect != NULL
                                ? "%s aims for this whole round: the aimed shot comes "
                                  "in the next one"
                                : "%s has not aimed for a full round: `aim` is its "
                                  "action",
                            state_name(state, id)));
}

/* From behind, the line must say which of the two is the target (T48). */
static bool give_place(struct decision *decision, const struct command *command, int target,
                       int other, struct inputs *inputs, struct text *how)
{
    const struct state *state = &decision->state;
    int place;
    if (command_option(command, "target") == NULL && !decision->asks) {
        decision_wrong(decision, "a shot from behind needs target=near or target=far");
        return false;
    }
    TEXT_BUFFER(prompt, 2 * NAME_SIZE + 64);
    text_add(&prompt, "%s and %s stand in line: is %s the near one or the far one?",
             state_name(state, target), state_name(state, other), state_name(state, target));
    if (!option_choice(decision, command, "target", places, prompt.p, &place)) {
        return false;
    }
    text_add(how, ", at the %s one", places[place]);
    inputs_give_text(inputs, "target", str_of(places[place]));
    return true;
}

/* The place of the shooter: "side, above them, behind one (asks who is nearer)". */
static bool give_facing(struct decision *decision, const struct command *command,
                        const struct attack *attack, int *out)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(prompt, 3 * NAME_SIZE + 64);
    text_add(&prompt, "%s and %s are in melee: from where does %s shoot?",
             state_name(state, attack->target), state_name(state, attack->other),
             state_name(state, attack->id));
    bool is_given = option_choice(decision, command, "facing", facings, prompt.p, out);
    if (!is_given && decision->verdict == VERDICT_ASKS) {
        text_copy(decision->question.about[FACING_BEHIND], QUESTION_ABOUT_SIZE,
                  str_of("one (asks who is nearer)"));
        text_copy(decision->question.about[FACING_ABOVE], QUESTION_ABOUT_SIZE, str_of("them"));
    }
    return is_given;
}

static bool melee_inputs(struct decision *decision, const struct command *command,
                         const struct attack *attack, struct inputs *inputs, struct text *how)
{
    int facing, aim;
    const struct state *state = &decision->state;
    if (!give_facing(decision, command, attack, &facing) ||
        !aim_of(decision, command, attack->id, &aim) ||
        !give_other(decision, command, attack->id, attack->other, inputs)) {
        return false;
    }
    text_add(how, " past %s from %s%s", state_name(state, attack->other),
             facing == FACING_SIDE ? "the " : "", facings[facing]);
    if (facing == FACING_BEHIND &&
        !give_place(decision, command, attack->target, attack->other, inputs, how)) {
        return false;
    }
    if (aim > 0) {
        text_add(how, ", aim +%d", aim);
    }
    inputs_give_text(inputs, "facing", str_of(facings[facing]));
    inputs_give_number(inputs, "aim", aim);
    return true;
}

/* An attack with a ranged weapon; it engages nobody. Into a melee, a d10 decides who is in the
 * line. */
void trilemma_decide_shoot(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = trilemma_actor_of(decision, command);
    if (!decision_goes_on(decision) || !trilemma_may_attack(decision, id)) {
        return;
    }
    int target = trilemma_target(decision, command, id, "shoots");
    int other;
    struct inputs inputs;
    TEXT_BUFFER(why, 160);
    TEXT_BUFFER(how, NAME_SIZE + 80);
    if (target == 0 || !other_of(decision, command, id, target, &other)) {
        return;
    }
    bool is_aiming = option_flag(command, "taking_aim", false);
    if (is_aiming && trilemma_setting(state, SETTING_TAKING_AIM) == 0 &&
        !decision_refuse(decision, "5.22", "the rule is off: `setting taking_aim yes`")) {
        return;
    }
    text_add(&how, "shot");
    if (other == 0 && state_has_effect(state, TRILEMMA_AIMING, id, ANYBODY)) {
        text_add(&how, ", no aim without a melee"); /* it changes who is in the line (5.21) */
    }
    struct attack attack = {.id = id,
                            .target = target,
                            .other = other,
                            .is_shot = true,
                            .how = how.p,
                            .why = why.p};
    if (!attack_inputs(decision, command, id, target, other != 0 ? "shot" : "attack", &inputs,
                       &why) ||
        (other != 0 && !melee_inputs(decision, command, &attack, &inputs, &how)) ||
        !decision_finish(decision, &inputs)) {
        return;
    }
    if (trilemma_attack(decision, command, &attack, &inputs) && is_aiming) {
        /* The hit is described as taking aim; HP are lost as usual (5.22). */
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED,
                                              TRILEMMA_TAKING_AIM, target, id, str_of(""), 1);
        decision_say(decision, event, "5.22", "%s is taking aim at %s",
                     state_name(&decision->state, id), state_name(&decision->state, target));
    }
}
