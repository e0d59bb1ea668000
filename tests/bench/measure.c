#include "bench/measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { ROUNDS = 15 };

static const double ROUND_SECONDS = 0.004;

static void make_folder(const char *path)
{
    bench_need(mkdir(path, 0777) == 0 || errno == EEXIST, path);
}

void bench_folder(void)
{
    make_folder("build");
    make_folder(BENCH_FOLDER);
}

void bench_need(bool condition, const char *what)
{
    if (!condition) {
        fflush(stdout);
        fprintf(stderr, "cannot measure: %s\n", what);
        exit(1);
    }
}

double measure_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void measure_keep(double value)
{
    static volatile double kept;
    kept = value;
    (void)kept;
}

double measure_processor(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double measure_thread(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- samples --------------------------------------------------------------------------- */

void samples_add(struct samples *samples, double value)
{
    if (samples->count == samples->room) {
        samples->room = samples->room == 0 ? 256 : 2 * samples->room;
        samples->value =
            realloc(samples->value, (size_t)samples->room * sizeof *samples->value);
        bench_need(samples->value != NULL, "out of memory");
    }
    samples->value[samples->count++] = value;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double samples_quantile(struct samples *samples, double part)
{
    bench_need(samples->count > 0, "nothing was measured");
    qsort(samples->value, (size_t)samples->count, sizeof *samples->value, compare);
    int i = (int)(part * samples->count);
    return samples->value[i < samples->count ? i : samples->count - 1];
}

void samples_free(struct samples *samples)
{
    free(samples->value);
    *samples = (struct samples){0};
}

/* ---- work ------------------------------------------------------------------------------ */

static double time_of(work_fn *work, void *context, int times)
{
    double start = measure_processor();
    work(context, times);
    return measure_processor() - start;
}

double measure_work(work_fn *work, void *context)
{
    int times = 1;
    while (time_of(work, context, times) < ROUND_SECONDS && times < 1 << 28) {
        times *= 2;
    }
    struct samples samples = {0};
    for (int i = 0; i < ROUNDS; i++) {
        samples_add(&samples, time_of(work, context, times) / times);
    }
    double median = samples_quantile(&samples, 0.5);
    samples_free(&samples);
    return median;
}

/* ---- the report ------------------------------------------------------------------------ */

void report_title(const char *title)
{
    printf("\n%s\n", title);
}

const char *report_time(char out[REPORT_TIME_SIZE], double seconds)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
    size_t i = 0;
    while (i + 1 < sizeof units / sizeof units[0] && seconds < units[i].seconds) {
        i++;
    }
    double figure = seconds / units[i].seconds;
    snprintf(out, REPORT_TIME_SIZE, "%.*f %s",
             figure < 10    ? 2
             : figure < 100 ? 1
                            : 0,
             figure, units[i].name);
    return out;
}

static void report(const char *what, double figure, double aim, const char *unit, bool is_most)
{
    bool is_met = is_most ? figure <= aim : figure >= aim;
    printf("  %-50s %9.2f%s   aim %s %g%s   %s\n", what, figure, unit,
           is_most ? "at most" : "at least", aim, unit, is_met ? "met" : "MISSED");
    fflush(stdout);
}

void report_at_most(const char *what, double figure, double aim, const char *unit)
{
    report(what, figure, aim, unit, true);
}

void report_at_least(const char *what, double figure, double aim, const char *unit)
{
    report(what, figure, aim, unit, false);
}

void report_skip(const char *what, const char *why)
{
    printf("  %s: skipped, %s\n", what, why);
}
