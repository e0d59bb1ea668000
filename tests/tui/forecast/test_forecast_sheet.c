/* The forecast on the screen: from the table, the past and a prepared encounter; what-ifs that
 * are tried, dropped and done; how each side fights; a fight of it that is read. What it shows
 * is what the command plays. */
#include <string.h>

#include "app/forecast/evening.h"
#include "app/forecast/play.h"
#include "app/forecast/shown.h"
#include "app/forecast/begin.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter \"Nest ledge\" system=trilemma",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=5",
                                    "add 2 rat strength=8 wits=8 ac=20 hp=3",
                                    "initiative 15 5",
                                    "attack rat1 3",
                                    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

static void test_forecast__is_one_key_away_and_grows_while_it_is_watched(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f");
    play_shows(play, "forecast: Nest ledge");
    play_shows(play, "the first fights are being played");
    play_keys(play, "C-f wait wait");
    play_shows(play, "The party wins");
    play_shows(play, "party / foes");
    play_shows(play, "ends in round");
    play_shows(play, "falls in");
    play_shows(play, "Assumed: ");
    play_shows(play, "playing");
    play_keys(play, "C-f wait wait Esc");
    play_hides(play, "forecast: Nest ledge");
}

static void test_forecast__tries_a_what_if_beside_the_fight_as_it_is(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait w \"text:set rat1 hp=30\" Enter wait wait");
    play_shows(play, "as it is");
    play_shows(play, "set rat1 hp=30");
    play_keys(play, "C-f wait Down + wait");
    play_shows(play, "duplicate");
    play_keys(play, "C-f wait Down - wait");
    play_shows(play, "remove");
    play_keys(play, "C-f wait u wait");
    play_hides(play, "remove");
    play_shows(play, "duplicate");
    play_keys(play, "C-f wait u u wait");
    play_hides(play, "as it is");
    play_keys(play, "C-f wait u");
    play_shows(play, "no what-if is shown: w tries one");
}

/* Who arrives later is listed too, and what keys would change of those who are here says why
 * nothing happens. */
static void test_forecast__lists_who_arrives_later(void **state)
{
    struct play *play = *state;
    play_do(play, "counter wolves 2 then=\"add 2 wolf strength=8 wits=12 ac=22 hp=4\"");
    play_keys(play, "C-f wait wait");
    play_shows(play, "Wolf 2, later");
    play_keys(play, "C-f wait wait End + wait");
    play_shows(play, "who comes later is not here yet: in a what if, set changes them");
    play_hides(play, "duplicate");
}

/* It comes last: 2400 fights by each pair, 20 at a time, are played before it. */
static void test_forecast__says_who_decides_most_after_the_figures(void **state)
{
    struct play *play = *state;
    TEXT_BUFFER(keys, 800);
    text_add(&keys, "C-f");
    for (int i = 0; i < FORECAST_SHOWN_FIGHTS / FORECAST_SHOWN_TURN; i++) {
        text_add(&keys, " wait");
    }
    play_keys(play, keys.p);
    play_shows(play, "2400 fights each");
    play_hides(play, "decides most");
    text_add(&keys, " wait wait");
    play_keys(play, keys.p);
    play_shows(play, "decides most: wins without");
    play_shows(play, "Rat 2 ");
    text_add(&keys, " Down - wait");
    play_keys(play, keys.p);
    play_hides(play, "decides most");
}

static void test_forecast__on_a_small_screen_moves_on_to_who_falls(void **state)
{
    struct play *play = *state;
    play->rows = 12;
    play->columns = 40;
    play_keys(play, "C-f wait");
    play_shows(play, "party / foes");
    play_hides(play, "Rat 2 ");
    play_keys(play, "C-f wait Down");
    play_shows(play, "falls in");
    play_shows(play, "Anka ");
    play_shows(play, "Rat 2 ");
}

/* Nothing on this screen is for the players, which it says where it would betray somebody. */
static void test_forecast__with_somebody_hidden_says_that_it_is_for_the_referee(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait");
    play_hides(play, "For the referee alone");
    play_do(play, "hide rat2");
    play_keys(play, "C-f wait");
    play_shows(play, "For the referee alone: those who are hidden are in it.");
}

