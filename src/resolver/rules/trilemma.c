/* Trilemma, chapter 5: checks, attacks, shots, initiative and morale.
 *
 * Rules are cited as "5.14". A check is d20 + ability against a DC, one degree is 5 points,
 * advantage and penalty dice are further d20, of which the best or the worst counts. */
#include "resolver/rules/trilemma.h"

#include "resolver/system.h"

enum { MODIFIER_LOW = -100, MODIFIER_HIGH = 100, DEGREE = 5, DIRECT_HIT_DEGREES = 4 };

static const struct source why_strength = {"strength", "5.14"};

/* Extra degrees of a success (5.19, 5.20): every full 5 above the DC. */
static int extra_degrees(int total, int dc)
{
    return (total - dc) / DEGREE;
}

static void trace_degrees(struct trace *trace, int degrees)
{
    if (degrees > 0) {
        trace_result_value(trace, degrees, (struct source){"extra", "5.19"});
    }
}

/* ---- check ----------------------------------------------------------------------------- */

enum { CHECK_ABILITY, CHECK_DC, CHECK_EDGE };
enum { CHECK_SUCCESS, CHECK_DEGREES };
enum { CHECKED_TOTAL };

static const struct value_def check_parameters[] = {
    [CHECK_ABILITY] = {.name = "ability",
                       .kind = VALUE_NUMBER,
                       .low = MODIFIER_LOW,
                       .high = MODIFIER_HIGH,
                       .is_required = true,
                       .rule = "5.1",
                       .help = "the ability added to the d20"},
    [CHECK_DC] = {.name = "dc",
                  .kind = VALUE_NUMBER,
                  .low = MODIFIER_LOW,
                  .high = MODIFIER_HIGH,
                  .is_required = true,
                  .rule = "5.14",
                  .help = "the number to reach"},
    [CHECK_EDGE] = {.name = "edge",
                    .kind = VALUE_NUMBER,
                    .low = -5,
                    .high = 5,
                    .fallback = "0",
                    .rule = "5.10",
                    .help = "advantage dice (+) or penalty dice (-)"},
};

static const struct outcome_def check_outcomes[] = {
    [CHECK_SUCCESS] = {"success", OUTCOME_CHANCE, 0, "5.14", "the total reaches the DC"},
    [CHECK_DEGREES] = {"extra_degrees", OUTCOME_NUMBER, 0, "5.19", "every full 5 above the DC"},
};

static void check_roll(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    int ability = inputs->value[CHECK_ABILITY].number;
    int dc = inputs->value[CHECK_DC].number;
    int face =
        dice_best(dice, 20, inputs->value[CHECK_EDGE].number, (struct source){"check", "5.14"});
    int total = face + ability;
    trace_term(dice->trace, ability, (struct source){"ability", "5.14"});
    trace_total(dice->trace, total);
    trace_against(dice->trace, dc, (struct source){"DC", "5.14"});
    trace_result(dice->trace, (struct source){total >= dc ? "success" : "failure", "5.14"});
    if (total >= dc) {
        trace_degrees(dice->trace, extra_degrees(total, dc));
    }
    state->v[CHECKED_TOTAL] = total;
    state->stage = RULE_DONE;
}

static void check_read(const struct rule_state *state, const struct inputs *inputs,
                       struct outcome *out)
{
    int dc = inputs->value[CHECK_DC].number;
    out->is_present[CHECK_SUCCESS] = true;
    out->value[CHECK_SUCCESS] = state->v[CHECKED_TOTAL] >= dc;
    out->is_present[CHECK_DEGREES] = state->v[CHECKED_TOTAL] >= dc;
    out->value[CHECK_DEGREES] = extra_degrees(state->v[CHECKED_TOTAL], dc);
}

static stage_fn *const check_stages[] = {check_roll};

/* ---- attack ---------------------------------------------------------------------------- */

