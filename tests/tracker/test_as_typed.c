/* What people type and paste as it comes: minus signs of word processors, names with marks in
 * either form of Unicode, hit dice below 1, attack and damage dice together. The same lines in
 * every game. */
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"

static const char *const games[] = {"trilemma", "four-against-darkness", "caves-of-qud",
                                    "pixel-dungeon", "yuxtapa"};
enum { GAMES = sizeof games / sizeof games[0] };

static struct table *two_people(const char *game)
{
    struct table *table = table_new(game);
    table_do(table, "add Anka side=party hp=9");
    table_do(table, "add thing hp=20");
    return table;
}

static void check_hp(struct table *table, const char *game, const char *line, int hp)
{
    int now = table_value(table, "Anka", "hp");
    if (now != hp) {
        fail_msg("%s: %s: Anka has %d hit points, not %d", game, line, now, hp);
    }
}

/* ---- numbers --------------------------------------------------------------------------- */

static void test_number__a_pasted_minus_is_a_minus(void **state)
{
    (void)state;
    static const char *const minus[] = {"-", "−", "–", "‐", "‑", "‒", "—", "﹣", "-"};
    for (int game = 0; game < GAMES; game++) {
        for (size_t i = 0; i < sizeof minus / sizeof minus[0]; i++) {
            struct table *table = two_people(games[game]);
            TEXT_BUFFER(line, 80);
            text_add(&line, "hp Anka %s3", minus[i]);
            table_do(table, line.p);
            check_hp(table, games[game], line.p, 6);
            text_init(&line, line.p, line.size);
            text_add(&line, "hp Anka %sd4 2", minus[i]);
            table_do(table, line.p);
            check_hp(table, games[game], line.p, 4);
            table_do(table, "counter torch 6");
            text_init(&line, line.p, line.size);
            text_add(&line, "tick torch %s1", minus[i]);
            table_do(table, line.p);
            assert_int_equal(5, table->state.counter[0].number[COUNTER_NOW]);
            text_init(&line, line.p, line.size);
            text_add(&line, "set Anka hp=%s1", minus[i]);
            table_wrong(table, line.p, "takes that many away");
            /* Text stays as it was typed. */
            text_init(&line, line.p, line.size);
            text_add(&line, "note-on Anka %s3 to hit", minus[i]);
            table_do(table, line.p);
            assert_string_equal(line.p + strlen("note-on Anka "),
                                state_text(&table->state, table_id(table, "Anka"), TEXT_NOTE));
            table_free(table);
        }
    }
}

/* ---- hit dice -------------------------------------------------------------------------- */

static void test_hit_dice__give_at_least_1(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct table *table = two_people(games[game]);
        table_do(table, "add wisp hp=1d8-1 1");
        assert_int_equal(1, table_value(table, "wisp", "hp"));
        assert_int_equal(1, table_value(table, "wisp", "hp_max"));
        assert_true(table_said(table, "1 instead of 0"));
        table_do(table, "set wisp hp=1d6-3 1");
        assert_int_equal(1, table_value(table, "wisp", "hp"));
        assert_true(table_said(table, "1 instead of -2"));
        table_do(table, "set wisp hp_max=1d6-3 2");
        assert_int_equal(1, table_value(table, "wisp", "hp_max"));
        /* What is typed as a number is meant, and so is a change. */
        table_do(table, "set wisp hp=0");
        assert_int_equal(0, table_value(table, "wisp", "hp"));
        table_do(table, "counter fuse 1d6-3 1");
        assert_int_equal(1, table->state.counter[0].number[COUNTER_NOW]);
        assert_true(table_said(table, "1 instead of -2"));
        table_free(table);
    }
}

/* ---- names of the removed -------------------------------------------------------------- */

static void test_number_of_a_name__is_not_given_again(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct table *table = table_new(games[game]);
        table_do(table, "add blob-one hp=3");
        table_do(table, "duplicate blob-one 2");
        table_do(table, "remove \"Blob-one 3\"");
        table_do(table, "duplicate blob-one 1");
        assert_int_equal(4, table_id(table, "Blob-one 4") != 0 ? 4 : 0);
        table_do(table, "add Zed hp=3");
        table_do(table, "remove Zed");
        table_do(table, "add Zed hp=3");
        assert_true(table_id(table, "Zed") != 0);
        table_free(table);
        table = table_new(games[game]);
        table_do(table, "add \"Mu 2\" hp=3");
        table_do(table, "add Mu hp=3");
        table_do(table, "remove \"Mu 2\"");
        table_do(table, "add Mu hp=3");
        table_do(table, "add Mu hp=3");
        assert_true(table_id(table, "Mu") != 0);
        assert_true(table_id(table, "Mu 1") != 0);
        assert_true(table_id(table, "Mu 3") != 0);
        table_free(table);
    }
}

/* ---- healing somebody who is out ------------------------------------------------------- */

