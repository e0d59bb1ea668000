/* Worked numbers of yuxtapa: the manual's own, and its attacks and spells by counted faces. */
#include <string.h>

#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void test_yuxtapa__the_manuals_own_chances(void **state)
{
    (void)state;
    struct acts_odds odds;
    acts_odds(&odds, "yuxtapa attack attacker=assassin defender=wizard");
    assert_close(acts_chance(&odds, "hit"), 0.95);
    assert_close(acts_chance(&odds, "critical"), 0.90);
    acts_odds(&odds, "yuxtapa attack attacker=healer defender=assassin");
    assert_close(acts_chance(&odds, "hit"), 0.05);
    assert_close(acts_chance(&odds, "critical"), 0.05);
    acts_odds(&odds, "yuxtapa attack attacker=fighter defender=fighter");
    assert_close(acts_chance(&odds, "hit"), 0.55);
    assert_close(acts_chance(&odds, "critical"), 0.10);
    /* 37.5 % of the hits that are not critical deal nothing: 3, 4 and 5 of 3 to 10. */
    assert_close(acts_mass(&odds, "damage", 0), 0.45 + 0.45 * 0.375);
    assert_close(acts_mass(&odds, "damage", 1), 0.45 / 8);
    assert_close(acts_mean(&odds, "damage"), 0.45 * 15 / 8 + 0.10 * 6.5);
    assert_false(acts_lists(&odds, "kill"));
}

static void test_yuxtapa__hits_follow_from_p_and_r(void **state)
{
    (void)state;
    /* The d20 shows 1 to 20; R is one less. */
    static const struct acts_row rows[] = {
        {"yuxtapa attack to_hit=8 dv=17 pv=5 damage=d8+2", "9", "hit=0 critical=0 damage=0"},
        {"yuxtapa attack to_hit=8 dv=17 pv=5 damage=d8+2", "10 5", "hit=1 critical=0 damage=2"},
        {"yuxtapa attack to_hit=8 dv=17 pv=5 damage=d8+2", "10 1", "hit=1 critical=0 damage=0"},
        {"yuxtapa attack to_hit=8 dv=17 pv=5 damage=d8+2", "18 5", "hit=1 critical=0 damage=2"},
        {"yuxtapa attack to_hit=8 dv=17 pv=5 damage=d8+2", "19 5", "hit=1 critical=1 damage=7"},
        {"yuxtapa attack to_hit=8 dv=17 pv=5 damage=d8+2", "20 5", "hit=1 critical=1 damage=7"},
        {"yuxtapa attack to_hit=-1 dv=19 pv=0 damage=d6+1", "19", "hit=0 critical=0 damage=0"},
        {"yuxtapa attack to_hit=-1 dv=19 pv=0 damage=d6+1", "20 3",
         "hit=1 critical=1 damage=4"},
        /* P of 0 or less: every hit is critical. */
        {"yuxtapa attack to_hit=10 dv=10 pv=9 damage=d6", "1 3", "hit=1 critical=1 damage=3"},
        {"yuxtapa attack to_hit=20 dv=10 pv=9 damage=d6", "1 3", "hit=1 critical=1 damage=3"},
        {"yuxtapa attack to_hit=9 dv=10 pv=9 damage=d6", "1", "hit=0 critical=0 damage=0"},
        {"yuxtapa attack to_hit=9 dv=10 pv=2 damage=d6", "2 3", "hit=1 critical=0 damage=1"},
        {"yuxtapa attack to_hit=9 dv=10 pv=2 damage=d6", "3 3", "hit=1 critical=1 damage=3"},
        {"yuxtapa attack to_hit=9 dv=10 pv=2 damage=d6 hp=3", "3 3",
         "hit=1 critical=1 kill=1 damage=3"},
        {"yuxtapa attack to_hit=9 dv=10 pv=2 damage=d6 hp=4", "3 3",
         "hit=1 critical=1 kill=0 damage=3"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, rows[1].line, rows[1].given);
    assert_string_equal(acts_line(&acted),
                        "d20 [10] - 1 = 9 vs P 9: hit; d8+2 [5] = 7 - 5 PV: 2 damage");
}

/* to_hit, dv, pv and the range of the damage that a line comes to. */
static void test_yuxtapa__classes_and_kinds_bring_their_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int to_hit, dv, pv;
        int low, high;
    } rows[] = {
        {"attacker=archer defender=archer", 4, 18, 1, 2, 5},
        {"attacker=assassin defender=assassin", 10, 19, 0, 3, 6},
        {"attacker=combat_mage defender=combat_mage", 2, 14, 2, 2, 9},
        {"attacker=mindcrafter defender=mindcrafter", 5, 15, 1, 1, 10},
        {"attacker=scout defender=scout", 1, 14, 0, 2, 7},
        {"attacker=fighter defender=fighter", 8, 17, 5, 3, 10},
        {"attacker=miner defender=miner", 6, 13, 3, 2, 11},
        {"attacker=healer defender=healer", -1, 12, 0, 2, 7},
        {"attacker=wizard defender=wizard", 0, 11, 0, 1, 6},
        {"attacker=trapper defender=trapper", 3, 16, 1, 1, 8},
        /* Fixed attacks */
        {"attacker=archer kind=archery defender=wizard", 7, 11, 0, 1, 6},
        {"kind=archery defender=wizard", 7, 11, 0, 1, 6},
        {"attacker=fighter kind=circular defender=wizard", 5, 11, 0, 1, 8},
        {"kind=circular defender=wizard", 5, 11, 0, 1, 8},
        {"kind=booby_trap dv=11 pv=2", 9, 11, 2, 2, 12},
        {"attacker=assassin kind=hidden defender=wizard", 10, 11, 0, 6, 12},
        {"kind=hidden defender=wizard", 10, 11, 0, 6, 12},
        /* What is given explicitly counts. */
        {"attacker=fighter to_hit=6 damage=1d4 defender=wizard pv=3", 6, 11, 3, 1, 4},
        {"kind=archery to_hit=1 defender=wizard dv=5", 1, 5, 0, 1, 6},
        {"to_hit=1 damage=2 defender=wizard", 1, 11, 0, 2, 2},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[160];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "yuxtapa attack %s", rows[i].words);
        struct inputs inputs;
        acts_inputs(&inputs, line);
        int64_t low;
        int64_t high;
        assert_int_equal(inputs.value[0].number, rows[i].to_hit);
        assert_int_equal(inputs.value[1].number, rows[i].dv);
        assert_int_equal(inputs.value[2].number, rows[i].pv);
        assert_true(inputs.value[3].is_set);
        dice_expr_range(&inputs.dice[inputs.value[3].number], &low, &high);
        assert_int_equal(low, rows[i].low);
        assert_int_equal(high, rows[i].high);
    }
}

