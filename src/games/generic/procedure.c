#include "games/generic/procedure.h"

#include <stdio.h>

#include "games/generic/morale.h"
#include "games/generic/plays.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"
#include "tracker/command.h"
#include "tracker/conditions.h"
#include "tracker/settings.h"
#include "tracker/table_commands.h"
#include "tracker/turns.h"

/* ---- the kind -------------------------------------------------------------------------- */

bool generic_is_hit_points(struct str text, struct error *err)
{
    enum { MOST = 10000 };
    struct dice_expr expr;
    int64_t least, most;
    bool is_read = text.n > 0 && char_is_digit(text.p[0]) &&
                   dice_expr_parse(&expr, text, err) == STATUS_OK;
    if (!is_read && text.n > 0 && char_is_digit(text.p[0]) &&
        dice_expr_parse_as(NULL, &expr, text, DICE_LOGGED, NULL) == STATUS_OK) {
        return false; /* refused by name: it was understood before */
    }
    if (is_read) {
        dice_expr_range(&expr, &least, &most);
        if (most >= 0 && most <= MOST) {
            return true;
        }
    }
    error_set(err, STATUS_USAGE, "", "expected 0 to %d, or dice such as 2d8", MOST);
    return false;
}

static const struct library_field_def fields[] = {GENERIC_CREATURE_FIELDS};

const char *const generic_all_attributes[] = {"*", NULL};

const struct library_kind generic_kinds[GENERIC_KINDS] = {{GENERIC_CREATURE(fields)}};
const struct given_def generic_gives[GENERIC_GIVES] = {GENERIC_GIVES_CREATURE};

/* ---- the slots ------------------------------------------------------------------------- */

void creature_give(struct decision *decision, int id, struct str name)
{
    if (str_equal(name, "-")) {
        combatant_unfill(decision, id);
        return;
    }
    const struct library_record *creature = decision_record(decision, "creature", name);
    if (creature != NULL) {
        combatant_fill(decision, id, creature);
    }
}

void generic_joins(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_foe = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    if (decision->library == NULL || !is_foe || combatant_made_from(state, id) != NULL) {
        return;
    }
    const struct library_record *creature = library_find(
        decision->library, "creature", str_of(state_text(state, id, TEXT_KIND)), NULL);
    if (creature != NULL) {
        combatant_fill(decision, id, creature);
    }
}

void creature_fact(const struct state *state, int id, struct text *out)
{
    const char *from = combatant_made_from(state, id);
    if (from != NULL) {
        text_add(out, "from the library: %s\n", from);
    }
}

enum { NO_TIE = 1000, FACT_COLUMNS = 28 };
static const struct number_range score_range = {-1000, 1000};

/* The rule to cite when there is none: the referee sets the order. */
static const char order_rule[] = "order";

/* ---- order ----------------------------------------------------------------------------- */

/* Highest score first; then as set by hand, then in the order of entry. Those without a score
 * come after those with one, and those out of the fight come last. */
bool generic_comes_before(const struct state *state, int a, int b)
{
    bool is_in = state_is_in(state, a);
    if (is_in != state_is_in(state, b)) {
        return is_in;
    }
    bool has_score = state_is_set(state, a, FIELD_INITIATIVE);
    if (has_score != state_is_set(state, b, FIELD_INITIATIVE)) {
        return has_score;
    }
    int score = state_value(state, a, FIELD_INITIATIVE, 0);
    int other = state_value(state, b, FIELD_INITIATIVE, 0);
    if (score != other) {
        return score > other;
    }
    int tie = state_value(state, a, FIELD_TIE, NO_TIE);
    int other_tie = state_value(state, b, FIELD_TIE, NO_TIE);
    if (tie != other_tie) {
        return tie < other_tie;
    }
    int entry = state_value(state, a, FIELD_ENTRY, a);
    int other_entry = state_value(state, b, FIELD_ENTRY, b);
    return entry != other_entry ? entry < other_entry : a < b;
}

int generic_actor(const struct state *state)
{
    return state->value[ENCOUNTER_TURN];
}

/* Writes the places of these combatants down, first to last. */
static void keep_order(struct decision *decision, const int *ids, int count)
{
    for (int i = 0; i < count; i++) {
        decision_value(decision, EVENT_VALUE_CHANGED, ids[i], FIELD_TIE, i + 1);
    }
}

static int index_of(const int *ids, int count, int id)
{
    int at = 0;
    while (at < count && ids[at] != id) {
        at++;
    }
    return at;
}

