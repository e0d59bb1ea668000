/* Caves of Qud: one weapon attack, physical or psionic, and the damage of an effect that comes
 * with a hit. Rules are cited by their headings. */
#include "resolver/dice/dice_verbs.h"
#include "resolver/system.h"

enum { SHOWN_PV_MINUS = 4, SHARP_BONUS = 1, ASLEEP_BONUS = 4, TRIPLET = 3, TRIPLET_DROP = 2 };
enum { LONG_BLADE_BONUS = 2, CRITICAL_PV_MOST = 10 };

static const struct singlet penetration_die = {.sides = 10, .minus = 2};

/* Both actions have these first, in this order, so that they share their stages. */
enum {
    TO_HIT,
    DV,
    DAMAGE,
    PLAYER,
    MASTERWORK,
    SHARP,
    ASLEEP,
    PV_BONUS,
    HP,
    STUCK,
    SHARED_PARAMETERS,
    /* melee */
    PV = SHARED_PARAMETERS,
    SHOWN_PV,
    AV,
    VIBRO,
    BLOCKING_AV,
    OTHER_AV,
    STRENGTH_BONUS,
    CAP,
    CRITICAL_PV,
    LONG_BLADE,
    /* psionic */
    EGO = SHARED_PARAMETERS,
    MA,
    SHIELD_AV
};

/* clang-format off */
#define NUMBER(whose_, name_, fallback_, rule_, help_)                                         \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = -100, .high = 100, .fallback = fallback_,  \
        .whose = WHOSE_##whose_, .rule = rule_, .help = help_                                  \
    }
#define REQUIRED(whose_, name_, rule_, help_)                                                  \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = -100, .high = 100, .is_required = true,    \
        .whose = WHOSE_##whose_, .rule = rule_, .help = help_                                  \
    }
#define FLAG(whose_, name_, fallback_, rule_, help_)                                           \
    {                                                                                          \
        .name = name_, .kind = VALUE_FLAG, .high = 1, .fallback = fallback_,                   \
        .whose = WHOSE_##whose_, .rule = rule_, .help = help_                                  \
    }
#define SHIELD(rule_)                                                                          \
    {                                                                                          \
        .name = "shield_av", .kind = VALUE_NUMBER, .low = 0, .high = 100, .fallback = "0",     \
        .rule = rule_, .help = "AV of a shield that blocks this attack, added"                 \
    }
#define SHOWN(name_, fallback_, help_)                                                         \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = -96, .high = 104,                          \
        .fallback = fallback_, .whose = WHOSE_ACTOR, .rule = "pv calculation", .help = help_   \
    }
/* clang-format on */

#define SHARED                                                                                 \
    [TO_HIT] = NUMBER(ACTOR, "to_hit", "0", "hit roll",                                        \
                      "agility modifier and the weapon's hit bonus"),                          \
    [DV] = REQUIRED(TARGET, "dv", "hit roll", "the target's dodge value"),                     \
    [DAMAGE] = {.name = "damage",                                                              \
                .kind = VALUE_DICE,                                                            \
                .fallback = "1d2",                                                             \
                .whose = WHOSE_ACTOR,                                                          \
                .rule = "damage rolls",                                                        \
                .help = "damage dice, rolled once per penetration"},                           \
    [PLAYER] = FLAG(ACTOR, "player", "true", "critical hits",                                  \
                    "a player's critical always penetrates"),                                  \
    [MASTERWORK] = FLAG(ACTOR, "masterwork", "false", "critical hits", "critical on 19 too"),  \
    [SHARP] = FLAG(ACTOR, "sharp", "false", "pv calculation", "a sharp weapon: PV +1"),        \
    [ASLEEP] =                                                                                 \
        FLAG(TARGET, "asleep", "false", "pv calculation", "the target is asleep: PV +4"),      \
    [PV_BONUS] =                                                                               \
        NUMBER(ACTOR, "pv_bonus", "0", "pv calculation", "further PV: swarm, skills"),         \
    [HP] = {.name = "hp",                                                                      \
            .kind = VALUE_NUMBER,                                                              \
            .low = 0,                                                                          \
            .high = 10000,                                                                     \
            .whose = WHOSE_TARGET,                                                             \
            .rule = "damage rolls",                                                            \
            .help = "the target's hit points"},                                                \
    [STUCK] = {.name = "stuck",                                                                \
               .kind = VALUE_NUMBER,                                                           \
               .low = 0,                                                                       \
               .high = 100,                                                                    \
               .fallback = "0",                                                                \
               .rule = "hit roll",                                                             \
               .help = "the target is stuck: DV less by this"}

