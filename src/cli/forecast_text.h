/* A forecast that was played, as text for people: the verdict, the band over the policies, how
 * it ends, who falls, what if, what was assumed. */
#ifndef REFEREE_CLI_FORECAST_TEXT_H
#define REFEREE_CLI_FORECAST_TEXT_H

#include "cli/forecast_trials.h"

void forecast_print_text(const struct forecast *forecast,
                         const struct forecast_trials_told *trials);

#endif
