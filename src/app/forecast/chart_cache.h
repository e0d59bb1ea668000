/* Cached charts: what was counted is put beside the campaign (store/sums.h), so that it
 * need not be played again. It is derived data, and is made again when acts, rules, policies or
 * what they read have changed. */
#ifndef REFEREE_APP_FORECAST_CHART_CACHE_H
#define REFEREE_APP_FORECAST_CHART_CACHE_H

#include "app/forecast/chart.h"

/* A chart of a whole encounter goes on from what is cached of it, as long as that is no more
 * than `most` fights. False: nothing fits. */
bool chart_recall(struct chart *chart, struct sitting *sitting, int64_t most);
/* Goes on from what is cached to this many fights, and caches them. */
void chart_play_to(struct chart *chart, struct sitting *sitting, struct forecast_crew *crew,
                   int64_t fights);
/* Does nothing on a campaign that is only read; a failure loses nothing. */
void chart_cache(const struct chart *chart, struct sitting *sitting);

#endif
