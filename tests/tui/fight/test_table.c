/* The table by keys: what each does, what it asks, and that nothing happens unasked. */
#include <stdio.h>
#include <string.h>

#include "app/sitting/state.h"
#include "store/fixture.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

static int begin(void **state)
{
    *state = play_new(fight_lines(FIGHT_LEDGE));
    return 0;
}

/* ---- attacking ------------------------------------------------------------------------- */

static void test_table__typed_dice_are_taken_one_question_after_the_other(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:14 Enter");
    play_shows(play, "Anka → Pelican 1: damage, 1d6");
    play_keys(play, "Tab a text:14 Enter text:4 Enter");
    play_shows(play, "d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra");
    play_shows(play, "undo: Anka hits Pelican 1");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
}

static void test_table__all_dice_can_be_typed_at_once(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
}

static void test_table__enter_on_an_empty_line_rolls_here(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a Enter");
    assert_int_equal(play_value(play, "Anka", FIELD_HAS_ACTED), 1);
    play_shows(play, "Anka → Pelican 1: d20 ");
    play_hides(play, "→ Pelican 1: d20 [");
}

static void test_table__escape_leaves_nothing_to_undo(void **state)
{
    struct play *play = *state;
    char before[96];
    memcpy(before, sitting_undo_label(play->sitting), sizeof before);
    play_keys(play, "Tab a text:14 Enter Esc");
    assert_string_equal(sitting_undo_label(play->sitting), before);
    assert_int_equal(play_value(play, "p1", FIELD_HP), 16);
    assert_int_equal(play_value(play, "Anka", FIELD_HAS_ACTED), 0);
    play_shows(play, "n next");
}

static void test_table__a_wrong_die_keeps_what_was_typed(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:23 Enter");
    play_shows(play, "23");
    play_shows(play, "Anka → Pelican 1: attack, d20 (8+ hits AC 22), then damage");
    play_keys(play, "Tab a text:23 Enter Backspace Backspace text:3 Enter");
    play_shows(play, "undo: Anka misses Pelican 1");
}

static void test_table__a_letter_pressed_from_habit_is_no_die(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:b");
    play_shows(play, "b is not a die: a digit takes its place; whom it is for stands below");
    play_keys(play, "Tab a text:b14 text:b");
    play_shows(play, " 14b"); /* behind dice it is a slip, to be seen */
    play_keys(play, "Tab a text:defend=");
    play_shows(play, " defend="); /* words may be typed there */
    play_keys(play, "Tab a text:b3 Enter");
    play_shows(play, "undo: Anka misses Pelican 1");
}

static void test_table__what_typed_dice_would_do_is_shown_before_it_is_done(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:3");
    play_shows(play, "Anka → Pelican 1: d20 [3] + 14 strength = 17 vs AC 22: miss");
    assert_int_equal(play_value(play, "Anka", FIELD_HAS_ACTED), 0);
}

static void test_table__dice_to_be_rolled_here_are_not_shown_before(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:roll");
    play_hides(play, "vs AC");
    play_keys(play, "Down Down e \"text:-2d6 roll\"");
    play_hides(play, "Pelican 1: 16");
}

static void test_table__a_target_is_chosen_by_its_letter(void **state)
{
    struct play *play = *state;
    play_keys(play, "a screen:table_choosing c");
    play_shows(play, "Anka → Pelican 1: attack, d20");
    play_keys(play, "a d \"text:14 4\" Enter");
    assert_int_equal(play_value(play, "p2", FIELD_HP), 12);
}

static void test_table__a_target_is_chosen_by_name_number_or_arrows(void **state)
{
    struct play *play = *state;
    play_keys(play, "a / text:p3 Enter");
    play_shows(play, "Anka → Pelican 3: attack, d20");
    play_keys(play, "a # text:5 Enter");
    play_shows(play, "Anka → Pelican 3: attack, d20");
    play_keys(play, "a Down Enter");
    play_shows(play, "Anka → Pelican 2: attack, d20");
    play_keys(play, "a / text:nobody Enter");
    play_shows(play, "no combatant here is called nobody");
}

