/* The past looked at from the table, from the log, from the list of past acts and in the middle
 * of something: the present never changes by it, whatever is pressed there, except by the key
 * that goes back there, which says what it does. */
#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter Ledge",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add 2 wolf strength=12 wits=6 ac=22 hp=16",
                                    "initiative 15 5",
                                    "damage \"Wolf 1\" 1",
                                    "damage \"Wolf 1\" 2",
                                    "damage \"Wolf 2\" 3",
                                    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

/* The screen after these keys as it is after those. */
static void expect_same(struct play *play, const char *keys, const char *others)
{
    static struct frame frame;
    play_keys(play, keys);
    frame = play->script.last;
    play_keys(play, others);
    const struct frame *other = &play->script.last;
    size_t cells = (size_t)(frame.rows * frame.columns);
    assert_memory_equal(frame.cells, other->cells, cells * sizeof frame.cells[0]);
    assert_int_equal(frame.cursor_column, other->cursor_column);
}

static void test_look__steps_by_acts_and_by_rounds_and_is_back_at_once(void **state)
{
    struct play *play = *state;
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "next by=party");
    play_keys(play, "<");
    play_shows(play, "LOOKING BACK · act 9 of 10, after round 1");
    play_shows(play, "now: round 2");
    play_keys(play, "< <");
    play_shows(play, "act 8 of 10, round 1");
    play_keys(play, "< Left Right > Left Left");
    play_shows(play, "act 8 of 10, round 1");
    play_keys(play, "5 <");
    play_shows(play, "act 5 of 10");
    play_shows(play, "13/16");
    play_hides(play, "Wolf 2: 16 → 13");
    play_keys(play, "< PageUp");
    play_shows(play, "act 3 of 10, round 1");
    play_shows(play, "g: go back here: 7 acts are undone; redo or history can bring them back");
    play_keys(play, "< PageUp PageDown");
    play_shows(play, "act 10 of 10, round 2");
    play_shows(play, "this is how it stands now");
    play_keys(play, "< Home");
    play_shows(play, "LOOKING BACK · the start");
    play_shows(play, "nobody is here");
    play_keys(play, "< Home Left");
    play_shows(play, "this is the start: nothing was done before it");
    play_keys(play, "< End Right");
    play_shows(play, "this is how it stands now; Esc closes");
    play_keys(play, "7 <");
    play_shows(play, "act 3 of 10");
    play_keys(play, ">");
    play_shows(play, "< looks back; the table is as it stands now");
}

static void test_look__what_was_due_and_the_odds_are_those_of_then(void **state)
{
    (void)state;
    struct play *play = play_new(fight_lines(FIGHT_LEDGE));
    play_do(play, "damage \"Pelican 1\" 100");
    play_keys(play, "Esc");
    play_shows(play, "injury save due");
    play_keys(play, "<");
    play_hides(play, "injury save due");
    play_do(play, "injury \"Pelican 1\" dead");
    play_keys(play, "<");
    play_shows(play, "injury save due");
    play_hides(play, "settles it");
    play_free(play);
}

static void test_look__what_is_selected_targeted_chosen_and_said_stays(void **state)
{
    struct play *play = *state;
    static const char *const looks[] = {
        "< Down Down Space Left Tab Esc",
        "< a d n Esc",
        "F4 Home Down End q",
        "< k ' C-c",
    };
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++) {
        char keys[200];
        snprintf(keys, sizeof keys, "Tab Down * m %s", looks[i]);
        expect_same(play, keys, "Tab Down * m");
    }
}

static void test_look__what_is_asked_or_typed_waits(void **state)
{
    struct play *play = *state;
    static const char *const open[] = {
        "Tab a text:14",          "a", "d text:3", "d , text:wol", ": text:conditio",
        "N text:Wax Down text:4",
    };
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        char keys[200];
        snprintf(keys, sizeof keys, "%s F4", open[i]);
        play_keys(play, keys);
        play_shows(play, "LOOKING BACK · act 5 of 6");
        snprintf(keys, sizeof keys, "%s F4 F4 F5 Down Esc", open[i]);
        expect_same(play, keys, open[i]);
    }
    play_keys(play, "Tab d text:4 F4 Esc Enter");
    assert_string_equal(sitting_undo_label(play->sitting), "Wolf 1 takes 4 damage");
}

static void test_look__nothing_can_be_done_there(void **state)
{
    struct play *play = *state;
    static const char *const acts[] = {"a",     "d", "n", "u", "C-r", "+", "N",
                                       "Enter", "h", "e", ":", "U",   "A"};
    int64_t before = sitting_act_now(play->sitting);
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        char keys[40];
        snprintf(keys, sizeof keys, "< %s", acts[i]);
        play_keys(play, keys);
        play_shows(play, "this is the past: Esc returns to now, g undoes what came after it");
        play_shows(play, "LOOKING BACK · act 5 of 6");
    }
    assert_int_equal(sitting_act_now(play->sitting), before);
}

static void test_look__one_more_key_goes_back_for_good_and_says_so(void **state)
{
    struct play *play = *state;
    int64_t before = sitting_act_now(play->sitting);
    play_keys(play, "< < <");
    play_shows(play, "g: go back here: 3 acts are undone; redo or history can bring them");
    play_keys(play, "< < < g");
    play_shows(play, "went back to: initiative for 3; 3 acts are undone, U history brings them "
                     "back");
    assert_int_equal(sitting_act_now(play->sitting), 3);
    play_keys(play, "C-r C-r C-r");
    assert_int_equal(sitting_act_now(play->sitting), before);
    /* In the middle of a question it is left. */
    play_keys(play, "d text:3 F4 g");
    play_shows(play, "went back to: Wolf 1 takes 2 damage; 1 act is undone");
    play_hides(play, "damage to");
}