static void test_forecast__answers_a_question_by_a_number(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait =");
    play_shows(play, "ask: how many");
    play_shows(play, "such as: how many rat for 70%");
    play_keys(play, "C-f wait = r Tab \"text:for 50%\" Enter wait wait wait");
    play_shows(play, "how many rat for 50%?");
    play_shows(play, "100%");
    play_shows(play, "tried chance");
    play_shows(play, "So far the nearest is 1 rat: the party wins");
    /* The last question is there to be changed. */
    play_keys(play, "C-f wait = \"text:rat for 50%\" Enter wait =");
    play_shows(play, "ask: how many rat for 50%");
    play_keys(play, "C-f wait = \"text:rat for 50%\" Enter wait Esc");
    play_hides(play, "how many rat for 50%?");
    play_shows(play, "The party wins");
    play_keys(play, "C-f wait = \"text:rat for 50%\" Enter wait Space Down + wait");
    play_shows(play, "duplicate");
}

static void test_forecast__says_what_is_wrong_with_a_question_and_keeps_the_words(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait = \"text:rt for 50%\" Enter");
    play_shows(play, "nobody here and no kind is called rt; did you mean rat?");
    play_shows(play, "ask: how many rt for 50%");
    play_keys(play, "C-f wait = \"text:rt for 50%\" Enter Esc");
    play_hides(play, "ask: ");
    play_keys(play, ": \"text:forecast which morle of rat\" Enter");
    play_shows(play, "did you mean morale?");
    play_keys(play, ": \"text:forecast which ac of Anka won=60%\" Enter wait wait");
    play_shows(play, "which ac of Anka won=60%?");
    play_keys(play, ": \"text:forecast how many rat for 60%\" Enter wait wait Esc Esc");
    play_hides(play, "forecast: Nest ledge");
}

static void test_forecast__draws_an_answer_in_three_sets_of_glyphs(void **state)
{
    static const char keys[] =
        "C-f wait = \"text:rat for 60% from=1 to=5\" Enter wait wait wait wait wait wait wait "
        "wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait wait "
        "wait wait wait";
    struct play *play = *state;
    TEXT_BUFFER(blocks, 400);
    play_screens(play, keys, "forecast_answer");
    play->glyphs = GLYPHS_BLOCKS;
    text_add(&blocks, "%s screen:forecast_answer_blocks", keys);
    play_keys(play, blocks.p);
    play->glyphs = GLYPHS_UNICODE;
}

static void test_forecast__tells_what_is_wrong_with_a_what_if_and_keeps_the_words(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait w");
    play_shows(play, "such as: hp ");
    play_keys(play, "C-f wait w \"text:dupliate rat1\" Enter");
    play_hides(play, "such as");
    play_shows(play, "there is no command dupliate");
    play_keys(play, "C-f wait w \"text:dupliate rat1\" Enter x");
    play_shows(play, "what if: dupliate rat1x");
    play_keys(play, "C-f wait w \"text:dupliate rat1\" Enter Esc");
    play_hides(play, "what if: dupliate");
    play_shows(play, "w what if  + one more");
}

/* Nothing is played before that: the figures are those of before. */
static void test_forecast__tells_the_place_of_a_mistake_in_a_what_if(void **state)
{
    struct play *play = *state;
    play->rows = 60;
    play->columns = 200;
    play_keys(play, "C-f wait w \"text:set rat1 hp=2; dupliate rat1\" Enter");
    play_shows(play, "line 2, \"dupliate rat1\": there is no command dupliate");
    play_shows(play, "did you mean duplicate?");
    play_keys(play, "C-f wait w \"text:heal Anka 1; damage Ankaa 1\" Enter");
    play_shows(play, "line 2, \"damage Ankaa 1\": ");
    play_shows(play, "did you mean Anka?");
    play_keys(play, "C-f wait w \"text:heal rat1 1; react rat1 riposte\" Enter");
    play_shows(play, "line 2, \"react rat1 riposte\": ");
    play_shows(play, "has no riposte");
    play_keys(play, "C-f wait w \"text:damage rat1\" Enter");
    play_shows(play, "line 1, \"damage rat1\": it leaves open: ");
    play_keys(play, "C-f wait w \"text:dupliate rat1\" Enter Esc wait");
    play_hides(play, "dupliate");
    play_shows(play, "The party wins");
}

static int begin_at_home(void **state)
{
    return home_begin("XDG_DATA_HOME") == 0 ? begin(state) : 1;
}

