/* The log asked on the screen: found as it is typed, from the fight to the campaign, completed,
 * a slip marked, and an act looked at from what was found. */
#include <string.h>

#include "app/sitting/data.h"
#include "store/search.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const two[] = {"encounter Ford system=trilemma",
                                  "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                  "add rat strength=8 wits=8 ac=22 hp=4",
                                  "initiative 15 5",
                                  "attack rat 3",
                                  "encounter \"Nest ledge\" system=trilemma",
                                  "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                  "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                  "initiative 15 5",
                                  "attack p1 14 4",
                                  "next",
                                  "attack Anka 15 6",
                                  "damage p1 2",
                                  "undo",
                                  NULL};

static int begin(void **state)
{
    *state = play_new(two);
    return 0;
}

static void test_ask__finds_what_fits_as_it_is_typed(void **state)
{
    struct play *play = *state;
    play_keys(play, "/");
    play_shows(play, "ask the log: 6 acts");
    play_keys(play, "/ text:by=peli");
    play_shows(play, "ask the log: 1 act ");
    play_shows(play, "Pelican 1 → Anka");
    play_keys(play, "/ \"text:action=attack damage>=5\"");
    play_shows(play, "ask the log: 1 act ");
    play_keys(play, "/ \"text:undone=yes\"");
    play_shows(play, "undone");
    play_shows(play, "Pelican 1: 12 → 10");
    play_keys(play, "/ text:elica");
    play_shows(play, "Pelican 1 → Anka");
    play_keys(play, "/ text:nobody");
    play_shows(play, "no act fits; Tab asks further back");
}

static void test_ask__reaches_the_campaign_by_one_key(void **state)
{
    struct play *play = *state;
    play_keys(play, "/ text:attack wait");
    play_hides(play, "Ford");
    play_keys(play, "/ text:action=attack Tab wait wait");
    play_shows(play, "this evening");
    play_keys(play, "/ text:action=attack Tab Tab wait wait");
    play_shows(play, "the campaign");
    play_shows(play, "ask the log: 3 acts");
    play_shows(play, "Ford");
    play_shows(play, "Anka → Rat");
}

static void test_ask__looks_at_an_act_and_comes_back(void **state)
{
    struct play *play = *state;
    play_keys(play, "/ text:action=attack Down Enter");
    play_shows(play, "LOOKING BACK");
    play_keys(play, "/ text:action=attack Down Enter Backspace");
    play_shows(play, "/action=attack");
    play_keys(play, "/ text:action=attack Tab Tab Down Down Enter");
    play_shows(play, "LOOKING BACK");
    play_shows(play, "Ford");
    play_keys(play, "/ text:action=attack Down Enter Esc Esc");
    play_shows(play, "? help");
}

static void test_ask__marks_a_slip_and_keeps_what_was_found(void **state)
{
    struct play *play = *state;
    play_keys(play, "/ \"text:by=Anka rond=\"");
    play_shows(play, "there is no word rond=; did you mean round?");
    play_shows(play, "rond=");
    play_shows(play, "^");
    play_keys(play, "/ \"text:by=Anka round=x\"");
    play_shows(play, "expected a whole number, or a span such as 2..4");
    play_keys(play, "/ \"text:chance=..300%\"");
    play_shows(play, "expected a percentage, such as 10% or ..10%");
}

static void test_ask__completes_words_topics_and_names(void **state)
{
    struct play *play = *state;
    play_keys(play, "/ text:b");
    play_shows(play, "/by=");
    play_keys(play, "/ text:b Right text:an Right");
    play_shows(play, "/by=anka");
    play_keys(play, "/ text:abo Right text:inj Right");
    play_shows(play, "/about=injury");
}

/* More acts than a piece: the search goes on by itself. */
static void test_ask__goes_on_while_nobody_presses_a_key(void **state)
{
    struct play *play = *state;
    for (int i = 0; i < 200; i++) {
        play_do(play, i == 0 ? "note a needle" : "note hay");
    }
    play_keys(play, "/ text:needle");
    play_shows(play, "still searching");
    play_keys(play, "/ text:needle wait wait wait wait wait wait wait wait");
    play_shows(play, "a needle");
    play_hides(play, "still searching");
}

