/* Counters at the table: started and counted by keys, shown with the round, settled when they
 * have ended, and taken back. */
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter \"Nest ledge\" system=caves-of-qud",
                                    "add Ana side=party hp=9",
                                    "add Bo side=party hp=7",
                                    "add rat hp=4",
                                    "order Ana Bo rat",
                                    "next",
                                    NULL};

static void test_counters__are_started_and_counted_by_keys(void **state)
{
    (void)state;
    struct play *play = play_new(fight);
    play_keys(play, "# \"text:torch 4\" Enter");
    play_shows(play, "round 1 · torch 4 rounds");
    play_keys(play, "-");
    play_shows(play, "round 1 · torch 3 rounds");
    play_keys(play, "2 -");
    play_shows(play, "round 1 · torch 1 round");
    play_keys(play, "u u C-r");
    play_shows(play, "round 1 · torch 2 rounds");
    /* With several it is asked which; a letter is enough. */
    play_keys(play, "# \"text:ritual 0/6\" Enter - text:r Enter");
    play_shows(play, "round 1 · torch 2 rounds · ritual 1/6");
    play_keys(play, "-");
    play_shows(play, "which counter? torch 2 rounds, ritual 1/6");
    play_free(play);
}

static void test_counters__one_that_has_ended_is_settled_by_one_key(void **state)
{
    (void)state;
    struct play *play = play_new(fight);
    play_do(play, "counter help 1 then=\"add 2 goblin hp=1d6\"");
    play_keys(play, "n n n");
    play_shows(play, "help is due: add 2 goblin hp=1d6   m settles it");
    /* Its dice are asked for, and nothing has happened until they are there. */
    play_keys(play, "m");
    play_shows(play, "Goblin 1: hit points");
    play_keys(play, "m text:5 Enter text:2 Enter");
    play_shows(play, "2 × goblin join");
    assert_int_equal(play_value(play, "g1", FIELD_HP), 5);
    /* One undo before the goblins, one more before the round. */
    play_keys(play, "u");
    play_shows(play, "help is due");
    play_hides(play, "Goblin 1");
    play_keys(play, "u");
    play_shows(play, "round 1 · help in 1 round");
    play_reopen(play, false);
    play_keys(play, "C-r C-r");
    play_shows(play, "Goblin 2");
    play_hides(play, "settles it");
    play_free(play);
}

static void test_counters__are_shown_with_the_round_at_every_size(void **state)
{
    (void)state;
    struct play *play = play_new(fight);
    play_do(play, "counter torch 4");
    play_do(play, "counter ritual 2/6");
    play_do(play, "counter bless 1 of=Ana");
    play_do(play, "counter \"help from the west\" 1 then=\"add 2 goblin hp=4\"");
    play_do(play, "tick help");
    play_screens(play, "Home", "counters");
    play_free(play);
}

static void test_counters__a_long_name_gives_way_to_its_number(void **state)
{
    static const char *const names[] = {
        "чёрный ритуал на вершине горы", "黒い儀式黒い儀式黒い儀式黒い儀式", "🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥🔥",
        "a name that is as long as any name of a counter may ever be"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct play *play = play_new(fight);
        char line[200];
        text_format(line, sizeof line, "counter \"%s\" 12/34", names[i]);
        play_do(play, line);
        play->rows = 12;
        play->columns = 40;
        play_keys(play, "Down");
        play_shows(play, "… 12/34");
        play_shows(play, "round 1");
        play_free(play);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counters__are_started_and_counted_by_keys),
        cmocka_unit_test(test_counters__one_that_has_ended_is_settled_by_one_key),
        cmocka_unit_test(test_counters__are_shown_with_the_round_at_every_size),
        cmocka_unit_test(test_counters__a_long_name_gives_way_to_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
