/* The whole log: every line of it can be reached; what is shown of one, and going back. */
#include "tui/log/log_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 5",
                                    "attack p1 edge=1 14 9 6",
                                    "hp p2 t5",
                                    "damage p1 3",
                                    "undo",
                                    "heal p1 1",
                                    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

/* ---- one line -------------------------------------------------------------------------- */

static void test_log_list__shows_the_arithmetic_of_a_line(void **state)
{
    struct play *play = *state;
    play_keys(play, "l k k k Space");
    play_shows(play, "act 4         attack p1 edge=1 14 9 6");
    play_shows(play, "chance        hit 88%; on average 0.9 extra degrees, 3.1 damage");
    play_shows(play, "throw         2d20kh1 [14 (9)] = 14: attack, typed (5.14)");
    play_shows(play, "plus          14 strength (5.14)");
    play_shows(play, "total         28");
    play_shows(play, "against       AC 22 (5.15)");
    play_shows(play, "result        hit (5.14)");
    play_shows(play, "throw         1d6 [6]: damage, typed (5.18)");
    play_shows(play, "5.14          Attack: In melee or at range");
    play_keys(play, "l k k k Space Space");
    play_hides(play, "AC 22 ");
}

static void test_log_list__the_next_line_is_opened_by_going_there(void **state)
{
    struct play *play = *state;
    play->rows = 40;
    play_keys(play, "l k k k Space j");
    play_shows(play, "changed       hp from 16 to 10");
    play_hides(play, "comes to");
}

static void test_log_list__says_which_dice_fell_here(void **state)
{
    struct play *play = *state;
    play_do(play, "damage p2 1d1");
    play_keys(play, "l k Space");
    play_shows(play, "1d1 1: ");
    play_shows(play, "rolled here");
}

static void test_log_list__goes_back_to_when_a_line_was_written(void **state)
{
    struct play *play = *state;
    play_keys(play, "l k k g");
    play_shows(play, "undo: Anka hits Pelican 1");
    play_hides(play, "Enter arithmetic");
    play_keys(play, "U Home g");
    play_shows(play, "undo: Pelican 1: healed");
}

static void test_log_list__holds_nothing_that_was_undone(void **state)
{
    struct play *play = *state;
    play_keys(play, "l");
    play_hides(play, "10 → 7");
    play_shows(play, "10 → 11");
    play_keys(play, "l Esc");
    play_shows(play, "n next");
}

static void test_log_list__before_any_act_is_empty(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_keys(play, "Esc l j k PageUp Home End Space");
    play_shows(play, "nothing has happened yet");
    play_free(play);
}

/* ---- all of them ----------------------------------------------------------------------- */

enum { ACTS = 700, BEFORE = 10 /* lines of the fight */ };

static void many(struct play *play)
{
    for (int i = 0; i < ACTS; i++) {
        char line[40];
        snprintf(line, sizeof line, "note number %d.", i);
        play_do(play, line);
        if (i % 9 == 0) {
            play_do(play, "undo");
        }
    }
}

static bool is_before(const struct log_line *a, const struct log_line *b)
{
    return a->act < b->act || (a->act == b->act && a->event < b->event);
}

/* Page by page, every line once, from the newest to the first. */
static void test_log_list__pages_hold_every_line_once(void **state)
{
    static struct log_line page[LOG_PAGE_ROOM];
    struct play *play = *state;
    many(play);
    struct error err;
    int64_t older = 0;
    int lines = 0;
    int pages = 0;
    struct log_line next = {.act = INT64_MAX};
    do {
        int count;
        assert_int_equal(sitting_log_page(play->sitting, older, page, &count, &older, &err),
                         STATUS_OK);
        assert_true(count >= LOG_PAGE_LINES || older == 0);
        for (int i = count - 1; i >= 0; i--) {
            assert_true(is_before(&page[i], &next));
            next = page[i];
        }
        lines += count;
        pages++;
    } while (older != 0);
    assert_true(pages > 5);
    assert_int_equal(next.act, 1);
    const struct log_line *kept;
    assert_int_equal(sitting_log(play->sitting, &kept), SITTING_LOG_LINES);
    assert_string_equal(kept[SITTING_LOG_LINES - 1].line, "note: number 699.");
    /* 699 is not a multiple of nine, and 78 of the notes were taken back. */
    assert_int_equal(lines - (ACTS - 78), BEFORE);
}

