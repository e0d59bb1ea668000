/* Reading the inputs of actions: every kind of value, and every way to get one wrong. */
#include "resolver/system.h"

#include <string.h>

#include "support/acts.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* An action that takes every kind of value. */
enum { A_NUMBER, A_DECIMAL, A_FLAG, A_DICE, A_CHOICE, A_SPAN, A_NEEDED };

static const char *const words[] = {"melee", "archery", "circular", NULL};

static const struct value_def parameters[] = {
    [A_NUMBER] = {.name = "number",
                  .kind = VALUE_NUMBER,
                  .low = -100,
                  .high = 100,
                  .rule = "x",
                  .help = "a number"},
    [A_DECIMAL] = {.name = "decimal",
                   .kind = VALUE_DECIMAL,
                   .low = 0,
                   .high = 1000,
                   .fallback = "1",
                   .rule = "x",
                   .help = "a decimal"},
    [A_FLAG] = {.name = "flag",
                .kind = VALUE_FLAG,
                .high = 1,
                .fallback = "true",
                .rule = "x",
                .help = "a flag"},
    [A_DICE] =
        {.name = "dice", .kind = VALUE_DICE, .fallback = "1d6", .rule = "x", .help = "dice"},
    [A_CHOICE] = {.name = "choice",
                  .kind = VALUE_CHOICE,
                  .choices = words,
                  .fallback = "melee",
                  .rule = "x",
                  .help = "a choice"},
    [A_SPAN] = {.name = "span",
                .kind = VALUE_SPAN,
                .low = 0,
                .high = 1000,
                .fallback = "5-25",
                .rule = "x",
                .help = "a span"},
    [A_NEEDED] = {.name = "needed",
                  .kind = VALUE_NUMBER,
                  .low = 1,
                  .high = 50,
                  .is_required = true,
                  .rule = "x",
                  .help = "what is needed"},
};

static const struct outcome_def outcomes[] = {
    {"always", OUTCOME_CHANCE, 0, "x", "always listed"},
    {"with_number", OUTCOME_CHANCE, A_NUMBER + 1, "x", "listed when there is a number"},
};

static const struct action action = {
    .name = "act",
    .help = "an act",
    .rule = "x",
    .parameters = parameters,
    .parameters_count = COUNT(parameters),
    .outcomes = outcomes,
    .outcomes_count = COUNT(outcomes),
};

static const struct system system_tested = {
    .id = "sample", .alias = "", .actions = &action, .actions_count = 1};

