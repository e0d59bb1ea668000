/* The counters in the title line, after the round: "torch 4 · ritual 2/6". One that has ended
 * is not among them: it stands below, as a pending check. */
#ifndef REFEREE_TUI_FIGHT_COUNTERS_VIEW_H
#define REFEREE_TUI_FIGHT_COUNTERS_VIEW_H

#include "tracker/state.h"
#include "tui/canvas/canvas.h"

/* The columns that all of them take, each with the dot before it. */
int counters_width(const struct state *state);
/* Draws them in the first row of the canvas from this column on, and returns the column after.
 * Where there is no room for all, first go the names of those whom they belong to, then the
 * ends of their own names, then those that have longest to go, with how many there are more. */
int counters_draw(const struct state *state, struct canvas canvas, int column);

#endif