static void test_yuxtapa__what_is_missing_or_not_theirs_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        const char *where;
    } rows[] = {
        {"attack dv=1 pv=1", "to_hit"},
        {"attack to_hit=1 dv=1 pv=1", "damage"},
        {"attack attacker=fighter pv=1", "dv"},
        {"attack attacker=fighter dv=1", "pv"},
        {"attack attacker=wizard kind=circular defender=wizard", "kind"},
        {"attack attacker=fighter kind=hidden defender=wizard", "kind"},
        {"attack attacker=barbarian defender=wizard", "attacker"},
        {"spell", "kind"},
        {"spell kind=archery", "kind"},
        {"spell kind=zap resistance=101", "resistance"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[160];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "yuxtapa %s", rows[i].words);
        struct inputs inputs;
        struct error err;
        assert_int_equal(acts_read(&inputs, line, &err), STATUS_USAGE);
        if (strcmp(err.where, rows[i].where) != 0) {
            fail_msg("%s: %s: %s", line, err.where, err.text);
        }
    }
}

static void test_yuxtapa__spells_hit_unless_they_are_resisted(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"yuxtapa spell kind=missile", "4", "resisted=0 damage=4"},
        {"yuxtapa spell kind=zap", "4 5", "resisted=0 damage=9"},
        {"yuxtapa spell kind=missile resistance=50", "50", "resisted=1 damage=0"},
        {"yuxtapa spell kind=missile resistance=50", "51 2", "resisted=0 damage=2"},
        {"yuxtapa spell kind=missile resistance=100", "100", "resisted=1 damage=0"},
        {"yuxtapa spell kind=zap resistance=10 hp=9", "11 4 5", "resisted=0 kill=1 damage=9"},
        {"yuxtapa spell kind=zap resistance=10 hp=10", "11 =9", "resisted=0 kill=0 damage=9"},
        {"yuxtapa spell kind=zap resistance=10 hp=10", "10", "resisted=1 kill=0 damage=0"},
    };
    acts_check_rows(rows, COUNT(rows));
    for (int resistance = 0; resistance <= 100; resistance += 10) {
        char line[80];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "yuxtapa spell kind=zap resistance=%d hp=9", resistance);
        struct acts_odds odds;
        acts_odds(&odds, line);
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
        char line[100];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "yuxtapa attack to_hit=0 dv=%d pv=2 damage=1d6 hp=5", needed);
        struct acts_odds odds;
        acts_odds(&odds, line);
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

