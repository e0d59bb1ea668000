/* Lantern Duel: a made-up game, to try the recipe of src/README.md. One strike: a d6 and skill
 * against a guard, then damage dice; a shutter and a glare change it. And a feint that lists
 * what it may open. */
#include "resolver/dice/dice_verbs.h"
#include "resolver/system.h"

enum { SKILL, GUARD, DAMAGE, HP, SHUTTERED, DAZZLED };
enum { SHUTTER_GUARD = 2, DAZZLED_SKILL = -2 };

static const struct value_def strike_parameters[] = {
    [SKILL] = {.name = "skill",
               .kind = VALUE_NUMBER,
               .low = 0,
               .high = 20,
               .is_required = true,
               .whose = WHOSE_ACTOR,
               .rule = "strike",
               .help = "added to the d6"},
    [GUARD] = {.name = "guard",
               .kind = VALUE_NUMBER,
               .low = 0,
               .high = 30,
               .is_required = true,
               .whose = WHOSE_TARGET,
               .rule = "strike",
               .help = "what the strike must reach"},
    [DAMAGE] = {.name = "damage",
                .kind = VALUE_DICE,
                .fallback = "1d4",
                .whose = WHOSE_ACTOR,
                .rule = "harm",
                .help = "damage dice"},
    [HP] = {.name = "hp",
            .kind = VALUE_NUMBER,
            .low = 0,
            .high = 10000,
            .whose = WHOSE_TARGET,
            .rule = "harm",
            .help = "the target's hit points"},
    [SHUTTERED] = {.name = "shuttered",
                   .kind = VALUE_FLAG,
                   .high = 1,
                   .fallback = "false",
                   .whose = WHOSE_TARGET,
                   .rule = "shutter",
                   .help = "the target's lantern is shuttered: guard +2"},
    [DAZZLED] = {.name = "dazzled",
                 .kind = VALUE_FLAG,
                 .high = 1,
                 .fallback = "false",
                 .whose = WHOSE_ACTOR,
                 .rule = "dazzled",
                 .help = "who strikes is dazzled: -2"},
};

enum { OUT_HIT, OUT_KILL, OUT_DAMAGE };

static const struct outcome_def strike_outcomes[] = {
    [OUT_HIT] = {"hit", OUTCOME_CHANCE, 0, "strike", "d6 and skill reach the guard"},
    [OUT_KILL] = {"kill", OUTCOME_CHANCE, HP + 1, "harm", "damage takes all hit points"},
    [OUT_DAMAGE] = {"damage", OUTCOME_NUMBER, 0, "harm", "damage dealt"},
};

enum { HAS_HIT, HARM };
enum { STAGE_STRIKE, STAGE_HARM };

static void strike_roll(struct rule_state *act, const struct inputs *inputs, struct dice *dice)
{
    struct source why = {"strike", "strike"};
    bool is_shuttered = inputs->value[SHUTTERED].number != 0;
    int skill = inputs->value[SKILL].number;
    int dazzled = inputs->value[DAZZLED].number != 0 ? DAZZLED_SKILL : 0;
    int guard = inputs->value[GUARD].number + (is_shuttered ? SHUTTER_GUARD : 0);
    int total = dice_face(dice, 6, why) + skill + dazzled;
    trace_term(dice->trace, skill, (struct source){"skill", "strike"});
    trace_term(dice->trace, dazzled, (struct source){"dazzled", "dazzled"});
    trace_total(dice->trace, total);
    trace_against(dice->trace, guard,
                  is_shuttered ? (struct source){"shuttered guard", "shutter"}
                               : (struct source){"guard", "strike"});
    act->v[HAS_HIT] = total >= guard;
    trace_result(dice->trace, (struct source){act->v[HAS_HIT] ? "hit" : "miss", "strike"});
    act->stage = act->v[HAS_HIT] ? STAGE_HARM : RULE_DONE;
}

static void strike_harm(struct rule_state *act, const struct inputs *inputs, struct dice *dice)
{
    const struct dice_expr *expr = &inputs->dice[inputs->value[DAMAGE].number];
    int64_t damage = dice_total(dice, expr, 1, (struct source){"damage", "harm"});
    act->v[HARM] = damage < 0 ? 0 : damage > INT32_MAX ? INT32_MAX : (int)damage;
    trace_result_value(dice->trace, act->v[HARM], (struct source){"damage", "harm"});
    act->stage = RULE_DONE;
}

static void strike_read(const struct rule_state *act, const struct inputs *inputs,
                        struct outcome *out)
{
    const struct input *hp = &inputs->value[HP];
    out->is_present[OUT_HIT] = true;
    out->value[OUT_HIT] = act->v[HAS_HIT];
    out->is_present[OUT_DAMAGE] = true;
    out->value[OUT_DAMAGE] = act->v[HARM];
    out->is_present[OUT_KILL] = hp->is_set;
    out->value[OUT_KILL] = hp->is_set && act->v[HARM] > 0 && act->v[HARM] >= hp->number;
}

static stage_fn *const strike_stages[] = {
    [STAGE_STRIKE] = strike_roll, [STAGE_HARM] = strike_harm};

/* ---- a list ---------------------------------------------------------------------------- */

static const struct value_def feint_parameters[] = {
    {.name = "depth",
     .kind = VALUE_NUMBER,
     .low = 1,
     .high = 5,
     .is_required = true,
     .rule = "feint",
     .help = "how deep the feint goes"},
};

static const char *const feint_columns[] = {"step", "opens", NULL};

static void feint_list(const struct inputs *inputs, struct listing *out)
{
    for (int i = 1; i <= inputs->value[0].number; i++) {
        int *row = listing_add(out);
        row[0] = i;
        row[1] = i * i;
    }
}

/* ---- the system ------------------------------------------------------------------------ */

static const struct action actions[] = {
    {.name = "strike",
     .help = "d6 and skill against the guard, then damage",
     .rule = "strike",
     ACTION_TABLES(strike),
     .read = strike_read},
    {.name = "feint",
     .help = "what a feint opens, step by step",
     .rule = "feint",
     .parameters = feint_parameters,
     .parameters_count = COUNT_OF(feint_parameters),
     .list_name = "steps",
     .list_columns = feint_columns,
     .list = feint_list},
};

static const struct value_def attributes[] = {
    {.name = "skill",
     .kind = VALUE_NUMBER,
     .low = 0,
     .high = 20,
     .rule = "strike",
     .help = "added to strikes"},
    {.name = "guard",
     .kind = VALUE_NUMBER,
     .low = 0,
     .high = 30,
     .rule = "strike",
     .help = "what strikes must reach"},
    {.name = "damage", .kind = VALUE_DICE, .rule = "harm", .help = "damage dice"},
};

const struct system lantern_duel_system;
const struct system lantern_duel_system = {
    .id = "lantern-duel",
    .alias = "duel",
    .title = "Lantern Duel",
    .hit_points = "Wick",
    .note = "made up, to try the recipe",
    .rules = 1,
    .actions = actions,
    .actions_count = COUNT_OF(actions),
    .attributes = attributes,
    .attributes_count = COUNT_OF(attributes),
};
