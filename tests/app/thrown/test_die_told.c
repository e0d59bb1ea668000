/* What electronic dice really say, and what is made of it: the lines were told by such dice, or
 * are known from their makers' code. */
#include "app/thrown/die_told.h"

#include <string.h>

#include "support/unit.h"

static struct die_told read_well(const char *line)
{
    struct die_told die;
    struct error err;
    if (die_told_read(&die, str_of(line), &err) != STATUS_OK) {
        fail_msg("%s: %s", line, err.text);
    }
    return die;
}

static void assert_refused(const char *line, const char *why)
{
    struct die_told die;
    struct error err;
    assert_int_equal(die_told_read(&die, str_of(line), &err), STATUS_USAGE);
    if (strstr(err.text, why) == NULL) {
        fail_msg("%s: %s, not %s", line, err.text, why);
    }
}

static void test_die_told__a_line_has_a_die_a_face_a_state_and_who_it_is(void **state)
{
    (void)state;
    struct die_told die = read_well("{\"die\":\"d20\",\"face\":14,\"state\":\"rolled\","
                                    "\"id\":\"7f01\",\"name\":\"Ruby\"}");
    assert_int_equal(die.kind, DIE_D20);
    assert_int_equal(die.face, 14);
    assert_int_equal(die.state, DIE_LIES);
    assert_string_equal(die.id, "7f01");
    assert_string_equal(die.name, "Ruby");
    die = read_well("{\"face\":14}");
    assert_int_equal(die.kind, DIE_ANY);
    assert_int_equal(die.state, DIE_LIES);
}

static void test_die_told__the_names_of_the_app_are_read_too(void **state)
{
    (void)state;
    struct die_told die =
        read_well("{\"pixelId\":2130706433,\"pixelName\":\"Ruby\",\"dieType\":"
                  "\"d6pipped\",\"faceValue\":4,\"rollState\":1}");
    assert_int_equal(die.kind, DIE_D6);
    assert_int_equal(die.face, 4);
    assert_int_equal(die.state, DIE_LIES);
    assert_string_equal(die.id, "2130706433");
    assert_string_equal(die.name, "Ruby");
}

/* Until the type is known the app hands on the place of the face, which is one less. */
static void test_die_told__a_die_of_unknown_type_is_refused(void **state)
{
    (void)state;
    assert_refused("{\"dieType\":\"unknown\",\"faceValue\":4}", "count their faces from 0");
}

static void test_die_told__each_state_is_a_throw_a_doubt_or_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *told;
        enum die_state is;
    } cases[] = {
        {"\"rolled\"", DIE_LIES},
        {"\"stable\"", DIE_LIES},
        {"1", DIE_LIES},
        {"\"S\"", DIE_LIES},
        {"null", DIE_LIES},
        {"\"crooked\"", DIE_DOUBT},
        {"\"tilted\"", DIE_DOUBT},
        {"\"fake\"", DIE_DOUBT},
        {"\"moved\"", DIE_DOUBT},
        {"\"onFace\"", DIE_DOUBT},
        {"4", DIE_DOUBT},
        {"5", DIE_DOUBT},
        {"\"TS\"", DIE_DOUBT},
        {"\"FS\"", DIE_DOUBT},
        {"\"MS\"", DIE_DOUBT},
        {"\"rolling\"", DIE_MOVES},
        {"3", DIE_MOVES},
        {"\"R\"", DIE_MOVES},
        {"\"handling\"", DIE_HELD},
        {"\"unknown\"", DIE_HELD},
        {"2", DIE_HELD},
        {"0", DIE_HELD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        TEXT_BUFFER(line, 100);
        text_add(&line, "{\"die\":\"d20\",\"face\":7,\"state\":%s}", cases[i].told);
        struct die_told die = read_well(line.p);
        assert_int_equal(die.state, cases[i].is);
        assert_int_equal(die.has_face, die.state == DIE_LIES || die.state == DIE_DOUBT);
    }
    assert_int_equal(read_well("{\"face\":7,\"charging\":true}").state, DIE_HELD);
    assert_refused("{\"face\":7,\"state\":\"roled\"}", "did you mean rolled");
}

/* A d20 counts beyond its faces when it does not know where it is: index 255 is told as 256. */
static void test_die_told__a_face_that_the_die_lacks_is_refused(void **state)
{
    (void)state;
    assert_refused("{\"die\":\"d20\",\"face\":256}", "a d20 has no face 256: it shows 1 to 20");
    assert_refused("{\"die\":\"d20\",\"face\":0}", "a d20 has no face 0");
    assert_refused("{\"die\":\"d6\",\"face\":7}", "1 to 6");
    assert_refused("{\"die\":\"d00\",\"face\":35}", "00, 10, 20");
    assert_refused("{\"die\":\"d20\",\"face\":-1}", "no face -1");
    assert_refused("{\"face\":100000000000}", "no die has a face");
}

