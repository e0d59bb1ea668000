/* Dice that have already fallen, kept by their places. */

#include <stdlib.h>

#include "resolver/dice/dice.h"
#include "support/unit.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept__each_die_stays_at_its_place),
        cmocka_unit_test(test_kept__a_rolled_die_does_not_become_one_of_another_kind),
        cmocka_unit_test(test_kept__a_chain_keeps_first_dice_and_what_came_of_them_apart),
        cmocka_unit_test(test_kept__dice_of_one_who_is_gone_go_to_another),
        cmocka_unit_test(test_kept__what_is_struck_or_replaced_is_not_what_fell),
        cmocka_unit_test(test_kept__a_total_is_that_of_the_same_throw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
