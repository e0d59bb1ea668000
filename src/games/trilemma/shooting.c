/* Trilemma at the table: aiming, and shooting, also into a melee (5.21, 5.22; T21, T22). */
#include "games/trilemma/shooting.h"

#include "games/trilemma/acting.h"
#include "games/trilemma/attack.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/melee.h"
#include "games/trilemma/settings.h"

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

/* How many but the one who shoots are in melee with the target; the last of them in *last. */
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
    struct error err;
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
    return decision_status(
        decision, inputs_give_text(inputs, "target", str_of(places[place]), &err), &err);
}

/* The place of the one who shoots: "side, above them, behind one (asks who is nearer)". */
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
    struct error err;
    const struct state *state = &decision->state;
    if (!give_facing(decision, command, attack, &facing) ||
        !aim_of(decision, command, attack->id, &aim) ||
        !trilemma_give_other(decision, command, attack->id, attack->other, inputs)) {
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
    return decision_status(decision,
                           inputs_give_text(inputs, "facing", str_of(facings[facing]), &err),
                           &err) &&
           decision_status(decision, inputs_give_number(inputs, "aim", aim, &err), &err);
}

/* The hit is described as taking aim; HP are lost as usual (5.22). */
static void take_aim(struct decision *decision, int id, int target)
{
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_TAKING_AIM,
                                          target, id, str_of(""), 1);
    decision_say(decision, event, "5.22", "%s is taking aim at %s",
                 state_name(&decision->state, id), state_name(&decision->state, target));
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
    struct error err;
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
    if (!trilemma_attack_inputs(decision, command, id, target, other != 0 ? "shot" : "attack",
                                &inputs, &why) ||
        (other != 0 && !melee_inputs(decision, command, &attack, &inputs, &how)) ||
        !decision_status(decision, inputs_finish(&inputs, &err), &err)) {
        return;
    }
    if (trilemma_attack(decision, command, &attack, &inputs) && is_aiming) {
        take_aim(decision, id, target);
    }
}
