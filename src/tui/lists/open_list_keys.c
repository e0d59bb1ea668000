#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

/* ---- how each is settled --------------------------------------------------------------- */

/* The only command that the text of a check names, "`divert` changes who";
 * nothing when it names none, or several to choose from. */
static struct str only_command(const char *text)
{
    const char *begin = strchr(text, '`');
    const char *end = begin != NULL ? strchr(begin + 1, '`') : NULL;
    bool is_only = end != NULL && strchr(end + 1, '`') == NULL;
    return is_only ? (struct str){begin + 1, (int)(end - begin - 1)} : (struct str){"", 0};
}

/* The question or result of a dry run of its line. */
static void tell_how(struct table *table, const struct pending *pending, struct text *out)
{
    if (pending->command[0] == '\0') {
        struct str named = only_command(pending->text);
        text_add(out, named.n > 0 ? "you decide: %.*s" : "you decide", named.n, named.p);
        return;
    }
    const struct result *result = table_try_line(table, pending->command);
    const struct question *question = &result->question;
    if (result->kind == RESULT_REFUSED) {
        text_add(out, "not now: %s", result->refusal.reason);
    } else if (result->kind != RESULT_ASKS) {
        text_add(out, "runs at once: ");
        command_name_ids(table->model.state, str_of(pending->command), out);
    } else if (question->kind == QUESTION_DICE) {
        text_add(out, "%s", question->die);
    } else if (question->kind == QUESTION_CHOICE) {
        for (int i = 0; i < question->choices; i++) {
            text_add(out, "%s%s", i > 0 ? ", " : "", question->choice[i]);
        }
        text_add(out, "%s", question->else_takes == ELSE_TAKES_WORDS ? ", or your words" : "");
    } else {
        question_text(question, out);
    }
}

static void fill(struct table *table)
{
    const struct table_model *model = &table->model;
    struct open_list *list = &table->open_list;
    list->count = model->pending_checks;
    list->picked = 0;
    for (int i = 0; i < list->count; i++) {
        const struct pending *pending = &model->pending[i];
        struct text text = text_over(list->line[i].text, sizeof list->line[i].text);
        struct text how = text_over(list->line[i].how, sizeof list->line[i].how);
        text_add(&text, "%s", pending->text);
        tell_how(table, pending, &how);
        list->line[i].alike = 0;
        for (int k = 0; k < list->count; k++) {
            list->line[i].alike +=
                open_list_are_alike(model->state, pending, &model->pending[k]) ? 1 : 0;
        }
        if (list->line[i].alike > 1) {
            text_add(&how, " (%d alike)", list->line[i].alike);
        }
    }
}

void table_open_list(struct table *table)
{
    fill(table);
    view_push(&table->model.views, &view_of_open, &table->open_list);
}

/* ---- settling -------------------------------------------------------------------------- */

void table_add_settling_line(const struct table_model *model, const struct pending *pending,
                             struct text *out)
{
    command_name_ids(model->state, str_of(pending->command), out);
    if (out->is_cut) {
        text_init(out, out->p, out->size);
        text_add(out, "%s", pending->command);
    }
}

/* A check without a line: what the key of the command does that its text names. */
static void settle_by_key(struct table *table, const char *text)
{
    TEXT_BUFFER(name, COMMAND_LINE_MAX + 1);
    text_add_str(&name, only_command(text));
    const struct key_binding *binding = key_binding_of_command(&table->model.keys, name.p);
    if (binding != NULL) {
        table_run_command(table, binding->command);
    } else {
        table_say(table, ROLE_PLAIN, text);
    }
}

void table_settle(struct table *table, int which)
{
    const struct table_model *model = &table->model;
    if (which >= model->pending_checks) {
        table_say(table, ROLE_PLAIN, "no check is pending");
    } else if (model->pending[which].command[0] == '\0') {
        settle_by_key(table, model->pending[which].text);
    } else {
        TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
        table_add_settling_line(model, &model->pending[which], &line);
        table_run_line(table, line.p);
    }
}

/* Whether its command takes several combatants in this place. */
static bool takes_several(struct table *table, const struct pending *pending)
{
    struct str rest = str_of(pending->command);
    struct str name = str_next_word(&rest);
    struct palette_source source = table_source(table);
    for (int i = 0; i < source.commands_count; i++) {
        const struct command_def *def = source.commands[i];
        if (str_equal(name, def->name)) {
            return def->arguments_count > 0 && def->arguments[0].kind == ARGUMENT_COMBATANTS;
        }
    }
    return false;
}

/* As one act if the command takes all of them; otherwise one after the other, as a series whose
 * dice can be typed at once. */
static void settle_alike(struct table *table)
{
    const struct table_model *model = &table->model;
    struct open_list *list = &table->open_list;
    const struct pending *pending = &model->pending[list->picked];
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(named, COMMAND_LINE_MAX + 1);
    if (list->count == 0 || list->line[list->picked].alike < 2) {
        table_settle(table, list->picked);
    } else if (open_list_together(list, model->state, model->pending,
                                  takes_several(table, pending), &line)) {
        command_name_ids(model->state, (struct str){line.p, line.n}, &named);
        table_run_line(table, named.is_cut ? line.p : named.p);
    } else {
        table_series_begin_alike(table, pending, list->line[list->picked].alike);
    }
}

/* ---- keys ------------------------------------------------------------------------------ */

static void accept(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_open);
    table_settle(table, table->open_list.picked);
}

static void alike(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_open);
    settle_alike(table);
}

static void move(struct table *table, const struct view_key *key)
{
    struct open_list *list = &table->open_list;
    int picked = list->picked + view_list_steps(key->act, table_page(table), PENDING_MAX);
    picked = picked < list->count ? picked : list->count - 1;
    list->picked = picked > 0 ? picked : 0;
}

/* The number of a line settles it. */
static void pick(struct table *table, const struct view_key *key)
{
    bool is_number =
        key->input->kind == INPUT_CHARACTER && key->input->key >= '1' && key->input->key <= '9';
    int which = is_number ? key->input->key - '1' : PENDING_MAX;
    if (which < table->open_list.count) {
        table->open_list.picked = which;
        accept(table, key);
    }
}

static void draw(const struct view_place *place, void *self)
{
    open_list_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_open = {
    .context = CONTEXT_OPEN,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_ALIKE] = alike,
            VIEW_LIST_MOVES(move),
        },
    .other = pick,
    .before = table_say_nothing,
    .draw = draw,
    .tells = true,
};
