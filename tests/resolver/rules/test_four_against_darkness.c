/* Four Against Darkness: chains of exploding dice against geometric sums. Worked numbers are in
 * tests/rules/four-against-darkness. */
#include <math.h>
#include <string.h>

#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void test_4ad__the_chance_to_advance_counts_faces(void **state)
{
    (void)state;
    for (int level = 1; level <= 50; level++) {
        TEXT_BUFFER(text, 40);
        text_add(&text, "4ad advance level=%d", level);
        struct acts_odds odds;
        acts_odds(&odds, text.p);
        assert_close(acts_chance(&odds, "advances"), level < 6 ? (6 - level) / 6.0 : 1 / 6.0);
    }
}

/* ---- odds against geometric sums ------------------------------------------------------- */

/* The chance that the total of a chain is `total`: over the number of explosions, by counting
 * the ways in which the exploding faces add up. */
static double chain_chance(int sides, int from, int total)
{
    static double ways[64][1400];
    memset(ways, 0, sizeof ways);
    ways[0][0] = 1;
    double chance = 0;
    for (int explosions = 0; explosions < 60; explosions++) {
        double each = pow(1.0 / sides, explosions + 1);
        for (int last = 1; last < from && last <= total; last++) {
            chance += ways[explosions][total - last] * each;
        }
        for (int sum = 0; sum < 1300; sum++) {
            for (int face = from; face <= sides && ways[explosions][sum] > 0; face++) {
                ways[explosions + 1][sum + face] += ways[explosions][sum];
            }
        }
    }
    return chance;
}

static void test_4ad__kills_equal_sums_over_the_number_of_explosions(void **state)
{
    (void)state;
    static const int sides[] = {6, 8, 10, 12, 20};
    static const int from[] = {6, 7, 8, 9, 10};
    for (int i = 0; i < COUNT(sides); i++) {
        TEXT_BUFFER(text, 80);
        text_add(&text, "4ad attack level=1 foe=minor natural_1_misses=no die=%d", sides[i]);
        struct acts_odds odds;
        acts_odds(&odds, text.p);
        for (int total = 0; total < 45; total++) {
            assert_close(acts_mass(&odds, "kills", total),
                         chain_chance(sides[i], from[i], total));
        }
        /* A chain has 1 / (1 - chance to go on) dice on average. */
        double goes_on = (double)(sides[i] - from[i] + 1) / sides[i];
        assert_true(fabs(acts_mean(&odds, "kills") - (sides[i] + 1) / 2.0 / (1 - goes_on)) <
                    1e-10);
        assert_close(acts_chance(&odds, "critical"), goes_on);
        assert_true(odds.odds.unresolved <= 1e-12);
    }
}

/* The chance of a d6 chain to reach `least`: whole sixes, then the last die. */
static double six_chain_at_least(int least)
{
    if (least <= 1) {
        return 1;
    }
    int sixes = (least - 1) / 6;
    int rest = least - 6 * sixes; /* 1 to 6 on the next die; its 6 goes on and reaches it */
    return pow(1 / 6.0, sixes) * (7 - rest) / 6.0;
}

static void test_4ad__a_d6_reaches_a_level_by_a_geometric_sum(void **state)
{
    (void)state;
    for (int level = 1; level <= 50; level++) {
        for (int bonus = -3; bonus <= 12; bonus += 5) {
            char line[120];
            struct text text;
            text_init(&text, line, sizeof line);
            text_add(&text, "4ad attack level=%d bonus=%d foe=major life=2", level, bonus);
            struct acts_odds odds;
            acts_odds(&odds, line);
            double natural_1 = 1 + bonus >= level ? 1 / 6.0 : 0;
            assert_close(acts_chance(&odds, "hit"),
                         six_chain_at_least(level - bonus) - natural_1);
            double kills_by_1 = 1 + bonus >= 2 * level ? 1 / 6.0 : 0;
            assert_close(acts_chance(&odds, "kill"),
                         six_chain_at_least(2 * level - bonus) - kills_by_1);
            text_init(&text, line, sizeof line);
            text_add(&text, "4ad defend level=%d bonus=%d damage=3", level, bonus);
            acts_odds(&odds, line);
            double block = six_chain_at_least(level + 1 - bonus);
            assert_close(acts_chance(&odds, "block"), block);
            assert_close(acts_mean(&odds, "damage"), 3 * (1 - block));
            text_init(&text, line, sizeof line);
            text_add(&text, "4ad save level=%d bonus=%d", level, bonus);
            acts_odds(&odds, line);
            assert_close(acts_chance(&odds, "success"), six_chain_at_least(level - bonus));
        }
    }
}

