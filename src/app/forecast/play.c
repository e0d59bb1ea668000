#include "app/forecast/play.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the pool -------------------------------------------------------------------------- */

/* What the threads share: `next` and `end` are guarded by the crew's mutex. */
struct shift {
    struct forecast_crew *crew;
    int64_t next, end; /* fights that nobody has taken yet */
    forecast_crew_fn *play;
    void *context;
};

struct helper {
    struct shift *shift;
    struct fight *fight;
    pthread_t thread;
};

static struct fight *fight_of(struct forecast_crew *crew, int thread)
{
    if (crew->fight[thread] == NULL) {
        crew->fight[thread] = calloc(1, sizeof *crew->fight[thread]);
        CHECK(crew->fight[thread] != NULL);
    }
    return crew->fight[thread];
}

void forecast_crew_lock(struct forecast_crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
}

void forecast_crew_unlock(struct forecast_crew *crew)
{
    pthread_mutex_unlock(&crew->mutex);
}

/* Takes the next fight and plays it; false when none is left. */
static bool play_next(struct shift *shift, struct fight *fight)
{
    forecast_crew_lock(shift->crew);
    int64_t number = shift->next;
    bool is_left = number < shift->end;
    shift->next += is_left ? 1 : 0;
    forecast_crew_unlock(shift->crew);
    if (is_left) {
        shift->play(shift->context, fight, number);
    }
    return is_left;
}

static void *help(void *context)
{
    struct helper *helper = context;
    while (play_next(helper->shift, helper->fight)) {
    }
    return NULL;
}

/* Starts at most `wanted` threads; returns how many there are. Signals are for the thread that
 * owns the terminal, except those of a mistake in the program. */
static int start_helpers(struct helper *helper, int wanted, struct shift *shift)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        sigdelset(&blocked, own[i]);
    }
    CHECK(pthread_sigmask(SIG_SETMASK, &blocked, &before) == 0);
    int started = 0;
    bool has_thread = true;
    while (has_thread && started < wanted) {
        helper[started].shift = shift;
        helper[started].fight = fight_of(shift->crew, started + 1);
        has_thread = pthread_create(&helper[started].thread, NULL, help, &helper[started]) == 0;
        started += has_thread ? 1 : 0;
    }
    CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    return started;
}

int64_t forecast_crew_play(struct forecast_crew *crew, int64_t from, int64_t to,
                           forecast_crew_fn *play, void *context)
{
    struct shift shift = {
        .crew = crew, .next = from, .end = to, .play = play, .context = context};
    struct helper helper[FORECAST_THREADS_MAX];
    int64_t wanted = crew->threads > 0 ? crew->threads : sysconf(_SC_NPROCESSORS_ONLN);
    wanted = wanted < FORECAST_THREADS_MAX ? wanted : FORECAST_THREADS_MAX;
    wanted = to - from < wanted ? to - from : wanted;
    struct fight *own = fight_of(crew, 0);
    CHECK(pthread_mutex_init(&crew->mutex, NULL) == 0);
    int helpers = start_helpers(helper, (int)wanted - 1, &shift);
    while (play_next(&shift, own) && (crew->is_over == NULL || !crew->is_over(crew->context))) {
    }
    forecast_crew_lock(crew);
    shift.end = shift.next;
    forecast_crew_unlock(crew);
    for (int i = 0; i < helpers; i++) {
        pthread_join(helper[i].thread, NULL);
    }
    pthread_mutex_destroy(&crew->mutex);
    return shift.end;
}

struct fight *forecast_crew_fight(struct forecast_crew *crew)
{
    return fight_of(crew, 0);
}

void forecast_crew_end(struct forecast_crew *crew)
{
    for (int i = 0; i < FORECAST_THREADS_MAX; i++) {
        free(crew->fight[i]);
    }
    memset(crew, 0, sizeof *crew);
}

/* ---- fights of a forecast -------------------------------------------------------------- */

struct playing {
    struct forecast *forecast;
    struct forecast_crew *crew;
    struct fight_sum *sums;
};

/* One fight, in every variant and by every pair. */
static void play_one(void *context, struct fight *fight, int64_t number)
{
    const struct playing *playing = context;
    struct forecast *forecast = playing->forecast;
    struct fight_sum first = {.round = 0};
    for (int i = 0; i < forecast->ones; i++) {
        struct forecast_one *one = &forecast->one[i];
        const struct forecast_variant *variant = &forecast->variant[one->variant];
        struct fight_sum sum;
        fight_play(fight, &forecast->rules, &one->player, variant->start, (uint64_t)number);
        forecast_crew_lock(playing->crew);
        fight_tally_add(&one->tally, &variant->about, fight, number, &sum);
        first = i == 0 ? sum : first;
        fight_tally_add_difference(&one->tally, &sum, &first);
        forecast_crew_unlock(playing->crew);
    }
    if (playing->sums != NULL) {
        playing->sums[number] = first;
    }
}

void forecast_play_to(struct forecast *forecast, struct forecast_crew *crew, int64_t to,
                      struct fight_sum *sums)
{
    struct playing playing = {forecast, crew, sums};
    forecast->fights = forecast_crew_play(crew, forecast->fights, to, play_one, &playing);
}

/* ---- batches --------------------------------------------------------------------------- */

