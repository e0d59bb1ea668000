/* The selected row in full, and the exact odds of what the one who acts would usually do. */
#ifndef REFEREE_TUI_DETAIL_VIEW_H
#define REFEREE_TUI_DETAIL_VIEW_H

#include "tui/table_model.h"

void detail_view_draw(const struct table_model *model, struct canvas canvas);

/* The odds in one line, "Anka against Pelican 1: hit 65%", for screens without the pane; nothing
 * is added when there are none. */
void detail_odds_line(const struct table_model *model, struct text *out);

#endif