static void test_heal__says_how_somebody_who_is_out_comes_back(void **state)
{
    (void)state;
    static const char *const ways[] = {"dead", "down", "fled", "surrendered"};
    for (int game = 0; game < GAMES; game++) {
        for (int way = 0; way < 4; way++) {
            static const char *const heals[] = {"heal Anka 3", "hp Anka +3"};
            for (int i = 0; i < 2; i++) {
                struct table *table = two_people(games[game]);
                TEXT_BUFFER(line, 80);
                table_do(table, "hp Anka -5");
                text_add(&line, "out Anka %s", ways[way]);
                table_do(table, line.p);
                table_do(table, heals[i]);
                assert_true(table_said(table, "; `back` ends that"));
                table_free(table);
            }
        }
    }
}

/* ---- names with marks ------------------------------------------------------------------ */

/* The same letters, as one character and as two. */
#define ZOE_COMPOSED "Zo\xC3\xAB"
#define ZOE_DECOMPOSED "Zoe\xCC\x88"

static void test_name__is_the_same_however_its_marks_are_typed(void **state)
{
    (void)state;
    static const char *const names[] = {ZOE_COMPOSED, ZOE_DECOMPOSED};
    for (int game = 0; game < GAMES; game++) {
        for (int i = 0; i < 2; i++) {
            struct table *table = table_new(games[game]);
            TEXT_BUFFER(line, 80);
            text_add(&line, "add %s side=party hp=9", names[i]);
            table_do(table, line.p);
            int zoe = table_id(table, ZOE_COMPOSED);
            assert_string_equal(ZOE_COMPOSED, state_name(&table->state, zoe));
            assert_int_equal(zoe, table_id(table, ZOE_DECOMPOSED));
            table_do(table, "add Bo");
            table_wrong(table, "rename Bo " ZOE_DECOMPOSED, "is taken");
            table_do(table, "damage " ZOE_DECOMPOSED " 2");
            table_do(table, "damage zo* 2");
            assert_int_equal(5, table_value(table, ZOE_COMPOSED, "hp"));
            table_free(table);
        }
    }
}

static void test_name__without_marks_is_the_last_resort(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct table *table = table_new(games[game]);
        table_do(table, "add " ZOE_COMPOSED " side=party hp=9");
        int zoe = table_id(table, ZOE_COMPOSED);
        assert_int_equal(zoe, table_id(table, "zoe"));
        assert_int_equal(zoe, table_id(table, "zo"));
        table_do(table, "damage zoe 1");
        table_do(table, "damage *oe 1");
        assert_int_equal(7, table_value(table, "zoe", "hp"));
        table_wrong(table, "damage zoee 1", "did you mean " ZOE_COMPOSED);
        table_do(table, "add Zoe hp=3");
        assert_int_not_equal(zoe, table_id(table, "zoe"));
        assert_int_equal(zoe, table_id(table, ZOE_COMPOSED));
        table_free(table);
    }
}

/* In an old log two names may be the same once they are typed. */
static void test_name__as_it_stands_in_an_old_log_comes_first(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table_do(table, "add Bo hp=9");
    table_do(table, "add Cy hp=9");
    int first = table_id(table, "Bo"), second = table_id(table, "Cy");
    text_format(table->state.combatant[first - 1].text[TEXT_NAME], NAME_SIZE, "%s",
                ZOE_DECOMPOSED);
    assert_int_equal(first, table_id(table, ZOE_COMPOSED));
    assert_int_equal(first, table_id(table, "zoe"));
    text_format(table->state.combatant[second - 1].text[TEXT_NAME], NAME_SIZE, "%s",
                ZOE_COMPOSED);
    assert_int_equal(second, table_id(table, ZOE_COMPOSED));
    assert_int_equal(first, table_id(table, ZOE_DECOMPOSED));
    for (int id = 1; id <= 2; id++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "damage ");
        combatant_word(&table->state, id, &line);
        text_add(&line, " %d", id);
        table_do(table, line.p);
        assert_int_equal(9 - id, state_value(&table->state, id, FIELD_HP, 0));
    }
    table_free(table);
}

static void test_name__of_counters_and_conditions_is_found_in_every_form(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct table *table = two_people(games[game]);
        table_do(table, "counter \"" ZOE_DECOMPOSED " waits\" 6");
        table_do(table, "tick \"" ZOE_COMPOSED " waits\" 1");
        table_do(table, "tick zoe 2");
        assert_int_equal(3, table->state.counter[0].number[COUNTER_NOW]);
        table_do(table, "counter \"Zoe waits\" 4");
        assert_int_equal(2, table->state.counters);
        table_do(table, "condition Anka own m\xC3\xBC"
                        "de");
        table_do(table, "condition Anka own mu\xCC\x88"
                        "de off");
        struct combatant_words words = {.is_waiting = false};
        table->procedure->describe(&table->state, table_id(table, "Anka"), &words);
        assert_null(strstr(words.words, "de"));
        table_free(table);
    }
}

