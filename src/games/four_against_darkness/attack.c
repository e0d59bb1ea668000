/* Four Against Darkness at the table: attacks on groups and major foes, subdual, last attacks
 * on those who flee (Attack Resolution, Multi-Kill, Combat State). */
#include "games/four_against_darkness/attack.h"

#include <limits.h>

#include "tracker/conditions.h"
#include "tracker/options.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/encounter.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/texts.h"

static const struct number_range level_range = {1, 50};

/* ---- whom ------------------------------------------------------------------------------ */

/* The groups in the order of the line; returns their number, 0 when the decision has ended. */
static int targets_of(struct decision *decision, const struct command *command, int id,
                      int targets[TARGETS_MAX])
{
    const struct state *state = &decision->state;
    const struct argument *argument = &command->argument[0];
    int count = 0;
    if (!argument->is_given) {
        const struct effect *last = state_effect(state, NULL, FOUR_GRANTED, id, ANYBODY);
        targets[0] = last != NULL ? last->object : only_foe(state);
        count = targets[0] != 0 ? 1 : 0;
    }
    for (int i = 0; i < argument->ids_count && count < TARGETS_MAX; i++) {
        targets[count++] = argument->named[i];
    }
    if (count == 0) {
        /* Refuses when nobody can be attacked now, instead of asking for a target. */
        bool has_foes =
            foes_left(state) > 0 ||
            decision_refuse(decision, "attack", "no foe is in the fight: `add` adds some");
        if (has_foes && (course_order(state) == ORDER_OPEN || party_may_use(decision, id))) {
            decision_ask(decision, QUESTION_COMBATANT, "%s attacks whom?",
                         state_name(state, id))
                ->wanted = WANTED_FOE;
        }
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (is_character(state, targets[i]) &&
            !decision_refuse(decision, "attack", "%s is a character",
                             state_name(state, targets[i]))) {
            return 0;
        }
        if (!state_is_in(state, targets[i]) && !last_attack_has(state, id, targets[i]) &&
            !decision_refuse(decision, "attack", "%s %s out of the fight",
                             state_name(state, targets[i]),
                             is_many(state, targets[i]) ? "are" : "is")) {
            return 0;
        }
    }
    return count;
}

/* Kills go over to the next group of minor foes of the same level. */
static bool can_spread(struct decision *decision, const int *targets, int count)
{
    const struct state *state = &decision->state;
    int level = state_value(state, targets[0], LEVEL, 0);
    for (int i = 1; i < count; i++) {
        bool fits = is_minor(state, targets[0]) && is_minor(state, targets[i]) &&
                    state_value(state, targets[i], LEVEL, 0) == level;
        if (!fits && !decision_refuse(
                         decision, "multi-kill",
                         "kills can only be spread over groups of minor foes of one level")) {
            return false;
        }
    }
    return true;
}

/* ---- the effect ------------------------------------------------------------------------ */

static int foe_suffers(struct decision *decision, int foe, int effect, bool is_subdual)
{
    /* The blow that takes the last Life decides between death and subdual. */
    const struct effect *before = state_effect(&decision->state, NULL, FOUR_SUBDUED, foe, 0);
    if (is_subdual && before == NULL) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SUBDUED, foe, 0, str_of(""), 1);
    } else if (!is_subdual && before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    if (is_minor(&decision->state, foe)) {
        return harm_kill(decision, foe, effect, is_subdual);
    }
    table_damage(decision, foe, effect, "damage");
    return effect;
}

/* The first effect that keeps it asleep; NULL: it is awake. */
static const struct effect *sleep_of(const struct state *state, int foe)
{
    const struct effect *found = condition_effect(state, foe, "sleeping");
    found = found != NULL ? found : condition_effect(state, foe, "asleep");
    return found != NULL ? found
                         : state_effect_labelled(state, FOUR_SOME, foe, 0, str_of("asleep"));
}

/* A foe that is attacked wakes and fights; the sleepers of a group, when one of them is. */
static void rouse(struct decision *decision, int foe, bool is_at_awake)
{
    const struct state *state = &decision->state;
    const struct effect *asleep;
    while (!is_at_awake && decision_goes_on(decision) &&
           (asleep = sleep_of(state, foe)) != NULL) {
        bool is_some = asleep->kind == FOUR_SOME;
        struct event *event = decision_end_effect(
            decision, is_some ? EVENT_EFFECT_CHANGED : EVENT_CONDITION_CHANGED, asleep);
        decision_say(decision, event, "foe reaction", "%s: awake", state_name(state, foe));
    }
    if (state_is_in(state, foe) && !attitude_is_hostile(state, foe)) {
        attitude_set(decision, foe, REACTION_FIGHT, 0);
    }
}

/* ---- the attack ------------------------------------------------------------------------ */

