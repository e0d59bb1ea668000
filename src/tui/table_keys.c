#include "tui/table_private.h"

#include <string.h>

#include "app/keys.h"
#include "tui/help.h"
#include "tui/order_view.h"
#include "tui/table_layout.h"
#include "tui/table_view.h"

/* Of the frame that was shown last: what the referee sees is what letters and pages mean. */
static int order_rows(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.order.rows;
}

/* ---- keys at the table ---------------------------------------------------------------------- */

static void scroll_log(struct table *table, int lines)
{
    struct table_model *model = &table->model;
    int most = model->lines_count > 1 ? model->lines_count - 1 : 0;
    int older = model->older + lines;
    model->older = older < 0 ? 0 : older > most ? most : older;
}

static int log_page(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.log.rows > 2 ? layout.log.rows - 1 : 1;
}

static void open_help(struct table *table)
{
    char buf[READER_TEXT_SIZE];
    struct text text;
    struct palette_source source = table_source(table);
    text_init(&text, buf, sizeof buf);
    help_write(&text, source.commands, source.commands_count);
    table_read(table, "help", (struct str){text.p, text.n});
}

static void open_palette(struct table *table)
{
    struct palette_source source = table_source(table);
    palette_begin(&table->palette, &source);
    table->model.palette = &table->palette;
    table_say(table, ROLE_DIM, "");
}

static void settle_due(struct table *table)
{
    const struct table_model *model = &table->model;
    if (model->dues > 0) {
        table_run_line(table, model->due[0].command);
    } else {
        table_say(table, ROLE_PLAIN, "no check is due");
    }
}

static void select_turn(struct table *table)
{
    if (table->model.acting != 0) {
        table_model_select(&table->model, table->model.acting);
    } else {
        table_say(table, ROLE_PLAIN, "nobody has a turn now");
    }
}

/* An act of the screen itself; false when there is none of this name. */
static bool act_on_screen(struct table *table, const char *act)
{
    struct table_model *model = &table->model;
    if (strcmp(act, "@down") == 0) {
        table_model_move(model, 1);
    } else if (strcmp(act, "@up") == 0) {
        table_model_move(model, -1);
    } else if (strcmp(act, "@first") == 0) {
        table_model_move(model, -COMBATANTS_MAX);
    } else if (strcmp(act, "@last") == 0) {
        table_model_move(model, COMBATANTS_MAX);
    } else if (strcmp(act, "@turn") == 0) {
        select_turn(table);
    } else if (strcmp(act, "@mark") == 0) {
        table_model_mark(model, model->selected);
    } else if (strcmp(act, "@foe") == 0) {
        model->marked = table_model_next_foe(model, model->marked);
    } else if (strcmp(act, "@older") == 0) {
        scroll_log(table, log_page(table));
    } else if (strcmp(act, "@newer") == 0) {
        scroll_log(table, -log_page(table));
    } else if (strcmp(act, "@clear") == 0) {
        model->marked = 0;
        model->older = 0;
    } else if (strcmp(act, "@due") == 0) {
        settle_due(table);
    } else if (strcmp(act, "@ruling") == 0) {
        table_run_ruling(table);
    } else if (strcmp(act, "@palette") == 0) {
        open_palette(table);
    } else if (strcmp(act, "@new") == 0) {
        table_open_form_new(table);
    } else if (strcmp(act, "@edit") == 0) {
        table_open_form_edit(table);
    } else if (strcmp(act, "@help") == 0) {
        open_help(table);
    } else {
        return false;
    }
    return true;
}

static void say_no_key(struct table *table, const char *key)
{
    struct text to;
    text_init(&to, table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "no key %s here, ? for help", key);
    table->model.notice.role = ROLE_PLAIN;
}

static void take_at_table(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE];
    if (input->kind == INPUT_PASTE) {
        table_say(table, ROLE_PLAIN, "pasted text runs nothing; : takes a command line");
        return;
    }
    key_to_name(key, input->key);
    const struct key_binding *binding = key_binding_find(CONTEXT_TABLE, key);
    table_say(table, ROLE_PLAIN, "");
    if (binding == NULL) {
        say_no_key(table, key);
        return;
    }
    if (binding->command[0] == '@') {
        bool is_known = act_on_screen(table, binding->command);
        CHECK(is_known);
        return;
    }
    if (!table_knows_command(table, binding->command)) {
        say_no_key(table, key);
        return;
    }
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, line, sizeof line);
    table_model_expand(&table->model, binding->command, &text);
    table_run_line(table, line);
}

/* ---- keys while something is asked ---------------------------------------------------------- */

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

