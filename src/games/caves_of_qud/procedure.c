/* Caves of Qud at the table: several attacks in a turn, shields that block, psionic weapons,
 * and effects that come with a hit. The referee sets the order. Rules are cited by their
 * headings. */
#include <string.h>

#include "base/utf8.h"
#include "tracker/combatant_fields.h"
#include "tracker/conditions.h"
#include "tracker/options.h"
#include "games/caves_of_qud/effects.h"
#include "games/caves_of_qud/hands.h"
#include "games/caves_of_qud/on_hit.h"
#include "games/caves_of_qud/plays.h"
#include "games/caves_of_qud/weapons.h"
#include "games/generic/procedure.h"
#include "tracker/option_about.h"

static const char hit_rule[] = "hit roll";

/* ---- attacks --------------------------------------------------------------------------- */

static bool is_given(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    return at >= 0 && inputs->value[at].is_given;
}

/* PV is given as the base or as the weapon's displayed PV: the first one given counts (PV
 * Calculation). */
static bool takes(const struct inputs *inputs, const char *name)
{
    if (names_equal(name, "pv")) {
        return !is_given(inputs, "shown_pv");
    }
    return !names_equal(name, "shown_pv") || !is_given(inputs, "pv");
}

static bool has(const struct state *state, int id, const char *name)
{
    return state_is_set(state, id, state_attribute(state, name));
}

static int value(const struct state *state, int id, const char *name)
{
    return state_value(state, id, state_attribute(state, name), 0);
}

static enum status give_number(struct inputs *inputs, const char *name, int number,
                               struct error *err)
{
    return is_given(inputs, name) ? STATUS_OK : inputs_give_number(inputs, name, number, err);
}

/* Being stuck lowers the dodge value by an amount that the referee sets (Hit Roll). */
static bool is_stuck(const struct state *state, int id)
{
    return condition_holds(state, id, "stuck");
}

static enum status give_stuck(const struct state *state, int id, struct inputs *inputs,
                              struct error *err)
{
    if (!is_stuck(state, id) || is_given(inputs, "stuck")) {
        return STATUS_OK;
    }
    if (!has(state, id, "stuck")) {
        return error_set(err, STATUS_MISSING, "stuck",
                         "%s is stuck: give stuck=, how much lower its DV is",
                         state_name(state, id));
    }
    return inputs_give_number(inputs, "stuck", value(state, id, "stuck"), err);
}

/* AV has parts: the armour's, that of other sources, and the shield's when it blocks (AV
 * Calculation); the shield's also counts against a psionic attack (Psionic Weapons). An AV
 * given for the act is everything but the shield's. One of the party is a player, unless the
 * combatant says otherwise (Critical Hits). */