enum {
    ATTACK_STRENGTH,
    ATTACK_AC,
    ATTACK_ARMOUR,
    ATTACK_BLIND,
    ATTACK_CONSTRAINED,
    ATTACK_UNAWARE,
    ATTACK_OUT_REACHED,
    ATTACK_EDGE,
    ATTACK_BONUS,
    ATTACK_AC_BONUS,
    ATTACK_DAMAGE,
    ATTACK_HP,
    ATTACK_DEFEND, /* the defender's strength and edge follow it, here and below */
    ATTACK_DEFENDER_STRENGTH,
    ATTACK_DEFENDER_EDGE,
    ATTACK_DIRECT,
    /* for a shot only */
    SHOT_FACING,
    SHOT_TARGET,
    SHOT_AIM,
    SHOT_OTHER_AC,
    SHOT_OTHER_DEFEND,
    SHOT_OTHER_STRENGTH,
    SHOT_OTHER_EDGE
};

enum { ATTACK_HIT, ATTACK_FOUR_EXTRA, ATTACK_INJURY_DUE, ATTACK_DEGREES, ATTACK_HARM };

/* What an attack remembers. */
enum {
    ATTACKED_TOTAL,
    ATTACKED_AC,
    ATTACKED_HIT,
    ATTACKED_DEGREES,
    ATTACKED_HARM,
    SHOT_STRAYED
};

enum { STAGE_BEGIN, STAGE_DEFENCE, STAGE_DAMAGE, STAGE_SHOT };

/* clang-format off */
#define MODIFIER(name_, fallback_, rule_, help_)                                               \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = MODIFIER_LOW, .high = MODIFIER_HIGH,       \
        .fallback = fallback_, .rule = rule_, .help = help_                                    \
    }
#define FLAG(name_, rule_, help_)                                                              \
    {                                                                                          \
        .name = name_, .kind = VALUE_FLAG, .high = 1, .fallback = "false", .rule = rule_,      \
        .help = help_                                                                          \
    }
#define EDGE(name_, rule_, help_)                                                              \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = -5, .high = 5, .fallback = "0",            \
        .rule = rule_, .help = help_                                                           \
    }
/* clang-format on */

/* What an attack and a shot have in common. */
#define ATTACK_PARAMETERS                                                                      \
    [ATTACK_STRENGTH] = {.name = "strength",                                                   \
                         .kind = VALUE_NUMBER,                                                 \
                         .low = MODIFIER_LOW,                                                  \
                         .high = MODIFIER_HIGH,                                                \
                         .is_required = true,                                                  \
                         .rule = "5.14",                                                       \
                         .help = "the attacker's strength"},                                   \
    [ATTACK_AC] =                                                                              \
        MODIFIER("ac", NULL, "5.15", "the target's AC; 20 when no part is given either"),      \
    [ATTACK_ARMOUR] = {.name = "armour",                                                       \
                       .kind = VALUE_NUMBER,                                                   \
                       .low = 0,                                                               \
                       .high = 10,                                                             \
                       .fallback = "0",                                                        \
                       .rule = "5.15",                                                         \
                       .help = "light +2 up to heavy +10"},                                    \
    [ATTACK_BLIND] = FLAG("blind", "5.15", "the target is blind: AC -5"),                      \
    [ATTACK_CONSTRAINED] = FLAG("constrained", "5.15", "the target is constrained: AC -5"),    \
    [ATTACK_UNAWARE] = FLAG("unaware", "5.15", "the target is unaware: AC -10"),               \
    [ATTACK_OUT_REACHED] =                                                                     \
        FLAG("out_reached", "5.16", "the attacker has a shorter reach: AC +1"),                \
    [ATTACK_EDGE] = EDGE("edge", "5.14", "the attacker's advantage (+) or penalty dice (-)"),  \
    [ATTACK_BONUS] = MODIFIER("bonus", "0", "5.14", "added to the attack roll"),               \
    [ATTACK_AC_BONUS] = MODIFIER("ac_bonus", "0", "5.15", "added to the target's AC"),         \
    [ATTACK_DAMAGE] = {.name = "damage",                                                       \
                       .kind = VALUE_DICE,                                                     \
                       .fallback = "1d6",                                                      \
                       .rule = "5.18",                                                         \
                       .help = "damage dice"},                                                 \
    [ATTACK_HP] = {.name = "hp",                                                               \
                   .kind = VALUE_NUMBER,                                                       \
                   .low = 0,                                                                   \
                   .high = 10000,                                                              \
                   .rule = "5.18",                                                             \
                   .help = "the target's HP"},                                                 \
    [ATTACK_DEFEND] = FLAG("defend", "5.17", "the target defends itself actively"),            \
    [ATTACK_DEFENDER_STRENGTH] =                                                               \
        MODIFIER("defender_strength", "0", "5.17", "the strength it defends itself with"),     \
    [ATTACK_DEFENDER_EDGE] = EDGE("defender_edge", "5.17", "its advantage or penalty dice"),   \
    [ATTACK_DIRECT] = FLAG("direct", "5.20", "spend 4 extra degrees on a direct hit")

