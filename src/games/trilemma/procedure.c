/* Trilemma at the table: its commands, its settings, what the screen shows of a combatant, and
 * pending checks. The rules themselves are in the other files of this folder. Each of them
 * knows only those of lines above its own, and this one knows all:
 *
 *   combatant             what holds of one combatant; what the referee chooses
 *   acting                who does something, what was paid for, spells
 *   morale, hits          who checks morale, and creatures; effects of acts
 *   attack, initiative    acts with a weapon; turns and rounds
 *   reactions             prices, the acts that they buy, what else is paid for
 *   plays                 fights without a referee
 *
 * The consequences of changes for spells and morale are watched here, whatever act made the
 * change. */
#include "tracker/conditions.h"

#include <string.h>

#include "games/generic/plays.h"
#include "games/generic/procedure.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/attack.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/initiative.h"
#include "games/trilemma/morale.h"
#include "games/trilemma/reactions.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/policy.h"
#include "tracker/prepared.h"
#include "tracker/procedure.h"
#include "tracker/turns.h"

/* Trilemma without a referee (the slot `plays` of tracker/procedure.h): the line that comes
 * next: what is due, reactions and what they buy, the act of the turn, superior initiative,
 * orders.
 *
 * Not played, since the rules give them no number: warnings, drawing a weapon, wits checks,
 * acts at a price that the referee names, forced bouts, what spells do, and extra degrees
 * beyond a direct hit. */

/* Trilemma played without a referee: reactions, turns, what comes next. */

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

/* True when it may react, pays the price and keeps something (5.4, 5.5, 5.9, 5.11), and its
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

/* An attack out of turn that somebody pays for: a riposte, at a foe who is flat-footed, on a
 * clear order. */
static void plays_reaction(const struct state *state, struct player *player, struct text *line)
{
    int turn = state->value[ENCOUNTER_TURN];
    if (turn == 0 || !trilemma_is_round(state) || !state_is_in(state, turn)) {
        return;
    }
    /* Those trained in it, after each attack on them; and at one who is flat-footed. */
    bool has_acted = state_value(state, turn, FIELD_HAS_ACTED, 0) != 0;
    /* The combatant whose turn it is, at 0, drops its guard (5.9). */
    bool is_open =
        state_is_set(state, turn, FIELD_INITIATIVE) && trilemma_score(state, turn) == 0;
    for (int id = 1; id <= state->count && line->n == 0 && (has_acted || is_open); id++) {
        if (!state_is_in(state, id) || !is_opponent(state, id, turn)) {
            continue;
        }
        bool is_attacked = has_acted && trilemma_is_engaged(state, id, turn);
        if (is_attacked && trait_value(state, id, "riposte", 0) != 0) {
            reacts(state, player, id, DID_RIPOSTE, "riposte", line);
        }
        if (line->n == 0 && is_open) {
            reacts(state, player, id, DID_OPPORTUNITY, "opportunity", line);
        }
    }
    /* Those under the command of the combatant whose turn it is, as long as they are well
     * ahead. */
    const struct effect *effect = NULL;
    int foes[COMBATANTS_MAX];
    while (line->n == 0 &&
           (effect = state_effect(state, effect, TRILEMMA_COMMANDED, ANYBODY, turn)) != NULL) {
        int id = effect->subject;
        if (id != turn && state_is_in(state, id) && trilemma_score(state, id) > WELL_AHEAD &&
            player_does(player, state, id, POLICY_uses, "clear order") &&
            player_opponents(state, id, foes) > 0) {
            reacts(state, player, id, DID_ORDER, TRILEMMA_CLEAR_ORDER, line);
        }
    }
}

/* Whom the combatant that paid for an attack meant; 0: anybody. */
static int plays_meant(const struct state *state, const struct player *player, int id)
{
    int turn = state->value[ENCOUNTER_TURN];
    bool means_it =
        is_opponent(state, id, turn) && (has_done(state, player, id, DID_RIPOSTE) ||
                                         has_done(state, player, id, DID_OPPORTUNITY));
    return means_it ? turn : 0;
}

/* ==== What comes next. */

static const struct assumption_def trilemma_assumptions[] = {
    {"injury", "who fails an injury save", {"out", "wounded", "dead", "none"}},
    {"broken", "those whose morale breaks", {"flee", "surrender", "other"}},
    {"interrupted", "a caster who is hurt loses the spell", {"yes", "no"}},
    {"shields", "who has a shield where it is not said", {"party", "nobody", "all"}},
    {0}};

