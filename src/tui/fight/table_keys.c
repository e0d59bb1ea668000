#include "tui/fight/table_private.h"

#include <string.h>

#include "app/keys.h"
#include "tui/fight/order_rows.h"
#include "tui/fight/table_layout.h"
#include "tui/fight/table_view.h"

int table_order_rows(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.order.rows;
}

const char *table_act_of(const struct table *table, enum key_context context,
                         const struct term_input *input)
{
    char key[KEY_NAME_SIZE] = "";
    if (input->kind != INPUT_PASTE) {
        key_to_name(key, input->key);
    }
    const struct key_binding *binding = key_binding_find(&table->model.keys, context, key);
    return binding != NULL ? binding->command : "";
}

int table_list_steps(const char *act, int page, int most)
{
    return strcmp(act, "@down") == 0        ? 1
           : strcmp(act, "@up") == 0        ? -1
           : strcmp(act, "@page-down") == 0 ? page
           : strcmp(act, "@page-up") == 0   ? -page
           : strcmp(act, "@first") == 0     ? -most
           : strcmp(act, "@last") == 0      ? most
                                            : 0;
}

/* ---- keys at the table ----------------------------------------------------------------- */

static void scroll_log(struct table *table, int lines)
{
    struct table_model *model = &table->model;
    int most = model->lines_count > 1 ? model->lines_count - 1 : 0;
    int older = model->older + lines;
    model->older = older < 0 ? 0 : older > most ? most : older;
    if (older > most) {
        table_say_key(table, "@log", "shows the whole log");
    }
}

static int log_page(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.log.rows > 2 ? layout.log.rows - 1 : 1;
}

static void settle_pending(struct table *table)
{
    const struct table_model *model = &table->model;
    if (model->pending_checks > 0 && model->pending[0].command[0] != '\0') {
        /* The line is shown later, to be amended: with names, as one would type it. */
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
        command_name_ids(model->state, str_of(model->pending[0].command), &line);
        table_run_line(table, line.is_cut ? model->pending[0].command : line.p);
    } else if (model->pending_checks > 0) {
        table_say(table, ROLE_PLAIN, model->pending[0].text);
    } else {
        table_say(table, ROLE_PLAIN, "no check is pending");
    }
}

static void select_turn(struct table *table)
{
    int turn = table->model.state->value[ENCOUNTER_TURN];
    int id = turn != 0 ? turn : table->model.acting;
    if (id != 0) {
        table_model_select(&table->model, id);
    } else {
        table_say(table, ROLE_PLAIN, "nobody has a turn now");
    }
}

/* The next row as the pane shows them: a group is one step. */
static void step(struct table *table, int steps)
{
    struct table_model *model = &table->model;
    table_model_select(model, order_step(model, table_order_rows(table), steps));
}

static void select_end(struct table *table, int index)
{
    struct table_model *model = &table->model;
    if (model->order_count > 0) {
        table_model_select(model, model->order[index]);
    }
}

static void target_foes(struct table *table, int times)
{
    struct table_model *model = &table->model;
    for (int i = 0; i < times; i++) {
        model->target = table_model_next_foe(model, model->target);
    }
}

static void say_chosen(struct table *table)
{
    const struct key_table *keys = &table->model.keys;
    int count = table_model_chosen(&table->model);
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    if (count == 0) {
        text_add(&to, "nobody is chosen");
    } else {
        text_add(&to, "%d chosen: %s, %s, %s, %s and %s go to all of them; Esc drops them",
                 count, key_of_command(keys, "damage"), key_of_command(keys, "heal"),
                 key_of_command(keys, "hp"), key_of_command(keys, "condition"),
                 key_of_command(keys, "out"));
    }
    table->model.notice.role = ROLE_DIM;
}

/* Several in a row are chosen with one key each, since the selection goes on by itself. */
static void choose(struct table *table, int times)
{
    struct table_model *model = &table->model;
    for (int i = 0; i < times; i++) {
        int before = model->selected;
        table_model_choose(model, before);
        step(table, 1);
        if (model->selected == before) {
            break;
        }
    }
    say_chosen(table);
}

