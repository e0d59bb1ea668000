/* yuxtapa at the table: a test for every line of its rules that has a meaning there, with a
 * number worked out by hand. P is DV less to-hit, R the d20 less 1. */
#include <string.h>

#include "resolver/odds.h"
#include "support/acts.h"
#include "support/table.h"
#include "support/unit.h"

static struct table *fight(void)
{
    struct table *table = table_new("yuxtapa");
    table_do(table, "add Fay side=party class=fighter");
    table_do(table, "add Asa side=party class=assassin");
    table_do(table, "add Wim class=wizard");
    table_do(table, "add Max class=fighter");
    table_do(table, "add Hob class=healer");
    table_do(table, "next");
    return table;
}

static int hp(struct table *table, const char *who)
{
    return table_value(table, who, "hp");
}

static const char *words(struct table *table, const char *who)
{
    static struct combatant_words row;
    memset(&row, 0, sizeof row);
    procedure_of(&table->state)->describe(&table->state, table_id(table, who), &row);
    return row.words;
}

static void odds(struct table *table, const char *actor, const char *target, double *hit,
                 double *critical)
{
    static unsigned char memory[ODDS_MEMORY_SIZE];
    struct arena arena;
    struct inputs inputs;
    struct odds all;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    if (!procedure_of(&table->state)
             ->usual_act(&table->state, table_id(table, actor), table_id(table, target),
                         &inputs, &err) ||
        odds_of(&all, &inputs, &arena, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    *hit = all.chance[outcome_find(inputs.action, "hit")];
    *critical = all.chance[outcome_find(inputs.action, "critical")];
}

/* ---- classes --------------------------------------------------------------------------- */

static void test_class__fills_the_row(void **state)
{
    (void)state;
    static const struct {
        const char *class;
        int hp, to_hit, resistance;
        const char *damage;
        int dv, pv;
    } rows[] = {
        {"archer", 8, 4, 0, "d4+1", 18, 1},       {"assassin", 6, 10, 10, "d4+2", 19, 0},
        {"combat_mage", 8, 2, 50, "d8+1", 14, 2}, {"mindcrafter", 6, 5, 40, "d10", 15, 1},
        {"scout", 4, 1, 10, "d6+1", 14, 0},       {"fighter", 10, 8, 0, "d8+2", 17, 5},
        {"miner", 12, 6, 0, "d10+1", 13, 3},      {"healer", 6, -1, 30, "d6+1", 12, 0},
        {"wizard", 4, 0, 70, "d6", 11, 0},        {"trapper", 8, 3, 0, "d8", 16, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table *table = table_new("yuxtapa");
        char line[80];
        struct text text;
        text_init(&text, line, sizeof line);
        text_add(&text, "add Bo class=%s", rows[i].class);
        table_do(table, line);
        assert_int_equal(hp(table, "Bo"), rows[i].hp);
        assert_int_equal(table_value(table, "Bo", "hp_max"), rows[i].hp);
        assert_int_equal(table_value(table, "Bo", "to_hit"), rows[i].to_hit);
        assert_int_equal(table_value(table, "Bo", "resistance"), rows[i].resistance);
        assert_int_equal(table_value(table, "Bo", "dv"), rows[i].dv);
        assert_int_equal(table_value(table, "Bo", "pv"), rows[i].pv);
        int field = state_text_field(&table->state, "damage");
        assert_string_equal(state_at(&table->state, 1)->text[field], rows[i].damage);
        table_free(table);
    }
}

static void test_class__leaves_what_the_row_has_of_its_own(void **state)
{
    (void)state;
    struct table *table = table_new("yuxtapa");
    table_do(table, "add Bo to_hit=9 class=archer dv=3");
    assert_int_equal(table_value(table, "Bo", "to_hit"), 9);
    assert_int_equal(table_value(table, "Bo", "dv"), 3);
    /* Another class: what the first had brought goes, what was said stays. */
    table_do(table, "set Bo class=miner");
    assert_int_equal(table_value(table, "Bo", "to_hit"), 9);
    assert_int_equal(table_value(table, "Bo", "dv"), 3);
    assert_int_equal(table_value(table, "Bo", "pv"), 3);
    assert_int_equal(hp(table, "Bo"), 12);
    table_wrong(table, "set Bo class=archr", "did you mean archer");
    table_do(table, "set Bo class=-");
    table_free(table);
}

/* ---- attacks --------------------------------------------------------------------------- */

static void test_attack__has_the_chances_of_the_manual(void **state)
{
    (void)state;
    static const struct {
        const char *actor, *target;
        double hit, critical;
    } rows[] = {
        {"Asa", "Wim", 0.95, 0.90}, {"Hob", "Asa", 0.05, 0.05}, {"Fay", "Max", 0.55, 0.10}};
    struct table *table = fight();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double hit, critical;
        odds(table, rows[i].actor, rows[i].target, &hit, &critical);
        assert_close(hit, rows[i].hit);
        assert_close(critical, rows[i].critical);
    }
    table_free(table);
}

static void test_attack__hits_at_p_and_is_critical_at_twice_p(void **state)
{
    (void)state;
    struct table *table = fight();
    /* Fay against Max: P = 17 - 8 = 9. R 8 misses, R 9 hits, less 5 PV; R 18 is critical. */
    table_do(table, "attack Max 9");
    assert_int_equal(hp(table, "Max"), 10);
    table_do(table, "attack Max 10 6");
    assert_int_equal(hp(table, "Max"), 7);
    table_do(table, "attack Max 10 2");
    assert_int_equal(hp(table, "Max"), 7); /* 4 - 5: never below 0 */
    table_do(table, "attack Max 19 1");
    assert_int_equal(hp(table, "Max"), 4);
    /* R 19 always hits, and is critical. */
    table_do(table, "set Max dv=60");
    table_do(table, "attack Max 20 1");
    assert_int_equal(hp(table, "Max"), 1);
    /* P at most 0: every hit is critical. */
    table_do(table, "set Max dv=8 hp=10");
    table_do(table, "attack Max 1 4");
    assert_int_equal(hp(table, "Max"), 4);
    table_free(table);
}

static void test_kinds__have_their_own_numbers(void **state)
{
    (void)state;
    struct table *table = fight();
    /* Archery is +7: P = 10 against Max; 1d6 less 5. */
    table_do(table, "shoot Max 10");
    assert_int_equal(hp(table, "Max"), 10);
    table_do(table, "shoot Max 11 6");
    assert_int_equal(hp(table, "Max"), 9);
    assert_true(table_said(table, "1d6"));
    /* A booby trap is +9, and nobody's: P = 8. */
    table_do(table, "trap Max 8");
    table_do(table, "trap Max 9 4 6");
    assert_int_equal(hp(table, "Max"), 4);
    assert_true(table_said(table, "Max: d20 [9]"));
    /* Hidden: the assassin's own +10, P = 7; 2d4+4. */
    table_do(table, "attack Max by=Asa kind=hidden 8 1 2");
    assert_int_equal(hp(table, "Max"), 2);
    table_refused(table, "attack Max by=Fay kind=hidden 8 1 2", "tohit, pv, and dv");
    table_refused(table, "attack Max by=Asa kind=circular 8 1", "tohit, pv, and dv");
    table_free(table);
}

static void test_circular__tests_each_target_on_its_own(void **state)
{
    (void)state;
    struct table *table = fight();
    /* +5, 1d8: against Hob P = 7, Max P = 12, Wim P = 6; rows go by their order of entry. */
    table_do(table, "attack Wim,Max,Hob kind=circular 7 3 12 20 8");
    assert_int_equal(hp(table, "Wim"), 1);
    assert_int_equal(hp(table, "Max"), 10);
    assert_int_equal(table_value(table, "Hob", "out"), OUT_DEAD);
    table_refused(table, "attack Wim,Max 7 3 12", "tohit, pv, and dv");
    table_refused(table, "shoot Wim,Max 7 3 12", "tohit, pv, and dv");
    table_free(table);
}

/* ---- rust ------------------------------------------------------------------------------ */

static void test_rust__changes_to_hit_and_damage_but_not_archery(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "rust Fay to_hit=-2 damage=-1");
    assert_string_equal(words(table, "Fay"), "rusty");
    double hit, critical;
    odds(table, "Fay", "Max", &hit, &critical);
    assert_close(hit, 0.45);
    /* P = 17 - 6 = 11: R 10 misses; 8 + 2 - 1 - 5 = 4. */
    table_do(table, "attack Max 11");
    table_do(table, "attack Max 12 8");
    assert_int_equal(hp(table, "Max"), 6);
    table_do(table, "shoot Max 11 6");
    assert_int_equal(hp(table, "Max"), 5);
    table_do(table, "rust Fay off");
    assert_string_equal(words(table, "Fay"), "");
    table_do(table, "attack Max 10 5");
    assert_int_equal(hp(table, "Max"), 3);
    assert_int_equal(table_try(table, "rust Fay"), VERDICT_ASKS);
    table_wrong(table, "rust Fay to_hit=many", "a whole number from -100 to 100");
    table_free(table);
}

/* ---- spells ---------------------------------------------------------------------------- */

static void test_spell__always_hits_unless_it_is_resisted(void **state)
{
    (void)state;
    struct table *table = fight();
    /* Wim resists 70 in a hundred; PV does not count. */
    table_do(table, "spell Wim kind=missile 70");
    assert_int_equal(hp(table, "Wim"), 4);
    table_do(table, "spell Wim kind=missile 71 3");
    assert_int_equal(hp(table, "Wim"), 1);
    table_do(table, "spell Max kind=missile 5");
    assert_int_equal(hp(table, "Max"), 5);
    /* A zap is rolled for each it hits, even its caster. */
    table_do(table, "spell Max,Fay kind=zap by=Wim 1 3 2 2");
    assert_int_equal(hp(table, "Fay"), 6);
    assert_int_equal(hp(table, "Max"), 1);
    table_do(table, "spell Fay kind=zap by=Fay 1 1");
    assert_int_equal(hp(table, "Fay"), 4);
    table->asks = true;
    assert_int_equal(table_try(table, "spell Max"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.prefix, "kind=");
    table_free(table);
}

static void test_teleport__is_resisted_the_same_way(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "teleport Asa 10");
    assert_true(table_said(table, "resisted"));
    table_do(table, "teleport Asa 11");
    assert_true(table_said(table, "teleported"));
    /* Without resistance there is nothing to roll. */
    table_do(table, "teleport Fay");
    assert_true(table_said(table, "teleported"));
    table_free(table);
}

/* ---- water ----------------------------------------------------------------------------- */

/* A whole round, from Fay's turn to her next; `dice` for the end of her own. */
static void round_after(struct table *table, const char *next)
{
    table_do(table, next);
    for (int i = 0; i < 4; i++) {
        table_do(table, "next");
    }
}

static void test_water__loses_two_turns_and_drowns_after_them(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "water Fay");
    assert_string_equal(words(table, "Fay"), "in water, loses 2");
    round_after(table, "next"); /* the turn it entered in: two are still to be lost */
    assert_string_equal(words(table, "Fay"), "in water, loses 2");
    table_refused(table, "attack Max 20 8", "swimming and drowning");
    table_refused(table, "spell Max kind=zap 1 1", "swimming and drowning");
    round_after(table, "next"); /* the first lost turn */
    assert_string_equal(words(table, "Fay"), "in water, loses 1");
    table_refused(table, "attack Max 20 8", "swimming and drowning");
    round_after(table, "next"); /* the second */
    assert_int_equal(hp(table, "Fay"), 10);
    assert_string_equal(words(table, "Fay"), "in water, drowning");
    table_do(table, "attack Max 9");
    round_after(table, "next 3"); /* no turn is lost: 1 to 3 damage */
    assert_int_equal(hp(table, "Fay"), 7);
    round_after(table, "next 2");
    assert_int_equal(hp(table, "Fay"), 5);
    table_free(table);
}

