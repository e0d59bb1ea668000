#include <string.h>

#include "app/sitting.h"
#include "app/sitting_settings.h"
#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

void table_open_settings(struct table *table)
{
    table->model.palette = NULL;
    settings_form_begin(&table->settings, sitting_settings(table->sitting));
    table->model.settings = &table->settings;
}

/* Runs the line that changes one; what is wrong leaves what was typed where it is. */
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

static void type(struct settings_form *form, const struct term_input *input)
{
    form->said[0] = '\0';
    if (line_edit_input(&form->value, input) == LINE_EDIT_CHANGED) {
        form->is_typing = true;
    }
}

/* Right and left move in what is typed, and otherwise go to the next choice. */
static void step(struct table *table, const struct term_input *input, int steps)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (table->settings.is_typing) {
        type(&table->settings, input);
        return;
    }
    settings_form_step(&table->settings, steps, &line);
    change(table, line.p);
}

void table_take_key_in_settings(struct table *table, const struct term_input *input)
{
    struct settings_form *form = &table->settings;
    bool types = input->kind != INPUT_KEY;
    const char *act = types ? "" : table_act_of(table, CONTEXT_SETTINGS, input);
    int page = reader_page(table_view_reader(canvas_of(&table->frame)));
    int steps = table_list_steps(act, page, PROGRAM_SETTINGS_MAX);
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (strcmp(act, "@cancel") == 0 && form->is_typing) {
        settings_form_move(form, 0);
    } else if (strcmp(act, "@cancel") == 0) {
        table->model.settings = NULL;
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_SETTINGS);
    } else if (strcmp(act, "@accept") == 0 && form->is_typing) {
        settings_form_line(form, &line);
        change(table, line.p);
    } else if (strcmp(act, "@next") == 0 || strcmp(act, "@accept") == 0) {
        step(table, input, 1);
    } else if (strcmp(act, "@before") == 0) {
        step(table, input, -1);
    } else if (steps != 0) {
        settings_form_move(form, steps);
    } else {
        type(form, input);
    }
}