/* Other choices leave the wounded in the fight, at 0 hit points. */
static const char *const trilemma_ends_wounds[] = {"injury=out", "injury=dead", NULL};

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
        /* Shots go to those who are not in melee, if there are any. */
        int kept[COMBATANTS_MAX], apart = 0, first;
        for (int i = 0; i < count; i++) {
            if (in_melee_with(state, targets[i], id, &first) == 0) {
                kept[apart++] = targets[i];
            }
        }
        if (apart > 0) {
            memcpy(targets, kept, (size_t)apart * sizeof kept[0]);
        }
        count = apart > 0 ? apart : count;
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
    int hp, opponents[COMBATANTS_MAX];
    if (trilemma_hp(state, id, &hp) &&
        player_is_at(player, state, id, POLICY_flees_at, hp,
                     state_value(state, id, FIELD_HP_MAX, hp)) &&
        player_opponents(state, id, opponents) > 0) {
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

static void trilemma_plays(const struct state *state, struct player *player, struct text *line)
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

/* ---- before a fight (5.1, 5.10 to 5.13, 5.15) ------------------------------------------ */

enum { TRILEMMA_PREPARED = 3 };

/* ---- texts ----------------------------------------------------------------------------- */

static void format_surprise(const struct state *state, int id, struct text *out)
{
    int surprise = trilemma_surprise(state, id);
    if (surprise != SURPRISE_ROLL) {
        text_add(out, "%s", trilemma_surprises[surprise]);
    }
}

/* The group that it leads, by one of its members. */
static void format_leader(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_LEADER, id, ANYBODY);
    if (effect != NULL) {
        text_add(out, "%s", state_name(state, effect->object != 0 ? effect->object : id));
    }
}

static void format_under(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_COMMANDED, id, ANYBODY);
    if (effect != NULL) {
        text_add(out, "%s", state_name(state, effect->object));
    }
}

static const struct prepared_def trilemma_prepared[TRILEMMA_PREPARED + 1] = {
    {.name = "surprise",
     .line = "surprise %w %v",
     .help = "how it gets its first score: prepared, zero ...",
     .format = format_surprise},
    {.name = "leader_of",
     .line = "leader %w of=%v",
     .help = "a member of the group that its fall shakes",
     .format = format_leader},
    {.name = "under",
     .line = "command %w under=%v",
     .help = "whose orders it follows",
     .format = format_under},
};

/* ---- what is missing ------------------------------------------------------------------- */

static bool is_in_fight(const struct state *state, int id)
{
    return state_is_present(state, id) && state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
}

static void find_leader(struct missing_list *list, const struct state *state, int id)
{
    const struct effect *leads = state_effect(state, NULL, TRILEMMA_LEADS, id, ANYBODY);
    bool is_leader = state_has_effect(state, TRILEMMA_LEADER, id, ANYBODY);
    const struct effect *leader = state_effect(state, NULL, TRILEMMA_LEADER, id, ANYBODY);
    bool has_group = false;
    for (int other = 1; other <= state->count && leader != NULL; other++) {
        has_group = has_group || (other != id && is_in_fight(state, other) &&
                                  group_of(state, other) == group_of(state, leader->object));
    }
    if ((leads == NULL && !is_leader) || has_group) {
        return;
    }
    struct missing *missing = missing_add(
        list, id, "%s leads %s%s, and nobody of them is here", state_name(state, id),
        leads != NULL ? "the kind " : "a group", leads != NULL ? leads->label : "");
    if (missing != NULL) {
        missing->rule = "5.13";
        text_format(missing->command, sizeof missing->command, "leader #%d of=", id);
    }
}

/* The slot `missing`. */
static void trilemma_missing(const struct state *state, struct missing_list *list)
{
    for (int id = 1; id <= state->count; id++) {
        if (!is_in_fight(state, id)) {
            continue;
        }
        missing_add_unset(list, state, id, "wits", "5.1");
        missing_add_unset(list, state, id, "strength", "5.14");
        /* An armour class is known as a number, or by the armour (5.15). */
        if (!state_is_set(state, id, ARMOUR)) {
            missing_add_unset(list, state, id, "ac", "5.15");
        }
        missing_add_unset(list, state, id, "hp", "5.18");
        /* Monsters and NPCs have a score; a group has one in common (5.12). */
        int group = group_of(state, id);
        bool is_told = trilemma_is_of_party(state, id) || trilemma_is_checked(state, group);
        for (int other = 1; other < id && !is_told; other++) {
            is_told = is_in_fight(state, other) && group_of(state, other) == group;
        }
        if (!is_told) {
            missing_add_unset(list, state, id, "morale", "5.12");
        }
        find_leader(list, state, id);
    }
}

/* ---- combatants ------------------------------------------------------------------------ */