static void test_table__the_selection_comes_back_after_choosing(void **state)
{
    struct play *play = *state;
    play_keys(play, "a Down Down Esc e text:-2 Enter");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 7);
}

static void test_table__an_unset_value_is_asked_once(void **state)
{
    struct play *play = *state;
    int ac = state_attribute(sitting_state(play->sitting), "ac");
    play_do(play, "add Chick hp=2");
    play_keys(play, "a / text:Chick Enter text:19 Enter");
    play_shows(play, "Anka → Chick: attack, d20");
    play_keys(play, "a / text:Chick Enter text:19 Enter text:3 Enter");
    assert_int_equal(play_value(play, "Chick", ac), 19);
}

/* ---- refusing and taking back ---------------------------------------------------------- */

static void test_table__a_refusal_names_the_rule_and_can_be_overruled(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:3 Enter a");
    play_shows(play, "refused: Anka has acted this round");
    play_shows(play, "(5.1); ! overrules it");
    play_shows(play, "! overrule");
    play_keys(play, "a ! \"text:14 4\" Enter");
    play_shows(play, "ruling, against: Anka has acted this round");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
}

static void test_table__what_cannot_be_done_is_not_offered_to_be_overruled(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter \"Empty room\"");
    play_keys(play, "u");
    play_shows(play, "refused: there is nothing to undo: this is the start");
    play_hides(play, "overrules");
}

static void test_table__nothing_refused_is_nothing_to_overrule(void **state)
{
    struct play *play = *state;
    play_keys(play, "!");
    play_shows(play, "nothing was refused");
    play_hides(play, "! overrule");
}

static void test_table__undo_and_redo_say_what_they_did(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter u");
    play_shows(play, "undone: Anka hits Pelican 1");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 16);
    /* Both stay in sight afterwards. */
    play_keys(play, "Down");
    play_shows(play, "C-r redo: Anka hits Pelican 1  u undo: ");
    play_keys(play, "C-r");
    play_shows(play, "redone: Anka hits Pelican 1");
    play_hides(play, "redo: ");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
    /* When there is no room for both it is undo. */
    play->columns = 40;
    play_keys(play, "u Down");
    play_hides(play, "redo: ");
    play_keys(play, "C-r");
}

static void test_table__a_restart_keeps_what_can_be_undone(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter");
    play_reopen(play, false);
    play_keys(play, "u");
    play_shows(play, "undone: Anka hits Pelican 1");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 16);
}

/* ---- hit points and checks ------------------------------------------------------------- */

static void test_table__hit_points_are_shown_before_they_change(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down e text:-7");
    play_shows(play, "Pelican 1: 16 → 9 of 16 HP");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 16);
    play_keys(play, "Down Down e text:-7 Enter");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 9);
    play_keys(play, "Down Down e text:t5 Enter");
    play_shows(play, "9+5/16");
    play_keys(play, "Down Down e text:-2d6 Enter \"text:3 4\" Enter");
    assert_int_equal(play_value(play, "p1", FIELD_HP_TEMPORARY), 0);
    assert_int_equal(play_value(play, "p1", FIELD_HP), 7);
}

static void test_table__damage_takes_three_keys_on_the_target(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab d 7 Enter");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 9);
}

static void test_table__a_choice_takes_one_key(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down x");
    play_shows(play, "d dead │ o down │ f fled │ s surrendered");
    play_keys(play, "Down Down x f");
    assert_int_equal(play_value(play, "p1", FIELD_OUT), OUT_FLED);
    play_keys(play, "Down Down x 2 o");
    assert_int_equal(play_value(play, "p2", FIELD_OUT), OUT_DOWN);
}

static void test_table__a_pending_check_is_in_sight_and_m_settles_it(void **state)
{
    struct play *play = *state;
    play_do(play, "out p1 dead");
    play_keys(play, "screen:table_due m");
    play_shows(play,
               "! morale check due: pelicans, 1 of 4 fallen (5.13)  72% holds   m settles it");
    play_shows(play, "pelicans: morale, 2d6");
    play_keys(play, "m \"text:2 3\" Enter");
    play_hides(play, "m settles it");
    play_keys(play, "m");
    play_shows(play, "no check is pending");
}

