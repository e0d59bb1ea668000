/* Where dice come from: words of the table, the generator, questions, and dice that have
 * fallen. */
#include "resolver/dice/dice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/acts.h"
#include "support/draws.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const struct source why = {"attack", "5.14"};

static void test_dice__words_of_the_table_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        enum entered_kind kind;
        int64_t value;
    } rows[] = {
        {"14", GIVEN_FACE, 14},           {"1", GIVEN_FACE, 1},
        {"-1", GIVEN_FACE, -1},           {"0", GIVEN_FACE, 0},
        {"1000000", GIVEN_FACE, 1000000}, {"=15", GIVEN_TOTAL, 15},
        {"=-3", GIVEN_TOTAL, -3},         {"=8.6", GIVEN_TOTAL, 8},
        {"0.35", GIVEN_DECIMAL, 0},       {"*", GIVEN_ROLL, 0},
        {"roll", GIVEN_ROLL_ALL, 0},      {"Roll", GIVEN_ROLL_ALL, 0},
        {"0.0", GIVEN_DECIMAL, 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct entered given;
        assert_true(entered_parse(&given, str_of(rows[i].word)));
        assert_int_equal(given.kind, rows[i].kind);
        assert_int_equal(given.value, rows[i].value);
    }
    static const char *const others[] = {"",        "=",  "x",   "14x",  "+3",
                                         "1000001", "-2", "1.5", "-0.5", "=1.5.2",
                                         "=x",      "**", "rol", "1e2",  "--"};
    for (int i = 0; i < COUNT(others); i++) {
        struct entered given;
        assert_false(entered_parse(&given, str_of(others[i])));
    }
}

/* Two throws: the best of two d20, then 2d6. */
struct thrown {
    struct dice dice;
    struct trace trace;
    struct entered given[ENTERED_MAX];
    int best, sum;
    struct error err;
    enum status status;
};

static void throw_two(struct thrown *out, const char *given, bool asks)
{
    int count = acts_given(out->given, ENTERED_MAX, given);
    dice_init_thrown(&out->dice, (struct dice_stream){.seed = 7}, out->given, count, asks,
                     &out->trace);
    out->best = dice_best(&out->dice, 20, 1, why);
    out->sum = dice_sum(&out->dice, 2, 6, (struct source){"damage", "5.18"});
    out->status = dice_finish(&out->dice, &out->err);
}

static void test_dice__given_dice_are_used_in_their_order(void **state)
{
    (void)state;
    struct thrown thrown;
    throw_two(&thrown, "3 17 2 5", true);
    assert_int_equal(thrown.status, STATUS_OK);
    assert_int_equal(thrown.best, 17);
    assert_int_equal(thrown.sum, 7);
    assert_int_equal(thrown.dice.stream.draw, 0);
    throw_two(&thrown, "=17 2 5", true);
    assert_int_equal(thrown.best, 17);
    throw_two(&thrown, "3 17 =7", true);
    assert_int_equal(thrown.sum, 7);
}

