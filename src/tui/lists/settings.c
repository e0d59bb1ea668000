/* The settings of the program as a list: each with its value, changed by keys. Each change is a
 * line of the command `settings`. */
#include <string.h>

#include "app/settings/program_settings.h"
#include "app/settings/settings.h"
#include "app/sitting/sitting.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/list_view.h"
#include "tui/loop/screen.h"

enum {
    NAME_WIDTH = 21,
    VALUE_COLUMN = LIST_COLUMN + NAME_WIDTH,
    VALUE_WIDTH = 12,
    HELP_WIDE = 76,
    SETTINGS_SAID_SIZE = 600
};

struct settings_form {
    struct list list;
    const struct program_settings *settings; /* borrowed */
    bool is_typing; /* a value is being typed; otherwise the present one is shown */
    struct line_edit value;
    char said[SETTINGS_SAID_SIZE]; /* the result of the last change; "": none */
    bool is_wrong;
};

/* Text that was typed and not saved is dropped. */
static void look(void *self, struct sitting *sitting)
{
    struct settings_form *form = self;
    (void)sitting;
    form->is_typing = false;
    form->said[0] = '\0';
    line_edit_init(&form->value);
}

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    struct settings_form *form = self;
    (void)err;
    form->settings = sitting_settings(sitting);
    form->list.count = form->settings->count;
    form->is_wrong = false;
    return STATUS_OK;
}

static void add_line(const struct settings_form *form, struct str value, struct text *out)
{
    text_add(out, "settings %s %.*s", program_setting_name(form->settings, form->list.picked),
             value.n, value.p);
}

/* The line that moves the value this many steps; "" when the setting has no order and its value
 * is typed. */
