#include "tui/fight/table_private.h"

#include <string.h>

#include "app/keys.h"
#include "app/sitting.h"
#include "app/sitting_words.h"
#include "tui/fight/table_layout.h"
#include "tui/views/form_view.h"

/* ---- what it would run ----------------------------------------------------------------- */

static struct str written(struct table *table, char line[COMMAND_LINE_MAX + 2])
{
    struct text text = text_over(line, COMMAND_LINE_MAX + 2);
    form_line(&table->form, table->model.state, &text);
    return (struct str){text.p, text.n};
}

void table_echo_form(struct table *table)
{
    char line[COMMAND_LINE_MAX + 2];
    const struct form *form = &table->form;
    struct str runs = written(table, line);
    bool is_wrong_elsewhere = form->wrong != FORM_NOWHERE && form->wrong != form->focused;
    table->model.notice.role = is_wrong_elsewhere ? ROLE_ERROR : ROLE_DIM;
    struct text hint = text_over(table->model.notice.text, sizeof table->model.notice.text);
    if (is_wrong_elsewhere) {
        text_add(&hint, "%s", form->wrong_text);
    } else if (runs.n > 0) {
        text_add(&hint, ": ");
        text_add_str(&hint, runs);
    } else {
        text_add(&hint, "%s",
                 form->id != 0 ? "nothing has changed yet" : "a new combatant needs a name");
    }
}

/* Names of one kind of records, on their way to the form. */
struct offer {
    struct form *form;
    const char *records;
};

static void offer(void *context, const char *name, const char *what)
{
    const struct offer *to = context;
    (void)what;
    form_offer(to->form, to->records, name);
}

/* Whether an earlier field takes records of this kind too. */
static bool is_offered(const struct form *form, int field, const char *records)
{
    for (int i = 0; i < field; i++) {
        const char *others = form->field[i].row.records;
        if (others != NULL && strcmp(others, records) == 0) {
            return true;
        }
    }
    return false;
}

static void open_form(struct table *table, int id)
{
    struct form *form = &table->form;
    form_begin(form, table->model.procedure, table->model.state, id);
    for (int i = 0; i < form->fields; i++) {
        struct offer to = {form, form->field[i].row.records};
        if (to.records != NULL && !is_offered(form, i, to.records)) {
            sitting_records(table->sitting, to.records, offer, &to);
        }
    }
    view_push(&table->model.views, &view_of_form, &table->form);
    table_echo_form(table);
}

void table_open_form_new(struct table *table)
{
    open_form(table, 0);
}

void table_open_form_edit(struct table *table)
{
    if (table->model.selected == 0) {
        table_say(table, ROLE_PLAIN, "there is no combatant yet");
        return;
    }
    open_form(table, table->model.selected);
}

void table_check_form(struct table *table)
{
    const struct state *state = table->model.state;
    int id = table->form.id;
    bool is_gone = id > state->count || (id != 0 && !state_is_present(state, id));
    if (is_gone) {
        table_close(table, &view_of_form);
    }
}

/* ---- accepting ------------------------------------------------------------------------- */

/* Tries a changed field alone; false when its value is wrong, which is reported at the
 * field. */
static bool check_field(struct table *table, int field)
{
    if (!form_is_changed(&table->form, field)) {
        return true;
    }
    const char *fault = form_fault(&table->form, field);
    if (fault != NULL) {
        form_complain(&table->form, field, fault);
        return false;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 2);
    form_line_of(&table->form, table->model.state, field, &text);
    sitting_preview(table->sitting, text.p, &table->result);
    if (table->result.kind == RESULT_WRONG) {
        form_complain(&table->form, field, table->result.error.text);
        return false;
    }
    return true;
}

static void accept(struct table *table, const struct view_key *key)
{
    struct form *form = &table->form;
    char line[COMMAND_LINE_MAX + 2];
    (void)key;
    for (int i = 0; i < form->fields; i++) {
        if (!check_field(table, i)) {
            form_go(form, i);
            table_echo_form(table);
            return;
        }
    }
    struct str runs = written(table, line);
    if (runs.n == 0 && form->id == 0) {
        form_go(form, 0);
        form_complain(form, 0, "a new combatant needs a name");
    } else if (runs.n == 0) {
        table_close(table, &view_of_form);
        table_say(table, ROLE_PLAIN, "nothing was changed");
    } else if (runs.n > COMMAND_LINE_MAX) {
        table_say(table, ROLE_ERROR, "this is too much for one line: do it in parts");
    } else {
        table_run_line(table, line);
    }
}

/* ---- keys ------------------------------------------------------------------------------ */

static int page(struct table *table)
{
    struct table_layout layout;
    table_layout(&layout, &table->model, canvas_of(&table->frame));
    return layout.form.rows > 4 ? layout.form.rows / 2 : 1;
}

static void move(struct table *table, const struct view_key *key)
{
    check_field(table, table->form.focused);
    form_move(&table->form, view_list_steps(key->act, page(table), FORM_FIELDS_MAX));
    table_echo_form(table);
}

static void type(struct table *table, const struct view_key *key)
{
    form_input(&table->form, key->input);
    table_echo_form(table);
}

static void choose(struct table *table, const struct view_key *key)
{
    int steps = key->act == ACT_NEXT ? 1 : -1;
    if (form_is_at_choice(&table->form)) {
        form_choose(&table->form, steps);
    } else if (!form_choose_record(&table->form, steps)) {
        type(table, key);
        return;
    }
    table_echo_form(table);
}

static void unset(struct table *table, const struct view_key *key)
{
    (void)key;
    form_clear(&table->form);
    table_echo_form(table);
}

static void cancel(struct table *table, const struct view_key *key)
{
    if (form_has_changes(&table->form) && !table->form.is_leaving) {
        struct text text = text_over(table->model.notice.text, sizeof table->model.notice.text);
        text_add(&text, "%s again discards what you typed", key->name);
        table->model.notice.role = ROLE_WARNING;
        table->form.is_leaving = true;
        return;
    }
    table_close(table, &view_of_form);
    table_say(table, ROLE_PLAIN, "");
}

/* Leaving takes the same key twice in a row. */
static bool before_key(struct table *table, const struct view_key *key)
{
    table->form.is_leaving = table->form.is_leaving && key->act == ACT_CANCEL;
    return false;
}

static void draw(const struct view_place *place, void *self)
{
    form_view_draw(self, place->layout->form);
}

const struct view view_of_form = {
    .context = CONTEXT_FORM,
    .room = VIEW_BESIDE_ORDER,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = table_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
            [ACT_NEXT] = choose,
            [ACT_BEFORE] = choose,
            [ACT_UNSET] = unset,
            [ACT_LOOK_OLDER] = table_look_back,
        },
    .other = type,
    .before = before_key,
    .draw = draw,
};
