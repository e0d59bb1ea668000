#include "base/status.h"

#include <string.h>

#include "base/utf8.h"
#include "support/unit.h"

static void test_status__every_code_has_a_word_of_its_own(void **state)
{
    (void)state;
    for (int a = 0; a < STATUS_COUNT; a++) {
        assert_true(strlen(status_word((enum status)a)) > 0);
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(status_word((enum status)a), status_word((enum status)b));
        }
    }
    assert_int_equal(STATUS_OK, 0);
}

static void test_status__error_set_fills_all_and_returns_the_code(void **state)
{
    (void)state;
    struct error err;
    memset(&err, 'x', sizeof err);
    assert_int_equal(error_set(&err, STATUS_USAGE, "a.yaml:3:1", "no %s here, %d", "word", 7),
                     STATUS_USAGE);
    assert_int_equal(err.code, STATUS_USAGE);
    assert_string_equal(err.where, "a.yaml:3:1");
    assert_string_equal(err.text, "no word here, 7");
}

static void test_status__without_an_error_to_fill_the_code_is_still_returned(void **state)
{
    (void)state;
    assert_int_equal(error_set(NULL, STATUS_FULL, "", "nothing"), STATUS_FULL);
}

static void test_status__an_error_may_be_built_from_its_own_text(void **state)
{
    (void)state;
    struct error err;
    error_set(&err, STATUS_IO, "line 2", "disk full");
    error_set(&err, err.code, "spire.db", "%s: %s", err.where, err.text);
    assert_string_equal(err.where, "spire.db");
    assert_string_equal(err.text, "line 2: disk full");
}

static void test_status__long_texts_are_cut_between_characters(void **state)
{
    (void)state;
    char text[2 * ERROR_TEXT_SIZE + 2];
    for (int shift = 0; shift < 2; shift++) {
        int n = 0;
        if (shift == 1) {
            text[n++] = 'a';
        }
        while (n + 2 < (int)sizeof text) {
            text[n++] = '\xC3';
            text[n++] = '\xA9';
        }
        text[n] = '\0';
        struct error err;
        error_set(&err, STATUS_USAGE, text, "%s", text);
        assert_true(utf8_is_valid(str_of(err.where)));
        assert_true(utf8_is_valid(str_of(err.text)));
        assert_in_range(strlen(err.where), ERROR_WHERE_SIZE - 2, ERROR_WHERE_SIZE - 1);
        assert_in_range(strlen(err.text), ERROR_TEXT_SIZE - 2, ERROR_TEXT_SIZE - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status__every_code_has_a_word_of_its_own),
        cmocka_unit_test(test_status__error_set_fills_all_and_returns_the_code),
        cmocka_unit_test(test_status__without_an_error_to_fill_the_code_is_still_returned),
        cmocka_unit_test(test_status__an_error_may_be_built_from_its_own_text),
        cmocka_unit_test(test_status__long_texts_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
