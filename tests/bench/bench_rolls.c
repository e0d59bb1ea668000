/* Rolls a second of processor time, next to other dice programs in the same run: parsed once,
 * and parsed each time.
 *
 * The outside programs are Debian's rolldice in its batch form (many strings of 1000x2d6+3 at
 * once, the whole program timed) and @dice-roller/rpg-dice-roller (in node, timed by itself
 * once it is compiled). Ours is the library, by the functions that other programs have, and
 * `referee roll -n`, which prints every face, as rolldice does with -s. dicelab's --eval is a
 * row without an aim. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "bench/outside.h"
#include "resolver/resolver.h"

enum { TURNS = 5, STRINGS = 100 };

static const struct roll {
    const char *notation;
    const char *rolldice; /* NULL: it has nothing like it */
    const char *dicelab;
    int times; /* in one string of rolldice */
    double roller_aim;
    double separate_aim; /* of the program, against rolldice -s; 0: none */
} rolls[] = {
    {"2d6+3", "2d6+3", "3 + sum 2#d6", 1000, 100, 1},
    {"4d6kh3", "4d6s1", "sum high 3 4#d6", 1000, 100, 0},
    {"d6!", NULL, "sum while x=d6 do if x==6 then d6 else ()", 1000, 100, 0},
    {"100d6", "100d6", "sum 100#d6", 100, 50, 0},
};

enum { ROLLS = sizeof rolls / sizeof rolls[0] };

static const double rolldice_aim = 3;

static char rolldice[OUTSIDE_PATH_SIZE], dicelab[OUTSIDE_PATH_SIZE];
static bool has_rolldice, has_dicelab, has_roller;

/* ---- ours ------------------------------------------------------------------------------ */

/* By the face that other programs have. */
struct rolling {
    const char *notation;
    struct resolver_expression *expression;
    struct resolver_dice dice;
    int64_t sum;
};

static void parse(struct rolling *rolling)
{
    static char room[RESOLVER_EXPRESSION_ROOM];
    struct resolver_memory memory = {room, sizeof room};
    bench_need(resolver_expression_parse(&rolling->expression, memory, rolling->notation,
                                         NULL) == RESOLVER_OK,
               rolling->notation);
}

static void throw_once(struct rolling *rolling)
{
    int64_t total = 0;
    bench_need(resolver_expression_total(&total, rolling->expression, &rolling->dice, NULL) ==
                   RESOLVER_OK,
               rolling->notation);
    rolling->sum += total;
}

static void roll_parsed(void *context, int times)
{
    struct rolling *rolling = context;
    for (int i = 0; i < times; i++) {
        throw_once(rolling);
    }
    measure_keep((double)rolling->sum);
}

static void roll_parsing(void *context, int times)
{
    struct rolling *rolling = context;
    for (int i = 0; i < times; i++) {
        parse(rolling);
        throw_once(rolling);
    }
    measure_keep((double)rolling->sum);
}

/* ---- others ---------------------------------------------------------------------------- */

/* Seconds for one roll; -1 when it is unavailable. */
static double time_rolldice(const struct roll *roll, const char *option)
{
    char string[64];
    snprintf(string, sizeof string, "%dx%s", roll->times, roll->rolldice);
    const char *argument[STRINGS + 3] = {rolldice};
    int n = 1;
    if (option != NULL) {
        argument[n++] = option;
    }
    for (int i = 0; i < STRINGS; i++) {
        argument[n++] = string;
    }
    return outside_run(argument) / (STRINGS * roll->times);
}

static double time_program(const struct roll *roll)
{
    char program[OUTSIDE_PATH_SIZE], count[16];
    const char *folder = getenv("BUILD_DIR");
    snprintf(program, sizeof program, "%s/referee", folder == NULL ? "build/release" : folder);
    snprintf(count, sizeof count, "%d", STRINGS * roll->times);
    const char *argument[] = {program, "roll", roll->notation, "-n", count, NULL};
    return outside_run(argument) / (STRINGS * roll->times);
}

static double time_dicelab(const struct roll *roll)
{
    enum { COUNT = 20000 };
    char command[OUTSIDE_PATH_SIZE + 200], line[100];
    snprintf(command, sizeof command, "echo '%s' | %s --eval --count %d 2>/dev/null",
             roll->dicelab, dicelab, COUNT);
    return outside_ask(line, sizeof line, command) / (double)COUNT;
}

