/* A report is made once: scripts get its names, people its columns and sentences. */
#include <string.h>

#include "app/report/report.h"
#include "support/acts.h"
#include "support/unit.h"

/* "Odo", who fell in 30 of 100 fights, with what is for people alone. */
static json_t *odo(void)
{
    json_t *report = json_object();
    report_set_words(report, "name", "Odo\033");
    report_set_chance(report, "falls", 30, 100);
    report_set_chance(report, "flees", 0, 0);
    report_set_real(report, "left", true, 2);
    report_set_real(report, "unknown", false, 7);
    report_set_whole(report, "id", 3);
    report_set_interval(report_object(report, "difference"), "won", "mean", true,
                        (struct interval){-0.14, -0.16, -0.12});
    report_set_words(report, ".shown", "the monk");
    return report;
}

static void test_report__json_has_every_name_but_those_for_people(void **state)
{
    (void)state;
    json_t *report = odo();
    report_set_flag(report_row(report_list(report, "rows")), ".is_in", true);
    report_be_json(report);
    assert_null(report_value(report, ".shown"));
    assert_int_equal(json_object_size(json_array_get(report_value(report, "rows"), 0)), 0);
    assert_true(json_is_null(report_value(report, "unknown")));
    assert_true(json_is_null(report_value(report, "flees/chance")));
    assert_close(json_real_value(report_value(report, "falls/chance")), 0.3);
    assert_int_equal(json_integer_value(report_value(report, "id")), 3);
    assert_null(report_value(report, "falls/median"));
    json_decref(report);
}

static void test_report__words_of_people_are_harmless(void **state)
{
    (void)state;
    json_t *report = odo();
    assert_null(strchr(json_string_value(report_value(report, "name")), '\033'));
    report_set_whole(report, "by \033name", 1);
    assert_null(report_value(report, "by \033name"));
    json_decref(report);
}

static void test_report__a_sentence_is_a_pattern_with_names(void **state)
{
    (void)state;
    json_t *report = odo();
    TEXT_BUFFER(text, 200);
    report_tell(report,
                "{.shown} {id}: {falls} ({falls:range}), {left:average} left{unknown}; "
                "{difference/won:more} by {difference/won:points}, within "
                "{difference/won:within}, {difference/won:short-points}",
                &text);
    assert_string_equal(text.p,
                        "the monk 3: 30% (22-40%), 2.0 left; less by 14, within 2, -14 ±2");
    json_decref(report);
}

static void test_report__a_cell_shows_what_its_column_says(void **state)
{
    (void)state;
    static const struct {
        struct report_column column;
        const char *cell;
    } cells[] = {
        {{.name = "falls"}, "30%"},
        {{.name = "falls", .kind = REPORT_PERCENT}, "30%"},
        {{.name = "left", .kind = REPORT_TENTHS}, "2.0"},
        {{.name = "unknown", .kind = REPORT_TENTHS, .missing = "-"}, "-"},
        {{.name = "nothing", .kind = REPORT_TENTHS}, ""},
        {{.name = "difference/won", .kind = REPORT_CHANGE_POINTS, .decimals = 1},
         "-14.0 +-2.0"},
        {{.name = "difference/won", .kind = REPORT_CHANGE, .decimals = 2}, "-0.14 +-0.02"},
        {{.name = "difference/won", .kind = REPORT_SHORT_POINTS}, "-14 +-2"},
    };
    json_t *report = odo();
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        TEXT_BUFFER(text, 60);
        report_format_cell(report, &cells[i].column, true, &text);
        assert_string_equal(text.p, cells[i].cell);
    }
    json_decref(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_report__json_has_every_name_but_those_for_people),
        cmocka_unit_test(test_report__words_of_people_are_harmless),
        cmocka_unit_test(test_report__a_sentence_is_a_pattern_with_names),
        cmocka_unit_test(test_report__a_cell_shows_what_its_column_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
