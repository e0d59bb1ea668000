/* Fights a second of processor time: four against eight in each game, played by the forecast's
 * loop as the forecast plays them, by one thread and by two at once, each with a fight of its
 * own; and the same fights with all their texts, as the table has them: the ratio is what
 * silence brings.
 *
 * Processor time says what two threads cost each other (memory, caches), however busy the
 * machine is. The time on the clock says whether they wait for each other; it is beside that of
 * a loop that only counts, in the same run, since others may have the second core.
 *
 * PROFILE=2000 plays so many of each game's fights and measures nothing, for a profiler.
 *
 * Nothing outside plays by these rules. What others do is a loop of a few lines with rules of
 * its own, for one attack and one number of hit points; such a loop in node is timed in the
 * same run (tests/bench/plain_fight.js), so that a busy machine slows both. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "bench/measure.h"
#include "bench/outside.h"
#include "forecast/fight.h"
#include "games/games.h"
#include "support/random_games.h"
#include "tracker/decide.h"
#include "tracker/procedure.h"

enum { FIGHTS = 60, TURNS = 3, THREADS = 2 };

/* The eight who fight random_games' four, and how many fights a second two cores should play.
 */
static const struct against {
    const char *system;
    const char *line;
    double aim;
} against[RANDOM_GAMES] = {
    {"trilemma", "add 8 gully-goblin side=foes", 15000},
    {"four-against-darkness", "add 8 hill-reavers side=foes", 6000},
    {"caves-of-qud", "add 8 canal-raider side=foes", 10000},
    {"pixel-dungeon", "add 8 gate-porter side=foes", 10000},
    {"yuxtapa", "add 8 ferry-guard side=foes", 10000},
};

/* A thread's own. */
static struct lane {
    struct fight fight;
    bool is_told; /* with all texts */
    long acts, won;
    int times;        /* fights to play, or steps of the loop that only counts */
    double processor; /* seconds that they took */
} lanes[THREADS];

static struct fighting {
    struct fight_rules rules;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    struct state state; /* before the fight */
    struct policy policy;
    struct player player;
} fighting;

static void do_line(const char *line)
{
    struct fight *fight = &lanes[0].fight;
    struct decision *decision = &fight->decision;
    decision_begin(decision, fighting.rules.procedure, &fighting.state, fight->memory);
    decision->library = fighting.rules.library;
    decision->seed = 1;
    decide(decision, fighting.command, fighting.rules.defs_count, &fighting.state,
           str_of(line));
    bench_need(decision->verdict == VERDICT_DONE, line);
    for (int i = 0; i < decision->events; i++) {
        state_apply(&fighting.state, &decision->event[i]);
    }
}

static void set_up(const struct random_game *game, const struct library *library,
                   const char *foes)
{
    const struct system *system = system_find(str_of(game->system));
    const struct procedure *procedure = games_find(system);
    memset(&fighting, 0, sizeof fighting);
    state_init(&fighting.state, system);
    int commands =
        procedure_commands(procedure, system, &fighting.made, fighting.command, COMMANDS_MAX);
    fighting.rules = (struct fight_rules){.procedure = procedure,
                                          .defs = fighting.command,
                                          .defs_count = commands,
                                          .library = library,
                                          .seed = 5};
    policy_init(&fighting.policy, "focus");
    fighting.player =
        (struct player){.procedure = procedure, .side = {&fighting.policy, &fighting.policy}};
    for (int i = 0; i < RANDOM_MEMBERS_MAX; i++) {
        do_line(game->member[i]);
    }
    do_line(foes);
    if (game->begin != NULL) {
        do_line(game->begin);
    }
}

static void look(void *context, const struct fight *fight, const char *line)
{
    (void)context;
    (void)fight;
    (void)line;
}

static void play(void *context, int times)
{
    struct lane *lane = context;
    const struct fight_outcome *outcome = &lane->fight.outcome;
    lane->fight.sees = lane->is_told ? look : NULL;
    lane->acts = lane->won = 0;
    for (int i = 0; i < times; i++) {
        fight_play(&lane->fight, &fighting.rules, &fighting.player, &fighting.state,
                   (uint64_t)(i % FIGHTS));
        bench_need(outcome->end != FIGHT_NEEDS && outcome->refused == 0,
                   outcome->end == FIGHT_NEEDS ? outcome->needs : outcome->first_refused);
        lane->acts += outcome->acts;
        lane->won += outcome->end == FIGHT_WON ? 1 : 0;
    }
}

/* ---- threads --------------------------------------------------------------------------- */

static void *play_lane(void *context)
{
    struct lane *lane = context;
    double start = measure_thread();
    play(lane, lane->times);
    lane->processor = measure_thread() - start;
    return NULL;
}

