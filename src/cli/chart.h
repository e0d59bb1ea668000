/* A distribution drawn for people, in 80 columns: a row for each value with its chance as a bar
 * and in percent, and the chances of no more and of no less than it. Many values are put
 * together in ranges, the thin ends in one each. */
#ifndef REFEREE_CLI_CHART_H
#define REFEREE_CLI_CHART_H

#include "resolver/odds.h"

/* `name` heads the column of values. The masses may add up to less than 1: the rest has no
 * value, as the extra degrees of a miss. */
void chart_draw(const char *name, const struct odds_numbers *numbers);

/* The standard deviation, where what has no value counts as 0 (as it does in the mean). */
double chart_deviation(const struct odds_numbers *numbers);

#endif
