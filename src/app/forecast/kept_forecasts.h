/* What is kept of forecasts with an encounter: the what-ifs that were tried, and the forecast
 * that stood before a fight, to be shown beside how it went.
 *
 * Kept as changes of the campaign (store/changes.h): thing "forecast" with the number of the
 * encounter, or "forecast_prepared" with that of the prepared one; fields "what_ifs" (a line
 * each) and "stood" (JSON). They are written by the keys of the view and by `forecast-keep`
 * only. A fight that began from a prepared encounter has the forecast and the what-ifs of that
 * one until it has its own. */
#ifndef REFEREE_APP_FORECAST_KEPT_FORECASTS_H
#define REFEREE_APP_FORECAST_KEPT_FORECASTS_H

#include "app/forecast/kept_forecast.h"
#include "app/sitting/collection.h"

/* Of encounters: forecast-undo is about "stood" alone, and there is no redo. */
extern const struct collection forecast_collection;

enum { KEPT_WHAT_IFS_SIZE = 1400 };

/* With what it is kept. */
struct kept_owner {
    bool is_prepared;
    int64_t id; /* 0: with nothing */
};

/* STATUS_MISSING when none is kept. */
enum status sitting_kept_forecast(struct kept_forecast *out, struct sitting *sitting,
                                  struct kept_owner owner, struct error *err) MUST_CHECK;
/* `kept` NULL: what was kept is not kept any more. */
enum status sitting_keep_forecast(struct sitting *sitting, struct kept_owner owner,
                                  const struct kept_forecast *kept, const char *name,
                                  struct error *err) MUST_CHECK;
/* Lines, KEPT_WHAT_IFS_SIZE bytes; "": none. */
enum status sitting_kept_what_ifs(struct sitting *sitting, struct kept_owner owner, char *out,
                                  struct error *err) MUST_CHECK;
enum status sitting_keep_what_ifs(struct sitting *sitting, struct kept_owner owner,
                                  const char *lines, const char *name,
                                  struct error *err) MUST_CHECK;

/* The line of what is kept with an encounter (kept_forecast_line), beside how it went in
 * `state` when it is over there; `state` NULL: alone. Adds nothing when nothing is kept, or
 * when it cannot be read: what it stands beside is worth more. */
struct state;
void sitting_add_kept_line(struct sitting *sitting, int64_t encounter,
                           const struct state *state, struct text *out);

/* The same of the encounter of this name (NULL: the open one) as it stands now. */
void sitting_add_kept_line_of(struct sitting *sitting, const char *name, struct text *out);

sitting_command_fn sitting_run_forecast_keep, sitting_run_forecast_kept;

#endif
