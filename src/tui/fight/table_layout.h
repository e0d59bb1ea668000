/* The places of the parts of the table's screen, for every size from 1x1 on. */
#ifndef REFEREE_TUI_FIGHT_TABLE_LAYOUT_H
#define REFEREE_TUI_FIGHT_TABLE_LAYOUT_H

#include "tui/fight/table_model.h"

enum { SCREEN_ROWS_LEAST = 5, SCREEN_COLUMNS_LEAST = 20 };

/* Parts that do not fit have no rows; the detail pane is dropped first, then the log. */
struct table_layout {
    bool is_too_small;
    struct canvas title, heading, order, detail, rule, log, pending, notice, prompt;
    struct canvas form; /* for a view beside the order (VIEW_BESIDE_ORDER): beside order and
                           log, or below the order in place of the log */
    int divider; /* column between order and detail or form; 0: they are not side by side */
};

void table_layout(struct table_layout *out, const struct table_model *model,
                  struct canvas screen);

#endif
