#include "support/unit.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/resolve.h"
#include "cli/lines.h"

/* The answer to a line with the number 5. */
static json_t *answer_to(const char *line)
{
    struct dice_stream stream = {.seed = 1};
    return jsonl_answer(str_of(line), 5, &stream);
}

static void assert_error(const char *line, const char *text)
{
    json_t *answer = answer_to(line);
    const json_t *error = json_object_get(answer, "error");
    assert_non_null(error);
    assert_string_equal(json_string_value(json_object_get(error, "text")), text);
    assert_int_equal(json_integer_value(json_object_get(error, "line")), 5);
    assert_int_equal(json_integer_value(json_object_get(error, "code")), 2);
    json_decref(answer);
}

static void test_jsonl__what_is_wrong_is_named(void **state)
{
    (void)state;
    static const char *const known = "notation, or system, action and inputs, and "
                                     "given, seed, odds, id, dialect";
    char unknown[240];
    snprintf(unknown, sizeof unknown, "a request has no inptus; did you mean inputs? it has %s",
             known);
    const struct {
        const char *line, *text;
    } rows[] = {
        {"", "the line is empty"},
        {"{\"a\": \"\\u0000\"}", "not JSON: \\u0000 is not allowed (column 14)"},
        {"[]", "expected a JSON object with a notation, or a system and an action"},
        {"{}", "a request needs a notation, or a system and an action"},
        {"{\"odds\": true}", "a request needs a notation, or a system and an action"},
        {"{\"action\": \"attack\"}", "a request needs system"},
        {"{\"notation\": \"2d6\", \"system\": \"trilemma\"}",
         "a request has a notation or an action of a game: leave out notation or system"},
        {"{\"notation\": \"2d6\", \"inputs\": {}}",
         "a request has a notation or an action of a game: leave out notation or inputs"},
        {"{\"notation\": 6}", "notation: expected a string"},
        {"{\"notation\": \"2d6\", \"dialect\": \"roll21\"}",
         "dialect: expected roll20, foundry or avrae; did you mean roll20?"},
        {"{\"notation\": \"d%\", \"dialect\": \"avrae\"}",
         "Avrae's d% shows 0, 10 .. 90, and here d% is d100\nd%\n ^"},
        {"{\"system\": \"trilemma\", \"action\": \"check\", \"dialect\": \"avrae\"}",
         "dialect is for dice notation only"},
        {"{\"notation\": \"\"}", "a dice expression is missing, such as 2d6+3"},
        {"{\"notation\": \"2d6\", \"odds\": 1}", "odds: expected true or false"},
        {"{\"notation\": \"2d6\", \"odds\": true, \"given\": [3, 4]}",
         "odds cover every way the dice can fall: leave out given"},
        {"{\"notation\": \"2x d6\", \"given\": [3]}",
         "given has the dice of one roll, not of 2"},
        {"{\"notation\": \"10001x d6\"}", "an answer has at most 10000 rolls, not 10001"},
        {"{\"system\": 3}", "system: expected a string"},
        {"{\"system\": \"trilemma\"}", "a request needs action"},
        {"{\"system\": \"trilemma\", \"inptus\": {}}", unknown},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": []}",
         "inputs: expected an object of names and values"},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": {\"wits\": [3]}}",
         "wits: expected a number, a string, true or false"},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": {\"wits=3\": 1}}",
         "wits=3: expected a number, a string, true or false"},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": {\"wits\": 3.5}}",
         "wits=3.5: expected a whole number from -100 to 100"},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": {\"wits\": 3}, "
         "\"given\": {}}",
         "given: expected faces such as [14, 3] or \"14,3\""},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": {\"wits\": 3}, "
         "\"given\": [true]}",
         "given: number 1 is neither a face such as 14 nor a total such as \"=15\""},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": {\"wits\": 3}, "
         "\"seed\": -4}",
         "seed: expected a whole number of at least 0"},
        {"{\"a\": 1, \"a\": 2}", "not JSON: duplicate object key near '\"a\"' (column 12)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_error(rows[i].line, rows[i].text);
    }
}

