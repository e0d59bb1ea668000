/* Notes and JSON of other programs: what becomes of them, in tests/content/import/NAME and
 * NAME.want; `make accept` writes the second again. */
#include "content/import/json_records.h"
#include "content/import/notes.h"
#include "support/golden.h"
#include "support/import_text.h"
#include "support/unit.h"

static unsigned char memory[16 << 20];

static void begin(struct import *import)
{
    static struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    assert_true(import_begin(import, &arena));
}

static void assert_told(struct import *import, const char *name)
{
    TEXT_BUFFER(wanted, 100);
    static char told[64 * 1024];
    struct text out = text_over(told, sizeof told);
    import_finish(import);
    import_text_add(&out, import);
    text_add(&wanted, "tests/content/import/%s.want", name);
    golden_assert_file(wanted.p, told);
}

static struct str bytes_of(const char *name)
{
    TEXT_BUFFER(path, 100);
    text_add(&path, "tests/content/import/%s", name);
    return import_text_of_file(path.p);
}

static void assert_json(const char *name)
{
    struct import import;
    begin(&import);
    struct str bytes = bytes_of(name);
    assert_true(json_records_are_in(bytes));
    json_records_read(&import, bytes);
    assert_told(&import, name);
}

static void test_other_programs__blocks_of_notes_are_read_and_mended(void **state)
{
    (void)state;
    struct import import;
    begin(&import);
    struct str bytes = bytes_of("note.md");
    assert_true(notes_are_in(bytes));
    notes_read(&import, bytes, str_of("note"));
    assert_told(&import, "note.md");
}

static void test_other_programs__encounter_blocks_are_prepared_encounters(void **state)
{
    (void)state;
    struct import import;
    begin(&import);
    struct str bytes = bytes_of("encounters.md");
    assert_true(notes_are_in(bytes));
    notes_read(&import, bytes, str_of("fen"));
    assert_string_equal(import.kind, "obsidian");
    assert_told(&import, "encounters.md");
}

static void test_other_programs__a_key_that_is_there_twice_is_told(void **state)
{
    (void)state;
    struct import import;
    begin(&import);
    json_records_read(&import, str_of("[{\"name\": \"Imp\", \"hp\": 3, \"hp\": 4}]"));
    assert_int_equal(import.count, 1);
    assert_int_equal(import.mended, 1);
    assert_non_null(strstr(import.first_remark->why.p, "a key is there twice"));
    import_finish(&import);
    assert_true(import.first->value[IMPORT_HIT_POINTS].number == 3);
    assert_non_null(strstr(import.first->note.p, "hp (again): 4")); /* neither is lost */
    begin(&import);
    json_records_read(&import, str_of("{\"Imp\": {\"Armor Class\": \"12\"},\n"
                                      " \"Imp\": {\"Armor Class\": \"14\"},\n"
                                      " \"Imp\": {\"Armor Class\": \"15\"}}"));
    assert_int_equal(import.count, 3);
    assert_int_equal(import.mended, 2);
    assert_int_equal(import.first_remark->line, 2);
    assert_int_equal(import.last_remark->line, 3);
}

static void test_other_programs__what_is_deep_is_kept_as_it_stands(void **state)
{
    (void)state;
    struct import import;
    begin(&import);
    json_records_read(
        &import,
        str_of("[{\"name\": \"Imp\", \"hp\": 3, \"x\": [[[[[[[[\"deep down\"]]]]]]]]}]"));
    import_finish(&import);
    assert_int_equal(import.count, 1);
    assert_non_null(strstr(import.first->note.p, "deep down"));
}

static void test_other_programs__json_is_known_by_its_keys(void **state)
{
    (void)state;
    assert_json("actors.jsonl");
    assert_json("list.json");
    assert_json("improved.json");
    assert_json("tracker.json");
    assert_json("dungeon.json");
    assert_json("foes.json");
    assert_json("sheets.json");
    assert_json("pack.json");
    assert_json("armed.json");
    assert_json("running.json");
    assert_json("posted.json");
    assert_json("vault.json");
}

static void test_other_programs__a_file_of_yaml_is_a_creature_or_its_variants(void **state)
{
    static const char *const names[] = {"creature.yaml", "variants.yaml", "redirect.yaml"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct import import;
        begin(&import);
        notes_read_yaml(&import, bytes_of(names[i]), str_of("fen eel"));
        assert_told(&import, names[i]);
    }
}

static void test_other_programs__what_is_no_json_is_told(void **state)
{
    (void)state;
    static const char *const texts[] = {"{",
                                        "{}",
                                        "[[[[[[]]]]]]",
                                        "[1, null, \"x\"]",
                                        "{\"a\": }\n{\"b\"",
                                        "{\"a\": 1 \x1B[31m}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct import import;
        begin(&import);
        json_records_read(&import, str_of(texts[i]));
        assert_int_equal(import.count, 0);
        assert_true(import.left_out > 0);
        assert_null(strchr(import.first_remark->why.p, '\x1B')); /* not even quoted */
    }
}

static void test_other_programs__html_becomes_lines(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    struct str plain = json_without_html(
        &arena,
        str_of("<p>5 < 6 &amp; <b>it</b> bites.</p><p>@UUID[Item.x]{Hook} &unknown; <"));
    assert_string_equal(plain.p, "5 < 6 & it bites.\nHook &unknown; <");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_programs__blocks_of_notes_are_read_and_mended),
        cmocka_unit_test(test_other_programs__encounter_blocks_are_prepared_encounters),
        cmocka_unit_test(test_other_programs__a_key_that_is_there_twice_is_told),
        cmocka_unit_test(test_other_programs__what_is_deep_is_kept_as_it_stands),
        cmocka_unit_test(test_other_programs__json_is_known_by_its_keys),
        cmocka_unit_test(test_other_programs__a_file_of_yaml_is_a_creature_or_its_variants),
        cmocka_unit_test(test_other_programs__what_is_no_json_is_told),
        cmocka_unit_test(test_other_programs__html_becomes_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
