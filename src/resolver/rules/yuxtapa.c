/* yuxtapa: attacks against dodge and armour values, fixed attacks, spells and resistance,
 * water, and the table of classes. Rules are cited by their headings. */
#include <string.h>

#include "resolver/dice/dice_verbs.h"
#include "resolver/system.h"

/* ---- classes and kinds ----------------------------------------------------------------- */

/* The values of a class (Class overview). Resistance is in percent. */
struct class
{
    int hp, to_hit, resistance;
    const char *damage;
    int dv, pv;
};

enum {
#define CLASS(constant, ...) CLASS_##constant,
#include "resolver/rules/yuxtapa_classes.def"
#undef CLASS
    CLASSES
};

static const struct class classes[CLASSES] = {
#define CLASS(constant, name, ...) [CLASS_##constant] = {__VA_ARGS__},
#include "resolver/rules/yuxtapa_classes.def"
#undef CLASS
};

static const char *const class_words[CLASSES + 1] = {
#define CLASS(constant, name, ...) [CLASS_##constant] = #name,
#include "resolver/rules/yuxtapa_classes.def"
#undef CLASS
};

enum { KIND_MELEE, KIND_ARCHERY, KIND_CIRCULAR, KIND_BOOBY_TRAP, KIND_HIDDEN };

enum { ANY_CLASS = -1 };

/* Attacks whose numbers do not depend on the attacker; a hidden assassin keeps its own to-hit.
 * Rust does not change archery, and a booby trap is nobody's weapon (Tohit, PV, and DV); how it
 * changes the others the rules leave open, so it is as in the real game: a circular attack
 * keeps its to-hit and rolls a smaller die, a hidden one loses the damage twice. */
static const struct {
    int owner;
    bool has_to_hit;
    int to_hit;
    const char *damage;           /* NULL: the attacker's */
    const char *rusty_damage;     /* in its place when rust takes damage; NULL: the same */
    int rust_to_hit, rust_damage; /* how often rust counts */
} kinds[] = {
    [KIND_MELEE] = {ANY_CLASS, false, 0, NULL, NULL, 1, 1},
    [KIND_ARCHERY] = {ANY_CLASS, true, 7, "1d6", NULL, 0, 0},
    [KIND_CIRCULAR] = {CLASS_FIGHTER, true, 5, "1d8", "1d6", 0, 1},
    [KIND_BOOBY_TRAP] = {ANY_CLASS, true, 9, "2d6", NULL, 0, 0},
    [KIND_HIDDEN] = {CLASS_ASSASSIN, false, 0, "2d4+4", NULL, 1, 2},
};

static const char *const kind_words[] = {"melee",      "archery", "circular",
                                         "booby_trap", "hidden",  NULL};

/* ---- attack ---------------------------------------------------------------------------- */

enum {
    TO_HIT,
    ATTACK_DV,
    ATTACK_PV,
    ATTACK_DAMAGE,
    ATTACKER,
    DEFENDER,
    ATTACK_KIND,
    ATTACK_HP,
    RUST_TO_HIT,
    RUST_DAMAGE
};

/* clang-format off */
#define HP_PARAMETER(rule_)                                                                    \
    {                                                                                          \
        .name = "hp", .kind = VALUE_NUMBER, .low = 0, .high = 10000, .whose = WHOSE_TARGET,    \
        .rule = rule_, .help = "the target's hit points"                                       \
    }
#define RUST(name_, help_)                                                                     \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = -100, .high = 100, .fallback = "0",        \
        .whose = WHOSE_ACTOR, .rule = "tohit, pv, and dv", .help = help_                       \
    }
#define RESISTANCE                                                                             \
    {                                                                                          \
        .name = "resistance", .kind = VALUE_NUMBER, .low = 0, .high = 100, .fallback = "0",    \
        .whose = WHOSE_TARGET, .rule = "spells and magic resistance",                          \
        .help = "the target's resistance in percent"                                           \
    }
#define NUMBER(whose_, name_, help_)                                                           \
    {                                                                                          \
        .name = name_, .kind = VALUE_NUMBER, .low = -100, .high = 100,                         \
        .whose = WHOSE_##whose_, .rule = "tohit, pv, and dv", .help = help_                    \
    }
