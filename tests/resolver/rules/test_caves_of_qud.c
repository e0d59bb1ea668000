/* Caves of Qud: chances counted another way. Worked numbers are in tests/rules/caves-of-qud. */
#include <math.h>
#include <stdio.h>

#include "resolver/dice/dice_verbs.h"
#include "support/acts.h"
#include "support/unit.h"

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
        TEXT_BUFFER(text, 100);
        text_add(&text, "qud melee dv=10 to_hit=3 player=no pv=0 av=%d damage=1d6", margin);
        struct acts_odds odds;
        acts_odds(&odds, text.p);
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
            /* This many come of this triplet with none, or of the one before with one or two.
             */
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
    assert_close(acts_chance(&odds, "penetrates"), 0.4 * once + 0.1);
    acts_odds(&odds, "qud melee dv=0 av=3 hp=1");
    assert_close(acts_chance(&odds, "kill"), acts_chance(&odds, "penetrates"));
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

/* The mass cut off from endless triplets does not affect a chance that they cannot change: with
 * 15 digits, as the command line prints them, such a chance is the exact fraction. */
static void test_qud__chances_that_no_chain_changes_are_exact(void **state)
{
    (void)state;
    for (int dv = 1; dv <= 19; dv++) {
        for (int av = 0; av <= 6; av++) {
            TEXT_BUFFER(text, 80);
            text_add(&text, "qud melee dv=%d av=%d pv=2", dv, av);
            struct acts_odds odds;
            acts_odds(&odds, text.p);
            char found[32], wanted[32];
            snprintf(found, sizeof found, "%.15g", acts_chance(&odds, "hit"));
            snprintf(wanted, sizeof wanted, "%.15g", (20 - dv) / 20.0);
            assert_string_equal(found, wanted);
            snprintf(found, sizeof found, "%.15g", acts_chance(&odds, "critical"));
            assert_string_equal(found, "0.05");
        }
    }
}

/* ---- shields and effects --------------------------------------------------------------- */

/* AV Calculation: "The AV value of one equipped shield if the attack is determined to be
 * blocked by that shield", which is also what a vibro weapon's base equals. */
static void test_qud__a_blocking_shield_is_as_much_armour(void **state)
{
    (void)state;
    struct acts_odds apart;
    acts_odds(&apart, "qud melee dv=8 pv=2 av=3 shield_av=2 damage=1d6");
    double mean = acts_mean(&apart, "damage");
    acts_odds(&apart, "qud melee dv=8 pv=2 av=5 damage=1d6");
    assert_close(mean, acts_mean(&apart, "damage"));
}

/* ---- beside the real game -------------------------------------------------------------- */

enum { NO_CAP = 1000, COUNTED = 12 };

/* The chances of 0, 1, 2 ... penetrations, added to `mass` with this weight: each triplet from
 * its own PV, which is the strength modifier less 2 for each one before it, no more than the
 * cap, and then what is added. */
static void add_triplets(double mass[COUNTED + 1], double weight, int strength, int cap,
                         int plus, int av)
{
    double ended_before = 0;
    for (int triplet = 0; triplet <= COUNTED; triplet++) {
        int base = strength - 2 * triplet < cap ? strength - 2 * triplet : cap;
        double pass = singlet_by_values(av - base - plus);
        mass[triplet] += ended_before + weight * pow(1 - pass, 3);
        ended_before = weight * (1 - pow(1 - pass, 3) - pow(pass, 3));
        weight *= pow(pass, 3);
    }
}

/* d20 against DV 10: ten faces hit, one of them is critical. */
static void check_strength(int strength, int cap, int critical_pv, bool is_long, int av)
{
    TEXT_BUFFER(text, 200);
    text_add(&text, "qud melee dv=10 player=no sharp damage=1d6 strength_bonus=%d av=%d",
             strength, av);
    text_add(&text, cap != NO_CAP ? " cap=%d" : "%.0d", cap != NO_CAP ? cap : 0);
    text_add(&text, " critical_pv=%d%s", critical_pv, is_long ? " long_blade" : "");
    int bonus = critical_pv == 0 ? 0 : critical_pv + (is_long ? 2 : 0);
    double mass[COUNTED + 1] = {0.5};
    add_triplets(mass, 0.45, strength, cap, 1, av);
    add_triplets(mass, 0.05, strength, cap, 1 + bonus, av);
    struct acts_odds odds;
    acts_odds(&odds, text.p);
    for (int i = 0; i <= COUNTED; i++) {
        assert_close(acts_mass(&odds, "penetrations", i), mass[i]);
    }
    assert_close(acts_chance(&odds, "penetrates"), 1 - mass[0]);
}

static void test_qud__strength_cap_and_critical_equal_products_of_triplets(void **state)
{
    static const int caps[] = {-2, 0, 3, NO_CAP};
    (void)state;
    for (int strength = -2; strength <= 8; strength += 2) {
        for (size_t i = 0; i < sizeof caps / sizeof caps[0]; i++) {
            check_strength(strength, caps[i], 0, false, 2);
            check_strength(strength, caps[i], 0, true, 2);
            check_strength(strength, caps[i], 1, false, 4);
            check_strength(strength, caps[i], 1, true, 4);
            check_strength(strength, caps[i], 2, true, 7);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_qud__a_singlet_passes_by_a_geometric_sum),
        cmocka_unit_test(test_qud__penetrations_equal_products_of_triplets),
        cmocka_unit_test(test_qud__a_critical_raises_the_chance_to_penetrate),
        cmocka_unit_test(test_qud__far_too_strong_blows_still_have_exact_odds),
        cmocka_unit_test(test_qud__chances_that_no_chain_changes_are_exact),
        cmocka_unit_test(test_qud__a_blocking_shield_is_as_much_armour),
        cmocka_unit_test(test_qud__strength_cap_and_critical_equal_products_of_triplets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
