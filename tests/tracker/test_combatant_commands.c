/* Combatants are added and described: counts as dice, duplicates, every field set and unset,
 * notes. */
#include <stdio.h>
#include <string.h>

#include "support/state_text.h"
#include "support/table.h"
#include "support/unit.h"
#include "tracker/conditions.h"
#include "tracker/combatant_fields.h"

static struct table *nest(void)
{
    struct table *table = table_new("trilemma");
    table_do(table, "add Anka side=party strength=14 wits=12 hp=9");
    table_do(table, "add 3 pelican strength=12 wits=6 ac=22 morale=8 damage=1d8 hp=16");
    return table;
}

static bool is_set(struct table *table, const char *who, int field)
{
    return state_is_set(&table->state, table_id(table, who), field);
}

/* A field as a form shows it. */
static void expect_field(struct table *table, const char *who, const char *name,
                         const char *expected)
{
    struct combatant_field field;
    TEXT_BUFFER(text, 256);
    for (int i = 0; i < combatant_fields(table->procedure, &table->state); i++) {
        combatant_field_at(table->procedure, &table->state, i, &field);
        if (strcmp(field.name, name) == 0) {
            combatant_field_format(table->procedure, &table->state, table_id(table, who), i,
                                   &text);
            assert_string_equal(text.p, expected);
            return;
        }
    }
    fail_msg("there is no field %s", name);
}

/* ---- counts ---------------------------------------------------------------------------- */

static void test_add__a_count_can_be_dice_that_fell(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "add 2d4 \"wax rat\" hp=2d6 1 2 6 1 5 5 2 2");
    assert_int_equal(table->state.count, 7);
    assert_int_equal(table_value(table, "Wax rat 1", "hp"), 7);
    assert_int_equal(table_value(table, "Wax rat 2", "hp"), 10);
    assert_int_equal(table_value(table, "Wax rat 3", "hp"), 4);
    table_free(table);
}

static void test_add__dice_of_a_count_are_asked_for(void **state)
{
    (void)state;
    struct table *table = nest();
    table->asks = true;
    assert_int_equal(table_try(table, "add 2d4 rat"), VERDICT_ASKS);
    assert_string_equal(table_question(table), "rat: how many, 2d4");
    table_wrong(table, "add 65 rat", "how many");
    table_free(table);
}

/* ---- duplicates ------------------------------------------------------------------------ */

static void test_duplicate__is_what_the_combatant_is_and_not_what_befell_it(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "trait p2 reach amount=2");
    table_do(table, "condition p2 prone");
    table_do(table, "note-on p2 holds the key");
    table_do(table, "initiative 15 12");
    table_do(table, "damage p2 7");
    table_do(table, "duplicate p2 2");
    assert_true(table_said(table, "like Pelican 2: Pelican 4 to Pelican 5 join"));
    int id = table_id(table, "Pelican 5");
    const struct state *now = &table->state;
    assert_int_equal(table_value(table, "Pelican 5", "hp"), 16);
    assert_int_equal(table_value(table, "Pelican 5", "hp_max"), 16);
    assert_int_equal(table_value(table, "Pelican 5", "ac"), 22);
    assert_int_equal(trait_value(now, id, "reach", 0), 2);
    expect_field(table, "Pelican 5", "damage", "1d8");
    expect_field(table, "Pelican 5", "conditions", "");
    expect_field(table, "Pelican 5", "note", "");
    assert_false(is_set(table, "Pelican 5", FIELD_INITIATIVE));
    assert_int_equal(group_of(now, id), table_id(table, "p1"));
    table_free(table);
}

static void test_duplicate__can_be_as_hurt_as_the_combatant(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "damage p2 7");
    table_do(table, "duplicate p2 hurt");
    assert_int_equal(table_value(table, "Pelican 4", "hp"), 9);
    assert_int_equal(table_value(table, "Pelican 4", "hp_max"), 16);
    table_free(table);
}

static void test_duplicate__numbers_are_fresh_even_where_combatants_are_gone(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "remove p3");
    table_do(table, "rename p2 Chief");
    table_do(table, "duplicate Chief 2d2 1 1");
    table_id(table, "Pelican 4");
    table_id(table, "Pelican 5");
    assert_int_equal(table->state.count, 6);
    table_do(table, "duplicate Anka");
    table_id(table, "Anka 2");
    assert_int_equal(table_value(table, "Anka 2", "side"), SIDE_PARTY);
    table_wrong(table, "duplicate Anka 0", "1 to 64");
    table_wrong(table, "duplicate nobody", "no combatant here");
    table_free(table);
}

