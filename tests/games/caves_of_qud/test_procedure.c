/* Caves of Qud at the table: a test for every line of its rules that has a meaning there, with
 * a number worked out by hand. */
#include <stdio.h>
#include <string.h>

#include "resolver/odds.h"
#include "support/acts.h"
#include "support/table.h"
#include "support/unit.h"

static struct table *fight(void)
{
    struct table *table = table_new("qud");
    table_do(table, "add Ezra side=party to_hit=2 dv=6 av=3 shield_av=4 ma=4 shown_pv=6 ego=3 "
                    "damage=1d6 hp=18");
    table_do(table, "add 2 crab to_hit=1 dv=5 av=4 ma=2 pv=1 damage=1d3 hp=10");
    table_do(table, "order Ezra c1 c2");
    table_do(table, "next");
    return table;
}

static int hp(struct table *table, const char *who)
{
    return table_value(table, who, "hp");
}

/* ---- hit roll -------------------------------------------------------------------------- */

static void test_hit__is_higher_than_dv(void **state)
{
    (void)state;
    struct table *table = fight();
    /* 3 + 2 = 5 is not higher than 5; 4 + 2 is. */
    table_do(table, "attack c1 3");
    assert_true(table_said(table, "= 5 vs DV 5: miss"));
    /* Faces less 2, +2: 1, 3, 5 against 4: one passes, one penetration. */
    table_do(table, "attack c1 4 1 3 5 6");
    assert_true(table_said(table, "= 6 vs DV 5: hit"));
    assert_int_equal(hp(table, "c1"), 4);
    table_free(table);
}

static void test_hit__natural_20_is_critical_and_masterwork_19(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set c1 dv=50");
    /* A player's critical penetrates at least once: 1 - 2 + 2 = 1 is not above 4. */
    table_do(table, "attack c1 20 1 1 1 3");
    assert_int_equal(hp(table, "c1"), 7);
    table_do(table, "attack c1 19");
    assert_int_equal(hp(table, "c1"), 7);
    table_do(table, "set Ezra masterwork=yes");
    table_do(table, "attack c1 19 1 1 1 2");
    assert_int_equal(hp(table, "c1"), 5);
    table_free(table);
}

static void test_critical__of_a_creature_need_not_penetrate(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "attack Ezra by=c1 20 1 1 1");
    assert_true(table_said(table, "does not penetrate"));
    assert_int_equal(hp(table, "Ezra"), 18);
    /* One of the party who is no player; and a foe who is one. */
    table_do(table, "set Ezra player=no");
    table_do(table, "attack c1 20 1 1 1");
    assert_int_equal(hp(table, "c1"), 10);
    table_do(table, "set c1 player=yes");
    table_do(table, "attack Ezra by=c1 20 1 1 1 2");
    assert_int_equal(hp(table, "Ezra"), 16);
    table_free(table);
}

/* ---- penetration value ----------------------------------------------------------------- */

/* Each line needs the singlet face to be greater than AV - PV + 2: the first does, the other
 * two never. AV 4. */
static void test_pv__is_the_base_and_its_bonuses(void **state)
{
    (void)state;
    static const struct {
        const char *set, *options;
        int face; /* the lowest that passes */
    } rows[] = {
        {"shown_pv=6", "", 5},                /* 6 - 4 = 2 */
        {"shown_pv=- pv=3", "", 4},           /* told as the base */
        {"shown_pv=6", "pv=3", 4},            /* said for this act */
        {"shown_pv=- pv=0", "shown_pv=5", 6}, /* likewise, as the weapon shows it */
        {"sharp=yes", "", 4},                 /* + 1 */
        {"sharp=no", "pv_bonus=3", 2},        /* swarm, skills */
        {"pv_bonus=1", "", 4},                /* of the row, always */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int less = 0; less < 2; less++) {
            struct table *table = fight();
            char line[100];
            snprintf(line, sizeof line, "set Ezra %s", rows[i].set);
            table_do(table, line);
            snprintf(line, sizeof line, "attack c1 %s 19 %d 1 1 %s", rows[i].options,
                     rows[i].face - less, less ? "" : "6");
            table_do(table, line);
            if (hp(table, "c1") != (less ? 10 : 4)) {
                fail_msg("%s: %d HP left", line, hp(table, "c1"));
            }
            table_free(table);
        }
    }
}