/* State effects, and acts that were paid for, that show as one word beside the combatant. */
static const struct {
    int kind;
    const char *word;
} effects_of[] = {{TRILEMMA_DEFENCE, "defends"}, {TRILEMMA_AIMING, "aims"}};

static const char *const bought_words[] = {
    [BUYS_NOTHING] = "",       [BUYS_ATTACK] = "may attack", [BUYS_ACT] = "may act",
    [BUYS_DEFENCE] = "guards", [BUYS_ORDER] = "may order",   [BUYS_CHECK] = "may look"};

static void add_effects(const struct state *state, int id, struct text *out)
{
    for (size_t i = 0; i < sizeof effects_of / sizeof effects_of[0]; i++) {
        if (state_has_effect(state, effects_of[i].kind, id, ANYBODY)) {
            text_add_item(out, effects_of[i].word);
        }
    }
}

/* The slot `seen`: others see a spell from the start of the round (5.7). */
static void seen(const struct state *state, int id, struct text *out)
{
    if (trilemma_is_casting(state, id) && trilemma_is_round(state)) {
        text_add_item(out, "casting");
    }
    add_effects(state, id, out);
}

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    struct generic_words own;
    bool is_in_order = state_is_in(state, id) && state_is_set(state, id, FIELD_INITIATIVE);
    struct text words = text_over(own.words, sizeof own.words);
    struct text brief = text_over(own.brief, sizeof own.brief);
    if (is_in_order && trilemma_score(state, id) == 0) {
        text_add_item(&words, "flat-footed"); /* rule 5.9 */
    }
    if (trilemma_is_surprised(state, id)) {
        text_add_item(&words, "surprised"); /* rule 5.10 */
    }
    if (trilemma_is_casting(state, id)) {
        /* Others see it from the start of the round (5.7). */
        text_add_item(&words, trilemma_is_round(state) ? "casting" : "declared");
    }
    add_effects(state, id, &words);
    bool is_said[sizeof bought_words / sizeof bought_words[0]] = {false};
    const struct effect *effect = NULL;
    while ((effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        if (effect->subject == id && !is_said[buys]) {
            is_said[buys] = true;
            text_add_item(&words, bought_words[buys]);
        }
    }
    text_add(&brief, "%s", own.words);
    generic_describe(state, id, &own, out);
    if (is_in_order) {
        struct text score = text_over(out->score, sizeof out->score);
        text_add(&score, "%d", trilemma_score(state, id)); /* less what was spent (5.2) */
    }
}

static void phase(const struct state *state, struct text *out)
{
    int round = state->value[ENCOUNTER_ROUND];
    if (round == 0) {
        text_add(out, "not started");
    } else if (state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN) {
        text_add(out, "after round %d", round);
    } else {
        text_add(out, "round %d", round);
    }
}

/* ---- facts ----------------------------------------------------------------------------- */

static void fact_ac(const struct state *state, int id, struct text *out)
{
    int ac;
    TEXT_BUFFER(why, 120);
    if (!trilemma_ac(state, id, 0, &ac, &why)) {
        return;
    }
    if (why.n > 0) {
        text_add(out, "%s", why.p);
    } else {
        text_add(out, "AC %d", ac);
    }
    if (state_is_set(state, id, ARMOUR)) {
        text_add(out, " (armour %d)", state_value(state, id, ARMOUR, 0));
    }
    text_add(out, "\n");
}

static void fact_melee(const struct state *state, int id, struct text *out)
{
    const char *gap = "in melee with ";
    bool is_in_melee =
        state_is_in(state, id) && (state_has_effect(state, TRILEMMA_ENGAGED, id, ANYBODY) ||
                                   state_has_effect(state, TRILEMMA_ENGAGED, ANYBODY, id));
    for (int other = 1; is_in_melee && other <= state->count; other++) {
        if (other != id && state_is_in(state, other) && trilemma_is_engaged(state, id, other)) {
            text_add(out, "%s%s", gap, state_name(state, other));
            gap = ", ";
        }
    }
    text_add(out, "%s", gap[0] == ',' ? "\n" : "");
}

static void fact_morale(const struct state *state, int id, struct text *out)
{
    const char *label;
    int group = group_of(state, id);
    int score = trilemma_morale_score(state, group, &label);
    if (score == 0) {
        return;
    }
    text_add(out, "morale %d%s%s", score, label[0] != '\0' ? " " : "", label);
    text_add(out, "%s",
             state_has_effect(state, TRILEMMA_LEADER, id, ANYBODY) ? ", leader" : "");
    trilemma_morale_facts(state, id, out);
    text_add(out, "\n");
}