static enum status read(struct inputs *inputs, const char *line, struct error *err)
{
    inputs_begin(inputs, &system_tested, &action);
    struct str rest = str_of(line);
    for (struct str word = str_next_word(&rest); word.n > 0; word = str_next_word(&rest)) {
        enum status status = inputs_give(inputs, word, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return inputs_finish(inputs, err);
}

static void test_system__what_is_left_out_takes_its_default(void **state)
{
    (void)state;
    struct inputs inputs;
    struct error err;
    assert_int_equal(read(&inputs, "needed=7", &err), STATUS_OK);
    assert_false(inputs.value[A_NUMBER].is_set);
    assert_true(inputs.value[A_DECIMAL].is_set);
    assert_false(inputs.value[A_DECIMAL].is_given);
    assert_close(inputs.value[A_DECIMAL].decimal, 1);
    assert_int_equal(inputs.value[A_FLAG].number, 1);
    assert_int_equal(inputs.value[A_CHOICE].number, 0);
    assert_int_equal(inputs.value[A_SPAN].number, 5);
    assert_int_equal(inputs.value[A_SPAN].number_high, 25);
    assert_int_equal(inputs.value[A_NEEDED].number, 7);
    assert_true(inputs.value[A_NEEDED].is_given);
    assert_int_equal(inputs.dice_count, 1);
    assert_true(outcome_is_listed(&inputs, 0));
    assert_false(outcome_is_listed(&inputs, 1));
}

static void test_system__every_kind_of_value_is_read(void **state)
{
    (void)state;
    struct inputs inputs;
    struct error err;
    assert_int_equal(read(&inputs,
                          "NUMBER=-100 decimal=16.8 flag=No dice=2d6+3 choice=Circular "
                          "span=0-1000 needed=50",
                          &err),
                     STATUS_OK);
    assert_int_equal(inputs.value[A_NUMBER].number, -100);
    assert_close(inputs.value[A_DECIMAL].decimal, 16.8);
    assert_int_equal(inputs.value[A_FLAG].number, 0);
    assert_int_equal(dice_expr_dice(&inputs.dice[inputs.value[A_DICE].number]), 2);
    assert_int_equal(inputs.value[A_CHOICE].number, 2);
    assert_int_equal(inputs.value[A_SPAN].number, 0);
    assert_int_equal(inputs.value[A_SPAN].number_high, 1000);
    assert_true(outcome_is_listed(&inputs, 1));
    assert_int_equal(read(&inputs, "flag needed=1", &err), STATUS_OK);
    assert_int_equal(inputs.value[A_FLAG].number, 1);
    assert_int_equal(read(&inputs, "decimal=2.5E2 needed=1", &err), STATUS_OK);
    assert_close(inputs.value[A_DECIMAL].decimal, 250);
}

static void test_system__wrong_words_are_answered_with_what_was_expected(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *where;
        const char *says;
    } rows[] = {
        {"", "needed", "act needs needed=...: what is needed"},
        {"needed", "needed", "needed needs a value"},
        {"needed=0", "needed", "expected a whole number from 1 to 50"},
        {"needed=51", "needed", "expected a whole number from 1 to 50"},
        {"needed=1.5", "needed", "expected a whole number from 1 to 50"},
        {"needed=", "needed", "expected a whole number"},
        {"needed=99999999999999999999", "needed", "expected a whole number"},
        {"needed=0x10", "needed", "expected a whole number"},
        {"needed=3 needed=4", "needed", "needed was given twice"},
        {"needed=3 NEEDED=4", "needed", "needed was given twice"},
        {"decimal=-0.1", "decimal", "expected a number from 0 to 1000"},
        {"decimal=1000.01", "decimal", "expected a number from 0 to 1000"},
        {"decimal=1e4", "decimal", "expected a number from 0 to 1000"},
        {"decimal=nan", "decimal", "expected a number from 0 to 1000"},
        {"decimal=xe2", "decimal", "expected a number from 0 to 1000"},
        {"decimal=1e", "decimal", "expected a number from 0 to 1000"},
        {"decimal=1e999", "decimal", "expected a number from 0 to 1000"},
        {"flag=maybe", "flag", "expected true, false, yes, no, on or off"},
        {"flag=1", "flag", "expected true, false, yes, no, on or off"},
        {"choice=archer", "choice", "did you mean archery?"},
        {"choice=banana", "choice", "expected one of melee, archery, circular"},
        {"span=5", "span", "expected low-high such as 5-25, each from 0 to 1000"},
        {"span=25-5", "span", "expected low-high"},
        {"span=5-1001", "span", "expected low-high"},
        {"span=-5-5", "span", "expected low-high"},
        {"span=5-", "span", "expected low-high"},
        {"span=", "span", "expected low-high"},
        {"dice=", "dice", ""},
        {"dice=2d", "dice", "^"},
        {"dice=101d6", "dice", "at most 100 dice"},
        {"dice=60d6+41d6", "dice", "at most 100 dice"},
        {"neded=3", "neded", "did you mean needed?"},
        {"=3", "=3", "=3: expected name=value"},
        {"xyzzy=3", "xyzzy", "it takes number, decimal, flag, dice, choice, span, needed"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct inputs inputs;
        struct error err;
        if (read(&inputs, rows[i].line, &err) != STATUS_USAGE) {
            fail_msg("%s was taken", rows[i].line);
        }
        assert_int_equal(read(&inputs, rows[i].line, NULL), STATUS_USAGE);
        if (strcmp(err.where, rows[i].where) != 0 || strstr(err.text, rows[i].says) == NULL) {
            fail_msg("%s: %s: %s", rows[i].line, err.where, err.text);
        }
    }
}

static void test_system__hostile_words_are_shown_short_and_clean(void **state)
{
    (void)state;
    char word[2000];
    memset(word, '\x1b', sizeof word);
    struct inputs inputs;
    struct error err;
    inputs_begin(&inputs, &system_tested, &action);
    assert_int_equal(inputs_give(&inputs, (struct str){word, sizeof word}, &err), STATUS_USAGE);
    assert_null(strchr(err.text, '\x1b'));
    assert_non_null(strstr(err.text, "U+001B U+001B "));
    memcpy(word, "needed=", 7);
    assert_int_equal(inputs_give(&inputs, (struct str){word, sizeof word}, &err), STATUS_USAGE);
    assert_null(strchr(err.text, '\x1b'));
    assert_true(strlen(err.text) < 200);
}

static void test_system__values_can_be_given_by_programs(void **state)
{
    (void)state;
    struct inputs inputs;
    struct error err;
    inputs_begin(&inputs, &system_tested, &action);
    inputs_give_number(&inputs, "needed", 12);
    inputs_give_number(&inputs, "number", -3);
    inputs_give_number(&inputs, "decimal", 40);
    inputs_give_text(&inputs, "choice", str_of("archery"));
    assert_int_equal(inputs_finish(&inputs, &err), STATUS_OK);
    assert_int_equal(inputs.value[A_NEEDED].number, 12);
    assert_int_equal(inputs.value[A_NUMBER].number, -3);
    assert_int_equal(inputs.value[A_CHOICE].number, 1);
    assert_close(inputs.value[A_DECIMAL].decimal, 40);
}

/* The first wrong value is told when the inputs are finished, and what is right beside it does
 * not help. */
static void test_system__the_first_wrong_value_of_a_program_is_the_error(void **state)
{
    (void)state;
    struct inputs inputs;
    struct error err;
    inputs_begin(&inputs, &system_tested, &action);
    inputs_give_number(&inputs, "number", -101);
    assert_null(inputs_wrong(&inputs));
    inputs_give_number(&inputs, "number", -3);
    inputs_give_number(&inputs, "number", -4);
    inputs_give_text(&inputs, "choice", str_of("whip"));
    assert_int_equal(inputs_finish(&inputs, &err), STATUS_USAGE);
    assert_string_equal(err.where, "number");
    assert_non_null(strstr(err.text, "-101"));

    inputs_begin(&inputs, &system_tested, &action);
    inputs_give_number(&inputs, "needed", 12);
    inputs_give_number(&inputs, "needed", 12);
    assert_int_equal(inputs_finish(&inputs, &err), STATUS_USAGE);
    assert_string_equal(err.text, "needed was given twice");
}

/* What was given as the default says is as if it had been left out. */
static void test_system__only_what_differs_from_its_default_is_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int parameter;
        bool is_chosen;
    } rows[] = {
        {"needed=1", A_NEEDED, true},       {"needed=1", A_DECIMAL, false},
        {"decimal=1", A_DECIMAL, false},    {"decimal=1.5", A_DECIMAL, true},
        {"flag=true", A_FLAG, false},       {"flag=false", A_FLAG, true},
        {"span=5-25", A_SPAN, false},       {"span=5-24", A_SPAN, true},
        {"span=4-25", A_SPAN, true},        {"choice=melee", A_CHOICE, false},
        {"choice=archery", A_CHOICE, true}, {"dice=1d6", A_DICE, true},
        {"number=0", A_NUMBER, true},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct inputs inputs;
        inputs_begin(&inputs, &system_tested, &action);
        assert_int_equal(inputs_give(&inputs, str_of(rows[i].line), NULL), STATUS_OK);
        assert_int_equal(input_is_chosen(&inputs, rows[i].parameter), rows[i].is_chosen);
    }
}