static enum status add_parts(const struct state *state, const struct command *command,
                             struct generic_pair pair, struct inputs *inputs, struct error *err)
{
    int target = pair.target;
    enum status status = give_stuck(state, target, inputs, err);
    if (status == STATUS_OK) {
        status = weapons_add(state, pair.actor, weapons_hand(command), inputs, err);
    }
    if (status == STATUS_OK && parameter_called(inputs->action, "av") >= 0 &&
        !is_given(inputs, "av")) {
        status = give_number(inputs, "other_av", value(state, target, "other_av"), err);
    }
    if (status == STATUS_OK && option_flag(command, "block", false)) {
        status = give_number(inputs, "shield_av", value(state, target, "shield_av"), err);
    }
    if (status == STATUS_OK && !is_given(inputs, "player")) {
        bool is_party = state_value(state, pair.actor, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
        bool is_player = has(state, pair.actor, "player")
                             ? value(state, pair.actor, "player") != 0
                             : is_party;
        input_give_choice(inputs, parameter_called(inputs->action, "player"), is_player);
    }
    return status;
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
    if (told != NULL && told->value.p != NULL) {
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
                        !has(&decision->state, pair.target, "shield_av");
    return !lacks_shield ||
           decision_refuse(decision, "av calculation", "%s has no shield to block with",
                           state_name(&decision->state, pair.target));
}

/* One more on-hit effect is pending: damage, or a condition with its rounds. It can be settled
 * even after the attacker has lost the effect. */
static void owe(struct decision *decision, struct generic_pair pair,
                const struct effect *on_hit)
{
    const struct effect brought = *on_hit;
    struct str label = str_of(brought.label);
    bool is_damage = brought.kind == QUD_ON_HIT_DAMAGE;
    int kind = is_damage ? QUD_HIT_EFFECT_DUE : QUD_CONDITION_DUE;
    const struct effect *pending =
        state_effect_labelled(&decision->state, kind, pair.target, pair.actor, label);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, kind, pair.target, pair.actor, label,
                        pending != NULL ? pending->amount + 1 : 1);
    decision_say(decision, event, hit_rule, "comes with the hit: %s", brought.label);
    if (!is_damage && brought.amount > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_CONDITION_DUE_ROUNDS, pair.target,
                        pair.actor, label, brought.amount);
    }
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
    for (int i = 0; i < state->effects && decision_goes_on(decision); i++) {
        const struct effect *effect = &state->effect[i];
        bool comes_with_it = effect->subject == pair.actor &&
                             (effect->kind == QUD_ON_HIT || effect->kind == QUD_ON_HIT_DAMAGE);
        if (comes_with_it && hands_bring(state, effect, weapons_hand(command) == HAND_OFF)) {
            owe(decision, pair, effect);
        }
    }
}

static void name_attack(const struct state *state, const struct command *command,
                        struct generic_pair pair, const struct inputs *inputs, struct text *out)
{
    bool is_psionic = parameter_called(inputs->action, "ego") >= 0;
    TEXT_BUFFER(weapon, LABEL_SIZE);
    weapon_name(state, pair.actor, weapons_hand(command), &weapon);
    text_add_item(out, is_psionic ? "psionic attack" : "");
    text_add_item(out, weapons_hand(command) == HAND_OFF ? "off hand" : "");
    text_add_item(out, weapon.p);
}

static const struct generic_act attack = {.name = name_attack,
                                          .takes = takes,
                                          .add = add_parts,
                                          .may = may_attack,
                                          .settle = settle_attack};

/* The command resolved as a psionic attack. */
static void attack_psionically(struct decision *decision, const struct command *command)
{
    struct command one = *command;
    struct command_def psionic = *command->def;
    psionic.action = state_action(&decision->state, "psionic");
    psionic.fields = NULL;
    one.def = &psionic;
    generic_decide_act(decision, &one, &attack);
}

/* A psionic weapon makes a psionic attack, whichever command is used (Psionic Weapons). */
static void decide_attack(struct decision *decision, const struct command *command)
{
    int attacker;
    if (!weapons_ready(decision, command, &attacker)) {
        return;
    }
    if (attacker != 0 && weapon_is_psionic(&decision->state, attacker, weapons_hand(command))) {
        attack_psionically(decision, command);
    } else if (command_option(command, "ego") || command_option(command, "ma")) {
        decision_wrong(decision, "ego and ma count in a psionic attack: type psionic");
    } else {
        generic_decide_act(decision, command, &attack);
    }
    weapons_let_block(decision);
}

/* A psionic attack, refused when the weapon in hand is of another kind. */
static void decide_psionic(struct decision *decision, const struct command *command)
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
    bool is_other = weapon.n > 0 && !weapon_is_psionic(state, attacker, weapons_hand(command));
    if (!is_other || decision_refuse(decision, "psionic weapons",
                                     "%s holds the %s, which is not psionic: use attack",
                                     state_name(state, attacker), weapon.p)) {
        generic_decide_act(decision, command, &attack);
        weapons_let_block(decision);
    }
}

static bool usual_act(const struct state *state, int actor, int target, struct inputs *out,
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
    bool is_psionic = parameter_called(inputs->action, "ma") >= 0;
    return input_of(inputs, is_psionic ? "ma" : "av") + input_of(inputs, "other_av") +
           input_of(inputs, "shield_av");
}

