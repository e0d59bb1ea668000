/* Two fights, or two ways of one, side by side, told in the reader while they are played. */
#ifndef REFEREE_TUI_FORECAST_COMPARE_H
#define REFEREE_TUI_FORECAST_COMPARE_H

#include "tui/widgets/view.h"

/* By the words of `compare FIGHT FIGHT`, false when they are wrong. */
bool screen_opens_compare(struct screen *screen, struct str words);

#endif