static void open_group(struct table *table, bool is_open)
{
    if (order_open(&table->model, is_open) < 2) {
        table_say(table, ROLE_PLAIN, "no combatant beside the selected one is like it");
    }
}

static void open_all(struct table *table)
{
    struct table_model *model = &table->model;
    model->shows_all = !model->shows_all;
    memset(model->is_open, 0, sizeof model->is_open);
    memset(model->is_closed, 0, sizeof model->is_closed);
    table_say(table, ROLE_DIM,
              model->shows_all ? "a line for each combatant"
                               : "one line for like combatants, when there is no room for all");
}

/* One thing at a time, the newest first. Who has nothing to drop may want to leave. */
static void clear(struct table *table)
{
    struct table_model *model = &table->model;
    if (table_model_chosen(model) > 0) {
        table_model_choose_none(model);
        table_forget_choices(table);
    } else if (model->target != 0 || model->older != 0) {
        model->target = 0;
        model->older = 0;
    } else {
        table_say_key(table, "quit", "quits; everything is saved already");
    }
}

/* Selecting, targets, choosing, folding: as often as the count before the key says. */
static bool act_on_order(struct table *table, const char *act, int times)
{
    struct table_model *model = &table->model;
    if (strcmp(act, "@down") == 0) {
        step(table, times);
    } else if (strcmp(act, "@up") == 0) {
        step(table, -times);
    } else if (strcmp(act, "@first") == 0) {
        select_end(table, 0);
    } else if (strcmp(act, "@last") == 0) {
        select_end(table, model->order_count - 1);
    } else if (strcmp(act, "@turn") == 0) {
        select_turn(table);
    } else if (strcmp(act, "@target") == 0) {
        table_model_set_target(model, model->selected);
    } else if (strcmp(act, "@foe") == 0) {
        target_foes(table, times);
    } else if (strcmp(act, "@choose") == 0) {
        choose(table, times);
    } else if (strcmp(act, "@choose-again") == 0) {
        table_model_choose_again(model);
        say_chosen(table);
    } else if (strcmp(act, "@open") == 0) {
        open_group(table, true);
    } else if (strcmp(act, "@close") == 0) {
        open_group(table, false);
    } else if (strcmp(act, "@open-all") == 0) {
        open_all(table);
    } else if (strcmp(act, "@clear") == 0) {
        clear(table);
    } else {
        return false;
    }
    return true;
}

/* An act of the screen itself; false when there is none of this name. */
static bool act_on_screen(struct table *table, const char *act, int times)
{
    if (act_on_order(table, act, times)) {
        return true;
    }
    if (strcmp(act, "@older") == 0) {
        scroll_log(table, times * log_page(table));
    } else if (strcmp(act, "@newer") == 0) {
        scroll_log(table, -times * log_page(table));
    } else if (strcmp(act, "@settle") == 0) {
        settle_pending(table);
    } else if (strcmp(act, "@ruling") == 0) {
        table_run_ruling(table);
    } else if (strcmp(act, "@repeat") == 0) {
        table_repeat(table, times);
    } else if (strcmp(act, "@log") == 0) {
        table_open_log(table);
    } else if (strcmp(act, "@palette") == 0) {
        table_open_palette(table, "");
    } else if (strcmp(act, "@new") == 0) {
        table_open_form_new(table);
    } else if (strcmp(act, "@edit") == 0) {
        table_open_form_edit(table);
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_TABLE);
    } else {
        return false;
    }
    return true;
}

static void say_no_key(struct table *table, const char *key)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s does nothing here; ? shows the keys", key);
    table->model.notice.role = ROLE_PLAIN;
}

/* One's own key may be of a command of another game. */
static bool can_do(struct table *table, const struct key_binding *binding)
{
    return binding->command[0] == '@' || table_knows_command(table, binding->command);
}

/* Dice typed where none are asked for, as behind a refusal: of "14 4 Enter" the blank would
 * set a target, and Enter would open a form that takes the keys to come. No count belongs
 * before either. */
static bool is_for_dice(const struct key_binding *binding, int count)
{
    const char *act = binding->command;
    return count > 0 && (strcmp(act, "@target") == 0 || strcmp(act, "@edit") == 0);
}

