/* The places of the parts of the table's screen, for every size from 1x1 on. */
#ifndef REFEREE_TUI_FIGHT_TABLE_LAYOUT_H
#define REFEREE_TUI_FIGHT_TABLE_LAYOUT_H

#include "tui/fight/table_model.h"

enum { SCREEN_ROWS_LEAST = 5, SCREEN_COLUMNS_LEAST = 20 };

/* Parts that do not fit have no rows; the detail pane is dropped first, then the log. */
struct table_layout {
    bool is_too_small;
    struct canvas title, heading, order, detail, rule, log, pending, notice, aim, prompt;
    struct canvas form; /* for a view beside the order (VIEW_BESIDE_ORDER): beside order and
                           log, or below the order in place of the log */
    int divider; /* column between order and detail or form; 0: they are not side by side */
};

/* Whether a screen of that size has a row that always says whom the keys are for. On a smaller
 * one this takes the row of messages while there is none. */
bool table_layout_has_aim(const struct table_model *model, int rows, int columns);

void table_layout(struct table_layout *out, const struct table_model *model,
                  struct canvas screen);

#endif
