#include "resolver/trace.h"

#include <stdio.h>
#include <string.h>

#include "support/unit.h"

static const struct source attack = {"attack", "5.14"};
static const struct source damage = {"damage", "5.18"};

static const char *line_of(const struct trace *trace)
{
    static char buf[4096];
    struct text out = text_over(buf, sizeof buf);
    trace_format(trace, &out);
    return buf;
}

static const char *json_of(const struct trace *trace)
{
    static char buf[200000];
    int size = trace_json_size(trace);
    assert_true(size <= (int)sizeof buf);
    struct text out = text_over(buf, size);
    trace_format_json(trace, &out);
    assert_false(out.is_cut);
    return buf;
}

static const char *given_of(const struct trace *trace)
{
    static char buf[200000];
    struct text out = text_over(buf, sizeof buf);
    trace_format_given(trace, &out);
    return buf;
}

static struct trace_step *throw(struct trace * trace, const char *dice, const int *faces,
                                int count, bool is_given)
{
    struct trace_step *step = trace_dice(trace, dice, attack);
    for (int i = 0; i < count; i++) {
        trace_face(trace, step, faces[i], is_given);
        step->value += faces[i];
    }
    return step;
}

static void test_trace__a_line_tells_the_act_from_left_to_right(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    throw(&trace, "d20", (int[]){14}, 1, false);
    trace_term(&trace, 14, (struct source){"strength", "5.14"});
    trace_term(&trace, 0, (struct source){"nothing", "5.14"});
    trace_term(&trace, -2, (struct source){"", "5.1"});
    trace_total(&trace, 26);
    trace_against(&trace, 22, (struct source){"AC", "5.15"});
    trace_result(&trace, (struct source){"hit", "5.14"});
    trace_result_value(&trace, 1, (struct source){"extra", "5.19"});
    throw(&trace, "2d6", (int[]){3, 5}, 2, true);
    throw(&trace, "d4", (int[]){4}, 1, true);
    assert_string_equal(line_of(&trace),
                        "d20 14 + 14 strength - 2 = 26 vs AC 22: hit, 1 extra; "
                        "2d6 [3 5] = 8, d4 [4]");
    assert_string_equal(given_of(&trace), "14 3 5 4");
}

static void test_trace__paragraphs_are_named_once_in_their_order(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    throw(&trace, "d20", (int[]){14}, 1, false);
    trace_total(&trace, 14);
    trace_against(&trace, 10, (struct source){"AC", "5.15"});
    trace_result(&trace, attack);
    trace_dice(&trace, "1d6", damage);
    trace_result_value(&trace, 3, (struct source){"x", "5.15"});
    TEXT_BUFFER(out, 64);
    trace_format_rules(&trace, &out);
    assert_string_equal(out.p, "5.14 5.15 5.18");
}

static void test_trace__json_holds_the_throws_only(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    assert_string_equal(json_of(&trace), "[]");
    throw(&trace, "d20", (int[]){14}, 1, true);
    trace_term(&trace, 3, attack);
    throw(&trace, "2d6", (int[]){3, 5}, 2, false);
    assert_string_equal(
        json_of(&trace),
        "[{\"dice\":\"d20\",\"faces\":[14],\"source\":\"given\",\"value\":14,"
        "\"why\":\"attack\",\"rule\":\"5.14\"},"
        "{\"dice\":\"2d6\",\"faces\":[3,5],\"source\":\"generated\",\"value\":8,"
        "\"why\":\"attack\",\"rule\":\"5.14\"}]");
}

static const char *record_of(const struct trace *trace)
{
    static char buf[4096];
    struct text out = text_over(buf, sizeof buf);
    trace_format_steps(trace, &out);
    assert_false(out.is_cut);
    assert_true(out.n < trace_json_size(trace));
    return buf;
}

