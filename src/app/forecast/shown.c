#include "app/forecast/shown.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "app/library/campaign_library.h"

/* ---- beginning, and beginning again ---------------------------------------------------- */

/* The policies that are chosen, with the records read. */
static void begin_wish(struct forecast_shown *shown, struct forecast_wish *wish)
{
    for (int side = SIDE_FOES; side <= SIDE_PARTY; side++) {
        if (shown->policy[side][0] != '\0') {
            wish->policies.word[wish->policies.count++] = shown->policy[side];
        }
    }
    if (shown->library == NULL) {
        shown->library = sitting_read_library_apart(shown->sitting, state_system(shown->start));
        shown->from.library = record_library(shown->library);
    }
}

bool forecast_shown_ask(struct forecast_shown *shown, struct str words,
                        struct forecast_answer **out, struct error *err)
{
    struct forecast_wish wish = {.fights = 0};
    begin_wish(shown, &wish);
    return forecast_answer_new(out, &shown->from, &wish, words, err) == STATUS_OK;
}

static enum status ask(struct forecast_shown *shown, struct forecast **out, struct error *err)
{
    struct forecast_wish wish = {.fights = FORECAST_FIGHTS_MAX};
    for (int i = 0; i < shown->what_ifs; i++) {
        wish.what_ifs.word[wish.what_ifs.count++] = shown->what_if[i];
    }
    begin_wish(shown, &wish);
    return forecast_new(out, &shown->from, &wish, err);
}

/* With the present what-ifs and policies; false, and what is shown stays, when one is wrong. */
static bool ask_again(struct forecast_shown *shown, struct error *err)
{
    struct forecast *forecast;
    if (ask(shown, &forecast, err) != STATUS_OK) {
        return false;
    }
    forecast_without_end(&shown->without);
    shown->knows_without = false;
    forecast_free(shown->forecast);
    shown->forecast = forecast;
    shown->fights = FORECAST_SHOWN_FIGHTS;
    return true;
}

void forecast_shown_begin(struct forecast_shown *shown, struct sitting *sitting,
                          const struct forecast_from *from)
{
    forecast_shown_end(shown);
    shown->sitting = sitting;
    shown->start = calloc(1, sizeof *shown->start);
    CHECK(shown->start != NULL);
    state_copy(shown->start, from->state);
    text_format(shown->encounter, sizeof shown->encounter, "%s", from->encounter);
    text_format(shown->at, sizeof shown->at, "%s", from->at);
    shown->from = *from;
    shown->from.state = shown->start;
    shown->from.encounter = shown->encounter;
    shown->from.at = shown->at;
}

void forecast_shown_end(struct forecast_shown *shown)
{
    forecast_without_end(&shown->without);
    forecast_free(shown->forecast);
    record_library_close(shown->library);
    free(shown->start);
    forecast_crew_end(&shown->crew);
    free(shown->sum);
    memset(shown, 0, sizeof *shown);
}

/* ---- playing --------------------------------------------------------------------------- */

static bool needs_answer(const struct forecast *forecast)
{
    for (int i = 0; i < forecast->ones; i++) {
        if (forecast->one[i].tally.needs_fight >= 0) {
            return true;
        }
    }
    return false;
}

bool forecast_shown_is_busy(const struct forecast_shown *shown)
{
    const struct forecast *forecast = shown->forecast;
    if (forecast == NULL) {
        return shown->start != NULL && shown->error.code == STATUS_OK;
    }
    return (forecast->fights < shown->fights || !shown->knows_without) &&
           !needs_answer(forecast);
}

/* Who matters most comes last: the chances are waited for. */
static bool asks_without(const struct forecast_shown *shown)
{
    return !shown->knows_without && shown->forecast->fights >= shown->fights;
}

static void play_without(struct forecast_shown *shown)
{
    struct forecast_without *without = &shown->without;
    if (!without->has_begun) {
        forecast_without_begin(without, shown->forecast, FORECAST_FIGHTS_MAX);
    }
    shown->knows_without = !forecast_without_play(without, FORECAST_SHOWN_TRIALS);
}

/* At most this many fights of each, with what came of each of them, to find the examples;
 * returns how many. */
