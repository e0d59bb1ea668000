/* Every case of the files tests/rules/<game>/NAME.cases, a line of the report for each; with
 * arguments only those whose line holds all words of one of them, in any case of letters.
 * tests/README.md explains the files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/case_run.h"
#include "support/unit.h"

static struct cases *cases;

static void test_case(void **state)
{
    TEXT_BUFFER(text, 2000);
    if (!case_run(*state, &text)) {
        print_error("%s\n", text.p); /* fail_msg would cut it */
        fail();
    }
}

static void test_checklist(void **state)
{
    const struct checklist *checklist = *state;
    int missing = 0;
    for (int i = 0; i < checklist->lines; i++) {
        if (!cases_cite(cases, checklist, checklist->line[i].text)) {
            print_error("%s:%d: no case cites \"%s\"\n", checklist->path,
                        checklist->line[i].number, checklist->line[i].text);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}

/* Whether the test was asked for: all are when nothing was. */
static bool is_wanted(const char *title, char **words)
{
    bool is_in = words[0] == NULL;
    for (int i = 0; words[i] != NULL; i++) {
        is_in = is_in || str_holds_words(str_of(title), str_of(words[i]));
    }
    return is_in;
}

/* The tests that were asked for; returns how many. */
static int choose(struct CMUnitTest *out, char **words)
{
    int count = 0;
    for (int i = 0; i < cases_count(cases); i++) {
        const struct rule_case *item = cases_at(cases, i);
        if (is_wanted(item->title, words)) {
            out[count++] = (struct CMUnitTest){item->title, test_case, NULL, NULL,
                                               (void *)(uintptr_t)item};
        }
    }
    for (int i = 0; i < cases_checklists(cases); i++) {
        const struct checklist *item = cases_checklist(cases, i);
        if (is_wanted(item->title, words)) {
            out[count++] = (struct CMUnitTest){item->title, test_checklist, NULL, NULL,
                                               (void *)(uintptr_t)item};
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    (void)argc;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    cases = cases_new();
    cases_read_all(cases, "tests/rules", "failing");
    cases_check(cases);
    if (cases_mistakes(cases)[0] != '\0') {
        fprintf(stderr, "%s", cases_mistakes(cases));
        printf("Bail out! there are mistakes in the files of cases\n");
        return 1;
    }
    int all = cases_count(cases) + cases_checklists(cases);
    struct CMUnitTest *tests = calloc((size_t)all, sizeof *tests);
    assert_non_null(tests);
    int count = choose(tests, argv + 1);
    int status = 1;
    if (count == 0) {
        fprintf(stderr, "no case holds these words\n");
    } else {
        status = _cmocka_run_group_tests("cases", tests, (size_t)count, NULL, NULL);
    }
    free(tests);
    cases_free(cases);
    return status;
}
