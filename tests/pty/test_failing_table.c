/* A short evening at the real table, with each call of the program to its terminal failing in
 * turn, once and for good, and with a disk that is full or fails for a while.
 *
 * What was shown is in the campaign, and nothing but the evening's acts, in their order. Where
 * the program cannot go on, it ends with code 3 and says why, and the terminal is as it was
 * before. When the disk has room again the line that was typed is still there, and is done.
 *
 * CALLS=all tries every call; without it fewer the later they come. KIND=keys tries one kind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/text.h"
#include "support/unit.h"
#include "support/visit.h"

enum { LINE_SIZE = 4 * VISIT_PATH_SIZE };

/* Each is typed as a line, and shows that it is done. */
static const struct {
    const char *line, *shows;
} acts[] = {
    {"note the rope holds", "the rope holds"},
    {"damage s3 1", "takes 1 damage"},
    {"condition Bran prone", "Bran prone"},
    {"note the lamp falls", "the lamp falls"},
};

enum { ACTS = sizeof acts / sizeof acts[0] };

static char folder[VISIT_PATH_SIZE];
static char campaign[VISIT_PATH_SIZE + 16], shim[VISIT_PATH_SIZE + 16],
    told[VISIT_PATH_SIZE + 16];
static int acts_before;

static void in_shell(const char *command)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "cd '%s' && %s", folder, command);
    assert_int_equal(system(line), 0);
}

static int prepare(void **state)
{
    (void)state;
    char line[LINE_SIZE];
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/failing-XXXXXX", parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(campaign, sizeof campaign, "%s/c.db", folder);
    snprintf(shim, sizeof shim, "%s/shim.so", folder);
    snprintf(told, sizeof told, "%s/told", folder);
    snprintf(line, sizeof line,
             "${CC:-cc} -std=gnu17 -O1 -DWITHOUT_MEMORY -shared -fPIC -o '%s' "
             "tests/gates/failing_calls.c",
             shim);
    assert_int_equal(system(line), 0);
    assert_int_equal(visit_run(campaign, "run data/demo/spire.referee", NULL), 0);
    in_shell("mv c.db kept.db");
    return 0;
}

static int clear(void **state)
{
    (void)state;
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    return system(line);
}

static void begin(void)
{
    in_shell("rm -rf c.db* told && cp kept.db c.db");
}