/* State effects with a sentence of their own. */
static void fact_marks(const struct state *state, int id, struct text *out)
{
    const struct effect *effect = NULL;
    const char *gap = "";
    while ((effect = state_effect(state, effect, EFFECT_TRAIT, id, ANYBODY)) != NULL) {
        text_add(out,
                 effect->amount == 0   ? "%sno %s"
                 : effect->amount == 1 ? "%s%s"
                                       : "%s%s %d",
                 gap, effect->label, effect->amount);
        gap = ", ";
    }
    text_add(out, "%s", gap[0] != '\0' ? "\n" : "");
    if ((effect = state_effect(state, NULL, TRILEMMA_COMMANDED, id, ANYBODY)) != NULL) {
        text_add(out, "under %s's command\n", state_name(state, effect->object));
    }
    if ((effect = state_effect(state, NULL, TRILEMMA_CASTING, id, ANYBODY)) != NULL) {
        text_add(out, "casts %s\n", effect->label);
    }
    if ((effect = state_effect(state, NULL, EFFECT_READY, id, ANYBODY)) != NULL) {
        text_add(out, "ready: %s\n", effect->label);
    }
    effect = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_DEGREES, id, ANYBODY)) != NULL) {
        if (state_is_in(state, id) && state_is_in(state, effect->object)) {
            text_add(out, "%d extra to spend on %s\n", effect->amount,
                     state_name(state, effect->object));
        }
    }
    if ((effect = state_effect(state, NULL, TRILEMMA_TAKING_AIM, id, ANYBODY)) != NULL) {
        text_add(out, "%s has taken aim\n", state_name(state, effect->object));
    }
}

static void facts(const struct state *state, int id, struct text *out)
{
    int hp;
    if (state_is_in(state, id) && trilemma_hp(state, id, &hp) && hp == 0 &&
        trilemma_saves_due(state, id) == 0) {
        text_add(out, "0 HP: fights on; a hit now makes an injury save due\n"); /* 5.18 */
    }
    const char *gap = "";
    if (state_is_set(state, id, STRENGTH)) {
        text_add(out, "strength %d", state_value(state, id, STRENGTH, 0));
        gap = "  ";
    }
    if (state_is_set(state, id, WITS)) {
        text_add(out, "%swits %d", gap, state_value(state, id, WITS, 0));
    }
    text_add(out, "\n");
    fact_ac(state, id, out);
    if (state_at(state, id)->text[TEXT_DAMAGE][0] != '\0') {
        text_add(out, "damage %s\n", state_at(state, id)->text[TEXT_DAMAGE]);
    }
    fact_morale(state, id, out);
    trilemma_score_fact(state, id, out);
    fact_melee(state, id, out);
    fact_marks(state, id, out);
    trilemma_creature_facts(state, id, out);
}

/* ---- pending checks -------------------------------------------------------------------- */

/* Acts that were paid for and not used yet, each with the command that uses it (T37). A shield
 * waits for the next attack without a command. */
