/* `referee forecast`: the fight played thousands of times by the table's own rules. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/export/chart_page.h"
#include "app/forecast/play.h"
#include "app/forecast/begin.h"
#include "app/forecast/chart_cache.h"
#include "app/forecast/chart_told.h"
#include "app/forecast/choices.h"
#include "app/forecast/compare.h"
#include "app/forecast/evening.h"
#include "app/forecast/graded.h"
#include "app/forecast/told.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "base/graph.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/subcommands.h"

enum { WITHIN_FIGHTS_MAX = 100000 }; /* with --within and without -n */

/* C-c ends it with what is known; a second one ends the program. */
static volatile sig_atomic_t is_interrupted;

static void interrupt(int number)
{
    (void)number;
    is_interrupted = 1;
}

static bool goes_on(void *context, const struct forecast *forecast)
{
    (void)context;
    progress_show("%lld of %lld fights, within %.1f points   C-c stops",
                  (long long)forecast->fights, (long long)forecast->wish.fights,
                  forecast_points(forecast));
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

/* ---- what is told ---------------------------------------------------------------------- */

enum { NAME = 22, CHANCE = 10, RANGE = 8 }; /* columns */

static void print_rounds(const struct forecast *forecast)
{
    enum { SHOWN = 8 };
    struct forecast_round round[SHOWN];
    int count = forecast_last_rounds(forecast, SHOWN, round);
    TEXT_BUFFER(line, 200);
    text_add(&line, "ends in round: ");
    for (int i = 0; i < count; i++) {
        text_add(&line, "%s%d%s ", i > 0 ? "  " : "", round[i].round,
                 round[i].is_rest ? "+" : "");
        text_add_percent(&line,
                         (double)round[i].fights / (double)forecast->one[0].tally.fights);
    }
    output_row(&line);
}

static void print_falls(const struct forecast *forecast, const json_t *first)
{
    TEXT_BUFFER(title, 80);
    text_add(&title, "as %s / %s", forecast->one[0].side[SIDE_PARTY]->name,
             forecast->one[0].side[SIDE_FOES]->name);
    const struct report_column columns[] = {
        {.title = title.p, .name = ".shown", .columns = NAME, .indent = 2},
        {.title = "falls", .name = "falls", .columns = CHANCE},
        {.title = "95%", .name = "falls", .columns = RANGE, .kind = REPORT_RANGE},
        {.title = "policies", .name = ".band", .columns = RANGE, .kind = REPORT_RANGE},
        {.name = ".left"}};
    output_report_head(columns, 5);
    for (int side = 0; side < 2; side++) {
        json_t *row;
        size_t i;
        json_array_foreach(report_value(first, "combatants"), i, row)
        {
            TEXT_BUFFER(name, NAME_SIZE + 4);
            TEXT_BUFFER(line, 200);
            bool is_party =
                str_equal(str_of("party"), json_string_value(report_value(row, "side")));
            if (is_party != (side == 0)) {
                continue;
            }
            if (json_is_false(report_value(row, ".has_fallen"))) {
                output_report_row(row, columns, 5);
                continue;
            }
            report_tell(row, "  {name}", &name);
            output_column(&line, name.p, NAME);
            text_add(&line, "has fallen already");
            output_row(&line);
        }
    }
    const char *group;
    json_t *breaks;
    json_object_foreach(report_value(first, "morale_breaks"), group, breaks)
    {
        TEXT_BUFFER(line, 200);
        text_add(&line, "%s", group);
        report_tell(breaks, ": morale breaks in {chance:percent} of the fights", &line);
        output_row(&line);
    }
}

static void print_without(const json_t *list)
{
    static const struct report_column columns[] = {
        {.title = "decides most", .name = ".without", .columns = NAME, .indent = 2},
        {.title = "wins", .name = "won", .columns = CHANCE},
        {.title = "95%", .name = "won", .columns = RANGE, .kind = REPORT_RANGE},
        {.title = "by points",
         .name = "difference/won",
         .kind = REPORT_CHANGE_POINTS,
         .decimals = 1}};
    if (json_array_size(list) > 0) {
        output_line("%s", "");
        output_report_head(columns, 4);
    }
    for (size_t i = 0; i < json_array_size(list) && i < WITHOUT_BEST; i++) {
        output_report_row(json_array_get(list, i), columns, 4);
    }
}

/* Each beside the state as it is, by the first pair of policies. */
static void print_what_ifs(const struct forecast *forecast, const json_t *list)
{
    static const struct report_column columns[] = {
        {.title = "what if", .name = ".what_if", .columns = NAME, .indent = 2},
        {.title = "wins", .name = "ends/won", .columns = CHANCE},
        {.title = "95%", .name = "ends/won", .columns = RANGE, .kind = REPORT_RANGE},
        {.title = "by points",
         .name = ".difference/won",
         .columns = CHANCE,
         .kind = REPORT_CHANGE_POINTS,
         .decimals = 1},
        {.title = "party falls",
         .name = ".party_falls",
         .columns = CHANCE,
         .kind = REPORT_AVERAGE},
        {.title = "by",
         .name = ".difference/falls",
         .columns = CHANCE,
         .kind = REPORT_CHANGE,
         .decimals = 2}};
    if (forecast->variants == 1) {
        return;
    }
    output_line("%s", "");
    output_report_head(columns, 6);
    for (int i = 0; i < forecast->variants; i++) {
        json_t *row = json_array_get(list, (size_t)(i * forecast->pairs));
        const char *name = json_string_value(report_value(row, ".what_if"));
        if (output_columns(name) > NAME - 2) {
            output_line("  %s", name);
            report_set_words(row, ".what_if", "");
        }
        output_report_row(row, columns, 6);
    }
}

/* Each answer in sentences, with the numbers that were tried. */
static void print_answers(const struct forecast_told *told)
{
    for (int i = 0; i < told->answers; i++) {
        char said[ANSWER_TEXT_SIZE];
        struct text text = text_over(said, sizeof said);
        struct str rest = str_of(said), line;
        forecast_answer_tell(told->answer[i], &text);
        rest.n = text.n;
        output_line("%s", "");
        output_line("%s?", told->answer[i]->question.words);
        for (bool is_first = true; str_next_part(&rest, '\n', &line); is_first = false) {
            output_line("%s%.*s", is_first ? "" : "  ", line.n, line.p);
        }
    }
}

static void print_sentences(const struct forecast *forecast, enum forecast_sentence first,
                            enum forecast_sentence last)
{
    TEXT_BUFFER(said, OUTPUT_LINE_MAX);
    forecast_say(forecast, first, last, "\n", &said);
    output_lines(said.p);
}

static void print_title(const struct forecast *forecast)
{
    TEXT_BUFFER(when, 40);
    int round = forecast->from.state->value[ENCOUNTER_ROUND];
    if (round == 0) {
        text_add(&when, "before the start");
    } else {
        text_add(&when, "in round %d", round);
    }
    const char *name = forecast->at[0] != '\0'          ? forecast->at
                       : forecast->encounter[0] != '\0' ? forecast->encounter
                                                        : "the table";
    output_line("%s, %s: %lld fights of each kind, within %.1f points%s", name, when.p,
                (long long)forecast->fights, forecast_points(forecast),
                forecast->is_interrupted ? " (stopped)" : "");
}

static void print_text(const struct forecast_told *told, json_t *report)
{
    static const struct report_column ends[] = {
        {.title = "party / foes", .name = ".pair", .columns = NAME, .indent = 2},
        {.title = "wins", .name = "ends/won", .columns = CHANCE},
        {.title = "95%", .name = "ends/won", .columns = RANGE, .kind = REPORT_RANGE},
        {.title = "all fall", .name = "ends/lost", .columns = CHANCE},
        {.title = "flees", .name = "ends/fled", .columns = CHANCE},
        {.title = "stalemate", .name = "ends/stalemate", .columns = CHANCE}};
    const struct forecast *forecast = told->forecast;
    json_t *list = report_value(report, "forecasts");
    print_title(forecast);
    if (forecast_stops(forecast) != NULL) {
        output_line("Nothing is known. The fights stop at %s.", forecast_stops(forecast));
        return;
    }
    print_sentences(forecast, SAYS_VERDICT, SAYS_ENDLESS);
    TEXT_BUFFER(band, 80);
    report_tell(report, "party wins {band/won:range}, by the policies that were tried", &band);
    output_line("%s", "");
    output_line("%s", band.p);
    output_line("%s", "");
    output_report_head(ends, 6);
    for (int i = 0; i < forecast->pairs; i++) {
        output_report_row(json_array_get(list, (size_t)i), ends, 6);
    }
    print_rounds(forecast);
    output_line("%s", "");
    print_falls(forecast, json_array_get(list, 0));
    print_without(report_value(report, "without"));
    print_what_ifs(forecast, list);
    print_answers(told);
    output_line("%s", "");
    print_sentences(forecast, SAYS_LATER, SAYS_ASSUMED);
}

/* ---- playing --------------------------------------------------------------------------- */

static void watch_for_interrupt(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* Questions are read before anything is played. Returns how many there are; -1, with `err`,
 * when one is wrong. */
static int read_asks(struct forecast_answer *answer[FORECAST_WORDS_MAX],
                     const struct forecast_from *from, const struct options *options,
                     struct error *err)
{
    struct forecast_wish wish;
    read_wish(options, &wish);
    wish.fights = options_has(options, OPTION_COUNT) ? options->count : 0;
    for (int i = 0; i < options->asks.count; i++) {
        if (forecast_answer_new(&answer[i], from, &wish, str_of(options->asks.word[i]), err) !=
            STATUS_OK) {
            return -1;
        }
    }
    return options->asks.count;
}

/* Plays it, then the trials beside it, and tells it. Refused when some question has no answer:
 * then nothing is known, and nobody matters most. C-c leaves it as far as it is known. */
static int play_and_tell(struct forecast *forecast, struct forecast_answer *const *answer,
                         int answers, bool is_json)
{
    enum { TURN = 20 }; /* fights between two looks at C-c */
    struct forecast_without *without = calloc(1, sizeof *without);
    CHECK(without != NULL);
    struct forecast_watch watch = {goes_on, NULL};
    watch_for_interrupt();
    forecast_play(forecast, &watch);
    progress_end();
    int code = forecast_stops(forecast) != NULL ? EXIT_REFUSED : EXIT_DONE;
    if (code == EXIT_DONE) {
        forecast_without_begin(without, forecast, forecast->fights);
        while (!is_interrupted && forecast_without_play(without, TURN)) {
        }
    }
    for (int i = 0; i < answers; i++) {
        while (!is_interrupted && forecast_answer_play(answer[i], TURN)) {
        }
    }
    const struct forecast_told told = {
        .forecast = forecast, .without = without, .answer = answer, .answers = answers};
    json_t *report = forecast_report(&told);
    if (is_json) {
        output_report(report);
    } else {
        print_text(&told, report);
        json_decref(report);
    }
    forecast_without_end(without);
    free(without);
    return code;
}

static int run(struct sitting *sitting, const struct options *options)
{
    struct error err;
    struct sitting_forecast found;
    struct forecast_wish wish;
    struct forecast *forecast = NULL;
    struct forecast_answer *answer[FORECAST_WORDS_MAX] = {NULL};
    int answers = 0;
    read_wish(options, &wish);
    const char *words = options->words > 0 ? options->word[0] : "";
    enum status status = sitting_forecast_find(&found, sitting, words, &err);
    if (status == STATUS_OK) {
        status = forecast_new(&forecast, &found.from, &wish, &err);
    }
    if (status == STATUS_OK) {
        answers = read_asks(answer, &found.from, options, &err);
        status = answers < 0 ? err.code : STATUS_OK;
    }
    int code = status == STATUS_OK
                   ? play_and_tell(forecast, answer, answers, options_has(options, OPTION_JSON))
                   : output_error(&err);
    for (int i = 0; i < FORECAST_WORDS_MAX; i++) {
        forecast_answer_free(answer[i]);
    }
    forecast_free(forecast);
    sitting_forecast_done(&found);
    return code;
}

/* The encounters of the plan, one after the other. */
static int run_plan(struct sitting *sitting, const struct options *options)
{
    enum { TOLD_SIZE = 16 << 10 };
    struct error err;
    struct forecast_wish wish;
    struct sitting_evening *plan = calloc(1, sizeof *plan);
    char *told = calloc(1, TOLD_SIZE);
    CHECK(plan != NULL && told != NULL);
    struct forecast_evening *evening = &plan->evening;
    struct text text = text_over(told, TOLD_SIZE);
    int code = EXIT_DONE;
    read_wish(options, &wish);
    wish.rest = options->rest;
    if (sitting_evening_begin(plan, sitting, &wish, &err) != STATUS_OK) {
        code = output_error(&err);
    } else {
        forecast_evening_play(evening, wish.fights, wish.threads);
        code = evening->needs_evening >= 0 || !forecast_evening_can_play(evening) ? EXIT_REFUSED
                                                                                  : EXIT_DONE;
        if (options_has(options, OPTION_JSON)) {
            output_report(forecast_evening_report(evening, wish.seed));
        } else {
            forecast_evening_tell(evening, &text);
            output_document(told);
        }
    }
    sitting_evening_end(plan);
    free(plan);
    free(told);
    return code;
}

/* ---- the chart of a fight -------------------------------------------------------------- */

static bool is_interrupted_now(void *context)
{
    (void)context;
    return is_interrupted != 0;
}

/* In batches, so that --within is asked at the same numbers of fights whatever plays them. */
static void play_chart(struct chart *chart, const struct forecast_wish *wish)
{
    struct forecast_crew crew = {.threads = wish->threads, .is_over = is_interrupted_now};
    bool goes_on = true;
    watch_for_interrupt();
    while (goes_on && chart->fights < wish->fights) {
        int64_t left = wish->fights - chart->fights;
        goes_on = chart_play(chart, &crew, left < CHART_BATCH ? (int)left : CHART_BATCH) &&
                  !is_interrupted && (wish->within <= 0 || chart_points(chart) > wish->within);
        progress_show("%lld of %lld fights after each act, within %.1f points",
                      (long long)chart->fights, (long long)wish->fights, chart_points(chart));
    }
    progress_end();
    forecast_crew_end(&crew);
}

/* The set of signs that the terminal can show; the console of Linux has no braille. */
static enum graph_set graph_set_here(void)
{
    const char *term = getenv("TERM");
    bool has_braille = term == NULL || strcmp(term, "linux") != 0;
    return !output_is_utf8() ? GRAPH_ASCII : has_braille ? GRAPH_BRAILLE : GRAPH_BLOCKS;
}

static void print_chart_drawing(const struct chart *chart)
{
    enum { LEAST = 12, WIDE = 80, DRAWING_SIZE = 32 << 10 };
    char drawing[DRAWING_SIZE];
    struct text text = text_over(drawing, sizeof drawing);
    chart_draw(chart, output_width() > LEAST ? output_width() : WIDE, graph_set_here(), &text);
    output_line("%s", "");
    for (struct str rest = {text.p, text.n}; rest.n > 0;) {
        int n = (int)((const char *)memchr(rest.p, '\n', (size_t)rest.n) - rest.p);
        TEXT_BUFFER(line, OUTPUT_LINE_MAX);
        text_add_str(&line, (struct str){rest.p, n});
        output_row(&line);
        rest = (struct str){rest.p + n + 1, rest.n - n - 1};
    }
}

static void print_chart_acts(const json_t *report)
{
    static const struct report_column columns[] = {
        {.title = "round", .name = ".round", .columns = 5},
        {.title = "wins", .name = ".chance", .columns = 5},
        {.title = "dice", .name = ".dice", .columns = 8, .kind = REPORT_SHORT_POINTS},
        {.title = "choice", .name = ".choice", .columns = 8, .kind = REPORT_SHORT_POINTS},
        {.title = "act", .name = "label"}};
    output_line("%s", "");
    output_report_head(columns, 5);
    for (size_t i = 0; i < json_array_size(report_value(report, "chart")); i++) {
        output_report_row(json_array_get(report_value(report, "chart"), i), columns, 5);
    }
}

static void print_chart_shares(const json_t *report)
{
    static const struct report_column columns[] = {
        {.title = "in points for the party", .name = ".name", .columns = NAME + 2},
        {.title = "dice", .name = ".dice", .columns = 10, .kind = REPORT_SHORT_POINTS},
        {.title = "choices", .name = ".choices", .columns = 10, .kind = REPORT_SHORT_POINTS}};
    static const char *const lists[] = {"by", ".sides"};
    output_line("%s", "");
    output_report_head(columns, 3);
    for (int i = 0; i < 2; i++) {
        const char *name;
        json_t *share;
        json_object_foreach(report_value(report, lists[i]), name, share)
        {
            output_report_row(share, columns, 3);
        }
    }
}

/* As a document where a format is named. */
static int print_chart_as(const struct chart *chart, const struct options *options, int code)
{
    struct error err;
    char *page;
    if (options->format != NULL) {
        if (chart_page(&page, chart, str_of(options->format), &err) != STATUS_OK) {
            return output_error(&err);
        }
        output_document(page);
        free(page);
        return code;
    }
    json_t *report = chart_report(chart);
    if (options_has(options, OPTION_JSON)) {
        output_report(report);
    } else {
        enum { TOLD_SIZE = 4096 };
        char told[TOLD_SIZE];
        struct text text = text_over(told, sizeof told);
        bool is_known = chart->batch.needs[0] == '\0';
        output_line(
            "%s: %lld fights after each act, within %.1f points%s",
            chart->forecast->at[0] != '\0' ? chart->forecast->at : chart->forecast->encounter,
            (long long)chart->fights, chart_points(chart), is_interrupted ? " (stopped)" : "");
        chart_tell(chart, &text);
        output_lines(told);
        if (is_known) {
            print_chart_drawing(chart);
            print_chart_acts(report);
            print_chart_shares(report);
        }
        json_decref(report);
    }
    return code;
}

static int print_choices(const struct chart *chart, int place, const struct options *options,
                         const struct forecast_wish *wish)
{
    enum { TOLD_SIZE = 16 << 10 };
    struct forecast_crew crew = {.threads = wish->threads, .is_over = is_interrupted_now};
    struct chart_choices *choices = choices_new(chart, place);
    char told[TOLD_SIZE];
    struct text text = text_over(told, sizeof told);
    bool goes_on = true;
    watch_for_interrupt();
    while (goes_on && choices->fights < wish->fights && !is_interrupted) {
        int64_t left = wish->fights - choices->fights;
        goes_on = choices_play(choices, &crew, left < CHART_BATCH ? (int)left : CHART_BATCH);
    }
    if (options_has(options, OPTION_JSON)) {
        output_report(choices_report(choices));
    } else {
        choices_tell(choices, &text);
        output_lines(told);
    }
    int code =
        choices->batch.needs[0] != '\0' || choices->count == 0 ? EXIT_REFUSED : EXIT_DONE;
    choices_free(choices);
    forecast_crew_end(&crew);
    return code;
}

static int run_chart(struct sitting *sitting, const struct options *options)
{
    struct error err;
    struct sitting_forecast found;
    struct forecast_wish wish;
    struct chart *chart = NULL;
    int code = EXIT_DONE;
    read_wish(options, &wish);
    wish.fights = options_has(options, OPTION_COUNT) || wish.within > 0 ? wish.fights
                                                                        : CHART_FIGHTS_USUAL;
    const char *words = options->words > 0 ? options->word[0] : "";
    if (options->format != NULL &&
        chart_page_check(str_of(options->format), &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = sitting_forecast_find(&found, sitting, words, &err);
    if (status == STATUS_OK && found.encounter == 0) {
        status = error_set(&err, STATUS_USAGE, words,
                           "there is no chart: this encounter has not begun");
    }
    if (status == STATUS_OK) {
        status =
            chart_new(&chart, sitting, found.encounter, found.act, &found.from, &wish, &err);
    }
    if (status != STATUS_OK) {
        code = output_error(&err);
    } else if (options_has(options, OPTION_CHOICES)) {
        code = print_choices(chart, chart->acts - (found.act != 0 ? 1 : 0), options, &wish);
    } else {
        chart_recall(chart, sitting, wish.within > 0 ? 0 : wish.fights);
        play_chart(chart, &wish);
        code = chart->batch.needs[0] != '\0' ? EXIT_REFUSED : EXIT_DONE;
        code = print_chart_as(chart, options, code);
    }
    chart_free(chart);
    sitting_forecast_done(&found);
    return code;
}

/* ---- forecasts that were kept ---------------------------------------------------------- */

static void print_graded(const struct graded *graded, const json_t *report)
{
    enum { TOLD_SIZE = 4096 };
    static const struct report_column columns[] = {
        {.title = "evening", .name = "session", .columns = 7},
        {.title = "fight", .name = "encounter", .columns = 36},
        {.title = "said", .name = ".said", .columns = 10},
        {.title = "it was", .name = ".came"}};
    char told[TOLD_SIZE];
    struct text text = text_over(told, sizeof told);
    const json_t *list = report_value(report, "forecasts");
    if (graded->fights > 0) {
        output_report_head(columns, 4);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        output_report_row(json_array_get(list, i), columns, 4);
    }
    graded_tell(graded, &text);
    output_lines(told);
}

static int run_graded(struct sitting *sitting, const struct options *options)
{
    struct error err;
    struct graded graded;
    int code = EXIT_DONE;
    if (sitting_graded(&graded, sitting, &err) != STATUS_OK) {
        code = output_error(&err);
    } else {
        json_t *report = graded_report(&graded);
        if (options_has(options, OPTION_JSON)) {
            output_report(report);
        } else {
            print_graded(&graded, report);
            json_decref(report);
        }
    }
    graded_free(&graded);
    return code;
}

int forecasts_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (subcommand_words(options, 0, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    return options_campaign_close(sitting, run_graded(sitting, options));
}

/* ---- two fights ------------------------------------------------------------------------ */

static int run_compare(struct sitting *sitting, const struct options *options)
{
    enum { TOLD_SIZE = 16 << 10 };
    struct error err;
    struct compare compare = {.differs = 0};
    struct forecast_crew crew = {.threads = options->threads};
    const struct str words[2] = {str_of(options->word[0]),
                                 str_of(options->words > 1 ? options->word[1] : "")};
    char told[TOLD_SIZE];
    struct text text = text_over(told, sizeof told);
    int code = EXIT_DONE;
    if (compare_begin(&compare, sitting, words, &err) != STATUS_OK) {
        code = output_error(&err);
    } else {
        compare_play(&compare, &crew,
                     options_has(options, OPTION_COUNT) ? (int)options->count
                                                        : CHART_FIGHTS_USUAL);
        if (options_has(options, OPTION_JSON)) {
            output_report(compare_report(&compare));
        } else {
            compare_tell(&compare, &text);
            output_lines(told);
            for (int i = 0; i < 2; i++) {
                print_chart_drawing(compare.chart[i].chart);
            }
        }
    }
    forecast_crew_end(&crew);
    compare_end(&compare);
    return code;
}

int compare_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (options->words == 0) {
        error_set(&err, STATUS_USAGE, "", "compare needs a fight: compare Ford, compare '#27'");
        return output_error(&err);
    }
    if (subcommand_words(options, 2, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    return options_campaign_close(sitting, run_compare(sitting, options));
}

int forecast_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (options->format != NULL && !options_has(options, OPTION_CHART)) {
        error_set(&err, STATUS_USAGE, "--format", "only a chart has formats: forecast --chart");
        return output_error(&err);
    }
    if (subcommand_words(options, 1, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    int code = options_has(options, OPTION_PLAN) ? run_plan(sitting, options)
               : options_has(options, OPTION_CHART) || options_has(options, OPTION_CHOICES)
                   ? run_chart(sitting, options)
                   : run(sitting, options);
    return options_campaign_close(sitting, code);
}
