/* Worked numbers of Pixel Dungeon: the berserker with the war hammer, and the projectile's path
 * cell by cell. */
#include <math.h>
#include <string.h>

#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- inputs ---------------------------------------------------------------------------- */

static double accuracy_of(const char *line)
{
    struct inputs inputs;
    acts_inputs(&inputs, line);
    assert_true(inputs.value[0].is_set);
    return inputs.value[0].decimal;
}

static void test_pixel__a_heros_accuracy_follows_from_level_and_weapon(void **state)
{
    (void)state;
    /* Level 5: 14; the hammer's 1.2: 16.8; 3 points of strength short: about 4.98. */
    assert_close(accuracy_of("pixel attack level=5 dodge=4 damage=5-25"), 14);
    assert_close(accuracy_of("pixel attack level=1 dodge=4 damage=5-25"), 10);
    assert_close(accuracy_of("pixel attack level=5 weapon_accuracy=1.2 dodge=4 damage=5-25"),
                 16.8);
    assert_close(accuracy_of("pixel attack level=5 weapon_accuracy=1.2 strength=15 "
                             "required_strength=18 dodge=4 damage=5-25"),
                 16.8 / 3.375);
    assert_true(fabs(16.8 / 3.375 - 4.98) < 0.005);
    assert_close(accuracy_of("pixel attack level=5 weapon_accuracy=1.2 strength=19 "
                             "required_strength=18 dodge=4 damage=5-25"),
                 16.8);
    assert_close(accuracy_of("pixel attack accuracy=3.25 dodge=4 damage=5-25"), 3.25);
}

static void test_pixel__accuracy_stands_alone_or_follows(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *where;
    } rows[] = {
        {"pixel attack dodge=4 damage=5-25", "accuracy"},
        {"pixel attack accuracy=5 level=5 dodge=4 damage=5-25", "accuracy"},
        {"pixel attack accuracy=5 weapon_accuracy=1 dodge=4 damage=5-25", "accuracy"},
        {"pixel attack accuracy=5 strength=15 dodge=4 damage=5-25", "accuracy"},
        {"pixel attack accuracy=5 required_strength=15 dodge=4 damage=5-25", "accuracy"},
        {"pixel attack accuracy=5 damage=5-25", "dodge"},
        {"pixel attack accuracy=5 dodge=4", "damage"},
        {"pixel attack accuracy=5 dodge=4 damage=25-5", "damage"},
        {"pixel attack accuracy=1000.5 dodge=4 damage=5-25", "accuracy"},
        {"pixel path dx=0 dy=0", "dx"},
        {"pixel path dx=3", "dy"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct inputs inputs;
        struct error err;
        assert_int_equal(acts_read(&inputs, rows[i].line, &err), STATUS_USAGE);
        assert_string_equal(err.where, rows[i].where);
    }
}

static void test_pixel__excess_strength_follows_from_both_strengths(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int excess;
    } rows[] = {
        {"", 0},
        {"strength=15 required_strength=18", 0},
        {"strength=20 required_strength=18", 2},
        {"strength=20", 0},
        {"strength=20 required_strength=18 excess_strength=5", 5},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[160];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "pixel attack level=5 dodge=4 damage=5-5 surprise %s", rows[i].words);
        struct acts_odds odds;
        acts_odds(&odds, line);
        for (int extra = 0; extra < 8; extra++) {
            assert_close(acts_mass(&odds, "damage", 5 + extra),
                         extra <= rows[i].excess ? 1.0 / (rows[i].excess + 1) : 0);
        }
    }
}

/* ---- dice on the table ----------------------------------------------------------------- */

static void test_pixel__the_seeds_blow_kills_the_gnoll_scout(void **state)
{
    (void)state;
    struct acted acted;
    /* 8.6 of 16.8 against 2.5 of 4; 18 of 5-25; 2 of 4 absorbed: 16 of 12 HP. */
    acts_throw(&acted,
               "pixel attack level=5 weapon_accuracy=1.2 dodge=4 damage=5-25 armor=4 hp=12",
               "0.512 0.625 0.5 0.75 2");
    assert_string_equal(acts_outcome(&acted), "hit=1 kill=1 damage=16");
    assert_string_equal(acts_line(&acted),
                        "d% [0.512] x 16.8 accuracy = 8.6016; d% [0.625] x 4 dodge = 2.5: hit; "
                        "5-25 [0.5 0.75] = 18, 0-4 [2]: 16 damage");
    acts_throw(&acted,
               "pixel attack level=5 weapon_accuracy=1.2 dodge=4 damage=5-25 armor=4 hp=12",
               "52 63 =18 4");
    assert_string_equal(acts_outcome(&acted), "hit=1 kill=1 damage=14");
    assert_string_equal(acts_line(&acted),
                        "d% [52] = 0.515 x 16.8 accuracy = 8.652; d% [63] = 0.625 x 4 dodge = "
                        "2.5: hit; 5-25 [=18], 0-4 [4]: 14 damage");
}

