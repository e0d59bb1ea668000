/* Walking every outcome: merging, absent numbers, endless chains, too many outcomes, too little
 * memory. The actions here are made for these tests. */
#include "resolver/odds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "resolver/system.h"
#include "support/acts.h"
#include "support/unit.h"

static const struct source why = {"roll", "x"};
static unsigned char memory[ODDS_MEMORY_SIZE];

static const struct outcome_def outcomes[] = {
    {"chance", OUTCOME_CHANCE, 0, "x", "a chance"},
    {"number", OUTCOME_NUMBER, 0, "x", "a number"},
};

/* v[0] is the number, v[1] the chance, v[2] how far the act has come; an odd number is absent
 * when v[3] is set. */
static void read_outcome(const struct rule_state *state, const struct inputs *inputs,
                         struct outcome *out)
{
    (void)inputs;
    out->is_present[0] = true;
    out->value[0] = state->v[1];
    out->is_present[1] = !state->v[3] || state->v[0] % 2 == 0;
    out->value[1] = state->v[0];
}

static enum status odds_of_stages(struct odds *odds, stage_fn *const *stages, int count,
                                  size_t size, struct error *err)
{
    static struct action action;
    static struct inputs inputs;
    action = (struct action){.name = "sample",
                             .outcomes = outcomes,
                             .outcomes_count = 2,
                             .stages = stages,
                             .stages_count = count,
                             .read = read_outcome};
    inputs = (struct inputs){.action = &action};
    struct arena arena;
    arena_init(&arena, memory, size);
    return odds_of(odds, &inputs, &arena, err);
}

