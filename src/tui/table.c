#include "tui/table.h"

#include <stdlib.h>
#include <string.h>

#include "app/keys.h"
#include "tui/help.h"
#include "tui/order_view.h"
#include "tui/table_layout.h"
#include "tui/table_view.h"

enum { IDLE_MS = 300 };

/* All that the loop holds; about a megabyte, mostly the frame. */
struct table {
    struct session *session;
    struct terminal *terminal;
    struct table_model model;
    struct question_box question;
    struct palette palette;
    struct reader reader;
    struct result result; /* of the line that ran last */
    char refused[COMMAND_LINE_MAX + 1]; /* what `!` overrules; "" when there is nothing */
    bool has_ended, wants_tidying, has_hint;
    struct frame frame;
};

/* ---- messages ------------------------------------------------------------------------------- */

static void say(struct table *table, enum role role, const char *text)
{
    struct text to;
    text_init(&to, table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s", text);
    table->model.notice.role = role;
    table->has_hint = false;
}

static void say_refused(struct table *table)
{
    const struct refusal *refusal = &table->result.refusal;
    struct text to;
    text_init(&to, table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "refused: %s", refusal->reason);
    if (refusal->rule != NULL && refusal->rule[0] != '\0') {
        text_add(&to, " (%s)", refusal->rule);
    }
    if (table->refused[0] != '\0') {
        text_add(&to, "; %s overrules it", key_of_command("@ruling"));
    }
    table->model.notice.role = ROLE_WARNING;
    table->has_hint = false;
}

static void say_error(struct table *table)
{
    const struct error *error = &table->result.error;
    struct text to;
    text_init(&to, table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s", error->text);
    if (table->result.kind == RESULT_FAILED && error->where[0] != '\0') {
        text_add(&to, " (%s)", error->where);
    }
    table->model.notice.role = ROLE_ERROR;
    table->has_hint = false;
}

/* ---- looking at the session ----------------------------------------------------------------- */

/* Whether a key of the table has something to do now, as far as the footer is concerned. */
static bool can_run(struct table *table, const struct key_binding *binding)
{
    const struct table_model *model = &table->model;
    const char *command = binding->command;
    if (command[0] == '@') {
        return strcmp(command, "@due") == 0      ? model->dues > 0
               : strcmp(command, "@ruling") == 0 ? table->refused[0] != '\0'
               : strcmp(command, "@mark") == 0   ? model->order_count > 0
                                                 : true;
    }
    if (strcmp(command, "undo") == 0) {
        return model->undo_label[0] != '\0';
    }
    if (strcmp(command, "redo") == 0) {
        return session_redo_label(table->session)[0] != '\0';
    }
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, line, sizeof line);
    table_model_expand(model, command, &text);
    session_preview(table->session, line, &table->result);
    bool is_own = table->result.kind == RESULT_TOLD && table->result.text[0] == '\0';
    return is_own || table->result.kind == RESULT_DONE || table->result.kind == RESULT_ASKS;
}

/* What the footer offers is what a dry run of each key's command says: no list of what is possible
 * when stands anywhere but in the rules. */
static void refresh_footer(struct table *table)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    CHECK(count <= BINDINGS_MAX);
    for (int i = 0; i < count; i++) {
        bool is_shown = bindings[i].context == CONTEXT_TABLE && bindings[i].note[0] != '\0';
        table->model.can_run[i] = is_shown && can_run(table, &bindings[i]);
    }
}

static void refresh_odds(struct table *table)
{
    struct table_model *model = &table->model;
    int actor;
    int target;
    model->odds = NULL;
    model->odds_error = NULL;
    if (table_model_pair(model, &actor, &target)) {
        model->odds = session_odds(table->session, actor, target, &model->odds_inputs,
                                   &model->odds_error);
    }
}

/* After the state, the selection or the mark may have changed. */
static void look(struct table *table)
{
    struct table_model *model = &table->model;
    refresh_odds(table);
    if (model->question == NULL && model->palette == NULL && model->reader == NULL) {
        refresh_footer(table);
    }
}

