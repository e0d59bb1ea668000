/* Worked numbers of Trilemma's chapter 5, by paragraph. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- dice on the table ----------------------------------------------------------------- */

static void test_trilemma__initiative_and_checks_follow_their_paragraphs(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* 5.1 */ {"trilemma initiative wits=12", "7", "initiative=19"},
        /* 5.1 */ {"trilemma initiative wits=12", "=7", "initiative=19"},
        /* 5.10 */ {"trilemma initiative wits=12 edge=1", "7 15", "initiative=27"},
        /* 5.10 */ {"trilemma initiative wits=12 edge=-1", "7 15", "initiative=19"},
        /* 5.10 */ {"trilemma initiative wits=0 edge=-3", "7 15 2 20", "initiative=2"},
        /* 5.9 */ {"trilemma initiative wits=-10", "4", "initiative=0"},
        /* 5.14 */ {"trilemma check ability=12 dc=20", "7", "success=0"},
        /* 5.14 */ {"trilemma check ability=12 dc=20", "8", "success=1 extra_degrees=0"},
        /* 5.19 */ {"trilemma check ability=12 dc=20", "13", "success=1 extra_degrees=1"},
        /* 5.14 */ {"trilemma check ability=0 dc=1", "1", "success=1 extra_degrees=0"},
        /* 5.14 */ {"trilemma check ability=0 dc=21", "20", "success=0"},
        /* 5.10 */
        {"trilemma check ability=0 dc=10 edge=2", "3 12 9", "success=1 extra_degrees=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_trilemma__degrees_are_fives_above_the_armour_class(void **state)
{
    (void)state;
    /* AC 20: 19 misses; 20 hits with 0 extra; 25 one; 29 one; 40 four. */
    static const struct acts_row rows[] = {
        /* 5.14 */ {"trilemma attack strength=14", "5", "hit=0 four_extra=0 damage=0"},
        /* 5.14 */
        {"trilemma attack strength=14", "6 4", "hit=1 four_extra=0 extra_degrees=0 damage=4"},
        /* 5.19 */
        {"trilemma attack strength=14", "10 4", "hit=1 four_extra=0 extra_degrees=0 damage=4"},
        /* 5.19 */
        {"trilemma attack strength=14", "11 4", "hit=1 four_extra=0 extra_degrees=1 damage=4"},
        /* 5.19 */
        {"trilemma attack strength=14", "15 4", "hit=1 four_extra=0 extra_degrees=1 damage=4"},
        /* 5.20 */
        {"trilemma attack strength=20", "19 4", "hit=1 four_extra=0 extra_degrees=3 damage=4"},
        /* 5.20 */
        {"trilemma attack strength=20", "20 4", "hit=1 four_extra=1 extra_degrees=4 damage=4"},
        /* 5.20 */
        {"trilemma attack strength=20 direct", "20",
         "hit=1 four_extra=1 extra_degrees=4 damage=0"},
        /* 5.20 */
        {"trilemma attack strength=20 direct", "19 4",
         "hit=1 four_extra=0 extra_degrees=3 damage=4"},
        /* 5.14 */
        {"trilemma attack strength=14 ac=22 edge=1", "2 14 4",
         "hit=1 four_extra=0 extra_degrees=1 damage=4"},
        /* 5.14 */
        {"trilemma attack strength=14 ac=22 edge=-1", "2 14", "hit=0 four_extra=0 damage=0"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_trilemma__armour_class_is_made_of_its_parts(void **state)
{
    (void)state;
    static const struct {
        const char *parts;
        int ac;
    } rows[] = {
        {"", 20},
        {"armour=2", 22},
        {"armour=10", 30},
        {"blind", 15},
        {"constrained", 15},
        {"unaware", 10},
        {"out_reached", 21},
        {"blind constrained", 10},
        {"blind constrained unaware", 0},
        {"armour=4 blind out_reached=yes", 20},
        {"armour=0 blind constrained unaware out_reached", 1},
        {"ac=-30", -30},
        {"ac=22", 22},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[120];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "trilemma attack strength=0 %s", rows[i].parts);
        struct acted acted;
        acts_throw(&acted, line, "20 roll");
        int hits = rows[i].ac <= 20;
        assert_int_equal(acted.outcome.value[0], hits);
        if (hits) {
            int degrees = acts_outcome_index(acted.inputs.action, "extra_degrees");
            assert_int_equal(acted.outcome.value[degrees], (20 - rows[i].ac) / 5);
        }
        assert_non_null(strstr(acts_line(&acted), " vs AC "));
    }
}

static void test_trilemma__an_armour_class_and_a_part_of_it_are_refused(void **state)
{
    (void)state;
    static const char *const parts[] = {"armour=2",       "armour=0", "blind",
                                        "constrained=no", "unaware",  "out_reached"};
    for (int i = 0; i < COUNT(parts); i++) {
        char line[120];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "trilemma attack strength=0 ac=20 %s", parts[i]);
        struct inputs inputs;
        struct error err;
        assert_int_equal(acts_read(&inputs, line, &err), STATUS_USAGE);
        assert_non_null(strstr(err.text, "ac was given together with one of its parts"));
    }
}

static void test_trilemma__active_defence_replaces_a_lower_armour_class(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* 24 against the higher of AC 22 and the defence */
        /* 5.17 */ {"trilemma attack strength=14 ac=22 defend defender_strength=10", "10 11 3",
                    "hit=1 four_extra=0 extra_degrees=0 damage=3"},
        /* 5.17 */
        {"trilemma attack strength=14 ac=22 defend defender_strength=10", "10 14 3",
         "hit=1 four_extra=0 extra_degrees=0 damage=3"},
        /* 5.17 */
        {"trilemma attack strength=14 ac=22 defend defender_strength=10", "10 15",
         "hit=0 four_extra=0 damage=0"},
        /* 5.17 */
        {"trilemma attack strength=14 armour=10 defend defender_strength=10", "16 10 3",
         "hit=1 four_extra=0 extra_degrees=0 damage=3"},
        /* 5.17 */
        {"trilemma attack strength=14 ac=5 defend defender_strength=5 defender_edge=1",
         "10 2 3 3", "hit=1 four_extra=0 extra_degrees=3 damage=3"},
        /* 5.17 */
        {"trilemma attack strength=14 ac=5 defend defender_strength=5 defender_edge=-1",
         "10 20 14 3", "hit=1 four_extra=0 extra_degrees=1 damage=3"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, rows[2].line, rows[2].given);
    assert_string_equal(
        acts_line(&acted),
        "d20 [10] + 14 strength = 24; defence d20 [15] + 10 strength = 25; 24 vs "
        "defence 25: miss");
}

static void test_trilemma__an_injury_save_is_due_beyond_0_hp(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* 5.18 */ {"trilemma attack strength=14 hp=5", "6 4",
                    "hit=1 four_extra=0 injury_due=0 extra_degrees=0 damage=4"},
        /* 5.18 */
        {"trilemma attack strength=14 hp=4", "6 4",
         "hit=1 four_extra=0 injury_due=0 extra_degrees=0 damage=4"},
        /* 5.18 */
        {"trilemma attack strength=14 hp=3", "6 4",
         "hit=1 four_extra=0 injury_due=1 extra_degrees=0 damage=4"},
        /* 5.18 */
        {"trilemma attack strength=14 hp=0 damage=1d4-4", "6 4",
         "hit=1 four_extra=0 injury_due=1 extra_degrees=0 damage=0"},
        /* 5.18 */
        {"trilemma attack strength=14 hp=0", "5", "hit=0 four_extra=0 injury_due=0 damage=0"},
        /* 5.20 */
        {"trilemma attack strength=20 hp=9 direct", "20",
         "hit=1 four_extra=1 injury_due=1 extra_degrees=4 damage=0"},
        /* T19 */
        {"trilemma attack strength=20 hp=9 damage=1d4-9", "20 4",
         "hit=1 four_extra=1 injury_due=0 extra_degrees=4 damage=0"},
        /* 5.18 */
        {"trilemma attack strength=20 hp=9 damage=3", "6",
         "hit=1 four_extra=0 injury_due=0 extra_degrees=1 damage=3"},
    };
    acts_check_rows(rows, COUNT(rows));
}

static void test_trilemma__morale_holds_at_the_score_and_below(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* 5.13 */ {"trilemma morale score=8", "5 4", "holds=0"},
        /* 5.13 */ {"trilemma morale score=8", "5 3", "holds=1"},
        /* 5.13 */ {"trilemma morale score=8", "=8", "holds=1"},
        /* 5.13 */ {"trilemma morale score=8 modifier=1", "=9", "holds=1"},
        /* 5.13 */ {"trilemma morale score=8 modifier=-7", "1 1", "holds=0"},
        /* 5.12 */ {"trilemma morale score=12", "", "holds=1"},
        /* 5.12 */ {"trilemma morale score=9 modifier=3", "", "holds=1"},
        /* 5.12 */ {"trilemma morale score=12 modifier=-1", "6 6", "holds=0"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, "trilemma morale score=8", "5 4");
    assert_string_equal(acts_line(&acted), "2d6 [5 4] = 9 vs morale 8: breaks");
}

static void test_trilemma__the_line_explains_every_number(void **state)
{
    (void)state;
    struct acted acted;
    acts_throw(&acted, "trilemma attack strength=14 ac=22", "14 4");
    assert_string_equal(
        acts_line(&acted),
        "d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra; 1d6 [4]: 4 damage");
    assert_string_equal(acts_rules(&acted), "5.14 5.15 5.19 5.18");
    acts_throw(&acted, "trilemma attack strength=20 direct", "20");
    assert_string_equal(acts_line(&acted),
                        "d20 [20] + 20 strength = 40 vs AC 20: hit, 4 extra, direct hit");
    assert_string_equal(acts_rules(&acted), "5.14 5.15 5.19 5.20");
    acts_throw(&acted, "trilemma check ability=-2 dc=10", "11");
    assert_string_equal(acts_line(&acted), "d20 [11] - 2 ability = 9 vs DC 10: failure");
}

static void test_trilemma__a_d10_tells_who_is_in_the_line_of_a_shot(void **state)
{
    (void)state;
#define SHOT "trilemma shot strength=14 ac=22 other_ac=30 hp=3 "
    static const struct acts_row rows[] = {
        /* 5.21 */
        {SHOT "facing=side", "6 8 4",
         "chosen=1 hit=1 four_extra=0 injury_due=1 stray_hit=0 damage=4 stray_damage=0"},
        {SHOT "facing=side", "7 16 4",
         "chosen=0 hit=0 four_extra=0 injury_due=0 stray_hit=1 damage=0 stray_damage=4"},
        {SHOT "facing=side", "7 15",
         "chosen=0 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        {SHOT "facing=behind target=far", "2 15",
         "chosen=0 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        {SHOT "facing=behind target=far", "1 7",
         "chosen=1 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        {SHOT "facing=behind target=near", "9 8 2",
         "chosen=1 hit=1 four_extra=0 injury_due=0 stray_hit=0 damage=2 stray_damage=0"},
        {SHOT "facing=behind target=near", "10 15",
         "chosen=0 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        /* Aiming wins up to two tenths, up to ten. */
        /* T21 */
        {SHOT "facing=behind target=near aim=2", "10 7",
         "chosen=1 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        {SHOT "facing=side aim=2", "8 7",
         "chosen=1 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        {SHOT "facing=side aim=1", "8 15",
         "chosen=0 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        /* Only the chosen one defends itself, and only it takes the direct hit. */
        /* 5.17 */
        {SHOT "facing=side defend defender_strength=10", "6 10 15",
         "chosen=1 hit=0 four_extra=0 injury_due=0 stray_hit=0 damage=0 stray_damage=0"},
        {SHOT "facing=side defend defender_strength=10", "7 16 4",
         "chosen=0 hit=0 four_extra=0 injury_due=0 stray_hit=1 damage=0 stray_damage=4"},
        /* 5.20 */
        {"trilemma shot strength=30 other_ac=20 facing=side direct hp=9", "6 10",
         "chosen=1 hit=1 four_extra=1 injury_due=1 stray_hit=0 damage=0 stray_damage=0"},
        {"trilemma shot strength=30 other_ac=20 facing=side direct hp=9", "7 10 5",
         "chosen=0 hit=0 four_extra=0 injury_due=0 stray_hit=1 damage=0 stray_damage=5"},
    };
#undef SHOT
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, rows[1].line, rows[1].given);
    assert_string_equal(acts_line(&acted),
                        "d10 [7] vs tenths 6: the other one; d20 [16] + 14 strength = 30 vs AC "
                        "30: hit; 1d6 [4]: 4 damage");
}

static void test_trilemma__a_shot_needs_a_facing_a_target_and_another_ac(void **state)
{
    (void)state;
    struct inputs inputs;
    struct error err;
    assert_int_equal(
        acts_read(&inputs, "trilemma shot strength=1 other_ac=20 facing=behind", &err),
        STATUS_USAGE);
    assert_string_equal(err.where, "target");
    assert_int_equal(acts_read(&inputs, "trilemma shot strength=1 facing=side", &err),
                     STATUS_USAGE);
    assert_string_equal(err.where, "other_ac");
    assert_int_equal(acts_read(&inputs, "trilemma shot strength=1 other_ac=20", &err),
                     STATUS_USAGE);
    assert_string_equal(err.where, "facing");
}

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
            char line[120];
            struct text text;
            text_init(&text, line, sizeof line);
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
            acts_odds(&odds, line);
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
            char line[160];
            struct text text;
            text_init(&text, line, sizeof line);
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
            acts_odds(&odds, line);
            assert_close(acts_chance(&odds, "hit"), hit);
            assert_close(acts_chance(&odds, "four_extra"), four);
            assert_close(acts_chance(&odds, "injury_due"), four + (hit - four) / 2);
            assert_close(acts_mean(&odds, "damage"), 3.5 * (hit - four));
            assert_close(acts_mass(&odds, "damage", 0), 1 - hit + four);
        }
    }
}