static const struct value_def melee_parameters[] = {
    SHARED,
    [PV] = NUMBER(ACTOR, "pv", NULL, "pv calculation",
                  "base penetration bonus: the shown PV less 4"),
    [SHOWN_PV] = SHOWN("shown_pv", "4", "the PV the weapon shows; or give pv"),
    [AV] =
        REQUIRED(TARGET, "av", "av calculation", "AV of the armour; other_av is added to it"),
    [VIBRO] =
        FLAG(ACTOR, "vibro", "false", "pv calculation", "a vibro weapon: its base is the AV"),
    [BLOCKING_AV] = SHIELD("av calculation"),
    [OTHER_AV] = NUMBER(ACT, "other_av", "0", "av calculation",
                        "AV of other sources, added: skills, effects"),
    [STRENGTH_BONUS] = NUMBER(ACTOR, "strength_bonus", NULL, "pv calculation",
                              "the attacker's strength modifier, in place of pv"),
    [CAP] = NUMBER(ACTOR, "cap", NULL, "pv calculation",
                   "the most of it that the weapon lets count"),
    [CRITICAL_PV] = {.name = "critical_pv",
                     .kind = VALUE_NUMBER,
                     .high = CRITICAL_PV_MOST,
                     .fallback = "0",
                     .rule = "critical hits",
                     .help = "a critical adds this to PV and cap; in the game 1"},
    [LONG_BLADE] = FLAG(ACTOR, "long_blade", "false", "critical hits",
                        "a long blade: critical_pv is 2 more"),
};

static const struct value_def psionic_parameters[] = {
    SHARED,
    [EGO] = REQUIRED(ACTOR, "ego", "psionic weapons",
                     "the attacker's ego modifier, in place of PV"),
    [MA] =
        REQUIRED(TARGET, "ma", "psionic weapons", "the target's mental armour, in place of AV"),
    [SHIELD_AV] = SHIELD("psionic weapons"),
};

enum { OUT_HIT, OUT_CRITICAL, OUT_PENETRATES, OUT_KILL, OUT_PENETRATIONS, OUT_DAMAGE };

static const struct outcome_def outcomes[] = {
    [OUT_HIT] = {"hit", OUTCOME_CHANCE, 0, "hit roll", "the roll is higher than the DV"},
    [OUT_CRITICAL] = {"critical", OUTCOME_CHANCE, 0, "critical hits", "a natural 20"},
    [OUT_PENETRATES] = {"penetrates", OUTCOME_CHANCE, 0, "penetration rolls", "at least once"},
    [OUT_KILL] = {"kill", OUTCOME_CHANCE, HP + 1, "damage rolls",
                  "damage takes all hit points"},
    [OUT_PENETRATIONS] = {"penetrations", OUTCOME_NUMBER, 0, "penetration rolls",
                          "how often it penetrates"},
    [OUT_DAMAGE] = {"damage", OUTCOME_NUMBER, 0, "damage rolls", "physical damage"},
};

/* What an attack remembers. */
enum { HAS_HIT, IS_CRITICAL, PENETRATIONS, HARM };

enum { STAGE_HIT, STAGE_PENETRATE, STAGE_DAMAGE };

/* The base of a triplet from the strength modifier: the 2 of each triplet before it is taken
 * first, and the weapon's cap counts afterwards. */
static int strength_base(const struct inputs *inputs, int triplets_before)
{
    const struct input *cap = &inputs->value[CAP];
    int base = inputs->value[STRENGTH_BONUS].number - TRIPLET_DROP * triplets_before;
    return cap->is_set && cap->number < base ? cap->number : base;
}

