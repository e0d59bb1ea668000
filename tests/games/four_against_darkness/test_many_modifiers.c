/* Four Against Darkness: more gear, words and modifiers than anybody has, and modifiers that
 * other versions of the program wrote into a log. */
#include <stdio.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "games/four_against_darkness/combatant.h"

static int setup(void **state)
{
    struct table *table = table_new("four-against-darkness");
    table_do(table, "add Ann class=warrior level=2 gear=none");
    table_do(table, "add rats foe=vermin level=3 count=9");
    *state = table;
    return 0;
}

static int teardown(void **state)
{
    table_free(*state);
    return 0;
}

static void expect_attack(struct table *table, const char *sum)
{
    table_do(table, "ruling attack rats by=Ann 2");
    if (!table_said(table, sum)) {
        for (int i = 0; i < table->decision.events; i++) {
            struct str said = table->decision.event[i].line;
            print_error("%.*s\n", said.n, said.n > 0 ? said.p : "");
        }
        fail_msg("the attack is not %s", sum);
    }
}

/* What is looked up one by one is the same as what is gathered. */
static void test_many_modifiers__the_last_of_many_words_counts_like_the_first(void **state)
{
    struct table *table = *state;
    char line[80];
    for (int i = 0; i < 120; i++) {
        snprintf(line, sizeof line, "modifier Ann is w%d reason %d", i, i);
        table_do(table, line);
    }
    table_do(table, "equip Ann sword");
    table_do(table, "modifier Ann attack \"+1 when w0\" first");
    table_do(table, "modifier Ann attack \"+2 when w119\" last");
    table_do(table, "modifier Ann attack \"+4 when w120\" none");
    expect_attack(table, "[2] + 2 warrior L2 + 1 first + 2 last = 7 vs L 3");
    table_do(table, "modifier Ann is \"one two w120\" all three");
    expect_attack(table, "[2] + 2 warrior L2 + 1 first + 2 last + 4 none = 11 vs L 3");
    table_do(table, "modifier Ann attack \"+8 when mounted\" a charge");
    table_do(table, "condition Ann mounted");
    expect_attack(table, "+ 8 a charge");
}

static void test_many_modifiers__gear_beyond_what_is_gathered_counts(void **state)
{
    struct table *table = *state;
    static const char *const items[] = {"dagger", "knife", "club", "axe", "great-axe",
                                        "maul",   "sword", "sai",  "bo",  "bow"};
    static const char *const made[] = {"silver", "magic", "masterwork"};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        for (size_t k = 0; k < sizeof made / sizeof made[0]; k++) {
            char line[80];
            snprintf(line, sizeof line, "equip Ann %s %s", made[k], items[i]);
            table_do(table, line);
        }
    }
    table_do(table, "equip Ann mace");
    table_do(table, "wield Ann mace");
    table_do(table, "modifier Ann attack \"+3 when crushing\" the moon");
    expect_attack(table, "[2] + 2 warrior L2 + 3 the moon = 7 vs L 3");
}

static void test_many_modifiers__more_than_one_roll_can_add_is_told(void **state)
{
    struct table *table = *state;
    for (int i = 0; i < 30; i++) {
        char line[80];
        snprintf(line, sizeof line, "modifier Ann attack +1 reason %d", i);
        table_do(table, line);
    }
    table_wrong(table, "attack rats by=Ann 2", "more than 24 numbers are added to one roll");
}

/* Thirty of them for one kind of roll. */
static void add_thirty(struct table *table, const char *roll)
{
    for (int i = 0; i < 30; i++) {
        char line[80];
        snprintf(line, sizeof line, "modifier Ann %s +1 %s %d", roll, roll, i);
        table_do(table, line);
    }
}