static void check_stages(struct odds *odds, stage_fn *stage)
{
    struct error err;
    stage_fn *const stages[] = {stage};
    if (odds_of_stages(odds, stages, 1, sizeof memory, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
}

static double mass_at(const struct odds *odds, int64_t value)
{
    for (int i = 0; i < odds->numbers[1].count; i++) {
        if (odds->numbers[1].value[i] == value) {
            return odds->numbers[1].mass[i];
        }
    }
    return 0;
}

/* ---- merging --------------------------------------------------------------------------- */

/* 300 coins, one a stage: 2^300 paths, 301 equal acts at most. */
static void coins(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    (void)inputs;
    state->v[0] += dice_face(dice, 2, why) - 1;
    state->stage = ++state->v[2] == 300 ? RULE_DONE : 0;
}

static void test_odds__equal_acts_are_added_up(void **state)
{
    (void)state;
    struct odds odds;
    check_stages(&odds, coins);
    assert_true(fabs(odds.numbers[1].mean - 150) < 1e-9);
    assert_true(fabs(odds.numbers[1].deviation - sqrt(75)) < 1e-9);
    /* 300 over 150, by its logarithm */
    assert_true(fabs(mass_at(&odds, 150) - exp(lgamma(301) - 2 * lgamma(151) - 300 * log(2))) <
                1e-12);
    double sum = 0;
    for (int i = 0; i < odds.numbers[1].count; i++) {
        sum += odds.numbers[1].mass[i];
        assert_int_equal(odds.numbers[1].value[i], odds.numbers[1].value[0] + i);
    }
    assert_close(sum + odds.unresolved, 1);
}

/* Two dice in one stage, and outcomes of the first that lead to different second dice. */
static void two_dice(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    (void)inputs;
    int first = dice_face(dice, 4, why);
    state->v[0] = first;
    if (first > 1) {
        state->v[0] = first * 10 + dice_best(dice, first, 1, why);
    }
    state->v[1] = first > 2;
    state->stage = RULE_DONE;
}

static void test_odds__a_stage_may_draw_as_it_likes(void **state)
{
    (void)state;
    struct odds odds;
    check_stages(&odds, two_dice);
    assert_close(odds.chance[0], 0.5);
    assert_close(mass_at(&odds, 1), 0.25);
    assert_close(mass_at(&odds, 21), 0.25 * 1 / 4);
    assert_close(mass_at(&odds, 22), 0.25 * 3 / 4);
    assert_close(mass_at(&odds, 33), 0.25 * 5 / 9);
    assert_close(mass_at(&odds, 44), 0.25 * 7 / 16);
    assert_close(odds.unresolved, 0);
}

/* Odd numbers are absent. */
static void with_absent(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    (void)inputs;
    state->v[0] = dice_face(dice, 4, why);
    state->v[3] = 1;
    state->stage = RULE_DONE;
}

static void test_odds__an_absent_number_adds_nothing(void **state)
{
    (void)state;
    struct odds odds;
    check_stages(&odds, with_absent);
    assert_int_equal(odds.numbers[1].count, 2);
    assert_close(mass_at(&odds, 2), 0.25);
    assert_close(mass_at(&odds, 4), 0.25);
    assert_close(odds.numbers[1].mean, 1.5);
}

/* Negative and far apart values. */
static void scattered(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    (void)inputs;
    int face = dice_face(dice, 1000, why);
    state->v[0] = (face % 2 == 0 ? -1 : 1) * face * 2000000;
    state->stage = RULE_DONE;
}

static void test_odds__values_come_in_rising_order(void **state)
{
    (void)state;
    struct odds odds;
    check_stages(&odds, scattered);
    assert_int_equal(odds.numbers[1].count, 1000);
    assert_int_equal(odds.numbers[1].value[0], -2000000000);
    for (int i = 1; i < 1000; i++) {
        assert_true(odds.numbers[1].value[i - 1] < odds.numbers[1].value[i]);
    }
}

/* ---- endless chains -------------------------------------------------------------------- */

static void until_a_six(struct rule_state *state, const struct inputs *inputs,
                        struct dice *dice)
{
    (void)inputs;
    state->v[0]++;
    state->stage = dice_face(dice, 6, why) == 6 ? RULE_DONE : 0;
}

static void test_odds__an_endless_chain_ends_below_a_billionth_of_a_thousandth(void **state)
{
    (void)state;
    struct odds odds;
    check_stages(&odds, until_a_six);
    for (int throws = 1; throws < 60; throws++) {
        assert_close(mass_at(&odds, throws), pow(5 / 6.0, throws - 1) / 6);
    }
    assert_true(odds.unresolved > 0 && odds.unresolved <= 1e-12);
    assert_true(fabs(odds.numbers[1].mean - 6) < 1e-10);
}

static void for_ever(struct rule_state *state, const struct inputs *inputs, struct dice *dice)
{
    (void)inputs;
    state->v[0] = dice_face(dice, 6, why);
}

static void test_odds__an_endless_act_is_an_error(void **state)
{
    (void)state;
    stage_fn *const stages[] = {for_ever};
    struct odds odds;
    struct error err;
    assert_int_equal(odds_of_stages(&odds, stages, 1, sizeof memory, &err), STATUS_FULL);
    assert_non_null(strstr(err.text, "too large to enumerate"));
    struct action action = {
        .name = "sample", .stages = stages, .stages_count = 1, .read = read_outcome};
    static struct inputs inputs;
    inputs = (struct inputs){.action = &action};
    struct dice dice;
    struct outcome outcome;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, false, NULL);
    resolve_act(&inputs, &dice, &outcome);
    assert_int_equal(dice.fault.code, STATUS_FULL);
    assert_non_null(strstr(dice.fault.text, "does not end"));
}

/* ---- too much -------------------------------------------------------------------------- */

static void too_many_acts(struct rule_state *state, const struct inputs *inputs,
                          struct dice *dice)
{
    (void)inputs;
    state->v[state->v[10] + 1] = dice_face(dice, 1000, why);
    state->stage = ++state->v[10] == 8 ? RULE_DONE : 0;
}

static void too_many_draws(struct rule_state *state, const struct inputs *inputs,
                           struct dice *dice)
{
    (void)inputs;
    for (int i = 0; i < DICE_PATH_MAX + 1; i++) {
        state->v[0] += dice_face(dice, 2, why);
    }
    state->stage = RULE_DONE;
}

static void test_odds__an_act_that_is_too_large_is_an_error(void **state)
{
    (void)state;
    stage_fn *const large[] = {too_many_acts, too_many_draws};
    for (int i = 0; i < 2; i++) {
        struct odds odds;
        struct error err;
        assert_int_equal(odds_of_stages(&odds, &large[i], 1, sizeof memory, &err), STATUS_FULL);
        assert_non_null(strstr(err.text, "the odds of this sample are too large to enumerate"));
    }
}

/* Legal inputs whose odds would take long. */
static void test_odds__what_would_take_long_is_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "trilemma attack strength=100 ac=-100 damage=1d1000000",
        "trilemma attack strength=100 ac=-100 damage=100d1000000",
        "trilemma attack strength=14 damage=(50d100)*(50d100)",
        "trilemma attack strength=14 damage=100d100kh50",
        "trilemma attack strength=14 damage=100d1000!",
        "qud melee dv=0 pv=100 av=-100 damage=100d20",
        "pixel attack accuracy=1 dodge=1 damage=0-1000 armor=100 excess_strength=200",
    };
    for (int i = 0; i < (int)(sizeof lines / sizeof lines[0]); i++) {
        static struct inputs inputs;
        acts_inputs(&inputs, lines[i]);
        struct arena arena;
        arena_init(&arena, memory, sizeof memory);
        struct odds odds;
        struct error err;
        assert_int_equal(odds_of(&odds, &inputs, &arena, &err), STATUS_FULL);
        assert_non_null(strstr(err.text, "are too large to enumerate"));
    }
}

