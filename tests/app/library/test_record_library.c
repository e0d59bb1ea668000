/* The library of a system: what ships, and the user's own records in the XDG folder. */
#include "app/library/record_library.h"

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

static void open_library(struct record_library **out, const struct system *system)
{
    record_library_open(out, system, &diagnostics);
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
    open_library(&library, four_against_darkness());
    assert_int_equal(diagnostics.count, 0);
    for (int i = 0; i < 5; i++) {
        assert_non_null(
            library_find(record_library(library), named[i][0], str_of(named[i][1]), &err));
    }
    record_library_close(library);
}

static void test_record_library__every_game_ships_something_to_meet(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        struct record_library *library;
        open_library(&library, system_at(i));
        assert_int_equal(diagnostics.count, 0);
        if (record_library(library)->count < 10) {
            fail_msg("%s has %d records", system_at(i)->id, record_library(library)->count);
        }
        record_library_close(library);
    }
    record_library_close(NULL);
}

/* The user's own weapon and creature are beside those that ship, and name each other. */
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
    open_library(&library, system_find(str_of("caves-of-qud")));
    assert_int_equal(diagnostics.count, 0);
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
    open_library(&library, system_find(str_of("caves-of-qud")));
    record_library_close(library);
    assert_int_equal(diagnostics.count, 1);
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
    open_library(&library, four_against_darkness());
    assert_int_equal(diagnostics.count, 0);
    const struct library *records = record_library(library);
    assert_string_equal(
        library_text(library_find(records, "class", str_of("warrior"), &err), "life"), "L+9");
    assert_non_null(library_find(records, "foe", str_of("newt"), &err));
    assert_non_null(library_find(records, "foe", str_of("wax-rats"), &err));
    record_library_close(library);
}

static void test_record_library__a_mistake_is_reported_with_its_place(void **state)
{
    (void)state;
    struct record_library *library = NULL;
    home_write(FOLDER "mine.yaml", "classes:\n  - name: scout\n    gear: swrd\n");
    open_library(&library, four_against_darkness());
    assert_non_null(library_find(record_library(library), "class", str_of("warrior"), NULL));
    assert_null(library_find(record_library(library), "class", str_of("scout"), NULL));
    record_library_close(library);
    assert_int_equal(diagnostics.count, 1);
    assert_int_equal(diagnostics.diagnostic[0].code, STATUS_DAMAGED);
    assert_non_null(strstr(diagnostics.diagnostic[0].where, "mine.yaml:3:11"));
    assert_string_equal(diagnostics.diagnostic[0].text,
                        "gear: there is no item swrd; did you mean sword?");
}

/* A file with any number of mistakes does not affect other files, and the records it would have
 * replaced are there. */
static void test_record_library__a_faulty_file_takes_nothing_else_away(void **state)
{
    (void)state;
    struct record_library *library;
    static char many[4096];
    struct text text = text_over(many, sizeof many);
    text_add(&text, "foes:\n");
    for (int i = 0; i < 20; i++) {
        text_add(&text, "  - name: bad-%d\n    foe: vermn\n", i);
    }
    home_write(FOLDER "a.yaml", many);
    home_write(FOLDER "b.yaml", "foes:\n  - name: newt\n    foe: vermin\n    level: 1\n");
    home_write(FOLDER "c.yaml", "foes:\n  - name: wax-rats\n    foe: vermin\n    level: 9\n"
                                "  - name: toad\n    level: x\n");
    home_write(FOLDER "d.yaml", "classes:\n  - name: wizard\n    life: L+9\n    gear: swrd\n");
    open_library(&library, four_against_darkness());
    const struct library *records = record_library(library);
    assert_int_equal(diagnostics.count, DIAGNOSTICS_MAX);
    assert_non_null(library_find(records, "foe", str_of("newt"), NULL));
    assert_null(library_find(records, "foe", str_of("toad"), NULL));
    assert_int_equal(library_find(records, "foe", str_of("newt"), NULL)->place, LIBRARY_OWN);
    const struct library_record *rats = library_find(records, "foe", str_of("wax rats"), NULL);
    assert_int_equal(rats->place, LIBRARY_SHIPPED);
    const struct library_record *wizard =
        library_find(records, "class", str_of("wizard"), NULL);
    assert_int_equal(wizard->place, LIBRARY_SHIPPED); /* d.yaml names what is not there */
    record_library_close(library);
}

static void test_record_library__two_files_with_one_name_are_both_named(void **state)
{
    (void)state;
    struct record_library *library;
    home_write(FOLDER "a.yaml", "foes:\n  - name: newt\n    foe: vermin\n    level: 1\n");
    home_write(FOLDER "b.yaml", "foes:\n  - name: newt\n    foe: vermin\n    level: 2\n");
    open_library(&library, four_against_darkness());
    assert_int_equal(diagnostics.count, 1);
    assert_non_null(strstr(diagnostics.diagnostic[0].where, "b.yaml:2:11"));
    assert_non_null(strstr(diagnostics.diagnostic[0].text, "there is a foe newt already, "));
    assert_non_null(strstr(diagnostics.diagnostic[0].text, "a.yaml:2:5"));
    const struct library_record *newt =
        library_find(record_library(library), "foe", str_of("newt"), NULL);
    assert_string_equal(library_text(newt, "level"), "1");
    record_library_close(library);
}

/* As many as there may be, in files of a thousand; one more is told. */
static void test_record_library__twenty_thousand_kinds_are_read(void **state)
{
    (void)state;
    enum { FILES = 20, EACH = 990 };
    static char bytes[1 << 20];
    struct record_library *library;
    for (int file = 0; file < FILES; file++) {
        struct text text = text_over(bytes, sizeof bytes);
        char path[128];
        text_add(&text, "foes:\n");
        for (int i = 0; i < EACH; i++) {
            text_add(&text, "  - name: newt-%d-%d\n    foe: vermin\n    level: 1\n", file, i);
        }
        text_format(path, sizeof path, FOLDER "f%02d.yaml", file);
        home_write(path, bytes);
    }
    open_library(&library, four_against_darkness());
    assert_int_equal(diagnostics.count, 0);
    assert_true(record_library(library)->count > FILES * EACH);
    assert_non_null(library_find(record_library(library), "foe", str_of("Newt 19 989"), NULL));
    record_library_close(library);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_record_library__ships_every_kind),
        TEST(test_record_library__every_game_ships_something_to_meet),
        TEST(test_record_library__own_weapons_and_creatures_are_known),
        TEST(test_record_library__own_records_go_first),
        TEST(test_record_library__a_mistake_is_reported_with_its_place),
        TEST(test_record_library__a_faulty_file_takes_nothing_else_away),
        TEST(test_record_library__two_files_with_one_name_are_both_named),
        TEST(test_record_library__twenty_thousand_kinds_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
