/* Pixel Dungeon: an attack of opposed real numbers, and the path of a projectile. Rules are
 * cited by their headings. */
#include <math.h>

#include "resolver/dice/dice_verbs.h"
#include "resolver/system.h"

enum { HERO_ACCURACY = 10 };
static const double TOO_HEAVY = 1.5; /* divides accuracy for each missing point of strength */

/* ---- attack ---------------------------------------------------------------------------- */

enum {
    ACCURACY,
    LEVEL,
    WEAPON_ACCURACY,
    STRENGTH,
    REQUIRED_STRENGTH,
    DODGE,
    DAMAGE,
    ARMOR,
    MAGIC,
    SURPRISE,
    SNIPER,
    FURY,
    ASSASSIN,
    EXCESS_STRENGTH,
    HP,
    IGNORES_ARMOR,
    UNIFORM,
    WHOLE_ACCURACY,
    ASSASSIN_DIE
};

#define DECIMAL(name_, rule_, help_)                                                           \
    .name = name_, .kind = VALUE_DECIMAL, .low = 0, .high = 1000, .rule = rule_, .help = help_
/* clang-format off */
#define FLAG(whose_, name_, rule_, help_)                                                      \
    {                                                                                          \
        .name = name_, .kind = VALUE_FLAG, .high = 1, .fallback = "false",                     \
        .whose = WHOSE_##whose_, .rule = rule_, .help = help_                                  \
    }
/* clang-format on */

static const struct value_def attack_parameters[] = {
    [ACCURACY] = {DECIMAL("accuracy", "test for successful attack",
                          "the attacker's accuracy; or level and weapon"),
                  .whose = WHOSE_ACTOR},
    [LEVEL] = {.name = "level",
               .kind = VALUE_NUMBER,
               .low = 1,
               .high = 50,
               .whose = WHOSE_ACTOR,
               .rule = "test for successful attack",
               .help = "a hero's level: accuracy 9 + level"},
    [WEAPON_ACCURACY] = {DECIMAL("weapon_accuracy", "test for successful attack",
                                 "multiplies a hero's accuracy"),
                         .fallback = "1", .whose = WHOSE_ACTOR},
    [STRENGTH] = {.name = "strength",
                  .kind = VALUE_NUMBER,
                  .low = -100,
                  .high = 100,
                  .whose = WHOSE_ACTOR,
                  .rule = "test for successful attack",
                  .help = "the hero's strength"},
    [REQUIRED_STRENGTH] = {.name = "required_strength",
                           .kind = VALUE_NUMBER,
                           .low = -100,
                           .high = 100,
                           .whose = WHOSE_ACTOR,
                           .rule = "test for successful attack",
                           .help = "what the weapon requires: / 1.5 a missing point"},
    [DODGE] = {DECIMAL("dodge", "test for successful attack", "the defender's dodge"),
               .is_required = true, .whose = WHOSE_TARGET},
    [DAMAGE] = {.name = "damage",
                .kind = VALUE_SPAN,
                .low = 0,
                .high = 1000,
                .is_required = true,
                .whose = WHOSE_ACTOR,
                .rule = "calculate damage",
                .help = "minimum and maximum hit, such as 5-25"},
    [ARMOR] = {.name = "armor",
               .kind = VALUE_NUMBER,
               .low = 0,
               .high = 100,
               .fallback = "0",
               .whose = WHOSE_TARGET,
               .rule = "calculate damage",
               .help = "the defender's armor: absorbs 0 to this"},
    [MAGIC] = FLAG(ACTOR, "magic", "test for successful attack",
                   "a wand or spell: accuracy rolls double"),
    [SURPRISE] = FLAG(ACT, "surprise", "surprise attack",
                      "it always hits; nobody surprises a sleeping hero"),
    [SNIPER] =
        FLAG(ACTOR, "sniper", "calculate damage", "a sniper's shot: nothing is absorbed"),
    [FURY] = FLAG(ACTOR, "fury", "calculate damage", "a furious berserker: damage x 1.5"),
    [ASSASSIN] =
        FLAG(ACTOR, "assassin", "surprise attack", "an assassin's surprise: damage x 1.5"),
    [EXCESS_STRENGTH] = {.name = "excess_strength",
                         .kind = VALUE_NUMBER,
                         .low = 0,
                         .high = 200,
                         .whose = WHOSE_ACTOR,
                         .rule = "calculate damage",
                         .help = "extra damage 0 to this; unset: strength - required"},
    [HP] = {.name = "hp",
            .kind = VALUE_NUMBER,
            .low = 0,
            .high = 10000,
            .whose = WHOSE_TARGET,
            .rule = "calculate damage",
            .help = "the defender's hit points"},
    [IGNORES_ARMOR] = FLAG(ACTOR, "ignores_armor", "calculate damage",
                           "a bolt as in the game: nothing is absorbed"),
    [UNIFORM] = FLAG(ACTOR, "uniform", "calculate damage",
                     "a bolt as in the game: no damage is more likely"),
    [WHOLE_ACCURACY] = FLAG(ACT, "whole_accuracy", "test for successful attack",
                            "as in the game: accuracy and dodge are cut to whole"),
    [ASSASSIN_DIE] = FLAG(ACT, "assassin_die", "surprise attack",
                          "as in the game: its surprise adds 1 to damage - 1"),
};

