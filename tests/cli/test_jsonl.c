#include "support/unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/jsonl.h"
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
    static const char *const known = "system, action, inputs, given, seed, id";
    char unknown[160];
    snprintf(unknown, sizeof unknown, "a request has no inptus; did you mean inputs? it has %s",
             known);
    const struct {
        const char *line, *text;
    } rows[] = {
        {"", "the line is empty"},
        {"{\"a\": \"\\u0000\"}", "not JSON: \\u0000 is not allowed (column 14)"},
        {"[]", "expected a JSON object with system and action"},
        {"{}", "a request needs system"},
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
        assert_true(is_error || json_object_get(answer, "outcome") != NULL);
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
        cmocka_unit_test(test_jsonl__an_expression_that_is_wrong_keeps_its_caret),
        cmocka_unit_test(test_jsonl__numbers_texts_and_truth_values_are_taken_alike),
        cmocka_unit_test(test_jsonl__a_seed_of_its_own_leaves_the_common_dice_alone),
        cmocka_unit_test(test_jsonl__deep_nesting_is_an_error),
        cmocka_unit_test(test_jsonl__the_corpus_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
