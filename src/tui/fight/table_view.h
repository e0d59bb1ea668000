/* Draws one frame of the table, which depends on the model and on the frame's size alone. */
#ifndef REFEREE_TUI_FIGHT_TABLE_VIEW_H
#define REFEREE_TUI_FIGHT_TABLE_VIEW_H

#include "tui/fight/table_model.h"
#include "app/log/log_line.h"

/* ---- the end of the log, with its arithmetic and rules ---------------------------------- */

/* Draws the newest lines, the newest at the bottom. The first row always begins a line. */
void log_view_draw(const struct table_model *model, struct canvas canvas);

/* The rows of this canvas that one line takes; and draws it from `row` on, which may be
 * outside. `plain` is the role of lines that are neither a warning nor a ruling. */
int log_line_rows(const struct log_line *line, struct canvas canvas);
void log_line_draw(const struct log_line *line, struct canvas canvas, int row, enum role plain);
/* Draws the round of a line at the left of that row. */
void log_line_draw_round(const struct log_line *line, struct canvas canvas, int row);

/* ---- the places of the parts, for every size from 1x1 on ------------------------------- */

enum { SCREEN_ROWS_LEAST = 5, SCREEN_COLUMNS_LEAST = 20 };

/* True when a screen of that size has a row that always says whom the keys are for. On a
 * smaller one this takes the row of messages while there is none. */
bool table_layout_has_aim(const struct table_model *model, int rows, int columns);

void table_layout(struct table_layout *out, const struct table_model *model,
                  struct canvas screen);

/* ---- drawing --------------------------------------------------------------------------- */

/* Fills an initialised frame. */
void table_view_draw(const struct table_model *model, struct frame *frame);

/* Draws the panes, for the view of the table. */
void table_view_panes(const struct view_place *place, void *self);

/* The box after @more, as it is now. */
void table_view_more(struct menu *out, const struct table_model *model);
/* Draws the box of the keys that may follow, above the message. `number`: the count, or the
 * number of chosen combatants. */
void table_view_menu(const struct view_place *place, enum menu_of of, int number);

/* Draws the last row of the view on top: its keys. What it `tells` is in the row above. */
void table_view_keys(const struct table_model *model, struct canvas canvas);

#endif