/* Takes an id out of a list and inserts it before place `to` of the rest. */
static void put_at(int *ids, int count, int id, int to)
{
    for (int i = index_of(ids, count, id); i + 1 < count; i++) {
        ids[i] = ids[i + 1];
    }
    for (int i = count - 1; i > to; i--) {
        ids[i] = ids[i - 1];
    }
    ids[to] = id;
}

/* `order Ana Bo`: those who are named come first, in this order; the others follow as before.
 * An order by hand replaces scores. */
static void decide_order(struct decision *decision, const struct command *command)
{
    int ids[COMBATANTS_MAX];
    int count = turns_order(decision->procedure, &decision->state, ids);
    int named = 0;
    struct str rest = command->argument[0].word;
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        struct error err;
        int id = combatant_find(&decision->state, word, &err);
        if (id == 0) {
            decision_wrong(decision, "order: %s", err.text);
            return;
        }
        if (index_of(ids, named, id) < named) {
            decision_wrong(decision, "order: %s is named twice",
                           state_name(&decision->state, id));
            return;
        }
        put_at(ids, count, id, named++);
    }
    for (int i = 0; i < count; i++) {
        if (state_is_set(&decision->state, ids[i], FIELD_INITIATIVE)) {
            decision_unset(decision, EVENT_INITIATIVE_TAKEN, ids[i], FIELD_INITIATIVE);
        }
    }
    keep_order(decision, ids, count);
    TEXT_BUFFER(list, 300);
    for (int i = 0; i < named; i++) {
        text_add(&list, "%s%s", i == 0 ? "" : ", ", state_name(&decision->state, ids[i]));
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), order_rule,
                 "the order: %s%s", list.p, named < count ? ", the others as before" : "");
    decision_label(decision, "order by hand");
}

static const char *const places[] = {"before", "after", NULL};

/* Moves the combatant next to the other one and gives it the same score. */
static void decide_move(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int ids[COMBATANTS_MAX];
    int count = turns_order(decision->procedure, state, ids);
    int id = command->argument[0].id;
    int other = command->argument[2].id;
    int after = command->argument[1].choice;
    if (id == other || state_is_in(state, id) != state_is_in(state, other)) {
        decision_wrong(decision, "move: %s cannot stand %s %s", state_name(state, id),
                       places[after], state_name(state, other));
        return;
    }
    bool comes_from_above = index_of(ids, count, id) < index_of(ids, count, other);
    put_at(ids, count, id, index_of(ids, count, other) + after - (comes_from_above ? 1 : 0));
    if (state_is_set(state, other, FIELD_INITIATIVE)) {
        decision_value(decision, EVENT_INITIATIVE_TAKEN, id, FIELD_INITIATIVE,
                       state_value(state, other, FIELD_INITIATIVE, 0));
    } else if (state_is_set(state, id, FIELD_INITIATIVE)) {
        decision_unset(decision, EVENT_INITIATIVE_TAKEN, id, FIELD_INITIATIVE);
    }
    keep_order(decision, ids, count);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, id, other), order_rule,
                 "%s goes %s %s", state_name(state, id), places[after],
                 state_name(state, other));
    decision_label(decision, "%s moved", state_name(state, id));
}

/* ---- turns and rounds ------------------------------------------------------------------ */

static bool has_place(const struct state *state, int id)
{
    (void)state;
    (void)id;
    return true;
}

static int score_of(const struct state *state, int id)
{
    return state_value(state, id, FIELD_INITIATIVE, 0);
}

static void start_turn(struct decision *decision, int id)
{
    struct event *event = decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, id);
    TEXT_BUFFER(conditions, 160);
    conditions_format_of_turn(decision->procedure, &decision->state, id, OF_TURN_LOGGED,
                              &conditions);
    decision_say(decision, event, order_rule, "%s's turn%s%s", state_name(&decision->state, id),
                 conditions.n > 0 ? "; " : "", conditions.p);
    turns_end_effects(decision, EFFECT_ACTED);
    conditions_turn_starts(decision, id);
    const struct effect *effect =
        state_effect(&decision->state, NULL, EFFECT_DELAYED, id, ANYBODY);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    const struct procedure *procedure = decision->procedure;
    if (procedure->turn_starts != NULL) {
        procedure->turn_starts(decision, id);
    }
}

