#include "games/trilemma/preparing.h"

#include "games/trilemma/combatant.h"
#include "games/trilemma/initiative.h"
#include "games/trilemma/morale_groups.h"
#include "tracker/combatant_fields.h"

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

const struct prepared_def trilemma_prepared[TRILEMMA_PREPARED + 1] = {
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

/* An armour class is known as a number, or by the armour (5.15). */
static void find_armour(struct missing_list *list, const struct state *state, int id)
{
    if (!state_is_set(state, id, ARMOUR)) {
        missing_add_unset(list, state, id, "ac", "5.15");
    }
}

/* Monsters and NPCs have a score; a group has one in common (5.12). */
static void find_morale(struct missing_list *list, const struct state *state, int id)
{
    int group = group_of(state, id);
    bool is_told = trilemma_is_of_party(state, id) || trilemma_is_checked(state, group);
    for (int other = 1; other < id && !is_told; other++) {
        is_told = is_in_fight(state, other) && group_of(state, other) == group;
    }
    if (!is_told) {
        missing_add_unset(list, state, id, "morale", "5.12");
    }
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

void trilemma_missing(const struct state *state, struct missing_list *list)
{
    for (int id = 1; id <= state->count; id++) {
        if (!is_in_fight(state, id)) {
            continue;
        }
        missing_add_unset(list, state, id, "wits", "5.1");
        missing_add_unset(list, state, id, "strength", "5.14");
        find_armour(list, state, id);
        missing_add_unset(list, state, id, "hp", "5.18");
        find_morale(list, state, id);
        find_leader(list, state, id);
    }
}