static void load(struct table *table)
{
    struct table_model *model = &table->model;
    model->state = session_state(table->session);
    model->procedure = session_procedure(table->session);
    model->encounter = session_encounter_name(table->session);
    model->undo_label = session_undo_label(table->session);
    model->is_read_only = session_is_read_only(table->session);
    model->lines_count = session_log(table->session, &model->lines);
    model->older = 0;
    table_model_refresh(model);
}

static struct palette_source source_of(struct table *table)
{
    struct palette_source source = {.state = table->model.state};
    source.commands_count = session_commands(table->session, &source.commands);
    return source;
}

/* ---- the frame ------------------------------------------------------------------------------ */

static void draw(struct table *table)
{
    int rows;
    int columns;
    term_size(table->terminal, &rows, &columns);
    frame_init(&table->frame, rows, columns, table->terminal->glyphs);
    table_view_draw(&table->model, &table->frame);
    term_present(table->terminal, &table->frame);
}

/* Of the frame that was shown last: what the referee sees is what letters and pages mean. */
static int order_rows(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.order.rows;
}

/* ---- running lines -------------------------------------------------------------------------- */

static void leave_question(struct table *table)
{
    struct table_model *model = &table->model;
    if (model->question != NULL) {
        model->question = NULL;
        model->selected = table->question.selected_before;
    }
}

static void read_long(struct table *table, const char *title, struct str text)
{
    reader_init(&table->reader, title, text);
    table->model.reader = &table->reader;
}

/* A dry run of what is typed: what it would do, before it is done. Dice that the program would
 * throw are not thrown for that. */
static void echo(struct table *table)
{
    struct question_box *box = &table->question;
    struct text hint;
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    struct str typed = line_edit_text(&box->edit);
    text_init(&text, line, sizeof line);
    table->model.notice.role = ROLE_DIM;
    text_init(&hint, table->model.notice.text, sizeof table->model.notice.text);
    table->has_hint = true;
    bool is_thrown = memchr(typed.p, '*', (size_t)typed.n) != NULL ||
                     memchr(typed.p, 'r', (size_t)typed.n) != NULL;
    bool is_tried = typed.n > 0 && box->question.kind != QUESTION_COMBATANT &&
                    !(box->question.kind == QUESTION_DICE && is_thrown);
    if (is_tried && question_answer(box, question_typed(box), &text)) {
        session_preview(table->session, line, &table->result);
        if (table->result.kind == RESULT_DONE) {
            text_add(&hint, "%s", table->result.text[0] != '\0' ? table->result.text
                                                                : table->result.label);
            return;
        }
        if (table->result.kind == RESULT_ASKS) {
            text_add(&hint, "then: %s", table->result.question.prompt);
            return;
        }
    }
    question_hint(box, &hint);
}

static void ask(struct table *table, const char *line)
{
    struct table_model *model = &table->model;
    bool was_asking = model->question != NULL;
    int selected = was_asking ? table->question.selected_before : model->selected;
    char kept[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, kept, sizeof kept);
    text_add_str(&text, str_of(line));
    question_init(&table->question, &table->result.question, kept);
    table->question.selected_before = selected;
    model->question = &table->question;
    model->palette = NULL;
    if (table->question.question.kind == QUESTION_COMBATANT) {
        int foe = table_model_next_foe(model, 0);
        int target = table_model_target(model);
        int likely = target != 0 ? target : foe;
        model->selected = likely != 0 ? likely : selected;
    }
    echo(table);
}

static void done(struct table *table)
{
    leave_question(table);
    table->model.palette = NULL;
    table->refused[0] = '\0';
    table->wants_tidying = true;
    load(table);
    say(table, ROLE_DIM, table->result.label);
}

static void refused(struct table *table, const char *line)
{
    struct str rest = str_of(line);
    bool is_ruling = str_equal_any_case(str_next_word(&rest), str_of("ruling"));
    struct text text;
    leave_question(table);
    table->model.palette = NULL;
    text_init(&text, table->refused, sizeof table->refused);
    session_preview(table->session, line, &table->result);
    if (table->result.kind == RESULT_REFUSED && !is_ruling) {
        text_add_str(&text, str_of(line));
    }
    say_refused(table);
}

