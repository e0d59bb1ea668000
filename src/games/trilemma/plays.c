#include "games/trilemma/plays.h"

#include <string.h>

#include "games/generic/plays.h"
#include "games/trilemma/bought.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/melee.h"
#include "games/trilemma/plays_reactions.h"
#include "games/trilemma/spending.h"
#include "tracker/conditions.h"
#include "tracker/combatant_fields.h"

const struct assumption_def trilemma_assumptions[] = {
    {"injury", "who fails an injury save", {"out", "wounded", "dead", "none"}},
    {"broken", "those whose morale breaks", {"flee", "surrender", "other"}},
    {"interrupted", "a caster who is hurt loses the spell", {"yes", "no"}},
    {"shields", "who has a shield where it is not said", {"party", "nobody", "all"}},
    {0}};

/* Other choices leave the wounded in the fight, at 0 hit points. */
const char *const trilemma_ends_wounds[] = {"injury=out", "injury=dead", NULL};

/* Extra degrees that a direct hit costs (5.20), tenths of an aimed shot (5.21). */
enum { DIRECT_HIT = 4 };

/* ---- what is due ------------------------------------------------------------------------- */

/* Four extra degrees on a direct hit, unless the hit has made an injury save due already
 * (5.20); the policy may keep them. */
static void spend_degrees(const struct state *state, const struct player *player,
                          struct text *line)
{
    const struct effect *pool = NULL;
    while (line->n == 0 &&
           (pool = state_effect(state, pool, TRILEMMA_DEGREES, ANYBODY, ANYBODY)) != NULL) {
        const char *word =
            policy_answer(player_policy(player, state, pool->subject), "degrees");
        bool is_wanted = word == NULL || strcmp(word, "direct") == 0;
        if (is_wanted && pool->amount >= DIRECT_HIT && state_is_in(state, pool->object) &&
            state_value(state, pool->object, FIELD_CHECK_DUE, 0) == 0) {
            text_add(line, "effect direct by=#%d", pool->subject);
        }
    }
}

static void settle_hurt(const struct state *state, const struct player *player,
                        struct text *line)
{
    const struct effect *doubt = NULL;
    while (line->n == 0 && (doubt = state_effect(state, doubt, TRILEMMA_INTERRUPTED, ANYBODY,
                                                 ANYBODY)) != NULL) {
        if (state_is_in(state, doubt->subject)) {
            text_add(line, "interrupt #%d %s", doubt->subject,
                     player_assumes(player, "interrupted"));
        }
    }
    for (int id = 1; id <= state->count && line->n == 0; id++) {
        if (state_value(state, id, FIELD_CHECK_DUE, 0) > 0 && state_is_in(state, id)) {
            text_add(line, "injury #%d %s", id, player_assumes(player, "injury"));
        }
    }
}

static void settle_morale(const struct state *state, const struct player *player,
                          struct text *line)
{
    for (int id = 1; id <= state->count && line->n == 0; id++) {
        if (state_value(state, id, FIELD_MORALE_DUE, 0) != 0 &&
            group_counts(state, id).left > 0) {
            text_add(line, "morale #%d then=%s", group_member(state, id),
                     player_assumes(player, "broken"));
        }
    }
}

/* Who came later rolls when it arrives (T15). Without wits there is nothing to roll. */
static bool lacks_score(const struct state *state, int id)
{
    return !state_is_set(state, id, FIELD_INITIATIVE) && state_is_in(state, id) &&
           (trilemma_is_henchman(state, id) || state_is_set(state, id, WITS) ||
            trilemma_surprise(state, id) == SURPRISE_ZERO);
}

static void roll_initiative(const struct state *state, struct text *line)
{
    for (int id = 1; id <= state->count && line->n == 0; id++) {
        if (lacks_score(state, id)) {
            text_add(line, "initiative");
        }
    }
}

static void settle(const struct state *state, struct player *player, struct text *line)
{
    spend_degrees(state, player, line);
    trilemma_plays_late_shield(state, player, line);
    settle_hurt(state, player, line);
    settle_morale(state, player, line);
    player_runs_counter(state, line);
    if (line->n == 0) {
        roll_initiative(state, line);
    }
}

/* ---- an attack --------------------------------------------------------------------------- */

