/* One frame of the table: a function of the model and the frame's size. */
#ifndef REFEREE_TUI_FIGHT_TABLE_VIEW_H
#define REFEREE_TUI_FIGHT_TABLE_VIEW_H

#include "tui/fight/table_model.h"

/* Fills an initialised frame. */
void table_view_draw(const struct table_model *model, struct frame *frame);

/* Draws the panes, for the view of the table. */
void table_view_panes(const struct view_place *place, void *self);

/* Draws the box of the keys that may follow, above the message. `number`: the count, or the
 * number of chosen combatants. */
void table_view_menu(const struct view_place *place, enum menu_of of, int number);

/* Draws the last row of the view on top: its keys. What it `tells` is in the row above. */
void table_view_keys(const struct table_model *model, struct canvas canvas);

/* The part of the screen that a sheet takes (VIEW_SHEET), for drawing and scrolling it. */
struct canvas table_view_sheet(struct canvas screen);

#endif
