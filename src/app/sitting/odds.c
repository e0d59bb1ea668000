#include "app/sitting/odds.h"

#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "resolver/dice/dice_expr_distribution.h"

/* ---- one act --------------------------------------------------------------------------- */

static bool has_outcome(const struct action *action, const char *name)
{
    return outcome_find(action, name) >= 0;
}

/* Somebody whom an act can kill, or whose hit points it uses, is its target; any other act that
 * does damage is a defence, and hurts the one who makes it. */
static int hurt_by(const struct act_odds *act)
{
    const struct action *action = act->inputs.action;
    bool is_aimed = parameter_find(action, str_of("hp")) >= 0 || has_outcome(action, "kill");
    return !has_outcome(action, "damage") ? 0 : is_aimed ? act->object : act->subject;
}

static void enumerate_act(struct sitting *sitting, const struct act_stand *stand,
                          struct act_odds *act)
{
    act->hurt = hurt_by(act);
    if (odds_of_rest(&act->odds, &act->inputs, &stand->state, &sitting->odds_arena,
                     &act->error) == STATUS_OK) {
        act->error.code = STATUS_OK;
        static const struct rule_state start = {.stage = 0};
        if (memcmp(&stand->state, &start, sizeof start) ==
            0) { /* no die of it has been thrown */
            chances_learn(&sitting->chances, &act->inputs, &act->odds);
        }
    }
}

static void enumerate_throw(struct sitting *sitting, const struct asked *asked,
                            struct act_odds *act)
{
    enum { TOTAL, CHANCE };
    struct distribution distribution;
    struct arena *arena = &sitting->odds_arena;
    act->throw_outcome[TOTAL] = (struct outcome_def){.name = "total", .kind = OUTCOME_NUMBER};
    act->throw_outcome[CHANCE] =
        (struct outcome_def){.name = asked->name, .kind = OUTCOME_CHANCE};
    act->throw_action = (struct action){.name = "throw",
                                        .outcomes = act->throw_outcome,
                                        .outcomes_count = asked->name != NULL ? 2 : 1};
    inputs_begin(&act->inputs, state_system(&sitting->state), &act->throw_action);
    if (dice_expr_distribution(&distribution, &asked->expr, arena, &act->error) != STATUS_OK ||
        odds_numbers_of(&act->odds.numbers[TOTAL], &distribution, arena, &act->error) !=
            STATUS_OK) {
        return;
    }
    const struct odds_numbers *numbers = &act->odds.numbers[TOTAL];
    act->odds.is_listed[TOTAL] = true;
    act->odds.is_listed[CHANCE] = asked->name != NULL;
    for (int i = 0; i < numbers->count; i++) {
        bool is_in = numbers->value[i] >= asked->low && numbers->value[i] <= asked->high;
        act->odds.chance[CHANCE] += is_in ? numbers->mass[i] : 0;
    }
    act->error.code = STATUS_OK;
}

static enum odds_since since_of(const struct act_stand *stand)
{
    return stand->taken == 0                ? ODDS_OF_ALL
           : stand->counted == stand->taken ? ODDS_OF_REST
           : stand->counted == 0            ? ODDS_FROM_START
                                            : ODDS_FROM_WITHIN;
}

/* A combatant that the act itself brings, or that has another number in the fight that the line
 * would make, is not on the screen: nobody (0), with the name in `who`. */
static int shown_id(const struct sitting *sitting, int id)
{
    const struct state *shown = &sitting->state, *decided = &sitting->decision.state;
    bool is_shown = id >= 1 && id <= shown->count && id <= decided->count &&
                    strcmp(state_name(shown, id), state_name(decided, id)) == 0;
    return is_shown ? id : 0;
}

static bool are_same_numbers(const struct odds_numbers *a, const struct odds_numbers *b)
{
    size_t count = (size_t)a->count;
    return a->count == b->count &&
           (count == 0 || (memcmp(a->value, b->value, count * sizeof *a->value) == 0 &&
                           memcmp(a->mass, b->mass, count * sizeof *a->mass) == 0));
}

