/* The stock procedure: an order that the referee sets, rounds and turns, acts from the tables,
 * and the borrowed morale check. Played under Pixel Dungeon, whose own part is left alone here.
 */
#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"

static struct table *fight(void)
{
    struct table *table = table_new("pixel");
    table_do(table, "add Ana side=party accuracy=20 dodge=5 damage=3-7 armor=2 hp=20");
    table_do(table, "add Bo side=party accuracy=14 dodge=8 damage=1-6 hp=15");
    table_do(table, "add 2 gnoll accuracy=11 dodge=4 damage=2-5 armor=2 hp=12");
    return table;
}

/* The names in order, as one line. */
static const char *order_of(const struct table *table)
{
    static char buf[200];
    struct text text;
    int ids[COMBATANTS_MAX];
    text_init(&text, buf, sizeof buf);
    int count = procedure_order(&table->state, ids);
    for (int i = 0; i < count; i++) {
        text_add(&text, "%s%s", i == 0 ? "" : ", ", state_name(&table->state, ids[i]));
    }
    return buf;
}

static const char *turn_of(const struct table *table)
{
    int id = table->state.value[ENCOUNTER_TURN];
    return id == 0 ? "" : state_name(&table->state, id);
}

/* ---- order ----------------------------------------------------------------------------- */

static void test_order__is_set_by_hand(void **state)
{
    (void)state;
    struct table *table = fight();
    assert_string_equal(order_of(table), "Ana, Bo, Gnoll 1, Gnoll 2");
    table_do(table, "order g2 Bo");
    assert_string_equal(order_of(table), "Gnoll 2, Bo, Ana, Gnoll 1");
    table_do(table, "move Ana before g2");
    assert_string_equal(order_of(table), "Ana, Gnoll 2, Bo, Gnoll 1");
    table_do(table, "move Ana after g1");
    assert_string_equal(order_of(table), "Gnoll 2, Bo, Gnoll 1, Ana");
    table_do(table, "move g1 after g2");
    assert_string_equal(order_of(table), "Gnoll 2, Gnoll 1, Bo, Ana");
    table_do(table, "add Cy side=party");
    assert_string_equal(order_of(table), "Gnoll 2, Gnoll 1, Bo, Ana, Cy");
    table_wrong(table, "order Ana Ana", "named twice");
    table_wrong(table, "order Zed", "Zed");
    table_wrong(table, "move Ana before Ana", "cannot stand");
    table_free(table);
}

static void test_initiative__is_dice_for_all_or_a_number_for_one(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "initiative Bo=14");
    assert_int_equal(table->state.value[ENCOUNTER_ROUND], 0);
    /* For those who have none: Ana 7, the gnolls 18 and 14; equal scores keep the order of
     * entry. */
    table_do(table, "initiative d20 7 18 14");
    assert_string_equal(order_of(table), "Gnoll 1, Bo, Gnoll 2, Ana");
    assert_int_equal(table->state.value[ENCOUNTER_ROUND], 1);
    assert_string_equal(turn_of(table), "Gnoll 1");
    table_do(table, "initiative Ana=d20+3 16");
    assert_int_equal(table_value(table, "Ana", "initiative"), 19);
    /* Everybody has one: all throw anew. */
    table_do(table, "initiative d6 1 2 3 4");
    assert_string_equal(order_of(table), "Gnoll 2, Gnoll 1, Bo, Ana");
    table_refused(table, "initiative", "order");
    /* The order by hand is instead of scores; a row that moves has the other's score. */
    table_do(table, "move Ana before g2");
    assert_int_equal(table_value(table, "Ana", "initiative"), 4);
    table_do(table, "order Bo");
    assert_string_equal(order_of(table), "Bo, Ana, Gnoll 2, Gnoll 1");
    table_do(table, "set Ana initiative=9");
    assert_string_equal(order_of(table), "Ana, Bo, Gnoll 2, Gnoll 1");
    table_wrong(table, "initiative fast", "a number or dice are wanted");
    table_wrong(table, "initiative Zed=4", "Zed");
    table_wrong(table, "set Ana initiative=many", "a whole number from -1000 to 1000");
    assert_int_equal(table_try(table, "initiative"), VERDICT_ASKS);
    table_free(table);
}

/* ---- turns ----------------------------------------------------------------------------- */