/* How many of the evening's acts are there; fails when anything else is. */
static int acts_there(const char *point)
{
    sqlite3 *db;
    sqlite3_stmt *query;
    int count = 0;
    assert_int_equal(sqlite3_open_v2(campaign, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT command FROM log ORDER BY id", -1, &query, NULL),
        SQLITE_OK);
    for (int row = 0; sqlite3_step(query) == SQLITE_ROW; row++) {
        const char *command = (const char *)sqlite3_column_text(query, 0);
        if (row < acts_before || acts_before == 0) {
            continue;
        }
        if (count >= ACTS || command == NULL || strcmp(command, acts[count].line) != 0) {
            fail_msg("%s: \"%s\" is in the log", point, command != NULL ? command : "");
        }
        count++;
    }
    sqlite3_finalize(query);
    query = NULL;
    if (acts_before == 0) {
        assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM log", -1, &query, NULL),
                         SQLITE_OK);
        assert_int_equal(sqlite3_step(query), SQLITE_ROW);
        acts_before = sqlite3_column_int(query, 0);
        sqlite3_finalize(query);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return count;
}

static struct pty *start(const char *kind, int n, const char *how)
{
    static char environment[8][VISIT_PATH_SIZE + 64];
    static const char *given[9];
    snprintf(environment[0], sizeof environment[0], "LD_PRELOAD=%s", shim);
    snprintf(environment[1], sizeof environment[1], "FAIL_CALL=%s", kind);
    snprintf(environment[2], sizeof environment[2], "FAIL_AT=%d", n);
    snprintf(environment[3], sizeof environment[3], "FAIL_ON=%s", how);
    snprintf(environment[4], sizeof environment[4], "FAIL_TOLD=%s", told);
    snprintf(environment[5], sizeof environment[5], "TERM=xterm-256color");
    snprintf(environment[6], sizeof environment[6], "LC_ALL=C.UTF-8");
    /* The sanitizer's own functions come after those that fail. What a library could not be
     * given back is no leak of ours. */
    snprintf(environment[7], sizeof environment[7],
             "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0");
    for (int i = 0; i < 8; i++) {
        given[i] = environment[i];
    }
    const char *arguments[] = {visit_program(), "--db", campaign, "table", NULL};
    struct pty_program opened = {
        .arguments = arguments, .environment = given, .rows = 24, .columns = 80};
    return pty_open(&opened);
}

static bool is_all_tried(void)
{
    const char *wanted = getenv("CALLS");
    return wanted != NULL && strcmp(wanted, "all") == 0;
}

static bool is_wanted(const char *kind)
{
    const char *wanted = getenv("KIND");
    return wanted == NULL || strcmp(wanted, kind) == 0;
}

static int next_point(int n, int every)
{
    return is_all_tried() ? n + every : 5 * n + 1;
}

/* ---- the terminal ----------------------------------------------------------------------- */

static const struct {
    const char *kind;
    int every; /* with CALLS=all: thousands of equal calls need not all be tried */
} kinds[] = {{"screen", 1}, {"keys", 5},      {"wait", 5},    {"ask", 1},
             {"modes", 1},  {"set-modes", 1}, {"signals", 1}, {"start", 1}};

/* One evening. False: that call was never made. */
static bool try_terminal(const char *kind, int n, const char *how)
{
    char point[80];
    snprintf(point, sizeof point, "%s, %s at %d", kind, how, n);
    begin();
    struct pty *pty = start(kind, n, how);
    int shown = 0, pressed = 0;
    bool goes_on = pty_awaits(pty, "? help", PTY_LIMIT_MS);
    while (goes_on && pressed < ACTS) {
        pty_type(pty, ":");
        pty_type(pty, acts[pressed].line);
        pty_key(pty, "Enter");
        goes_on = pty_awaits(pty, acts[pressed++].shows, PTY_LIMIT_MS) &&
                  pty_awaits(pty, "? help", PTY_LIMIT_MS);
        shown += goes_on;
    }
    if (goes_on) {
        pty_type(pty, "q");
    }
    if (!goes_on && !pty_has_ended(pty)) {
        fail_msg("%s: it goes on after %d acts, and does not show what it does:\n%s", point,
                 shown, pty_screen(pty));
    }
    struct pty_end end = pty_wait(pty);
    bool has_failed = access(told, F_OK) == 0, is_for_good = strcmp(how, "good") == 0;
    bool is_mute = strcmp(kind, "screen") == 0, is_locked = strcmp(kind, "set-modes") == 0;
    int there = acts_there(point);
    if (end.signal_number != 0 || (end.exit_code != 0 && end.exit_code != 3)) {
        fail_msg("%s: it ended with %d, of signal %d:\n%s", point, end.exit_code,
                 end.signal_number, pty_screen(pty));
    }
    if (there < shown || there > pressed || (end.exit_code == 0 && there != ACTS)) {
        fail_msg("%s: %d acts were shown, %d are there, and it ended with %d", point, shown,
                 there, end.exit_code);
    }
    if (end.exit_code != 0 && !is_mute && strstr(pty_screen(pty), "referee: ") == NULL) {
        fail_msg("%s: it does not say why it ended:\n%s", point, pty_screen(pty));
    }
    if (!pty_is_as_before(pty) && !(is_locked && is_for_good && end.exit_code == 3)) {
        fail_msg("%s: the terminal has other modes than before", point);
    }
    if (pty_is_alternate(pty) && !(is_mute && is_for_good)) {
        fail_msg("%s: the terminal still shows the table", point);
    }
    pty_close(pty);
    return has_failed;
}

static void test_failing_table__a_terminal_that_fails_takes_nothing_along(void **state)
{
    (void)state;
    static const char *const ways[] = {"once", "good"};
    int points = 0;
    begin();
    acts_there("");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (int way = 0; way < 2 && is_wanted(kinds[i].kind); way++) {
            int n = 1;
            while (try_terminal(kinds[i].kind, n, ways[way])) {
                points++;
                n = next_point(n, kinds[i].every);
            }
            assert_true(n > 1);
        }
    }
    printf("# %d points\n", points);
}

