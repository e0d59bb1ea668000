/* The program itself, killed at any moment of an evening: what it has told is in the campaign,
 * what is there is what an evening that nobody killed had then, line by line, and it goes on
 * from there. And two tables at once on one campaign, beside a server and readers, of which any
 * is killed: all that either told is there, in its order, and readers are answered.
 *
 * KILLS=3000 kills more often than the few times of every day; another SEED at other moments.
 */
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/fixture.h"
#include "support/documents.h"
#include "support/draws.h"
#include "support/unit.h"
#include "support/visit.h"

/* Each line of the evening has a note after it, which is printed once it is written. */
enum { LINES_MAX = 200, STEPS_MAX = 2 * LINES_MAX, LINE_SIZE = 600 };

static struct {
    char line[LINES_MAX][LINE_SIZE];
    int lines;
    uint64_t sum[STEPS_MAX + 1]; /* of the campaign after so many steps: lines and notes */
} evening;

static char campaign[VISIT_PATH_SIZE];
static struct draws draws;

/* ---- the campaign, read by a connection of its own -------------------------------------- */

static uint64_t hashed(uint64_t hash, const char *text)
{
    for (text = text != NULL ? text : "\x01"; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    }
    return (hash ^ 31) * 1099511628211u;
}

/* When something was done, and what follows from that, differs each time. */
static bool is_of_its_time(const char *column)
{
    const char *end = strrchr(column, '_');
    return (end != NULL && strcmp(end, "_ms") == 0) || strstr(column, "checksum") != NULL ||
           strcmp(column, "origin") == 0;
}

static uint64_t sum_of_table(uint64_t hash, sqlite3 *db, const char *table)
{
    char sql[64];
    sqlite3_stmt *query;
    snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY id", table);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &query, NULL), SQLITE_OK);
    while (sqlite3_step(query) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(query); i++) {
            if (!is_of_its_time(sqlite3_column_name(query, i))) {
                hash = hashed(hash, (const char *)sqlite3_column_text(query, i));
            }
        }
    }
    assert_int_equal(sqlite3_finalize(query), SQLITE_OK);
    return hash;
}

