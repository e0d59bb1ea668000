/* The plan as an evening that is forecast, told in the reader while it is played. */
#ifndef REFEREE_TUI_FORECAST_EVENING_H
#define REFEREE_TUI_FORECAST_EVENING_H

#include "tui/widgets/view.h"

void screen_open_evening(struct screen *screen);
/* With a rest by its words, false when they are wrong. */
bool screen_opens_evening(struct screen *screen, struct str rest);

#endif