static int pending_bought(const struct state *state, struct pending *out, int most)
{
    static const char *const lines[] = {
        [BUYS_NOTHING] = NULL, [BUYS_ATTACK] = "attack by=", [BUYS_ACT] = "use ",
        [BUYS_DEFENCE] = NULL, [BUYS_ORDER] = "order by=",   [BUYS_CHECK] = "check "};
    int count = 0;
    const struct effect *effect = NULL;
    while (count < most && (effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        int id = effect->subject;
        if (lines[buys] == NULL || !state_is_in(state, id) || !trilemma_is_round(state)) {
            continue;
        }
        struct pending *one = &out[count++];
        *one = (struct pending){
            .subject = id, .rule = buys == BUYS_ACT ? "5.2" : "5.4", .does = "uses it"};
        one->does = buys == BUYS_ATTACK ? "asks whom" : one->does;
        struct text text = text_over(one->text, sizeof one->text);
        text_add(&text, "%s %s: %s", state_name(state, id), bought_words[buys],
                 trilemma_bought_words(effect));
        if (effect->kind == TRILEMMA_BOUGHT && effect->amount > 1) {
            text_add(&text, " (%d times)", effect->amount);
        }
        if (trilemma_is_last_turn(state)) { /* rule T37 */
            text_add(&text, "; lost when this turn ends the round");
        }
        text_format(one->command, sizeof one->command, "%s#%d", lines[buys], id);
    }
    return count;
}

/* The combatant that the referee has picked, if an act of its own was paid for; or else the
 * last one who paid for an attack or was ordered to act: that act is likely. */
static int out_of_turn(const struct state *state, int picked)
{
    int last = 0;
    const struct effect *effect = NULL;
    while (trilemma_is_round(state) && (effect = trilemma_next_bought(state, effect)) != NULL) {
        enum buys buys = trilemma_bought_buys(effect);
        bool is_act = buys == BUYS_ATTACK || buys == BUYS_ACT;
        bool is_extra = buys == BUYS_ACT && !trilemma_is_order(effect);
        if (!is_act || !state_is_in(state, effect->subject)) {
            continue;
        }
        if (effect->subject == picked) {
            return picked;
        }
        last = is_extra ? last : effect->subject;
    }
    return last;
}

/* Saves of the wounded come before checks that their fall may call for: the same keys settle
 * one after the other, and a group checks once for all who fell. */
static int pending(const struct state *state, struct pending *out, int most)
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        const struct effect *effect =
            state_effect(state, NULL, TRILEMMA_INTERRUPTED, id, ANYBODY);
        if (effect != NULL && count < most) {
            struct pending *one = &out[count++];
            *one = (struct pending){.subject = id, .rule = "5.7"};
            text_format(one->text, sizeof one->text, "hurt while casting %s: %s interrupted?",
                        effect->label, state_name(state, id));
            text_format(one->command, sizeof one->command, "interrupt #%d", id);
        }
        int saves = trilemma_saves_due(state, id);
        if (saves > 0 && count < most) {
            struct pending *one = &out[count++];
            *one = (struct pending){.subject = id, .rule = "5.18"};
            struct text text = text_over(one->text, sizeof one->text);
            text_add(&text, saves > 1 ? "%d injury saves due: " : "injury save due: ", saves);
            text_add(&text, "%s", state_name(state, id));
            text_format(one->command, sizeof one->command, "injury #%d", id);
        }
    }
    for (int id = 1; id <= state->count; id++) {
        char buf[140];
        struct text reasons = text_over(buf, sizeof buf);
        if (trilemma_morale_due(state, id, true, &reasons) != 0 && count < most) {
            struct pending *one = &out[count++];
            int member = group_member(state, id);
            *one = (struct pending){.subject = member, .rule = "5.13", .action = "morale"};
            struct text text = text_over(one->text, sizeof one->text);
            text_add(&text, "morale check due: %s", buf);
            text_format(one->command, sizeof one->command, "morale #%d", member);
        }
    }
    return count + pending_bought(state, out + count, most - count);
}

static void guide(const struct state *state, struct text *out)
{
    turns_guide(state, out);
    if (out->n == 0) {
        trilemma_guide_initiative(state, out);
    }
}

/* Leaders are found for those who come. A spell is lost when its caster is hurt or leaves.
 * Losses and new scores call for morale, and a save that is made ends the mark of magic. */
static const struct trigger triggers[] = {
    {trilemma_watch_leaders, {.effects = PART(TRILEMMA_LEADS), .anybody_new = true}},
    {trilemma_watch_spells,
     {.fields = PART(FIELD_PRESENT) | PART(FIELD_OUT) | PART(FIELD_HP) |
                PART(FIELD_HP_TEMPORARY) | PART(FIELD_DAMAGE_COUNTED) | PART(FIELD_CHECK_DUE)}},
    {trilemma_settle_scores, {.fields = PART(MORALE), .anybody_new = true}},
    {trilemma_watch_morale, {.fields = PART(FIELD_PRESENT) | PART(FIELD_OUT)}},
    {trilemma_forget_magic,
     {.fields = PART(FIELD_PRESENT) | PART(FIELD_OUT) | PART(FIELD_CHECK_DUE),
      .effects = PART(TRILEMMA_MAGIC)}},
};

static bool give(struct decision *decision, int id, struct str name, struct str value)
{
    return trilemma_give(decision, id, name, value) ||
           trilemma_give_creature(decision, id, name, value);
}

static const struct topic_def topics[] = {
    {"injury", EVENT_CHECK_CALLED}, {"injury", EVENT_CHECK_SETTLED}, {0}};

/* ---- commands -------------------------------------------------------------------------- */

#define ATTACK                                                                                 \
    "[by=] [edge=] [ac=] [strength=] [defend] [defender_edge=] [direct] [blind] "              \
    "[constrained] [unaware] [out_reached] [bonus=] [ac_bonus=] [magic]"
#define SHOT "[other=] [facing=] [target=] [aim=] [other_ac=] [taking_aim]"