static void test_dice__stars_mean_a_throw_or_the_rest_of_one(void **state)
{
    (void)state;
    static const struct {
        const char *given;
        uint32_t drawn;
        int best, sum; /* 0: generated */
    } rows[] = {
        {"* 2 5", 2, 0, 7},   {"* =7", 2, 0, 7},       {"3 * 2 5", 1, 0, 7},
        {"3 17 *", 2, 17, 0}, {"3 17 2 *", 1, 17, 0},  {"* *", 4, 0, 0},
        {"roll", 4, 0, 0},    {"3 17 roll", 2, 17, 0}, {"3 roll", 3, 0, 0},
        {"=17 *", 2, 17, 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct thrown thrown;
        throw_two(&thrown, rows[i].given, true);
        assert_int_equal(thrown.status, STATUS_OK);
        assert_false(thrown.dice.is_wanting);
        assert_int_equal(thrown.dice.stream.draw, rows[i].drawn);
        assert_true(rows[i].best == 0 || thrown.best == rows[i].best);
        assert_true(rows[i].sum == 0 || thrown.sum == rows[i].sum);
    }
}

static void test_dice__missing_dice_are_asked_for_or_generated(void **state)
{
    (void)state;
    static const struct {
        const char *given;
        const char *dice;
        int missing;
        int64_t high;
        const char *label;
    } rows[] = {
        {"", "2d20kh1", 2, 20, "attack"}, {"3", "2d20kh1", 1, 20, "attack"},
        {"3 17", "2d6", 2, 6, "damage"},  {"=17 4", "2d6", 1, 6, "damage"},
        {"3 *", "2d6", 2, 6, "damage"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct thrown thrown;
        throw_two(&thrown, rows[i].given, true);
        assert_true(thrown.dice.is_wanting);
        assert_string_equal(thrown.dice.request.dice, rows[i].dice);
        assert_int_equal(thrown.dice.request.missing, rows[i].missing);
        assert_int_equal(thrown.dice.request.low, 1);
        assert_int_equal(thrown.dice.request.high, rows[i].high);
        assert_string_equal(thrown.dice.request.label, rows[i].label);
        throw_two(&thrown, rows[i].given, false);
        assert_false(thrown.dice.is_wanting);
        assert_true(thrown.dice.stream.draw > 0);
        assert_int_equal(thrown.status, STATUS_OK);
    }
}

static void test_dice__impossible_dice_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *given;
        const char *says;
    } rows[] = {
        {"23", "23 is not possible"},
        {"0", "0 is not possible"},
        {"3 =4", "the total 4 is not possible"},
        {"3 17 7", "7 is not possible"},
        {"=21", "a total of 21 is not possible: it is 1 to 20"},
        {"3 17 =13", "a total of 13 is not possible: it is 2 to 12"},
        {"3 17 2 5 6", "too many dice: 4 dice are needed, 5 were given"},
        {"3 17 2 5 =6", "too many dice"},
        {"3 17 =7 0.5", "too many dice"},
        {"roll 5", "no dice can follow roll"},
        {"0.5", "is not possible"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct thrown thrown;
        throw_two(&thrown, rows[i].given, true);
        assert_int_equal(thrown.status, STATUS_USAGE);
        if (strstr(thrown.err.text, rows[i].says) == NULL) {
            fail_msg("%s: %s", rows[i].given, thrown.err.text);
        }
    }
}

static void test_dice__a_draw_depends_on_its_place_alone(void **state)
{
    (void)state;
    struct dice_stream at = {.seed = 99, .encounter = 3, .draw = 1000};
    struct dice_stream from = {.seed = 99, .encounter = 3, .draw = 990};
    for (int i = 0; i < 10; i++) {
        dice_stream_face(&from, i + 1);
    }
    assert_int_equal(from.draw, 1000);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(dice_stream_face(&at, 1000000), dice_stream_face(&from, 1000000));
    }
    struct dice_stream other = {.seed = 99, .encounter = 4, .draw = 1000};
    struct dice_stream again = {.seed = 99, .encounter = 3, .draw = 1000};
    int same = 0;
    for (int i = 0; i < 100; i++) {
        same += dice_stream_face(&other, 1000) == dice_stream_face(&again, 1000);
    }
    assert_true(same < 10);
}

/* Draws of few and many sides share blocks, or have their own, independent of earlier draws; a
 * sum takes the same draws as its dice one by one. */
static void test_dice__a_sum_takes_the_draws_of_its_dice(void **state)
{
    (void)state;
    static const int sides[] = {1, 6, 20, 4096, 4097, 1000000};
    for (int i = 0; i < COUNT(sides); i++) {
        struct dice_stream one = {.seed = 3, .encounter = 2, .draw = 5};
        struct dice_stream all = one;
        int64_t sum = 0;
        for (int k = 0; k < 1000; k++) {
            struct dice_stream alone = {.seed = 3, .encounter = 2, .draw = one.draw};
            int face = dice_stream_face(&one, sides[i]);
            assert_int_equal(dice_stream_face(&alone, sides[i]), face);
            assert_true(face >= 1 && face <= sides[i]);
            sum += face;
        }
        assert_int_equal(dice_stream_sum(&all, 1000, sides[i]), sum);
        assert_int_equal(all.draw, one.draw);
    }
}

static void test_dice__faces_fall_evenly(void **state)
{
    (void)state;
    static const int sides[] = {2, 3, 6, 20, 100, 4095, 5000};
    for (int i = 0; i < COUNT(sides); i++) {
        int counted[5001] = {0};
        struct dice_stream stream = {.seed = 5};
        enum { DRAWS = 60000 };
        for (int k = 0; k < DRAWS; k++) {
            int face = dice_stream_face(&stream, sides[i]);
            assert_true(face >= 1 && face <= sides[i]);
            counted[face]++;
        }
        double each = (double)DRAWS / sides[i];
        double sum = 0;
        for (int face = 1; face <= sides[i]; face++) {
            sum += (counted[face] - each) * (counted[face] - each) / each;
        }
        int freedom = sides[i] - 1;
        assert_true(sum < freedom + 5 * sqrt(2.0 * freedom) + 10);
    }
}