#define CLASS(whose_, name_, help_)                                                            \
    {                                                                                          \
        .name = name_, .kind = VALUE_CHOICE, .choices = class_words, .whose = WHOSE_##whose_,  \
        .rule = "class overview", .help = help_                                                \
    }
/* clang-format on */

static const struct value_def attack_parameters[] = {
    [TO_HIT] = NUMBER(ACTOR, "to_hit", "the attacker's to-hit; or its class or kind"),
    [ATTACK_DV] = NUMBER(TARGET, "dv", "the target's dodge value; or its class"),
    [ATTACK_PV] = NUMBER(TARGET, "pv", "the target's protection value; or its class"),
    [ATTACK_DAMAGE] = {.name = "damage",
                       .kind = VALUE_DICE,
                       .whose = WHOSE_ACTOR,
                       .rule = "tohit, pv, and dv",
                       .help = "damage dice; or the attacker's class or kind"},
    [ATTACKER] = CLASS(ACTOR, "attacker", "the attacker's class: to-hit and damage"),
    [DEFENDER] = CLASS(TARGET, "defender", "the target's class: DV and PV"),
    [ATTACK_KIND] = {.name = "kind",
                     .kind = VALUE_CHOICE,
                     .choices = kind_words,
                     .fallback = "melee",
                     .rule = "tohit, pv, and dv",
                     .help = "fixed attacks; circular: fighters, hidden: assassins"},
    [ATTACK_HP] = HP_PARAMETER("tohit, pv, and dv"),
    [RUST_TO_HIT] = RUST("rust_to_hit", "rust changes to-hit in melee, and of a hidden attack"),
    [RUST_DAMAGE] = RUST("rust_damage", "rust changes damage, but not a bow's or a trap's"),
};

enum { ATTACK_HIT, ATTACK_CRITICAL, ATTACK_KILL, ATTACK_HARM };

static const struct outcome_def attack_outcomes[] = {
    [ATTACK_HIT] = {"hit", OUTCOME_CHANCE, 0, "tohit, pv, and dv", "R reaches P, or is 19"},
    [ATTACK_CRITICAL] = {"critical", OUTCOME_CHANCE, 0, "tohit, pv, and dv",
                         "R / P is 2 or more, R is 19, or P is 0: no PV"},
    [ATTACK_KILL] = {"kill", OUTCOME_CHANCE, ATTACK_HP + 1, "tohit, pv, and dv",
                     "damage takes all hit points"},
    [ATTACK_HARM] = {"damage", OUTCOME_NUMBER, 0, "tohit, pv, and dv", "damage dealt"},
};

/* What an attack remembers. */
enum { HAS_HIT, IS_CRITICAL, HARM };

enum { STAGE_ATTACK, STAGE_DAMAGE };

static enum status needs(struct error *err, const char *name, const char *instead)
{
    return error_set(err, STATUS_USAGE, name, "attack needs %s=..., or %s", name, instead);
}

static enum status attack_check(const struct inputs *inputs, struct error *err)
{
    const struct input *value = inputs->value;
    int kind = value[ATTACK_KIND].number;
    int owner = kinds[kind].owner;
    if (owner != ANY_CLASS && value[ATTACKER].is_given && value[ATTACKER].number != owner) {
        return error_set(err, STATUS_USAGE, "kind", "kind=%s is for attacker=%s, not %s",
                         kind_words[kind], class_words[owner],
                         class_words[value[ATTACKER].number]);
    }
    bool has_class = value[ATTACKER].is_given || owner != ANY_CLASS;
    if (!value[TO_HIT].is_given && !kinds[kind].has_to_hit && !has_class) {
        return needs(err, "to_hit", "attacker=... with a class");
    }
    if (!value[ATTACK_DAMAGE].is_given && kinds[kind].damage == NULL && !has_class) {
        return needs(err, "damage", "attacker=... with a class");
    }
    if (!value[ATTACK_DV].is_given && !value[DEFENDER].is_given) {
        return needs(err, "dv", "defender=... with a class");
    }
    if (!value[ATTACK_PV].is_given && !value[DEFENDER].is_given) {
        return needs(err, "pv", "defender=... with a class");
    }
    return STATUS_OK;
}