static int play_some(struct forecast_shown *shown, int most)
{
    int64_t from = shown->forecast->fights, to = from + most;
    if (shown->sums < shown->fights) {
        shown->sum = realloc(shown->sum, (size_t)shown->fights * sizeof *shown->sum);
        CHECK(shown->sum != NULL);
        shown->sums = shown->fights;
    }
    forecast_play_to(shown->forecast, &shown->crew, to < shown->fights ? to : shown->fights,
                     shown->sum);
    return (int)(shown->forecast->fights - from);
}

bool forecast_shown_play(struct forecast_shown *shown, forecast_clock *now_ms, void *context)
{
    if (shown->forecast == NULL && shown->error.code == STATUS_OK) {
        ask_again(shown, &shown->error);
    }
    if (!forecast_shown_is_busy(shown)) {
        return false;
    }
    forecast_slice_begin(&shown->slice, now_ms, context, &shown->crew);
    int played = 0;
    do {
        if (asks_without(shown)) {
            play_without(shown);
            played += FORECAST_SHOWN_TRIALS;
        } else {
            played += play_some(shown, FORECAST_SHOWN_TURN - played);
        }
    } while (played < FORECAST_SHOWN_TURN && forecast_shown_is_busy(shown) &&
             !forecast_slice_is_over(&shown->slice));
    return forecast_shown_is_busy(shown);
}

void forecast_shown_more(struct forecast_shown *shown)
{
    int64_t more = shown->fights + FORECAST_SHOWN_FIGHTS;
    shown->fights = more < FORECAST_FIGHTS_MAX ? more : FORECAST_FIGHTS_MAX;
}

/* ---- trying something else ------------------------------------------------------------- */

bool forecast_shown_add(struct forecast_shown *shown, struct str lines, struct error *err)
{
    if (shown->what_ifs == FORECAST_SHOWN_WHAT_IFS) {
        error_set(err, STATUS_FULL, "", "%d what-ifs are shown at once: drop one first",
                  FORECAST_SHOWN_WHAT_IFS);
        return false;
    }
    if (lines.n >= FORECAST_SHOWN_LINE) {
        (void)!error_too_long(err, "the what-if", FORECAST_SHOWN_LINE - 1);
        return false;
    }
    text_format(shown->what_if[shown->what_ifs++], FORECAST_SHOWN_LINE, "%.*s", lines.n,
                lines.p);
    if (!ask_again(shown, err)) {
        shown->what_ifs--;
        return false;
    }
    return true;
}

bool forecast_shown_drop(struct forecast_shown *shown)
{
    struct error err;
    if (shown->what_ifs == 0) {
        return false;
    }
    shown->what_ifs--;
    return ask_again(shown, &err);
}

void forecast_shown_turn_policy(struct forecast_shown *shown, int side)
{
    struct error err;
    const struct policy_set *set = &shown->forecast->policies;
    char *own = shown->policy[side];
    const char *prefix = side == SIDE_PARTY ? "party=" : "foes=";
    int next = 0;
    for (int i = 0; own[0] != '\0' && i < set->count; i++) {
        next = strcmp(own + strlen(prefix), set->policy[i].name) == 0 ? i + 1 : next;
    }
    if (next < set->count) {
        text_format(own, sizeof shown->policy[side], "%s%s", prefix, set->policy[next].name);
    } else {
        own[0] = '\0';
    }
    if (!ask_again(shown, &err)) {
        own[0] = '\0';
    }
}

/* ---- examples -------------------------------------------------------------------------- */

/* The round, counted from the first one that was played, in which this fight was lost; -1: it
 * was not. */
static int defeat_round(const struct forecast_shown *shown, int64_t number)
{
    const struct fight_sum *sum = &shown->sum[number];
    int round = sum->round - shown->forecast->variant[0].about.first_round;
    bool is_lost = sum->has_end && sum->end == FIGHT_LOST;
    return !is_lost || round < 0 ? -1 : round < TALLY_ROUNDS ? round : TALLY_ROUNDS - 1;
}

