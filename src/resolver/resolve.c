#include "resolver/resolve.h"

#include <string.h>

/* Far above what any rule needs: an act that is still going after so many stages never ends. */
enum { STAGES_RUN_MAX = 100000 };

void resolve_act(const struct inputs *inputs, struct dice *dice, struct outcome *out)
{
    CHECK(dice->path == NULL);
    const struct action *action = inputs->action;
    struct rule_state state;
    memset(&state, 0, sizeof state);
    memset(out, 0, sizeof *out);
    if (action->stages_count == 0) {
        return;
    }
    for (int run = 0; state.stage != RULE_DONE && !dice_is_stuck(dice); run++) {
        if (run == STAGES_RUN_MAX) {
            dice_fail(dice, STATUS_FULL, "%s does not end", action->name);
            return;
        }
        CHECK(state.stage >= 0 && state.stage < action->stages_count);
        action->stages[state.stage](&state, inputs, dice);
    }
    if (!dice_is_stuck(dice)) {
        action->read(&state, inputs, out);
    }
}