static void test_table__several_checks_are_counted(void **state)
{
    struct play *play = *state;
    play_do(play, "out p1 dead");
    play_do(play, "hp p2 =2");
    play_do(play, "attack p2 20 6");
    play_keys(play, "");
    play_shows(play, "! injury save due: Pelican 2 (5.18 ");
    play_keys(play, "resize:80x12");
    play_shows(play, "m settles it   & lists all");
}

static void test_table__the_chance_of_a_check_is_its_score_now(void **state)
{
    struct play *play = *state;
    play_do(play, "out p1 dead");
    play_do(play, "alternate p2 4 \"with the nest lost\"");
    play_do(play, "alternate p2");
    play_keys(play, "");
    play_shows(play, "1 of 4 fallen (5.13)  17% holds   m settles it");
}

/* ---- reactions ------------------------------------------------------------------------- */

static void test_table__every_reaction_is_shown_with_key_and_price(void **state)
{
    static const char *const words[] = {"s shield",      "h shield after", "w warn",
                                        "d draw",        "i wits check",   "e order",
                                        "o opportunity", "r riposte",      "c clear order"};
    static const int widths[] = {80, 40, 120, 30};
    struct play *play = *state;
    play_do(play, "trait p1 riposte");
    play_do(play, "command p1 under=p2");
    play_do(play, "command p2 under=p1");
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        play->columns = widths[i];
        play_keys(play, "Tab r");
        play_shows(play, "Pelican 1 at 11: which");
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            play_shows(play, words[k]);
        }
    }
    play->columns = 30;
    play->rows = 9;
    play_keys(play, "Tab r");
    play_shows(play, "s shield -2");
    play_shows(play, "…");
    play->columns = 80;
    play->rows = 24;
    play_keys(play, "Tab r screen:table_reaction Esc");
}

static void test_table__a_reaction_of_the_target_takes_two_keys(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab r s");
    play_shows(play, "undo: Pelican 1: shield, -2");
    play_keys(play, "Down Down Down Down Down");
    play_shows(play, "init 9 = 11 rolled - 2 shield");
}

static void test_table__a_reaction_of_the_selected_combatant_takes_two_keys(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab Down r w");
    play_shows(play, "undo: Ulf: warn, -2");
}

static void test_table__a_typed_number_is_a_price(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab r 1 1 Backspace text:0");
    play_shows(play, "Pelican 1 pays 10 for a reaction: 11 → 1");
    play_keys(play, "Tab r text:10 Enter");
    play_shows(play, "undo: Pelican 1: a reaction, -10");
    play_keys(play, "Tab r Enter Esc");
    play_shows(play, "undo: Pelican 1: a reaction, -10");
}

static void test_table__an_act_between_rounds_takes_two_keys(void **state)
{
    struct play *play = *state;
    play_keys(play, "n n n n n n n B");
    play_shows(play, "t talk free │ Enter act -2 │ h hard act -5 │ d desperate act -10");
    play_keys(play, "B a");
    play_shows(play, "an act between rounds");
    assert_int_equal(play_value(play, "Anka", FIELD_HAS_ACTED), 1);
    play_keys(play, "u B 3 Enter");
    play_shows(play, "Anka pays 3 for an act between rounds: 27 → 24");
}

static void test_table__who_reacts_is_asked_when_nobody_is_meant(void **state)
{
    struct play *play = *state;
    play_keys(play, "r");
    play_shows(play, "who reacts?");
    play_shows(play, "  b  20 + Ulf");
    play_keys(play, "r b w");
    play_shows(play, "undo: Ulf: warn, -2");
    play_keys(play, "n n Tab r");
    play_shows(play, "Anka at 27: which reaction?");
}