static void test_die_told__null_nan_and_words_are_no_face(void **state)
{
    (void)state;
    assert_refused("{\"die\":\"d20\",\"face\":null}", "the face is not a whole number");
    assert_refused("{\"die\":\"d20\",\"face\":NaN}", "expected a line of JSON");
    assert_refused("{\"die\":\"d20\",\"face\":\"NaN\"}", "the face is not a whole number");
    assert_refused("{\"die\":\"d20\",\"face\":14.5}", "the face is not a whole number");
    assert_refused("{\"die\":\"d20\",\"face\":1e999}", "expected a line of JSON");
    assert_refused("{\"die\":\"d20\",\"face\":true}", "the face is not a whole number");
    assert_refused("{\"die\":\"d20\",\"face\":[14]}", "the face is not a whole number");
    assert_refused("{\"die\":\"d20\"}", "a line needs a face");
}

/* Some dice of one maker tell numbers, others of it the same as strings. */
static void test_die_told__a_face_may_be_a_string(void **state)
{
    (void)state;
    assert_int_equal(read_well("{\"die\":\"D20\",\"face\":\"14\"}").face, 14);
    assert_int_equal(read_well("{\"die\":\"D6\",\"face\":\"3\"}").face, 3);
    assert_int_equal(read_well("{\"die\":\"D10X\",\"face\":\"00\"}").face, 0);
    assert_int_equal(read_well("{\"die\":\"d20\",\"face\":14.0}").face, 14);
    assert_int_equal(read_well("{\"die\":20,\"face\":14}").kind, DIE_D20);
}

static void test_die_told__other_lines_are_refused_with_what_was_expected(void **state)
{
    (void)state;
    char line[TOLD_LINE_SIZE + 1];
    assert_refused("", "expected a line of JSON");
    assert_refused("14", "expected a line of JSON");
    assert_refused("[14]", "expected a line of JSON");
    assert_refused("{\"face\":14", "expected a line of JSON");
    assert_refused("{\"face\":14,\"face\":15}", "expected a line of JSON");
    assert_refused("{\"die\":\"d30\",\"face\":14}", "there is no die d30");
    assert_refused("{\"die\":{},\"face\":14}", "the die is not a word");
    assert_refused("{\"state\":[],\"face\":14}", "the state is not a word");
    assert_refused("{\"name\":[],\"face\":14}", "the id or name is not a word");
    memset(line, '[', sizeof line);
    line[TOLD_LINE_SIZE] = '\0';
    assert_refused(line, "too long");
    struct die_told die =
        read_well("{\"face\":14,\"name\":\"\\u001b[31mRuby\\u0007\\n\\u202ered\\u0000x\"}");
    assert_string_equal(die.name, "Ruby redx");
}

static void test_die_told__long_ids_that_begin_alike_are_two(void **state)
{
    (void)state;
#define LONG_ID "7f01-0123456789-0123456789-0123456789-0123456789-"
    struct die_told die = read_well("{\"face\":3,\"id\":\"" LONG_ID "a\"}");
    struct die_told other = read_well("{\"face\":3,\"id\":\"" LONG_ID "b\"}");
#undef LONG_ID
    assert_string_not_equal(die.id, other.id);
    TEXT_BUFFER(line, TOLD_LINE_SIZE);
    die_told_add(&die, &line);
    other = read_well(line.p);
    assert_string_equal(die.id, other.id);
}

static void test_die_told__a_word_of_the_command_line_has_its_die_before_it(void **state)
{
    (void)state;
    struct die_told die;
    struct error err;
    assert_int_equal(die_told_read_word(&die, str_of("14"), &err), STATUS_OK);
    assert_int_equal(die.kind, DIE_ANY);
    assert_int_equal(die.face, 14);
    assert_int_equal(die_told_read_word(&die, str_of("d00:30"), &err), STATUS_OK);
    assert_int_equal(die.kind, DIE_D00);
    assert_int_equal(die_told_read_word(&die, str_of("dF:-1"), &err), STATUS_OK);
    assert_int_equal(die.kind, DIE_FUDGE);
    assert_int_equal(die_told_read_word(&die, str_of("d6:7"), &err), STATUS_USAGE);
    assert_int_equal(die_told_read_word(&die, str_of("x"), &err), STATUS_USAGE);
    assert_non_null(strstr(err.text, "expected a number such as 14, or d20:14"));
    assert_int_equal(die_told_read_word(&die, str_of("d6:"), &err), STATUS_USAGE);
}

static void test_die_told__what_is_written_is_read_again(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "{\"die\":\"d20\",\"face\":14,\"name\":\"R \\\"x\\\"\"}",
        "{\"face\":7,\"state\":\"onFace\",\"id\":\"7f\"}", "{\"face\":3}",
        "{\"die\":\"fudge\",\"face\":6,\"state\":\"rolled\"}",
        "{\"face\":7,\"state\":\"rolling\",\"id\":\"a\"}"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct die_told die = read_well(lines[i]);
        TEXT_BUFFER(line, TOLD_LINE_SIZE);
        die_told_add(&die, &line);
        struct die_told again = read_well(line.p);
        assert_memory_equal(&die, &again, sizeof die);
    }
}

