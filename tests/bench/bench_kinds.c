/* Kinds: opening a campaign that has 5,000 of them against one that has none, in turn; reading
 * them in idle moments, and all at once for somebody who asks first; and searching 20,000 as
 * one types. All of it in processor time, which a busy machine does not affect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/result.h"
#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "app/library/kinds.h"
#include "bench/campaigns.h"
#include "bench/measure.h"
#include "store/changes.h"

enum { KINDS = 5000, SEARCHED = 20000, ROUNDS = 15, EACH_STEP = 100 };

static const double open_aim = 1.1, frame_aim_ms = 16;

/* As a form writes them. */
static void add_kinds(struct sitting *sitting)
{
    static char text[EACH_STEP][600];
    static struct change changes[EACH_STEP];
    const char *game = state_system(&sitting->state)->id;
    for (int first = 0; first < KINDS; first += EACH_STEP) {
        struct error err;
        int64_t step;
        for (int i = 0; i < EACH_STEP; i++) {
            snprintf(text[i], sizeof text[i],
                     "creatures:\n  - name: \"moor-beast-%d\"\n    source: \"house\"\n"
                     "    hp: \"2d%d\"\n    traits: [\"small\", \"sling\"]\n"
                     "    tags: [\"beast\", \"moor\"]\n    note: \"number %d of many\"\n"
                     "    strength: \"9\"\n    wits: \"12\"\n    ac: \"22\"\n"
                     "    damage: \"1d6+1\"\n    morale: \"7\"\n",
                     first + i, 2 + i % 10, first + i);
            changes[i] = (struct change){.thing = str_of(CHANGE_KIND),
                                         .thing_id = first + i + 1,
                                         .field = str_of(game),
                                         .is_set = true,
                                         .new = str_of(text[i]),
                                         .line = str_of("many kinds are added")};
        }
        bench_need(changes_append(sitting->campaign, 1700000000000, changes, EACH_STEP, &step,
                                  &err) == STATUS_OK,
                   "kinds");
    }
}

static double open_once(const char *path)
{
    double start = measure_processor();
    struct sitting *sitting = campaigns_open(path);
    double seconds = measure_processor() - start;
    sitting_close(sitting);
    return seconds;
}

static void compare_openings(const char *plain, const char *many)
{
    struct samples without = {0}, with = {0};
    char middle[REPORT_TIME_SIZE], middle_many[REPORT_TIME_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        samples_add(&without, open_once(plain));
        samples_add(&with, open_once(many));
    }
    double none = samples_quantile(&without, 0.5), all = samples_quantile(&with, 0.5);
    printf("  opening p50: without kinds %s, with %d %s\n", report_time(middle, none), KINDS,
           report_time(middle_many, all));
    report_at_most("opening with 5,000 kinds, against none", all / none, open_aim, "x");
    samples_free(&without);
    samples_free(&with);
}

/* Seconds until all are read and can be searched: in the steps of idle moments, with the
 * longest one, and at once. */
static double read_in_steps(const char *many, double *longest, int *steps)
{
    struct sitting *sitting = campaigns_open(many);
    double whole = 0;
    bool goes_on = true;
    *longest = *steps = 0;
    for (; goes_on; ++*steps) {
        double start = measure_processor();
        goes_on = sitting_read_some_kinds(sitting) || sitting_ready_search(sitting);
        double seconds = measure_processor() - start;
        whole += seconds;
        *longest = seconds > *longest ? seconds : *longest;
    }
    sitting_close(sitting);
    return whole;
}

static double read_at_once(const char *many)
{
    struct sitting *sitting = campaigns_open(many);
    double start = measure_processor();
    measure_keep(sitting_search_kinds(sitting, str_of("moor"), NULL, 0));
    double seconds = measure_processor() - start;
    sitting_close(sitting);
    return seconds;
}

