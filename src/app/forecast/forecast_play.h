/* Playing a forecast: batches of fights on several threads, and when there are enough.
 *
 * Every fight has a number and luck of its own, what is counted are whole numbers, and whether
 * to go on is asked only between batches: so any number of threads gives the same answer. Fight
 * `n` is played for every variant and every pair of policies, so that they are compared fight
 * by fight. */
#ifndef REFEREE_APP_FORECAST_FORECAST_PLAY_H
#define REFEREE_APP_FORECAST_FORECAST_PLAY_H

#include "app/forecast/forecast.h"

/* Asked after each batch, and a few times in each: false ends the forecast with the batches
 * that are complete; the first one always is. Called by one thread, that of forecast_play.
 * NULL: nobody is asked. */
struct forecast_watch {
    bool (*goes_on)(void *context, const struct forecast *forecast);
    void *context;
};

/* Plays all of it; `watch` may be NULL. */
void forecast_play(struct forecast *forecast, const struct forecast_watch *watch);

/* The number of threads that `0` stands for. */
int forecast_processors(void);

/* Half the width of the widest interval of the chances to win, in points of 100. */
double forecast_points(const struct forecast *forecast);

#endif
