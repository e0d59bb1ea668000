/* Caves of Qud at the table: several attacks in a turn, shields that block, psionic weapons,
 * and effects that come with a hit. The referee sets the order. Rules are cited by their
 * headings. */
#include <string.h>

#include "games/caves_of_qud/weapons.h"
#include "games/generic/act.h"
#include "games/generic/morale.h"
#include "games/generic/plays.h"
#include "games/generic/procedure.h"
#include "tracker/combatant_fields.h"
#include "tracker/command.h"
#include "tracker/conditions.h"
#include "tracker/decision.h"
#include "tracker/options.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"

enum { QUD_SETTINGS = 2 };
extern const struct setting_def caves_of_qud_settings[QUD_SETTINGS];

static const char hit_rule[] = "hit roll";

/* Where the real game is known to differ; the first word is the reading of these rules. The
 * value is what a critical adds to the PV. */
const struct setting_def caves_of_qud_settings[QUD_SETTINGS] = {
    {.name = "critical_pv",
     .words = (const char *const[]){"seed", "game", NULL},
     .rule = "critical hits",
     .help = "a critical adds no PV, or 1 as in the game (long blade: 3)"},
    GENERIC_SETTING,
};

/* ---- attacks --------------------------------------------------------------------------- */

/* Being stuck lowers the dodge value by an amount that the referee sets (Hit Roll). */
static bool is_stuck(const struct state *state, int id)
{
    return condition_holds(state, id, "stuck");
}

static void give_stuck(const struct state *state, int id, struct inputs *inputs)
{
    if (!is_stuck(state, id) || qud_is_given(inputs, "stuck")) {
        return;
    }
    if (!qud_has(state, id, "stuck")) {
        error_set(inputs_wrong(inputs), STATUS_MISSING, "stuck",
                  "%s is stuck: give stuck=, how much lower its DV is", state_name(state, id));
        return;
    }
    inputs_give_number(inputs, "stuck", qud_value(state, id, "stuck"));
}

static bool is_psionic(const struct inputs *inputs)
{
    return names_equal(inputs->action->name, "psionic");
}

/* AV has parts: the armour's, that of other sources, and the shield's when it blocks (AV
 * Calculation); the shield's also counts against a psionic attack (Psionic Weapons). An AV
 * given for the act is everything but the shield's. One of the party is a player, unless the
 * combatant says otherwise (Critical Hits). */
static void add_parts(const struct state *state, const struct command *command,
                      struct generic_pair pair, struct inputs *inputs)
{
    int target = pair.target;
    give_stuck(state, target, inputs);
    weapons_add(state, pair.actor, weapons_hand(command), inputs);
    if (!is_psionic(inputs) && !qud_is_given(inputs, "av")) {
        qud_give_number(inputs, "other_av", qud_value(state, target, "other_av"));
    }
    if (option_flag(command, "block", false)) {
        qud_give_number(inputs, "shield_av", qud_value(state, target, "shield_av"));
    }
    int critical_pv = setting_value_of(state, &caves_of_qud_settings[0]);
    if (critical_pv > 0 && !is_psionic(inputs)) {
        qud_give_number(inputs, "critical_pv", critical_pv);
    }
    if (!qud_is_given(inputs, "player")) {
        bool is_party = state_value(state, pair.actor, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        bool is_player = qud_has(state, pair.actor, "player")
                             ? qud_value(state, pair.actor, "player") != 0
                             : is_party;
        input_give_choice(inputs, parameter_called(inputs->action, "player"), is_player);
    }
}

/* How much lower its dodge value is: asked for once, and kept until another value is given. */
static bool knows_stuck(struct decision *decision, const struct command *command, int target)
{
    const struct state *state = &decision->state;
    const struct option *told = command_option(command, "stuck");
    int field = state_attribute(state, "stuck");
    if (!is_stuck(state, target) || state_is_set(state, target, field)) {
        return true;
    }
    if (told != NULL) {
        combatant_attribute_give(decision, target,
                                 &state_system(state)->attributes[field - FIELD_SYSTEM],
                                 told->value);
        return decision_goes_on(decision);
    }
    struct question *question =
        decision_ask(decision, QUESTION_NUMBER, "%s is stuck: how much lower is its DV?",
                     state_name(state, target));
    text_format(question->prefix, sizeof question->prefix, "stuck=");
    question->low = 0;
    question->high = 100;
    question->rule = hit_rule;
    return false;
}

static bool may_attack(struct decision *decision, const struct command *command,
                       struct generic_pair pair)
{
    const struct state *state = &decision->state;
    if (weapons_hand(command) == HAND_OFF && !weapons_has_off_hand(state, pair.actor) &&
        !decision_refuse(decision, "melee attack calculations",
                         "%s has no weapon in the off hand: off_weapon= puts one there",
                         state_name(state, pair.actor))) {
        return false;
    }
    if (!knows_stuck(decision, command, pair.target)) {
        return false;
    }
    bool lacks_shield = option_flag(command, "block", false) &&
                        command_option(command, "shield_av") == NULL &&
                        !qud_has(&decision->state, pair.target, "shield_av");
    return !lacks_shield ||
           decision_refuse(decision, "av calculation", "%s has no shield to block with",
                           state_name(&decision->state, pair.target));
}

/* On-hit effects need no penetration (Hit Roll): they are pending now. */
static void settle_attack(struct decision *decision, const struct command *command,
                          struct generic_pair pair, const struct outcome *outcome)
{
    const struct state *state = &decision->state;
    if (generic_outcome(command->def->action, outcome, "hit") == 0 ||
        !state_is_in(state, pair.target)) {
        return;
    }
    /* A shield blocks once a round in the real game: the round is kept for fights without a
     * referee, who says at the table when it blocks. */
    const struct effect *last =
        state_effect(&decision->state, NULL, QUD_SHIELD_BLOCKED, pair.target, 0);
    int round = decision->state.value[ENCOUNTER_ROUND];
    if (option_flag(command, "block", false) && (last == NULL || last->amount != round)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_SHIELD_BLOCKED, pair.target, 0,
                        str_of(""), round);
    }
    for (int i = 0; i < state->effects && decision_goes_on(decision); i++) {
        const struct effect *effect = &state->effect[i];
        bool comes_with_it = effect->subject == pair.actor &&
                             (effect->kind == QUD_ON_HIT || effect->kind == QUD_ON_HIT_DAMAGE);
        if (comes_with_it && hands_bring(state, effect, weapons_hand(command) == HAND_OFF)) {
            /* One more on-hit effect is pending: damage, or a condition with its rounds. It can
             * be settled even after the attacker has lost the effect. */
            const struct effect brought = *effect;
            struct str label = str_of(brought.label);
            bool is_damage = brought.kind == QUD_ON_HIT_DAMAGE;
            int kind = is_damage ? QUD_HIT_EFFECT_DUE : QUD_CONDITION_DUE;
            const struct effect *pending =
                state_effect_labelled(&decision->state, kind, pair.target, pair.actor, label);
            struct event *event =
                decision_effect(decision, EVENT_EFFECT_CHANGED, kind, pair.target, pair.actor,
                                label, pending != NULL ? pending->amount + 1 : 1);
            decision_say(decision, event, hit_rule, "comes with the hit: %s", brought.label);
            if (!is_damage && brought.amount > 0) {
                decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_CONDITION_DUE_ROUNDS,
                                pair.target, pair.actor, label, brought.amount);
            }
        }
    }
}