static void accept_answer(struct table *table)
{
    struct question_box *box = &table->question;
    struct str typed = question_typed(box);
    struct error err;
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

/* Letters choose rows until something else is typed. */
static bool take_letter(struct table *table, const struct term_input *input)
{
    struct question_box *box = &table->question;
    if (input->kind != INPUT_CHARACTER) {
        return false;
    }
    if (box->question.kind == QUESTION_CHOICE) {
        return take_choice(table, input->key);
    }
    if (box->question.kind != QUESTION_COMBATANT || box->types_words) {
        return false;
    }
    int id = order_letter_id(&table->model, order_rows(table), input->key);
    if (id != 0) {
        answer_combatant(table, id);
        return true;
    }
    box->types_words = true;
    if (input->key == '/') {
        table_echo(table);
        return true;
    }
    return false;
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

static void take_in_question(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    struct question_box *box = &table->question;
    bool is_choosing = box->question.kind == QUESTION_COMBATANT && !box->types_words;
    if (take_letter(table, input)) {
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
    } else if (strcmp(act, "@up") == 0 && is_choosing) {
        table_model_move(&table->model, -1);
    } else if (strcmp(act, "@down") == 0 && is_choosing) {
        table_model_move(&table->model, 1);
    } else if (box->question.kind != QUESTION_CHOICE ||
               box->question.else_takes != ELSE_TAKES_NOTHING) {
        box->types_words = box->types_words || input->kind == INPUT_PASTE;
        if (line_edit_input(&box->edit, input) == LINE_EDIT_CHANGED) {
            table_echo(table);
        }
    }
}

/* ---- keys in the palette and the reader ----------------------------------------------------- */

static void accept_palette(struct table *table)
{
    struct palette_source source = table_source(table);
    int id = 0;
    switch (palette_accept(&table->palette, &source, &id)) {
    case PALETTE_SELECTS:
        table->model.palette = NULL;
        table_model_select(&table->model, id);
        break;
    case PALETTE_RUNS: {
        char line[LINE_EDIT_SIZE];
        memcpy(line, table->palette.edit.text, sizeof line);
        palette_remember(&table->palette, line);
        table_run_line(table, line);
        break;
    }
    case PALETTE_WAITS:
        break;
    }
}

static void take_in_palette(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    struct palette_source source = table_source(table);
    if (input->kind == INPUT_KEY) {
        key_to_name(key, input->key);
    }
    const struct key_binding *binding = key_binding_find(CONTEXT_PALETTE, key);
    const char *act = binding != NULL ? binding->command : "";
    table_say(table, ROLE_PLAIN, "");
    if (strcmp(act, "@accept") == 0) {
        accept_palette(table);
    } else if (strcmp(act, "@cancel") == 0) {
        table->model.palette = NULL;
    } else if (strcmp(act, "@complete") == 0) {
        palette_complete(&table->palette, &source);
    } else if (strcmp(act, "@up") == 0 || strcmp(act, "@down") == 0) {
        palette_move(&table->palette, &source, strcmp(act, "@up") == 0 ? -1 : 1);
    } else if (line_edit_input(&table->palette.edit, input) == LINE_EDIT_CHANGED) {
        palette_update(&table->palette, &source);
    }
}

static void take_in_reader(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    if (input->kind != INPUT_PASTE) {
        key_to_name(key, input->key);
    }
    const struct key_binding *binding = key_binding_find(CONTEXT_READER, key);
    const char *act = binding != NULL ? binding->command : "";
    struct canvas canvas = table_view_reader(canvas_of(&table->frame));
    int page = reader_page(canvas);
    int rows = strcmp(act, "@down") == 0    ? 1
               : strcmp(act, "@up") == 0    ? -1
               : strcmp(act, "@newer") == 0 ? page
               : strcmp(act, "@older") == 0 ? -page
               : strcmp(act, "@first") == 0 ? -READER_TEXT_SIZE
               : strcmp(act, "@last") == 0  ? READER_TEXT_SIZE
                                            : 0;
    reader_scroll(&table->reader, rows, canvas);
    if (strcmp(act, "@cancel") == 0) {
        table->model.reader = NULL;
    }
}

/* ---- keys in the list of past acts --------------------------------------------------------- */

static void go_to_act(struct table *table)
{
    char line[32];
    struct text text;
    text_init(&text, line, sizeof line);
    text_add(&text, "rewind %lld", (long long)history_picked(&table->history));
    table->model.history = NULL;
    table_run_line(table, line);
}

static void take_in_history(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    struct error err;
    if (input->kind != INPUT_PASTE) {
        key_to_name(key, input->key);
    }
    const struct key_binding *binding = key_binding_find(CONTEXT_HISTORY, key);
    const char *act = binding != NULL ? binding->command : "";
    struct canvas canvas = table_view_reader(canvas_of(&table->frame));
    int page = reader_page(canvas);
    int steps = strcmp(act, "@down") == 0        ? 1
                : strcmp(act, "@up") == 0        ? -1
                : strcmp(act, "@page-down") == 0 ? page
                : strcmp(act, "@page-up") == 0   ? -page
                : strcmp(act, "@first") == 0     ? -HISTORY_ACTS_MAX
                : strcmp(act, "@last") == 0      ? HISTORY_ACTS_MAX
                                                 : 0;
    table_say(table, ROLE_PLAIN, "");
    if (strcmp(act, "@cancel") == 0) {
        table->model.history = NULL;
    } else if (strcmp(act, "@accept") == 0) {
        go_to_act(table);
    } else if (history_move(&table->history, table->session, steps, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

/* ---- any key --------------------------------------------------------------------------------- */

void table_take_key(struct table *table, const struct term_input *input)
{
    if (table->model.reader != NULL) {
        take_in_reader(table, input);
    } else if (table->model.history != NULL) {
        take_in_history(table, input);
    } else if (table->model.question != NULL) {
        take_in_question(table, input);
    } else if (table->model.form != NULL) {
        table_take_in_form(table, input);
    } else if (table->model.palette != NULL) {
        take_in_palette(table, input);
    } else {
        take_at_table(table, input);
    }
    table_look(table);
}
