/* The random tables: those that ship, the user's own in the XDG folder, and a file by name. */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/library/record_library.h"
#include "games/games.h"
#include "support/home.h"
#include "support/unit.h"

static struct diagnostics diagnostics;

static int setup(void **state)
{
    (void)state;
    return home_begin("XDG_DATA_HOME");
}

static int teardown(void **state)
{
    (void)state;
    return home_end("XDG_DATA_HOME");
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
    assert_int_equal(setenv("XDG_DATA_HOME", home_path("nowhere"), 1), 0);
    assert_int_equal(table_library_open(&library, NULL, &diagnostics), STATUS_OK);
    assert_string_equal(first_text(library, "wind"), "calm");
    table_library_close(library);
}

/* Whether a kind of this name ships with any game. */
static bool is_shipped(struct str name)
{
    bool is_found = false;
    for (int i = 0; i < systems_count() && !is_found; i++) {
        struct record_library *library;
        struct diagnostics problems;
        struct error err;
        record_library_open(&library, system_at(i), &problems);
        assert_int_equal(problems.count, 0);
        is_found = library_find(record_library(library), "creature", name, &err) != NULL ||
                   library_find(record_library(library), "foe", name, &err) != NULL;
        record_library_close(library);
    }
    return is_found;
}

static void test_table_library__what_shipped_rows_bring_ships_too(void **state)
{
    (void)state;
    struct table_library *library;
    int brought = 0;
    assert_int_equal(setenv("XDG_DATA_HOME", home_path("nowhere"), 1), 0);
    assert_int_equal(table_library_open(&library, NULL, &diagnostics), STATUS_OK);
    const struct random_tables *tables = table_library_tables(library);
    for (int t = 0; t < tables->count; t++) {
        for (int r = 0; r < tables->table[t].rows; r++) {
            const struct table_row *row = &tables->table[t].row[r];
            for (int i = 0; i < row->brings_count; i++, brought++) {
                struct str rest = str_of(row->brings[i]);
                struct str word = str_next_word(&rest);
                word = char_is_digit(word.p[0]) ? str_next_word(&rest) : word;
                if (!is_shipped(word)) {
                    fail_msg("%s: there is no %.*s", tables->table[t].name, word.n, word.p);
                }
            }
        }
    }
    assert_true(brought >= 40);
    table_library_close(library);
}

static void test_table_library__the_users_own_take_the_place_of_what_ships(void **state)
{
    (void)state;
    struct table_library *library;
    home_write("referee/tables/b.yaml",
               "tables:\n  - name: wind\n    rows:\n      - text: own\n");
    home_write("referee/tables/notes.txt", "not: [a table\n");
    home_write("referee/tables/.hidden.yaml", "not: [a table\n");
    assert_int_equal(table_library_open(&library, NULL, &diagnostics), STATUS_OK);
    assert_string_equal(first_text(library, "wind"), "own");
    assert_string_equal(first_text(library, "errand"), "company as far as the next bridge");
    table_library_close(library);
    home_write("named.yaml", "tables:\n  - name: wind\n    rows:\n      - text: named\n");
    assert_int_equal(table_library_open(&library, home_path("named.yaml"), &diagnostics),
                     STATUS_OK);
    assert_string_equal(first_text(library, "wind"), "named");
    table_library_close(library);
}

static void test_table_library__mistakes_tell_who_made_them(void **state)
{
    (void)state;
    struct table_library *library = NULL;
    home_write("bad.yaml", "tables: 3\n");
    assert_int_equal(table_library_open(&library, home_path("bad.yaml"), &diagnostics),
                     STATUS_USAGE);
    assert_non_null(strstr(diagnostics.diagnostic[0].where, "/bad.yaml:1:9"));
    assert_null(library);
}

/* A file with a mistake is left out whole: the tables it would have replaced are there, and so
 * is everything else. A file that relies on it is reported too. */
