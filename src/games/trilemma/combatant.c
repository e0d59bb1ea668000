/* Trilemma at the table: combatants as the rules see them, melee, table rules. */
#include "games/trilemma/combatant.h"

#include "tracker/conditions.h"

/* ==== Choices that the rules leave to the referee: table rules of a campaign. */

static const char *const no_yes[] = {"no", "yes", NULL};

static const char *const yes_no[] = {"yes", "no", NULL};

static const char *const overspend[] = {"confirm", "deny", "allow", NULL};

static const char *const group_rolls[] = {"once", "each", NULL};

const struct setting_def trilemma_settings[] = {
    [SETTING_OVERSPEND] = {.name = "overspend",
                           .words = overspend,
                           .rule = "5.9",
                           .help = "paying more than one has: ask, never, always"},
    [SETTING_SUPERIOR_REPEAT] = {.name = "superior_repeat",
                                 .words = no_yes,
                                 .rule = "5.3",
                                 .help = "buying another turn more than once a round"},
    [SETTING_BETWEEN_PRICE] = {.name = "between_price",
                               .low = 0,
                               .high = 100,
                               .fallback = 2,
                               .rule = "5.5",
                               .help = "usual price of a physical act between rounds"},
    [SETTING_GROUP_ROLLS] = {.name = "group_rolls",
                             .words = group_rolls,
                             .rule = "5.1",
                             .help = "foes of one kind roll initiative once, or each"},
    [SETTING_HENCHMAN_SHIELD_AC2] = {.name = "henchman_shield_ac2",
                                     .words = no_yes,
                                     .rule = "5.11",
                                     .help = "henchmen with a shield have AC +2"},
    [SETTING_TAKING_AIM] = {.name = "taking_aim",
                            .words = no_yes,
                            .rule = "5.22",
                            .help = "a ranged hit may be described as taking aim"},
    [SETTING_FLED_COUNTS] = {.name = "fled_counts",
                             .words = yes_no,
                             .rule = "5.13",
                             .help = "those who fled count as fallen"},
};

int trilemma_setting(const struct state *state, enum trilemma_setting setting)
{
    return setting_value_of(state, &trilemma_settings[setting]);
}

/* ==== One combatant at present: its attributes, its score, what it is doing. */

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

/* ==== Melee: who is in it with whom, for shots into it (5.21; T31). */

bool trilemma_is_engaged(const struct state *state, int a, int b)
{
    return trilemma_is_round(state) && (state_has_effect(state, TRILEMMA_ENGAGED, a, b) ||
                                        state_has_effect(state, TRILEMMA_ENGAGED, b, a));
}

void trilemma_engage(struct decision *decision, int a, int b)
{
    int first = a < b ? a : b;
    int second = a < b ? b : a;
    if (a != b) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_ENGAGED, first, second,
                        str_of(""), 1);
    }
}

void trilemma_decide_engage(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int a = command->argument[0].id;
    int b = command->argument[1].id;
    if (!trilemma_is_round(state) &&
        !decision_refuse(decision, "5.5", "nobody is in melee between rounds")) {
        return;
    }
    trilemma_engage(decision, a, b);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, a, b), "5.21",
                 "%s and %s are in melee", state_name(state, a), state_name(state, b));
    decision_label(decision, "%s and %s in melee", state_name(state, a), state_name(state, b));
}

void trilemma_decide_part(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int a = command->argument[0].id;
    int b = command->argument[1].id;
    const struct effect *effect =
        state_effect(state, NULL, TRILEMMA_ENGAGED, a < b ? a : b, a < b ? b : a);
    if (effect == NULL) {
        decision_refuse(decision, "5.21", "%s and %s are not in melee", state_name(state, a),
                        state_name(state, b));
        return;
    }
    struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    decision_say(decision, event, "5.21", "%s and %s part", state_name(state, a),
                 state_name(state, b));
    decision_label(decision, "%s and %s part", state_name(state, a), state_name(state, b));
}