static int end_at_home(void **state)
{
    int ended = play_end(state);
    return home_end("XDG_DATA_HOME") == 0 ? ended : 1;
}

static void test_forecast__tells_the_place_of_a_mistake_in_a_file_of_policies(void **state)
{
    static const char name[] = "referee/policies/trilemma/mine.yaml";
    struct play *play = *state;
    play->rows = 60;
    play->columns = 200;
    home_write(name, "policies:\n  - name: mine\n    flees_att: 25\n");
    play_keys(play, "C-f wait");
    play_shows(play, "mine.yaml:3:5");
    play_shows(play, "did you mean flees_at?");
    play_hides(play, "The party wins");
    home_write(name, "policies:\n  - name: mine\n    casts: 101\n");
    play_keys(play, "C-f wait");
    play_shows(play, "mine.yaml:3:12");
    play_shows(play, "0 to 100");
    home_write(name, "policies:\n  - name: [mine\n");
    play_keys(play, "C-f wait");
    play_shows(play, "mine.yaml:3:1");
    home_write(name, "policies:\n  - name: mine\n    casts: 10\n");
    play_keys(play, "C-f wait");
    play_shows(play, "The party wins");
}

static void test_forecast__of_a_kept_policy_that_there_is_not_says_whose(void **state)
{
    struct play *play = *state;
    play_do(play, "policy Anka cautios");
    play_keys(play, "C-f wait");
    play_shows(play, "policy Anka: there is no policy cautios; did you mean cautious?");
    play_hides(play, "The party wins");
}

static void test_forecast__completes_the_words_of_a_what_if(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait w text:dupl Tab");
    play_shows(play, "what if: duplicate");
    play_keys(play, "C-f wait w text:dupl Tab text:Ank Tab");
    play_shows(play, "what if: duplicate Anka");
    /* Each line by itself, also in the middle; what else it could be is told. */
    play_keys(play, "C-f wait w \"text:heal Anka 1; dama\" Tab text:rat Tab");
    play_shows(play, "what if: heal Anka 1; damage r1");
    play_keys(play, "C-f wait w \"text:se; heal Anka 1\" Home Right Right Tab");
    play_shows(play, "what if: set ; heal Anka 1");
    play_keys(play, "C-f wait w \"text:damage ra\" Tab");
    play_shows(play, "or r2");
    play_keys(play, "C-f wait w Tab \"text:heal Anka 1; \" Tab text:zzzz Tab");
    play_shows(play, "what if: heal Anka 1; zzzz");
}

static void test_forecast__does_a_what_if_for_real_by_one_key(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait w \"text:set Anka ac=30; damage rat1 1\" Enter D");
    play_hides(play, "forecast: Nest ledge");
    play_shows(play, "2/3");
}

static void test_forecast__what_ifs_are_there_again_after_a_restart(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait w \"text:set rat1 hp=30\" Enter w \"text:remove rat2\" Enter");
    play_reopen(play, false);
    play_keys(play, "C-f wait wait");
    play_shows(play, "set rat1 hp=30");
    play_shows(play, "remove rat2");
    /* One that has been done is not tried any more. */
    play_keys(play, "C-f wait wait D C-f wait wait");
    play_shows(play, "set rat1 hp=30");
    play_hides(play, "remove rat2");
    /* The other cannot be tried when its combatant is gone. */
    play_do(play, "remove rat1");
    play_do(play, "add shrike strength=8 wits=8 ac=20 hp=3");
    play_keys(play, "C-f wait wait");
    play_shows(play, "a what-if that was kept is left out");
    play_shows(play, "The party wins");
    play_reopen(play, true);
    play_keys(play, "C-f wait w \"text:set shrike hp=9\" Enter wait");
    play_shows(play, "set shrike hp=9");
}

static void test_forecast__that_was_kept_stands_beside_how_the_fight_went(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f K");
    play_shows(play, "nothing is known yet that could be kept");
    play_keys(play, "C-f wait wait K");
    play_shows(play, "kept: after the fight it stands beside how it went");
    play_reopen(play, false);
    play_keys(play, ": \"text:forecast-kept\" Enter");
    play_shows(play, "this fight is not over");
    play_do(play, "out rat1 dead");
    play_do(play, "out rat2 dead");
    play_keys(play, "C-f wait");
    play_shows(play, "no foe is in it");
    play_shows(play, "The party won in round 1, nobody fell: this went better than");
    play_shows(play, "It gave the party");
    play_keys(play, ": \"text:forecast-kept\" Enter");
    play_shows(play, "The party won in round 1, nobody fell");
    play_keys(play, "H wait wait");
    play_shows(play, "forecast before: the party wins ");
    play_do(play, "forecast-undo");
    play_keys(play, "H wait wait");
    play_hides(play, "forecast before: ");
    play_keys(play, "C-f wait");
    play_hides(play, "It gave the party");
}

