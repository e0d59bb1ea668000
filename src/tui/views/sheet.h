/* What lies over the whole table while it is read: help, the log, past acts, the encounters.
 *
 * A rule with the title above, one below, and nothing at the sides: lines on every row cost the
 * eye something and the terminal, which must send each of them, more. */
#ifndef REFEREE_TUI_VIEWS_SHEET_H
#define REFEREE_TUI_VIEWS_SHEET_H

#include "tui/canvas/canvas.h"

/* Draws an empty one; returns what lies inside it. */
struct canvas sheet_draw(struct canvas canvas, const char *title);
struct canvas sheet_inside(struct canvas canvas);
/* Signs, on the rules, that there is more than what is shown. */
void sheet_draw_more(struct canvas canvas, bool is_more_above, bool is_more_below);

/* Of `count` rows, one each, the first that is shown, so that the picked one stands in the
 * middle where it can. */
int sheet_first(struct canvas inside, int count, int picked);

#endif
