/* Files in the making: nobody removes one whose writer lives, and nothing is left of the
 * others. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "store/part_file.h"
#include "support/unit.h"

static char folder[300], path[320];

static int begin(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/part-XXXXXX", parent != NULL ? parent : "/tmp");
    bool is_made = mkdtemp(folder) != NULL;
    snprintf(path, sizeof path, "%s/x.db", folder);
    return is_made ? 0 : 1;
}

static bool in_shell(const char *command)
{
    char line[1000];
    snprintf(line, sizeof line, "cd '%s' && %s", folder, command);
    return system(line) == 0;
}

static int end(void **state)
{
    (void)state;
    return in_shell("rm -rf ./* && rmdir \"$PWD\"") ? 0 : 1;
}

static bool is_there(const char *name)
{
    return access(name, F_OK) == 0;
}

/* Another program, which begins a part and tells its path; it ends when its input does. */
struct writer {
    pid_t program;
    int input;
    struct part_file part;
};

static void other_writer(struct writer *out)
{
    int in[2], told[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(told), 0);
    out->program = fork();
    assert_true(out->program >= 0);
    if (out->program == 0) {
        char byte;
        struct part_file part;
        close(in[1]);
        bool is_begun = part_file_begin(&part, path, 0600) &&
                        write(told[1], &part, sizeof part) == (ssize_t)sizeof part;
        bool is_finished =
            is_begun && read(in[0], &byte, 1) == 1 && part_file_finish(&part, path, false);
        _exit(is_finished ? 0 : 1);
    }
    close(in[0]);
    close(told[1]);
    assert_int_equal(read(told[0], &out->part, sizeof out->part), sizeof out->part);
    close(told[0]);
    out->input = in[1];
}

static int end_of(const struct writer *writer)
{
    int status = -1;
    close(writer->input);
    assert_int_equal(waitpid(writer->program, &status, 0), writer->program);
    return status;
}

static void test_part_file__has_its_name_when_it_is_whole(void **state)
{
    (void)state;
    struct part_file part;
    assert_true(part_file_begin(&part, path, 0600));
    assert_false(is_there(path));
    assert_int_equal(write(part.file, "whole", 5), 5);
    assert_true(part_file_finish(&part, path, false));
    assert_true(in_shell("test \"$(ls)\" = x.db && grep -q whole x.db"));
    assert_true(part_file_begin(&part, path, 0600));
    assert_false(part_file_finish(&part, path, false));
    assert_int_equal(errno, EEXIST);
    part_file_drop(&part);
    assert_true(in_shell("test \"$(ls)\" = x.db && grep -q whole x.db"));
    assert_true(part_file_begin(&part, path, 0600));
    assert_true(part_file_finish(&part, path, true));
    assert_true(in_shell("test \"$(ls)\" = x.db && ! test -s x.db"));
}

static void test_part_file__of_a_killed_writer_is_removed_by_the_next(void **state)
{
    (void)state;
    struct part_file part;
    struct writer writer;
    other_writer(&writer);
    assert_int_equal(kill(writer.program, SIGKILL), 0);
    assert_true(WIFSIGNALED(end_of(&writer)));
    assert_true(is_there(writer.part.path));
    assert_true(in_shell("for part in *; do : > $part-wal; : > $part-shm; done"));
    assert_true(part_file_begin(&part, path, 0600));
    part_file_drop(&part);
    assert_true(in_shell("test -z \"$(ls)\""));
}

static void test_part_file__of_a_living_writer_stays(void **state)
{
    (void)state;
    struct part_file part;
    struct writer writer;
    other_writer(&writer);
    assert_true(part_file_begin(&part, path, 0600));
    part_file_clear(path);
    assert_true(is_there(writer.part.path));
    assert_true(is_there(part.path));
    part_file_drop(&part);
    assert_int_equal(write(writer.input, "", 1), 1);
    assert_int_equal(end_of(&writer), 0);
    assert_true(in_shell("test \"$(ls)\" = x.db"));
}

static void test_part_file__others_of_a_like_name_stay(void **state)
{
    (void)state;
    assert_true(in_shell(": > x.db.part-1; : > x.db.part-1234567; : > x.db.part-12-456;"
                         ": > y.db.part-123456; : > x.db; mkdir x.db.part-abcdef;"
                         "ln -s x.db x.db.part-linked; : > x.db.part-xR3k9Q; ls > ../before"));
    part_file_clear(path);
    assert_true(in_shell("test \"$(grep -v xR3k9Q ../before)\" = \"$(ls)\"; is=$?;"
                         "rm ../before; exit $is"));
}