/* What is drawn of a roll that has no sum: no chance, and no number that is wrong. */
static void test_many_modifiers__a_roll_without_a_sum_has_no_chance(void **state)
{
    struct table *table = *state;
    static unsigned char memory[1 << 20];
    const struct procedure *game = table->procedure;
    struct together together;
    struct inputs inputs;
    struct error err;
    struct arena arena;
    table_do(table, "set Ann hp=2");
    table_do(table, "attack rats by=Ann 2");
    table_do(table, "next");
    arena_init(&arena, memory, sizeof memory);
    assert_true(game->together(&table->state, 1, &arena, &together));
    assert_true(game->usual_act(&table->state, 2, 1, &inputs, &err));
    add_thirty(table, "save");
    arena_init(&arena, memory, sizeof memory);
    assert_false(game->together(&table->state, 1, &arena, &together));
    add_thirty(table, "defence");
    arena_init(&arena, memory, sizeof memory);
    assert_false(game->together(&table->state, 1, &arena, &together));
    assert_false(game->usual_act(&table->state, 2, 1, &inputs, &err));
    assert_non_null(strstr(err.text, "more than 24 numbers"));
    assert_true(game->usual_act(&table->state, 1, 2, &inputs, &err));
    add_thirty(table, "attack");
    assert_false(game->usual_act(&table->state, 1, 2, &inputs, &err));
    TEXT_BUFFER(facts, 2000);
    game->facts(&table->state, 1, &facts);
    TEXT_BUFFER(guide, 200);
    game->guide(&table->state, &guide);
    assert_null(strstr(guide.p, "+"));
    table_wrong(table, "sheet Ann", "more than 24 numbers");
    table_wrong(table, "defend Ann 4", "more than 24 numbers");
    table_wrong(table, "save Ann fear level=3 4", "more than 24 numbers");
    table_wrong(table, "ruling attack rats by=Ann 4", "more than 24 numbers");
}

/* Every text of Ann as a log of another version has it: with this amount. */
static void write_amounts(struct table *table, int amount)
{
    for (int i = 0; i < table->state.effects; i++) {
        struct effect *effect = &table->state.effect[i];
        effect->amount = effect->kind == FOUR_MODIFIER ? amount : effect->amount;
    }
}

static void test_many_modifiers__texts_of_other_versions_are_read_again(void **state)
{
    struct table *table = *state;
    table_do(table, "equip Ann mace");
    table_do(table, "modifier Ann attack \"+3 when crushing\" the moon");
    expect_attack(table, "[2] + 2 warrior L2 + 3 the moon = 7 vs L 3");
    static const int amounts[] = {1, -1, 0x7fffffff};
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        write_amounts(table, amounts[i]);
        expect_attack(table, "[2] + 2 warrior L2 + 3 the moon = 7 vs L 3");
    }
}

static void test_many_modifiers__a_text_that_nobody_here_can_read_counts_nothing(void **state)
{
    struct table *table = *state;
    table_do(table, "modifier Ann attack +3 high ground");
    table_do(table, "modifier Ann attack +1 luck");
    for (int i = 0; i < table->state.effects; i++) {
        struct effect *effect = &table->state.effect[i];
        if (effect->kind == FOUR_MODIFIER && strstr(effect->label, "high ground") != NULL) {
            effect->amount = 1;
            memset(effect->label, 0, sizeof effect->label);
            snprintf(effect->label, sizeof effect->label, "high ground: glows +3");
        }
    }
    expect_attack(table, "[2] + 2 warrior L2 + 1 luck - 2 unarmed = 3 vs L 3");
    table_do(table, "sheet Ann");
    table_do(table, "modifier Ann attack 0 high ground");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_many_modifiers__the_last_of_many_words_counts_like_the_first),
        TEST(test_many_modifiers__gear_beyond_what_is_gathered_counts),
        TEST(test_many_modifiers__more_than_one_roll_can_add_is_told),
        TEST(test_many_modifiers__a_roll_without_a_sum_has_no_chance),
        TEST(test_many_modifiers__texts_of_other_versions_are_read_again),
        TEST(test_many_modifiers__a_text_that_nobody_here_can_read_counts_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
