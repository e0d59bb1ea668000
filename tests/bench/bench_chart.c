/* The chart of a fight as it is waited for: one of sixty acts of Trilemma, four against eight.
 * When every chance on it is known to eight points, and to three; how long a key can have to
 * wait meanwhile. Processor time is told too: shared by two processors it is how long a quiet
 * machine would take. */
#include <stdio.h>
#include <stdlib.h>

#include "app/forecast/chart.h"
#include "app/forecast/shown.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "bench/measure.h"
#include "support/logged_fight.h"

enum { ACTS = 60, TRIES = 200, THREADS = 2, BATCH = 25, TURNS = 3 };

static const char path[] = BENCH_FOLDER "/chart.db";
static const char *const lines[] = {
    "encounter \"Spire\" system=trilemma",
    "add Ysolde side=party strength=14 wits=12 armour=4 hp=9",
    "add Tamsin side=party strength=11 wits=15 armour=2 hp=9",
    "add Odo side=party strength=12 wits=16 armour=2 hp=8",
    "add Marit side=party strength=13 wits=10 armour=6 hp=11",
    "add 8 goblin strength=8 wits=11 ac=22 damage=1d6 morale=8 hp=4",
};

static struct sitting *open_fight(uint64_t number)
{
    struct error err;
    struct sitting *sitting;
    static struct result result;
    struct sitting_options options = {.path = path, .seed = 1, .has_seed = true};
    remove(path);
    bench_need(sitting_open(&sitting, &options, &err) == STATUS_OK, "a campaign");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        sitting_run(sitting, lines[i], false, &result);
        bench_need(result.kind == RESULT_DONE, lines[i]);
    }
    logged_fight(sitting, "sensible", number);
    return sitting;
}

static void begin(struct sitting_chart *chart, struct sitting *sitting)
{
    struct error err;
    bench_need(sitting_chart_new(chart, sitting, sitting_encounter_number(sitting), 0, &err) ==
                   STATUS_OK,
               "a chart");
}

/* The first fight whose chart has about so many acts. */
static struct sitting *find_fight(int *acts)
{
    for (uint64_t number = 0; number < TRIES; number++) {
        struct sitting_chart chart;
        struct sitting *sitting = open_fight(number);
        begin(&chart, sitting);
        *acts = chart.chart->acts;
        sitting_chart_end(&chart);
        if (*acts >= ACTS - 2 && *acts <= ACTS + 2) {
            return sitting;
        }
        sitting_close(sitting);
    }
    bench_need(false, "a fight of sixty acts");
    return NULL;
}

struct known {
    struct samples taken, processor;
    int64_t fights;
};

static void play_to(struct known *out, struct chart *chart, struct forecast_crew *crew,
                    double points, double began, double processor)
{
    while (chart->fights == 0 || chart_points(chart) > points) {
        chart_play(chart, crew, BATCH);
    }
    samples_add(&out->taken, measure_now() - began);
    samples_add(&out->processor, (measure_processor() - processor) / (double)THREADS);
    out->fights = chart->fights;
}

static bool is_time_up(void *context)
{
    const double *until = context;
    return measure_now() >= *until;
}

/* As the screen plays it, with a look at the keys after each slice. */
static void play_slices(struct samples *slices, struct samples *thread, struct sitting *sitting)
{
    double until;
    struct sitting_chart chart;
    struct forecast_crew crew = {.is_over = is_time_up, .context = &until};
    begin(&chart, sitting);
    while (chart.chart->fights < 4L * BATCH) {
        double from = measure_now(), worked = measure_thread();
        until = from + FORECAST_SLICE_MS / 1000.0;
        chart_play(chart.chart, &crew, BATCH);
        samples_add(slices, measure_now() - from);
        samples_add(thread, measure_thread() - worked);
    }
    forecast_crew_end(&crew);
    sitting_chart_end(&chart);
}

static void report(const char *what, struct samples *samples, double aim)
{
    report_at_most(what, samples_quantile(samples, 0.5), aim, "");
    samples_free(samples);
}

int main(void)
{
    struct known roughly = {.fights = 0}, well = {.fights = 0};
    struct samples slices = {0}, thread = {0};
    int acts;
    bench_folder();
    struct sitting *sitting = find_fight(&acts);
    for (int turn = 0; turn < TURNS; turn++) {
        struct sitting_chart chart;
        struct forecast_crew crew = {.threads = THREADS};
        double began = measure_now(), processor = measure_processor();
        begin(&chart, sitting);
        play_to(&roughly, chart.chart, &crew, 8, began, processor);
        play_to(&well, chart.chart, &crew, 3, began, processor);
        forecast_crew_end(&crew);
        sitting_chart_end(&chart);
    }
    play_slices(&slices, &thread, sitting);
    sitting_close(sitting);
    report_title("The chart of a fight, four against eight");
    printf("  %-50s %9d\n", "acts", acts);
    printf("  %-50s %9lld\n", "fights after each act, within 8 points",
           (long long)roughly.fights);
    report("the whole chart within 8 points, s", &roughly.taken, 1);
    report("  of processor time, on two processors", &roughly.processor, 1);
    printf("  %-50s %9lld\n", "fights after each act, within 3 points", (long long)well.fights);
    report("the whole chart within 3 points, s", &well.taken, 10);
    report("  of processor time, on two processors", &well.processor, 10);
    report_at_most("the wait of a key in 99 of 100 slices, ms",
                   samples_quantile(&slices, 0.99) * 1000, 1000.0 / 60, "");
    report_at_most("the longest wait of a key, ms", samples_quantile(&slices, 1) * 1000,
                   1000.0 / 60, "");
    report_at_most("  of processor time of its thread", samples_quantile(&thread, 1) * 1000,
                   1000.0 / 60, "");
    samples_free(&slices);
    samples_free(&thread);
    return 0;
}
