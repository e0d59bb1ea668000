/* What is known of a prepared encounter, in a few rows below a list: who is in it, whether it
 * is ready, what is read aloud, the notes. Drawing is pure. */
#ifndef REFEREE_TUI_LISTS_PREPARED_DETAIL_H
#define REFEREE_TUI_LISTS_PREPARED_DETAIL_H

#include "app/prepared/prepared.h"
#include "tui/canvas/canvas.h"

/* Draws from the row on, as much as there is room for; returns the row after it. */
int prepared_detail_draw(const struct prepared_facts *facts, struct canvas canvas, int row);

#endif
