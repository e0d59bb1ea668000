/* Stills that show what the table is, each a golden that is inspected by eye, and the list
 * of them in tests/README.md, which `make accept` rewrites. With STILLS=FOLDER in the
 * environment
 * (`make stills`) each is written there as an image too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fights.h"
#include "support/golden.h"
#include "support/picture.h"
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
    {"preparing", "an evening on the plan: what is prepared, with whom, what is missing",
     "data/demo/evening.referee", FIGHT_LEDGE, "P", 100, 30},
    {"forecast", "is it too hard? a fight played thousands of times", "data/demo/spire.referee",
     FIGHT_LEDGE, "C-f wait wait", 100, 30},
    {"review", "who did what, beside the odds", "data/demo/spire.referee", FIGHT_LEDGE, "%",
     100, 30},
};
enum { STILLS = sizeof stills / sizeof stills[0] };

/* The SVG of a frame; borrowed until the next call. */
static struct str svg_of(const struct frame *frame)
{
    static char image[PICTURE_SIZE];
    struct text out = text_over(image, sizeof image);
    picture_svg(&out, frame);
    assert_false(out.is_cut);
    return (struct str){out.p, out.n};
}

static void write_image(const char *name, const struct frame *frame)
{
    const char *folder = getenv("STILLS");
    if (folder == NULL || folder[0] == '\0') {
        return;
    }
    char path[512];
    struct str image = svg_of(frame);
    snprintf(path, sizeof path, "%s/%s.svg", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(image.p, 1, (size_t)image.n, file), (size_t)image.n);
    assert_int_equal(fclose(file), 0);
}

static void test_stills__are_what_the_table_shows(void **state)
{
    static const char *const nothing[] = {NULL};
    (void)state;
    assert_int_equal(STILLS, 13);
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
        write_image(stills[i].name, &play->script.last);
        play_free(play);
    }
}

static void test_stills__an_image_has_every_word_in_its_colour(void **state)
{
    static const char *const nothing[] = {NULL};
    (void)state;
    struct play *play = play_new(nothing);
    play_script(play, "data/demo/spire.referee");
    play_keys(play, "Tab Tab");
    struct str image = svg_of(&play->script.last);
    assert_true(strncmp(image.p, "<svg xmlns=", strlen("<svg xmlns=")) == 0);
    assert_true(str_holds(image, str_of("Hookbill")));
    assert_true(str_holds(image, str_of("font-weight=\"bold\"")));
    assert_true(str_holds(image, str_of("<rect x=")));
    assert_false(str_holds(image, str_of("\033")));
    assert_false(str_holds(image, str_of("href")));
    play_free(play);
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
        cmocka_unit_test(test_stills__an_image_has_every_word_in_its_colour),
        cmocka_unit_test(test_stills__the_list_in_the_readme_matches_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
