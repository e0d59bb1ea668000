/* One frame of the table: a function of the model and the frame's size. */
#ifndef REFEREE_TUI_FIGHT_TABLE_VIEW_H
#define REFEREE_TUI_FIGHT_TABLE_VIEW_H

#include "tui/fight/table_model.h"

/* Fills an initialised frame. */
void table_view_draw(const struct table_model *model, struct frame *frame);

/* The part of the screen that the reader takes, for scrolling it. */
struct canvas table_view_reader(struct canvas screen);

#endif
