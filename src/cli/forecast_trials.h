/* What trials beside a forecast showed, as text and as JSON: who matters most. */
#ifndef REFEREE_CLI_FORECAST_TRIALS_H
#define REFEREE_CLI_FORECAST_TRIALS_H

#include <jansson.h>

#include "app/forecast_without.h"

/* Prints nothing when nobody could be left out. */
void forecast_print_without(const struct forecast_without *without);
/* A list, the one who matters most first. */
json_t *forecast_without_json(const struct forecast_without *without);

#endif