static void test_trilemma__a_shot_is_two_attacks_by_tenths(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int tenths;
    } rows[] = {
        {"facing=side", 6},
        {"facing=side aim=1", 7},
        {"facing=side aim=2", 8},
        {"facing=side target=near", 6},
        {"facing=behind target=far", 1},
        {"facing=behind target=far aim=2", 3},
        {"facing=behind target=near", 9},
        {"facing=behind target=near aim=1", 10},
        {"facing=behind target=near aim=2", 10},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[160];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "trilemma shot strength=14 ac=19 other_ac=28 hp=3 %s", rows[i].words);
        struct acts_odds odds;
        acts_odds(&odds, line);
        double chosen = rows[i].tenths / 10.0;
        /* AC 19 needs 5, AC 28 needs 14. */
        assert_close(acts_chance(&odds, "chosen"), chosen);
        assert_close(acts_chance(&odds, "hit"), chosen * 0.8);
        assert_close(acts_chance(&odds, "four_extra"), 0);
        assert_close(acts_chance(&odds, "injury_due"), chosen * 0.4);
        assert_close(acts_chance(&odds, "stray_hit"), (1 - chosen) * 0.35);
        assert_close(acts_mean(&odds, "damage"), chosen * 0.8 * 3.5);
        assert_close(acts_mean(&odds, "stray_damage"), (1 - chosen) * 0.35 * 3.5);
    }
}

