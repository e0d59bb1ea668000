/* The order of combatants: whose turn it is, scores, names, what is special, hit points. */
#ifndef REFEREE_TUI_ORDER_VIEW_H
#define REFEREE_TUI_ORDER_VIEW_H

#include "tui/table_model.h"

/* The rows that show in so many rows of screen: the selected one always, and the acting one
 * whenever both fit. */
struct order_window {
    int first, count; /* indices into model->order */
};
struct order_window order_window(const struct table_model *model, int rows);

/* While a combatant is asked for, rows carry letters: the id of a letter's row in a pane of so
 * many rows, or 0. */
int order_letter_id(const struct table_model *model, int rows, int character);

/* The pane, and its heading into a canvas of one row and the same width. */
void order_view_draw(const struct table_model *model, struct canvas heading,
                     struct canvas canvas);

#endif
