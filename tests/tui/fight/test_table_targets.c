/* The targets of acts, played by keys: targets of both sides, several at once, counts, and the
 * last act again. */
#include <stdio.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/conditions.h"

static int begin(void **state)
{
    *state = play_new(fight_lines(FIGHT_LEDGE));
    return 0;
}

static int hp_of(const struct play *play, const char *name)
{
    return play_value(play, name, FIELD_HP);
}

/* ---- whom nobody marked ---------------------------------------------------------------- */

static void test_proposal__is_whom_the_actor_is_in_melee_with(void **state)
{
    struct play *play = *state;
    play_do(play, "engage Anka p3");
    play_keys(play, "");
    play_shows(play, "Anka → Pelican 3");
    play_keys(play, "a Enter");
    play_shows(play, "Anka → Pelican 3: attack");
    play_keys(play, "Tab");
    play_shows(play, "Anka → Pelican 1");
}

/* "Tab next foe" marked the very one to whom the attack went already. */
static void test_tab__takes_another_than_the_one_the_attack_goes_to(void **state)
{
    struct play *play = *state;
    play_keys(play, "");
    play_shows(play, "a attack whom?");
    play_keys(play, "Tab");
    play_shows(play, "a attack Pelican 1");
    play_keys(play, "End Up");
    play_shows(play, "a Anka: attack Pelican 4");
    play_keys(play, "End Up Tab");
    play_shows(play, "a Anka: attack Scout");
    play_keys(play, "Down Down Tab");
    play_shows(play, "a Anka: attack Pelican 2");
}

/* A shot into a melee: whom it may hit instead is one of those in that melee, no other. */
static void test_question__offers_those_in_melee_whom_a_shot_may_hit_instead(void **state)
{
    struct play *play = *state;
    play_do(play, "engage p1 p2");
    play_do(play, "engage p1 p3");
    play_keys(play, ": \"text:shoot p1\" Enter");
    play_shows(play, "Pelican 1 is in melee with 2: which of them may the shot hit instead?");
    play_shows(play, "/ a name; Backspace asks who, Esc cancels");
    play_shows(play, " ›d  11   Pelican 2");
    play_shows(play, "  e  11   Pelican 3");
    play_shows(play, "     11   Pelican 4");
    play_shows(play, "     20 + Ulf");
}

/* In a list of targets the letters beside the rows stand for names, and go before a name that
 * begins with one. */
static void test_targets__are_typed_by_letters_too(void **state)
{
    struct play *play = *state;
    play_do(play, "rename p2 \"Cora\"");
    play_keys(play, "c ,");
    play_shows(play, "▶›a  27 + Anka");
    play_shows(play, "  c  11   Pelican 1");
    play_shows(play, "  d  11   Cora");
    play_keys(play, "c , text:c,e Enter p");
    play_shows(play, "undo: Anka and 2 more: prone");
    assert_true(
        condition_holds(sitting_state(play->sitting), play_id(play, "Pelican 1"), "prone"));
    assert_false(condition_holds(sitting_state(play->sitting), play_id(play, "Cora"), "prone"));
    play_keys(play, "Tab d , \"text:d/half 4\" Enter");
    assert_int_equal(hp_of(play, "Pelican 1"), 12);
    assert_int_equal(hp_of(play, "Cora"), 14);
}

/* The letter of one in a group is not shown, so a name that begins with it is meant. */
static void test_targets__have_no_letters_in_a_group(void **state)
{
    struct play *play = *state;
    play_do(play, "add Fay side=party wits=1 hp=9");
    play->rows = 13;
    play_keys(play, "c ,");
    play_shows(play, "Pelican 1-4 ×4");
    play_keys(play, "c , text:f Enter p");
    play_shows(play, "undo: Anka and Fay: prone");
}

/* ---- a mark for each side -------------------------------------------------------------- */

static void test_targets__each_side_keeps_its_own(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab Tab n n Tab");
    play_shows(play, "Pelican 1 → Anka");
    play_shows(play, "✓ ●  27 + Anka");
    play_shows(play, "  ○  11   Pelican 2");
    play_keys(play, "2 u Tab Tab 2 n Tab 5 n n p");
    play_shows(play, "Anka → Pelican 2");
    play_shows(play, "▶›○  27 + Anka");
    play_shows(play, "  ●  11   Pelican 2");
    play_keys(play, "8 u Tab Tab 2 n Tab 5 n n p a");
    play_shows(play, "Anka → Pelican 2: attack");
    play_keys(play, "8 u Tab Tab 2 n Tab 5 n n p 2 n a");
    play_shows(play, "Pelican 1 → Anka: attack");
}

