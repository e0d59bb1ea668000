/* Trilemma at the table: initiative that carries over, one action a turn, rests between rounds,
 * morale that is watched. Paragraphs are those of chapter 5. */
#include <stdio.h>
#include <string.h>

#include "tracker/groups.h"
#include "tracker/options.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"

enum { PHASE_ROUND, PHASE_BETWEEN };

/* Attributes, in the order of the system's table. */
enum {
    STRENGTH = FIELD_SYSTEM,
    WITS,
    AC,
    ARMOUR,
    DAMAGE,
    MORALE
};
enum { TEXT_DAMAGE = TEXT_SYSTEM };

enum { PLAIN_AC = 20 };

static const struct number_range ability_range = {-100, 100};
static const struct number_range ac_range = {0, 100};
static const struct number_range morale_range = {2, 12};

/* ---- order ---------------------------------------------------------------------------------- */

/* The current score: what was rolled less what was spent, never below 0 (5.1, 5.2). */
static int score_of(const struct state *state, int id)
{
    int score = state_value(state, id, FIELD_INITIATIVE, 0) - state_value(state, id, FIELD_SPENT, 0);
    return score < 0 ? 0 : score;
}

/* Highest score first; ties: higher wits, then characters, then order of entry (5.1; T5). Rows
 * without a score and rows that are out of the fight stand below. */
static bool comes_before(const struct state *state, int a, int b)
{
    int keys[][2] = {
        {state_is_in(state, a), state_is_in(state, b)},
        {state_is_set(state, a, FIELD_INITIATIVE), state_is_set(state, b, FIELD_INITIATIVE)},
        {score_of(state, a), score_of(state, b)},
        {state_value(state, a, WITS, 0), state_value(state, b, WITS, 0)},
        {state_value(state, a, FIELD_SIDE, 0), state_value(state, b, FIELD_SIDE, 0)},
        {-state_value(state, a, FIELD_PLACE, a), -state_value(state, b, FIELD_PLACE, b)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] > keys[i][1];
        }
    }
    return a < b;
}

/* Next to act is the highest score among those who have not acted (T1); 0 when all have. */
static int next_to_act(const struct state *state)
{
    int next = 0;
    for (int id = 1; id <= state->count; id++) {
        bool can_act = state_is_in(state, id) && state_is_set(state, id, FIELD_INITIATIVE) &&
                       !state_value(state, id, FIELD_HAS_ACTED, 0);
        if (can_act && (next == 0 || comes_before(state, id, next))) {
            next = id;
        }
    }
    return next;
}

static int actor(const struct state *state)
{
    return state->value[ENCOUNTER_TURN];
}

/* ---- what the screen shows ------------------------------------------------------------------ */

static void row(const struct state *state, int id, struct row_words *out)
{
    struct text score, words;
    text_init(&score, out->score, sizeof out->score);
    text_init(&words, out->words, sizeof out->words);
    out->is_waiting = state_is_in(state, id) && !state_value(state, id, FIELD_HAS_ACTED, 0);
    if (!state_is_in(state, id)) {
        text_add(&words, "%s", way_out_name((enum way_out)state_value(state, id, FIELD_OUT, 0)));
        return;
    }
    if (!state_is_set(state, id, FIELD_INITIATIVE)) {
        return;
    }
    int current = score_of(state, id);
    text_add(&score, "%d", current);
    if (current == 0) {
        text_add(&words, "flat-footed"); /* 5.9 */
    }
}

static void phase(const struct state *state, struct text *out)
{
    int round = state->value[ENCOUNTER_ROUND];
    if (round == 0) {
        text_add(out, "not started");
    } else if (state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN) {
        text_add(out, "after round %d", round);
    } else {
        text_add(out, "round %d", round);
    }
}