static void complete_number(struct input *input, int number)
{
    if (!input->is_given) {
        *input = (struct input){.is_set = true, .number = number};
    }
}

/* Missing values come from the kind of attack, then from the classes. */
static void attack_complete(struct inputs *inputs)
{
    struct input *value = inputs->value;
    int kind = value[ATTACK_KIND].number;
    int owner = kinds[kind].owner;
    const struct class *attacker = value[ATTACKER].is_given ? &classes[value[ATTACKER].number]
                                   : owner != ANY_CLASS     ? &classes[owner]
                                                            : NULL;
    if (kinds[kind].has_to_hit) {
        complete_number(&value[TO_HIT], kinds[kind].to_hit);
    } else if (attacker != NULL) {
        complete_number(&value[TO_HIT], attacker->to_hit);
    }
    if (value[DEFENDER].is_given) {
        complete_number(&value[ATTACK_DV], classes[value[DEFENDER].number].dv);
        complete_number(&value[ATTACK_PV], classes[value[DEFENDER].number].pv);
    }
    if (!value[ATTACK_DAMAGE].is_given) {
        bool is_rusty = kinds[kind].rusty_damage != NULL && value[RUST_DAMAGE].number < 0;
        const char *damage = is_rusty                     ? kinds[kind].rusty_damage
                             : kinds[kind].damage != NULL ? kinds[kind].damage
                                                          : attacker->damage;
        enum status status =
            input_parse(&value[ATTACK_DAMAGE], inputs, &attack_parameters[ATTACK_DAMAGE],
                        str_of(damage), NULL);
        CHECK(status == STATUS_OK);
    }
}

/* P = DV - to-hit, R = d20 - 1. R >= P or 19 hits; R / P >= 2 or 19 is critical. With P below 0
 * the division gives 0 or less, never 2; P of 0 cannot divide, and here every hit is critical
 * then, which the explanation says (Tohit, PV, and DV). */
static void attack_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    int dv = inputs->value[ATTACK_DV].number;
    int to_hit = inputs->value[TO_HIT].number;
    int kind = inputs->value[ATTACK_KIND].number;
    int rust = inputs->value[RUST_TO_HIT].number * kinds[kind].rust_to_hit;
    int needed = dv - to_hit - rust;
    int roll = dice_face(dice, 20, (struct source){"attack", "tohit, pv, and dv"}) - 1;
    trace_term(dice->trace, -1, (struct source){"", "tohit, pv, and dv"});
    trace_total(dice->trace, roll);
    trace_against(dice->trace, needed, (struct source){"P", "tohit, pv, and dv"});
    trace_from(dice->trace, dv, (struct source){"DV", "tohit, pv, and dv"});
    trace_term(dice->trace, -to_hit, (struct source){"to hit", "tohit, pv, and dv"});
    trace_term(dice->trace, -rust, (struct source){"rust", "tohit, pv, and dv"});
    state->v[HAS_HIT] = roll >= needed || roll == 19;
    bool is_twice = needed > 0 ? roll / needed >= 2 : needed == 0;
    state->v[IS_CRITICAL] = is_twice || roll == 19;
    const char *label = !state->v[HAS_HIT]          ? "miss"
                        : !state->v[IS_CRITICAL]    ? "hit"
                        : needed == 0 && roll != 19 ? "critical hit: P 0 decided here"
                                                    : "critical hit";
    trace_result(dice->trace, (struct source){label, "tohit, pv, and dv"});
    state->stage = state->v[HAS_HIT] ? STAGE_DAMAGE : RULE_DONE;
}

/* The attack's dice, changed by rust, less PV unless the hit was critical, never below 0. */
static void attack_damage(struct rule_state *state, const struct inputs *inputs,
                          struct dice *dice)
{
    struct source why = {"damage", "tohit, pv, and dv"};
    int pv = state->v[IS_CRITICAL] ? 0 : inputs->value[ATTACK_PV].number;
    const struct dice_expr *expr = &inputs->dice[inputs->value[ATTACK_DAMAGE].number];
    int kind = inputs->value[ATTACK_KIND].number;
    int rust = inputs->value[RUST_DAMAGE].number * kinds[kind].rust_damage;
    int64_t damage = dice_total(dice, expr, 1, why) + rust - pv;
    state->v[HARM] = damage < 0 ? 0 : damage > INT32_MAX ? INT32_MAX : (int)damage;
    trace_term(dice->trace, rust, (struct source){"rust", "tohit, pv, and dv"});
    trace_term(dice->trace, -pv, (struct source){"PV", "tohit, pv, and dv"});
    trace_result_value(dice->trace, state->v[HARM], why);
    state->stage = RULE_DONE;
}

