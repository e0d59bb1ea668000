/* An example of a forecast on the screen: walked through by the keys of the past, with a title
 * that says it was never played, and nothing in it can be done. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

static int begin(void **state)
{
    *state = play_new(fight_lines(FIGHT_RATS));
    return 0;
}

static void test_example__is_walked_through_act_by_act(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f e");
    play_shows(play, "no fight has been played yet");
    play_keys(play, "C-f wait wait e");
    play_shows(play, "EXAMPLE, never played · the start · a typical defeat");
    play_keys(play, "C-f wait wait e > Right F5 < m End");
    play_shows(play, "the fight ends here: nobody of the party is left");
    play_keys(play, "C-f wait wait e 3 #");
    play_shows(play, "never played · act 3 of ");
    play_keys(play, "C-f wait wait e 9 9 9 #");
    play_shows(play, "there is no act 999 in this example");
    play_keys(play, "C-f wait wait e 9 9 r");
    play_shows(play, "there is no round 99 in this example");
    play_keys(play, "C-f wait wait e #");
    play_shows(play, "type the number of an act first, as 27#");
    play_keys(play, "C-f wait wait e <");
    play_shows(play, "this is the start: the forecast begins here");
    play_keys(play, "C-f wait wait e End >");
    play_shows(play, "this is the end of the example");
    play_keys(play, "C-f wait wait e e");
    play_shows(play, "a close win");
    play_keys(play, "C-f wait wait e l");
    play_shows(play, "an example, never played");
    play_shows(play, "of this forecast, ");
    play_keys(play, "C-f wait wait e l Esc > Esc");
    play_shows(play, "forecast: Nest ledge");
    play_keys(play, "C-f wait wait e > Esc Esc");
    play_shows(play, "? help");
}

/* Where the forecast begins in the past, and in another game's fight than the one on the table.
 */
static void test_example__begins_where_its_forecast_did(void **state)
{
    struct play *play = *state;
    play_keys(play, "< C-f wait wait e >");
    play_shows(play, "EXAMPLE, never played · act 1 of ");
    play_keys(play, "< C-f wait wait e > Esc Esc");
    play_shows(play, "LOOKING BACK");
    play_do(play, "encounter Hall system=four-against-darkness");
    play_keys(play, "T Down C-f wait wait e End");
    play_shows(play, "EXAMPLE, never played");
    play_shows(play, "Nest ledge");
}

/* Every byte of the campaign. */
static void read_campaign(const struct play *play, char **bytes, long *size)
{
    FILE *file = fopen(play->path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = ftell(file);
    assert_true(*size > 0);
    rewind(file);
    *bytes = malloc((size_t)*size);
    assert_non_null(*bytes);
    assert_int_equal(fread(*bytes, 1, (size_t)*size, file), *size);
    fclose(file);
}

static void test_example__is_not_changed_by_any_key_and_writes_nothing(void **state)
{
    static const char *const keys[] = {"a", "d", "n", "x", "u", "C-r", "w", "D", "+", "g",
                                       "c", "O", "*", "y", "N", ":",   "!", ".", "K", "Enter"};
    struct play *play = *state;
    char *before, *after;
    long size, size_after;
    /* What is kept up in idle moments is written once. */
    play_keys(play, "C-f wait wait wait wait Esc wait wait wait");
    play_reopen(play, false);
    read_campaign(play, &before, &size);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "C-f wait wait e > > %s", keys[i]);
        play_keys(play, line.p);
        play_shows(play, "this is an example, and nothing can be done in it: Esc leads back");
    }
    assert_int_equal(play_value(play, "rat1", FIELD_HP), 3);
    play_reopen(play, false);
    read_campaign(play, &after, &size_after);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, (size_t)size);
    free(before);
    free(after);
}

static void test_example__is_drawn_in_two_sets_of_glyphs(void **state)
{
    play_screens(*state, "C-f wait wait e m > 2 # Down", "example");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_example__is_walked_through_act_by_act, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_example__begins_where_its_forecast_did, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(
            test_example__is_not_changed_by_any_key_and_writes_nothing, begin, play_end),
        cmocka_unit_test_setup_teardown(test_example__is_drawn_in_two_sets_of_glyphs, begin,
                                        play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