/* ---- dice ------------------------------------------------------------------------------ */

static void test_zero__is_ten_on_a_die_that_has_none(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct table *table = two_people(games[game]);
        table_do(table, "roll d10 0");
        assert_true(table_said(table, "[10] (0 is 10)"));
        table_do(table, "roll d100 00");
        assert_true(table_said(table, "[100] (0 is 100)"));
        table_do(table, "roll 3d10 4 0 7");
        assert_true(table_said(table, "[4 10 7] (0 is 10) = 21"));
        table_do(table, "roll d10 10");
        assert_false(table_said(table, "0 is"));
        table_wrong(table, "roll d20 0", "0 is not possible");
        table_wrong(table, "roll d6 0", "0 is not possible");
        table_free(table);
    }
}

static const struct {
    const char *game, *set_up[4], *missed, *left, *hit, *too_many;
} blows[] = {
    {"trilemma",
     {"add Anka side=party strength=14 wits=12 ac=20 hp=9",
      "add rat strength=8 wits=3 ac=22 hp=6", "initiative 15 5"},
     "attack rat by=Anka 3 5",
     "the 5 is not used: it missed",
     "attack rat by=Anka 18 4",
     "attack rat by=Anka 3 5 6"},
    {"caves-of-qud",
     {"add Ezra side=party to_hit=2 dv=6 av=3 ma=4 shown_pv=6 ego=3 damage=1d6 hp=18",
      "add crab to_hit=1 dv=5 av=4 ma=2 pv=1 damage=1d3 hp=10", "order Ezra crab", "next"},
     "attack crab by=Ezra 3 1 3 5 6",
     "the 1, 3, 5 and 6 are not used: it missed",
     "attack crab by=Ezra 4 1 3 5 6",
     "attack crab by=Ezra 3 1 3 5 6 6 6 6"},
    {"pixel-dungeon",
     {"add Wren side=party level=5 weapon_accuracy=1.2 damage=5-25 dodge=5 hp=25",
      "add scout accuracy=11 dodge=4 damage=2-6 armor=4 hp=40", "next"},
     "attack scout by=Wren 21 100 12 3",
     "not used: it missed",
     "attack scout by=Wren 99 1 12 13 1",
     "attack scout by=Wren 21 100 12 3 1 1 1 1"},
    {"yuxtapa",
     {"add Fay side=party class=fighter", "add Max class=fighter", "next"},
     "attack Max by=Fay 4 5",
     "the 5 is not used: it missed",
     "attack Max by=Fay 10 6",
     "attack Max by=Fay 4 5 6"},
};

static void test_dice__of_attack_and_damage_are_typed_together(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof blows / sizeof blows[0]; i++) {
        struct table *table = table_new(blows[i].game);
        for (int k = 0; k < 4 && blows[i].set_up[k] != NULL; k++) {
            table_do(table, blows[i].set_up[k]);
        }
        table_wrong(table, blows[i].too_many, "too many dice");
        table_do(table, blows[i].missed);
        if (!table_said(table, blows[i].left)) {
            fail_msg("%s: %s: does not say %s", blows[i].game, blows[i].missed, blows[i].left);
        }
        table_free(table);
        table = table_new(blows[i].game);
        for (int k = 0; k < 4 && blows[i].set_up[k] != NULL; k++) {
            table_do(table, blows[i].set_up[k]);
        }
        table_do(table, blows[i].hit);
        assert_false(table_said(table, "not used"));
        table_free(table);
    }
}

/* ---- yes and no ------------------------------------------------------------------------ */

static void test_flag__is_on_and_off_too(void **state)
{
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct table *table = two_people(games[game]);
        table_do(table, "set Anka hidden=on");
        assert_true(state_has_effect(&table->state, EFFECT_HIDDEN, table_id(table, "Anka"), 0));
        table_do(table, "set Anka hidden=off");
        assert_false(
            state_has_effect(&table->state, EFFECT_HIDDEN, table_id(table, "Anka"), 0));
        table_wrong(table, "set Anka hidden=maybe", "expected yes or no");
        table_free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number__a_pasted_minus_is_a_minus),
        cmocka_unit_test(test_hit_dice__give_at_least_1),
        cmocka_unit_test(test_number_of_a_name__is_not_given_again),
        cmocka_unit_test(test_heal__says_how_somebody_who_is_out_comes_back),
        cmocka_unit_test(test_name__is_the_same_however_its_marks_are_typed),
        cmocka_unit_test(test_name__without_marks_is_the_last_resort),
        cmocka_unit_test(test_name__as_it_stands_in_an_old_log_comes_first),
        cmocka_unit_test(test_name__of_counters_and_conditions_is_found_in_every_form),
        cmocka_unit_test(test_zero__is_ten_on_a_die_that_has_none),
        cmocka_unit_test(test_dice__of_attack_and_damage_are_typed_together),
        cmocka_unit_test(test_flag__is_on_and_off_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
