/* The settings of the program as a form: each with its value, changed by keys. It is over the
 * table. Each change is a line of the command `settings`. Drawing is pure. */
#ifndef REFEREE_TUI_LISTS_SETTINGS_FORM_H
#define REFEREE_TUI_LISTS_SETTINGS_FORM_H

#include "app/settings/program_settings.h"
#include "tui/widgets/line_edit.h"

enum { SETTINGS_SAID_SIZE = 600 };

struct settings_form {
    const struct program_settings *settings; /* borrowed */
    int picked;
    bool is_typing; /* a value is being typed; otherwise the present one is shown */
    struct line_edit value;
    char said[SETTINGS_SAID_SIZE]; /* the result of the last change; "": none */
    bool is_wrong;
};

void settings_form_begin(struct settings_form *form, const struct program_settings *settings);
/* Moves this many settings down; typed text that was not saved is dropped. */
void settings_form_move(struct settings_form *form, int steps);
/* The line that moves the value this many steps; "" when the setting has no order and its value
 * is typed. */
void settings_form_step(const struct settings_form *form, int steps, struct text *out);
/* The line that saves the typed text; "" when there is none. */
void settings_form_line(const struct settings_form *form, struct text *out);
void settings_form_draw(struct settings_form *form, struct canvas canvas);

#endif