static void test_dice__a_written_uniform_reads_back_as_itself(void **state)
{
    (void)state;
    struct dice_stream stream = {.seed = 12};
    for (int i = 0; i < 100000; i++) {
        double uniform = dice_stream_uniform(&stream);
        assert_true(uniform >= 0 && uniform < 1);
        TEXT_BUFFER(text, 32);
        text_add_fraction(&text, uniform);
        struct entered given;
        assert_true(entered_parse(&given, str_of(text.p)));
        assert_int_equal(given.kind, GIVEN_DECIMAL);
        assert_true(given.decimal == uniform);
    }
}

/* ---- dice that have fallen ------------------------------------------------------------- */

static const struct source attack = {"attack", ""};

/* An act in which Ana (1) rolled at a rat (2): an attack with these dice, and one of damage. */
static struct kept_dice *fell(const char *dice, const int *faces, int count, bool is_entered)
{
    struct kept_dice *kept = malloc(sizeof *kept);
    assert_non_null(kept);
    kept_dice_init(kept);
    kept_dice_add_roll(kept, 1, 2);
    kept_dice_add_throw(kept, "attack", dice, false);
    for (int i = 0; i < count; i++) {
        kept_dice_add(kept, (struct kept_die){.face = faces[i], .is_entered = is_entered});
    }
    kept_dice_add_throw(kept, "damage", "1d6", false);
    kept_dice_add(kept, (struct kept_die){.face = 4, .is_entered = is_entered});
    return kept;
}

/* Dice that ask for whatever was not kept. */
static struct dice again(struct kept_dice *kept, struct trace *trace)
{
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, true, trace);
    kept_dice_restart(kept);
    kept_dice_begin_roll(kept, 1, 2);
    dice.kept = kept;
    return dice;
}

static int unused(const struct kept_dice *kept)
{
    const struct kept_throw *of;
    int i = 0;
    int count = 0;
    while (kept_dice_unused(kept, &i, &of) != NULL) {
        count++;
    }
    return count;
}

static void test_kept__each_die_stays_at_its_place(void **state)
{
    (void)state;
    struct trace trace;
    struct kept_dice *kept = fell("d20", (int[]){20}, 1, true);
    struct dice dice = again(kept, &trace);
    assert_int_equal(dice_best(&dice, 20, 0, attack), 20);
    assert_int_equal(dice_face(&dice, 6, (struct source){"damage", ""}), 4);
    assert_false(dice_is_stuck(&dice));
    assert_int_equal(unused(kept), 0);
    /* A penalty die is a new place; the damage is not affected. */
    dice = again(kept, &trace);
    dice_best(&dice, 20, -1, attack);
    assert_true(dice.is_wanting);
    assert_int_equal(dice.request.missing, 1);
    assert_false(dice.request.takes_total);
    assert_int_equal(unused(kept), 1);
    free(kept);
}

static void test_kept__a_rolled_die_does_not_become_one_of_another_kind(void **state)
{
    (void)state;
    struct trace trace;
    struct kept_dice *kept = fell("d6", (int[]){5}, 1, false);
    struct dice dice = again(kept, &trace);
    assert_int_equal(dice_face(&dice, 6, attack), 5);
    assert_int_equal(trace.step[0].entered_count, 0);
    dice = again(kept, &trace);
    dice_face(&dice, 8, attack);
    assert_true(dice.is_wanting);
    free(kept);
    /* A typed one may be, when the die can show it. */
    kept = fell("d8", (int[]){5}, 1, true);
    dice = again(kept, &trace);
    assert_int_equal(dice_face(&dice, 6, attack), 5);
    dice = again(kept, &trace);
    dice_face(&dice, 4, attack);
    assert_true(dice.is_wanting);
    free(kept);
}