/* The PV of the first triplet: its base and what is added (PV Calculation). */
static int penetration_of(const struct inputs *inputs)
{
    bool is_psionic = parameter_called(inputs->action, "ego") >= 0;
    int base = is_psionic                  ? input_of(inputs, "ego")
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
        text_add(out, "a 10 may pass %s %d", armour, value);
    } else if (face <= 1) {
        text_add(out, "all pass %s %d", armour, value);
    } else {
        text_add(out, "%d+ passes %s %d", face, armour, value);
    }
}

/* An effect beside an attack, such as cold, needs no number. */
static void needed(const struct inputs *inputs, struct text *out)
{
    int armour = armour_met(inputs), pv = penetration_of(inputs);
    bool is_psionic = parameter_called(inputs->action, "ma") >= 0;
    if (parameter_called(inputs->action, "dv") < 0) {
        return;
    }
    say_hit(inputs, out);
    text_add(out, "; ");
    say_penetration(armour - pv, is_psionic ? "MA" : "AV", armour, out);
    text_add(out, " with PV %d", pv);
}

/* The notation of a triplet ends in the number that its singlets must exceed; PV is 2 less in
 * each further triplet. */
static void asked(const struct inputs *inputs, const struct dice_request *die,
                  const struct trace *so_far, struct text *out)
{
    const char *above = strchr(die->dice, '>');
    int64_t over;
    (void)so_far;
    if (strcmp(die->why.label, "hit") == 0) {
        say_hit(inputs, out);
    } else if (above != NULL && str_to_int64(str_of(above + 1), -1000, 1000, &over)) {
        int armour = armour_met(inputs);
        bool is_psionic = parameter_called(inputs->action, "ma") >= 0;
        say_penetration((int)over, is_psionic ? "MA" : "AV", armour, out);
        text_add(out, " with PV %d; a 10 goes on", armour - (int)over);
    }
}

/* ---- what comes with a hit ------------------------------------------------------------- */

/* "cold 1d4": the kind of damage, and its dice after the last blank. */
static bool split_damage(const char *label, char kind[LABEL_SIZE], const char **dice)
{
    const char *blank = strrchr(label, ' ');
    struct dice_expr expr;
    if (blank == NULL || dice_expr_parse(&expr, str_of(blank + 1), NULL) != STATUS_OK) {
        return false;
    }
    struct text text = text_over(kind, LABEL_SIZE);
    text_add_str(&text, (struct str){label, (int)(blank - label)});
    *dice = blank + 1;
    return true;
}

/* Builds the label of an effect; false when the decision has ended. */
static bool read_label(struct decision *decision, const struct command *command,
                       struct str words, char out[LABEL_SIZE], int *kind)
{
    char clean[LABEL_SIZE];
    const struct option *dice = command_option(command, "damage");
    struct text label = text_over(out, LABEL_SIZE);
    if (utf8_clean(clean, sizeof clean, words) || clean[0] == '\0') {
        decision_wrong(decision, "onhit: expected a word or two, such as cold or poisoned");
        return false;
    }
    *kind = dice != NULL ? QUD_ON_HIT_DAMAGE : QUD_ON_HIT;
    if (dice == NULL) {
        return condition_read(decision, words,
                              command_option(command, "own") != NULL ||
                                  state_effect_labelled(&decision->state, QUD_ON_HIT,
                                                        command->argument[0].ids[0], 0,
                                                        str_of(clean)) != NULL,
                              out);
    }
    text_add(&label, "%s", clean);
    struct dice_expr expr;
    struct error err;
    struct str written = dice->value.p != NULL ? dice->value : str_of("");
    if (!decision_status(decision, dice_expr_parse(&expr, written, &err), &err)) {
        return false;
    }
    text_add(&label, " ");
    dice_expr_format(&expr, &label);
    if (label.is_cut || dice_expr_dice(&expr) > 100) {
        decision_wrong(decision, "onhit: at most 100 dice, and %d bytes", LABEL_SIZE - 1);
    }
    return decision_goes_on(decision);
}

/* `onhit rimewyk cold damage=1d4`, `onhit viper poisoned rounds=3`, with hand=off only for hits
 * of the off hand. */