static bool are_same_chances(const struct odds *a, const struct odds *b)
{
    bool are_same = true;
    for (int i = 0; i < OUTCOMES_MAX && are_same; i++) {
        are_same = a->is_listed[i] == b->is_listed[i] && a->chance[i] == b->chance[i] &&
                   are_same_numbers(&a->numbers[i], &b->numbers[i]);
    }
    return are_same;
}

/* The purpose of the last decision's dice. */
static void add_act(struct sitting *sitting, const char *choice)
{
    const struct asked *asked = &sitting->decision.asked;
    struct act_stand stand = asked->stand;
    struct act_odds *act = &sitting->odds.act[sitting->odds.count++];
    memset(act, 0, sizeof *act);
    text_format(act->choice, sizeof act->choice, "%s", choice);
    text_format(act->who, sizeof act->who, "%s", asked->who);
    act->subject = shown_id(sitting, asked->subject);
    act->object = shown_id(sitting, asked->object);
    act->error.code = STATUS_FULL;
    if (asked->kind == ASKED_THROW) {
        enumerate_throw(sitting, asked, act);
        return;
    }
    act->inputs = asked->inputs;
    if (!asked->is_open) { /* nothing remains of a complete act */
        stand = (struct act_stand){.taken = stand.taken};
    }
    act->since = since_of(&stand);
    if (asked->vain[0] != '\0') {
        act->hurt = hurt_by(act);
        act->is_vain = true;
        error_set(&act->error, STATUS_MISSING, "", "%s", asked->vain);
        return;
    }
    enumerate_act(sitting, &stand, act);
    /* Two choices that come to the same are told once: "side or above". */
    struct line_odds *odds = &sitting->odds;
    if (odds->count < 2) {
        return;
    }
    struct act_odds *last = &odds->act[odds->count - 1], *before = last - 1;
    bool are_choices = last->choice[0] != '\0' && before->choice[0] != '\0';
    if (are_choices && last->hurt == before->hurt && last->error.code == STATUS_OK &&
        before->error.code == STATUS_OK && are_same_chances(&last->odds, &before->odds)) {
        TEXT_BUFFER(both, ACT_NAME_SIZE);
        text_add(&both, "%s or %s", before->choice, last->choice);
        text_format(before->choice, sizeof before->choice, "%s", both.p);
        odds->count--;
    }
}

/* ---- what a line comes to -------------------------------------------------------------- */

/* A parameter with a choice of words names the kind of act. */
static bool tells_kind(const struct option *option, const struct action *action)
{
    int at = action != NULL ? parameter_find(action, option->name) : -1;
    return at >= 0 && action->parameters[at].kind == VALUE_CHOICE && option->value.p != NULL;
}

/* The line without combatants, numbers and dice: "attack circular", "save poison". */
static void name_line(struct sitting *sitting, const char *line, const struct action *action,
                      struct text *out)
{
    const struct read_line *read = sitting_read_line(sitting, line);
    const struct command *command = &read->command;
    if (read->status != STATUS_OK) {
        return;
    }
    text_add(out, "%s", command->def->name);
    for (int i = 0; i < command->def->arguments_count; i++) {
        const struct argument *argument = &command->argument[i];
        enum argument_kind kind = command->def->arguments[i].kind;
        bool is_word =
            kind == ARGUMENT_WORD || kind == ARGUMENT_NAME || kind == ARGUMENT_CHOICE;
        if (argument->is_given && is_word) {
            text_add(out, " %.*s", argument->word.n, argument->word.p);
        }
    }
    for (int i = 0; i < command->options; i++) {
        const struct option *option = &command->option[i];
        if (option->value.p == NULL) {
            text_add(out, " %.*s", option->name.n, option->name.p);
        } else if (tells_kind(option, action)) {
            text_add(out, " %.*s", option->value.n, option->value.p);
        }
    }
}

static bool is_too_large(const struct line_odds *odds)
{
    const struct act_odds *last = odds->count > 0 ? &odds->act[odds->count - 1] : NULL;
    return last != NULL && last->error.code != STATUS_OK && !last->is_vain;
}