static void test_trilemma__morale_holds_by_36ths(void **state)
{
    (void)state;
    static const int of_36[] = {1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36};
    for (int score = 2; score <= 12; score++) {
        for (int modifier = -3; modifier <= 3; modifier++) {
            char line[80];
            struct text text;
            text_init(&text, line, sizeof line);
            text_add(&text, "trilemma morale score=%d modifier=%d", score, modifier);
            struct acts_odds odds;
            acts_odds(&odds, line);
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
        cmocka_unit_test(test_trilemma__initiative_and_checks_follow_their_paragraphs),
        cmocka_unit_test(test_trilemma__degrees_are_fives_above_the_armour_class),
        cmocka_unit_test(test_trilemma__armour_class_is_made_of_its_parts),
        cmocka_unit_test(test_trilemma__an_armour_class_and_a_part_of_it_are_refused),
        cmocka_unit_test(test_trilemma__active_defence_replaces_a_lower_armour_class),
        cmocka_unit_test(test_trilemma__an_injury_save_is_due_beyond_0_hp),
        cmocka_unit_test(test_trilemma__morale_holds_at_the_score_and_below),
        cmocka_unit_test(test_trilemma__the_line_explains_every_number),
        cmocka_unit_test(test_trilemma__chance_to_hit_equals_counted_faces),
        cmocka_unit_test(test_trilemma__chance_against_active_defence_equals_counted_pairs),
        cmocka_unit_test(test_trilemma__a_d10_tells_who_is_in_the_line_of_a_shot),
        cmocka_unit_test(test_trilemma__a_shot_needs_a_facing_a_target_and_another_ac),
        cmocka_unit_test(test_trilemma__a_shot_is_two_attacks_by_tenths),
        cmocka_unit_test(test_trilemma__morale_holds_by_36ths),
        cmocka_unit_test(test_trilemma__initiative_is_spread_over_20_scores),
        cmocka_unit_test(test_trilemma__the_spread_is_that_of_the_whole_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
