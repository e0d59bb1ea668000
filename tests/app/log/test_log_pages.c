/* One line of the log in full, from any record in the campaign: as it is written now, as
 * earlier versions wrote it, and invalid ones. */
#include "app/log/log_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/sitting/data.h"
#include "support/unit.h"

struct fixture {
    char path[512];
    struct sitting *sitting;
    char explanation[LOG_EXPLANATION_SIZE];
};

static int64_t fixed_clock(void)
{
    return 1700000000000;
}

static int begin(void **state)
{
    const char *folder = getenv("TMPDIR");
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    snprintf(fixture->path, sizeof fixture->path, "%s/session-log-%ld.db",
             folder != NULL ? folder : "/tmp", (long)getpid());
    remove(fixture->path);
    struct sitting_options options = {
        .path = fixture->path, .has_seed = true, .seed = 1, .now_ms = fixed_clock};
    struct error err;
    struct result result;
    assert_int_equal(sitting_open(&fixture->sitting, &options, &err), STATUS_OK);
    sitting_run(fixture->sitting, "encounter Log", false, &result);
    assert_int_equal(result.kind, RESULT_DONE);
    *state = fixture;
    return 0;
}

static int end(void **state)
{
    struct fixture *fixture = *state;
    sitting_close(fixture->sitting);
    remove(fixture->path);
    free(fixture);
    return 0;
}

/* What is shown of an act with one event, whose record is this. */
static const char *explain(struct fixture *fixture, const char *line, const char *record)
{
    struct sitting *sitting = fixture->sitting;
    struct event event = {.kind = EVENT_ROLLED, .line = str_of(line), .trace = str_of(record)};
    struct act_row act = {.encounter = sitting->encounter.id, .label = "act", .command = "act"};
    struct error err;
    assert_int_equal(log_append(sitting->campaign, &act, &event, 1, &sitting->position, &err),
                     STATUS_OK);
    struct log_line read = {.act = sitting->position.head};
    struct text text = text_over(fixture->explanation, sizeof fixture->explanation);
    assert_int_equal(sitting_explain(sitting, &read, &text, &err), STATUS_OK);
    const char *arithmetic = strchr(fixture->explanation, '\n');
    assert_non_null(arithmetic);
    return arithmetic + 1;
}

static void test_sitting_log__every_step_is_shown_as_it_was_recorded(void **state)
{
    assert_string_equal(
        explain(*state, "A: d20 [14] - 3 blind x 1.5 surprise = 16.5 vs AC 22: miss",
                "[{\"dice\":\"d20\",\"faces\":[14],\"source\":\"given\",\"value\":14,"
                "\"why\":\"attack\",\"rule\":\"5.14\"},"
                "{\"dice\":\"2d6\",\"faces\":[3,5],\"source\":\"generated\",\"value\":8,"
                "\"why\":\"\",\"rule\":\"\"},"
                "{\"dice\":\"d%\",\"faces\":[],\"source\":\"given\",\"value\":15,"
                "\"why\":\"spell\",\"rule\":\"\"},"
                "{\"step\":\"term\",\"value\":-3,\"why\":\"blind\",\"rule\":\"5.15\"},"
                "{\"step\":\"term\",\"value\":2,\"why\":\"\",\"rule\":\"\"},"
                "{\"step\":\"factor\",\"value\":1.5,\"why\":\"surprise\",\"rule\":\"\"},"
                "{\"step\":\"total\",\"value\":16.5,\"why\":\"\",\"rule\":\"\"},"
                "{\"step\":\"divisor\",\"value\":3,\"why\":\"strength\",\"rule\":\"\"},"
                "{\"step\":\"number\",\"value\":6,\"why\":\"PV\",\"rule\":\"5.16\"},"
                "{\"step\":\"made_of\",\"value\":9,\"why\":\"shown\",\"rule\":\"5.16\"},"
                "{\"step\":\"against\",\"value\":22,\"why\":\"AC\",\"rule\":\"5.15\"},"
                "{\"step\":\"result\",\"why\":\"miss\",\"rule\":\"5.14\"},"
                "{\"step\":\"result\",\"value\":0,\"why\":\"damage\",\"rule\":\"\"}]"),
        "chance\tnot known\n"
        "throw\td20 [14]: attack, typed (5.14)\n"
        "throw\t2d6 3 5 = 8: rolled here\n"
        "throw\td% [=15]: spell, typed\n"
        "less\t3 blind (5.15)\n"
        "plus\t2\n"
        "times\t1.5 surprise\n"
        "total\t16.5\n"
        "divided by\t3 strength\n"
        "number\tPV 6 (5.16)\n"
        "made of\t9 shown (5.16)\n"
        "against\tAC 22 (5.15)\n"
        "result\tmiss (5.14)\n"
        "result\t0 damage\n");
}

