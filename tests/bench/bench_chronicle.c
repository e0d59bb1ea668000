/* The chronicle and jumping to acts of a past fight, in a campaign of a million events: beside
 * them grep and sqlite3 answer the same in the same run, over the log written out as text and
 * over the file itself.
 *
 * Each time the chronicle is opened by another sitting, with what an earlier one kept. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/chronicle/chronicle.h"
#include "app/sitting/sitting.h"
#include "app/log/past.h"
#include "bench/campaigns.h"
#include "bench/measure.h"
#include "bench/outside.h"

enum { EVENTS_LONG = 1000000, TURNS = 25, FIGHT = 1, FIRST_ACT = 40, ACTS = 3000 };

#define TEXT_PATH BENCH_FOLDER "/acts.txt"

static const double aim_ms = 20;

/* ---- ours ------------------------------------------------------------------------------ */

static double open_chronicle(const char *path, bool reads_all)
{
    struct error err;
    struct chronicle chronicle = {.evenings = 0};
    struct sitting *sitting = campaigns_open(path);
    int most = reads_all ? INT_MAX : 128;
    double start = measure_now();
    bench_need(chronicle_read(&chronicle, sitting, most, 2, &err) == STATUS_OK, "a chronicle");
    double taken = measure_now() - start;
    bench_need(chronicle.entries > 0, "fights in it");
    while (reads_all && chronicle_log_step(sitting)) {
        /* It is kept in the file. */
    }
    chronicle_free(&chronicle);
    sitting_close(sitting);
    return taken;
}

static double jump(struct sitting *sitting, int64_t act)
{
    struct error err;
    struct past *past;
    double start = measure_now();
    bench_need(past_open_of(&past, sitting, FIGHT, act, &err) == STATUS_OK, err.text);
    double taken = measure_now() - start;
    past_close(past);
    return taken;
}

static double jump_within(struct sitting *sitting, int64_t from, int64_t to)
{
    struct error err;
    struct past *past;
    bench_need(past_open_of(&past, sitting, FIGHT, from, &err) == STATUS_OK, err.text);
    double start = measure_now();
    bench_need(past_go(past, to, &err) == STATUS_OK, err.text);
    double taken = measure_now() - start;
    past_close(past);
    return taken;
}

/* ---- the others ------------------------------------------------------------------------ */

static bool write_text(const char *path)
{
    char line[512], answer[64];
    snprintf(line, sizeof line,
             "sqlite3 -readonly '%s' 'SELECT id, encounter, round, at, label FROM acts' > '%s'",
             path, TEXT_PATH);
    return outside_ask(answer, sizeof answer, line) >= 0;
}

static double grep_once(const char *grep)
{
    const char *const arguments[] = {grep, "-c", "shrike", TEXT_PATH, NULL};
    return outside_run(arguments);
}

static double ask_once(const char *sqlite, const char *path, const char *question)
{
    const char *const arguments[] = {sqlite, "-readonly", path, question, NULL};
    return outside_run(arguments);
}

static void report(const char *what, struct samples *ours, double other, const char *whose)
{
    char middle[REPORT_TIME_SIZE], theirs[REPORT_TIME_SIZE];
    double median = samples_quantile(ours, 0.5);
    report_at_most(what, samples_quantile(ours, 0.9) * 1000, aim_ms, " ms");
    if (other >= 0) {
        printf("  %-36s p50 %8s, %s %8s: %.3f of it\n", "", report_time(middle, median), whose,
               report_time(theirs, other), median / other);
    }
}

int main(void)
{
    char path[CAMPAIGN_PATH_SIZE], sqlite[OUTSIDE_PATH_SIZE], grep[OUTSIDE_PATH_SIZE];
    struct samples opened = {.count = 0}, jumped = {.count = 0}, within = {.count = 0};
    report_title("The chronicle and past fights, a million events");
    campaigns_copy(path, EVENTS_LONG);
    double all = open_chronicle(path, true);
    char first[REPORT_TIME_SIZE];
    printf("  read once from the log, in idle moments: %s\n", report_time(first, all));
    for (int i = 0; i < TURNS; i++) {
        samples_add(&opened, open_chronicle(path, false));
    }
    struct sitting *sitting = campaigns_open(path);
    for (int i = 0; i < TURNS; i++) {
        int64_t act = FIRST_ACT + (int64_t)i * 7919 % ACTS;
        samples_add(&jumped, jump(sitting, act));
        samples_add(&within, jump_within(sitting, FIRST_ACT, act));
    }
    sitting_close(sitting);
    bool has_sqlite = outside_find(sqlite, "sqlite3");
    bool has_grep = outside_find(grep, "grep") && has_sqlite && write_text(path);
    report("opening the chronicle", &opened,
           has_sqlite ? ask_once(sqlite, path,
                                 "SELECT encounter, min(at), max(at), count(*) FROM acts "
                                 "GROUP BY encounter")
                      : -1,
           "sqlite3");
    report("jumping to an act of another fight", &jumped, has_grep ? grep_once(grep) : -1,
           "grep over all acts");
    report("jumping within it", &within,
           has_sqlite ? ask_once(sqlite, path,
                                 "SELECT field, new, max(id) FROM event WHERE act <= 2000 "
                                 "GROUP BY subject, field")
                      : -1,
           "sqlite3 over its events");
    samples_free(&opened);
    samples_free(&jumped);
    samples_free(&within);
    remove(TEXT_PATH);
    campaigns_remove(path);
    return 0;
}