static void test_table__the_way_to_type_a_sum_of_dice_is_shown(void **state)
{
    struct play *play = *state;
    play_do(play, "out p1 dead");
    play_keys(play, "m");
    play_shows(play, "type the dice, e.g. 4 3, or a total: =7;");
    play_keys(play, "m text:9 Enter");
    play_shows(play, "; for a total type =9");
    play_keys(play, "m text:=9 Enter f");
    play_shows(play, "undo: pelicans break");
    /* The dice of a d66 are its digits, so not every number in between is a total. */
    play_keys(play, ": \"text:roll d66\" Enter");
    play_shows(play, "type the dice, e.g. 4 3, or a total: =43;");
    play_keys(play, ": \"text:roll d66\" Enter text:49 Enter");
    play_shows(play, "49 is not possible");
    play_hides(play, "for a total type");
    /* Nor are those between the tens here. */
    play_keys(play, ": \"text:roll 3d6*10\" Enter");
    play_shows(play, "type the dice, e.g. 4 3 2, or a total: =130;");
    play_keys(play, ": \"text:roll 3d6*10\" Enter text:=35 Enter");
    play_shows(play, "a total of 35 is not possible on 3d6*10: the nearest are 30 and 40");
    play_keys(play, ": \"text:roll 3d6*10\" Enter text:40 Enter");
    play_shows(play, "; for a total type =40");
}

/* ---- acts of chapter 5 ----------------------------------------------------------------- */

static void test_table__a_key_is_offered_only_when_it_can_be_done(void **state)
{
    struct play *play = *state;
    play->columns = 120;
    play_keys(play, "");
    play_hides(play, "s Anka");
    play_shows(play, "g defend");
    play_keys(play, "a / text:Scout Enter text:19 Enter text:3 Enter");
    play_shows(play, "s Anka: end turn, again for 10 init");
    play_hides(play, "g defend");
    play_keys(play, "s");
    play_shows(play, "undo: Anka acts again at ");
    play->columns = 80;
}

static void test_table__conditions_take_a_key_and_words(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down c / \"text:prone rounds=2\" Enter");
    play_shows(play, "prone 2");
    play_shows(play, "│ prone (2 rounds)");
}

static void test_table__usual_conditions_take_two_keys(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down c");
    play_shows(play, "b blind: AC -5 │ c constrained: AC -5 │ p prone │ s stunned");
    play_shows(play, "/ types it");
    play_keys(play, "Down Down c b");
    play_shows(play, "undo: Pelican 1: blind");
    play_keys(play, "Tab a text:3");
    play_shows(play, "(AC 17 = 22 - 5 blind)");
}

static void test_table__extra_degrees_are_spent_by_a_key_or_words(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:20 4\" Enter E");
    play_shows(play, "which effect? each costs 1");
    play_shows(play, "b blind (AC -5) │ c constrained (AC -5) │ p prone");
    play_keys(play, "E h");
    play_shows(play, "Anka → Pelican 1: push (1 extra, 1 left)");
    play_keys(play, "E / text:disarm Enter");
    play_shows(play, "undo: Anka → Pelican 1: disarm");
}

/* Keys beside the faces that fell; a target is marked with Tab or Space before. */
static const struct {
    const char *act, *before, *keys, *undo;
    int most;
} common_acts[] = {
    {"attack, the dice rolled here", "Tab", "a Enter", "Anka", 2},
    {"attack, the dice as they fell", "Tab", "a \"text:14 4\" Enter", "Anka hits Pelican 1", 3},
    {"a reaction of the target", "Tab", "r s", "Pelican 1: shield, -2", 2},
    {"end the turn", "", "n", "Ulf's turn", 1},
    {"superior initiative", "Tab a Enter", "s", "Anka acts again at ", 1},
    {"re-orient", "", "o Enter", "Anka re-orients", 2},
    {"active defence", "", "g Enter", "Anka defends", 2},
    {"shoot", "Tab", "t Enter", "Anka", 2},
    {"let others go first", "", "w", "Anka delays", 1},
    {"damage", "Tab", "d 7 Enter", "Pelican 1", 3},
    {"a usual condition", "Down Down", "c b", "Pelican 1: blind", 2},
    {"a condition for an extra degree", "Tab a \"text:20 4\" Enter", "E 2 b",
     "Anka → Pelican 1: blind", 3},
    {"out of the fight", "Down Down", "x f", "Pelican 1: fled", 2},
    {"an act between rounds", "n n n n n n n Home", "B a", "Anka: an act between rounds", 2},
};

static int count_words(const char *keys)
{
    int words = keys[0] != '\0' ? 1 : 0;
    bool is_quoted = false;
    for (const char *c = keys; *c != '\0'; c++) {
        is_quoted = *c == '"' ? !is_quoted : is_quoted;
        words += *c == ' ' && !is_quoted ? 1 : 0;
    }
    return words;
}