/* "Archery damage and tohit are not affect by rusting": everything else is (Tohit, PV, and DV).
 */
static void test_yuxtapa__rust_changes_all_but_archery(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        /* A fighter against a fighter: P is 9, and 11 with rust of -2. */
        {"yuxtapa attack attacker=fighter defender=fighter rust_to_hit=-2", "11",
         "hit=0 critical=0 damage=0"},
        {"yuxtapa attack attacker=fighter defender=fighter rust_to_hit=-2", "12 8",
         "hit=1 critical=0 damage=5"},
        {"yuxtapa attack attacker=fighter defender=fighter rust_damage=-3", "12 8",
         "hit=1 critical=0 damage=2"},
        {"yuxtapa attack attacker=fighter defender=fighter rust_damage=-3", "20 8",
         "hit=1 critical=1 damage=7"},
        {"yuxtapa attack attacker=fighter defender=fighter rust_damage=-3", "20 =3",
         "hit=1 critical=1 damage=0"},
        {"yuxtapa attack kind=circular defender=wizard rust_to_hit=-1 rust_damage=-1", "8 5",
         "hit=1 critical=0 damage=4"},
        {"yuxtapa attack kind=archery defender=fighter rust_to_hit=-9 rust_damage=-9", "11 6",
         "hit=1 critical=0 damage=1"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, rows[2].line, rows[2].given);
    assert_string_equal(acts_line(&acted), "d20 [12] - 1 = 11 vs P 9: hit; d8+2 [8] = 10 - 3 "
                                           "rust - 5 PV: 2 damage");
    struct acts_odds odds;
    acts_odds(&odds, "yuxtapa attack attacker=fighter defender=fighter rust_to_hit=-2");
    assert_close(acts_chance(&odds, "hit"), 0.45);
    assert_close(acts_chance(&odds, "critical"), 0.05);
    acts_odds(&odds, "yuxtapa attack kind=archery defender=fighter rust_to_hit=-2");
    double rusty = acts_chance(&odds, "hit");
    acts_odds(&odds, "yuxtapa attack kind=archery defender=fighter");
    assert_close(acts_chance(&odds, "hit"), rusty);
}

static void test_yuxtapa__a_class_brings_its_resistance(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        double resisted;
    } rows[] = {
        {"defender=archer", 0},
        {"defender=assassin", 0.1},
        {"defender=combat_mage", 0.5},
        {"defender=mindcrafter", 0.4},
        {"defender=scout", 0.1},
        {"defender=fighter", 0},
        {"defender=miner", 0},
        {"defender=healer", 0.3},
        {"defender=wizard", 0.7},
        {"defender=trapper", 0},
        {"defender=wizard resistance=20", 0.2},
        {"defender=wizard resistance=0", 0},
        {"resistance=100", 1},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[80];
        struct text text;
        struct acts_odds odds;
        text_init(&text, line, sizeof line);
        text_add(&text, "yuxtapa spell kind=zap %s", rows[i].words);
        acts_odds(&odds, line);
        assert_close(acts_chance(&odds, "resisted"), rows[i].resisted);
        text_init(&text, line, sizeof line);
        text_add(&text, "yuxtapa teleport %s", rows[i].words);
        acts_odds(&odds, line);
        assert_close(acts_chance(&odds, "resisted"), rows[i].resisted);
    }
}

/* Teleportation traps are resisted as spells are (Spells and magic resistance). */
static void test_yuxtapa__a_teleport_is_resisted_by_a_d100(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"yuxtapa teleport", "", "resisted=0"},
        {"yuxtapa teleport resistance=30", "30", "resisted=1"},
        {"yuxtapa teleport resistance=30", "31", "resisted=0"},
        {"yuxtapa teleport defender=wizard", "70", "resisted=1"},
        {"yuxtapa teleport defender=wizard", "71", "resisted=0"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, rows[0].line, rows[0].given);
    assert_string_equal(acts_line(&acted), "teleported");
    acts_throw(&acted, rows[2].line, rows[2].given);
    assert_string_equal(acts_line(&acted),
                        "d100 [31] vs resistance 30: not resisted, teleported");
}