static uint64_t sum_of_campaign(void)
{
    static const char *const tables[] = {"encounter", "opening", "log", "event", "change"};
    uint64_t hash = 14695981039346656037u;
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(campaign, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_busy_timeout(db, 10000), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        hash = sum_of_table(hash, db, tables[i]);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return hash;
}

/* ---- the program ------------------------------------------------------------------------ */

struct running {
    pid_t process;
    FILE *lines; /* it reads these */
    int told;    /* it writes there */
};

static void start(struct running *out)
{
    int in[2], told[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(told), 0);
    out->process = fork();
    assert_true(out->process >= 0);
    if (out->process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(told[1], STDOUT_FILENO);
        for (int fd = STDERR_FILENO + 1; fd < 64; fd++) {
            close(fd); /* the other table's too */
        }
        execl(visit_program(), visit_program(), "--db", campaign, "run", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(told[1]);
    out->lines = fdopen(in[1], "w");
    assert_non_null(out->lines);
    out->told = told[0];
}

static void tell_step(const struct running *running, int step)
{
    int line = step / 2;
    if (step % 2 == 0) {
        fprintf(running->lines, "%s\n", evening.line[line]);
    } else {
        fprintf(running->lines, "note mark %d.\n", line);
    }
}

/* Reads what it writes, until that is so much or it is gone. Returns the last mark in it, or
 * -1. */
static int read_told(const struct running *running, long most)
{
    static char told[1 << 20];
    size_t n = 0;
    ssize_t more = 1;
    while (more > 0 && (long)n < most) {
        more = read(running->told, told + n, sizeof told - 1 - n);
        n += more > 0 ? (size_t)more : 0;
    }
    told[n] = '\0';
    int mark = -1;
    for (const char *p = told; (p = strstr(p, "mark ")) != NULL; p++) {
        char *end;
        long found = strtol(p + 5, &end, 10);
        mark = *end == '.' ? (int)found : mark;
    }
    return mark;
}

static void kill_now(struct running *running)
{
    int status;
    assert_int_equal(kill(running->process, SIGKILL), 0);
    assert_int_equal(waitpid(running->process, &status, 0), running->process);
}

/* ---- the evening ------------------------------------------------------------------------ */

static void read_evening(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    evening.lines = 0;
    while (evening.lines < LINES_MAX &&
           fgets(evening.line[evening.lines], LINE_SIZE, file) != NULL) {
        char *line = evening.line[evening.lines];
        line[strcspn(line, "\n")] = '\0';
        evening.lines += line[0] != '\0' && line[0] != '#';
    }
    fclose(file);
}

/* Plays it without a kill, step by step. */
static void know_evening(void)
{
    struct running running;
    visit_remove(campaign);
    assert_int_equal(visit_run(campaign, "run /dev/null", NULL), 0);
    evening.sum[0] = sum_of_campaign();
    start(&running);
    for (int step = 0; step < 2 * evening.lines; step++) {
        tell_step(&running, step);
        fflush(running.lines);
        do {
            sched_yield();
            evening.sum[step + 1] = sum_of_campaign();
        } while (evening.sum[step + 1] == evening.sum[step] &&
                 waitpid(running.process, NULL, WNOHANG) == 0);
        assert_true(evening.sum[step + 1] != evening.sum[step]);
    }
    fclose(running.lines);
    assert_int_equal(read_told(&running, LONG_MAX), evening.lines - 1);
    close(running.told);
    assert_int_equal(waitpid(running.process, NULL, 0), running.process);
}

/* How many steps the campaign has, at least `least` and one more than the evening's at most. */
static int steps_there(int least)
{
    uint64_t sum = sum_of_campaign();
    for (int step = least; step <= 2 * evening.lines; step++) {
        if (evening.sum[step] == sum) {
            return step;
        }
    }
    fail_msg("after step %d at least: a campaign that the evening never had", least);
    return 0;
}

/* From this step on, and killed somewhere; returns the steps that are there then. */
static int play_and_kill(int step)
{
    struct running running;
    start(&running);
    for (int i = step; i < 2 * evening.lines; i++) {
        tell_step(&running, i);
    }
    fclose(running.lines);
    int first = read_told(&running, draws_between(&draws, 0, 3000));
    for (volatile int wait = draws_between(&draws, 0, 300000); wait > 0; wait--) {
    }
    kill_now(&running);
    int last = read_told(&running, LONG_MAX); /* what it had written before */
    close(running.told);
    last = last > first ? last : first;
    return steps_there(last >= 0 ? 2 * last + 2 : step);
}

static int play_whole(int kills)
{
    int step = 0, done = 0;
    visit_remove(campaign);
    assert_int_equal(visit_run(campaign, "run /dev/null", NULL), 0);
    while (step < 2 * evening.lines && done < kills) {
        step = play_and_kill(step);
        done++;
        if (done % 4 == 0) { /* one who only looks is the first to open it */
            assert_int_equal(visit_run(campaign, "show", NULL), 0);
        }
    }
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    return done;
}

static void test_kills__what_was_told_is_there_and_nothing_else(void **state)
{
    static const char *const scripts[] = {"data/demo/spire.referee",
                                          "data/demo/dungeon.referee"};
    const char *wanted = getenv("KILLS");
    int kills = wanted != NULL ? atoi(wanted) : 12;
    (void)state;
    visit_campaign(campaign, "kills");
    draws_init(&draws);
    for (int i = 0; i < 2; i++) {
        read_evening(scripts[i]);
        know_evening();
        int done = 0;
        while (done < kills) {
            done += play_whole(kills - done);
        }
        printf("# %d kills: %s\n", done, scripts[i]);
    }
    visit_remove(campaign);
}

/* ---- two tables, a server and readers --------------------------------------------------- */

enum { TABLES = 2, AHEAD = 40, SCORE_MAX = 1 << 20 };

struct table_at_work {
    struct running running;
    int next;  /* the number of its first mark: each start has AHEAD numbers of its own */
    int marks; /* that are there */
};

/* A mark and a blow in turn. The marks of the second table are a million higher. */
static void begin_table(struct table_at_work *table, int which)
{
    start(&table->running);
    for (int i = table->next; i < table->next + AHEAD; i++) {
        fprintf(table->running.lines, "note mark %d.\n%s\n", which * SCORE_MAX + i,
                i % 2 == 0 ? "damage Bo 1" : "heal Bo 1");
    }
    fclose(table->running.lines);
}

static bool has_ended(const struct running *running)
{
    siginfo_t info = {.si_pid = 0};
    assert_int_equal(waitid(P_PID, (id_t)running->process, &info, WEXITED | WNOHANG | WNOWAIT),
                     0);
    return info.si_pid != 0;
}

/* The number of marks of one table, and the last of them (-1: none). Their numbers rise in the
 * order of the log, and those of one start have no gap. The act that was under way when a table
 * was killed, which nobody was told of, may come to light later: the log beside the file holds
 * it, and that is read again when the campaign is opened while no other program has it open. */
static int marks_there(int which, int *last)
{
    sqlite3 *db;
    sqlite3_stmt *query;
    int count = 0;
    *last = -1;
    assert_int_equal(sqlite3_open_v2(campaign, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_busy_timeout(db, 10000), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT CAST(substr(command, 11) AS INTEGER) FROM log "
                                        "WHERE command LIKE 'note mark %' ORDER BY id",
                                        -1, &query, NULL),
                     SQLITE_OK);
    while (sqlite3_step(query) == SQLITE_ROW) {
        int mark = sqlite3_column_int(query, 0);
        if (mark / SCORE_MAX == which) {
            int number = mark % SCORE_MAX;
            if (number != *last + 1 && (number <= *last || number % AHEAD != 0)) {
                fail_msg("mark %d comes after mark %d", number, *last);
            }
            *last = number;
            count++;
        }
    }
    assert_int_equal(sqlite3_finalize(query), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return count;
}

static void end_table(struct table_at_work *table, int which)
{
    kill_now(&table->running);
    int told = read_told(&table->running, LONG_MAX);
    close(table->running.told);
    int last;
    table->marks = marks_there(which, &last);
    if (told >= 0 && last < told % SCORE_MAX) {
        fail_msg("mark %d was told, and %d is the last one there", told, last);
    }
    table->next += AHEAD;
}

static pid_t start_server(void)
{
    pid_t server = fork();
    assert_true(server >= 0);
    if (server == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        execl(visit_program(), visit_program(), "--db", campaign, "serve", (char *)NULL);
        _exit(127);
    }
    return server;
}

static void end_server(pid_t server)
{
    kill(server, SIGKILL);
    assert_int_equal(waitpid(server, NULL, 0), server);
}

/* What is read meanwhile is a whole document. */
static void read_beside(const char *out)
{
    static const char *const readers[] = {
        "log session=1 --json", "figures session=1 --json",       "players --once --json",
        "show --json",          "export session=1 --format json", "why Bo hp --json"};
    const char *reader = readers[draws_between(&draws, 0, 5)];
    long n;
    int code = visit_run(campaign, reader, out);
    char *read = fixture_read_file(out, &n);
    assert_non_null(read);
    read = realloc(read, (size_t)n + 1);
    assert_non_null(read);
    read[n] = '\0';
    const char *fault = document_json_fault(read);
    if (code != 0 || fault != NULL) {
        fail_msg("%s: %d, %s", reader, code, fault != NULL ? fault : "whole");
    }
    free(read);
}

static void test_kills__two_tables_lose_nothing_beside_a_server_and_readers(void **state)
{
    static const char *const begin[] = {"encounter Mill system=trilemma",
                                        "add Bo strength=9 wits=10 ac=20 hp=99"};
    const char *wanted = getenv("KILLS");
    int kills = wanted != NULL ? atoi(wanted) : 12, done = 0;
    char out[VISIT_PATH_SIZE];
    struct table_at_work table[TABLES] = {{.next = 0}};
    (void)state;
    visit_campaign(campaign, "kills");
    visit_campaign(out, "read");
    draws_init(&draws);
    FILE *script = fopen(out, "w");
    assert_non_null(script);
    fprintf(script, "%s\n%s\n", begin[0], begin[1]);
    fclose(script);
    char arguments[VISIT_PATH_SIZE + 16];
    snprintf(arguments, sizeof arguments, "run '%s'", out);
    assert_int_equal(visit_run(campaign, arguments, NULL), 0);
    pid_t server = start_server();
    for (int i = 0; i < TABLES; i++) {
        begin_table(&table[i], i);
    }
    while (done < kills) {
        int which = draws_between(&draws, 0, 2);
        if (draws_between(&draws, 0, 1) == 0) {
            read_beside(out);
        }
        for (volatile int wait = draws_between(&draws, 0, 3000000); wait > 0; wait--) {
        }
        for (int i = 0; i < TABLES; i++) {
            if (which == i || which == TABLES) {
                end_table(&table[i], i);
                begin_table(&table[i], i);
                done++;
            }
        }
        if (draws_between(&draws, 0, 7) == 0) {
            end_server(server);
            server = start_server();
            done++;
        }
    }
    for (int i = 0; i < TABLES; i++) {
        int last;
        while (marks_there(i, &last) == 0) { /* all of its starts may have been killed early */
            if (has_ended(&table[i].running) && marks_there(i, &last) == 0) {
                fail_msg("table %d has ended, and never wrote", i);
            }
            sched_yield();
        }
        end_table(&table[i], i);
        assert_true(table[i].marks > 0);
    }
    end_server(server);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    printf("# %d kills of two tables and a server, %d and %d marks\n", done, table[0].marks,
           table[1].marks);
    visit_remove(campaign);
    remove(out);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kills__what_was_told_is_there_and_nothing_else),
        cmocka_unit_test(test_kills__two_tables_lose_nothing_beside_a_server_and_readers),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