static void test_table__no_common_act_takes_over_three_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof common_acts / sizeof common_acts[0]; i++) {
        struct play *play = play_new(fight_lines(FIGHT_LEDGE));
        TEXT_BUFFER(text, 200);
        text_add(&text, "%s %s", common_acts[i].before, common_acts[i].keys);
        play_keys(play, text.p);
        if (strstr(sitting_undo_label(play->sitting), common_acts[i].undo) == NULL) {
            fail_msg("%s: the last act is %s", common_acts[i].act,
                     sitting_undo_label(play->sitting));
        }
        assert_int_equal(count_words(common_acts[i].keys), common_acts[i].most);
        assert_in_range(common_acts[i].most, 1, 3);
        play_free(play);
    }
}

static void test_table__hidden_combatants_are_in_parentheses(void **state)
{
    struct play *play = *state;
    play_do(play, "hide Scout");
    play_keys(play, "");
    play_shows(play, "(Scout)");
}

static void test_table__a_ruling_stands_out_in_the_log(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a text:3 Enter Tab a ! text:3 Enter screen:table_ruling");
    play_shows(play, "ruling, against: Anka has acted this round");
}

static void test_table__long_facts_end_in_a_sign_and_the_odds_stay(void **state)
{
    struct play *play = *state;
    play_do(play, "condition p1 own \"held by the roots of the old tree\"");
    play_do(play, "condition p1 own \"bleeding from many small wounds\" rounds=9");
    play_do(play, "condition p1 own \"blinded by the light of the lamp\" until=Anka");
    play_do(play, "condition p1 own \"burning with a cold blue flame\" rounds=3");
    play_keys(play, "Down Down screen:table_long_facts");
    play_shows(play, "held by the roots of the");
    play_shows(play, "Anka → Pelican 1");
    play_shows(play, "to 0 HP 0%");
    play_shows(play, "…");
}

static void test_table__the_help_stays_within_a_screen_that_grows(void **state)
{
    struct play *play = *state;
    play_keys(play, "? End resize:80x60");
    play_shows(play, "undo");
    play_hides(play, "↓");
    assert_int_equal(play_row_of(play, "suspends the program until fg"), 57);
}

/* ---- selection ------------------------------------------------------------------------- */

static void test_table__the_selection_goes_with_the_turn(void **state)
{
    struct play *play = *state;
    play_keys(play, "n");
    play_shows(play, "▶›   20 + Ulf");
    /* Nobody of its own side is a target of the one whose turn comes. */
    play_keys(play, "Down Down n");
    play_shows(play, "▶›   11   Pelican 1");
}

static void test_table__each_turn_selects_the_one_whose_it_is(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down n");
    play_shows(play, "▶›   20 + Ulf");
    play_keys(play, "u Down Down x d n");
    play_shows(play, "▶›   20 + Ulf");
    play_shows(play, "dead");
}

static void test_table__a_target_that_leaves_is_dropped(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab");
    play_shows(play, "●");
    play_keys(play, "Tab : text:out Space text:p1 Space text:dead Enter");
    assert_int_equal(play_value(play, "p1", FIELD_OUT), OUT_DEAD);
    play_hides(play, "●");
}

static void test_table__a_target_of_ones_own_side_is_not_attacked(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab n n a");
    play_shows(play, "▶ ○  11   Pelican 1");
    play_shows(play, "attacks whom?");
    play_shows(play, "Pelican 1 → Anka");
}

static void test_table__the_odds_are_those_of_the_one_who_acts(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab");
    play_shows(play, "Anka → Pelican 1");
    play_shows(play, "hit 65%   direct hit 0%");
    play_keys(play, "Down Down Down");
    play_shows(play, "Anka → Pelican 2");
    play_keys(play, "");
    play_shows(play, "odds: no target yet");
}

/* ---- palette and help ------------------------------------------------------------------ */

