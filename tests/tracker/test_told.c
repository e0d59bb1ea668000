/* What is told of a combatant, of settings and before a fight begins. */
#include <string.h>

#include "games/games.h"
#include "support/table.h"
#include "support/unit.h"
#include "tracker/prepared.h"
#include "tracker/settings.h"
#include "tracker/turns.h"

/* ---- hit points and turns -------------------------------------------------------------- */

static bool is_crowd(const struct state *state, int id, struct bodies *out)
{
    (void)state;
    *out = (struct bodies){.left = 2, .most = 3};
    if (id == 3) {
        *out = (struct bodies){.open = "2d6"};
    }
    return id == 2 || id == 3;
}

static int out_of_turn(const struct state *state, int picked)
{
    (void)state;
    return picked == 2 ? picked : 0;
}

static bool can_act(const struct state *state, int id)
{
    (void)state;
    return id == 3;
}

static const struct procedure plain = {.system = "trilemma"};
static const struct procedure crowd = {
    .system = "trilemma", .bodies = is_crowd, .out_of_turn = out_of_turn, .can_act = can_act};

static void test_told__hit_points_or_bodies(void **state)
{
    (void)state;
    static const struct {
        const char *line; /* which changes the first */
        const char *told;
    } rows[] = {
        {"set Ana note=x", "HP not set"},
        {"damage Ana 3", "HP not set, 3 damage so far"},
        {"set Ana hp=9", "HP 9 of 9"},
        {"damage Ana 2", "HP 7 of 9"},
        {"hp Ana t2", "HP 7 of 9 +2 temporary"},
        {"set Ana hp_max=-", "HP 7 +2 temporary"},
    };
    struct table *table = table_new("trilemma");
    struct combatant_points points;
    table_do(table, "add Ana side=party");
    table_do(table, "add 3 rat hp=4");
    assert_false(combatant_points(&plain, &table->state, 1, &points));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        TEXT_BUFFER(out, 100);
        table_do(table, rows[i].line);
        combatant_hit_points(&plain, &table->state, 1, &out);
        assert_string_equal(out.p, rows[i].told);
    }
    assert_true(combatant_points(&crowd, &table->state, 1, &points));
    assert_int_equal(points.now, 7);
    assert_false(points.are_bodies);
    assert_true(combatant_points(&crowd, &table->state, 2, &points));
    assert_int_equal(points.most, 3);
    assert_true(points.are_bodies);
    assert_false(combatant_points(&crowd, &table->state, 3, &points));
    table_do(table, "remove r1");
    assert_false(combatant_points(&crowd, &table->state, 2, &points));
    TEXT_BUFFER(out, 100);
    combatant_hit_points(&crowd, &table->state, 1, &out);
    text_add(&out, "; ");
    combatant_hit_points(&crowd, &table->state, 2, &out);
    text_add(&out, "; ");
    combatant_hit_points(&crowd, &table->state, 3, &out);
    assert_string_equal(out.p, "HP 7 +2 temporary; 2 of 3 left; 2d6 of them, rolled when met");
    table_free(table);
}

static void test_told__when_somebody_acts(void **state)
{
    (void)state;
    struct table *table = table_new("pixel-dungeon");
    table_do(table, "add Ana side=party hp=9");
    table_do(table, "add 2 rat hp=4");
    const struct state *now = &table->state;
    assert_string_equal(combatant_turn(&crowd, now, 1), "");
    assert_string_equal(combatant_turn(&crowd, now, 2), "acts now, out of turn");
    assert_string_equal(combatant_turn(&crowd, now, 3), "can act now");
    assert_string_equal(combatant_turn(&plain, now, 3), "");
    table_do(table, "next");
    assert_string_equal(combatant_turn(&crowd, now, 1), "has the turn");
    assert_string_equal(combatant_turn(&crowd, now, 3), "");
    table_do(table, "next");
    assert_string_equal(combatant_turn(&plain, now, 1), "has acted");
    table_do(table, "out Ana dead");
    assert_string_equal(combatant_turn(&plain, now, 1), "");
    table_free(table);
}

/* Its counters come first, and then what the game and a forecast know of it. */
static void test_told__facts_of_every_kind(void **state)
{
    (void)state;
    struct table *table = table_new("pixel-dungeon");
    table_do(table, "add Ana side=party hp=9 dodge=4");
    table_do(table, "counter bless 3 of=Ana");
    table_do(table, "counter charge 1/4 of=Ana");
    table_do(table, "counter torch 6");
    table_do(table, "policy Ana cautious");
    TEXT_BUFFER(out, 400);
    combatant_facts(table->procedure, &table->state, 1, &out);
    assert_non_null(strstr(out.p, "bless: 3 rounds left\ncharge: 1 of 4, by hand"));
    assert_non_null(strstr(out.p, "dodge 4"));
    assert_non_null(strstr(out.p, "\nforecast policy: cautious"));
    assert_null(strstr(out.p, "torch"));
    assert_null(strstr(out.p, "\n\n"));
    table_free(table);
}

/* ---- settings -------------------------------------------------------------------------- */

