/* A forecast as it is waited for: a prepared fight of Trilemma, four against eight, by four
 * pairs of policies. When the screen has its first figures, and how long a key can have to wait
 * meanwhile; when the command has a first band, and when each chance is known to two points.
 *
 * A busy machine slows all of this, so processor time is told too: shared by two processors it
 * is how long a quiet machine would take. Beside it the same number of fights of a loop in node
 * without these rules (tests/bench/plain_fight.js), in the same run. */
#include <stdio.h>
#include <stdlib.h>

#include "app/forecast/play.h"
#include "app/forecast/shown.h"
#include "app/sitting/sitting.h"
#include "app/forecast/begin.h"
#include "bench/measure.h"
#include "bench/outside.h"

enum { TURNS = 5, MOST = 20000, THREADS = 2 };

static const char path[] = BENCH_FOLDER "/forecast.db";
static const char *const lines[] = {
    "encounter \"Spire\" system=trilemma",
    "add Ysolde side=party strength=14 wits=12 armour=4 hp=9",
    "add Tamsin side=party strength=11 wits=15 armour=2 hp=9",
    "add Odo side=party strength=12 wits=16 armour=2 hp=8",
    "add Marit side=party strength=13 wits=10 armour=6 hp=11",
    "add 8 goblin strength=8 wits=11 ac=22 damage=1d6 morale=8 hp=4",
};

static struct sitting *open_fight(void)
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
    return sitting;
}

/* Seconds as somebody watches. */
struct watched {
    struct samples first;     /* from the key to the first figures */
    struct samples longest;   /* that a key had to wait after them */
    struct samples usual;     /* that it has to wait in 99 of 100 slices */
    struct samples thread;    /* the longest slice, of processor time of its thread */
    struct samples known;     /* until each chance is known to two points */
    struct samples processor; /* the same, of processor time on each of two processors */
    struct samples all;       /* until it is also known who matters most */
};

static bool is_known(const struct forecast_shown *shown)
{
    return shown->forecast->fights >= shown->fights;
}

static void watch(struct sitting *sitting, struct watched *watched)
{
    struct forecast_shown shown = {.forecast = NULL};
    struct forecast_from from;
    struct samples slices = {0}, thread = {0};
    double begin = measure_now(), processor = measure_processor(), known = 0;
    sitting_forecast_open(sitting, &from);
    forecast_shown_begin(&shown, sitting, &from);
    bench_need(forecast_shown_play(&shown, sitting_clock, sitting), "first fights");
    samples_add(&watched->first, measure_now() - begin);
    for (bool is_busy = true; is_busy;) {
        double slice = measure_now(), worked = measure_thread();
        is_busy = forecast_shown_play(&shown, sitting_clock, sitting);
        samples_add(&slices, measure_now() - slice);
        samples_add(&thread, measure_thread() - worked);
        if (known <= 0 && is_known(&shown)) {
            known = measure_now() - begin;
            samples_add(&watched->processor,
                        (measure_processor() - processor) / (double)THREADS);
        }
    }
    samples_add(&watched->known, known);
    samples_add(&watched->all, measure_now() - begin);
    samples_add(&watched->usual, samples_quantile(&slices, 0.99));
    samples_add(&watched->longest, samples_quantile(&slices, 1));
    samples_add(&watched->thread, samples_quantile(&thread, 1));
    samples_free(&slices);
    samples_free(&thread);
    bench_need(forecast_points(shown.forecast) <= 2.01, "two points on the screen");
    forecast_shown_end(&shown);
}

/* Seconds until `fights` of each pair, or all chances within `points`; as they pass, and of
 * processor time on each of two processors. */
struct played {
    struct samples taken, processor;
    int64_t fights;
};

static void play(struct played *out, struct sitting *sitting, int64_t fights, double points)
{
    struct error err;
    struct forecast *forecast;
    struct forecast_from from;
    const struct forecast_wish wish = {.fights = fights, .within = points, .threads = THREADS};
    double begin = measure_now(), processor = measure_processor();
    sitting_forecast_open(sitting, &from);
    bench_need(forecast_new(&forecast, &from, &wish, &err) == STATUS_OK, err.text);
    forecast_play(forecast, NULL);
    samples_add(&out->taken, measure_now() - begin);
    samples_add(&out->processor, (measure_processor() - processor) / (double)THREADS);
    bench_need(forecast->pairs == FORECAST_PAIRS_MAX, "four pairs");
    out->fights = forecast->fights * forecast->pairs;
    forecast_free(forecast);
}

/* Seconds of one fight of the loop in node; 0: there is no node. */
static double time_plain(void)
{
    char node[OUTSIDE_PATH_SIZE], line[100];
    double each;
    bool is_there = outside_find(node, "node") &&
                    outside_ask(line, sizeof line, "node tests/bench/plain_fight.js") >= 0 &&
                    sscanf(line, "%lf", &each) == 1;
    return is_there ? each : 0;
}

static void report(const char *what, struct samples *samples, double scale, double aim)
{
    report_at_most(what, samples_quantile(samples, 0.5) * scale, aim, "");
    samples_free(samples);
}

static void report_all(struct watched *watched, struct played *band, struct played *known)
{
    const double frame = 1000.0 / 60;
    report("first figures on the screen, ms", &watched->first, 1e3, 60);
    report("the longest wait of a key meanwhile, ms", &watched->longest, 1e3, frame);
    report("  of processor time of its thread", &watched->thread, 1e3, frame);
    report("the wait of a key in 99 of 100 slices, ms", &watched->usual, 1e3, frame);
    report("within 2 points on the screen, s", &watched->known, 1, 2);
    report("  of processor time, on two processors", &watched->processor, 1, 2);
    report("until it says who matters most, s", &watched->all, 1, 4);
    report("a first band, two threads, s", &band->taken, 1, 0.1);
    report("  of processor time, on two processors", &band->processor, 1, 0.1);
    report("within 2 points on each, two threads, s", &known->taken, 1, 2);
    report("  of processor time, on two processors", &known->processor, 1, 2);
}

int main(void)
{
    struct watched watched = {0};
    struct played band = {0}, known = {0};
    struct samples plain = {0};
    bench_folder();
    report_title("The forecast, four against eight, by four pairs of policies");
    struct sitting *sitting = open_fight();
    for (int turn = 0; turn < TURNS; turn++) {
        watch(sitting, &watched);
        play(&band, sitting, FORECAST_FIRST, 0);
        play(&known, sitting, MOST, 2);
        samples_add(&plain, time_plain());
    }
    sitting_close(sitting);
    double outside = samples_quantile(&plain, 0.5);
    report_all(&watched, &band, &known);
    printf("  %-50s %9lld\n", "fights until then", (long long)known.fights);
    if (outside > 0) {
        printf("  %-50s %9.2f\n", "so many in node, without these rules, s",
               outside * (double)known.fights);
    }
    samples_free(&plain);
    return 0;
}