/* The AC without situation: as set, or 20 and the armour (5.15). False when neither is known. */
static bool base_ac(const struct state *state, int id, int *out)
{
    if (state_is_set(state, id, AC)) {
        *out = state_value(state, id, AC, 0);
        return true;
    }
    if (state_is_set(state, id, ARMOUR)) {
        *out = PLAIN_AC + state_value(state, id, ARMOUR, 0);
        return true;
    }
    return false;
}

static void facts(const struct state *state, int id, struct text *out)
{
    int ac;
    const char *gap = "";
    if (state_is_set(state, id, STRENGTH)) {
        text_add(out, "strength %d", state_value(state, id, STRENGTH, 0));
        gap = "  ";
    }
    if (state_is_set(state, id, WITS)) {
        text_add(out, "%swits %d", gap, state_value(state, id, WITS, 0));
    }
    text_add(out, "\n");
    if (base_ac(state, id, &ac)) {
        text_add(out, "AC %d", ac);
        if (state_is_set(state, id, ARMOUR)) {
            text_add(out, " (armour %d)", state_value(state, id, ARMOUR, 0));
        }
        text_add(out, "\n");
    }
    if (state_at(state, id)->text[TEXT_DAMAGE][0] != '\0') {
        text_add(out, "damage %s\n", state_at(state, id)->text[TEXT_DAMAGE]);
    }
    if (state_is_set(state, id, MORALE)) {
        text_add(out, "morale %d\n", state_value(state, id, MORALE, 0));
    }
    if (state_is_set(state, id, FIELD_INITIATIVE)) {
        int spent = state_value(state, id, FIELD_SPENT, 0);
        text_add(out, "init %d", score_of(state, id));
        if (spent > 0) {
            text_add(out, " = %d rolled - %d spent", state_value(state, id, FIELD_INITIATIVE, 0),
                     spent);
        }
        text_add(out, "\n");
    }
}

/* ---- attack --------------------------------------------------------------------------------- */

static const char *damage_of(const struct state *state, int id)
{
    const char *own = state_at(state, id)->text[TEXT_DAMAGE];
    return own[0] != '\0' ? own : "1d6"; /* 5.18 */
}

/* The inputs both rows give: strength against AC, damage, HP. Needs strength and AC. */
static enum status attack_inputs(const struct state *state, int id, int target,
                                 struct inputs *inputs, struct error *err)
{
    int ac;
    if (!state_is_set(state, id, STRENGTH)) {
        return error_set(err, STATUS_MISSING, "strength", "%s has no strength yet",
                         state_name(state, id));
    }
    if (!base_ac(state, target, &ac)) {
        return error_set(err, STATUS_MISSING, "ac", "%s has no AC yet", state_name(state, target));
    }
    inputs_begin(inputs, state_system(state), state_action(state, "attack"));
    enum status status = inputs_give_number(inputs, "strength", state_value(state, id, STRENGTH, 0), err);
    if (status == STATUS_OK) {
        status = inputs_give_number(inputs, "ac", ac, err);
    }
    if (status == STATUS_OK) {
        status = inputs_give_text(inputs, "damage", str_of(damage_of(state, id)), err);
    }
    if (status == STATUS_OK && state_is_set(state, target, FIELD_HP)) {
        int hp = state_value(state, target, FIELD_HP, 0) +
                 state_value(state, target, FIELD_HP_TEMPORARY, 0);
        status = inputs_give_number(inputs, "hp", hp, err);
    }
    return status;
}

static bool usual_act(const struct state *state, int id, int target, struct inputs *out,
                      struct error *err)
{
    return attack_inputs(state, id, target, out, err) == STATUS_OK &&
           inputs_finish(out, err) == STATUS_OK;
}

/* Who attacks: by=..., else the one whose turn it is. 0: the decision has ended. */
static int attacker_of(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : decision->state.value[ENCOUNTER_TURN];
    if (id == 0 && decision_refuse(decision, "5.1", "nobody has a turn now: `initiative` or `next` "
                                                    "comes first")) {
        decision_wrong(decision, "who attacks? by=NAME");
    }
    return id;
}

