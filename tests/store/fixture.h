/* A campaign in a folder of its own, with an encounter that random events happen in. */
#ifndef REFEREE_STORE_FIXTURE_H
#define REFEREE_STORE_FIXTURE_H

#include <stdbool.h>

#include "base/arena.h"
#include "games/games.h"
#include "store/campaign.h"
#include "support/draws.h"

/* The call, which fills the test's `err`, must succeed. */
#define DONE(call)                                                                             \
    do {                                                                                       \
        err = (struct error){0};                                                               \
        enum status done_status = (call);                                                      \
        assert_string_equal(err.text, "");                                                     \
        assert_int_equal(done_status, STATUS_OK);                                              \
    } while (0)

enum { FIXTURE_PATH_SIZE = 512, FIXTURE_EVENTS_MAX = 12 };

struct fixture {
    char folder[FIXTURE_PATH_SIZE];
    char path[FIXTURE_PATH_SIZE + 16];
    struct campaign *campaign;
    int64_t encounter;
    struct position position;
    struct state state; /* where the encounter stands */
    struct draws draws;
    struct arena text; /* of the newest events */
    unsigned char memory[64 * 1024];
    struct event event[FIXTURE_EVENTS_MAX]; /* of the newest act */
    int events;
};

/* For cmocka: *state is the fixture, with a new campaign and its first encounter, "ledge". */
int fixture_set_up(void **state);
/* The same without a campaign: only a folder, and a path in it. */
int fixture_set_up_folder(void **state);
/* Closes the campaign and removes the folder. */
int fixture_tear_down(void **state);

/* Opens again what was closed; the state is read from the campaign. */
void fixture_reopen(struct fixture *fixture, enum campaign_mode mode);
void fixture_close(struct fixture *fixture);

/* One event that fits `state`, of any kind, with texts that stay until the next act. */
struct event fixture_event(struct fixture *fixture, const struct state *state);
/* An act of random events: its changes are in the fixture's state only when writing it
 * succeeded. */
enum status fixture_act(struct fixture *fixture, struct error *err);
/* That many acts, each of which must succeed. */
void fixture_acts(struct fixture *fixture, int count);
/* Moves the head, which must succeed. */
void fixture_move(struct fixture *fixture, enum row_kind kind, int64_t head);

/* The number of complaints of campaign_verify, each printed; -1 when it could not read on. */
int fixture_verify(struct campaign *campaign);

/* One number out of the campaign's file, asked for by a connection of its own. */
int64_t fixture_number(const struct fixture *fixture, const char *sql);
/* What SQLite would do for a statement that begins with EXPLAIN QUERY PLAN, a step a line. */
void fixture_plan(const struct fixture *fixture, const char *sql, char *out, int size);
/* Runs statements by a connection of its own: the triggers hold. */
void fixture_change_schema(const struct fixture *fixture, const char *sql);
/* Changes what the triggers guard: they are dropped before, and made again afterwards. */
void fixture_tamper(const struct fixture *fixture, const char *sql);

/* The same against the tables' own constraints, since a failing disk ignores them. */
void fixture_tamper_by_force(const struct fixture *fixture, const char *sql);
/* Gives every row the checksum of what it holds now, as if the program had written it so. */
void fixture_seal_again(const struct fixture *fixture);

/* The whole of a file; the caller frees it. NULL and a length of -1 when there is none. */
char *fixture_read_file(const char *path, long *n);
void fixture_write_file(const char *path, const void *bytes, long n);
/* Whether a file of this name, with the suffix, exists. */
bool fixture_exists(const char *path, const char *suffix);

#endif