bool attack_act(const struct state *state, int id, int foe, struct inputs *out,
                struct error *err)
{
    struct said said;
    char word[LABEL_SIZE];
    int open = counts_first_open(state);
    if (open != 0) {
        error_set(err, STATUS_MISSING, "", "the number of %s is rolled when they are met (%s)",
                  state_name(state, open), counts_open(state, open));
        return false;
    }
    said_begin(&said, ROLL_ATTACK, id, foe);
    said_attack_moment(&said, state);
    if (said_is_immune(state, &said.occasion, word)) {
        error_set(err, STATUS_MISSING, "", "%s is immune to %s", state_name(state, foe), word);
        return false;
    }
    /* A shot, or hand to hand from a rank that can fight; a last attack always reaches. */
    if (!said_says(&said.occasion, "ranged") && !said_says(&said.occasion, "last-attack") &&
        !location_can_melee(state, id)) {
        error_set(err, STATUS_MISSING, "", "%s stands too far back to fight hand to hand",
                  state_name(state, id));
        return false;
    }
    rolls_attack(state, foe, bodies_of(state, foe), out);
    return said_finish(state, &said, out, err);
}

enum { OUT_HIT, OUT_CRITICAL, OUT_KILL, OUT_KILLS, OUT_DAMAGE };

void attack_comes_to(struct decision *decision, const struct blow *blow,
                     const struct outcome *outcome)
{
    const struct state *state = &decision->state;
    bool minor = is_minor(state, blow->targets[0]);
    int effect = (int)outcome->value[minor ? OUT_KILLS : OUT_DAMAGE];
    struct named_several who = combatants_named(state, blow->targets, blow->count);
    decision_label(decision, "%s %s %s", state_name(state, blow->id),
                   effect > 0 ? "hits" : "misses", who.text);
    for (int i = 0; i < blow->count && effect > 0 && decision_goes_on(decision); i++) {
        int foe = blow->targets[i];
        int most = rolls_bodies_of(state, blow, foe);
        int share = minor && effect > most ? most : effect;
        effect -= foe_suffers(decision, foe, share, blow->is_subdual);
    }
    for (int i = 0; i < blow->count; i++) {
        rouse(decision, blow->targets[i], blow->is_at_awake);
    }
}

/* ---- stalactites ----------------------------------------------------------------------- */

/* One of `count` by a die with as many faces; 0: the dice are asked for. */
static int draw_one(struct decision *decision, const int *ids, int count)
{
    struct dice_expr expr;
    int64_t face = 1;
    TEXT_BUFFER(notation, 16);
    text_add(&notation, "d%d", count);
    CHECK(dice_expr_parse(&expr, (struct str){notation.p, notation.n}, NULL) == STATUS_OK);
    struct source why = {"on which", "environment"};
    if (count > 1 && !decision_throw(decision, &expr, 0, "stalactite", why, &face)) {
        decision_prompt(decision, why.label, " (1 %s, and so on)",
                        state_name(&decision->state, ids[0]));
        return 0;
    }
    return ids[face - 1];
}

/* It falls on a foe, which loses 1 Life, a group one body, when d6 and the party's level reach
 * its level. */
static void fall_on_foe(struct decision *decision)
{
    const struct state *state = &decision->state;
    int ids[COMBATANTS_MAX], count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id)) {
            ids[count++] = id;
        }
    }
    int foe = draw_one(decision, ids, count);
    if (foe == 0) {
        return;
    }
    struct dice_expr expr;
    int64_t total;
    int level = state_value(state, foe, LEVEL, 1);
    struct source why = {"the stalactite", "environment"};
    char who[NAME_SIZE + 32];
    TEXT_BUFFER(notation, 16);
    text_add(&notation, "d6+%d", highest_level(state));
    CHECK(dice_expr_parse(&expr, (struct str){notation.p, notation.n}, NULL) == STATUS_OK);
    text_format(who, sizeof who, "stalactite → %s", state_name(state, foe));
    if (!decision_throw(decision, &expr, 0, who, why, &total)) {
        decision_prompt(decision, why.label, " (hits at %d)", level);
        decision_chance(decision, "hits", level, INT_MAX);
    } else if (total < level) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, foe), "environment",
                     "the stalactite misses %s", state_name(state, foe));
    } else {
        foe_suffers(decision, foe, 1, false);
        rouse(decision, foe, false);
    }
}

/* An attack with a two-handed weapon that explodes brings one down, 3 in 6: on a character at 1
 * to 3 of another d6, on a foe at 4 to 6. A house note of the location. */
