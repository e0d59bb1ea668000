/* Ten stills that show what the table is, each a golden that is inspected by eye, and the list
 * of them in tests/README.md, which `make accept` rewrites. */
#include <stdio.h>

#include "support/fights.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/unit.h"

/* Of a fight, or of a script where one is given. */
static const struct {
    const char *name, *shows;
    const char *script;
    enum fight fight;
    const char *keys;
    int columns, rows;
} stills[] = {
    {"turn", "whose turn it is, the target, the odds of the usual attack",
     "data/demo/spire.referee", FIGHT_LEDGE, "Tab Tab", 80, 24},
    {"dice", "dice as they are typed: what they come to before Enter, and what falls next",
     NULL, FIGHT_LEDGE, "Tab a text:14", 80, 24},
    {"shares", "damage to four that were chosen, one of them half, one none", NULL, FIGHT_SIXTY,
     "Down 4 * d text:12BCC", 80, 24},
    {"open", "all that is open in one list, like things together", NULL, FIGHT_CROWDED, "&", 80,
     24},
    {"dungeon", "the other game: groups of foes, defences that are due, what comes next", NULL,
     FIGHT_CISTERN_STRIKES, "Tab", 80, 24},
    {"sixty", "sixty at the table: crowds in a row each, those who matter alone", NULL,
     FIGHT_SIXTY, "Tab", 80, 24},
    {"names", "names in many scripts, on the smallest usual screen", NULL, FIGHT_NAMES, "Tab",
     40, 12},
    {"menu", "the box behind a count: what each key then does", NULL, FIGHT_TWENTY, "Tab 3", 80,
     24},
    {"log", "a line of the log with its act, dice, numbers and rules",
     "data/demo/spire.referee", FIGHT_LEDGE, "l Up Up Up Space", 120, 40},
    {"past", "looking back: the table as it was, under a banner", "data/demo/spire.referee",
     FIGHT_LEDGE, "9 <", 120, 40},
};
enum { STILLS = sizeof stills / sizeof stills[0] };

static void test_stills__are_what_the_table_shows(void **state)
{
    static const char *const nothing[] = {NULL};
    (void)state;
    assert_int_equal(STILLS, 10);
    for (int i = 0; i < STILLS; i++) {
        bool has_script = stills[i].script != NULL;
        struct play *play = play_new(has_script ? nothing : fight_lines(stills[i].fight));
        char file[64];
        if (has_script) {
            play_script(play, stills[i].script);
        }
        play->columns = stills[i].columns;
        play->rows = stills[i].rows;
        play_keys(play, stills[i].keys);
        snprintf(file, sizeof file, "still_%s", stills[i].name);
        golden_assert_frame(file, &play->script.last);
        play_free(play);
    }
}

static void test_stills__the_list_in_the_readme_matches_them(void **state)
{
    TEXT_BUFFER(list, 4000);
    (void)state;
    text_add(&list, "| still_NAME.txt | what it shows |\n|---|---|\n");
    for (int i = 0; i < STILLS; i++) {
        text_add(&list, "| %s | %s |\n", stills[i].name, stills[i].shows);
    }
    assert_false(list.is_cut);
    golden_assert_block("tests/README.md", "<!-- This list is made by test_stills.c. -->\n",
                        "<!-- This is its end. -->", list.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stills__are_what_the_table_shows),
        cmocka_unit_test(test_stills__the_list_in_the_readme_matches_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