/* At most six keys each, while another fight is open, which stays where it is. */
static void test_look__another_fight_its_rounds_and_its_log_take_few_keys(void **state)
{
    struct play *play = *state;
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "next by=party");
    play_do(play, "remark it begins");
    play_do(play, "encounter Ford");
    play_keys(play, "H Enter 2 r");
    play_shows(play, "LOOKING BACK · Ledge");
    play_shows(play, "round 2");
    play_shows(play, "13/16");
    play_shows(play, "remark: it begins");
    play_keys(play, "H l");
    play_shows(play, "── log");
    play_shows(play, "Wolf 1: 16 → 15 of 16 HP");
    play_keys(play, "H Enter l");
    play_shows(play, "Wolf 1: 16 → 15 of 16 HP");
    play_keys(play, "H m");
    play_shows(play, "remark: it begins");
    play_keys(play, "H Enter 1 r Esc Esc");
    assert_string_equal(sitting_encounter_name(play->sitting), "Ford");
}

static void test_look__lines_of_the_log_and_past_acts_are_looked_at(void **state)
{
    struct play *play = *state;
    play_keys(play, "l Up Enter");
    play_shows(play, "LOOKING BACK · act 5 of 6");
    play_keys(play, "l Up Enter Backspace");
    play_shows(play, "── log");
    play_keys(play, "U Down Down Enter");
    play_shows(play, "LOOKING BACK · act 4 of 6");
    play_keys(play, "U Down Down Enter Backspace");
    play_shows(play, "past acts");
    play_keys(play, "U End Enter");
    play_shows(play, "LOOKING BACK · the start");
}

static void test_look__an_act_that_was_taken_back_says_so(void **state)
{
    struct play *play = *state;
    play_do(play, "undo");
    play_do(play, "heal \"Wolf 1\" 1");
    play_keys(play, "U Down Enter");
    play_shows(play, "LOOKING BACK · act 6, taken back");
    play_shows(play, "g: go back here: 1 act is undone");
    play_keys(play, "U Down Enter Right");
    play_shows(play, "this act was taken back, and nothing followed it");
    play_keys(play, "U Down Enter Left");
    play_shows(play, "LOOKING BACK · act 5 of 8");
    play_keys(play, "U Down Enter Left Right");
    play_shows(play, "LOOKING BACK · act 8 of 8, round 1");
}

static void test_look__by_words_of_the_list_of_commands(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:look #4\" Enter");
    play_shows(play, "LOOKING BACK · act 4 of 6");
    play_keys(play, ": \"text:look back\" Enter");
    play_shows(play, "LOOKING BACK · act 3 of 6");
    play_keys(play, ": \"text:look #77\" Enter");
    play_shows(play, "there is no act #77 in this encounter");
}

static void test_look__where_nothing_was_done_there_is_nothing_to_see(void **state)
{
    (void)state;
    struct play *play = play_new((const char *const[]){"encounter Ledge", NULL});
    play_keys(play, "<");
    play_shows(play, "nothing was done before this");
    play_free(play);
    play = play_new((const char *const[]){NULL});
    play_keys(play, "Esc <");
    play_shows(play, "no encounter is open, so it has no past");
    play_free(play);
}

static void test_look__a_campaign_to_look_at_has_a_past_too(void **state)
{
    struct play *play = *state;
    play_reopen(play, true);
    play_keys(play, "<");
    play_shows(play, "LOOKING BACK · act 5 of 6");
    play_keys(play, "< g");
    play_shows(play, "read-only");
}

static void test_look__fits_every_screen(void **state)
{
    (void)state;
    struct play *play = play_new((const char *const[]){NULL});
    play_script(play, "data/demo/spire.referee");
    play_screens(play, "Tab < < <", "look_back");
    play_free(play);
}

/* An address is typed over the past: a wrong one changes nothing, a right one goes there. */
static void test_look__a_wrong_address_leaves_the_past_as_it_is(void **state)
{
    struct play *play = *state;
    play_keys(play, "< # text:xyz Enter");
    play_shows(play, "LOOKING BACK");
    play_shows(play, "xyz");
    play_keys(play, "< # text:xyz Enter Esc");
    play_shows(play, "? help");
    play_keys(play, "< # 2 Enter");
    play_shows(play, "LOOKING BACK");
    play_shows(play, "act 2 of");
    play_keys(play, "< # 2 Enter Esc");
    play_shows(play, "? help");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_look__##name, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_by_acts_and_by_rounds_and_is_back_at_once),
        cmocka_unit_test(test_look__what_was_due_and_the_odds_are_those_of_then),
        TEST(what_is_selected_targeted_chosen_and_said_stays),
        TEST(what_is_asked_or_typed_waits),
        TEST(nothing_can_be_done_there),
        TEST(one_more_key_goes_back_for_good_and_says_so),
        TEST(another_fight_its_rounds_and_its_log_take_few_keys),
        TEST(lines_of_the_log_and_past_acts_are_looked_at),
        TEST(an_act_that_was_taken_back_says_so),
        TEST(by_words_of_the_list_of_commands),
        TEST(a_wrong_address_leaves_the_past_as_it_is),
        cmocka_unit_test(test_look__where_nothing_was_done_there_is_nothing_to_see),
        TEST(a_campaign_to_look_at_has_a_past_too),
        cmocka_unit_test(test_look__fits_every_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
