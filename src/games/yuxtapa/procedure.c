/* yuxtapa at the table: classes fill combatants' values, kinds of attacks, spells, rust, water
 * and drowning. The referee sets the order. Rules are cited by their headings. */
#include <stdio.h>
#include <string.h>

#include "tracker/combatant_fields.h"
#include "tracker/conditions.h"
#include "tracker/state.h"
#include "tracker/command.h"
#include "tracker/options.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"
#include "games/generic/plays.h"
#include "games/generic/procedure.h"

enum {
    YUXTAPA_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) YUXTAPA_##name,
#include "games/yuxtapa/effects.def"
#undef EFFECT
};

/* ---- fights without a referee ---------------------------------------------------------- */

/* What each class does in its turn, and getting out of the water (tracker/procedure.h, the slot
 * `plays`).
 *
 * Nobody uses a booby trap, and a trapper does not either: the trap attacks the combatant that
 * steps on it, with numbers of its own (Tohit, PV, and DV), and the rules do not say who lays
 * traps, how many there are or when somebody steps there. What one would do is a what-if: `trap
 * Bo`.
 */

/* Where everybody stands is not known: how many foes a circular attack finds around it, and
 * whether an assassin is hidden when the fight begins. */
static const struct assumption_def yuxtapa_assumptions[] = {
    GENERIC_ASSUMPTIONS,
    {"around", "how many foes a circular attack reaches", {"2", "3", "4", "1"}},
    {"ambush", "an assassin's first attack, in round 1", {"hidden", "open"}},
    {0}};

static bool is_class(const struct state *state, int id, const char *name)
{
    int field = state_attribute(state, "class");
    const struct value_def *def = &state_system(state)->attributes[field - FIELD_SYSTEM];
    return state_is_set(state, id, field) &&
           strcmp(def->choices[state_value(state, id, field, 0)], name) == 0;
}

/* A turn is lost after entering water (Swimming and Drowning). */
static bool loses_turn(const struct state *state, int id)
{
    return state_has_effect(state, YUXTAPA_LOST_TURN, id, ANYBODY);
}

/* One must move out precisely in the turn that would do damage. */
static void get_out_of_water(const struct state *state, struct player *player, int id,
                             struct text *line)
{
    (void)player;
    if (state_has_effect(state, YUXTAPA_IN_WATER, id, ANYBODY)) {
        text_add(line, "water #%d out", id);
    }
}

/* A fighter hits all around it, each tested by itself (Tohit, PV, and DV): its target, and
 * others as they came. */
static void attack_around(const struct state *state, const struct player *player, int id,
                          int target, struct text *line)
{
    int targets[COMBATANTS_MAX], reached = 1;
    int count = generic_play_targets(state, id, targets);
    int most = player_assumes(player, "around")[0] - '0';
    if (!is_class(state, id, "fighter") || count < 2 || most < 2 ||
        !player_does(player, state, id, POLICY_uses, "circular")) {
        return;
    }
    text_add(line, "attack #%d", target);
    for (int i = 0; i < count && reached < most; i++) {
        if (targets[i] != target) {
            text_add(line, ",#%d", targets[i]);
            reached++;
        }
    }
    text_add(line, " by=#%d kind=circular", id);
}

static void act(const struct state *state, struct player *player, int id, int target,
                struct text *line)
{
    /* A zap does more than a missile (Spells and Magic Resistance); a policy may prefer the
     * missile. */
    int resistance = state_value(state, target, state_attribute(state, "resistance"), 0);
    const char *kind = policy_answer(player_policy(player, state, id), "kind");
    bool is_caster = is_class(state, id, "wizard") || is_class(state, id, "combat_mage");
    if (is_caster && resistance < 100 && player_does(player, state, id, POLICY_casts, "zap")) {
        text_add(line, "spell #%d by=#%d kind=%s", target, id, kind != NULL ? kind : "zap");
    }
    if (line->n == 0) {
        attack_around(state, player, id, target, line);
    }
    if (line->n == 0) {
        /* Nobody hides again in the middle of a fight. */
        bool is_hidden = state->value[ENCOUNTER_ROUND] == 1 &&
                         strcmp(player_assumes(player, "ambush"), "hidden") == 0;
        if (is_class(state, id, "assassin") && is_hidden) {
            text_add(line, "attack #%d by=#%d kind=hidden", target, id);
        }
    }
    if (line->n == 0 && is_class(state, id, "archer")) {
        text_add(line, "shoot #%d by=#%d", target, id);
    }
}