enum { OUT_HIT, OUT_KILL, OUT_DAMAGE };

static const struct outcome_def attack_outcomes[] = {
    [OUT_HIT] = {"hit", OUTCOME_CHANCE, 0, "test for successful attack",
                 "the attacker's number reaches the defender's"},
    [OUT_KILL] = {"kill", OUTCOME_CHANCE, HP + 1, "calculate damage",
                  "damage takes all hit points"},
    [OUT_DAMAGE] = {"damage", OUTCOME_NUMBER, 0, "calculate damage", "damage taken"},
};

/* What an attack remembers. */
enum { HAS_HIT, HARM };

enum { STAGE_HIT, STAGE_ROLL, STAGE_EXCESS, STAGE_ABSORB, STAGE_SURPRISE };

/* The strength that the weapon requires beyond the hero's; below 0 the hero has some to
 * spare. */
static int missing_strength(const struct inputs *inputs)
{
    const struct input *value = inputs->value;
    bool is_known = value[STRENGTH].is_given && value[REQUIRED_STRENGTH].is_given;
    return is_known ? value[REQUIRED_STRENGTH].number - value[STRENGTH].number : 0;
}

/* The divisor of a weapon that is too heavy. */
static double heaviness(const struct inputs *inputs)
{
    double divisor = 1;
    for (int i = 0; i < missing_strength(inputs); i++) {
        divisor *= TOO_HEAVY;
    }
    return divisor;
}

static int level_accuracy(const struct inputs *inputs)
{
    return HERO_ACCURACY + inputs->value[LEVEL].number - 1;
}

/* A hero's accuracy is 10 + (level - 1), times the weapon's, divided by 1.5 for each point of
 * strength that is missing for a heavy weapon. Values stay real. */
static double heros_accuracy(const struct inputs *inputs)
{
    return inputs->value[WEAPON_ACCURACY].decimal / heaviness(inputs) * level_accuracy(inputs);
}

/* True when the given accuracy is the one that follows from the hero's level, as in the inputs
 * of an answer, which have it in 15 digits. */
static bool is_heros_accuracy(const struct inputs *inputs)
{
    double own = heros_accuracy(inputs);
    return inputs->value[LEVEL].is_given &&
           fabs(inputs->value[ACCURACY].decimal - own) <= 1e-12 * (own > 1 ? own : 1);
}

static enum status attack_check(const struct inputs *inputs, struct error *err)
{
    const struct input *value = inputs->value;
    for (int i = LEVEL; i <= REQUIRED_STRENGTH; i++) {
        if (value[ACCURACY].is_given && input_is_chosen(inputs, i) &&
            !is_heros_accuracy(inputs)) {
            return error_set(err, STATUS_USAGE, "accuracy",
                             "accuracy was given together with %s, which decides it: "
                             "give one of them",
                             attack_parameters[i].name);
        }
    }
    if (!value[ACCURACY].is_given && !value[LEVEL].is_given) {
        return error_set(err, STATUS_USAGE, "accuracy",
                         "attack needs accuracy=..., or level=... of a hero");
    }
    if (value[LEVEL].is_given && heros_accuracy(inputs) > attack_parameters[ACCURACY].high) {
        return error_set(err, STATUS_USAGE, "weapon_accuracy",
                         "with this level and weapon_accuracy the accuracy is above %d",
                         attack_parameters[ACCURACY].high);
    }
    return STATUS_OK;
}

/* Values that follow from a hero's level are computed from it to the last digit. Excess
 * strength adds damage (Calculate damage). */
