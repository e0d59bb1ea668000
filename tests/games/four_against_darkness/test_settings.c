/* The table rules of Four Against Darkness: each has a case for each of its readings. */
#include <stdio.h>
#include <string.h>

#include "games/four_against_darkness/combatant.h"
#include "support/cases.h"
#include "support/unit.h"

static bool is_listed(const struct cases *cases, const char *rule)
{
    for (int i = 0; i < cases_checklists(cases); i++) {
        const struct checklist *checklist = cases_checklist(cases, i);
        for (int k = 0; k < checklist->lines; k++) {
            if (strcmp(checklist->line[k].text, rule) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* The cases are run, and their checklists checked, by tests/rules/test_cases.c. */
static void test_settings__every_reading_is_on_the_checklist_of_the_flow(void **state)
{
    (void)state;
    struct cases *cases = cases_new();
    cases_read(cases, "tests/rules/four-against-darkness/flow.cases");
    for (int i = 0; i < TABLE_RULES; i++) {
        const struct setting_def *def = &four_against_darkness_settings[i];
        /* It is read between fights, where there are no cases: tests/app/party/test_party.c. */
        bool is_between_fights = strcmp(def->name, "refresh") == 0;
        for (int k = 0; !is_between_fights && def->words[k] != NULL; k++) {
            char rule[80];
            snprintf(rule, sizeof rule, "table rules: %s %s", def->name, def->words[k]);
            if (!is_listed(cases, rule)) {
                fail_msg("\"%s\" is not on the list", rule);
            }
        }
    }
    cases_free(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings__every_reading_is_on_the_checklist_of_the_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