static void test_settings__have_words_or_numbers(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    table->asks = true;
    assert_int_equal(table_try(table, "setting overspend"), VERDICT_ASKS);
    assert_string_equal(table->decision.question.choice[1], "deny");
    assert_int_equal(table_try(table, "setting between_price"), VERDICT_ASKS);
    assert_int_equal(table->decision.question.high, 100);
    table_wrong(table, "setting between_price 101", "a whole number from 0 to 100");
    table_wrong(table, "setting overspend maybe", "must be one of confirm, deny, allow");
    table_wrong(table, "setting overspent deny", "did you mean overspend?");
    table_do(table, "setting overspend deny");
    TEXT_BUFFER(told, 2000);
    settings_tell(table->procedure, &table->state, &told);
    assert_non_null(strstr(told.p, "* overspend "));
    assert_non_null(strstr(told.p, "\n  between_price "));
    /* A number of another program, for which there is no word. */
    TEXT_BUFFER(word, 20);
    setting_format(&table->procedure->settings[0], 7, &word);
    assert_string_equal(word.p, "?");
    table_free(table);
}

static void test_settings__of_a_game_that_has_none(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    struct procedure without = *table->procedure;
    without.settings_count = 0;
    TEXT_BUFFER(told, 60);
    settings_tell(&without, &table->state, &told);
    assert_string_equal(told.p, "this game has no settings");
    table->procedure = &without;
    table_wrong(table, "setting overspend deny",
                "there is no setting overspend (there is none)");
    table_free(table);
}

/* ---- what is missing ------------------------------------------------------------------- */

static void assert_missing(const struct procedure *procedure, const struct state *state,
                           int most, const char *expected)
{
    struct missing found[MISSING_MAX];
    TEXT_BUFFER(out, 1000);
    int count = missing_find(procedure, state, found, most);
    assert_true(count <= most);
    for (int i = 0; i < count; i++) {
        text_add(&out, "%s: %s; ", found[i].text, found[i].command);
    }
    assert_string_equal(out.p, expected);
}

static void test_missing__foes_names_and_dice(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    struct procedure without = *table->procedure;
    without.missing = NULL;
    assert_missing(&without, &table->state, MISSING_MAX, "there are no foes yet: add ; ");
    assert_missing(&without, &table->state, 0, "");
    table_do(table, "add Ana side=party hp=9 damage=1d6");
    table_do(table, "add rat hp=3");
    table_do(table, "out rat dead");
    assert_missing(&without, &table->state, MISSING_MAX, "there are no foes yet: add ; ");
    table_do(table, "back rat");
    assert_missing(&without, &table->state, MISSING_MAX, "");
    /* Names that differ in blanks alone, and dice of an older program. */
    table_do(table, "add \"Salt Hound\" hp=3");
    table_do(table, "add SaltHound hp=3");
    table_do(table, "add Salty hp=3");
    struct event dice = {.kind = EVENT_TEXT_CHANGED,
                         .subject = 1,
                         .field = state_text_field(&table->state, "damage"),
                         .text_to = str_of("1d6x")};
    state_apply(&table->state, &dice);
    struct missing found[MISSING_MAX];
    assert_int_equal(missing_find(&without, &table->state, found, MISSING_MAX), 2);
    assert_string_equal(found[0].text, "Salt Hound (#3) and SaltHound (#4) have one name");
    assert_string_equal(found[0].command, "rename #4 ");
    assert_int_equal(found[1].subject, 1);
    assert_non_null(strstr(found[1].text, "Ana, damage 1d6x: "));
    assert_null(strchr(found[1].text, '\n'));
    assert_string_equal(found[1].command, "set #1 damage=");
    assert_int_equal(missing_find(&without, &table->state, found, 1), 1);
    assert_int_equal(missing_find(&without, &table->state, found, 0), 0);
    table_do(table, "remove SaltHound");
    table_do(table, "out Ana fled");
    assert_missing(&without, &table->state, MISSING_MAX, "");
    table_free(table);
}

static void test_missing__an_attribute_that_is_not_set(void **state)
{
    (void)state;
    struct table *table = table_new("trilemma");
    struct missing found[2];
    struct missing_list list = {found, 0, 1};
    table_do(table, "add Ana side=party wits=12");
    missing_add_unset(&list, &table->state, 1, "wits", "5.1");
    missing_add_unset(&list, &table->state, 1, "valour", "5.1");
    assert_int_equal(list.count, 0);
    missing_add_unset(&list, &table->state, 1, "ac", "5.14");
    missing_add_unset(&list, &table->state, 1, "strength", "5.14");
    assert_int_equal(list.count, 1);
    assert_string_equal(found[0].text, "Ana has no ac");
    assert_string_equal(found[0].command, "set #1 ac=");
    assert_string_equal(found[0].rule, "5.14");
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told__hit_points_or_bodies),
        cmocka_unit_test(test_told__when_somebody_acts),
        cmocka_unit_test(test_told__facts_of_every_kind),
        cmocka_unit_test(test_settings__have_words_or_numbers),
        cmocka_unit_test(test_settings__of_a_game_that_has_none),
        cmocka_unit_test(test_missing__foes_names_and_dice),
        cmocka_unit_test(test_missing__an_attribute_that_is_not_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