static void yuxtapa_plays(const struct state *state, struct player *player, struct text *line)
{
    static const struct generic_play play = {
        .loses_turn = loses_turn, .first = get_out_of_water, .act = act};
    generic_play(state, player, &play, line);
}

/* ---- at the table ---------------------------------------------------------------------- */

enum { TURNS_LOST = 2 };

/* What rust does unless it is told, as in the real game. */
enum { RUST_TO_HIT = -2, RUST_DAMAGE = -2 };

static const struct number_range rust_range = {-100, 100};

static const char fight_rule[] = "tohit, pv, and dv";

static const char water_rule[] = "swimming and drowning";

static const char magic_rule[] = "spells and magic resistance";

/* ---- classes --------------------------------------------------------------------------- */

/* A value of a class, as one would type it (Class overview). */
enum { CLASS_VALUES = 6 };

static const char *const class_values[CLASS_VALUES] = {"hp",     "to_hit", "resistance",
                                                       "damage", "dv",     "pv"};

static const struct {
    const char *name;
    const char *value[CLASS_VALUES];
} classes[] = {
#define TYPED(value) #value
#define CLASS(constant, name, hp, to_hit, resistance, damage, dv, pv)                          \
    {#name, {TYPED(hp), TYPED(to_hit), TYPED(resistance), damage, TYPED(dv), TYPED(pv)}},
#include "resolver/rules/yuxtapa_classes.def"
#undef CLASS
};

enum { CLASSES = sizeof classes / sizeof classes[0] };

static const struct value_def *attribute(const struct state *state, const char *name)
{
    return &state_system(state)->attributes[state_attribute(state, name) - FIELD_SYSTEM];
}

/* The class of a combatant; -1 when it has none. */
static int class_of(const struct state *state, int id)
{
    return state_value(state, id, state_attribute(state, "class"), -1);
}

/* True when the combatant has a value of its own, which is set and not that of its class. */
static bool is_own(const struct state *state, int id, const char *name, const char *of_class)
{
    TEXT_BUFFER(text, NAME_SIZE);
    if (strcmp(name, "hp") == 0) {
        text_add(&text, "%d", state_value(state, id, FIELD_HP_MAX, 0));
        return state_is_set(state, id, FIELD_HP_MAX) && !str_equal(str_of(of_class), text.p);
    }
    bool is_set = state_attribute_format(state, id, attribute(state, name), &text);
    return is_set && !str_equal(str_of(of_class), text.p);
}

/* A class fills in values that are unset or come from the class before it. */
static void take_class(struct decision *decision, int id, struct str word)
{
    int before = class_of(&decision->state, id);
    combatant_attribute_give(decision, id, attribute(&decision->state, "class"), word);
    int class = decision_goes_on(decision) ? class_of(&decision->state, id) : -1;
    CHECK(class < CLASSES);
    if (decision_goes_on(decision) && class < 0) {
        /* When the class goes, its values go too, except for hit points, which belong to the
         * body. */
        for (int i = 0; i < CLASS_VALUES && before >= 0; i++) {
            bool is_hp = strcmp(class_values[i], "hp") == 0;
            if (!is_hp &&
                !is_own(&decision->state, id, class_values[i], classes[before].value[i])) {
                combatant_attribute_give(
                    decision, id, attribute(&decision->state, class_values[i]), str_of("-"));
            }
        }
    }
    for (int i = 0; i < CLASS_VALUES && class >= 0; i++) {
        const char *old = before >= 0 ? classes[before].value[i] : "";
        const char *value = classes[class].value[i];
        if (is_own(&decision->state, id, class_values[i], old)) {
            continue;
        }
        if (strcmp(class_values[i], "hp") == 0) {
            int64_t hp;
            CHECK(str_to_int64(str_of(value), 0, 10000, &hp));
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX, (int)hp);
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP, (int)hp);
        } else {
            combatant_attribute_give(decision, id, attribute(&decision->state, class_values[i]),
                                     str_of(value));
        }
    }
}

static bool give(struct decision *decision, int id, struct str name, struct str value)
{
    if (str_equal_any_case(name, str_of("class"))) {
        take_class(decision, id, value);
        return true;
    }
    return generic_give(decision, id, name, value);
}

