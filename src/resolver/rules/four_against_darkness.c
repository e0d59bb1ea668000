/* Four Against Darkness: attacks, spells, defences and saves of a character, morale of its
 * foes, XP.
 *
 * Foes never roll to hit: the players roll attack and defence. Rules are cited as "A" (words
 * and arithmetic) and by their headings. */
#include "resolver/system.h"

/* The tier dice and the face from which each explodes (Explosion). */
static const int die_sides[] = {6, 8, 10, 12, 20};
static const int die_explodes_from[] = {6, 7, 8, 9, 10};

static const char *const die_words[] = {"6", "8", "10", "12", "20", NULL};
static const char *const foe_words[] = {"minor", "major", NULL};

/* clang-format off */
#define DIE                                                                                    \
    {                                                                                          \
        .name = "die", .kind = VALUE_CHOICE, .choices = die_words, .fallback = "6",            \
        .rule = "explosion", .help = "sides of the tier die: 6, 8, 10, 12 or 20"               \
    }
#define BONUS                                                                                  \
    {                                                                                          \
        .name = "bonus", .kind = VALUE_NUMBER, .low = -100, .high = 100, .fallback = "0",      \
        .rule = "arithmetic", .help = "all bonuses added up"                                   \
    }
#define LEVEL                                                                                  \
    {                                                                                          \
        .name = "level", .kind = VALUE_NUMBER, .low = 1, .high = 50, .is_required = true,      \
        .rule = "arithmetic", .help = "the foe's level"                                        \
    }
#define EXPLODES(rule_text)                                                                    \
    {                                                                                          \
        .name = "explodes", .kind = VALUE_FLAG, .high = 1, .fallback = "true",                 \
        .rule = rule_text, .help = "the die explodes"                                          \
    }
#define EXPLODES_FROM                                                                          \
    {                                                                                          \
        .name = "explodes_from", .kind = VALUE_NUMBER, .low = 2, .high = 20,                   \
        .rule = "explosion", .help = "from this face on; unset: the die's own"                 \
    }
/* clang-format on */

/* Where an action has its die and what the die explodes by. */
struct throw_of {
    int die, explodes, explodes_from; /* parameters */
    struct source why;
};

static int explodes_from(const struct inputs *inputs, const struct throw_of *throw)
{
    const struct input *given = &inputs->value[throw->explodes_from];
    return given->is_set ? given->number : die_explodes_from[inputs->value[throw->die].number];
}

/* A face that the die does not have is a mistake: a die that never explodes says explodes=no.
 */
static enum status check_explosion(const struct inputs *inputs, const struct throw_of *throw,
                                   struct error *err)
{
    int sides = die_sides[inputs->value[throw->die].number];
    int from = explodes_from(inputs, throw);
    return from <= sides
               ? STATUS_OK
               : error_set(err, STATUS_USAGE, "explodes_from",
                           "a d%d has no %d: 2 to %d is possible", sides, from, sides);
}

/* The tier die with its explosions, or a single throw where nothing explodes, the best of this
 * many first faces. */
static struct chain throw_die(const struct inputs *inputs, const struct throw_of *throw,
                              int best_of, struct dice *dice)
{
    int sides = die_sides[inputs->value[throw->die].number];
    struct chain chain;
    if (inputs->value[throw->explodes].number) {
        chain = dice_chain(dice, sides, explodes_from(inputs, throw), best_of, throw->why);
    } else {
        chain.first = dice_best(dice, sides, best_of - 1, throw->why);
        chain.total = chain.first;
    }
    const struct input_part *reason = inputs_source(inputs, "explosion");
    if (reason != NULL) {
        trace_dice_named(dice->trace, reason->label);
    }
    return chain;
}

/* Says of a face that would have exploded that nothing explodes here. */
static void trace_unexploded(const struct inputs *inputs, const struct throw_of *throw,
                             struct chain chain, struct trace *trace)
{
    if (!inputs->value[throw->explodes].number && chain.first >= explodes_from(inputs, throw)) {
        trace_result(trace, (struct source){"no explosion", "explosion"});
    }
}

/* True when the first die explodes. */
static bool is_critical(const struct inputs *inputs, const struct throw_of *throw,
                        struct chain chain)
{
    return inputs->value[throw->explodes].number && chain.first >= explodes_from(inputs, throw);
}

/* ---- attack ---------------------------------------------------------------------------- */

