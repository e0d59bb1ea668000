/* A forecast as it is waited for: a prepared fight of Trilemma, four against eight, by four
 * pairs of policies. When the screen has its first figures, and how long a key can have to wait
 * meanwhile; when the command has a first band, and when each chance is known to two points.
 *
 * Beside them the same number of fights of a loop in node without these rules
 * (tests/bench/plain_fight.js), in the same run, so that a busy machine slows both. */
#include <stdio.h>
#include <stdlib.h>

#include "app/forecast_play.h"
#include "app/forecast_shown.h"
#include "app/sitting.h"
#include "app/sitting_forecast.h"
#include "bench/measure.h"
#include "bench/outside.h"

enum { TURNS = 5, MOST = 20000 };

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

static int64_t now_ms(void *context)
{
    (void)context;
    return (int64_t)(measure_now() * 1000);
}

/* Seconds as somebody watches. */
struct watched {
    struct samples first;   /* from the key to the first figures */
    struct samples longest; /* that a key had to wait after them */
    struct samples known;   /* until each chance is known, and who matters most */
};

static void watch(struct sitting *sitting, struct watched *watched)
{
    struct forecast_shown shown = {.forecast = NULL};
    struct forecast_from from;
    double begin = measure_now(), most = 0;
    sitting_forecast_open(sitting, &from);
    forecast_shown_begin(&shown, sitting, &from);
    bench_need(forecast_shown_play(&shown, now_ms, NULL), "first fights");
    samples_add(&watched->first, measure_now() - begin);
    for (bool is_busy = true; is_busy;) {
        double slice = measure_now();
        is_busy = forecast_shown_play(&shown, now_ms, NULL);
        slice = measure_now() - slice;
        most = slice > most ? slice : most;
    }
    samples_add(&watched->known, measure_now() - begin);
    samples_add(&watched->longest, most);
    bench_need(forecast_points(shown.forecast) <= 2.01, "two points on the screen");
    forecast_shown_end(&shown);
}

/* Seconds on two threads until `fights` of each pair, or all chances within `points`. */
static double play(struct sitting *sitting, int64_t fights, double points, int64_t *played)
{
    struct error err;
    struct forecast *forecast;
    struct forecast_from from;
    const struct forecast_wish wish = {.fights = fights, .within = points, .threads = 2};
    double begin = measure_now();
    sitting_forecast_open(sitting, &from);
    bench_need(forecast_new(&forecast, &from, &wish, &err) == STATUS_OK, err.text);
    forecast_play(forecast, NULL);
    double taken = measure_now() - begin;
    bench_need(forecast->pairs == FORECAST_PAIRS_MAX, "four pairs");
    *played = forecast->fights * forecast->pairs;
    forecast_free(forecast);
    return taken;
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

int main(void)
{
    struct watched watched = {0};
    struct samples band = {0}, known = {0}, plain = {0};
    int64_t band_fights = 0, known_fights = 0;
    bench_folder();
    report_title("The forecast, four against eight, by four pairs of policies");
    struct sitting *sitting = open_fight();
    for (int turn = 0; turn < TURNS; turn++) {
        watch(sitting, &watched);
        samples_add(&band, play(sitting, FORECAST_FIRST, 0, &band_fights));
        samples_add(&known, play(sitting, MOST, 2, &known_fights));
        samples_add(&plain, time_plain());
    }
    sitting_close(sitting);
    double outside = samples_quantile(&plain, 0.5);
    report_at_most("first figures on the screen, ms",
                   samples_quantile(&watched.first, 0.5) * 1e3, 60, "");
    report_at_most("the longest wait of a key meanwhile, ms",
                   samples_quantile(&watched.longest, 0.5) * 1e3, 1000.0 / 60, "");
    report_at_most("within 2 points on the screen, s", samples_quantile(&watched.known, 0.5), 2,
                   "");
    report_at_most("a first band, two threads, s", samples_quantile(&band, 0.5), 0.1, "");
    report_at_most("within 2 points on each, two threads, s", samples_quantile(&known, 0.5), 2,
                   "");
    printf("  %-50s %9lld\n", "fights until then", (long long)known_fights);
    if (outside > 0) {
        printf("  %-50s %9.2f\n", "so many in node, without these rules, s",
               outside * (double)known_fights);
    }
    samples_free(&watched.first);
    samples_free(&watched.longest);
    samples_free(&watched.known);
    samples_free(&band);
    samples_free(&known);
    samples_free(&plain);
    return 0;
}