/* As one walks up and down, the same lines are met, though only some are kept. */
static void test_log_list__walks_to_the_first_line_and_back(void **state)
{
    struct play *play = *state;
    static struct canvas canvas;
    struct log_list *list = calloc(1, sizeof *list);
    struct frame *frame = calloc(1, sizeof *frame);
    struct error err;
    assert_true(list != NULL && frame != NULL);
    many(play);
    frame_init(frame, 24, 80, GLYPHS_UNICODE);
    canvas = canvas_of(frame);
    assert_int_equal(log_list_begin(list, play->sitting, &err), STATUS_OK);
    int64_t newest = log_list_act(list);
    int steps = 0;
    for (int64_t act = 0; act != 1 || list->list.picked > 0; steps++) {
        assert_true(steps < 2 * ACTS);
        assert_int_equal(log_list_move(list, play->sitting, -1, canvas, &err), STATUS_OK);
        assert_true(act == 0 || log_list_act(list) <= act);
        act = log_list_act(list);
    }
    assert_int_equal(steps, ACTS - 78 + BEFORE - 1);
    for (int i = 0; i < steps; i++) {
        assert_int_equal(log_list_move(list, play->sitting, 1, canvas, &err), STATUS_OK);
    }
    assert_int_equal(log_list_act(list), newest);
    free(list);
    free(frame);
}

/* More lines than are kept: pages are let go at the other end, and read again. */
static void test_log_list__keeps_a_window_of_a_long_log(void **state)
{
    struct play *play = *state;
    struct log_list *list = calloc(1, sizeof *list);
    struct frame *frame = calloc(1, sizeof *frame);
    struct error err;
    assert_true(list != NULL && frame != NULL);
    for (int i = 0; i < 3; i++) {
        play_do(play, "add 60 crab hp=50");
    }
    for (int i = 0; i < 30; i++) {
        play_do(play, "damage crab* 1");
    }
    frame_init(frame, 24, 80, GLYPHS_UNICODE);
    struct canvas canvas = canvas_of(frame);
    assert_int_equal(log_list_begin(list, play->sitting, &err), STATUS_OK);
    int64_t newest = log_list_act(list);
    for (int i = 0; log_list_act(list) != 1; i++) {
        assert_true(i < 100);
        assert_int_equal(log_list_move(list, play->sitting, -LOG_WINDOW, canvas, &err),
                         STATUS_OK);
        assert_true(list->list.count <= LOG_WINDOW);
    }
    assert_true(list->newest > 0);
    for (int i = 0; log_list_act(list) != newest; i++) {
        assert_true(i < 200);
        assert_int_equal(log_list_move(list, play->sitting, LOG_WINDOW, canvas, &err),
                         STATUS_OK);
    }
    free(list);
    free(frame);
}

static void test_log_list__goes_far_and_back_by_keys(void **state)
{
    struct play *play = *state;
    many(play);
    play_keys(play, "l PageUp PageUp");
    play_hides(play, "number 699.");
    play_keys(play, "l Home Home Home Home Home Home Home Home Home Home Home Home Home");
    play_shows(play, "Anka joins");
    play_keys(play, "l Home Home Home Home Home Home Home Home Home Home Home Home End");
    play_shows(play, "number 699.");
}

/* ---- screens --------------------------------------------------------------------------- */

static void test_log_list__is_drawn_at_every_size(void **state)
{
    struct play *play = *state;
    play_screens(play, "l k k k Space", "log_open");
    play->rows = 12;
    play->columns = 40;
    play_keys(play, "l k k k Space j j screen:log_scrolled_40x12");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_log_list__##name, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(shows_the_arithmetic_of_a_line), TEST(the_next_line_is_opened_by_going_there),
        TEST(says_which_dice_fell_here),      TEST(goes_back_to_when_a_line_was_written),
        TEST(holds_nothing_that_was_undone),  TEST(before_any_act_is_empty),
        TEST(pages_hold_every_line_once),     TEST(walks_to_the_first_line_and_back),
        TEST(keeps_a_window_of_a_long_log),   TEST(goes_far_and_back_by_keys),
        TEST(is_drawn_at_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