enum {
    ATTACK_DIE,
    ATTACK_BONUS,
    ATTACK_LEVEL,
    ATTACK_FOE,
    ATTACK_COUNT,
    ATTACK_LIFE,
    ATTACK_MULTIPLIER,
    ATTACK_MAX_DAMAGE,
    ATTACK_NATURAL_1_MISSES,
    ATTACK_TRIPLE,
    ATTACK_PURPOSE,
    ATTACK_EXPLODES,
    ATTACK_EXPLODES_FROM,
    ATTACK_BURST
};

static const struct throw_of attack_throw = {
    ATTACK_DIE, ATTACK_EXPLODES, ATTACK_EXPLODES_FROM, {"attack", "attack"}};

enum { PURPOSE_KILL, PURPOSE_SUBDUE, PURPOSE_TRIAL };
static const char *const purpose_words[] = {"kill", "subdue", "trial", NULL};

enum { FOE_MINOR, FOE_MAJOR };
enum { ATTACK_HIT, ATTACK_CRITICAL, ATTACK_KILL, ATTACK_KILLS, ATTACK_HARM };
enum { ATTACKED_HIT, ATTACKED_EFFECT, ATTACKED_CRITICAL };

static const struct value_def attack_parameters[] = {
    [ATTACK_DIE] = DIE,
    [ATTACK_BONUS] = BONUS,
    [ATTACK_LEVEL] = LEVEL,
    [ATTACK_FOE] = {.name = "foe",
                    .kind = VALUE_CHOICE,
                    .choices = foe_words,
                    .is_required = true,
                    .rule = "foe types",
                    .help = "minor: kills in a group; major: damage to Life"},
    [ATTACK_COUNT] = {.name = "count",
                      .kind = VALUE_NUMBER,
                      .low = 1,
                      .high = 10000,
                      .rule = "multi-kill",
                      .help = "minor foes left; unset: no cap"},
    [ATTACK_LIFE] = {.name = "life",
                     .kind = VALUE_NUMBER,
                     .low = 0,
                     .high = 10000,
                     .rule = "major foes",
                     .help = "Life left of a major foe"},
    [ATTACK_MULTIPLIER] = {.name = "multiplier",
                           .kind = VALUE_NUMBER,
                           .low = 1,
                           .high = 100,
                           .fallback = "1",
                           .rule = "class abilities",
                           .help = "rage 2, hidden strike 3"},
    [ATTACK_MAX_DAMAGE] = {.name = "max_damage",
                           .kind = VALUE_NUMBER,
                           .low = 0,
                           .high = 10000,
                           .rule = "weapons",
                           .help = "at most this much, such as throwing stars 1"},
    [ATTACK_NATURAL_1_MISSES] = {.name = "natural_1_misses",
                                 .kind = VALUE_FLAG,
                                 .high = 1,
                                 .fallback = "true",
                                 .rule = "attack",
                                 .help = "a first die of 1 misses"},
    [ATTACK_TRIPLE] = {.name = "triple",
                       .kind = VALUE_FLAG,
                       .high = 1,
                       .fallback = "false",
                       .rule = "class abilities",
                       .help = "three dice keep the best first face"},
    [ATTACK_PURPOSE] = {.name = "purpose",
                        .kind = VALUE_CHOICE,
                        .choices = purpose_words,
                        .fallback = "kill",
                        .rule = "attack",
                        .help = "what a hit does: kill, subdue, win a trial"},
    [ATTACK_EXPLODES] = EXPLODES("explosion"),
    [ATTACK_EXPLODES_FROM] = EXPLODES_FROM,
    [ATTACK_BURST] = {.name = "burst",
                      .kind = VALUE_FLAG,
                      .high = 1,
                      .fallback = "false",
                      .rule = "spells",
                      .help = "a fireball: total - L kills, at least 1; 1 Life"},
};

static const struct outcome_def attack_outcomes[] = {
    [ATTACK_HIT] = {"hit", OUTCOME_CHANCE, 0, "attack", "the total reaches the level"},
    [ATTACK_CRITICAL] = {"critical", OUTCOME_CHANCE, 0, "explosion", "the first die explodes"},
    [ATTACK_KILL] = {"kill", OUTCOME_CHANCE, 0, "foe types", "the whole group or all Life"},
    [ATTACK_KILLS] = {"kills", OUTCOME_NUMBER, 0, "multi-kill", "minor foes killed"},
    [ATTACK_HARM] = {"damage", OUTCOME_NUMBER, 0, "damage", "Life lost by a major foe"},
};

