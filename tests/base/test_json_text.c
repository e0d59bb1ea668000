#include "base/json_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/draws.h"
#include "support/unit.h"

static const char *real(double number)
{
    static char buf[64];
    struct text text = text_over(buf, sizeof buf);
    json_text_real(&text, number);
    assert_false(text.is_cut);
    return buf;
}

static void test_json_text__reals_are_short_and_stay_reals(void **state)
{
    (void)state;
    static const struct {
        double number;
        const char *written;
    } rows[] = {
        {0, "0.0"},
        {1, "1.0"},
        {-1.5, "-1.5"},
        {0.55, "0.55"},
        {0.1 + 0.2, "0.3"},
        {1.0 / 3, "0.333333333333333"},
        {2.0 / 3, "0.666666666666667"},
        {1 - 1e-17, "1.0"},
        {0.00025, "0.00025"},
        {0.000025, "0.000025"},
        {0.0000025, "25e-7"},
        {1e-13, "1e-13"},
        {5e-324, "494065645841247e-338"},
        {16.8, "16.8"},
        {1000000, "1000000.0"},
        {123456789012345, "123456789012345.0"},
        {1e15, "1e15"},
        {-1.5e300, "-15e299"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(real(rows[i].number), rows[i].written);
    }
}

static void test_json_text__reals_read_back(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    for (int i = 0; i < 20000; i++) {
        int places = draws_between(&draws, 0, 30);
        double number = draws_between(&draws, -2000000000, 2000000000) / pow(10, places);
        double read = strtod(real(number), NULL);
        if (places <= 22 && read != number) { /* ten digits or less: the same double */
            fail_msg("%.17g is written %s", number, real(number));
        }
        number *= draws_between(&draws, 1, 1000000) / 999983.0;
        read = strtod(real(number), NULL);
        if (fabs(read - number) > 1e-14 * fabs(number)) {
            fail_msg("%.17g is written %s", number, real(number));
        }
    }
}

static void test_json_text__strings_are_escaped(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 100);
    json_text_string(&text, "");
    json_text_string(&text, "O\"Dell \\ \x01\n\x1f é ☕");
    assert_string_equal(text.p, "\"\"\"O\\u0022Dell \\u005c \\u0001\\u000a\\u001f é ☕\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_text__reals_are_short_and_stay_reals),
        cmocka_unit_test(test_json_text__reals_read_back),
        cmocka_unit_test(test_json_text__strings_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
