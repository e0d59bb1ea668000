/* Problems of a second evening, played by keys: odds that were not those of the roll, a
 * selection that stayed with the dead, questions that did not name the combatant, a log full of
 * turns. */
#include <stdio.h>

#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

static int begin(void **state)
{
    *state = play_new(fight_lines(FIGHT_NEST));
    return 0;
}

/* ---- odds ------------------------------------------------------------------------------ */

/* Pelican 1 comes to 12 + d20 and needs 24: from a 12 on. Anka's 14 + d20 must not be higher:
 * of her faces 10 to 18 let it pass, 126 of 400 in all. */
static void test_odds__know_a_defence_that_was_paid_for(void **state)
{
    struct play *play = *state;
    play_keys(play, "n n Tab");
    play_shows(play, "Pelican 1 → Anka");
    play_shows(play, "hit 45%");
    play_do(play, "react Anka shield");
    play_keys(play, "Tab");
    play_shows(play, "Pelican 1 → Anka");
    play_shows(play, "hit 32%");
}

static void test_odds__are_never_those_of_friends_or_the_fallen(void **state)
{
    struct play *play = *state;
    play_do(play, "attack p1 14 4");
    play_keys(play, "9 n Home Down Space Home");
    play_shows(play, "after round 1");
    play_shows(play, "✓ ●  20 + Ulf");
    play_hides(play, "│ attack");
    /* There are odds against the target of the other side, the selected combatant. */
    play_keys(play, "Down Down Space Home");
    play_shows(play, "Anka → Pelican 1");
    play_keys(play, "Home Down Down Space Home x d");
    play_shows(play, "dead");
    play_hides(play, "│ attack");
    play_keys(play, "n p Tab");
    play_shows(play, "Ulf → Pelican 1");
    play_keys(play, "x d Tab");
    play_shows(play, "▶›      + Ulf");
    play_hides(play, "│ attack");
}

static void test_odds__of_equal_faces_are_one_row(void **state)
{
    struct play *play = *state;
    play->rows = 40;
    play->columns = 120;
    play_keys(play, "Tab");
    play_shows(play, "  0    35% ");
    play_shows(play, "1-6    11% each ");
    play_hides(play, " more, up to ");
}

/* ---- whom it is about ------------------------------------------------------------------ */

static void test_prompts__say_what_stops_a_blow(void **state)
{
    struct play *play = *state;
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "react Anka shield");
    play_keys(play, "Tab a 1 5 Enter");
    play_shows(play, "d20 [15] + 12 strength = 27");
    play_shows(play, "defence, d20 (14+ stops 27)");
    play_keys(play, "Tab a 1 5 Enter 1 4 Enter");
    play_shows(play, "strength = 28; 27 vs defence 28: miss");
    play_keys(play, "u Tab a 3 Enter");
    play_shows(play, "(15 misses already)");
    play_do(play, "set Anka strength=-5");
    play_keys(play, "Tab a 2 0 Enter");
    play_shows(play, "(cannot stop 32)");
}

static void test_prompts__say_who_leaves_the_fight(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down x");
    play_shows(play, "Ulf leaves the fight: how?");
    play_keys(play, "End , D");
    play_shows(play, "pelicans: why is there a morale check?");
    play_keys(play, "Home 3 * x");
    play_shows(play, "Anka and 2 more leave the fight: how?");
}

static void test_due__says_how_many_saves(void **state)
{
    struct play *play = *state;
    play_do(play, "damage Ulf 9");
    play_do(play, "damage Ulf 2");
    play_keys(play, "");
    play_shows(play, "! 2 injury saves due: Ulf (5.18 ");
    play_keys(play, "m w");
    play_shows(play, "! injury save due: Ulf (5.18 ");
    /* The log has it once. */
    play_keys(play, "m d");
    play_shows(play, "Ulf: injury: dead");
    play_hides(play, "Ulf: dead");
}

/* The same keys go from one wounded combatant to the next, and the check for their fall comes
 * last. */
static void test_due__saves_come_before_the_check_that_follows(void **state)
{
    struct play *play = *state;
    play_do(play, "damage p1,p2 30");
    play_keys(play, "m d m d");
    play_shows(play, "! morale check due: pelicans, 2 of 4 fallen");
    play_shows(play, "undo: Pelican 2: injury dead");
}

static void test_due__one_answer_settles_all_who_are_alike(void **state)
{
    struct play *play = *state;
    play_do(play, "damage p1,p2,p3 30");
    play_keys(play, "m");
    play_shows(play, "d dead │ a alike +2");
    play_keys(play, "m a");
    play_shows(play, "Pelican 1 and 2 more: roll the injury save by your rules");
    play_keys(play, "m a d");
    play_shows(play, "undo: Pelican 1 and 2 more: injury dead");
    play_shows(play, "! morale check due: pelicans, 3 of 4 fallen");
}

/* ---- words of one's own ---------------------------------------------------------------- */

