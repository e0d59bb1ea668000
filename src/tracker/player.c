#include "tracker/player.h"

#include <string.h>

#include "base/mix.h"
#include "tracker/counters.h"
#include "tracker/procedure.h"

const struct policy *player_policy(const struct player *player, const struct state *state,
                                   int id)
{
    const struct policy *own = player->of[id - 1];
    return own != NULL ? own : player->side[state_value(state, id, FIELD_SIDE, SIDE_FOES)];
}

const char *player_assumes(const struct player *player, const char *name)
{
    const struct assumption_def *def = player->procedure->assumptions;
    int place = 0;
    while (strcmp(def[place].name, name) != 0) {
        place++;
        CHECK(def[place].name != NULL);
    }
    return def[place].choice[player->assumed[place]];
}

void player_acts(struct player *player, const struct state *state, int id)
{
    player->acts = player_acts_done(player, state, id) + 1;
    player->acted = id;
    player->acted_round = state->value[ENCOUNTER_ROUND];
}

int player_acts_done(const struct player *player, const struct state *state, int id)
{
    bool is_this_turn =
        player->acted == id && player->acted_round == state->value[ENCOUNTER_ROUND];
    return is_this_turn ? player->acts : 0;
}

bool player_has_acted(const struct player *player, const struct state *state, int id)
{
    return player_acts_done(player, state, id) > 0;
}

void player_runs_counter(const struct state *state, struct text *line)
{
    for (int i = 0; i < state->counters && line->n == 0; i++) {
        const struct counter *counter = &state->counter[i];
        if (state_has_counter(state, i) && counter->then[0] != '\0' &&
            counter_has_ended(counter)) {
            text_add(line, "%s ", counter_run_name);
            counter_word(state, i, line);
        }
    }
}

/* A number below `limit` for this occasion alone. */
static uint32_t draw(const struct player *player, const struct state *state, int id,
                     const char *what, uint32_t limit)
{
    uint64_t key = player->key ^ MIX_BEGIN;
    key = mix_number(key, (uint64_t)state->value[ENCOUNTER_ROUND]);
    key = mix_number(key, (uint64_t)id);
    key = mix_bits(mix_text(key, str_of(what)));
    return (uint32_t)((key >> 32) * limit >> 32);
}

bool player_draws(const struct player *player, const struct state *state, int id, int chance,
                  const char *what)
{
    return chance >= 100 || (chance > 0 && (int)draw(player, state, id, what, 100) < chance);
}

bool player_does(const struct player *player, const struct state *state, int id,
                 enum policy_field field, const char *what)
{
    int chance = player_policy(player, state, id)->value[field];
    return player_draws(player, state, id, chance, what);
}

bool player_is_at(const struct player *player, const struct state *state, int id,
                  enum policy_field field, int now, int most)
{
    int share = player_policy(player, state, id)->value[field];
    return share >= 100 || (share > 0 && (int64_t)now * 100 <= (int64_t)most * share);
}

enum policy_field player_aims_by(const struct player *player, const struct state *state, int id)
{
    const int *weight = player_policy(player, state, id)->value;
    int sum = 0;
    for (int i = 0; i < POLICY_AIMS; i++) {
        sum += weight[i];
    }
    int drawn = sum > 0 ? (int)draw(player, state, id, "aims by", (uint32_t)sum) : 0;
    int i = 0;
    while (i < POLICY_AIMS - 1 && drawn >= weight[i]) {
        drawn -= weight[i++];
    }
    return sum > 0 ? (enum policy_field)i : POLICY_weakest;
}

/* The hit points left, or the bodies of one that stands for several. */
static int left(const struct player *player, const struct state *state, int id)
{
    struct bodies bodies;
    const struct procedure *procedure = player->procedure;
    if (procedure->bodies != NULL && procedure->bodies(state, id, &bodies)) {
        return bodies.left;
    }
    return state_value(state, id, FIELD_HP, 0);
}

/* How much is gone, in thousandths. */
static int hurt(const struct player *player, const struct state *state, int id)
{
    struct bodies bodies;
    const struct procedure *procedure = player->procedure;
    if (procedure->bodies == NULL || !procedure->bodies(state, id, &bodies)) {
        bodies.left = state_value(state, id, FIELD_HP, 0);
        bodies.most = state_value(state, id, FIELD_HP_MAX, 0);
    }
    return bodies.most > 0 ? (int)((int64_t)(bodies.most - bodies.left) * 1000 / bodies.most)
                           : 0;
}

int player_aims(const struct player *player, const struct state *state, int id,
                const int *candidates, int count)
{
    enum policy_field by = player_aims_by(player, state, id);
    const struct procedure *procedure = player->procedure;
    if (by == POLICY_random) {
        return count > 0 ? candidates[draw(player, state, id, "whom", (uint32_t)count)] : 0;
    }
    int best = 0, best_rank = 0;
    bool best_engaged = false;
    for (int i = 0; i < count; i++) {
        int whom = candidates[i];
        bool is_engaged = by == POLICY_engaged && procedure->is_engaged != NULL &&
                          procedure->is_engaged(state, id, whom);
        int rank = by == POLICY_strongest ? -left(player, state, whom)
                   : by == POLICY_spread  ? hurt(player, state, whom)
                                          : left(player, state, whom);
        bool is_better =
            is_engaged != best_engaged ? is_engaged : best == 0 || rank < best_rank;
        if (is_better) {
            best = whom;
            best_rank = rank;
            best_engaged = is_engaged;
        }
    }
    return best;
}

int player_opponents(const struct state *state, int id, int *out)
{
    int side = state_value(state, id, FIELD_SIDE, SIDE_FOES), count = 0;
    for (int other = 1; other <= state->count; other++) {
        if (state_is_in(state, other) &&
            state_value(state, other, FIELD_SIDE, SIDE_FOES) != side) {
            out[count++] = other;
        }
    }
    return count;
}
