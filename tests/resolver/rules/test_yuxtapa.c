/* yuxtapa: the chances of attacks and spells by counted faces. Worked numbers are in
 * tests/rules/yuxtapa. */
#include "support/acts.h"
#include "support/unit.h"

static void test_yuxtapa__the_odds_of_spells_follow_from_resistance(void **state)
{
    (void)state;
    for (int resistance = 0; resistance <= 100; resistance += 10) {
        TEXT_BUFFER(text, 80);
        text_add(&text, "yuxtapa spell kind=zap resistance=%d hp=9", resistance);
        struct acts_odds odds;
        acts_odds(&odds, text.p);
        double lands = 1 - resistance / 100.0;
        assert_close(acts_chance(&odds, "resisted"), 1 - lands);
        assert_close(acts_mean(&odds, "damage"), 6 * lands);
        assert_close(acts_mass(&odds, "damage", 10), lands / 25);
        assert_close(acts_chance(&odds, "kill"), lands * 3 / 25);
    }
}

static void test_yuxtapa__chances_equal_counted_faces(void **state)
{
    (void)state;
    for (int needed = -3; needed <= 25; needed++) {
        TEXT_BUFFER(text, 100);
        text_add(&text, "yuxtapa attack to_hit=0 dv=%d pv=2 damage=1d6 hp=5", needed);
        struct acts_odds odds;
        acts_odds(&odds, text.p);
        int hits = 0;
        int criticals = 0;
        for (int roll = 0; roll <= 19; roll++) {
            bool is_hit = roll >= needed || roll == 19;
            hits += is_hit;
            criticals += is_hit && (needed <= 0 || roll / needed >= 2 || roll == 19);
        }
        assert_close(acts_chance(&odds, "hit"), hits / 20.0);
        assert_close(acts_chance(&odds, "critical"), criticals / 20.0);
        assert_close(acts_chance(&odds, "kill"), criticals / 20.0 * 2 / 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yuxtapa__the_odds_of_spells_follow_from_resistance),
        cmocka_unit_test(test_yuxtapa__chances_equal_counted_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
