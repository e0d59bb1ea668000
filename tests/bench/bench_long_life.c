/* A campaign of many years beside one that has just begun: opening it, each command that reads
 * it, and keys of the table, in turn; and what goes over all of the file, by the megabyte.
 *
 * LIFE_EVENTS=3000000 LIFE_EVENINGS=500 are ten years (`make long-life`). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "bench/campaigns.h"
#include "bench/measure.h"
#include "tui/loop/table.h"
#include "tui/term/term_script.h"

enum { NEW, OLD, LIVES, TURNS = 5 };

static const char *const life_names[LIVES] = {"new", "old"};

/* Each is done, or tells; what it writes is taken back by the next. */
static const char *const lines[] = {
    "note a line",
    "undo",
    "status",

    "log shrike",
    "log round=2",
    "log by=Hero",
    "history",
    "why \"Hero 1\"",
    "figures",
    "encounters",
    "encounters 4",
    "plan",
    "party",
    "kinds",
    "prepared",
    "questions hits",
    "chronicle",
    "remarks",
    "macros",

    "rename-encounter \"the long one\" Old",
    "encounters-undo",
};
enum { LINES = sizeof lines / sizeof lines[0] };

/* From the table and back to it. */
static const char *const keys[] = {
    "Down",
    "n u",
    "d text:1 Enter u",
    "l Esc",
    "l Up Up PageUp Esc",
    "U Esc",
    "T Esc",
    "H Esc",
    "/ text:s Esc",
    "% Esc",
    "y Esc",
    "< Esc",
    "5 < Esc",
    ": text:d Esc",
    "p Esc",
    ", k Esc",
};
enum { KEYS = sizeof keys / sizeof keys[0] };

struct life {
    char path[CAMPAIGN_PATH_SIZE];
    struct sitting *sitting;
    struct samples open, line[LINES], key[KEYS];
    double backup, verify;
    double megabytes;
};

static struct life lives[LIVES];

static long wanted(const char *name, long usual)
{
    const char *text = getenv(name);
    return text != NULL ? atol(text) : usual;
}

static void run_line(struct life *life, int i)
{
    static struct result result;
    double start = measure_processor();
    sitting_run(life->sitting, lines[i], false, &result);
    samples_add(&life->line[i], measure_processor() - start);
    if (result.kind != RESULT_DONE && result.kind != RESULT_TOLD) {
        fprintf(stderr, "%s: %s%s\n", lines[i], result.error.text, result.refusal.reason);
        bench_need(false, "a line that must be done was not");
    }
}

static void press(struct life *life, int i)
{
    static struct term_script script;
    struct terminal terminal;
    struct error err;
    term_script_open(&terminal, &script, 40, 120, GLYPHS_UNICODE);
    bench_need(term_script_feed(&script, str_of(keys[i]), &err) == STATUS_OK, err.text);
    double start = measure_processor();
    bench_need(table_run(life->sitting, &terminal, NULL, NULL) == 0, "the table");
    samples_add(&life->key[i], measure_processor() - start);
    term_close(&terminal);
}

static void open_life(struct life *life)
{
    double start = measure_processor();
    life->sitting = campaigns_open(life->path);
    samples_add(&life->open, measure_processor() - start);
}

static void see_fault(void *context, const struct fault *fault)
{
    (void)context;
    bench_need(false, fault->what);
}

/* What goes over the whole file. */
static void read_all(struct life *life)
{
    struct error err;
    char found[CAMPAIGN_PATH_SIZE];
    static struct result result;
    double start = measure_processor();
    sitting_run(life->sitting, "backup " BENCH_FOLDER "/backup.db replace", false, &result);
    bench_need(result.kind == RESULT_DONE || result.kind == RESULT_TOLD, result.error.text);
    life->backup = measure_processor() - start;
    campaigns_remove(BENCH_FOLDER "/backup.db");
    start = measure_processor();
    bench_need(sitting_verify_file(life->path, found, sizeof found, see_fault, NULL, &err) ==
                   STATUS_OK,
               err.text);
    life->verify = measure_processor() - start;
    life->megabytes = (double)campaigns_size(life->path, "") / 1e6;
}

static void tell(const char *what, struct samples *of_new, struct samples *of_old)
{
    char a[REPORT_TIME_SIZE], b[REPORT_TIME_SIZE];
    double before = samples_quantile(of_new, 0.5), after = samples_quantile(of_old, 0.5);
    printf("  %-42s %10s %10s %6.1f\n", what, report_time(a, before), report_time(b, after),
           after / before);
}

int main(void)
{
    long events = wanted("LIFE_EVENTS", 100000);
    int evenings = (int)wanted("LIFE_EVENINGS", 50);
    for (int i = 0; i < LIVES; i++) {
        char copy[CAMPAIGN_PATH_SIZE];
        campaigns_copy_of_evenings(copy, i == OLD ? events : 0, i == OLD ? evenings : 8);
        snprintf(lives[i].path, sizeof lives[i].path, BENCH_FOLDER "/%s.db", life_names[i]);
        campaigns_remove(lives[i].path);
        bench_need(rename(copy, lives[i].path) == 0, copy);
        open_life(&lives[i]); /* the first one reads the file from the disk */
        lives[i].open.count = 0;
        sitting_close(lives[i].sitting);
    }
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < LIVES; i++) {
            open_life(&lives[i]);
            for (int k = 0; k < LINES; k++) {
                run_line(&lives[i], k);
            }
            for (int k = 0; k < KEYS; k++) {
                press(&lives[i], k);
            }
            if (turn + 1 == TURNS) {
                read_all(&lives[i]);
            }
            sitting_close(lives[i].sitting);
        }
    }
    report_title("a long life");
    printf("  %ld events on %d evenings, %.0f MB; processor time\n", events, evenings,
           lives[OLD].megabytes);
    printf("  %-42s %10s %10s %6s\n", "", "new", "old", "ratio");
    tell("open", &lives[NEW].open, &lives[OLD].open);
    for (int k = 0; k < LINES; k++) {
        tell(lines[k], &lives[NEW].line[k], &lives[OLD].line[k]);
    }
    for (int k = 0; k < KEYS; k++) {
        tell(keys[k], &lives[NEW].key[k], &lives[OLD].key[k]);
    }
    for (int i = 0; i < LIVES; i++) {
        printf("  %s: %.1f MB, backup %.2f s, verify %.2f s (%.1f and %.1f ms a MB)\n",
               life_names[i], lives[i].megabytes, lives[i].backup, lives[i].verify,
               1e3 * lives[i].backup / lives[i].megabytes,
               1e3 * lives[i].verify / lives[i].megabytes);
        campaigns_remove(lives[i].path);
    }
    return 0;
}