static bool is_minor(const struct inputs *inputs)
{
    return inputs->value[ATTACK_FOE].number == FOE_MINOR;
}

static enum status attack_check(const struct inputs *inputs, struct error *err)
{
    if (is_minor(inputs) && inputs->value[ATTACK_LIFE].is_set) {
        return error_set(err, STATUS_USAGE, "life", "life is for foe=major; a minor foe has 1");
    }
    if (!is_minor(inputs) && inputs->value[ATTACK_COUNT].is_set) {
        return error_set(err, STATUS_USAGE, "count",
                         "count is for foe=minor; a major foe is one");
    }
    return check_explosion(inputs, &attack_throw, err);
}

static bool attack_lists(const struct inputs *inputs, int outcome)
{
    switch (outcome) {
    case ATTACK_KILLS:
        return is_minor(inputs);
    case ATTACK_HARM:
        return !is_minor(inputs);
    case ATTACK_KILL:
        return inputs->value[is_minor(inputs) ? ATTACK_COUNT : ATTACK_LIFE].is_set;
    default:
        return true;
    }
}

/* What a hit does before anything limits it: floor(total / level); of a burst such as a
 * fireball, among minor foes total - level, at least 1, and 1 Life of a major foe. */
static int64_t base_effect(const struct inputs *inputs, int64_t total)
{
    int level = inputs->value[ATTACK_LEVEL].number;
    if (!inputs->value[ATTACK_BURST].number) {
        return total / level;
    }
    return is_minor(inputs) && total - level > 1 ? total - level : 1;
}

/* The kills of a hit: this x multiplier, at most the weapon's limit, at most the number
 * left. */
static int64_t attack_effect(const struct inputs *inputs, int64_t total)
{
    int64_t effect = base_effect(inputs, total) * inputs->value[ATTACK_MULTIPLIER].number;
    const struct input *most = &inputs->value[ATTACK_MAX_DAMAGE];
    if (most->is_set && effect > most->number) {
        effect = most->number;
    }
    const struct input *count = &inputs->value[ATTACK_COUNT];
    if (count->is_set && effect > count->number) {
        effect = count->number;
    }
    return effect < INT32_MAX ? effect : INT32_MAX;
}

/* die + bonus against the level; the die explodes; a natural 1 misses (Attack Resolution). */
static void attack_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    int best_of = inputs->value[ATTACK_TRIPLE].number ? 3 : 1;
    struct chain chain = throw_die(inputs, &attack_throw, best_of, dice);
    int bonus = inputs->value[ATTACK_BONUS].number;
    int64_t total = chain.total + bonus;
    inputs_trace_bonus(inputs, bonus, "", dice->trace);
    trace_total(dice->trace, total);
    trace_against(dice->trace, inputs->value[ATTACK_LEVEL].number, (struct source){"L", ""});
    trace_unexploded(inputs, &attack_throw, chain, dice->trace);
    bool is_missed_by_1 = chain.first == 1 && inputs->value[ATTACK_NATURAL_1_MISSES].number;
    if (is_missed_by_1) {
        trace_result(dice->trace, (struct source){"natural 1", "attack"});
    }
    bool is_hit = !is_missed_by_1 && total >= inputs->value[ATTACK_LEVEL].number;
    int64_t effect = is_hit ? attack_effect(inputs, total) : 0;
    if (is_hit) {
        /* What rage or a strike from hiding multiplies, before the result. */
        int multiplier = inputs->value[ATTACK_MULTIPLIER].number;
        const char *what = multiplier == 2   ? "doubled"
                           : multiplier == 3 ? "tripled"
                                             : "before it is multiplied";
        if (multiplier > 1) {
            trace_result_value(dice->trace, base_effect(inputs, total),
                               (struct source){what, "class abilities"});
        }
    }
    struct trace *trace = dice->trace;
    int purpose = inputs->value[ATTACK_PURPOSE].number;
    if (purpose == PURPOSE_TRIAL) {
        trace_result(trace, (struct source){is_hit ? "won" : "lost", "attack"});
    } else if (!is_hit) {
        trace_result(trace, (struct source){"miss", "attack"});
    } else if (is_minor(inputs)) {
        const char *kills = effect == 1 ? "kill" : "kills";
        bool is_burst = inputs->value[ATTACK_BURST].number != 0;
        struct source why = {purpose == PURPOSE_SUBDUE ? "subdued" : kills,
                             is_burst ? "spells" : "multi-kill"};
        trace_result_value(trace, effect, why);
    } else {
        trace_result_value(trace, effect, (struct source){"damage", "damage"});
    }
    state->v[ATTACKED_HIT] = is_hit;
    state->v[ATTACKED_EFFECT] = (int)effect;
    state->v[ATTACKED_CRITICAL] = is_critical(inputs, &attack_throw, chain);
    state->stage = RULE_DONE;
}

