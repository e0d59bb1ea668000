#include "tui/table_private.h"

#include <string.h>

#include "app/keys.h"
#include "tui/order_rows.h"

/* ---- to whom the command goes --------------------------------------------------------------- */

/* The line's argument that takes several, if it is given; NULL: there is none. `line` is borrowed
 * by it. */
static const struct argument *several_of(struct table *table, const char *line,
                                         struct command *command)
{
    const struct command_def *const *defs;
    int count = session_commands(table->session, &defs);
    if (command_parse(command, defs, count, table->model.state, str_of(line), NULL) != STATUS_OK) {
        return NULL;
    }
    for (int i = 0; i < command->def->arguments_count; i++) {
        bool is_several = command->def->arguments[i].kind == ARGUMENT_COMBATANTS;
        if (is_several && command->argument[i].is_given) {
            return &command->argument[i];
        }
    }
    return NULL;
}

/* The line with another word in place of the one that says to whom. */
static bool put_targets(struct table *table, struct str word, struct text *out)
{
    struct command command;
    const char *line = table->question.line;
    const struct argument *several = several_of(table, line, &command);
    if (several == NULL) {
        return false;
    }
    struct str old = several->word;
    bool is_quoted = old.p > line && old.p[-1] == '"';
    int before = (int)(old.p - line) - (is_quoted ? 1 : 0);
    text_add_str(out, (struct str){line, before});
    text_add_str(out, word);
    text_add(out, "%s", old.p + old.n + (is_quoted ? 1 : 0));
    return !out->is_cut;
}

static void find_targets(struct table *table)
{
    struct command command;
    struct question_targets *targets = &table->question.targets;
    const struct argument *several = several_of(table, table->question.line, &command);
    targets->count = several != NULL ? several->ids_count : 0;
    for (int i = 0; i < targets->count; i++) {
        targets->id[i] = several->ids[i];
        targets->share[i] = several->share[i];
    }
    if (several != NULL) {
        targets->are_shared = command.def->arguments[several - command.argument].takes_shares;
    }
}

/* Those to whom the command goes, as one word: "p1,p2/half". */
static void add_targets(struct table *table, struct text *out)
{
    static const char *const ends[SHARES] = {
        [SHARE_FULL] = "", [SHARE_HALF] = "/half", [SHARE_NONE] = "/none"};
    const struct question_targets *targets = &table->question.targets;
    for (int i = 0; i < targets->count; i++) {
        table_model_list_word(&table->model, targets->id[i], out);
        text_add(out, "%s", ends[targets->share[i]]);
    }
}

/* All, then half, then none of it, and all again. */
static void change_share(struct table *table, int target)
{
    struct question_targets *targets = &table->question.targets;
    char word[COMMAND_LINE_MAX + 1];
    char line[COMMAND_LINE_MAX + 1];
    struct text list;
    struct text text;
    unsigned char before = targets->share[target];
    targets->share[target] = (unsigned char)((before + 1) % SHARES);
    text_init(&list, word, sizeof word);
    text_init(&text, line, sizeof line);
    add_targets(table, &list);
    if (list.is_cut || !put_targets(table, (struct str){list.p, list.n}, &text)) {
        targets->share[target] = before;
        table_say(table, ROLE_ERROR, "the line is too long with this");
        return;
    }
    memcpy(table->question.line, line, sizeof line);
    table_echo(table);
}

/* ---- what the rules would refuse ------------------------------------------------------------ */

static bool would_be_refused(struct table *table, struct str words)
{
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, line, sizeof line);
    if (!question_answer(&table->question, words, &text)) {
        return false;
    }
    session_preview(table->session, line, &table->result);
    return table->result.kind == RESULT_REFUSED || table->result.kind == RESULT_WRONG;
}

/* Each answer that one key gives is tried, so that none is offered that cannot be taken. */
static void try_choices(struct table *table)
{
    struct question_box *box = &table->question;
    for (int i = 0; box->question.kind == QUESTION_CHOICE && i < box->question.choices; i++) {
        if (would_be_refused(table, str_of(box->question.choice[i]))) {
            bool is_rule = table->result.kind == RESULT_REFUSED;
            struct text reason;
            text_init(&reason, box->refused[i], sizeof box->refused[i]);
            text_add(&reason, "%s",
                     is_rule ? table->result.refusal.reason : table->result.error.text);
        }
    }
}