static void test_kept__a_chain_keeps_first_dice_and_what_came_of_them_apart(void **state)
{
    (void)state;
    struct trace trace;
    struct kept_dice *kept = fell("3d6kh1!", (int[]){2, 6, 3, 5}, 4, true);
    struct dice dice = again(kept, &trace);
    assert_int_equal(dice_chain(&dice, 6, 6, 3, attack).total, 11);
    /* With one first die instead of three, nothing explodes. */
    dice = again(kept, &trace);
    assert_int_equal(dice_chain(&dice, 6, 6, 1, attack).total, 2);
    assert_int_equal(unused(kept), 4);
    free(kept);
    /* With two more, those are new, and the chain is kept for later. */
    kept = fell("d6!", (int[]){6, 2}, 2, true);
    dice = again(kept, &trace);
    dice_chain(&dice, 6, 6, 3, attack);
    assert_true(dice.is_wanting);
    assert_int_equal(dice.request.missing, 2);
    struct entered more[2] = {{.kind = GIVEN_FACE, .value = 1},
                              {.kind = GIVEN_FACE, .value = 4}};
    dice = again(kept, &trace);
    dice.entered = more;
    dice.entered_count = 2;
    assert_int_equal(dice_chain(&dice, 6, 6, 3, attack).total, 8);
    free(kept);
}

static void test_kept__dice_of_one_who_is_gone_go_to_another(void **state)
{
    (void)state;
    struct trace trace;
    struct kept_dice *kept = fell("d20", (int[]){20}, 1, true);
    struct dice dice = again(kept, &trace);
    /* It is not yet known who else will roll: these dice may be needed later. */
    kept_dice_begin_roll(kept, 1, 3);
    dice_face(&dice, 20, attack);
    assert_true(dice.is_wanting);
    kept_dice_learn_rollers(kept);
    kept->rollers = 1;
    kept->roller[0] = (struct kept_roll){.subject = 1, .object = 3};
    dice = again(kept, &trace);
    kept_dice_begin_roll(kept, 1, 3);
    assert_int_equal(dice_face(&dice, 20, attack), 20);
    free(kept);
}

static void test_kept__what_is_struck_or_replaced_is_not_what_fell(void **state)
{
    (void)state;
    struct trace trace;
    struct kept_dice *kept = fell("d20", (int[]){20}, 1, true);
    kept->die[0].as = KEPT_NOT;
    struct dice dice = again(kept, &trace);
    dice_face(&dice, 20, attack);
    assert_true(dice.is_wanting);
    assert_int_equal(unused(kept), 1);
    kept->die[0] = (struct kept_die){.face = 21, .is_entered = true, .as = KEPT_REPLACED};
    dice = again(kept, &trace);
    dice_face(&dice, 20, attack);
    assert_int_equal(dice.fault.code, STATUS_USAGE);
    free(kept);
}

static void test_kept__a_total_is_that_of_the_same_throw(void **state)
{
    (void)state;
    struct trace trace;
    struct dice_expr expr, other;
    struct error err;
    assert_int_equal(dice_expr_parse(&expr, str_of("2d6"), &err), STATUS_OK);
    assert_int_equal(dice_expr_parse(&other, str_of("3d6"), &err), STATUS_OK);
    struct kept_dice *kept = malloc(sizeof *kept);
    assert_non_null(kept);
    kept_dice_init(kept);
    kept_dice_add_roll(kept, 1, 2);
    kept_dice_add_throw(kept, "attack", "2d6", true);
    kept_dice_add(kept, (struct kept_die){.face = 9, .is_entered = true});
    struct dice dice = again(kept, &trace);
    assert_int_equal(dice_total(&dice, &expr, 1, attack), 9);
    assert_true(trace.step[0].is_total_given);
    dice = again(kept, &trace);
    dice_total(&dice, &other, 1, attack);
    assert_true(dice.is_wanting);
    assert_int_equal(dice.request.missing, 3);
    free(kept);
}

/* Dice of one kind that were rolled stay where the expression has more or fewer of them; a
 * label is no die, and of two kinds nobody can tell which is which. */
static void test_kept__rolled_dice_stay_in_an_expression_of_one_kind(void **state)
{
    (void)state;
    static const struct {
        const char *was, *now;
        int faces[2], left;
    } throws[] = {
        {"2d6", "3d6", {3, 5}, 0},         {"2d6[d8 cold]", "3d6[d8 cold]", {3, 5}, 0},
        {"2d6", "1d6", {3, 5}, 1},         {"2d6", "2d8", {3, 5}, 2},
        {"1d6+1d8", "1d6+1d8", {3, 5}, 0}, {"1d6+1d8", "1d6+1d8+1", {3, 5}, 2}};
    for (size_t i = 0; i < sizeof throws / sizeof throws[0]; i++) {
        struct trace trace;
        struct dice_expr expr;
        assert_int_equal(dice_expr_parse(&expr, str_of(throws[i].now), NULL), STATUS_OK);
        struct kept_dice *kept = fell(throws[i].was, throws[i].faces, 2, false);
        struct dice dice = again(kept, &trace);
        dice_total(&dice, &expr, 1, attack);
        if (unused(kept) != throws[i].left + 1) { /* and the die of damage */
            fail_msg("%s, then %s: %d left", throws[i].was, throws[i].now, unused(kept) - 1);
        }
        free(kept);
    }
}

