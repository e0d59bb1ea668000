/* A trial: fights from a state that differs from a forecast's first one, beside the same fights
 * from that one. Each pair meets the same luck, so the difference is known from few of them.
 * What is counted is whether something happened: the party won, morale broke by round 3.
 * Played by the first pair of policies. */
#ifndef REFEREE_APP_FORECAST_TRIAL_H
#define REFEREE_APP_FORECAST_TRIAL_H

#include "app/forecast/forecast.h"
#include "app/forecast/play.h"

enum forecast_measure {
    MEASURE_WON,
    MEASURE_LOST,
    MEASURE_FLED,
    MEASURE_FALLS, /* somebody of the party falls */
    MEASURE_BREAKS /* morale of one of the groups in `breaks` */
};

struct forecast_watched {
    enum forecast_measure measure;
    int round;                       /* at the latest; 0: ever */
    bool breaks[COMBATANTS_MAX + 1]; /* by the id of a group's first */
};

struct forecast_trial {
    struct state *start; /* its own; NULL: it cannot be tried, see `error` */
    struct error error;  /* why, or the question that no policy answers */
    struct player player;
    int64_t fights, count;        /* those that came to an end; in how many it happened */
    int64_t next;                 /* the number of the next fight */
    int64_t differences, squares; /* to the first state, over the same fights */
};

/* The first state, with what happened in each of its fights. */
struct forecast_trials {
    const struct forecast *forecast; /* borrowed, made ready; its own fights are not touched */
    struct forecast_watched watched;
    struct forecast_crew crew; /* that plays them */
    struct forecast_trial first;
    signed char *came; /* by the number of a fight: 0, 1, or -1 without an end */
    int64_t room;
};

void forecast_trials_begin(struct forecast_trials *trials, const struct forecast *forecast,
                           const struct forecast_watched *watched);
void forecast_trials_end(struct forecast_trials *trials);

/* Decides the lines of a what-if on a copy of the first state. When the rules refuse them, or
 * no fight is left, it has no `start` and says why. */
void forecast_trial_begin(struct forecast_trial *trial, const struct forecast_trials *trials,
                          const char *lines);
void forecast_trial_end(struct forecast_trial *trial);
/* Plays `fights` more, and those of the first state that are missing. */
void forecast_trial_play(struct forecast_trial *trial, struct forecast_trials *trials,
                         int fights);
/* True when it can be played. */
bool forecast_trial_is_open(const struct forecast_trial *trial);

/* The chance that it happens, and how much it differs from the first state's. */
struct interval forecast_trial_chance(const struct forecast_trial *trial);
struct interval forecast_trial_difference(const struct forecast_trial *trial);

/* Whose removal would change a fight most: for each combatant, the same fights without it, in
 * pairs with those it was in. Begun once the forecast's own figures are there, and played a few
 * fights at a time. */
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
