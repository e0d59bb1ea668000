/* Intervals of 95% around what was counted: of a chance (Wilson, which is right near 0 and 1
 * too), and of an average of whole numbers.
 * Wilson, "Probable inference", Journal of the American Statistical Association 22 (1927). */
#ifndef REFEREE_FORECAST_INTERVAL_H
#define REFEREE_FORECAST_INTERVAL_H

#include <stdint.h>

struct interval {
    double middle; /* what was counted: count / of, or the average */
    double low, high;
};

/* Of a chance, from `count` cases of `of`; of none: 0 to 1. */
struct interval interval_of_chance(int64_t count, int64_t of);
/* Of an average of any numbers, in the same way. */
struct interval interval_of_mean(double sum, double squares, int64_t of);
/* Of an average, from the sum of `of` numbers and the sum of their squares. Fewer than two have
 * no width. */
struct interval interval_of_average(int64_t sum, int64_t squares, int64_t of);

#endif