/* The act of this line, or the acts of the choices that it asks for, while there is room for
 * all. `choice`: the choices so far, one of `ways`; 1: none. After an act that is too large to
 * enumerate no others are tried. */
static void follow(struct sitting *sitting, const char *line, const char *choice, int ways)
{
    struct result *result = &sitting->odds_result;
    const struct asked *asked = &sitting->decision.asked;
    sitting->decision.asked.kind = ASKED_NOTHING;
    sitting_preview(sitting, line, result);
    bool is_chosen = choice[0] != '\0';
    bool is_complete = result->kind == RESULT_DONE && !is_chosen;
    if (asked->kind != ASKED_NOTHING && (asked->is_open || is_complete)) {
        add_act(sitting, choice);
        struct act_odds *act = &sitting->odds.act[sitting->odds.count - 1];
        /* The hit points that are shown are not those that an earlier act hurts. */
        act->hurt = result->is_correction ? 0 : act->hurt;
        return;
    }
    if (result->kind == RESULT_REFUSED && !is_chosen) {
        text_format(sitting->odds.why, sizeof sitting->odds.why, "%s", result->refusal.reason);
    }
    const struct question question = result->question;
    bool is_choice = result->kind == RESULT_ASKS && question.kind == QUESTION_CHOICE;
    if (!is_choice || question.choices * ways > ACT_ODDS_MAX) {
        return;
    }
    for (int i = 0; i < question.choices && sitting->odds.count < ACT_ODDS_MAX &&
                    !is_too_large(&sitting->odds);
         i++) {
        TEXT_BUFFER(chosen, COMMAND_LINE_MAX + 1);
        TEXT_BUFFER(words, ACT_NAME_SIZE);
        text_add(&chosen, "%s %s%s", line, question.prefix, question.choice[i]);
        /* "behind", and after another choice with the name of what is chosen: "behind, target
         * near". */
        int name = (int)strcspn(question.prefix, "=");
        text_add(&words, "%s", choice);
        if (choice[0] != '\0') {
            text_add(&words, "%s%.*s ", name > 0 ? ", " : "", name, question.prefix);
        }
        text_add(&words, "%s", question.choice[i]);
        if (!chosen.is_cut) {
            follow(sitting, chosen.p, words.p, question.choices * ways);
        }
    }
}

static void begin(struct sitting *sitting, int actor, int target, const char *line)
{
    sitting->has_odds = true;
    sitting->odds_actor = actor;
    sitting->odds_target = target;
    struct text text = text_over(sitting->odds_line, sizeof sitting->odds_line);
    text_add(&text, "%s", line);
    sitting->odds.count = 0;
    sitting->odds.why[0] = '\0';
    arena_init(&sitting->odds_arena, sitting->odds_memory, sizeof sitting->odds_memory);
}

const struct line_odds *sitting_line_odds(struct sitting *sitting, const char *line)
{
    bool is_kept =
        sitting->has_odds && sitting->odds_actor == 0 && strcmp(sitting->odds_line, line) == 0;
    if (!is_kept) {
        TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
        /* The line without words that make the program throw dice, and without the dice after
         * that, whose place is then open: nobody may see generated dice before they count. */
        struct str rest = str_of(line);
        const char *end = line;
        bool has_rolls = false;
        for (struct str word; (word = str_next_word(&rest)).p != NULL; end = rest.p) {
            struct entered die;
            bool is_die = entered_parse(&die, word);
            has_rolls =
                has_rolls || (is_die && (die.kind == GIVEN_ROLL || die.kind == GIVEN_ROLL_ALL));
            if (!has_rolls || !is_die) {
                text_add_str(&text, (struct str){end, (int)(rest.p - end)});
            }
        }
        begin(sitting, 0, 0, line);
        follow(sitting, text.p, "", 1);
        for (int i = 0; i < sitting->odds.count; i++) {
            struct act_odds *act = &sitting->odds.act[i];
            struct text name = text_over(act->act, sizeof act->act);
            name_line(sitting, text.p, act->inputs.action, &name);
        }
    }
    return &sitting->odds;
}

/* ---- the usual act --------------------------------------------------------------------- */

