/* Examples of a forecast walked through: each act leads where the fight led that was counted,
 * forward and back, and nothing is written. */
#include <stdlib.h>
#include <string.h>

#include "app/forecast/told.h"
#include "app/forecast/example.h"
#include "app/forecast/begin.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

enum { FIGHTS = 100 };

static const char *const demos[] = {"data/demo/spire.referee", "data/demo/mill_pond.referee",
                                    "data/demo/saltworks.referee",
                                    "data/demo/sunken_larder.referee"};
enum { DEMOS = sizeof demos / sizeof demos[0] };

/* A fight that still has both sides, of any game; NULL when the demo's is over. */
static struct play *play_demo(const char *path)
{
    static const char *const none[] = {NULL};
    struct play *play = play_new(none);
    play_script(play, path);
    return play;
}

static void play_some(struct forecast_shown *shown, struct play *play)
{
    struct forecast_from from;
    sitting_forecast_open(play->sitting, &from);
    forecast_shown_begin(shown, play->sitting, &from);
    while ((shown->forecast == NULL || shown->forecast->fights < FIGHTS) &&
           forecast_shown_play(shown, NULL, NULL)) {
    }
    assert_int_equal(shown->error.code, STATUS_OK);
}

/* The fight as it was counted: in silence, and not looked at. */
static const struct fight *counted(struct forecast_shown *shown, int64_t number)
{
    struct fight *fight = forecast_crew_fight(&shown->crew);
    const struct forecast *forecast = shown->forecast;
    assert_null(fight->sees);
    fight_play(fight, &forecast->rules, &forecast->one[0].player, forecast->variant[0].start,
               (uint64_t)number);
    return fight;
}

static const struct state *state_then(const struct sitting_example *example)
{
    return sitting_state(sitting_example_then(example));
}

/* On to the end: then back, where each act is as it was. */
static void walk(struct sitting_example *example, struct forecast_shown *shown)
{
    struct example_place place;
    sitting_example_place(example, &place);
    struct state **then = calloc((size_t)place.acts + 1, sizeof *then);
    assert_non_null(then);
    assert_int_equal(place.act, 0);
    assert_true(place.acts > 0);
    assert_true(state_equal(state_then(example), shown->start));
    int at = 0;
    do {
        then[at] = calloc(1, sizeof *then[at]);
        assert_non_null(then[at]);
        state_copy(then[at], state_then(example));
        assert_false(at > 0 && state_equal(then[at], then[at - 1]));
        at++;
    } while (sitting_example_move(example, PAST_NEWER));
    assert_int_equal(at, place.acts + 1);
    const struct fight *fight = counted(shown, place.number);
    assert_true(state_equal(state_then(example), &fight->state));
    assert_int_equal(fight->outcome.end, place.end);
    assert_int_equal(fight->outcome.acts, place.acts);
    while (at-- > 0) {
        assert_true(state_equal(state_then(example), then[at]));
        free(then[at]);
        assert_true(sitting_example_move(example, PAST_OLDER) == (at > 0));
    }
    free(then);
}

static void test_example__walked_to_its_end_is_the_fight_that_was_counted(void **state)
{
    (void)state;
    int walked = 0;
    for (int i = 0; i < DEMOS; i++) {
        struct play *play = play_demo(demos[i]);
        struct forecast_shown shown = {.forecast = NULL};
        play_some(&shown, play);
        for (int which = 0; which < FORECAST_EXAMPLES; which++) {
            struct sitting_example *example;
            if (sitting_example_open(&example, &shown, (enum forecast_example)which)) {
                struct example_place place;
                sitting_example_place(example, &place);
                assert_true((place.end == FIGHT_WON) == (which == EXAMPLE_CLOSE_WIN));
                walk(example, &shown);
                walked++;
            }
            sitting_example_close(example);
        }
        forecast_shown_end(&shown);
        play_free(play);
    }
    assert_true(walked > DEMOS);
}