/* ---- repeats --------------------------------------------------------------------------- */

static bool hear(struct dice_heard *heard, const char *line, int64_t at_ms)
{
    struct die_told die = read_well(line);
    return dice_heard_is_new(heard, &die, at_ms);
}

#define ROLLING "{\"id\":\"a\",\"state\":\"rolling\",\"face\":9}"
#define ROLLED "{\"id\":\"a\",\"state\":\"rolled\",\"face\":14}"

static void test_heard__three_rolling_faces_and_one_throw(void **state)
{
    (void)state;
    struct dice_heard heard = {0};
    for (int i = 0; i < 3; i++) {
        assert_false(read_well(ROLLING).has_face);
        assert_true(hear(&heard, ROLLING, i));
    }
    assert_true(hear(&heard, ROLLED, 10));
}

/* One event for each message with the same state, as long as the die lies there. */
static void test_heard__the_same_state_again_is_no_other_throw(void **state)
{
    (void)state;
    struct dice_heard heard = {0};
    assert_true(hear(&heard, ROLLING, 0));
    assert_true(hear(&heard, ROLLED, 10));
    assert_false(hear(&heard, ROLLED, 20));
    assert_false(hear(&heard, ROLLED, 3600 * 1000)); /* connected again */
    assert_true(hear(&heard, ROLLING, 3600 * 1000 + 1));
    assert_true(hear(&heard, ROLLED, 3600 * 1000 + 2)); /* the same face, thrown */
}

static void test_heard__a_die_that_never_rolls_repeats_within_a_second(void **state)
{
    (void)state;
    struct dice_heard heard = {0};
    assert_true(hear(&heard, ROLLED, 0));
    assert_false(hear(&heard, ROLLED, 900));
    assert_false(hear(&heard, ROLLED, 1800));
    assert_true(hear(&heard, ROLLED, 2900));
    assert_true(hear(&heard, "{\"id\":\"a\",\"face\":15}", 2901));
    assert_true(hear(&heard, "{\"face\":15}", 2902)); /* nobody knows which die */
    assert_true(hear(&heard, "{\"face\":15}", 2903));
}

/* After a bump a die says onFace with another face, and no roll. */
static void test_heard__a_bump_is_only_a_doubt(void **state)
{
    (void)state;
    struct dice_heard heard = {0};
    struct die_told bumped = read_well("{\"id\":\"a\",\"state\":\"onFace\",\"face\":7}");
    assert_true(hear(&heard, ROLLING, 0));
    assert_true(hear(&heard, ROLLED, 10));
    assert_int_equal(bumped.state, DIE_DOUBT);
    assert_true(dice_heard_is_new(&heard, &bumped, 5000));
    assert_true(hear(&heard, "{\"id\":\"a\",\"state\":\"rolled\",\"face\":7}", 5010));
}

static void test_heard__more_dice_than_there_are_places_are_heard_all_the_same(void **state)
{
    (void)state;
    struct dice_heard heard = {0};
    for (int i = 0; i < 3 * DICE_HEARD_MAX; i++) {
        TEXT_BUFFER(line, 60);
        text_add(&line, "{\"id\":\"%d\",\"face\":3}", i);
        assert_true(hear(&heard, line.p, i));
        assert_false(hear(&heard, line.p, i));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_die_told__a_line_has_a_die_a_face_a_state_and_who_it_is),
        cmocka_unit_test(test_die_told__the_names_of_the_app_are_read_too),
        cmocka_unit_test(test_die_told__a_die_of_unknown_type_is_refused),
        cmocka_unit_test(test_die_told__each_state_is_a_throw_a_doubt_or_nothing),
        cmocka_unit_test(test_die_told__a_face_that_the_die_lacks_is_refused),
        cmocka_unit_test(test_die_told__null_nan_and_words_are_no_face),
        cmocka_unit_test(test_die_told__a_face_may_be_a_string),
        cmocka_unit_test(test_die_told__other_lines_are_refused_with_what_was_expected),
        cmocka_unit_test(test_die_told__long_ids_that_begin_alike_are_two),
        cmocka_unit_test(test_die_told__a_word_of_the_command_line_has_its_die_before_it),
        cmocka_unit_test(test_die_told__what_is_written_is_read_again),
        cmocka_unit_test(test_heard__three_rolling_faces_and_one_throw),
        cmocka_unit_test(test_heard__the_same_state_again_is_no_other_throw),
        cmocka_unit_test(test_heard__a_die_that_never_rolls_repeats_within_a_second),
        cmocka_unit_test(test_heard__a_bump_is_only_a_doubt),
        cmocka_unit_test(test_heard__more_dice_than_there_are_places_are_heard_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