static void test_targets__a_places_follow_the_side_that_acts(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab Tab n n Tab d 2 Enter");
    assert_int_equal(hp_of(play, "Anka"), 7);
    assert_int_equal(hp_of(play, "p2"), 16);
}

/* ---- several at once ------------------------------------------------------------------- */

static void test_several__take_one_amount_in_shares(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down * * * * d text:12 D E E screen:table_shares");
    play_shows(play, "Pelican 1 and 3 more: how much damage?");
    play_shows(play, "Pelican 1: 16 → 4 of 16 HP");
    play_shows(play, "Pelican 2: 16 → 10 of 16 HP");
    play_shows(play, "Pelican 4: 16 → 4 of 16 HP");
    play_hides(play, "Pelican 3: 16");
    assert_int_equal(hp_of(play, "p1"), 16);
    play_keys(play, "Down Down * * * * d text:12 D E E Enter");
    assert_int_equal(hp_of(play, "p1"), 4);
    assert_int_equal(hp_of(play, "p2"), 10);
    assert_int_equal(hp_of(play, "p3"), 16);
    assert_int_equal(hp_of(play, "p4"), 4);
    play_hides(play, "■");
    play_keys(play, "u");
    assert_int_equal(hp_of(play, "p1"), 16);
    assert_int_equal(hp_of(play, "p4"), 16);
}

/* Every new pending check is shown, whatever room is left above it. */
static void test_several__what_each_owes_is_shown(void **state)
{
    struct play *play = *state;
    play_do(play, "set p* hp=4");
    play_keys(play, "Down Down * * * d text:5 Enter");
    play_shows(play, "injury save due: Pelican 1, 1 beyond 0 HP");
    play_shows(play, "injury save due: Pelican 2, 1 beyond 0 HP");
    play_shows(play, "injury save due: Pelican 3, 1 beyond 0 HP");
    play_shows(play, "Pelican 3: 4 → 0 of 16 HP (5 damage)");
}

static void test_several__a_share_comes_round_again(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down * * d C C C D Q 8 Enter");
    assert_int_equal(hp_of(play, "p1"), 8);
    assert_int_equal(hp_of(play, "p2"), 12);
}

static void test_several__dice_that_fell_are_shared_too(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down * * d text:2d6 Enter D \"text:5 4\"");
    play_shows(play, "Pelican 1: 16 → 7 of 16 HP");
    play_shows(play, "Pelican 2: 16 → 12 of 16 HP");
    play_keys(play, "Down Down * * d text:2d6 Enter D \"text:5 4\" Enter");
    assert_int_equal(hp_of(play, "p1"), 7);
    assert_int_equal(hp_of(play, "p2"), 12);
}

static void test_several__a_slash_takes_names_globs_and_shares(void **state)
{
    struct play *play = *state;
    play_keys(play, "d / text:pel*");
    play_shows(play, "then it asks: Pelican 1 and 3 more: how much damage?");
    play_keys(play, "d / text:pel* Enter C text:6 Enter");
    assert_int_equal(hp_of(play, "p1"), 13);
    assert_int_equal(hp_of(play, "p4"), 10);
    play_keys(play, "h / text:p1,p4/half Enter 2 Enter");
    assert_int_equal(hp_of(play, "p1"), 15);
    assert_int_equal(hp_of(play, "p4"), 11);
    play_keys(play, "x / text:scout,p2 Enter f");
    play_shows(play, "fled");
    play_keys(play, "d / text:nobody Enter");
    play_shows(play, "no combatant here is called nobody");
    play_keys(play, "d / Enter Esc");
    assert_int_equal(hp_of(play, "Anka"), 9);
}

static void test_several__conditions_and_leaving_take_several(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down * * c p");
    play_shows(play, "Pelican 2   prone");
    play_keys(play, "Down Down * * Esc x f");
    play_shows(play, "undo: Pelican 3: fled");
}

static void test_several__those_chosen_last_are_chosen_again(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down * * d 3 Enter , ; d 3 Enter");
    assert_int_equal(hp_of(play, "p1"), 10);
    assert_int_equal(hp_of(play, "p2"), 10);
    play_keys(play, "Down Down * Up * d 3 Enter");
    assert_int_equal(hp_of(play, "p1"), 10);
    assert_int_equal(hp_of(play, "p2"), 7);
}