static enum status melee_check(const struct inputs *inputs, struct error *err)
{
    int shown = inputs->value[SHOWN_PV].number;
    if (inputs->value[STRENGTH_BONUS].is_given || inputs->value[CAP].is_given) {
        /* The inputs of an answer have the pv that follows from strength beside it, and may be
         * given again. */
        const struct input *value = inputs->value;
        if (!value[STRENGTH_BONUS].is_given) {
            return !value[CAP].is_given
                       ? STATUS_OK
                       : error_set(err, STATUS_USAGE, "strength_bonus",
                                   "cap needs strength_bonus=..., which it caps");
        }
        int base = strength_base(inputs, 0);
        bool is_other_pv = value[PV].is_given && value[PV].number != base;
        bool is_other_shown = input_is_chosen(inputs, SHOWN_PV) &&
                              value[SHOWN_PV].number - SHOWN_PV_MINUS != base;
        if (is_other_pv || is_other_shown) {
            return error_set(err, STATUS_USAGE, is_other_pv ? "pv" : "shown_pv",
                             "strength_bonus and %s were both given: give one",
                             is_other_pv ? "pv" : "shown_pv");
        }
        return STATUS_OK;
    }
    if (inputs->value[PV].is_given && input_is_chosen(inputs, SHOWN_PV) &&
        inputs->value[PV].number != shown - SHOWN_PV_MINUS) {
        return error_set(err, STATUS_USAGE, "pv",
                         "pv and shown_pv were both given: give one (pv is shown_pv - 4)");
    }
    return STATUS_OK;
}

/* The base penetration bonus is the displayed PV of the weapon less 4 (PV Calculation). */
static void melee_complete(struct inputs *inputs)
{
    struct input *pv = &inputs->value[PV];
    struct input *shown = &inputs->value[SHOWN_PV];
    if (inputs->value[STRENGTH_BONUS].is_given) {
        pv->is_set = true;
        pv->number = strength_base(inputs, 0);
    }
    if (pv->is_set) {
        shown->number = pv->number + SHOWN_PV_MINUS;
    } else {
        *pv = (struct input){.is_set = true, .number = shown->number - SHOWN_PV_MINUS};
    }
}

/* 1d20 + bonuses must be higher than the DV; a natural 20 (masterwork: 19) hits and is critical
 * (Hit Roll, Critical Hits). */
static void hit_roll(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    int face = dice_face(dice, 20, (struct source){"hit", "hit roll"});
    int to_hit = inputs->value[TO_HIT].number;
    int stuck = inputs->value[STUCK].number;
    int dv = inputs->value[DV].number - stuck;
    const struct input_part *weapon = inputs_source(inputs, "hit roll");
    int bonus = weapon != NULL ? weapon->amount : 0;
    trace_term(dice->trace, to_hit - bonus, (struct source){"to hit", "hit roll"});
    if (weapon != NULL) {
        trace_term_named(dice->trace, bonus, weapon->label, weapon->rule);
    }
    trace_total(dice->trace, face + to_hit);
    trace_against(dice->trace, dv, (struct source){"DV", "hit roll"});
    if (stuck > 0) {
        trace_from(dice->trace, dv + stuck, (struct source){"", "hit roll"});
        trace_term(dice->trace, -stuck, (struct source){"stuck", "hit roll"});
    }
    bool is_critical = face >= (inputs->value[MASTERWORK].number ? 19 : 20);
    bool is_by_masterwork = is_critical && face < 20;
    bool is_hit = is_critical || face + to_hit > dv;
    state->v[IS_CRITICAL] = is_critical;
    state->v[HAS_HIT] = is_hit;
    trace_result(dice->trace,
                 is_critical ? (struct source){is_by_masterwork ? "critical hit by masterwork"
                                                                : "critical hit",
                                               "critical hits"}
                             : (struct source){is_hit ? "hit" : "miss", "hit roll"});
    state->stage = is_hit ? STAGE_PENETRATE : RULE_DONE;
}

/* A number that penetration needs, as a sum of parts. The first part has the number's own rule;
 * others are left out where they are 0. */
enum { PARTS_MAX = 6 };
struct sum {
    const char *name, *rule;
    int parts;
    struct {
        int value;
        const char *label;
    } part[PARTS_MAX];
};

