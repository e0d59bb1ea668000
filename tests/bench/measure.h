/* Measuring for the benchmarks: a clock, samples and their quantiles, and the lines of a
 * report.
 *
 * A benchmark compares what we do with something outside it, in the same run and in turn, so
 * that a busy machine slows both. It prints and never judges: an aim is beside each figure, and
 * the reader decides. It ends with an error only when something could not be measured. */
#ifndef REFEREE_TESTS_BENCH_MEASURE_H
#define REFEREE_TESTS_BENCH_MEASURE_H

#include <stdbool.h>

/* Everything the benchmarks make is put here; removed by `make clean`. */
#define BENCH_FOLDER "build/bench"

/* Makes BENCH_FOLDER. The benchmarks run from the top of the source tree. */
void bench_folder(void);

/* Ends the program with a message unless the condition holds. */
void bench_need(bool condition, const char *what);

/* Seconds on a clock that only goes forward. */
double measure_now(void);

/* Seconds of processor time of this process, which a busy machine does not affect. */
double measure_processor(void);
/* The same of this thread alone. */
double measure_thread(void);

/* Uses a value in a way that the compiler cannot predict, so that it must be computed. */
void measure_keep(double value);

/* ---- samples --------------------------------------------------------------------------- */

struct samples {
    double *value; /* sorted by samples_quantile */
    int count, room;
};

void samples_add(struct samples *samples, double value);
/* The value that `part` (0 to 1) of the samples do not exceed; 0.5 is the median. */
double samples_quantile(struct samples *samples, double part);
void samples_free(struct samples *samples);

/* ---- work that is too short to be timed once ------------------------------------------- */

/* Does the work `times` times. */
typedef void work_fn(void *context, int times);
/* Seconds of processor time for doing it once: the median of several rounds of a few
 * milliseconds each. */
double measure_work(work_fn *work, void *context);

/* ---- the report ------------------------------------------------------------------------ */

void report_title(const char *title);
/* A time as people read it: "12.5 us". */
enum { REPORT_TIME_SIZE = 24 };
const char *report_time(char out[REPORT_TIME_SIZE], double seconds);
/* "met" or "missed", with the figure and its aim: for ratios and times that should be small...
 */
void report_at_most(const char *what, double figure, double aim, const char *unit);
/* ...and for those that should be great. */
void report_at_least(const char *what, double figure, double aim, const char *unit);
void report_skip(const char *what, const char *why);

#endif