static void attack_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    int effect = state->v[ATTACKED_EFFECT];
    const struct input *all = &inputs->value[is_minor(inputs) ? ATTACK_COUNT : ATTACK_LIFE];
    out->is_present[ATTACK_HIT] = true;
    out->value[ATTACK_HIT] = state->v[ATTACKED_HIT];
    out->is_present[ATTACK_CRITICAL] = true;
    out->value[ATTACK_CRITICAL] = state->v[ATTACKED_CRITICAL];
    out->is_present[ATTACK_KILL] = all->is_set;
    out->value[ATTACK_KILL] = all->is_set && effect > 0 && effect >= all->number;
    int shown = is_minor(inputs) ? ATTACK_KILLS : ATTACK_HARM;
    out->is_present[shown] = true;
    out->value[shown] = effect;
}

static stage_fn *const attack_stages[] = {attack_roll};

/* ---- defend ---------------------------------------------------------------------------- */

enum {
    DEFEND_DIE,
    DEFEND_BONUS,
    DEFEND_LEVEL,
    DEFEND_DAMAGE,
    DEFEND_EXPLODES,
    DEFEND_EXPLODES_FROM,
    DEFEND_NATURAL_1_FAILS
};
enum { DEFEND_BLOCK, DEFEND_HARM };

static const struct throw_of defend_throw = {
    DEFEND_DIE, DEFEND_EXPLODES, DEFEND_EXPLODES_FROM, {"defence", "defence"}};

static const struct value_def defend_parameters[] = {
    [DEFEND_DIE] = DIE,
    [DEFEND_BONUS] = BONUS,
    [DEFEND_LEVEL] = LEVEL,
    [DEFEND_DAMAGE] = {.name = "damage",
                       .kind = VALUE_NUMBER,
                       .low = 0,
                       .high = 10000,
                       .fallback = "1",
                       .rule = "defence",
                       .help = "damage when the defence fails"},
    [DEFEND_EXPLODES] = EXPLODES("defence"),
    [DEFEND_EXPLODES_FROM] = EXPLODES_FROM,
    [DEFEND_NATURAL_1_FAILS] = {.name = "natural_1_fails",
                                .kind = VALUE_FLAG,
                                .high = 1,
                                .fallback = "false",
                                .rule = "defence",
                                .help = "a first die of 1 does not block"},
};

static enum status defend_check(const struct inputs *inputs, struct error *err)
{
    return check_explosion(inputs, &defend_throw, err);
}

static const struct outcome_def defend_outcomes[] = {
    [DEFEND_BLOCK] = {"block", OUTCOME_CHANCE, 0, "defence", "the total beats the level"},
    [DEFEND_HARM] = {"damage", OUTCOME_NUMBER, 0, "defence", "damage taken"},
};

/* die + bonus must be greater than the level (Defense Resolution). */
static void defend_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    struct chain chain = throw_die(inputs, &defend_throw, 1, dice);
    int64_t roll = chain.total;
    int bonus = inputs->value[DEFEND_BONUS].number;
    int level = inputs->value[DEFEND_LEVEL].number;
    inputs_trace_bonus(inputs, bonus, "", dice->trace);
    trace_total(dice->trace, roll + bonus);
    trace_against(dice->trace, level, (struct source){"L", ""});
    trace_unexploded(inputs, &defend_throw, chain, dice->trace);
    bool is_failed_by_1 = chain.first == 1 && inputs->value[DEFEND_NATURAL_1_FAILS].number != 0;
    state->v[0] = roll + bonus > level && !is_failed_by_1;
    if (is_failed_by_1) {
        trace_result(dice->trace, (struct source){"natural 1", "defence"});
    }
    if (state->v[0]) {
        trace_result(dice->trace, (struct source){"blocked", "defence"});
    } else {
        if (roll + bonus == level) {
            trace_result(dice->trace, (struct source){"a tie hits", "defence"});
        }
        trace_result_value(dice->trace, inputs->value[DEFEND_DAMAGE].number,
                           (struct source){"damage", "defence"});
    }
    state->stage = RULE_DONE;
}

