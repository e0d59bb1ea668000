#include "app/forecast/forecast_crew.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast_play.h"

/* What the threads share: `next` and `end` are guarded by `mutex`. */
struct shift {
    pthread_mutex_t mutex;
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

/* Takes the next fight and plays it; false when none is left. */
static bool play_next(struct shift *shift, struct fight *fight)
{
    pthread_mutex_lock(&shift->mutex);
    int64_t number = shift->next;
    bool is_left = number < shift->end;
    shift->next += is_left ? 1 : 0;
    pthread_mutex_unlock(&shift->mutex);
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

/* Signals are for the thread that owns the terminal, except those of a mistake in the program.
 */
static void block_signals(sigset_t *before)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        sigdelset(&blocked, own[i]);
    }
    CHECK(pthread_sigmask(SIG_SETMASK, &blocked, before) == 0);
}

/* Starts at most `wanted` threads; returns how many there are. */
static int start_helpers(struct helper *helper, int wanted, struct forecast_crew *crew,
                         struct shift *shift)
{
    sigset_t before;
    int started = 0;
    bool has_thread = true;
    block_signals(&before);
    while (has_thread && started < wanted) {
        helper[started].shift = shift;
        helper[started].fight = fight_of(crew, started + 1);
        has_thread = pthread_create(&helper[started].thread, NULL, help, &helper[started]) == 0;
        started += has_thread ? 1 : 0;
    }
    CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    return started;
}

static bool is_time_up(const struct forecast_crew *crew)
{
    return crew->now_ms != NULL && crew->now_ms(crew->context) >= crew->until_ms;
}

int64_t forecast_crew_play(struct forecast_crew *crew, int64_t from, int64_t to,
                           forecast_crew_fn *play, void *context)
{
    struct shift shift = {.next = from, .end = to, .play = play, .context = context};
    struct helper helper[FORECAST_THREADS_MAX];
    int64_t wanted = crew->threads > 0 ? crew->threads : forecast_processors();
    wanted = wanted < FORECAST_THREADS_MAX ? wanted : FORECAST_THREADS_MAX;
    wanted = to - from < wanted ? to - from : wanted;
    struct fight *own = fight_of(crew, 0);
    CHECK(pthread_mutex_init(&shift.mutex, NULL) == 0);
    int helpers = start_helpers(helper, (int)wanted - 1, crew, &shift);
    while (play_next(&shift, own) && !is_time_up(crew)) {
    }
    pthread_mutex_lock(&shift.mutex);
    shift.end = shift.next;
    pthread_mutex_unlock(&shift.mutex);
    for (int i = 0; i < helpers; i++) {
        pthread_join(helper[i].thread, NULL);
    }
    pthread_mutex_destroy(&shift.mutex);
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
