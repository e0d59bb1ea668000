/* Figures on the screen: the open fight, this evening and the campaign, by keys; words that
 * narrow them; hit points, dice and evenings below. */
#include <string.h>

#include "app/sitting/data.h"
#include "store/campaign_file.h"
#include "store/fixture.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const two[] = {"encounter Ford system=trilemma",
                                  "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                  "add rat strength=8 wits=8 ac=22 hp=4",
                                  "initiative 15 5",
                                  "attack rat 3",
                                  "encounter \"Nest ledge\" system=trilemma",
                                  "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                  "add Bo side=party strength=10 wits=11 ac=24 hp=7",
                                  "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                  "initiative 15 4 5",
                                  "attack p1 14 4",
                                  "next",
                                  "attack p1 5",
                                  "next",
                                  "attack Anka 15 6",
                                  "damage p1 20",
                                  "morale p1 2 3",
                                  NULL};

static int begin(void **state)
{
    *state = play_new(two);
    return 0;
}

/* Anka hits AC 22 with d20 + 14 from 8 on: 65%, and 1d6 are 3.5. */
static void test_figures__of_the_open_fight_stand_beside_the_averages(void **state)
{
    struct play *play = *state;
    play_keys(play, "%");
    play_shows(play, "figures: Nest ledge");
    play_shows(play, "Anka                  1 of 1     0.7      4     2.3");
    play_shows(play, "Bo                    0 of 1     0.5      0     1.6");
    play_shows(play, "the party             1 of 2");
    play_shows(play, "the foes");
    play_shows(play, "pelicans held 1 of 1 (average 0.7)");
    play_shows(play, "472 more throws are needed to tell");
}

static void test_figures__reach_further_by_one_key(void **state)
{
    struct play *play = *state;
    play_keys(play, "% Tab wait");
    play_shows(play, "figures: this evening");
    play_keys(play, "% Tab Tab wait wait wait wait");
    play_shows(play, "figures: the campaign");
    play_shows(play, "Anka                  1 of 2");
    play_hides(play, "reading");
    play_keys(play, "% Tab Tab Tab");
    play_shows(play, "figures: Nest ledge");
}

static void test_figures__words_narrow_them_as_they_are_typed(void **state)
{
    struct play *play = *state;
    play_keys(play, "% / text:by=An");
    play_shows(play, "Anka                  1 of 1");
    play_hides(play, "Bo  ");
    play_shows(play, "/by=An");
    play_keys(play, "% / text:by=Anka Esc");
    play_shows(play, "Bo  ");
    play_keys(play, "% / text:by=Anka Enter");
    play_shows(play, "figures: Nest ledge, by=Anka");
    play_shows(play, "Esc closes");
    play_keys(play, ": \"text:figures by=Bo\" Enter wait wait wait wait");
    play_shows(play, "figures: the campaign, by=Bo");
}

static void test_figures__a_slip_is_marked_and_the_nearest_word_told(void **state)
{
    struct play *play = *state;
    play_keys(play, "% / text:acton=attack");
    play_shows(play, "there is no word acton=; did you mean action?");
    play_shows(play, "acton=attack");
    play_shows(play, "^");
}

static void test_figures__what_is_typed_is_completed(void **state)
{
    struct play *play = *state;
    play_keys(play, "% / text:ab Right text:mor Right");
    play_shows(play, "/about=morale");
}

static void test_figures__below_are_hit_points_dice_and_evenings(void **state)
{
    struct play *play = *state;
    play_keys(play, "% Right");
    play_shows(play, "Anka");
    play_shows(play, "3 of 9");
    play_keys(play, "% Right Right");
    play_shows(play, "d20  entered");
    play_keys(play, "% Left Left");
    play_shows(play, "evening 1   party  hits 1 of 2");
}

static void test_figures__ready_questions_are_answered_one_after_the_other(void **state)
{
    struct play *play = *state;
    play_keys(play, "% Q");
    play_shows(play, "Who was hit most often?");
    play_shows(play, "Anka");
    play_keys(play, "% Q Q");
    play_hides(play, "Who was hit most often?");
    play_keys(play, "% Tab Tab Q wait wait wait wait wait wait");
    play_shows(play, "Who was hit most often?");
    play_hides(play, "it is being counted");
}

