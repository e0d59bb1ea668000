#include "games/yuxtapa/plays.h"

#include <string.h>

#include "games/generic/plays.h"
#include "games/yuxtapa/effects.h"

/* Where everybody stands is not known: how many foes a circular attack finds around it, and
 * whether an assassin is hidden when the fight begins. */
const struct assumption_def yuxtapa_assumptions[] = {
    GENERIC_ASSUMPTIONS,
    {"around", "how many foes a circular attack reaches", {"2", "3", "4", "1"}},
    {"ambush", "an assassin's first attack, in round 1", {"hidden", "open"}},
    {0}};

static bool is_class(const struct state *state, int id, const char *name)
{
    int field = state_attribute(state, "class");
    const struct value_def *def = &state_system(state)->attributes[field - FIELD_SYSTEM];
    return state_is_set(state, id, field) &&
           strcmp(def->choices[state_value(state, id, field, 0)], name) == 0;
}

/* A turn is lost after entering water (Swimming and Drowning). */
static bool loses_turn(const struct state *state, int id)
{
    return state_has_effect(state, YUXTAPA_LOST_TURN, id, ANYBODY);
}

/* One must move out precisely in the turn that would do damage. */
static void leave_water(const struct state *state, struct player *player, int id,
                        struct text *line)
{
    (void)player;
    if (state_has_effect(state, YUXTAPA_IN_WATER, id, ANYBODY)) {
        text_add(line, "water #%d out", id);
    }
}

/* A zap does more than a missile (Spells and Magic Resistance); a policy may prefer the
 * missile. */
static void cast(const struct state *state, const struct player *player, int id, int target,
                 struct text *line)
{
    int resistance = state_value(state, target, state_attribute(state, "resistance"), 0);
    const char *kind = policy_answer(player_policy(player, state, id), "kind");
    bool is_caster = is_class(state, id, "wizard") || is_class(state, id, "combat_mage");
    if (is_caster && resistance < 100 && player_does(player, state, id, POLICY_casts, "zap")) {
        text_add(line, "spell #%d by=#%d kind=%s", target, id, kind != NULL ? kind : "zap");
    }
}

/* A fighter hits all around it, each tested by itself (Tohit, PV, and DV): its target, and
 * others as they came. */
static void attack_around(const struct state *state, const struct player *player, int id,
                          int target, struct text *line)
{
    int targets[COMBATANTS_MAX], reached = 1;
    int count = generic_play_targets(state, id, targets);
    int most = player_assumes(player, "around")[0] - '0';
    if (!is_class(state, id, "fighter") || count < 2 || most < 2 ||
        !player_does(player, state, id, POLICY_uses, "circular")) {
        return;
    }
    text_add(line, "attack #%d", target);
    for (int i = 0; i < count && reached < most; i++) {
        if (targets[i] != target) {
            text_add(line, ",#%d", targets[i]);
            reached++;
        }
    }
    text_add(line, " by=#%d kind=circular", id);
}

/* Nobody hides again in the middle of a fight. */
static void attack_hidden(const struct state *state, const struct player *player, int id,
                          int target, struct text *line)
{
    bool is_hidden = state->value[ENCOUNTER_ROUND] == 1 &&
                     strcmp(player_assumes(player, "ambush"), "hidden") == 0;
    if (is_class(state, id, "assassin") && is_hidden) {
        text_add(line, "attack #%d by=#%d kind=hidden", target, id);
    }
}

static void act(const struct state *state, struct player *player, int id, int target,
                struct text *line)
{
    cast(state, player, id, target, line);
    if (line->n == 0) {
        attack_around(state, player, id, target, line);
    }
    if (line->n == 0) {
        attack_hidden(state, player, id, target, line);
    }
    if (line->n == 0 && is_class(state, id, "archer")) {
        text_add(line, "shoot #%d by=#%d", target, id);
    }
}

void yuxtapa_plays(const struct state *state, struct player *player, struct text *line)
{
    static const struct generic_play play = {
        .loses_turn = loses_turn, .first = leave_water, .act = act};
    generic_play(state, player, &play, line);
}
