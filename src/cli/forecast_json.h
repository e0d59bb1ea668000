/* A forecast that was played, as JSON. What is not known is null. */
#ifndef REFEREE_CLI_FORECAST_JSON_H
#define REFEREE_CLI_FORECAST_JSON_H

#include "cli/forecast_trials.h"

void forecast_print_json(const struct forecast *forecast,
                         const struct forecast_trials_told *trials);

#endif