static void test_4ad__the_odds_of_a_spell_are_those_of_an_attack(void **state)
{
    (void)state;
    static const char *const words[] = {"level=5", "level=3 bonus=4", "level=9 bonus=2 die=8",
                                        "level=20 die=20",
                                        "level=2 bonus=2 natural_1_misses=no"};
    for (int i = 0; i < COUNT(words); i++) {
        char line[100];
        struct text text;
        struct acts_odds odds;
        text_init(&text, line, sizeof line);
        text_add(&text, "4ad spell %s", words[i]);
        acts_odds(&odds, line);
        double success = acts_chance(&odds, "success");
        double critical = acts_chance(&odds, "critical");
        text_init(&text, line, sizeof line);
        text_add(&text, "4ad attack foe=major %s", words[i]);
        acts_odds(&odds, line);
        assert_close(acts_chance(&odds, "hit"), success);
        assert_close(acts_chance(&odds, "critical"), critical);
    }
}

/* ---- beside the real game ---------------------------------------------------------------- */

static double chance_of_total(int sides, int from, int total)
{
    /* Without explosions every face is a total. */
    return from > 0 ? chain_chance(sides, from, total) : total <= sides ? 1.0 / sides : 0;
}

/* Every die, exploding from each of its faces, and not at all (from 0). */
static void test_4ad__an_earlier_explosion_equals_the_sums_and_so_does_none(void **state)
{
    (void)state;
    static const int sides[] = {6, 8, 10, 12, 20};
    for (int i = 0; i < COUNT(sides); i++) {
        for (int from = 2; from <= sides[i] + 1; from++) {
            bool explodes = from <= sides[i];
            TEXT_BUFFER(text, 120);
            text_add(&text, "4ad attack level=1 foe=minor natural_1_misses=no die=%d",
                     sides[i]);
            if (explodes) {
                text_add(&text, " explodes_from=%d", from);
            } else {
                text_add(&text, " explodes=no");
            }
            struct acts_odds odds;
            acts_odds(&odds, text.p);
            for (int total = 1; total < 30; total++) {
                assert_close(acts_mass(&odds, "kills", total),
                             chance_of_total(sides[i], explodes ? from : 0, total));
            }
            assert_close(acts_chance(&odds, "critical"),
                         explodes ? (double)(sides[i] - from + 1) / sides[i] : 0);
            assert_true(odds.odds.unresolved <= 1e-12);
        }
    }
}

/* The kills of a fireball by the totals of the chain, written once more. */
static void test_4ad__the_kills_of_a_fireball_equal_sums_over_its_totals(void **state)
{
    (void)state;
    for (int level = 1; level <= 12; level++) {
        for (int bonus = 0; bonus <= 8; bonus += 4) {
            double expected[8] = {0}, hits = 0;
            for (int total = 2; total < 200; total++) {
                int above = total + bonus - level;
                if (above < 0) {
                    continue;
                }
                double mass = chain_chance(6, 6, total);
                hits += mass;
                expected[above < 1 ? 1 : above > 7 ? 7 : above] += mass;
            }
            char line[120];
            struct text text;
            struct acts_odds odds;
            text_init(&text, line, sizeof line);
            text_add(&text, "4ad attack level=%d bonus=%d foe=minor count=7 burst", level,
                     bonus);
            acts_odds(&odds, line);
            assert_close(acts_chance(&odds, "hit"), hits);
            for (int kills = 1; kills <= 7; kills++) {
                assert_close(acts_mass(&odds, "kills", kills), expected[kills]);
            }
            assert_close(acts_chance(&odds, "kill"), expected[7]);
            text_init(&text, line, sizeof line);
            text_add(&text, "4ad attack level=%d bonus=%d foe=major burst", level, bonus);
            acts_odds(&odds, line);
            assert_close(acts_mass(&odds, "damage", 1), hits);
        }
    }
}

/* Of a defence that fails on a natural 1: its totals, without those of a first die of 1. */
static void test_4ad__a_defence_that_fails_on_1_equals_sums_over_its_totals(void **state)
{
    (void)state;
    for (int level = 1; level <= 12; level++) {
        for (int bonus = 0; bonus <= 13; bonus++) {
            double blocks = 0;
            for (int total = 2; total < 200; total++) {
                blocks += total + bonus > level ? chain_chance(6, 6, total) : 0;
            }
            char line[120];
            struct text text;
            struct acts_odds odds;
            text_init(&text, line, sizeof line);
            text_add(&text, "4ad defend level=%d bonus=%d damage=2 natural_1_fails", level,
                     bonus);
            acts_odds(&odds, line);
            assert_close(acts_chance(&odds, "block"), blocks);
            assert_close(acts_mean(&odds, "damage"), 2 * (1 - blocks));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_4ad__the_chance_to_advance_counts_faces),
        cmocka_unit_test(test_4ad__kills_equal_sums_over_the_number_of_explosions),
        cmocka_unit_test(test_4ad__a_d6_reaches_a_level_by_a_geometric_sum),
        cmocka_unit_test(test_4ad__the_odds_of_a_spell_are_those_of_an_attack),
        cmocka_unit_test(test_4ad__an_earlier_explosion_equals_the_sums_and_so_does_none),
        cmocka_unit_test(test_4ad__the_kills_of_a_fireball_equal_sums_over_its_totals),
        cmocka_unit_test(test_4ad__a_defence_that_fails_on_1_equals_sums_over_its_totals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
