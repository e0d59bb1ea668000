/* The chance of a roll beside its request: what is written, what is left out, what is kept. */
#include "resolver/request.h"

#include <string.h>

#include "support/acts.h"
#include "support/unit.h"

static struct known_chances chances;

/* What is written about a request; "" when its chance would take long. */
static const char *chance_of(const struct roll_request *request)
{
    static char out[KNOWN_CHANCE_SIZE];
    static char asked[8192];
    struct text text = text_over(asked, sizeof asked);
    struct text chance = text_over(out, sizeof out);
    roll_request_format(request, &text);
    assert_false(text.is_cut);
    chances_add(&chances, request, (struct str){text.p, text.n}, &chance);
    return out;
}

static const char *chance_of_dice(const char *notation)
{
    static struct dice_expr expr;
    assert_int_equal(dice_expr_parse(&expr, str_of(notation), NULL), STATUS_OK);
    return chance_of(&(struct roll_request){.expr = &expr});
}

static const char *chance_of_act(const char *line)
{
    static struct inputs inputs;
    acts_inputs(&inputs, line);
    return chance_of(&(struct roll_request){.inputs = &inputs});
}

static void test_request__a_chance_is_written_unless_it_would_take_long(void **state)
{
    (void)state;
    static const char *const long_dice[] = {
        "100d1000",     /* to add up */
        "d1000*d1000",  /* a million totals */
        "d600*d1000+1", /* the list of them */
    };
    assert_string_equal(chance_of_dice("d2+1"),
                        "\"distributions\":{\"total\":{\"2\":0.5,\"3\":0.5}},"
                        "\"mean\":{\"total\":2.5}");
    for (int i = 0; i < 3; i++) {
        assert_string_equal(chance_of_dice(long_dice[i]), "");
    }
    assert_non_null(strstr(chance_of_act("trilemma attack strength=14 ac=22"),
                           "\"probabilities\":{\"hit\":0.65"));
    assert_string_equal(chance_of_act("trilemma attack strength=14 damage=100d100kh50"), "");
    assert_string_equal(chance_of_act("pixel path dx=1 dy=0"), ""); /* no dice, no odds */
}

static void test_request__a_table_has_the_chances_of_its_dice(void **state)
{
    (void)state;
    struct dice_expr d2;
    assert_int_equal(dice_expr_parse(&d2, str_of("d2"), NULL), STATUS_OK);
    struct random_table table = {.name = "x", .kind = TABLE_WEIGHTS, .sides = 2, .expr = &d2};
    static const char halves[] = "\"distributions\":{\"total\":{\"1\":0.5,\"2\":0.5}},"
                                 "\"mean\":{\"total\":1.5}";
    struct roll_request request = {.table = &table};
    assert_string_equal(chance_of(&request), halves);
    table.kind = TABLE_EXPRESSION;
    assert_string_equal(chance_of(&request), halves);
    table.kind = TABLE_D66;
    const char *tens = chance_of(&request);
    assert_non_null(strstr(tens, "\"16\":0.0277777"));
    assert_null(strstr(tens, "\"17\""));
    assert_null(strstr(tens, "\"20\""));
    assert_non_null(strstr(tens, "\"mean\":{\"total\":38.5}"));
}

/* The same text is answered from memory, as often as it is asked; a chance that found no room
 * in the text, or is too long to keep, is computed again. */
static void test_request__what_was_computed_is_kept_while_there_is_room(void **state)
{
    (void)state;
    static struct inputs inputs;
    struct odds odds = {.is_listed = {true}, .chance = {0.125}};
    char *first, again[KNOWN_CHANCE_SIZE];
    acts_inputs(&inputs, "trilemma check ability=3 dc=12");
    chances_learn(&chances, &inputs, &odds);
    odds.chance[0] = 0.25; /* it is known already */
    chances_learn(&chances, &inputs, &odds);
    struct roll_request request = {.inputs = &inputs};
    assert_non_null(strstr(chance_of(&request), ":0.125"));
    for (int i = 0; i < KNOWN_CHANCES; i++) {
        TEXT_BUFFER(other, 40);
        text_add(&other, "trilemma check ability=%d dc=15", i);
        chance_of_act(other.p);
    }
    assert_null(strstr(chance_of(&request), ":0.125")); /* the oldest makes room */
    /* Cut, it is not kept. */
    TEXT_BUFFER(asked, 4096);
    TEXT_BUFFER(cut, 10);
    acts_inputs(&inputs, "trilemma check ability=3 dc=19");
    roll_request_format(&request, &asked);
    chances_add(&chances, &request, (struct str){asked.p, asked.n}, &cut);
    assert_true(cut.is_cut);
    first = strcpy(again, chance_of(&request));
    assert_true(strlen(first) > 20);
    assert_string_equal(chance_of(&request), first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_request__a_chance_is_written_unless_it_would_take_long),
        cmocka_unit_test(test_request__a_table_has_the_chances_of_its_dice),
        cmocka_unit_test(test_request__what_was_computed_is_kept_while_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