/* A typed question opens them with its answer, which comes in pieces too; without one the
 * command lists them, and a slip is told. */
static void test_figures__a_typed_question_is_answered_below_them(void **state)
{
    struct play *play = *state;
    for (int i = 0; i < 30; i++) {
        play_do(play, "damage p2 1");
        play_do(play, "heal p2 1");
    }
    play_keys(play, ": \"text:questions rounds\" Enter");
    play_shows(play, "figures: Nest ledge, reading");
    play_keys(play,
              ": \"text:questions misses\" Enter wait wait wait wait wait wait wait wait");
    play_shows(play, "figures: Nest ledge");
    play_hides(play, "reading");
    play_shows(play, "Who missed most often?");
    play_shows(play, "Bo                               1         1");
    play_keys(play, ": \"text:questions misses encounter=ford\" Enter wait wait wait wait wait "
                    "wait wait");
    play_shows(play, "figures: the campaign");
    play_shows(play, "Anka                             1         1");
    play_keys(play, ": \"text:questions\" Enter");
    play_shows(play, "hit-most   Who was hit most often?");
    play_keys(play, ": \"text:questions mises\" Enter");
    play_shows(play, "misses?");
}

/* Sums are on the screen at once; then the log behind them is looked over. */
static void test_figures__what_crosses_a_damage_goes(void **state)
{
    struct play *play = *state;
    static struct fixture file;
    for (int i = 0; i < 80; i++) {
        play_do(play, i % 2 == 0 ? "damage p2 1" : "heal p2 1");
    }
    play->sitting->campaign->sums_from = 0;
    play_keys(play, "% wait wait wait");
    play_shows(play, "Anka                  1 of 1     0.7      4     2.3");
    text_format(file.path, sizeof file.path, "%s", play->path);
    play_reopen(play, false);
    fixture_tamper(&file, "UPDATE event SET trace = replace(trace, ':14', ':15') WHERE trace "
                          "LIKE '%:14%'");
    play_keys(play, "%");
    play_shows(play, "Anka                  1 of 1     0.7      4     2.3");
    play_keys(play, "% wait wait wait wait wait");
    play_hides(play, "2.3");
    play_hides(play, "Pelican"); /* nor what came later */
    play_shows(play, "left out      the log is damaged: act 9: its events differ");
}

static void test_figures__lead_to_why(void **state)
{
    struct play *play = *state;
    play_keys(play, "% Enter");
    play_shows(play, "Anka: HP 3");
    play_keys(play, "% Enter Backspace");
    play_shows(play, "figures: Nest ledge");
}

static void test_figures__of_another_encounter_come_from_the_list(void **state)
{
    struct play *play = *state;
    play_keys(play, "T Down %");
    play_shows(play, "figures: Ford");
    play_shows(play, "Anka                  0 of 1");
    play_keys(play, ": \"text:figures ford\" Enter");
    play_shows(play, "figures: ford");
}

/* A piece is 48 acts (app/figures/figures_reading.h): a key need not wait for a longer fight.
 */
static void test_figures__of_a_long_fight_come_in_pieces_between_keys(void **state)
{
    struct play *play = *state;
    for (int i = 0; i < 30; i++) {
        play_do(play, "damage p2 1");
        play_do(play, "heal p2 1");
    }
    play_keys(play, "%");
    play_shows(play, "figures: Nest ledge, reading");
    play_shows(play, "Anka                  1 of 1     0.7      4     2.3");
    play_keys(play, "% Right wait wait");
    play_shows(play, "figures: Nest ledge");
    play_hides(play, "reading");
    play_shows(play, "3 of 9");
}