static void test_turns__go_round_and_one_round_follows_the_other(void **state)
{
    (void)state;
    struct table *table = fight();
    const char *const turns[] = {"Ana", "Bo", "Gnoll 1", "Gnoll 2", "Ana"};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        table_do(table, "next");
        assert_string_equal(turn_of(table), turns[i]);
        assert_int_equal(table->state.value[ENCOUNTER_ROUND], i < 4 ? 1 : 2);
    }
    /* The dead are passed over, and who comes late stands last. */
    table_do(table, "out Bo dead");
    table_do(table, "next");
    assert_string_equal(turn_of(table), "Gnoll 1");
    table_do(table, "out Ana,g* fled");
    table_refused(table, "next", "order");
    table_free(table);
}

static void test_turns__need_somebody(void **state)
{
    (void)state;
    struct table *table = table_new("pixel");
    table_refused(table, "next", "order");
    table_refused(table, "delay", "order");
    table_free(table);
}

static void test_turns__can_wait(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "next");
    table_do(table, "delay");
    assert_string_equal(turn_of(table), "Bo");
    table_do(table, "ready the door opens");
    assert_string_equal(turn_of(table), "Gnoll 1");
    table_do(table, "act Ana");
    assert_string_equal(turn_of(table), "Ana");
    table_do(table, "next");
    assert_string_equal(turn_of(table), "Gnoll 1");
    table_do(table, "act Bo");
    assert_string_equal(turn_of(table), "Bo");
    table_refused(table, "act g2", "order");
    table_do(table, "next");
    table_do(table, "delay");
    assert_string_equal(turn_of(table), "Gnoll 2");
    table_do(table, "delay");
    assert_string_equal(turn_of(table), "Gnoll 1");
    table_refused(table, "delay", "order");
    table_free(table);
}

static void test_conditions__count_rounds(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "next");
    table_do(table, "condition Ana blind rounds=2");
    struct combatant_words row = {0};
    procedure_of(&table->state)->describe(&table->state, table_id(table, "Ana"), &row);
    assert_string_equal(row.words, "blind (2 rounds)");
    for (int i = 0; i < 4; i++) {
        table_do(table, "next");
    }
    memset(&row, 0, sizeof row);
    procedure_of(&table->state)->describe(&table->state, table_id(table, "Ana"), &row);
    assert_string_equal(row.words, "blind (1 round)");
    for (int i = 0; i < 4; i++) {
        table_do(table, "next");
    }
    assert_true(table_said(table, "Ana: no longer blind"));
    table_free(table);
}

/* ---- acts ------------------------------------------------------------------------------ */

static void test_act__reads_both_rows_and_takes_the_damage_off(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "next");
    /* 20 x 0.745 = 14.9 reaches 4 x 0.495; 3 + floor((0.495 + 0.495) x 5 / 2) = 5, less 1. */
    table_do(table, "attack g1 75 50 50 50 1");
    assert_int_equal(table_value(table, "g1", "hp"), 8);
    assert_string_equal(table->decision.label, "Ana hits Gnoll 1");
    /* Out of turn it is who is named. */
    table_do(table, "attack g1 by=Bo 1 99");
    assert_string_equal(table->decision.label, "Bo misses Gnoll 1");
    table_free(table);
}

static void test_act__kills_at_0_hit_points(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "next");
    table_do(table, "set g1 hp=3 armor=0");
    table_do(table, "attack g1 75 50 50 50");
    assert_int_equal(table_value(table, "g1", "out"), OUT_DEAD);
    table_refused(table, "attack g1 75 50 50 50", "test for successful attack");
    table_do(table, "damage Bo 99");
    assert_int_equal(table_value(table, "Bo", "out"), OUT_DEAD);
    table_refused(table, "attack g2 by=Bo 75 50 50 50 1", "test for successful attack");
    table_refused(table, "attack Ana 75 50 50 50 1", "test for successful attack");
    table_free(table);
}