static void defend_read(const struct rule_state *state, const struct inputs *inputs,
                        struct outcome *out)
{
    out->is_present[DEFEND_BLOCK] = true;
    out->value[DEFEND_BLOCK] = state->v[0];
    out->is_present[DEFEND_HARM] = true;
    out->value[DEFEND_HARM] = state->v[0] ? 0 : inputs->value[DEFEND_DAMAGE].number;
}

static stage_fn *const defend_stages[] = {defend_roll};

/* The outcome of actions that only succeed or fail. */
static void read_success(const struct rule_state *state, const struct inputs *inputs,
                         struct outcome *out)
{
    (void)inputs;
    out->is_present[0] = true;
    out->value[0] = state->v[0];
}

/* ---- save ------------------------------------------------------------------------------ */

enum { SAVE_DIE, SAVE_BONUS, SAVE_LEVEL, SAVE_EXPLODES, SAVE_EXPLODES_FROM };

static const struct throw_of save_throw = {
    SAVE_DIE, SAVE_EXPLODES, SAVE_EXPLODES_FROM, {"save", "save rolls"}};

static const struct value_def save_parameters[] = {
    [SAVE_DIE] = DIE,
    [SAVE_BONUS] = BONUS,
    [SAVE_LEVEL] = {.name = "level",
                    .kind = VALUE_NUMBER,
                    .low = 1,
                    .high = 50,
                    .is_required = true,
                    .rule = "save rolls",
                    .help = "the level of the source: trap, poison, spell"},
    [SAVE_EXPLODES] = EXPLODES("save rolls"),
    [SAVE_EXPLODES_FROM] = EXPLODES_FROM,
};

static enum status save_check(const struct inputs *inputs, struct error *err)
{
    return check_explosion(inputs, &save_throw, err);
}

static const struct outcome_def save_outcomes[] = {
    {"success", OUTCOME_CHANCE, 0, "save rolls", "the total reaches the level"},
};

/* die + bonus must reach the level of the source; a natural 1 is nothing special (Save Rolls).
 */
static void save_roll(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    struct chain chain = throw_die(inputs, &save_throw, 1, dice);
    int64_t roll = chain.total;
    int bonus = inputs->value[SAVE_BONUS].number;
    int level = inputs->value[SAVE_LEVEL].number;
    inputs_trace_bonus(inputs, bonus, "save rolls", dice->trace);
    trace_total(dice->trace, roll + bonus);
    trace_against(dice->trace, level, (struct source){"L", "save rolls"});
    trace_unexploded(inputs, &save_throw, chain, dice->trace);
    state->v[0] = roll + bonus >= level;
    trace_result(dice->trace, (struct source){state->v[0] ? "saved" : "failed", "save rolls"});
    state->stage = RULE_DONE;
}

static stage_fn *const save_stages[] = {save_roll};

/* ---- spell ----------------------------------------------------------------------------- */

enum {
    SPELL_DIE,
    SPELL_BONUS,
    SPELL_LEVEL,
    SPELL_NATURAL_1_MISSES,
    SPELL_EXPLODES,
    SPELL_EXPLODES_FROM
};
enum { SPELL_SUCCESS, SPELL_CRITICAL };

static const struct throw_of spell_throw = {
    SPELL_DIE, SPELL_EXPLODES, SPELL_EXPLODES_FROM, {"spell", "attack"}};

static const struct value_def spell_parameters[] = {
    [SPELL_DIE] = DIE,
    [SPELL_BONUS] = {.name = "bonus",
                     .kind = VALUE_NUMBER,
                     .low = -100,
                     .high = 100,
                     .fallback = "0",
                     .rule = "traits & special abilities",
                     .help = "all bonuses added up, such as +L of a wizard"},
    [SPELL_LEVEL] = LEVEL,
    [SPELL_NATURAL_1_MISSES] = {.name = "natural_1_misses",
                                .kind = VALUE_FLAG,
                                .high = 1,
                                .fallback = "true",
                                .rule = "attack",
                                .help = "a first die of 1 fails"},
    [SPELL_EXPLODES] = EXPLODES("explosion"),
    [SPELL_EXPLODES_FROM] = EXPLODES_FROM,
};