/* Four evenings: the party deals 1, 2, 3 and 4, and its turns take ever longer. */
static void test_figures__evening_after_evening_is_a_small_chart(void **state)
{
    enum { HOUR_MS = 60 * 60 * 1000, MINUTE_MS = 60 * 1000 };
    static const char keys[] =
        "% Tab Tab Left Left wait wait wait wait wait wait wait wait wait wait";
    (void)state;
    struct play *play = play_new((const char *const[]){NULL});
    for (int i = 1; i <= 4; i++) {
        TEXT_BUFFER(encounter, 40);
        TEXT_BUFFER(attack, 40);
        text_add(&encounter, "encounter \"Fight %d\" system=trilemma", i);
        text_add(&attack, "attack rat 15 %d", i);
        play_do(play, encounter.p);
        play_do(play, "add Anka side=party strength=14 wits=12 ac=24 hp=9");
        play_do(play, "add rat strength=8 wits=8 ac=22 hp=30");
        play_do(play, "initiative 15 5");
        play_do(play, attack.p);
        play_wait((int64_t)i * MINUTE_MS);
        play_do(play, "next");
        play_wait((int64_t)20 * HOUR_MS);
    }
    play_keys(play, keys);
    play_shows(play, "evening 4   party  hits 1 of 1");
    play_shows(play, "party   hits ⣿⣿");
    play_shows(play, "damage ⣠⣾");
    play_shows(play, "time a turn ⣠⣾");
    play->glyphs = GLYPHS_BLOCKS;
    play_keys(play, keys);
    play_shows(play, "damage ▂▄▆█");
    play->glyphs = GLYPHS_ASCII;
    play_keys(play, keys);
    play_shows(play, "damage ..:|");
    play_free(play);
}

static void test_figures__what_is_shown_is_exported_also_for_the_players(void **state)
{
    struct play *play = *state;
    play_keys(play, "% w");
    play_shows(play, ":export nest-ledge.html");
    play_keys(play, "% P");
    play_shows(play, ":export nest-ledge-for-players.html players");
    play_keys(play, "% / text:by=Bo Enter w");
    play_shows(play, ":export nest-ledge.html \"Nest ledge\" by=Bo");
    play_keys(play, "% Tab P");
    play_shows(play, ":export evening-for-players.html session=last players");
    play_keys(play, "% Tab Tab w");
    play_shows(play, ":export campaign.html round=0..");
    play_keys(play, "T Down % w");
    play_shows(play, ":export ford.html \"Ford\"");
}

static void test_figures__of_nothing_say_so(void **state)
{
    (void)state;
    static const char *const nothing[] = {NULL};
    struct play *play = play_new(nothing);
    play_keys(play, "Esc %");
    play_shows(play, "no attack, damage or healing to count");
    play_free(play);
}

static void test_figures__are_drawn_in_three_sets_of_glyphs(void **state)
{
    struct play *play = *state;
    play_do(play, "next");
    play_do(play, "next");
    play_do(play, "next by=party");
    play_do(play, "damage Bo 3");
    play_do(play, "note the second round");
    play_screens(play, "% Right", "figures");
    play->glyphs = GLYPHS_BLOCKS;
    play_keys(play, "% Right screen:figures_blocks");
    play->glyphs = GLYPHS_UNICODE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_figures__of_the_open_fight_stand_beside_the_averages, begin, play_end),
        cmocka_unit_test_setup_teardown(test_figures__reach_further_by_one_key, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_figures__words_narrow_them_as_they_are_typed,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(
            test_figures__a_slip_is_marked_and_the_nearest_word_told, begin, play_end),
        cmocka_unit_test_setup_teardown(test_figures__what_is_typed_is_completed, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_figures__below_are_hit_points_dice_and_evenings,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(
            test_figures__ready_questions_are_answered_one_after_the_other, begin, play_end),
        cmocka_unit_test_setup_teardown(test_figures__a_typed_question_is_answered_below_them,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(test_figures__what_crosses_a_damage_goes, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_figures__lead_to_why, begin, play_end),
        cmocka_unit_test_setup_teardown(test_figures__of_another_encounter_come_from_the_list,
                                        begin, play_end),
        cmocka_unit_test_setup_teardown(
            test_figures__of_a_long_fight_come_in_pieces_between_keys, begin, play_end),
        cmocka_unit_test(test_figures__evening_after_evening_is_a_small_chart),
        cmocka_unit_test_setup_teardown(
            test_figures__what_is_shown_is_exported_also_for_the_players, begin, play_end),
        cmocka_unit_test(test_figures__of_nothing_say_so),
        cmocka_unit_test_setup_teardown(test_figures__are_drawn_in_three_sets_of_glyphs, begin,
                                        play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
