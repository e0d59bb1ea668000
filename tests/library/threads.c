/* Two tables at once: each thread resolves acts of every system with dice of its own, one
 * request is shared by both, and each must get the same results as that table alone. Built like
 * fight.c. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <resolver.h>

enum { TABLES = 2, ACTS = 3000, ODDS_EACH = 100 };

/* What the library promises to take at most, and as much as this program may need beside it.
 * The frames of sanitizers are larger. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { STACK = 8 * RESOLVER_STACK };
#elif defined(__has_feature)
enum { STACK = (__has_feature(thread_sanitizer) ? 8 : 1) * (RESOLVER_STACK + 32 * 1024) };
#else
enum { STACK = RESOLVER_STACK + 32 * 1024 };
#endif

static const char *const acts[][4] = {
    {"trilemma", "attack", "strength=14", "ac=22"},
    {"4ad", "attack", "level=3", "foe=minor"},
    {"qud", "melee", "dv=6", "av=3"},
    {"pixel", "attack", "accuracy=12", "dodge=10"},
    {"yuxtapa", "spell", "kind=zap", "resistance=40"},
};
enum { KINDS = sizeof acts / sizeof acts[0] };

struct table {
    const struct resolver_request *shared;
    uint64_t seed;
    uint64_t sum; /* of all that was seen */
    char *request, *result, *odds, *text;
};

static void must(enum resolver_status status, const struct resolver_error *err)
{
    if (status != RESOLVER_OK) {
        fprintf(stderr, "threads: %s\n", err->text);
        abort();
    }
}

static void add(struct table *table, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++) {
        table->sum = (table->sum ^ p[i]) * UINT64_C(1099511628211);
    }
}

static struct resolver_request *begin(char *room, int kind)
{
    struct resolver_request *request;
    struct resolver_error err;
    struct resolver_memory memory = {room, RESOLVER_REQUEST_ROOM};
    must(resolver_request_begin(&request, memory, acts[kind][0], acts[kind][1], &err), &err);
    must(resolver_request_set(request, acts[kind][2], &err), &err);
    must(resolver_request_set(request, acts[kind][3], &err), &err);
    if (strcmp(acts[kind][0], "pixel") == 0) {
        must(resolver_request_set(request, "damage=2-8", &err), &err);
    }
    must(resolver_request_finish(request, &err), &err);
    return request;
}

static void act(struct table *table, const struct resolver_request *request,
                struct resolver_dice *dice)
{
    struct resolver_result *result;
    struct resolver_error err;
    struct resolver_memory memory = {table->result, RESOLVER_RESULT_ROOM};
    must(resolver_resolve(&result, memory, request, dice, &err), &err);
    resolver_result_text(table->text, RESOLVER_TEXT_ROOM, result);
    add(table, table->text, strlen(table->text));
    resolver_result_document(table->text, RESOLVER_DOCUMENT_ROOM, result);
    add(table, table->text, strlen(table->text));
}

static void count(struct table *table, const struct resolver_request *request)
{
    struct resolver_odds *odds;
    struct resolver_error err;
    struct resolver_memory memory = {table->odds, RESOLVER_ODDS_ROOM};
    must(resolver_odds_of(&odds, memory, request, &err), &err);
    double unresolved = resolver_odds_unresolved(odds);
    double hit;
    add(table, &unresolved, sizeof unresolved);
    if (resolver_odds_chance(&hit, odds, "hit", NULL) == RESOLVER_OK) {
        add(table, &hit, sizeof hit);
    }
}

/* Dice by themselves, their odds, and a mistake. */
static void roll(struct table *table, struct resolver_dice *dice)
{
    static const char notation[] = "max(10d6kh7, 6d8!>=7, 8d6r1>=4)*(2d10+d12)-(3d%/4)";
    struct resolver_result *result;
    struct resolver_odds *odds;
    struct resolver_numbers numbers;
    struct resolver_error err;
    struct resolver_memory memory = {table->result, RESOLVER_RESULT_ROOM};
    must(resolver_roll(&result, memory, notation, dice, &err), &err);
    resolver_result_document(table->text, RESOLVER_DOCUMENT_ROOM, result);
    add(table, table->text, strlen(table->text));
    struct resolver_memory more = {table->odds, RESOLVER_ODDS_ROOM};
    must(resolver_odds_of_roll(&odds, more, "max(10d6kh7, 6d8)*2-3d%", &err), &err);
    must(resolver_odds_numbers(&numbers, sizeof numbers, odds, "total", &err), &err);
    add(table, &numbers.mean, sizeof numbers.mean);
    if (resolver_notation(table->text, RESOLVER_TEXT_ROOM, "2d6kq3+4d", &err) !=
        RESOLVER_USAGE) {
        abort();
    }
    add(table, err.text, strlen(err.text));
}

static void *play(void *argument)
{
    struct table *table = argument;
    struct resolver_dice dice = {.seed = table->seed};
    for (int i = 0; i < ACTS; i++) {
        const struct resolver_request *request = begin(table->request, i % KINDS);
        act(table, request, &dice);
        act(table, table->shared, &dice);
        if (i % (ACTS / ODDS_EACH) == 0) {
            count(table, request);
            roll(table, &dice);
        }
    }
    return NULL;
}

static char *room_of(size_t size)
{
    char *room = malloc(size);
    if (room == NULL) {
        abort();
    }
    return room;
}

static void table_init(struct table *table, uint64_t seed,
                       const struct resolver_request *shared)
{
    *table = (struct table){.shared = shared, .seed = seed};
    table->request = room_of(RESOLVER_REQUEST_ROOM);
    table->result = room_of(RESOLVER_RESULT_ROOM);
    table->odds = room_of(RESOLVER_ODDS_ROOM);
    table->text = room_of(RESOLVER_DOCUMENT_ROOM);
}

static void table_done(struct table *table)
{
    free(table->request);
    free(table->result);
    free(table->odds);
    free(table->text);
}

int main(void)
{
    char *room = room_of(RESOLVER_REQUEST_ROOM);
    const struct resolver_request *shared = begin(room, 0);
    struct table alone[TABLES], together[TABLES];
    pthread_t thread[TABLES];
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0 ||
        pthread_attr_setstacksize(&attributes, STACK) != 0) {
        abort();
    }
    for (int i = 0; i < TABLES; i++) {
        table_init(&together[i], 100 + (uint64_t)i, shared);
        if (pthread_create(&thread[i], &attributes, play, &together[i]) != 0) {
            abort();
        }
    }
    pthread_attr_destroy(&attributes);
    int differing = 0;
    for (int i = 0; i < TABLES; i++) {
        pthread_join(thread[i], NULL);
        table_init(&alone[i], 100 + (uint64_t)i, shared);
        play(&alone[i]);
        differing += alone[i].sum != together[i].sum;
        table_done(&alone[i]);
        table_done(&together[i]);
    }
    free(room);
    printf("%d tables at once, %d acts each: %d differ from a table alone; the two %s\n",
           TABLES, 2 * ACTS, differing,
           alone[0].sum == alone[1].sum ? "are alike" : "are their own");
    return differing;
}