/* A wrong amount is taken back, and the right one goes to the same. */
static void test_several__are_chosen_again_by_undo(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down * * d 3 Enter u d 4 Enter");
    assert_int_equal(hp_of(play, "p1"), 12);
    assert_int_equal(hp_of(play, "p2"), 12);
    /* Several steps back, and forth again. */
    play_keys(play, "Down Down * * d 3 Enter n n 3 u d 1 Enter");
    assert_int_equal(hp_of(play, "p1"), 11);
    assert_int_equal(hp_of(play, "p2"), 11);
    /* Combatants who are gone come back with redo. */
    play_keys(play, "+ text:2 Space text:rat Space text:hp=5 Enter End * Up * u C-r d 2 Enter");
    assert_int_equal(hp_of(play, "r1"), 3);
    assert_int_equal(hp_of(play, "r2"), 3);
    /* What Esc dropped stays dropped. */
    play_keys(play, "Down Down * * d 1 Enter u");
    play_shows(play, "■");
    play_keys(play, "Down Down * * d 1 Enter u Esc u C-r");
    play_hides(play, "■");
}

static void test_several__too_many_for_one_line_are_refused_whole(void **state)
{
    struct play *play = *state;
    for (int i = 0; i < 3; i++) {
        play_do(play, "add 64 rat hp=1");
    }
    play_do(play, "add 40 rat hp=1");
    play_keys(play, ", _ 9 Down 2 3 0 * 5 d");
    play_shows(play, "there are too many of them for one line");
}

static void test_several__another_encounter_knows_none_of_them(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down Space * * : text:encounter Space text:Cellar Enter : "
                    "\"text:add 9 rat hp=4\" Enter");
    play_shows(play, "Rat 4");
    play_hides(play, "■");
    play_hides(play, "●");
}

/* ---- counts ---------------------------------------------------------------------------- */

static void test_count__is_an_amount_where_one_is_wanted(void **state)
{
    struct play *play = *state;
    play_keys(play, "7");
    play_shows(play, "7: d asks who; h Anka: 9 of 9 HP: nothing to heal; Esc drops it");
    play_keys(play, "Tab 7");
    play_shows(play,
               "7: d Pelican 1: 16 → 9 of 16 HP; h Anka: 9 of 9 HP: nothing to heal; Esc");
    play_keys(play, "* * 7");
    play_shows(play, "7: d Anka: 9 → 2 of 9 HP, Ulf: 7 → 0 of 7 HP: fights on");
    play_keys(play, "Tab 7 d");
    play_shows(play, "Pelican 1: 16 → 9 of 16 HP");
    play_shows(play, "undo: Pelican 1 takes 7 damage");
    assert_int_equal(hp_of(play, "p1"), 9);
    play_keys(play, "Down Down 3 h");
    assert_int_equal(hp_of(play, "p1"), 12);
    play_keys(play, "Tab 1 0 d");
    assert_int_equal(hp_of(play, "p1"), 2);
    play_keys(play, "Tab 4 r");
    play_shows(play, "undo: Pelican 1: a reaction, -4");
}

static void test_count__repeats_what_takes_no_amount(void **state)
{
    struct play *play = *state;
    play_keys(play, "2 n");
    play_shows(play, "undo: Pelican 1's turn");
    play_shows(play, "2 times; the last: Pelican 1's turn");
    play_keys(play, "2 u");
    play_shows(play, "▶›   27 + Anka");
    play_keys(play, "4 Down");
    play_shows(play, "│ Pelican 3");
    play_keys(play, "2 Tab");
    play_shows(play, "→ Pelican 2");
    play_keys(play, "9 Down 2 k");
    play_shows(play, "│ Pelican 3");
}

static void test_count__a_series_ends_where_something_is_asked_or_refused(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab 3 a");
    play_shows(play, "Anka → Pelican 1: attack, d20");
    play_keys(play, "Esc");
    play_keys(play, "9 9 u");
    play_shows(play, "refused: there is nothing to undo");
    play_keys(play, "9 9 C-r 1 0 1 n");
    play_shows(play, "at most 100 times at once");
}

static void test_count__escape_drops_it(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab 7 Esc d");
    play_shows(play, "Pelican 1: how much damage?");
    play_keys(play, "0");
    play_shows(play, "0 does nothing here");
    play_keys(play, "Tab 7 _ d");
    play_shows(play, "Pelican 1: how much damage?");
}

/* ---- the last act again ---------------------------------------------------------------- */

