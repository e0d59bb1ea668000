/* Whose removal would change a fight most: for each combatant, the same fights without it, in
 * pairs with those it was in. Begun once the forecast's own figures are there, and played a few
 * fights at a time. */
#ifndef REFEREE_APP_FORECAST_FORECAST_WITHOUT_H
#define REFEREE_APP_FORECAST_FORECAST_WITHOUT_H

#include "app/forecast/forecast_trial.h"

enum {
    WITHOUT_MAX = 24, /* more are in the fight: one of each kind and side */
    WITHOUT_FIGHTS = 200,
    WITHOUT_BEST = 3, /* so many of those who matter most get more fights */
    WITHOUT_BEST_FIGHTS = 600
};

struct forecast_absent {
    int id;
    struct forecast_trial trial;
};

struct forecast_without {
    struct forecast_trials trials;
    struct forecast_absent absent[WITHOUT_MAX];
    int count;
    bool has_begun;
    int64_t most; /* fights of each, at most */
};

/* `forecast` is borrowed until the end; `fights` bounds those of each. Ends what was there;
 * begin with zeros. */
void forecast_without_begin(struct forecast_without *without, const struct forecast *forecast,
                            int64_t fights);
void forecast_without_end(struct forecast_without *without);

/* Plays this many fights; false when everything is played. */
bool forecast_without_play(struct forecast_without *without, int fights);

/* Those who were tried, the one who matters most first; returns their number. */
int forecast_without_order(const struct forecast_without *without,
                           const struct forecast_absent *out[WITHOUT_MAX]);

#endif
