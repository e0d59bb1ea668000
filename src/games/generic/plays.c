#include "games/generic/plays.h"

#include <string.h>

#include "games/generic/morale.h"
#include "tracker/conditions.h"
#include "tracker/combatant_fields.h"

const struct assumption_def generic_assumptions[] = {GENERIC_ASSUMPTIONS, {0}};

/* ---- the start ------------------------------------------------------------------------- */

/* Nobody has a score or a place by hand: the order is still open. */
static bool has_order(const struct state *state)
{
    bool has_unset = false, has_any = false;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id)) {
            has_any = has_any || state_is_set(state, id, FIELD_TIE);
            has_unset = has_unset || !state_is_set(state, id, FIELD_INITIATIVE);
        }
    }
    return has_any || !has_unset;
}

/* ---- the optional morale check --------------------------------------------------------- */

/* A group without a score is not asked for one: its check is skipped. */
static void settle_morale(const struct state *state, struct player *player, struct text *line)
{
    struct pending pending[PENDING_MAX];
    if (generic_pending(state, pending, PENDING_MAX) == 0) {
        return;
    }
    int member = pending[0].subject, group = group_of(state, member);
    bool is_checked = strcmp(player_assumes(player, "morale"), "checked") == 0;
    if (is_checked && trait_value(state, group, "morale", 0) != 0) {
        text_add(line, "morale #%d then=%s", member, player_assumes(player, "broken"));
    } else {
        text_add(line, "morale #%d off", member);
    }
}

/* ---- turns ----------------------------------------------------------------------------- */

static const char asleep[] = "asleep";

/* A sleeper that is hurt wakes at once. */
static int waking(const struct state *state, const struct player *player)
{
    for (int id = 1; id <= state->count && conditions_any(state); id++) {
        if (state_is_in(state, id) && condition_holds(state, id, asleep) &&
            (state_value(state, id, FIELD_DAMAGE_COUNTED, 0) > 0 ||
             state_value(state, id, FIELD_HP, 0) < state_value(state, id, FIELD_HP_MAX, 0)) &&
            strcmp(player_assumes(player, "sleepers"), "wake") == 0) {
            return id;
        }
    }
    return 0;
}

int generic_play_targets(const struct state *state, int id, int out[COMBATANTS_MAX])
{
    int all[COMBATANTS_MAX];
    int count = player_opponents(state, id, all), seen = 0;
    for (int i = 0; i < count; i++) {
        if (!state_has_effect(state, EFFECT_HIDDEN, all[i], ANYBODY)) {
            out[seen++] = all[i];
        }
    }
    if (seen == 0) {
        memcpy(out, all, (size_t)count * sizeof all[0]);
    }
    return seen > 0 ? seen : count;
}

static void add_act(const struct state *state, struct player *player,
                    const struct generic_play *play, int id, struct text *line)
{
    int targets[COMBATANTS_MAX];
    int acts = player_acts_done(player, state, id);
    if (acts > 0 && play->further == NULL) {
        return;
    }
    int count = generic_play_targets(state, id, targets);
    int target = player_aims(player, state, id, targets, count);
    if (target == 0) {
        return;
    }
    if (acts > 0) {
        play->further(state, player, id, target, acts, line);
        return;
    }
    if (play->act != NULL) {
        play->act(state, player, id, target, line);
    }
    if (line->n == 0) {
        text_add(line, "attack #%d by=#%d", target, id);
    }
}

static void take_turn(const struct state *state, struct player *player,
                      const struct generic_play *play, int id, struct text *line)
{
    /* Conditions that leave nothing to do. */
    bool is_able =
        state_is_in(state, id) &&
        !(condition_holds(state, id, asleep) || condition_holds(state, id, "stunned")) &&
        (play->loses_turn == NULL || !play->loses_turn(state, id));
    if (!is_able) {
        return;
    }
    if (player_acts_done(player, state, id) == 0) {
        int opponents[COMBATANTS_MAX];
        if (state_is_set(state, id, FIELD_HP) &&
            player_is_at(player, state, id, POLICY_flees_at,
                         state_value(state, id, FIELD_HP, 0),
                         state_value(state, id, FIELD_HP_MAX, 0)) &&
            player_opponents(state, id, opponents) > 0) {
            text_add(line, "out #%d fled", id);
        } else if (play->first != NULL) {
            play->first(state, player, id, line);
        }
    }
    if (line->n == 0) {
        add_act(state, player, play, id, line);
    }
    if (line->n > 0) {
        player_acts(player, state, id);
    }
}

void generic_play(const struct state *state, struct player *player,
                  const struct generic_play *play, struct text *line)
{
    int turn = state->value[ENCOUNTER_TURN];
    int sleeper = waking(state, player);
    if (state->value[ENCOUNTER_ROUND] == 0) {
        if (!has_order(state) && strcmp(player_assumes(player, "initiative"), "d20") == 0) {
            text_add(line, "initiative d20");
        }
        return;
    }
    if (play->settle != NULL) {
        play->settle(state, player, line);
    }
    if (line->n == 0) {
        settle_morale(state, player, line);
    }
    player_runs_counter(state, line);
    if (line->n == 0 && sleeper != 0) {
        text_add(line, "condition #%d %s off", sleeper, asleep);
    }
    if (line->n == 0 && turn != 0) {
        take_turn(state, player, play, turn, line);
    }
}

void generic_plays(const struct state *state, struct player *player, struct text *line)
{
    generic_play(state, player, &(const struct generic_play){.settle = NULL}, line);
}
