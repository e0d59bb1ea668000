/* The library of a system: what ships, and the user's own records in the XDG folder. */
#include "app/record_library.h"

#include <string.h>

#include "support/home.h"
#include "support/unit.h"

static struct diagnostics diagnostics;

#define FOLDER "referee/library/four-against-darkness/"

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

static const struct system *four_against_darkness(void)
{
    return system_find(str_of("four-against-darkness"));
}

static void test_record_library__ships_every_kind(void **state)
{
    (void)state;
    static const char *const named[][2] = {{"class", "warrior"},
                                           {"item", "sword"},
                                           {"property", "silver"},
                                           {"ability", "luck"},
                                           {"foe", "wax-rats"}};
    struct record_library *library;
    struct error err;
    assert_int_equal(record_library_open(&library, four_against_darkness(), &diagnostics),
                     STATUS_OK);
    for (int i = 0; i < 5; i++) {
        assert_non_null(
            library_find(record_library(library), named[i][0], str_of(named[i][1]), &err));
    }
    record_library_close(library);
}

static void test_record_library__a_system_without_records_has_none(void **state)
{
    (void)state;
    struct record_library *library;
    assert_int_equal(
        record_library_open(&library, system_find(str_of("trilemma")), &diagnostics),
        STATUS_OK);
    assert_int_equal(record_library(library)->count, 0);
    record_library_close(library);
    record_library_close(NULL);
}

/* A weapon and a creature of one's own stand beside those that ship, and name each other. */
static void test_record_library__own_weapons_and_creatures_are_known(void **state)
{
    (void)state;
    struct record_library *library;
    struct error err;
    home_write("referee/library/caves-of-qud/mine.yaml",
               "weapons:\n  - name: oar\n    source: house\n    damage: 1d4\n"
               "  - name: steel-mace\n    source: house\n    damage: 3d2\n"
               "creatures:\n  - name: ferryman\n    hp: 9\n    weapon: oar\n"
               "    off_weapon: pump-handle\n");
    assert_int_equal(
        record_library_open(&library, system_find(str_of("caves-of-qud")), &diagnostics),
        STATUS_OK);
    const struct library *records = record_library(library);
    assert_string_equal(
        library_text(library_find(records, "weapon", str_of("steel mace"), &err), "damage"),
        "3d2");
    assert_string_equal(
        library_text(library_find(records, "creature", str_of("ferryman"), &err), "weapon"),
        "oar");
    assert_non_null(library_find(records, "creature", str_of("salt-hound"), &err));
    record_library_close(library);
    home_write("referee/library/caves-of-qud/mine.yaml",
               "creatures:\n  - name: ferryman\n    weapon: aor\n");
    assert_int_equal(
        record_library_open(&library, system_find(str_of("caves-of-qud")), &diagnostics),
        STATUS_DAMAGED);
    assert_non_null(strstr(diagnostics.diagnostic[0].where, "mine.yaml:3:13"));
    assert_string_equal(diagnostics.diagnostic[0].text, "weapon: there is no weapon aor");
}

/* The user's own warrior takes the place of the one that ships, and can have what ships. */
static void test_record_library__own_records_go_first(void **state)
{
    (void)state;
    struct record_library *library;
    struct error err;
    home_write(FOLDER "mine.yaml",
               "classes:\n  - name: warrior\n    life: L+9\n    gear: sword\n"
               "foes:\n  - name: newt\n    foe: vermin\n    level: 1\n");
    home_write(FOLDER "notes.txt", "no record");
    assert_int_equal(record_library_open(&library, four_against_darkness(), &diagnostics),
                     STATUS_OK);
    const struct library *records = record_library(library);
    assert_string_equal(
        library_text(library_find(records, "class", str_of("warrior"), &err), "life"), "L+9");
    assert_non_null(library_find(records, "foe", str_of("newt"), &err));
    assert_non_null(library_find(records, "foe", str_of("wax-rats"), &err));
    record_library_close(library);
}

static void test_record_library__a_mistake_is_told_with_its_place(void **state)
{
    (void)state;
    struct record_library *library = NULL;
    home_write(FOLDER "mine.yaml", "classes:\n  - name: scout\n    gear: swrd\n");
    assert_int_equal(record_library_open(&library, four_against_darkness(), &diagnostics),
                     STATUS_DAMAGED);
    assert_null(library);
    assert_int_equal(diagnostics.count, 1);
    assert_non_null(strstr(diagnostics.diagnostic[0].where, "mine.yaml:3:11"));
    assert_string_equal(diagnostics.diagnostic[0].text,
                        "gear: there is no item swrd; did you mean sword?");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_record_library__ships_every_kind),
        TEST(test_record_library__a_system_without_records_has_none),
        TEST(test_record_library__own_weapons_and_creatures_are_known),
        TEST(test_record_library__own_records_go_first),
        TEST(test_record_library__a_mistake_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