static bool is_shooter(const struct state *state, int id)
{
    static const char *const weapons[] = {"bow", "crossbow", "sling", "shoots", "archer"};
    const struct effect *trait = NULL;
    while ((trait = state_effect(state, trait, EFFECT_TRAIT, id, ANYBODY)) != NULL) {
        for (size_t i = 0; i < sizeof weapons / sizeof weapons[0]; i++) {
            if (trait->amount != 0 &&
                str_equal_any_case(str_of(trait->label), str_of(weapons[i]))) {
                return true;
            }
        }
    }
    return false;
}

/* The others in melee with this one but the shooter; the first of them in *first. */
static int in_melee_with(const struct state *state, int target, int shooter, int *first)
{
    int count = 0;
    *first = 0;
    for (int other = 1; other <= state->count; other++) {
        if (other != shooter && other != target && state_is_in(state, other) &&
            trilemma_is_engaged(state, target, other)) {
            *first = count == 0 ? other : *first;
            count++;
        }
    }
    return count;
}

static bool is_in_melee(const struct state *state, int id)
{
    int first;
    return in_melee_with(state, id, 0, &first) > 0;
}

/* Shots go to those who are not in melee, if there are any. */
static int apart(const struct state *state, int shooter, int *ids, int count)
{
    int kept[COMBATANTS_MAX], apart = 0, first;
    for (int i = 0; i < count; i++) {
        if (in_melee_with(state, ids[i], shooter, &first) == 0) {
            kept[apart++] = ids[i];
        }
    }
    if (apart > 0) {
        memcpy(ids, kept, (size_t)apart * sizeof kept[0]);
    }
    return apart > 0 ? apart : count;
}

/* Into a melee a shot may hit another one (5.21): a round is spent on aiming first, if the
 * policy says so. */
static void shoot(const struct state *state, struct player *player, int id, int target,
                  struct text *line)
{
    int other;
    const struct policy *policy = player_policy(player, state, id);
    const char *facing = policy_answer(policy, "facing");
    const char *aim = policy_answer(policy, "aim");
    bool is_into_melee = in_melee_with(state, target, id, &other) > 0;
    bool has_aimed = state_has_effect(state, TRILEMMA_AIMING, id, ANYBODY);
    bool is_own_turn = state->value[ENCOUNTER_TURN] == id;
    if (is_into_melee && aim != NULL && strcmp(aim, "yes") == 0 && !has_aimed && is_own_turn) {
        text_add(line, "aim by=#%d", id);
        return;
    }
    trilemma_plays_shield(state, player, target, id, line);
    if (line->n == 0) {
        text_add(line, "shoot #%d by=#%d", target, id);
        if (is_into_melee) {
            text_add(line, " other=#%d facing=%s", other, facing != NULL ? facing : "side");
        }
    }
}

/* An attack on this one, or whom it aims at (0), after the shield of who is attacked. */
static void attack(const struct state *state, struct player *player, int id, int meant,
                   struct text *line)
{
    int targets[COMBATANTS_MAX];
    int count = generic_play_targets(state, id, targets);
    bool shoots = meant == 0 && is_shooter(state, id) && !is_in_melee(state, id);
    if (shoots) {
        count = apart(state, id, targets, count);
    }
    int target = meant != 0 ? meant : player_aims(player, state, id, targets, count);
    if (target == 0) {
        return;
    }
    if (shoots) {
        shoot(state, player, id, target, line);
        return;
    }
    trilemma_plays_shield(state, player, target, id, line);
    if (line->n == 0) {
        text_add(line, "attack #%d by=#%d", target, id);
    }
}

