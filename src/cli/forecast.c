/* `referee forecast`: the fight played thousands of times by the table's own rules. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/forecast/play.h"
#include "app/forecast/begin.h"
#include "cli/forecast_json.h"
#include "cli/forecast_plan.h"
#include "cli/forecast_text.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

enum { WITHIN_FIGHTS_MAX = 100000 }; /* with --within and without -n */

/* C-c ends it with what is known; a second one ends the program. */
static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
    (void)number;
    is_interrupted = 1;
}

static void listen_to_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* A line that is written over itself, on a terminal only. */
static bool goes_on(void *context, const struct forecast *forecast)
{
    static int64_t shown;
    const bool *has_terminal = context;
    if (*has_terminal && forecast->fights != shown) {
        shown = forecast->fights;
        fprintf(stderr, "\r%lld of %lld fights, within %.1f points   C-c stops ",
                (long long)forecast->fights, (long long)forecast->wish.fights,
                forecast_points(forecast));
        fflush(stderr);
    }
    return !is_interrupted;
}

static void read_wish(const struct options *options, struct forecast_wish *out)
{
    bool has_count = options_has(options, OPTION_COUNT);
    *out =
        (struct forecast_wish){.fights = has_count             ? options->count
                                         : options->within > 0 ? WITHIN_FIGHTS_MAX
                                                               : FORECAST_FIGHTS_USUAL,
                               .within = options->within,
                               .policies = options->policies,
                               .what_ifs = options->what_ifs,
                               .assumes = options->assumes,
                               .threads = options->threads,
                               .seed = options_has(options, OPTION_SEED) ? options->seed : 1};
}

enum { TURN = 20 }; /* fights between two looks at C-c */

/* Who matters most, once the figures are there; C-c leaves it as far as it is known. */
static void play_without(struct forecast_without *without, const struct forecast *forecast)
{
    for (int i = 0; i < forecast->ones; i++) {
        if (forecast_needs(&forecast->one[i])[0] != '\0') {
            return;
        }
    }
    forecast_without_begin(without, forecast, forecast->fights);
    while (!is_interrupted && forecast_without_play(without, TURN)) {
    }
}

/* Questions are read before anything is played. */
static enum status read_asks(struct forecast_trials_told *trials,
                             const struct forecast_from *from, const struct options *options,
                             struct error *err)
{
    struct forecast_wish wish;
    read_wish(options, &wish);
    wish.fights = options_has(options, OPTION_COUNT) ? options->count : 0;
    for (int i = 0; i < options->asks.count; i++) {
        if (forecast_answer_new(&trials->answer[i], from, &wish, str_of(options->asks.word[i]),
                                err) != STATUS_OK) {
            return err->code;
        }
        trials->answers++;
    }
    return STATUS_OK;
}

static void play_answers(struct forecast_trials_told *trials)
{
    for (int i = 0; i < trials->answers; i++) {
        while (!is_interrupted && forecast_answer_play(trials->answer[i], TURN)) {
        }
    }
}

static void trials_end(struct forecast_trials_told *trials)
{
    for (int i = 0; i < trials->answers; i++) {
        forecast_answer_free(trials->answer[i]);
    }
    forecast_without_end(&trials->without);
    free(trials);
}

static void play(struct forecast *forecast)
{
    bool has_terminal = isatty(STDERR_FILENO) != 0;
    struct forecast_watch watch = {goes_on, &has_terminal};
    listen_to_interrupts();
    forecast_play(forecast, &watch);
    if (has_terminal) {
        fprintf(stderr, "\r%70s\r", "");
        fflush(stderr);
    }
}

/* Refused when some question has no answer: then nothing is known. */
static int run(struct sitting *sitting, const struct options *options)
{
    struct error err;
    struct sitting_forecast found;
    struct forecast_wish wish;
    struct forecast *forecast = NULL;
    struct forecast_trials_told *trials = calloc(1, sizeof *trials);
    CHECK(trials != NULL);
    read_wish(options, &wish);
    const char *words = options->words > 0 ? options->word[0] : "";
    enum status status = sitting_forecast_find(&found, sitting, words, &err);
    if (status == STATUS_OK) {
        status = forecast_new(&forecast, &found.from, &wish, &err);
    }
    if (status == STATUS_OK) {
        status = read_asks(trials, &found.from, options, &err);
    }
    int code = status == STATUS_OK ? EXIT_DONE : output_error(&err);
    if (status == STATUS_OK) {
        play(forecast);
        for (int i = 0; i < forecast->ones; i++) {
            code = forecast_needs(&forecast->one[i])[0] != '\0' ? EXIT_REFUSED : code;
        }
        play_without(&trials->without, forecast);
        play_answers(trials);
        if (options_has(options, OPTION_JSON)) {
            forecast_print_json(forecast, trials);
        } else {
            forecast_print_text(forecast, trials);
        }
    }
    trials_end(trials);
    forecast_free(forecast);
    sitting_forecast_done(&found);
    return code;
}

int forecast_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (subcommand_words(options, 1, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    if (!options_has(options, OPTION_PLAN)) {
        return options_campaign_close(sitting, run(sitting, options));
    }
    struct forecast_wish wish;
    read_wish(options, &wish);
    return options_campaign_close(
        sitting, forecast_plan_run(sitting, &wish, options_has(options, OPTION_JSON)));
}