static void attack_complete(struct inputs *inputs)
{
    struct input *value = inputs->value;
    int missing = missing_strength(inputs);
    if (value[LEVEL].is_given) {
        value[ACCURACY] = (struct input){.is_set = true, .decimal = heros_accuracy(inputs)};
    }
    if (!value[EXCESS_STRENGTH].is_given) {
        value[EXCESS_STRENGTH] =
            (struct input){.is_set = true, .number = missing < 0 ? -missing : 0};
    }
}

/* Accuracy or dodge as it counts: cut to a whole number where the table plays so. A product
 * that falls short of a whole number only by its binary digits is that number. */
static double counted(const struct inputs *inputs, int parameter)
{
    double number = inputs->value[parameter].decimal;
    return inputs->value[WHOLE_ACCURACY].number ? (double)(int)(number + 1e-9) : number;
}

/* "accuracy 33.6 = 14 at level 5 x 1.2 weapon x 2 magic": only for values with several
 * parts. */
static void trace_accuracy(const struct inputs *inputs, double magic, struct trace *trace)
{
    static const char rule[] = "test for successful attack";
    const struct input *value = inputs->value;
    double accuracy = value[ACCURACY].decimal;
    bool is_heros = !value[ACCURACY].is_given;
    bool is_cut = counted(inputs, ACCURACY) != accuracy;
    if (!is_heros && magic == 1 && !is_cut) {
        return;
    }
    trace_number_decimal(trace, counted(inputs, ACCURACY) * magic,
                         (struct source){is_cut ? "accuracy, cut" : "accuracy", rule});
    if (is_heros) {
        TEXT_BUFFER(level, TRACE_LABEL_SIZE);
        text_add(&level, "at level %d", value[LEVEL].number);
        trace_from_decimal(trace, level_accuracy(inputs), level.p, rule);
        if (value[WEAPON_ACCURACY].decimal != 1) {
            trace_factor(trace, value[WEAPON_ACCURACY].decimal,
                         (struct source){"weapon", rule});
        }
        if (missing_strength(inputs) > 0) {
            trace_divisor(trace, heaviness(inputs), (struct source){"missing strength", rule});
        }
    } else {
        trace_from_decimal(trace, accuracy, "", rule);
    }
    if (magic != 1) {
        trace_factor(trace, magic, (struct source){"magic", rule});
    }
}

/* A uniform real up to the accuracy (magic: twice that) must reach one up to the dodge; a
 * surprise attack always hits (Test for successful attack, Surprise attack). */
static void hit_roll(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    const struct input *value = inputs->value;
    if (value[SURPRISE].number) {
        trace_result(dice->trace, (struct source){"surprise hits", "surprise attack"});
        state->v[HAS_HIT] = true;
    } else {
        double magic = value[MAGIC].number ? 2 : 1;
        struct opposed attacker = {counted(inputs, ACCURACY) * magic,
                                   {"accuracy", "test for successful attack"}};
        struct opposed defender = {counted(inputs, DODGE),
                                   {"dodge", "test for successful attack"}};
        trace_accuracy(inputs, magic, dice->trace);
        state->v[HAS_HIT] = dice_opposed(dice, attacker, defender);
        trace_result(dice->trace, (struct source){state->v[HAS_HIT] ? "hit" : "miss",
                                                  "test for successful attack"});
    }
    state->stage = state->v[HAS_HIT] ? STAGE_ROLL : RULE_DONE;
}

/* Between the minimum and the maximum hit, more often near the middle (Calculate damage); a
 * bolt of the real game gives each number as often. */
static void damage_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    const struct input *span = &inputs->value[DAMAGE];
    struct source why = {"damage", "calculate damage"};
    state->v[HARM] = inputs->value[UNIFORM].number
                         ? dice_between(dice, span->number, span->number_high, why)
                         : dice_near_middle(dice, span->number, span->number_high, why);
    if (span->number == span->number_high) {
        trace_result_value(dice->trace, state->v[HARM],
                           (struct source){"damage rolled", "calculate damage"});
    }
    state->stage = STAGE_EXCESS;
}

/* Multiplies by 1.5, rounded down. */
static int half_as_much_again(int harm, struct source why, struct trace *trace)
{
    trace_factor(trace, 1.5, why);
    trace_total(trace, harm * 3 / 2);
    return harm * 3 / 2;
}

