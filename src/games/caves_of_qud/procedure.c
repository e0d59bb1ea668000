/* Caves of Qud at the table: several attacks in a turn, shields that block, psionic weapons,
 * and effects that come with a hit. The referee sets the order. Rules are cited by their
 * headings. */
#include <string.h>

#include "tracker/conditions.h"
#include "tracker/command.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"
#include "games/generic/plays.h"
#include "games/generic/procedure.h"
#include "games/caves_of_qud/attack.h"
#include "games/caves_of_qud/hit_effects.h"
#include "games/caves_of_qud/weapons.h"

/* ---- fights without a referee: what comes with a hit, shields that block, the off hand - */

/* "half" is the older word for 50.
 *
 * The rules say neither how often a shield blocks nor how many attacks a turn has (Number of
 * Attacks, AV Calculation). */
static const struct assumption_def caves_of_qud_assumptions[] = {
    GENERIC_ASSUMPTIONS,
    {"shield",
     "how often a shield blocks, once a round",
     {"50", "never", "25", "75", "always", "half"}},
    {"off_hand", "the weapon of the off hand, each turn", {"attacks", "rests"}},
    {0}};

/* On-hit effects, the first that is pending (Hit Roll). */
static void settle(const struct state *state, struct player *player, struct text *line)
{
    (void)player;
    bool is_any_due = (state->has_effect >> QUD_HIT_EFFECT_DUE & 1) != 0 ||
                      (state->has_effect >> QUD_CONDITION_DUE & 1) != 0;
    if (!is_any_due) {
        return;
    }
    for (int i = 0; i < state->effects && line->n == 0; i++) {
        const struct effect *effect = &state->effect[i];
        bool is_due = effect->kind == QUD_HIT_EFFECT_DUE || effect->kind == QUD_CONDITION_DUE;
        if (is_due && state_is_in(state, effect->subject)) {
            text_add(line, "effect #%d \"%s\"", effect->subject, effect->label);
        }
    }
}

/* A shield that has blocked a hit in this round does not block again. */
static bool blocks(const struct state *state, const struct player *player, int id, int attacker)
{
    bool has_shield = state_value(state, id, state_attribute(state, "shield_av"), 0) > 0;
    const struct effect *last = state_effect(state, NULL, QUD_SHIELD_BLOCKED, id, 0);
    bool has_blocked = last != NULL && last->amount == state->value[ENCOUNTER_ROUND];
    if (!has_shield || has_blocked) {
        return false;
    }
    const char *often = player_assumes(player, "shield");
    int most = state_value(state, id, FIELD_HP_MAX, 0);
    int64_t chance = strcmp(often, "never") == 0 ? 0 : strcmp(often, "half") == 0 ? 50 : 100;
    (void)str_to_int64(str_of(often), 0, 100, &chance); /* else it is one of the words */
    TEXT_BUFFER(what, 40);
    text_add(&what, "block %d %d", attacker, player->acts);
    return player_is_at(player, state, id, POLICY_reacts_at,
                        state_value(state, id, FIELD_HP, most), most) &&
           player_draws(player, state, id, (int)chance, what.p);
}

static void add_attack(const struct state *state, const struct player *player, int id,
                       int target, const char *hand, struct text *line)
{
    text_add(line, "attack #%d by=#%d%s%s", target, id, hand,
             blocks(state, player, target, id) ? " block" : "");
}

static void act(const struct state *state, struct player *player, int id, int target,
                struct text *line)
{
    add_attack(state, player, id, target, "", line);
}

/* The other hand's attack follows at once. */
static void further(const struct state *state, struct player *player, int id, int target,
                    int acts, struct text *line)
{
    if (acts == 1 && weapons_has_off_hand(state, id) &&
        strcmp(player_assumes(player, "off_hand"), "attacks") == 0 &&
        player_does(player, state, id, POLICY_uses, "off hand")) {
        add_attack(state, player, id, target, " hand=off", line);
    }
}

static void caves_of_qud_plays(const struct state *state, struct player *player,
                               struct text *line)
{
    static const struct generic_play play = {.settle = settle, .act = act, .further = further};
    generic_play(state, player, &play, line);
}

/* ---- at the table ---------------------------------------------------------------------- */

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

static const struct command_def commands[] = {
    COMMAND("attack",
            "[TARGET:combatants] [by=] [times=] [block] [hand=] [weapon=] [ego=] "
            "[ma=] [dice]",
            "a weapon attack, or several: attack Bo times=2", "melee attack calculations",
            .decide = qud_decide_attack, .act = "melee", .whom = WHOM_FOE),
    COMMAND("psionic", "[TARGET:combatants] [by=] [times=] [block] [hand=] [weapon=] [dice]",
            "a psionic attack: ego against mental armour", "psionic weapons",
            .decide = qud_decide_psionic, .act = "psionic", .whom = WHOM_FOE),
    COMMAND("effect", "[WHO:combatants] [WHAT:word/no-number] [off] [dice]",
            "apply what a hit brings: effect Bo \"cold 1d4\" (off: skip it)", "resistances",
            .decide = qud_decide_effect, .act = "effect", .whom = WHOM_TARGET),
    COMMAND("onhit", "WHO:combatants [WHAT:name] [damage=] [rounds=] [off] [own] [hand=]",
            "what hits bring: onhit Bo cold damage=1d4 (or rounds=2)", "hit roll",
            .decide = qud_decide_onhit),
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