static void sum_add(struct sum *sum, int value, const char *label)
{
    if (value != 0 || sum->parts == 0) {
        sum->part[sum->parts].value = value;
        sum->part[sum->parts++].label = label;
    }
}

static int sum_total(const struct sum *sum)
{
    int total = 0;
    for (int i = 0; i < sum->parts; i++) {
        total += sum->part[i].value;
    }
    return total;
}

/* "PV 6 = 9 shown - 4 + 1 sharp"; a number of one unnamed part is just "PV 2". */
static void sum_trace(const struct sum *sum, struct trace *trace)
{
    trace_number(trace, sum_total(sum), (struct source){sum->name, sum->rule});
    if (sum->parts == 1 && sum->part[0].label[0] == '\0') {
        return;
    }
    trace_from_named(trace, sum->part[0].value, sum->part[0].label, sum->rule);
    for (int i = 1; i < sum->parts; i++) {
        trace_term(trace, sum->part[i].value, (struct source){sum->part[i].label, sum->rule});
    }
}

static void add_bonuses(struct sum *pv, const struct inputs *inputs)
{
    const struct input *value = inputs->value;
    sum_add(pv, value[PV_BONUS].number, "bonus");
    sum_add(pv, value[SHARP].number ? SHARP_BONUS : 0, "sharp");
    sum_add(pv, value[ASLEEP].number ? ASLEEP_BONUS : 0, "asleep");
}

/* What a critical adds to the PV and to its cap, so to every triplet: nothing by these rules, 1
 * at tables that play as the game does, and 2 more with a long blade there (Critical Hits). */
static int critical_bonus(const struct rule_state *state, const struct inputs *inputs)
{
    int bonus = state->v[IS_CRITICAL] ? inputs->value[CRITICAL_PV].number : 0;
    return bonus > 0 && inputs->value[LONG_BLADE].number ? bonus + LONG_BLADE_BONUS : bonus;
}

/* PV, and the AV that it must overcome, with other sources and one blocking shield. The base of
 * a vibro weapon is the whole AV, that of any other its displayed PV less 4 (PV Calculation, AV
 * Calculation). */
static void melee_sums(const struct inputs *inputs, struct sum *pv, struct sum *av)
{
    const struct input *value = inputs->value;
    *pv = (struct sum){.name = "PV", .rule = "pv calculation"};
    *av = (struct sum){.name = "AV", .rule = "av calculation"};
    bool has_parts = value[OTHER_AV].number != 0 || value[BLOCKING_AV].number != 0;
    sum_add(av, value[AV].number, has_parts ? "armour" : "");
    sum_add(av, value[OTHER_AV].number, "skills or effects");
    sum_add(av, value[BLOCKING_AV].number, "shield");
    if (value[VIBRO].number) {
        sum_add(pv, sum_total(av), "vibro");
    } else if (value[STRENGTH_BONUS].is_given) {
        int base = strength_base(inputs, 0);
        bool is_capped = base < value[STRENGTH_BONUS].number;
        sum_add(pv, base, is_capped ? "cap of the weapon" : "strength");
    } else if (value[PV].is_given) {
        sum_add(pv, value[PV].number, "");
    } else {
        const struct input_part *weapon = inputs_source(inputs, "pv calculation");
        sum_add(pv, value[SHOWN_PV].number, weapon != NULL ? weapon->label : "shown");
        sum_add(pv, -SHOWN_PV_MINUS, "");
    }
    add_bonuses(pv, inputs);
}

/* Ego and mental armour instead; a blocking shield's AV is added (Psionic Weapons). */
static void psionic_sums(const struct inputs *inputs, struct sum *pv, struct sum *ma)
{
    *pv = (struct sum){.name = "PV", .rule = "psionic weapons"};
    *ma = (struct sum){.name = "MA", .rule = "psionic weapons"};
    sum_add(ma, inputs->value[MA].number, "");
    sum_add(ma, inputs->value[SHIELD_AV].number, "shield");
    sum_add(pv, inputs->value[EGO].number, "ego");
    add_bonuses(pv, inputs);
}

/* One triplet: it penetrates when one singlet passes; when all three do, PV drops by 2 and
 * another triplet follows. So a triplet is reached only with one penetration for each one
 * before it (Penetration Rolls). `drop`: how much lower the PV is in this one. */
