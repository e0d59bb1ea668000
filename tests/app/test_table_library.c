/* The random tables there are: what ships, the user's own in the XDG folder, and a file by name. */
#include "app/table_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/unit.h"

static char home[300];
static struct problems problems;

static void write_file(const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", home, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int setup(void **state)
{
    (void)state;
    const char *folder = getenv("TMPDIR");
    snprintf(home, sizeof home, "%s/library.XXXXXX", folder != NULL ? folder : "/tmp");
    assert_non_null(mkdtemp(home));
    char path[400];
    static const char *const folders[] = {"referee", "referee/tables"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", home, folders[i]);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    return setenv("XDG_DATA_HOME", home, 1);
}

static int teardown(void **state)
{
    (void)state;
    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return unsetenv("XDG_DATA_HOME") != 0 || system(command) != 0;
}

static const char *path_of(const char *name)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", home, name);
    return path;
}

/* The text of the first row of a table; "" when there is none. */
static const char *first_text(const struct table_library *library, const char *name)
{
    const struct random_tables *tables = table_library_tables(library);
    int i = random_table_find(tables, str_of(name), NULL);
    return i >= 0 ? tables->table[i].row[0].text : "";
}

static void test_table_library__what_ships_is_there_without_a_folder(void **state)
{
    (void)state;
    struct table_library *library;
    assert_int_equal(setenv("XDG_DATA_HOME", path_of("nowhere"), 1), 0);
    assert_int_equal(table_library_open(&library, NULL, &problems), STATUS_OK);
    assert_string_equal(first_text(library, "wind"), "calm");
    table_library_close(library);
}

static void test_table_library__the_users_own_take_the_place_of_what_ships(void **state)
{
    (void)state;
    struct table_library *library;
    write_file("referee/tables/b.yaml",
               "tables:\n  - name: wind\n    rows:\n      - text: own\n");
    write_file("referee/tables/notes.txt", "not: [a table\n");
    write_file("referee/tables/.hidden.yaml", "not: [a table\n");
    assert_int_equal(table_library_open(&library, NULL, &problems), STATUS_OK);
    assert_string_equal(first_text(library, "wind"), "own");
    assert_string_equal(first_text(library, "errand"), "company as far as the next bridge");
    table_library_close(library);
    write_file("named.yaml", "tables:\n  - name: wind\n    rows:\n      - text: named\n");
    assert_int_equal(table_library_open(&library, path_of("named.yaml"), &problems), STATUS_OK);
    assert_string_equal(first_text(library, "wind"), "named");
    table_library_close(library);
}

static void test_table_library__mistakes_tell_who_made_them(void **state)
{
    (void)state;
    struct table_library *library = NULL;
    write_file("bad.yaml", "tables: 3\n");
    assert_int_equal(table_library_open(&library, path_of("bad.yaml"), &problems),
                     STATUS_USAGE);
    assert_non_null(strstr(problems.problem[0].where, "/bad.yaml:1:9"));
    write_file("referee/tables/bad.yaml", "tables: 3\n");
    assert_int_equal(table_library_open(&library, NULL, &problems), STATUS_DAMAGED);
    assert_non_null(strstr(problems.problem[0].where, "/tables/bad.yaml:1:9"));
    assert_int_equal(problems.count, 1);
    assert_null(library);
}

static void test_table_library__only_files_are_read(void **state)
{
    (void)state;
    struct table_library *library = NULL;
    assert_int_equal(table_library_open(&library, path_of("none.yaml"), &problems), STATUS_IO);
    assert_string_equal(problems.problem[0].text, "No such file or directory");
    assert_int_equal(table_library_open(&library, path_of("referee"), &problems), STATUS_IO);
    assert_int_equal(mkfifo(path_of("pipe.yaml"), 0600), 0);
    assert_int_equal(table_library_open(&library, path_of("pipe.yaml"), &problems), STATUS_IO);
    assert_null(library);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_table_library__what_ships_is_there_without_a_folder),
        TEST(test_table_library__the_users_own_take_the_place_of_what_ships),
        TEST(test_table_library__mistakes_tell_who_made_them),
        TEST(test_table_library__only_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
