/* Caves of Qud at the table: several attacks in a turn, shields that block, psionic weapons,
 * and effects that come with a hit. The referee sets the order. Rules are cited by their
 * headings. */
#include "tracker/conditions.h"
#include "games/caves_of_qud/attack.h"
#include "games/caves_of_qud/effects.h"
#include "games/caves_of_qud/hands.h"
#include "games/caves_of_qud/hit_effects.h"
#include "games/caves_of_qud/on_hit.h"
#include "games/caves_of_qud/plays.h"
#include "games/caves_of_qud/values.h"
#include "games/caves_of_qud/weapons.h"
#include "games/generic/procedure.h"
#include "tracker/command.h"

/* ---- what the screen shows ------------------------------------------------------------- */

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    generic_describe(state, id, NULL, out);
}

/* The parts of AV have lines of their own. */
static bool is_told(const struct state *state, int id, const char *attribute)
{
    bool is_part = names_equal(attribute, "other_av") ||
                   (names_equal(attribute, "av") && qud_value(state, id, "other_av") != 0);
    return (is_part && qud_has(state, id, "av")) || weapons_tell(state, id, attribute);
}

static void facts(const struct state *state, int id, struct text *out)
{
    generic_facts_but(state, id, is_told, out);
    weapons_facts(state, id, out);
    int av = qud_value(state, id, "av"), other = qud_value(state, id, "other_av");
    if (qud_has(state, id, "av") && other != 0) {
        text_add(out, "AV %d = %d armour %c %d skills or effects\n", av + other, av,
                 other < 0 ? '-' : '+', other < 0 ? -other : other);
    }
    if (qud_has(state, id, "av") && qud_value(state, id, "shield_av") != 0) {
        text_add(out, "AV %d when its shield blocks: type block with the hit die\n",
                 av + other + qud_value(state, id, "shield_av"));
    }
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_its = effect->subject == id &&
                      (effect->kind == QUD_ON_HIT || effect->kind == QUD_ON_HIT_DAMAGE);
        const char *with = is_its ? hands_words(hands_of(state, effect)) : "";
        if (is_its && effect->kind == QUD_ON_HIT && effect->amount > 0) {
            text_add(out, "on hit%s: %s, %d round%s\n", with, effect->label, effect->amount,
                     effect->amount == 1 ? "" : "s");
        } else if (is_its) {
            text_add(out, "on hit%s: %s\n", with, effect->label);
        }
    }
}

static bool give(struct decision *decision, int id, struct str name, struct str value)
{
    if (str_equal_any_case(name, str_of("on_hit"))) {
        on_hit_give(decision, id, value);
        return true;
    }
    return weapons_give(decision, id, name, value) || generic_give(decision, id, name, value);
}

/* Common in a crowd: weapons, on-hit effects and shields that have blocked. */
static bool is_usual(const struct effect *effect)
{
    return effect->kind == QUD_WEAPON || effect->kind == QUD_OFF_WEAPON ||
           effect->kind == QUD_ON_HIT || effect->kind == QUD_ON_HIT_DAMAGE ||
           effect->kind == QUD_SHIELD_BLOCKED;
}

/* ---- the procedure --------------------------------------------------------------------- */

/* The values that `attack` takes beside those of a melee attack: those of a psionic one. */
static const char *const attack_options[] = {"by",     "times", "block", "hand",
                                             "weapon", "ego",   "ma",    NULL};
static const char *const psionic_options[] = {"by", "times", "block", "hand", "weapon", NULL};
static const char *const effect_options[] = {"off", NULL};
static const char *const onhit_options[] = {"damage", "rounds", "off", "own", "hand", NULL};

static const struct command_def commands[] = {
    {.name = "attack",
     .help = "a weapon attack, or several: attack Bo times=2",
     .rule = "melee attack calculations",
     GENERIC_TARGETS,
     .options = attack_options,
     .act = "melee",
     .whom = WHOM_FOE,
     .decide = qud_decide_attack},
    {.name = "psionic",
     .help = "a psionic attack: ego against mental armour",
     .rule = "psionic weapons",
     GENERIC_TARGETS,
     .options = psionic_options,
     .act = "psionic",
     .whom = WHOM_FOE,
     .decide = qud_decide_psionic},
    {.name = "effect",
     .help = "apply what a hit brings: effect Bo \"cold 1d4\" (off: skip it)",
     .rule = "resistances",
     .arguments =
         {{.name = "WHO", .kind = ARGUMENT_COMBATANTS, .is_optional = true},
          {.name = "WHAT", .kind = ARGUMENT_WORD, .is_optional = true, .leaves_numbers = true}},
     .arguments_count = 2,
     .options = effect_options,
     .act = "effect",
     .takes_dice = true,
     .whom = WHOM_TARGET,
     .decide = qud_decide_effect},
    {.name = "onhit",
     .help = "what hits bring: onhit Bo cold damage=1d4 (or rounds=2)",
     .rule = "hit roll",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANTS},
                   {.name = "WHAT", .kind = ARGUMENT_NAME, .is_optional = true}},
     .arguments_count = 2,
     .options = onhit_options,
     .decide = qud_decide_onhit},
};

#define TAKES_WEAPON "a weapon by name: taken in hand first"

static const struct listed_option options[] = {
    {"", "block", {OPTION_TAKES_FLAG, .help = "the target's shield blocks"}},
    {"",
     "hand",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"main", "off", NULL},
      .help = "which hand's weapon: main or off; empty: main"}},
    {"onhit",
     "hand",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"main", "off", NULL},
      .help = "only hits of this hand; empty: of both"}},
    {"attack", "weapon", {OPTION_TAKES_TEXT, NULL, "weapon", TAKES_WEAPON}},
    {"psionic", "weapon", {OPTION_TAKES_TEXT, NULL, "weapon", TAKES_WEAPON}},
    {0},
};

static const struct key_def keys[] = {
    {"E", "effect", "effect", "what the hit brings: extra degrees, other effects", "next"},
    {"Q", "psionic %w", "psionic", "attack the target with a psionic weapon", "@target"},
    {"F3 H", "onhit %w", "on hits", "what its hits bring", "@clear"},
    {0},
};

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/caves_of_qud/effects.def"
#undef EFFECT
};

const struct procedure caves_of_qud_procedure;
const struct procedure caves_of_qud_procedure = {
    GENERIC_SLOTS_BUT_SETTINGS,
    .settings = caves_of_qud_settings,
    .settings_count = QUD_SETTINGS,
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    .conditions = caves_of_qud_conditions,
    .conditions_count = QUD_CONDITIONS,
    .system = "caves-of-qud",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .describe = describe,
    .facts = facts,
    .usual_act = qud_usual_act,
    .needed = qud_needed,
    .asked = qud_asked,
    .asked_dice = qud_asked_dice,
    .pending = qud_pending,
    .pending_act = qud_pending_act,
    .kinds = caves_of_qud_kinds,
    .kinds_count = QUD_KINDS,
    .give = give,
    .gives = caves_of_qud_gives,
    .gives_count = QUD_GIVES,
    .fills = "creature",
    .joins = generic_joins,
    .is_usual = is_usual,
    .keys = keys,
    .options = options,
    .plays = caves_of_qud_plays,
    .assumptions = caves_of_qud_assumptions,
};
