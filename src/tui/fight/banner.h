/* The title of a table of the past: that it is one, which moment, and how it stands now. */
#ifndef REFEREE_TUI_FIGHT_BANNER_H
#define REFEREE_TUI_FIGHT_BANNER_H

#include "tui/fight/table_model.h"

/* The model has a banner. What finds no room is left out: first the encounter's name, then how
 * it stands now, then the act's number. */
void banner_draw(const struct table_model *model, struct canvas canvas);

#endif
