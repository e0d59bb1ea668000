/* Trilemma at the table: aiming, and shooting, also into a melee (5.21, 5.22; T21, T22). */
#include "games/trilemma/shooting.h"

#include "games/trilemma/acting.h"
#include "games/trilemma/attack.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/melee.h"
#include "games/trilemma/settings.h"

enum { AIMED = 2 };
static const struct number_range aim_range = {0, AIMED};
static const char *const facings[] = {"side", "behind", NULL};
static const char *const places[] = {"near", "far", NULL};
enum { FACING_SIDE, FACING_BEHIND };

/* A full round spent on aiming (5.21). */
void trilemma_decide_aim(struct decision *decision, const struct command *command)
{
    int id = trilemma_actor_of(decision, command);
    if (!decision_goes_on(decision) || !trilemma_may_act(decision, id)) {
        return;
    }
    trilemma_use_action(decision, id);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_AIMING, id,
                                          0, str_of(""), AIMED);
    decision_say(decision, event, "5.21", "%s aims: up to %d tenths for the next shot",
                 state_name(&decision->state, id), AIMED);
    decision_label(decision, "%s aims", state_name(&decision->state, id));
}

/* The one the shot could hit instead: other=..., else the only one in melee with the target;
 * asked for when there are several. 0 in *out: the target is in no melee. */
static bool other_of(struct decision *decision, const struct command *command, int id,
                     int target, int *out)
{
    const struct state *state = &decision->state;
    int several = 0;
    if (!option_combatant(decision, command, "other", out)) {
        return false;
    }
    if (*out != 0) {
        return true;
    }
    for (int other = 1; other <= state->count; other++) {
        if (other != id && state_is_in(state, other) &&
            trilemma_is_engaged(state, target, other)) {
            *out = other;
            several++;
        }
    }
    if (several > 1) {
        struct question *question = decision_ask(decision, QUESTION_COMBATANT,
                                                 "%s is in melee with %d: whom could it hit?",
                                                 state_name(state, target), several);
        text_format(question->prefix, sizeof question->prefix, "other=");
        question->rule = "5.21";
        return false;
    }
    return true;
}

/* Tenths won by aiming: those of a round spent on it, unless fewer are wanted. */
static bool aim_of(struct decision *decision, const struct command *command, int id, int *out)
{
    const struct effect *effect =
        state_effect(&decision->state, NULL, TRILEMMA_AIMING, id, ANYBODY);
    int has = effect != NULL ? effect->amount : 0;
    return option_number(decision, command, "aim", aim_range, has, out) &&
           (*out <= has || decision_refuse(decision, "5.21",
                                           "%s has not aimed for a full round: "
                                           "`aim` is its action",
                                           state_name(&decision->state, id)));
}

static bool melee_inputs(struct decision *decision, const struct command *command, int id,
                         int other, struct inputs *inputs)
{
    int facing, place, other_ac, aim;
    struct error err;
    if (!option_choice(decision, command, "facing", facings, "the shot comes from ...",
                       &facing) ||
        !aim_of(decision, command, id, &aim) ||
        !trilemma_ac_now(decision, command, other, id, "other_ac", &other_ac, NULL)) {
        return false;
    }
    if (facing == FACING_BEHIND) {
        if (!option_choice(decision, command, "target", places, "the target is the ... one",
                           &place) ||
            !decision_status(decision,
                             inputs_give_text(inputs, "target", str_of(places[place]), &err),
                             &err)) {
            return false;
        }
    }
    return decision_status(decision,
                           inputs_give_text(inputs, "facing", str_of(facings[facing]), &err),
                           &err) &&
           decision_status(decision, inputs_give_number(inputs, "aim", aim, &err), &err) &&
           decision_status(decision, inputs_give_number(inputs, "other_ac", other_ac, &err),
                           &err);
}

