/* What the rules say about a combatant at present (5.1, 5.2, 5.5, 5.7, 5.10, 5.11). */
#include "games/trilemma/combatant.h"

#include "tracker/conditions.h"

const struct number_range trilemma_ability_range = {-100, 100};
const struct number_range trilemma_ac_range = {0, 100};
const struct number_range trilemma_edge_range = {-5, 5};

enum { NO_TIE = 1000 };

int trilemma_score(const struct state *state, int id)
{
    int score = state_value(state, id, FIELD_INITIATIVE, 0);
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_SPENT, id, 0)) != NULL) {
        score -= effect->amount;
    }
    return score < 0 ? 0 : score;
}

/* Highest score first; ties: as moved by hand, then higher wits, then characters, then order of
 * entry (5.1; T5). Combatants without a score, or out of the fight, come last. Before there are
 * scores, combatants are in their order of entry, which is also the order in which their dice
 * are asked for. */
bool trilemma_comes_before(const struct state *state, int a, int b)
{
    return trilemma_comes_before_at(state, a, b, trilemma_score(state, b));
}

bool trilemma_comes_before_at(const struct state *state, int a, int b, int b_score)
{
    bool has_scores = state_is_set(state, a, FIELD_INITIATIVE);
    int keys[][2] = {
        {state_is_in(state, a), state_is_in(state, b)},
        {has_scores, state_is_set(state, b, FIELD_INITIATIVE)},
        {trilemma_score(state, a), b_score},
        {-state_value(state, a, FIELD_TIE, NO_TIE), -state_value(state, b, FIELD_TIE, NO_TIE)},
        {has_scores ? state_value(state, a, WITS, 0) : 0,
         has_scores ? state_value(state, b, WITS, 0) : 0},
        {has_scores ? state_value(state, a, FIELD_SIDE, 0) : 0,
         has_scores ? state_value(state, b, FIELD_SIDE, 0) : 0},
        {-state_value(state, a, FIELD_ENTRY, a), -state_value(state, b, FIELD_ENTRY, b)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] > keys[i][1];
        }
    }
    return a < b;
}

bool trilemma_is_round(const struct state *state)
{
    return state->value[ENCOUNTER_ROUND] > 0 && state->value[ENCOUNTER_PHASE] == PHASE_ROUND;
}

bool trilemma_is_henchman(const struct state *state, int id)
{
    return trait_value(state, id, "henchman", 0) != 0;
}

int trilemma_surprise(const struct state *state, int id)
{
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_SURPRISE, id, 0);
    return effect != NULL ? effect->amount : SURPRISE_ROLL;
}

bool trilemma_is_surprised(const struct state *state, int id)
{
    return trilemma_surprise(state, id) >= SURPRISE_PENALTY;
}

bool trilemma_is_casting(const struct state *state, int id)
{
    return state_has_effect(state, TRILEMMA_CASTING, id, ANYBODY);
}

bool trilemma_hp(const struct state *state, int id, int *out)
{
    *out = state_value(state, id, FIELD_HP, 0) + state_value(state, id, FIELD_HP_TEMPORARY, 0);
    *out = *out > 10000 ? 10000 : *out;
    return state_is_set(state, id, FIELD_HP);
}

const char *trilemma_damage_dice(const struct state *state, int id)
{
    const char *own = state_at(state, id)->text[TEXT_DAMAGE];
    return own[0] != '\0' ? own : "1d6";
}
