/* The plan's encounters as an evening to forecast (app/forecast/forecast_evening.h), and the
 * command `forecast-evening`. Nothing is written. */
#ifndef REFEREE_APP_FORECAST_PLAN_EVENING_H
#define REFEREE_APP_FORECAST_PLAN_EVENING_H

#include "app/forecast/forecast_evening.h"

struct command;
struct record_library;
struct result;
struct sitting;

/* An evening and what it borrows. */
struct sitting_evening {
    struct forecast_evening evening;
    struct record_library *library; /* NULL: there is none */
};

/* Reads the plan. What was played is left out, and its party goes on from there; so is what
 * cannot be played, with the reason. End it with sitting_evening_end, also after a failure. */
enum status sitting_evening_begin(struct sitting_evening *out, struct sitting *sitting,
                                  const struct forecast_wish *wish,
                                  struct error *err) MUST_CHECK;
void sitting_evening_end(struct sitting_evening *evening);

void sitting_run_forecast_evening(struct sitting *sitting, const struct command *command,
                                  struct result *out);

#endif