/* One action, on one's own turn (5.1). A ruling overrules each of these. */
static bool may_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    int turn = state->value[ENCOUNTER_TURN];
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "5.1", "%s is out of the fight", state_name(state, id))) {
        return false;
    }
    if (turn == 0 &&
        !decision_refuse(decision, "5.1", "nobody has a turn now: `next` starts the round")) {
        return false;
    }
    if (turn != 0 && turn != id &&
        !decision_refuse(decision, "5.1", "it is %s's turn, not %s's", state_name(state, turn),
                         state_name(state, id))) {
        return false;
    }
    return turn != id || !state_value(state, id, FIELD_HAS_ACTED, 0) ||
           decision_refuse(decision, "5.1", "%s has acted this round: `next` is due",
                           state_name(state, id));
}

/* The target, asked for when it is not named. */
static int target_of(struct decision *decision, const struct command *command, const char *verb)
{
    if (command->argument[0].is_given) {
        return command->argument[0].id;
    }
    decision_ask(decision, QUESTION_COMBATANT, "%s whom?", verb);
    return 0;
}

/* Options of the command that are parameters of the action; an active defender uses its own
 * strength (5.17). */
static bool give_options(struct decision *decision, const struct command *command, int target,
                         struct inputs *inputs)
{
    static const char *const passed[] = {"edge", "defend", "defender_edge", "direct"};
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++) {
        if (!option_input(decision, command, passed[i], inputs)) {
            return false;
        }
    }
    if (command_option(command, "defend") == NULL) {
        return true;
    }
    int strength = state_value(&decision->state, target, STRENGTH, 0);
    struct error err;
    return decision_status(
        decision, inputs_give_number(inputs, "defender_strength", strength, &err), &err);
}

static void call_injury(struct decision *decision, int id, int excess)
{
    const char *name = state_name(&decision->state, id);
    int due = state_value(&decision->state, id, FIELD_INJURY_DUE, 0);
    struct event *event =
        decision_value(decision, EVENT_INJURY_CALLED, id, FIELD_INJURY_DUE, due + 1);
    if (excess > 0) {
        decision_say(decision, event, "5.18", "injury save due: %s, %d beyond", name, excess);
    } else {
        decision_say(decision, event, "5.18", "injury save due: %s", name);
    }
}

/* HP stop at 0; more damage than there was makes an injury save due (5.18; T19). */
static void hurt(struct decision *decision, int id, int excess)
{
    if (excess > 0) {
        call_injury(decision, id, excess);
    }
}

/* A direct hit passes the HP by (5.20), and at 0 HP even a hit of no damage counts (T19). */
static void attack_effect(struct decision *decision, int id, int target, bool is_injury_due,
                          int damage)
{
    if (damage > 0) {
        table_damage(decision, target, damage, "5.18");
    } else if (is_injury_due) {
        call_injury(decision, target, 0);
    }
    decision_label(decision, "%s hits %s", state_name(&decision->state, id),
                   state_name(&decision->state, target));
}

enum { OUT_HIT, OUT_FOUR_EXTRA, OUT_INJURY_DUE, OUT_DEGREES, OUT_DAMAGE };

/* Everything an attack needs, from both rows and the command; false when the decision has ended. */
static bool attack_prepare(struct decision *decision, const struct command *command, int id,
                           int target, struct inputs *inputs)
{
    const struct state *state = &decision->state;
    if (!state_is_in(state, target) &&
        !decision_refuse(decision, "5.18", "%s is out of the fight already",
                         state_name(state, target))) {
        return false;
    }
    int ac;
    bool needs_ac = command_option(command, "ac") != NULL || !base_ac(state, target, &ac);
    if (!option_value(decision, command, "strength", id, STRENGTH, ability_range) ||
        (needs_ac && !option_value(decision, command, "ac", target, AC, ac_range))) {
        return false;
    }
    struct error err;
    return decision_status(decision, attack_inputs(state, id, target, inputs, &err), &err) &&
           give_options(decision, command, target, inputs) &&
           decision_status(decision, inputs_finish(inputs, &err), &err);
}