static const struct value_def attack_parameters[] = {ATTACK_PARAMETERS};

static const struct outcome_def attack_outcomes[] = {
    [ATTACK_HIT] = {"hit", OUTCOME_CHANCE, 0, "5.14", "the total reaches the AC"},
    [ATTACK_FOUR_EXTRA] = {"four_extra", OUTCOME_CHANCE, 0, "5.20", "4 extra degrees or more"},
    [ATTACK_INJURY_DUE] = {"injury_due", OUTCOME_CHANCE, ATTACK_HP + 1, "5.18",
                           "the target must make an injury save"},
    [ATTACK_DEGREES] = {"extra_degrees", OUTCOME_NUMBER, 0, "5.19",
                        "every full 5 above the AC"},
    [ATTACK_HARM] = {"damage", OUTCOME_NUMBER, 0, "5.18", "damage to HP"},
};

static const char *const attack_labels[] = {
    [ATTACK_FOUR_EXTRA] = "direct hit",
    [ATTACK_INJURY_DUE] = "save due",
    [ATTACK_HARM] = NULL,
};

static bool is_part_chosen(const struct inputs *inputs)
{
    for (int i = ATTACK_ARMOUR; i <= ATTACK_OUT_REACHED; i++) {
        if (input_is_chosen(inputs, i)) {
            return true;
        }
    }
    return false;
}

/* AC from its parts (5.15, 5.16; T16): they all add, the floor is 0. */
static int ac_of_parts(const struct inputs *inputs)
{
    int ac = 20 + inputs->value[ATTACK_ARMOUR].number;
    ac -= inputs->value[ATTACK_BLIND].number ? 5 : 0;
    ac -= inputs->value[ATTACK_CONSTRAINED].number ? 5 : 0;
    ac -= inputs->value[ATTACK_UNAWARE].number ? 10 : 0;
    ac += inputs->value[ATTACK_OUT_REACHED].number ? 1 : 0;
    return ac < 0 ? 0 : ac;
}

/* Parts that add up to the given AC, as in the inputs of an answer, do not conflict with it. */
static enum status attack_check(const struct inputs *inputs, struct error *err)
{
    const struct input *ac = &inputs->value[ATTACK_AC];
    if (ac->is_given && is_part_chosen(inputs) && ac->number != ac_of_parts(inputs)) {
        return error_set(err, STATUS_USAGE, "ac",
                         "ac was given together with one of its parts (armour, blind, "
                         "constrained, unaware, out_reached): give ac or its parts");
    }
    return STATUS_OK;
}

/* An AC given as a number is used unchanged. */
static void attack_complete(struct inputs *inputs)
{
    if (!inputs->value[ATTACK_AC].is_given) {
        inputs->value[ATTACK_AC] =
            (struct input){.is_set = true, .number = ac_of_parts(inputs)};
    }
}

/* The number to reach for the one in the line. The referee's addition to the AC is for the
 * chosen target; the floor is 0 here too (T16). */
static int ac_to_reach(const struct rule_state *state, const struct inputs *inputs)
{
    if (state->v[SHOT_STRAYED]) {
        return inputs->value[SHOT_OTHER_AC].number;
    }
    int ac = inputs->value[ATTACK_AC].number;
    int bonus = inputs->value[ATTACK_AC_BONUS].number;
    return bonus != 0 && ac + bonus < 0 ? 0 : ac + bonus;
}

