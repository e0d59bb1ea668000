/* From a line to a durable act: an attack with its dice on the line, in a fight of twelve,
 * against appending as many bytes as the act put into the write-ahead log to a plain file
 * beside it, and fdatasync. In turns, at several lengths of the log. Also what the act costs
 * before the disk (decide), and going back (undo, redo).
 *
 * Twice: with a write-ahead log that grows with each act, as in a script, and with one that is
 * put back into the file whenever the table is idle, as at the screen. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/log/past.h"
#include "app/sitting/state.h"
#include "bench/campaigns.h"
#include "bench/measure.h"

/* So few that the log is not put back by the way while it grows. */
enum { ACTS_GROWING = 100, ACTS_TIDIED = 300, UNDOS = 60, BYTES_MAX = 1 << 20 };
enum { CORRECTED_ACTS = 150, PAST_PAGES = 20, PAST_PAGE = 64 };

static const double commit_aim = 1.5;

struct measured {
    struct samples act, processor, append, bytes;
};

/* ---- the plain file -------------------------------------------------------------------- */

static double append_bytes(int file, long bytes)
{
    static unsigned char block[BYTES_MAX];
    bench_need(bytes > 0 && bytes <= BYTES_MAX, "the size of an act");
    double start = measure_now();
    ssize_t n = write(file, block, (size_t)bytes);
    bench_need(n == bytes && fdatasync(file) == 0, "the plain file");
    return measure_now() - start;
}

static int plain_file(char path[CAMPAIGN_PATH_SIZE])
{
    strcpy(path, BENCH_FOLDER "/plain");
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
    bench_need(file >= 0, path);
    return file;
}

/* ---- acts ------------------------------------------------------------------------------ */

static double run_timed(struct sitting *sitting, const char *line)
{
    double start = measure_now();
    campaigns_do(sitting, line);
    return measure_now() - start;
}

/* One act and one append of as many bytes, in changing order. `bytes` 0: the growth of the
 * log. */
static long take_turn(struct measured *out, struct sitting *sitting, int file, long bytes,
                      int turn)
{
    const char *path = sitting_path(sitting);
    const char *attack = campaigns_attack(sitting);
    double appended = 0;
    bool is_first = bytes > 0 && turn % 2 == 0;
    if (is_first) {
        appended = append_bytes(file, bytes);
    }
    long before = campaigns_size(path, "-wal");
    double used = measure_processor();
    double acted = run_timed(sitting, attack);
    samples_add(&out->processor, measure_processor() - used);
    long grown = bytes > 0 ? bytes : campaigns_size(path, "-wal") - before;
    if (!is_first) {
        appended = append_bytes(file, grown);
    }
    samples_add(&out->act, acted);
    samples_add(&out->append, appended);
    samples_add(&out->bytes, (double)grown);
    return grown;
}

static void report(const char *how, long events, struct measured *measured)
{
    char act[REPORT_TIME_SIZE], slow[REPORT_TIME_SIZE], append[REPORT_TIME_SIZE],
        slow_append[REPORT_TIME_SIZE], what[80];
    double median = samples_quantile(&measured->act, 0.5);
    double plain = samples_quantile(&measured->append, 0.5);
    printf("  %8ld events, %-19s act %8s (p99 %8s)  append %8s (p99 %8s) of %.0f bytes\n",
           events, how, report_time(act, median),
           report_time(slow, samples_quantile(&measured->act, 0.99)),
           report_time(append, plain),
           report_time(slow_append, samples_quantile(&measured->append, 0.99)),
           samples_quantile(&measured->bytes, 0.5));
    snprintf(what, sizeof what, "act / append, %ld events, %s", events, how);
    report_at_most(what, median / plain, commit_aim, "x");
    printf("  %-50s %8s\n", "processor time of the act, its writing included",
           report_time(act, samples_quantile(&measured->processor, 0.5)));
    samples_free(&measured->act);
    samples_free(&measured->processor);
    samples_free(&measured->append);
    samples_free(&measured->bytes);
}