/* Excess strength adds 0 to its own amount; then fury multiplies by 1.5. */
static void excess_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    int most = inputs->value[EXCESS_STRENGTH].number;
    state->v[HARM] +=
        dice_between(dice, 0, most, (struct source){"excess strength", "calculate damage"});
    if (most > 0) {
        trace_dice_joins(dice->trace, 1);
        trace_total(dice->trace, state->v[HARM]);
    }
    if (inputs->value[FURY].number) {
        state->v[HARM] = half_as_much_again(
            state->v[HARM], (struct source){"fury", "calculate damage"}, dice->trace);
    }
    state->stage = STAGE_ABSORB;
}

/* Armor absorbs 0 to its own value, but nothing of a sniper's shot; the rest is not below 0
 * (Calculate damage). */
static void absorb_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    bool is_shot = inputs->value[SNIPER].number != 0;
    int most = is_shot || inputs->value[IGNORES_ARMOR].number ? 0 : inputs->value[ARMOR].number;
    int absorbed =
        dice_between(dice, 0, most, (struct source){"absorption", "calculate damage"});
    int harm = state->v[HARM] - absorbed < 0 ? 0 : state->v[HARM] - absorbed;
    if (most > 0) {
        trace_dice_joins(dice->trace, -1);
        trace_total(dice->trace, harm);
    } else if (inputs->value[ARMOR].number > 0) {
        trace_result(dice->trace, (struct source){is_shot ? "a sniper's shot: nothing absorbed"
                                                          : "the armor is ignored",
                                                  "calculate damage"});
    }
    state->v[HARM] = harm;
    state->stage = STAGE_SURPRISE;
}

/* An assassin's surprise multiplies the damage by 1.5, rounded down (Surprise attack). In the
 * real game it adds a whole number from 1 to one less than the damage, each as often, and at
 * least 1. */
static void surprise_roll(struct rule_state *state, const struct inputs *inputs,
                          struct dice *dice)
{
    struct source why = {"assassin's surprise", "surprise attack"};
    int harm = state->v[HARM];
    bool is_surprise = inputs->value[SURPRISE].number && inputs->value[ASSASSIN].number;
    if (is_surprise && !inputs->value[ASSASSIN_DIE].number) {
        state->v[HARM] = half_as_much_again(harm, why, dice->trace);
    } else if (is_surprise && harm > 2) {
        state->v[HARM] += dice_between(dice, 1, harm - 1, why);
        trace_dice_joins(dice->trace, 1);
        trace_total(dice->trace, state->v[HARM]);
    } else if (is_surprise) {
        trace_term(dice->trace, 1, why);
        trace_total(dice->trace, ++state->v[HARM]);
    }
    trace_result_value(dice->trace, state->v[HARM],
                       (struct source){"damage", "calculate damage"});
    state->stage = RULE_DONE;
}

static void attack_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    const struct input *hp = &inputs->value[HP];
    out->is_present[OUT_HIT] = true;
    out->value[OUT_HIT] = state->v[HAS_HIT];
    out->is_present[OUT_DAMAGE] = true;
    out->value[OUT_DAMAGE] = state->v[HARM];
    out->is_present[OUT_KILL] = hp->is_set;
    out->value[OUT_KILL] = hp->is_set && state->v[HARM] > 0 && state->v[HARM] >= hp->number;
}

static stage_fn *const attack_stages[] = {[STAGE_HIT] = hit_roll,
                                          [STAGE_ROLL] = damage_roll,
                                          [STAGE_EXCESS] = excess_roll,
                                          [STAGE_ABSORB] = absorb_roll,
                                          [STAGE_SURPRISE] = surprise_roll};

/* ---- path ------------------------------------------------------------------------------ */

enum { DX, DY, BEYOND };

static const struct value_def path_parameters[] = {
    [DX] = {.name = "dx",
            .kind = VALUE_NUMBER,
            .low = -100,
            .high = 100,
            .is_required = true,
            .rule = "targeting",
            .help = "columns from the shooter to the cell aimed at"},
    [DY] = {.name = "dy",
            .kind = VALUE_NUMBER,
            .low = -100,
            .high = 100,
            .is_required = true,
            .rule = "targeting",
            .help = "rows from the shooter to the cell aimed at"},
    [BEYOND] = {.name = "beyond",
                .kind = VALUE_NUMBER,
                .low = 0,
                .high = 100,
                .fallback = "0",
                .rule = "targeting",
                .help = "cells after it, for a wand's bolt that goes on"},
};