/* Legal inputs near the limit, which must have odds. */
static void test_odds__hard_acts_have_odds(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "trilemma attack strength=100 ac=-100 damage=100d100",
        "trilemma attack strength=14 defend damage=10d100 edge=5 defender_edge=-5",
        "trilemma attack strength=14 damage=100d20kh50",
        "trilemma attack strength=14 damage=100d20!",
        "4ad attack level=1 foe=minor die=20 bonus=100 triple",
        "qud melee dv=0 pv=100 av=-100 damage=1d2",
        "pixel attack accuracy=1 dodge=1 damage=0-1000 armor=100",
        "yuxtapa attack to_hit=0 dv=0 pv=0 damage=100d100",
    };
    for (int i = 0; i < (int)(sizeof lines / sizeof lines[0]); i++) {
        struct acts_odds odds;
        acts_odds(&odds, lines[i]);
        assert_true(odds.odds.unresolved <= 1e-12);
    }
}

static void test_odds__any_size_of_memory_is_an_answer(void **state)
{
    (void)state;
    stage_fn *const stages[] = {two_dice};
    bool was_enough = false;
    for (size_t size = 0; size < 20000; size += 16) {
        struct odds odds;
        struct error err;
        enum status status = odds_of_stages(&odds, stages, 1, size, &err);
        assert_true(status == STATUS_OK || (status == STATUS_FULL && !was_enough));
        was_enough = was_enough || status == STATUS_OK;
        if (was_enough) {
            assert_close(odds.chance[0], 0.5);
        }
    }
    stage_fn *const more[] = {coins};
    struct odds odds;
    struct error err;
    for (size_t size = 20000; size < 400000; size += 4096) {
        enum status status = odds_of_stages(&odds, more, 1, size, &err);
        assert_true(status == STATUS_OK || status == STATUS_FULL);
    }
    assert_true(was_enough);
}

static void test_odds__what_the_arena_held_stays(void **state)
{
    (void)state;
    static unsigned char lent[ODDS_MEMORY_SIZE];
    struct arena arena;
    arena_init(&arena, lent, sizeof lent);
    char *mine = arena_take(&arena, 100, 1);
    memset(mine, 'x', 100);
    struct acts_odds odds;
    acts_inputs(&odds.inputs, "trilemma attack strength=14 defend");
    struct error err;
    assert_int_equal(odds_of(&odds.odds, &odds.inputs, &arena, &err), STATUS_OK);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(mine[i], 'x');
    }
    assert_true(arena.used > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_odds__equal_acts_are_added_up),
        cmocka_unit_test(test_odds__a_stage_may_draw_as_it_likes),
        cmocka_unit_test(test_odds__an_absent_number_adds_nothing),
        cmocka_unit_test(test_odds__values_come_in_rising_order),
        cmocka_unit_test(test_odds__an_endless_chain_ends_below_a_billionth_of_a_thousandth),
        cmocka_unit_test(test_odds__an_endless_act_is_an_error),
        cmocka_unit_test(test_odds__an_act_that_is_too_large_is_an_error),
        cmocka_unit_test(test_odds__what_would_take_long_is_refused),
        cmocka_unit_test(test_odds__hard_acts_have_odds),
        cmocka_unit_test(test_odds__any_size_of_memory_is_an_answer),
        cmocka_unit_test(test_odds__what_the_arena_held_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
