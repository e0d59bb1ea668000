/* What else could be done in place of an act of a fight, or now (act 0), told in the reader
 * while it is played. */
#ifndef REFEREE_TUI_FORECAST_CHOICES_H
#define REFEREE_TUI_FORECAST_CHOICES_H

#include <stdint.h>

#include "tui/widgets/view.h"

void screen_open_choices(struct screen *screen, int64_t encounter, int64_t act);
/* By the words of `choices ADDRESS`, false when they are wrong. */
bool screen_opens_choices(struct screen *screen, struct str words);

#endif
