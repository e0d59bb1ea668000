/* `referee forecast --plan`: the encounters of the plan one after the other. */
#ifndef REFEREE_CLI_FORECAST_PLAN_H
#define REFEREE_CLI_FORECAST_PLAN_H

#include "app/forecast/forecast.h"

struct sitting;

/* Plays and prints it, as text or as JSON; the code to exit with. */
int forecast_plan_run(struct sitting *sitting, const struct forecast_wish *wish, bool is_json);

#endif
