/* The title of a table of the past: that it is the past, which moment, and the present
 * situation; or that it is an example of a forecast, which never happened. */
#ifndef REFEREE_TUI_FIGHT_BANNER_H
#define REFEREE_TUI_FIGHT_BANNER_H

#include "tui/fight/table_model.h"

/* The model must have a banner. Parts that do not fit are left out: first the encounter's name,
 * then the present situation, then the act's number. */
void banner_draw(const struct table_model *model, struct canvas canvas);

#endif