static void penetrate(struct rule_state *state, const struct inputs *inputs, struct dice *dice,
                      const struct sum *pv, const struct sum *armour, int drop)
{
    int pv_now = sum_total(pv) - drop;
    int over = sum_total(armour) - pv_now;
    if (state->v[PENETRATIONS] == 0) {
        sum_trace(pv, dice->trace);
        sum_trace(armour, dice->trace);
    } else {
        trace_number(dice->trace, pv_now, (struct source){pv->name, "penetration rolls"});
    }
    int passes = dice_passes(dice, penetration_die, TRIPLET, over,
                             (struct source){"penetration", "penetration rolls"});
    state->v[PENETRATIONS] += passes > 0 ? 1 : 0;
    if (passes == TRIPLET) {
        return;
    }
    bool is_forced =
        state->v[PENETRATIONS] == 0 && state->v[IS_CRITICAL] && inputs->value[PLAYER].number;
    if (is_forced) {
        state->v[PENETRATIONS] = 1;
        trace_result(dice->trace, (struct source){"critical penetrates", "critical hits"});
    } else if (state->v[PENETRATIONS] == 0) {
        trace_result(dice->trace, (struct source){"does not penetrate", "damage rolls"});
    } else {
        const char *label = state->v[PENETRATIONS] == 1 ? "penetration" : "penetrations";
        trace_result_value(dice->trace, state->v[PENETRATIONS],
                           (struct source){label, "penetration rolls"});
    }
    state->stage = state->v[PENETRATIONS] > 0 ? STAGE_DAMAGE : RULE_DONE;
}

static void melee_penetrate(struct rule_state *state, const struct inputs *inputs,
                            struct dice *dice)
{
    struct sum pv, av;
    melee_sums(inputs, &pv, &av);
    sum_add(&pv, critical_bonus(state, inputs), "critical");
    bool by_strength = inputs->value[STRENGTH_BONUS].is_given && !inputs->value[VIBRO].number;
    int before = state->v[PENETRATIONS];
    penetrate(state, inputs, dice, &pv, &av,
              by_strength ? strength_base(inputs, 0) - strength_base(inputs, before)
                          : TRIPLET_DROP * before);
}

static void psionic_penetrate(struct rule_state *state, const struct inputs *inputs,
                              struct dice *dice)
{
    struct sum pv, ma;
    psionic_sums(inputs, &pv, &ma);
    penetrate(state, inputs, dice, &pv, &ma, TRIPLET_DROP * state->v[PENETRATIONS]);
}

/* The weapon's dice are thrown once for each penetration and added (Damage Rolls). */
static void damage_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    const struct dice_expr *expr = &inputs->dice[inputs->value[DAMAGE].number];
    int64_t damage = dice_total(dice, expr, state->v[PENETRATIONS],
                                (struct source){"damage", "damage rolls"});
    const struct input_part *weapon = inputs_source(inputs, "damage rolls");
    if (weapon != NULL) {
        trace_dice_named(dice->trace, weapon->label);
    }
    state->v[HARM] = damage < 0 ? 0 : damage > INT32_MAX ? INT32_MAX : (int)damage;
    trace_result_value(dice->trace, state->v[HARM], (struct source){"damage", "damage rolls"});
    state->stage = RULE_DONE;
}

static void read_attack(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    for (int i = 0; i < COUNT_OF(outcomes); i++) {
        out->is_present[i] = true;
    }
    out->value[OUT_HIT] = state->v[HAS_HIT];
    out->value[OUT_CRITICAL] = state->v[IS_CRITICAL];
    out->value[OUT_PENETRATES] = state->v[PENETRATIONS] > 0;
    out->value[OUT_PENETRATIONS] = state->v[PENETRATIONS];
    out->value[OUT_DAMAGE] = state->v[HARM];
    out->is_present[OUT_KILL] = inputs->value[HP].is_set;
    out->value[OUT_KILL] = out->is_present[OUT_KILL] && state->v[HARM] > 0 &&
                           state->v[HARM] >= inputs->value[HP].number;
}

