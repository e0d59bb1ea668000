/* Four Against Darkness at the table: characters attack in any order, one action each, then they
 * defend against the foes; morale when a group is below half. Rules are cited by heading. */
#include <stdio.h>
#include <string.h>

#include "tracker/conditions.h"
#include "tracker/options.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"

enum { PHASE_PARTY, PHASE_FOES };

/* Attributes, in the order of the system's table. */
enum {
    FOE = FIELD_SYSTEM,
    LEVEL,
    COUNT,
    COUNT_START,
    DAMAGE,
    DIE,
    ATTACK_BONUS,
    DEFENCE_BONUS,
    LEVEL_DROPPED
};

enum { FOE_MINOR, FOE_MAJOR };

static const int die_sides[] = {6, 8, 10, 12, 20};

static bool is_character(const struct state *state, int id)
{
    return state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

static bool is_minor(const struct state *state, int id)
{
    return state_value(state, id, FOE, FOE_MINOR) == FOE_MINOR;
}

static int count_of(const struct state *state, int id)
{
    return state_value(state, id, COUNT, 1);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* The party in marching order, then the foes; who is out of the fight stands below. */
static bool comes_before(const struct state *state, int a, int b)
{
    int keys[][2] = {
        {state_is_in(state, a), state_is_in(state, b)},
        {is_character(state, a), is_character(state, b)},
        {-state_value(state, a, FIELD_PLACE, a), -state_value(state, b, FIELD_PLACE, b)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] > keys[i][1];
        }
    }
    return a < b;
}

/* The first of the party who has not acted; in the foes' phase the first who has not defended is
 * nobody in particular. */
static int actor(const struct state *state)
{
    int first = 0;
    for (int id = 1; id <= state->count; id++) {
        bool can_act = state_is_in(state, id) && is_character(state, id) &&
                       !state_value(state, id, FIELD_HAS_ACTED, 0);
        if (can_act && (first == 0 || comes_before(state, id, first))) {
            first = id;
        }
    }
    return state->value[ENCOUNTER_PHASE] == PHASE_PARTY ? first : 0;
}

/* ---- what the screen shows ------------------------------------------------------------------ */

static void row(const struct state *state, int id, struct row_words *out)
{
    struct text score, words, brief;
    text_init(&score, out->score, sizeof out->score);
    text_init(&words, out->words, sizeof out->words);
    text_init(&brief, out->brief, sizeof out->brief);
    out->is_waiting = state_is_in(state, id) && is_character(state, id) &&
                      !state_value(state, id, FIELD_HAS_ACTED, 0);
    if (!state_is_in(state, id)) {
        text_add(&words, "%s", way_out_name((enum way_out)state_value(state, id, FIELD_OUT, 0)));
        text_add(&brief, "%s", out->words);
        return;
    }
    if (state_is_set(state, id, LEVEL)) {
        text_add(&score, "L%d", state_value(state, id, LEVEL, 0));
    }
    if (!is_character(state, id) && state_is_set(state, id, COUNT)) {
        text_add(&words, "%d of %d", count_of(state, id), state_value(state, id, COUNT_START, 0));
    }
    text_add(&brief, "%s", out->words);
    conditions_format(state, id, &words);
    conditions_brief(state, id, &brief);
}

static void phase(const struct state *state, struct text *out)
{
    bool is_party = state->value[ENCOUNTER_PHASE] == PHASE_PARTY;
    int round = state->value[ENCOUNTER_ROUND];
    if (round == 0) {
        text_add(out, "not started");
    } else {
        text_add(out, "round %d, %s", round, is_party ? "the party attacks" : "the party defends");
    }
}

static void facts(const struct state *state, int id, struct text *out)
{
    if (is_character(state, id)) {
        int die = die_sides[state_value(state, id, DIE, 0)];
        text_add(out, "level %d  die d%d\n", state_value(state, id, LEVEL, 1), die);
        text_add(out, "attack %+d  defence %+d\n", state_value(state, id, ATTACK_BONUS, 0),
                 state_value(state, id, DEFENCE_BONUS, 0));
        return;
    }
    int level = state_value(state, id, LEVEL, 0);
    text_add(out, "%s foe, level %d\n", is_minor(state, id) ? "minor" : "major", level);
    text_add(out, "hit %d+  defend %d+\n", level, level + 1);
    text_add(out, "damage %d\n", state_value(state, id, DAMAGE, 1));
}

/* ---- attack --------------------------------------------------------------------------------- */

static enum status give_die(const struct state *state, int id, struct inputs *inputs,
                            struct error *err)
{
    return inputs_give_number(inputs, "die", die_sides[state_value(state, id, DIE, 0)], err);
}

/* What both rows give to an attack: die and bonus, level, and the number or Life that is left. */
static enum status attack_inputs(const struct state *state, int id, int target,
                                 struct inputs *inputs, struct error *err)
{
    if (!state_is_set(state, target, LEVEL)) {
        return error_set(err, STATUS_MISSING, "level", "%s has no level yet",
                         state_name(state, target));
    }
    inputs_begin(inputs, state_system(state), state_action(state, "attack"));
    bool minor = is_minor(state, target);
    enum status status = give_die(state, id, inputs, err);
    if (status == STATUS_OK) {
        status = inputs_give_number(inputs, "level", state_value(state, target, LEVEL, 1), err);
    }
    if (status == STATUS_OK) {
        status = inputs_give_text(inputs, "foe", str_of(minor ? "minor" : "major"), err);
    }
    if (status == STATUS_OK && minor && count_of(state, target) > 0) {
        status = inputs_give_number(inputs, "count", count_of(state, target), err);
    }
    if (status == STATUS_OK && !minor && state_is_set(state, target, FIELD_HP)) {
        status = inputs_give_number(inputs, "life", state_value(state, target, FIELD_HP, 0), err);
    }
    return status;
}

/* The defence of a character against one attack of a foe. */
static enum status defend_inputs(const struct state *state, int id, int foe, struct inputs *inputs,
                                 struct error *err)
{
    if (!state_is_set(state, foe, LEVEL)) {
        return error_set(err, STATUS_MISSING, "level", "%s has no level yet",
                         state_name(state, foe));
    }
    inputs_begin(inputs, state_system(state), state_action(state, "defend"));
    enum status status = give_die(state, id, inputs, err);
    if (status == STATUS_OK) {
        status = inputs_give_number(inputs, "level", state_value(state, foe, LEVEL, 1), err);
    }
    if (status == STATUS_OK) {
        status = inputs_give_number(inputs, "damage", state_value(state, foe, DAMAGE, 1), err);
    }
    return status;
}

static bool usual_act(const struct state *state, int id, int target, struct inputs *out,
                      struct error *err)
{
    if (is_character(state, id) == is_character(state, target)) {
        error_set(err, STATUS_MISSING, "", "a character and a foe are wanted");
        return false;
    }
    bool attacks = is_character(state, id);
    enum status status = attacks ? attack_inputs(state, id, target, out, err)
                                 : defend_inputs(state, target, id, out, err);
    int bonus = attacks ? state_value(state, id, ATTACK_BONUS, 0)
                        : state_value(state, target, DEFENCE_BONUS, 0);
    return status == STATUS_OK && inputs_give_number(out, "bonus", bonus, err) == STATUS_OK &&
           inputs_finish(out, err) == STATUS_OK;
}

/* The bonus of the row and the referee's own `bonus=` on top of it. */
static bool give_bonus(struct decision *decision, const struct command *command, int own,
                       struct inputs *inputs)
{
    int more;
    struct error err;
    return option_number(decision, command, "bonus", (struct number_range){-50, 50}, 0, &more) &&
           decision_status(decision, inputs_give_number(inputs, "bonus", own + more, &err), &err) &&
           decision_status(decision, inputs_finish(inputs, &err), &err);
}

/* The character who acts: by=..., else the first who has not. 0: the decision has ended. */
static int attacker_of(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : actor(&decision->state);
    bool is_party = decision->state.value[ENCOUNTER_PHASE] == PHASE_PARTY;
    if (id == 0 && decision_refuse(decision, "flow 5", "%s",
                                   is_party ? "every character has acted: `next` is due"
                                            : "the foes attack now: `defend`, then `next`")) {
        decision_wrong(decision, "who attacks? by=NAME");
    }
    return id;
}

/* One action each, in the party's phase (flow 5). A ruling overrules all but the first. */
static bool may_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const char *name = state_name(state, id);
    if (!is_character(state, id)) {
        decision_wrong(decision, "%s is a foe: foes never roll to hit, characters defend", name);
        return false;
    }
    if (state->value[ENCOUNTER_PHASE] != PHASE_PARTY &&
        !decision_refuse(decision, "flow 5", "the foes attack now: `defend`, then `next`")) {
        return false;
    }
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "flow 5", "%s is out of the fight", name)) {
        return false;
    }
    return !state_value(state, id, FIELD_HAS_ACTED, 0) ||
           decision_refuse(decision, "flow 5", "%s has acted this round", name);
}

