/* A question as plain data: how it is told, and what of an answer goes after the line. */
#include <string.h>

#include "support/unit.h"
#include "tracker/decision.h"

/* "d6!" of 1 to 6 that explodes. */
static struct question for_dice(const char *dice)
{
    struct question question = {.kind = QUESTION_DICE};
    question.dice = (struct dice_request){.low = 1, .high = 6, .missing = 1};
    text_format(question.dice.dice, sizeof question.dice.dice, "%s", dice);
    text_format(question.prompt, sizeof question.prompt, "Bo attacks");
    text_format(question.die, sizeof question.die, "%s", dice);
    return question;
}

static void test_question__is_told_with_its_die(void **state)
{
    (void)state;
    struct question dice = for_dice("d6");
    struct question words = {.kind = QUESTION_TEXT, .prompt = "what is the note?"};
    TEXT_BUFFER(out, 200);
    question_text(&dice, &out);
    text_add(&out, "; ");
    question_text_die_first(&dice, &out);
    text_add(&out, "; ");
    question_text(&words, &out);
    text_add(&out, "; ");
    question_text_die_first(&words, &out);
    assert_string_equal(out.p, "Bo attacks, d6; d6: Bo attacks; what is the note?; "
                               "what is the note?");
}

/* Only where there is a die to throw, and only where something follows it. */
static void test_question__says_what_is_thrown_next(void **state)
{
    (void)state;
    struct question dice = for_dice("d6");
    struct question words = {.kind = QUESTION_TEXT};
    question_add_next(&dice, NULL);
    assert_string_equal(dice.die, "d6");
    question_add_next(&dice, "damage");
    assert_string_equal(dice.die, "d6, then damage");
    question_add_next(&words, "damage");
    assert_string_equal(words.die, "");
}

static void test_question__explains_a_die_that_explodes(void **state)
{
    (void)state;
    struct question explodes = for_dice("d6!"), plain = for_dice("d6"), none = for_dice("");
    struct question number = for_dice("d6!"), later = for_dice("d6!");
    number.kind = QUESTION_NUMBER;
    later.fallen = 1;
    TEXT_BUFFER(out, 60);
    question_explain_die(&plain, &out);
    question_explain_die(&none, &out);
    question_explain_die(&number, &out);
    question_explain_die(&later, &out);
    assert_string_equal(out.p, "");
    question_explain_die(&explodes, &out);
    assert_string_equal(out.p, "6: roll again and add");
}

