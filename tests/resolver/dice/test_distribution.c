#include "resolver/dice/distribution.h"

#include <math.h>
#include <string.h>

#include "support/draws.h"
#include "support/unit.h"

static unsigned char memory[1 << 20];

static void close_to(double found, double wanted, double within)
{
    if (!(fabs(found - wanted) <= within)) {
        fail_msg("%.17g is not %.17g", found, wanted);
    }
}

static struct arena fresh_arena(void)
{
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    return arena;
}

static struct distribution uniform(int64_t low, int count, struct arena *arena)
{
    struct distribution one;
    assert_int_equal(distribution_zero(&one, low, low + count - 1, arena, NULL), STATUS_OK);
    for (int i = 0; i < count; i++) {
        one.mass[i] = 1.0 / count;
    }
    return one;
}

static double whole(const struct distribution *distribution)
{
    return distribution_at_least(distribution, distribution->low) + distribution->missing;
}

static void test_distribution__has_the_figures_of_a_die(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    struct distribution d6 = uniform(1, 6, &arena);
    close_to(distribution_at(&d6, 1), 1.0 / 6, 0);
    close_to(distribution_at(&d6, 0), 0, 0);
    close_to(distribution_at(&d6, 7), 0, 0);
    close_to(distribution_at(&d6, INT64_MIN), 0, 0);
    close_to(distribution_at_least(&d6, 5), 1.0 / 3, 1e-15);
    close_to(distribution_at_least(&d6, INT64_MIN), 1, 1e-15);
    close_to(distribution_at_least(&d6, 7), 0, 0);
    close_to(distribution_mean(&d6), 3.5, 1e-15);
    close_to(distribution_deviation(&d6), sqrt(35.0 / 12), 1e-15);
    struct distribution far = uniform(-1000000000000000000, 6, &arena);
    close_to(distribution_deviation(&far), sqrt(35.0 / 12), 1e-15);
}

static void test_distribution__two_dice_are_added(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    struct distribution d6 = uniform(1, 6, &arena);
    struct distribution d4 = uniform(-1, 4, &arena);
    struct distribution sum;
    assert_int_equal(distribution_add(&sum, &d6, &d4, &arena, NULL), STATUS_OK);
    assert_true(sum.low == 0 && sum.count == 9);
    static const int ways[] = {1, 2, 3, 4, 4, 4, 3, 2, 1};
    for (int i = 0; i < 9; i++) {
        close_to(sum.mass[i], ways[i] / 24.0, 1e-16);
    }
}

static void test_distribution__missing_mass_is_added_up(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    struct distribution a = uniform(1, 2, &arena);
    struct distribution b = uniform(1, 2, &arena);
    a.mass[1] = 0.25;
    a.missing = 0.25;
    b.mass[1] = 0.375;
    b.missing = 0.125;
    struct distribution sum;
    assert_int_equal(distribution_add(&sum, &a, &b, &arena, NULL), STATUS_OK);
    close_to(sum.missing, 1 - 0.75 * 0.875, 1e-15);
    close_to(whole(&sum), 1, 1e-15);
    assert_int_equal(distribution_times(&sum, &a, 3, &arena, NULL), STATUS_OK);
    close_to(sum.missing, 1 - 0.75 * 0.75 * 0.75, 1e-15);
    close_to(whole(&sum), 1, 1e-15);
}

/* Every number of dice, by squaring (few sides) and by windows (many), against one at a time.
 */
static void test_distribution__many_are_as_one_after_the_other(void **state)
{
    (void)state;
    static const int sides[] = {1, 2, 6, 16, 17, 20, 100};
    for (int s = 0; s < 7; s++) {
        struct arena arena = fresh_arena();
        struct distribution one = uniform(-2, sides[s], &arena);
        struct distribution step = uniform(0, 1, &arena);
        for (int times = 0; times <= 20; times++) {
            size_t mark = arena.used;
            struct distribution many;
            assert_int_equal(distribution_times(&many, &one, times, &arena, NULL), STATUS_OK);
            assert_true(many.low == step.low && many.count == step.count);
            for (int i = 0; i < many.count; i++) {
                close_to(many.mass[i], step.mass[i], 1e-13 * step.mass[i]);
            }
            close_to(whole(&many), 1, 1e-13);
            arena.used = mark;
            struct distribution next;
            assert_int_equal(distribution_add(&next, &step, &one, &arena, NULL), STATUS_OK);
            step = next;
        }
    }
}

static void test_distribution__uneven_numbers_are_summed_too(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    struct arena arena = fresh_arena();
    struct distribution one = uniform(3, 40, &arena);
    double sum = 0;
    for (int i = 0; i < one.count; i++) {
        one.mass[i] = draws_between(&draws, 0, 9);
        sum += one.mass[i];
    }
    for (int i = 0; i < one.count; i++) {
        one.mass[i] /= sum;
    }
    struct distribution many;
    assert_int_equal(distribution_times(&many, &one, 25, &arena, NULL), STATUS_OK);
    close_to(whole(&many), 1, 1e-13);
    close_to(distribution_mean(&many), 25 * distribution_mean(&one), 1e-9);
    close_to(distribution_deviation(&many), 5 * distribution_deviation(&one), 1e-9);
}

