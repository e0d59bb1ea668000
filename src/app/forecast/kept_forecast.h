/* A forecast as it is kept, to be shown after the fight beside how that went. Pure; keeping it
 * is in app/forecast/kept_forecasts.h. */
#ifndef REFEREE_APP_FORECAST_KEPT_FORECAST_H
#define REFEREE_APP_FORECAST_KEPT_FORECAST_H

#include "app/forecast/forecast.h"

enum { KEPT_FALLS_MAX = 24 };

/* What is kept of a forecast: that of its first pair of policies, and the band. */
struct kept_forecast {
    int64_t fights;
    int first_round;  /* in which it began; 1 for one before the fight */
    double low, high; /* the chance to win, over the pairs of policies */
    int64_t ways[FIGHT_ENDS][TALLY_FALLS];
    int64_t rounds[TALLY_ROUNDS];
    int falls;
    struct kept_fall {
        char name[NAME_SIZE];
        int64_t count;
    } fall[KEPT_FALLS_MAX]; /* of the party */
};

/* How a fight went. */
struct fight_went {
    enum fight_end end;
    int round, falls;
    char fallen[240]; /* names of those of the party who fell */
};

void kept_forecast_of(struct kept_forecast *out, const struct forecast *forecast);
/* False when the fight is not over. */
bool fight_went(struct fight_went *out, const struct state *state);
/* The share of the forecast's fights that went worse, half of the equal ones counted: first by
 * the end (won, fled, undecided, lost), then by how many of the party fell. */
double kept_forecast_share(const struct kept_forecast *kept, const struct fight_went *went);
/* "The party won in round 5, Marit fell: better than 8 of 10 fights of the forecast. It said:
 * won 62% (55-70%), ..." */
void kept_forecast_compare(const struct kept_forecast *kept, const struct fight_went *went,
                           struct text *out);

/* One line: "forecast before: the party wins 55-70%; it won in round 4, nobody fell". `went`
 * NULL: without the end. */
void kept_forecast_line(const struct kept_forecast *kept, const struct fight_went *went,
                        struct text *out);

/* The JSON that is kept, and reading it; false when it is none. */
void kept_forecast_write_json(const struct kept_forecast *kept, struct text *out);
bool kept_forecast_read_json(struct kept_forecast *out, struct str json);

#endif
