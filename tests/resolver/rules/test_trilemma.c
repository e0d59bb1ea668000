/* Chapter 5 of Trilemma: chances by counted faces. Worked numbers are in tests/rules/trilemma.
 */
#include <math.h>
#include <stdlib.h>

#include "support/acts.h"
#include "support/unit.h"

/* ---- odds against counted faces -------------------------------------------------------- */

/* The chance that the best (edge > 0) or worst of 1 + |edge| d20 is `face`, by counting. */
static double face_chance(int face, int edge)
{
    int dice = 1 + abs(edge);
    int place = edge >= 0 ? face : 21 - face;
    return pow(place / 20.0, dice) - pow((place - 1) / 20.0, dice);
}

static void test_trilemma__chance_to_hit_equals_counted_faces(void **state)
{
    (void)state;
    for (int edge = -5; edge <= 5; edge++) {
        for (int strength = -5; strength <= 45; strength += 5) {
            TEXT_BUFFER(text, 120);
            text_add(&text, "trilemma attack strength=%d ac=21 edge=%d", strength, edge);
            double hit = 0;
            double four = 0;
            double degree[20] = {0};
            double mean = 0;
            for (int face = 1; face <= 20; face++) {
                int above = face + strength - 21;
                if (above >= 0) {
                    hit += face_chance(face, edge);
                    four += above >= 20 ? face_chance(face, edge) : 0;
                    degree[above / 5] += face_chance(face, edge);
                    mean += above / 5 * face_chance(face, edge);
                }
            }
            struct acts_odds odds;
            acts_odds(&odds, text.p);
            assert_close(acts_chance(&odds, "hit"), hit);
            assert_close(acts_chance(&odds, "four_extra"), four);
            for (int i = 0; i < 20; i++) {
                assert_close(acts_mass(&odds, "extra_degrees", i), degree[i]);
            }
            assert_close(acts_mean(&odds, "extra_degrees"), mean);
            assert_close(acts_mean(&odds, "damage"), 3.5 * hit);
            assert_close(acts_mass(&odds, "damage", 0), 1 - hit);
            assert_close(acts_mass(&odds, "damage", 6), hit / 6);
            assert_false(acts_lists(&odds, "injury_due"));
            assert_close(odds.odds.unresolved, 0);
        }
    }
}

static void test_trilemma__chance_against_active_defence_equals_counted_pairs(void **state)
{
    (void)state;
    for (int edge = -2; edge <= 2; edge++) {
        for (int ac = 10; ac <= 30; ac += 4) {
            TEXT_BUFFER(text, 160);
            text_add(&text,
                     "trilemma attack strength=14 ac=%d defend defender_strength=8 "
                     "defender_edge=%d direct hp=3",
                     ac, edge);
            double hit = 0;
            double four = 0;
            for (int face = 1; face <= 20; face++) {
                for (int defence = 1; defence <= 20; defence++) {
                    int against = defence + 8 > ac ? defence + 8 : ac;
                    double mass = face_chance(face, 0) * face_chance(defence, edge);
                    hit += face + 14 >= against ? mass : 0;
                    four += face + 14 >= against + 20 ? mass : 0;
                }
            }
            struct acts_odds odds;
            acts_odds(&odds, text.p);
            assert_close(acts_chance(&odds, "hit"), hit);
            assert_close(acts_chance(&odds, "four_extra"), four);
            assert_close(acts_chance(&odds, "injury_due"), four + (hit - four) / 2);
            assert_close(acts_mean(&odds, "damage"), 3.5 * (hit - four));
            assert_close(acts_mass(&odds, "damage", 0), 1 - hit + four);
        }
    }
}

static void test_trilemma__morale_holds_by_36ths(void **state)
{
    (void)state;
    static const int of_36[] = {1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36};
    for (int score = 2; score <= 12; score++) {
        for (int modifier = -3; modifier <= 3; modifier++) {
            TEXT_BUFFER(text, 80);
            text_add(&text, "trilemma morale score=%d modifier=%d", score, modifier);
            struct acts_odds odds;
            acts_odds(&odds, text.p);
            int against = score + modifier;
            double holds = against < 2 ? 0 : against > 12 ? 1 : of_36[against - 2] / 36.0;
            assert_close(acts_chance(&odds, "holds"), holds);
        }
    }
}

static void test_trilemma__initiative_is_spread_over_20_scores(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "trilemma initiative wits=12");
    for (int score = 0; score < 40; score++) {
        assert_close(acts_mass(&odds, "initiative", score),
                     score > 12 && score <= 32 ? 0.05 : 0);
    }
    assert_close(acts_mean(&odds, "initiative"), 22.5);
    acts_odds(&odds, "trilemma initiative wits=-10 edge=-1");
    assert_close(acts_mass(&odds, "initiative", 0), 1 - 0.25);
    assert_close(acts_mass(&odds, "initiative", 10), 1.0 / 400);
}

static void test_trilemma__the_spread_is_that_of_the_whole_act(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "trilemma attack strength=14 ac=25");
    /* Half of the attacks hit: E[d^2] = 0.5 x 91 / 6. */
    int damage = acts_outcome_index(odds.inputs.action, "damage");
    double mean = 0.5 * 3.5;
    assert_close(odds.odds.numbers[damage].deviation, sqrt(0.5 * 91 / 6 - mean * mean));
    int degrees = acts_outcome_index(odds.inputs.action, "extra_degrees");
    assert_close(odds.odds.numbers[degrees].mean, 0.25);
    assert_close(odds.odds.numbers[degrees].deviation, sqrt(0.25 - 0.0625));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trilemma__chance_to_hit_equals_counted_faces),
        cmocka_unit_test(test_trilemma__chance_against_active_defence_equals_counted_pairs),
        cmocka_unit_test(test_trilemma__morale_holds_by_36ths),
        cmocka_unit_test(test_trilemma__initiative_is_spread_over_20_scores),
        cmocka_unit_test(test_trilemma__the_spread_is_that_of_the_whole_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