static void test_trace__the_record_holds_every_step(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    throw(&trace, "d20", (int[]){14}, 1, true);
    trace_term(&trace, -3, attack);
    trace_factor(&trace, 1.5, (struct source){"surprise", ""});
    trace_total(&trace, 11);
    trace_against(&trace, 22, (struct source){"AC", "5.15"});
    trace_result(&trace, (struct source){"a \"row\" + one: 2", ""});
    trace_result_value(&trace, 0, damage);
    assert_string_equal(
        record_of(&trace),
        ",{\"dice\":\"d20\",\"faces\":[14],\"source\":\"given\",\"value\":14,"
        "\"why\":\"attack\",\"rule\":\"5.14\"},"
        "{\"step\":\"term\",\"value\":-3,\"why\":\"attack\",\"rule\":\"5.14\"},"
        "{\"step\":\"factor\",\"value\":1.5,\"why\":\"surprise\",\"rule\":\"\"},"
        "{\"step\":\"total\",\"value\":11,\"why\":\"\",\"rule\":\"\"},"
        "{\"step\":\"against\",\"value\":22,\"why\":\"AC\",\"rule\":\"5.15\"},"
        "{\"step\":\"result\",\"why\":\"a \\u0022row\\u0022 + one: 2\",\"rule\":\"\"},"
        "{\"step\":\"result\",\"value\":0,\"why\":\"damage\",\"rule\":\"5.18\"}");
}

static void test_trace__a_typed_total_is_without_faces(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    struct trace_step *step = trace_dice(&trace, "2d6", damage);
    step->is_total_given = true;
    step->value = 9;
    assert_string_equal(line_of(&trace), "2d6 [=9]");
    assert_string_equal(given_of(&trace), "=9");
    assert_string_equal(json_of(&trace),
                        "[{\"dice\":\"2d6\",\"faces\":[],\"source\":\"given\",\"value\":9,"
                        "\"why\":\"damage\",\"rule\":\"5.18\"}]");
}

static void test_trace__reals_and_percentiles_are_shown_as_thrown(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    struct trace_step *step = trace_dice(&trace, "d%", attack);
    trace_real(&trace, step, 0.5, false);
    step->is_decimal = true;
    step->value_decimal = 0.5;
    trace_factor(&trace, 16.8, (struct source){"accuracy", "hit"});
    trace_total_decimal(&trace, 8.4);
    step = trace_dice(&trace, "d%", attack);
    trace_real(&trace, step, 86, true);
    step->is_decimal = true;
    step->value_decimal = 0.855;
    step = trace_dice(&trace, "5-25", damage);
    trace_real(&trace, step, 0.25, false);
    trace_real(&trace, step, 0.75, false);
    step->value = 15;
    assert_string_equal(line_of(&trace), "d% 50% of 16.8 accuracy = 8.4; d% [86] = 85.5%, "
                                         "5-25: 25% 75% = 15");
    assert_string_equal(given_of(&trace), "0.5 86 0.25 "
                                          "0.75");
    const char *json = json_of(&trace);
    assert_non_null(strstr(json, "\"faces\":[0.5],\"source\":\"generated\","
                                 "\"value\":0.5"));
    assert_non_null(strstr(json, "\"faces\":[86],\"source\":\"given\",\"value\":0.855"));
    assert_non_null(strstr(json, "\"faces\":[0.25,0.75],"
                                 "\"source\":\"generated\",\"value\":15"));
}

static void test_trace__a_full_trace_is_cut_and_stays_readable(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    for (int i = 0; i < TRACE_STEPS_MAX; i++) {
        assert_false(trace.is_cut);
        trace_term(&trace, 1, attack);
    }
    assert_null(trace_dice(&trace, "d6", attack));
    assert_true(trace.is_cut);
    trace_face(&trace, NULL, 3, false);
    assert_int_equal(trace.faces, 0);

    /* Half a list of faces would be given again as a different throw: only the value stays. */
    trace_clear(&trace);
    struct trace_step *step = trace_dice(&trace, "3000d6", attack);
    for (int i = 0; i < 3000; i++) {
        trace_face(&trace, step, 6, false);
    }
    step->value = 18000;
    assert_true(trace.is_cut);
    assert_int_equal(step->face_count, 0);
    assert_string_equal(line_of(&trace), "3000d6 18000");
    assert_string_equal(given_of(&trace), "=18000");

    trace_clear(&trace);
    step = trace_dice(&trace, "d%", attack);
    for (int i = 0; i <= TRACE_REALS_MAX; i++) {
        trace_real(&trace, step, 0.5, false);
    }
    assert_true(trace.is_cut);
    assert_int_equal(step->face_count, 0);
}

