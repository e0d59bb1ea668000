/* Worked numbers of Four Against Darkness: the vectors of its formulas, and chains of exploding
 * dice against geometric sums. */
#include <math.h>
#include <string.h>

#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- dice on the table ----------------------------------------------------------------- */

static void test_4ad__minor_foes_fall_by_whole_levels(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* Total 9 against L3: 3 kills; 11 against L3 with 2 left: 2 kills. */
        {"4ad attack bonus=4 level=3 foe=minor", "5", "hit=1 critical=0 kills=3"},
        {"4ad attack bonus=5 level=3 foe=minor count=2", "6 1",
         "hit=1 critical=1 kill=1 kills=2"},
        {"4ad attack bonus=4 level=3 foe=minor count=4", "5",
         "hit=1 critical=0 kill=0 kills=3"},
        {"4ad attack bonus=4 level=3 foe=minor count=3", "5",
         "hit=1 critical=0 kill=1 kills=3"},
        /* 6, 4 with a light weapon: 9 */
        {"4ad attack bonus=-1 level=9 foe=minor", "6 4", "hit=1 critical=1 kills=1"},
        {"4ad attack bonus=-1 level=10 foe=minor", "6 4", "hit=0 critical=1 kills=0"},
        /* L3: hit 3+ */
        {"4ad attack level=3 foe=minor", "3", "hit=1 critical=0 kills=1"},
        {"4ad attack level=3 foe=minor", "2", "hit=0 critical=0 kills=0"},
        /* A natural 1 misses whatever the bonus, the first die only. */
        {"4ad attack bonus=50 level=3 foe=minor", "1", "hit=0 critical=0 kills=0"},
        {"4ad attack bonus=50 level=3 foe=minor natural_1_misses=no", "1",
         "hit=1 critical=0 kills=17"},
        {"4ad attack bonus=50 level=3 foe=minor", "6 1", "hit=1 critical=1 kills=19"},
        /* A negative total is no kills. */
        {"4ad attack bonus=-100 level=1 foe=minor", "5", "hit=0 critical=0 kills=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_4ad__major_foes_lose_life_by_whole_levels(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* Total 9 against an L4 major foe: 2 damage. */
        {"4ad attack bonus=4 level=4 foe=major", "5", "hit=1 critical=0 damage=2"},
        {"4ad attack bonus=4 level=4 foe=major life=3", "5",
         "hit=1 critical=0 kill=0 damage=2"},
        {"4ad attack bonus=4 level=4 foe=major life=2", "5",
         "hit=1 critical=0 kill=1 damage=2"},
        {"4ad attack bonus=4 level=4 foe=major life=1", "5",
         "hit=1 critical=0 kill=1 damage=2"},
        /* Rage doubles, hidden strike triples; throwing stars do 1 at most. */
        {"4ad attack bonus=4 level=4 foe=major multiplier=2", "5", "hit=1 critical=0 damage=4"},
        {"4ad attack bonus=4 level=3 foe=minor multiplier=3 count=8", "5",
         "hit=1 critical=0 kill=1 kills=8"},
        {"4ad attack bonus=4 level=4 foe=major multiplier=3 max_damage=1", "5",
         "hit=1 critical=0 damage=1"},
        {"4ad attack bonus=4 level=4 foe=major max_damage=0", "5", "hit=1 critical=0 damage=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_4ad__rage_keeps_the_best_of_three_first_faces(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"4ad attack level=3 foe=minor triple", "2 5 4", "hit=1 critical=0 kills=1"},
        {"4ad attack level=3 foe=minor triple", "6 6 3 3", "hit=1 critical=1 kills=3"},
        {"4ad attack level=3 foe=minor triple", "1 6 1 6 2", "hit=1 critical=1 kills=4"},
        {"4ad attack level=3 foe=minor triple bonus=9", "1 1 1", "hit=0 critical=0 kills=0"},
        {"4ad attack level=3 foe=minor triple", "1 1 2", "hit=0 critical=0 kills=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_4ad__each_tier_die_explodes_from_its_own_face(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"4ad attack die=6 level=1 foe=minor", "5", "hit=1 critical=0 kills=5"},
        {"4ad attack die=6 level=1 foe=minor", "6 5", "hit=1 critical=1 kills=11"},
        {"4ad attack die=8 level=1 foe=minor", "6", "hit=1 critical=0 kills=6"},
        {"4ad attack die=8 level=1 foe=minor", "7 8 2", "hit=1 critical=1 kills=17"},
        {"4ad attack die=10 level=1 foe=minor", "7", "hit=1 critical=0 kills=7"},
        {"4ad attack die=10 level=1 foe=minor", "8 1", "hit=1 critical=1 kills=9"},
        {"4ad attack die=12 level=1 foe=minor", "8", "hit=1 critical=0 kills=8"},
        {"4ad attack die=12 level=1 foe=minor", "9 1", "hit=1 critical=1 kills=10"},
        {"4ad attack die=20 level=1 foe=minor", "9", "hit=1 critical=0 kills=9"},
        {"4ad attack die=20 level=1 foe=minor", "10 20 9", "hit=1 critical=1 kills=39"},
        {"4ad attack die=6 level=1 foe=minor", "6", "wants 1 of d6!"},
        {"4ad attack die=20 level=1 foe=minor", "12", "wants 1 of d20!>=10"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_4ad__a_total_must_be_one_that_a_chain_can_end_with(void **state)
{
    (void)state;
    static const struct {
        const char *die;
        int total;
        bool is_possible;
    } rows[] = {
        {"6", 1, true},   {"6", 5, true},    {"6", 6, false},  {"6", 7, true},
        {"6", 11, true},  {"6", 12, false},  {"6", 13, true},  {"6", 600, false},
        {"8", 6, true},   {"8", 7, false},   {"8", 8, true},   {"8", 14, true},
        {"8", 15, true},  {"10", 7, true},   {"10", 8, false}, {"10", 9, true},
        {"20", 9, true},  {"20", 10, false}, {"20", 11, true}, {"6", 0, false},
        {"6", -1, false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[80];
        char given[16];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "4ad attack level=1 foe=minor natural_1_misses=no die=%s", rows[i].die);
        text_init(&text, given, sizeof given);
        text_add(&text, "=%d", rows[i].total);
        struct acted acted;
        acts_throw(&acted, line, given);
        assert_int_equal(acted.err.code, rows[i].is_possible ? STATUS_OK : STATUS_USAGE);
        if (rows[i].is_possible) {
            int kills = acts_outcome_index(acted.inputs.action, "kills");
            assert_int_equal(acted.outcome.value[kills], rows[i].total);
        }
    }
}

static void test_4ad__a_defence_must_beat_the_level(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* L3: defend 4+ */
        {"4ad defend level=3", "3", "block=0 damage=1"},
        {"4ad defend level=3", "4", "block=1 damage=0"},
        {"4ad defend level=3 damage=2", "3", "block=0 damage=2"},
        {"4ad defend level=8 bonus=1", "6 2", "block=1 damage=0"},
        {"4ad defend level=8 bonus=1", "6 1", "block=0 damage=1"},
        {"4ad defend level=8 bonus=1 explodes=no", "6", "block=0 damage=1"},
        {"4ad defend level=3 bonus=5", "1", "block=1 damage=0"},
        {"4ad defend level=3 die=20", "10 1", "block=1 damage=0"},
        {"4ad defend level=3 die=20 explodes=no", "10", "block=1 damage=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_4ad__a_save_reaches_the_level_of_its_source(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"4ad save level=4", "4", "success=1"},
        {"4ad save level=4", "3", "success=0"},
        {"4ad save level=4 bonus=1", "3", "success=1"},
        /* A natural 1 is nothing special here. */
        {"4ad save level=4 bonus=3", "1", "success=1"},
        {"4ad save level=8", "6 2", "success=1"},
        {"4ad save level=8 explodes=no", "6", "success=0"},
        {"4ad save level=15 die=12", "9 6", "success=1"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_4ad__a_d6_above_the_level_or_a_6_advances(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"4ad advance level=3", "3", "advances=0"}, {"4ad advance level=3", "4", "advances=1"},
        {"4ad advance level=5", "6", "advances=1"}, {"4ad advance level=9", "6", "advances=1"},
        {"4ad advance level=9", "5", "advances=0"}, {"4ad advance level=1", "1", "advances=0"},
        {"4ad advance level=1", "2", "advances=1"},
    };
    acts_check_rows(rows, COUNT(rows));
    for (int level = 1; level <= 50; level++) {
        char line[40];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "4ad advance level=%d", level);
        struct acts_odds odds;
        acts_odds(&odds, line);
        assert_close(acts_chance(&odds, "advances"), level < 6 ? (6 - level) / 6.0 : 1 / 6.0);
    }
}

static void test_4ad__morale_stays_on_4_or_more(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"4ad morale", "3", "stays=0"},
        {"4ad morale", "4", "stays=1"},
        {"4ad morale modifier=-1", "4", "stays=0"},
        {"4ad morale modifier=1", "3", "stays=1"},
        {"4ad morale modifier=-1", "6", "stays=1"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_4ad__counts_and_life_belong_to_their_kind_of_foe(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *named;
    } rows[] = {
        {"4ad attack level=3 foe=minor life=4", "life"},
        {"4ad attack level=3 foe=major count=4", "count"},
        {"4ad attack level=3", "foe"},
        {"4ad attack foe=minor", "level"},
        {"4ad attack level=0 foe=minor", "level"},
        {"4ad attack level=51 foe=minor", "level"},
        {"4ad attack level=3 foe=minor die=7", "die"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct inputs inputs;
        struct error err;
        assert_int_equal(acts_read(&inputs, rows[i].line, &err), STATUS_USAGE);
        assert_string_equal(err.where, rows[i].named);
        assert_non_null(strstr(err.text, rows[i].named));
    }
}

static void test_4ad__the_line_explains_every_number(void **state)
{
    (void)state;
    struct acted acted;
    acts_throw(&acted, "4ad attack bonus=1 level=5 foe=minor", "6 6 3");
    assert_string_equal(acts_line(&acted), "d6! [6 6 3] = 15 + 1 bonus = 16 vs L 5: 3 kills");
    acts_throw(&acted, "4ad attack bonus=1 level=5 foe=minor", "1");
    assert_string_equal(acts_line(&acted), "d6! [1] + 1 bonus = 2 vs L 5: natural 1, miss");
    acts_throw(&acted, "4ad attack level=5 foe=major triple", "=8");
    assert_string_equal(acts_line(&acted), "3d6kh1! [=8] = 8 vs L 5: 1 damage");
    acts_throw(&acted, "4ad defend level=3 damage=2", "3");
    assert_string_equal(acts_line(&acted), "d6! [3] = 3 vs L 3: 2 damage");
}

/* ---- odds against geometric sums ------------------------------------------------------- */

/* The chance that a chain comes to `total`: over the number of explosions, by counting how many
 * ways the exploding faces add up. */
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
        char line[80];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "4ad attack level=1 foe=minor natural_1_misses=no die=%d", sides[i]);
        struct acts_odds odds;
        acts_odds(&odds, line);
        for (int total = 0; total < 45; total++) {
            assert_close(acts_mass(&odds, "kills", total),
                         chain_chance(sides[i], from[i], total));
        }
        /* A chain comes to 1 / (1 - chance to go on) dice on average. */
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

static void test_4ad__rage_is_the_best_of_three(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "4ad attack level=4 foe=major triple");
    assert_close(acts_chance(&odds, "hit"), 1 - 27.0 / 216);
    assert_close(acts_chance(&odds, "critical"), 1 - 125.0 / 216);
    /* Level 1: only three 1s miss. */
    acts_odds(&odds, "4ad attack level=1 foe=major triple");
    assert_close(acts_chance(&odds, "hit"), 1 - 1.0 / 216);
}

static void test_4ad__morale_and_plain_defence_count_faces(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "4ad morale");
    assert_close(acts_chance(&odds, "stays"), 0.5);
    acts_odds(&odds, "4ad morale modifier=-1");
    assert_close(acts_chance(&odds, "stays"), 1 / 3.0);
    acts_odds(&odds, "4ad morale modifier=10");
    assert_close(acts_chance(&odds, "stays"), 1);
    acts_odds(&odds, "4ad defend level=5 explodes=no");
    assert_close(acts_chance(&odds, "block"), 1 / 6.0);
    acts_odds(&odds, "4ad defend level=6 explodes=no");
    assert_close(acts_chance(&odds, "block"), 0);
    assert_close(acts_mass(&odds, "damage", 1), 1);
}

static void test_4ad__odds_list_what_the_inputs_allow(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "4ad attack level=3 foe=minor");
    assert_true(acts_lists(&odds, "kills"));
    assert_false(acts_lists(&odds, "damage"));
    assert_false(acts_lists(&odds, "kill"));
    acts_odds(&odds, "4ad attack level=3 foe=minor count=2");
    assert_true(acts_lists(&odds, "kill"));
    acts_odds(&odds, "4ad attack level=3 foe=major");
    assert_false(acts_lists(&odds, "kills"));
    assert_true(acts_lists(&odds, "damage"));
    assert_false(acts_lists(&odds, "kill"));
    acts_odds(&odds, "4ad attack level=3 foe=major life=2");
    assert_true(acts_lists(&odds, "kill"));
}

/* A spell is rolled as an attack: the tier die explodes, a natural 1 of the first die fails. */
static void test_4ad__a_spell_reaches_the_level_unless_its_first_die_is_1(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"4ad spell level=5", "5", "success=1 critical=0"},
        {"4ad spell level=5", "4", "success=0 critical=0"},
        /* A wizard of level 3: +L. */
        {"4ad spell level=7 bonus=3", "4", "success=1 critical=0"},
        {"4ad spell level=7 bonus=3", "3", "success=0 critical=0"},
        {"4ad spell level=2 bonus=9", "1", "success=0 critical=0"},
        {"4ad spell level=2 bonus=9 natural_1_misses=no", "1", "success=1 critical=0"},
        {"4ad spell level=7", "6 1", "success=1 critical=1"},
        {"4ad spell level=8", "6 1", "success=0 critical=1"},
        {"4ad spell level=17 die=8", "7 8 2", "success=1 critical=1"},
        {"4ad spell level=12 die=20", "10 2", "success=1 critical=1"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, rows[2].line, rows[2].given);
    assert_string_equal(acts_line(&acted), "d6! [4] + 3 bonus = 7 vs L 7: takes effect");
    assert_string_equal(acts_rules(&acted), "attack, traits & special abilities");
    acts_throw(&acted, rows[4].line, rows[4].given);
    assert_string_equal(acts_line(&acted), "d6! [1] + 9 bonus = 10 vs L 2: natural 1, fails");
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
    struct acts_odds odds;
    acts_odds(&odds, "4ad spell level=5");
    assert_close(acts_chance(&odds, "success"), 2 / 6.0);
    acts_odds(&odds, "4ad spell level=2 bonus=5");
    assert_close(acts_chance(&odds, "success"), 5 / 6.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_4ad__minor_foes_fall_by_whole_levels),
        cmocka_unit_test(test_4ad__major_foes_lose_life_by_whole_levels),
        cmocka_unit_test(test_4ad__rage_keeps_the_best_of_three_first_faces),
        cmocka_unit_test(test_4ad__each_tier_die_explodes_from_its_own_face),
        cmocka_unit_test(test_4ad__a_total_must_be_one_that_a_chain_can_end_with),
        cmocka_unit_test(test_4ad__a_defence_must_beat_the_level),
        cmocka_unit_test(test_4ad__a_save_reaches_the_level_of_its_source),
        cmocka_unit_test(test_4ad__a_d6_above_the_level_or_a_6_advances),
        cmocka_unit_test(test_4ad__morale_stays_on_4_or_more),
        cmocka_unit_test(test_4ad__counts_and_life_belong_to_their_kind_of_foe),
        cmocka_unit_test(test_4ad__the_line_explains_every_number),
        cmocka_unit_test(test_4ad__kills_equal_sums_over_the_number_of_explosions),
        cmocka_unit_test(test_4ad__a_d6_reaches_a_level_by_a_geometric_sum),
        cmocka_unit_test(test_4ad__rage_is_the_best_of_three),
        cmocka_unit_test(test_4ad__morale_and_plain_defence_count_faces),
        cmocka_unit_test(test_4ad__odds_list_what_the_inputs_allow),
        cmocka_unit_test(test_4ad__a_spell_reaches_the_level_unless_its_first_die_is_1),
        cmocka_unit_test(test_4ad__the_odds_of_a_spell_are_those_of_an_attack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