static void test_forecast__of_a_fight_that_is_over_compares_it_from_its_start(void **state)
{
    struct play *play = *state;
    play_do(play, "out Anka dead");
    play_keys(play, "H C-f wait wait");
    play_shows(play, "The party wins");
    play_shows(play, "The party lost in round 1, Anka fell: this went better than");
}

static void test_forecast__that_is_kept_once_more_is_not_kept(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait wait K Esc C-f wait wait K");
    play_shows(play, "this forecast is not kept any more");
}

static void test_forecast__of_a_line_in_the_palette_shows_its_what_if(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:forecast set rat1 hp=30\" Enter wait");
    play_shows(play, "forecast: Nest ledge");
    play_shows(play, "as it is");
    play_shows(play, "set rat1 hp=30");
    play_keys(play, ": \"text:forecast dupliate rat1\" Enter");
    play_shows(play, "there is no command dupliate");
    play_shows(play, "what if: dupliate rat1");
}

static void test_forecast__stops_at_the_first_line_that_the_table_does_not_do(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait w \"text:remove rat2; set Anka hp=4\" Enter D");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 4);
    play_do(play, "undo");
    play_do(play, "undo");
    /* The table asks for the dice; the line behind is not run. */
    play_keys(play, "C-f wait w \"text:damage Anka 1d4; set Anka hp=3\" Enter D Esc");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 5);
}

static void test_forecast__each_side_fights_in_the_usual_ways_or_by_one_policy(void **state)
{
    struct play *play = *state;
    play_keys(play, "C-f wait f wait");
    play_shows(play, "the foes fight by focus");
    play_keys(play, "C-f wait o wait");
    play_shows(play, "the party fights by focus");
}

static void test_forecast__begins_in_the_past_and_in_prepared_encounters_too(void **state)
{
    struct play *play = *state;
    play_keys(play, "< C-f wait");
    play_shows(play, "forecast: \"Nest ledge\"#3, 20 fights each");
    play_keys(play, "T C-f wait");
    play_shows(play, "forecast: Nest ledge, ");
    play_keys(play,
              "C-f wait w \"text:set Anka ac=30\" Enter wait Esc < C-f wait w \"text:set Anka "
              "ac=31\" Enter D");
    play_shows(play, "this is not the fight on the table");
}

/* A fight, and an encounter that has nobody. */
static void test_forecast__of_what_is_planned(void **state)
{
    (void)state;
    static const char *const planned[] = {"encounter Empty system=trilemma",
                                          "encounter Ford system=trilemma",
                                          "add 2 rat strength=8 wits=8 ac=20 hp=3",
                                          "add Anka side=party strength=14 wits=12 ac=24 hp=5",
                                          "plan-add Ford",
                                          "plan-add Empty",
                                          NULL};
    struct play *play = play_new(planned);
    play_keys(play, ", a C-f wait");
    play_shows(play, "forecast: Ford, 20 fights each");
    play_keys(play, ", a C-f wait Esc");
    play_shows(play, "plan: 0 of 2 played");
    play_keys(play, ", a Down C-f wait");
    play_shows(play, "there is no fight to forecast: nobody is in it");
    play_keys(play, ", a D D C-f");
    play_shows(play, "nothing is planned");
    play_free(play);
}