/* ---- attacks --------------------------------------------------------------------------- */

/* In the order of the words of the action's `kind`. */
enum { KIND_MELEE, KIND_ARCHERY, KIND_CIRCULAR, KIND_BOOBY_TRAP, KIND_HIDDEN };

static int kind_of(const struct inputs *inputs)
{
    int at = parameter_called(inputs->action, "kind");
    return inputs->value[at].is_given ? inputs->value[at].number : KIND_MELEE;
}

/* A kind of attack with its own numbers uses those; only a hidden assassin keeps its to-hit. */
static bool takes(const struct inputs *inputs, const char *name)
{
    if (names_equal(name, "to_hit")) {
        return kind_of(inputs) == KIND_MELEE || kind_of(inputs) == KIND_HIDDEN;
    }
    return !names_equal(name, "damage") || kind_of(inputs) == KIND_MELEE;
}

/* An assassin that hides makes a hidden attack, unless another kind is given (Tohit, PV, and
 * DV). */
static bool hides(const struct state *state, int id)
{
    return id != 0 && is_class(state, id, "assassin") &&
           state_has_effect(state, EFFECT_HIDDEN, id, ANYBODY);
}

static void add_hiding(const struct state *state, const struct command *command,
                       struct generic_pair pair, struct inputs *inputs)
{
    (void)command;
    int at = parameter_called(inputs->action, "kind");
    if (!inputs->value[at].is_given && hides(state, pair.actor)) {
        input_give_text(inputs, at, str_of("hidden"));
    }
}

/* The kind that the command means; no other kind may be given with it. */
static void give_kind(struct inputs *inputs, const char *kind)
{
    const char *const *words =
        inputs->action->parameters[parameter_called(inputs->action, "kind")].choices;
    bool is_told = kind_of(inputs) != KIND_MELEE && strcmp(words[kind_of(inputs)], kind) == 0;
    if (!is_told) {
        inputs_give_text(inputs, "kind", str_of(kind));
    }
}

static void add_archery(const struct state *state, const struct command *command,
                        struct generic_pair pair, struct inputs *inputs)
{
    (void)state;
    (void)command;
    (void)pair;
    give_kind(inputs, "archery");
}

static void add_booby_trap(const struct state *state, const struct command *command,
                           struct generic_pair pair, struct inputs *inputs)
{
    (void)state;
    (void)command;
    (void)pair;
    give_kind(inputs, "booby_trap");
}

/* A combatant that loses a turn does nothing in it (Swimming and Drowning). */
static bool may_act(struct decision *decision, int id)
{
    return id == 0 || !state_has_effect(&decision->state, YUXTAPA_LOST_TURN, id, ANYBODY) ||
           decision_refuse(decision, water_rule, "%s loses this turn in the water",
                           state_name(&decision->state, id));
}

/* Circular attacks are for fighters, hidden ones for assassins; only a circular attack hits
 * several, each tested by itself (Tohit, PV, and DV). */
static bool may_attack(struct decision *decision, const struct command *command,
                       struct generic_pair pair)
{
    static const struct {
        const char *kind, *class;
    } owned[] = {{"circular", "fighter"}, {"hidden", "assassin"}};
    const struct state *state = &decision->state;
    int class = class_of(state, pair.actor);
    struct str kind = option_text(command, "kind", "");
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++) {
        bool is_wrong = str_is_name(kind, owned[i].kind) && class >= 0 &&
                        strcmp(classes[class].name, owned[i].class) != 0;
        if (is_wrong &&
            !decision_refuse(decision, fight_rule,
                             "a %s attack is for the %s: %s is "
                             "another class",
                             owned[i].kind, owned[i].class, state_name(state, pair.actor))) {
            return false;
        }
    }
    return command->argument[0].ids_count <= 1 || str_is_name(kind, "circular") ||
           decision_refuse(decision, fight_rule, "only a circular attack hits several");
}

/* Wizards and combat mages cast; for a combatant without a class the referee decides (Class
 * overview). */
static bool may_cast(struct decision *decision, int actor)
{
    const struct state *state = &decision->state;
    int class = actor != 0 ? class_of(state, actor) : -1;
    bool casts = class < 0 || strcmp(classes[class].name, "wizard") == 0 ||
                 strcmp(classes[class].name, "combat_mage") == 0;
    return may_act(decision, actor) &&
           (casts || decision_refuse(decision, magic_rule,
                                     "%s is a %s: wizards and combat mages cast spells",
                                     state_name(state, actor), classes[class].name));
}