static void name_attack(const struct state *state, const struct command *command,
                        struct generic_pair pair, const struct inputs *inputs, struct text *out)
{
    TEXT_BUFFER(weapon, LABEL_SIZE);
    weapon_name(state, pair.actor, weapons_hand(command), &weapon);
    text_add_item(out, is_psionic(inputs) ? "psionic attack" : "");
    text_add_item(out, weapons_hand(command) == HAND_OFF ? "off hand" : "");
    text_add_item(out, weapon.p);
}

static const struct generic_act attack = {.name = name_attack,
                                          .takes = weapons_take,
                                          .add = add_parts,
                                          .may = may_attack,
                                          .settle = settle_attack};

/* A psionic weapon makes a psionic attack, whichever command is used (Psionic Weapons). */
static void qud_decide_attack(struct decision *decision, const struct command *command)
{
    int attacker;
    if (!weapons_ready(decision, command, &attacker)) {
        return;
    }
    if (attacker != 0 && weapon_is_psionic(&decision->state, attacker, weapons_hand(command))) {
        /* The command resolved as a psionic attack. */
        struct command one = *command;
        struct command_def psionic = *command->def;
        psionic.action = state_action(&decision->state, "psionic");
        psionic.fields = NULL;
        one.def = &psionic;
        generic_decide_act(decision, &one, &attack);
    } else if (command_option(command, "ego") || command_option(command, "ma")) {
        decision_wrong(decision, "ego and ma count in a psionic attack: type psionic");
    } else {
        generic_decide_act(decision, command, &attack);
    }
    weapons_let_block(decision);
}

/* A psionic attack, refused when the weapon in hand is of another kind. */
static void qud_decide_psionic(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(weapon, LABEL_SIZE);
    int attacker;
    if (!weapons_ready(decision, command, &attacker)) {
        return;
    }
    if (attacker != 0) {
        weapon_name(state, attacker, weapons_hand(command), &weapon);
    }
    bool is_mindless = attacker != 0 && !qud_has(state, attacker, "ego") &&
                       command_option(command, "ego") == NULL &&
                       !weapon_is_psionic(state, attacker, weapons_hand(command));
    if (is_mindless &&
        !decision_refuse(decision, "psionic weapons",
                         "%s has no ego to attack with: use attack, or give ego=",
                         state_name(state, attacker))) {
        return;
    }
    bool is_other = weapon.n > 0 && !weapon_is_psionic(state, attacker, weapons_hand(command));
    if (!is_other || decision_refuse(decision, "psionic weapons",
                                     "%s holds the %s, which is not psionic: use attack",
                                     state_name(state, attacker), weapon.p)) {
        generic_decide_act(decision, command, &attack);
        weapons_let_block(decision);
    }
}