static void test_part_file__is_not_named_by_errors(void **state)
{
    (void)state;
    struct part_file part;
    struct error err;
    assert_true(part_file_begin(&part, path, 0600));
    (void)error_set(&err, STATUS_IO, part.path, "the disk is full");
    snprintf(err.where, sizeof err.where, "...%.80s", part.path + strlen(part.path) - 20);
    part_file_explain(&part, "x.db", &err);
    assert_string_equal(err.where, "x.db");
    assert_string_equal(err.text, "the disk is full");
    (void)error_set(&err, STATUS_IO, "line 3", "the disk is full");
    part_file_explain(&part, "x.db", &err);
    assert_string_equal(err.where, "line 3");
    part_file_drop(&part);
}

static void test_part_file__in_a_folder_that_is_not_there_is_none(void **state)
{
    (void)state;
    struct part_file part;
    char nowhere[400];
    snprintf(nowhere, sizeof nowhere, "%s/nowhere/x.db", folder);
    assert_false(part_file_begin(&part, nowhere, 0600));
    assert_int_equal(errno, ENOENT);
    part_file_drop(&part);
}

static void test_part_file__with_a_name_that_is_too_long_is_none(void **state)
{
    (void)state;
    struct part_file part;
    static char longer[5000];
    memset(longer, 'x', sizeof longer - 1);
    assert_false(part_file_begin(&part, longer, 0600));
    assert_int_equal(errno, ENAMETOOLONG);
    part_file_clear(longer);
    part_file_drop(&part);
}

/* Names that are taken are passed over, and a file of somebody else stays. */
static void test_part_file__takes_a_name_that_is_free(void **state)
{
    (void)state;
    struct part_file part, other;
    char taken[700];
    assert_true(part_file_begin(&part, path, 0600));
    snprintf(taken, sizeof taken, "%.600s", part.path);
    part_file_drop(&part);
    assert_int_equal(mkdir(taken, 0700), 0);
    assert_true(part_file_begin(&part, path, 0600));
    assert_string_not_equal(part.path, taken);
    assert_true(part_file_begin(&other, path, 0600));
    assert_string_not_equal(other.path, part.path);
    part_file_drop(&other);
    assert_true(part_file_finish(&part, path, false));
    assert_int_equal(rmdir(taken), 0);
    if (geteuid() == 0) { /* only then can a file be given away */
        fclose(fopen(taken, "w"));
        assert_int_equal(chown(taken, 1, 1), 0);
        part_file_clear(path);
        assert_true(is_there(taken));
        assert_int_equal(chown(taken, 0, 0), 0);
        part_file_clear(path);
        assert_false(is_there(taken));
    }
}

/* So many names are tried: those that follow on the first one. */
static void test_part_file__is_none_when_every_name_is_taken(void **state)
{
    (void)state;
    enum { NAMES = 1000, DIGITS = 6 };
    struct part_file part;
    char taken[400];
    assert_true(part_file_begin(&part, path, 0600));
    long first = strtol(part.path + strlen(part.path) - DIGITS, NULL, 16);
    part_file_drop(&part);
    for (int i = 0; i < NAMES; i++) {
        snprintf(taken, sizeof taken, "%s.part-%06lx", path, (first + i) & 0xffffff);
        assert_int_equal(mkdir(taken, 0700), 0);
    }
    assert_false(part_file_begin(&part, path, 0600));
    assert_int_equal(errno, EEXIST);
    assert_int_equal(rmdir(taken), 0);
    assert_true(part_file_begin(&part, path, 0600));
    assert_string_equal(part.path, taken);
    part_file_drop(&part);
}

/* A folder of such a name is no part, and stays. */
static void test_part_file__may_be_where_the_program_is(void **state)
{
    (void)state;
    struct part_file part;
    char was[4096];
    assert_non_null(getcwd(was, sizeof was));
    assert_true(in_shell("mkdir x.db.part-abcdef && : > x.db.part-abcde0"));
    assert_int_equal(chdir(folder), 0);
    assert_true(part_file_begin(&part, "x.db", 0600));
    assert_false(is_there("x.db.part-abcde0"));
    assert_true(part_file_finish(&part, "x.db", false));
    assert_true(is_there("x.db") && is_there("x.db.part-abcdef"));
    assert_true(part_file_begin(&part, "x.db", 0600));
    assert_false(part_file_finish(&part, "x.db", false));
    assert_int_equal(errno, EEXIST);
    part_file_explain(&part, "x.db", NULL);
    part_file_drop(&part);
    assert_int_equal(rmdir("x.db.part-abcdef"), 0);
    assert_int_equal(chdir(was), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_part_file__##name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(has_its_name_when_it_is_whole),
        TEST(of_a_killed_writer_is_removed_by_the_next),
        TEST(of_a_living_writer_stays),
        TEST(others_of_a_like_name_stay),
        TEST(is_not_named_by_errors),
        TEST(in_a_folder_that_is_not_there_is_none),
        TEST(with_a_name_that_is_too_long_is_none),
        TEST(takes_a_name_that_is_free),
        TEST(is_none_when_every_name_is_taken),
        TEST(may_be_where_the_program_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