/* An invisible word is shown by the numbers of its characters. */
static void test_jsonl__what_cannot_be_seen_is_named_too(void **state)
{
    (void)state;
    const struct {
        const char *line, *beginning;
    } rows[] = {
        {"{\"\\u0007\": 1}", "a request has no U+0007; it has notation"},
        {"{\"\": 1}", "a request has no \"\"; it has notation"},
        {"{\"system\": \"\\u0007\", \"action\": \"x\"}",
         "there is no game U+0007; the games are trilemma"},
        {"{\"system\": \"trilemma\", \"action\": \"\\u200b\"}",
         "trilemma has no action U+200B; it has check"},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": "
         "{\"\\u001b[31m\": []}}",
         "U+001B U+005B U+0033 U+0031 U+006D: expected a number"},
        {"{\"system\": \"trilemma\", \"action\": \"initiative\", \"inputs\": "
         "{\"wits\": 3}, \"given\": \"\\u0007\"}",
         "given dice: U+0007 is not a die"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *answer = answer_to(rows[i].line);
        const json_t *error = json_object_get(answer, "error");
        const char *text = json_string_value(json_object_get(error, "text"));
        assert_non_null(text);
        if (strncmp(text, rows[i].beginning, strlen(rows[i].beginning)) != 0) {
            fail_msg("%s: %s", rows[i].line, text);
        }
        json_decref(answer);
    }
}

static void test_jsonl__an_unknown_key_keeps_the_id_wherever_it_stands(void **state)
{
    static const char *const lines[] = {"{\"notaton\": \"d6\", \"id\": 7}",
                                        "{\"id\": 7, \"notaton\": \"d6\"}"};
    (void)state;
    struct dice_stream stream = {.seed = 1};
    for (int i = 0; i < 2; i++) {
        json_t *answer = jsonl_answer(str_of(lines[i]), 1, &stream);
        assert_int_equal(json_integer_value(json_object_get(answer, "id")), 7);
        assert_non_null(json_object_get(answer, "error"));
        json_decref(answer);
    }
}

static double number_at(const json_t *object, const char *first, const char *second)
{
    return json_number_value(json_object_get(json_object_get(object, first), second));
}

static void test_jsonl__a_notation_is_rolled_on_the_common_dice(void **state)
{
    (void)state;
    struct dice_stream stream = {.seed = 9007199254740993};
    json_t *first =
        jsonl_answer(str_of("{\"notation\": \"2x d6 + 1\", \"id\": 3}"), 1, &stream);
    json_t *second = jsonl_answer(str_of("{\"notation\": \"d6+1\"}"), 2, &stream);
    assert_int_equal(stream.draw, 3);
    assert_int_equal(json_integer_value(json_object_get(first, "id")), 3);
    assert_string_equal(json_string_value(json_object_get(first, "notation")), "2x d6+1");
    assert_true(json_integer_value(json_object_get(first, "seed")) == 9007199254740993);
    assert_int_equal(json_array_size(json_object_get(first, "rolls")), 2);
    /* Requested together they are the same. */
    struct dice_stream same = {.seed = 9007199254740993};
    json_t *all = jsonl_answer(str_of("{\"notation\": \"3x d6+1\"}"), 1, &same);
    const json_t *rolls = json_object_get(all, "rolls");
    assert_true(json_equal(json_array_get(rolls, 0),
                           json_array_get(json_object_get(first, "rolls"), 0)));
    assert_true(json_equal(json_array_get(rolls, 2),
                           json_array_get(json_object_get(second, "rolls"), 0)));
    json_decref(first);
    json_decref(second);
    json_decref(all);
}

static void test_jsonl__a_notation_takes_the_dice_that_fell(void **state)
{
    (void)state;
    json_t *dialect = answer_to("{\"notation\": \"4d6r1\", \"dialect\": \"foundry\"}");
    assert_string_equal(json_string_value(json_object_get(dialect, "notation")), "4d6ro1");
    assert_string_equal(json_string_value(json_object_get(dialect, "typed")), "4d6r1");
    json_decref(dialect);
    json_t *answer = answer_to("{\"notation\": \"2d6+3\", \"given\": [3, 4]}");
    assert_null(json_object_get(answer, "typed"));
    const json_t *roll = json_array_get(json_object_get(answer, "rolls"), 0);
    assert_int_equal(json_integer_value(json_object_get(roll, "total")), 10);
    assert_string_equal(json_string_value(json_object_get(roll, "text")), "2d6+3 [3 4] = 10");
    json_decref(answer);
}

/* 2d6: 7 has 6 of 36. Morale 8 holds on 2 to 8: 26 of 36. */
static void test_jsonl__odds_are_of_a_notation_or_an_act(void **state)
{
    (void)state;
    struct dice_stream stream = {.seed = 1};
    json_t *notation =
        jsonl_answer(str_of("{\"notation\": \"2d6\", \"odds\": true}"), 1, &stream);
    json_t *act = jsonl_answer(str_of("{\"system\": \"trilemma\", \"action\": \"morale\", "
                                      "\"inputs\": {\"score\": 8}, \"odds\": true}"),
                               2, &stream);
    assert_int_equal(stream.draw, 0);
    assert_true(fabs(number_at(json_object_get(notation, "distributions"), "total", "7") -
                     6 / 36.0) < 1e-12);
    assert_true(fabs(number_at(notation, "mean", "total") - 7) < 1e-12);
    assert_true(fabs(number_at(act, "probabilities", "holds") - 26 / 36.0) < 1e-12);
    json_decref(notation);
    json_decref(act);
}