/* "Between 1 and 3 points" at the end of a turn in water, unless turns are being lost (Swimming
 * and Drowning). */
static void test_yuxtapa__water_drowns_when_no_turn_is_lost(void **state)
{
    (void)state;
    static const struct acts_row rows[] = {
        {"yuxtapa drown", "1", "damage=1"},
        {"yuxtapa drown", "3", "damage=3"},
        {"yuxtapa drown lost_turns=2", "", "damage=0"},
        {"yuxtapa drown lost_turns=1 hp=1", "", "kill=0 damage=0"},
        {"yuxtapa drown hp=2", "2", "kill=1 damage=2"},
        {"yuxtapa drown hp=3", "2", "kill=0 damage=2"},
    };
    acts_check_rows(rows, COUNT(rows));
    struct acted acted;
    acts_throw(&acted, "yuxtapa drown", "4");
    assert_int_equal(acted.err.code, STATUS_USAGE);
    acts_throw(&acted, rows[2].line, rows[2].given);
    assert_string_equal(acts_line(&acted), "a turn is lost");
    struct acts_odds odds;
    acts_odds(&odds, "yuxtapa drown hp=2");
    assert_close(acts_mean(&odds, "damage"), 2);
    assert_close(acts_chance(&odds, "kill"), 2 / 3.0);
    acts_odds(&odds, "yuxtapa drown hp=2 lost_turns=1");
    assert_close(acts_mean(&odds, "damage"), 0);
    assert_close(acts_chance(&odds, "kill"), 0);
}

/* HP, to-hit, resistance, least and most damage, DV, PV (Class overview). */
static void test_yuxtapa__the_table_of_classes_is_listed(void **state)
{
    (void)state;
    static const struct {
        const char *class;
        int numbers[7];
    } rows[] = {
        {"archer", {8, 4, 0, 2, 5, 18, 1}},       {"assassin", {6, 10, 10, 3, 6, 19, 0}},
        {"combat_mage", {8, 2, 50, 2, 9, 14, 2}}, {"mindcrafter", {6, 5, 40, 1, 10, 15, 1}},
        {"scout", {4, 1, 10, 2, 7, 14, 0}},       {"fighter", {10, 8, 0, 3, 10, 17, 5}},
        {"miner", {12, 6, 0, 2, 11, 13, 3}},      {"healer", {6, -1, 30, 2, 7, 12, 0}},
        {"wizard", {4, 0, 70, 1, 6, 11, 0}},      {"trapper", {8, 3, 0, 1, 8, 16, 1}},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        char line[80];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "yuxtapa class class=%s", rows[i].class);
        struct inputs inputs;
        acts_inputs(&inputs, line);
        struct listing listing = {.rows = 0};
        inputs.action->list(&inputs, &listing);
        assert_int_equal(listing.rows, 1);
        assert_memory_equal(listing.value[0], rows[i].numbers, sizeof rows[i].numbers);
    }
    struct inputs inputs;
    acts_inputs(&inputs, "yuxtapa class class=scout");
    const char *const *words = inputs.action->parameters[0].choices;
    for (int i = 0; i < COUNT(rows); i++) {
        assert_string_equal(words[i], rows[i].class);
    }
    assert_null(words[COUNT(rows)]);
    assert_string_equal(inputs.action->list_columns[0], "hp");
    assert_string_equal(inputs.action->list_columns[6], "pv");
    assert_null(inputs.action->list_columns[7]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yuxtapa__the_manuals_own_chances),
        cmocka_unit_test(test_yuxtapa__hits_follow_from_p_and_r),
        cmocka_unit_test(test_yuxtapa__classes_and_kinds_bring_their_numbers),
        cmocka_unit_test(test_yuxtapa__what_is_missing_or_not_theirs_is_named),
        cmocka_unit_test(test_yuxtapa__spells_hit_unless_they_are_resisted),
        cmocka_unit_test(test_yuxtapa__chances_equal_counted_faces),
        cmocka_unit_test(test_yuxtapa__rust_changes_all_but_archery),
        cmocka_unit_test(test_yuxtapa__a_class_brings_its_resistance),
        cmocka_unit_test(test_yuxtapa__a_teleport_is_resisted_by_a_d100),
        cmocka_unit_test(test_yuxtapa__water_drowns_when_no_turn_is_lost),
        cmocka_unit_test(test_yuxtapa__the_table_of_classes_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
