/* A short piece of idle time in which a crew plays fights, so that no key waits. */
#ifndef REFEREE_APP_FORECAST_SLICE_H
#define REFEREE_APP_FORECAST_SLICE_H

#include "app/forecast/play.h"

struct sitting;

struct forecast_slice {
    struct sitting *sitting; /* whose clock it is */
    int64_t until_ms;
};

/* From now on the crew plays FORECAST_SHOWN_SLICE_MS long. The crew keeps the slice: it must
 * stay as long as the crew plays. */
void forecast_slice_begin(struct forecast_slice *slice, struct sitting *sitting,
                          struct forecast_crew *crew);

#endif
