/* Problems of an evening at the table, played by keys: the dice of several acts, messages
 * during questions, answers taken back, and names in all scripts. */
#include <stdio.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

/* A system in which one may act as often as one likes. */
static const char *const pond[] = {"encounter \"Mill pond\" system=pixel-dungeon",
                                   "add Rook side=party accuracy=10 dodge=10 hp=20 damage=1-6",
                                   "add 2 crab accuracy=12 dodge=5 hp=9 damage=1-4", "next",
                                   NULL};

static const char *const names[] = {
    "encounter Вечер",
    "add Ἀριάδνη side=party strength=14 wits=12 ac=24 hp=9",
    "add Вера Холодная side=party strength=12 wits=15 ac=22 hp=7",
    "add 李小龙 side=party strength=15 wits=11 ac=22 hp=11",
    "add עמר הילד side=party strength=10 wits=16 ac=20 hp=6",
    "add \"Smith, John\" side=party wits=13 strength=13 ac=26 hp=8",
    "add 2 упырь strength=12 wits=9 ac=21 morale=7 hp=9",
    "add 2 сова wits=3",
    "initiative 12 4 5 13 9 10 11",
    NULL};

static int begin(void **state)
{
    *state = play_new(fight_lines(FIGHT_NEST));
    return 0;
}

static int begin_pond(void **state)
{
    *state = play_new(pond);
    return 0;
}

static int begin_names(void **state)
{
    *state = play_new(names);
    return 0;
}

static int end(void **state)
{
    play_free(*state);
    return 0;
}

/* ---- several acts, each with its dice -------------------------------------------------- */

static void test_series__asks_for_the_dice_of_each_act(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab 3 a");
    play_shows(play, "1 of 3: Rook → Crab 1: accuracy, d%");
    play_keys(play, "Tab 3 a \"text:90 1\" Enter");
    play_shows(play, "1 of 3: Rook → Crab 1: damage, 1-6");
    play_keys(play, "Tab 3 a \"text:90 1 50 50\" Enter \"text:1 90\" Enter");
    play_shows(play, "3 of 3: Rook → Crab 1: accuracy, d%");
    play_keys(play, "Tab 3 a \"text:1 90\" Enter \"text:1 90\" Enter \"text:1 90\" Enter");
    play_shows(play, "3 times; the last: Rook misses Crab 1; 3u takes all of it back");
    play_keys(play, "3 u");
    assert_string_equal(sitting_undo_label(play->sitting), "Rook misses Crab 1");
}

static void test_series__takes_all_dice_on_one_line(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab 3 a \"text:1 90 1 90\"");
    play_shows(play, "Rook → Crab 1: ");
    play_shows(play, "next time: 1 90");
    play_keys(play, "Tab 3 a \"text:1 90 1 90\" Enter");
    play_shows(play, "3 of 3: Rook → Crab 1: accuracy, d%");
    play_keys(play, "Tab 3 a \"text:1 90 1 90 1 90\" Enter");
    play_shows(play, "3 times; the last: Rook misses Crab 1");
    /* Impossible dice are asked for again, where they can be corrected. */
    play_keys(play, "Tab 3 a \"text:1 90 1 =900\" Enter");
    play_shows(play, "2 of 3: Rook → Crab 1: accuracy, d%");
    play_shows(play, "1 =900");
    play_hides(play, "3 of 3");
}

static void test_series__ends_where_the_target_falls(void **state)
{
    struct play *play = *state;
    play_do(play, "set c1 hp=3");
    play_keys(play, "Tab 4 a \"text:1 90 90 1 99 99\" Enter");
    play_shows(play, "2 of 4 done; Crab 1 is ");
    play_shows(play, "2u takes all of it back");
    play_hides(play, "3 of 4");
    assert_true(play_value(play, "c1", FIELD_HP) == 0);
}

static void test_series__goes_to_the_one_that_was_chosen_first(void **state)
{
    struct play *play = *state;
    play_keys(play, "2 a c \"text:1 90\" Enter");
    play_shows(play, "2 of 2: Rook → Crab 2: accuracy, d%");
}

static void test_series__ends_with_a_word_where_it_is_refused_or_left(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab 3 a text:3 Enter");
    play_shows(play, "1 of 3 done; refused: Anka has acted this round");
    play_keys(play, "u Tab 3 a Esc");
    play_hides(play, "of 3");
    play_hides(play, "no further");
}

static void test_series__left_in_the_middle_says_how_far_it_came(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab 3 a \"text:1 90\" Enter \"text:1 90\" Enter Esc");
    play_shows(play, "2 of 3 done; stopped; 2u takes all of it back");
    /* The next act is none of them. */
    play_keys(play, "Tab a");
    play_hides(play, " of 3");
}