static void decide_attack(struct decision *decision, const struct command *command)
{
    int id = attacker_of(decision, command);
    if (!decision_goes_on(decision) || !may_act(decision, id)) {
        return;
    }
    int target = target_of(decision, command, "attack");
    struct inputs inputs;
    if (target == 0 || !attack_prepare(decision, command, id, target, &inputs)) {
        return;
    }
    const struct state *state = &decision->state;
    char who[NAME_SIZE * 2 + 8];
    snprintf(who, sizeof who, "%s → %s", state_name(state, id), state_name(state, target));
    struct outcome outcome;
    if (!decision_resolve(decision, &inputs, id, target, who, &outcome)) {
        return;
    }
    decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    decision_label(decision, "%s misses %s", state_name(state, id), state_name(state, target));
    if (outcome.value[OUT_HIT]) {
        attack_effect(decision, id, target,
                      outcome.is_present[OUT_INJURY_DUE] && outcome.value[OUT_INJURY_DUE],
                      (int)outcome.value[OUT_DAMAGE]);
    }
}

/* ---- injury --------------------------------------------------------------------------------- */

static const char *const injuries[] = {"none", "wounded", "out", "dead", NULL};
enum { INJURY_NONE, INJURY_WOUNDED, INJURY_OUT, INJURY_DEAD };

/* The save's numbers are the referee's own (T20): this records what came of it. */
static void decide_injury(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    int due = state_value(state, id, FIELD_INJURY_DUE, 0);
    if (due == 0 &&
        !decision_refuse(decision, "5.18", "no injury save is due for %s", state_name(state, id))) {
        return;
    }
    if (!command->argument[1].is_given) {
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s: injury?", state_name(state, id));
        for (int i = 0; injuries[i] != NULL; i++) {
            question->choice[question->choices++] = injuries[i];
        }
        return;
    }
    int choice = command->argument[1].choice;
    /* Who is out of the fight owes no further save. */
    bool is_out = choice == INJURY_OUT || choice == INJURY_DEAD;
    struct event *event = decision_value(decision, EVENT_INJURY_SETTLED, id, FIELD_INJURY_DUE,
                                         due > 0 && !is_out ? due - 1 : 0);
    decision_say(decision, event, "5.18", "%s: injury: %s", state_name(state, id),
                 injuries[choice]);
    if (is_out) {
        table_leave(decision, id, choice == INJURY_DEAD ? OUT_DEAD : OUT_DOWN);
    }
    decision_label(decision, "%s: injury %s", state_name(state, id), injuries[choice]);
}

/* ---- initiative and turns ------------------------------------------------------------------- */

/* One roll: d20 + wits (5.1). Foes of one kind share the roll of their first (T14). */
static bool roll_initiative(struct decision *decision, const struct command *command, int id,
                            int *score)
{
    if (!option_value(decision, command, "wits", id, WITS, ability_range)) {
        return false;
    }
    struct inputs inputs;
    struct error err;
    struct outcome outcome;
    inputs_begin(&inputs, state_system(&decision->state),
                 state_action(&decision->state, "initiative"));
    int wits = state_value(&decision->state, id, WITS, 0);
    if (!decision_status(decision, inputs_give_number(&inputs, "wits", wits, &err), &err) ||
        !decision_status(decision, inputs_finish(&inputs, &err), &err) ||
        !decision_resolve(decision, &inputs, id, 0, state_name(&decision->state, id), &outcome)) {
        return false;
    }
    *score = (int)outcome.value[0];
    return true;
}