/* Acts that were paid for or ordered: attacks, or any one action. Words alone stay unused. */
static void use_bought(const struct state *state, struct player *player, struct text *line)
{
    const struct effect *effect = NULL;
    while (line->n == 0 && trilemma_is_round(state) &&
           (effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        bool is_attack = buys == BUYS_ATTACK || (buys == BUYS_ACT && trilemma_is_order(effect));
        if (is_attack && state_is_in(state, effect->subject)) {
            attack(state, player, effect->subject,
                   trilemma_plays_meant(state, player, effect->subject), line);
        }
    }
}

/* ---- the turn ---------------------------------------------------------------------------- */

static bool wants_to_flee(const struct state *state, const struct player *player, int id)
{
    int hp, opponents[COMBATANTS_MAX];
    return trilemma_hp(state, id, &hp) &&
           player_is_at(player, state, id, POLICY_flees_at, hp,
                        state_value(state, id, FIELD_HP_MAX, hp)) &&
           player_opponents(state, id, opponents) > 0;
}

/* Who is at 0 can buy nothing: it rolls again instead of acting (5.6, 5.9), with a penalty die,
 * unless its policy says otherwise. */
static bool wants_to_reorient(const struct state *state, const struct player *player, int id)
{
    const char *word = policy_answer(player_policy(player, state, id), "reorient");
    return trilemma_score(state, id) == 0 && !trilemma_is_henchman(state, id) &&
           state_is_set(state, id, WITS) && word != NULL && strcmp(word, "yes") == 0;
}

/* `guard: 30`: at 30% of its hit points it defends itself, as long as others of its side do
 * not. */
static bool is_at_guard(const struct state *state, const struct player *player, int id)
{
    int64_t share;
    int hp;
    const char *word = policy_answer(player_policy(player, state, id), "guard");
    return word != NULL && str_to_int64(str_of(word), 1, 100, &share) &&
           trilemma_hp(state, id, &hp) && state_is_set(state, id, STRENGTH) &&
           hp * 100 <= share * state_value(state, id, FIELD_HP_MAX, hp);
}

static bool wants_to_guard(const struct state *state, const struct player *player, int id)
{
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
    bool others_attack = false;
    for (int other = 1; other <= state->count; other++) {
        others_attack =
            others_attack || (other != id && state_is_in(state, other) &&
                              state_value(state, other, FIELD_SIDE, SIDE_FOES) == side &&
                              !is_at_guard(state, player, other));
    }
    return others_attack && is_at_guard(state, player, id);
}

/* Henchmen under its command who have not acted: in its own turn an order costs nothing
 * (5.11). */
static void give_orders(const struct state *state, const struct player *player, int id,
                        struct text *line)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_COMMANDED, ANYBODY, id)) != NULL) {
        int one = effect->subject;
        if (state_is_in(state, one) && trilemma_is_henchman(state, one) && one != id &&
            state_is_set(state, one, FIELD_INITIATIVE) &&
            !state_value(state, one, FIELD_HAS_ACTED, 0) &&
            player_does(player, state, id, POLICY_uses, "order")) {
            text_add(line, line->n == 0 ? "order #%d" : ",#%d", one);
        }
    }
    if (line->n > 0) {
        text_add(line, " by=#%d", id);
    }
}

/* Another turn for the one with the highest score (5.3), which keeps something of it. */
static void take_superior(const struct state *state, const struct player *player, int id,
                          struct text *line)
{
    enum { PRICE = 10 };
    int targets[COMBATANTS_MAX];
    if (trilemma_has_superior(state, id) && trilemma_score(state, id) > PRICE &&
        player_opponents(state, id, targets) > 0 &&
        player_does(player, state, id, POLICY_uses, "superior")) {
        text_add(line, "superior");
    }
}

static void take_turn(const struct state *state, struct player *player, int id,
                      struct text *line)
{
    if (!state_is_in(state, id)) {
        return;
    }
    if (state_value(state, id, FIELD_HAS_ACTED, 0)) {
        take_superior(state, player, id, line);
        return;
    }
    give_orders(state, player, id, line);
    if (line->n > 0 || condition_holds(state, id, "stunned")) {
        return;
    }
    if (wants_to_flee(state, player, id)) {
        text_add(line, "out #%d fled", id);
    } else if (trilemma_is_casting(state, id)) {
        text_add(line, "cast by=#%d", id);
    } else if (wants_to_reorient(state, player, id)) {
        text_add(line, "reorient by=#%d", id);
    } else if (wants_to_guard(state, player, id)) {
        text_add(line, "guard by=#%d", id);
    } else {
        attack(state, player, id, 0, line);
    }
}

void trilemma_plays(const struct state *state, struct player *player, struct text *line)
{
    int turn = state->value[ENCOUNTER_TURN];
    bool has_begun = state->value[ENCOUNTER_ROUND] > 0;
    settle(state, player, line);
    if (line->n > 0) {
        return;
    }
    if (!has_begun) {
        text_add(line, "initiative");
        return;
    }
    if (!trilemma_is_round(state)) {
        text_add(line, "next by=party");
        return;
    }
    use_bought(state, player, line);
    if (line->n == 0) {
        trilemma_plays_reaction(state, player, line);
    }
    if (line->n == 0 && turn != 0) {
        take_turn(state, player, turn, line);
    }
}
