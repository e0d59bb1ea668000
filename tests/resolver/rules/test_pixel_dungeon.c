/* Pixel Dungeon: chances as areas and by counted dice, and the paths of projectiles. Worked
 * numbers are in tests/rules/pixel-dungeon. */
#include <math.h>

#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- odds ------------------------------------------------------------------------------ */

/* The area of the unit square where u1 a >= u2 d, in strips. */
static double area(double a, double d)
{
    enum { STRIPS = 200000 };
    double sum = 0;
    for (int i = 0; i < STRIPS; i++) {
        double defence = (i + 0.5) / (double)STRIPS * d;
        double least = a > 0 ? defence / a : 1;
        sum += least < 1 ? 1 - least : 0;
    }
    return sum / (double)STRIPS;
}

static void test_pixel__the_chance_to_hit_is_an_area(void **state)
{
    (void)state;
    static const double accuracies[] = {0, 0.5, 4, 4.98, 16.8, 1000};
    static const double dodges[] = {0.25, 4, 20, 1000};
    for (int i = 0; i < COUNT(accuracies); i++) {
        for (int k = 0; k < COUNT(dodges); k++) {
            for (int magic = 0; magic <= 1; magic++) {
                TEXT_BUFFER(text, 120);
                text_add(&text,
                         "pixel attack damage=3-3 magic=%s accuracy=", magic ? "yes" : "no");
                text_add_decimal(&text, accuracies[i], 2);
                text_add(&text, " dodge=");
                text_add_decimal(&text, dodges[k], 2);
                struct acts_odds odds;
                acts_odds(&odds, text.p);
                double expected = area(accuracies[i] * (1 + magic), dodges[k]);
                assert_true(fabs(acts_chance(&odds, "hit") - expected) < 1e-5);
            }
        }
    }
}

static void test_pixel__the_hammer_does_15_give_or_take_4_3(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "pixel attack accuracy=1 dodge=0 damage=5-25");
    int damage = acts_outcome_index(odds.inputs.action, "damage");
    assert_close(acts_mean(&odds, "damage"), 15);
    assert_true(fabs(odds.odds.numbers[damage].deviation - 4.296) < 0.0005);
    /* Areas of a triangle of 21 steps: 2/441, 6/441, ..., 41/441 in the middle. */
    for (int i = 0; i < 10; i++) {
        assert_close(acts_mass(&odds, "damage", 5 + i), (4 * i + 2) / 441.0);
        assert_close(acts_mass(&odds, "damage", 25 - i), (4 * i + 2) / 441.0);
    }
    assert_close(acts_mass(&odds, "damage", 15), 41 / 441.0);
}

static void test_pixel__damage_odds_equal_counted_dice(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds,
              "pixel attack accuracy=4 dodge=8 damage=2-4 excess_strength=2 fury armor=3 "
              "surprise assassin hp=6");
    static const double rolled[] = {2 / 9.0, 5 / 9.0, 2 / 9.0};
    double expected[20] = {0};
    double kill = 0;
    for (int roll = 2; roll <= 4; roll++) {
        for (int excess = 0; excess <= 2; excess++) {
            for (int absorbed = 0; absorbed <= 3; absorbed++) {
                int harm = (int)floor((roll + excess) * 1.5) - absorbed;
                harm = (int)floor((harm < 0 ? 0 : harm) * 1.5);
                expected[harm] += rolled[roll - 2] / 12;
                kill += harm >= 6 ? rolled[roll - 2] / 12 : 0;
            }
        }
    }
    for (int i = 0; i < 20; i++) {
        assert_close(acts_mass(&odds, "damage", i), expected[i]);
    }
    assert_close(acts_chance(&odds, "kill"), kill);
    acts_odds(&odds, "pixel attack accuracy=4 dodge=8 damage=2-4");
    assert_false(acts_lists(&odds, "kill"));
    assert_close(acts_mass(&odds, "damage", 0), 0.75);
}

/* An even roll, armor that is ignored, and an assassin's die on what is left, each alone and
 * together, counted number by number. */
static void check_as_game(bool is_uniform, bool ignores, bool has_die, bool is_assassin)
{
    static const double near_middle[] = {2 / 25.0, 6 / 25.0, 9 / 25.0, 6 / 25.0, 2 / 25.0};
    enum { LEAST = 1, COUNTED_ROLLS = 5, ARMOR = 2 };
    double expected[20] = {0};
    for (int roll = 0; roll < COUNTED_ROLLS; roll++) {
        double weight = is_uniform ? 1.0 / (double)COUNTED_ROLLS : near_middle[roll];
        int most = ignores ? 0 : ARMOR;
        for (int absorbed = 0; absorbed <= most; absorbed++) {
            int harm = LEAST + roll - absorbed < 0 ? 0 : LEAST + roll - absorbed;
            double each = weight / (most + 1);
            if (!is_assassin || !has_die) {
                expected[is_assassin ? harm * 3 / 2 : harm] += each;
                continue;
            }
            int dice = harm > 1 ? harm - 1 : 1;
            for (int extra = 1; extra <= dice; extra++) {
                expected[harm + extra] += each / dice;
            }
        }
    }
    TEXT_BUFFER(text, 160);
    text_add(&text, "pixel attack accuracy=1 dodge=1 damage=1-5 armor=2 surprise%s%s%s%s",
             is_uniform ? " uniform" : "", ignores ? " ignores_armor" : "",
             has_die ? " assassin_die" : "", is_assassin ? " assassin" : "");
    struct acts_odds odds;
    acts_odds(&odds, text.p);
    for (int i = 0; i < 20; i++) {
        assert_close(acts_mass(&odds, "damage", i), expected[i]);
    }
}

