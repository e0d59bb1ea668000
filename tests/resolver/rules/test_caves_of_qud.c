/* Worked numbers of Caves of Qud: triplets face by face, and chances counted another way. */
#include <math.h>
#include <string.h>

#include "resolver/dice/dice_verbs.h"
#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- dice on the table ----------------------------------------------------------------- */

static void test_qud__a_hit_must_be_higher_than_the_dodge_value(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"qud melee dv=10 av=0", "10", "hit=0 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=10 av=3", "11 1 1 1",
         "hit=1 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=10 av=3 to_hit=2", "9 1 1 1",
         "hit=1 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=10 av=3 to_hit=-1", "11",
         "hit=0 critical=0 penetrates=0 penetrations=0 damage=0"},
        /* A natural 20 hits whatever the dodge value; with masterwork a 19 too. */
        {"qud melee dv=100 av=3 player=no", "20 1 1 1",
         "hit=1 critical=1 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=100 av=3", "19",
         "hit=0 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=100 av=3 player=no masterwork", "19 1 1 1",
         "hit=1 critical=1 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=100 av=3 masterwork", "18",
         "hit=0 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=5 av=3 masterwork player=no", "19 1 1 1",
         "hit=1 critical=1 penetrates=0 penetrations=0 damage=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_qud__triplets_go_on_while_all_three_pass(void **state)
{
    (void)state;
    /* PV 3 against AV 5: a d10 - 2 must be more than 2 (a face of 5), then 4 (7), then 6 (9).
     */
    static const struct acts_row rows[] = {
        {"qud melee dv=0 pv=3 av=5 damage=2d2", "10 4 4 4",
         "hit=1 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=0 pv=3 av=5 damage=2d2", "10 4 5 4 1 2",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=3"},
        {"qud melee dv=0 pv=3 av=5 damage=2d2", "10 5 5 4 1 2",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=3"},
        {"qud melee dv=0 pv=3 av=5 damage=2d2", "10 5 5 5 6 6 6 1 2",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=3"},
        {"qud melee dv=0 pv=3 av=5 damage=2d2", "10 5 5 5 7 6 6 1 2 2 2",
         "hit=1 critical=0 penetrates=1 penetrations=2 damage=7"},
        {"qud melee dv=0 pv=3 av=5 damage=2d2", "10 5 5 5 7 7 7 9 8 8 1 1 1 1 2 2",
         "hit=1 critical=0 penetrates=1 penetrations=3 damage=8"},
        /* A 10 is 8, and is followed at once by its further throw: 8 - 1 = 7. */
        {"qud melee dv=0 pv=-4 av=2", "10 10 1 1 1 2",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=2"},
        {"qud melee dv=0 pv=-4 av=3", "10 10 1 1 1",
         "hit=1 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=0 pv=-12 av=3", "10 10 10 2 1 1 2",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=2"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_qud__penetration_bonuses_add(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int over; /* what the first singlet must exceed */
    } rows[] = {
        {"qud melee dv=0 av=3", 3},
        {"qud melee dv=0 av=3 shown_pv=7", 0},
        {"qud melee dv=0 av=3 pv=3", 0},
        {"qud melee dv=0 av=3 sharp", 2},
        {"qud melee dv=0 av=6 asleep", 2},
        {"qud melee dv=0 av=3 pv_bonus=2 sharp", 0},
        {"qud melee dv=0 av=9 vibro", 0},
        {"qud melee dv=0 av=9 vibro sharp asleep", -5},
        {"qud melee dv=0 av=9 vibro pv=5", 0},
        {"qud psionic dv=0 ego=3 ma=5", 2},
        {"qud psionic dv=0 ego=3 ma=5 shield_av=2", 4},
        {"qud psionic dv=0 ego=3 ma=5 sharp asleep pv_bonus=-1", -2},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct acted acted;
        acts_throw(&acted, rows[i].line, "10");
        assert_true(acted.dice.is_wanting);
        char notation[40];
        struct text text;
        text_init(&text, notation, sizeof notation);
        text_add(&text, "3x(d10-2)>%d", rows[i].over);
        assert_string_equal(acted.dice.request.dice, notation);
        assert_int_equal(acted.dice.request.missing, 3);
        assert_int_equal(acted.dice.request.high, 10);
    }
}

static void test_qud__a_players_critical_penetrates_at_least_once(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"qud melee dv=0 av=20 damage=1d6", "20 1 1 1 4",
         "hit=1 critical=1 penetrates=1 penetrations=1 damage=4"},
        {"qud melee dv=0 av=20 damage=1d6 player=no", "20 1 1 1",
         "hit=1 critical=1 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=0 av=-1 damage=1d6", "20 5 1 1 4",
         "hit=1 critical=1 penetrates=1 penetrations=1 damage=4"},
        {"qud psionic dv=0 ego=0 ma=20 damage=1d6", "20 1 1 1 4",
         "hit=1 critical=1 penetrates=1 penetrations=1 damage=4"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_qud__damage_fells_at_the_hit_points(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"qud melee dv=0 av=3 pv=3 damage=1d6 hp=4", "10 3 1 1 4",
         "hit=1 critical=0 penetrates=1 kill=1 penetrations=1 damage=4"},
        {"qud melee dv=0 av=3 pv=3 damage=1d6 hp=5", "10 3 1 1 4",
         "hit=1 critical=0 penetrates=1 kill=0 penetrations=1 damage=4"},
        {"qud melee dv=0 av=3 pv=3 damage=1d6-8 hp=5", "10 3 1 1 4",
         "hit=1 critical=0 penetrates=1 kill=0 penetrations=1 damage=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_qud__the_line_tells_every_triplet(void **state)
{
    (void)state;
    struct acted acted;
    acts_throw(&acted, "qud melee dv=6 to_hit=2 pv=3 av=5 damage=2d2",
               "10 5 5 10 1 7 6 6 1 2 2 2");
    assert_string_equal(acts_line(&acted),
                        "d20 [10] + 2 to hit = 12 vs DV 6: hit; 3x(d10-2)>2 [5 5 10 1] = 3, "
                        "3x(d10-2)>4 [7 6 6] = 1: 2 penetrations; 2x(2d2) [1 2 2 2] = 7: "
                        "7 damage");
    assert_string_equal(acts_rules(&acted), "hit roll, penetration rolls, damage rolls");
    acts_throw(&acted, "qud melee dv=6 pv=3 av=5", "10 1 1 1");
    assert_string_equal(acts_line(&acted),
                        "d20 [10] = 10 vs DV 6: hit; 3x(d10-2)>2 [1 1 1] = 0: "
                        "does not penetrate");
}

static void test_qud__pv_is_given_once(void **state)
{
    (void)state;
    struct inputs inputs;
    struct error err;
    assert_int_equal(acts_read(&inputs, "qud melee dv=0 av=0 pv=0 shown_pv=4", &err),
                     STATUS_USAGE);
    assert_int_equal(acts_read(&inputs, "qud melee av=0", &err), STATUS_USAGE);
    assert_string_equal(err.where, "dv");
    assert_int_equal(acts_read(&inputs, "qud melee dv=0", &err), STATUS_USAGE);
    assert_string_equal(err.where, "av");
    assert_int_equal(acts_read(&inputs, "qud psionic dv=0 ma=0", &err), STATUS_USAGE);
    assert_string_equal(err.where, "ego");
    assert_int_equal(acts_read(&inputs, "qud psionic dv=0 ma=0 ego=1 vibro", &err),
                     STATUS_USAGE);
    assert_string_equal(err.where, "vibro");
}

/* ---- odds ------------------------------------------------------------------------------ */

/* P(singlet > over) by summing the chances of every value it can end with. */
static double singlet_by_values(int over)
{
    double chance = 0;
    double chain = 1;
    for (int chains = 0; chains < 30; chains++) {
        for (int last = -1; last <= 7; last++) {
            chance += 8 * chains + last > over ? chain / 10 : 0;
        }
        chain /= 10;
    }
    return chance;
}

static void test_qud__a_singlet_passes_by_a_geometric_sum(void **state)
{
    (void)state;
    struct singlet singlet = {.sides = 10, .minus = 2};
    for (int over = -10; over <= 60; over++) {
        assert_close(dice_singlet_chance(singlet, over), singlet_by_values(over));
    }
    assert_close(dice_singlet_chance(singlet, -2), 1);
    assert_close(dice_singlet_chance(singlet, -1), 0.9);
    assert_close(dice_singlet_chance(singlet, 2), 0.6);
    assert_close(dice_singlet_chance(singlet, 6), 0.2);
    assert_close(dice_singlet_chance(singlet, 7), 0.09);
    assert_close(dice_singlet_chance(singlet, 8), 0.08);
}

static void test_qud__penetrations_equal_products_of_triplets(void **state)
{
    (void)state;
    for (int margin = -6; margin <= 12; margin += 3) {
        char line[100];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "qud melee dv=10 to_hit=3 player=no pv=0 av=%d damage=1d6", margin);
        struct acts_odds odds;
        acts_odds(&odds, line);
        /* d20 + 3 > 10: 8 to 20. */
        double hit = 13.0 / 20;
        double all = hit;
        double ended_before = 0;
        assert_close(acts_chance(&odds, "hit"), hit);
        assert_close(acts_chance(&odds, "critical"), 0.05);
        for (int triplet = 0; triplet < 12; triplet++) {
            double pass = singlet_by_values(margin + 2 * triplet);
            double none = pow(1 - pass, 3);
            double one_or_two = 1 - none - pow(pass, 3);
            /* So many come of this triplet with none, or of the one before with one or two. */
            double mass = all * none + ended_before + (triplet == 0 ? 1 - hit : 0);
            assert_close(acts_mass(&odds, "penetrations", triplet), mass);
            ended_before = all * one_or_two;
            all *= pow(pass, 3);
        }
        double once = singlet_by_values(margin);
        assert_close(acts_chance(&odds, "penetrates"), hit * (1 - pow(1 - once, 3)));
        assert_true(fabs(acts_mean(&odds, "damage") - 3.5 * acts_mean(&odds, "penetrations")) <
                    1e-11);
        assert_true(odds.odds.unresolved <= 1e-12);
    }
}

static void test_qud__a_critical_raises_the_chance_to_penetrate(void **state)
{
    (void)state;
    struct acts_odds odds;
    double once = 1 - pow(1 - singlet_by_values(3), 3);
    acts_odds(&odds, "qud melee dv=10 av=3");
    assert_close(acts_chance(&odds, "penetrates"), 0.45 * once + 0.05);
    acts_odds(&odds, "qud melee dv=10 av=3 player=no");
    assert_close(acts_chance(&odds, "penetrates"), 0.5 * once);
    acts_odds(&odds, "qud melee dv=10 av=3 masterwork");
    assert_close(acts_chance(&odds, "critical"), 0.1);
    assert_close(acts_chance(&odds, "penetrates"), 0.4 * once + 0.1);
    acts_odds(&odds, "qud melee dv=100 av=3 masterwork");
    assert_close(acts_chance(&odds, "hit"), 0.1);
    acts_odds(&odds, "qud melee dv=0 av=3 hp=1");
    assert_close(acts_chance(&odds, "kill"), acts_chance(&odds, "penetrates"));
    acts_odds(&odds, "qud melee dv=0 av=3");
    assert_false(acts_lists(&odds, "kill"));
}

static void test_qud__far_too_strong_blows_still_have_exact_odds(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "qud melee dv=0 pv=100 av=-100 damage=1d2 hp=100");
    assert_true(odds.odds.unresolved <= 1e-12);
    assert_true(acts_mean(&odds, "penetrations") > 95 &&
                acts_mean(&odds, "penetrations") < 110);
    double sum = 0;
    for (int i = 0; i < 200; i++) {
        sum += acts_mass(&odds, "penetrations", i);
    }
    assert_close(sum + odds.odds.unresolved, 1);
}

/* ---- shields and effects --------------------------------------------------------------- */

/* AV Calculation: "The AV value of one equipped shield if the attack is determined to be
 * blocked by that shield", which is also what a vibro weapon's base equals. */
static void test_qud__a_blocking_shield_adds_its_av(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* PV 0 against 3 + 2: a face of 8 is 6, a face of 7 is 5. */
        {"qud melee dv=0 pv=0 av=3 shield_av=2", "10 7 7 7",
         "hit=1 critical=0 penetrates=0 penetrations=0 damage=0"},
        {"qud melee dv=0 pv=0 av=3 shield_av=2", "10 8 7 7 2",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=2"},
        {"qud melee dv=0 pv=0 av=3", "10 6 5 5 2",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=2"},
        {"qud melee dv=0 av=9 shield_av=4 vibro", "10 3 2 2 1",
         "hit=1 critical=0 penetrates=1 penetrations=1 damage=1"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acts_odds apart;
    acts_odds(&apart, "qud melee dv=8 pv=2 av=3 shield_av=2 damage=1d6");
    double mean = acts_mean(&apart, "damage");
    acts_odds(&apart, "qud melee dv=8 pv=2 av=5 damage=1d6");
    assert_close(mean, acts_mean(&apart, "damage"));
}

/* Resistances: "a character with 30% cold resistance will take 30% less damage from the cold
 * effect"; what is left is rounded down. */
static void test_qud__resistance_takes_its_percent_of_an_effect(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"qud effect damage=2d6", "3 4", "damage=7"},
        {"qud effect damage=2d6 resistance=30", "4 6", "damage=7"},
        {"qud effect damage=2d6 resistance=30", "3 4", "damage=4"},
        {"qud effect damage=2d6 resistance=50", "=5", "damage=2"},
        {"qud effect damage=2d6 resistance=99", "6 6", "damage=0"},
        {"qud effect damage=2d6 resistance=100", "6 6", "damage=0"},
        {"qud effect damage=2d6 resistance=-50", "1 4", "damage=7"},
        {"qud effect damage=2d6 resistance=-100", "6 6", "damage=24"},
        {"qud effect damage=1d4-3 resistance=-100", "1", "damage=0"},
        {"qud effect damage=2d6 resistance=30 hp=7", "4 6", "kill=1 damage=7"},
        {"qud effect damage=2d6 resistance=30 hp=8", "4 6", "kill=0 damage=7"},
        {"qud effect damage=2d6 resistance=100 hp=0", "4 6", "kill=0 damage=0"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, rows[1].line, rows[1].given);
    assert_string_equal(acts_line(&acted), "2d6 [4 6] = 10 x 0.7 resistance: 7 damage");
    assert_string_equal(acts_rules(&acted), "hit roll, resistances");
    struct inputs inputs;
    struct error err;
    assert_int_equal(acts_read(&inputs, "qud effect", &err), STATUS_USAGE);
    assert_string_equal(err.where, "damage");
    assert_int_equal(acts_read(&inputs, "qud effect damage=1 resistance=101", &err),
                     STATUS_USAGE);
    assert_string_equal(err.where, "resistance");
}

static void test_qud__the_odds_of_an_effect_are_rounded_value_by_value(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "qud effect damage=1d6 resistance=30 hp=4");
    /* 0.7, 1.4, 2.1, 2.8, 3.5, 4.2 */
    static const double masses[] = {1, 1, 2, 1, 1};
    for (int i = 0; i < COUNT(masses); i++) {
        assert_close(acts_mass(&odds, "damage", i), masses[i] / 6);
    }
    assert_close(acts_mean(&odds, "damage"), 2);
    assert_close(acts_chance(&odds, "kill"), 1 / 6.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_qud__a_hit_must_be_higher_than_the_dodge_value),
        cmocka_unit_test(test_qud__triplets_go_on_while_all_three_pass),
        cmocka_unit_test(test_qud__penetration_bonuses_add),
        cmocka_unit_test(test_qud__a_players_critical_penetrates_at_least_once),
        cmocka_unit_test(test_qud__damage_fells_at_the_hit_points),
        cmocka_unit_test(test_qud__the_line_tells_every_triplet),
        cmocka_unit_test(test_qud__pv_is_given_once),
        cmocka_unit_test(test_qud__a_singlet_passes_by_a_geometric_sum),
        cmocka_unit_test(test_qud__penetrations_equal_products_of_triplets),
        cmocka_unit_test(test_qud__a_critical_raises_the_chance_to_penetrate),
        cmocka_unit_test(test_qud__far_too_strong_blows_still_have_exact_odds),
        cmocka_unit_test(test_qud__a_blocking_shield_adds_its_av),
        cmocka_unit_test(test_qud__resistance_takes_its_percent_of_an_effect),
        cmocka_unit_test(test_qud__the_odds_of_an_effect_are_rounded_value_by_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
