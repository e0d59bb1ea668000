#include "app/sitting/sitting.h"
#include "app/settings/settings.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

void table_open_settings(struct table *table)
{
    settings_form_begin(&table->settings, sitting_settings(table->sitting));
    view_push(&table->model.views, &view_of_settings, &table->settings);
}

/* Runs the line that changes one; after a mistake the typed text stays. */
static void change(struct table *table, const char *line)
{
    struct settings_form *form = &table->settings;
    struct result *result = &table->result;
    if (line[0] == '\0') {
        return;
    }
    sitting_run(table->sitting, line, true, result);
    form->is_wrong = result->kind != RESULT_TOLD;
    text_format(form->said, sizeof form->said, "%s",
                form->is_wrong ? result->error.text : result->text);
    form->is_typing = form->is_typing && form->is_wrong;
    if (!form->is_typing) {
        line_edit_init(&form->value);
    }
}

static void put(struct table *table, const struct view_key *key)
{
    struct settings_form *form = &table->settings;
    form->said[0] = '\0';
    if (line_edit_input(&form->value, key->input) == LINE_EDIT_CHANGED) {
        form->is_typing = true;
    }
}

/* Right and left move within typed text, and otherwise go to the next choice. */
static void step(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (table->settings.is_typing) {
        put(table, key);
        return;
    }
    settings_form_step(&table->settings, key->act == ACT_BEFORE ? -1 : 1, &line);
    change(table, line.p);
}

/* Space goes to the next choice, unless it is within a text. */
static void type(struct table *table, const struct view_key *key)
{
    bool is_space = key->input->kind == INPUT_CHARACTER && key->input->key == ' ';
    (is_space ? step : put)(table, key);
}

/* Saves what is typed and leaves; a choice is saved already, as it was changed, and stays what
 * it is. */
static void accept(struct table *table, const struct view_key *key)
{
    struct settings_form *form = &table->settings;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    settings_form_line(form, &line);
    change(table, line.p);
    if (form->is_wrong && form->is_typing) {
        return;
    }
    table_close(table, &view_of_settings);
    table_say(table, ROLE_DIM, form->said[0] != '\0' ? form->said : "the settings are saved");
}

static void cancel(struct table *table, const struct view_key *key)
{
    (void)key;
    if (table->settings.is_typing) {
        settings_form_move(&table->settings, 0);
    } else {
        table_close(table, &view_of_settings);
    }
}

static void move(struct table *table, const struct view_key *key)
{
    int steps = view_list_steps(key->act, table_page(table), PROGRAM_SETTINGS_MAX);
    settings_form_move(&table->settings, steps);
}

static void draw(const struct view_place *place, void *self)
{
    settings_form_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_settings = {
    .context = CONTEXT_SETTINGS,
    .room = VIEW_SHEET,
    .open = table_open_settings,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = table_act_help,
            [ACT_NEXT] = step,
            [ACT_BEFORE] = step,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
        },
    .other = type,
    .draw = draw,
};