static void test_pv__is_4_more_against_one_asleep(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "condition c1 asleep");
    /* 2 + 4 = 6: 1 - 2 + 6 = 5 is above 4, three times; then PV 4: 3 is not. */
    table_do(table, "attack c1 19 1 1 1 1 1 1 6");
    assert_int_equal(hp(table, "c1"), 4);
    table_do(table, "condition c1 asleep off");
    table_do(table, "attack c1 19 1 1 1");
    assert_int_equal(hp(table, "c1"), 4);
    table_free(table);
}

static void test_vibro__takes_the_av_it_meets(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set Ezra vibro=yes");
    table_do(table, "set c1 av=40");
    /* The margin is 0: a face of 3 is 1, and above it; 2 is not. */
    table_do(table, "attack c1 19 3 1 2 5");
    assert_int_equal(hp(table, "c1"), 5);
    table_free(table);
}

/* ---- penetration and damage ------------------------------------------------------------ */

static void test_damage__is_rolled_once_a_penetration(void **state)
{
    (void)state;
    struct table *table = fight();
    /* PV 2, AV 4: faces 5 6 7 pass all three; then PV 0 needs 7 and more: 9, 2, 2 passes one.
     */
    table_do(table, "attack c1 15 5 6 7 9 2 2 4 3");
    assert_true(table_said(table, "2 penetrations"));
    assert_int_equal(hp(table, "c1"), 3);
    /* An 8 (face 10) is rolled again and added: 8 + 0 + 2 = 10. */
    table_do(table, "attack c1 15 10 2 1 1 2");
    assert_int_equal(hp(table, "c1"), 1);
    table_free(table);
}

static void test_damage__without_penetration_is_none_and_the_log_says_so(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "attack c1 15 1 2 3");
    assert_true(table_said(table, "does not penetrate"));
    assert_int_equal(hp(table, "c1"), 10);
    table_free(table);
}

/* ---- armour value ---------------------------------------------------------------------- */

static void test_av__is_armour_and_other_and_the_shield_that_blocks(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "set Ezra other_av=2");
    /* PV 1 against 3 + 2: a face of 7 is 6, above it. */
    table_do(table, "attack Ezra by=c1 15 7 1 1 2");
    assert_int_equal(hp(table, "Ezra"), 16);
    /* Blocked: against 9. */
    table_do(table, "attack Ezra by=c1 block 15 7 1 1");
    assert_int_equal(hp(table, "Ezra"), 16);
    table_do(table, "attack Ezra by=c1 block 15 10 4 1 1 2");
    assert_int_equal(hp(table, "Ezra"), 14);
    table_refused(table, "attack c1 block 15 1 1 1", "av calculation");
    table_do(table, "attack c1 block shield_av=5 15 9 1 1");
    assert_int_equal(hp(table, "c1"), 10);
    char buf[400];
    struct text text;
    text_init(&text, buf, sizeof buf);
    procedure_of(&table->state)->facts(&table->state, table_id(table, "Ezra"), &text);
    assert_non_null(strstr(buf, "AV 5 = 3 +2 other"));
    table_free(table);
}

