/* Several mistakes with their places. */
#include "base/diagnostics.h"

#include <string.h>

#include "base/utf8.h"
#include "support/unit.h"

static void test_problems__ten_are_kept_and_the_rest_dropped(void **state)
{
    (void)state;
    struct diagnostics diagnostics = {.count = 0};
    for (int i = 0; i < DIAGNOSTICS_MAX + 5; i++) {
        assert_int_equal(diagnostics_full(&diagnostics), i >= DIAGNOSTICS_MAX);
        assert_int_equal(diagnostics_add(&diagnostics, STATUS_DAMAGED, "here", "number %d", i),
                         STATUS_DAMAGED);
    }
    assert_int_equal(diagnostics.count, DIAGNOSTICS_MAX);
    assert_string_equal(diagnostics.diagnostic[9].text, "number 9");
    assert_string_equal(diagnostics.diagnostic[9].where, "here");
}

static void test_problems__a_place_is_file_line_and_column(void **state)
{
    (void)state;
    char where[ERROR_WHERE_SIZE];
    assert_string_equal(diagnostics_place(where, "a/b.yaml", 41, 7), "a/b.yaml:41:7");
    assert_string_equal(diagnostics_place(where, "a/b.yaml", 0, 0), "a/b.yaml");
    assert_string_equal(diagnostics_place(where, "a\x1b[31mb\n", 1, 2), "ab :1:2");
}

static void test_problems__of_a_long_path_the_end_is_kept(void **state)
{
    (void)state;
    char path[200];
    char where[ERROR_WHERE_SIZE];
    for (int shift = 0; shift < 4; shift++) {
        struct text text = text_over(path, sizeof path);
        text_add(&text, "%.*s", shift, "abc");
        while (text.n < 150) {
            text_add(&text, "/\xC3\xA9t");
        }
        text_add(&text, "/end.yaml");
        diagnostics_place(where, path, 12, 345);
        assert_true(strncmp(where, "...", 3) == 0);
        assert_true(utf8_is_valid(str_of(where)));
        assert_non_null(strstr(where, "/end.yaml:12:345"));
        assert_in_range(strlen(where), ERROR_WHERE_SIZE - 3, ERROR_WHERE_SIZE - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems__ten_are_kept_and_the_rest_dropped),
        cmocka_unit_test(test_problems__a_place_is_file_line_and_column),
        cmocka_unit_test(test_problems__of_a_long_path_the_end_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
