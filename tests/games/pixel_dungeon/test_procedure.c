/* Pixel Dungeon at the table: a test for every line of its rules that has a meaning there, with
 * a number worked out by hand. A uniform number is given as a percentile: p is (p - 0.5) / 100.
 */
#include <math.h>
#include <string.h>

#include "resolver/odds.h"
#include "support/acts.h"
#include "support/table.h"
#include "support/unit.h"

static struct table *fight(void)
{
    struct table *table = table_new("pixel");
    table_do(table, "add Wren side=party level=5 weapon_accuracy=1.2 strength=18 "
                    "required_strength=18 damage=5-25 dodge=5 hp=25");
    table_do(table, "add scout accuracy=11 dodge=4 damage=2-6 armor=4 hp=40");
    table_do(table, "next");
    return table;
}

static int hp(struct table *table, const char *who)
{
    return table_value(table, who, "hp");
}

/* The chance to hit that stands on the screen. */
static double chance(struct table *table, const char *actor, const char *target)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct arena arena;
    struct inputs inputs;
    struct odds odds;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    if (!procedure_of(&table->state)
             ->usual_act(&table->state, table_id(table, actor), table_id(table, target),
                         &inputs, &err) ||
        odds_of(&odds, &inputs, &arena, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    return odds.chance[outcome_find(inputs.action, "hit")];
}

/* ---- hitting --------------------------------------------------------------------------- */

/* Level 5 is 14, times 1.2 is 16.8: against dodge 4 a hit is 1 - 4 / 33.6. */
static void test_hit__is_by_level_and_weapon(void **state)
{
    (void)state;
    struct table *table = fight();
    assert_close(chance(table, "Wren", "scout"), 1 - 4 / (2 * 16.8));
    /* 16.8 x 0.205 = 3.444 is below 4 x 0.995 = 3.98. */
    table_do(table, "attack scout 21 100");
    assert_int_equal(hp(table, "scout"), 40);
    /* Three points of strength are missing: 14 x 1.2 / 1.5^3. */
    table_do(table, "set Wren strength=15");
    assert_close(chance(table, "Wren", "scout"), 1 - 4 / (2 * 14 * 1.2 / 3.375));
    /* A row with an accuracy of its own, below the dodge: a / 2d. */
    assert_close(chance(table, "scout", "Wren"), 1 - 5 / 22.0);
    table_do(table, "set Wren dodge=22");
    assert_close(chance(table, "scout", "Wren"), 11 / 44.0);
    table_do(table, "set scout dodge=0");
    assert_close(chance(table, "Wren", "scout"), 1);
    table_do(table, "set scout accuracy=0");
    assert_close(chance(table, "scout", "Wren"), 0);
    table_free(table);
}

static void test_hit__by_magic_has_twice_the_accuracy(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set Wren dodge=22");
    table_do(table, "set scout magic=yes");
    assert_close(chance(table, "scout", "Wren"), 1 - 22 / 44.0);
    table_do(table, "set scout magic=-");
    /* Said for one attack: 11 x 2 x 0.495 = 10.89 reaches 22 x 0.495. */
    table_do(table, "attack Wren by=scout magic 50 50 50 50");
    assert_int_equal(hp(table, "Wren"), 21);
    table_do(table, "attack Wren by=scout 50 50");
    assert_int_equal(hp(table, "Wren"), 21);
    table_free(table);
}

static void test_hit__what_is_said_first_counts(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set scout dodge=100");
    /* 50 x 0.995 against 100 x 0.495: told for this act, the level does not count. */
    table_do(table, "attack scout accuracy=50 100 50 50 50 0");
    assert_int_equal(hp(table, "scout"), 25);
    table_do(table, "attack scout by=Wren level=1 100 50");
    assert_int_equal(hp(table, "scout"), 25);
    table_do(table, "attack Wren by=scout level=50 100 99 50 50");
    assert_int_equal(hp(table, "Wren"), 21);
    table_wrong(table, "attack scout accuracy=5 level=3", "give the one or the other");
    table_free(table);
}

/* ---- damage ---------------------------------------------------------------------------- */

static void test_damage__is_rolled_and_partly_absorbed(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 5 + floor((0.495 + 0.755) x 21 / 2) = 18, less 2 of 4. */
    table_do(table, "attack scout 99 50 50 76 2");
    assert_int_equal(hp(table, "scout"), 24);
    /* Never below 0. */
    table_do(table, "attack scout damage=0-2 99 50 50 50 4");
    assert_int_equal(hp(table, "scout"), 24);
    table_do(table, "set Wren sniper=yes");
    table_do(table, "attack scout 99 50 50 76");
    assert_int_equal(hp(table, "scout"), 6);
    table_free(table);
}

static void test_damage__grows_with_excess_strength_and_fury(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 20 - 18: 0 to 2 more. 18 + 2 - 2. */
    table_do(table, "set Wren strength=20");
    table_do(table, "attack scout 99 50 50 76 2 2");
    assert_int_equal(hp(table, "scout"), 22);
    /* Fury comes before absorption: floor((18 + 1) x 1.5) = 28, less 4. */
    table_do(table, "condition Wren fury rounds=2");
    table_do(table, "set scout hp=40");
    table_do(table, "attack scout 99 50 50 76 1 4");
    assert_int_equal(hp(table, "scout"), 16);
    table_do(table, "condition Wren fury off");
    table_do(table, "set Wren strength=18 excess_strength=3");
    table_do(table, "attack scout fury 99 50 1 1 3 4");
    /* floor((5 + 3) x 1.5) = 12, less 4. */
    assert_int_equal(hp(table, "scout"), 8);
    table_free(table);
}

/* ---- surprise -------------------------------------------------------------------------- */

/* A surprise throws nothing to hit: the first two dice are the damage's. */
static void surprised_by(const char *set)
{
    struct table *table = fight();
    table_do(table, set);
    assert_close(chance(table, "Wren", "scout"), 1);
    table_do(table, "attack scout 50 76 2");
    assert_int_equal(hp(table, "scout"), 24);
    table_free(table);
}

static void test_surprise__holds_for_whom_it_says(void **state)
{
    (void)state;
    surprised_by("surprise scout");
    surprised_by("set scout surprised=yes");
    surprised_by("condition scout asleep");
    surprised_by("condition scout paralysed");
    surprised_by("condition scout wandering");
}

static void test_surprise__is_said_for_one_attack(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "attack scout surprise 50 76 2");
    assert_int_equal(hp(table, "scout"), 24);
    table_do(table, "attack scout 1 100");
    assert_int_equal(hp(table, "scout"), 24);
    table_free(table);
}