/* The attacker is seen (Tohit, PV, and DV). */
static void settle_attack(struct decision *decision, const struct command *command,
                          struct generic_pair pair, const struct outcome *outcome)
{
    (void)command;
    (void)outcome;
    if (hides(&decision->state, pair.actor)) {
        conditions_hide(decision, pair.actor, false);
    }
}

/* The name of the attack in the log, unless it is an ordinary one. */
static void name_attack(const struct state *state, const struct command *command,
                        struct generic_pair pair, const struct inputs *inputs, struct text *out)
{
    static const char *const names[] = {[KIND_MELEE] = "",
                                        [KIND_ARCHERY] = "shot",
                                        [KIND_CIRCULAR] = "circular attack",
                                        [KIND_BOOBY_TRAP] = "a booby trap springs on ",
                                        [KIND_HIDDEN] = "hidden attack"};
    (void)state;
    (void)command;
    (void)pair;
    text_add(out, "%s", names[kind_of(inputs)]);
}

static void name_spell(const struct state *state, const struct command *command,
                       struct generic_pair pair, const struct inputs *inputs, struct text *out)
{
    (void)state;
    (void)command;
    (void)pair;
    int at = parameter_called(inputs->action, "kind");
    bool is_missile = strcmp(inputs->action->parameters[at].choices[inputs->value[at].number],
                             "missile") == 0;
    text_add(out, "%s", is_missile ? "magic missile" : "zap");
}

static void name_teleport(const struct state *state, const struct command *command,
                          struct generic_pair pair, const struct inputs *inputs,
                          struct text *out)
{
    (void)state;
    (void)command;
    (void)pair;
    (void)inputs;
    text_add(out, "a teleportation trap springs on ");
}

static const struct generic_act attack = {.name = name_attack,
                                          .takes = takes,
                                          .add = add_hiding,
                                          .may = may_attack,
                                          .settle = settle_attack};

static const struct generic_act archery = {.name = name_attack,
                                           .takes = takes,
                                           .add = add_archery,
                                           .may = may_attack,
                                           .settle = settle_attack};

static const struct generic_act spell = {.may_be_own = true, .name = name_spell};

static const struct generic_act booby_trap = {
    .is_nobodys = true, .name = name_attack, .takes = takes, .add = add_booby_trap};

static const struct generic_act teleport = {.is_nobodys = true, .name = name_teleport};

/* Who loses this turn is refused before a target is asked for. */
static void decide_act_of(struct decision *decision, const struct command *command,
                          const struct generic_act *act)
{
    int actor;
    if (option_combatant(decision, command, "by", &actor) &&
        may_act(decision, actor != 0 ? actor : generic_actor(&decision->state))) {
        generic_decide_act(decision, command, act);
    }
}

/* A booby trap is nobody's attack, by either command. */
static void decide_attack(struct decision *decision, const struct command *command)
{
    if (str_is_name(option_text(command, "kind", ""), "booby_trap")) {
        generic_decide_act(decision, command, &booby_trap);
    } else {
        decide_act_of(decision, command, &attack);
    }
}

static void decide_shoot(struct decision *decision, const struct command *command)
{
    decide_act_of(decision, command, &archery);
}

/* Who casts no spells is refused before a target is asked for. */
static void decide_spell(struct decision *decision, const struct command *command)
{
    int actor;
    if (!option_combatant(decision, command, "by", &actor)) {
        return;
    }
    if (may_cast(decision, actor != 0 ? actor : generic_actor(&decision->state))) {
        generic_decide_act(decision, command, &spell);
    }
}

static void decide_trap(struct decision *decision, const struct command *command)
{
    generic_decide_act(decision, command, &booby_trap);
}

static void decide_teleport(struct decision *decision, const struct command *command)
{
    generic_decide_act(decision, command, &teleport);
}

static bool usual_act(const struct state *state, int actor, int target, struct inputs *out,
                      struct error *err)
{
    return generic_act_inputs(state, state_action(state, "attack"), &attack,
                              (struct generic_pair){actor, target}, out, err);
}