static void test_duplicate__makes_groups_and_foes_whole(void **state)
{
    (void)state;
    struct table *table = table_new("4ad");
    table_do(table, "add Hild class=warrior level=2 gear=sword hp=7");
    table_do(table, "add rats foe=vermin level=3 count=9");
    table_do(table, "add golem foe=weird level=4 hp=6 damage=2");
    table_do(table, "attack rats by=Hild 6 6 4");
    table_do(table, "damage golem 3");
    assert_int_equal(table_value(table, "golem", "level"), 3);
    table_do(table, "duplicate rats");
    table_do(table, "duplicate golem");
    assert_int_equal(table_value(table, "Rats 2", "count"), 9);
    assert_int_equal(table_value(table, "Golem 2", "level"), 4);
    assert_int_equal(table_value(table, "Golem 2", "hp"), 6);
    /* A class, gear and uses belong to the combatant too. */
    table_do(table, "duplicate Hild");
    int twin = table_id(table, "Hild 2");
    assert_non_null(state_effect_labelled(&table->state, effect_called(&table->state, "class"),
                                          twin, 0, str_of("warrior")));
    assert_non_null(state_effect_labelled(&table->state, effect_called(&table->state, "gear"),
                                          twin, 0, str_of("sword")));
    table_free(table);
}

/* ---- set ------------------------------------------------------------------------------- */

static void test_set__changes_every_kind_of_field_in_one_act(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table,
             "set p1 name=Chief side=party hp=20 ac=24 damage=2d6 hidden=yes "
             "traits=\"shield, reach 2, no riposte\" conditions=\"prone, own poisoned 2\" "
             "note=\"holds the key\" group=Anka");
    expect_field(table, "Chief", "side", "party");
    expect_field(table, "Chief", "hp", "20");
    expect_field(table, "Chief", "hp_max", "20");
    expect_field(table, "Chief", "ac", "24");
    expect_field(table, "Chief", "damage", "2d6");
    expect_field(table, "Chief", "hidden", "yes");
    expect_field(table, "Chief", "traits", "shield, reach 2, no riposte");
    expect_field(table, "Chief", "conditions", "prone, poisoned 2");
    expect_field(table, "Chief", "note", "holds the key");
    expect_field(table, "Chief", "group", "Anka");
    assert_true(table_said(table, "Pelican 1: name=Chief"));
    table_free(table);
}

static void test_set__nobody_has_more_than_hp_max(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "set p1 hp_max=10");
    assert_int_equal(table_value(table, "p1", "hp"), 10);
    table_do(table, "damage p1 7");
    table_do(table, "set p1 hp_max=12");
    assert_int_equal(table_value(table, "p1", "hp"), 3);
    table_do(table, "set p1 hp=14 hp_max=12");
    assert_int_equal(table_value(table, "p1", "hp"), 12);
    table_free(table);
}

static void test_set__a_dash_unsets_what_can_be_unset(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "set p1 hidden=yes traits=shield conditions=prone note=key");
    table_do(table, "set p1 hp=- hp_max=- ac=- damage=- hidden=- traits=- conditions=- note=-");
    static const char *const names[] = {"hp",     "hp_max", "ac",         "damage",
                                        "hidden", "traits", "conditions", "note"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        expect_field(table, "p1", names[i], "");
    }
    assert_false(is_set(table, "p1", FIELD_HP));
    table_wrong(table, "set p1 name=-", "name");
    table_wrong(table, "set p1 side=-", "party or foes");
    table_free(table);
}

static void test_set__lists_leave_alone_what_stays_on_them(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "condition p1 own grappled end=Anka");
    table_do(table, "condition p1 blind rounds=3");
    table_do(table, "set p1 conditions=\"grappled, prone\"");
    assert_true(
        state_has_effect(&table->state, EFFECT_CONDITION_END, table_id(table, "p1"), ANYBODY));
    expect_field(table, "p1", "conditions", "grappled, prone");
    table_do(table, "set p1 conditions=\"prone 2\"");
    expect_field(table, "p1", "conditions", "prone 2");
    table_do(table, "set p1 conditions=prone");
    expect_field(table, "p1", "conditions", "prone");
    table_do(table, "trait p1 shield");
    table_do(table, "set p1 traits=\"no shield, , reach 3\"");
    expect_field(table, "p1", "traits", "no shield, reach 3");
    table_free(table);
}

static void test_set__a_group_that_loses_its_first_keeps_what_it_has_met(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "out p2 dead");
    int met = table_value(table, "p1", "morale_met");
    assert_int_not_equal(met, 0);
    table_do(table, "set p1 group=-");
    assert_int_equal(group_of(&table->state, table_id(table, "p1")), table_id(table, "p1"));
    assert_int_equal(group_of(&table->state, table_id(table, "p3")), table_id(table, "p2"));
    /* Another one: of the two who are left one has fallen. */
    assert_int_equal(table_value(table, "p2", "morale_met") & met, met);
    assert_false(is_set(table, "p1", FIELD_MORALE_MET));
    expect_field(table, "p1", "group", "");
    expect_field(table, "p3", "group", "p2");
    table_do(table, "set p1 group=p3");
    assert_int_equal(group_of(&table->state, table_id(table, "p1")), table_id(table, "p2"));
    table_free(table);
}