/* Outcomes of the two actions, by name, since they stand in different places. */
static int outcome_number(const struct action *action, const struct outcome *outcome,
                          const char *name)
{
    for (int i = 0; i < action->outcomes_count; i++) {
        if (str_equal(str_of(action->outcomes[i].name), name)) {
            return outcome->is_present[i] ? (int)outcome->value[i] : 0;
        }
    }
    return 0;
}

/* 5.22: the hit is described as taking aim; HP go as usual. */
static void take_aim(struct decision *decision, int id, int target)
{
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_TAKING_AIM,
                                          target, id, str_of(""), 1);
    decision_say(decision, event, "5.22", "%s is taking aim at %s",
                 state_name(&decision->state, id), state_name(&decision->state, target));
}

static void settle_shot(struct decision *decision, const struct command *command,
                        const struct inputs *inputs, const struct outcome *outcome, int id,
                        int target, int other)
{
    const struct action *action = inputs->action;
    bool is_stray = outcome_number(action, outcome, "stray_hit") != 0;
    bool is_hit = is_stray || outcome_number(action, outcome, "hit") != 0;
    int struck = is_stray ? other : target;
    int hp = 1;
    bool has_hp = trilemma_hp(&decision->state, struck, &hp);
    struct hit hit = {
        .attacker = id,
        .target = struck,
        .total = trilemma_first_total(decision, 0),
        .degrees = is_stray ? 0 : outcome_number(action, outcome, "extra_degrees"),
        .damage = outcome_number(action, outcome, is_stray ? "stray_damage" : "damage"),
        .is_injury_due = has_hp && hp == 0,
        .is_magic = trilemma_is_magic(command),
    };
    hit.is_direct = !is_stray && command_option(command, "direct") != NULL &&
                    outcome_number(action, outcome, "four_extra") != 0;
    trilemma_use_action(decision, id);
    trilemma_forget_hit(decision);
    if (is_hit) {
        trilemma_hit(decision, &hit);
    }
    if (is_hit && !is_stray && command_option(command, "taking_aim") != NULL) {
        take_aim(decision, id, target);
    }
    decision_label(decision, is_hit ? "%s shoots %s" : "%s misses %s",
                   state_name(&decision->state, id), state_name(&decision->state, struck));
}

/* An attack with a ranged weapon; it engages nobody. Into a melee a d10 tells who is in the
 * line. */
void trilemma_decide_shoot(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = trilemma_actor_of(decision, command);
    if (!decision_goes_on(decision) || !trilemma_may_act(decision, id)) {
        return;
    }
    int target = trilemma_target(decision, command, id, "shoot");
    int other;
    struct inputs inputs;
    struct error err;
    TEXT_BUFFER(why, 160);
    if (target == 0 || !other_of(decision, command, id, target, &other)) {
        return;
    }
    bool is_aiming = command_option(command, "taking_aim") != NULL;
    if (is_aiming && trilemma_setting(state, SETTING_TAKING_AIM) == 0 &&
        !decision_refuse(decision, "5.22", "the rule is off: `setting taking_aim yes`")) {
        return;
    }
    if (!trilemma_attack_inputs(decision, command, id, target, other != 0 ? "shot" : "attack",
                                &inputs, &why) ||
        (other != 0 && !melee_inputs(decision, command, id, other, &inputs)) ||
        !decision_status(decision, inputs_finish(&inputs, &err), &err)) {
        return;
    }
    char who[NAME_SIZE * 3 + 200];
    text_format(who, sizeof who, "%s ⇢ %s%s%s%s%s%s", state_name(state, id),
                state_name(state, target), other != 0 ? " beside " : "",
                other != 0 ? state_name(state, other) : "", why.n > 0 ? " (" : "", why.p,
                why.n > 0 ? ")" : "");
    struct outcome outcome;
    if (decision_resolve(decision, &inputs, id, target, who, &outcome)) {
        settle_shot(decision, command, &inputs, &outcome, id, target, other);
    }
    if (other == 0) {
        trilemma_say_needed(decision, &inputs);
    }
}
