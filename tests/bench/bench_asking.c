/* Asking as one types, and figures, in a campaign of a million events: beside them grep and
 * sqlite3 answer the same in the same run, over the log written out as text.
 *
 * A key is the time until its first answer is on the screen; the whole answer comes in pieces
 * of idle time, each as long as a key may wait. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/figures/figures_reading.h"
#include "app/figures/figures.h"
#include "app/sitting/sitting.h"
#include "app/log/history.h"
#include "app/log/questions.h"
#include "bench/campaigns.h"
#include "bench/measure.h"
#include "bench/outside.h"
#include "store/campaign.h"
#include "store/search.h"
#include "app/sitting/data.h"

enum { EVENTS_LONG = 1000000, TURNS = 25, ROWS = 48, FIGURES_TURNS = 8, ANSWER_ROWS = 64 };

#define TEXT_PATH BENCH_FOLDER "/lines.txt"
#define TABLE_PATH BENCH_FOLDER "/lines.db"

static const double aim_ms = 20;

/* ---- asking ---------------------------------------------------------------------------- */

static bool see(void *context, const struct sitting_act *act)
{
    int *found = context;
    (void)act;
    return ++*found < 500;
}

static struct acts_search *begin(struct sitting *sitting, const char *words)
{
    static struct asking asking;
    struct error err;
    bench_need(asking_read_line(&asking, str_of(words), &err) == STATUS_OK, err.text);
    struct sitting_acts_wish wish = {
        .is_of_all = true, .undone = asking.undone, .asking = &asking};
    return acts_search_new(sitting, &wish);
}

/* The first piece, as a key waits for it, or until something is found. */
static double ask_once(struct sitting *sitting, const char *words, bool is_key)
{
    int found = 0;
    struct error err;
    bool is_whole;
    double start = measure_now();
    struct acts_search *search = begin(sitting, words);
    do {
        bench_need(acts_search_step(search, ROWS, see, &found, &is_whole, &err) == STATUS_OK,
                   err.text);
    } while (!is_key && found == 0 && !is_whole);
    double taken = measure_now() - start;
    acts_search_free(search);
    return taken;
}

static void ask_as_typed(struct sitting *sitting, const char *words, struct samples *keys)
{
    char typed[64];
    for (size_t n = 1; n <= strlen(words); n++) {
        snprintf(typed, sizeof typed, "%.*s", (int)n, words);
        if (strchr("=>", words[n - 1]) == NULL) {
            samples_add(keys, ask_once(sitting, typed, true));
        }
    }
}

static double fill_index(struct sitting *sitting, struct samples *pieces)
{
    bool goes_on = true;
    double all = measure_now();
    while (goes_on) {
        double start = measure_now();
        goes_on = search_fill(sitting->campaign, 96);
        samples_add(pieces, measure_now() - start);
    }
    return measure_now() - all;
}

/* ---- figures --------------------------------------------------------------------------- */

/* Piece after piece, as a screen reads them, until they are put together; returns the time of
 * all of them. */
static double read_figures(struct sitting *sitting, struct samples *pieces)
{
    struct figures_reading reading = {.has_begun = false};
    struct figures_sums names = {.row = NULL};
    struct asking none = {.terms = 0};
    struct error err;
    double all = 0;
    figures_reading_begin(&reading, SCOPE_CAMPAIGN, "", &none);
    while (!reading.is_whole) {
        double start = measure_now();
        bench_need(figures_reading_step(&reading, sitting, FIGURES_PIECE, &err) == STATUS_OK,
                   err.text);
        double taken = measure_now() - start;
        samples_add(pieces, taken);
        all += taken;
    }
    double start = measure_now();
    figures_by_name(&reading.figures, &names);
    for (int i = 0; i < names.rows; i++) {
        bench_need(figures_luck(&names.row[i]) >= 0, "the luck of a combatant is not known");
    }
    all += measure_now() - start;
    figures_sums_free(&names);
    figures_reading_done(&reading);
    return all;
}

/* The log behind what was kept, looked over in pieces once the figures are shown. */
static double check_figures(const char *path, struct samples *pieces)
{
    struct sitting *sitting = campaigns_open(path);
    bool is_whole = false;
    double all = 0;
    while (!is_whole) {
        double start = measure_now();
        bench_need(figures_check_cached(sitting, FIGURES_CHECKED, &is_whole), "it is damaged");
        samples_add(pieces, measure_now() - start);
        all += measure_now() - start;
    }
    sitting_close(sitting);
    return all;
}

/* With the sums that the first reading kept, in a sitting that has read nothing yet, each time
 * a few acts later. */
static void read_figures_again(const char *path, struct samples *all)
{
    struct samples pieces = {.count = 0};
    for (int i = 0; i < FIGURES_TURNS; i++) {
        struct sitting *sitting = campaigns_open(path);
        for (int k = 0; k < i; k++) {
            campaigns_do(sitting, campaigns_attack(sitting));
            campaigns_go_on(sitting);
        }

        samples_add(all, read_figures(sitting, &pieces));
        sitting_close(sitting);
    }
    samples_free(&pieces);
}

/* Each ready question to the whole campaign, with what the figures kept, as a screen asks it.
 */
