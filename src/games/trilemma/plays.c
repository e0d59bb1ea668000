/* Trilemma played without a referee: reactions, turns, what comes next. */
#include "games/trilemma/plays.h"

#include <string.h>

#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"
#include "tracker/conditions.h"
#include "games/generic/plays.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/reactions.h"

/* ==== Reactions (5.4, 5.17): a shield before or after the roll, ripostes, attacks on those
 * who are flat-footed, attacks on a clear order. Nobody pays its last point: at 0 it is
 * flat-footed (5.9). */

/* What somebody has done already in a turn, so that it does so once: bits of player->kept,
 * above them the turn. */
enum { DID_RIPOSTE = 1, DID_SHIELD = 2, DID_OPPORTUNITY = 4, DID_ORDER = 8, BITS = 16 };

/* The attack on a clear order costs 10 of a score that also sets the place in the order: only
 * those who are well ahead pay it. */
enum { WELL_AHEAD = 20 };

static int turn_now(const struct state *state)
{
    return state->value[ENCOUNTER_ROUND] * (COMBATANTS_MAX + 1) + state->value[ENCOUNTER_TURN];
}

static bool has_done(const struct state *state, const struct player *player, int id, int bit)
{
    int kept = player->kept[id - 1];
    return kept / BITS == turn_now(state) && (kept & bit) != 0;
}

static void does(const struct state *state, struct player *player, int id, int bit)
{
    int kept = player->kept[id - 1];
    player->kept[id - 1] =
        (kept / BITS == turn_now(state) ? kept : turn_now(state) * BITS) | bit;
}

/* ---- who may ---------------------------------------------------------------------------- */

/* Whether it may react, pays the price and keeps something (5.4, 5.5, 5.9, 5.11), and its
 * policy wants it at its present hit points. */
static bool wants(const struct state *state, const struct player *player, int id,
                  const char *reaction)
{
    int hp = 0;
    bool has_hp = trilemma_hp(state, id, &hp);
    return state_is_in(state, id) && trilemma_is_round(state) &&
           state_is_set(state, id, FIELD_INITIATIVE) && !trilemma_is_henchman(state, id) &&
           trilemma_score(state, id) > trilemma_reaction_price(reaction) &&
           player_is_at(player, state, id, POLICY_reacts_at, has_hp ? hp : 1,
                        has_hp ? state_value(state, id, FIELD_HP_MAX, hp) : 1);
}

/* The rules take a shield for granted where nothing is said; in a forecast that is assumed of
 * the party alone, or of whom the caller says. Training takes its place (5.17). */
static bool has_shield(const struct state *state, const struct player *player, int id)
{
    const char *who = player_assumes(player, "shields");
    bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY &&
                    combatant_made_from(state, id) == NULL;
    bool is_assumed = strcmp(who, "all") == 0 || (strcmp(who, "party") == 0 && is_party);
    return trait_value(state, id, "shield", is_assumed ? 1 : 0) != 0 ||
           trait_value(state, id, "defence", 0) != 0;
}

/* ---- shields ---------------------------------------------------------------------------- */

static const char *shield_policy(const struct state *state, const struct player *player, int id)
{
    const char *word = policy_answer(player_policy(player, state, id), "shield");
    return word != NULL ? word : "danger";
}

static int most_damage(const struct state *state, int attacker)
{
    struct dice_expr expr;
    int64_t least, most;
    struct error err;
    if (dice_expr_parse_as(NULL, &expr, str_of(trilemma_damage_dice(state, attacker)),
                           DICE_LOGGED, &err) != STATUS_OK) {
        return 0;
    }
    dice_expr_range(&expr, &least, &most);
    return most > 1000 ? 1000 : (int)most;
}

/* One shield for each foe's turn, before the roll or after it. 2 before the roll is cheaper
 * than 5 after it, but may be for nothing: it is paid when a usual hit would be beyond the hit
 * points. */
