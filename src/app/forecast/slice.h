/* A short piece of idle time in which a crew plays fights, so that no key waits. */
#ifndef REFEREE_APP_FORECAST_SLICE_H
#define REFEREE_APP_FORECAST_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/forecast/play.h"

enum { FORECAST_SLICE_MS = 8 }; /* between two looks at the keys */

/* A clock in milliseconds; NULL: time stands still, and a slice is never over. */
typedef int64_t forecast_clock(void *context);

struct forecast_slice {
    forecast_clock *now_ms;
    void *context; /* of the clock */
    int64_t until_ms;
};

/* From now on the crew plays FORECAST_SLICE_MS long. The crew keeps the slice: it must stay as
 * long as the crew plays. */
void forecast_slice_begin(struct forecast_slice *slice, forecast_clock *now_ms, void *context,
                          struct forecast_crew *crew);
bool forecast_slice_is_over(const struct forecast_slice *slice);

#endif
