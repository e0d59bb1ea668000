/* An evening that was forecast, in sentences. */
#ifndef REFEREE_APP_FORECAST_FORECAST_EVENING_TOLD_H
#define REFEREE_APP_FORECAST_FORECAST_EVENING_TOLD_H

#include "app/forecast/forecast_evening.h"

/* In sentences, each line ended. */
void forecast_evening_tell(const struct forecast_evening *evening, struct text *out);
/* "a rest after Ford"; "as it is" for the first. */
void forecast_evening_rests(const struct forecast_evening *evening, int tally,
                            struct text *out);

#endif