/* ---- the disk --------------------------------------------------------------------------- */

static const struct {
    const char *kind, *says;
    int lengths; /* so many of these */
} disks[] = {{"full", "the disk is full", 3},
             {"sync", "the disk fails", 1},
             {"read", "the disk fails", 1}};

/* Whether what was entered could not be written; false when it was done. */
static bool has_failed(struct pty *pty, const char *says, const char *point)
{
    bool is_said = false, is_done = false;
    for (int waited = 0; !is_said && !is_done; waited += 20) {
        is_said = pty_awaits(pty, says, 20);
        is_done = pty_has_ended(pty) || pty_awaits(pty, "? help", 1);
        if (waited > PTY_LIMIT_MS) {
            fprintf(stderr, "%s\n", pty_screen(pty));
            fail_msg("%s: it says neither \"%s\" nor that it is done", point, says);
        }
    }
    return is_said;
}

/* So many calls fail, and then none. The line is entered until it is done. */
static bool try_disk(const char *kind, const char *says, int n, int length)
{
    char point[80], how[16];
    snprintf(how, sizeof how, "%d", length);
    snprintf(point, sizeof point, "%s for %d calls at %d", kind, length, n);
    begin();
    struct pty *pty = start(kind, n, how);
    bool is_there = pty_awaits(pty, "? help", PTY_LIMIT_MS);
    for (int i = 0; is_there && i < ACTS; i++) {
        pty_type(pty, ":");
        pty_expect_gone(pty, "? help");
        pty_type(pty, acts[i].line);
        pty_key(pty, "Enter");
        for (int tries = 0; tries <= length && has_failed(pty, says, point); tries++) {
            /* A letter more and one less, and it says no longer what it said. */
            pty_expect(pty, acts[i].line);
            pty_type(pty, "x");
            pty_expect_gone(pty, says);
            pty_key(pty, "Backspace");
            pty_key(pty, "Enter");
        }
        pty_expect(pty, acts[i].shows);
    }
    if (is_there) {
        pty_type(pty, "q");
    }
    struct pty_end end = pty_wait(pty);
    if (end.exit_code != (is_there ? 0 : 3)) {
        fail_msg("%s: it ended with %d:\n%s", point, end.exit_code, pty_screen(pty));
    }
    assert_int_equal(acts_there(point), is_there ? ACTS : 0);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    pty_close(pty);
    return access(told, F_OK) == 0;
}

static void test_failing_table__a_disk_that_fails_for_a_while_loses_nothing(void **state)
{
    (void)state;
    static const int lengths[] = {1, 3, 12};
    begin();
    acts_there("");
    for (size_t kind = 0; kind < sizeof disks / sizeof disks[0]; kind++) {
        int points = 0;
        for (int i = 0; i < disks[kind].lengths && is_wanted(disks[kind].kind); i++) {
            int n = 1;
            for (; try_disk(disks[kind].kind, disks[kind].says, n, lengths[i]);
                 n = next_point(n, 1)) {
                points++;
            }
            assert_true(n > 1);
        }
        printf("# %d points: %s\n", points, disks[kind].kind);
    }
}

int main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_failing_table__##name, prepare, clear)
    const struct CMUnitTest tests[] = {
        TEST(a_terminal_that_fails_takes_nothing_along),
        TEST(a_disk_that_fails_for_a_while_loses_nothing),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
