/* Four Against Darkness played without a referee: attacks, weapons, abilities that go with a
 * roll. */
#include "games/four_against_darkness/plays_attacks.h"

#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/location.h"
#include "games/four_against_darkness/rolls.h"

/* ---- abilities with a roll ------------------------------------------------------------- */

/* Whether the ability adds to such rolls. */
static bool goes_with(const struct state *state, int id, const struct effect *uses,
                      enum roll roll)
{
    return uses->amount != 0 && modifiers_name(state, id, str_of(uses->label), roll);
}

bool plays_has_use(const struct state *state, int id, enum roll roll)
{
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        if (goes_with(state, id, uses, roll)) {
            return true;
        }
    }
    return false;
}

void plays_add_uses(const struct state *state, const struct player *player,
                    const struct said *said, struct text *line)
{
    int id = said->occasion.who, count = 0;
    enum roll roll = said->occasion.roll;
    const struct effect *uses = NULL;
    while ((uses = state_effect(state, uses, FOUR_USES, id, 0)) != NULL) {
        struct str label = str_of(uses->label);
        if (!goes_with(state, id, uses, roll) ||
            !player_does(player, state, id, POLICY_uses, uses->label)) {
            continue;
        }
        struct said with = *said; /* its words are still those of `said`, which stays */
        said_word(&with, label);
        if (modifiers_idle(state, &with.occasion, label) == NULL) {
            text_add(line, "%s%s", count++ == 0 ? " use=\"" : ",", uses->label);
        }
    }
    text_add(line, "%s", count > 0 ? "\"" : "");
}

/* ---- whom ------------------------------------------------------------------------------ */

static bool is_immune(const struct state *state, int id, int foe)
{
    struct said said;
    char word[LABEL_SIZE];
    if (special_find(state, foe, "immune") == NULL) {
        return false;
    }
    said_begin(&said, ROLL_ATTACK, id, foe);
    said_attack_moment(&said, state);
    return said_is_immune(state, &said.occasion, word);
}

/* Sleepers wake when they are attacked, so they come after those who are awake; before all come
 * those whom the weapon can hurt. Hidden foes, and those who want no fight, are left alone
 * while there are others. */
static int rank_of(const struct state *state, int id, int foe)
{
    bool is_hidden = state_has_effect(state, EFFECT_HIDDEN, foe, ANYBODY);
    bool is_awake = bodies_awake(state, foe) == bodies_of(state, foe);
    return !attitude_is_hostile(state, foe) ? 0
           : is_hidden                      ? 1
                       : 2 + (is_awake ? 1 : 0) + (is_immune(state, id, foe) ? 0 : 2);
}

/* Foes who fight hand to hand are engaged with those who can; others with the rest. */
static bool is_engaged(const struct state *state, int id, int foe)
{
    return location_can_melee(state, id) != row_is(state, foe, str_of("ranged"));
}

static int keep_engaged(const struct state *state, int id, int *ids, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (is_engaged(state, id, ids[i])) {
            int foe = ids[i];
            ids[i] = ids[kept];
            ids[kept++] = foe;
        }
    }
    return kept > 0 ? kept : count;
}

int plays_targets(const struct state *state, const struct player *player, int id,
                  int out[COMBATANTS_MAX])
{
    int best = 1, count = 0;
    for (int foe = 1; foe <= state->count; foe++) {
        if (!state_is_in(state, foe) || is_character(state, foe)) {
            continue;
        }
        int rank = rank_of(state, id, foe);
        if (rank > best) {
            best = rank;
            count = 0;
        }
        if (rank == best) {
            out[count++] = foe;
        }
    }
    return player_aims_by(player, state, id) == POLICY_engaged
               ? keep_engaged(state, id, out, count)
               : count;
}

