/* What is counted of fights: the first that lacked something, and the differences. */
#include "forecast/fight_tally.h"

#include <stdlib.h>

#include "support/table.h"
#include "support/unit.h"

static void test_fight_tally__the_lowest_fight_that_lacked_something_is_kept(void **state)
{
    (void)state;
    static const int64_t numbers[] = {7, 3, 5};
    struct table *table = table_new("yuxtapa");
    struct fight *fight = calloc(1, sizeof *fight);
    struct fight_tally *tally = calloc(1, sizeof *tally);
    assert_true(fight != NULL && tally != NULL);
    table_do(table, "add Ana side=party dv=4 pv=1 to_hit=3 damage=1d6 hp=0");
    table_do(table, "add rat dv=3 pv=0 to_hit=2 damage=1d4");
    state_copy(&fight->state, &table->state);
    struct fight_tally_about about;
    fight_tally_about_init(&about, table->procedure, &table->state);
    fight_tally_init(tally);
    struct fight_sum sum, ended = {.has_end = true};
    for (int i = 0; i < 3; i++) {
        struct fight_outcome *outcome = &fight->outcome;
        outcome->end = FIGHT_NEEDS;
        outcome->refused = 2;
        text_format(outcome->needs, sizeof outcome->needs, "fight %d", (int)numbers[i]);
        text_format(outcome->first_refused, sizeof outcome->first_refused, "line %d",
                    (int)numbers[i]);
        fight_tally_add(tally, &about, fight, numbers[i], &sum);
        assert_false(sum.has_end);
        fight_tally_add_difference(tally, &sum, &ended);
        fight_tally_add_difference(tally, &ended, &sum);
    }
    assert_int_equal(tally->refused, 6);
    assert_int_equal(tally->refused_fight, 3);
    assert_string_equal(tally->first_refused, "line 3");
    assert_int_equal(tally->needs_fight, 3);
    assert_string_equal(tally->needs, "fight 3");
    assert_int_equal(tally->fights, 0);
    assert_int_equal(tally->difference.pairs, 0);
    /* A stalemate is told apart by what kept it going. */
    fight->outcome = (struct fight_outcome){.end = FIGHT_STALEMATE, .round = 51};
    fight_tally_add(tally, &about, fight, 9, &sum);
    assert_int_equal(tally->stalemates_at_zero, 1);
    assert_int_equal(tally->stalemates_unset, 0);
    table_do(table, "damage rat 2");
    table_do(table, "out Ana fled");
    state_copy(&fight->state, &table->state);
    fight_tally_add(tally, &about, fight, 10, &sum);
    assert_int_equal(tally->stalemates_at_zero, 1);
    assert_int_equal(tally->stalemates_unset, 1);
    fight_tally_add_difference(tally, &sum, &ended);
    assert_int_equal(tally->difference.pairs, 1);
    assert_int_equal(tally->difference.rounds, 51);
    free(tally);
    free(fight);
    table_free(table);
}

/* Who fell, how many of a group are left, what can still be used, and when a group broke. Those
 * who are not in the fight any more, and what has no uses left, are not counted. */
static void test_fight_tally__counts_who_fell_and_what_is_left(void **state)
{
    (void)state;
    struct table *table = table_new("four-against-darkness");
    struct fight *fight = calloc(1, sizeof *fight);
    struct fight_tally *tally = calloc(1, sizeof *tally);
    assert_true(fight != NULL && tally != NULL);
    static const char *const lines[] = {"add Ann class=halfling level=3",
                                        "add Bo class=halfling level=3",
                                        "add Cy class=wizard level=1",
                                        "add rats foe=vermin level=3 count=9",
                                        "add Dee class=halfling level=1",
                                        "add Eve class=halfling level=1",
                                        "uses Ann luck 2",
                                        "uses Bo luck 1",
                                        "uses Cy spells 3",
                                        "uses Dee luck 0",
                                        "uses Eve luck 1",
                                        "remove Cy"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        table_do(table, lines[i]);
    }
    struct fight_tally_about about;
    fight_tally_about_init(&about, table->procedure, &table->state);
    assert_int_equal(about.uses, 3);
    table_do(table, "uses Ann luck 1");
    table_do(table, "uses Bo luck 0");
    table_do(table, "out Bo dead");
    table_do(table, "remove Eve");
    table_do(table, "set rats count=5");
    table_do(table, "out rats dead");
    state_copy(&fight->state, &table->state);
    fight_tally_init(tally);
    struct fight_sum sum;
    static const int rounds[] = {-3, 4, 10000};
    for (int i = 0; i < 3; i++) {
        fight->outcome = (struct fight_outcome){.end = FIGHT_WON, .round = rounds[i]};
        fight->outcome.broke[0] = (struct fight_break){.group = 4, .round = 2};
        fight->outcome.breaks = i < 1 ? 0 : 1;
        fight_tally_add(tally, &about, fight, i, &sum);
        assert_int_equal(sum.falls, 1);
        assert_int_equal(sum.won, 1);
    }
    assert_int_equal(tally->falls[0], 0);
    assert_int_equal(tally->falls[1], 3);
    assert_int_equal(tally->falls[2], 0);
    assert_int_equal(tally->falls[3], 3);
    assert_int_equal(tally->hp_left[3], 3 * 5);
    assert_int_equal(tally->uses_left[0], 3 * 1);
    assert_int_equal(tally->uses_left[1], 0);
    assert_int_equal(tally->uses_left[2], 0);
    assert_int_equal(tally->breaks[3], 2);
    assert_int_equal(tally->rounds[0], 1);
    assert_int_equal(tally->rounds[TALLY_ROUNDS - 1], 1);
    free(tally);
    free(fight);
    table_free(table);
}

/* More than there is room for: the first ones are counted. */
static void test_fight_tally__counts_no_more_uses_than_it_has_room_for(void **state)
{
    (void)state;
    struct table *table = table_new("four-against-darkness");
    static struct state full;
    struct fight_tally_about about;
    table_do(table, "add Ann side=party level=1 hp=4");
    state_copy(&full, &table->state);
    for (int i = 0; i <= TALLY_USES_MAX; i++) {
        TEXT_BUFFER(label, 20);
        text_add(&label, "item %d", i);
        state_apply(&full,
                    &(struct event){.kind = EVENT_EFFECT_CHANGED,
                                    .field = effect_from_name(table->procedure, str_of("uses")),
                                    .subject = 1,
                                    .text_to = str_of(label.p),
                                    .is_set = true,
                                    .to = 1});
    }
    fight_tally_about_init(&about, table->procedure, &full);
    assert_int_equal(about.uses, TALLY_USES_MAX);
    table_free(table);
}

static void test_fight_tally__an_average_of_fewer_than_two_has_no_width(void **state)
{
    (void)state;
    struct interval none = interval_of_mean(0, 0, 0), one = interval_of_mean(5, 25, 1);
    assert_true(none.middle == 0 && none.low == 0 && none.high == 0);
    assert_true(one.middle == 5 && one.low == 5 && one.high == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fight_tally__the_lowest_fight_that_lacked_something_is_kept),
        cmocka_unit_test(test_fight_tally__counts_who_fell_and_what_is_left),
        cmocka_unit_test(test_fight_tally__counts_no_more_uses_than_it_has_room_for),
        cmocka_unit_test(test_fight_tally__an_average_of_fewer_than_two_has_no_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
