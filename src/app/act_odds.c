#include "app/act_odds.h"

const char *act_odds_chance(const struct act_odds *act, double *chance)
{
    const char *name = NULL;
    const struct action *action = act->inputs.action;
    for (int i = 0; act->error.code == STATUS_OK && i < action->outcomes_count; i++) {
        bool is_chance = act->odds.is_listed[i] && action->outcomes[i].kind == OUTCOME_CHANCE;
        if (is_chance && name != NULL) {
            return NULL;
        }
        if (is_chance) {
            name = action->outcomes[i].name;
            *chance = act->odds.chance[i];
        }
    }
    return name;
}
