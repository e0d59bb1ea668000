/* Luck with worked numbers: exact sums of what dice can do, and how many throws tell
 * anything. */
#include <math.h>
#include <string.h>

#include "app/figures/figures.h"
#include "support/acts.h"
#include "support/unit.h"

static struct luck attacks(int count, double chance)
{
    struct luck luck = {0};
    for (int i = 0; i < count; i++) {
        luck_add_chance(&luck, chance);
    }
    return luck;
}

/* Two attacks that hit in one of two cases: 0, 1, 2 hits with 1/4, 1/2, 1/4. */
static void test_luck__of_two_even_attacks_is_the_binomial(void **state)
{
    struct luck luck = attacks(2, 0.5);
    (void)state;
    assert_close(luck_percentile(&luck, 0), 0.125);
    assert_close(luck_percentile(&luck, 1), 0.5);
    assert_close(luck_percentile(&luck, 2), 0.875);
    luck_free(&luck);
}

/* 1 of 6 at 0.4: 0.6^6 = 0.046656 are worse, 6 x 0.4 x 0.6^5 = 0.186624 are as good. */
static void test_luck__of_one_hit_in_six_counts_half_of_the_equal_ones(void **state)
{
    struct luck luck = attacks(6, 0.4);
    (void)state;
    assert_close(luck_percentile(&luck, 1), 0.046656 + 0.186624 / 2);
    luck_free(&luck);
}

/* Attacks with chances of their own: 0.2 and 0.9. None: 0.08, one: 0.02 + 0.72, both: 0.18. */
static void test_luck__adds_chances_that_differ(void **state)
{
    struct luck luck = {0};
    (void)state;
    luck_add_chance(&luck, 0.2);
    luck_add_chance(&luck, 0.9);
    assert_close(luck_percentile(&luck, 0), 0.04);
    assert_close(luck_percentile(&luck, 1), 0.08 + 0.37);
    assert_close(luck_percentile(&luck, 2), 0.82 + 0.09);
    luck_free(&luck);
}

/* 1d4 after an attack that hits in half of the cases, twice: 4 damage comes about as 0 + 4, 1 +
 * 3, 2 + 2, and so on: 2 x 1/2 x 1/8 + 3/64 = 11/64; 0 to 3 before it are 1/4 + 3 x 1/8 + (0 +
 * 1 + 2) / 64. */
static void test_luck__of_damage_is_the_sum_of_distributions(void **state)
{
    struct luck luck = {0};
    json_t *damage = json_pack("{s:f, s:f, s:f, s:f, s:f}", "0", 0.5, "1", 0.125, "2", 0.125,
                               "3", 0.125, "4", 0.125);
    (void)state;
    luck_add_number(&luck, damage);
    luck_add_number(&luck, damage);
    assert_close(luck_percentile(&luck, 4), 0.25 + 0.375 + 3.0 / 64 + 11.0 / 128);
    assert_close(luck_percentile(&luck, 8), 1 - 1.0 / 128);
    json_decref(damage);
    luck_free(&luck);
}

/* The same by convolution, one number after the other. */
enum { SUMS_MAX = 4096 };

static double convolved_percentile(const struct luck *luck, int64_t result)
{
    static double sum[SUMS_MAX], next[SUMS_MAX];
    int reach = 1;
    memset(sum, 0, sizeof sum);
    sum[0] = 1;
    for (int i = 0; i < luck->parts; i++) {
        const struct luck_value *value = luck->value + luck->part[i].first;
        int last = (int)value[luck->part[i].count - 1].value;
        for (int64_t time = 0; time < luck->part[i].times; time++) {
            memset(next, 0, sizeof next);
            for (int k = 0; k < luck->part[i].count; k++) {
                for (int at = 0; at < reach; at++) {
                    next[at + value[k].value] += sum[at] * value[k].chance;
                }
            }
            reach += last;
            assert_true(reach <= SUMS_MAX);
            memcpy(sum, next, sizeof sum);
        }
    }
    double worse = 0;
    for (int at = 0; at < result && at < reach; at++) {
        worse += sum[at];
    }
    return worse + (result >= 0 && result < reach ? sum[result] / 2 : 0);
}

static void check_all_results(const struct luck *luck, int most)
{
    for (int result = 0; result <= most; result++) {
        double expected = convolved_percentile(luck, result);
        assert_true(fabs(luck_percentile(luck, result) - expected) < 1e-11);
    }
}

/* Many rolls of few kinds, few of many, and those where only each second or third result can
 * come about. */