static stage_fn *const melee_stages[] = {
    [STAGE_HIT] = hit_roll, [STAGE_PENETRATE] = melee_penetrate, [STAGE_DAMAGE] = damage_roll};
static stage_fn *const psionic_stages[] = {[STAGE_HIT] = hit_roll,
                                           [STAGE_PENETRATE] = psionic_penetrate,
                                           [STAGE_DAMAGE] = damage_roll};

/* ---- an on-hit effect ------------------------------------------------------------------ */

enum { EFFECT_DAMAGE, EFFECT_RESISTANCE, EFFECT_HP };
enum { EFFECT_KILL, EFFECT_HARM };

static const struct value_def effect_parameters[] = {
    [EFFECT_DAMAGE] = {.name = "damage",
                       .kind = VALUE_DICE,
                       .is_required = true,
                       .rule = "hit roll",
                       .help = "damage dice of the effect, such as 1d4 of cold"},
    [EFFECT_RESISTANCE] = NUMBER(TARGET, "resistance", "0", "resistances",
                                 "the target's, in percent; below 0: it is hurt more"),
    [EFFECT_HP] = {.name = "hp",
                   .kind = VALUE_NUMBER,
                   .low = 0,
                   .high = 10000,
                   .whose = WHOSE_TARGET,
                   .rule = "resistances",
                   .help = "the target's hit points"},
};

static const struct outcome_def effect_outcomes[] = {
    [EFFECT_KILL] = {"kill", OUTCOME_CHANCE, EFFECT_HP + 1, "resistances",
                     "damage takes all hit points"},
    [EFFECT_HARM] = {"damage", OUTCOME_NUMBER, 0, "resistances", "damage that is not resisted"},
};

/* An effect needs a hit and no penetration (Hit Roll); a resistance takes this many percent of
 * its damage, and the rest is rounded down (Resistances). */
static void effect_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    const struct dice_expr *expr = &inputs->dice[inputs->value[EFFECT_DAMAGE].number];
    int percent = 100 - inputs->value[EFFECT_RESISTANCE].number;
    int64_t damage = dice_total(dice, expr, 1, (struct source){"effect", "hit roll"});
    damage = damage < 0 ? 0 : damage > INT32_MAX ? INT32_MAX : damage;
    damage = damage * percent / 100;
    state->v[0] = damage > INT32_MAX ? INT32_MAX : (int)damage;
    if (percent != 100) {
        trace_factor(dice->trace, percent / 100.0,
                     (struct source){"resistance", "resistances"});
    }
    trace_result_value(dice->trace, state->v[0], (struct source){"damage", "resistances"});
    state->stage = RULE_DONE;
}

static void effect_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    const struct input *hp = &inputs->value[EFFECT_HP];
    out->is_present[EFFECT_HARM] = true;
    out->value[EFFECT_HARM] = state->v[0];
    out->is_present[EFFECT_KILL] = hp->is_set;
    out->value[EFFECT_KILL] = hp->is_set && state->v[0] > 0 && state->v[0] >= hp->number;
}

static stage_fn *const effect_stages[] = {effect_roll};

/* ---- the system ------------------------------------------------------------------------ */

static const struct action actions[] = {
    {.name = "melee",
     .help = "one weapon attack: hit, penetrations, damage",
     .rule = "melee attack calculations",
     .parameters = melee_parameters,
     .parameters_count = COUNT_OF(melee_parameters),
     .outcomes = outcomes,
     .outcomes_count = COUNT_OF(outcomes),
     .stages = melee_stages,
     .stages_count = COUNT_OF(melee_stages),
     .means = {[OUT_HIT] = MEANS_HIT, [OUT_DAMAGE] = MEANS_DAMAGE},
     .check = melee_check,
     .complete = melee_complete,
     .read = read_attack},
    {.name = "psionic",
     .help = "one psionic attack: ego against mental armour",
     .rule = "psionic weapons",
     .parameters = psionic_parameters,
     .parameters_count = COUNT_OF(psionic_parameters),
     .outcomes = outcomes,
     .outcomes_count = COUNT_OF(outcomes),
     .stages = psionic_stages,
     .stages_count = COUNT_OF(psionic_stages),
     .means = {[OUT_HIT] = MEANS_HIT, [OUT_DAMAGE] = MEANS_DAMAGE},
     .read = read_attack},
    {.name = "effect",
     .help = "elemental damage of a hit, less resistance",
     .rule = "resistances",
     ACTION_TABLES(effect),
     .means = {[EFFECT_HARM] = MEANS_DAMAGE},
     .read = effect_read},
};

