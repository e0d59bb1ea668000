/* Lantern Duel at the table: lanterns are shuttered by a key, and the next strike meets a
 * better guard. A made-up game, to try the recipe of src/README.md; everything else is as in
 * any game. */
#include "games/generic/plays.h"
#include "games/generic/procedure.h"

/* Its effects. */
enum {
    DUEL_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) DUEL_##name,
#include "games/lantern_duel/effects.def"
#undef EFFECT
};

static const char shutter_rule[] = "shutter";

/* ---- the shutter ----------------------------------------------------------------------- */

static void open_shutter(struct decision *decision, int id)
{
    const struct effect *effect = state_effect(&decision->state, NULL, DUEL_SHUTTERED, id, 0);
    if (effect != NULL) {
        struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        decision_say(decision, event, shutter_rule, "%s's lantern is open again",
                     state_name(&decision->state, id));
    }
}

/* `shutter Bel`: shuttered, or opened again. */
static void decide_shutter(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    const char *name = state_name(&decision->state, id);
    if (!state_is_in(&decision->state, id) &&
        !decision_refuse(decision, shutter_rule, "%s is out of the fight", name)) {
        return;
    }
    if (state_has_effect(&decision->state, DUEL_SHUTTERED, id, 0)) {
        open_shutter(decision, id);
        decision_label(decision, "%s opens the lantern", name);
        return;
    }
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, DUEL_SHUTTERED, id, 0, str_of(""), 1);
    decision_say(decision, event, shutter_rule, "%s shutters the lantern", name);
    decision_label(decision, "%s shutters the lantern", name);
}

/* ---- strikes --------------------------------------------------------------------------- */

/* The condition "dazzled" needs no word here: a flag of the strike has its name. */
static void add_shutter(const struct state *state, const struct command *command,
                        struct generic_pair pair, struct inputs *inputs)
{
    (void)command;
    int at = parameter_find(inputs->action, str_of("shuttered"));
    if (!inputs->value[at].is_given &&
        state_has_effect(state, DUEL_SHUTTERED, pair.target, 0)) {
        input_give_choice(inputs, at, 1);
    }
}

static void settle_strike(struct decision *decision, const struct command *command,
                          struct generic_pair pair, const struct outcome *outcome)
{
    (void)command;
    (void)outcome;
    open_shutter(decision, pair.target);
}

static const struct generic_act strike = {.add = add_shutter, .settle = settle_strike};

static void decide_strike(struct decision *decision, const struct command *command)
{
    generic_decide_act(decision, command, &strike);
}

static bool usual_act(const struct state *state, int actor, int target, struct inputs *out,
                      struct error *err)
{
    return generic_act_inputs(state, state_action(state, "strike"), &strike,
                              (struct generic_pair){actor, target}, out, err);
}

static void decide_feint(struct decision *decision, const struct command *command)
{
    struct listing listing;
    if (generic_list(decision, command, &listing)) {
        generic_tell_list(decision, command, &listing);
    }
}

/* ---- the procedure --------------------------------------------------------------------- */

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    static const struct generic_words words = {"shuttered", "shuttered"};
    bool is_shuttered = state_has_effect(state, DUEL_SHUTTERED, id, 0);
    generic_describe(state, id, is_shuttered ? &words : NULL, out);
}

#define STRIKE                                                                                 \
    .signature = GENERIC_ACT, .help = "d6 and skill against the guard, then damage",           \
    .rule = "strike", .act = "strike", .whom = WHOM_FOE, .decide = decide_strike

/* The key `a` of every game runs `attack`. */
static const struct command_def commands[] = {
    {.name = "attack", STRIKE},
    {.name = "strike", STRIKE},
    {.name = "feint",
     .help = "what a feint opens, step by step",
     .rule = "feint",
     .act = "feint",
     .decide = decide_feint},
    {.name = "shutter",
     .help = "the lantern is shuttered, or opened again",
     .rule = shutter_rule,
     .signature = "WHO:combatant",
     .decide = decide_shutter},
};

static const struct key_def keys[] = {
    {"s", "shutter %s", "shutter", "shutter or open the lantern of the selected combatant",
     "@target"},
    {0},
};

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/lantern_duel/effects.def"
#undef EFFECT
};

static const struct condition_def conditions[] = {
    {.name = "dazzled", .help = "-2 to its strikes", .ends_with_fight = true},
};

const struct procedure lantern_duel_procedure;
const struct procedure lantern_duel_procedure = {
    GENERIC_SLOTS,
    GENERIC_CREATURE_SLOTS,
    .system = "lantern-duel",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    .conditions = conditions,
    .conditions_count = (int)(sizeof conditions / sizeof conditions[0]),
    .describe = describe,
    .facts = generic_facts,
    .usual_act = usual_act,
    .give = generic_give,
    .pending = generic_pending,
    .pending_act = generic_no_pending_act,
    .plays = generic_plays,
    .choices = generic_choices,
    .assumptions = generic_assumptions,
    .keys = keys,
};