/* The only foe still there, when there is just one; 0 otherwise. */
static int only_foe(const struct state *state)
{
    int only = 0;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id)) {
            if (only != 0) {
                return 0;
            }
            only = id;
        }
    }
    return only;
}

static int foe_of(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int foe = command->argument[0].is_given ? command->argument[0].id : only_foe(state);
    if (foe == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "attack whom?")->wanted = WANTED_FOE;
        return 0;
    }
    if (is_character(state, foe) &&
        !decision_refuse(decision, "foe types", "%s is a character", state_name(state, foe))) {
        return 0;
    }
    if (!state_is_in(state, foe) &&
        !decision_refuse(decision, "attack", "%s is out of the fight", state_name(state, foe))) {
        return 0;
    }
    return foe;
}

/* 0 Life is dead. */
static void hurt(struct decision *decision, int id, int excess)
{
    (void)excess;
    if (state_value(&decision->state, id, FIELD_HP, 1) == 0) {
        table_leave(decision, id, OUT_DEAD);
    }
}

/* The first attack or defence starts the first round. */
static void start_if_new(struct decision *decision)
{
    if (decision->state.value[ENCOUNTER_ROUND] == 0) {
        struct event *event =
            decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, 1);
        decision_say(decision, event, "flow 4", "round 1 begins");
    }
}