static void end_turn(struct decision *decision)
{
    int turn = decision->state.value[ENCOUNTER_TURN];
    if (turn == 0) {
        return;
    }
    const struct procedure *procedure = decision->procedure;
    decision_value(decision, EVENT_ACTION_USED, turn, FIELD_HAS_ACTED, 1);
    if (procedure->turn_ends != NULL && state_is_in(&decision->state, turn)) {
        procedure->turn_ends(decision, turn);
    }
    conditions_turn_ends(decision, turn);
}

static void start_round(struct decision *decision, int round)
{
    turns_begin_round(decision);
    struct event *event =
        decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round);
    decision_say(decision, event, order_rule, "round %d begins", round);
}

static void round_over(struct decision *decision);

static const struct turn_rules turns = {.rule = order_rule,
                                        .comes_before = generic_comes_before,
                                        .has_place = has_place,
                                        .score = score_of,
                                        .start = start_turn,
                                        .end = end_turn,
                                        .round_over = round_over};

/* Rounds follow each other directly. */
static void round_over(struct decision *decision)
{
    conditions_round_ends(decision);
    start_round(decision, decision->state.value[ENCOUNTER_ROUND] + 1);
    int next = turns_next(&decision->state, &turns);
    if (next == 0) {
        decision_refuse(decision, order_rule, "nobody is in the fight");
        return;
    }
    decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, 0);
    start_turn(decision, next);
    decision_label(decision, "round %d, %s's turn", decision->state.value[ENCOUNTER_ROUND],
                   state_name(&decision->state, next));
}

static void start_fight(struct decision *decision)
{
    settings_copy(decision);
    start_round(decision, 1);
    turns_go_on(decision, &turns);
}

static void decide_next(struct decision *decision, const struct command *command)
{
    (void)command;
    int round = decision->state.value[ENCOUNTER_ROUND];
    if (turns_next(&decision->state, &turns) == 0 && round == 0) {
        decision_refuse(decision, order_rule, "nobody is in the fight");
    } else if (round == 0) {
        start_fight(decision);
    } else {
        end_turn(decision);
        turns_go_on(decision, &turns);
    }
}

static void decide_delay(struct decision *decision, const struct command *command)
{
    (void)command;
    turns_delay(decision, &turns);
}

static void decide_ready(struct decision *decision, const struct command *command)
{
    turns_ready(decision, &turns, command->argument[0].word);
}

static void decide_act_now(struct decision *decision, const struct command *command)
{
    turns_act(decision, &turns, command->argument[0].id);
}

/* ---- scores ---------------------------------------------------------------------------- */

static void take_score(struct decision *decision, int id, int score)
{
    decision_value(decision, EVENT_INITIATIVE_TAKEN, id, FIELD_INITIATIVE, score);
}

bool generic_give(struct decision *decision, int id, struct str name, struct str value)
{
    if (str_equal_any_case(name, str_of("creature"))) {
        creature_give(decision, id, value);
        return true;
    }
    return turns_give_score(decision, id, (struct option){.name = name, .value = value},
                            score_range, state_value(&decision->state, id, FIELD_INITIATIVE, 0),
                            take_score);
}

/* A number, or dice that are thrown for this combatant. */
static bool throw_score(struct decision *decision, int id, struct str word)
{
    int64_t score;
    struct dice_expr expr;
    struct error err;
    if (word.n > 1 && word.p[0] == '+') {
        generic_give(decision, id, str_of("initiative"), word);
        return decision_goes_on(decision);
    }
    if (!str_to_int64(word, score_range.low, score_range.high, &score)) {
        if (dice_expr_parse(&expr, word, &err) != STATUS_OK) {
            decision_wrong(decision, "initiative: %s", err.text);
            return false;
        }
        TEXT_BUFFER(text, NAME_SIZE + 16);
        text_add(&text, "%s, initiative", state_name(&decision->state, id));
        if (!decision_throw(decision, &expr, id, text.p, (struct source){"score", order_rule},
                            &score)) {
            return false;
        }
    } else {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), order_rule,
                     "%s, initiative: %d", state_name(&decision->state, id), (int)score);
    }
    score = score < score_range.low ? score_range.low : score;
    take_score(decision, id, (int)(score > score_range.high ? score_range.high : score));
    return decision_goes_on(decision);
}

