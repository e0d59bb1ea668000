#include "tui/loop/table_private.h"

#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/result.h"
#include "app/sitting/state.h"

enum { COUNT_MOST = 9999 };

/* ---- counts ---------------------------------------------------------------------------- */

/* The result of a key's command with the count as its amount, from a dry run: "Ysolde: 5 → 8
 * of 9 HP"; nothing if it would ask or be refused. */
static void add_outcome(struct table *table, const char *command, struct text *out)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(said, NOTICE_SIZE);
    table_model_expand(&table->model, command, &line);
    if (line.is_cut || !table_echo_line(table, line.p, TABLE_THEN_ASKS, &said)) {
        bool is_told = !line.is_cut && table->result.kind == RESULT_TOLD;
        text_add(out, "%s", is_told ? table->result.text : ""); /* why nothing would change */
        return;
    }
    bool is_done = table->result.kind == RESULT_DONE;
    struct str lines = {said.p, said.n};
    struct str first = {said.p, (int)strcspn(said.p, "\n")};
    int more = 0;
    for (int i = first.n; i < lines.n; i++) {
        more += lines.p[i] == '\n' ? 1 : 0;
    }
    struct str second = {"", 0};
    if (is_done && more == 1) { /* its line is as short as saying that there is one */
        second = str_trimmed((struct str){first.p + first.n + 1, lines.n - first.n - 1});
        const char *rule = strstr(second.p, "  [");
        second.n = rule != NULL ? (int)(rule - second.p) : second.n;
        more = 0;
    }
    bool has_nothing = is_done && table->result.text[0] == '\0';
    text_add(out, "%.*s%s", is_done ? first.n : 8, is_done ? first.p : "asks who",
             has_nothing ? ", which changes nothing" : "");
    text_add(out, "%s%.*s", second.n > 0 ? ", " : "", second.n, second.p);
    if (is_done && more > 0) {
        text_add(out, ", and %d more", more);
    }
}

/* The target of each key that takes the count as its amount, and the result: most of these keys
 * ask nothing more. */
static void say_count(struct table *table)
{
    struct table_model *model = &table->model;
    TEXT_BUFFER(said, NOTICE_SIZE);
    text_add(&said, "%d:", model->count);
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (binding->context != CONTEXT_TABLE || strstr(binding->command, " %w %n") == NULL ||
            !binding->goes_to_chosen) {
            continue;
        }
        TEXT_BUFFER(outcome, NOTICE_SIZE);
        add_outcome(table, binding->command, &outcome);
        if (outcome.n > 0) {
            text_add(&said, " %s %s;", binding->key, outcome.p);
        }
    }
    text_add(&said, " Esc drops it");
    table_say(table, ROLE_DIM, said.p);
}

bool table_count_digit(struct table *table, const struct term_input *input)
{
    struct table_model *model = &table->model;
    bool is_digit = input->kind == INPUT_CHARACTER && input->key >= '0' && input->key <= '9';
    if (!is_digit || (input->key == '0' && model->count == 0)) {
        return false;
    }
    int count = model->count * 10 + (input->key - '0');
    model->count = count <= COUNT_MOST ? count : model->count;
    model->menu = MENU_COUNT;
    say_count(table);
    return true;
}

/* The combatant is asked for first: the amount goes after the answer. */
static void keep_amount(struct table *table, int count)
{
    struct question_box *box = &table->question;
    if (table_model_question(&table->model) == NULL ||
        box->question.kind != QUESTION_COMBATANT) {
        return;
    }
    char asked[QUESTION_PROMPT_SIZE];
    memcpy(asked, box->question.prompt, sizeof asked);
    text_format(box->amount, sizeof box->amount, "%d", count);
    struct text prompt = text_over(box->question.prompt, sizeof box->question.prompt);
    text_add(&prompt, "%d %s", count, asked);
}

