/* Several threads for a few fights: they are started, play, and are joined before the call
 * returns. So nothing runs while a key is answered or something is drawn, there is nothing to
 * be stopped, and no thread ever meets the sitting. What a caller counts may not depend on the
 * order in which the fights are played. */
#ifndef REFEREE_APP_FORECAST_FORECAST_CREW_H
#define REFEREE_APP_FORECAST_FORECAST_CREW_H

#include "app/forecast/forecast.h"
#include "forecast/fight.h"

/* In milliseconds, from any beginning. */
typedef int64_t forecast_clock_fn(void *context);

/* Begin with zeros. */
struct forecast_crew {
    struct fight *fight[FORECAST_THREADS_MAX]; /* by thread; its own; NULL: not needed yet */
    int threads;                               /* 0: as many as there are processors */
    /* When no further fight is begun; NULL: all are played. Asked by the caller's thread. */
    forecast_clock_fn *now_ms;
    void *context;
    int64_t until_ms;
};

/* Called for one fight, by any of the threads: plays it in `fight`. */
typedef void forecast_crew_fn(void *context, struct fight *fight, int64_t number);

/* Plays the fights `from` to `to`, the latter not included. Returns the end of those that were
 * played: when time was up, less than `to`, but at least one was. */
int64_t forecast_crew_play(struct forecast_crew *crew, int64_t from, int64_t to,
                           forecast_crew_fn *play, void *context);

/* Where the caller's own thread plays; it may be used between two calls. */
struct fight *forecast_crew_fight(struct forecast_crew *crew);

/* Frees what it has; leaves zeros. */
void forecast_crew_end(struct forecast_crew *crew);

#endif