static void test_condition__of_ones_own_takes_a_key_and_words(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down c o \"text:torn arm, out 3 turns\" Enter");
    play_shows(play, "undo: Pelican 1: torn arm, out 3 turns");
    play_shows(play, "Pelican 1: torn arm, out 3 turns, only a reminder: no number changes");
    play_keys(play, "Home c / text:blnd Enter");
    play_shows(play, "did you mean blind?");
    play_keys(play, "Esc c / text:blinded Enter");
    play_shows(play, "undo: Anka: blind");
}

/* ---- the selection --------------------------------------------------------------------- */

static void test_selection__does_not_stay_with_the_dead(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down Down x d");
    play_shows(play, " ›        Pelican 2");
    play_keys(play, "Down Down Down x d n");
    play_shows(play, "▶›   20 + Ulf");
}

/* The dice of the first scores are asked for in the order of the combatants. */
static void test_order__is_that_of_the_dice_before_the_fight(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Ledge", "add Slow wits=3 hp=4",
                                        "add Quick side=party wits=15 hp=4",
                                        "add Middling side=party wits=9 hp=4", NULL};
    struct play *play = play_new(lines);
    play_keys(play, "i 1 2 Space 1 3 Space 1 4");
    assert_true(play_row_of(play, "Slow   ") < play_row_of(play, "Quick   "));
    assert_true(play_row_of(play, "Quick   ") < play_row_of(play, "Middling   "));
    assert_true(play_row_of(play, "Slow: d20 [12]") < play_row_of(play, "Quick: d20 [13]"));
    play_keys(play, "i 1 2 Space 1 3 Space 1 4 Enter");
    assert_true(play_row_of(play, "28 + Quick") < play_row_of(play, "23 + Middling"));
    play_free(play);
}

/* ---- counts ---------------------------------------------------------------------------- */

static void test_count__of_turns_stops_where_the_round_ends(void **state)
{
    struct play *play = *state;
    play_keys(play, "9 n");
    play_shows(play, "after round 1");
    play_shows(play, "6 of 9 done; end of round 1; 6u takes all of it back");
    /* Undoing goes back through it. */
    play_keys(play, "n p 2 u");
    play_shows(play, "round 1");
    play_shows(play, "2 times; the last: undone: end of round 1");
    play_keys(play, "2 C-r");
    play_shows(play, "round 2");
}

static void test_next__asks_which_side_demands_the_round(void **state)
{
    struct play *play = *state;
    play_keys(play, "9 n n");
    play_shows(play, "round 2 begins: who demanded it? (only for the log)");
    play_keys(play, "n f");
    play_shows(play, "round 2 begins, demanded by the foes");
    play_shows(play, "Anka's turn");
    /* The answer is for this round alone. */
    play_keys(play, "u 3 n p");
    play_shows(play, "round 2 begins, demanded by the party");
    play_shows(play, "3 times");
    play_keys(play, "9 n : text:next Enter");
    play_shows(play, "round 3 begins: who demanded it? (only for the log)");
    play_keys(play, ": text:next Enter p");
    play_shows(play, "round 3 begins, demanded by the party");
}

/* ---- the log --------------------------------------------------------------------------- */

static void test_log__leaves_out_turns_that_are_over(void **state)
{
    struct play *play = *state;
    play_keys(play, "n n");
    play_shows(play, "Pelican 1's turn at 11");
    play_hides(play, "Ulf's turn at 20");
    play_shows(play, "Anka and Ulf pass");
    play_do(play, "attack Anka 3");
    play_keys(play, "");
    play_hides(play, "Pelican 1's turn at 11");
    play_shows(play, "Anka and Ulf pass");
    play_keys(play, "n n n n");
    play_shows(play, "Pelican 2, Pelican 3 and Pelican 4 pass");
    play_keys(play, "4 u");
    /* The one who looks back sees them. */
    play_keys(play, "l");
    play_shows(play, "Ulf's turn at 20");
    play_shows(play, "Pelican 1's turn at 11");
    play_do(play, "damage p* 1");
    play_keys(play, "PageUp");
    play_shows(play, "Ulf's turn at 20");
}

static void test_log__tells_the_same_of_several_in_one_line(void **state)
{
    struct play *play = *state;
    play_do(play, "out p1,p2,p4 fled");
    play_keys(play, "");
    play_shows(play, "Pelican 1-2, 4: fled");
    play_do(play, "undo");
    play_do(play, "out Ulf,p2,p3,p4 down");
    play_keys(play, "");
    play_shows(play, "Ulf: down; Pelican 2-4: down");
    play_do(play, "undo");
    /* Lines that differ in more than a number stay separate. */
    play_do(play, "damage p1,p2 3");
    play_do(play, "damage p2 1");
    play_do(play, "damage p1,p2 1");
    play_keys(play, "");
    play_shows(play, "Pelican 1-2: 16 → 13 of 16 HP");
    play_shows(play, "Pelican 1: 13 → 12 of 16 HP; Pelican 2: 12 → 11 of 16 HP");
}