void table_run_command(struct table *table, const char *command)
{
    int count = table->model.count;
    bool is_amount = strstr(command, "%n") != NULL;
    table_series_begin(table, command, "", count > 0 && !is_amount ? count : 1);
    if (is_amount && count > 0 && strstr(command, "%w") != NULL) {
        keep_amount(table, count);
    }
    /* An act without a preview is shown at once, with what undo would take back beside it. */
    if (is_amount && count > 0 && table->result.kind == RESULT_DONE) {
        table_say(table, ROLE_DIM, table->result.text);
    }
}

/* ---- the last act again ---------------------------------------------------------------- */

/* The key's command with its places, which are filled again each time; NULL when no key has
 * it. */
static const char *template_of(const struct table *table, const char *name)
{
    const struct key_binding *binding = key_binding_of_command(&table->model.keys, name);
    return binding != NULL ? binding->command : NULL;
}

/* The place for an amount, as a word or as the value of an option: the last amount is among its
 * words. */
static bool is_amount(struct str word)
{
    return word.n >= 2 && word.p[word.n - 2] == '%' && word.p[word.n - 1] == 'n';
}

/* The number of words of a key's command that are arguments, and whether one gives this
 * option. */
static int template_arguments(const char *command)
{
    struct str rest = str_of(command);
    int count = -1; /* the name */
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        count += memchr(word.p, '=', (size_t)word.n) == NULL && !is_amount(word) ? 1 : 0;
    }
    return count;
}

static bool template_gives(const char *command, struct str option)
{
    struct str rest = str_of(command);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool is_it = !is_amount(word) && word.n > option.n && word.p[option.n] == '=' &&
                     str_equal_any_case((struct str){word.p, option.n}, option);
        if (is_it) {
            return true;
        }
    }
    return false;
}

/* The line without the place for an amount. */
static void put_template(struct again *out, const char *command)
{
    struct str rest = str_of(command);
    struct text text = text_over(out->command, sizeof out->command);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        if (!is_amount(word)) {
            text_add(&text, "%s%.*s", text.n > 0 ? " " : "", word.n, word.p);
        }
    }
}

bool table_stands(const struct state *state, int id)
{
    int hp =
        state_value(state, id, FIELD_HP, 1) + state_value(state, id, FIELD_HP_TEMPORARY, 0);
    return state_is_in(state, id) && hp > 0;
}

/* The combatant that a line is about, besides the actor. */
static int target_of(const struct command *command)
{
    for (int i = 0; i < command->def->arguments_count; i++) {
        const struct argument *argument = &command->argument[i];
        enum argument_kind kind = command->def->arguments[i].kind;
        if (kind == ARGUMENT_COMBATANT && argument->is_given) {
            return argument->id;
        }
        if (kind == ARGUMENT_COMBATANTS && argument->ids_count == 1) {
            return argument->ids[0];
        }
    }
    return 0;
}

static void add_word(struct text *words, struct str word)
{
    text_add(words, words->n > 0 ? " " : "");
    text_add_str(words, word);
}

/* The arguments of a line from this one on and the words among them that are options, in their
 * order: in `own off balance`, "off" belongs to the name because it follows "own". */
static void add_arguments(const struct command *command, int from, struct text *words)
{
    int next = 0;
    for (int i = 0; i <= command->def->arguments_count; i++) {
        bool is_end = i == command->def->arguments_count;
        const struct argument *argument = &command->argument[i];
        if (!is_end && !argument->is_given) {
            continue;
        }
        for (; next < command->options &&
               (is_end || command->option[next].name.p < argument->written.p);
             next++) {
            if (command->option[next].value.p == NULL) {
                add_word(words, command->option[next].name);
            }
        }
        if (!is_end && i >= from) {
            add_word(words, argument->written);
        }
    }
}

