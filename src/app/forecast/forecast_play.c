#include "app/forecast/forecast_play.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT_ONCE = 4 }; /* fights that a thread takes at a time */

struct worker {
    struct crew *crew;
    pthread_t thread;
    struct fight *fight;
    struct fight_tally *tally; /* one for each forecast */
};

/* Everything below is guarded by `mutex`, except what a worker has of its own. */
struct crew {
    struct forecast *forecast;
    const struct forecast_watch *watch;
    pthread_mutex_t mutex;
    pthread_cond_t begins, ends;
    int64_t next, end; /* fights of this batch that nobody has taken yet */
    int busy;          /* threads that play */
    bool is_over;      /* there is no further batch */
    bool is_stopped;   /* nothing more is to be taken of this one */
    int workers;
    struct worker worker[FORECAST_THREADS_MAX];
};

int forecast_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > FORECAST_THREADS_MAX ? FORECAST_THREADS_MAX : (int)count;
}

/* ---- fights ---------------------------------------------------------------------------- */

/* One fight, in every variant and by every pair. */
static void play_one(struct worker *worker, int64_t number)
{
    struct forecast *forecast = worker->crew->forecast;
    struct fight_sum first = {0};
    for (int i = 0; i < forecast->ones; i++) {
        const struct forecast_one *one = &forecast->one[i];
        const struct forecast_variant *variant = &forecast->variant[one->variant];
        struct fight_sum sum;
        fight_play(worker->fight, &forecast->rules, &one->player, variant->start,
                   (uint64_t)number);
        fight_tally_add(&worker->tally[i], &variant->about, worker->fight, number, &sum);
        if (i == 0) {
            first = sum;
        }
        fight_tally_add_difference(&worker->tally[i], &sum, &first);
    }
}

/* Plays fights of the batch until all are taken. */
static void play_batch(struct worker *worker, bool is_main)
{
    struct crew *crew = worker->crew;
    pthread_mutex_lock(&crew->mutex);
    while (crew->next < crew->end && !crew->is_stopped) {
        int64_t from = crew->next;
        int64_t to = from + AT_ONCE < crew->end ? from + AT_ONCE : crew->end;
        crew->next = to;
        pthread_mutex_unlock(&crew->mutex);
        for (int64_t number = from; number < to; number++) {
            play_one(worker, number);
        }
        bool is_first = from < FORECAST_FIRST;
        bool stops = is_main && !is_first && crew->watch != NULL &&
                     !crew->watch->goes_on(crew->watch->context, crew->forecast);
        pthread_mutex_lock(&crew->mutex);
        crew->is_stopped = crew->is_stopped || stops;
    }
    pthread_mutex_unlock(&crew->mutex);
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct crew *crew = worker->crew;
    pthread_mutex_lock(&crew->mutex);
    int64_t seen = 0;
    while (!crew->is_over) {
        if (crew->end == seen) {
            pthread_cond_wait(&crew->begins, &crew->mutex);
            continue;
        }
        seen = crew->end;
        pthread_mutex_unlock(&crew->mutex);
        play_batch(worker, false);
        pthread_mutex_lock(&crew->mutex);
        crew->busy--;
        pthread_cond_signal(&crew->ends);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

/* ---- batches --------------------------------------------------------------------------- */

/* Fights from `from` to `to`, by everybody; false when it was stopped on the way. */
static bool run_batch(struct crew *crew, int64_t from, int64_t to)
{
    pthread_mutex_lock(&crew->mutex);
    crew->next = from;
    crew->end = to;
    crew->busy = crew->workers - 1;
    pthread_cond_broadcast(&crew->begins);
    pthread_mutex_unlock(&crew->mutex);
    play_batch(&crew->worker[0], true);
    pthread_mutex_lock(&crew->mutex);
    while (crew->busy > 0) {
        pthread_cond_wait(&crew->ends, &crew->mutex);
    }
    bool is_whole = !crew->is_stopped;
    pthread_mutex_unlock(&crew->mutex);
    return is_whole;
}

static void take_tallies(struct crew *crew)
{
    struct forecast *forecast = crew->forecast;
    for (int i = 0; i < crew->workers; i++) {
        for (int k = 0; k < forecast->ones; k++) {
            fight_tally_merge(&forecast->one[k].tally, &crew->worker[i].tally[k]);
            fight_tally_init(&crew->worker[i].tally[k]);
        }
    }
}

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

/* The first look comes early and only shows what is known so far: whether that is enough is
 * asked after whole batches. */
static void run_batches(struct crew *crew)
{
    struct forecast *forecast = crew->forecast;
    int64_t most = forecast->wish.fights;
    bool goes_on = true;
    while (goes_on && forecast->fights < most) {
        int64_t whole = forecast->fights - forecast->fights % FORECAST_BATCH;
        int64_t to = forecast->fights == 0 ? FORECAST_FIRST : whole + FORECAST_BATCH;
        to = to < most ? to : most;
        forecast->is_interrupted = !run_batch(crew, forecast->fights, to);
        if (forecast->is_interrupted) {
            return;
        }
        take_tallies(crew);
        forecast->fights = to;
        goes_on = to == FORECAST_FIRST || !is_enough(forecast);
        if (goes_on && to < most && crew->watch != NULL &&
            !crew->watch->goes_on(crew->watch->context, forecast)) {
            forecast->is_interrupted = true;
            return;
        }
    }
}

/* ---- the crew -------------------------------------------------------------------------- */

static void init_worker(struct worker *worker, struct crew *crew)
{
    int ones = crew->forecast->ones;
    worker->crew = crew;
    worker->fight = calloc(1, sizeof *worker->fight);
    worker->tally = calloc((size_t)ones, sizeof *worker->tally);
    CHECK(worker->fight != NULL && worker->tally != NULL);
    for (int i = 0; i < ones; i++) {
        fight_tally_init(&worker->tally[i]);
    }
}

void forecast_play(struct forecast *forecast, const struct forecast_watch *watch)
{
    struct crew *crew = calloc(1, sizeof *crew);
    CHECK(crew != NULL);
    int wanted = forecast->wish.threads > 0 ? forecast->wish.threads : forecast_processors();
    wanted = wanted < FORECAST_THREADS_MAX ? wanted : FORECAST_THREADS_MAX;
    crew->forecast = forecast;
    crew->watch = watch;
    CHECK(pthread_mutex_init(&crew->mutex, NULL) == 0);
    CHECK(pthread_cond_init(&crew->begins, NULL) == 0);
    CHECK(pthread_cond_init(&crew->ends, NULL) == 0);
    init_worker(&crew->worker[0], crew);
    crew->workers = 1;
    /* Without another thread, this one plays everything. */
    bool has_thread = true;
    while (has_thread && crew->workers < wanted) {
        struct worker *worker = &crew->worker[crew->workers];
        init_worker(worker, crew);
        has_thread = pthread_create(&worker->thread, NULL, work, worker) == 0;
        if (has_thread) {
            crew->workers++;
        } else {
            free(worker->fight);
            free(worker->tally);
        }
    }
    run_batches(crew);
    pthread_mutex_lock(&crew->mutex);
    crew->is_over = true;
    pthread_cond_broadcast(&crew->begins);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->workers; i++) {
        if (i > 0) {
            pthread_join(crew->worker[i].thread, NULL);
        }
        free(crew->worker[i].fight);
        free(crew->worker[i].tally);
    }
    pthread_cond_destroy(&crew->ends);
    pthread_cond_destroy(&crew->begins);
    pthread_mutex_destroy(&crew->mutex);
    free(crew);
}