static void test_trace__a_long_throw_is_shown_in_part(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    int faces[30];
    for (int i = 0; i < 30; i++) {
        faces[i] = 1;
    }
    throw(&trace, "30d6", faces, 30, false);
    assert_string_equal(line_of(&trace), "30d6 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
                                         "... = 30");
}

static void test_trace__json_fits_the_size_it_announces(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    for (int i = 0; i < TRACE_STEPS_MAX; i++) {
        char dice[TRACE_DICE_SIZE];
        memset(dice, '9', sizeof dice);
        dice[sizeof dice - 1] = '\0';
        struct trace_step *step = trace_dice(&trace, dice, attack);
        step->value = INT64_MIN;
        for (int k = 0; k < 8; k++) {
            trace_face(&trace, step, -1000000, false);
        }
    }
    assert_true(strlen(json_of(&trace)) > 10000);
}

/* Adds a step of every kind, and faces and marks to a throw that found no room. */
static void add_every_step(struct trace *trace)
{
    trace_term(trace, 1, attack);
    trace_term_named(trace, 1, "sword", "5.14");
    trace_term_named(trace, 0, "no sword", "5.14");
    trace_factor(trace, 1, attack);
    trace_divisor(trace, 1, attack);
    trace_total(trace, 1);
    trace_total_decimal(trace, 1);
    trace_against(trace, 1, attack);
    trace_number(trace, 1, attack);
    trace_number_decimal(trace, 1, attack);
    trace_from(trace, 1, attack);
    trace_from_named(trace, 1, "sword", "5.14");
    trace_from_decimal(trace, 1, "sword", "5.14");
    trace_result(trace, attack);
    trace_result_value(trace, 1, attack);
    assert_null(trace_dice(trace, "d6", attack));
    trace_face(trace, NULL, 1, false);
    trace_real(trace, NULL, 0.5, false);
    trace_mark(trace, NULL, 0, TRACE_DROPPED);
    trace_mark_last(trace, NULL, TRACE_EXPLODED);
    trace_mark_kept(trace, NULL, 2, 0);
    trace_mark_exploded(trace, NULL, 1);
}

static void test_trace__no_trace_and_a_full_one_take_nothing(void **state)
{
    (void)state;
    static struct trace trace, before;
    trace_clear(&trace);
    add_every_step(NULL);
    for (int i = 0; i < TRACE_STEPS_MAX; i++) {
        trace_term(&trace, 1, attack);
    }
    trace.is_cut = true;
    before = trace;
    add_every_step(&trace);
    assert_memory_equal(&trace, &before, sizeof trace);
    /* Nor does a mark beyond the faces that found room. */
    trace_clear(&trace);
    struct trace_step *step = throw(&trace, "2d6", (int[]){3}, 1, false);
    trace_mark(&trace, step, 1, TRACE_DROPPED);
    assert_string_equal(line_of(&trace), "2d6 3");
}

/* Steps that no rule begins with can still be read. */
static void test_trace__any_step_may_come_first(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    trace_total(&trace, 5);
    assert_string_equal(line_of(&trace), " = 5");
    trace_clear(&trace);
    trace_against(&trace, 5, (struct source){"AC", "1"});
    assert_string_equal(line_of(&trace), " vs AC 5");
    trace_clear(&trace);
    trace_from(&trace, 5, (struct source){"shown", "1"});
    assert_string_equal(line_of(&trace), " = 5 shown");
    trace_clear(&trace);
    trace_term(&trace, 5, (struct source){"level", "1"});
    throw(&trace, "d6", (int[]){3}, 1, false);
    assert_string_equal(line_of(&trace), " + 5 level, d6 3");
}