/* A strength check (5.14). */
static void attack_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    int strength = inputs->value[ATTACK_STRENGTH].number;
    int face = dice_best(dice, 20, inputs->value[ATTACK_EDGE].number,
                         (struct source){"attack", "5.14"});
    int bonus = inputs->value[ATTACK_BONUS].number;
    trace_term(dice->trace, strength, why_strength);
    trace_term(dice->trace, bonus, (struct source){"bonus", "5.14"});
    trace_total(dice->trace, face + strength + bonus);
    state->v[ATTACKED_TOTAL] = face + strength + bonus;
    state->v[ATTACKED_AC] = ac_to_reach(state, inputs);
    state->stage = STAGE_DEFENCE;
}

/* A direct hit is meant for the chosen target; a shot that strays is an ordinary one. */
static bool is_direct_hit(const struct rule_state *state, const struct inputs *inputs)
{
    return inputs->value[ATTACK_DIRECT].number && !state->v[SHOT_STRAYED] &&
           state->v[ATTACKED_DEGREES] >= DIRECT_HIT_DEGREES;
}

/* d20 + strength of the active defender (5.17). */
static int roll_defence(int strength, int edge, struct dice *dice)
{
    int face = dice_best(dice, 20, edge, (struct source){"defence", "5.17"});
    trace_term(dice->trace, strength, (struct source){"strength", "5.17"});
    trace_total(dice->trace, face + strength);
    return face + strength;
}

/* Active defence replaces the AC where it is higher (5.17); then it is a hit or a miss. */
static void attack_defence(struct rule_state *state, const struct inputs *inputs,
                           struct dice *dice)
{
    bool is_out_reached = inputs->value[ATTACK_OUT_REACHED].number && !state->v[SHOT_STRAYED];
    struct source against = {"AC", is_out_reached ? "5.15 5.16" : "5.15"};
    /* The one the shot goes to defends, with its own values. */
    int defend = state->v[SHOT_STRAYED] ? SHOT_OTHER_DEFEND : ATTACK_DEFEND;
    if (inputs->value[defend].number) {
        int defence = roll_defence(inputs->value[defend + 1].number,
                                   inputs->value[defend + 2].number, dice);
        if (defence > state->v[ATTACKED_AC]) {
            state->v[ATTACKED_AC] = defence;
            against = (struct source){"defence", "5.17"};
        }
    }
    int total = state->v[ATTACKED_TOTAL];
    int ac = state->v[ATTACKED_AC];
    trace_against(dice->trace, ac, against);
    bool is_hit = total >= ac;
    trace_result(dice->trace, (struct source){is_hit ? "hit" : "miss", "5.14"});
    state->v[ATTACKED_HIT] = is_hit;
    state->v[ATTACKED_DEGREES] = is_hit ? extra_degrees(total, ac) : 0;
    trace_degrees(dice->trace, state->v[ATTACKED_DEGREES]);
    bool is_direct = is_direct_hit(state, inputs);
    if (is_direct) {
        trace_result(dice->trace, (struct source){"direct hit", "5.20"});
    }
    /* Values no longer needed are cleared, so that the odds can add up equal outcomes. */
    state->v[ATTACKED_TOTAL] = 0;
    state->v[ATTACKED_AC] = 0;
    state->stage = is_hit && !is_direct ? STAGE_DAMAGE : RULE_DONE;
}

/* Damage is rolled and never below 0 (5.18; T19). A direct hit rolls none. */
static void attack_damage(struct rule_state *state, const struct inputs *inputs,
                          struct dice *dice)
{
    const struct dice_expr *expr = &inputs->dice[inputs->value[ATTACK_DAMAGE].number];
    int64_t damage = dice_total(dice, expr, 1, (struct source){"damage", "5.18"});
    state->v[ATTACKED_HARM] = damage < 0 ? 0 : damage > INT32_MAX ? INT32_MAX : (int)damage;
    trace_result_value(dice->trace, state->v[ATTACKED_HARM], (struct source){"damage", "5.18"});
    state->stage = RULE_DONE;
}

/* An injury save is due when damage exceeds HP, when HP is 0 already, and for any direct hit
 * (5.18, 5.20; T19). */
static bool is_injury_due(const struct rule_state *state, const struct inputs *inputs)
{
    int hp = inputs->value[ATTACK_HP].number;
    return state->v[ATTACKED_HIT] &&
           (is_direct_hit(state, inputs) || hp == 0 || state->v[ATTACKED_HARM] > hp);
}