static const struct command_def commands[] = {
    COMMAND("next", "[by=]", "end the turn, or start the next round", "5.1",
            .decide = trilemma_decide_next),
    COMMAND("attack", "[TARGET:combatant] " ATTACK " [dice]",
            "attack with the combatant whose turn it is: attack p1 14 4", "5.14",
            .decide = trilemma_decide_attack, .whom = WHOM_FOE),
    COMMAND("react",
            "[WHO:combatant] [PRICE:word] [for=] [overspend=] [dc=] [edge=] [wits=] "
            "[strength=] [dice]",
            "pay for a reaction: react Bo shield, react Bo 4", "5.4",
            .decide = trilemma_decide_react, .is_reaction = true),
    COMMAND("use",
            "WHO:combatant [ACT:choice] [TARGET:combatant] " ATTACK " " SHOT " [wits=] [dice]",
            "an act that was paid for: use Bo attack g1, use Bo done", "5.2",
            .decide = trilemma_decide_use, .choices = trilemma_acts),
    COMMAND("check",
            "[WHO:combatant] [by=] [of=] [dc=] [wits=] [strength=] [edge=] [for=] [dice]",
            "a check: check Bo of=strength dc=20 for=\"lift the gate\"", "5.14",
            .decide = trilemma_decide_check),
    COMMAND("superior", "", "who began the round highest pays 10 for one more turn", "5.3",
            .decide = trilemma_decide_superior),
    COMMAND("reorient", "[by=] [wits=] [edge=] [dice]",
            "roll initiative again instead of acting", "5.6",
            .decide = trilemma_decide_reorient),
    COMMAND("shoot", "[TARGET:combatant] " ATTACK " " SHOT " [dice]",
            "a ranged attack, also into a melee", "5.21", .decide = trilemma_decide_shoot,
            .whom = WHOM_FOE),
    COMMAND("aim", "[by=]", "a full round of aiming, for a shot into a melee", "5.21",
            .decide = trilemma_decide_aim),
    COMMAND("guard", "[by=] [edge=] [strength=] [dice]",
            "active defence: d20 + strength in place of AC, if higher", "5.17",
            .decide = trilemma_decide_defend),
    COMMAND("effect", "[WHAT:name] [cost=] [rounds=] [by=]",
            "extra degrees: effect direct, blind rounds=2, push cost=2", "5.19",
            .decide = trilemma_decide_effect),
    COMMAND("order", "[WHO:combatants] [by=] [overspend=]",
            "order combatants under your command to act", "5.11",
            .decide = trilemma_decide_order),
    COMMAND("command", "WHO:combatants [under=] [off]",
            "a chain of command: command h* under=Ana", "5.11",
            .decide = trilemma_decide_command),
    COMMAND("delay", "", "let others go first; the score stays", "5.1",
            .decide = trilemma_decide_delay),
    COMMAND("ready", "FOR:text", "wait for something: ready the door opens", "5.1",
            .decide = trilemma_decide_ready),
    COMMAND("act", "WHO:combatant", "a combatant that waited or was ready acts now", "5.1",
            .decide = trilemma_decide_act, .whom = WHOM_WAITING),
    COMMAND("between", "[WHO:combatant] [PRICE:word] [for=] [overspend=]",
            "an act between rounds: between Bo 2 for=potion", "5.5",
            .decide = trilemma_decide_between),
    COMMAND("demand", "SIDE:party|foes", "a side demands the next round", "5.5",
            .decide = trilemma_decide_demand),
    COMMAND("force", "[except=] [hp=] [dice]", "force the bout to go on: everyone pays 10",
            "5.8", .decide = trilemma_decide_force),
    COMMAND("declare", "[WHO:combatant] [SPELL:name]", "declare a spell, between rounds", "5.7",
            .decide = trilemma_decide_declare),
    COMMAND("cast", "[by=]", "the declared spell takes effect", "5.7",
            .decide = trilemma_decide_cast, .cause = CAUSE_CASTS),
    COMMAND("interrupt", "WHO:combatant [YES:yes|no]", "say whether the caster was interrupted",
            "5.7", .decide = trilemma_decide_interrupt),
    COMMAND("initiative", "[wits=] [dice]", "roll for all who have no score, and start", "5.1",
            .decide = trilemma_decide_initiative),
    COMMAND("surprise", "WHO:combatants [KIND:choice]", "how a combatant gets its first score",
            "5.10", .decide = trilemma_decide_surprise, .choices = trilemma_surprises,
            .whom = WHOM_TARGET),
    COMMAND("move", "WHO:combatant WHERE:up|down",
            "move a combatant among those with the same score", "5.1",
            .decide = trilemma_decide_move),
    COMMAND("engage", "WHO:combatant WITH:combatant", "two combatants are in melee", "5.21",
            .decide = trilemma_decide_engage),
    COMMAND("part", "WHO:combatant FROM:combatant", "two combatants are no longer in melee",
            "5.21", .decide = trilemma_decide_part),
    COMMAND("morale", "[WHO:combatant] [modifier=] [then=] [score=] [note=] [dice]",
            "a group's morale check: morale p1", "5.13", .decide = trilemma_decide_morale,
            .whom = WHOM_TARGET),
    COMMAND("morale-due", "[WHO:combatant] [REASON:choice] [score=]",
            "call for a morale check: why", "5.13", .decide = trilemma_decide_morale_due,
            .choices = trilemma_reasons, .whom = WHOM_TARGET),
    COMMAND("dismiss", "[WHO:combatant]", "no morale check after all", "5.13",
            .decide = trilemma_decide_dismiss),
    COMMAND("leader", "WHO:combatant [of=] [off]",
            "whose fall shakes a group: leader Chief of=g1", "5.13",
            .decide = trilemma_decide_leader),
    COMMAND("split", "WHO:combatants", "combatants become a morale group of their own", "5.13",
            .decide = trilemma_decide_split),
    COMMAND("alternate", "WHO:combatant [SCORE:word] [LABEL:name]",
            "set another morale score, or switch to it", "5.12",
            .decide = trilemma_decide_alternate, .audience = AUDIENCE_REFEREE),
    COMMAND("injury",
            "WHO:combatants [OUTCOME:name] [ability=] [dc=] [edge=] [note=] [magic] "
            "[alike] [by=] [dice]",
            "injury s1,s2 dead; none, wounded, out, your own words", "5.18",
            .decide = trilemma_decide_injury, .cause = CAUSE_CONCLUDES),
};

