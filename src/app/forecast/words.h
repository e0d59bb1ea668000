/* A forecast in words: the verdict in a sentence, the band over the policies, why a fight does
 * not end, what was assumed. */
#ifndef REFEREE_APP_FORECAST_WORDS_H
#define REFEREE_APP_FORECAST_WORDS_H

#include <jansson.h>

#include "app/forecast/forecast.h"

/* The least and the greatest chance over the policies that were tried, for the state as it
 * is. */
struct forecast_band {
    double low, high;
};
struct forecast_band forecast_band_won(const struct forecast *forecast);
struct forecast_band forecast_band_falls(const struct forecast *forecast, int id);
struct forecast_band forecast_band_later(const struct forecast *forecast, const char *name);

/* What a forecast says in sentences, in the order of all who tell it; its numbers stand between
 * SAYS_ENDLESS and SAYS_LATER. */
enum forecast_sentence {
    SAYS_VERDICT, /* "The party wins about 6 of 10 fights, whichever way both sides fight." */
    SAYS_DEPENDS, /* "Whether Bo falls depends on how both sides fight: in <1-90% of the
                   * fights."
                   */
    SAYS_ENDLESS, /* why fights do not end and what to assume: forecast_why_endless */
    SAYS_LATER,   /* who arrives later and when, and whether they are fought; who only comes by
                     hand is not */
    SAYS_ASSUMED  /* "Assumed: who fails an injury save: out; Odo fights by cautious." */
};
/* Adds those from `first` to `last` that have something to say, with `between` before each that
 * has something before it. */
void forecast_say(const struct forecast *forecast, enum forecast_sentence first,
                  enum forecast_sentence last, const char *between, struct text *out);

/* What the fights of one of the forecasts stop at for want of an answer; NULL: none does. */
const char *forecast_stops(const struct forecast *forecast);

/* The rounds in which fights of the first forecast ended, from the first such round on; at most
 * this many, the last one for all later ones (`is_rest`). Returns how many. */
struct forecast_round {
    int round;
    bool is_rest;
    int64_t fights;
};
int forecast_last_rounds(const struct forecast *forecast, int most, struct forecast_round *out);

/* Why half of the fights or more are stalemates: nobody was ever hurt; somebody is whose hit
 * points are not set; somebody at 0 hit points fights on; else it only takes long. */
enum forecast_endless {
    FORECAST_ENDS,
    FORECAST_UNHURT,
    FORECAST_UNSET,
    FORECAST_WOUNDS,
    FORECAST_LONG
};
enum forecast_endless forecast_endless(const struct forecast_one *one);
/* "unhurt", "unset", "wounds", "long"; "" when they end. */
const char *forecast_endless_name(enum forecast_endless endless);
/* What to assume to end them, as one types it: "injury=out"; ended by NULL. */
const char *const *forecast_endless_assume(const struct forecast *forecast,
                                           enum forecast_endless endless);
/* Why these fights do not end and what to assume, in sentences; adds nothing when they do. */
void forecast_why_endless(const struct forecast *forecast, const struct forecast_one *one,
                          struct text *out);

/* "Policies: Odo cautious; every rat spread.", after a blank where something stands before:
 * those who have a policy of their own, and sides with one that was kept or named. Adds nothing
 * when there are none. */
void forecast_who_follows(const struct forecast *forecast, struct text *out);

/* The object `policy` of a report: who fights how. */
void forecast_add_policy(json_t *row, const struct forecast *forecast,
                         const struct forecast_one *one);

/* "who fails an injury save: out; those whose morale breaks: flee"; adds nothing where the game
 * assumes nothing. */
void forecast_assumptions(const struct forecast *forecast, struct text *out);

#endif
