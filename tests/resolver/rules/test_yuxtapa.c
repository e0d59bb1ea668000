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
            criticals += is_hit && (needed == 0 || roll / needed >= 2 || roll == 19);
        }
        assert_close(acts_chance(&odds, "hit"), hits / 20.0);
        assert_close(acts_chance(&odds, "critical"), criticals / 20.0);
        assert_close(acts_chance(&odds, "kill"), criticals / 20.0 * 2 / 6);
    }
}

/* The damage of an attack that reaches `needed`, counted face by face: `count` dice of `sides`
 * and `plus`, less `pv` unless the hit is critical. */
static double counted_mean(int needed, int count, int sides, int plus, int pv)
{
    double sum = 0;
    for (int roll = 0; roll <= 19; roll++) {
        bool is_critical = needed == 0 || roll / needed >= 2 || roll == 19;
        for (int a = 1; a <= sides && (roll >= needed || roll == 19); a++) {
            for (int b = 1; b <= (count == 2 ? sides : 1); b++) {
                int harm = a + (count == 2 ? b : 0) + plus - (is_critical ? 0 : pv);
                sum += harm < 0 ? 0 : harm / 20.0 / sides / (count == 2 ? sides : 1);
            }
        }
    }
    return sum;
}

/* Each kind of attack loses another part of its numbers to rust: melee both, a circular attack
 * its die and the damage, a hidden one to-hit and twice the damage, a bow and a trap nothing.
 */
static void test_yuxtapa__rust_equals_counted_faces(void **state)
{
    (void)state;
    for (int rust = 0; rust >= -6; rust--) {
        const struct {
            const char *act;
            double mean;
        } acts[] = {
            {"kind=melee attacker=fighter", counted_mean(17 - 8 - rust, 1, 8, 2 + rust, 5)},
            {"kind=archery", counted_mean(17 - 7, 1, 6, 0, 5)},
            {"kind=circular", counted_mean(17 - 5, 1, rust < 0 ? 6 : 8, rust, 5)},
            {"kind=booby_trap", counted_mean(17 - 9, 2, 6, 0, 5)},
            {"kind=hidden", counted_mean(17 - 10 - rust, 2, 4, 4 + 2 * rust, 5)},
        };
        for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
            TEXT_BUFFER(text, 120);
            text_add(&text, "yuxtapa attack %s defender=fighter rust_to_hit=%d rust_damage=%d",
                     acts[i].act, rust, rust);
            struct acts_odds odds;
            acts_odds(&odds, text.p);
            assert_close(acts_mean(&odds, "damage"), acts[i].mean);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yuxtapa__the_odds_of_spells_follow_from_resistance),
        cmocka_unit_test(test_yuxtapa__chances_equal_counted_faces),
        cmocka_unit_test(test_yuxtapa__rust_equals_counted_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
