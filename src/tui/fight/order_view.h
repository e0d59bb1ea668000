/* The order of combatants: whose turn it is, scores, names, conditions, hit points. Which
 * combatants are in which row: tui/fight/order_rows.h. */
#ifndef REFEREE_TUI_FIGHT_ORDER_VIEW_H
#define REFEREE_TUI_FIGHT_ORDER_VIEW_H

#include "tui/fight/table_model.h"

/* The pane, and its heading into a canvas of one row and the same width. */
void order_view_draw(const struct table_model *model, struct canvas heading,
                     struct canvas canvas);

#endif
