/* Questions that a number answers: what is understood and what is not, the number that is
 * found, that no number gives a chance, and what the rules refuse. */
#include <string.h>

#include "app/forecast/answer.h"
#include "app/forecast/begin.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {
    "encounter \"Nest ledge\" system=trilemma",
    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add \"Odo Quill\" side=party strength=12 wits=14 ac=22 hp=8",
    "add 3 rat strength=8 wits=8 ac=20 hp=4 damage=1d6 morale=7", NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

static struct forecast_answer *ask(struct play *play, const char *words, int fights,
                                   struct error *err)
{
    struct forecast_answer *answer;
    struct forecast_from from;
    const struct forecast_wish wish = {.fights = fights};
    sitting_forecast_open(play->sitting, &from);
    if (forecast_answer_new(&answer, &from, &wish, str_of(words), err) != STATUS_OK) {
        return NULL;
    }
    return answer;
}

static struct forecast_answer *answered(struct play *play, const char *words, int fights)
{
    struct error err;
    struct forecast_answer *answer = ask(play, words, fights, &err);
    assert_non_null(answer);
    while (forecast_answer_play(answer, 100)) {
    }
    return answer;
}

static double chance_of(const struct forecast_point *point)
{
    return forecast_trial_chance(&point->trial).middle;
}

static void
test_question__that_is_not_understood_names_the_place_and_the_nearest_word(void **state)
{
    static const struct {
        const char *words, *where, *text;
    } wrongs[] = {
        {"", "", "expected how many KIND for 70%, or which FIELD of WHO for 70%"},
        {"how mny rat", "\"how mny\"", "expected: how many KIND for 70%"},
        {"how many", "\"how many\"", "expected a kind: how many rat for 70%"},
        {"how many rt for 70%", "\"how many rt\"",
         "nobody here and no kind is called rt; did you mean rat?"},
        {"which morle of rat", "\"which morle\"",
         "expected a number of combatants; did you mean morale?"},
        {"which damage of rat", "\"which damage\"",
         "expected a number of combatants: hp, hp_max, strength, wits, ac, armour, morale"},
        {"which hp rat", "\"which hp rat\"", "expected whose: which hp of rat*"},
        {"which hp of Ana", "\"which hp of Ana\"",
         "nobody here is called Ana; did you mean Anka?"},
        {"how many rat for 170%", "\"how many rat for 170%\"",
         "expected a chance from 0% to 100%, such as won=70%"},
        {"how many rat wonn=70%", "\"how many rat wonn=70%\"",
         "unknown word; did you mean won?"},
        {"how many rat from=9 to=3", "\"how many rat from=9 to=3\"",
         "expected numbers with from= not above to="},
        {"how many rat breaks=5% round=0", "\"how many rat breaks=5% round=0\"",
         "expected a whole number from 1 to 50"},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        struct error err;
        assert_null(ask(*state, wrongs[i].words, 10, &err));
        assert_int_equal(err.code, STATUS_USAGE);
        assert_string_equal(err.where, wrongs[i].where);
        assert_string_equal(err.text, wrongs[i].text);
    }
}