/* ---- what is needed -------------------------------------------------------------------- */

static int input_of(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    CHECK(at >= 0);
    return inputs->value[at].number;
}

/* A face of a d20 is R + 1: a hit reaches P, a critical one twice that, and a 20 is both; with
 * P below 0 only a 20 is critical, with P of 0 every hit (Tohit, PV, and DV). */
static void say_hit(const struct inputs *inputs, struct text *out)
{
    bool rusts = kind_of(inputs) == KIND_MELEE || kind_of(inputs) == KIND_HIDDEN;
    int dv = input_of(inputs, "dv");
    int least = dv - input_of(inputs, "to_hit") - (rusts ? input_of(inputs, "rust_to_hit") : 0);
    int hits = least < 0 ? 1 : least + 1 > 20 ? 20 : least + 1;
    int critical = least < 0 || 2 * least + 1 > 20 ? 20 : 2 * least + 1;
    text_add(out, "%d%s hits DV %d", hits, hits < 20 ? "+" : "", dv);
    if (critical > hits) {
        text_add(out, ", %d%s critical", critical, critical < 20 ? "+" : "");
    } else {
        text_add(out, ", critical");
    }
}

static void say_resistance(const struct inputs *inputs, struct text *out)
{
    int resistance = input_of(inputs, "resistance");
    if (resistance > 0) {
        text_add(out, "%d%s resists", resistance, resistance > 1 ? " or less" : "");
    }
}

static void needed(const struct inputs *inputs, struct text *out)
{
    if (names_equal(inputs->action->name, "attack")) {
        say_hit(inputs, out);
    } else if (!names_equal(inputs->action->name, "drown")) {
        say_resistance(inputs, out);
    }
}

static void asked(const struct inputs *inputs, const struct dice_request *die,
                  const struct trace *so_far, struct text *out)
{
    (void)so_far;
    if (strcmp(die->label, "attack") == 0) {
        say_hit(inputs, out);
    } else if (strcmp(die->label, "resistance") == 0) {
        say_resistance(inputs, out);
    }
}

/* ---- rust ------------------------------------------------------------------------------ */

static void put_rust(struct decision *decision, int id, const char *name, int amount)
{
    int field = state_attribute(&decision->state, name);
    if (amount != 0) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, field, amount);
    } else if (state_is_set(&decision->state, id, field)) {
        decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
    }
}

static bool is_rusty(const struct state *state, int id)
{
    return state_is_set(state, id, state_attribute(state, "rust_to_hit")) ||
           state_is_set(state, id, state_attribute(state, "rust_damage"));
}

/* A water trap rusts the weapon, once; the referee can set other numbers at any time. Archery
 * is not affected (Tohit, PV, and DV). */
static void decide_rust(struct decision *decision, const struct command *command)
{
    int to_hit, damage;
    bool is_off = option_flag(command, "off", false);
    bool is_told =
        command_option(command, "to_hit") != NULL || command_option(command, "damage") != NULL;
    if (!option_number(decision, command, "to_hit", rust_range, is_told ? 0 : RUST_TO_HIT,
                       &to_hit) ||
        !option_number(decision, command, "damage", rust_range, is_told ? 0 : RUST_DAMAGE,
                       &damage)) {
        return;
    }
    const struct argument *targets = &command->argument[0];
    is_off = is_off || (to_hit == 0 && damage == 0);
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        int id = targets->ids[i];
        if (!is_off && !is_told && is_rusty(&decision->state, id) &&
            !decision_refuse(decision, fight_rule,
                             "%s is rusty already, and rust counts once; to_hit= and damage= "
                             "set other numbers",
                             state_name(&decision->state, id))) {
            return;
        }
        put_rust(decision, id, "rust_to_hit", is_off ? 0 : to_hit);
        put_rust(decision, id, "rust_damage", is_off ? 0 : damage);
        struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
        if (is_off) {
            decision_say(decision, event, fight_rule, "%s: no longer rusty",
                         state_name(&decision->state, id));
        } else {
            decision_say(decision, event, fight_rule, "%s: rusty, to-hit %+d, damage %+d",
                         state_name(&decision->state, id), to_hit, damage);
        }
    }
    decision_label(decision, "%s: %s", state_name(&decision->state, targets->ids[0]),
                   is_off ? "no longer rusty" : "rusty");
}

/* ---- water ----------------------------------------------------------------------------- */