static void decide_onhit(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    char label[LABEL_SIZE];
    struct str words;
    int kind;
    int rounds;
    enum hit_hand hand;
    if (!hands_read(decision, command, &hand) || caves_of_qud_asks_on_hit(decision, command) ||
        !condition_words(decision, command, &words, &rounds) ||
        !read_label(decision, command, words, label, &kind)) {
        return;
    }
    bool is_off = option_flag(command, "off", false);
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        int id = targets->ids[i];
        const struct effect *effect =
            state_effect_labelled(&decision->state, kind, id, 0, str_of(label));
        struct event *event = NULL;
        if (!is_off) {
            event = decision_effect(decision, EVENT_EFFECT_CHANGED, kind, id, 0, str_of(label),
                                    kind == QUD_ON_HIT ? rounds : 1);
        } else if (effect != NULL) {
            event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        }
        struct event *of_hand = hands_keep(decision, id, label, is_off ? HIT_HAND_ANY : hand);
        decision_say(decision, event != NULL ? event : of_hand, hit_rule,
                     is_off ? "%s: hits%s no longer bring %s" : "%s: hits%s bring %s",
                     state_name(&decision->state, id), hands_words(hand), label);
    }
    decision_label(decision, "%s: on hit, %s", state_name(&decision->state, targets->ids[0]),
                   label);
}

static bool is_due(const struct effect *effect)
{
    return effect->kind == QUD_HIT_EFFECT_DUE || effect->kind == QUD_CONDITION_DUE;
}

/* The effect that a command settles: the one it names, or else the first one pending on its
 * target, or on anybody; NULL when there is none. */
static const struct effect *due_effect(const struct state *state, const struct command *command,
                                       int target)
{
    const struct argument *what = &command->argument[1];
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (is_due(effect) && (target == ANYBODY || effect->subject == target) &&
            state_is_in(state, effect->subject) &&
            (!what->is_given || str_equal(what->word, effect->label))) {
            return effect;
        }
    }
    return NULL;
}

/* Settles one of those pending. */
static void count_down(struct decision *decision, const struct effect *pending)
{
    const struct effect due = *pending;
    if (due.amount > 1) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, due.kind, due.subject, due.object,
                        str_of(due.label), due.amount - 1);
        return;
    }
    decision_end_effect(decision, EVENT_EFFECT_CHANGED, pending);
    const struct effect *rounds = state_effect_labelled(
        &decision->state, QUD_CONDITION_DUE_ROUNDS, due.subject, due.object, str_of(due.label));
    if (rounds != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, rounds);
    }
}

/* Whether the pending effect is a condition, and its rounds (0: no end). In campaigns of
 * earlier versions it looks like damage, with its rounds beside the attacker. */
static bool is_condition_due(const struct state *state, const struct effect *due, int *rounds)
{
    char kind[LABEL_SIZE];
    const char *dice;
    bool is_old = due->kind == QUD_HIT_EFFECT_DUE;
    const struct effect *lasts = state_effect_labelled(
        state, is_old ? QUD_ON_HIT : QUD_CONDITION_DUE_ROUNDS,
        is_old ? due->object : due->subject, is_old ? 0 : due->object, str_of(due->label));
    *rounds = lasts != NULL ? lasts->amount : 0;
    return !is_old || lasts != NULL || !split_damage(due->label, kind, &dice);
}

/* Elemental damage, less the target's resistance to its kind (Resistances). */
static enum status give_element(const struct state *state, int target, struct str what,
                                struct inputs *inputs, struct error *err)
{
    char label[LABEL_SIZE], kind[LABEL_SIZE], name[LABEL_SIZE + 16];
    const char *dice;
    struct text text;
    text_init(&text, label, sizeof label);
    text_add_str(&text, what);
    if (!split_damage(label, kind, &dice)) {
        return STATUS_OK; /* the dice are asked for */
    }
    enum status status = is_given(inputs, "damage")
                             ? STATUS_OK
                             : inputs_give_text(inputs, "damage", str_of(dice), err);
    text_init(&text, name, sizeof name);
    text_add(&text, "%s_resistance", kind);
    if (status == STATUS_OK && state_attribute(state, name) >= 0) {
        status = give_number(inputs, "resistance", value(state, target, name), err);
    }
    return status;
}