static void attack_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    bool is_hit = state->v[ATTACKED_HIT];
    for (int i = 0; i <= ATTACK_HARM; i++) {
        out->is_present[i] = true;
    }
    out->value[ATTACK_HIT] = is_hit;
    out->value[ATTACK_FOUR_EXTRA] = state->v[ATTACKED_DEGREES] >= DIRECT_HIT_DEGREES;
    out->value[ATTACK_INJURY_DUE] = is_injury_due(state, inputs);
    out->is_present[ATTACK_INJURY_DUE] = inputs->value[ATTACK_HP].is_set;
    out->value[ATTACK_DEGREES] = state->v[ATTACKED_DEGREES];
    out->is_present[ATTACK_DEGREES] = is_hit;
    out->value[ATTACK_HARM] = state->v[ATTACKED_HARM];
}

static stage_fn *const attack_stages[] = {[STAGE_BEGIN] = attack_roll,
                                          [STAGE_DEFENCE] = attack_defence,
                                          [STAGE_DAMAGE] = attack_damage};

/* ---- shot ------------------------------------------------------------------------------ */

/* From above counts as from the side (5.21; T48). */
enum { FACING_BEHIND, FACING_SIDE, FACING_ABOVE };
enum { TARGET_NEAR, TARGET_FAR };

static const char *const facing_words[] = {"behind", "side", "above", NULL};
static const char *const target_words[] = {"near", "far", NULL};

static const struct value_def shot_parameters[] = {
    ATTACK_PARAMETERS,
    [SHOT_FACING] = {.name = "facing",
                     .kind = VALUE_CHOICE,
                     .choices = facing_words,
                     .is_required = true,
                     .rule = "5.21",
                     .help = "from straight behind one of them, the side or above"},
    [SHOT_TARGET] = {.name = "target",
                     .kind = VALUE_CHOICE,
                     .choices = target_words,
                     .rule = "5.21",
                     .help = "from behind: the nearer or the farther one"},
    [SHOT_AIM] = {.name = "aim",
                  .kind = VALUE_NUMBER,
                  .low = 0,
                  .high = 2,
                  .fallback = "0",
                  .rule = "5.21",
                  .help = "tenths gained by a full round of aiming"},
    [SHOT_OTHER_AC] = {.name = "other_ac",
                       .kind = VALUE_NUMBER,
                       .low = MODIFIER_LOW,
                       .high = MODIFIER_HIGH,
                       .is_required = true,
                       .rule = "5.21",
                       .help = "the AC of the one it may hit instead"},
    [SHOT_OTHER_DEFEND] = FLAG("other_defend", "5.17", "that one defends itself actively"),
    [SHOT_OTHER_STRENGTH] =
        MODIFIER("other_strength", "0", "5.17", "the strength that one defends itself with"),
    [SHOT_OTHER_EDGE] = EDGE("other_edge", "5.17", "its advantage or penalty dice"),
};

enum {
    SHOT_CHOSEN,
    SHOT_HIT,
    SHOT_FOUR_EXTRA,
    SHOT_INJURY_DUE,
    SHOT_STRAY_HIT,
    SHOT_HARM,
    SHOT_STRAY_HARM
};

static const struct outcome_def shot_outcomes[] = {
    [SHOT_CHOSEN] = {"chosen", OUTCOME_CHANCE, 0, "5.21", "the target is in the line"},
    [SHOT_HIT] = {"hit", OUTCOME_CHANCE, 0, "5.14", "the target is hit"},
    [SHOT_FOUR_EXTRA] = {"four_extra", OUTCOME_CHANCE, 0, "5.20",
                         "4 extra degrees or more, on the target"},
    [SHOT_INJURY_DUE] = {"injury_due", OUTCOME_CHANCE, ATTACK_HP + 1, "5.18",
                         "the target must make an injury save"},
    [SHOT_STRAY_HIT] = {"stray_hit", OUTCOME_CHANCE, 0, "5.21", "the other one is hit"},
    [SHOT_HARM] = {"damage", OUTCOME_NUMBER, 0, "5.18", "damage to the target's HP"},
    [SHOT_STRAY_HARM] = {"stray_damage", OUTCOME_NUMBER, 0, "5.21",
                         "damage to the other one's HP"},
};

