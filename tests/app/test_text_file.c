/* Files that somebody names: written whole or not at all, replaced only when told. */
#include "app/file/text_file.h"
#include "app/sitting/result.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/unit.h"

static char folder[400];

static int begin(void **state)
{
    const char *place = getenv("TMPDIR");
    (void)state;
    snprintf(folder, sizeof folder, "%s/files-XXXXXX", place != NULL ? place : "/tmp");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int end(void **state)
{
    char line[500];
    (void)state;
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    return system(line);
}

static const char *path_of(const char *name)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int files_in_folder(void)
{
    DIR *listing = opendir(folder);
    int count = 0;
    assert_non_null(listing);
    while (readdir(listing) != NULL) {
        count++;
    }
    closedir(listing);
    return count - 2; /* . and .. */
}

static void holds(const char *name, const char *wanted)
{
    char read[64];
    struct error err;
    assert_int_equal(text_file_read(path_of(name), read, sizeof read, &err), STATUS_OK);
    assert_string_equal(read, wanted);
}

static void test_write__replaces_only_when_told(void **state)
{
    struct error err;
    (void)state;
    assert_int_equal(text_file_write(path_of("a"), str_of("one"), false, &err), STATUS_OK);
    assert_int_equal(text_file_write(path_of("a"), str_of("two"), false, &err),
                     STATUS_CONFLICT);
    holds("a", "one");
    assert_int_equal(text_file_write(path_of("a"), str_of("two"), true, &err), STATUS_OK);
    holds("a", "two");
    assert_int_equal(files_in_folder(), 1);
}

static void test_write__leaves_nothing_behind_where_it_cannot_write(void **state)
{
    struct error err;
    (void)state;
    assert_int_equal(mkdir(path_of("kept"), 0700), 0);
    for (int may_replace = 0; may_replace < 2; may_replace++) {
        bool may = may_replace == 1;
        assert_int_equal(text_file_write(path_of("none/a"), str_of("x"), may, &err), STATUS_IO);
    }
    assert_int_equal(text_file_write(path_of("kept"), str_of("x"), true, &err), STATUS_IO);
    assert_non_null(strstr(err.text, "not a plain file"));
    assert_int_equal(text_file_write("/dev/null", str_of("x"), true, &err), STATUS_IO);
    assert_int_equal(files_in_folder(), 1);
}

static void test_result__a_file_that_is_there_is_a_refusal(void **state)
{
    struct error err = {.code = STATUS_CONFLICT, .text = "it is there"};
    struct result *result = calloc(1, sizeof *result);
    (void)state;
    assert_non_null(result);
    text_file_result(STATUS_OK, &err, result);
    assert_int_equal(result->kind, RESULT_DONE);
    text_file_result(STATUS_CONFLICT, &err, result);
    assert_int_equal(result->kind, RESULT_REFUSED);
    assert_string_equal(result->refusal.reason, "it is there");
    text_file_result(STATUS_IO, &err, result);
    assert_int_equal(result->kind, RESULT_FAILED);
    free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_write__replaces_only_when_told, begin, end),
        cmocka_unit_test_setup_teardown(test_write__leaves_nothing_behind_where_it_cannot_write,
                                        begin, end),
        cmocka_unit_test(test_result__a_file_that_is_there_is_a_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
