/* A forecast that is kept: how a fight lies among those of the forecast, and the JSON that is
 * kept, also when somebody else has written it. */
#include <string.h>

#include "app/forecast/kept.h"
#include "support/acts.h"
#include "support/unit.h"

/* Of 100 fights 50 are won with nobody fallen, 20 with one, 10 fled with one, 20 lost with 2.
 */
static void fill(struct kept_forecast *kept)
{
    *kept = (struct kept_forecast){.fights = 100, .first_round = 1, .low = 0.5, .high = 0.8};
    kept->ways[FIGHT_WON][0] = 50;
    kept->ways[FIGHT_WON][1] = 20;
    kept->ways[FIGHT_FLED][1] = 10;
    kept->ways[FIGHT_LOST][2] = 20;
    kept->rounds[2] = 100;
    kept->falls = 1;
    text_format(kept->fall[0].name, sizeof kept->fall[0].name, "Odo \"Quill\"");
    kept->fall[0].count = 30;
}

static double share(enum fight_end end, int falls)
{
    struct kept_forecast kept;
    fill(&kept);
    struct fight_went went = {.end = end, .round = 3, .falls = falls};
    return kept_forecast_share(&kept, &went);
}

static void test_kept__share_counts_worse_fights_and_half_of_the_equal_ones(void **state)
{
    (void)state;
    assert_close(share(FIGHT_WON, 0), 0.75);
    assert_close(share(FIGHT_WON, 1), 0.40);
    assert_close(share(FIGHT_WON, 5), 0.30);
    assert_close(share(FIGHT_FLED, 1), 0.25);
    assert_close(share(FIGHT_STALEMATE, 0), 0.20);
    assert_close(share(FIGHT_LOST, 2), 0.10);
    assert_close(share(FIGHT_LOST, 4), 0.0);
    assert_close(share(FIGHT_LOST, 1000), 0.0);
}

static void test_kept__tells_how_it_went_beside_what_was_said(void **state)
{
    (void)state;
    struct kept_forecast kept;
    TEXT_BUFFER(text, 800);
    struct fight_went went = {.end = FIGHT_WON, .round = 3, .falls = 0};
    fill(&kept);
    kept_forecast_compare(&kept, &went, &text);
    assert_string_equal(text.p,
                        "The party won in round 3, nobody fell: this went better than 8 of 10 "
                        "fights of the forecast. It gave the party 70% (50-80% by how both "
                        "sides fight), 3.0 rounds and 0.3 falls on average; falls: "
                        "Odo \"Quill\" 30%.");
}

static void test_kept__says_in_a_line_what_stood_before(void **state)
{
    (void)state;
    struct kept_forecast kept;
    TEXT_BUFFER(text, 800);
    struct fight_went went = {.end = FIGHT_LOST, .round = 4, .falls = 1, .fallen = "Odo"};
    fill(&kept);
    kept_forecast_line(&kept, NULL, &text);
    assert_string_equal(text.p, "forecast before: the party wins 50-80%");
    text = text_over(text.p, 800);
    kept.first_round = 2;
    kept_forecast_line(&kept, &went, &text);
    assert_string_equal(text.p, "forecast in round 2: the party wins 50-80%; it lost in round "
                                "4, Odo fell");
}

static void test_kept__is_the_same_after_it_was_written_and_read(void **state)
{
    (void)state;
    struct kept_forecast kept, back;
    TEXT_BUFFER(json, 2000);
    fill(&kept);
    kept_forecast_write_json(&kept, &json);
    assert_string_equal(json.p,
                        "{\"fights\":100,\"first_round\":1,\"low\":0.5,\"high\":0.8,"
                        "\"won\":[50,20],\"lost\":[0,0,20],\"fled\":[0,10],\"stalemate\":[],"
                        "\"rounds\":[0,0,100],\"falls\":{\"Odo \\u0022Quill\\u0022\":30}}");
    assert_true(kept_forecast_read_json(&back, str_of(json.p)));
    assert_memory_equal(&kept, &back, sizeof kept);
}

static void test_kept__reads_nothing_out_of_what_is_no_forecast(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "", "[]", "{}", "{\"fights\":", "{\"fights\":-3}", "{\"fights\":\"9\"}"};
    struct kept_forecast kept;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(kept_forecast_read_json(&kept, str_of(wrong[i])));
    }
    assert_true(kept_forecast_read_json(
        &kept, str_of("{\"fights\":9e0,\"fights\":9,\"won\":[1e99,-5,7],\"low\":7}")));
    assert_int_equal(kept.ways[FIGHT_WON][1], 0);
    assert_int_equal(kept.ways[FIGHT_WON][2], 7);
    assert_close(kept.low, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept__share_counts_worse_fights_and_half_of_the_equal_ones),
        cmocka_unit_test(test_kept__tells_how_it_went_beside_what_was_said),
        cmocka_unit_test(test_kept__says_in_a_line_what_stood_before),
        cmocka_unit_test(test_kept__is_the_same_after_it_was_written_and_read),
        cmocka_unit_test(test_kept__reads_nothing_out_of_what_is_no_forecast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
