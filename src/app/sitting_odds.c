#include "app/sitting_odds.h"

#include <string.h>

#include "app/sitting_data.h"
#include "app/sitting_state.h"

const struct odds *sitting_odds(struct sitting *sitting, int actor, int target,
                                const struct inputs **inputs, const struct error **why)
{
    bool is_kept =
        sitting->has_odds && sitting->odds_actor == actor && sitting->odds_target == target;
    if (!is_kept) {
        sitting->has_odds = true;
        sitting->odds_actor = actor;
        sitting->odds_target = target;
        arena_init(&sitting->odds_arena, sitting->odds_memory, sizeof sitting->odds_memory);
        sitting->odds_failed =
            !sitting_procedure(sitting)->usual_act(
                &sitting->state, actor, target, &sitting->odds_inputs, &sitting->odds_error) ||
            odds_of(&sitting->odds, &sitting->odds_inputs, &sitting->odds_arena,
                    &sitting->odds_error) != STATUS_OK;
    }
    *inputs = &sitting->odds_inputs;
    *why = &sitting->odds_error;
    return sitting->odds_failed ? NULL : &sitting->odds;
}

static void find_chance(struct sitting *sitting, const struct pending *pending)
{
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    sitting->chance_of = *pending;
    sitting->chance_name = NULL;
    arena_init(&arena, sitting->chance_memory, sizeof sitting->chance_memory);
    if (pending->action == NULL ||
        !sitting_procedure(sitting)->pending_act(&sitting->state, pending, &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < inputs.action->outcomes_count && sitting->chance_name == NULL; i++) {
        if (odds.is_listed[i] && inputs.action->outcomes[i].kind == OUTCOME_CHANCE) {
            sitting->chance_name = inputs.action->outcomes[i].name;
            sitting->chance = odds.chance[i];
        }
    }
}

bool sitting_pending_chance(struct sitting *sitting, const struct pending *pending,
                            const char **name, double *chance)
{
    /* Several can be settled by the same command, one after the other. */
    if (pending->command[0] == '\0' ||
        strcmp(sitting->chance_of.command, pending->command) != 0 ||
        strcmp(sitting->chance_of.text, pending->text) != 0) {
        find_chance(sitting, pending);
    }
    *name = sitting->chance_name;
    *chance = sitting->chance;
    return sitting->chance_name != NULL;
}

const struct together *sitting_together(struct sitting *sitting, int id)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    if (procedure->together == NULL || id == 0) {
        return NULL;
    }
    struct together *together = &sitting->together[id];
    if (!sitting->knows_together[id]) {
        struct arena arena;
        arena_init(&arena, sitting->chance_memory, sizeof sitting->chance_memory);
        if (!procedure->together(&sitting->state, id, &arena, together)) {
            together->chances = 0;
        }
        sitting->knows_together[id] = true;
    }
    return together->chances > 0 ? together : NULL;
}

void together_format(const struct together *together, struct text *out)
{
    text_add(out, "%s:", together->what);
    for (int i = 0; i < together->chances; i++) {
        text_add(out, "%s %s ", i > 0 ? "," : "", together->chance[i].name);
        text_add_percent(out, together->chance[i].value);
    }
}
