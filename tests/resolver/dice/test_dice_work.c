/* The estimate only has to tell a moment from a long wait. */
#include "resolver/dice/dice_work.h"

#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static double work_of(const char *notation, int times)
{
    struct dice_expr expr;
    struct error err;
    assert_int_equal(dice_expr_parse(&expr, str_of(notation), &err), STATUS_OK);
    return dice_expr_work(&expr, times);
}

static void test_dice_work__what_comes_at_once_is_little(void **state)
{
    (void)state;
    static const char *const notations[] = {
        "1d6",  "2d6+3", "4d6kh3",   "20d6kh10",  "d6!", "100d6", "10d10!", "3",
        "-d20", "d%",    "4d6r1kh3", "(2d6+1)*2", "dF",  "0d6",   "10d6/2"};
    for (int i = 0; i < COUNT(notations); i++) {
        double work = work_of(notations[i], 1);
        assert_true(work >= 0 && work < 1e5);
    }
}

static void test_dice_work__what_takes_long_is_much(void **state)
{
    (void)state;
    static const char *const notations[] = {"100d1000000", "100d100kh50", "(50d100)*(50d100)",
                                            "100d1000!", "10000d1000"};
    for (int i = 0; i < COUNT(notations); i++) {
        assert_true(work_of(notations[i], 1) > 4e6);
    }
    assert_true(work_of("100d20", 30) > 4e6);
    assert_true(work_of("1d6", 30) < 1e5);
}

static void test_dice_work__more_throws_are_more_work(void **state)
{
    (void)state;
    for (int times = 1; times < 50; times++) {
        assert_true(work_of("2d6", times) < work_of("2d6", times + 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice_work__what_comes_at_once_is_little),
        cmocka_unit_test(test_dice_work__what_takes_long_is_much),
        cmocka_unit_test(test_dice_work__more_throws_are_more_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
