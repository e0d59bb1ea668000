#include "tui/lists/settings_form.h"

#include <string.h>

enum { NAME_COLUMN = 2, NAME_WIDTH = 21, VALUE_WIDTH = 12, HELP_WIDE = 76 };

void settings_form_begin(struct settings_form *form, const struct program_settings *settings)
{
    memset(form, 0, sizeof *form);
    form->settings = settings;
    line_edit_init(&form->value);
}

void settings_form_move(struct settings_form *form, int steps)
{
    int64_t picked = (int64_t)form->picked + steps;
    int last = form->settings->count - 1;
    form->picked = picked < 0 ? 0 : picked > last ? last : (int)picked;
    form->is_typing = false;
    form->said[0] = '\0';
    line_edit_init(&form->value);
}

static void add_line(const struct settings_form *form, struct str value, struct text *out)
{
    text_add(out, "settings %s %.*s", program_setting_name(form->settings, form->picked),
             value.n, value.p);
}

void settings_form_step(const struct settings_form *form, int steps, struct text *out)
{
    TEXT_BUFFER(value, PROGRAM_VALUE_SIZE);
    if (program_setting_step(form->settings, form->picked, steps, &value)) {
        add_line(form, (struct str){value.p, value.n}, out);
    }
}

void settings_form_line(const struct settings_form *form, struct text *out)
{
    struct str value = str_trimmed(line_edit_text(&form->value));
    if (form->is_typing && value.n > 0) {
        add_line(form, value, out);
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

static void draw_row(struct settings_form *form, int setting, struct canvas canvas, int row)
{
    const struct program_settings *settings = form->settings;
    const char *value = settings->value[setting];
    bool is_picked = setting == form->picked;
    bool is_default = strcmp(value, program_setting_default(settings, setting)) == 0;
    bool has_help = canvas.columns >= HELP_WIDE;
    int at = NAME_COLUMN + NAME_WIDTH;
    int width = has_help ? VALUE_WIDTH : canvas.columns - at;
    canvas_text(canvas, row, NAME_COLUMN, ROLE_OVERLAY,
                str_of(program_setting_name(settings, setting)));
    struct strip field = {row, at, width, ALIGN_LEFT};
    canvas_field(canvas, field, is_default ? ROLE_DIM : ROLE_OVERLAY, str_of(value));
    if (has_help) {
        int help = at + width + 1;
        canvas_field(canvas, (struct strip){row, help, canvas.columns - help, ALIGN_LEFT},
                     ROLE_DIM, str_of(program_setting_help(settings, setting)));
    }
    if (is_picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
    if (is_picked && form->is_typing) {
        line_edit_draw(&form->value, canvas, field, ROLE_INPUT);
    }
}

static void add_choices(const struct settings_form *form, struct text *out)
{
    const char *const *words = program_setting_choices(form->settings, form->picked);
    const struct value_def *def = &form->settings->row[form->picked];
    if (form->picked >= PROGRAM_COLOURS) {
        text_add(out, "theme, or words such as bold red, 203, white on blue");
    } else if (words == NULL) {
        text_add(out, "%d to %d", def->low, def->high);
    }
    for (int i = 0; words != NULL && words[i] != NULL; i++) {
        text_add(out, "%s%s", i > 0 ? ", " : "", words[i]);
    }
}

void settings_form_draw(struct settings_form *form, struct canvas canvas)
{
    enum { FOOT_ROWS = 3 };
    char buf[WORDING_SIZE];
    struct canvas inside = sheet_draw(canvas, "settings of the program");
    int rows = inside.rows > 2 * FOOT_ROWS ? inside.rows - FOOT_ROWS : inside.rows;
    struct canvas list = canvas_part(inside, 0, 0, rows, inside.columns);
    int count = form->settings->count;
    int first = sheet_first(list, count, form->picked);
    for (int row = 0; row < rows && first + row < count; row++) {
        draw_row(form, first + row, list, row);
    }
    sheet_draw_more(canvas, first > 0, first + rows < count);
    TEXT_BUFFER(text, SETTINGS_SAID_SIZE + 200);
    enum role role = form->is_wrong ? ROLE_ERROR : ROLE_OVERLAY;
    if (form->said[0] != '\0') {
        text_add(&text, "%s", form->said);
    } else {
        role = ROLE_DIM;
        text_add(&text, "%s: ", program_setting_help(form->settings, form->picked));
        add_choices(form, &text);
    }
    struct str line;
    struct str rest = wording(buf, inside.frame, (struct str){text.p, text.n});
    for (int row = rows + 1; row < inside.rows && rows < inside.rows &&
                             grapheme_next_line(&line, &rest, inside.columns - NAME_COLUMN);
         row++) {
        canvas_text(inside, row, NAME_COLUMN, role, line);
    }
}
