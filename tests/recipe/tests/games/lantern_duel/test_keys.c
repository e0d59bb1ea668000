/* Lantern Duel by keys, at the real table: its own key is in the footer and in the help, and
 * the effects of it and of a condition show beside the name, in the odds and in the log. */
#include "support/play.h"
#include "support/unit.h"

static struct play *quay(void)
{
    static const char *const lines[] = {"encounter Quay system=duel",
                                        "add Bel side=party skill=3 guard=6 damage=1d6 hp=8",
                                        "add shade skill=2 guard=6 hp=4",
                                        "initiative Bel=14 shade=9",
                                        "next",
                                        NULL};
    struct play *play = play_new(lines);
    play->rows = 40;
    play->columns = 120;
    return play;
}

static void test_keys__its_own_key_is_in_the_footer_and_in_the_help(void **state)
{
    (void)state;
    struct play *play = quay();
    play_keys(play, "");
    play_shows(play, " s shutter  ");
    play_keys(play, "? / text:shutter Enter");
    play_shows(play, "shutter or open the lantern of the selected combatant");
    play_free(play);
}

static void test_keys__the_key_sets_the_effect_and_ends_it(void **state)
{
    (void)state;
    struct play *play = quay();
    play_keys(play, "s");
    play_shows(play, "Bel shutters the lantern");
    assert_int_equal(play_row_of(play, "shuttered"), play_row_of(play, "14 + Bel"));
    play_keys(play, "s");
    play_shows(play, "Bel's lantern is open again");
    play_hides(play, "shuttered");
    play_keys(play, "u");
    assert_int_equal(play_row_of(play, "shuttered"), play_row_of(play, "14 + Bel"));
    play_free(play);
}

/* 3 of 6 faces would hit Bel; shuttered, the 6 alone. */
static void test_keys__the_effect_is_in_the_odds_and_ends_with_the_strike(void **state)
{
    (void)state;
    struct play *play = quay();
    play_keys(play, "n");
    play_shows(play, "hit 50% ");
    play_keys(play, "Home s '");
    play_shows(play, "hit 17% ");
    play_keys(play, "a text:5 Enter");
    play_shows(play, "= 7 vs shuttered guard 8: miss");
    play_keys(play, "");
    play_hides(play, "  shuttered");
    play_shows(play, "hit 50% ");
    play_free(play);
}

static void test_keys__its_condition_is_offered_and_changes_the_odds(void **state)
{
    (void)state;
    struct play *play = quay();
    play_keys(play, "");
    play_shows(play, "hit 67% ");
    play_keys(play, "c");
    play_shows(play, "d dazzled");
    play_keys(play, "c text:dazzled Enter");
    play_shows(play, "hit 33% ");
    play_shows(play, "dazzled");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys__its_own_key_is_in_the_footer_and_in_the_help),
        cmocka_unit_test(test_keys__the_key_sets_the_effect_and_ends_it),
        cmocka_unit_test(test_keys__the_effect_is_in_the_odds_and_ends_with_the_strike),
        cmocka_unit_test(test_keys__its_condition_is_offered_and_changes_the_odds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