/* The name of an action at the table: the first command for it. */
static const char *command_of(const struct sitting *sitting, const struct action *action)
{
    for (int i = 0; i < sitting->commands; i++) {
        if (sitting->command[i]->action == action) {
            return sitting->command[i]->name;
        }
    }
    return action->name;
}

const struct line_odds *sitting_usual_odds(struct sitting *sitting, int actor, int target)
{
    bool is_kept =
        sitting->has_odds && sitting->odds_actor == actor && sitting->odds_target == target;
    if (is_kept) {
        return &sitting->odds;
    }
    begin(sitting, actor, target, "");
    struct act_odds *act = &sitting->odds.act[sitting->odds.count++];
    struct act_stand stand;
    memset(&stand, 0, sizeof stand);
    memset(act, 0, sizeof *act);
    /* In games in which a side acts in any order the party rolls, also for its defence. */
    bool is_defence = sitting_procedure(sitting)->can_act != NULL &&
                      state_value(&sitting->state, actor, FIELD_SIDE, SIDE_FOES) != SIDE_PARTY;
    act->subject = is_defence ? target : actor;
    act->object = is_defence ? actor : target;
    if (sitting_procedure(sitting)->usual_act(&sitting->state, actor, target, &act->inputs,
                                              &act->error)) {
        text_format(act->act, sizeof act->act, "%s", command_of(sitting, act->inputs.action));
        act->error.code = STATUS_FULL;
        enumerate_act(sitting, &stand, act);
    }
    return &sitting->odds;
}

/* ---- a check that is due --------------------------------------------------------------- */

static void find_chance(struct sitting *sitting, const struct pending *pending)
{
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    sitting->chance_of = *pending;
    sitting->chance_name = NULL;
    arena_init(&arena, sitting->chance_memory, sizeof sitting->chance_memory);
    if (pending->action == NULL ||
        !sitting_procedure(sitting)->pending_act(&sitting->state, pending, &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        return;
    }
    for (int i = 0; i < inputs.action->outcomes_count && sitting->chance_name == NULL; i++) {
        if (odds.is_listed[i] && inputs.action->outcomes[i].kind == OUTCOME_CHANCE) {
            sitting->chance_name = inputs.action->outcomes[i].name;
            sitting->chance = odds.chance[i];
        }
    }
}

bool sitting_pending_chance(struct sitting *sitting, const struct pending *pending,
                            const char **name, double *chance)
{
    /* The same command may settle several, one after the other. */
    if (pending->command[0] == '\0' ||
        strcmp(sitting->chance_of.command, pending->command) != 0 ||
        strcmp(sitting->chance_of.text, pending->text) != 0) {
        find_chance(sitting, pending);
    }
    *name = sitting->chance_name;
    *chance = sitting->chance;
    return sitting->chance_name != NULL;
}

bool sitting_add_pending_chance(struct sitting *sitting, const struct pending *pending,
                                struct text *out)
{
    const char *name;
    double chance;
    bool is_known = sitting_pending_chance(sitting, pending, &name, &chance);
    if (is_known) {
        text_add_percent(out, chance);
        text_add(out, " %s", name);
    }
    return is_known;
}

const struct together *sitting_together(struct sitting *sitting, int id)
{
    const struct procedure *procedure = sitting_procedure(sitting);
    if (procedure->together == NULL || id == 0) {
        return NULL;
    }
    struct together *together = &sitting->together[id];
    if (!sitting->knows_together[id]) {
        struct arena arena;
        arena_init(&arena, sitting->chance_memory, sizeof sitting->chance_memory);
        if (!procedure->together(&sitting->state, id, &arena, together)) {
            together->chances = 0;
        }
        sitting->knows_together[id] = true;
    }
    return together->chances > 0 ? together : NULL;
}

void together_format(const struct together *together, struct text *out)
{
    text_add(out, "%s:", together->what);
    for (int i = 0; i < together->chances; i++) {
        text_add(out, "%s %s ", i > 0 ? "," : "", together->chance[i].name);
        text_add_percent(out, together->chance[i].value);
    }
}