/* Kills come off the group and damage off the Life; at 0 the row is dead. */
static void attack_effect(struct decision *decision, int foe, int effect)
{
    const struct state *state = &decision->state;
    if (!is_minor(state, foe)) {
        table_damage(decision, foe, effect, "damage");
        return;
    }
    int before = count_of(state, foe);
    struct event *event =
        decision_value(decision, EVENT_COUNT_CHANGED, foe, COUNT, before - effect);
    decision_say(decision, event, "multi-kill", "%s: %d → %d of %d", state_name(state, foe), before,
                 before - effect, state_value(state, foe, COUNT_START, before));
    if (before - effect == 0) {
        table_leave(decision, foe, OUT_DEAD);
    }
}

enum { OUT_HIT, OUT_CRITICAL, OUT_KILL, OUT_KILLS, OUT_DAMAGE };

static bool need_level(struct decision *decision, const struct command *command, int foe)
{
    return option_value(decision, command, "level", foe, LEVEL, (struct number_range){1, 50});
}

static void decide_attack(struct decision *decision, const struct command *command)
{
    int id = attacker_of(decision, command);
    if (!decision_goes_on(decision) || !may_act(decision, id)) {
        return;
    }
    start_if_new(decision);
    int foe = foe_of(decision, command);
    if (foe == 0 || !need_level(decision, command, foe)) {
        return;
    }
    const struct state *state = &decision->state;
    struct inputs inputs;
    struct error err;
    if (!decision_status(decision, attack_inputs(state, id, foe, &inputs, &err), &err) ||
        !give_bonus(decision, command, state_value(state, id, ATTACK_BONUS, 0), &inputs)) {
        return;
    }
    char who[NAME_SIZE * 2 + 8];
    snprintf(who, sizeof who, "%s → %s", state_name(state, id), state_name(state, foe));
    struct outcome outcome;
    if (!decision_resolve(decision, &inputs, id, foe, who, &outcome)) {
        return;
    }
    int effect = (int)outcome.value[is_minor(state, foe) ? OUT_KILLS : OUT_DAMAGE];
    decision_label(decision, "%s %s %s", state_name(state, id), effect > 0 ? "hits" : "misses",
                   state_name(state, foe));
    decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    if (effect > 0) {
        attack_effect(decision, foe, effect);
    }
}

/* ---- defend --------------------------------------------------------------------------------- */

static int attacking_foe(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int foe;
    if (!option_combatant(decision, command, "from", &foe)) {
        return 0;
    }
    foe = foe != 0 ? foe : only_foe(state);
    if (foe == 0) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "which foe attacks?");
        snprintf(question->prefix, sizeof question->prefix, "from=");
        question->wanted = WANTED_FOE;
        return 0;
    }
    bool is_fit = !is_character(state, foe) && state_is_in(state, foe);
    if (!is_fit && !decision_refuse(decision, "foe types", "%s does not attack", state_name(state, foe))) {
        return 0;
    }
    return foe;
}