static enum status spell_check(const struct inputs *inputs, struct error *err)
{
    return check_explosion(inputs, &spell_throw, err);
}

static const struct outcome_def spell_outcomes[] = {
    [SPELL_SUCCESS] = {"success", OUTCOME_CHANCE, 0, "attack", "the total reaches the level"},
    [SPELL_CRITICAL] = {"critical", OUTCOME_CHANCE, 0, "explosion", "the first die explodes"},
};

/* A spell is rolled like an attack: the tier die explodes, the total must reach the level, a
 * natural 1 fails; its effect is in the spell's own text (Attack Resolution). */
static void spell_roll(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    struct chain chain = throw_die(inputs, &spell_throw, 1, dice);
    int bonus = inputs->value[SPELL_BONUS].number;
    int level = inputs->value[SPELL_LEVEL].number;
    int64_t total = chain.total + bonus;
    inputs_trace_bonus(inputs, bonus, "traits & special abilities", dice->trace);
    trace_total(dice->trace, total);
    trace_against(dice->trace, level, (struct source){"L", "attack"});
    trace_unexploded(inputs, &spell_throw, chain, dice->trace);
    bool is_missed_by_1 = chain.first == 1 && inputs->value[SPELL_NATURAL_1_MISSES].number;
    if (is_missed_by_1) {
        trace_result(dice->trace, (struct source){"natural 1", "attack"});
    }
    bool is_success = !is_missed_by_1 && total >= level;
    state->v[SPELL_SUCCESS] = is_success;
    state->v[SPELL_CRITICAL] = is_critical(inputs, &spell_throw, chain);
    trace_result(dice->trace, (struct source){is_success ? "takes effect" : "fails", "attack"});
    state->stage = RULE_DONE;
}

static void spell_read(const struct rule_state *state, const struct inputs *inputs,
                       struct outcome *out)
{
    (void)inputs;
    for (int i = 0; i < COUNT_OF(spell_outcomes); i++) {
        out->is_present[i] = true;
        out->value[i] = state->v[i];
    }
}

static stage_fn *const spell_stages[] = {spell_roll};

/* ---- advance --------------------------------------------------------------------------- */

enum { ADVANCE_ALWAYS = 6 };

static const struct value_def advance_parameters[] = {
    {.name = "level",
     .kind = VALUE_NUMBER,
     .low = 1,
     .high = 50,
     .is_required = true,
     .rule = "xp",
     .help = "the character's level"},
};

static const struct outcome_def advance_outcomes[] = {
    {"advances", OUTCOME_CHANCE, 0, "xp", "higher than the level, or a 6"},
};

/* A plain d6 higher than the level, or a 6 (XP). */
static void advance_roll(struct rule_state *state, const struct inputs *inputs,
                         struct dice *dice)
{
    int level = inputs->value[0].number;
    int face = dice_face(dice, 6, (struct source){"advance", "xp"});
    state->v[0] = face > level || face == ADVANCE_ALWAYS;
    trace_against(dice->trace, level, (struct source){"level", "xp"});
    trace_result(dice->trace,
                 (struct source){state->v[0] ? "advances" : "stays at its level", "xp"});
    state->stage = RULE_DONE;
}

static stage_fn *const advance_stages[] = {advance_roll};

/* ---- morale ---------------------------------------------------------------------------- */

enum { MORALE_FLEES_UP_TO = 3 };

static const struct value_def morale_parameters[] = {
    {.name = "modifier",
     .kind = VALUE_NUMBER,
     .low = -100,
     .high = 100,
     .fallback = "0",
     .rule = "morale",
     .help = "cowardly -1, courageous +1"},
};

static const struct outcome_def morale_outcomes[] = {
    {"stays", OUTCOME_CHANCE, 0, "morale", "4 or more"},
};

/* d6 + modifier: 3 or less flees; a plain die that does not explode (Morale System). */
static void morale_roll(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    int modifier = inputs->value[0].number;
    int face = dice_face(dice, 6, (struct source){"morale", "morale"});
    trace_term(dice->trace, modifier, (struct source){"modifier", "morale"});
    state->v[0] = face + modifier > MORALE_FLEES_UP_TO;
    trace_total(dice->trace, face + modifier);
    trace_result(dice->trace, (struct source){state->v[0] ? "stays" : "flees", "morale"});
    state->stage = RULE_DONE;
}