static const char *const shot_labels[] = {
    [SHOT_CHOSEN] = "in line",        [SHOT_HIT] = "hits it",
    [SHOT_FOUR_EXTRA] = "direct hit", [SHOT_INJURY_DUE] = "save due",
    [SHOT_STRAY_HIT] = "hits other",  [SHOT_STRAY_HARM] = NULL,
};

static enum status shot_check(const struct inputs *inputs, struct error *err)
{
    if (inputs->value[SHOT_FACING].number == FACING_BEHIND &&
        !inputs->value[SHOT_TARGET].is_set) {
        return error_set(err, STATUS_USAGE, "target",
                         "shot needs target=near or target=far with facing=behind");
    }
    return attack_check(inputs, err);
}

/* The chance of the chosen target in tenths: from behind 1 for the far one and 9 for the near
 * one, from the side or above 6; aiming adds up to 2, and 10 is the limit (5.21; T21). */
int trilemma_shot_tenths(const struct inputs *inputs)
{
    int tenths = 6;
    if (inputs->value[SHOT_FACING].number == FACING_BEHIND) {
        tenths = inputs->value[SHOT_TARGET].number == TARGET_FAR ? 1 : 9;
    }
    tenths += inputs->value[SHOT_AIM].number;
    return tenths < 10 ? tenths : 10;
}

/* A d10 decides who is in the line; an attack on that one follows (5.21; T21). */
static void shot_line(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    int tenths = trilemma_shot_tenths(inputs);
    state->v[SHOT_STRAYED] =
        dice_face(dice, 10, (struct source){"who is in the line", "5.21"}) > tenths;
    trace_against(dice->trace, tenths, (struct source){"at most", "5.21"});
    trace_result(dice->trace,
                 (struct source){state->v[SHOT_STRAYED] ? "the other one is in the line"
                                                        : "the chosen one is in the line",
                                 "5.21"});
    state->stage = STAGE_SHOT;
}

static void shot_read(const struct rule_state *state, const struct inputs *inputs,
                      struct outcome *out)
{
    bool is_stray = state->v[SHOT_STRAYED];
    bool is_hit = state->v[ATTACKED_HIT];
    for (int i = 0; i <= SHOT_STRAY_HARM; i++) {
        out->is_present[i] = true;
    }
    out->is_present[SHOT_INJURY_DUE] = inputs->value[ATTACK_HP].is_set;
    out->value[SHOT_CHOSEN] = !is_stray;
    out->value[SHOT_HIT] = !is_stray && is_hit;
    out->value[SHOT_FOUR_EXTRA] = !is_stray && state->v[ATTACKED_DEGREES] >= DIRECT_HIT_DEGREES;
    out->value[SHOT_INJURY_DUE] = !is_stray && is_injury_due(state, inputs);
    out->value[SHOT_STRAY_HIT] = is_stray && is_hit;
    out->value[SHOT_HARM] = is_stray ? 0 : state->v[ATTACKED_HARM];
    out->value[SHOT_STRAY_HARM] = is_stray ? state->v[ATTACKED_HARM] : 0;
}

static stage_fn *const shot_stages[] = {[STAGE_BEGIN] = shot_line,
                                        [STAGE_DEFENCE] = attack_defence,
                                        [STAGE_DAMAGE] = attack_damage,
                                        [STAGE_SHOT] = attack_roll};

/* ---- defend ---------------------------------------------------------------------------- */

enum { DEFEND_STRENGTH, DEFEND_EDGE, DEFEND_AGAINST };
/* The greatest total of a roll, with every modifier at its limit. */
enum { DEFEND_AGAINST_LOW = -199, DEFEND_AGAINST_HIGH = 220 };

static const struct value_def defend_parameters[] = {
    [DEFEND_STRENGTH] = {.name = "strength",
                         .kind = VALUE_NUMBER,
                         .low = MODIFIER_LOW,
                         .high = MODIFIER_HIGH,
                         .is_required = true,
                         .rule = "5.17",
                         .help = "the defender's strength"},
    [DEFEND_EDGE] = EDGE("edge", "5.17", "its advantage (+) or penalty dice (-)"),
    [DEFEND_AGAINST] = {.name = "against",
                        .kind = VALUE_NUMBER,
                        .low = DEFEND_AGAINST_LOW,
                        .high = DEFEND_AGAINST_HIGH,
                        .is_required = true,
                        .rule = "5.17",
                        .help = "the total of the attack"},
};