static const struct effect *water_of(const struct state *state, int id)
{
    return state_effect(state, NULL, YUXTAPA_IN_WATER, id, ANYBODY);
}

static void leave_water(struct decision *decision, int id)
{
    const struct effect *water = water_of(&decision->state, id);
    if (water == NULL) {
        decision_refuse(decision, water_rule, "%s is not in water",
                        state_name(&decision->state, id));
        return;
    }
    struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, water);
    decision_say(decision, event, water_rule, "%s is out of the water",
                 state_name(&decision->state, id));
    const struct effect *lost =
        state_effect(&decision->state, NULL, YUXTAPA_LOST_TURN, id, ANYBODY);
    if (lost != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, lost);
    }
}

/* Enters a water square, the first or another one; out: back on the ground. */
static void decide_water(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    bool is_out = option_flag(command, "out", false);
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        if (is_out) {
            leave_water(decision, targets->ids[i]);
        } else {
            bool is_new = water_of(&decision->state, targets->ids[i]) == NULL;
            decision_effect(decision, EVENT_EFFECT_CHANGED, YUXTAPA_IN_WATER, targets->ids[i],
                            0, str_of(""), TURNS_LOST);
            decision_say(decision, decision_tell(decision, EVENT_NOTED, targets->ids[i], 0),
                         water_rule, "%s enters %s, and loses the next %d turns",
                         state_name(&decision->state, targets->ids[i]),
                         is_new ? "water" : "another water square", TURNS_LOST);
        }
    }
    decision_label(decision, "%s %s", state_name(&decision->state, targets->ids[0]),
                   is_out ? "out of the water" : "in water");
}

/* A turn that begins while turns are to be lost is lost. */
static void turn_starts(struct decision *decision, int id)
{
    const struct effect *water = water_of(&decision->state, id);
    if (water == NULL || water->amount == 0) {
        return;
    }
    int left = water->amount - 1;
    decision_effect(decision, EVENT_EFFECT_CHANGED, YUXTAPA_IN_WATER, id, 0, str_of(""), left);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, YUXTAPA_LOST_TURN, id,
                                          0, str_of(""), 1);
    decision_say(decision, event, water_rule, "%s loses this turn in the water%s",
                 state_name(&decision->state, id), left > 0 ? ", and the next" : "");
}

/* 1 to 3 damage at the end of a turn in water, unless turns were being lost. */
static void turn_ends(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const struct effect *lost = state_effect(state, NULL, YUXTAPA_LOST_TURN, id, ANYBODY);
    const struct effect *water = water_of(state, id);
    if (lost != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, lost);
        return;
    }
    if (water == NULL || water->amount > 0) {
        return;
    }
    struct inputs inputs;
    struct outcome outcome;
    const struct action *drown = state_action(state, "drown");
    TEXT_BUFFER(who, NAME_SIZE + 16);
    text_add(&who, "%s, drowning", state_name(state, id));
    inputs_begin(&inputs, state_system(state), drown);
    if (decision_finish(decision, &inputs) &&
        decision_resolve(decision, &inputs, id, 0, who.p, &outcome)) {
        table_damage(decision, id, generic_outcome(drown, &outcome, "damage"), water_rule);
    }
}

/* ---- what the screen shows ------------------------------------------------------------- */

/* The slot `seen`: how long somebody still swims is the referee's. */
static void seen(const struct state *state, int id, struct text *out)
{
    if (water_of(state, id) != NULL) {
        text_add_item(out, "in water");
    }
    if (is_rusty(state, id)) {
        text_add_item(out, "rusty");
    }
}

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    struct generic_words own;
    struct text words = text_over(own.words, sizeof own.words);
    struct text brief = text_over(own.brief, sizeof own.brief);
    const struct effect *water = water_of(state, id);
    if (water != NULL) {
        int left =
            water->amount + (state_has_effect(state, YUXTAPA_LOST_TURN, id, ANYBODY) ? 1 : 0);
        text_add(&words, left > 0 ? "in water, loses %d" : "in water, drowning", left);
        text_add(&brief, left > 0 ? "water %d" : "drowning", left);
    }
    if (is_rusty(state, id)) {
        text_add_item(&words, "rusty");
        text_add_item(&brief, "rusty");
    }
    generic_describe(state, id, &own, out);
}