/* ---- what is told while something is asked --------------------------------------------- */

static void test_asking__tells_what_must_fall(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a");
    play_shows(play, "Anka → Pelican 1: attack, d20 (8+ hits AC 22)");
    play_do(play, "set p1 ac=40");
    play_keys(play, "Tab a");
    play_shows(play, "(20 misses AC 40)");
    play_do(play, "set p1 ac=3");
    play_keys(play, "Tab a");
    play_shows(play, "(1+ hits AC 3)");
    play_do(play, "morale-due p1 surrounded");
    play_keys(play, "m");
    play_shows(play, "pelicans: morale, 2d6 (8 or less holds)");
}

static void test_asking__tells_what_fell_so_far(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:14 Enter screen:evening_so_far");
    play_shows(play, "d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra");
    play_keys(play, "M Enter");
    play_do(play, "morale-due p1 surrounded");
    play_keys(play, "m \"text:6 5\" Enter");
    play_shows(play, "pelicans: 2d6 [6 5] = 11 vs morale 8: breaks");
    play_shows(play, "pelicans break: what do Pelican 1 and ");
    play_shows(play, "f flee │ s surrender │ o other way (only in the log)");
}

static void test_asking__says_for_how_many_one_roll_counts(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter Cellar");
    play_do(play, "add 5 rat wits=4");
    play_do(play, "add Ana side=party wits=4");
    play_keys(play, "i");
    play_shows(play, "Rat 1 and 4 more: initiative, d20");
    play_keys(play, "i text:7 Enter");
    play_shows(play, "Rat 1 and 4 more: d20 [7] + 4 wits = 11");
    play_shows(play, "Ana: initiative, d20");
}

static void test_asking__a_slip_among_dice_is_reported_in_a_line(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:1a0 Enter");
    play_shows(play, "1a0 is not possible: each die shows 1 to 20; Enter alone rolls");
    play_hides(play, "[by=]");
    play_do(play, "morale-due p1 surrounded");
    play_keys(play, "m text:x Enter");
    play_shows(play,
               "x is not possible: each die shows 1 to 6, and 2 are needed; Enter alone rolls");
}

static void test_asking__a_slip_after_a_number_is_not_part_of_the_line(void **state)
{
    struct play *play = *state;
    play_do(play, "add Owlet wits=2 hp=4");
    play_keys(play, "a / text:Owlet Enter text:2x Enter");
    play_shows(play, "2x is not possible: expected a whole number from ");
    play_keys(play, "a / text:Owlet Enter \"text:20 x\" Enter");
    play_shows(play, "x is not possible: only dice can follow the number");
    play_keys(play, "a / text:Owlet Enter text:2x Enter C-u \"text:20 14\" Enter");
    play_shows(play, "Anka → Owlet: damage");
}

static void test_asking__offers_a_total_only_where_one_can_be_given(void **state)
{
    struct play *play = *state;
    play_do(play, "morale-due p1 surrounded");
    play_keys(play, "m");
    play_shows(play, "type the dice, e.g. 4 3, or a total: =7;");
    play_do(play, "encounter Saltworks system=qud");
    play_do(play, "add Ana side=party to_hit=3 shown_pv=7 damage=1d8 hp=9");
    play_do(play, "add crab dv=1 av=4 hp=9");
    play_do(play, "order Ana Crab");
    play_do(play, "next");
    play_keys(play, "Tab a text:15 Enter");
    play_shows(play, "type the dice, e.g. 7 6 5; Enter");
    play_hides(play, "or a total");
}

static void test_asking__dice_typed_where_none_are_asked_for_do_nothing(void **state)
{
    struct play *play = *state;
    play_keys(play, "n text:14 Space");
    play_shows(play, "no dice are needed now: 14 does nothing");
    play_hides(play, "●");
    play_keys(play, "n text:14 Space text:4 Enter");
    play_shows(play, "no dice are needed now: 4 does nothing");
    play_hides(play, "not set");
    play_keys(play, "Enter");
    play_shows(play, "not set");
}

static void test_asking__enter_once_too_often_opens_nothing(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:15 Enter text:4 Enter Enter");
    play_shows(play, "Pelican 1: 16 → 12 of 16 HP");
    play_shows(play, "Enter again opens a form for the selected combatant");
    play_hides(play, "not set");
    play_keys(play, "d text:3 Enter Enter Enter");
    play_shows(play, "not set");
    play_keys(play, "d text:3 Esc Enter");
    play_shows(play, "not set");
}