static void test_psionic__is_ego_against_mental_armour_and_a_shield(void **state)
{
    (void)state;
    struct table *table = fight();
    /* Ego 3 against MA 2: a face of 2 is 3, above it; 1 is 2, not. */
    table_do(table, "psionic c1 15 2 1 1 4");
    assert_int_equal(hp(table, "c1"), 6);
    table_do(table, "set c2 ego=1");
    /* Ego 1 against MA 4 and the shield's 4: a face of 9 is 8, not above. */
    table_do(table, "psionic Ezra by=c2 block 15 9 1 1");
    assert_int_equal(hp(table, "Ezra"), 18);
    table_do(table, "psionic Ezra by=c2 15 9 1 1 3");
    assert_int_equal(hp(table, "Ezra"), 15);
    table_free(table);
}

/* ---- several attacks ------------------------------------------------------------------- */

static void test_attacks__are_several_on_one_line_each_on_its_own(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "attack c1 times=3 15 7 1 1 3 2 15 7 1 1 4");
    assert_int_equal(hp(table, "c1"), 3);
    /* Another weapon with the same turn. */
    table_do(table, "attack c1 damage=1d2 15 7 1 1 2");
    assert_int_equal(hp(table, "c1"), 1);
    table_do(table, "attack c2 15 7 1 1 6");
    assert_int_equal(hp(table, "c2"), 4);
    table_free(table);
}

/* ---- on-hit effects -------------------------------------------------------------------- */

static int pending_checks(const struct table *table, struct pending *first)
{
    struct pending pending[PENDING_MAX];
    int count = procedure_of(&table->state)->pending(&table->state, pending, PENDING_MAX);
    if (count > 0) {
        *first = pending[0];
    }
    return count;
}

static void test_onhit__damage_is_due_on_the_hit_and_resisted(void **state)
{
    (void)state;
    struct table *table = fight();
    struct pending pending;
    table_do(table, "onhit c1 cold damage=1d4");
    table_do(table, "set Ezra cold_resistance=30");
    /* It hits, penetrates nothing, and the cold is due all the same. */
    table_do(table, "attack Ezra by=c1 15 1 1 1");
    assert_int_equal(hp(table, "Ezra"), 18);
    assert_int_equal(pending_checks(table, &pending), 1);
    assert_string_equal(pending.text, "on hit: cold 1d4 on Ezra");
    assert_string_equal(pending.command, "effect #1 \"cold 1d4\"");
    /* floor(4 x 70 / 100) = 2 */
    char line[120];
    snprintf(line, sizeof line, "%s 4", pending.command);
    table_do(table, line);
    assert_int_equal(hp(table, "Ezra"), 16);
    assert_int_equal(pending_checks(table, &pending), 0);
    table_refused(table, "effect", "hit roll");
    /* Below 0 it hurts more: floor(3 x 150 / 100) = 4. */
    table_do(table, "set Ezra cold_resistance=-50");
    table_do(table, "attack Ezra by=c1 times=2 15 1 1 1 15 1 1 1");
    assert_int_equal(pending_checks(table, &pending), 1);
    assert_string_equal(pending.text, "on hit: cold 1d4 on Ezra, 2 times");
    table_do(table, "effect 3");
    assert_int_equal(hp(table, "Ezra"), 12);
    table_do(table, "effect Ezra off");
    assert_int_equal(pending_checks(table, &pending), 0);
    /* A miss brings nothing. */
    table_do(table, "attack Ezra by=c1 1");
    assert_int_equal(pending_checks(table, &pending), 0);
    table_free(table);
}

static void test_onhit__a_condition_holds_for_its_rounds(void **state)
{
    (void)state;
    struct table *table = fight();
    struct combatant_words row = {0};
    table_do(table, "onhit Ezra poisoned rounds=3");
    table_do(table, "onhit Ezra \"off balance\"");
    table_do(table, "attack c1 15 1 1 1");
    struct pending pending;
    assert_int_equal(pending_checks(table, &pending), 2);
    table_do(table, "effect");
    table_do(table, "effect c1 \"off balance\"");
    procedure_of(&table->state)->describe(&table->state, table_id(table, "c1"), &row);
    assert_string_equal(row.words, "poisoned (3 rounds), off balance");
    table_do(table, "onhit Ezra poisoned off");
    table_do(table, "attack c2 15 1 1 1");
    assert_int_equal(pending_checks(table, &pending), 1);
    table_wrong(table, "onhit Ezra cold damage=x", "x");
    table_free(table);
}