/* Keys are answered meanwhile; the encounter that nobody is in does not stop the others. */
static void test_forecast__of_an_evening_grows_while_it_is_watched(void **state)
{
    static const char *const planned[] = {"encounter Empty system=trilemma",
                                          "encounter Ford system=trilemma",
                                          "add 2 rat strength=8 wits=8 ac=20 hp=3",
                                          "add Anka side=party strength=14 wits=12 ac=24 hp=5",
                                          "plan-add Empty",
                                          "plan-add Ford",
                                          NULL};
    (void)state;
    struct play *play = play_new(planned);
    TEXT_BUFFER(keys, 400);
    play_keys(play, ", a F");
    play_shows(play, "The plan is being read.");
    play_keys(play, ", a F wait wait");
    play_shows(play, "the evening, 20 of 400 played, playing");
    play_shows(play, "The party comes through the whole plan in ");
    play_shows(play, "Empty: left out, there is no fight to forecast: nobody is in it");
    play_shows(play, "Ford: reached every evening, then passed in ");
    play_keys(play, ", a F wait wait / text:Ford wait");
    play_shows(play, "the evening, 40 of 400 played, playing");
    play_shows(play, "Ford: reached every evening");
    play_hides(play, "Empty: left out");
    play_keys(play, ", a F wait wait Esc wait");
    play_hides(play, "the evening, ");
    play_shows(play, "plan: 0 of 2 played");
    text_add(&keys, ": \"text:forecast-evening\" Enter wait");
    for (int i = 0; i < EVENINGS_USUAL / 20; i++) {
        text_add(&keys, " wait");
    }
    play_keys(play, keys.p);
    play_shows(play, "the evening, 400 of 400 played");
    play_hides(play, "playing");
    play_keys(play, ", a Down D F wait wait");
    play_shows(play, "Nothing of the plan can be forecast:");
    play_shows(play, "Empty: left out, there is no fight to forecast: nobody is in it");
    play_keys(play, ", a D D F wait wait");
    play_shows(play, "The plan is empty: plan-add fills it.");
    play_free(play);
}

static void test_forecast__of_a_past_fight_begins_at_its_start(void **state)
{
    struct play *play = *state;
    play_do(play, "damage rat2 1");
    play_keys(play, "H C-f wait");
    play_shows(play, "forecast: \"Nest ledge\"#");
    play_shows(play, "20 fights each");
    play_shows(play, "Rat 2");
    play_keys(play, "H C-f wait Esc");
    play_shows(play, "chronicle");
}

/* The table reads the records of its own game meanwhile. */
static void test_forecast__of_another_game_keeps_its_records(void **state)
{
    static const char *const two[] = {"encounter Hall system=four-against-darkness",
                                      "add Hild class=warrior side=party level=2",
                                      "add Corvin class=wizard side=party level=2",
                                      "add 5 skeleton foe=minion level=3",
                                      "encounter \"Nest ledge\" system=trilemma",
                                      "add Anka side=party strength=14 wits=12 ac=24 hp=5",
                                      "add rat strength=8 wits=8 ac=20 hp=3",
                                      NULL};
    (void)state;
    struct play *play = play_new(two);
    play_keys(play, "T Down C-f wait wait wait wait");
    play_shows(play, "forecast: Hall, ");
    play_free(play);
}

static void test_forecast__without_a_fight_says_why_there_is_none(void **state)
{
    (void)state;
    static const char *const alone[] = {"encounter \"Nest ledge\" system=trilemma",
                                        "add Anka side=party strength=14 wits=12 ac=24 hp=5",
                                        NULL};
    struct play *play = play_new(alone);
    play_keys(play, "C-f wait");
    play_shows(play, "there is no fight to forecast: no foe is in it");
    play_keys(play, "C-f wait w o e Space + - u D");
    play_free(play);
}

static void test_forecast__is_drawn_in_three_sets_of_glyphs(void **state)
{
    struct play *play = *state;
    play_screens(play, "C-f wait w \"text:duplicate rat1 2\" Enter wait wait", "forecast");
    play->glyphs = GLYPHS_BLOCKS;
    play_keys(play, "C-f wait wait screen:forecast_blocks");
    play->glyphs = GLYPHS_UNICODE;
}

/* The smallest screen, after the key that goes on to who falls. */
static void
test_forecast__shows_who_falls_on_a_small_screen_in_three_sets_of_glyphs(void **state)
{
    static const struct {
        enum glyph_set glyphs;
        const char *keys;
    } sets[] = {{GLYPHS_UNICODE, "C-f wait wait Down screen:forecast_falls_40x12"},
                {GLYPHS_BLOCKS, "C-f wait wait Down screen:forecast_falls_40x12_blocks"},
                {GLYPHS_ASCII, "C-f wait wait Down screen:forecast_falls_40x12_ascii"}};
    struct play *play = *state;
    play->rows = 12;
    play->columns = 40;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        play->glyphs = sets[i].glyphs;
        play_keys(play, sets[i].keys);
    }
}