static void write_step(const struct settings_form *form, int steps, struct text *out)
{
    TEXT_BUFFER(value, PROGRAM_VALUE_SIZE);
    if (program_setting_step(form->settings, form->list.picked, steps, &value)) {
        add_line(form, (struct str){value.p, value.n}, out);
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

static struct strip value_field(struct canvas canvas, int row)
{
    int width = canvas.columns >= HELP_WIDE ? VALUE_WIDTH : canvas.columns - VALUE_COLUMN;
    return (struct strip){row, VALUE_COLUMN, width, ALIGN_LEFT};
}

static void draw_row(const void *self, int setting, struct canvas canvas, int row)
{
    const struct settings_form *form = self;
    const struct program_settings *settings = form->settings;
    const char *value = settings->value[setting];
    bool is_default = strcmp(value, program_setting_default(settings, setting)) == 0;
    bool has_help = canvas.columns >= HELP_WIDE;
    canvas_text(canvas, row, LIST_COLUMN, ROLE_OVERLAY,
                str_of(program_setting_name(settings, setting)));
    canvas_field(canvas, value_field(canvas, row), is_default ? ROLE_DIM : ROLE_OVERLAY,
                 str_of(value));
    if (has_help) {
        int help = VALUE_COLUMN + VALUE_WIDTH + 1;
        canvas_field(canvas, (struct strip){row, help, canvas.columns - help, ALIGN_LEFT},
                     ROLE_DIM, str_of(program_setting_help(settings, setting)));
    }
}

static void draw(const struct view_place *place, void *self)
{
    enum { FOOT_ROWS = 3 };
    struct settings_form *form = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside = sheet_draw(sheet, "settings of the program");
    int rows = inside.rows > 2 * FOOT_ROWS ? inside.rows - FOOT_ROWS : inside.rows;
    struct canvas list = canvas_part(inside, 0, 0, rows, inside.columns);
    list_draw_rows(&form->list, draw_row, form, list, sheet);
    if (form->is_typing && form->list.count > 0) {
        int row = form->list.picked - sheet_first(list, form->list.count, form->list.picked);
        line_edit_draw(&form->value, list, value_field(list, row), ROLE_INPUT);
    }
    TEXT_BUFFER(text, SETTINGS_SAID_SIZE + 200);
    enum role role = form->is_wrong ? ROLE_ERROR : ROLE_OVERLAY;
    if (form->said[0] != '\0') {
        text_add(&text, "%s", form->said);
    } else {
        role = ROLE_DIM;
        text_add(&text, "%s: ", program_setting_help(form->settings, form->list.picked));
        const char *const *words = program_setting_choices(form->settings, form->list.picked);
        const struct value_def *def = &form->settings->row[form->list.picked];
        if (form->list.picked >= PROGRAM_COLOURS) {
            text_add(&text, "theme, or words such as bold red, 203, white on blue");
        } else if (words == NULL) {
            text_add(&text, "%d to %d", def->low, def->high);
        }
        for (int i = 0; words != NULL && words[i] != NULL; i++) {
            text_add(&text, "%s%s", i > 0 ? ", " : "", words[i]);
        }
    }
    if (rows < inside.rows) {
        list_draw_text(inside, rows + 1, role, (struct str){text.p, text.n});
    }
}

/* ---- keys ------------------------------------------------------------------------------ */

/* Runs the line that changes one; after a mistake the typed text stays. */
static void change(struct screen *screen, struct settings_form *form, const char *line)
{
    struct result *result = &screen->result;
    if (line[0] == '\0') {
        return;
    }
    sitting_run(screen->sitting, line, true, result);
    form->is_wrong = result->kind != RESULT_TOLD;
    text_format(form->said, sizeof form->said, "%s",
                form->is_wrong ? result->error.text : result->text);
    form->is_typing = form->is_typing && form->is_wrong;
    if (!form->is_typing) {
        line_edit_init(&form->value);
    }
}

static void put(struct settings_form *form, const struct term_input *input)
{
    form->said[0] = '\0';
    if (line_edit_input(&form->value, input) == LINE_EDIT_CHANGED) {
        form->is_typing = true;
    }
}

/* Right and left move within typed text, and otherwise go to the next choice. */
static void step(struct screen *screen, const struct view_key *key)
{
    struct settings_form *form = key->self;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (form->is_typing) {
        put(form, key->input);
        return;
    }
    write_step(form, key->act == ACT_BEFORE ? -1 : 1, &line);
    change(screen, form, line.p);
}

/* Space goes to the next choice, unless it is within a text. */
static void type(struct screen *screen, const struct view_key *key)
{
    if (key->input->kind == INPUT_CHARACTER && key->input->key == ' ') {
        step(screen, key);
    } else {
        put(key->self, key->input);
    }
}

/* Saves what is typed and leaves; a choice is saved already, as it was changed, and stays what
 * it is. */
static void accept(struct screen *screen, const struct view_key *key)
{
    struct settings_form *form = key->self;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    /* The line that saves the typed text; "" when there is none. */
    struct str value = str_trimmed(line_edit_text(&form->value));
    if (form->is_typing && value.n > 0) {
        add_line(form, value, &line);
    }
    change(screen, form, line.p);
    if (form->is_wrong && form->is_typing) {
        return;
    }
    screen_close(screen, &view_of_settings);
    screen_say(screen, ROLE_DIM, form->said[0] != '\0' ? form->said : "the settings are saved");
}

static void cancel(struct screen *screen, const struct view_key *key)
{
    struct settings_form *form = key->self;
    if (form->is_typing) {
        look(form, screen->sitting);
    } else {
        screen_close(screen, &view_of_settings);
    }
}

static const struct list_view list_of_settings = {.fill = fill, .look = look};

/* Every character is typed; what is said stands in the list. */
const struct view view_of_settings = {
    .context = CONTEXT_SETTINGS,
    .room = VIEW_SHEET,
    .size = sizeof(struct settings_form),
    .list = &list_of_settings,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_NEXT] = step,
            [ACT_BEFORE] = step,
        },
    .other = type,
    .draw = draw,
};
