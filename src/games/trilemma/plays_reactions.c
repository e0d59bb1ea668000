#include "games/trilemma/plays_reactions.h"

#include <string.h>

#include "games/trilemma/bought.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/melee.h"
#include "games/trilemma/reactions.h"
#include "games/trilemma/struck.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"
#include "tracker/conditions.h"

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
void trilemma_plays_shield(const struct state *state, struct player *player, int target,
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

void trilemma_plays_late_shield(const struct state *state, struct player *player,
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

/* The one whose turn it is, at 0, drops its guard (5.9). */
static bool is_flat_footed(const struct state *state, int id)
{
    return state_is_set(state, id, FIELD_INITIATIVE) && trilemma_score(state, id) == 0;
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
    bool is_open = is_flat_footed(state, foe);
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

void trilemma_plays_reaction(const struct state *state, struct player *player,
                             struct text *line)
{
    int turn = state->value[ENCOUNTER_TURN];
    if (turn == 0 || !trilemma_is_round(state) || !state_is_in(state, turn)) {
        return;
    }
    answer_foe(state, player, turn, line);
    follow_order(state, player, turn, line);
}

int trilemma_plays_meant(const struct state *state, const struct player *player, int id)
{
    int turn = state->value[ENCOUNTER_TURN];
    bool means_it =
        is_opponent(state, id, turn) && (has_done(state, player, id, DID_RIPOSTE) ||
                                         has_done(state, player, id, DID_OPPORTUNITY));
    return means_it ? turn : 0;
}