static void test_set__says_what_was_expected_and_changes_nothing(void **state)
{
    (void)state;
    struct table *table = nest();
    table_wrong(table, "set p1 name=Anka", "Anka is taken");
    table_wrong(table, "set p1 hidden=perhaps", "yes or no");
    table_wrong(table, "set p1 group=crows", "the name of one of its members");
    table_wrong(table, "set p1 ac=24 wits=many", "a whole number from -100 to 100");
    table_wrong(table, "set p1 damage=lots", "damage");
    table_wrong(table, "set p1 conditions=\"prone 0\"", "1 to 1000 rounds");
    table_wrong(table, "set p1 traits=\"reach 101\"", "0 to 100");
    table_wrong(table, "set p1 streng=4", "did you mean strength");
    expect_field(table, "p1", "ac", "22");
    table_free(table);
}

/* ---- notes ----------------------------------------------------------------------------- */

static void test_note_on__stays_with_the_row_until_it_is_taken_away(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "note-on p1 flees at half; wants the amulet");
    expect_field(table, "p1", "note", "flees at half; wants the amulet");
    assert_true(table_said(table, "Pelican 1: note: flees at half"));
    table_do(table, "note-on p* holds the key");
    expect_field(table, "p3", "note", "holds the key");
    table_do(table, "note-on p1 -");
    expect_field(table, "p1", "note", "");
    expect_field(table, "p3", "note", "holds the key");
    table->asks = true;
    assert_int_equal(table_try(table, "note-on p1"), VERDICT_ASKS);
    table_free(table);
}

static void test_note_on__is_wrong_beyond_its_limit(void **state)
{
    (void)state;
    struct table *table = nest();
    char line[NOTE_SIZE + 40];
    snprintf(line, sizeof line, "note-on p1 %0*d", NOTE_SIZE - 1, 7);
    table_do(table, line);
    snprintf(line, sizeof line, "note-on p1 %0*d", NOTE_SIZE, 7);
    table_wrong(
        table, line,
        "plain text of at most 159 letters (accented ones count double or more); this has 160");
    table_free(table);
}

/* ---- fields ---------------------------------------------------------------------------- */

/* `set` reads what a field writes: giving it again changes nothing. */
static void test_row_fields__read_what_they_write(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table,
             "set p1 hidden=yes traits=\"shield, no riposte\" conditions=\"prone 3, blind\" "
             "note=\"holds the key\"");
    for (int i = 0; i < combatant_fields(table->procedure, &table->state); i++) {
        char line[400];
        struct combatant_field field;
        combatant_field_at(table->procedure, &table->state, i, &field);
        assert_true(field.help[0] != '\0' && strlen(field.help) <= 60);
        assert_true(field.choices != NULL || field.expects[0] != '\0');
        TEXT_BUFFER(text, 200);
        combatant_field_format(table->procedure, &table->state, table_id(table, "p1"), i,
                               &text);
        snprintf(line, sizeof line, "set p1 %s=\"%s\"", field.name,
                 text.p[0] != '\0' ? text.p : "-");
        table_do(table, line);
        for (int k = 0; k < table->decision.events; k++) {
            assert_int_equal(event_shape(table->decision.event[k].kind), SHAPE_NOTHING);
        }
    }
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add__a_count_can_be_dice_that_fell),
        cmocka_unit_test(test_add__dice_of_a_count_are_asked_for),
        cmocka_unit_test(test_duplicate__is_what_the_combatant_is_and_not_what_befell_it),
        cmocka_unit_test(test_duplicate__can_be_as_hurt_as_the_combatant),
        cmocka_unit_test(test_duplicate__numbers_are_fresh_even_where_combatants_are_gone),
        cmocka_unit_test(test_duplicate__makes_groups_and_foes_whole),
        cmocka_unit_test(test_set__changes_every_kind_of_field_in_one_act),
        cmocka_unit_test(test_set__nobody_has_more_than_hp_max),
        cmocka_unit_test(test_set__a_dash_unsets_what_can_be_unset),
        cmocka_unit_test(test_set__lists_leave_alone_what_stays_on_them),
        cmocka_unit_test(test_set__a_group_that_loses_its_first_keeps_what_it_has_met),
        cmocka_unit_test(test_set__says_what_was_expected_and_changes_nothing),
        cmocka_unit_test(test_note_on__stays_with_the_row_until_it_is_taken_away),
        cmocka_unit_test(test_note_on__is_wrong_beyond_its_limit),
        cmocka_unit_test(test_row_fields__read_what_they_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