static void test_table_library__a_faulty_file_takes_only_itself_away(void **state)
{
    (void)state;
    struct table_library *library = NULL;
    home_write("referee/tables/a.yaml",
               "tables:\n  - name: wind\n    rows:\n      - text: own\n"
               "  - name: rain\n    rows:\n      - {text: a, then: [wnid, 9x hail]}\n"
               "      - {text: b, then: hial}\n");
    home_write("referee/tables/b.yaml",
               "tables:\n  - name: hail\n    rows:\n      - text: hard\n");
    home_write("referee/tables/c.yaml", "tables: 3\n");
    home_write("referee/tables/d.yaml",
               "tables:\n  - name: storm\n    rows:\n      - {text: x, then: rain}\n");
    home_write(
        "referee/tables/e.yaml",
        "tables:\n  - name: calm\n    dice: d4\n    rows:\n      - {roll: 1-3, text: x}\n");
    static const char *const expected[] = {
        "/tables/c.yaml:1:9: tables: expected a list of records",
        "/tables/a.yaml:7:26: then: there is no table wnid; did you mean wind?",
        "/tables/a.yaml:8:25: then: there is no table hial; did you mean hail?",
        "/tables/d.yaml:4:25: then: there is no table rain",
        "/tables/e.yaml:2:5: rows: expected a row for 4",
    };
    enum { MISTAKES = sizeof expected / sizeof expected[0] };
    assert_int_equal(table_library_open(&library, NULL, &diagnostics), STATUS_OK);
    assert_int_equal(diagnostics.count, MISTAKES);
    for (int i = 0; i < MISTAKES; i++) {
        TEXT_BUFFER(told, ERROR_WHERE_SIZE + ERROR_TEXT_SIZE);
        text_add(&told, "%s: %s", diagnostics.diagnostic[i].where,
                 diagnostics.diagnostic[i].text);
        if (strstr(told.p, expected[i]) == NULL) {
            fail_msg("%s, not %s", told.p, expected[i]);
        }
        assert_int_equal(diagnostics.diagnostic[i].code, STATUS_DAMAGED);
    }
    assert_string_equal(first_text(library, "wind"), "calm");
    assert_string_equal(first_text(library, "hail"), "hard");
    const struct random_tables *tables = table_library_tables(library);
    assert_int_equal(random_table_find(tables, str_of("storm"), NULL), -1);
    assert_int_equal(random_table_find(tables, str_of("calm"), NULL), -1);
    table_library_close(library);
    /* The file that the user names must be valid; others need not be. */
    home_write("named.yaml",
               "tables:\n  - name: fog\n    rows:\n      - {text: x, then: hail}\n");
    assert_int_equal(table_library_open(&library, home_path("named.yaml"), &diagnostics),
                     STATUS_OK);
    assert_string_equal(first_text(library, "fog"), "x");
    table_library_close(library);
    home_write("named.yaml",
               "tables:\n  - name: fog\n    rows:\n      - {text: x, then: hial}\n");
    assert_int_equal(table_library_open(&library, home_path("named.yaml"), &diagnostics),
                     STATUS_USAGE);
    assert_int_equal(diagnostics.count, 1);
    assert_non_null(strstr(diagnostics.diagnostic[0].where, "/named.yaml:4:25"));
}

static void test_table_library__only_files_are_read(void **state)
{
    (void)state;
    struct table_library *library = NULL;
    assert_int_equal(table_library_open(&library, home_path("none.yaml"), &diagnostics),
                     STATUS_IO);
    assert_string_equal(diagnostics.diagnostic[0].text, "No such file or directory");
    assert_int_equal(table_library_open(&library, home_path("referee"), &diagnostics),
                     STATUS_IO);
    assert_int_equal(mkfifo(home_path("pipe.yaml"), 0600), 0);
    assert_int_equal(table_library_open(&library, home_path("pipe.yaml"), &diagnostics),
                     STATUS_IO);
    assert_null(library);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_table_library__what_ships_is_there_without_a_folder),
        TEST(test_table_library__what_shipped_rows_bring_ships_too),
        TEST(test_table_library__the_users_own_take_the_place_of_what_ships),
        TEST(test_table_library__mistakes_tell_who_made_them),
        TEST(test_table_library__a_faulty_file_takes_only_itself_away),
        TEST(test_table_library__only_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
