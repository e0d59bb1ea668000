/* The plan as an evening that is forecast, told in the reader while it is played. */
#ifndef REFEREE_TUI_FORECAST_EVENING_H
#define REFEREE_TUI_FORECAST_EVENING_H

#include "tui/widgets/view.h"

void table_open_evening(struct table *table);
/* With a rest by its words, false when they are wrong. */
bool table_opens_evening(struct table *table, struct str rest);

#endif
