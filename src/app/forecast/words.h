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

/* "The party wins about 6 of 10 fights, whichever way both sides fight." */
void forecast_verdict(const struct forecast *forecast, struct text *out);

/* "Whether Bo falls depends on how both sides fight: in <1-90% of the fights.": of the one of
 * the party with the widest band; adds nothing where none is wide. */
void forecast_depends(const struct forecast *forecast, struct text *out);

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

/* Kinds and combatants with a policy of their own, kept with the encounter or asked for:
 * "Odo fights by cautious; shrike fights by spread". */
void forecast_add_ways(const struct forecast *forecast, struct text *out);

/* "Policies: Odo cautious; every rat spread. ": those who have a policy of their own, and sides
 * with one that was kept or named. Adds nothing when there are none. */
void forecast_who_follows(const struct forecast *forecast, struct text *out);

/* Sentences of who arrives later and when, and whether it is fought: "Who arrives later is
 * fought too, ...: gully goblins arrive (2 rounds left)."; who only comes by hand is not.
 * False: nobody. */
bool forecast_arrivals(const struct forecast *forecast, struct text *out);

/* The object `policy` of a report: who fights how. */
void forecast_add_policy(json_t *row, const struct forecast *forecast,
                         const struct forecast_one *one);

/* "who fails an injury save: out". False when there is no assumption at this place. */
bool forecast_assumption(const struct forecast *forecast, int place, struct text *out);

#endif