/* Kills beyond the first group go over to other minor foes of its level. */
static void add_spread(const struct state *state, const int *targets, int count, int foe,
                       struct text *line)
{
    enum { FEW = 6 }; /* more are hardly killed by one blow */
    int bodies = bodies_of(state, foe), named = 1;
    for (int i = 0; i < count && is_minor(state, foe); i++) {
        int other = targets[i];
        bool fits = other != foe && is_minor(state, other) &&
                    state_value(state, other, LEVEL, 0) == state_value(state, foe, LEVEL, 0);
        if (fits && bodies < FEW && named < TARGETS_MAX) {
            text_add(line, ",#%d", other);
            bodies += bodies_of(state, other);
            named++;
        }
    }
}

/* ---- the attack ------------------------------------------------------------------------ */

/* What one blow can hardly take away. */
static bool is_tough(const struct state *state, int foe)
{
    int left =
        is_minor(state, foe) ? bodies_of(state, foe) : state_value(state, foe, FIELD_HP, 0);
    return left >= 2;
}

static void add_attack(const struct state *state, const struct player *player, int id, int foe,
                       struct text *line)
{
    struct said said;
    char word[LABEL_SIZE];
    text_add(line, " by=#%d", id);
    if (!is_tough(state, foe) || !plays_has_use(state, id, ROLL_ATTACK)) {
        return;
    }
    said_begin(&said, ROLL_ATTACK, id, foe);
    said_attack_moment(&said, state);
    if (!said_is_immune(state, &said.occasion, word)) {
        plays_add_uses(state, player, &said, line);
    }
}

/* Whether the attack with what is in hand is possible in this phase. */
static bool can_attack(const struct state *state, int id)
{
    const struct effect *hand = gear_at(state, id, PLACE_HAND);
    bool shoots = hand != NULL && gear_is_for_shots(state, id, hand->label);
    bool only_shoots = shoots && !gear_is(state, id, hand->label, "melee");
    return (shoots && course_party_may(state, PHASE_PARTY_SHOOTS)) ||
           (!only_shoots && course_party_may(state, PHASE_PARTY_MELEE) &&
            location_can_melee(state, id));
}

/* The first weapon of the pack that it may use, for shots or hand to hand; NULL: none. */
static const struct effect *other_weapon(const struct state *state, int id, bool shoots)
{
    const struct effect *gear = NULL;
    while ((gear = state_effect(state, gear, FOUR_GEAR, id, 0)) != NULL) {
        bool fits = shoots ? gear_is_for_shots(state, id, gear->label)
                           : gear_is(state, id, gear->label, "melee");
        if (gear->amount != PLACE_HAND && fits && gear_may_use(state, id, gear->label)) {
            return gear;
        }
    }
    return NULL;
}

/* In melee with a weapon that only shoots: another one is taken in hand, which takes no action
 * (Equipment). */
static void add_wield(const struct state *state, int id, struct text *line)
{
    const struct effect *other = NULL;
    if (course_party_may(state, PHASE_PARTY_MELEE) && location_can_melee(state, id)) {
        other = other_weapon(state, id, false);
    }
    if (other != NULL) {
        text_add(line, "wield #%d %s", id, other->label);
    }
}

void plays_attack(const struct state *state, const struct player *player, int id,
                  struct text *line)
{
    int targets[COMBATANTS_MAX];
    if (!course_can_act(state, id)) {
        return;
    }
    if (!can_attack(state, id)) {
        add_wield(state, id, line);
        return;
    }
    int count = plays_targets(state, player, id, targets);
    int foe = player_aims(player, state, id, targets, count);
    if (foe != 0) {
        text_add(line, "attack #%d", foe);
        add_spread(state, targets, count, foe, line);
        add_attack(state, player, id, foe, line);
    }
}

void plays_last_attack(const struct state *state, const struct player *player, int id, int foe,
                       struct text *line)
{
    text_add(line, "attack #%d", foe);
    add_attack(state, player, id, foe, line);
}

void plays_take_bow(const struct state *state, struct text *line)
{
    for (int id = 1; id <= state->count && location_abreast(state) > 0; id++) {
        if (!is_character(state, id) || !is_standing(state, id) ||
            location_can_melee(state, id) || course_can_shoot(state, id)) {
            continue;
        }
        const struct effect *other = other_weapon(state, id, true);
        if (other != NULL) {
            text_add(line, "wield #%d %s", id, other->label);
            return;
        }
    }
}