/* `k` among the acts found offers the command with the words; its name is typed. */
/* With the index, at once and once: the whole log is still searched. */
static void test_ask__what_the_index_finds_comes_first(void **state)
{
    struct play *play = *state;
    for (int i = 0; i < 400; i++) {
        play_do(play, i == 0 ? "note a needle" : "note hay");
    }
    while (search_fill(play->sitting->campaign, 100)) {
        /* The next rows. */
    }
    play_keys(play, "/ text:needle wait");
    play_shows(play, "ask the log: 1 act, still searching");
    play_shows(play, "a needle");
    play_keys(play, "/ text:needle wait wait wait wait wait wait wait wait wait wait");
    play_shows(play, "ask the log: 1 act ");
    /* An index that says otherwise changes nothing. */
    search_remove(play->sitting->campaign);
    play_keys(play, "/ text:needle wait wait wait wait wait wait wait wait wait wait");
    play_shows(play, "ask the log: 1 act ");
}

static void test_ask__keeps_a_question_by_a_name(void **state)
{
    struct play *play = *state;
    play_keys(play, "/ text:by=peli Down");
    play_shows(play, "K keeps the question");
    play_keys(play, "/ text:by=peli Down K text:birds Enter");
    play_shows(play, "question birds: by=peli");
    play_shows(play, "ask the log: 1 act");
    play_keys(play, "/ text:question=birds");
    play_shows(play, "ask the log: 1 act");
    play_shows(play, "Pelican 1 → Anka");
    play_keys(play, "/ text:question=bi Right");
    play_shows(play, "/question=birds");
    play_keys(play, "/ text:question=bird");
    play_shows(play, "no question was kept under this name; did you mean birds?");
    play_keys(play, "/ \"text:question=birds by=anka\"");
    play_shows(play, "no act fits");
    play_keys(play, "% / text:question=birds");
    play_shows(play, "Pelican 1");
    play_hides(play, "Bo  ");
}

static void test_ask__letters_are_keys_only_among_the_acts(void **state)
{
    struct play *play = *state;
    play_keys(play, "/ text:kick/");
    play_shows(play, "/kick/");
    play_keys(play, "/ text:by=p Down / text:eli");
    play_shows(play, "/by=peli");
    play_keys(play, "/ text:by=p Down Up text:k");
    play_shows(play, "/by=pk");
    play_keys(play, "/ Down K");
    play_shows(play, "no words are typed to keep");
}

/* The log finds lines of its fight as they are typed; Tab goes on with the same words. */
static void test_ask__goes_on_from_the_log(void **state)
{
    struct play *play = *state;
    play_keys(play, "l / text:anka");
    play_shows(play, "Anka");
    play_keys(play, "l / text:anka Tab wait wait");
    play_shows(play, "this evening");
    play_shows(play, "/anka");
    play_keys(play, "l / text:anka Tab Tab wait wait");
    play_shows(play, "the campaign");
    play_shows(play, "Ford");
    play_keys(play, "l / text:anka Tab Esc Esc Esc");
    play_shows(play, "? help");
}

/* A caret and the nearest word, wherever the log is asked. */
static void test_ask__a_slip_is_marked_in_figures_too(void **state)
{
    struct play *play = *state;
    play_keys(play, "% / text:rond=2");
    play_shows(play, "there is no word rond=; did you mean round?");
    play_shows(play, "^");
}

static void test_figures__keep_their_words_too(void **state)
{
    struct play *play = *state;
    play_keys(play, "% / text:by=Anka Enter Down K text:hers Enter");
    play_shows(play, "question hers: by=Anka");
    play_keys(play, "/ text:question=hers");
    play_shows(play, "Anka → Pelican 1");
}

static void test_ask__is_drawn_at_every_size(void **state)
{
    struct play *play = *state;
    play_screens(play, "/ text:action=attack Tab Tab wait wait wait", "ask");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ask__finds_what_fits_as_it_is_typed, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__reaches_the_campaign_by_one_key, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__looks_at_an_act_and_comes_back, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__marks_a_slip_and_keeps_what_was_found, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__completes_words_topics_and_names, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__goes_on_while_nobody_presses_a_key, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__what_the_index_finds_comes_first, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__keeps_a_question_by_a_name, begin, play_end),
        cmocka_unit_test_setup_teardown(test_ask__letters_are_keys_only_among_the_acts, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_ask__goes_on_from_the_log, begin, play_end),
        cmocka_unit_test_setup_teardown(test_ask__a_slip_is_marked_in_figures_too, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(test_figures__keep_their_words_too, begin, play_end),
        cmocka_unit_test_setup_teardown(test_ask__is_drawn_at_every_size, begin, play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