static void test_trace__a_value_is_said_where_the_faces_do_not_show_it(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    throw(&trace, "2d6", (int[]){3, 5}, 2, false);
    trace_total(&trace, 8); /* the faces have shown it */
    throw(&trace, "2d6", (int[]){3, 5}, 2, false);
    trace_total(&trace, 9);
    throw(&trace, "2d6", (int[]){1, 2}, 2, false);
    trace_dice_joins(&trace, 1);
    trace_total(&trace, 12);
    assert_string_equal(line_of(&trace),
                        "2d6 3 5 = 8; 2d6 3 5 = 8 = 9 + 2d6 1 2 = 3 attack = 12");
    /* A real that means a whole number; a total of reals that was typed, and its factor. */
    trace_clear(&trace);
    struct trace_step *step = trace_dice(&trace, "5-25", damage);
    trace_real(&trace, step, 0.25, false);
    step->value = 10;
    step = trace_dice(&trace, "d%", attack);
    step->is_total_given = true;
    step->is_decimal = true;
    step->value_decimal = 8.5;
    trace_factor(&trace, 2, (struct source){"fury", "1"});
    assert_string_equal(line_of(&trace), "5-25: 25% = 10, d% [=8.5] x 2 fury");
    assert_string_equal(given_of(&trace), "0.25 =8.5");
    /* A real and the total of it; a 0 as it is printed; a notation that begins with a sign. */
    trace_clear(&trace);
    step = trace_dice(&trace, "d%", attack);
    trace_real(&trace, step, 0.5, false);
    step->is_decimal = true;
    step->value_decimal = 0.5;
    trace_total_decimal(&trace, 0.5);
    step = throw(&trace, "d10", (int[]){10}, 1, true);
    step->zero_means = 10;
    step = throw(&trace, "-d6", (int[]){4}, 1, false);
    step->value = -4;
    assert_string_equal(line_of(&trace), "d% 50% = 0.5; d10 [10] (0 is 10), -d6 4 = -4");
    /* The words for the faces are left out where they would be a long list. */
    trace_clear(&trace);
    throw(&trace, "d8r1", (int[]){4}, 1, false);
    throw(&trace, "d66+1", (int[]){4}, 1, false);
    throw(&trace, "d8r1+d8r2+d8r3+d8r4+d8r5", (int[]){4, 3, 2, 1, 1}, 5, false);
    assert_string_equal(line_of(&trace), "d8r1 4 (re-rolls 1 until another face falls), "
                                         "d66+1: 4 (one die of 66 sides), "
                                         "d8r1+d8r2+d8r3+d8r4+d8r5: 4 3 2 1 1 = 11");
}