/* Free words become one word of the line, up to the first name=value. */
static void test_question__takes_an_answer_into_the_line(void **state)
{
    (void)state;
    static const struct {
        enum else_takes else_takes;
        bool keeps_words;
        const char *prefix, *answer, *line;
    } rows[] = {
        {ELSE_TAKES_WORDS, false, "", "torn arm", "\"torn arm\""},
        {ELSE_TAKES_WORDS, false, "how=", "torn arm", "how=\"torn arm\""},
        {ELSE_TAKES_WORDS, false, "", "torn arm rounds=3 more", "\"torn arm\" rounds=3 more"},
        {ELSE_TAKES_WORDS, false, "", "torn", "torn"},
        {ELSE_TAKES_WORDS, false, "", "by=Bo torn arm", "by=Bo torn arm"},
        {ELSE_TAKES_WORDS, false, "", "\"torn arm\" 3", "\"torn arm\" 3"},
        {ELSE_TAKES_WORDS, false, "", "out 3 turns", "out 3 turns"},
        {ELSE_TAKES_WORDS, false, "", "OUT 3 turns", "OUT 3 turns"},
        {ELSE_TAKES_WORDS, true, "", "torn arm", "torn arm"},
        {ELSE_TAKES_NUMBER, false, "", "torn arm", "torn arm"},
        {ELSE_TAKES_NOTHING, false, "ac=", "12", "ac=12"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct question question = {.kind = QUESTION_CHOICE,
                                    .else_takes = rows[i].else_takes,
                                    .keeps_words = rows[i].keeps_words};
        text_format(question.prefix, sizeof question.prefix, "%s", rows[i].prefix);
        question_offer(&question, "dead", "");
        question_offer(&question, "out", "");
        TEXT_BUFFER(out, 100);
        question_add_answer(&question, str_of(rows[i].answer), &out);
        assert_string_equal(out.p, rows[i].line);
    }
}

static void test_question__has_choices_as_people_read_them(void **state)
{
    (void)state;
    struct question question = {.kind = QUESTION_CHOICE};
    TEXT_BUFFER(out, 60);
    question_offer(&question, "shield-after", "");
    question_choice_name(&question, 0, &out);
    assert_string_equal(out.p, "shield after");
}

/* Each with what is said of the first word that cannot be the answer; NULL: nothing. */
static void test_question__finds_what_cannot_be_the_answer(void **state)
{
    (void)state;
    static const struct {
        enum question_kind kind;
        int missing;
        const char *words, *wrong;
    } rows[] = {
        {QUESTION_DICE, 1, "4", NULL},
        {QUESTION_DICE, 1, "=4 * roll", NULL},
        {QUESTION_DICE, 1, "edge=1 4", NULL},
        {QUESTION_DICE, 1, "ärger=1", NULL},
        {QUESTION_DICE, 1, "4 shield", NULL},
        {QUESTION_DICE, 1, "4 SHIELD", NULL},
        {QUESTION_DICE, 1, "four", "four is not possible: each die shows 1 to 6"},
        {QUESTION_DICE, 1, "4 ärger", "ärger is not possible: each die shows 1 to 6"},
        {QUESTION_DICE, 1, "1=edge", "1=edge is not possible: each die shows 1 to 6"},
        {QUESTION_DICE, 2, "x", "x is not possible: each die shows 1 to 6, and 2 are needed"},
        {QUESTION_DICE, 1, "\"4\"", "4 is not possible: each die shows 1 to 6"},
        {QUESTION_DICE, 1, "3 \"\"", " is not possible: each die shows 1 to 6"},
        {QUESTION_NUMBER, 1, "12 4", NULL},
        {QUESTION_NUMBER, 1, "-3", NULL},
        {QUESTION_NUMBER, 1, "many",
         "many is not possible: expected a whole number from 2 to 40"},
        {QUESTION_NUMBER, 1, "12 many",
         "many is not possible: only dice can follow the number"},
        {QUESTION_CHOICE, 1, "many", NULL},
        {QUESTION_TEXT, 1, "many words", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct question question = for_dice("d6");
        question.kind = rows[i].kind;
        question.dice.missing = rows[i].missing;
        question.flag = "shield";
        question.low = 2;
        question.high = 40;
        TEXT_BUFFER(out, 120);
        bool finds = question_finds_wrong_word(&question, str_of(rows[i].words), &out);
        assert_string_equal(out.p, rows[i].wrong != NULL ? rows[i].wrong : "");
        assert_int_equal(finds, rows[i].wrong != NULL);
    }
    struct question without_flag = for_dice("d6");
    TEXT_BUFFER(out, 120);
    assert_true(question_finds_wrong_word(&without_flag, str_of("shield"), &out));
}

/* Enter rolls all that follow of others, where any do. */
static void test_question__says_how_many_rolls_follow(void **state)
{
    (void)state;
    static struct decision decision;
    decision.question = for_dice("d6");
    decision_prompt_more(&decision, 2);
    assert_int_equal(decision.question.more, 0);
    decision.verdict = VERDICT_ASKS;
    decision_prompt_more(&decision, 0);
    assert_int_equal(decision.question.more, 0);
    decision_prompt_more(&decision, 2);
    assert_int_equal(decision.question.more, 2);
    assert_string_equal(decision.question.die, "d6, then 2 more");
    decision.question = (struct question){.kind = QUESTION_TEXT};
    decision_prompt_more(&decision, 2);
    assert_int_equal(decision.question.more, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_question__is_told_with_its_die),
        cmocka_unit_test(test_question__says_what_is_thrown_next),
        cmocka_unit_test(test_question__explains_a_die_that_explodes),
        cmocka_unit_test(test_question__takes_an_answer_into_the_line),
        cmocka_unit_test(test_question__has_choices_as_people_read_them),
        cmocka_unit_test(test_question__finds_what_cannot_be_the_answer),
        cmocka_unit_test(test_question__says_how_many_rolls_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
