/* The table: the screen that a fight is run from.
 *
 * Each key is looked up in the key table (app/settings/keys.h). Most run a command line;
 * missing parts are asked for in the last rows, and the line is run again with the answer after
 * it. Everything that can be done here is a command, so scripts and the command line can do it
 * too. */
#ifndef REFEREE_TUI_LOOP_TABLE_H
#define REFEREE_TUI_LOOP_TABLE_H

#include "app/settings/keys.h"
#include "app/settings/program_settings.h"
#include "app/sitting/sitting.h"
#include "tui/term/term.h"

struct sitting;

/* Runs until the referee leaves or the terminal is gone; returns the exit code, 0. Both are
 * borrowed and stay open. With the user's own keys (NULL: none), and with a text to read first,
 * in the form that tui/widgets/reader.h shows (NULL: none). */
int table_run(struct sitting *sitting, struct terminal *terminal, const struct own_keys *own,
              const char *told);

/* Before that: a line alone on the screen, while the campaign is being opened. */
void table_draw_waiting(struct terminal *terminal, const char *line);

struct table_style {
    struct term_wishes wishes; /* its theme is the one below */
    struct theme theme;
};

/* Settings at their defaults, with a colour for each role of the theme. */
void table_style_begin(struct program_settings *settings);
/* The wishes of the settings for a terminal; *out must not move while the wishes are used. */
void table_style_of(struct table_style *out, const struct program_settings *settings);

#endif