static void answer_questions(const char *path, struct samples *all)
{
    struct sitting *sitting = campaigns_open(path);
    for (int i = 0; ready_question_at(i) != NULL; i++) {
        const struct sitting_acts_wish wish = {.is_of_all = true};
        struct answering *answering = answering_new(ready_question_at(i), &wish, ANSWER_ROWS);
        struct error err;
        bool is_whole = false;
        double start = measure_now();
        while (!is_whole) {
            bench_need(answering_step(answering, sitting, FIGURES_PIECE, &is_whole, &err) ==
                           STATUS_OK,
                       err.text);
        }
        samples_add(all, measure_now() - start);
        answering_free(answering);
    }
    sitting_close(sitting);
}

/* ---- the others ------------------------------------------------------------------------ */

static bool write_text(const char *path)
{
    char line[1024], answer[64];
    snprintf(line, sizeof line,
             "sqlite3 -readonly '%s' 'SELECT act, encounter, round, line FROM lines' > '%s' && "
             "rm -f '%s' && sqlite3 '%s' 'CREATE TABLE lines (act, encounter, round, line)' "
             "'.import %s lines' 2> /dev/null",
             path, TEXT_PATH, TABLE_PATH, TABLE_PATH, TEXT_PATH);
    return outside_ask(answer, sizeof answer, line) >= 0;
}

static double grep_once(const char *grep, const char *words)
{
    const char *const arguments[] = {grep, "-ci", words, TEXT_PATH, NULL};
    return outside_run(arguments);
}

static double sqlite_once(const char *sqlite, const char *question)
{
    const char *const arguments[] = {sqlite, "-readonly", TABLE_PATH, question, NULL};
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

/* The least that figures are: hits and attacks of each combatant. */
static const char hits_question[] =
    "SELECT substr(line, 1, instr(line, ' \xe2\x86\x92 ')), count(*), sum(line LIKE '%: hit%') "
    "FROM lines WHERE line LIKE '%d20 [%' GROUP BY 1";

int main(void)
{
    char path[CAMPAIGN_PATH_SIZE], sqlite[OUTSIDE_PATH_SIZE], grep[OUTSIDE_PATH_SIZE];
    char time[REPORT_TIME_SIZE];
    static const char rare[] = "ledge 3 needle";
    struct samples scanned = {.count = 0}, keys = {.count = 0}, needles = {.count = 0};
    struct samples fills = {.count = 0}, pieces = {.count = 0}, figures = {.count = 0};
    struct samples checks = {.count = 0}, answers = {.count = 0};
    report_title("Asking a campaign of a million events");
    campaigns_copy(path, EVENTS_LONG);
    struct sitting *sitting = campaigns_open(path);
    campaigns_do(sitting, "note ledge 3 needle in the hay");
    for (int i = 0; i < 200; i++) {
        campaigns_do(sitting, "note hay");
    }
    ask_as_typed(sitting, "shrike by=hero damage>=4", &scanned);
    double filling = fill_index(sitting, &fills);
    ask_as_typed(sitting, "shrike by=hero damage>=4", &keys);
    for (int i = 0; i < TURNS; i++) {
        samples_add(&needles, ask_once(sitting, "\"ledge 3 needle\"", false));
    }
    double first = read_figures(sitting, &pieces);
    sitting_close(sitting);
    read_figures_again(path, &figures);
    answer_questions(path, &answers);
    double checking = check_figures(path, &checks);
    bool has_sqlite = outside_find(sqlite, "sqlite3") && write_text(path);
    bool has_grep = has_sqlite && outside_find(grep, "grep");
    report("a key while asking, no index yet", &scanned,
           has_grep ? grep_once(grep, "shrike") : -1, "grep over all lines");
    report("a key while asking", &keys,
           has_sqlite
               ? sqlite_once(sqlite, "SELECT count(*) FROM lines WHERE line LIKE '%shrike%'")
               : -1,
           "sqlite3 over all lines");
    report("a rare text, with the index", &needles, has_grep ? grep_once(grep, rare) : -1,
           "grep over all lines");
    report("a piece of filling the index", &fills, -1, "");
    printf("  filling it in idle moments: %s\n", report_time(time, filling));
    report("a piece of the campaign's figures", &pieces, -1, "");
    printf("  figures of the campaign for the first time: %s\n", report_time(time, first));
    report("figures of the campaign, from sums", &figures,
           has_sqlite ? sqlite_once(sqlite, hits_question) : -1,
           "sqlite3, hits and attacks only");
    report("the same", &figures, has_grep ? grep_once(grep, ": hit") : -1, "grep of hits only");
    report("a ready question to the campaign", &answers,
           has_sqlite ? sqlite_once(sqlite, hits_question) : -1, "sqlite3, hits alone");
    samples_free(&answers);
    samples_free(&scanned);
    samples_free(&keys);
    samples_free(&needles);
    samples_free(&fills);
    samples_free(&pieces);
    report("a piece of looking over the log behind", &checks, -1, "");
    printf("  looking over all of it: %s\n", report_time(time, checking));
    samples_free(&checks);
    samples_free(&figures);
    remove(TEXT_PATH);
    remove(TABLE_PATH);
    campaigns_remove(path);
    return 0;
}