static void test_table__the_palette_finds_commands_and_combatants(void **state)
{
    struct play *play = *state;
    play_keys(play, ": text:dmg screen:table_palette Enter");
    play_shows(play, ":dmg");
    play_keys(play, ": text:dmg Down Enter");
    play_shows(play, ":damage");
    play_shows(play, "damage WHO [AMOUNT] [by=] [magic] [dice]");
    play_keys(play, ": text:dam Enter text:scou Tab text:2 Enter");
    assert_int_equal(play_value(play, "Scout", FIELD_HP), 3);
    play_keys(play, ": text:Ulf Enter e text:-1 Enter");
    assert_int_equal(play_value(play, "Ulf", FIELD_HP), 6);
}

static void test_table__the_palette_runs_what_is_typed_and_keeps_it(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:damage pel* 3\" Enter : Up");
    play_shows(play, ":damage pel* 3");
    assert_int_equal(play_value(play, "p4", FIELD_HP), 13);
    play_keys(play, ": text:damge Space text:x Enter");
    play_shows(play, "there is no command damge; did you mean damage?");
    play_shows(play, ":damge x");
}

static void test_table__the_palette_asks_for_what_is_missing(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:damage p1\" Enter");
    play_shows(play, "Pelican 1: how much damage?");
    play_keys(play, ": \"text:damage p1\" Enter 4 Enter");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
}

static void test_table__enter_in_an_empty_palette_runs_nothing(void **state)
{
    struct play *play = *state;
    char before[96];
    memcpy(before, sitting_undo_label(play->sitting), sizeof before);
    play_keys(play, ": Enter");
    play_shows(play, "end the turn, or start the next round");
    assert_string_equal(sitting_undo_label(play->sitting), before);
}

static void test_table__help_comes_from_the_key_table_and_scrolls(void **state)
{
    struct play *play = *state;
    play_keys(play, "? screen:table_help");
    play_shows(play, "attack the target");
    play_keys(play, "? End");
    play_shows(play, "draws the screen again");
    play_keys(play, "? End Home Down");
    play_hides(play, "At the table: the fight");
    play_shows(play, "end this turn, or start the next round");
    play_keys(play, "? Esc");
    play_shows(play, "n next");
}

static void test_table__answers_of_several_lines_are_read_on_top(void **state)
{
    struct play *play = *state;
    play_keys(play, ": text:commands Enter");
    play_shows(play, "── commands ─");
}

static void test_table__amend_offers_the_last_line_to_be_changed(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter A");
    play_shows(play, ":amend attack p1 14 4");
    play_shows(play, "the last act: change what was wrong; Enter replaces the act: Anka hits");
    play_keys(play, "A Backspace text:6 Enter");
    play_shows(play, "undo: amended: Anka hits Pelican 1");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 10);
    play_keys(play, "A Esc");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 10);
    /* Its result is shown first. */
    play_keys(play, "A Backspace text:3");
    play_shows(play, "Pelican 1: 16 → 13 of 16 HP");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 10);
}

/* From the list of past acts, and from the log. */
static void test_table__an_earlier_act_is_amended_where_it_is_read(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter n");
    play_keys(play, "U Down A");
    play_shows(play, " attack p1 14 4");
    play_shows(play, "change what was wrong; Enter replaces it and plays");
    play_keys(play, "U Down A Backspace text:6 Enter");
    play_shows(play, "undo: amended: Anka hits Pelican 1");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 10);
    play_keys(play, "u");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
    play_keys(play, "l Up A");
    play_shows(play, ":amend act=");
    /* The start has no line to change. */
    play_keys(play, "U End Down A");
    play_shows(play, "number of an act");
}

/* ---- around the table ------------------------------------------------------------------ */

static void test_table__an_unknown_key_says_so(void **state)
{
    struct play *play = *state;
    play_keys(play, "$");
    play_shows(play, "$ does nothing here; ? shows the keys");
    play_keys(play, "F9");
    play_shows(play, "F9 does nothing here; ? shows the keys");
}

static void test_table__a_paste_is_text_and_runs_nothing(void **state)
{
    struct play *play = *state;
    char before[96];
    memcpy(before, sitting_undo_label(play->sitting), sizeof before);
    play_keys(play, "\"paste:nnnu\"");
    play_shows(play, "pasted text does nothing here");
    assert_string_equal(sitting_undo_label(play->sitting), before);
    play_keys(play, ": \"paste:damage p1 4\\n\" Enter");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
}