/* A character's defence. */
static void decide_defend(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    if (!is_character(state, id)) {
        decision_wrong(decision, "%s is a foe: foes never roll", state_name(state, id));
        return;
    }
    if (state->value[ENCOUNTER_PHASE] != PHASE_FOES &&
        !decision_refuse(decision, "flow 5", "the party attacks now: `next` when it is done")) {
        return;
    }
    start_if_new(decision);
    int foe = attacking_foe(decision, command);
    if (foe == 0 || !need_level(decision, command, foe)) {
        return;
    }
    struct inputs inputs;
    struct error err;
    if (!decision_status(decision, defend_inputs(state, id, foe, &inputs, &err), &err) ||
        !give_bonus(decision, command, state_value(state, id, DEFENCE_BONUS, 0), &inputs)) {
        return;
    }
    char who[NAME_SIZE * 2 + 32];
    snprintf(who, sizeof who, "%s defends against %s", state_name(state, id),
             state_name(state, foe));
    struct outcome outcome;
    if (!decision_resolve(decision, &inputs, id, foe, who, &outcome)) {
        return;
    }
    int damage = (int)outcome.value[1];
    decision_label(decision, "%s %s %s", state_name(state, id),
                   damage > 0 ? "is hit by" : "blocks", state_name(state, foe));
    if (damage > 0) {
        table_damage(decision, id, damage, "defence");
    }
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* Party, then foes, then a new round. */
static void decide_next(struct decision *decision, const struct command *command)
{
    (void)command;
    start_if_new(decision);
    int round = decision->state.value[ENCOUNTER_ROUND];
    struct event *event;
    if (decision->state.value[ENCOUNTER_PHASE] == PHASE_PARTY) {
        event = decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_FOES);
        decision_say(decision, event, "flow 5", "the foes attack");
        decision_label(decision, "the foes attack");
        return;
    }
    for (int id = 1; id <= decision->state.count; id++) {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 0);
    }
    decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_PARTY);
    event = decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round + 1);
    decision_say(decision, event, "flow 5", "round %d: the party attacks", round + 1);
    decision_label(decision, "round %d", round + 1);
}

/* ---- morale and level ----------------------------------------------------------------------- */

enum { MORALE_ONCE = 1 };

/* A minor group checks once, when less than half of it is left (2 x remaining < initial). */
static void watch_morale(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    int start = state_value(state, id, COUNT_START, 0);
    bool is_due = state_is_in(state, id) && 2 * count_of(state, id) < start &&
                  state_value(state, id, FIELD_MORALE_MET, 0) == 0;
    if (!is_due) {
        return;
    }
    decision_value(decision, EVENT_MORALE_CALLED, id, FIELD_MORALE_MET, MORALE_ONCE);
    struct event *event =
        decision_value(decision, EVENT_MORALE_CALLED, id, FIELD_MORALE_DUE, MORALE_ONCE);
    decision_say(decision, event, "morale", "morale due: %s, below half", state_name(state, id));
}

/* A major foe loses a level once, at half Life (2 x remaining <= most), never below 1. */
static void watch_level(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    int most = state_value(state, id, FIELD_HP_MAX, 0);
    int level = state_value(state, id, LEVEL, 1);
    bool is_due = state_is_in(state, id) && most > 0 && state_is_set(state, id, FIELD_HP) &&
                  2 * state_value(state, id, FIELD_HP, 0) <= most &&
                  !state_value(state, id, LEVEL_DROPPED, 0);
    if (!is_due) {
        return;
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, LEVEL_DROPPED, 1);
    if (level > 1) {
        struct event *event = decision_value(decision, EVENT_VALUE_CHANGED, id, LEVEL, level - 1);
        decision_say(decision, event, "level", "%s: half Life, level %d → %d",
                     state_name(state, id), level, level - 1);
    }
}

/* A copy of a group that has shrunk, or of a foe whose level has dropped, is as both began. */
static void make_whole(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    if (state_is_set(state, id, COUNT_START)) {
        decision_value(decision, EVENT_COUNT_CHANGED, id, COUNT,
                       state_value(state, id, COUNT_START, 0));
    }
    if (state_value(state, id, LEVEL_DROPPED, 0) != 0) {
        decision_unset(decision, EVENT_VALUE_CHANGED, id, LEVEL_DROPPED);
        decision_value(decision, EVENT_VALUE_CHANGED, id, LEVEL,
                       state_value(state, id, LEVEL, 1) + 1);
    }
}

static void watch(struct decision *decision, const struct state *before)
{
    (void)before;
    for (int id = 1; id <= decision->state.count && decision_goes_on(decision); id++) {
        const struct state *state = &decision->state;
        if (is_character(state, id)) {
            continue;
        }
        if (state_value(state, id, COUNT, 0) > state_value(state, id, COUNT_START, 0)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, COUNT_START, count_of(state, id));
        }
        if (is_minor(state, id)) {
            watch_morale(decision, id);
        } else {
            watch_level(decision, id);
        }
    }
}

