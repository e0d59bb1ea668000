/* Playing fights on several threads: the pool of threads that everything which forecasts has,
 * the fights of one forecast played by it, and fights from several starts that are compared.
 *
 * Threads are started for some fights, play, and are joined before the call returns. So nothing
 * runs while a key is answered or something is drawn, there is nothing to be stopped, and no
 * thread ever meets the sitting. Every fight has a number and luck of its own, and what is
 * counted are whole numbers: any number of threads gives the same answer. */
#ifndef REFEREE_APP_FORECAST_PLAY_H
#define REFEREE_APP_FORECAST_PLAY_H

#include <pthread.h>

#include "app/forecast/forecast.h"
#include "forecast/fight.h"

/* ---- the pool -------------------------------------------------------------------------- */

/* Begin with zeros. */
struct forecast_crew {
    struct fight *fight[FORECAST_THREADS_MAX]; /* by thread; its own; NULL: not needed yet */
    int threads;                               /* 0: as many as there are processors */
    /* True when no further fight is begun, asked after each by the caller's thread; NULL: all
     * are played. */
    bool (*is_over)(void *context);
    void *context;
    pthread_mutex_t mutex; /* while it plays */
};

/* Called for one fight, by any of the threads: plays it in `fight`. What it counts for all of
 * them it counts between forecast_crew_lock and forecast_crew_unlock, and not so that it
 * depends on the order of the fights. */
typedef void forecast_crew_fn(void *context, struct fight *fight, int64_t number);

/* Plays the fights `from` to `to`, the latter not included. Returns the end of those that were
 * played: when it was over, less than `to`, but at least one was. */
int64_t forecast_crew_play(struct forecast_crew *crew, int64_t from, int64_t to,
                           forecast_crew_fn *play, void *context);
void forecast_crew_lock(struct forecast_crew *crew);
void forecast_crew_unlock(struct forecast_crew *crew);

/* Where the caller's own thread plays; it may be used between two calls. */
struct fight *forecast_crew_fight(struct forecast_crew *crew);

/* Frees what it has; leaves zeros. */
void forecast_crew_end(struct forecast_crew *crew);

/* ---- a forecast ------------------------------------------------------------------------ */

/* Plays on to `to` fights, each of them in every variant and by every pair of policies, so that
 * these are compared fight by fight. `sums`, unless NULL, has room for what each fight of the
 * first forecast came to, by its number. */
void forecast_play_to(struct forecast *forecast, struct forecast_crew *crew, int64_t to,
                      struct fight_sum *sums);

/* Asked after each batch, and within each after every fight of the caller's thread, when only
 * `fights` may be read: false ends the forecast with the batches that are complete; the first
 * one always is. */
struct forecast_watch {
    bool (*goes_on)(void *context, const struct forecast *forecast);
    void *context;
};

/* Plays in batches until there are enough fights; `watch` may be NULL. */
void forecast_play(struct forecast *forecast, const struct forecast_watch *watch);

/* Half the width of the widest interval of the chances to win, in points of 100. */
double forecast_points(const struct forecast *forecast);

/* ---- several starts -------------------------------------------------------------------- */

/* The result of a fight beside 0, not won, and 1, won. */
enum { CAME_TO_NOTHING = -1 }; /* its first act could not be done */

/* Where the fights of one start begin. All borrowed. */
struct forecast_start {
    struct fight_start start;
    const struct player *player;
    bool may_fail; /* that its first act cannot be done is an answer, and nothing is needed */
};

/* A batch of fights from each of several starts, which meet the same luck by their numbers.
 * It may be played in pieces; its results are read when all of it is played. Begin with
 * zeros. */
struct forecast_batch {
    int starts, fights;           /* `fights` of each start; 0: none is being played */
    int64_t first, next;          /* the number of the first fight; what is played next */
    signed char *came;            /* own: by start, and in it by fight */
    char needs[FIGHT_NEEDS_SIZE]; /* what no policy answered, and all ends with it; "" */
    int64_t needs_fight;          /* the first that stopped there */
};

/* Fills in where the fights of this start begin; called by any thread. */
typedef void forecast_start_fn(const void *context, int start, struct forecast_start *out);

struct forecast_starts {
    const struct fight_rules *rules;
    forecast_start_fn *start;
    const void *context;
    int count;
};

/* Begins `fights` of each start, or goes on with those that have begun. True when all are
 * played and nothing is needed: the caller counts them, and sets `fights` to 0. Not called
 * again once something is needed. */
bool forecast_batch_play(struct forecast_batch *batch, struct forecast_crew *crew,
                         const struct forecast_starts *starts, int64_t first, int fights);

#endif