static void *count_lane(void *context)
{
    struct lane *lane = context;
    double sum = 0;
    for (int i = 0; i < lane->times; i++) {
        sum += (double)i * sum;
    }
    measure_keep(sum);
    return NULL;
}

/* The seconds on the clock that `threads` threads take at once, each with all the work. */
static double time_threads(void *(*work)(void *), int threads, int times)
{
    pthread_t thread[THREADS];
    double start = measure_now();
    for (int i = 0; i < threads; i++) {
        lanes[i].times = times;
        bench_need(pthread_create(&thread[i], NULL, work, &lanes[i]) == 0, "a thread");
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
    }
    return measure_now() - start;
}

/* How many times as much two threads did in the same time. */
static double scaling(struct samples *one, struct samples *two)
{
    return (double)THREADS * samples_quantile(one, 0.5) / samples_quantile(two, 0.5);
}

static void measure_threads(double aim)
{
    enum { ROUNDS = 9, COUNTED = 20000000 };
    struct samples one = {0}, two = {0}, alone = {0}, together = {0}, counted[2] = {{0}};
    int times = (int)(aim / 20);
    for (int i = 0; i < ROUNDS; i++) {
        samples_add(&one, time_threads(play_lane, 1, times));
        samples_add(&alone, lanes[0].processor / times);
        samples_add(&two, time_threads(play_lane, THREADS, times));
        samples_add(&together,
                    (lanes[0].processor + lanes[1].processor) / (double)THREADS / times);
        samples_add(&counted[0], time_threads(count_lane, 1, COUNTED));
        samples_add(&counted[1], time_threads(count_lane, THREADS, COUNTED));
    }
    report_at_least("fights a second, by two threads on two cores",
                    (double)THREADS / samples_quantile(&together, 0.5), aim, "");
    printf("  %-50s %9.2fx\n", "scaling, of processor time", scaling(&alone, &together));
    printf("  %-50s %9.2fx   counting alone: %.2fx\n", "scaling, on the clock",
           scaling(&one, &two), scaling(&counted[0], &counted[1]));
    fflush(stdout);
}

/* ---- the report ------------------------------------------------------------------------ */

/* Seconds of one fight of the loop in node; -1: there is no node. */
static double time_plain(void)
{
    char node[OUTSIDE_PATH_SIZE], line[100];
    double each;
    if (!outside_find(node, "node") ||
        outside_ask(line, sizeof line, "node tests/bench/plain_fight.js") < 0 ||
        sscanf(line, "%lf", &each) != 1) {
        return -1;
    }
    return each;
}

static void measure(const struct random_game *game, const struct against *foes)
{
    struct record_library *records;
    struct diagnostics diagnostics;
    record_library_open(&records, system_find(str_of(game->system)), &diagnostics);
    bench_need(diagnostics.count == 0, "the library of a game");
    set_up(game, record_library(records), foes->line);
    if (fighting.rules.procedure->plays == NULL) {
        report_skip(game->system, "it does not play by itself");
        return;
    }
    struct lane *lane = &lanes[0];
    lane->is_told = false;
    play(lane, FIGHTS);
    if (getenv("PROFILE") != NULL) {
        play(lane, atoi(getenv("PROFILE")));
        return;
    }
    double acts = (double)lane->acts / (double)FIGHTS;
    int won = (int)(lane->won * 100 / FIGHTS);
    struct samples silent = {0}, told = {0}, plain = {0};
    for (int turn = 0; turn < TURNS; turn++) {
        lane->is_told = false;
        samples_add(&silent, measure_work(play, lane));
        lane->is_told = true;
        samples_add(&told, measure_work(play, lane));
        samples_add(&plain, time_plain());
    }
    lane->is_told = false;
    double each = samples_quantile(&silent, 0.5), outside = samples_quantile(&plain, 0.5);
    printf("  %s: %.0f acts a fight, %d%% won, %.2f us an act\n", game->system, acts, won,
           each * 1e6 / acts);
    report_at_least("fights a second, by one thread", 1 / each, foes->aim / 2, "");
    measure_threads(foes->aim);
    printf("  %-50s %9.2fx\n", "against the same with all texts",
           samples_quantile(&told, 0.5) / each);
    if (outside > 0) {
        printf("  %-50s %9.2fx\n", "against a loop without these rules, in node",
               outside / each);
    }
}

int main(int argc, char **argv)
{
    report_title("Fights");
    for (int i = 0; i < RANDOM_GAMES; i++) {
        bench_need(strcmp(random_games[i].system, against[i].system) == 0,
                   "the order of games");
        if (argc < 2 || strcmp(argv[1], against[i].system) == 0) {
            measure(&random_games[i], &against[i]);
        }
    }
    return 0;
}