static const struct listed_option options[] = {
    /* before the option of all commands */
    {"check", "of", {OPTION_TAKES_WORDS, .words = trilemma_abilities, .help = "the ability"}},
    {"next",
     "by",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"party", "foes", NULL},
      .help = "the side that wants the next round"}},
    {"", "other", {OPTION_TAKES_COMBATANT, .help = "who else is in the line of the shot"}},
    {"", "except", {OPTION_TAKES_COMBATANTS, .help = "who is left out"}},
    {"", "under", {OPTION_TAKES_COMBATANT, .help = "whose orders they follow"}},
    {"", "of", {OPTION_TAKES_COMBATANT, .help = "a member of the group that is led"}},
    {"react", "for", {OPTION_TAKES_TEXT, .help = "what it is paid for"}},
    {"between", "for", {OPTION_TAKES_TEXT, .help = "what it is paid for"}},
    {"check", "for", {OPTION_TAKES_TEXT, .help = "what it is made for"}},
    {"",
     "taking_aim",
     {OPTION_TAKES_FLAG, .help = "a hit is told as taking aim; HP go as usual"}},
    {"",
     "overspend",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"no", "yes", NULL},
      .help = "pay more than it has, and be flat-footed"}},
    {"",
     "then",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"flee", "surrender", "other", NULL},
      .help = "what they do when they break"}},
    {"", "alike", {OPTION_TAKES_FLAG, .help = "all of its kind who owe a save as well"}},
    {"", "cost", {OPTION_TAKES_NUMBER, .help = "how many extra degrees it takes"}},
    {"", "bonus", {OPTION_TAKES_NUMBER, .help = "added to the roll"}},
    {"", "ac_bonus", {OPTION_TAKES_NUMBER, .help = "added to the target's AC, for this act"}},
    {"", "modifier", {OPTION_TAKES_NUMBER, .help = "added, with its sign"}},
    {"", "score", {OPTION_TAKES_NUMBER, .help = "the morale score"}},
    {0},
};

static const struct key_def keys[] = {
    {"a", "attack %w by=%a", "attack", "attack the target", "@settle"},
    {"E", "effect", "effect", "what the hit brings: extra degrees, other effects", "next"},
    {"G", "cast by=%a", "cast", "the declared spell takes effect; you tell what it does",
     "damage"},
    {"i", "initiative", "initiative", "roll the missing initiative and start", "damage"},
    {"s", "superior", "superior", "who began the round highest pays 10 for one more turn",
     "redo"},
    {"B", "between %w %n", "act between", "the selected combatant acts between rounds",
     "damage"},
    {"v", "declare", "declare spell", "declare a spell between rounds: who, then which",
     "damage"},
    {"F", "force", "", "force a round without a demand: everyone pays 10", "history"},
    {"r", "react %r %n", "react", "a reaction of the selected or the target; 4r: at 4", "undo"},
    {"W", "act %w", "act now", "acts now: the only one who waits, or the selected one",
     "@target"},
    {"t", "shoot %w by=%a", "shoot", "shoot at the target", "@target"},
    {"g", "guard by=%a", "defend", "its own defence for the whole round", "@target"},
    {"o", "reorient by=%a", "new initiative",
     "its act: roll initiative again; a higher one counts", "@target"},
    {"w", "delay", "wait", "let others go first", "@target"},
    {"Z", "surprise %w", "surprise", "the target or the chosen just came into view", "out"},
    {"M", "morale %w", "", "a morale check of the target, pending or not", "history"},
    {"F3 y", "ready", "ready", "wait for something", "history"},
    {"F3 z", "aim by=%a", "aim", "for a shot into melee", "history"},
    {"F3 c", "check %s", "check", "of wits or strength", "history"},
    {"F3 D", "morale-due %w", "morale due", "call for a check", "history"},
    {"F3 j", "engage %s", "engage", "is in melee with whom", "history"},
    {"F3 J", "part %s", "part", "is no longer in melee", "history"},
    {"F3 I", "move %w", "move", "elsewhere in the order", "@clear"},
    {0},
};

