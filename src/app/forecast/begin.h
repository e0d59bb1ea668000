/* Where a forecast begins in a campaign: the table as it is, an encounter, an act of the past,
 * or a prepared encounter. Nothing is written, and no dice of the campaign are drawn. */
#ifndef REFEREE_APP_FORECAST_BEGIN_H
#define REFEREE_APP_FORECAST_BEGIN_H

#include "app/forecast/forecast.h"

struct sitting;

/* The open encounter as it stands. Borrowed until the sitting changes. */
void sitting_forecast_open(struct sitting *sitting, struct forecast_from *out);

/* What the words name: an encounter or an address as in `show`, else a prepared encounter by
 * its name; "": the open encounter. The sitting must be read-only. STATUS_USAGE when there is
 * no such thing, or the prepared text has a mistake. */
struct sitting_forecast {
    struct forecast_from from;
    struct state *own; /* of a prepared encounter; NULL: it is the sitting's */
    char name[FORECAST_NAME_SIZE], at[FORECAST_NAME_SIZE];
    int64_t encounter, act; /* of the log; 0: a prepared one, and as it stands */
};
enum status sitting_forecast_find(struct sitting_forecast *out, struct sitting *sitting,
                                  const char *words, struct error *err) MUST_CHECK;
/* A prepared encounter as it would begin. */
struct sitting_prepared;
enum status sitting_forecast_prepared(struct sitting_forecast *out, struct sitting *sitting,
                                      const struct sitting_prepared *prepared,
                                      struct error *err) MUST_CHECK;
/* The moment of the past that is looked at, without records (forecast_shown_begin reads them).
 */
struct past;
void sitting_forecast_past(struct sitting_forecast *out, struct sitting *sitting,
                           const struct past *past);
void sitting_forecast_done(struct sitting_forecast *forecast);

#endif