static void test_act__asks_once_for_what_a_row_lacks(void **state)
{
    (void)state;
    struct table *table = table_new("pixel");
    table->asks = true;
    table_do(table, "add Ana side=party");
    table_do(table, "add rat");
    assert_int_equal(table_try(table, "attack rat"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.prefix, "by=");
    const char *line = "attack rat by=Ana dodge=3 damage=1-4 accuracy=12.5 50 50 50 50";
    const char *const prefixes[] = {"dodge=", "damage=", "accuracy="};
    const char *const lines[] = {"attack rat by=Ana", "attack rat by=Ana dodge=3",
                                 "attack rat by=Ana dodge=3 damage=1-4"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(table_try(table, lines[i]), VERDICT_ASKS);
        assert_string_equal(table->decision.question.prefix, prefixes[i]);
    }
    table_do(table, line);
    assert_int_equal(table_try(table, "attack rat by=Ana"), VERDICT_ASKS);
    assert_int_equal(table->decision.question.kind, QUESTION_DICE);
    /* What is known already is not changed by what one act says. */
    table_do(table, "attack rat by=Ana damage=9-9 50 50");
    table_do(table, "attack rat by=Ana 50 50 1 1");
    assert_true(table_said(table, "1-4"));
    table_free(table);
}

static void test_act__asks_each_of_several_targets_for_its_own(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "add 2 slime hp=9");
    table_do(table, "next");
    assert_int_equal(table_try(table, "attack s1,s2"), VERDICT_ASKS);
    assert_true(strncmp(table->decision.question.prefix, "dodge@", 6) == 0);
    char line[100];
    int first = table_id(table, "s1");
    int second = table_id(table, "s2");
    snprintf(line, sizeof line, "attack s1,s2 dodge@%d=0 50 50 50 60", first);
    assert_int_equal(table_try(table, line), VERDICT_ASKS);
    snprintf(line, sizeof line, "attack s1,s2 dodge@%d=0 dodge@%d=40 50 50 50 60 60 90", first,
             second);
    table_do(table, line);
    assert_int_equal(table_value(table, "s1", "hp"), 4);
    assert_int_equal(table_value(table, "s2", "hp"), 9); /* 11.9 against 35.8: missed */
    table_do(table, "attack s1 50 50 50 60"); /* each row keeps what was said of it */
    table_do(table, "attack s2 60 90");
    assert_int_equal(table_value(table, "s2", "hp"), 9);
    table_wrong(table, "attack s1 accuracy@1=3", "no option");
    table_wrong(table, "attack s1 dodge@=3", "no option");
    table_free(table);
}

static void test_act__is_done_several_times_until_the_target_is_out(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "next");
    table_do(table, "set g1 hp=6 armor=0");
    table_do(table, "attack g1 times=3 75 50 50 50 75 50 50 50");
    assert_int_equal(table_value(table, "g1", "out"), OUT_DEAD);
    assert_true(table_said(table, "Gnoll 1 is out: 1 of 3 left over"));
    table_wrong(table, "attack g2 times=0", "a whole number from 1 to 20");
    table_wrong(table, "attack g2 dodg=3", "did you mean dodge");
    table_free(table);
}

static void test_act__needs_somebody_there(void **state)
{
    (void)state;
    struct table *table = table_new("pixel");
    assert_int_equal(table_try(table, "attack"), VERDICT_REFUSED);
    assert_string_equal(table->decision.refusal.reason, "nobody is in the fight");
    table_do(table, "add Ana side=party");
    assert_int_equal(table_try(table, "attack by=Ana"), VERDICT_REFUSED);
    assert_string_equal(table->decision.refusal.reason, "nobody else is in the fight");
    table_free(table);
}

static void test_act__has_its_odds_before_it_is_done(void **state)
{
    (void)state;
    struct table *table = fight();
    struct inputs inputs;
    struct error err;
    const struct procedure *procedure = procedure_of(&table->state);
    assert_true(procedure->usual_act(&table->state, table_id(table, "Ana"),
                                     table_id(table, "g1"), &inputs, &err));
    table_do(table, "set g1 dodge=-");
    assert_false(procedure->usual_act(&table->state, table_id(table, "Ana"),
                                      table_id(table, "g1"), &inputs, &err));
    assert_string_equal(err.text, "Gnoll 1 has no dodge yet");
    table_free(table);
}

static void test_facts__are_what_the_tables_know(void **state)
{
    (void)state;
    struct table *table = fight();
    char buf[400];
    struct text text;
    text_init(&text, buf, sizeof buf);
    table_do(table, "set Ana weapon_accuracy=1.2 fury=yes");
    procedure_of(&table->state)->facts(&table->state, table_id(table, "Ana"), &text);
    assert_string_equal(
        buf, "accuracy 20  dodge 5\ndamage 3-7  armor 2\nweapon accuracy 1.2  fury\n");
    table_free(table);
}

/* ---- morale ---------------------------------------------------------------------------- */