static void told(struct table *table, const char *line)
{
    const char *text = table->result.text;
    leave_question(table);
    table->model.palette = NULL;
    if (strchr(text, '\n') != NULL) {
        read_long(table, line, str_of(text));
    } else {
        say(table, ROLE_PLAIN, text);
    }
}

/* Runs a line. What went wrong leaves what was typed where it is, so that it can be mended. */
static void run(struct table *table, const char *line)
{
    char kept[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, kept, sizeof kept);
    text_add_str(&text, str_of(line));
    table->has_hint = false;
    session_run(table->session, kept, true, &table->result);
    switch (table->result.kind) {
    case RESULT_DONE:
        done(table);
        break;
    case RESULT_TOLD:
        told(table, kept);
        break;
    case RESULT_ASKS:
        ask(table, kept);
        break;
    case RESULT_REFUSED:
        refused(table, kept);
        break;
    case RESULT_WRONG:
        say_error(table);
        break;
    case RESULT_FAILED:
        /* Another program's act may have been loaded instead. */
        load(table);
        say_error(table);
        break;
    case RESULT_QUIT:
        table->has_ended = true;
        break;
    }
}

static void run_ruling(struct table *table)
{
    if (table->refused[0] == '\0') {
        say(table, ROLE_PLAIN, "nothing was refused");
        return;
    }
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, line, sizeof line);
    text_add(&text, "ruling %s", table->refused);
    run(table, line);
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
    struct palette_source source = source_of(table);
    text_init(&text, buf, sizeof buf);
    help_write(&text, source.commands, source.commands_count);
    read_long(table, "help", (struct str){text.p, text.n});
}

static void open_palette(struct table *table)
{
    struct palette_source source = source_of(table);
    palette_begin(&table->palette, &source);
    table->model.palette = &table->palette;
    say(table, ROLE_DIM, "");
}

static void settle_due(struct table *table)
{
    const struct table_model *model = &table->model;
    if (model->dues > 0) {
        run(table, model->due[0].command);
    } else {
        say(table, ROLE_PLAIN, "no check is due");
    }
}

static void select_turn(struct table *table)
{
    if (table->model.acting != 0) {
        table_model_select(&table->model, table->model.acting);
    } else {
        say(table, ROLE_PLAIN, "nobody has a turn now");
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
        run_ruling(table);
    } else if (strcmp(act, "@palette") == 0) {
        open_palette(table);
    } else if (strcmp(act, "@help") == 0) {
        open_help(table);
    } else {
        return false;
    }
    return true;
}

static bool knows_command(struct table *table, const char *command)
{
    struct str rest = str_of(command);
    struct str name = str_next_word(&rest);
    struct palette_source source = source_of(table);
    for (int i = 0; i < source.commands_count; i++) {
        if (str_equal_any_case(name, str_of(source.commands[i]->name))) {
            return true;
        }
    }
    return false;
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
        say(table, ROLE_PLAIN, "pasted text runs nothing; : takes a command line");
        return;
    }
    key_to_name(key, input->key);
    const struct key_binding *binding = key_binding_find(CONTEXT_TABLE, key);
    say(table, ROLE_PLAIN, "");
    if (binding == NULL) {
        say_no_key(table, key);
        return;
    }
    if (binding->command[0] == '@') {
        bool is_known = act_on_screen(table, binding->command);
        CHECK(is_known);
        return;
    }
    if (!knows_command(table, binding->command)) {
        say_no_key(table, key);
        return;
    }
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, line, sizeof line);
    table_model_expand(&table->model, binding->command, &text);
    run(table, line);
}

/* ---- keys while something is asked ---------------------------------------------------------- */