void table_again(struct again *out, struct table *table, const char *line)
{
    struct command command;
    const struct command_def *const *defs;
    int count = sitting_commands(table->sitting, &defs);
    memset(out, 0, sizeof *out);
    if (command_parse(&command, table->model.procedure, defs, count, table->model.state,
                      str_of(line), NULL) != STATUS_OK) {
        return;
    }
    out->target = target_of(&command);
    out->is_attack = command.def->whom == WHOM_FOE;
    out->stood = out->target != 0 && table_stands(table->model.state, out->target);
    const char *template = template_of(table, command.def->name);
    put_template(out, template != NULL ? template : command.def->name);
    struct text words = text_over(out->words, sizeof out->words);
    for (int i = 0; i < command.def->arguments_count; i++) {
        out->has_targets =
            out->has_targets || command.def->arguments[i].kind == ARGUMENT_COMBATANTS;
    }
    add_arguments(&command, template_arguments(out->command), &words);
    for (int i = 0; i < command.options; i++) {
        const struct option *option = &command.option[i];
        if (option->value.p != NULL && !template_gives(out->command, option->name)) {
            add_word(&words, option->name);
            text_add(&words, "=%.*s", option->written.n, option->written.p);
        }
    }
    /* A line that one key runs anyway, such as the next turn, would only push out one worth
     * keeping. */
    bool is_more_than_a_key = strchr(out->command, '%') != NULL || words.n > 0;
    out->is_act = command.def->decide != NULL && is_more_than_a_key && !words.is_cut;
}

/* ---- who was chosen -------------------------------------------------------------------- */

static struct choice *choice_at(struct table *table, int64_t act)
{
    for (int i = 0; i < CHOICES_KEPT; i++) {
        if (table->choice[i].act == act) {
            return &table->choice[i];
        }
    }
    return NULL;
}

void table_keep_choice(struct table *table)
{
    int64_t act = sitting_act_now(table->sitting);
    struct choice *choice = choice_at(table, act);
    if (choice == NULL) {
        choice = &table->choice[table->choice_next];
        table->choice_next = (table->choice_next + 1) % CHOICES_KEPT;
    }
    choice->act = act;
    memcpy(choice->is_chosen, table->model.is_chosen, sizeof choice->is_chosen);
}

void table_choose_as_then(struct table *table)
{
    const struct choice *choice = choice_at(table, sitting_act_now(table->sitting));
    if (choice != NULL && table_model_chosen(&table->model) == 0) {
        for (int id = 1; id <= table->model.state->count; id++) {
            if (choice->is_chosen[id]) {
                table_model_choose(&table->model, id);
            }
        }
    }
}

void table_forget_choices(struct table *table)
{
    memset(table->choice, 0, sizeof table->choice);
}

/* ---- the act that is done -------------------------------------------------------------- */

/* An attack that went to another one than the target moves that there: the odds, and who can
 * react to it, are those of the one who was attacked. */
static void move_target(struct table_model *model, const struct again *again)
{
    int id = again->target;
    bool is_elsewhere = again->is_attack && model->target != 0 && id != 0 &&
                        id != model->target && state_is_in(model->state, id);
    /* An attack out of turn is for once; and of another side it is not the target. */
    int turn = model->state->value[ENCOUNTER_TURN];
    bool is_in_turn = turn == 0 || turn == model->acting;
    if (is_elsewhere && is_in_turn &&
        state_value(model->state, id, FIELD_SIDE, SIDE_FOES) != (int)model->target_side) {
        model->target = id;
    }
}

void table_keep_again(struct table *table, const struct again *again)
{
    if (again->is_act) {
        memcpy(table->again, again->command, sizeof table->again);
        memcpy(table->again_words, again->words, sizeof table->again_words);
    }
    if (again->has_targets) {
        table_model_choose_none(&table->model);
    }
    int acting = table->model.acting;
    if (acting != 0 && again->target != 0) {
        int side = state_value(table->model.state, acting, FIELD_SIDE, SIDE_FOES);
        table->model.gone_for[side] = again->target;
    }
    move_target(&table->model, again);
    table->last.target = again->target;
    table->last.stood = again->stood;
}

void table_repeat(struct table *table, int times)
{
    if (table->again[0] == '\0') {
        table_say(table, ROLE_PLAIN, "there is no act to repeat yet");
        return;
    }
    /* A copy, since each act overwrites the last one. */
    char command[COMMAND_LINE_MAX + 1];
    char words[COMMAND_LINE_MAX + 1];
    memcpy(command, table->again, sizeof command);
    memcpy(words, table->again_words, sizeof words);
    table->model.count = 0;
    table_series_begin(table, command, words, times);
}
