/* Stat lines as books print them: what becomes of each clause, in tests/content/import/NAME.txt
 * and NAME.want; `make accept` writes the second again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "content/import/stat_lines.h"
#include "support/golden.h"
#include "support/import_text.h"

static unsigned char memory[8 << 20];

/* Returns the kind of the file, "" when it is not known. */
static const char *assert_read(const char *name)
{
    TEXT_BUFFER(path, 100);
    TEXT_BUFFER(wanted, 100);
    static char told[64 * 1024];
    struct arena arena;
    struct import import;
    text_add(&path, "tests/content/import/%s.txt", name);
    text_add(&wanted, "tests/content/import/%s.want", name);
    arena_init(&arena, memory, sizeof memory);
    assert_true(import_begin(&import, &arena));
    struct str lines = import_text_of_file(path.p);
    assert_true(stat_lines_are_in(lines));
    stat_lines_read(&import, lines);
    import_finish(&import);
    struct text out = text_over(told, sizeof told);
    import_text_add(&out, &import);
    golden_assert_file(wanted.p, told);
    return import.kind != NULL ? import.kind : "";
}

static void test_stat_lines__clauses_in_any_order_become_values_or_the_note(void **unused)
{
    (void)unused;
    assert_string_equal(assert_read("lines"), "wizardawn"); /* by one of them */
}

static void test_stat_lines__blanks_alone_part_clauses(void **unused)
{
    (void)unused;
    assert_read("blanks");
}

static void test_stat_lines__a_page_is_several_creatures(void **unused)
{
    (void)unused;
    assert_read("page");
}

static void test_stat_lines__texts_of_other_games_and_programs_are_read(void **unused)
{
    static const struct {
        const char *name, *kind;
    } texts[] = {{"cairn", "cairn"},         {"shadowdark", "shadowdark"},
                 {"wizardawn", "wizardawn"}, {"basic", "bfrpg"},
                 {"old_school", "ose"},      {"latex", "latex"},
                 {"brew", "homebrewery"}};
    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_string_equal(assert_read(texts[i].name), texts[i].kind);
    }
}

static void test_stat_lines__a_family_is_a_creature_for_each_of_its_hit_dice(void **unused)
{
    (void)unused;
    assert_read("families");
}

static void test_stat_lines__prose_is_no_stat_line(void **unused)
{
    (void)unused;
    struct arena arena;
    struct import import;
    struct str prose = str_of("The imp ac cepts 5 coins, and hd is a word.");
    arena_init(&arena, memory, sizeof memory);
    assert_true(import_begin(&import, &arena));
    assert_false(stat_lines_are_in(prose));
    stat_lines_read(&import, prose);
    assert_int_equal(import.count, 0);
    assert_int_equal(import.left_out, 1);
}

static void test_stat_lines__memory_that_is_too_small_is_told(void **unused)
{
    (void)unused;
    struct arena arena;
    struct import import;
    arena_init(&arena, memory, IMPORT_NOTE_MAX + 6000);
    assert_true(import_begin(&import, &arena));
    stat_lines_read(&import, import_text_of_file("tests/content/import/page.txt"));
    assert_true(import.is_full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stat_lines__clauses_in_any_order_become_values_or_the_note),
        cmocka_unit_test(test_stat_lines__blanks_alone_part_clauses),
        cmocka_unit_test(test_stat_lines__a_page_is_several_creatures),
        cmocka_unit_test(test_stat_lines__texts_of_other_games_and_programs_are_read),
        cmocka_unit_test(test_stat_lines__a_family_is_a_creature_for_each_of_its_hit_dice),
        cmocka_unit_test(test_stat_lines__prose_is_no_stat_line),
        cmocka_unit_test(test_stat_lines__memory_that_is_too_small_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