/* ---- many ------------------------------------------------------------------------------ */

/* Fourteen rats, each hurt differently, leave no room for Ulf after them: then they are one
 * line too. */
static void test_many__who_are_hurt_are_one_line_before_others_are_left_out(void **state)
{
    struct play *play = *state;
    play_do(play, "add 14 rat strength=5 wits=9 ac=20 hp=20");
    play_do(play, "initiative 11");
    for (int i = 1; i <= 14; i++) {
        char line[40];
        snprintf(line, sizeof line, "damage r%d %d", i, i);
        play_do(play, line);
    }
    play_keys(play, "");
    play_shows(play, "Rat 1-14");
    play_shows(play, "175/280");
    play_shows(play, "Ulf");
    play_shows(play, "Pelican 4");
    play_hides(play, "↓");
    /* Its letter opens it, to choose one of them; if all fit, all are shown. */
    play_keys(play, "a a");
    play_shows(play, "Rat 1  ");
    play_shows(play, "19/20");
    play->rows = 60;
    play_keys(play, "");
    play_shows(play, "Rat 14 ");
    play_shows(play, "6/20");
}

/* ---- small and large screens ----------------------------------------------------------- */

static void test_small__names_what_undo_takes_back(void **state)
{
    struct play *play = *state;
    play->rows = 12;
    play->columns = 40;
    play_do(play, "encounter \"The gate of the drowned city\"");
    play_do(play, "add 2 goblin side=foes hp=4");
    play_do(play, "damage g1 3");
    play_keys(play, "");
    play_shows(play, "undo: Goblin 1 takes");
    play_shows(play, "not started");
}

/* Without a pane for them the odds are beside the choice. */
static void test_small__tells_the_odds_of_a_choice(void **state)
{
    struct play *play = *state;
    play->rows = 12;
    play->columns = 40;
    play_do(play, "set p4 ac=30");
    play_keys(play, "a");
    play_shows(play, "attack: Anka → Pelican 1: hit 65%");
    play_keys(play, "a Down Down");
    play_shows(play, "attack: Anka → Pelican 4: hit 25%");
    play_shows(play, "attacks whom?");
    /* Facts are whole, or left out. */
    play_keys(play, "n Home");
    play_shows(play, "Anka: strength 14  wits 12; AC 24 …");
}

static void test_small__gives_its_log_to_what_happened(void **state)
{
    struct play *play = *state;
    play->rows = 12;
    play->columns = 40;
    play_do(play, "morale-due p1 surrounded");
    play_do(play, "damage p1 3");
    play_keys(play, "");
    play_shows(play, "Pelican 1: 16 → 13 of 16 HP");
    int row = play_row_of(play, "morale check due: pelicans");
    play_keys(play, "m 2 Space 3 Enter");
    assert_true(row > play_row_of(play, "Pelican 1: 16 → 13 of 16 HP"));
    play_hides(play, "morale check due: pelicans");
    play_shows(play, "pelicans: 2d6 [2 3] = 5");
}

static void test_large__cuts_no_name_in_two(void **state)
{
    struct play *play = *state;
    play->rows = 60;
    play->columns = 230;
    play_do(play, "add Wind-over-waters side=party strength=9 wits=3");
    play_do(play, "trait Anka riposte");
    play_do(play, "trait Anka shield");
    for (int i = 0; i < 4; i++) {
        char line[] = "engage Anka p1";
        line[sizeof line - 2] = (char)('1' + i);
        play_do(play, line);
    }
    play_keys(play, "");
    play_shows(play, "in melee with Pelican 1, Pelican 2 …");
    play_hides(play, "Pelican …");
    /* The score has a column of its own. */
    play_hides(play, "; init 11");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(odds__know_a_defence_that_was_paid_for),
        TEST(odds__are_never_those_of_friends_or_the_fallen),
        TEST(odds__of_equal_faces_are_one_row),
        TEST(prompts__say_what_stops_a_blow),
        TEST(prompts__say_who_leaves_the_fight),
        TEST(due__says_how_many_saves),
        TEST(due__saves_come_before_the_check_that_follows),
        TEST(due__one_answer_settles_all_who_are_alike),
        TEST(condition__of_ones_own_takes_a_key_and_words),
        TEST(selection__does_not_stay_with_the_dead),
        cmocka_unit_test(test_order__is_that_of_the_dice_before_the_fight),
        TEST(count__of_turns_stops_where_the_round_ends),
        TEST(next__asks_which_side_demands_the_round),
        TEST(log__leaves_out_turns_that_are_over),
        TEST(log__tells_the_same_of_several_in_one_line),
        TEST(many__who_are_hurt_are_one_line_before_others_are_left_out),
        TEST(small__names_what_undo_takes_back),
        TEST(small__tells_the_odds_of_a_choice),
        TEST(small__gives_its_log_to_what_happened),
        TEST(large__cuts_no_name_in_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
