/* What the files of `referee forecast` share: a forecast that was played, as text and as JSON.
 */
#ifndef REFEREE_CLI_FORECAST_H
#define REFEREE_CLI_FORECAST_H

#include "app/forecast.h"

void forecast_print_text(const struct forecast *forecast);
void forecast_print_json(const struct forecast *forecast);

#endif