static void bench_acts(struct sitting *sitting, long events)
{
    char plain[CAMPAIGN_PATH_SIZE];
    int file = plain_file(plain);
    struct measured growing = {0}, tidied = {0};
    take_turn(&growing, sitting, file, 0, 0); /* opens files, prepares statements */
    campaigns_go_on(sitting);
    growing.act.count = growing.processor.count = growing.append.count = growing.bytes.count =
        0;
    for (int i = 0; i < ACTS_GROWING; i++) {
        take_turn(&growing, sitting, file, 0, i);
        campaigns_go_on(sitting);
    }
    long bytes = (long)samples_quantile(&growing.bytes, 0.5);
    report("growing log", events, &growing);
    sitting_tidy(sitting);
    for (int i = 0; i < ACTS_TIDIED; i++) {
        take_turn(&tidied, sitting, file, bytes, i);
        campaigns_go_on(sitting);
        sitting_tidy(sitting);
    }
    report("log tidied when idle", events, &tidied);
    close(file);
    bench_need(unlink(plain) == 0, plain);
}

/* ---- before the disk ------------------------------------------------------------------- */

static void preview(void *context, int times)
{
    static struct result result;
    struct sitting *sitting = context;
    for (int i = 0; i < times; i++) {
        sitting_preview(sitting, campaigns_attack(sitting), &result);
        bench_need(result.kind == RESULT_DONE, "a preview");
    }
}

static void bench_thought(struct sitting *sitting, long events)
{
    char time[REPORT_TIME_SIZE];
    printf("  %8ld events, reading the line and deciding alone   %s\n", events,
           report_time(time, measure_work(preview, sitting)));
}

/* ---- going back ------------------------------------------------------------------------ */

static void bench_undo(struct sitting *sitting, long events)
{
    struct samples undo = {0}, redo = {0};
    for (int i = 0; i < UNDOS; i++) {
        samples_add(&undo, run_timed(sitting, "undo"));
    }
    for (int i = 0; i < UNDOS; i++) {
        samples_add(&redo, run_timed(sitting, "redo"));
    }
    char back[REPORT_TIME_SIZE], worst[REPORT_TIME_SIZE], again[REPORT_TIME_SIZE];
    printf("  %8ld events, undo %8s (max %8s)  redo %8s\n", events,
           report_time(back, samples_quantile(&undo, 0.5)),
           report_time(worst, samples_quantile(&undo, 1)),
           report_time(again, samples_quantile(&redo, 0.5)));
    samples_free(&undo);
    samples_free(&redo);
}

/* Past acts as the view of them reads them, page by page. */
static void read_past(struct sitting *sitting, struct samples *pages)
{
    struct sitting_past past = {0};
    struct sitting_past_act acts[PAST_PAGE];
    struct error err;
    int count = 1;
    for (int i = 0; i < PAST_PAGES && count > 0; i++) {
        double start = measure_processor();
        enum status status = sitting_past_acts(sitting, &past, acts, PAST_PAGE, &count, &err);
        samples_add(pages, measure_processor() - start);
        bench_need(status == STATUS_OK, "past acts cannot be read");
    }
}

/* Before and after a correction after which many acts were replayed. */
static void bench_past(struct sitting *sitting, long events)
{
    struct samples plain = {0}, corrected = {0};
    campaigns_do(sitting, "note the lamp falls");
    int64_t first = sitting_act_now(sitting);
    for (int i = 1; i < CORRECTED_ACTS; i++) {
        campaigns_do(sitting, "note the lamp falls");
    }
    read_past(sitting, &plain);
    char line[64], most[REPORT_TIME_SIZE], worst[REPORT_TIME_SIZE];
    snprintf(line, sizeof line, "amend act=%lld the lamp stands", (long long)first);
    campaigns_do(sitting, line);
    read_past(sitting, &corrected);
    printf("  %8ld events, %d past acts, processor %8s at most; %d of them corrected %8s\n",
           events, PAST_PAGE, report_time(most, samples_quantile(&plain, 1)), CORRECTED_ACTS,
           report_time(worst, samples_quantile(&corrected, 1)));
    samples_free(&plain);
    samples_free(&corrected);
}

static void bench_at(long events)
{
    char path[CAMPAIGN_PATH_SIZE];
    campaigns_copy(path, events);
    double start = measure_now();
    struct sitting *sitting = campaigns_open(path);
    char time[REPORT_TIME_SIZE];
    printf("  %8ld events, opening the campaign %s\n", events,
           report_time(time, measure_now() - start));
    bench_acts(sitting, events);
    bench_thought(sitting, events);
    bench_undo(sitting, events);
    bench_past(sitting, events);
    sitting_close(sitting);
    campaigns_remove(path);
}

int main(void)
{
    report_title("An act to the disk, against append and fdatasync of as many bytes");
    bench_at(1000);
    bench_at(10000);
    bench_at(100000);
    bench_at(1000000);
    return 0;
}