/* Seconds of an edit of one kind, with the search that follows it. */
static void edit_one(const char *many)
{
    char text[REPORT_TIME_SIZE];
    struct samples each = {0};
    struct sitting *sitting = campaigns_open(many);
    struct result *result = calloc(1, sizeof *result);
    bench_need(result != NULL, "memory");
    measure_keep(sitting_search_kinds(sitting, str_of("moor"), NULL, 0));
    for (int i = 0; i < ROUNDS; i++) {
        char line[80];
        snprintf(line, sizeof line, "edit-kind moor-beast-%d wits=%d", 100 * i, 5 + i);
        double start = measure_processor();
        sitting_run(sitting, line, false, result);
        measure_keep(sitting_search_kinds(sitting, str_of("moor"), NULL, 0));
        samples_add(&each, measure_processor() - start);
        bench_need(result->kind == RESULT_DONE, "edited");
    }
    printf("  an edit of one of %d kinds, and a search after it: %s\n", KINDS,
           report_time(text, samples_quantile(&each, 0.5)));
    report_at_most("an edit among 5,000 kinds", samples_quantile(&each, 0.5) * 1000,
                   frame_aim_ms, " ms");
    samples_free(&each);
    free(result);
    sitting_close(sitting);
}

static void read_them(const char *many)
{
    char text[REPORT_TIME_SIZE], longest_text[REPORT_TIME_SIZE];
    struct samples at_once = {0}, in_steps = {0}, longest = {0};
    int steps = 0;
    for (int i = 0; i < ROUNDS / 3; i++) {
        double one;
        samples_add(&at_once, read_at_once(many));
        samples_add(&in_steps, read_in_steps(many, &one, &steps));
        samples_add(&longest, one);
    }
    double all = samples_quantile(&at_once, 0.5), whole = samples_quantile(&in_steps, 0.5);
    printf("  the first search of %d kinds before any idle moment: %s\n", KINDS,
           report_time(text, all));
    printf("  reading them in %d idle steps: %s, %.2f times as long; the longest step %s\n",
           steps, report_time(text, whole), whole / all,
           report_time(longest_text, samples_quantile(&longest, 0.5)));
    report_at_most("the longest step of reading them", samples_quantile(&longest, 0.5) * 1000,
                   frame_aim_ms, " ms");
    samples_free(&at_once);
    samples_free(&in_steps);
    samples_free(&longest);
}

struct searching {
    const struct kind_search *search;
    const char *words;
    int found;
};

static void search(void *context, int times)
{
    struct searching *searching = context;
    const struct library_record *out[40];
    for (int i = 0; i < times; i++) {
        searching->found = kind_search(searching->search, str_of(searching->words), out, 40);
        measure_keep(searching->found);
    }
}

static void search_many(const char *many)
{
    static const char *const words[] = {"", "m", "moor", "beast 77", "sling many", "zzzz"};
    struct sitting *sitting = campaigns_open(many);
    const struct library *library = sitting_library(sitting);
    struct library_record *records = calloc(SEARCHED, sizeof *records);
    bench_need(records != NULL, "memory");
    for (int i = 0; i < SEARCHED; i++) {
        records[i] = library->record[i % library->count];
    }
    struct library all = {.record = records, .count = SEARCHED};
    double start = measure_processor();
    struct kind_search *ready = kind_search_make(&all, NULL);
    char text[REPORT_TIME_SIZE];
    printf("  getting ready to search %d kinds: %s\n", SEARCHED,
           report_time(text, measure_processor() - start));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct searching searching = {ready, words[i], 0};
        double seconds = measure_work(search, &searching);
        TEXT_BUFFER(what, 60);
        text_add(&what, "searching \"%s\", %d found", words[i], searching.found);
        report_at_most(what.p, seconds * 1000, frame_aim_ms, " ms");
    }
    kind_search_free(ready);
    free(records);
    sitting_close(sitting);
}

int main(void)
{
    char plain[CAMPAIGN_PATH_SIZE], many[CAMPAIGN_PATH_SIZE];
    report_title("kinds");
    bench_folder();
    campaigns_copy(plain, 0);
    char apart[CAMPAIGN_PATH_SIZE + 8];
    snprintf(apart, sizeof apart, "%s.plain", plain);
    bench_need(rename(plain, apart) == 0, apart);
    campaigns_copy(many, 0);
    struct sitting *sitting = campaigns_open(many);
    add_kinds(sitting);
    sitting_close(sitting);
    compare_openings(apart, many);
    read_them(many);
    edit_one(many);
    search_many(many);
    campaigns_remove(apart);
    campaigns_remove(many);
    return 0;
}