static void test_again__goes_to_the_one_who_is_meant_now(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab d 5 Enter Tab .");
    assert_int_equal(hp_of(play, "p1"), 11);
    assert_int_equal(hp_of(play, "p2"), 11);
    play_keys(play, "Down Down c / \"text:own burning rounds=2\" Enter Down .");
    play_shows(play, "undo: Pelican 2: burning");
    play_keys(play, "Tab 4 d Tab 2 .");
    assert_int_equal(hp_of(play, "p1"), 7);
    assert_int_equal(hp_of(play, "p2"), 3);
}

static void test_again__typed_dice_are_asked_for_again(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter n .");
    play_shows(play, "Ulf → Pelican 1: attack, d20");
    play_keys(play, "Esc u Tab d text:2d6 Enter \"text:3 4\" Enter .");
    play_shows(play, "damage, 2d6");
}

static void test_again__repeats_what_the_list_of_commands_ran(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:damage p1 2\" Enter Tab Tab .");
    assert_int_equal(hp_of(play, "p1"), 14);
    assert_int_equal(hp_of(play, "p2"), 14);
    play_keys(play, ": \"text:note 50% of the nest\" Enter 2 .");
    play_shows(play, "2 times; the last: note");
}

static void test_again__nothing_done_is_nothing_to_repeat(void **state)
{
    struct play *play = *state;
    play_keys(play, ".");
    play_shows(play, "there is no act to repeat yet");
    play_keys(play, "u .");
    play_shows(play, "there is no act to repeat yet");
}

/* ---- what cannot be chosen ------------------------------------------------------------- */

static void test_refused__choices_come_last_with_their_reason(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab r");
    play_shows(play, "not now: h shield after the roll -5");
    play_hides(play, "riposte"); /* it never has one */
    play_keys(play, "Tab r h");
    play_shows(play, "no attack has just hit Pelican 1");
}

static void test_letters__a_group_is_opened_by_its_letter(void **state)
{
    struct play *play = *state;
    play_do(play, "add 30 rat strength=3 hp=1 ac=18");
    play_keys(play, "a");
    play_shows(play, "Rat 1-30");
    play_keys(play, "a h screen:table_group_opened");
    play_shows(play, "Rat 5 ");
    play_keys(play, "a h i");
    play_shows(play, "Anka → Rat 2: attack, d20");
    play_keys(play, "a h i Esc");
    play_shows(play, "Rat 1-30");
}

/* ---- others too ------------------------------------------------------------------------ */

static void test_comma__adds_targets_to_a_condition_and_to_damage(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down c , text:p2 Enter p");
    play_shows(play, "Pelican 1 and Pelican 2: prone");
    play_keys(play, "Tab d , text:scout Enter 2 Enter");
    assert_int_equal(hp_of(play, "p1"), 14);
    assert_int_equal(hp_of(play, "scout"), 3);
}

static void test_comma__after_an_amount_says_that_names_come_first(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down d \"text:2, scout\" Enter");
    play_shows(play, "other targets come first: empty the line, then a comma");
    play_keys(play, "Down Down d \"text:2, scout\" Enter C-u , text:scout Enter 2 Enter");
    assert_int_equal(hp_of(play, "p1"), 14);
    assert_int_equal(hp_of(play, "scout"), 3);
}

static void test_series__says_how_far_it_came(void **state)
{
    struct play *play = *state;
    play_keys(play, "2 u");
    play_shows(play, "2 times; the last: ");
    play_keys(play, "9 u");
    play_shows(play, "3 of 9 done; refused: there is nothing to undo");
}

/* ---- what is typed --------------------------------------------------------------------- */

/* Dice that are typed after a refusal stand alone, and C-u clears from anywhere. */
static void test_typed__refused_dice_give_way_to_the_next(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:23 Enter 3");
    play_shows(play, "d20 [3] + 14 strength = 17 vs AC 22: miss");
    play_keys(play, "Tab a text:r4r Enter \"text:14 4\" Enter");
    play_shows(play, "undo: Anka hits Pelican 1");
    play_keys(play, "u Tab a text:61 Left C-u 3");
    play_shows(play, "d20 [3] + 14 strength = 17 vs AC 22: miss");
}

/* A letter that no row has begins no name. */
static void test_typed__a_wrong_letter_says_which_there_are(void **state)
{
    struct play *play = *state;
    play_keys(play, "a z");
    play_shows(play, "the letters are c to ");
    play_shows(play, "; / types a name");
    play_keys(play, "a z / text:p2 Enter 3 Enter");
    play_shows(play, "undo: Anka misses Pelican 2");
}