/* Scores of named combatants: `initiative Ana=14 Bo=d20+3`. */
static bool named_scores(struct decision *decision, const struct command *command)
{
    for (int i = 0; i < command->options; i++) {
        const struct option *option = &command->option[i];
        struct error err;
        int id = combatant_find(&decision->state, option->name, &err);
        if (id == 0) {
            decision_wrong(decision, "initiative: %s", err.text);
            return false;
        }
        if (!throw_score(decision, id, option->value)) {
            return false;
        }
    }
    return true;
}

/* True when somebody in the fight has no score, or has one. */
static bool anybody_with(const struct state *state, bool has_score)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && state_is_set(state, id, FIELD_INITIATIVE) == has_score) {
            return true;
        }
    }
    return false;
}

/* True when the dice for all are for this one. */
static bool is_meant(const struct state *state, int id, bool is_anew)
{
    return state_is_in(state, id) && (is_anew || !state_is_set(state, id, FIELD_INITIATIVE));
}

static int meant_after(const struct state *state, int id, bool is_anew)
{
    int count = 0;
    while (++id <= state->count) {
        count += is_meant(state, id, is_anew) ? 1 : 0;
    }
    return count;
}

/* The dice are for all without a score, or, when all have one, for everybody again. */
static bool scores_for_all(struct decision *decision, struct str dice)
{
    const struct state *state = &decision->state;
    bool is_anew = !anybody_with(state, false);
    for (int id = 1; id <= state->count; id++) {
        if (is_meant(state, id, is_anew) && !throw_score(decision, id, dice)) {
            decision_prompt_more(decision, meant_after(state, id, is_anew));
            return false;
        }
    }
    return true;
}

static void decide_initiative(struct decision *decision, const struct command *command)
{
    const struct argument *dice = &command->argument[0];
    bool is_running = decision->state.value[ENCOUNTER_ROUND] > 0;
    bool is_needed = !is_running || (anybody_with(&decision->state, false) &&
                                     anybody_with(&decision->state, true));
    if (!dice->is_given && command->options == 0 && !is_needed) {
        decision_refuse(decision, order_rule, "the order is set: `initiative d20` rolls again");
        return;
    }
    if (!dice->is_given && command->options == 0) {
        decision_ask(
            decision, QUESTION_TEXT,
            "initiative for all: which dice? d20, or NAME=14; `next` keeps this order");
        return;
    }
    if (!named_scores(decision, command) ||
        (dice->is_given && !scores_for_all(decision, dice->word))) {
        return;
    }
    if (!is_running && dice->is_given) {
        start_fight(decision);
    }
    decision_label(decision, "initiative");
}

/* ---- what the screen shows ------------------------------------------------------------- */

/* What holds for a combatant in any game. */
static void add_marks(const struct state *state, int id, struct text *out)
{
    static const struct {
        int kind;
        const char *word;
    } effects[] = {
        {EFFECT_HIDDEN, "hidden"}, {EFFECT_DELAYED, "waits"}, {EFFECT_READY, "ready"}};
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        text_add_item(
            out, state_has_effect(state, effects[i].kind, id, ANYBODY) ? effects[i].word : "");
    }
}

void generic_describe(const struct state *state, int id, const struct generic_words *own,
                      struct combatant_words *out)
{
    struct text score = text_over(out->score, sizeof out->score);
    struct text words = text_over(out->words, sizeof out->words);
    struct text brief = text_over(out->brief, sizeof out->brief);
    out->is_waiting = state_is_in(state, id) && !state_value(state, id, FIELD_HAS_ACTED, 0);
    if (!state_is_in(state, id)) {
        text_add_item(&words, way_out_name((enum way_out)state_value(state, id, FIELD_OUT, 0)));
        text_add_item(&brief, out->words);
        return;
    }
    if (state_is_set(state, id, FIELD_INITIATIVE)) {
        text_add(&score, "%d", state_value(state, id, FIELD_INITIATIVE, 0));
    }
    text_add_item(&words, own != NULL ? own->words : "");
    text_add_item(&brief, own != NULL ? own->brief : "");
    add_marks(state, id, &words);
    add_marks(state, id, &brief);
    conditions_format(state, id, &words);
    conditions_brief(state, id, &brief);
}

static void describe(const struct state *state, int id, struct combatant_words *out)
{
    generic_describe(state, id, NULL, out);
}

void generic_phase(const struct state *state, struct text *out)
{
    int round = state->value[ENCOUNTER_ROUND];
    const char *over = turns_over(state);
    if (round > 0) {
        text_add(out, "round %d%s", round, over != NULL ? ", " : "");
    } else if (over == NULL) {
        text_add(out, "not started");
    }
    if (over != NULL) {
        text_add(out, "over: %s", over);
    }
}

