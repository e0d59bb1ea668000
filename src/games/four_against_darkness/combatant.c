/* Four Against Darkness at the table: combatants as the rules see them, and what holds for the
 * whole encounter. */
#include "games/four_against_darkness/combatant.h"

#include <string.h>

#include "tracker/conditions.h"

/* ---- levels ---------------------------------------------------------------------------- */

int tier_of_level(int level)
{
    int tier = 1 + level / 5;
    return tier < 5 ? tier : 5;
}

int die_of_tier(int tier)
{
    static const int sides[] = {6, 8, 10, 12, 20};
    CHECK(tier >= 1);
    return sides[tier <= 5 ? tier - 1 : 4];
}

int explodes_from(int sides)
{
    return sides == 6 ? 6 : sides == 20 ? 10 : sides / 2 + 3;
}

int highest_level(const struct state *state)
{
    int highest = 1;
    for (int id = 1; id <= state->count; id++) {
        int level = state_value(state, id, LEVEL, 1);
        if (state_is_present(state, id) && level > highest &&
            state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            highest = level;
        }
    }
    return highest;
}

/* ---- what a combatant is --------------------------------------------------------------- */

const char *class_of(const struct state *state, int id)
{
    const struct effect *effect = state_effect(state, NULL, FOUR_CLASS, id, 0);
    return effect != NULL ? effect->label : "";
}

bool kind_is(const struct state *state, int id, struct str word)
{
    static const char *const kinds[] = {[FOE_VERMIN] = "vermin",
                                        [FOE_MINION] = "minion",
                                        [FOE_WEIRD] = "weird",
                                        [FOE_BOSS] = "boss"};
    if (!state_is_set(state, id, FOE)) {
        return false;
    }
    int kind = state_value(state, id, FOE, 0);
    return library_names_equal(word, str_of(kinds[kind])) ||
           library_names_equal(word, str_of(kind <= FOE_MINION ? "minor" : "major"));
}

bool row_says(const struct effect *effect)
{
    return effect->kind == EFFECT_CONDITION || effect->kind == EFFECT_CONDITION_ROUNDS ||
           effect->kind == EFFECT_CONDITION_START || effect->kind == EFFECT_CONDITION_END ||
           effect->kind == FOUR_CLASS || effect->kind == FOUR_SOME ||
           (effect->kind == EFFECT_TRAIT && effect->amount > 0);
}

bool row_is(const struct state *state, int id, struct str word)
{
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject == id && row_says(effect) &&
            library_names_equal(str_of(effect->label), word)) {
            return true;
        }
    }
    return kind_is(state, id, word);
}

const char *special_find(const struct state *state, int id, const char *head)
{
    size_t n = strlen(head);
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SPECIAL, id, 0)) != NULL) {
        if (strncmp(effect->label, head, n) == 0 && strncmp(effect->label + n, ": ", 2) == 0) {
            return effect->label + n + 2;
        }
    }
    return NULL;
}

bool row_hates(const struct state *state, int foe, int id)
{
    static const char head[] = "hates: ";
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SPECIAL, foe, 0)) != NULL) {
        struct str list = str_of(effect->label);
        if (strncmp(effect->label, head, sizeof head - 1) != 0) {
            continue;
        }
        list = (struct str){list.p + sizeof head - 1, list.n - (int)(sizeof head - 1)};
        for (struct str item; str_next_part(&list, ',', &item);) {
            if (row_is(state, id, item)) {
                return true;
            }
        }
    }
    return false;
}

bool is_character(const struct state *state, int id)
{
    return state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

bool is_minor(const struct state *state, int id)
{
    int kind = state_value(state, id, FOE, FOE_VERMIN);
    return kind == FOE_VERMIN || kind == FOE_MINION;
}

bool is_standing(const struct state *state, int id)
{
    return state_is_in(state, id) && state_value(state, id, FIELD_HP, 1) > 0;
}

/* Whether this state effect is such a condition. */
static bool makes_helpless(const struct effect *effect)
{
    static const char *const words[] = {"asleep", "sleeping", "paralysed", "bound"};
    for (size_t i = 0; condition_is(effect) && i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_any_case(str_of(effect->label), str_of(words[i]))) {
            return true;
        }
    }
    return false;
}

bool is_helpless(const struct state *state, int id)
{
    for (int i = 0; i < state->effects; i++) {
        if (state->effect[i].subject == id && makes_helpless(&state->effect[i])) {
            return true;
        }
    }
    return false;
}

int bodies_of(const struct state *state, int id)
{
    return is_minor(state, id) ? state_value(state, id, COUNT, 1) : 1;
}

int attacks_of(const struct state *state, int foe)
{
    return state_value(state, foe, ATTACKS, 1);
}

int bodies_awake(const struct state *state, int foe)
{
    int awake = bodies_of(state, foe);
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject != foe) {
            continue;
        }
        if (makes_helpless(effect)) {
            return 0;
        }
        awake -= effect->kind == FOUR_SOME && effect->object == 0 ? effect->amount : 0;
    }
    return awake > 0 ? awake : 0;
}

/* ---- the two sides --------------------------------------------------------------------- */

int foes_left(const struct state *state)
{
    int left = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id)) {
            left += bodies_of(state, id);
        }
    }
    return left;
}

int only_foe(const struct state *state)
{
    int only = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id)) {
            if (only != 0) {
                return 0;
            }
            only = id;
        }
    }
    return only;
}

static bool marches_before(const struct state *state, int a, int b)
{
    int first = state_value(state, a, POSITION, COMBATANTS_MAX);
    int second = state_value(state, b, POSITION, COMBATANTS_MAX);
    if (first != second) {
        return first < second;
    }
    return state_value(state, a, FIELD_ENTRY, a) < state_value(state, b, FIELD_ENTRY, b);
}

/* One who falls leaves the place to the next, so ranks are counted among those who stand. */
int marching_order(const struct state *state, int ids[COMBATANTS_MAX])
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        if (!is_character(state, id) || !is_standing(state, id)) {
            continue;
        }
        int at = count++;
        while (at > 0 && marches_before(state, id, ids[at - 1])) {
            ids[at] = ids[at - 1];
            at--;
        }
        ids[at] = id;
    }
    return count;
}

int standing_characters(const struct state *state)
{
    int ids[COMBATANTS_MAX];
    return marching_order(state, ids);
}

/* ---- the encounter --------------------------------------------------------------------- */

bool situation_holds(const struct state *state, const char *word)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SITUATION, 0, 0)) != NULL) {
        if (library_names_equal(str_of(effect->label), str_of(word))) {
            return true;
        }
    }
    return false;
}

void situation_set(struct decision *decision, const char *word, bool holds)
{
    const struct effect *effect =
        state_effect_labelled(&decision->state, FOUR_SITUATION, 0, 0, str_of(word));
    if (holds && effect == NULL) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SITUATION, 0, 0, str_of(word), 1);
    } else if (!holds && effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}
