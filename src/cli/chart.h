/* A chart of a distribution in 80 columns: a row for each value with its chance as a bar and in
 * percent, and the chances of at most and of at least this value. Many values are merged into
 * ranges, the thin ends into one range each. */
#ifndef REFEREE_CLI_CHART_H
#define REFEREE_CLI_CHART_H

#include "resolver/odds.h"

/* `name` heads the column of values. The masses may add up to less than 1: the rest has no
 * value, such as the extra degrees of a miss. */
void chart_draw(const char *name, const struct odds_numbers *numbers);

/* The standard deviation, where a missing value counts as 0 (as in the mean). */
double chart_deviation(const struct odds_numbers *numbers);

#endif