static void test_asking__is_once_for_all_of_a_kind(void **state)
{
    struct play *play = *state;
    play_do(play, "add 3 owl wits=2 hp=4");
    play_do(play, "add Owlet wits=2 hp=4");
    play_do(play, "set o3 ac=30");
    play_keys(play, "a / text:o1 Enter text:15 Enter text:14 Enter text:2 Enter n");
    play_shows(play, "Owl 1 and 1 like it: ac 15");
    play_keys(play, "a / text:o2 Enter");
    play_shows(play, "Ulf → Owl 2: attack, d20 (5+ hits AC 15)");
    assert_int_equal(
        play_value(play, "o3", state_attribute(sitting_state(play->sitting), "ac")), 30);
    play_keys(play, "a / text:Owlet Enter");
    play_shows(play, "Owlet: ac?");
}

/* ---- taking answers back --------------------------------------------------------------- */

static void test_back__the_die_before_can_be_typed_again(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:14 Enter Backspace");
    play_shows(play, "attack, d20 (8+ hits AC 22), then damage");
    play_shows(play, " 14  ");
    play_keys(play, "Tab a text:14 Enter Backspace Backspace text:5 Enter text:4 Enter");
    play_shows(play, "d20 [15] + 14 strength = 29");
}

static void test_back__leads_through_every_answer_to_the_first(void **state)
{
    struct play *play = *state;
    play_do(play, "set Anka strength=-");
    play_keys(play, "a d text:12 Enter text:19 Enter");
    play_shows(play, "damage, 1d6");
    play_keys(play, "a d text:12 Enter text:19 Enter Backspace C-u Backspace");
    play_shows(play, "Anka: strength?");
    play_keys(play, "a d text:12 Enter text:19 Enter Backspace C-u Backspace Backspace");
    play_shows(play, "attacks whom?");
    play_keys(play, "a d text:12 Enter Backspace Backspace e");
    play_shows(play, "Anka: strength?");
    play_keys(play, "a / text:x Backspace Backspace d");
    play_shows(play, "Anka: strength?");
}

static void test_back__others_typed_give_way_to_those_before(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab d ,");
    play_shows(play, "who?  p1,");
    play_keys(play, "Tab d , C-u Backspace");
    play_shows(play, "Pelican 1: how much damage? e.g. 7 or 2d6");
}

/* ---- dice where a target is asked for -------------------------------------------------- */

static void test_target__dice_typed_first_go_to_the_selected_combatant(void **state)
{
    struct play *play = *state;
    play_keys(play, "a \"text:14 4\"");
    play_shows(play, "Anka → Pelican 1: d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra");
    play_keys(play, "a \"text:14 4\" Down");
    play_shows(play, "Anka → Pelican 2: d20 [14]");
    play_keys(play, "a \"text:14 4\" Down Enter");
    assert_int_equal(play_value(play, "p2", FIELD_HP), 12);
}

static void test_target__whom_the_side_went_for_last_is_proposed(void **state)
{
    struct play *play = *state;
    play_keys(play, "a e text:3 Enter n a Enter");
    play_shows(play, "Ulf → Pelican 3: attack");
    /* The foes have a target of their own, and the fallen are not targets. */
    play_keys(play, "a e text:3 Enter 2 n a");
    play_shows(play, "Pelican 2 → Anka");
    play_do(play, "out p3 dead");
    play_keys(play, "a Enter");
    play_hides(play, "Pelican 3: attack");
}

/* ---- wounds, the log, the end ---------------------------------------------------------- */

static void test_wound__stays_in_sight(void **state)
{
    struct play *play = *state;
    play_do(play, "damage Ulf 9");
    play_keys(play, "m w");
    play_shows(play, "wounded");
    play_keys(play, "u m / \"text:broken arm, three weeks\" Enter");
    play_shows(play, "injury: broken arm, three weeks");
    play_shows(play, "Ulf: broken arm");
    play_keys(play, "u m e");
    play_hides(play, "wounded");
}

static void test_log__finds_words_and_rounds(void **state)
{
    struct play *play = *state;
    play_do(play, "attack p1 14 4");
    play_do(play, "next");
    play_do(play, "attack p2 1");
    play_do(play, "damage Anka 2");
    play_keys(play, "9 n n p 9 n");
    play_do(play, "damage Anka 3");
    play_keys(play, "l / text:anka Enter");
    play_shows(play, "log of Nest ledge: anka");
    play_shows(play, "Anka: 9 → 7 of 9 HP");
    play_shows(play, "Anka: 7 → 4 of 9 HP");
    play_hides(play, "Ulf's turn");
    play_keys(play, "l / \"text:r1 anka hp\"");
    play_shows(play, "Anka: 9 → 7 of 9 HP");
    play_hides(play, "Anka: 7 → 4 of 9 HP");
    play_keys(play, "l / \"text:r1 anka hp\" Esc");
    play_shows(play, "Anka: 7 → 4 of 9 HP");
    play_keys(play, "l / \"text:r1 9\"");
    play_shows(play, "Anka: 9 → 7 of 9 HP");
    /* A number behind a word is the rest of a name, not a number anywhere in the line. */
    play_keys(play, "l / \"text:anka 9\"");
    play_shows(play, "no line contains these words");
    play_keys(play, "l / \"text:PELICAN  1\"");
    play_shows(play, "→ Pelican 1: d20 [14]");
    play_hides(play, "→ Pelican 2: d20 [1]");
    play_keys(play, "l / text:zzz");
    play_shows(play, "no line contains these words");
    play_keys(play, "l / \"text:5.19 5.15\" Enter Space");
    play_shows(play, "result        1 extra (5.19)");
}

