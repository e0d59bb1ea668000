/* A short piece of idle time in which a crew plays fights, so that no key waits. */
#ifndef REFEREE_APP_FORECAST_SLICE_H
#define REFEREE_APP_FORECAST_SLICE_H

#include "app/forecast/play.h"

struct sitting;

struct forecast_slice {
    const struct sitting *clock; /* NULL: time stands still, and the slice is never over */
    int64_t until_ms;
};

/* From now on the crew plays FORECAST_SHOWN_SLICE_MS long, by the clock of this sitting. The
 * crew keeps the slice: it must stay as long as the crew plays. */
void forecast_slice_begin(struct forecast_slice *slice, const struct sitting *clock,
                          struct forecast_crew *crew);
bool forecast_slice_is_over(const struct forecast_slice *slice);

#endif
