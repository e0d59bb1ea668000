/* What comes next, where no check is pending and the game says so; and texts that name
 * commands, with the keys of these. */
#ifndef REFEREE_TUI_FIGHT_GUIDE_VIEW_H
#define REFEREE_TUI_FIGHT_GUIDE_VIEW_H

#include "tui/fight/table_model.h"

/* A text with the keys of the commands that it names in backquotes: "n next"; where a command
 * has no key it stays in its quotes. */
void guide_add_with_keys(const struct table_model *model, const char *words, struct text *out);

/* The rows that it takes, at most this many; 0: nothing is said. */
int guide_rows(const struct table_model *model, int columns, int most);

/* Where there is too little room, the beginning is cut and not the keys. */
void guide_view_draw(const struct table_model *model, struct canvas canvas);

#endif