/* Nobody reads the explanation of bare inputs, which keep no names. */
static void test_system__parts_of_a_bonus_have_names_and_a_limit(void **state)
{
    (void)state;
    struct inputs inputs;
    inputs_begin(&inputs, &system_tested, &action);
    assert_true(inputs_name_source(&inputs, 4, "axe", "weapons"));
    for (int i = 1; i < INPUT_PARTS_MAX; i++) {
        assert_true(inputs_name_part(&inputs, 1, "level", "classes"));
    }
    assert_false(inputs_name_part(&inputs, 1, "level", "classes"));
    assert_int_equal(inputs_source(&inputs, "weapons")->amount, 4);
    assert_null(inputs_source(&inputs, "classes"));
    inputs.is_bare = true;
    assert_true(inputs_name_part(&inputs, 1, "level", "classes"));
    assert_int_equal(inputs.parts, INPUT_PARTS_MAX);
}

static void test_system__systems_are_found_by_name_and_alias(void **state)
{
    (void)state;
    const struct system *four = system_find(str_of("four-against-darkness"));
    assert_non_null(four);
    assert_ptr_equal(system_find(str_of("4ad")), four);
    assert_ptr_equal(system_find(str_of("4AD")), four);
    assert_non_null(system_find(str_of("Trilemma")));
    assert_null(system_find(str_of("")));
    assert_null(system_find(str_of("trilemm")));
    assert_non_null(action_find(four, str_of("Attack")));
    assert_null(action_find(four, str_of("attac")));
    assert_ptr_equal(system_with_id("four-against-darkness"), four);
    assert_null(system_with_id("4ad"));
    /* What is like none of them is answered with all. */
    struct error err;
    assert_null(system_named(str_of("qwertyuiop"), &err));
    assert_non_null(strstr(err.text, "there is no game qwertyuiop; the games are trilemma"));
    assert_null(action_named(four, str_of("qwertyuiop"), &err));
    assert_non_null(strstr(err.text, "no action qwertyuiop; it has "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_system__what_is_left_out_takes_its_default),
        cmocka_unit_test(test_system__every_kind_of_value_is_read),
        cmocka_unit_test(test_system__wrong_words_are_answered_with_what_was_expected),
        cmocka_unit_test(test_system__hostile_words_are_shown_short_and_clean),
        cmocka_unit_test(test_system__values_can_be_given_by_programs),
        cmocka_unit_test(test_system__the_first_wrong_value_of_a_program_is_the_error),
        cmocka_unit_test(test_system__only_what_differs_from_its_default_is_chosen),
        cmocka_unit_test(test_system__parts_of_a_bonus_have_names_and_a_limit),
        cmocka_unit_test(test_system__systems_are_found_by_name_and_alias),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
