/* Intervals with worked numbers, and how often they hold what they should. */
#include <math.h>
#include <stdbool.h>

#include "forecast/fight_tally.h"
#include "support/acts.h"
#include "support/unit.h"

static bool is_near(double a, double b)
{
    return fabs(a - b) < 5e-5;
}

static void test_interval__of_half_of_a_hundred_is_that_of_wilson(void **state)
{
    (void)state;
    struct interval chance = interval_of_chance(50, 100);
    assert_close(chance.middle, 0.5);
    assert_true(is_near(chance.low, 0.4038));
    assert_true(is_near(chance.high, 0.5962));
}

/* 3.8415 / 2003.8415. */
static void test_interval__of_none_of_two_thousand_is_under_a_fifth_of_a_percent(void **state)
{
    (void)state;
    struct interval chance = interval_of_chance(0, 2000);
    assert_close(chance.low, 0);
    assert_true(is_near(chance.high, 0.001917));
    chance = interval_of_chance(2000, 2000);
    assert_close(chance.high, 1);
    assert_true(is_near(chance.low, 1 - 0.001917));
}

static void test_interval__of_nothing_is_everything(void **state)
{
    (void)state;
    struct interval chance = interval_of_chance(0, 0);
    assert_close(chance.low, 0);
    assert_close(chance.high, 1);
}

/* 1, 2, 3, 4: 2.5 on average, the variance 5/3, its root over four 0.6455. */
static void test_interval__of_an_average_of_four_is_that_of_the_normal_curve(void **state)
{
    (void)state;
    struct interval average = interval_of_average(10, 30, 4);
    assert_close(average.middle, 2.5);
    assert_true(is_near(average.high - 2.5, 1.95996 * 0.645497));
    assert_true(is_near(2.5 - average.low, 1.95996 * 0.645497));
}

static void test_interval__of_equal_numbers_has_no_width(void **state)
{
    (void)state;
    struct interval average = interval_of_average(-12, 36, 4);
    assert_close(average.low, -3);
    assert_close(average.high, -3);
}

/* How often the interval of `of` cases holds a chance, summed over the binomial. */
static double coverage(double chance, int of)
{
    double covered = 0, mass = pow(1 - chance, of);
    for (int count = 0; count <= of; count++) {
        struct interval interval = interval_of_chance(count, of);
        covered += interval.low <= chance && chance <= interval.high ? mass : 0;
        mass *= (double)(of - count) / (count + 1) * chance / (1 - chance);
    }
    return covered;
}

static void test_interval__holds_the_chance_in_about_95_of_100_cases(void **state)
{
    (void)state;
    double sum = 0;
    int chances = 0;
    for (double chance = 0.02; chance < 0.505; chance += 0.01) {
        double covered = coverage(chance, 200);
        assert_true(covered > 0.88);
        sum += covered;
        chances++;
    }
    assert_true(fabs(sum / chances - 0.95) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interval__of_half_of_a_hundred_is_that_of_wilson),
        cmocka_unit_test(test_interval__of_none_of_two_thousand_is_under_a_fifth_of_a_percent),
        cmocka_unit_test(test_interval__of_nothing_is_everything),
        cmocka_unit_test(test_interval__of_an_average_of_four_is_that_of_the_normal_curve),
        cmocka_unit_test(test_interval__of_equal_numbers_has_no_width),
        cmocka_unit_test(test_interval__holds_the_chance_in_about_95_of_100_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
