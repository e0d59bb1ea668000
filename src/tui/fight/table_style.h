/* Applying the settings of the program (app/settings/program_settings.h) at the table: the
 * theme and the glyphs of the terminal, its title, its bell. */
#ifndef REFEREE_TUI_FIGHT_TABLE_STYLE_H
#define REFEREE_TUI_FIGHT_TABLE_STYLE_H

#include "app/settings/program_settings.h"
#include "tui/term/term.h"

struct table_style {
    struct term_wishes wishes; /* its theme is the one below */
    struct theme theme;
};

/* Settings at their defaults, with a colour for each role of the theme. */
void table_style_begin(struct program_settings *settings);
/* The wishes of the settings for a terminal; *out must not move while the wishes are used. */
void table_style_of(struct table_style *out, const struct program_settings *settings);

#endif