/* ---- what it keeps in the state -------------------------------------------------------- */

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/trilemma/effects.def"
#undef EFFECT
};

#define WORD .help = "a word that changes no number", .is_word = true

static const struct condition_def conditions[] = {
    {.name = "blind", .help = "AC -5", .forms = "blinded", .lets_act = true},
    {.name = "constrained", .help = "AC -5", .forms = "restrained, held", .lets_act = true},
    {.name = "prone", WORD, .forms = "trip, tripped, knock down, knocked down"},
    {.name = "stunned", WORD},
    {.name = "unaware", .help = "AC -10", .forms = "unawares", .lets_act = true},
    {.name = "wounded", WORD, .hinders_no_act = true},
};

static const char *const damage_options[] = {"by", "magic", NULL};

static void damaged(struct decision *decision, const struct command *command, int id)
{
    if (trilemma_is_magic(command)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_MAGIC, id, 0, str_of(""), 1);
    }
}

static bool is_usual(const struct effect *effect)
{
    return effect->kind == TRILEMMA_SPENT || effect->kind == TRILEMMA_SURPRISE ||
           effect->kind == TRILEMMA_MORALE_OTHER || effect->kind == TRILEMMA_MORALE_TOGGLED ||
           effect->kind == TRILEMMA_TURN || effect->kind == TRILEMMA_MORALE_FOR ||
           effect->kind == TRILEMMA_WANTS;
}

/* Also between rounds, when all are apart but will meet again. */
static bool is_engaged(const struct state *state, int a, int b)
{
    return state_has_effect(state, TRILEMMA_ENGAGED, a, b) ||
           state_has_effect(state, TRILEMMA_ENGAGED, b, a);
}

static void choices(const struct state *state, const struct library *library, int id,
                    struct text *rows)
{
    (void)state;
    (void)library;
    (void)id;
    text_add(rows, "attack {foe} by={self}\n"
                   "shoot {foe} by={self}\n"
                   "effect direct by={self}|direct hit\n"
                   "guard by={self}|defend\n"
                   "reorient by={self}|new initiative\n"
                   "cast by={self}\n"
                   "aim by={self}\n"
                   "order {ally} by={self}|order {ally} to act\n"
                   "superior|one more turn\n"
                   "delay|let others go first\n"
                   "next|end the turn\n"
                   "out {self} fled|flee\n");
    trilemma_add_reactions(rows);
}

const struct procedure trilemma_procedure = {
    .system = "trilemma",
    .score = "init",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .settings = trilemma_settings,
    .settings_count = SETTINGS,
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    .conditions = conditions,
    .conditions_count = (int)(sizeof conditions / sizeof conditions[0]),
    .damage_options = damage_options,
    .damaged = damaged,
    .comes_before = trilemma_comes_before,
    .describe = describe,
    .seen = seen,
    .phase = phase,
    .guide = guide,
    .key_word = trilemma_key_word,
    .key_is_aside = trilemma_key_is_aside,
    .facts = facts,
    .actor = generic_actor,
    .out_of_turn = out_of_turn,
    .usual_act = trilemma_usual_act,
    .needed = trilemma_needed,
    .hurt = trilemma_hurt,
    .triggers = triggers,
    .triggers_count = COUNT_OF(triggers),
    .is_falling = trilemma_is_falling,
    .pending = pending,
    .pending_act = trilemma_pending_act,
    .give = give,
    .kinds = trilemma_kinds,
    .kinds_count = TRILEMMA_KINDS,
    .gives = trilemma_gives,
    .gives_count = TRILEMMA_GIVES,
    .fills = "creature",
    .joins = trilemma_joins,
    .advise = trilemma_advise,
    .keys = keys,
    .options = options,
    .topics = topics,
    .is_usual = is_usual,
    .is_engaged = is_engaged,
    .prepared = trilemma_prepared,
    .missing = trilemma_missing,
    .plays = trilemma_plays,
    .choices = choices,
    .assumptions = trilemma_assumptions,
    .ends_wounds = trilemma_ends_wounds,
};