/* The score of an earlier row of the same group that can be shared; false when there is none. */
static bool shared_score(const struct state *state, int id, int *score)
{
    int group = group_of(state, id);
    for (int other = 1; other < id; other++) {
        bool is_like = state_is_present(state, other) && state_is_set(state, other, FIELD_INITIATIVE) &&
                       group_of(state, other) == group &&
                       state_value(state, other, FIELD_SIDE, SIDE_FOES) == SIDE_FOES &&
                       state_value(state, other, WITS, 0) == state_value(state, id, WITS, 0);
        if (is_like) {
            *score = state_value(state, other, FIELD_INITIATIVE, 0);
            return true;
        }
    }
    return false;
}

static void start_round(struct decision *decision, int round)
{
    for (int id = 1; id <= decision->state.count; id++) {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 0);
    }
    decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_ROUND);
    struct event *event = decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round);
    decision_say(decision, event, "5.1", "round %d begins", round);
}

static void start_turn(struct decision *decision, int id)
{
    struct event *event = decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, id);
    if (id != 0) {
        decision_say(decision, event, "5.1", "%s's turn at %d", state_name(&decision->state, id),
                     score_of(&decision->state, id));
    }
}

/* Rolls for whoever has no score yet and starts the fight; a score that was typed stays (B17). */
static void decide_initiative(struct decision *decision, const struct command *command)
{
    int rolled = 0;
    for (int id = 1; id <= decision->state.count; id++) {
        const struct state *state = &decision->state;
        if (!state_is_in(state, id) || state_is_set(state, id, FIELD_INITIATIVE)) {
            continue;
        }
        int score;
        if (!shared_score(state, id, &score) && !roll_initiative(decision, command, id, &score)) {
            return;
        }
        decision_value(decision, EVENT_INITIATIVE_TAKEN, id, FIELD_INITIATIVE, score);
        decision_value(decision, EVENT_INITIATIVE_SPENT, id, FIELD_SPENT, 0);
        rolled++;
    }
    if (rolled == 0 && !decision_refuse(decision, "5.1", "everybody has an initiative score")) {
        return;
    }
    if (decision->state.value[ENCOUNTER_ROUND] == 0) {
        start_round(decision, 1);
        start_turn(decision, next_to_act(&decision->state));
    }
    decision_label(decision, "initiative for %d", rolled);
}

/* Ends the turn; when everybody has acted the bout ends (5.5), and the next `next` starts a new
 * round: scores carry over (5.1). */
static void decide_next(struct decision *decision, const struct command *command)
{
    (void)command;
    int round = decision->state.value[ENCOUNTER_ROUND];
    if (round == 0) {
        decision_refuse(decision, "5.1", "the fight has not started: `initiative` first");
        return;
    }
    int turn = decision->state.value[ENCOUNTER_TURN];
    if (turn != 0) {
        decision_value(decision, EVENT_ACTION_USED, turn, FIELD_HAS_ACTED, 1);
    }
    if (decision->state.value[ENCOUNTER_PHASE] == PHASE_BETWEEN) {
        start_round(decision, round + 1);
    }
    int next = next_to_act(&decision->state);
    start_turn(decision, next);
    if (next != 0) {
        decision_label(decision, "%s's turn", state_name(&decision->state, next));
        return;
    }
    struct event *event =
        decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_BETWEEN);
    decision_say(decision, event, "5.5", "round %d ends, the bout breaks apart", round);
    decision_label(decision, "end of round %d", round);
}

/* ---- morale --------------------------------------------------------------------------------- */

/* Reasons for a check, a bit each (5.13). */
enum { MET_QUARTER = 1, MET_HALF = 2, MET_FURTHER = 4 };

static const struct {
    int bit;
    const char *text;
} reasons[] = {
    {MET_QUARTER, "25% fallen"}, {MET_HALF, "50% fallen"}, {MET_FURTHER, "another fallen after half"}};

/* Characters never check (T23); a group that has no morale score cannot. */
static bool is_group_checked(const struct state *state, int group)
{
    return state_value(state, group, FIELD_SIDE, SIDE_FOES) == SIDE_FOES &&
           state_is_set(state, group, MORALE);
}

