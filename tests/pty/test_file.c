/* The campaign's file is moved, deleted, replaced, copied over, loses the log beside it, and
 * finds the disk full, while the table is open and something is being typed. Every act that was
 * shown is in a file whose path was told, and what was typed is still there. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* An act is done; then something happens to the file, while the amount of damage is typed. */
static struct pty *come_to(const char *happening, const char *told)
{
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "\"text::note the lamp falls\" Enter \"gone::note\" Tab d text:3");
    pty_expect_row(pty, 23, " 3");
    in_shell(happening);
    visit_press(pty, "Enter \"expect:file is not in its place\"");
    pty_expect(pty, told);
    return pty;
}

/* What was typed is still there, and is done now. */
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
    check_kept("rm c.db*", "moved or deleted", campaign);
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

/* The table has kept a copy in an idle moment: with what it remembers since, nothing is lost.
 */
static void test_file__copied_over_it_is_kept_beside(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    in_shell("until ls c.db.backups/*.db; do sleep 0.1; done > /dev/null 2>&1");
    visit_leave(pty);
    check_kept("cp older.db c.db", "another file was copied over", kept);
    assert_false(prints(campaign, "log", "the lamp falls"));
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

/* Whoever chooses nothing and leaves, or is ended, is told where it is. */
static void test_file__whoever_leaves_is_told_where_it_is_kept(void **state)
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

/* No file may grow any more, as on a full disk; then there is room again. */
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
        TEST(the_file_that_is_there_now_can_be_gone_on_with),
        TEST(so_can_one_that_was_copied_over_it),
        TEST(whoever_leaves_is_told_where_it_is_kept),
        TEST(q_in_the_dialog_writes_what_is_open_and_leaves),
        TEST(on_a_full_disk_an_act_waits),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
