/* Lantern Duel at the table: lamps are turned low. Made up, to try the recipe of src/README.md;
 * all else is as in any game. */
#include "games/generic/procedure.h"

/* Its effects. */
enum {
    DUEL_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) DUEL_##name,
#include "games/lantern_duel/effects.def"
#undef EFFECT
};

static void decide_low(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    const char *name = state_name(&decision->state, id);
    const struct effect *low = state_effect(&decision->state, NULL, DUEL_LOW, id, 0);
    struct event *event = low != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, low)
                                      : decision_effect(decision, EVENT_EFFECT_CHANGED,
                                                        DUEL_LOW, id, 0, str_of(""), 1);
    decision_say(decision, event, "low", "%s turns the lamp %s", name,
                 low != NULL ? "up" : "low");
    decision_label(decision, "%s turns the lamp", name);
}

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    static const struct generic_words low = {"lamp low", "low"};
    generic_describe(state, id, state_has_effect(state, DUEL_LOW, id, 0) ? &low : NULL, out);
}

static const struct command_def commands[] = {
    {.name = "low",
     .help = "the lamp is turned low, or up again",
     .rule = "low",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT}},
     .arguments_count = 1,
     .decide = decide_low},
};

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/lantern_duel/effects.def"
#undef EFFECT
};

static const struct condition_def conditions[] = {
    {"dazzled", "sees nothing of the next feint", true},
};

const struct procedure lantern_duel_procedure;
const struct procedure lantern_duel_procedure = {
    STOCK_SLOTS,
    .system = "lantern-duel",
    .make = generic_make_commands,
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    .conditions = conditions,
    .conditions_count = (int)(sizeof conditions / sizeof conditions[0]),
    .describe = describe,
    .facts = generic_facts,
    .usual_act = generic_usual_act,
    .give = generic_give,
    .pending = generic_pending,
    .pending_act = generic_no_pending_act,
};