static void say_no_dice(struct table *table)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "no dice are asked for now: %d does nothing", table->model.count);
    table->model.notice.role = ROLE_WARNING;
}

/* Enter, once more than was asked for: the form that it would open takes the keys to come, and
 * the next dice would become hit points. */
static void say_was_answered(struct table *table)
{
    table_say_key(table, "@edit", "again opens a form for the selected combatant");
}

static void run_key(struct table *table, const struct key_binding *binding)
{
    int count = table->model.count;
    if (is_for_dice(binding, count)) {
        say_no_dice(table);
    } else if (table->has_answered && strcmp(binding->command, "@edit") == 0) {
        say_was_answered(table);
    } else if (binding->command[0] == '@') {
        bool is_known = act_on_screen(table, binding->command, count > 0 ? count : 1);
        CHECK(is_known);
    } else if (can_do(table, binding)) {
        table_run_command(table, binding->command);
    } else {
        say_no_key(table, binding->key);
    }
}

static void take_at_table(struct table *table, const struct term_input *input)
{
    char key[KEY_NAME_SIZE];
    if (input->kind == INPUT_PASTE) {
        table_say(table, ROLE_PLAIN, "pasted text does nothing here; : takes a command line");
        return;
    }
    key_to_name(key, input->key);
    const struct key_binding *binding =
        key_binding_find(&table->model.keys, CONTEXT_TABLE, key);
    table_say(table, ROLE_PLAIN, "");
    if (binding == NULL && table_count_digit(table, input)) {
        return;
    }
    bool drops_count = binding != NULL && strcmp(binding->command, "@clear") == 0;
    if (binding == NULL) {
        say_no_key(table, key);
    } else if (!drops_count || table->model.count == 0) {
        run_key(table, binding);
    }
    table->model.count = 0;
}

/* ---- keys in the list of past acts ----------------------------------------------------- */

static void take_in_history(struct table *table, const struct term_input *input)
{
    struct error err;
    const char *act = table_act_of(table, CONTEXT_HISTORY, input);
    struct canvas canvas = table_view_reader(canvas_of(&table->frame));
    int page = reader_page(canvas);
    int steps = table_list_steps(act, page, HISTORY_ACTS_MAX);
    table_say(table, ROLE_PLAIN, "");
    if (strcmp(act, "@cancel") == 0) {
        table->model.history = NULL;
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_HISTORY);
    } else if (strcmp(act, "@accept") == 0) {
        table->model.history = NULL;
        table_rewind(table, history_picked(&table->history));
    } else if (strcmp(act, "@amend") == 0) {
        table->model.history = NULL;
        table_amend(table, history_picked(&table->history));
    } else if (history_move(&table->history, table->sitting, steps, table->frame.rows, &err) !=
               STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

/* ---- any key --------------------------------------------------------------------------- */

void table_take_key(struct table *table, const struct term_input *input)
{
    bool takes = table->model.question != NULL &&
                 strcmp(table_act_of(table, CONTEXT_QUESTION, input), "@accept") == 0;
    if (table->model.reader != NULL) {
        table_take_key_in_reader(table, input);
    } else if (table->model.lost_file != NULL) {
        table_take_key_in_lost_file(table, input);
    } else if (table->model.history != NULL) {
        take_in_history(table, input);
    } else if (table->model.log != NULL) {
        table_take_key_in_log(table, input);
    } else if (table->model.encounters != NULL) {
        table_take_key_in_encounters(table, input);
    } else if (table->model.settings != NULL) {
        table_take_key_in_settings(table, input);
    } else if (table->model.campaigns != NULL) {
        table_take_key_in_campaigns(table, input);
    } else if (table->model.question != NULL) {
        table_take_in_question(table, input);
    } else if (table->model.form != NULL) {
        table_take_in_form(table, input);
    } else if (table->model.palette != NULL) {
        table_take_key_in_palette(table, input);
    } else {
        take_at_table(table, input);
    }
    table->has_answered = takes && table->model.question == NULL;
    table_look(table);
}
