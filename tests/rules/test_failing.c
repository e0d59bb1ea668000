/* Cases can fail, in each possible way, and mistakes in a file of cases are reported: the files
 * of tests/rules/failing, which nothing else runs. */
#include <stdio.h>
#include <string.h>

#include "support/case_run.h"
#include "support/golden.h"
#include "support/unit.h"

enum { REPORT_SIZE = 40000 };

/* Every case must fail; the message of each is added. */
static void fail_all(const char *path, struct text *report)
{
    struct cases *cases = cases_new();
    cases_read(cases, path);
    cases_check(cases);
    assert_string_equal(cases_mistakes(cases), "");
    for (int i = 0; i < cases_count(cases); i++) {
        const struct rule_case *item = cases_at(cases, i);
        text_add(report, "%s\n    ", item->title);
        if (case_run(item, report)) {
            fail_msg("%s does not fail", item->title);
        }
        text_add(report, "\n");
    }
    cases_free(cases);
}

static void test_failing__every_kind_of_expectation_can_fail(void **state)
{
    static char buf[REPORT_SIZE];
    (void)state;
    struct text report = text_over(buf, sizeof buf);
    fail_all("tests/rules/failing/expectations.cases", &report);
    fail_all("tests/rules/failing/lists.cases", &report);
    assert_false(report.is_cut);
    for (int i = 0; case_expectation(i) != NULL; i++) {
        char line[80];
        snprintf(line, sizeof line, ": expect %s ", case_expectation(i));
        char *at = strstr(buf, line);
        snprintf(line, sizeof line, ": expect %s:", case_expectation(i));
        if (at == NULL && strstr(buf, line) == NULL) {
            fail_msg("no case fails by \"%s\"", case_expectation(i));
        }
    }
    golden_assert_file("tests/rules/failing/expectations.txt", buf);
}

static void test_failing__mistakes_in_a_file_are_reported_with_their_line(void **state)
{
    (void)state;
    struct cases *cases = cases_new();
    cases_read(cases, "tests/rules/failing/mistakes.cases");
    cases_read(cases, "tests/rules/failing/missing.cases");
    cases_check(cases);
    golden_assert_file("tests/rules/failing/mistakes.txt", cases_mistakes(cases));
    cases_free(cases);
}

static void test_failing__a_rule_of_a_checklist_without_a_case_is_seen(void **state)
{
    (void)state;
    struct cases *cases = cases_new();
    cases_read(cases, "tests/rules/failing/mistakes.cases");
    assert_int_equal(cases_checklists(cases), 1);
    const struct checklist *checklist = cases_checklist(cases, 0);
    assert_int_equal(checklist->lines, 2);
    assert_true(cases_cite(cases, checklist, checklist->line[0].text));
    assert_false(cases_cite(cases, checklist, checklist->line[1].text));
    cases_free(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failing__every_kind_of_expectation_can_fail),
        cmocka_unit_test(test_failing__mistakes_in_a_file_are_reported_with_their_line),
        cmocka_unit_test(test_failing__a_rule_of_a_checklist_without_a_case_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
