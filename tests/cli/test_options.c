#include "support/unit.h"

#include <string.h>

#include "cli/options.h"

enum { ARGUMENTS_MAX_READ = 16 };

struct reading {
    char *argv[ARGUMENTS_MAX_READ];
    struct options options;
    struct error err;
};

/* Reads the words of one line, separated by single blanks; `line` is written into. */
static enum status read_words(struct reading *reading, char *line)
{
    static char program[] = "referee";
    int argc = 0;
    reading->argv[argc++] = program;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_true(argc < ARGUMENTS_MAX_READ - 1);
        reading->argv[argc++] = word;
    }
    reading->argv[argc] = NULL;
    memset(&reading->err, 0, sizeof reading->err);
    return options_read(&reading->options, argc, reading->argv, &reading->err);
}

static void test_options__options_may_be_anywhere_and_words_keep_their_order(void **state)
{
    (void)state;
    struct reading reading;
    char line[] = "--json odds --db x.db trilemma --seed=7 attack";
    assert_int_equal(read_words(&reading, line), STATUS_OK);
    assert_string_equal(reading.options.subcommand, "odds");
    assert_int_equal(reading.options.words, 2);
    assert_string_equal(reading.options.word[0], "trilemma");
    assert_string_equal(reading.options.word[1], "attack");
    assert_string_equal(reading.options.db, "x.db");
    assert_int_equal(reading.options.seed, 7);
    assert_true(options_has(&reading.options, OPTION_JSON));
    assert_false(options_has(&reading.options, OPTION_COUNT));
    assert_int_equal(reading.options.count, 1);
}

static void test_options__what_begins_like_an_expression_is_a_word(void **state)
{
    (void)state;
    static const char *const words[] = {"-1", "-d6", "-D6", "-(2d6)", "-", "-9x"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct reading reading;
        char line[32] = "roll ";
        strcat(line, words[i]);
        assert_int_equal(read_words(&reading, line), STATUS_OK);
        assert_int_equal(reading.options.words, 1);
        assert_string_equal(reading.options.word[0], words[i]);
    }
}

static void test_options__a_value_may_begin_with_a_dash_but_not_be_an_option(void **state)
{
    (void)state;
    struct reading reading;
    char dash[] = "resolve --given -1,0";
    assert_int_equal(read_words(&reading, dash), STATUS_OK);
    assert_string_equal(reading.options.dice, "-1,0");
    char equals[] = "resolve --given==15";
    assert_int_equal(read_words(&reading, equals), STATUS_OK);
    assert_string_equal(reading.options.dice, "=15");
    char option[] = "roll --db --json";
    assert_int_equal(read_words(&reading, option), STATUS_USAGE);
    assert_string_equal(reading.err.text, "--db needs a value: --db FILE");
}

static void test_options__after_two_dashes_everything_is_a_word(void **state)
{
    (void)state;
    struct reading reading;
    char line[] = "roll -- --json";
    assert_int_equal(read_words(&reading, line), STATUS_OK);
    assert_false(options_has(&reading.options, OPTION_JSON));
    assert_string_equal(reading.options.word[0], "--json");
}

static void test_options__no_words_at_all_are_no_subcommand(void **state)
{
    (void)state;
    struct reading reading;
    char line[] = "--json";
    assert_int_equal(read_words(&reading, line), STATUS_OK);
    assert_null(reading.options.subcommand);
    assert_int_equal(reading.options.words, 0);
}

static void test_options__wrong_words_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *line, *text;
    } rows[] = {
        {"--jsno", "there is no option --jsno; did you mean --json?"},
        {"--sed=5", "there is no option --sed; did you mean --seed?"},
        {"-x", "there is no option -x; `referee --help` lists them"},
        {"roll -n 0", "-n 0: expected a whole number from 1 to 1000000"},
        {"roll -nfive", "-n five: expected a whole number from 1 to 1000000"},
        {"--seed -1", "--seed -1: expected a whole number from 0 to 9223372036854775807"},
        {"--json --json", "--json was given twice"},
        {"--help=me", "--help takes no value"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct reading reading;
        char line[64];
        strcpy(line, rows[i].line);
        assert_int_equal(read_words(&reading, line), STATUS_USAGE);
        assert_string_equal(reading.err.text, rows[i].text);
    }
}

static void test_options__an_option_belongs_to_its_subcommands(void **state)
{
    (void)state;
    struct reading reading;
    char right[] = "roll 2d6 -n 3";
    assert_int_equal(read_words(&reading, right), STATUS_OK);
    assert_int_equal(options_check_scope(&reading.options, &reading.err), STATUS_OK);
    char wrong[] = "odds 2d6 -n 3";
    assert_int_equal(read_words(&reading, wrong), STATUS_OK);
    assert_int_equal(options_check_scope(&reading.options, &reading.err), STATUS_USAGE);
    assert_string_equal(reading.err.text,
                        "odds takes no -n; `referee odds --help` lists what it takes");
    char nothing[] = "-n 3";
    assert_int_equal(read_words(&reading, nothing), STATUS_OK);
    assert_int_equal(options_check_scope(&reading.options, &reading.err), STATUS_USAGE);
}

static void test_options__the_table_is_in_order(void **state)
{
    (void)state;
    for (int i = 0; i < OPTION_KINDS; i++) {
        const struct option_def *def = option_at((enum option_kind)i);
        assert_true(def->spelling[0] == '-');
        assert_true(strlen(def->help) > 0 && strlen(def->help) <= 56);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(def->spelling, option_at((enum option_kind)k)->spelling);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options__options_may_be_anywhere_and_words_keep_their_order),
        cmocka_unit_test(test_options__what_begins_like_an_expression_is_a_word),
        cmocka_unit_test(test_options__a_value_may_begin_with_a_dash_but_not_be_an_option),
        cmocka_unit_test(test_options__after_two_dashes_everything_is_a_word),
        cmocka_unit_test(test_options__no_words_at_all_are_no_subcommand),
        cmocka_unit_test(test_options__wrong_words_are_named),
        cmocka_unit_test(test_options__an_option_belongs_to_its_subcommands),
        cmocka_unit_test(test_options__the_table_is_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