double forecast_points(const struct forecast *forecast)
{
    double widest = 0;
    for (int i = 0; i < forecast->ones; i++) {
        const struct fight_tally *tally = &forecast->one[i].tally;
        struct interval won = interval_of_chance(tally->ends[FIGHT_WON], tally->fights);
        double half = (won.high - won.low) / 2;
        widest = half > widest ? half : widest;
    }
    return widest * 100;
}

/* No answer, no end in sight, or known well enough. */
static bool is_enough(const struct forecast *forecast)
{
    bool only_stalemates = true;
    for (int i = 0; i < forecast->ones; i++) {
        const struct fight_tally *tally = &forecast->one[i].tally;
        if (tally->needs_fight >= 0) {
            return true;
        }
        only_stalemates = only_stalemates && tally->ends[FIGHT_STALEMATE] == tally->fights;
    }
    double within = forecast->wish.within;
    return only_stalemates || (within > 0 && forecast_points(forecast) <= within);
}

struct watching {
    struct forecast *forecast;
    const struct forecast_watch *watch;
    bool is_stopped;
};

static bool asks_watch(void *context)
{
    struct watching *watching = context;
    const struct forecast_watch *watch = watching->watch;
    watching->is_stopped = !watch->goes_on(watch->context, watching->forecast);
    return watching->is_stopped;
}

/* What was counted, from one place to another. */
static void copy_tallies(struct forecast *forecast, struct fight_tally *kept, bool is_back)
{
    for (int i = 0; i < forecast->ones; i++) {
        struct fight_tally *tally = &forecast->one[i].tally;
        memcpy(is_back ? tally : &kept[i], is_back ? &kept[i] : tally, sizeof *tally);
    }
}

/* The first look comes early and only shows what is known so far: whether that is enough is
 * asked after whole batches. A batch that was stopped is not counted. */
void forecast_play(struct forecast *forecast, const struct forecast_watch *watch)
{
    int64_t most = forecast->wish.fights;
    bool goes_on = true;
    struct watching watching = {.forecast = forecast, .watch = watch};
    struct forecast_crew crew = {.threads = forecast->wish.threads, .context = &watching};
    struct fight_tally *kept = calloc((size_t)forecast->ones, sizeof *kept);
    CHECK(kept != NULL);
    while (goes_on && forecast->fights < most) {
        int64_t from = forecast->fights, whole = from - from % FORECAST_BATCH;
        int64_t to = from == 0 ? FORECAST_FIRST : whole + FORECAST_BATCH;
        to = to < most ? to : most;
        crew.is_over = watch != NULL && from > 0 ? asks_watch : NULL;
        copy_tallies(forecast, kept, false);
        forecast_play_to(forecast, &crew, to, NULL);
        if (forecast->fights < to) {
            copy_tallies(forecast, kept, true);
            forecast->fights = from;
        } else {
            goes_on = to == FORECAST_FIRST || !is_enough(forecast);
            watching.is_stopped =
                goes_on && to < most && watch != NULL && asks_watch(&watching);
        }
        forecast->is_interrupted = watching.is_stopped;
        goes_on = goes_on && !forecast->is_interrupted;
    }
    free(kept);
    forecast_crew_end(&crew);
}

/* ---- several starts -------------------------------------------------------------------- */

struct batch_playing {
    struct forecast_batch *batch;
    struct forecast_crew *crew;
    const struct forecast_starts *starts;
};

static void play_in_batch(void *context, struct fight *fight, int64_t number)
{
    const struct batch_playing *playing = context;
    struct forecast_batch *batch = playing->batch;
    struct forecast_start at;
    playing->starts->start(playing->starts->context, (int)(number / batch->fights), &at);
    fight_play_from(fight, playing->starts->rules, at.player, &at.start,
                    (uint64_t)(batch->first + number % batch->fights));
    const struct fight_outcome *outcome = &fight->outcome;
    bool has_end = outcome->end != FIGHT_NEEDS;
    bool is_undone = !has_end && at.may_fail && outcome->acts == 0;
    batch->came[number] = (signed char)(is_undone                   ? CAME_TO_NOTHING
                                        : outcome->end == FIGHT_WON ? 1
                                                                    : 0);
    if (has_end || is_undone) {
        return;
    }
    forecast_crew_lock(playing->crew);
    if (batch->needs[0] == '\0' || number < batch->needs_fight) {
        batch->needs_fight = number;
        memcpy(batch->needs, outcome->needs, sizeof batch->needs);
    }
    forecast_crew_unlock(playing->crew);
}

bool forecast_batch_play(struct forecast_batch *batch, struct forecast_crew *crew,
                         const struct forecast_starts *starts, int64_t first, int fights)
{
    if (batch->fights == 0) {
        batch->starts = starts->count;
        batch->fights = fights;
        batch->first = first;
        batch->next = 0;
        batch->came = realloc(batch->came, (size_t)batch->starts * (size_t)fights + 1);
        CHECK(batch->came != NULL);
    }
    struct batch_playing playing = {batch, crew, starts};
    int64_t all = (int64_t)batch->starts * batch->fights;
    if (batch->next < all) {
        batch->next = forecast_crew_play(crew, batch->next, all, play_in_batch, &playing);
    }
    return batch->next == all && batch->needs[0] == '\0';
}