static void test_end__without_foes_nobody_is_looked_for(void **state)
{
    struct play *play = *state;
    play_do(play, "out p* fled");
    play_keys(play, "");
    play_shows(play, "no foe is in the fight");
    play_hides(play, "mark a foe");
    play_shows(play, "the fight is over; T encounters takes the party to the next one");
}

/* ---- names of all scripts -------------------------------------------------------------- */

static void test_names__are_shown_wherever_a_person_reads(void **state)
{
    struct play *play = *state;
    play_screens(play, "Home * * * * * * d ,", "evening_names");
    play_keys(play, "Home * * * * * * d ,");
    play_shows(play, "\"עמר הילד\",\"Smith, John\",у1,");
    play_keys(play, "Home * * * * * * d text:3 Enter");
    assert_int_equal(
        play_value(play, "Smith, John", FIELD_HP) + play_value(play, "вера", FIELD_HP), 5 + 4);
    play_hides(play, "#");
}

static void test_names__are_found_in_any_case(void **state)
{
    struct play *play = *state;
    play_keys(play, "a / \"text:упырь 2\" Enter");
    play_shows(play, "עמר הילד → Упырь 2: attack");
    play_keys(play, "a / text:С2 Enter");
    play_shows(play, "Сова 2: ac?");
    play_keys(play, ": text:холод Enter a Enter");
    play_shows(play, "Вера Холодная");
    play_keys(play, "a / text:李 Enter");
    play_shows(play, "עמר הילד → 李小龙: attack");
}

static void test_names__are_shown_by_the_line_that_ran(void **state)
{
    struct play *play = *state;
    play_do(play, "damage \"Вера Холодная\"/half,у1 4");
    play_keys(play, "l k Space");
    play_shows(play, "damage \"Вера Холодная\"/half,у1 4");
    /* Kept over a restart, and amended. */
    play_reopen(play, false);
    play_keys(play, "A");
    play_shows(play, ":amend damage \"Вера Холодная\"/half,у1 4");
    play_keys(play, "A Backspace 6 Enter");
    assert_int_equal(play_value(play, "вера", FIELD_HP), 4);
}

int main(void)
{
    struct CMUnitTest tests[] = {
#define TEST(name, begin) cmocka_unit_test_setup_teardown(test_##name, begin, end)
        TEST(series__asks_for_the_dice_of_each_act, begin_pond),
        TEST(series__takes_all_dice_on_one_line, begin_pond),
        TEST(series__ends_where_the_target_falls, begin_pond),
        TEST(series__goes_to_the_one_that_was_chosen_first, begin_pond),
        TEST(series__ends_with_a_word_where_it_is_refused_or_left, begin),
        TEST(series__left_in_the_middle_says_how_far_it_came, begin_pond),
        TEST(asking__tells_what_must_fall, begin),
        TEST(asking__tells_what_fell_so_far, begin),
        TEST(asking__says_for_how_many_one_roll_counts, begin),
        TEST(asking__a_slip_among_dice_is_reported_in_a_line, begin),
        TEST(asking__a_slip_after_a_number_is_not_part_of_the_line, begin),
        TEST(asking__offers_a_total_only_where_one_can_be_given, begin),
        TEST(asking__dice_typed_where_none_are_asked_for_do_nothing, begin),
        TEST(asking__enter_once_too_often_opens_nothing, begin),
        TEST(asking__is_once_for_all_of_a_kind, begin),
        TEST(back__the_die_before_can_be_typed_again, begin),
        TEST(back__leads_through_every_answer_to_the_first, begin),
        TEST(back__others_typed_give_way_to_those_before, begin),
        TEST(target__dice_typed_first_go_to_the_selected_combatant, begin),
        TEST(target__whom_the_side_went_for_last_is_proposed, begin),
        TEST(wound__stays_in_sight, begin),
        TEST(log__finds_words_and_rounds, begin),
        TEST(end__without_foes_nobody_is_looked_for, begin),
        TEST(names__are_shown_wherever_a_person_reads, begin_names),
        TEST(names__are_found_in_any_case, begin_names),
        TEST(names__are_shown_by_the_line_that_ran, begin_names),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