static bool is_killed(const struct input *hp, int harm)
{
    return hp->is_set && harm > 0 && harm >= hp->number;
}

static void attack_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    for (int i = 0; i < COUNT_OF(attack_outcomes); i++) {
        out->is_present[i] = true;
    }
    out->value[ATTACK_HIT] = state->v[HAS_HIT];
    out->value[ATTACK_CRITICAL] = state->v[IS_CRITICAL];
    out->value[ATTACK_HARM] = state->v[HARM];
    out->is_present[ATTACK_KILL] = inputs->value[ATTACK_HP].is_set;
    out->value[ATTACK_KILL] = is_killed(&inputs->value[ATTACK_HP], state->v[HARM]);
}

static stage_fn *const attack_stages[] = {
    [STAGE_ATTACK] = attack_roll, [STAGE_DAMAGE] = attack_damage};

/* ---- spell ----------------------------------------------------------------------------- */

enum { SPELL_KIND, SPELL_RESISTANCE, SPELL_HP, SPELL_DEFENDER };
enum { SPELL_MISSILE, SPELL_ZAP };

static const char *const spell_words[] = {"missile", "zap", NULL};

static const struct value_def spell_parameters[] = {
    [SPELL_KIND] = {.name = "kind",
                    .kind = VALUE_CHOICE,
                    .choices = spell_words,
                    .is_required = true,
                    .rule = "spells and magic resistance",
                    .help = "a magic missile 1d5, or one hit of a zap 2d5"},
    [SPELL_RESISTANCE] = RESISTANCE,
    [SPELL_HP] = HP_PARAMETER("spells and magic resistance"),
    [SPELL_DEFENDER] = CLASS(TARGET, "defender", "the target's class: its resistance"),
};

enum { SPELL_RESISTED, SPELL_KILL, SPELL_HARM };

static const struct outcome_def spell_outcomes[] = {
    [SPELL_RESISTED] = {"resisted", OUTCOME_CHANCE, 0, "spells and magic resistance",
                        "the spell does nothing"},
    [SPELL_KILL] = {"kill", OUTCOME_CHANCE, SPELL_HP + 1, "spells and magic resistance",
                    "damage takes all hit points"},
    [SPELL_HARM] = {"damage", OUTCOME_NUMBER, 0, "spells and magic resistance", "damage dealt"},
};

/* What a spell remembers. */
enum { IS_RESISTED, SPELL_DAMAGE };

enum { STAGE_RESIST, STAGE_EFFECT };

/* Without a given resistance, that of the class counts. */
static void complete_resistance(struct inputs *inputs, int resistance, int defender)
{
    const struct input *class = &inputs->value[defender];
    if (class->is_given) {
        complete_number(&inputs->value[resistance], classes[class->number].resistance);
    }
}

static void spell_complete(struct inputs *inputs)
{
    complete_resistance(inputs, SPELL_RESISTANCE, SPELL_DEFENDER);
}

/* d100 at most the resistance: nothing happens. Without resistance there is nothing to roll. */
static bool is_resisted(struct dice *dice, int resistance)
{
    struct source why = {"resistance", "spells and magic resistance"};
    if (resistance == 0) {
        return false;
    }
    bool is_avoided = dice_face(dice, 100, why) <= resistance;
    trace_against(dice->trace, resistance, why);
    trace_result(dice->trace, (struct source){is_avoided ? "resisted" : "not resisted",
                                              "spells and magic resistance"});
    return is_avoided;
}

static void spell_resist(struct rule_state *state, const struct inputs *inputs,
                         struct dice *dice)
{
    state->v[IS_RESISTED] = is_resisted(dice, inputs->value[SPELL_RESISTANCE].number);
    state->stage = state->v[IS_RESISTED] ? RULE_DONE : STAGE_EFFECT;
}