static void test_example__goes_by_rounds_and_by_what_is_worth_seeing(void **state)
{
    (void)state;
    struct play *play = play_demo(demos[0]);
    struct forecast_shown shown = {.forecast = NULL};
    struct sitting_example *example;
    struct example_place place;
    const struct log_line *lines;
    play_some(&shown, play);
    assert_true(sitting_example_open(&example, &shown, EXAMPLE_DEFEAT));
    const struct state *then = state_then(example);
    int first = shown.start->value[ENCOUNTER_ROUND];
    assert_true(sitting_example_go_to_round(example, first + 1));
    assert_int_equal(then->value[ENCOUNTER_ROUND], first + 1);
    sitting_example_place(example, &place);
    int began = place.act;
    assert_true(sitting_example_move(example, PAST_OLDER));
    assert_int_equal(then->value[ENCOUNTER_ROUND], first);
    assert_true(sitting_example_move(example, PAST_NEWER_ROUND));
    sitting_example_place(example, &place);
    assert_int_equal(place.act, began);
    assert_true(sitting_example_move(example, PAST_OLDER_ROUND));
    sitting_example_place(example, &place);
    assert_int_equal(place.act, 1);
    assert_true(sitting_example_move(example, PAST_OLDER_ROUND));
    assert_false(sitting_example_move(example, PAST_OLDER_ROUND));
    assert_false(sitting_example_go_to_round(example, 1000));
    assert_false(sitting_example_go(example, place.acts + 1));
    /* The fall that ended it is a mark, and its lines are those of the act in view. */
    assert_true(sitting_example_move(example, PAST_LAST));
    assert_true(sitting_example_move(example, PAST_OLDER_MARK));
    sitting_example_place(example, &place);
    int count = sitting_log(sitting_example_then(example), &lines);
    assert_true(count > 0);
    assert_int_equal(lines[count - 1].act, place.act);
    assert_true(sitting_example_move(example, PAST_FIRST));
    assert_int_equal(sitting_log(sitting_example_then(example), &lines), 0);
    assert_false(sitting_example_move(example, PAST_OLDER_MARK));
    sitting_example_close(example);
    forecast_shown_end(&shown);
    play_free(play);
}

static void expect_told(struct play *play, const char *line, const char *told)
{
    sitting_run(play->sitting, line, false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    if (strstr(play->result.text, told) == NULL) {
        fail_msg("%s: %s", line, play->result.text);
    }
}

static void test_example__is_told_in_words_act_by_act(void **state)
{
    (void)state;
    struct play *play = play_demo(demos[0]);
    expect_told(play, "forecast example", "forecast example win: a close win, ");
    expect_told(play, "forecast example defeat", "It was never played at the table.");
    expect_told(play, "forecast example defeat", "The end: lost.");
    expect_told(play, "forecast example win", "The end: won.");
    expect_told(play, "forecast example WIN 0",
                "Example, never played: a close win, the start");
    expect_told(play, "forecast example win 2", "a close win, act 2 of ");
    expect_told(play, "forecast example win 2", "The Broken Lantern (Trilemma): round");
    static const char *const wrong[][2] = {
        {"forecast example vin", "expected defeat or win"},
        {"forecast example win x", "x is not an act of it: 0 (the start) to "},
        {"forecast example win 5000", "5000 is not an act of it"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        sitting_run(play->sitting, wrong[i][0], false, &play->result);
        assert_int_equal(play->result.kind, RESULT_WRONG);
        assert_non_null(strstr(play->result.error.text, wrong[i][1]));
    }
    play_free(play);
}

/* A long fight is told as far as there is room, and how it ends. */
static void test_example__that_does_not_fit_says_how_much_is_left_out(void **state)
{
    (void)state;
    struct play *play = play_demo(demos[0]);
    struct forecast_shown shown = {.forecast = NULL};
    TEXT_BUFFER(told, 1200);
    play_some(&shown, play);
    assert_true(forecast_shown_example(&shown, EXAMPLE_CLOSE_WIN, &told));
    assert_false(told.is_cut);
    assert_non_null(strstr(told.p, " more are left out here."));
    assert_non_null(strstr(told.p, "The end: won."));
    forecast_shown_end(&shown);
    play_free(play);
}

static void test_example__without_one_says_so(void **state)
{
    (void)state;
    static const char *const sure[] = {"encounter \"Nest ledge\" system=trilemma",
                                       "add Anka side=party strength=20 wits=12 ac=40 hp=90",
                                       "add rat strength=1 wits=8 ac=2 hp=1", "initiative 15 5",
                                       NULL};
    struct play *play = play_new(sure);
    expect_told(play, "forecast example defeat",
                "in no fight of the forecast was there a typical defeat");
    expect_told(play, "forecast example defeat 3", "in no fight of the forecast was there");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example__walked_to_its_end_is_the_fight_that_was_counted),
        cmocka_unit_test(test_example__goes_by_rounds_and_by_what_is_worth_seeing),
        cmocka_unit_test(test_example__is_told_in_words_act_by_act),
        cmocka_unit_test(test_example__that_does_not_fit_says_how_much_is_left_out),
        cmocka_unit_test(test_example__without_one_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
