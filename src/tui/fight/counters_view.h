/* The counters in the title line, after the round: "torch 4 · ritual 2/6". One that has ended
 * is not among them: it is shown below as a pending check. */
#ifndef REFEREE_TUI_FIGHT_COUNTERS_VIEW_H
#define REFEREE_TUI_FIGHT_COUNTERS_VIEW_H

#include "tracker/state.h"
#include "tui/canvas/canvas.h"

/* The columns that all of them take, each with the dot before it. */
int counters_width(const struct state *state);
/* Draws them in the first row of the canvas from this column on, and returns the column after.
 * If there is no room for all, first the owners' names are dropped, then the counters' names
 * are cut, then those furthest from their end are left out, with a count. */
int counters_draw(const struct state *state, struct canvas canvas, int column);

#endif