static void name_reasons(int bits, struct text *out)
{
    const char *gap = "";
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (bits & reasons[i].bit) {
            text_add(out, "%s%s", gap, reasons[i].text);
            gap = ", ";
        }
    }
}

/* 5.13, T25: a quarter and half fallen, once each; a further loss when more than half had fallen
 * before it. No check when nobody is left. */
static void watch_group(struct decision *decision, const struct state *before, int group)
{
    /* Fallen are dead, down and captured; fled counts too (T28). */
    struct group_count now = group_counts(&decision->state, group);
    struct group_count then = group <= before->count ? group_counts(before, group)
                                                     : (struct group_count){0};
    if (now.fallen <= then.fallen || now.left == 0) {
        return;
    }
    int met = state_value(&decision->state, group, FIELD_MORALE_MET, 0);
    int newly = 0;
    newly |= now.fallen * 4 >= now.initial ? MET_QUARTER & ~met : 0;
    newly |= now.fallen * 2 >= now.initial ? MET_HALF & ~met : 0;
    newly |= then.fallen * 2 > then.initial ? MET_FURTHER : 0;
    if (newly == 0) {
        return;
    }
    decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_MET, met | newly);
    int due = state_value(&decision->state, group, FIELD_MORALE_DUE, 0);
    struct event *event =
        decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_DUE, due | newly);
    char buf[200];
    struct text text;
    text_init(&text, buf, sizeof buf);
    group_name(&decision->state, group, &text);
    text_add(&text, ", ");
    name_reasons(newly, &text);
    decision_say(decision, event, "5.13", "morale due: %s", buf);
}

static void watch(struct decision *decision, const struct state *before)
{
    for (int group = 1; group <= decision->state.count && decision_goes_on(decision); group++) {
        bool is_first = state_value(&decision->state, group, FIELD_GROUP, 0) == group;
        if (is_first && is_group_checked(&decision->state, group)) {
            watch_group(decision, before, group);
        }
    }
}

static int due(const struct state *state, struct due *out, int most)
{
    int count = 0;
    for (int id = 1; id <= state->count && count < most; id++) {
        int bits = state_value(state, id, FIELD_MORALE_DUE, 0);
        if (state_is_in(state, id) && state_value(state, id, FIELD_INJURY_DUE, 0) > 0) {
            struct due *one = &out[count++];
            *one = (struct due){.subject = id, .rule = "5.18"};
            snprintf(one->text, sizeof one->text, "injury save due: %s", state_name(state, id));
            snprintf(one->command, sizeof one->command, "injury #%d", id);
        }
        if (bits != 0 && count < most) {
            struct due *one = &out[count++];
            *one = (struct due){.subject = id, .rule = "5.13"};
            struct text text;
            text_init(&text, one->text, sizeof one->text);
            text_add(&text, "morale due: ");
            group_name(state, id, &text);
            text_add(&text, ", ");
            name_reasons(bits, &text);
            snprintf(one->command, sizeof one->command, "morale #%d", id);
        }
    }
    return count;
}

static const char *const broken_ways[] = {"flee", "surrender", "other", NULL};
enum { BROKEN_FLEE, BROKEN_SURRENDER, BROKEN_OTHER };

static void break_group(struct decision *decision, int group, int way)
{
    for (int id = 1; id <= decision->state.count && way != BROKEN_OTHER; id++) {
        if (state_is_in(&decision->state, id) &&
            group_of(&decision->state, id) == group) {
            table_leave(decision, id, way == BROKEN_FLEE ? OUT_FLED : OUT_SURRENDERED);
        }
    }
}

