#include "games/caves_of_qud/plays.h"

#include <string.h>

#include "games/caves_of_qud/effects.h"
#include "games/caves_of_qud/weapons.h"
#include "games/generic/plays.h"

/* "half" is the older word for 50.
 *
 * The rules say neither how often a shield blocks nor how many attacks a turn has (Number of
 * Attacks, AV Calculation). */
const struct assumption_def caves_of_qud_assumptions[] = {
    GENERIC_ASSUMPTIONS,
    {"shield",
     "how often a shield blocks, once a round",
     {"50", "never", "25", "75", "always", "half"}},
    {"off_hand", "the weapon of the off hand, each turn", {"attacks", "rests"}},
    {0}};

/* On-hit effects, the first that is pending (Hit Roll). */
static void settle(const struct state *state, struct player *player, struct text *line)
{
    (void)player;
    bool is_any_due = (state->has_effect >> QUD_HIT_EFFECT_DUE & 1) != 0 ||
                      (state->has_effect >> QUD_CONDITION_DUE & 1) != 0;
    if (!is_any_due) {
        return;
    }
    for (int i = 0; i < state->effects && line->n == 0; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_due = effect->kind == QUD_HIT_EFFECT_DUE || effect->kind == QUD_CONDITION_DUE;
        if (is_due && state_is_in(state, effect->subject)) {
            text_add(line, "effect #%d \"%s\"", effect->subject, effect->label);
        }
    }
}

/* A shield that has blocked a hit in this round does not block again. */
static bool blocks(const struct state *state, const struct player *player, int id, int attacker)
{
    bool has_shield = state_value(state, id, state_attribute(state, "shield_av"), 0) > 0;
    const struct effect *last = state_effect(state, NULL, QUD_SHIELD_BLOCKED, id, 0);
    bool has_blocked = last != NULL && last->amount == state->value[ENCOUNTER_ROUND];
    if (!has_shield || has_blocked) {
        return false;
    }
    const char *often = player_assumes(player, "shield");
    int most = state_value(state, id, FIELD_HP_MAX, 0);
    int64_t chance = strcmp(often, "never") == 0 ? 0 : strcmp(often, "half") == 0 ? 50 : 100;
    (void)str_to_int64(str_of(often), 0, 100, &chance); /* else it is one of the words */
    TEXT_BUFFER(what, 40);
    text_add(&what, "block %d %d", attacker, player->acts);
    return player_is_at(player, state, id, POLICY_reacts_at,
                        state_value(state, id, FIELD_HP, most), most) &&
           player_draws(player, state, id, (int)chance, what.p);
}

static void add_attack(const struct state *state, const struct player *player, int id,
                       int target, const char *hand, struct text *line)
{
    text_add(line, "attack #%d by=#%d%s%s", target, id, hand,
             blocks(state, player, target, id) ? " block" : "");
}

static void act(const struct state *state, struct player *player, int id, int target,
                struct text *line)
{
    add_attack(state, player, id, target, "", line);
}

/* The other hand's attack follows at once. */
static void further(const struct state *state, struct player *player, int id, int target,
                    int acts, struct text *line)
{
    if (acts == 1 && weapons_has_off_hand(state, id) &&
        strcmp(player_assumes(player, "off_hand"), "attacks") == 0 &&
        player_does(player, state, id, POLICY_uses, "off hand")) {
        add_attack(state, player, id, target, " hand=off", line);
    }
}

void caves_of_qud_plays(const struct state *state, struct player *player, struct text *line)
{
    static const struct generic_play play = {.settle = settle, .act = act, .further = further};
    generic_play(state, player, &play, line);
}
