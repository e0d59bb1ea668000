/* A forecast that was played, as JSON. What is not known is null.
 *
 * `endless` of each of the `forecasts` is null, unless half of its fights or more are
 * stalemates: then `why` is "unhurt" (nobody was ever hurt), "unset" (somebody was whose hit
 * points are not set), "wounds" (somebody at 0 hit points fights on) or "long"; `assume` lists
 * what would end them, as --assume takes it ("injury=out"), and `text` says both in
 * sentences. */
#ifndef REFEREE_CLI_FORECAST_JSON_H
#define REFEREE_CLI_FORECAST_JSON_H

#include "cli/forecast_trials.h"

void forecast_print_json(const struct forecast *forecast,
                         const struct forecast_trials_told *trials);

#endif