static void plays_shield(const struct state *state, struct player *player, int target,
                         int attacker, struct text *line)
{
    const char *when = shield_policy(state, player, target);
    int hp;
    bool is_before = strcmp(when, "before") == 0;
    if ((!is_before && strcmp(when, "danger") != 0) ||
        !wants(state, player, target, "shield") || !has_shield(state, player, target) ||
        trilemma_bought(state, target, BUYS_DEFENCE) != NULL) {
        return;
    }
    if (is_before ||
        (trilemma_hp(state, target, &hp) && hp * 2 <= most_damage(state, attacker))) {
        does(state, player, target, DID_SHIELD);
        text_add(line, "react #%d shield", target);
    }
}

/* A shield after the roll, when the last hit makes an injury save due. */
static void plays_late_shield(const struct state *state, struct player *player,
                              struct text *line)
{
    const struct effect *hit = NULL;
    while (line->n == 0 &&
           (hit = state_effect(state, hit, TRILEMMA_STRUCK, ANYBODY, ANYBODY)) != NULL) {
        int id = hit->subject;
        bool is_due = state_value(state, id, FIELD_CHECK_DUE, 0) > 0 &&
                      state_has_effect(state, TRILEMMA_STRUCK_INJURY, id, hit->object);
        if (!is_due || has_done(state, player, id, DID_SHIELD)) {
            continue;
        }
        const char *when = shield_policy(state, player, id);
        bool is_wanted = strcmp(when, "after") == 0 || strcmp(when, "danger") == 0;
        if (is_wanted && state_is_set(state, id, STRENGTH) && has_shield(state, player, id) &&
            wants(state, player, id, "shield-after")) {
            does(state, player, id, DID_SHIELD);
            text_add(line, "react #%d shield-after", id);
        }
    }
}

/* ---- attacks out of turn ----------------------------------------------------------------- */

static bool is_opponent(const struct state *state, int id, int other)
{
    return other != 0 && state_is_in(state, other) &&
           state_value(state, id, FIELD_SIDE, SIDE_FOES) !=
               state_value(state, other, FIELD_SIDE, SIDE_FOES);
}

static bool is_allowed(const struct state *state, const struct player *player, int id,
                       const char *reaction)
{
    const char *word = policy_answer(player_policy(player, state, id), reaction);
    return word == NULL || strcmp(word, "no") != 0;
}

static bool reacts(const struct state *state, struct player *player, int id, int bit,
                   const char *reaction, struct text *line)
{
    if (has_done(state, player, id, bit) || !is_allowed(state, player, id, reaction) ||
        !wants(state, player, id, reaction)) {
        return false;
    }
    does(state, player, id, bit);
    text_add(line, "react #%d %s", id, reaction);
    return true;
}

/* Those trained in it, after each attack on them; and at one who is flat-footed. */
static void answer_foe(const struct state *state, struct player *player, int foe,
                       struct text *line)
{
    bool has_acted = state_value(state, foe, FIELD_HAS_ACTED, 0) != 0;
    /* The one whose turn it is, at 0, drops its guard (5.9). */
    bool is_open =
        state_is_set(state, foe, FIELD_INITIATIVE) && trilemma_score(state, foe) == 0;
    for (int id = 1; id <= state->count && line->n == 0 && (has_acted || is_open); id++) {
        if (!state_is_in(state, id) || !is_opponent(state, id, foe)) {
            continue;
        }
        bool is_attacked = has_acted && trilemma_is_engaged(state, id, foe);
        if (is_attacked && trait_value(state, id, "riposte", 0) != 0) {
            reacts(state, player, id, DID_RIPOSTE, "riposte", line);
        }
        if (line->n == 0 && is_open) {
            reacts(state, player, id, DID_OPPORTUNITY, "opportunity", line);
        }
    }
}