/* The rules do not say how often somebody acts in a turn, so the count stands there. */
void generic_guide(const struct state *state, struct text *out)
{
    int acts = turns_acts(state);
    turns_guide(state, out);
    if (out->n > 0 || acts == 0) {
        return;
    }
    text_add(out, "%s has acted ", state_name(state, state->value[ENCOUNTER_TURN]));
    if (acts <= 2) {
        text_add(out, "%s", acts == 1 ? "once" : "twice");
    } else {
        text_add(out, "%d times", acts);
    }
    text_add(out, ": `next` ends the turn, or it acts again");
}

/* "to hit 4", "sharp", "no player". False when it is unset. */
static bool format_fact(const struct state *state, int id, const struct value_def *def,
                        struct text *out)
{
    TEXT_BUFFER(text, NAME_SIZE);
    if (!state_attribute_format(state, id, def, &text)) {
        return false;
    }
    bool is_flag = def->kind == VALUE_FLAG;
    text_add(out, "%s", is_flag && str_equal(str_of(text.p), "no") ? "no " : "");
    for (const char *p = def->name; *p != '\0'; p++) {
        text_add_char(out, *p == '_' ? ' ' : *p);
    }
    if (!is_flag) {
        text_add(out, " %s", text.p);
    }
    return true;
}

void generic_facts(const struct state *state, int id, struct text *out)
{
    generic_facts_but(state, id, NULL, out);
}

void generic_facts_but(const struct state *state, int id, generic_is_told_fn *is_told,
                       struct text *out)
{
    const struct system *system = state_system(state);
    int line = 0;
    for (int i = 0; i < system->attributes_count; i++) {
        TEXT_BUFFER(fact, NAME_SIZE + 40);
        const struct value_def *def = &system->attributes[i];
        if ((is_told != NULL && is_told(state, id, def->name)) ||
            !format_fact(state, id, def, &fact)) {
            continue;
        }
        bool fits = line > 0 && line + 2 + fact.n <= FACT_COLUMNS;
        text_add(out, "%s%s", line == 0 ? "" : fits ? "  " : "\n", fact.p);
        line = fits ? line + 2 + fact.n : fact.n;
    }
    text_add(out, "%s", line > 0 ? "\n" : "");
    creature_fact(state, id, out);
    const struct effect *ready = state_effect(state, NULL, EFFECT_READY, id, ANYBODY);
    if (ready != NULL) {
        text_add(out, "ready: %s\n", ready->label);
    }
}

/* ---- slots ----------------------------------------------------------------------------- */

/* At 0 hit points it is dead. */
void generic_hurt(struct decision *decision, int id, int excess)
{
    (void)excess;
    bool is_spent = state_value(&decision->state, id, FIELD_HP, 1) == 0 &&
                    state_is_in(&decision->state, id);
    if (is_spent) {
        table_leave(decision, id, OUT_DEAD);
    }
}

bool generic_no_pending_act(const struct state *state, const struct pending *pending,
                            struct inputs *out, struct error *err)
{
    (void)state;
    (void)pending;
    (void)out;
    error_set(err, STATUS_MISSING, "", "no check is pending");
    return false;
}

static const struct generic_act plain_act = {.takes = NULL};

/* In every game with fights, the first action has a target. */
bool generic_usual_act(const struct state *state, int actor, int target, struct inputs *out,
                       struct error *err)
{
    const struct action *action = &state_system(state)->actions[0];
    if (!generic_reads(action, WHOSE_TARGET)) {
        error_set(err, STATUS_MISSING, "", "%s has no target", action->name);
        return false;
    }
    return generic_act_inputs(state, action, &plain_act, (struct generic_pair){actor, target},
                              out, err);
}

static void decide_plain(struct decision *decision, const struct command *command)
{
    if (command->def->action->list == NULL) {
        generic_decide_act(decision, command, &plain_act);
        return;
    }
    struct listing listing;
    if (generic_list(decision, command, &listing)) {
        generic_tell_list(decision, command, &listing);
    }
}

/* ---- commands -------------------------------------------------------------------------- */