static void test_morale__is_borrowed_and_says_so(void **state)
{
    (void)state;
    struct table *table = fight();
    assert_int_equal(table_try(table, "morale g1 3 4"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.prefix, "score=");
    /* 7 is at most 7; the score is remembered for the group. */
    table_do(table, "morale g1 score=7 3 4");
    assert_true(table_said(table, "hold: 7 against morale 7, a borrowed rule"));
    table_do(table, "morale g2 modifier=-1 3 4");
    assert_true(table_said(table, "break: 7 against morale 6, a borrowed rule"));
    assert_int_equal(table_value(table, "g1", "out"), OUT_FLED);
    assert_int_equal(table_value(table, "g2", "out"), OUT_FLED);
    const struct command_def *const *defs = table->command;
    for (int i = 0; i < table->commands; i++) {
        if (strcmp(defs[i]->name, "morale") == 0) {
            assert_string_equal(defs[i]->rule, "borrowed");
            assert_non_null(strstr(defs[i]->help, "borrowed"));
        }
    }
    table_free(table);
}

/* What is due, and how many checks are. */
static int pending_checks(const struct table *table, struct pending *out)
{
    return procedure_of(&table->state)->pending(&table->state, out, PENDING_MAX);
}

static void test_morale__is_called_for_when_half_a_group_of_foes_has_fallen(void **state)
{
    (void)state;
    struct pending pending[PENDING_MAX];
    struct table *table = fight();
    table_do(table, "add gnoll");
    table_do(table, "next");
    table_do(table, "out g1 dead");
    assert_int_equal(pending_checks(table, pending), 0); /* a third */
    table_do(table, "out Ana dead");
    assert_int_equal(pending_checks(table, pending),
                     0); /* half of the party: only foes are watched */
    table_do(table, "out g2 fled");
    assert_true(table_said(table, "half of the gnolls have fallen"));
    assert_int_equal(pending_checks(table, pending), 1);
    assert_string_equal(pending[0].text, "optional: morale of gnolls, half fallen");
    assert_string_equal(pending[0].rule, "borrowed");
    table_do(table, "morale g1 score=9 3 4");
    assert_int_equal(pending_checks(table, pending), 0);
    /* Once for each group, whatever comes. */
    table_do(table, "back g2");
    table_do(table, "out g2 fled");
    assert_int_equal(pending_checks(table, pending), 0);
    table_free(table);
}

static void test_morale__that_is_called_for_is_no_duty(void **state)
{
    (void)state;
    struct pending pending[PENDING_MAX];
    struct table *table = fight();
    table_refused(table, "morale g1 off", "borrowed");
    table_do(table, "out g1 dead");
    assert_int_equal(pending_checks(table, pending), 0); /* the fight has not begun */
    table_do(table, "back g1");
    table_do(table, "next");
    table_do(table, "out g1 dead");
    assert_int_equal(pending_checks(table, pending), 1);
    table_do(table, "next");
    assert_int_equal(pending_checks(table, pending), 1);
    table_do(table, "morale g2 off");
    assert_true(table_said(table, "gnolls: no morale check"));
    assert_int_equal(pending_checks(table, pending), 0);
    table_free(table);
    table = fight();
    table_do(table, "setting borrowed_morale no");
    table_do(table, "next");
    table_do(table, "out g1 dead");
    assert_int_equal(pending_checks(table, pending), 0);
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order__is_set_by_hand),
        cmocka_unit_test(test_initiative__is_dice_for_all_or_a_number_for_one),
        cmocka_unit_test(test_turns__go_round_and_one_round_follows_the_other),
        cmocka_unit_test(test_turns__need_somebody),
        cmocka_unit_test(test_turns__can_wait),
        cmocka_unit_test(test_conditions__count_rounds),
        cmocka_unit_test(test_act__reads_both_rows_and_takes_the_damage_off),
        cmocka_unit_test(test_act__kills_at_0_hit_points),
        cmocka_unit_test(test_act__asks_once_for_what_a_row_lacks),
        cmocka_unit_test(test_act__asks_each_of_several_targets_for_its_own),
        cmocka_unit_test(test_act__is_done_several_times_until_the_target_is_out),
        cmocka_unit_test(test_act__needs_somebody_there),
        cmocka_unit_test(test_act__has_its_odds_before_it_is_done),
        cmocka_unit_test(test_facts__are_what_the_tables_know),
        cmocka_unit_test(test_morale__is_borrowed_and_says_so),
        cmocka_unit_test(test_morale__is_called_for_when_half_a_group_of_foes_has_fallen),
        cmocka_unit_test(test_morale__that_is_called_for_is_no_duty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