static stage_fn *const morale_stages[] = {morale_roll};

/* ---- the system ------------------------------------------------------------------------ */

static const struct action actions[] = {
    {.name = "attack",
     .help = "a character's attack on a group or a major foe",
     .rule = "attack",
     ACTION_TABLES(attack),
     .means = {[ATTACK_HIT] = MEANS_HIT, [ATTACK_HARM] = MEANS_DAMAGE},
     .check = attack_check,
     .lists = attack_lists,
     .read = attack_read},
    {.name = "defend",
     .help = "a character's defence against one attack",
     .rule = "defence",
     ACTION_TABLES(defend),
     .means = {[DEFEND_BLOCK] = MEANS_BLOCK, [DEFEND_HARM] = MEANS_DAMAGE},
     .check = defend_check,
     .read = defend_read},
    {.name = "save",
     .help = "a save against the level of its source",
     .rule = "save rolls",
     ACTION_TABLES(save),
     .means = {MEANS_SUCCESS},
     .check = save_check,
     .read = read_success},
    {.name = "spell",
     .help = "a spell roll against a foe's level",
     .rule = "attack",
     ACTION_TABLES(spell),
     .means = {[SPELL_SUCCESS] = MEANS_SUCCESS},
     .check = spell_check,
     .read = spell_read},
    {.name = "morale",
     .help = "a foe's morale: d6, 4 or more stays",
     .rule = "morale",
     ACTION_TABLES(morale),
     .means = {MEANS_HOLD},
     .read = read_success},
    {.name = "advance",
     .help = "an XP roll: d6 above the level, or a 6",
     .rule = "xp",
     ACTION_TABLES(advance),
     .read = read_success},
};

/* clang-format off */
#define MODIFIER(which, rule_text, what)                                                       \
    {                                                                                          \
        .name = which, .kind = VALUE_NUMBER, .low = -10, .high = 10, .fallback = "0",          \
        .rule = rule_text, .help = what                                                        \
    }
#define HOW_MANY(which, least, most, rule_text, what)                                          \
    {                                                                                          \
        .name = which, .kind = VALUE_NUMBER, .low = least, .high = most, .rule = rule_text,    \
        .help = what                                                                           \
    }
/* clang-format on */

/* Vermin and minions are minor foes, weird monsters and bosses are major ones (Foe Types). */
static const char *const kind_words[] = {"vermin", "minion", "weird", "boss", NULL};

static const struct value_def attributes[] = {
    {.name = "foe",
     .kind = VALUE_CHOICE,
     .choices = kind_words,
     .rule = "foe types",
     .help = "a foe's kind: vermin and minions come in groups"},
    HOW_MANY("level", 1, 50, "arithmetic", "a foe's or a character's level"),
    HOW_MANY("count", 0, 10000, "multi-kill", "minor foes left in the group"),
    HOW_MANY("count_start", 0, 10000, "morale", "minor foes in the group at the start"),
    HOW_MANY("attacks", 0, 20, "boss foes", "attacks of a foe each turn; unset: 1"),
    HOW_MANY("damage", 0, 100, "damage types", "what a foe's attack does; unset: 1"),
    HOW_MANY("position", 1, 20, "marching order", "position in the marching order, 1 in front"),
    MODIFIER("morale", "morale", "modifier of a foe's morale: cowardly -1"),
    MODIFIER("treasure", "treasure", "modifier of a foe's treasure roll"),
    HOW_MANY("surprise", 0, 6, "initiative", "a foe surprises on this or less on a d6"),
    {.name = "level_dropped",
     .kind = VALUE_FLAG,
     .high = 1,
     .rule = "level",
     .help = "a major foe's level has dropped at half Life"},
};

const struct system four_against_darkness_system;
const struct system four_against_darkness_system = {
    .id = "four-against-darkness",
    .alias = "4ad",
    .title = "Four Against Darkness",
    .hit_points = "Life",
    .note = "rules analysis of combat; this program is not affiliated with its publisher",
    .rules = 1,
    .actions = actions,
    .actions_count = COUNT_OF(actions),
    .attributes = attributes,
    .attributes_count = COUNT_OF(attributes),
};