/* The slots of the procedure (tracker/procedure.h). */
static bool qud_usual_act(const struct state *state, int actor, int target, struct inputs *out,
                          struct error *err)
{
    const char *action = weapon_is_psionic(state, actor, HAND_MAIN) ? "psionic" : "melee";
    return generic_act_inputs(state, state_action(state, action), &attack,
                              (struct generic_pair){actor, target}, out, err);
}

/* ---- what is needed -------------------------------------------------------------------- */

static int input_of(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    return at >= 0 ? inputs->value[at].number : 0;
}

/* Mental armour counts against a psionic attack, with the shield's AV when it blocks (Psionic
 * Weapons). */
static int armour_met(const struct inputs *inputs)
{
    return input_of(inputs, is_psionic(inputs) ? "ma" : "av") + input_of(inputs, "other_av") +
           input_of(inputs, "shield_av");
}

/* The PV of the first triplet: its base and what is added (PV Calculation). */
static int penetration_of(const struct inputs *inputs)
{
    int base = is_psionic(inputs)          ? input_of(inputs, "ego")
               : input_of(inputs, "vibro") ? armour_met(inputs)
                                           : input_of(inputs, "pv");
    return base + input_of(inputs, "pv_bonus") + input_of(inputs, "sharp") +
           4 * input_of(inputs, "asleep");
}

/* The roll must be higher than DV; a critical hit always hits (Hit Roll, Critical Hits). */
static void say_hit(const struct inputs *inputs, struct text *out)
{
    int dv = input_of(inputs, "dv") - input_of(inputs, "stuck");
    int critical = input_of(inputs, "masterwork") ? 19 : 20;
    int face = dv - input_of(inputs, "to_hit") + 1;
    face = face > critical ? critical : face < 1 ? 1 : face;
    text_add(out, "%d%s hits DV %d", face, face < 20 ? "+" : "", dv);
}

/* A singlet is d10 - 2, and passes above `over`. A 10 counts 8 plus the next throw, which can
 * be -1 (Penetration Rolls). */
static void say_penetration(int over, const char *armour, int value, struct text *out)
{
    enum { SIDES = 10, MINUS = 2 };
    int face = over + MINUS + 1;
    if (face >= SIDES) {
        text_add(out, "only a 10 may pass %s %d", armour, value);
    } else if (face <= 1) {
        text_add(out, "all pass %s %d", armour, value);
    } else {
        text_add(out, "each %d+ passes %s %d", face, armour, value);
    }
}

/* An effect beside an attack, such as cold, needs no number. */
static void qud_needed(const struct inputs *inputs, struct text *out)
{
    int armour = armour_met(inputs), pv = penetration_of(inputs);
    if (names_equal(inputs->action->name, "effect")) {
        return;
    }
    say_hit(inputs, out);
    text_add(out, "; ");
    say_penetration(armour - pv, is_psionic(inputs) ? "MA" : "AV", armour, out);
    text_add(out, " with PV %d", pv);
}

/* The notation of a triplet ends in the number that its singlets must exceed; PV is 2 less in
 * each further triplet. */
static void qud_asked(const struct inputs *inputs, const struct dice_request *die,
                      const struct trace *so_far, struct text *out)
{
    const char *above = strchr(die->dice, '>');
    int64_t over;
    (void)so_far;
    if (strcmp(die->label, "hit") == 0) {
        say_hit(inputs, out);
    } else if (above != NULL && str_to_int64(str_of(above + 1), -1000, 1000, &over)) {
        int armour = armour_met(inputs);
        say_penetration((int)over, is_psionic(inputs) ? "MA" : "AV", armour, out);
        text_add(out, " with PV %d; a 10 rolls another", armour - (int)over);
    }
}

/* "3x(d10-2)>2": what the singlets must exceed stands beside it in words. */
static const char *qud_asked_dice(const struct dice_request *die)
{
    return strcmp(die->label, "penetration") == 0 ? "3 d10" : die->dice;
}

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
    (void)str_to_int64(str_of(often), INT64_MIN, INT64_MAX, &chance); /* else it is a word */
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

/* The slot `seen`: the weapons of one's own; a foe's may have a name that tells too much. */
static void seen(const struct state *state, int id, struct text *out)
{
    for (int hand = HAND_MAIN; hand <= HAND_OFF && state_is_of_party(state, id); hand++) {
        TEXT_BUFFER(name, NAME_SIZE);
        weapon_name(state, id, (enum hand)hand, &name);
        text_add_item(out, name.p);
    }
}

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
/* Both hands (Number of Attacks), and a psionic attack of those whose ego is known. */
static void choices(const struct state *state, const struct library *library, int id,
                    struct text *rows)
{
    if (weapons_has_off_hand(state, id)) {
        text_add(rows, "attack {foe} by={self} hand=off|attack {foe} with the off hand\n");
    }
    if (state_is_set(state, id, state_attribute(state, "ego"))) {
        text_add(rows, "psionic {foe} by={self}\n");
    }
    generic_choices(state, library, id, rows);
}

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
    .seen = seen,
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
    .choices = choices,
    .assumptions = caves_of_qud_assumptions,
};