#define SEVERAL_LINES                                                                          \
    ": \"paste:damage p1 4\\n\\n# said of it\\nheal p1 1\\nattack p1\\ndamage p1 2\\n\" "

static void test_table__pasted_lines_are_looked_at_one_by_one(void **state)
{
    struct play *play = *state;
    play_keys(play, SEVERAL_LINES);
    play_shows(play, "3 more pasted lines follow");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 16);
    play_keys(play, SEVERAL_LINES "Enter");
    play_shows(play, "2 more pasted lines follow");
    play_shows(play, ":heal p1 1");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 12);
    /* Each can be mended like any other. */
    play_keys(play, SEVERAL_LINES "Enter Backspace text:2 Enter");
    play_shows(play, "1 more pasted line follows");
    play_shows(play, ":attack p1");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 10);
    /* It asks; the last one waits for the answer. */
    play_keys(play, SEVERAL_LINES "Enter Enter Enter");
    play_shows(play, "attack, d20");
    play_keys(play, SEVERAL_LINES "Enter Enter Enter text:1 Enter");
    play_shows(play, ":damage p1 2");
    /* Others that are pasted meanwhile come before those that wait. */
    play_keys(play, SEVERAL_LINES "C-u \"paste:note one\\nnote two\"");
    play_shows(play, "4 more pasted lines follow");
    play_keys(play, SEVERAL_LINES "C-u \"paste:note one\\nnote two\" Enter");
    play_shows(play, ":note two");
    play_keys(play, SEVERAL_LINES "Esc");
    play_shows(play, "3 more pasted lines were not run");
    int hp = play_value(play, "p1", FIELD_HP);
    play_keys(play, SEVERAL_LINES "Esc : \"text:damage p1 1\" Enter");
    play_hides(play, "pasted");
    assert_int_equal(play_value(play, "p1", FIELD_HP), hp - 1);
}

static void test_table__a_campaign_that_can_only_be_read_says_so(void **state)
{
    struct play *play = *state;
    play_reopen(play, true);
    play_keys(play, "Tab a \"text:14 4\" Enter");
    play_shows(play, "read only");
    play_shows(play, "the campaign is read-only, so nothing was done");
    play_shows(play, "Anka → Pelican 1: attack, d20 (8+ hits AC 22), then damage");
    play_shows(play, " 14 4");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 16);
    play_reopen(play, false);
}

static void test_table__time_to_spare_changes_nothing(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab a \"text:14 4\" Enter wait wait");
    play_shows(play, "undo: Anka hits Pelican 1");
}

static void test_table__the_log_ends_with_the_newest_line_after_time_to_spare(void **state)
{
    struct play *play = *state;
    for (int i = 0; i < 100; i++) {
        char line[40];
        snprintf(line, sizeof line, "note line %d of the log", i);
        play_do(play, line);
    }
    play_reopen(play, false);
    play_keys(play, "wait");
    play_shows(play, "line 99 of the log");
    play_keys(play, "wait Down Down e text:-2 Enter wait");
    play_shows(play, "Pelican 1: 16 → 14 of 16 HP");
}

/* The whole file is checked when nobody has done anything for a while. */
static void test_table__a_fault_of_the_file_is_reported_in_a_quiet_moment(void **state)
{
    struct play *play = *state;
    struct fixture fixture;
    play_do(play, "encounter Elsewhere"); /* earlier rows are not read to open it */
    for (int i = 0; i < 10; i++) {
        play_do(play, "note the bell tolls");
    }
    snprintf(fixture.path, sizeof fixture.path, "%s", play->path);
    fixture_tamper(&fixture, "UPDATE log SET acts = 9 WHERE id = 2");
    play_reopen(play, false);
    play_keys(play, "wait wait");
    play_hides(play, "damaged");
    play_wait(2000);
    play_keys(play, ": wait wait wait");
    play_hides(play, "damaged"); /* the user is not disturbed in the middle of something */
    play_keys(play, "wait");
    play_shows(play, "the log is damaged (row 2: ");
}