static enum status path_check(const struct inputs *inputs, struct error *err)
{
    if (inputs->value[DX].number == 0 && inputs->value[DY].number == 0) {
        return error_set(err, STATUS_USAGE, "dx",
                         "dx and dy are both 0: that is the shooter's "
                         "own cell, and no path");
    }
    return STATUS_OK;
}

/* Cell(i) = i + A x (((A - 1) / 2 + i x (B - 1)) / (A - 1)), whole divisions, in a rectangle of
 * A cells along the longer axis and B along the shorter one (Targeting). */
static void path_list(const struct inputs *inputs, struct listing *out)
{
    int dx = inputs->value[DX].number;
    int dy = inputs->value[DY].number;
    int across = dx < 0 ? -dx : dx;
    int down = dy < 0 ? -dy : dy;
    bool is_wide = across >= down;
    int longer = is_wide ? across : down;
    int shorter = is_wide ? down : across;
    for (int i = 0; i <= longer + inputs->value[BEYOND].number; i++) {
        int aside = (longer / 2 + i * shorter) / longer;
        int row = is_wide ? aside : i;
        int column = is_wide ? i : aside;
        int *cell = listing_add(out);
        cell[0] = i + (longer + 1) * aside;
        cell[1] = dy < 0 ? -row : row;
        cell[2] = dx < 0 ? -column : column;
    }
}

static const char *const path_columns[] = {"cell", "row", "column", NULL};

/* ---- the system ------------------------------------------------------------------------ */

static const struct action actions[] = {
    {.name = "attack",
     .help = "opposed rolls, then damage less absorption",
     .rule = "test for successful attack",
     ACTION_TABLES(attack),
     .means = {[OUT_HIT] = MEANS_HIT, [OUT_DAMAGE] = MEANS_DAMAGE},
     .check = attack_check,
     .complete = attack_complete,
     .read = attack_read},
    {.name = "path",
     .help = "the cells that a projectile visits",
     .rule = "targeting",
     .parameters = path_parameters,
     .parameters_count = COUNT_OF(path_parameters),
     .check = path_check,
     .list_name = "cells",
     .list_columns = path_columns,
     .list = path_list},
};

/* A combatant's own values; the values of an attack are read from them. */
/* clang-format off */
#define OWN(name_, low_, high_, rule_, help_)                                                  \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = low_, .high = high_, .rule = rule_,        \
        .help = help_                                                                          \
    }
/* clang-format on */

static const struct value_def attributes[] = {
    {DECIMAL("accuracy", "test for successful attack", "accuracy; or a hero's level")},
    {DECIMAL("dodge", "test for successful attack", "dodge")},
    {.name = "damage",
     .kind = VALUE_SPAN,
     .low = 0,
     .high = 1000,
     .rule = "calculate damage",
     .help = "minimum and maximum hit, such as 5-25"},
    OWN("armor", 0, 100, "calculate damage", "armor: absorbs 0 to this"),
    OWN("level", 1, 50, "test for successful attack", "a hero's level: accuracy 9 + level"),
    {DECIMAL("weapon_accuracy", "test for successful attack", "multiplies a hero's accuracy")},
    OWN("strength", -100, 100, "test for successful attack", "a hero's strength"),
    OWN("required_strength", -100, 100, "test for successful attack",
        "what the weapon requires; more than that adds damage"),
    OWN("excess_strength", 0, 200, "calculate damage", "extra damage 0 to this; or strength"),
    FLAG(ACT, "magic", "test for successful attack", "it attacks by magic: accuracy doubles"),
    FLAG(ACT, "sniper", "calculate damage", "a sniper: nothing is absorbed"),
    FLAG(ACT, "fury", "calculate damage", "a furious berserker: damage x 1.5"),
    FLAG(ACT, "assassin", "surprise attack", "an assassin: surprise damage x 1.5"),
    FLAG(ACT, "ignores_armor", "calculate damage", "its attacks are bolts: armor absorbs none"),
    FLAG(ACT, "uniform", "calculate damage", "its attacks are bolts: even damage"),
    FLAG(ACT, "surprised", "surprise attack", "the next attack on it is a surprise"),
};

const struct system pixel_dungeon_system;
const struct system pixel_dungeon_system = {
    .id = "pixel-dungeon",
    .alias = "pixel",
    .title = "Pixel Dungeon",
    .hit_points = "HP",
    .note = "game mechanics: attacking, surprise attacks, targeting",
    .rules = 1,
    .actions = actions,
    .actions_count = COUNT_OF(actions),
    .attributes = attributes,
    .attributes_count = COUNT_OF(attributes),
};