/* The defeat that lasts as long as the middle one does; -1: the party was never beaten. */
static int64_t median_defeat(const struct forecast_shown *shown)
{
    int64_t count[TALLY_ROUNDS] = {0}, defeats = 0, seen = 0;
    int64_t played = shown->forecast->fights;
    for (int64_t i = 0; i < played; i++) {
        int round = defeat_round(shown, i);
        if (round >= 0) {
            count[round]++;
            defeats++;
        }
    }
    int middle = 0;
    while (middle < TALLY_ROUNDS - 1 && (seen += count[middle]) * 2 < defeats) {
        middle++;
    }
    for (int64_t i = 0; i < played; i++) {
        if (defeat_round(shown, i) == middle) {
            return i;
        }
    }
    return -1;
}

/* The one that was won with the most fallen; of these the longest. */
static int64_t close_win(const struct forecast_shown *shown)
{
    int64_t best = -1;
    for (int64_t i = 0; i < shown->forecast->fights; i++) {
        const struct fight_sum *sum = &shown->sum[i];
        const struct fight_sum *than = best >= 0 ? &shown->sum[best] : NULL;
        bool is_closer = than == NULL || sum->falls > than->falls ||
                         (sum->falls == than->falls && sum->round > than->round);
        best = sum->has_end && sum->won && is_closer ? i : best;
    }
    return best;
}

/* A long fight that does not fit is told up to here. */
enum { TELLING_REST = 400 };

struct telling {
    struct text *out;
    int round, acts;
    bool is_full;
};

static void tell(void *context, const struct fight *fight, const char *line)
{
    struct telling *telling = context;
    const struct decision *decision = &fight->decision;
    int round = decision->state.value[ENCOUNTER_ROUND];
    (void)line;
    telling->is_full = telling->is_full || telling->out->size - telling->out->n < TELLING_REST;
    if (telling->is_full) {
        return;
    }
    telling->acts++;
    if (round != telling->round) {
        telling->round = round;
        text_add(telling->out, "# round %d\n", round);
    }
    for (int i = 0; i < decision->events; i++) {
        struct str said = decision->event[i].line;
        if (said.n > 0) {
            text_add(telling->out, "%.*s\n", said.n, said.p);
        }
    }
}

const char *forecast_example_name(enum forecast_example example)
{
    static const char *const names[FORECAST_EXAMPLES] = {
        [EXAMPLE_DEFEAT] = "a typical defeat", [EXAMPLE_CLOSE_WIN] = "a close win"};
    return names[example];
}

int64_t forecast_shown_find_example(const struct forecast_shown *shown,
                                    enum forecast_example example)
{
    bool is_played = shown->forecast != NULL && shown->forecast->fights > 0;
    return !is_played                  ? -1
           : example == EXAMPLE_DEFEAT ? median_defeat(shown)
                                       : close_win(shown);
}

struct fight *forecast_shown_replay(struct forecast_shown *shown, int64_t number,
                                    void (*sees)(void *context, const struct fight *fight,
                                                 const char *line),
                                    void *context)
{
    const struct forecast *forecast = shown->forecast;
    struct fight *fight = forecast_crew_fight(&shown->crew);
    fight->sees = sees;
    fight->context = context;
    fight_play(fight, &forecast->rules, &forecast->one[0].player, forecast->variant[0].start,
               (uint64_t)number);
    fight->sees = NULL;
    fight->is_silent = false;
    return fight;
}

bool forecast_shown_example(struct forecast_shown *shown, enum forecast_example example,
                            struct text *out)
{
    const struct forecast *forecast = shown->forecast;
    int64_t number = forecast_shown_find_example(shown, example);
    if (number < 0) {
        return false;
    }
    struct telling telling = {.out = out, .round = -1};
    text_add(out, "An example, %s: fight %lld of this forecast, %s against %s. ",
             forecast_example_name(example), (long long)number + 1,
             forecast->one[0].side[SIDE_PARTY]->name, forecast->one[0].side[SIDE_FOES]->name);
    text_add(out, "It was never played at the table.\n\n");
    const struct fight *fight = forecast_shown_replay(shown, number, tell, &telling);
    if (telling.is_full) {
        text_add(out, "\nThe first %d acts; %d more are left out here.\n", telling.acts,
                 fight->outcome.acts - telling.acts);
    }
    text_add(out, "\nThe end: %s.\n", fight_end_name(fight->outcome.end));
    return true;
}