/* Those under the command of the one whose turn it is, as long as they are well ahead. */
static void follow_order(const struct state *state, struct player *player, int superior,
                         struct text *line)
{
    const struct effect *effect = NULL;
    int foes[COMBATANTS_MAX];
    while (line->n == 0 && (effect = state_effect(state, effect, TRILEMMA_COMMANDED, ANYBODY,
                                                  superior)) != NULL) {
        int id = effect->subject;
        if (id != superior && state_is_in(state, id) &&
            trilemma_score(state, id) > WELL_AHEAD &&
            player_does(player, state, id, POLICY_uses, "clear order") &&
            player_opponents(state, id, foes) > 0) {
            reacts(state, player, id, DID_ORDER, TRILEMMA_CLEAR_ORDER, line);
        }
    }
}

/* An attack out of turn that somebody pays for: a riposte, at a foe who is flat-footed, on a
 * clear order. */
static void plays_reaction(const struct state *state, struct player *player, struct text *line)
{
    int turn = state->value[ENCOUNTER_TURN];
    if (turn == 0 || !trilemma_is_round(state) || !state_is_in(state, turn)) {
        return;
    }
    answer_foe(state, player, turn, line);
    follow_order(state, player, turn, line);
}

/* Whom the one who paid for an attack meant; 0: anybody. */
static int plays_meant(const struct state *state, const struct player *player, int id)
{
    int turn = state->value[ENCOUNTER_TURN];
    bool means_it =
        is_opponent(state, id, turn) && (has_done(state, player, id, DID_RIPOSTE) ||
                                         has_done(state, player, id, DID_OPPORTUNITY));
    return means_it ? turn : 0;
}

/* ==== What comes next. */

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
    plays_shield(state, player, target, id, line);
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
    plays_shield(state, player, target, id, line);
    if (line->n == 0) {
        text_add(line, "attack #%d by=#%d", target, id);
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

static void take_turn(const struct state *state, struct player *player, int id,
                      struct text *line)
{
    if (!state_is_in(state, id)) {
        return;
    }
    if (state_value(state, id, FIELD_HAS_ACTED, 0)) {
        /* Another turn for the one with the highest score (5.3), which keeps something of it.
         */
        enum { PRICE = 10 };
        int targets[COMBATANTS_MAX];
        if (trilemma_has_superior(state, id) && trilemma_score(state, id) > PRICE &&
            player_opponents(state, id, targets) > 0 &&
            player_does(player, state, id, POLICY_uses, "superior")) {
            text_add(line, "superior");
        }
        return;
    }
    /* Henchmen under its command who have not acted: in its own turn an order costs nothing
     * (5.11). */
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
    /* Four extra degrees on a direct hit, unless the hit has made an injury save due already
     * (5.20); the policy may keep them. */
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
    plays_late_shield(state, player, line);
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
    for (int id = 1; id <= state->count && line->n == 0; id++) {
        if (state_value(state, id, FIELD_MORALE_DUE, 0) != 0 &&
            group_counts(state, id).left > 0) {
            text_add(line, "morale #%d then=%s", group_member(state, id),
                     player_assumes(player, "broken"));
        }
    }
    player_runs_counter(state, line);
    if (line->n == 0) {
        for (int id = 1; id <= state->count && line->n == 0; id++) {
            /* Who came later rolls when it arrives (T15). Without wits there is nothing to
             * roll. */
            if (!state_is_set(state, id, FIELD_INITIATIVE) && state_is_in(state, id) &&
                (trilemma_is_henchman(state, id) || state_is_set(state, id, WITS) ||
                 trilemma_surprise(state, id) == SURPRISE_ZERO)) {
                text_add(line, "initiative");
            }
        }
    }
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
    /* Acts that were paid for or ordered: attacks, or any one action. Words alone stay unused.
     */
    const struct effect *effect = NULL;
    while (line->n == 0 && trilemma_is_round(state) &&
           (effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        bool is_attack = buys == BUYS_ATTACK || (buys == BUYS_ACT && trilemma_is_order(effect));
        if (is_attack && state_is_in(state, effect->subject)) {
            attack(state, player, effect->subject, plays_meant(state, player, effect->subject),
                   line);
        }
    }
    if (line->n == 0) {
        plays_reaction(state, player, line);
    }
    if (line->n == 0 && turn != 0) {
        take_turn(state, player, turn, line);
    }
}