static void test_effect__can_come_without_a_hit(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "effect c1 \"heat 2d4\" 3 4");
    assert_int_equal(hp(table, "c1"), 3);
    table_do(table, "effect c2 damage=1d6 resistance=50 5");
    assert_int_equal(hp(table, "c2"), 8);
    table_free(table);
}

/* ---- what is on the screen ------------------------------------------------------------- */

static void test_odds__are_those_of_the_melee_attack(void **state)
{
    (void)state;
    struct table *table = fight();
    struct inputs inputs;
    struct error err;
    const struct procedure *procedure = procedure_of(&table->state);
    assert_true(procedure->usual_act(&table->state, table_id(table, "Ezra"),
                                     table_id(table, "c1"), &inputs, &err));
    assert_string_equal(inputs.action->name, "melee");
    table_do(table, "set c1 av=-");
    assert_false(procedure->usual_act(&table->state, table_id(table, "Ezra"),
                                      table_id(table, "c1"), &inputs, &err));
    assert_string_equal(err.text, "Crab 1 has no av yet");
    table_free(table);
}

/* 1d4 of cold, a quarter of it resisted: only a 4 comes to 3, which are the last hit points. */
static void test_onhit__damage_that_is_due_has_its_odds(void **state)
{
    (void)state;
    static unsigned char memory[1 << 16];
    struct table *table = fight();
    struct pending pending[PENDING_MAX];
    struct inputs inputs;
    struct odds odds;
    struct arena arena;
    struct error err;
    const struct procedure *procedure = procedure_of(&table->state);
    table_do(table, "set Ezra hp=3 cold_resistance=25");
    table_do(table, "onhit c1 cold damage=1d4");
    table_do(table, "onhit c1 dazed rounds=2");
    table_do(table, "attack Ezra by=c1 15 1 1 1");
    assert_int_equal(procedure->pending(&table->state, pending, PENDING_MAX), 2);
    assert_string_equal(pending[0].action, "effect");
    assert_true(procedure->pending_act(&table->state, &pending[0], &inputs, &err));
    arena_init(&arena, memory, sizeof memory);
    assert_int_equal(odds_of(&odds, &inputs, &arena, &err), STATUS_OK);
    assert_close(odds.chance[outcome_find(inputs.action, "kill")], 0.25);
    /* A condition takes no roll. */
    assert_null(pending[1].action);
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hit__is_higher_than_dv),
        cmocka_unit_test(test_hit__natural_20_is_critical_and_masterwork_19),
        cmocka_unit_test(test_critical__of_a_creature_need_not_penetrate),
        cmocka_unit_test(test_pv__is_the_base_and_its_bonuses),
        cmocka_unit_test(test_pv__is_4_more_against_one_asleep),
        cmocka_unit_test(test_vibro__takes_the_av_it_meets),
        cmocka_unit_test(test_damage__is_rolled_once_a_penetration),
        cmocka_unit_test(test_damage__without_penetration_is_none_and_the_log_says_so),
        cmocka_unit_test(test_av__is_armour_and_other_and_the_shield_that_blocks),
        cmocka_unit_test(test_psionic__is_ego_against_mental_armour_and_a_shield),
        cmocka_unit_test(test_attacks__are_several_on_one_line_each_on_its_own),
        cmocka_unit_test(test_onhit__damage_is_due_on_the_hit_and_resisted),
        cmocka_unit_test(test_onhit__a_condition_holds_for_its_rounds),
        cmocka_unit_test(test_onhit__damage_that_is_due_has_its_odds),
        cmocka_unit_test(test_effect__can_come_without_a_hit),
        cmocka_unit_test(test_odds__are_those_of_the_melee_attack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