static void test_luck__is_that_of_the_convolution(void **state)
{
    struct luck luck = {0};
    (void)state;
    for (int i = 0; i < 9; i++) {
        luck_add_chance(&luck, 0.05 + 0.1 * i);
    }
    check_all_results(&luck, 10);
    for (int i = 0; i < 90; i++) {
        luck_add_chance(&luck, 0.05 + 0.1 * (i % 9));
    }
    check_all_results(&luck, 101);
    luck_free(&luck);
    const struct luck_value even[] = {{0, 0.4}, {2, 0.25}, {8, 0.35}}, third[] = {{3, 1}};
    luck_add_times(&luck, even, 3, 40);
    check_all_results(&luck, 330);
    luck_add_times(&luck, third, 1, 5);
    check_all_results(&luck, 345);
    const struct luck_value rare[] = {{0, 0.999}, {100, 0.001}};
    luck_add_times(&luck, rare, 2, 20);
    check_all_results(&luck, 400);
    luck_free(&luck);
}

/* The average of a long campaign is in the middle, and what lies one deviation above it is
 * where the normal curve has it. */
static void test_luck__of_a_hundred_thousand_blows_is_nearly_normal(void **state)
{
    struct luck luck = {0};
    const struct luck_value blow[] = {{0, 0.5}, {1, 0.125}, {2, 0.125}, {3, 0.125}, {4, 0.125}};
    (void)state;
    luck_add_times(&luck, blow, 5, 100000); /* average 1.25, variance 3.75 - 1.5625 */
    assert_true(fabs(luck_percentile(&luck, 125000) - 0.5) < 1e-3);
    assert_true(fabs(luck_percentile(&luck, 125468) - 0.841345) < 1e-3);
    assert_true(luck_percentile(&luck, 0) > 0 && luck_percentile(&luck, 0) < 1e-9);
    assert_true(luck_percentile(&luck, 400000) < 1 && luck_percentile(&luck, 400000) > 0.999);
    luck_free(&luck);
}

static void test_luck__of_two_parts_is_that_of_the_whole(void **state)
{
    struct luck whole = attacks(9, 0.35), part = attacks(4, 0.35), other = attacks(5, 0.35);
    struct luck sum = {0};
    (void)state;
    luck_add(&sum, &part);
    luck_add(&sum, &other);
    for (int hits = 0; hits <= 9; hits++) {
        assert_close(luck_percentile(&sum, hits), luck_percentile(&whole, hits));
    }
    luck_free(&whole);
    luck_free(&part);
    luck_free(&other);
    luck_free(&sum);
}

/* Half of what is equally good counts, so the mean over all results is one half. */
static void test_luck__is_one_half_on_average(void **state)
{
    struct luck luck = attacks(12, 0.3);
    double mean = 0, mass = pow(0.7, 12);
    (void)state;
    for (int hits = 0; hits <= 12; hits++) {
        mean += mass * luck_percentile(&luck, hits);
        mass *= (12.0 - hits) / (hits + 1) * 0.3 / 0.7;
    }
    assert_close(mean, 0.5);
    luck_free(&luck);
}

static void test_luck__is_unknown_where_a_chance_is(void **state)
{
    struct luck none = {0}, luck = attacks(3, 0.5), sum = {0};
    (void)state;
    assert_true(luck_percentile(&none, 0) < 0);
    luck_add_number(&luck, NULL);
    assert_true(luck_percentile(&luck, 2) < 0);
    luck_add(&sum, &luck);
    assert_true(luck_percentile(&sum, 2) < 0);
    luck_free(&luck);
    luck_free(&sum);
}

/* A fair coin against one that shows heads twice as often: the shift that is found four times
 * in five is (1.95996 + 0.84162)^2 = 7.849 with one degree of freedom, and each throw adds
 * (1/6)^2 / (1/2) x 2 = 1/9 of it: 70.6 throws. */
static void test_luck__tells_how_many_throws_are_needed(void **state)
{
    (void)state;
    assert_int_equal(luck_enough_throws(1), 0);
    assert_int_equal(luck_enough_throws(2), 71);
    for (int sides = 3; sides <= 100; sides++) {
        assert_true(luck_enough_throws(sides) > luck_enough_throws(sides - 1));
    }
    assert_true(luck_enough_throws(20) > 400); /* hundreds for a d20 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_luck__of_two_even_attacks_is_the_binomial),
        cmocka_unit_test(test_luck__of_one_hit_in_six_counts_half_of_the_equal_ones),
        cmocka_unit_test(test_luck__adds_chances_that_differ),
        cmocka_unit_test(test_luck__of_damage_is_the_sum_of_distributions),
        cmocka_unit_test(test_luck__is_that_of_the_convolution),
        cmocka_unit_test(test_luck__of_a_hundred_thousand_blows_is_nearly_normal),
        cmocka_unit_test(test_luck__of_two_parts_is_that_of_the_whole),
        cmocka_unit_test(test_luck__is_one_half_on_average),
        cmocka_unit_test(test_luck__is_unknown_where_a_chance_is),
        cmocka_unit_test(test_luck__tells_how_many_throws_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