static void test_water__another_square_is_a_new_entry(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "water Fay");
    for (int i = 0; i < 3; i++) {
        round_after(table, "next");
    }
    table_do(table, "water Fay");
    assert_true(table_said(table, "another water square"));
    for (int i = 0; i < 3; i++) {
        round_after(table, "next");
    }
    assert_int_equal(hp(table, "Fay"), 10);
    /* Out of it in time: nothing. */
    table_do(table, "water Fay out");
    round_after(table, "next");
    assert_int_equal(hp(table, "Fay"), 10);
    assert_string_equal(words(table, "Fay"), "");
    table_refused(table, "water Fay out", "swimming and drowning");
    table_free(table);
}

static void test_water__kills_and_asks_for_its_die(void **state)
{
    (void)state;
    struct table *table = fight();
    table_do(table, "water Fay");
    for (int i = 0; i < 3; i++) {
        round_after(table, "next");
    }
    table_do(table, "set Fay hp=2");
    table->asks = true;
    assert_int_equal(table_try(table, "next"), VERDICT_ASKS);
    assert_non_null(strstr(table->decision.question.prompt, "Fay: drowning"));
    table_do(table, "next 2");
    assert_int_equal(table_value(table, "Fay", "out"), OUT_DEAD);
    assert_int_equal(table->state.value[ENCOUNTER_TURN], table_id(table, "Asa"));
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_class__fills_the_row),
        cmocka_unit_test(test_class__leaves_what_the_row_has_of_its_own),
        cmocka_unit_test(test_attack__has_the_chances_of_the_manual),
        cmocka_unit_test(test_attack__hits_at_p_and_is_critical_at_twice_p),
        cmocka_unit_test(test_kinds__have_their_own_numbers),
        cmocka_unit_test(test_circular__tests_each_target_on_its_own),
        cmocka_unit_test(test_rust__changes_to_hit_and_damage_but_not_archery),
        cmocka_unit_test(test_spell__always_hits_unless_it_is_resisted),
        cmocka_unit_test(test_teleport__is_resisted_the_same_way),
        cmocka_unit_test(test_water__loses_two_turns_and_drowns_after_them),
        cmocka_unit_test(test_water__another_square_is_a_new_entry),
        cmocka_unit_test(test_water__kills_and_asks_for_its_die),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
