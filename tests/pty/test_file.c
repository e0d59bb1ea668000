/* The campaign's file is moved, deleted, replaced, copied over, loses the log beside it, and
 * meets a full disk, while the table is open and something is being typed. Every act that was
 * shown is in a file whose path was reported, and the typed text is still there. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "support/unit.h"
#include "support/visit.h"

enum { COMMAND_SIZE = 4 * VISIT_PATH_SIZE };

/* In a folder of its own, as copies are made beside it. */
static char folder[VISIT_PATH_SIZE];
static char campaign[VISIT_PATH_SIZE + 16];
static char kept[VISIT_PATH_SIZE + 32];

static void in_shell(const char *command)
{
    char line[COMMAND_SIZE];
    snprintf(line, sizeof line, "cd '%s' && %s", folder, command);
    assert_int_equal(system(line), 0);
}

static int prepare(void **state)
{
    (void)state;
    char line[COMMAND_SIZE];
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/file-XXXXXX", parent != NULL ? parent : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(campaign, sizeof campaign, "%s/c.db", folder);
    snprintf(kept, sizeof kept, "%s/c-kept.db", folder);
    assert_int_equal(visit_run(campaign, "run data/demo/spire.referee", NULL), 0);
    in_shell("cp c.db older.db && for i in $(seq 80); do echo note snow falls; done > snow");
    snprintf(line, sizeof line, "run '%s/snow'", folder);
    assert_int_equal(visit_run(campaign, line, NULL), 0);
    return 0;
}

static int clear(void **state)
{
    (void)state;
    in_shell("rm -rf ./*");
    return rmdir(folder);
}

/* Whether some line of what `show` or `log` prints holds the text. */
static bool prints(const char *path, const char *arguments, const char *text)
{
    char line[1024];
    bool is_there = false;
    char out[VISIT_PATH_SIZE + 16];
    snprintf(out, sizeof out, "%s/out", folder);
    assert_int_equal(visit_run(path, arguments, out), 0);
    FILE *file = fopen(out, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        is_there = is_there || strstr(line, text) != NULL;
    }
    fclose(file);
    return is_there;
}

static void assert_whole(const char *path, const char *newest)
{
    assert_int_equal(visit_run(path, "verify", NULL), 0);
    assert_true(prints(path, "show", newest));
    assert_true(prints(path, "log", "the lamp falls"));
}

/* The cursor is on the selected way, or in the path that is typed below it. */
static bool is_at_selected(struct pty *pty, const void *context)
{
    (void)context;
    int row = 0;
    int column = 0;
    pty_cursor(pty, &row, &column);
    return pty_column_of(pty, row, "›") >= 0 ||
           (row > 0 && pty_column_of(pty, row - 1, "›") >= 0);
}

/* An act is done; then something happens to the file, while the amount of damage is typed. */
static struct pty *come_to(const char *happening, const char *told)
{
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "\"text::note the lamp falls\" Enter \"gone::note\" Tab d text:3");
    pty_expect_row(pty, 23, " 3");
    in_shell(happening);
    visit_press(pty, "Enter \"expect:file is not in its place\"");
    pty_expect(pty, told);
    assert_true(pty_comes_to(pty, is_at_selected, NULL)); /* the cursor comes last */
    return pty;
}

/* The typed text is still there, and is run now. */
static void do_what_waits(struct pty *pty)
{
    pty_expect_row(pty, 23, " 3");
    visit_press(pty, "Enter \"expect:3 damage\" \"gone:Enter accepts\"");
}

/* At the same path or at another one: the whole evening is there. */
static void check_kept(const char *happening, const char *told, const char *path)
{
    struct pty *pty = come_to(happening, told);
    pty_expect(pty, path);
    visit_press(pty, "Esc \"gone:not in its place\" Enter \"expect:not in its place\"");
    visit_press(pty, "Enter \"expect:is written to\"");
    do_what_waits(pty);
    visit_leave(pty);
    assert_whole(path, "takes 3 damage");
}

static void test_file__deleted_it_is_written_again(void **state)
{
    (void)state;
    check_kept("rm c.db", "moved or deleted", campaign);
}

static void test_file__deleted_with_all_that_belongs_to_it(void **state)
{
    (void)state;
    check_kept("rm -r c.db*", "moved or deleted", campaign);
}

static void test_file__moved_it_is_written_again(void **state)
{
    (void)state;
    check_kept("mv c.db other.db", "moved or deleted", campaign);
}

static void test_file__without_its_log_it_is_written_again(void **state)
{
    (void)state;
    check_kept("rm c.db-wal", "which stands beside the campaign", campaign);
}

static void test_file__replaced_it_is_kept_beside(void **state)
{
    (void)state;
    check_kept("mv older.db c.db", "another file was put in the place", kept);
    assert_false(prints(campaign, "log", "the lamp falls"));
}

/* Without waiting for a copy: the first one is made before the first act, and with the rows
 * remembered since then nothing is lost. */
static void test_file__copied_over_it_is_kept_beside(void **state)
{
    (void)state;
    check_kept("cp older.db c.db", "another file was copied over", kept);
    assert_false(prints(campaign, "log", "the lamp falls"));
}

/* It is reported before anything more is typed, with the ways out: the seed and newest row of
 * the file are also compared in idle moments. The act that was shown is in the file that is
 * then written. */
