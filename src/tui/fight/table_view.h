/* One frame of the table: a function of the model and the frame's size. */
#ifndef REFEREE_TUI_FIGHT_TABLE_VIEW_H
#define REFEREE_TUI_FIGHT_TABLE_VIEW_H

#include "tui/fight/table_model.h"

/* Fills an initialised frame. */
void table_view_draw(const struct table_model *model, struct frame *frame);

/* The panes, as the view of the table draws them. */
void table_view_panes(const struct view_place *place, void *self);

/* The box of the keys that may follow, above the message. `number`: the count, or how many are
 * chosen. */
void table_view_menu(const struct view_place *place, enum menu_of of, int number);

/* The last row of the view on top: its keys, or what is to be said where it `tells`. */
void table_view_keys(const struct table_model *model, struct canvas canvas);

/* The part of the screen that a sheet takes (VIEW_SHEET), for drawing and scrolling it. */
struct canvas table_view_sheet(struct canvas screen);

#endif
