/* Luck with worked numbers: exact sums of what dice can do, and how many throws tell
 * anything. */
#include <math.h>

#include "app/luck.h"
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
static void test_luck__of_one_hit_in_six(void **state)
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
        cmocka_unit_test(test_luck__of_one_hit_in_six),
        cmocka_unit_test(test_luck__adds_chances_that_differ),
        cmocka_unit_test(test_luck__of_damage_is_the_sum_of_distributions),
        cmocka_unit_test(test_luck__of_two_parts_is_that_of_the_whole),
        cmocka_unit_test(test_luck__is_one_half_on_average),
        cmocka_unit_test(test_luck__is_unknown_where_a_chance_is),
        cmocka_unit_test(test_luck__tells_how_many_throws_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