static void test_sitting_log__labels_may_hold_what_joins_the_parts_of_a_line(void **state)
{
    assert_string_equal(
        explain(*state, "weather: d6 4: fog: a - b + c, = d vs e",
                "[{\"dice\":\"d6\",\"faces\":[4],\"source\":\"generated\",\"value\":4,"
                "\"why\":\"weather: x + y\",\"rule\":\"\"},"
                "{\"step\":\"result\",\"why\":\"fog: \\u0022a\\u0022 - b + c, = d vs e\","
                "\"rule\":\"\"}]"),
        "chance\tnot known\n"
        "throw\td6 4: weather: x + y, rolled here\n"
        "result\tfog: \"a\" - b + c, = d vs e\n");
}

/* Earlier versions recorded only the throws; the line has the rest. */
static void test_sitting_log__records_of_throws_alone_are_read(void **state)
{
    assert_string_equal(
        explain(*state, "A: d20 [14] + 3 = 17: hit",
                "[{\"dice\":\"d20\",\"faces\":[14],\"source\":\"given\",\"value\":14,"
                "\"why\":\"attack\",\"rule\":\"5.14\"}]"),
        "chance\tnot known\nthrow\td20 [14]: attack, typed (5.14)\n");
}

static void test_sitting_log__an_invalid_record_is_skipped(void **state)
{
    static const char *const records[] = {"[", "{}", "7", "[1, \"x\", null, []]",
                                          "\"\\u0000\""};
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        assert_string_equal(explain(*state, "A rolls", records[i]), "");
    }
    assert_string_equal(explain(*state, "A rolls", "[{\"dice\":7,\"faces\":9,\"value\":[]}]"),
                        "chance\tnot known\nthrow\t 0: rolled here\n");
}

static void test_sitting_log__the_chance_comes_before_the_steps(void **state)
{
    assert_string_equal(
        explain(*state, "A: d20 [14] = 14 vs AC 12: hit",
                "[{\"step\":\"request\",\"by\":\"A\",\"to\":[\"B\"],\"system\":\"trilemma\","
                "\"action\":\"attack\",\"inputs\":{\"strength\":8,\"ac\":null},\"rules\":1,"
                "\"chance\":{\"probabilities\":{\"four_extra\":0.0,\"hit\":0.65},"
                "\"distributions\":{\"damage\":{\"0\":0.35,\"4\":0.65}},"
                "\"mean\":{\"damage\":2.275}}},"
                "{\"dice\":\"4d6kh3\",\"faces\":[3,1,6,2],\"marks\":[[],[\"dropped\",7,"
                "\"re-rolled\"],[\"exploded\"],9],\"source\":\"given\",\"value\":11,"
                "\"why\":\"attack\",\"rule\":\"5.14\"},"
                "{\"step\":\"outcome\",\"outcome\":{\"hit\":true,\"damage\":4}}]"),
        "chance\thit 65%; on average 2.3 damage\n"
        "throw\t4d6kh3 [3 (1r) 6! 2] = 11: attack, typed (5.14)\n");
}

/* A game of another program, and a request that could not be enumerated. */
static void test_sitting_log__chances_of_others_are_under_their_names(void **state)
{
    assert_string_equal(
        explain(*state, "A ducks",
                "[{\"step\":\"request\",\"by\":null,\"to\":[],\"system\":\"other\","
                "\"action\":\"duck\",\"inputs\":{},\"rules\":3,\"chance\":"
                "{\"probabilities\":{\"du\\u001b[2Jcks\":0.5},\"mean\":{\"feet\":2}}},"
                "{\"step\":\"outcome\",\"outcome\":{}}]"),
        "chance\tducks 50%; on average 2.0 feet\n");
    assert_string_equal(explain(*state, "A rolls",
                                "[{\"step\":\"request\",\"by\":null,\"to\":[],\"notation\":"
                                "\"9000d9!\"},{\"step\":\"outcome\",\"outcome\":{}}]"),
                        "chance\ttoo many ways to list them all\n");
    assert_string_equal(explain(*state, "A rolls",
                                "[{\"step\":\"request\",\"by\":null,\"to\":[],\"notation\":"
                                "\"d6\",\"chance\":{\"probabilities\":{\"hit\":7}}},"
                                "{\"step\":\"outcome\",\"outcome\":{}}]"),
                        "chance\tnot known\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_sitting_log__##name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_step_is_shown_as_it_was_recorded),
        TEST(labels_may_hold_what_joins_the_parts_of_a_line),
        TEST(records_of_throws_alone_are_read),
        TEST(an_invalid_record_is_skipped),
        TEST(the_chance_comes_before_the_steps),
        TEST(chances_of_others_are_under_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