static void test_surprise__is_over_with_the_attack(void **state)
{
    (void)state;
    struct table *table = fight();
    struct combatant_words row = {0};
    table_do(table, "surprise scout");
    procedure_of(&table->state)->describe(&table->state, table_id(table, "scout"), &row);
    assert_string_equal(row.words, "surprised");
    table_do(table, "attack scout 50 76 2");
    assert_true(table_said(table, "no longer surprised"));
    table_do(table, "attack scout 1 100");
    table_do(table, "surprise scout");
    table_do(table, "surprise scout off");
    table_do(table, "attack scout 1 100");
    /* Who is paralysed stays so. */
    table_do(table, "condition scout paralysed");
    table_do(table, "attack scout 50 76 2");
    table_do(table, "attack scout 50 1 2");
    table_free(table);
}

static void test_surprise__never_finds_a_hero_asleep(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "condition Wren asleep");
    assert_close(chance(table, "scout", "Wren"), 1 - 5 / 22.0);
    table_refused(table, "attack Wren by=scout surprise 50 50", "surprise attack");
    table_refused(table, "surprise Wren", "surprise attack");
    /* Paralysed as well: that is another reason. */
    table_do(table, "condition Wren paralysed");
    table_do(table, "attack Wren by=scout 50 50");
    assert_int_equal(hp(table, "Wren"), 21);
    table_free(table);
}

static void test_assassin__has_half_as_much_again_by_surprise(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set Wren assassin=yes");
    /* After absorption: floor((18 - 3) x 1.5) = 22. */
    table_do(table, "attack scout surprise 50 76 3");
    assert_int_equal(hp(table, "scout"), 18);
    table_do(table, "attack scout 99 50 50 76 3");
    assert_int_equal(hp(table, "scout"), 3);
    table_free(table);
}

/* ---- targeting ------------------------------------------------------------------------- */

static void test_path__tells_the_cells_of_a_shot(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 16 columns by 9 rows: cell 1 is 17, cell 14 is 126, cell 15 is 143. */
    table_do(table, "path dx=15 dy=8");
    assert_true(table_said(table, "cell 17 row 1 column 1"));
    assert_true(table_said(table, "cell 126 row 7 column 14"));
    assert_true(table_said(table, "the shot reaches cell 143: row 8, column 15"));
    /* A wand's bolt goes on. */
    table_do(table, "path dx=15 dy=8 beyond=1");
    assert_true(table_said(table, "the shot reaches cell 160"));
    /* An obstacle in cell 35, the third of the path (17, 18, 35): one before it. */
    table_do(table, "path dx=15 dy=8 obstacle=35");
    assert_true(table_said(table, "the shot is stopped at cell 18: row 1, column 2"));
    table_do(table, "path dx=15 dy=8 obstacle=50");
    assert_true(table_said(table, "reaches cell 143"));
    table_do(table, "path dx=-3 dy=0");
    assert_true(table_said(table, "row 0 column -3"));
    table_wrong(table, "path dx=0 dy=0", "own cell");
    table_wrong(table, "path dx=4 dy=0 obstacle=0", "own cell");
    table->asks = true;
    assert_int_equal(table_try(table, "path dx=4"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.prefix, "dy=");
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hit__is_by_level_and_weapon),
        cmocka_unit_test(test_hit__by_magic_has_twice_the_accuracy),
        cmocka_unit_test(test_hit__what_is_said_first_counts),
        cmocka_unit_test(test_damage__is_rolled_and_partly_absorbed),
        cmocka_unit_test(test_damage__grows_with_excess_strength_and_fury),
        cmocka_unit_test(test_surprise__holds_for_whom_it_says),
        cmocka_unit_test(test_surprise__is_said_for_one_attack),
        cmocka_unit_test(test_surprise__is_over_with_the_attack),
        cmocka_unit_test(test_surprise__never_finds_a_hero_asleep),
        cmocka_unit_test(test_assassin__has_half_as_much_again_by_surprise),
        cmocka_unit_test(test_path__tells_the_cells_of_a_shot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