static void test_pixel__rolls_are_compared_as_reals(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* 0.5 x 4 = 2 reaches 0.25 x 8 = 2. */
        {"pixel attack accuracy=4 dodge=8 damage=3-3", "0.5 0.25", "hit=1 damage=3"},
        {"pixel attack accuracy=4 dodge=8 damage=3-3", "0.5 0.2501", "hit=0 damage=0"},
        {"pixel attack accuracy=4 dodge=8 damage=3-3", "100 50", "hit=1 damage=3"},
        {"pixel attack accuracy=4 dodge=8 damage=3-3", "1 2", "hit=0 damage=0"},
        /* Magic doubles what the attacker rolls. */
        {"pixel attack accuracy=4 dodge=8 damage=3-3 magic", "0.5 0.5", "hit=1 damage=3"},
        {"pixel attack accuracy=4 dodge=8 damage=3-3 magic", "0.5 0.501", "hit=0 damage=0"},
        /* Nothing against something, something against nothing. */
        {"pixel attack accuracy=0 dodge=8 damage=3-3", "0.5 0.0", "hit=0 damage=0"},
        {"pixel attack accuracy=4 dodge=0 damage=3-3", "0.0 0.9", "hit=1 damage=3"},
        {"pixel attack accuracy=0 dodge=0 damage=3-3", "0.0 0.9", "hit=1 damage=3"},
        /* A surprise attack rolls neither. */
        {"pixel attack accuracy=0 dodge=8 damage=3-3 surprise", "", "hit=1 damage=3"},
        {"pixel attack accuracy=4 dodge=8 damage=3-3", "101",
         "refused: 101 cannot fall on a die "
         "of 1 to 100 (accuracy)"},
        {"pixel attack accuracy=4 dodge=8 damage=3-3", "0",
         "refused: 0 cannot fall on a die of 1 "
         "to 100 (accuracy)"},
        {"pixel attack accuracy=4 dodge=8 damage=3-3", "", "wants 1 of d%"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, "pixel attack accuracy=0 dodge=8 damage=3-3 surprise", "");
    assert_string_equal(acts_line(&acted), "surprise hits, 3 rolled, 3 damage");
}

static void test_pixel__damage_is_worked_out_in_its_order(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* low + whole part of (u1 + u2) x 21 / 2 */
        {"pixel attack accuracy=4 dodge=0 damage=5-25", "1 1 0.0 0.0", "hit=1 damage=5"},
        {"pixel attack accuracy=4 dodge=0 damage=5-25", "1 1 0.5 0.5", "hit=1 damage=15"},
        {"pixel attack accuracy=4 dodge=0 damage=5-25", "1 1 100 100", "hit=1 damage=25"},
        {"pixel attack accuracy=4 dodge=0 damage=5-25", "1 1 0.999 0.9", "hit=1 damage=24"},
        {"pixel attack accuracy=4 dodge=0 damage=5-25", "1 1 =19", "hit=1 damage=19"},
        {"pixel attack accuracy=4 dodge=0 damage=5-25", "1 1 =26",
         "refused: a total of 26 cannot be thrown: it is 5 to 25"},
        /* roll 7, + 2 excess, x 1.5 rounded down = 13, - 4 = 9, x 1.5 = 13 */
        {"pixel attack accuracy=4 dodge=0 damage=7-7 excess_strength=3 fury armor=6 surprise "
         "assassin",
         "2 4", "hit=1 damage=13"},
        /* An assassin without surprise, and surprise without an assassin, add nothing. */
        {"pixel attack accuracy=4 dodge=0 damage=7-7 armor=6 assassin", "1 1 2",
         "hit=1 damage=5"},
        {"pixel attack accuracy=4 dodge=0 damage=7-7 armor=6 surprise", "2", "hit=1 damage=5"},
        /* Absorption leaves nothing below 0; a sniper's shot is not absorbed. */
        {"pixel attack accuracy=4 dodge=0 damage=3-3 armor=6", "1 1 6", "hit=1 damage=0"},
        {"pixel attack accuracy=4 dodge=0 damage=3-3 armor=6 sniper", "1 1", "hit=1 damage=3"},
        {"pixel attack accuracy=4 dodge=0 damage=3-3 fury", "1 1", "hit=1 damage=4"},
        {"pixel attack accuracy=4 dodge=0 damage=3-3 excess_strength=2 hp=5", "1 1 2",
         "hit=1 kill=1 damage=5"},
        {"pixel attack accuracy=4 dodge=0 damage=3-3 excess_strength=2 hp=5", "1 1 1",
         "hit=1 kill=0 damage=4"},
        {"pixel attack accuracy=4 dodge=0 damage=3-3 excess_strength=2", "1 1 3",
         "refused: 3 cannot fall on a die of 0 to 2 (excess strength)"},
    };
    acts_check_rows(rows, COUNT(rows));
}

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
                char line[120];
                struct text text;
                text_init(&text, line, sizeof line);
                text_add(&text,
                         "pixel attack damage=3-3 magic=%s accuracy=", magic ? "yes" : "no");
                text_add_decimal(&text, accuracies[i], 2);
                text_add(&text, " dodge=");
                text_add_decimal(&text, dodges[k], 2);
                struct acts_odds odds;
                acts_odds(&odds, line);
                double expected = area(accuracies[i] * (1 + magic), dodges[k]);
                assert_true(fabs(acts_chance(&odds, "hit") - expected) < 1e-5);
            }
        }
    }
    struct acts_odds odds;
    acts_odds(&odds, "pixel attack accuracy=16.8 dodge=4 damage=5-25");
    assert_close(acts_chance(&odds, "hit"), 1 - 4 / 33.6);
    acts_odds(&odds, "pixel attack accuracy=4 dodge=16 damage=5-25");
    assert_close(acts_chance(&odds, "hit"), 4 / 32.0);
    acts_odds(&odds, "pixel attack accuracy=0 dodge=0 damage=5-25");
    assert_close(acts_chance(&odds, "hit"), 1);
    acts_odds(&odds, "pixel attack accuracy=0 dodge=1 damage=5-25");
    assert_close(acts_chance(&odds, "hit"), 0);
    acts_odds(&odds, "pixel attack accuracy=0 dodge=1 damage=5-25 surprise");
    assert_close(acts_chance(&odds, "hit"), 1);
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
    /* Of 4 numbers: 2/16, 6/16, 6/16, 2/16. */
    acts_odds(&odds, "pixel attack accuracy=1 dodge=0 damage=1-4");
    assert_close(acts_mass(&odds, "damage", 1), 2 / 16.0);
    assert_close(acts_mass(&odds, "damage", 2), 6 / 16.0);
    assert_close(acts_mass(&odds, "damage", 3), 6 / 16.0);
    assert_close(acts_mass(&odds, "damage", 4), 2 / 16.0);
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