/* Spells always hit, whatever the DV and PV: a missile does 1d5, a zap 2d5 for each hit. */
static void spell_effect(struct rule_state *state, const struct inputs *inputs,
                         struct dice *dice)
{
    int count = inputs->value[SPELL_KIND].number == SPELL_ZAP ? 2 : 1;
    struct source why = {"damage", "spells and magic resistance"};
    state->v[SPELL_DAMAGE] = dice_sum(dice, count, 5, why);
    trace_result_value(dice->trace, state->v[SPELL_DAMAGE], why);
    state->stage = RULE_DONE;
}

static void spell_read(const struct rule_state *state, const struct inputs *inputs,
                       struct outcome *out)
{
    out->is_present[SPELL_RESISTED] = true;
    out->value[SPELL_RESISTED] = state->v[IS_RESISTED];
    out->is_present[SPELL_HARM] = true;
    out->value[SPELL_HARM] = state->v[SPELL_DAMAGE];
    out->is_present[SPELL_KILL] = inputs->value[SPELL_HP].is_set;
    out->value[SPELL_KILL] = is_killed(&inputs->value[SPELL_HP], state->v[SPELL_DAMAGE]);
}

static stage_fn *const spell_stages[] = {
    [STAGE_RESIST] = spell_resist, [STAGE_EFFECT] = spell_effect};

/* ---- teleportation traps --------------------------------------------------------------- */

enum { TELEPORT_RESISTANCE, TELEPORT_DEFENDER };

static const struct value_def teleport_parameters[] = {
    [TELEPORT_RESISTANCE] = RESISTANCE,
    [TELEPORT_DEFENDER] =
        CLASS(TARGET, "defender", "the class of who stepped in: gives the resistance"),
};

static const struct outcome_def teleport_outcomes[] = {
    {"resisted", OUTCOME_CHANCE, 0, "spells and magic resistance", "it does not teleport"},
};

static void teleport_complete(struct inputs *inputs)
{
    complete_resistance(inputs, TELEPORT_RESISTANCE, TELEPORT_DEFENDER);
}

/* Resistance may prevail even when the trap was triggered on purpose (Spells and magic
 * resistance). */
static void teleport_roll(struct rule_state *state, const struct inputs *inputs,
                          struct dice *dice)
{
    state->v[0] = is_resisted(dice, inputs->value[TELEPORT_RESISTANCE].number);
    if (!state->v[0]) {
        trace_result(dice->trace, (struct source){"teleported", "spells and magic resistance"});
    }
    state->stage = RULE_DONE;
}

static void teleport_read(const struct rule_state *state, const struct inputs *inputs,
                          struct outcome *out)
{
    (void)inputs;
    out->is_present[0] = true;
    out->value[0] = state->v[0];
}

static stage_fn *const teleport_stages[] = {teleport_roll};

/* ---- water ----------------------------------------------------------------------------- */

enum { DROWN_LOST_TURNS, DROWN_HP };
enum { DROWN_KILL, DROWN_HARM };
enum { DROWNING_MOST = 3, TURNS_LOST_IN_WATER = 2 };

static const struct value_def drown_parameters[] = {
    [DROWN_LOST_TURNS] = {.name = "lost_turns",
                          .kind = VALUE_NUMBER,
                          .low = 0,
                          .high = TURNS_LOST_IN_WATER,
                          .fallback = "0",
                          .rule = "swimming and drowning",
                          .help = "turns still being lost: 2 on entering water"},
    [DROWN_HP] = HP_PARAMETER("swimming and drowning"),
};

static const struct outcome_def drown_outcomes[] = {
    [DROWN_KILL] = {"kill", OUTCOME_CHANCE, DROWN_HP + 1, "swimming and drowning",
                    "damage takes all hit points"},
    [DROWN_HARM] = {"damage", OUTCOME_NUMBER, 0, "swimming and drowning", "damage dealt"},
};

/* 1 to 3 points at the end of a turn in water, unless turns are still being lost (Swimming and
 * Drowning). */
static void drown_roll(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    state->stage = RULE_DONE;
    if (inputs->value[DROWN_LOST_TURNS].number > 0) {
        trace_result(dice->trace, (struct source){"a turn is lost", "swimming and drowning"});
        return;
    }
    state->v[0] =
        dice_face(dice, DROWNING_MOST, (struct source){"drowning", "swimming and drowning"});
    trace_result_value(dice->trace, state->v[0],
                       (struct source){"damage", "swimming and drowning"});
}