static void answer(struct table *table, struct str words)
{
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    text_init(&text, line, sizeof line);
    if (!question_answer(&table->question, words, &text)) {
        say(table, ROLE_ERROR, "the line is too long with this");
        return;
    }
    run(table, line);
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
        if (box->types_name && typed.n > 0) {
            id = combatant_find(table->model.state, typed, &err);
        }
        if (id == 0) {
            say(table, ROLE_ERROR, box->types_name ? err.text : "nobody is here");
            return;
        }
        answer_combatant(table, id);
        return;
    }
    if (typed.n == 0) {
        echo(table);
        return;
    }
    answer(table, typed);
}

/* Letters choose rows until something else is typed. */
static bool take_letter(struct table *table, const struct term_input *input)
{
    struct question_box *box = &table->question;
    if (input->kind != INPUT_CHARACTER) {
        return false;
    }
    if (box->question.kind == QUESTION_CHOICE) {
        int choice = question_choice(&box->question, input->key);
        if (choice >= 0) {
            answer(table, str_of(box->question.choice[choice]));
        } else {
            echo(table);
        }
        return true;
    }
    if (box->question.kind != QUESTION_COMBATANT || box->types_name) {
        return false;
    }
    int id = order_letter_id(&table->model, order_rows(table), input->key);
    if (id != 0) {
        answer_combatant(table, id);
        return true;
    }
    box->types_name = true;
    if (input->key == '/') {
        echo(table);
        return true;
    }
    return false;
}

static void take_in_question(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    struct question_box *box = &table->question;
    bool is_choosing = box->question.kind == QUESTION_COMBATANT && !box->types_name;
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
        say(table, ROLE_PLAIN, "");
    } else if (strcmp(act, "@up") == 0 && is_choosing) {
        table_model_move(&table->model, -1);
    } else if (strcmp(act, "@down") == 0 && is_choosing) {
        table_model_move(&table->model, 1);
    } else if (box->question.kind != QUESTION_CHOICE) {
        box->types_name = box->types_name || input->kind == INPUT_PASTE;
        if (line_edit_input(&box->edit, input) == LINE_EDIT_CHANGED) {
            echo(table);
        }
    }
}

/* ---- keys in the palette and the reader ----------------------------------------------------- */

static void accept_palette(struct table *table)
{
    struct palette_source source = source_of(table);
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
        run(table, line);
        break;
    }
    case PALETTE_WAITS:
        break;
    }
}

static void take_in_palette(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    struct palette_source source = source_of(table);
    if (input->kind == INPUT_KEY) {
        key_to_name(key, input->key);
    }
    const struct key_binding *binding = key_binding_find(CONTEXT_PALETTE, key);
    const char *act = binding != NULL ? binding->command : "";
    say(table, ROLE_PLAIN, "");
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

/* ---- the loop ------------------------------------------------------------------------------- */

static void take_key(struct table *table, const struct term_input *input)
{
    if (table->model.reader != NULL) {
        take_in_reader(table, input);
    } else if (table->model.question != NULL) {
        take_in_question(table, input);
    } else if (table->model.palette != NULL) {
        take_in_palette(table, input);
    } else {
        take_at_table(table, input);
    }
    look(table);
}

static void take(struct table *table, const struct term_input *input)
{
    switch (input->kind) {
    case INPUT_KEY:
    case INPUT_CHARACTER:
    case INPUT_PASTE:
        take_key(table, input);
        break;
    case INPUT_NONE:
        session_tidy(table->session);
        table->wants_tidying = false;
        break;
    case INPUT_RESIZE:
        break;
    case INPUT_TERMINATE:
    case INPUT_END:
        table->has_ended = true;
        break;
    }
}

int table_run(struct session *session, struct terminal *terminal)
{
    struct table *table = calloc(1, sizeof *table);
    CHECK(table != NULL);
    table->session = session;
    table->terminal = terminal;
    load(table);
    look(table);
    while (!table->has_ended) {
        struct term_input input;
        draw(table);
        term_read(&input, terminal, table->wants_tidying ? IDLE_MS : -1);
        take(table, &input);
    }
    free(table);
    return 0;
}