static int due(const struct state *state, struct due *out, int most)
{
    int count = 0;
    for (int id = 1; id <= state->count && count < most; id++) {
        if (state_is_in(state, id) && state_value(state, id, FIELD_MORALE_DUE, 0) != 0) {
            struct due *one = &out[count++];
            *one = (struct due){.subject = id, .rule = "morale", .action = "morale"};
            snprintf(one->text, sizeof one->text, "morale due: %s, below half",
                     state_name(state, id));
            snprintf(one->command, sizeof one->command, "morale #%d", id);
        }
    }
    return count;
}

static bool due_act(const struct state *state, const struct due *due, struct inputs *out,
                    struct error *err)
{
    inputs_begin(out, state_system(state), state_action(state, due->action));
    return inputs_finish(out, err) == STATUS_OK;
}

static int morale_foe(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].is_given ? command->argument[0].id : 0;
    for (int other = 1; other <= state->count && id == 0; other++) {
        id = state_value(state, other, FIELD_MORALE_DUE, 0) != 0 ? other : 0;
    }
    if (id == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "whose morale?")->wanted = WANTED_FOE;
        return 0;
    }
    if (is_character(state, id)) {
        decision_refuse(decision, "morale", "%s is a character", state_name(state, id));
        return 0;
    }
    bool is_due = state_value(state, id, FIELD_MORALE_DUE, 0) != 0;
    if (!is_due && !decision_refuse(decision, "morale",
                                    "no check is due: less than half must be left, once")) {
        return 0;
    }
    return id;
}

/* d6 + modifier: 3 or less flees, 4 or more stays. */
static void decide_morale(struct decision *decision, const struct command *command)
{
    int id = morale_foe(decision, command);
    if (id == 0) {
        return;
    }
    struct inputs inputs;
    struct error err;
    inputs_begin(&inputs, state_system(&decision->state), state_action(&decision->state, "morale"));
    struct outcome outcome;
    if (!option_input(decision, command, "modifier", &inputs) ||
        !decision_status(decision, inputs_finish(&inputs, &err), &err) ||
        !decision_resolve(decision, &inputs, id, 0, state_name(&decision->state, id), &outcome)) {
        return;
    }
    decision_value(decision, EVENT_MORALE_SETTLED, id, FIELD_MORALE_DUE, 0);
    bool stays = outcome.value[0] != 0;
    if (!stays) {
        table_leave(decision, id, OUT_FLED);
    }
    decision_label(decision, "%s %s", state_name(&decision->state, id), stays ? "stay" : "flee");
}

/* ---- the procedure -------------------------------------------------------------------------- */

static const char *const attack_options[] = {"by", "bonus", "level", NULL};
static const char *const defend_options[] = {"from", "bonus", "level", NULL};
static const char *const morale_options[] = {"modifier", NULL};

static const struct command_def commands[] = {
    {.name = "next", .help = "the foes' attacks, or the next round", .rule = "flow 5",
     .decide = decide_next},
    {.name = "attack", .help = "a character attacks: attack goblins by=Oda 6 3",
     .rule = "attack",
     .arguments = {{.name = "FOE", .kind = ARGUMENT_COMBATANT, .is_optional = true}},
     .arguments_count = 1, .options = attack_options, .takes_dice = true, .decide = decide_attack},
    {.name = "defend", .help = "a character defends: defend Oda from=goblins 4",
     .rule = "defence",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT}}, .arguments_count = 1,
     .options = defend_options, .takes_dice = true, .decide = decide_defend},
    {.name = "morale", .help = "a foe's morale check: d6, 4 or more stays", .rule = "morale",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT, .is_optional = true}},
     .arguments_count = 1, .options = morale_options, .takes_dice = true, .decide = decide_morale},
};

const struct procedure four_against_darkness_procedure;
const struct procedure four_against_darkness_procedure = {
    .system = "four-against-darkness",
    .score = "level",
    .commands = commands,
    .commands_count = (int)(sizeof commands / sizeof commands[0]),
    .comes_before = comes_before,
    .row = row,
    .phase = phase,
    .facts = facts,
    .actor = actor,
    .usual_act = usual_act,
    .hurt = hurt,
    .watch = watch,
    .make_whole = make_whole,
    .due = due,
    .due_act = due_act,
};