static void test_question__has_the_lines_of_a_what_if_for_each_number(void **state)
{
    static const struct {
        const char *words;
        int number;
        const char *lines;
    } cases[] = {
        {"how many rat for 70%", 5, "duplicate #3 2"},
        {"how many rat for 70%", 3, ""},
        {"how many rat for 70%", 1, "remove #5;remove #4;"},
        {"how many gully goblin for 70%", 2, "add 2 gully-goblin"},
        {"how many gully goblin side=party", 1, "add 1 gully-goblin side=party"},
        {"which morale of rat* breaks=50% round=3", 6,
         "set #3 morale=6;set #4 morale=6;set #5 morale=6;"},
        {"which hp of=Anka won=70%", 12, "set #1 hp=12;"},
        {"which hp of Odo Quill won=70%", 12, "set #2 hp=12;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err;
        TEXT_BUFFER(lines, 200);
        struct forecast_answer *answer = ask(*state, cases[i].words, 10, &err);
        assert_non_null(answer);
        forecast_question_lines(&answer->question, cases[i].number, &lines);
        assert_string_equal(lines.p, cases[i].lines);
        forecast_answer_free(answer);
    }
}

/* Two neighbours are left, on both sides of the goal, with all of the fights. */
static void test_answer__is_the_number_where_the_chance_passes_the_goal(void **state)
{
    struct forecast_found found;
    struct forecast_answer *answer = answered(*state, "how many rat for 50%", 400);
    assert_true(forecast_answer_found(answer, &found));
    assert_true(found.is_reached);
    assert_non_null(found.next);
    int apart = found.best->number - found.next->number;
    assert_int_equal(apart * apart, 1);
    assert_int_equal(found.best->trial.fights, 400);
    assert_int_equal(found.next->trial.fights, 400);
    double low = chance_of(found.best) < chance_of(found.next) ? chance_of(found.best)
                                                               : chance_of(found.next);
    assert_true(low <= 0.5 && chance_of(found.best) + chance_of(found.next) - low >= 0.5);
    forecast_answer_free(answer);
}

static void test_answer__is_the_same_however_it_is_played(void **state)
{
    TEXT_BUFFER(once, ANSWER_TEXT_SIZE);
    TEXT_BUFFER(bit_by_bit, ANSWER_TEXT_SIZE);
    struct error err;
    struct forecast_answer *answer = answered(*state, "which hp of Anka for 60%", 200);
    forecast_answer_tell(answer, &once);
    forecast_answer_free(answer);
    answer = ask(*state, "which hp of Anka for 60%", 200, &err);
    while (forecast_answer_play(answer, 20)) {
    }
    forecast_answer_tell(answer, &bit_by_bit);
    forecast_answer_free(answer);
    assert_string_equal(once.p, bit_by_bit.p);
    assert_non_null(strstr(once.p, "the party wins in "));
}

static void test_answer__says_that_no_number_gives_it_and_the_nearest(void **state)
{
    TEXT_BUFFER(said, ANSWER_TEXT_SIZE);
    struct forecast_answer *answer =
        answered(*state, "which morale of rat breaks=100% round=1 from=11 to=12", 60);
    forecast_answer_sum_up(answer, &said);
    assert_non_null(
        strstr(said.p, "No number from 11 to 12 gives 100%. The nearest is morale "));
    assert_non_null(strstr(said.p, "morale breaks by round 1 in "));
    forecast_answer_free(answer);
}

/* Without rats there is no fight: the others are still tried. */
static void test_answer__says_which_number_the_rules_refuse_and_tries_the_others(void **state)
{
    TEXT_BUFFER(said, ANSWER_TEXT_SIZE);
    struct forecast_answer *answer = answered(*state, "how many rat from=0 to=4", 40);
    forecast_answer_tell(answer, &said);
    assert_non_null(strstr(said.p, "3 rat: the party wins in "));
    assert_non_null(strstr(said.p, "; 4 rat: "));
    assert_non_null(strstr(said.p, " points, to within "));
    assert_non_null(strstr(said.p, "Not tried: 0 rat (there is no fight to forecast: no foe "
                                   "is in it)."));
    assert_non_null(strstr(said.p, "\n1 rat: "));
    forecast_answer_free(answer);
}

static void test_question__is_completed_word_by_word(void **state)
{
    static const char *const completed[][2] = {
        {"ho", "w many "},
        {"how m", "any "},
        {"wh", "ich "},
        {"which mo", "rale of "},
        {"which morale of r", "at "},
        {"how many A", "nka "},
        {"how many rat f", "or "},
        {"how many rat w", "on="},
        {"how many rat x", ""},
        {"how many rat for 70% ro", "und="},
    };
    struct error err;
    struct forecast_answer *answer = ask(*state, "how many rat", 10, &err);
    for (size_t i = 0; i < sizeof completed / sizeof completed[0]; i++) {
        TEXT_BUFFER(rest, 80);
        bool is_known =
            forecast_question_complete(answer->forecast, str_of(completed[i][0]), &rest);
        assert_string_equal(rest.p, completed[i][1]);
        assert_int_equal(is_known, rest.n > 0);
    }
    forecast_answer_free(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            test_question__that_is_not_understood_names_the_place_and_the_nearest_word, begin,
            play_end),
        cmocka_unit_test_setup_teardown(
            test_question__has_the_lines_of_a_what_if_for_each_number, begin, play_end),
        cmocka_unit_test_setup_teardown(
            test_answer__is_the_number_where_the_chance_passes_the_goal, begin, play_end),
        cmocka_unit_test_setup_teardown(test_answer__is_the_same_however_it_is_played, begin,
                                        play_end),
        cmocka_unit_test_setup_teardown(
            test_answer__says_that_no_number_gives_it_and_the_nearest, begin, play_end),
        cmocka_unit_test_setup_teardown(
            test_answer__says_which_number_the_rules_refuse_and_tries_the_others, begin,
            play_end),
        cmocka_unit_test_setup_teardown(test_question__is_completed_word_by_word, begin,
                                        play_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