static void test_table__an_empty_table_can_be_filled(void **state)
{
    struct play *play = *state;
    play_do(play, "encounter \"Empty room\"");
    play_keys(play, "screen:table_empty a d e x n m Tab Space Down g");
    play_keys(play, "+ \"text:2 rat hp=3\" Enter");
    play_shows(play, "Rat 2");
    play_shows(play, "undo: 2 × rat join");
}

static const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(test_table__##name, begin, play_end)
    TEST(typed_dice_are_taken_one_question_after_the_other),
    TEST(all_dice_can_be_typed_at_once),
    TEST(enter_on_an_empty_line_rolls_here),
    TEST(escape_leaves_nothing_to_undo),
    TEST(a_wrong_die_keeps_what_was_typed),
    TEST(a_letter_pressed_from_habit_is_no_die),
    TEST(what_typed_dice_would_do_is_shown_before_it_is_done),
    TEST(dice_to_be_rolled_here_are_not_shown_before),
    TEST(a_target_is_chosen_by_its_letter),
    TEST(a_target_is_chosen_by_name_number_or_arrows),
    TEST(the_selection_comes_back_after_choosing),
    TEST(an_unset_value_is_asked_once),
    TEST(a_refusal_names_the_rule_and_can_be_overruled),
    TEST(what_cannot_be_done_is_not_offered_to_be_overruled),
    TEST(a_target_of_ones_own_side_is_not_attacked),
    TEST(nothing_refused_is_nothing_to_overrule),
    TEST(undo_and_redo_say_what_they_did),
    TEST(a_restart_keeps_what_can_be_undone),
    TEST(hit_points_are_shown_before_they_change),
    TEST(damage_takes_three_keys_on_the_target),
    TEST(a_choice_takes_one_key),
    TEST(a_pending_check_is_in_sight_and_m_settles_it),
    TEST(several_checks_are_counted),
    TEST(the_chance_of_a_check_is_its_score_now),
    TEST(every_reaction_is_shown_with_key_and_price),
    TEST(a_reaction_of_the_target_takes_two_keys),
    TEST(a_reaction_of_the_selected_combatant_takes_two_keys),
    TEST(a_typed_number_is_a_price),
    TEST(an_act_between_rounds_takes_two_keys),
    TEST(a_key_is_offered_only_when_it_can_be_done),
    TEST(conditions_take_a_key_and_words),
    TEST(hidden_combatants_are_in_parentheses),
    TEST(a_ruling_stands_out_in_the_log),
    TEST(long_facts_end_in_a_sign_and_the_odds_stay),
    TEST(the_help_stays_within_a_screen_that_grows),
    TEST(who_reacts_is_asked_when_nobody_is_meant),
    TEST(the_way_to_type_a_sum_of_dice_is_shown),
    TEST(usual_conditions_take_two_keys),
    TEST(extra_degrees_are_spent_by_a_key_or_words),
    TEST(no_common_act_takes_over_three_keys),
    TEST(the_selection_goes_with_the_turn),
    TEST(each_turn_selects_the_one_whose_it_is),
    TEST(a_target_that_leaves_is_dropped),
    TEST(the_odds_are_those_of_the_one_who_acts),
    TEST(the_palette_finds_commands_and_combatants),
    TEST(the_palette_runs_what_is_typed_and_keeps_it),
    TEST(the_palette_asks_for_what_is_missing),
    TEST(enter_in_an_empty_palette_runs_nothing),
    TEST(help_comes_from_the_key_table_and_scrolls),
    TEST(answers_of_several_lines_are_read_on_top),
    TEST(amend_offers_the_last_line_to_be_changed),
    TEST(an_earlier_act_is_amended_where_it_is_read),
    TEST(an_unknown_key_says_so),
    TEST(a_paste_is_text_and_runs_nothing),
    TEST(pasted_lines_are_looked_at_one_by_one),
    TEST(a_campaign_that_can_only_be_read_says_so),
    TEST(time_to_spare_changes_nothing),
    TEST(the_log_ends_with_the_newest_line_after_time_to_spare),
    TEST(a_fault_of_the_file_is_reported_in_a_quiet_moment),
    TEST(an_empty_table_can_be_filled),
#undef TEST
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
