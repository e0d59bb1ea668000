/* The table's screen in games whose order the referee sets: the demo of each, and a turn or two
 * played by keys. */
#include "support/play.h"
#include "support/unit.h"

static struct play *demo(const char *path)
{
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_script(play, path);
    return play;
}

static void test_screens__show_the_saltworks(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/saltworks.referee");
    play_do(play, "attack b2 by=Marrow 4");
    play_do(play, "attack Marrow by=b2 15 8 1 2 3");
    play_keys(play, "Tab screen:table_saltworks");
    play_shows(play, "on hit: cold 1d4 on Marrow");
    /* m settles the on-hit effect, with a typed die. */
    play_keys(play, "m text:2 Enter");
    play_shows(play, "cold 1d4 → Marrow: 1d4 [2]");
    play_free(play);
}

static void test_answers__a_letter_among_dice_is_not_part_of_a_name(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/saltworks.referee");
    play_keys(play, "+ \"text:3 salt hound\" Enter text:aa15");
    play_shows(play, "Salt hound 1: hit points, 2d6 (+4 is added)");
    play_hides(play, "aa15 join");
    play_keys(play, "+ \"text:3 salt hound\" Enter text:aa15 Enter");
    play_shows(play, "aa15 is not possible: each die shows 1 to 6, and 2 are needed");
    play_shows(play, "Salt hound 1: hit points, 2d6 (+4 is added)");
    /* Nor text that looks like a total or a value, or a number in quotes. */
    play_keys(play, "+ \"text:3 salt hound\" Enter text:=15x Enter");
    play_shows(play, "=15x is not possible: each die");
    play_keys(play, "+ \"text:3 salt hound\" Enter text:15=3 Enter");
    play_shows(play, "15=3 is not possible: each die");
    play_keys(play, "+ \"text:3 salt hound\" Enter text:\"4\" Enter");
    play_shows(play, "4 is not possible: each die");
    play_keys(play, "+ \"text:3 salt hound\" Enter text:aa15 Enter \"text:3 4\" Enter "
                    "text:=9 Enter Enter");
    play_shows(play, "3 × salt hound join");
    play_hides(play, "aa15");
    play_free(play);
}

static void test_adding__a_half_typed_name_gets_the_nearest_creature(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/saltworks.referee");
    play_keys(play, "+ Enter");
    play_shows(play, "add whom? (like 3 salt hound, or Anka side=party weapon=...)");
    play_keys(play, "+ \"text:3 salt\"");
    play_shows(play, "3 × salt hound: HP 2d6+4");
    play_keys(play, "+ text:Bo");
    play_hides(play, "of the library");
    play_keys(play, "+ \"text:3 salhound\"");
    play_shows(play,
               "salhound: no creature in the library has this name; did you mean Salt hound?");
    play_keys(play, "+ \"text:3 salhound\" Enter");
    play_shows(play, "3 × salhound join");
    play_hides(play, ":add");
    /* Tab opens the list of words, and the message stays the same. */
    play_keys(play, "+ \"text:2 gq\" Tab Enter");
    play_shows(play, "2 × gq join");
    play_hides(play, ":add");
    play_keys(play, "u + \"text:3 salhound\" Enter");
    play_shows(play, "salhound: no creature in the library has this name; did");
    play_free(play);
}

static void test_screens__show_the_mill_pond(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/mill_pond.referee");
    play_keys(play, "n Tab screen:table_mill_pond");
    play_shows(play, "in water, loses 2");
    /* For a combatant that loses its turn, the reason is shown. */
    play_keys(play, "a");
    play_shows(play, "Digger 2 loses this turn");
    play_free(play);
}

static void test_screens__show_the_sunken_larder(void **state)
{
    (void)state;
    struct play *play = demo("data/demo/sunken_larder.referee");
    play_keys(play, "Tab screen:table_sunken_larder");
    /* The attack of the one whose turn it is, its numbers thrown with percentile dice. */
    play_keys(play, "Tab Tab a \"text:60 50 50 50 1\" Enter");
    play_shows(play, "Ash → Gnawer 2: accuracy 13 (at level 4); d% [60]");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screens__show_the_saltworks),
        cmocka_unit_test(test_answers__a_letter_among_dice_is_not_part_of_a_name),
        cmocka_unit_test(test_adding__a_half_typed_name_gets_the_nearest_creature),
        cmocka_unit_test(test_screens__show_the_mill_pond),
        cmocka_unit_test(test_screens__show_the_sunken_larder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