static void test_file__an_older_copy_over_it_is_reported_at_once(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty,
                "\"text::note the lamp falls\" Enter \"expect:undo: note: the lamp falls\"");
    in_shell("cp older.db c.db");
    pty_expect(pty,
               "`reopen`"); /* one word: where the lines end depends on the path before it */
    visit_press(pty, "\"text::note so does the moon\" Enter \"expect:drop what is open here\"");
    visit_press(pty, "Enter \"expect:is written to\"");
    visit_press(pty, "Enter \"expect:undo: note: so does the moon\"");
    visit_leave(pty);
    assert_whole(kept, "so does the moon");
}

/* Another program locks the file while an act waits for it, and the user ends the program
 * meanwhile: it ends cleanly, and everything shown before is there. */
static void test_file__is_whole_when_an_act_waits_for_another_program_at_the_end(void **state)
{
    (void)state;
    sqlite3 *other = NULL;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "\"text::note the lamp falls\" Enter \"gone::note\" Tab d text:3");
    pty_expect_row(pty, 23, " 3");
    assert_int_equal(sqlite3_open(campaign, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    pty_key(pty, "Enter");
    pty_signal(pty, SIGTERM);
    visit_end_interrupted(pty, 0);
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_whole(campaign, "the lamp falls");
}

/* A trigger that another program adds while the table is open makes an act run for long: the
 * user ends the program meanwhile. The act was not shown, and is not there. */
static void test_file__is_whole_when_a_statement_runs_for_long_at_the_end(void **state)
{
    (void)state;
    sqlite3 *other = NULL;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty,
                "\"text::note the lamp falls\" Enter \"expect:undo: note: the lamp falls\"");
    visit_press(pty, "\"text::note the moon too\"");
    assert_int_equal(sqlite3_open(campaign, &other), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(other,
                     "CREATE TRIGGER slow BEFORE INSERT ON log BEGIN SELECT count(*) FROM "
                     "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                     "SELECT i FROM n WHERE i < 0); END",
                     NULL, NULL, NULL),
        SQLITE_OK);
    pty_key(pty, "Enter");
    pty_signal(pty, SIGTERM);
    visit_end_interrupted(pty, 0);
    assert_int_equal(sqlite3_exec(other, "DROP TRIGGER slow", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_whole(campaign, "the lamp falls");
    assert_false(prints(campaign, "log", "the moon too"));
}

/* The other way on: the file that was restored by hand. */
static void check_dropped(const char *happening, const char *told)
{
    struct pty *pty = come_to(happening, told);
    pty_expect(pty, "At the path now:");
    visit_press(pty, "Down Enter \"expect:the table goes on with\"");
    do_what_waits(pty);
    visit_leave(pty);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    assert_true(prints(campaign, "show", "takes 3 damage"));
    assert_false(prints(campaign, "log", "the lamp falls"));
}

static void test_file__the_file_that_is_there_now_can_be_gone_on_with(void **state)
{
    (void)state;
    check_dropped("mv older.db c.db", "another file was put in the place");
}

static void test_file__so_can_one_that_was_copied_over_it(void **state)
{
    (void)state;
    check_dropped("cp older.db c.db", "another file was copied over");
}

/* A user who leaves without choosing, or is ended, is told where it is. */
static void test_file__the_one_who_leaves_is_told_where_it_is_kept(void **state)
{
    (void)state;
    struct pty *pty = come_to("mv older.db c.db", "another file was put in the place");
    pty_signal(pty, SIGTERM);
    pty_wait(pty);
    pty_expect(pty, "what was open is kept in");
    visit_end_interrupted(pty, 3);
    assert_whole(kept, "the lamp falls");
}

/* The dialog itself leads out. */
static void test_file__q_in_the_dialog_writes_what_is_open_and_leaves(void **state)
{
    (void)state;
    struct pty *pty = come_to("mv older.db c.db", "another file was put in the place");
    visit_press(pty, "q \"expect:Enter quits\" Enter");
    pty_wait(pty);
    pty_expect(pty, "what was open is kept in");
    visit_end(pty, 3);
    assert_whole(kept, "the lamp falls");
}

/* No file may grow, as on a full disk; then there is room again. */
static void test_file__on_a_full_disk_an_act_waits(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "\"text::note the lamp falls\" Enter \"gone::note\" Tab d text:3");
    pty_expect_row(pty, 23, " 3");
    pty_limit_files(pty, 1024);
    visit_press(pty, "Enter \"expect:the disk fails to write\"");
    pty_limit_files(pty, -1);
    do_what_waits(pty);
    visit_leave(pty);
    assert_whole(campaign, "takes 3 damage");
}

int main(int argc, char **argv)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_file__##name, prepare, clear)
    const struct CMUnitTest tests[] = {
        TEST(deleted_it_is_written_again),
        TEST(deleted_with_all_that_belongs_to_it),
        TEST(moved_it_is_written_again),
        TEST(without_its_log_it_is_written_again),
        TEST(replaced_it_is_kept_beside),
        TEST(copied_over_it_is_kept_beside),
        TEST(an_older_copy_over_it_is_reported_at_once),
        TEST(is_whole_when_an_act_waits_for_another_program_at_the_end),
        TEST(is_whole_when_a_statement_runs_for_long_at_the_end),
        TEST(the_file_that_is_there_now_can_be_gone_on_with),
        TEST(so_can_one_that_was_copied_over_it),
        TEST(the_one_who_leaves_is_told_where_it_is_kept),
        TEST(q_in_the_dialog_writes_what_is_open_and_leaves),
        TEST(on_a_full_disk_an_act_waits),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
