/* Drawing the list of encounters: a row for each with as many columns as there is room for, and
 * below, if there is room, everything known about the picked one. Pure. */
#ifndef REFEREE_TUI_LISTS_ENCOUNTERS_VIEW_H
#define REFEREE_TUI_LISTS_ENCOUNTERS_VIEW_H

#include "tui/canvas/canvas.h"
#include "tui/lists/encounters.h"

void encounters_draw(const struct encounters *list, struct canvas canvas);

#endif
