/* Files in the making, where another program comes between two calls or the system refuses one:
 * the part is of this writer alone, and nothing of anybody else is replaced or removed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault/fault_vfs.h"
#include "store/part_file.h"
#include "support/unit.h"

static char folder[300], path[320];

static int begin(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/names-XXXXXX", parent != NULL ? parent : "/tmp");
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

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The file behind the number is the one of the name. */
static bool has_its_name(const struct part_file *part)
{
    struct stat open, named;
    return fstat(part->file, &open) == 0 && stat(part->path, &named) == 0 &&
           open.st_ino == named.st_ino;
}

static void test_part_names__a_new_one_that_another_program_takes_is_left_to_it(void **state)
{
    (void)state;
    static const enum fault_kind kinds[] = {FAULT_REMOVED, FAULT_REPLACED, FAULT_HELD};
    for (int i = 0; i < 3; i++) {
        struct part_file part;
        fault_arm(kinds[i], 1);
        assert_true(part_file_begin(&part, path, 0600));
        assert_true(fault_disarm());
        assert_true(has_its_name(&part));
        assert_true(part_file_finish(&part, path, true));
        part_file_clear(path);
    }
}

/* One that was left, and is another program's by the time that it is locked, or cannot be
 * opened. */
static void test_part_names__one_that_is_no_longer_left_stays(void **state)
{
    (void)state;
    static const struct {
        enum fault_kind kind;
        bool stays;
    } rows[] = {
        {FAULT_REPLACED, true}, {FAULT_HELD, true}, {FAULT_NAME, true}, {FAULT_REMOVED, false}};
    for (int i = 0; i < 4; i++) {
        char left[400];
        snprintf(left, sizeof left, "%s.part-123456", path);
        write_text(left, "left");
        fault_arm(rows[i].kind, 1);
        errno = 0;
        part_file_clear(path);
        assert_true(fault_disarm());
        assert_int_equal(errno, 0); /* why something else failed is still known */
        assert_int_equal(access(left, F_OK) == 0, rows[i].stays);
        part_file_clear(path);
        assert_int_not_equal(access(left, F_OK), 0);
    }
}

static void test_part_names__a_file_that_is_made_meanwhile_is_not_replaced(void **state)
{
    (void)state;
    struct part_file part;
    assert_true(part_file_begin(&part, path, 0600));
    fault_arm(FAULT_MADE, 1);
    assert_false(part_file_finish(&part, path, false));
    assert_int_equal(errno, EEXIST);
    assert_true(fault_disarm());
    part_file_drop(&part);
    assert_true(in_shell("test \"$(ls)\" = x.db && ! test -s x.db"));
}

/* A file system without links: the part is renamed, but not over a file that is there. */
static void test_part_names__without_links_no_file_is_replaced_either(void **state)
{
    (void)state;
    struct part_file part;
    assert_true(part_file_begin(&part, path, 0600));
    fault_arm(FAULT_NAME, 1);
    assert_true(part_file_finish(&part, path, false));
    assert_true(fault_disarm());
    write_text(path, "kept");
    assert_true(part_file_begin(&part, path, 0600));
    fault_arm(FAULT_NAME, 1);
    assert_false(part_file_finish(&part, path, false));
    assert_int_equal(errno, EEXIST);
    assert_true(fault_disarm());
    part_file_drop(&part);
    assert_true(in_shell("test \"$(ls)\" = x.db && grep -q kept x.db"));
}

int main(void)
{
    fault_install();
#define TEST(name) cmocka_unit_test_setup_teardown(test_part_names__##name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(a_new_one_that_another_program_takes_is_left_to_it),
        TEST(one_that_is_no_longer_left_stays),
        TEST(a_file_that_is_made_meanwhile_is_not_replaced),
        TEST(without_links_no_file_is_replaced_either),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