static enum status add_element(const struct state *state, const struct command *command,
                               struct generic_pair pair, struct inputs *inputs,
                               struct error *err)
{
    const struct effect *pending = due_effect(state, command, pair.target);
    return give_element(state, pair.target,
                        pending != NULL ? str_of(pending->label) : command->argument[1].word,
                        inputs, err);
}

static void settle_element(struct decision *decision, const struct command *command,
                           struct generic_pair pair, const struct outcome *outcome)
{
    (void)outcome;
    const struct effect *pending = due_effect(&decision->state, command, pair.target);
    if (pending != NULL) {
        count_down(decision, pending);
    }
}

static void name_element(const struct state *state, const struct command *command,
                         struct generic_pair pair, const struct inputs *inputs,
                         struct text *out)
{
    (void)inputs;
    const struct effect *pending = due_effect(state, command, pair.target);
    struct str label = pending != NULL ? str_of(pending->label) : command->argument[1].word;
    text_add_str(out, label);
}

static const struct generic_act element = {
    .is_nobodys = true, .name = name_element, .add = add_element, .settle = settle_element};

/* Starts a pending condition, or drops a pending effect. */
static void settle_due(struct decision *decision, const struct effect *pending, bool is_off,
                       int rounds)
{
    const struct state *state = &decision->state;
    const struct effect due = *pending;
    if (is_off) {
        struct event *event = decision_tell(decision, EVENT_NOTED, due.subject, due.object);
        decision_say(decision, event, hit_rule, "%s is spared: %s",
                     state_name(state, due.subject), due.label);
    } else {
        condition_give(decision, due.subject, due.label, rounds);
    }
    pending =
        state_effect_labelled(state, due.kind, due.subject, due.object, str_of(due.label));
    if (pending != NULL) {
        count_down(decision, pending);
    }
    decision_label(decision, "%s: %s%s", state_name(state, due.subject),
                   is_off ? "spared " : "", due.label);
}

/* For one target (or, for ANYBODY, each with something pending): damage is resisted, a
 * condition begins, or the effect is dropped. */
static void effect_on(struct decision *decision, const struct command *command, int target)
{
    const struct effect *pending = due_effect(&decision->state, command, target);
    bool is_off = option_flag(command, "off", false);
    int rounds = 0;
    if (pending == NULL && (is_off || target == ANYBODY)) {
        decision_refuse(decision, hit_rule, "no effect of a hit is pending");
    } else if (pending != NULL &&
               (is_off || is_condition_due(&decision->state, pending, &rounds))) {
        settle_due(decision, pending, is_off, rounds);
    } else {
        struct command one = *command;
        int id = pending != NULL ? pending->subject : target;
        one.argument[0] = (struct argument){.is_given = true, .ids = {id}, .ids_count = 1};
        generic_decide_act(decision, &one, &element);
    }
}

static void decide_effect(struct decision *decision, const struct command *command)
{
    const struct argument *who = &command->argument[0];
    if (!who->is_given) {
        effect_on(decision, command, ANYBODY);
    }
    for (int i = 0; i < who->ids_count && who->is_given && decision_goes_on(decision); i++) {
        effect_on(decision, command, who->ids[i]);
    }
    if (who->is_given && who->ids_count > 1) {
        decision_label(decision, "effects on %s and %d other%s",
                       state_name(&decision->state, who->ids[0]), who->ids_count - 1,
                       who->ids_count > 2 ? "s" : "");
    }
}

/* ---- what the screen shows ------------------------------------------------------------- */

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    generic_describe(state, id, NULL, out);
}