static void drown_read(const struct rule_state *state, const struct inputs *inputs,
                       struct outcome *out)
{
    out->is_present[DROWN_HARM] = true;
    out->value[DROWN_HARM] = state->v[0];
    out->is_present[DROWN_KILL] = inputs->value[DROWN_HP].is_set;
    out->value[DROWN_KILL] = is_killed(&inputs->value[DROWN_HP], state->v[0]);
}

static stage_fn *const drown_stages[] = {drown_roll};

/* ---- the table of classes -------------------------------------------------------------- */

static const struct value_def class_parameters[] = {
    {.name = "class",
     .kind = VALUE_CHOICE,
     .choices = class_words,
     .is_required = true,
     .rule = "class overview",
     .help = "the class"},
};

static const char *const class_columns[] = {"hp",   "to_hit", "resist", "least",
                                            "most", "dv",     "pv",     NULL};

static void class_list(const struct inputs *inputs, struct listing *out)
{
    const struct class *class = &classes[inputs->value[0].number];
    struct dice_expr damage;
    int64_t least;
    int64_t most;
    enum status status = dice_expr_parse(&damage, str_of(class->damage), NULL);
    CHECK(status == STATUS_OK);
    dice_expr_range(&damage, &least, &most);
    const int row[] = {class->hp, class->to_hit, class->resistance, (int)least,
                       (int)most, class->dv,     class->pv};
    memcpy(listing_add(out), row, sizeof row);
}

/* ---- the system ------------------------------------------------------------------------ */

static const struct action actions[] = {
    {.name = "attack",
     .help = "to-hit against DV, damage less PV",
     .rule = "tohit, pv, and dv",
     ACTION_TABLES(attack),
     .means = {[ATTACK_HIT] = MEANS_HIT, [ATTACK_HARM] = MEANS_DAMAGE},
     .check = attack_check,
     .complete = attack_complete,
     .read = attack_read},
    {.name = "spell",
     .help = "a spell against magic resistance",
     .rule = "spells and magic resistance",
     ACTION_TABLES(spell),
     .means = {[SPELL_HARM] = MEANS_DAMAGE},
     .complete = spell_complete,
     .read = spell_read},
    {.name = "teleport",
     .help = "a teleportation trap against magic resistance",
     .rule = "spells and magic resistance",
     ACTION_TABLES(teleport),
     .complete = teleport_complete,
     .read = teleport_read},
    {.name = "drown",
     .help = "the end of a turn in water",
     .rule = "swimming and drowning",
     ACTION_TABLES(drown),
     .read = drown_read},
    {.name = "class",
     .help = "what a class has, its damage from least to most",
     .rule = "class overview",
     .parameters = class_parameters,
     .parameters_count = COUNT_OF(class_parameters),
     .list_name = "classes",
     .list_columns = class_columns,
     .list = class_list},
};

/* A combatant's own values; the values of an act are read from them. */
static const struct value_def attributes[] = {
    CLASS(ACT, "class", "its class: fills in what is not set yet"),
    NUMBER(ACT, "to_hit", "to-hit"),
    NUMBER(ACT, "dv", "dodge value"),
    NUMBER(ACT, "pv", "protection value"),
    {.name = "damage", .kind = VALUE_DICE, .rule = "tohit, pv, and dv", .help = "damage dice"},
    {.name = "resistance",
     .kind = VALUE_NUMBER,
     .high = 100,
     .rule = "spells and magic resistance",
     .help = "resistance to spells in percent"},
    NUMBER(ACT, "rust_to_hit", "rust changes its to-hit by this"),
    NUMBER(ACT, "rust_damage", "rust changes its damage by this"),
};

const struct system yuxtapa_system;
const struct system yuxtapa_system = {
    .id = "yuxtapa",
    .alias = "",
    .title = "yuxtapa",
    .hit_points = "HP",
    .note = "manual: tohit, PV and DV; spells and magic resistance",
    .rules = 2,
    .actions = actions,
    .actions_count = COUNT_OF(actions),
    .attributes = attributes,
    .attributes_count = COUNT_OF(attributes),
};