static const struct command_def order_commands[] = {
    COMMAND("next", "[dice]", "end the turn; the next one, or a new round", "order",
            .decide = decide_next),
    COMMAND("initiative", "[DICE:word/no-number] [@] [dice]",
            "dice or numbers: initiative d20, initiative Ana=14", "order",
            .decide = decide_initiative),
    COMMAND("order", "WHO:text", "set the order: order Ana Bo \"Rat 1\"", "order",
            .decide = decide_order),
    COMMAND("move", "WHO:combatant WHERE:choice WHOM:combatant",
            "move a combatant in the order: move Ana before Bo", "order", .decide = decide_move,
            .choices = places),
    COMMAND("delay", "", "let others go first this round", "order", .decide = decide_delay),
    COMMAND("ready", "FOR:text", "wait for something: ready the door opens", "order",
            .decide = decide_ready),
    COMMAND("act", "WHO:combatant", "a combatant that waited or was ready acts now", "order",
            .decide = decide_act_now, .whom = WHOM_WAITING),
    COMMAND("morale", "[WHO:combatant] [score=] [modifier=] [then=] [off] [dice]",
            "a borrowed morale check: 2d6 up to the score (off: skip it)", "borrowed",
            .decide = generic_decide_morale, .whom = WHOM_TARGET),
};

int generic_commands(const struct command_def **out)
{
    *out = order_commands;
    return (int)(sizeof order_commands / sizeof order_commands[0]);
}

static void make_command(struct made_commands *made, const char *name,
                         const struct action *action)
{
    static const char *const takes[2][2] = {{"[by=] [times=] [dice]", GENERIC_ACT},
                                            {"", "[TARGET:combatants]"}};
    bool has_target = generic_reads(action, WHOSE_TARGET);
    const struct command_def row = {.name = name,
                                    .signature = takes[action->list != NULL][has_target],
                                    .help = action->help,
                                    .rule = action->rule,
                                    .whom = has_target ? WHOM_FOE : WHOM_SELECTED,
                                    .action = action,
                                    .decide = decide_plain};
    commands_add(made, &row, NULL);
}

/* The first action is `attack` too, for the key that all games share. */
void generic_make_commands(const struct system *system, struct made_commands *made)
{
    if (action_find(system, str_of("attack")) == NULL) {
        make_command(made, "attack", &system->actions[0]);
    }
    for (int i = 0; i < system->actions_count; i++) {
        make_command(made, system->actions[i].name, &system->actions[i]);
    }
}

const struct listed_option generic_options[] = {
    {"",
     "then",
     {OPTION_TAKES_WORDS, .words = (const char *const[]){"flee", "surrender", "other", NULL},
      .help = "what they do when they break"}},
    {"", "modifier", {OPTION_TAKES_NUMBER, .help = "added, with its sign"}},
    {"", "times", {OPTION_TAKES_NUMBER, .help = "how many times, each rolled separately"}},
    {"", "score", {OPTION_TAKES_NUMBER, .help = "the morale score"}},
    {0},
};

void generic_choices(const struct state *state, const struct library *library, int id,
                     struct text *rows)
{
    (void)state;
    (void)library;
    (void)id;
    text_add(rows, "attack {foe} by={self}\n"
                   "delay|let others go first\n"
                   "next|end the turn\n"
                   "out {self} fled|flee\n");
}

const struct key_def generic_keys[] = {
    {"a", "attack %w by=%a", "attack", "attack the target", "@settle"},
    {"i", "initiative", "initiative", "roll the missing initiative and start", "damage"},
    {"W", "act %w", "act now", "acts now: the only one who waits, or the selected one",
     "@target"},
    {"w", "delay", "wait", "let others go first", "@target"},
    {"M", "morale %w", "", "a morale check of the target, pending or not", "history"},
    {"F3 y", "ready", "ready", "wait for something", "history"},
    {"F3 I", "move %w", "move", "elsewhere in the order", "@clear"},
    {0},
};

const struct condition_def generic_conditions[] = {GENERIC_CONDITIONS};

const struct effect_def generic_effects[] = {
#define EFFECT(name, word, stay, says) EFFECT_ROW(name, word, stay, says)
#include "games/generic/effects.def"
#undef EFFECT
};

const struct procedure generic_procedure = {
    GENERIC_SLOTS,
    GENERIC_EFFECT_SLOTS,
    GENERIC_CONDITION_SLOTS,
    GENERIC_CREATURE_SLOTS,
    .make = generic_make_commands,
    .describe = describe,
    .facts = generic_facts,
    .usual_act = generic_usual_act,
    .give = generic_give,
    .pending = generic_pending,
    .pending_act = generic_no_pending_act,
    .plays = generic_plays,
    .choices = generic_choices,
    .assumptions = generic_assumptions,
};