static const struct outcome_def defend_outcomes[] = {
    {"stops", OUTCOME_CHANCE, 0, "5.17", "the defence is higher than the attack"},
};

/* A shield after the attack roll (5.4, 5.17; T38): an attack that only equals the defence
 * hits. */
static void defend_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    int against = inputs->value[DEFEND_AGAINST].number;
    int defence = roll_defence(inputs->value[DEFEND_STRENGTH].number,
                               inputs->value[DEFEND_EDGE].number, dice);
    state->v[0] = defence > against;
    trace_against(dice->trace, against, (struct source){"attack", "5.17"});
    trace_result(dice->trace,
                 (struct source){defence > against ? "stops it" : "not enough", "5.17"});
    state->stage = RULE_DONE;
}

static void defend_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    (void)inputs;
    out->is_present[0] = true;
    out->value[0] = state->v[0];
}

static stage_fn *const defend_stages[] = {defend_roll};

/* ---- initiative ------------------------------------------------------------------------ */

enum { INITIATIVE_WITS, INITIATIVE_EDGE };

static const struct value_def initiative_parameters[] = {
    [INITIATIVE_WITS] = {.name = "wits",
                         .kind = VALUE_NUMBER,
                         .low = MODIFIER_LOW,
                         .high = MODIFIER_HIGH,
                         .is_required = true,
                         .rule = "5.1",
                         .help = "the combatant's wits"},
    [INITIATIVE_EDGE] = EDGE("edge", "5.10", "surprise: advantage (+) or penalty dice (-)"),
};

static const struct outcome_def initiative_outcomes[] = {
    {"initiative", OUTCOME_NUMBER, 0, "5.1", "the score; never below 0"},
};

/* 1d20 + wits (5.1). A score is never below 0, where 5.9 applies. */
static void initiative_roll(struct rule_state *state, const struct inputs *inputs,
                            struct dice *dice)
{
    int wits = inputs->value[INITIATIVE_WITS].number;
    int edge = inputs->value[INITIATIVE_EDGE].number;
    int face = dice_best(dice, 20, edge, (struct source){"initiative", "5.1"});
    int score = face + wits < 0 ? 0 : face + wits;
    trace_term(dice->trace, wits, (struct source){"wits", "5.1"});
    trace_total(dice->trace, score);
    state->v[0] = score;
    state->stage = RULE_DONE;
}

static void initiative_read(const struct rule_state *state, const struct inputs *inputs,
                            struct outcome *out)
{
    (void)inputs;
    out->is_present[0] = true;
    out->value[0] = state->v[0];
}

static stage_fn *const initiative_stages[] = {initiative_roll};

/* ---- morale ---------------------------------------------------------------------------- */

enum { MORALE_SCORE, MORALE_MODIFIER };
enum { MORALE_ALWAYS_HOLDS = 12 };

static const struct value_def morale_parameters[] = {
    [MORALE_SCORE] = {.name = "score",
                      .kind = VALUE_NUMBER,
                      .low = 2,
                      .high = 12,
                      .is_required = true,
                      .rule = "5.12",
                      .help = "the morale score"},
    [MORALE_MODIFIER] = MODIFIER("modifier", "0", "5.13", "added to the score by the referee"),
};

static const struct outcome_def morale_outcomes[] = {
    {"holds", OUTCOME_CHANCE, 0, "5.13", "2d6 is at most the score"},
};

/* The group holds with 2d6 at most score + modifier (5.13); at 12 and above it holds without a
 * roll (T23). */