static void test_pixel__damage_as_in_the_game_equals_counted_numbers(void **state)
{
    (void)state;
    for (int flags = 0; flags < 16; flags++) {
        check_as_game((flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, (flags & 8) != 0);
    }
}

/* Cut before the magic doubles it, and the dodge is cut too. */
static void test_pixel__whole_accuracy_is_an_area_of_whole_numbers(void **state)
{
    (void)state;
    for (int tenths = 5; tenths <= 60; tenths += 7) {
        for (int magic = 0; magic <= 1; magic++) {
            TEXT_BUFFER(text, 160);
            text_add(&text,
                     "pixel attack damage=3-3 whole_accuracy magic=%s dodge=4.9 "
                     "accuracy=%d.%d",
                     magic ? "yes" : "no", tenths / 10, tenths % 10);
            struct acts_odds odds;
            acts_odds(&odds, text.p);
            int whole = tenths / 10;
            double wanted = whole == 0 ? 0 : area(whole * (1.0 + magic), 4);
            assert_true(fabs(acts_chance(&odds, "hit") - wanted) < 1e-5);
        }
    }
    struct acts_odds odds;
    acts_odds(&odds, "pixel attack damage=3-3 whole_accuracy accuracy=0.5 dodge=0.9");
    assert_close(acts_chance(&odds, "hit"), 1);
}

/* ---- path ------------------------------------------------------------------------------ */

static struct listing path(const char *line)
{
    struct inputs inputs;
    acts_inputs(&inputs, line);
    struct listing listing = {.rows = 0};
    inputs.action->list(&inputs, &listing);
    return listing;
}

static void test_pixel__paths_are_mirrored_and_turned(void **state)
{
    (void)state;
    struct listing plain = path("pixel path dx=15 dy=8 beyond=3");
    struct listing mirrored = path("pixel path dx=-15 dy=8 beyond=3");
    struct listing turned = path("pixel path dx=8 dy=15 beyond=3");
    struct listing both = path("pixel path dx=-8 dy=-15 beyond=3");
    assert_int_equal(plain.rows, 19);
    for (int i = 0; i < plain.rows; i++) {
        assert_int_equal(mirrored.value[i][1], plain.value[i][1]);
        assert_int_equal(mirrored.value[i][2], -plain.value[i][2]);
        assert_int_equal(turned.value[i][1], plain.value[i][2]);
        assert_int_equal(turned.value[i][2], plain.value[i][1]);
        assert_int_equal(both.value[i][1], -plain.value[i][2]);
        assert_int_equal(both.value[i][2], -plain.value[i][1]);
        assert_int_equal(turned.value[i][0], plain.value[i][0]);
    }
}

static void test_pixel__every_path_ends_where_it_aims(void **state)
{
    (void)state;
    for (int dx = -20; dx <= 20; dx++) {
        for (int dy = -20; dy <= 20; dy++) {
            if (dx == 0 && dy == 0) {
                continue;
            }
            TEXT_BUFFER(text, 60);
            text_add(&text, "pixel path dx=%d dy=%d", dx, dy);
            struct listing cells = path(text.p);
            const int *last = cells.value[cells.rows - 1];
            assert_int_equal(cells.value[0][1], 0);
            assert_int_equal(cells.value[0][2], 0);
            assert_int_equal(last[1], dy);
            assert_int_equal(last[2], dx);
            for (int i = 1; i < cells.rows; i++) {
                int down = cells.value[i][1] - cells.value[i - 1][1];
                int across = cells.value[i][2] - cells.value[i - 1][2];
                assert_true(down * down <= 1 && across * across <= 1 &&
                            (down != 0 || across != 0));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pixel__the_chance_to_hit_is_an_area),
        cmocka_unit_test(test_pixel__the_hammer_does_15_give_or_take_4_3),
        cmocka_unit_test(test_pixel__damage_odds_equal_counted_dice),
        cmocka_unit_test(test_pixel__damage_as_in_the_game_equals_counted_numbers),
        cmocka_unit_test(test_pixel__whole_accuracy_is_an_area_of_whole_numbers),
        cmocka_unit_test(test_pixel__paths_are_mirrored_and_turned),
        cmocka_unit_test(test_pixel__every_path_ends_where_it_aims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