/* Fight by fight, what a screen plays is what `referee forecast` plays. */
static void test_forecast__counts_what_the_command_counts(void **state)
{
    enum { FIGHTS = 60 };
    struct play *play = *state;
    struct forecast_shown shown = {.forecast = NULL};
    struct forecast_from from;
    struct forecast_wish wish = {.fights = FIGHTS, .threads = 2};
    struct forecast *whole;
    struct error err;
    sitting_forecast_open(play->sitting, &from);
    forecast_shown_begin(&shown, play->sitting, &from);
    while (shown.forecast == NULL || shown.forecast->fights < FIGHTS) {
        assert_true(forecast_shown_play(&shown, NULL, NULL));
    }
    assert_int_equal(forecast_new(&whole, &from, &wish, &err), STATUS_OK);
    forecast_play(whole, NULL);
    assert_int_equal(shown.forecast->fights, FIGHTS);
    assert_int_equal(whole->ones, shown.forecast->ones);
    for (int i = 0; i < whole->ones; i++) {
        assert_true(whole->one[i].tally.fights > 0);
        assert_memory_equal(&whole->one[i].tally, &shown.forecast->one[i].tally,
                            sizeof whole->one[i].tally);
    }
    forecast_free(whole);
    forecast_shown_end(&shown);
}

#define WITH_FIGHT(test) cmocka_unit_test_setup_teardown(test, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_FIGHT(test_forecast__is_one_key_away_and_grows_while_it_is_watched),
        WITH_FIGHT(test_forecast__tries_a_what_if_beside_the_fight_as_it_is),
        WITH_FIGHT(test_forecast__lists_who_arrives_later),
        WITH_FIGHT(test_forecast__says_who_decides_most_after_the_figures),
        WITH_FIGHT(test_forecast__on_a_small_screen_moves_on_to_who_falls),
        WITH_FIGHT(test_forecast__with_somebody_hidden_says_that_it_is_for_the_referee),
        WITH_FIGHT(test_forecast__answers_a_question_by_a_number),
        WITH_FIGHT(test_forecast__says_what_is_wrong_with_a_question_and_keeps_the_words),
        WITH_FIGHT(test_forecast__draws_an_answer_in_three_sets_of_glyphs),
        WITH_FIGHT(test_forecast__tells_what_is_wrong_with_a_what_if_and_keeps_the_words),
        WITH_FIGHT(test_forecast__tells_the_place_of_a_mistake_in_a_what_if),
        cmocka_unit_test_setup_teardown(
            test_forecast__tells_the_place_of_a_mistake_in_a_file_of_policies, begin_at_home,
            end_at_home),
        WITH_FIGHT(test_forecast__of_a_kept_policy_that_there_is_not_says_whose),
        WITH_FIGHT(test_forecast__completes_the_words_of_a_what_if),
        WITH_FIGHT(test_forecast__does_a_what_if_for_real_by_one_key),
        WITH_FIGHT(test_forecast__what_ifs_are_there_again_after_a_restart),
        WITH_FIGHT(test_forecast__that_was_kept_stands_beside_how_the_fight_went),
        WITH_FIGHT(test_forecast__of_a_fight_that_is_over_compares_it_from_its_start),
        WITH_FIGHT(test_forecast__that_is_kept_once_more_is_not_kept),
        WITH_FIGHT(test_forecast__of_a_line_in_the_palette_shows_its_what_if),
        WITH_FIGHT(test_forecast__stops_at_the_first_line_that_the_table_does_not_do),
        WITH_FIGHT(test_forecast__each_side_fights_in_the_usual_ways_or_by_one_policy),
        WITH_FIGHT(test_forecast__begins_in_the_past_and_in_prepared_encounters_too),
        cmocka_unit_test(test_forecast__of_what_is_planned),
        cmocka_unit_test(test_forecast__of_an_evening_grows_while_it_is_watched),
        WITH_FIGHT(test_forecast__of_a_past_fight_begins_at_its_start),
        cmocka_unit_test(test_forecast__of_another_game_keeps_its_records),
        cmocka_unit_test(test_forecast__without_a_fight_says_why_there_is_none),
        WITH_FIGHT(test_forecast__is_drawn_in_three_sets_of_glyphs),
        WITH_FIGHT(test_forecast__shows_who_falls_on_a_small_screen_in_three_sets_of_glyphs),
        WITH_FIGHT(test_forecast__counts_what_the_command_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