/* Of the rows those in view, each once: the others have no letters. */
static void try_rows(struct table *table)
{
    struct question_box *box = &table->question;
    const struct table_model *model = &table->model;
    struct order_rows rows;
    if (box->question.kind != QUESTION_COMBATANT) {
        return;
    }
    order_rows(&rows, model, table_order_rows(table));
    for (int i = 0; i < rows.count; i++) {
        char word[NAME_SIZE + 8];
        struct text text;
        int id = model->order[rows.row[i].line.first];
        text_init(&text, word, sizeof word);
        if (state_is_in(model->state, id) && !box->is_tried_row[id]) {
            combatant_word(model->state, id, &text);
            box->is_tried_row[id] = true;
            box->is_refused_row[id] = would_be_refused(table, (struct str){text.p, text.n});
        }
    }
}

void table_prepare_question(struct table *table)
{
    find_targets(table);
    try_choices(table);
    try_rows(table);
}

/* ---- answers -------------------------------------------------------------------------------- */

bool table_answered_line(struct table *table, struct text *out)
{
    struct question_box *box = &table->question;
    struct str typed = line_edit_text(&box->edit);
    bool is_name = box->question.kind == QUESTION_COMBATANT;
    if (typed.n == 0 || (is_name && !box->types_words)) {
        return false;
    }
    return box->types_targets ? put_targets(table, typed, out) : question_answer(box, typed, out);
}

static void answer(struct table *table, struct str words)
{
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, line, sizeof line);
    if (!question_answer(&table->question, words, &text)) {
        table_say(table, ROLE_ERROR, "the line is too long with this");
        return;
    }
    table_run_line(table, line);
}

static void answer_combatant(struct table *table, int id)
{
    char word[NAME_SIZE + 8];
    struct text text;
    text_init(&text, word, sizeof word);
    combatant_word(table->model.state, id, &text);
    /* Until the whole is done, its details and the odds against it stay in sight. */
    table->model.selected = id;
    answer(table, (struct str){text.p, text.n});
}

/* The same command goes to those who were typed; what it lacks is asked for again. */
static void accept_targets(struct table *table)
{
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    struct str typed = question_typed(&table->question);
    text_init(&text, line, sizeof line);
    if (typed.n == 0) {
        table_echo(table);
    } else if (put_targets(table, typed, &text)) {
        table_run_line(table, line);
    } else {
        table_say(table, ROLE_ERROR, "the line is too long with this");
    }
}

static void accept_answer(struct table *table)
{
    struct question_box *box = &table->question;
    struct str typed = question_typed(box);
    struct error err;
    if (box->types_targets) {
        accept_targets(table);
        return;
    }
    if (box->question.kind == QUESTION_COMBATANT) {
        int id = table->model.selected;
        if (box->types_words && typed.n > 0) {
            id = combatant_find(table->model.state, typed, &err);
        }
        if (id == 0) {
            table_say(table, ROLE_ERROR, box->types_words ? err.text : "nobody is here");
            return;
        }
        answer_combatant(table, id);
        return;
    }
    if (typed.n == 0) {
        table_echo(table);
        return;
    }
    answer(table, typed);
}

/* ---- single characters ---------------------------------------------------------------------- */

/* A choice by its key; false when the character belongs to what is typed instead. */
static bool take_choice(struct table *table, int character)
{
    struct question_box *box = &table->question;
    enum else_takes else_takes = box->question.else_takes;
    int choice = question_choice(&box->question, character);
    bool is_digit = character >= '0' && character <= '9';
    if (box->types_words || (else_takes == ELSE_TAKES_NUMBER && is_digit)) {
        return false;
    }
    if (choice >= 0) {
        answer(table, str_of(box->question.choice[choice]));
        return true;
    }
    box->types_words = else_takes == ELSE_TAKES_WORDS && character == '/';
    table_echo(table);
    return true;
}

/* The row's letter, or the first of its two; the letter of a group opens it. */
static bool take_label(struct table *table, int character)
{
    struct question_box *box = &table->question;
    struct order_rows rows;
    bool is_beginning;
    char label[ORDER_LABEL_SIZE] = {0};
    if (character < 'a' || character > 'z') {
        return false;
    }
    label[box->label != '\0' ? 1 : 0] = (char)character;
    label[0] = box->label != '\0' ? box->label : label[0];
    order_rows(&rows, &table->model, table_order_rows(table));
    int row = order_labelled(&table->model, &rows, label, &is_beginning);
    box->label = row < 0 && is_beginning ? (char)character : '\0';
    if (row < 0) {
        return is_beginning;
    }
    struct order_line line = rows.row[row].line;
    int id = table->model.order[line.first];
    if (line.count == 1) {
        answer_combatant(table, id);
        return true;
    }
    box->opened = id;
    table->model.selected = id;
    try_rows(table);
    return true;
}

