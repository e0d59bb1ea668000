/* The list of past acts: what it shows, and that every act in it can be gone to. */
#include <stdio.h>
#include <string.h>

#include "app/log/past.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "damage p1 1",
                                    "damage p1 2",
                                    "undo",
                                    "damage p2 4",
                                    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

static int hp(const struct play *play, const char *name)
{
    return play_value(play, name, FIELD_HP);
}

static void test_history__marks_where_one_is_what_was_undone_and_branches(void **state)
{
    struct play *play = *state;
    play_keys(play, "U screen:table_history");
    play_shows(play, "you are here, follows act 3");
    play_shows(play, "undone");
    play_shows(play, "the start");
}

/* On a narrow screen the labels come before where a branch began. */
static void test_history__keeps_labels_where_there_is_little_room(void **state)
{
    struct play *play = *state;
    play->rows = 12;
    play->columns = 40;
    play_keys(play, "U");
    play_shows(play, "…  here");
    play_hides(play, "you are here");
    play_hides(play, "follows");
    play_shows(play, "undone");
}

/* Act 6 is damage to Pelican 2; row 7 goes back, and act 8 stands for it. */
static void test_history__leads_from_a_corrected_act_to_the_one_it_is_now(void **state)
{
    struct play *play = *state;
    play_do(play, "amend 5");
    play_keys(play, "U");
    play_shows(play, "done again as 8");
    play_keys(play, "U Down A");
    play_shows(play, "act 6 was corrected and is now act 8");
}

static void test_history__goes_to_a_branch_that_was_left_and_back(void **state)
{
    struct play *play = *state;
    play_keys(play, "U Down g");
    assert_int_equal(hp(play, "p1"), 13);
    assert_int_equal(hp(play, "p2"), 16);
    play_shows(play, "undo: Pelican 1 takes 2 damage");
    play_keys(play, "U Home g");
    assert_int_equal(hp(play, "p1"), 15);
    assert_int_equal(hp(play, "p2"), 12);
}

static void test_history__the_start_is_an_act_to_go_to(void **state)
{
    struct play *play = *state;
    play_keys(play, "U End g");
    assert_int_equal(sitting_state(play->sitting)->count, 0);
    play_keys(play, "U");
    play_shows(play, "you are here");
    play_keys(play, "U Home g");
    assert_int_equal(hp(play, "p2"), 12);
}

static void test_history__escape_leaves_everything_as_it_was(void **state)
{
    struct play *play = *state;
    play_keys(play, "U Down Down Esc");
    assert_int_equal(hp(play, "p2"), 12);
    play_hides(play, "past acts");
    play_shows(play, "? help");
}

static void test_history__opens_from_the_palette_too(void **state)
{
    struct play *play = *state;
    play_keys(play, ": text:hist Enter");
    play_shows(play, "you are here");
    play_hides(play, "HP  ");
    play_keys(play, ": text:hist Enter Esc");
    play_hides(play, "you are here");
}

static void test_history__of_a_campaign_to_look_at_goes_nowhere(void **state)
{
    struct play *play = *state;
    play_reopen(play, true);
    play_keys(play, "U Down g");
    play_shows(play, "the campaign is read-only");
    assert_int_equal(hp(play, "p2"), 12);
}

static void test_history__before_any_act_has_only_the_start(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_keys(play, "Esc U");
    play_shows(play, "the start");
    play_keys(play, "Esc U g");
    play_shows(play, "nothing changed");
    play_free(play);
}

/* More acts than one piece, with a branch in the middle: every one is met once, and each piece
 * has what was asked for. */
static void test_history__is_read_in_pieces_to_its_end(void **state)
{
    enum { ACTS = 300, PIECE = 7 };
    struct play *play = *state;
    for (int i = 0; i < ACTS; i++) {
        play_do(play, "damage p2 1 ");
        if (i % 3 == 0) {
            play_do(play, "undo");
        }
    }
    struct sitting_past past = {0};
    struct error err;
    int met = 0;
    int here = 0;
    int undone = 0;
    int64_t older_than = INT64_MAX;
    while (!past.is_whole) {
        struct sitting_past_act acts[PIECE];
        int count;
        assert_int_equal(sitting_past_acts(play->sitting, &past, acts, PIECE, &count, &err),
                         STATUS_OK);
        assert_true(count == PIECE || past.is_whole);
        for (int i = 0; i < count; i++) {
            assert_true(acts[i].id < older_than && acts[i].follows < acts[i].id);
            older_than = acts[i].id;
            here += acts[i].is_here;
            undone += acts[i].is_undone;
        }
        met += count;
    }
    assert_int_equal(met, ACTS + 5);
    assert_int_equal(here, 1);
    assert_int_equal(undone, ACTS / 3 + 1);
    play_keys(play, "U End");
    play_shows(play, "the start");
    play_keys(play, "U PageDown PageDown PageUp PageUp PageUp");
    play_shows(play, "you are here");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_history__##name, begin, play_end)
static const struct CMUnitTest tests[] = {
    TEST(marks_where_one_is_what_was_undone_and_branches),
    TEST(keeps_labels_where_there_is_little_room),
    TEST(goes_to_a_branch_that_was_left_and_back),
    TEST(the_start_is_an_act_to_go_to),
    TEST(escape_leaves_everything_as_it_was),
    TEST(leads_from_a_corrected_act_to_the_one_it_is_now),
    TEST(opens_from_the_palette_too),
    TEST(of_a_campaign_to_look_at_goes_nowhere),
    cmocka_unit_test(test_history__before_any_act_has_only_the_start),
    TEST(is_read_in_pieces_to_its_end),
#undef TEST
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