static void facts(const struct state *state, int id, struct text *out)
{
    generic_facts_but(state, id, weapons_tell, out);
    weapons_facts(state, id, out);
    int av = value(state, id, "av"), other = value(state, id, "other_av");
    if (has(state, id, "av") && other != 0) {
        text_add(out, "AV %d = %d %+d other\n", av + other, av, other);
    }
    if (has(state, id, "av") && value(state, id, "shield_av") != 0) {
        text_add(out, "AV %d when the shield blocks (type block)\n",
                 av + other + value(state, id, "shield_av"));
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

static int pending(const struct state *state, struct pending *out, int most)
{
    int count = 0;
    for (int i = 0; i < state->effects && count < most; i++) {
        const struct effect *effect = &state->effect[i];
        if (!is_due(effect) || !state_is_in(state, effect->subject)) {
            continue;
        }
        int rounds;
        struct pending *one = &out[count++];
        bool is_damage = !is_condition_due(state, effect, &rounds);
        *one = (struct pending){.subject = effect->subject,
                                .rule = hit_rule,
                                .action = is_damage ? "effect" : NULL};
        struct text text = text_over(one->text, sizeof one->text);
        text_add(&text, "on hit: %s on %s", effect->label, state_name(state, effect->subject));
        if (effect->amount > 1) {
            text_add(&text, ", %d times", effect->amount);
        }
        text_format(one->command, sizeof one->command, "effect #%d \"%s\"", effect->subject,
                    effect->label);
    }
    return count + generic_pending(state, out + count, most - count);
}

/* The pending damage, for the chance that it takes all hit points. */
static bool pending_act(const struct state *state, const struct pending *pending,
                        struct inputs *out, struct error *err)
{
    const char *quote = strchr(pending->command, '"');
    if (quote == NULL) {
        return generic_no_pending_act(state, pending, out, err);
    }
    struct str what = {quote + 1, (int)strlen(quote + 1) - 1};
    inputs_begin(out, state_system(state), state_action(state, "effect"));
    enum status status = give_element(state, pending->subject, what, out, err);
    if (status == STATUS_OK && state_is_set(state, pending->subject, FIELD_HP)) {
        status = give_number(out, "hp", state_value(state, pending->subject, FIELD_HP, 0), err);
    }
    return status == STATUS_OK && inputs_finish(out, err) == STATUS_OK;
}

static bool give(struct decision *decision, int id, struct str name, struct str value)
{
    if (str_equal_any_case(name, str_of("on_hit"))) {
        on_hit_give(decision, id, value);
        return true;
    }
    return weapons_give(decision, id, name, value) || generic_give(decision, id, name, value);
}

/* Common in a crowd: weapons and on-hit effects. */
static bool is_usual(const struct effect *effect)
{
    return effect->kind == QUD_WEAPON || effect->kind == QUD_OFF_WEAPON ||
           effect->kind == QUD_ON_HIT || effect->kind == QUD_ON_HIT_DAMAGE;
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
     .decide = decide_attack},
    {.name = "psionic",
     .help = "a psionic attack: ego against mental armour",
     .rule = "psionic weapons",
     GENERIC_TARGETS,
     .options = psionic_options,
     .act = "psionic",
     .whom = WHOM_FOE,
     .decide = decide_psionic},
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
     .decide = decide_effect},
    {.name = "onhit",
     .help = "what hits bring: onhit Bo cold damage=1d4 (or rounds=2)",
     .rule = "hit roll",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANTS},
                   {.name = "WHAT", .kind = ARGUMENT_NAME, .is_optional = true}},
     .arguments_count = 2,
     .options = onhit_options,
     .decide = decide_onhit},
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
    {", H", "onhit %w", "on hits", "what its hits bring", "@clear"},
    {0},
};

static const struct effect_def effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/caves_of_qud/effects.def"
#undef EFFECT
};

const struct procedure caves_of_qud_procedure;
const struct procedure caves_of_qud_procedure = {
    GENERIC_SLOTS,
    .effects = effects,
    .effects_count = (int)(sizeof effects / sizeof effects[0]),
    .conditions = caves_of_qud_conditions,
    .conditions_count = QUD_CONDITIONS,
    .system = "caves-of-qud",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .describe = describe,
    .facts = facts,
    .usual_act = usual_act,
    .needed = needed,
    .asked = asked,
    .pending = pending,
    .pending_act = pending_act,
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