/* Others are typed in place of those to whom the command goes, or behind them. */
static void type_targets(struct table *table, bool keeps_them)
{
    struct question_box *box = &table->question;
    struct text prompt;
    box->types_targets = true;
    box->question.kind = QUESTION_TEXT;
    text_init(&prompt, box->question.prompt, sizeof box->question.prompt);
    text_add(&prompt, "who?");
    if (keeps_them) {
        char word[LINE_EDIT_SIZE];
        struct text list;
        text_init(&list, word, sizeof word);
        add_targets(table, &list);
        text_add(&list, ",");
        line_edit_set(&box->edit, (struct str){list.p, list.n});
    }
    table_echo(table);
}

/* A capital changes how much its row takes; a comma or a slash has targets typed. */
static bool take_target_key(struct table *table, int character)
{
    struct question_box *box = &table->question;
    bool is_empty = line_edit_text(&box->edit).n == 0;
    if (box->types_targets || box->targets.count == 0) {
        return false;
    }
    bool takes_slash = box->question.kind != QUESTION_CHOICE ||
                       box->question.else_takes != ELSE_TAKES_WORDS;
    if (is_empty && !box->types_words && (character == ',' || (character == '/' && takes_slash))) {
        type_targets(table, character == ',');
        return true;
    }
    if (box->targets.count < 2 || !box->targets.are_shared) {
        return false;
    }
    struct order_rows rows;
    order_rows(&rows, &table->model, table_order_rows(table));
    for (int i = 0; i < rows.count; i++) {
        if (order_share_letter(&table->model, &rows, i) == character) {
            change_share(table,
                         question_target(box, table->model.order[rows.row[i].line.first]));
            return true;
        }
    }
    /* No amount has capitals: a slip does not spoil it. */
    return character >= 'A' && character <= 'Z';
}

/* Letters choose until something else is typed. */
static bool take_character(struct table *table, const struct term_input *input)
{
    struct question_box *box = &table->question;
    if (input->kind != INPUT_CHARACTER) {
        return false;
    }
    if (take_target_key(table, input->key)) {
        return true;
    }
    if (box->question.kind == QUESTION_CHOICE) {
        return take_choice(table, input->key);
    }
    if (box->question.kind != QUESTION_COMBATANT || box->types_words) {
        return false;
    }
    if (take_label(table, input->key)) {
        return true;
    }
    box->types_words = true;
    if (input->key == '/') {
        table_echo(table);
        return true;
    }
    return false;
}

/* ---- any key -------------------------------------------------------------------------------- */

static void step(struct table *table, int steps)
{
    int id = order_step(&table->model, table_order_rows(table), steps);
    table->question.label = '\0';
    table_model_select(&table->model, id);
    try_rows(table);
}

/* A form that asked is there again, as it was. */
static void leave_question(struct table *table)
{
    table_leave_question(table);
    if (table->model.form != NULL) {
        table_echo_form(table);
    } else {
        table_say(table, ROLE_PLAIN, "");
    }
}

void table_take_in_question(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    struct question_box *box = &table->question;
    bool is_choosing = box->question.kind == QUESTION_COMBATANT && !box->types_words;
    if (take_character(table, input)) {
        return;
    }
    if (input->kind == INPUT_KEY) {
        key_to_name(key, input->key);
    }
    const struct key_binding *binding = key_binding_find(CONTEXT_QUESTION, key);
    const char *act = binding != NULL ? binding->command : "";
    if (strcmp(act, "@accept") == 0) {
        accept_answer(table);
    } else if (strcmp(act, "@cancel") == 0) {
        leave_question(table);
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_QUESTION);
    } else if (strcmp(act, "@up") == 0 && is_choosing) {
        step(table, -1);
    } else if (strcmp(act, "@down") == 0 && is_choosing) {
        step(table, 1);
    } else if (box->question.kind != QUESTION_CHOICE ||
               box->question.else_takes != ELSE_TAKES_NOTHING) {
        box->types_words = box->types_words || input->kind == INPUT_PASTE;
        if (line_edit_input(&box->edit, input) == LINE_EDIT_CHANGED) {
            table_echo(table);
        }
    }
}