/* A combatant's own values; the values of an act above are read from them. */
#define OWN(name_, rule_, help_) NUMBER(ACT, name_, NULL, rule_, help_)
#define OWN_FLAG(name_, rule_, help_) FLAG(ACT, name_, "false", rule_, help_)

static const struct value_def attributes[] = {
    OWN("to_hit", "hit roll", "agility modifier and hit bonus; a named weapon adds its own"),
    OWN("dv", "hit roll", "dodge value"),
    OWN("av", "av calculation", "AV of the armour, without the shield"),
    OWN("other_av", "av calculation", "AV of other sources: skills, effects"),
    SHIELD("av calculation"),
    OWN("ma", "psionic weapons", "mental armour"),
    {.name = "stuck",
     .kind = VALUE_NUMBER,
     .low = 0,
     .high = 100,
     .rule = "hit roll",
     .help = "how much lower its DV is while it is stuck"},
    OWN("pv", "pv calculation", "base penetration bonus: the shown PV less 4"),
    SHOWN("shown_pv", NULL, "the PV its weapon shows; or pv"),
    OWN("strength_bonus", "pv calculation", "strength modifier, for a weapon that has a cap"),
    OWN("cap", "pv calculation", "the most of it that its weapon lets count"),
    OWN("pv_bonus", "pv calculation", "further PV, always: skills"),
    OWN("ego", "psionic weapons", "ego modifier"),
    {.name = "damage",
     .kind = VALUE_DICE,
     .fallback = "1d2",
     .rule = "damage rolls",
     .help = "damage dice"},
    OWN_FLAG("masterwork", "critical hits", "its weapon is: critical on 19 too"),
    OWN_FLAG("sharp", "pv calculation", "its weapon is: PV +1"),
    OWN_FLAG("vibro", "pv calculation", "its weapon is: the base is the AV it meets"),
    OWN_FLAG("long_blade", "critical hits", "its weapon is: counts with critical_pv"),
    OWN("off_to_hit", "hit roll", "to-hit with the off hand's weapon (hand=off)"),
    {.name = "off_damage",
     .kind = VALUE_DICE,
     .rule = "damage rolls",
     .help = "damage dice of the off hand's weapon"},
    OWN("off_pv", "pv calculation", "its base penetration bonus"),
    SHOWN("off_shown_pv", NULL, "the PV it shows; or off_pv"),
    OWN_FLAG("off_sharp", "pv calculation", "it is sharp: PV +1"),
    OWN_FLAG("off_masterwork", "critical hits", "it is masterwork: critical on 19 too"),
    OWN_FLAG("off_vibro", "pv calculation", "it is vibro: the base is the AV it meets"),
    OWN_FLAG("off_long_blade", "critical hits", "it is a long blade: with critical_pv"),
    OWN("off_cap", "pv calculation", "the most of strength_bonus that it lets count"),
    OWN_FLAG("player", "critical hits", "a player character; unset: one of the party"),
    OWN("acid_resistance", "resistances", "in percent; below 0: it is hurt more"),
    OWN("cold_resistance", "resistances", "in percent; below 0: it is hurt more"),
    OWN("electric_resistance", "resistances", "in percent; below 0: it is hurt more"),
    OWN("heat_resistance", "resistances", "in percent; below 0: it is hurt more"),
};

const struct system caves_of_qud_system;
const struct system caves_of_qud_system = {
    .id = "caves-of-qud",
    .alias = "qud",
    .title = "Caves of Qud",
    .hit_points = "HP",
    .note = "melee combat: hit roll, penetration rolls, damage rolls, psionic weapons",
    .rules = 1,
    .actions = actions,
    .actions_count = COUNT_OF(actions),
    .attributes = attributes,
    .attributes_count = COUNT_OF(attributes),
};