/* ---- path ------------------------------------------------------------------------------ */

static struct listing path(const char *line)
{
    struct inputs inputs;
    acts_inputs(&inputs, line);
    struct listing listing = {.rows = 0};
    inputs.action->list(&inputs, &listing);
    return listing;
}

static void test_pixel__a_projectile_visits_the_seeds_cells(void **state)
{
    (void)state;
    struct listing cells = path("pixel path dx=15 dy=8 beyond=1");
    assert_int_equal(cells.rows, 17);
    /* Rows by the walk of the seed: 7, +8 = 15: next row, and so on. */
    static const int rows[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9};
    for (int i = 0; i < 17; i++) {
        assert_int_equal(cells.value[i][0], i + 16 * rows[i]);
        assert_int_equal(cells.value[i][1], rows[i]);
        assert_int_equal(cells.value[i][2], i);
    }
    assert_int_equal(cells.value[0][0], 0);
    assert_int_equal(cells.value[1][0], 17);
    assert_int_equal(cells.value[14][0], 126);
    assert_int_equal(cells.value[15][0], 143);
    assert_int_equal(cells.value[16][0], 160);
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
            char line[60];
            struct text text;
            text_init(&text, line, sizeof line);
            text_add(&text, "pixel path dx=%d dy=%d", dx, dy);
            struct listing cells = path(line);
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
        cmocka_unit_test(test_pixel__a_heros_accuracy_follows_from_level_and_weapon),
        cmocka_unit_test(test_pixel__accuracy_stands_alone_or_follows),
        cmocka_unit_test(test_pixel__excess_strength_follows_from_both_strengths),
        cmocka_unit_test(test_pixel__the_seeds_blow_kills_the_gnoll_scout),
        cmocka_unit_test(test_pixel__rolls_are_compared_as_reals),
        cmocka_unit_test(test_pixel__damage_is_worked_out_in_its_order),
        cmocka_unit_test(test_pixel__the_chance_to_hit_is_an_area),
        cmocka_unit_test(test_pixel__the_hammer_does_15_give_or_take_4_3),
        cmocka_unit_test(test_pixel__damage_odds_equal_counted_dice),
        cmocka_unit_test(test_pixel__a_projectile_visits_the_seeds_cells),
        cmocka_unit_test(test_pixel__paths_are_mirrored_and_turned),
        cmocka_unit_test(test_pixel__every_path_ends_where_it_aims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
