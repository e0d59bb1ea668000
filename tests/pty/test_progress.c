/* What goes over a whole large file tells on a terminal how far it has come, in a line that is
 * gone at the end, and nowhere else: verifying, a copy, going back to one, and a file of an
 * older version that is brought up to date. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "support/unit.h"
#include "support/visit.h"

/* Of a large file: more than is told of. */
enum { ACTS = 220, PAGES = 12000, ROWS = 12000 };

#define COPY "2026-01-01-200000"

static char folder[VISIT_PATH_SIZE];
static char campaign[VISIT_PATH_SIZE + 16];

static void in_shell(const char *command)
{
    char line[3 * VISIT_PATH_SIZE];
    snprintf(line, sizeof line, "cd '%s' && %s", folder, command);
    assert_int_equal(system(line), 0);
}

/* Pages that were once used make it large. */
static void grow(void)
{
    char sql[160];
    sqlite3 *db;
    assert_int_equal(sqlite3_open(campaign, &db), SQLITE_OK);
    snprintf(sql, sizeof sql,
             "CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(%d)); "
             "DROP TABLE large;",
             PAGES * 4096);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static int prepare(void **state)
{
    (void)state;
    char line[2 * VISIT_PATH_SIZE];
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/progress-XXXXXX", parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(campaign, sizeof campaign, "%s/c.db", folder);
    snprintf(line, sizeof line, "%s/lines", folder);
    FILE *lines = fopen(line, "w");
    assert_non_null(lines);
    fprintf(lines, "encounter Many system=trilemma\nadd 60 rat hp=9 wits=2\n");
    for (int i = 0; i < ACTS; i++) {
        fprintf(lines, "hp * =%d\n", i % 2 == 0 ? 8 : 9);
    }
    assert_int_equal(fclose(lines), 0);
    snprintf(line, sizeof line, "run '%s/lines'", folder);
    assert_int_equal(visit_run(campaign, line, NULL), 0);
    in_shell("mkdir c.db.backups");
    grow();
    return 0;
}

static int clear(void **state)
{
    (void)state;
    in_shell("rm -rf ./*");
    return rmdir(folder);
}

/* Runs it on a terminal to its end; standard error goes there, or to the file "errors". The
 * caller closes it. */
static struct pty *run(const char *const *words, bool tells_errors_to_file)
{
    const char *arguments[12] = {visit_program(), "--db", campaign};
    char errors[VISIT_PATH_SIZE + 16];
    snprintf(errors, sizeof errors, "%s/errors", folder);
    for (int i = 0; words[i] != NULL; i++) {
        arguments[3 + i] = words[i];
    }
    const char *environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    struct pty_program opened = {.arguments = arguments,
                                 .environment = environment,
                                 .rows = 24,
                                 .columns = 120,
                                 .errors_path = tells_errors_to_file ? errors : NULL};
    struct pty *pty = pty_open(&opened);
    struct pty_end end = pty_wait(pty);
    assert_int_equal(end.signal_number, 0);
    assert_int_equal(end.exit_code, 0);
    return pty;
}

static void assert_told_and_gone(struct pty *pty, const char *progress, const char *answer)
{
    if (strstr(pty_output(pty), progress) == NULL) {
        fail_msg("\"%s\" was not told: %s", progress, pty_output(pty));
    }
    assert_null(strstr(pty_screen(pty), progress));
    assert_non_null(strstr(pty_screen(pty), answer));
    pty_close(pty);
}

static void test_progress__verifying_tells_the_rows_it_has_checked(void **state)
{
    static const char *const words[] = {"verify", NULL};
    (void)state;
    assert_told_and_gone(run(words, false), "checked 0 of 1", "is sound");
}

static void test_progress__nothing_is_told_where_errors_go_to_a_file(void **state)
{
    static const char *const words[] = {"verify", NULL};
    static const char *const as_json[] = {"verify", "--json", NULL};
    (void)state;
    struct pty *pty = run(words, true);
    assert_null(strstr(pty_output(pty), "pages"));
    assert_null(strstr(pty_output(pty), "\r "));
    pty_close(pty);
    pty = run(as_json, true);
    assert_non_null(strstr(pty_output(pty), "\"sound\""));
    assert_null(strstr(pty_output(pty), "pages"));
    pty_close(pty);
    in_shell("test ! -s errors");
}

static void test_progress__a_copy_tells_its_pages(void **state)
{
    char path[VISIT_PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s.backups/" COPY ".db", campaign);
    const char *words[] = {"backup", path, NULL};
    (void)state;
    assert_told_and_gone(run(words, false), "copied ", "a copy of");
}

static void test_progress__going_back_to_a_copy_tells_its_pages(void **state)
{
    static const char *const words[] = {"restore", COPY, NULL};
    (void)state;
    assert_told_and_gone(run(words, false), "copied ", "is as it was in the copy");
}

/* A file of the first version, whose rows have no checksums yet, with many more acts at its
 * end. */
static void make_older(void)
{
    char line[2 * VISIT_PATH_SIZE], sql[1024];
    sqlite3 *db;
    snprintf(line, sizeof line, "cp tests/fixtures/version_1/campaign.referee-campaign '%s'",
             campaign);
    assert_int_equal(system(line), 0);
    in_shell("rm -f c.db-*");
    assert_int_equal(sqlite3_open(campaign, &db), SQLITE_OK);
    snprintf(
        sql, sizeof sql,
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d), "
        "last AS (SELECT log.*, (SELECT max(id) FROM log) AS row, "
        "(SELECT max(id) FROM event) AS event FROM log WHERE encounter = "
        "(SELECT encounter FROM opening ORDER BY id DESC LIMIT 1) "
        "ORDER BY id DESC LIMIT 1) "
        "INSERT INTO log SELECT row + i, 'act', encounter, iif(i = 1, id, row + i - 1), "
        "iif(i = 1, head, row + i - 1), row + i, depth + i, acts + i, event + 1, 0, round, "
        "at_ms, 'note', 'note' FROM last, n ORDER BY i",
        ROWS);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fail_msg("%s", sqlite3_errmsg(db));
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void test_progress__an_older_file_tells_what_was_brought_up_to_date(void **state)
{
    static const char *const words[] = {"show", NULL};
    (void)state;
    make_older();
    assert_told_and_gone(run(words, false), "brought up to date ", "round");
}

static void test_progress__so_it_does_before_the_table_is_there(void **state)
{
    (void)state;
    make_older();
    struct pty *pty = visit_open(campaign, &terminal_usual);
    assert_non_null(strstr(pty_output(pty), "brought up"));
    assert_null(strstr(pty_screen(pty), "brought up"));
    visit_press(pty, "q");
    visit_end(pty, 0);
}

int main(int argc, char **argv)
{
    (void)argc;
    visit_begin(argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_progress__verifying_tells_the_rows_it_has_checked),
        cmocka_unit_test(test_progress__nothing_is_told_where_errors_go_to_a_file),
        cmocka_unit_test(test_progress__a_copy_tells_its_pages),
        cmocka_unit_test(test_progress__going_back_to_a_copy_tells_its_pages),
        cmocka_unit_test(test_progress__an_older_file_tells_what_was_brought_up_to_date),
        cmocka_unit_test(test_progress__so_it_does_before_the_table_is_there),
    };
    return cmocka_run_group_tests(tests, prepare, clear);
}
