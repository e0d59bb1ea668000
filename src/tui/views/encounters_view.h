/* The list of encounters drawn: a row for each with as many columns as there is room for, and
 * below, where there is room, all that is known of the one that is picked. Pure. */
#ifndef REFEREE_TUI_VIEWS_ENCOUNTERS_VIEW_H
#define REFEREE_TUI_VIEWS_ENCOUNTERS_VIEW_H

#include "tui/canvas/canvas.h"
#include "tui/views/encounters.h"

void encounters_draw(const struct encounters *list, struct canvas canvas);

#endif