static void test_trace__a_number_shows_its_parts(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    throw(&trace, "d20", (int[]){14}, 1, false);
    trace_total(&trace, 14);
    trace_against(&trace, 9, (struct source){"P", "1"});
    trace_from(&trace, 17, (struct source){"DV", "1"});
    trace_term(&trace, -8, (struct source){"to hit", "1"});
    trace_result(&trace, (struct source){"hit", "1"});
    trace_number(&trace, 6, (struct source){"PV", "2"});
    trace_from(&trace, 9, (struct source){"shown", "2"});
    trace_term(&trace, -4, (struct source){"", "2"});
    trace_term(&trace, 1, (struct source){"sharp", "2"});
    trace_number(&trace, 4, (struct source){"AV", "2"});
    throw(&trace, "3d6", (int[]){1, 2, 3}, 3, false);
    trace_number_decimal(&trace, 2.5, (struct source){"accuracy", "3"});
    trace_from_decimal(&trace, 5, "at \"level\" 5", "3");
    trace_factor(&trace, 1.5, (struct source){"weapon", "3"});
    trace_divisor(&trace, 3, (struct source){"strength", "3"});
    throw(&trace, "d6", (int[]){4}, 1, false);
    assert_string_equal(
        line_of(&trace),
        "d20 14 = 14 vs P 9 = 17 DV - 8 to hit: hit; PV 6 = 9 shown - 4 + 1 sharp; AV 4; "
        "3d6 1 2 3 = 6; accuracy 2.5 = 5 at \"level\" 5 x 1.5 weapon / 3 strength; d6 4");
    const char *record = record_of(&trace);
    assert_non_null(strstr(record,
                           "{\"step\":\"number\",\"value\":6,\"why\":\"PV\",\"rule\":"
                           "\"2\"},{\"step\":\"made_of\",\"value\":9,\"why\":\"shown\""));
    assert_non_null(strstr(record, "\"value\":5,\"why\":\"at \\u0022level\\u0022 5\""));
    assert_non_null(strstr(record, "{\"step\":\"divisor\",\"value\":3,"));
    assert_true((int)strlen(record) < trace_json_size(&trace));

    /* A single part says only where the number comes from, unless it is another number. */
    trace_clear(&trace);
    trace_number(&trace, 4, (struct source){"AV", "2"});
    trace_from(&trace, 4, (struct source){"shield", "2"});
    trace_number(&trace, 4, (struct source){"AV", "2"});
    trace_from(&trace, 4, (struct source){"", "2"});
    trace_number(&trace, 4, (struct source){"AV", "2"});
    trace_from_decimal(&trace, 4.5, "shield", "2");
    trace_factor(&trace, 2, (struct source){"", "3"});
    trace_divisor(&trace, 3, (struct source){"strength", "3"});
    trace_term(&trace, 1, (struct source){"sharp", "2"});
    throw(&trace, "d6", (int[]){4}, 1, false);
    assert_string_equal(line_of(&trace), "AV 4 (shield); AV 4 = 4; "
                                         "AV 4 = 4.5 shield x 2 / 3 strength + 1 sharp; d6 4");
}

static void test_trace__a_throw_can_join_the_total_before_it(void **state)
{
    (void)state;
    static struct trace trace;
    trace_clear(&trace);
    trace_dice_joins(&trace, 1); /* nothing was thrown */
    throw(&trace, "5-25", (int[]){18}, 1, false);
    trace_dice(&trace, "0-2", (struct source){"excess", "1"})->value = 2;
    trace_dice_joins(&trace, 1);
    trace_total(&trace, 20);
    trace_factor(&trace, 1.5, (struct source){"fury", "1"});
    trace_total(&trace, 30);
    trace_dice_joins(&trace, -1); /* the last step is no throw */
    trace_dice(&trace, "0-4", (struct source){"absorption", "1"})->value = 3;
    trace_dice_joins(&trace, -1);
    trace_total(&trace, 27);
    assert_string_equal(line_of(&trace), "5-25: 18 + 0-2: 2 excess = 20 x 1.5 fury = 30 - 0-4: "
                                         "3 absorption = 27");
    trace_dice_joins(NULL, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trace__a_line_tells_the_act_from_left_to_right),
        cmocka_unit_test(test_trace__paragraphs_are_named_once_in_their_order),
        cmocka_unit_test(test_trace__json_holds_the_throws_only),
        cmocka_unit_test(test_trace__the_record_holds_every_step),
        cmocka_unit_test(test_trace__a_typed_total_is_without_faces),
        cmocka_unit_test(test_trace__reals_and_percentiles_are_shown_as_thrown),
        cmocka_unit_test(test_trace__a_full_trace_is_cut_and_stays_readable),
        cmocka_unit_test(test_trace__a_long_throw_is_shown_in_part),
        cmocka_unit_test(test_trace__json_fits_the_size_it_announces),
        cmocka_unit_test(test_trace__no_trace_and_a_full_one_take_nothing),
        cmocka_unit_test(test_trace__any_step_may_come_first),
        cmocka_unit_test(test_trace__a_value_is_said_where_the_faces_do_not_show_it),
        cmocka_unit_test(test_trace__a_number_shows_its_parts),
        cmocka_unit_test(test_trace__a_throw_can_join_the_total_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