static void morale_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    int own = inputs->value[MORALE_SCORE].number;
    int modifier = inputs->value[MORALE_MODIFIER].number;
    int score = own + modifier;
    state->stage = RULE_DONE;
    if (score >= MORALE_ALWAYS_HOLDS) {
        trace_number(dice->trace, score, (struct source){"morale", "5.12"});
        if (modifier != 0) {
            trace_from(dice->trace, own, (struct source){"", "5.12"});
            trace_term(dice->trace, modifier, (struct source){"modifier", "5.13"});
        }
        trace_result(
            dice->trace,
            (struct source){"holds without a roll, as 12 or more always does", "5.12"});
        state->v[0] = true;
        return;
    }
    int roll = dice_sum(dice, 2, 6, (struct source){"morale", "5.13"});
    state->v[0] = roll <= score;
    trace_against(dice->trace, own, (struct source){"morale", "5.12"});
    trace_term(dice->trace, modifier, (struct source){"modifier", "5.13"});
    trace_result(dice->trace, (struct source){roll <= score ? "holds" : "breaks", "5.13"});
}

static void morale_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    (void)inputs;
    out->is_present[0] = true;
    out->value[0] = state->v[0];
}

static stage_fn *const morale_stages[] = {morale_roll};

/* ---- the system ------------------------------------------------------------------------ */

static const struct action actions[] = {
    {.name = "check",
     .help = "an ability check: d20 + ability against a DC",
     .rule = "5.14",
     ACTION_TABLES(check),
     .means = {[CHECK_SUCCESS] = MEANS_SUCCESS},
     .read = check_read},
    {.name = "attack",
     .help = "a strength check against AC, then damage",
     .rule = "5.14",
     ACTION_TABLES(attack),
     .means = {[ATTACK_HIT] = MEANS_HIT, [ATTACK_HARM] = MEANS_DAMAGE},
     .labels = attack_labels,
     .check = attack_check,
     .complete = attack_complete,
     .read = attack_read},
    {.name = "shot",
     .help = "a shot into a melee: who is in the line, then an attack",
     .rule = "5.21",
     ACTION_TABLES(shot),
     .means = {[SHOT_HIT] = MEANS_HIT, [SHOT_HARM] = MEANS_DAMAGE},
     .labels = shot_labels,
     .check = shot_check,
     .complete = attack_complete,
     .read = shot_read},
    {.name = "defend",
     .help = "a shield after the attack roll: d20 + strength against it",
     .rule = "5.17",
     ACTION_TABLES(defend),
     .means = {MEANS_STOP},
     .read = defend_read},
    {.name = "initiative",
     .help = "the initiative score: d20 + wits",
     .rule = "5.1",
     ACTION_TABLES(initiative),
     .read = initiative_read},
    {.name = "morale",
     .help = "a morale check: 2d6 is at most the score holds",
     .rule = "5.13",
     ACTION_TABLES(morale),
     .means = {MEANS_HOLD},
     .read = morale_read},
};

static const struct value_def attributes[] = {
    {.name = "strength",
     .kind = VALUE_NUMBER,
     .low = MODIFIER_LOW,
     .high = MODIFIER_HIGH,
     .rule = "5.14",
     .help = "added to attack and defence rolls"},
    {.name = "wits",
     .kind = VALUE_NUMBER,
     .low = MODIFIER_LOW,
     .high = MODIFIER_HIGH,
     .rule = "5.1",
     .help = "added to initiative"},
    {.name = "ac",
     .kind = VALUE_NUMBER,
     .low = 0,
     .high = 100,
     .rule = "5.15",
     .help = "armour class, armour included"},
    {.name = "armour",
     .kind = VALUE_NUMBER,
     .low = 0,
     .high = 10,
     .rule = "5.15",
     .help = "light +2 up to heavy +10; AC is 20 + this"},
    {.name = "damage",
     .kind = VALUE_DICE,
     .fallback = "1d6",
     .rule = "5.18",
     .help = "damage dice"},
    {.name = "morale",
     .kind = VALUE_NUMBER,
     .low = 2,
     .high = 12,
     .rule = "5.12",
     .help = "2 traitorous to 12 mindless; characters have none"},
};

const struct system trilemma_system;
const struct system trilemma_system = {
    .id = "trilemma",
    .alias = "",
    .title = "Trilemma",
    .hit_points = "HP",
    .note = "chapter 5, combat: rules 5.1 to 5.22",
    .rules = 1,
    .actions = actions,
    .actions_count = COUNT_OF(actions),
    .attributes = attributes,
    .attributes_count = COUNT_OF(attributes),
};