/* ---- the procedure --------------------------------------------------------------------- */

static const struct command_def commands[] = {
    COMMAND("attack", GENERIC_ACT, "an attack: attack Bo, attack Bo,Cy kind=circular",
            "tohit, pv, and dv", .decide = decide_attack, .act = "attack", .whom = WHOM_FOE),
    COMMAND("shoot", GENERIC_ACT, "archery: 1d6 at +7 for every class", "tohit, pv, and dv",
            .decide = decide_shoot, .act = "attack", .whom = WHOM_FOE),
    COMMAND("spell", GENERIC_ACT, "a magic missile, or a zap at each it hits",
            "spells and magic resistance", .decide = decide_spell, .act = "spell",
            .whom = WHOM_FOE),
    COMMAND("trap", GENERIC_ACT, "a booby trap goes off: 2d6 at +9", "tohit, pv, and dv",
            .decide = decide_trap, .act = "attack", .whom = WHOM_TARGET),
    COMMAND("teleport", GENERIC_ACT, "a combatant steps into a teleportation trap",
            "spells and magic resistance", .decide = decide_teleport, .act = "teleport"),
    COMMAND("rust", "WHO:combatants [to_hit=] [damage=] [off]",
            "rust from a water trap (65% of cases): -2 and -2", "tohit, pv, and dv",
            .decide = decide_rust),
    COMMAND("water", "WHO:combatants [out]", "enter a water square (out: leave it)",
            "swimming and drowning", .decide = decide_water),
};

static const struct listed_option options[] = {
    {"water", "out", {OPTION_TAKES_FLAG, .help = "back on the ground"}},
    {0},
};

static const struct key_def keys[] = {
    {"t", "shoot %w", "shoot", "shoot at the target", "@target"},
    {"s", "spell %w", "spell", "cast a spell at the target", "@target"},
    {"S", "water %w", "water", "the selected combatant swims, or is out of the water",
     "@target"},
    {"F3 R", "rust %w", "rust", "weapons rust", "@clear"},
    {"F3 B", "trap %w", "trap", "a booby trap goes off", "@clear"},
    {"F3 P", "teleport %w", "teleport", "through a trap", "@clear"},
    {0},
};

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/yuxtapa/effects.def"
#undef EFFECT
};

const struct procedure yuxtapa_procedure;
/* A fighter's circular attack on each foe with the next one there is, and an assassin's hidden
 * one (Tohit, PV, and DV). */
static void add_own_attacks(const struct state *state, int id, struct text *rows)
{
    int targets[COMBATANTS_MAX];
    int count = generic_play_targets(state, id, targets);
    for (int i = 0; i < count && count > 1 && is_class(state, id, "fighter"); i++) {
        int first = targets[i], second = targets[(i + 1) % count];
        text_add(rows,
                 "attack {%d},{%d} by={self} kind=circular|circular attack on {%d} and {%d}\n",
                 first, second, first, second);
    }
    if (is_class(state, id, "assassin")) {
        text_add(rows, "attack {foe} by={self} kind=hidden|hidden attack on {foe}\n");
    }
}

/* Both kinds of spells of those who cast (Spells and Magic Resistance); where it is not said,
 * the policy chooses. */
static void choices(const struct state *state, const struct library *library, int id,
                    struct text *rows)
{
    add_own_attacks(state, id, rows);
    text_add(rows, "spell {foe} by={self} kind=zap|zap {foe}\n"
                   "spell {foe} by={self} kind=missile|magic missile at {foe}\n"
                   "shoot {foe} by={self}\n"
                   "water {self} out|get out of the water\n");
    generic_choices(state, library, id, rows);
}

const struct procedure yuxtapa_procedure = {
    GENERIC_SLOTS,
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    GENERIC_CONDITION_SLOTS,
    GENERIC_CREATURE_SLOTS,
    .system = "yuxtapa",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .describe = describe,
    .seen = seen,
    .facts = generic_facts,
    .usual_act = usual_act,
    .needed = needed,
    .asked = asked,
    .turn_starts = turn_starts,
    .turn_ends = turn_ends,
    .pending = generic_pending,
    .pending_act = generic_no_pending_act,
    .give = give,
    .keys = keys,
    .options = options,
    .plays = yuxtapa_plays,
    .choices = choices,
    .assumptions = yuxtapa_assumptions,
};
