#include "games/four_against_darkness/preparing.h"

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/location.h"

const struct prepared_def four_against_darkness_prepared[FOUR_PREPARED + 1] = {
    {.name = "location",
     .of_encounter = true,
     .line = "place %v",
     .help = "where the fight is: corridor dark, room door ...",
     .format = location_format},
};

static bool is_in_fight(const struct state *state, int id)
{
    return state_is_present(state, id) && state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
}

/* Wandering monsters reverse the marching order only in corridors. */
static void find_wandering(struct missing_list *list, const struct state *state)
{
    if (!situation_holds(state, "wandering") || situation_holds(state, "corridor") ||
        situation_holds(state, "narrow")) {
        return;
    }
    struct missing *missing =
        missing_add(list, 0, "wandering foes in a room: they come from behind in corridors");
    if (missing != NULL) {
        missing->rule = "marching order";
        text_format(missing->command, sizeof missing->command, "place corridor wandering");
    }
}

void four_against_darkness_missing(const struct state *state, struct missing_list *list)
{
    for (int id = 1; id <= state->count; id++) {
        if (is_in_fight(state, id)) {
            missing_add_unset(list, state, id, "level",
                              is_character(state, id) ? "class" : "attack");
        }
    }
    find_wandering(list, state);
}