/* Whom a check is about: the named one's group, else the first that is due. */
static int morale_group(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int group = 0;
    if (command->argument[0].is_given) {
        group = group_of(state, command->argument[0].id);
    }
    for (int id = 1; id <= state->count && group == 0; id++) {
        group = state_value(state, id, FIELD_MORALE_DUE, 0) != 0 ? id : 0;
    }
    if (group == 0) {
        decision_ask(decision, QUESTION_COMBATANT, "whose morale?");
        return 0;
    }
    bool is_character = state_value(state, group, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    if (is_character && !decision_refuse(decision, "5.12", "%s is a character: characters never "
                                                           "check morale",
                                         state_name(state, group))) {
        return 0;
    }
    if (group_counts(state, group).left == 0 &&
        !decision_refuse(decision, "5.13", "nobody of that group is left")) {
        return 0;
    }
    return group;
}

static bool morale_inputs(struct decision *decision, const struct command *command, int group,
                          struct inputs *inputs)
{
    struct error err;
    inputs_begin(inputs, state_system(&decision->state), state_action(&decision->state, "morale"));
    int score = state_value(&decision->state, group, MORALE, 0);
    return decision_status(decision, inputs_give_number(inputs, "score", score, &err), &err) &&
           option_input(decision, command, "modifier", inputs) &&
           decision_status(decision, inputs_finish(inputs, &err), &err);
}

static void decide_morale(struct decision *decision, const struct command *command)
{
    int group = morale_group(decision, command);
    if (group == 0 || !option_value(decision, command, "score", group, MORALE, morale_range)) {
        return;
    }
    char name[NAME_SIZE + 8];
    struct text text;
    text_init(&text, name, sizeof name);
    group_name(&decision->state, group, &text);
    struct inputs inputs;
    struct outcome outcome;
    if (!morale_inputs(decision, command, group, &inputs) ||
        !decision_resolve(decision, &inputs, group, 0, name, &outcome)) {
        return;
    }
    decision_value(decision, EVENT_MORALE_SETTLED, group, FIELD_MORALE_DUE, 0);
    bool holds = outcome.value[0] != 0;
    decision_label(decision, "%s %s", name, holds ? "hold" : "break");
    /* What the broken do is the referee's choice (T29); unasked, they flee. */
    char prompt[NAME_SIZE + 40];
    snprintf(prompt, sizeof prompt, "%s break: what do they do?", name);
    int way;
    if (!holds && option_choice(decision, command, "then", broken_ways, prompt, &way)) {
        break_group(decision, group, way);
    }
}

/* ---- the procedure -------------------------------------------------------------------------- */

static const char *const attack_options[] = {"by",     "edge",          "ac",       "strength",
                                             "defend", "defender_edge", "direct", NULL};
static const char *const initiative_options[] = {"wits", NULL};
static const char *const morale_options[] = {"modifier", "then", "score", NULL};

static const struct command_def commands[] = {
    {.name = "next", .help = "end the turn; at the end of a round start the next", .rule = "5.1",
     .decide = decide_next},
    {.name = "attack", .help = "the one whose turn it is attacks: attack p1 14 4", .rule = "5.14",
     .arguments = {{.name = "TARGET", .kind = ARGUMENT_COMBATANT, .is_optional = true}},
     .arguments_count = 1, .options = attack_options, .takes_dice = true, .decide = decide_attack},
    {.name = "initiative", .help = "roll for all who have no score, and start", .rule = "5.1",
     .options = initiative_options, .takes_dice = true, .decide = decide_initiative},
    {.name = "morale", .help = "a group's morale check: morale p1", .rule = "5.13",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT, .is_optional = true}},
     .arguments_count = 1, .options = morale_options, .takes_dice = true, .decide = decide_morale},
    {.name = "injury", .help = "what came of an injury save", .rule = "5.18",
     .arguments = {{.name = "WHO", .kind = ARGUMENT_COMBATANT},
                   {.name = "OUTCOME", .kind = ARGUMENT_CHOICE, .is_optional = true,
                    .choices = injuries}},
     .arguments_count = 2, .decide = decide_injury},
};

const struct procedure trilemma_procedure;
const struct procedure trilemma_procedure = {
    .system = "trilemma",
    .score = "init",
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
    .due = due,
};