/* Acts left out by a correction are named beside its result. */
static void test_typed__an_amend_names_what_it_leaves_out(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter");
    play_do(play, "heal p1 4");
    play_keys(play, "U Down A Backspace Backspace Backspace Backspace text:3 Enter");
    play_shows(play, "amended: Anka misses Pelican 1; left out: Pelican 1: healed 4");
    play_keys(play, "u 2 u");
    play_keys(play, "Tab a \"text:14 4\" Enter");
    play_keys(play, ": \"text:amend ac=40\" Enter");
    play_shows(play, "amended: Anka misses Pelican 1; the 4 (damage) is no longer used");
}

/* Options and dice come after the name, as the words before it suggest. */
static void test_typed__words_after_a_name_are_taken_with_it(void **state)
{
    struct play *play = *state;
    play_keys(play, ": text:attack Enter / \"text:pelican 2 ac=30\"");
    play_shows(play, "then it asks: Anka → Pelican 2: attack, d20 (16+ hits AC 30)");
    play_keys(play, ": text:attack Enter / \"text:pelican 2 ac=30\" Enter");
    play_shows(play, "16+ hits AC 30");
    play_keys(play, ": text:attack Enter / \"text:heron ac=30\" Enter");
    play_shows(play, "no combatant here is called heron");
    play_keys(play, ": text:attack Enter / \"text:p2 ac=25 14 4\" Enter");
    play_shows(play, "undo: Anka hits Pelican 2");
}

/* A key whose command lacks something asks for it. */
static void test_typed__what_hits_bring_is_asked_for(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter Salt system=caves-of-qud");
    play_do(play, "add crab hp=10");
    play_keys(play, ", H");
    play_shows(play, "Crab, on hit: what? or: cold damage=1d4");
    play_keys(play, ", H c text:1d4 Enter");
    play_shows(play, "undo: Crab: on hit, cold 1d4");
    play_keys(play, ", H p");
    play_shows(play, "undo: Crab: on hit, poisoned");
    /* A pending check is settled by a line with names. */
    play_do(play, "add Ezra side=party dv=1 av=9 hp=9");
    play_do(play, "set crab to_hit=5 pv=1 damage=1d3");
    play_do(play, "attack Ezra by=crab 15 1 1 1");
    play_keys(play, "m text:3 Enter A");
    play_shows(play, ":amend effect Ezra \"cold 1d4\" 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, begin, play_end)
        TEST(proposal__is_whom_the_actor_is_in_melee_with),
        TEST(comma__adds_targets_to_a_condition_and_to_damage),
        TEST(comma__after_an_amount_says_that_names_come_first),
        TEST(series__says_how_far_it_came),
        TEST(targets__each_side_keeps_its_own),
        TEST(targets__a_places_follow_the_side_that_acts),
        TEST(several__take_one_amount_in_shares),
        TEST(several__what_each_owes_is_shown),
        TEST(several__a_share_comes_round_again),
        TEST(several__dice_that_fell_are_shared_too),
        TEST(several__a_slash_takes_names_globs_and_shares),
        TEST(several__conditions_and_leaving_take_several),
        TEST(several__those_chosen_last_are_chosen_again),
        TEST(several__are_chosen_again_by_undo),
        TEST(several__too_many_for_one_line_are_refused_whole),
        TEST(several__another_encounter_knows_none_of_them),
        TEST(count__is_an_amount_where_one_is_wanted),
        TEST(count__repeats_what_takes_no_amount),
        TEST(count__a_series_ends_where_something_is_asked_or_refused),
        TEST(count__escape_drops_it),
        TEST(again__goes_to_the_one_who_is_meant_now),
        TEST(again__typed_dice_are_asked_for_again),
        TEST(again__repeats_what_the_list_of_commands_ran),
        TEST(again__nothing_done_is_nothing_to_repeat),
        TEST(refused__choices_come_last_with_their_reason),
        TEST(letters__a_group_is_opened_by_its_letter),
        TEST(typed__what_hits_bring_is_asked_for),
        TEST(typed__words_after_a_name_are_taken_with_it),
        TEST(typed__an_amend_names_what_it_leaves_out),
        TEST(typed__a_wrong_letter_says_which_there_are),
        TEST(typed__refused_dice_give_way_to_the_next),
        TEST(tab__takes_another_than_the_one_the_attack_goes_to),
        TEST(question__offers_those_in_melee_whom_a_shot_may_hit_instead),
        TEST(targets__are_typed_by_letters_too),
        TEST(targets__have_no_letters_in_a_group),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