static void shake(struct decision *decision, const struct said *said,
                  const struct outcome *outcome)
{
    const struct state *state = &decision->state;
    const struct str two_handed = {"two-handed", 10};
    int face;
    if (!decision_goes_on(decision) || outcome->value[OUT_CRITICAL] == 0 ||
        !situation_holds(state, "stalactites") || foes_left(state) == 0 ||
        !occasion_is(state, &said->occasion, two_handed)) {
        return;
    }
    struct source why = {"3 in 6", "environment"};
    if (!rolls_d6(decision, 0, "stalactite", why, &face)) {
        decision_prompt(decision, why.label, " (it falls at 3 or less)");
        decision_chance(decision, "it falls", 1, 3);
        return;
    }
    if (face > 3) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "environment",
                     "no stalactite falls");
        return;
    }
    why.label = "on whom";
    if (!rolls_d6(decision, 0, "stalactite falls", why, &face)) {
        decision_prompt(decision, why.label, " (1 to 3 a character, 4 to 6 a foe)");
        decision_chance(decision, "on a character", 1, 3);
    } else if (face <= 3) {
        /* It falls on a character, who saves against the party's level or loses 1 Life. */
        int ids[COMBATANTS_MAX];
        int count = marching_order(&decision->state, ids);
        int id = count > 0 ? draw_one(decision, ids, count) : 0;
        if (id != 0) {
            char text[LABEL_SIZE];
            text_format(text, sizeof text, "stalactite, save L%d or 1 damage",
                        highest_level(&decision->state));
            harm_call(decision, 0, id, text);
        }
    } else {
        fall_on_foe(decision);
    }
}

void attack_in_vain(struct decision *decision, int id, int foe, const struct outcome *outcome)
{
    int damage = outcome->is_present[OUT_DAMAGE] ? (int)outcome->value[OUT_DAMAGE] : 0;
    if (damage > 0) {
        decision_dealt(decision, foe, id, damage, 0);
    }
}

/* The foe is immune: the act has no effect, and there is nothing to re-roll. */
static bool is_in_vain(struct decision *decision, const struct said *said,
                       struct outcome *outcome)
{
    int foe = said->occasion.against;
    char word[LABEL_SIZE];
    if (!said_is_immune(&decision->state, &said->occasion, word)) {
        return false;
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "foe types",
                 "%s: immune to %s", state_name(&decision->state, foe), word);
    attack_in_vain(decision, said->occasion.who, foe, outcome);
    outcome->value[OUT_KILLS] = 0;
    outcome->value[OUT_DAMAGE] = 0;
    return true;
}

static bool roll_attack(struct decision *decision, const struct command *command,
                        const struct said *said, const struct blow *blow,
                        struct outcome *outcome)
{
    const struct state *state = &decision->state;
    int id = said->occasion.who, foe = said->occasion.against;
    struct inputs inputs;
    rolls_attack(state, foe, rolls_bodies(state, blow), &inputs);
    if (blow->is_subdual) {
        inputs_give_text(&inputs, "purpose", str_of("subdue"));
    }
    char who[NAME_SIZE * 2 + 16];
    text_format(who, sizeof who, "%s%s → %s", state_name(state, id),
                said_says(&said->occasion, "ranged") ? ", shot" : "", state_name(state, foe));
    reroll_forget(decision, id);
    if (!said_give(decision, command, said, &inputs)) {
        return false;
    }
    bool is_rolled = decision_resolve(decision, &inputs, id, foe, who, outcome);
    said_tell_immune(decision, said);
    if (!is_rolled) {
        return false;
    }
    if (!is_in_vain(decision, said, outcome)) {
        reroll_note(decision, id, reroll_attack, outcome->value[OUT_HIT] == 0);
    }
    return decision_goes_on(decision);
}

/* True when somebody of them is awake, when the blow is aimed at those. */
static bool has_awake(struct decision *decision, const struct blow *blow)
{
    for (int i = 0; i < blow->count && blow->is_at_awake; i++) {
        if (bodies_awake(&decision->state, blow->targets[i]) == 0) {
            return decision_refuse(decision, "foe reaction", "nobody of %s is awake",
                                   state_name(&decision->state, blow->targets[i])) &&
                   false;
        }
    }
    return true;
}

void attack_decide(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    struct blow blow = {.id = party_actor(decision, command),
                        .is_subdual = command_option(command, "subdual") != NULL,
                        .is_at_awake = command_option(command, "awake") != NULL};
    blow.count = blow.id != 0 ? targets_of(decision, command, blow.id, blow.targets) : 0;
    if (blow.count == 0 || !has_awake(decision, &blow)) {
        return;
    }
    int id = blow.id, foe = blow.targets[0];
    struct said said;
    struct outcome outcome;
    said_begin(&said, ROLL_ATTACK, id, foe);
    said_options(&said, command);
    said_attack_moment(&said, state);
    bool is_last = last_attack_has(state, id, foe);
    enum phase kind =
        said_says(&said.occasion, "ranged") ? PHASE_PARTY_SHOOTS : PHASE_PARTY_MELEE;
    if ((is_last ? !party_can_act(decision, id) : !party_may_act(decision, id, kind)) ||
        !option_value(decision, command, "level", foe, LEVEL, level_range) ||
        !can_spread(decision, blow.targets, blow.count) ||
        !said_spend(decision, command, &said)) {
        return;
    }
    if (roll_attack(decision, command, &said, &blow, &outcome)) {
        const struct effect *granted =
            state_effect(&decision->state, NULL, FOUR_GRANTED, id, foe);
        if (granted != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, granted);
        } else {
            decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
        }
        attack_comes_to(decision, &blow, &outcome);
        shake(decision, &said, &outcome);
    }
}