/* Installs the package under build/bench if it is missing. */
static bool find_roller(void)
{
    char node[OUTSIDE_PATH_SIZE], npm[OUTSIDE_PATH_SIZE], line[200];
    if (!outside_find(node, "node") || !outside_find(npm, "npm")) {
        return false;
    }
    return outside_ask(line, sizeof line,
                       "cd " BENCH_FOLDER " && { test -d node_modules/@dice-roller || "
                       "npm install --prefix . --silent --no-audit --no-fund "
                       "@dice-roller/rpg-dice-roller@5.5.1; } >/dev/null 2>&1") >= 0;
}

static bool time_roller(const struct roll *roll, double *each, double *once)
{
    char command[200], line[200];
    double rate_each, rate_once;
    snprintf(command, sizeof command,
             "node tests/bench/rpg_dice_roller.js " BENCH_FOLDER " '%s' 2>/dev/null",
             roll->notation);
    if (outside_ask(line, sizeof line, command) < 0 ||
        sscanf(line, "%lf %lf", &rate_each, &rate_once) != 2) {
        return false;
    }
    *each = 1 / rate_each;
    *once = 1 / rate_once;
    return true;
}

/* ---- the comparison -------------------------------------------------------------------- */

struct times {
    struct samples once, each, program, rolldice, separate, roller_once, roller_each, dicelab;
};

/* One turn of everybody. */
static void take_turn(struct times *times, const struct roll *roll, int turn)
{
    struct rolling rolling = {.notation = roll->notation, .dice.seed = 1 + (unsigned)turn};
    parse(&rolling);
    samples_add(&times->once, measure_work(roll_parsed, &rolling));
    samples_add(&times->each, measure_work(roll_parsing, &rolling));
    samples_add(&times->program, time_program(roll));
    if (has_rolldice && roll->rolldice != NULL) {
        samples_add(&times->rolldice, time_rolldice(roll, NULL));
        samples_add(&times->separate, time_rolldice(roll, "-s"));
    }
    double each, once;
    if (has_roller && turn < 3 && time_roller(roll, &each, &once)) {
        samples_add(&times->roller_each, each);
        samples_add(&times->roller_once, once);
    }
    if (has_dicelab && turn < 3) {
        samples_add(&times->dicelab, time_dicelab(roll));
    }
}

static double rate(struct samples *samples)
{
    double seconds = samples->count == 0 ? -1 : samples_quantile(samples, 0.5);
    return seconds > 0 ? 1 / seconds : 0;
}

static void report_rate(const char *what, double rolls_a_second)
{
    if (rolls_a_second > 0) {
        printf("    %-32s %12.0f\n", what, rolls_a_second);
    }
}

static void report(struct times *times, const struct roll *roll)
{
    double once = rate(&times->once), each = rate(&times->each),
           program = rate(&times->program);
    double batch = rate(&times->rolldice), separate = rate(&times->separate);
    double roller_once = rate(&times->roller_once), roller_each = rate(&times->roller_each);
    printf("  %s, rolls a second\n", roll->notation);
    report_rate("here, parsed once", once);
    report_rate("here, parsed each time", each);
    report_rate("referee roll -n", program);
    report_rate("rolldice, batch", batch);
    report_rate("rolldice -s, batch", separate);
    report_rate("rpg-dice-roller, parsed once", roller_once);
    report_rate("rpg-dice-roller, each time", roller_each);
    report_rate("dicelab --eval", rate(&times->dicelab));
    if (batch > 0) {
        report_at_least("parsed once, against rolldice's batch", once / batch, rolldice_aim,
                        "x");
    }
    if (separate > 0) {
        static const char what[] = "the program, against rolldice -s";
        if (roll->separate_aim > 0) {
            report_at_least(what, program / separate, roll->separate_aim, "x");
        } else {
            printf("  %-50s %9.2fx\n", what, program / separate);
        }
    }
    if (roller_once > 0) {
        report_at_least("parsed once, against rpg-dice-roller", once / roller_once,
                        roll->roller_aim, "x");
        report_at_least("parsed each time, against rpg-dice-roller", each / roller_each,
                        roll->roller_aim, "x");
    }
}

int main(void)
{
    bench_folder();
    report_title("Rolls");
    has_rolldice = outside_find(rolldice, "rolldice");
    has_dicelab = outside_find(dicelab, "dicelab");
    has_roller = find_roller();
    if (!has_rolldice) {
        report_skip("rolldice", "it is not installed");
    }
    if (!has_dicelab) {
        report_skip("dicelab", "it is not installed");
    }
    if (!has_roller) {
        report_skip("rpg-dice-roller", "node, npm or the package could not be had");
    }
    for (int i = 0; i < ROLLS; i++) {
        struct times times = {0};
        for (int turn = 0; turn < TURNS; turn++) {
            take_turn(&times, &rolls[i], turn);
        }
        report(&times, &rolls[i]);
    }
    return 0;
}