static void test_jsonl__an_expression_that_is_wrong_keeps_its_caret(void **state)
{
    (void)state;
    assert_error("{\"system\": \"trilemma\", \"action\": \"attack\", \"inputs\": "
                 "{\"strength\": 1, \"damage\": \"1dd6\"}}",
                 "damage: the sides of the die are missing, as in d6, d% or dF\n1dd6\n  ^");
}

static void test_jsonl__numbers_texts_and_truth_values_are_taken_alike(void **state)
{
    (void)state;
    json_t *first =
        answer_to("{\"system\": \"4ad\", \"action\": \"attack\", \"inputs\": "
                  "{\"level\": 3, \"foe\": \"minor\", \"die\": 8, \"triple\": true}}");
    json_t *second =
        answer_to("{\"system\": \"four-against-darkness\", \"action\": \"attack\", "
                  "\"inputs\": {\"level\": \"3\", \"foe\": \"minor\", \"die\": 8.0, "
                  "\"triple\": \"yes\", \"count\": null}}");
    assert_null(json_object_get(first, "error"));
    assert_true(json_equal(first, second));
    json_decref(first);
    json_decref(second);
}

static void test_jsonl__a_seed_of_its_own_leaves_the_common_dice_alone(void **state)
{
    (void)state;
    struct dice_stream stream = {.seed = 1};
    json_decref(jsonl_answer(
        str_of("{\"system\": \"4ad\", \"action\": \"morale\", \"seed\": 3}"), 1, &stream));
    assert_int_equal(stream.draw, 0);
    json_decref(
        jsonl_answer(str_of("{\"system\": \"4ad\", \"action\": \"morale\"}"), 2, &stream));
    assert_int_equal(stream.draw, 1);
}

static void test_jsonl__deep_nesting_is_an_error(void **state)
{
    (void)state;
    static char line[LINE_BYTES_MAX + 1];
    memset(line, '[', LINE_BYTES_MAX);
    json_t *answer = answer_to(line);
    assert_non_null(json_object_get(answer, "error"));
    json_decref(answer);
}

/* What fuzzing has found or started from. */
static void test_jsonl__the_corpus_is_answered(void **state)
{
    (void)state;
    static char line[LINE_BYTES_MAX];
    DIR *directory = opendir("tests/fuzz/corpus/jsonl");
    assert_non_null(directory);
    int acts = 0;
    int errors = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        char path[400];
        snprintf(path, sizeof path, "tests/fuzz/corpus/jsonl/%s", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        int n = (int)fread(line, 1, sizeof line, file);
        fclose(file);
        struct dice_stream stream = {.seed = 1};
        json_t *answer = jsonl_answer((struct str){line, n}, 5, &stream);
        bool is_error = json_object_get(answer, "error") != NULL;
        assert_true(is_error || json_object_get(answer, "outcome") != NULL ||
                    json_object_get(answer, "rolls") != NULL ||
                    json_object_get(answer, "distributions") != NULL);
        acts += is_error ? 0 : 1;
        errors += is_error ? 1 : 0;
        json_decref(answer);
    }
    closedir(directory);
    assert_true(acts >= 4 && errors >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jsonl__what_is_wrong_is_named),
        cmocka_unit_test(test_jsonl__what_cannot_be_seen_is_named_too),
        cmocka_unit_test(test_jsonl__an_unknown_key_keeps_the_id_wherever_it_stands),
        cmocka_unit_test(test_jsonl__a_notation_is_rolled_on_the_common_dice),
        cmocka_unit_test(test_jsonl__a_notation_takes_the_dice_that_fell),
        cmocka_unit_test(test_jsonl__odds_are_of_a_notation_or_an_act),
        cmocka_unit_test(test_jsonl__an_expression_that_is_wrong_keeps_its_caret),
        cmocka_unit_test(test_jsonl__numbers_texts_and_truth_values_are_taken_alike),
        cmocka_unit_test(test_jsonl__a_seed_of_its_own_leaves_the_common_dice_alone),
        cmocka_unit_test(test_jsonl__deep_nesting_is_an_error),
        cmocka_unit_test(test_jsonl__the_corpus_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