static void test_distribution__a_cut_end_goes_to_missing(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    for (int down = 0; down < 2; down++) {
        struct distribution one = uniform(0, 60, &arena);
        double mass = 0.5;
        for (int i = 0; i < one.count; i++) {
            one.mass[down ? one.count - 1 - i : i] = mass;
            mass /= 2;
        }
        one.missing = mass * 2;
        struct distribution all;
        struct distribution cut;
        assert_int_equal(distribution_times(&all, &one, 10, &arena, NULL), STATUS_OK);
        assert_int_equal(distribution_times_cut(&cut, &one, 10, down ? CHAIN_DOWN : CHAIN_UP,
                                                1e-13, &arena, NULL),
                         STATUS_OK);
        assert_true(cut.count < all.count / 4);
        assert_true(cut.missing <= 1e-13 + 10 * one.missing);
        close_to(whole(&cut), 1, 1e-14);
        for (int64_t total = cut.low; total < cut.low + cut.count; total++) {
            close_to(distribution_at(&cut, total), distribution_at(&all, total), 1e-13);
        }
    }
}

/* Masses too small for a double are 0, at both ends alike; the others are those of two halves.
 */
static void test_distribution__ends_without_mass_change_nothing_between(void **state)
{
    (void)state;
    static unsigned char room[8 << 20];
    struct arena arena;
    arena_init(&arena, room, sizeof room);
    struct distribution die = uniform(1, 17, &arena);
    struct distribution half, sum, many;
    assert_int_equal(distribution_times(&half, &die, 1300, &arena, NULL), STATUS_OK);
    assert_int_equal(distribution_add(&sum, &half, &half, &arena, NULL), STATUS_OK);
    assert_int_equal(distribution_times(&many, &die, 2600, &arena, NULL), STATUS_OK);
    assert_true(many.low == sum.low && many.count == sum.count);
    assert_true(many.mass[0] == 0 && many.mass[many.count - 1] == 0);
    close_to(whole(&many), 1, 1e-12);
    for (int i = 0; i < many.count; i++) {
        close_to(many.mass[i], sum.mass[i], 1e-11 * sum.mass[i] + 1e-30);
    }
}

static void test_distribution__nothing_is_cut_below_one_total(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    struct distribution d6 = uniform(1, 6, &arena);
    struct distribution out;
    assert_int_equal(distribution_times_cut(&out, &d6, 2, CHAIN_UP, 1e6, &arena, NULL),
                     STATUS_OK);
    assert_true(out.low == 2 && out.count == 1);
    close_to(whole(&out), 1, 1e-15);
}

static void test_distribution__without_mass_a_sum_has_none(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    struct distribution d6 = uniform(1, 6, &arena);
    struct distribution none, sum;
    assert_int_equal(distribution_zero(&none, 1, 6, &arena, NULL), STATUS_OK);
    none.missing = 1;
    assert_int_equal(distribution_add(&sum, &none, &d6, &arena, NULL), STATUS_OK);
    assert_true(sum.low == 2 && sum.count == 11 && sum.missing == 1);
    close_to(distribution_at_least(&sum, sum.low), 0, 0);
}

static void test_distribution__no_memory_leaves_the_arena_as_it_was(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    struct distribution d6 = uniform(1, 6, &arena);
    struct distribution d20 = uniform(1, 20, &arena);
    size_t before = arena.used;
    struct distribution out;
    for (size_t room = 0; room < 6000; room += 8) {
        arena.size = before + room;
        struct error err;
        enum status status = distribution_times(&out, &d6, 30, &arena, &err);
        assert_true(status == STATUS_OK || status == STATUS_FULL);
        assert_true(status == STATUS_OK || arena.used == before);
        arena.used = before;
        status = distribution_times(&out, &d20, 10, &arena, &err);
        assert_true(status == STATUS_OK || arena.used == before);
        arena.used = before;
        status = distribution_add(&out, &d20, &d20, &arena, &err);
        assert_true(status == STATUS_OK || arena.used == before);
        arena.used = before;
    }
    arena.size = sizeof memory - 64;
    assert_int_equal(distribution_times(&out, &d6, 30, &arena, NULL), STATUS_OK);
    assert_int_equal(arena.used, before + (151 * sizeof(double) + 15) / 16 * 16);
}

static void test_distribution__too_many_totals_are_refused(void **state)
{
    (void)state;
    struct arena arena = fresh_arena();
    struct distribution out;
    struct error err;
    assert_int_equal(distribution_zero(&out, 0, DISTRIBUTION_TOTALS_MAX, &arena, &err),
                     STATUS_FULL);
    assert_string_equal(err.text,
                        "too large to enumerate: the totals span more than 1,000,000");
    assert_int_equal(distribution_zero(&out, INT64_MIN, INT64_MAX, &arena, &err), STATUS_FULL);
    assert_int_equal(distribution_zero(&out, 0, DISTRIBUTION_TOTALS_MAX - 1, &arena, &err),
                     STATUS_FULL);
    assert_string_equal(err.text, "too large to enumerate with the memory available");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distribution__has_the_figures_of_a_die),
        cmocka_unit_test(test_distribution__two_dice_are_added),
        cmocka_unit_test(test_distribution__missing_mass_is_added_up),
        cmocka_unit_test(test_distribution__many_are_as_one_after_the_other),
        cmocka_unit_test(test_distribution__uneven_numbers_are_summed_too),
        cmocka_unit_test(test_distribution__a_cut_end_goes_to_missing),
        cmocka_unit_test(test_distribution__ends_without_mass_change_nothing_between),
        cmocka_unit_test(test_distribution__nothing_is_cut_below_one_total),
        cmocka_unit_test(test_distribution__without_mass_a_sum_has_none),
        cmocka_unit_test(test_distribution__no_memory_leaves_the_arena_as_it_was),
        cmocka_unit_test(test_distribution__too_many_totals_are_refused),
    };
    return cmocka_run_group_tests_name("distribution", tests, NULL, NULL);
}
