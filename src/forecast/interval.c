#include "forecast/interval.h"

#include <math.h>

/* 95% of a normal variable lie within so many standard deviations. */
static const double deviations = 1.959963984540054;

struct interval interval_of_chance(int64_t count, int64_t of)
{
    if (of == 0) {
        return (struct interval){0, 0, 1};
    }
    double n = (double)of, p = (double)count / n, z2 = deviations * deviations;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = deviations * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    /* At the ends the bound is exact, and must not be missed by rounding. */
    return (struct interval){p, count == 0 ? 0 : middle - half,
                             count == of ? 1 : middle + half};
}

struct interval interval_of_average(int64_t sum, int64_t squares, int64_t of)
{
    return interval_of_mean((double)sum, (double)squares, of);
}

struct interval interval_of_mean(double sum, double squares, int64_t of)
{
    if (of == 0) {
        return (struct interval){0, 0, 0};
    }
    double n = (double)of, average = sum / n;
    double variance = of > 1 ? (squares - sum * average) / (n - 1) : 0;
    double half = variance > 0 ? deviations * sqrt(variance / n) : 0;
    return (struct interval){average, average - half, average + half};
}