/* An act with more than is kept says so, and keeps none of what follows. */
static void test_kept__too_much_is_told(void **state)
{
    (void)state;
    static const int at_most[] = {KEPT_ROLLS_MAX, KEPT_THROWS_MAX, KEPT_DICE_MAX};
    struct kept_dice *kept = malloc(sizeof *kept);
    assert_non_null(kept);
    for (int what = 0; what < 3; what++) {
        kept_dice_init(kept);
        for (int i = 0; i <= at_most[what]; i++) {
            assert_false(kept->is_cut);
            if (what == 0 || i == 0) {
                kept_dice_add_roll(kept, 1, 2);
            }
            if (what == 1 || (what == 2 && i == 0)) {
                kept_dice_add_throw(kept, "attack", "d6", false);
            }
            if (what == 2) {
                kept_dice_add(kept, (struct kept_die){.face = 1});
            }
        }
        assert_true(kept->is_cut);
        int throws = kept->throws_count, dice = kept->dice;
        kept_dice_add_throw(kept, "attack", "d6", false);
        kept_dice_add(kept, (struct kept_die){.face = 1});
        assert_int_equal(kept->throws_count, throws);
        assert_int_equal(kept->dice, dice);
    }
    kept_dice_init(kept);
    kept_dice_add_throw(kept, "attack", "d6", false); /* of no roll */
    assert_true(kept->is_cut);
    free(kept);
}

/* Only a roll of the same purpose takes what is left. */
static void test_kept__what_is_left_is_of_the_same_purpose(void **state)
{
    (void)state;
    struct trace trace;
    struct kept_dice *kept = fell("d20", (int[]){20}, 1, true);
    kept_dice_add_roll(kept, 1, 3);
    kept_dice_add_throw(kept, "save", "d20", false);
    kept_dice_add(kept, (struct kept_die){.face = 7, .is_entered = true});
    struct dice dice = again(kept, &trace);
    assert_false(kept_dice_are_left(kept));
    dice_best(&dice, 20, 0, attack);
    assert_false(kept_dice_are_left(kept));
    kept_dice_add_roll(kept, 1, 4);
    kept_dice_add_throw(kept, "attack", "d20", false);
    kept_dice_add(kept, (struct kept_die){.face = 8, .is_entered = true});
    assert_true(kept_dice_are_left(kept));
    free(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice__words_of_the_table_are_read),
        cmocka_unit_test(test_dice__given_dice_are_used_in_their_order),
        cmocka_unit_test(test_dice__stars_mean_a_throw_or_the_rest_of_one),
        cmocka_unit_test(test_dice__missing_dice_are_asked_for_or_generated),
        cmocka_unit_test(test_dice__impossible_dice_are_refused),
        cmocka_unit_test(test_dice__a_draw_depends_on_its_place_alone),
        cmocka_unit_test(test_dice__a_sum_takes_the_draws_of_its_dice),
        cmocka_unit_test(test_dice__faces_fall_evenly),
        cmocka_unit_test(test_dice__a_written_uniform_reads_back_as_itself),
        cmocka_unit_test(test_kept__each_die_stays_at_its_place),
        cmocka_unit_test(test_kept__a_rolled_die_does_not_become_one_of_another_kind),
        cmocka_unit_test(test_kept__a_chain_keeps_first_dice_and_what_came_of_them_apart),
        cmocka_unit_test(test_kept__dice_of_one_who_is_gone_go_to_another),
        cmocka_unit_test(test_kept__what_is_struck_or_replaced_is_not_what_fell),
        cmocka_unit_test(test_kept__rolled_dice_stay_in_an_expression_of_one_kind),
        cmocka_unit_test(test_kept__too_much_is_told),
        cmocka_unit_test(test_kept__what_is_left_is_of_the_same_purpose),
        cmocka_unit_test(test_kept__a_total_is_that_of_the_same_throw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
