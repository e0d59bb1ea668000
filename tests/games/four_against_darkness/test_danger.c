/* The total chances of everything that waits for one character agree with the table: every face
 * of every die is played there, one after the other, as commands. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/table.h"
#include "support/unit.h"
#include "games/four_against_darkness/combatant.h"

enum { FACES = 6 };

static int setup(void **state)
{
    *state = table_new("four-against-darkness");
    return 0;
}

static int teardown(void **state)
{
    table_free(*state);
    return 0;
}

/* ---- at the table ---------------------------------------------------------------------- */

struct chances {
    double falls, dies;
};

static int ann;

/* What still waits for Ann, and her state: acts that lead to the same go on alike. */
static void describe(const struct state *state, struct text *out)
{
    text_add(out, "%d %d", state_value(state, ann, FIELD_HP, 0),
             state_value(state, ann, FIELD_OUT, 0));
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject == ann && effect->kind != FOUR_ROLL_KEPT) {
            text_add(out, "; %d %d %d %s", effect->kind, effect->object, effect->amount,
                     effect->label);
        }
    }
}

static struct chances play(struct table *table);

/* The results of a die: a six is followed by another, which changes nothing here. */
static struct chances play_dice(struct table *table, const char *act)
{
    struct face {
        char words[600];
        struct state state;
        double mass;
    } *after = calloc(FACES, sizeof *after);
    struct state *before = malloc(sizeof *before);
    struct chances sum = {0, 0};
    assert_non_null(after);
    assert_non_null(before);
    memcpy(before, &table->state, sizeof *before);
    int ways = 0;
    for (int face = 1; face <= FACES; face++) {
        char line[40], words[600];
        struct text text;
        int same = 0;
        memcpy(&table->state, before, sizeof *before);
        text_format(line, sizeof line, "%s %d%s", act, face, face == FACES ? " 1" : "");
        table_do(table, line);
        text_init(&text, words, sizeof words);
        describe(&table->state, &text);
        while (same < ways && strcmp(after[same].words, words) != 0) {
            same++;
        }
        if (same == ways) {
            memcpy(after[ways].words, words, sizeof words);
            memcpy(&after[ways++].state, &table->state, sizeof table->state);
        }
        after[same].mass += 1.0 / (double)FACES;
    }
    for (int i = 0; i < ways; i++) {
        memcpy(&table->state, &after[i].state, sizeof table->state);
        struct chances rest = play(table);
        sum.falls += after[i].mass * rest.falls;
        sum.dies += after[i].mass * rest.dies;
    }
    free(before);
    free(after);
    return sum;
}

/* Everything that waits for Ann, the saves first. */
static struct chances play(struct table *table)
{
    const struct state *state = &table->state;
    bool is_out = !state_is_in(state, ann);
    if (is_out) {
        return (struct chances){1, 1};
    }
    bool is_down = state_value(state, ann, FIELD_HP, 0) == 0;
    struct chances chances = {0, 0};
    if (state_effect(state, NULL, FOUR_SAVE_DUE, ann, ANYBODY) != NULL) {
        chances = play_dice(table, "save Ann");
    } else if (state_effect(state, NULL, FOUR_FOES_ATTACK, ann, ANYBODY) != NULL) {
        chances = play_dice(table, "defend Ann");
    }
    chances.falls = is_down ? 1 : chances.falls;
    return chances;
}

/* ---- and what is told of it ------------------------------------------------------------ */

static void put_on_hit(struct table *table, const char *on_hit)
{
    for (int i = 0; i < table->state.effects; i++) {
        struct effect *effect = &table->state.effect[i];
        if (effect->kind == FOUR_SPECIAL && strncmp(effect->label, "on_hit: ", 8) == 0) {
            memset(effect->label, 0, sizeof effect->label);
            text_format(effect->label, sizeof effect->label, "on_hit: %s", on_hit);
        }
    }
}

static void compare(struct table *table, const char *told)
{
    static unsigned char memory[256 << 10];
    struct arena arena;
    struct together together;
    arena_init(&arena, memory, sizeof memory);
    ann = table_id(table, "Ann");
    assert_true(table->procedure->together(&table->state, ann, &arena, &together));
    struct chances chances = play(table);
    double dies = together.chances > 1 ? together.chance[1].value : 0;
    if (fabs(together.chance[0].value - chances.falls) > 1e-12 ||
        fabs(dies - chances.dies) > 1e-12) {
        fail_msg("%s: told to 0 Life %.15f, dead %.15f; played %.15f, %.15f", told,
                 together.chance[0].value, dies, chances.falls, chances.dies);
    }
}

static void test_danger__is_what_comes_of_every_die_at_the_table(void **state)
{
    (void)state;
    static const struct {
        const char *ann, *foes, *more;
        const char *on_hit; /* of every foe that has one; NULL: as their records have it */
    } fights[] = {
        {"hp=1", "add moths foe=needle-moths count=1", NULL, NULL},
        {"hp=1", "add moths foe=needle-moths count=3", NULL, NULL},
        {"hp=2", "add moths foe=needle-moths count=2", NULL, NULL},
        {"hp=3", "add moths foe=needle-moths count=3", NULL, NULL},
        {"hp=4", "add moths foe=needle-moths count=3", NULL, NULL},
        {"hp=3 gear=shield", "add spider foe=well-spider", "add moths foe=needle-moths count=1",
         NULL},
        {"hp=4", "add vipers foe=ash-vipers count=2",
         "add ogre foe=weird level=4 hp=9 damage=2", NULL},
        {"hp=3", "add moths foe=needle-moths count=2 damage=2", NULL,
         "poison, save L4 or 3 damage"},
        {"hp=2", "add moths foe=needle-moths count=2", NULL, "bite, save L3 or dead"},
        {"hp=3", "add moths foe=needle-moths count=3", NULL, "sting, 1 damage"},
        {"hp=1", "add moths foe=needle-moths count=2", NULL, "sting, dead"},
        {"hp=2", "add moths foe=needle-moths count=2", NULL, "wax, save L2 or lose an action"},
        {"hp=2", "add moths foe=needle-moths count=2", NULL, "poison, save L1 or 1 damage"},
        {"hp=1", "add moths foe=needle-moths count=2 level=1", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof fights / sizeof fights[0]; i++) {
        struct table *table = table_new("four-against-darkness");
        char line[80];
        text_format(line, sizeof line, "add Ann side=party level=1 %s", fights[i].ann);
        table_do(table, line);
        table_do(table, fights[i].foes);
        if (fights[i].more != NULL) {
            table_do(table, fights[i].more);
        }
        if (fights[i].on_hit != NULL) {
            put_on_hit(table, fights[i].on_hit);
        }
        table_do(table, "ruling next");
        while (state_effect(&table->state, NULL, FOUR_FOES_ATTACK, ANYBODY, ANYBODY) == NULL) {
            table_do(table, "next");
        }
        compare(table, fights[i].foes);
        table_free(table);
    }
}

/* With a save that is due already, and with one that kills at 0 Life by the other table rule.
 */
static void test_danger__counts_from_where_the_fight_is(void **state)
{
    struct table *table = *state;
    table_do(table, "add Ann side=party level=1 hp=3");
    table_do(table, "add moths foe=needle-moths count=3");
    table_do(table, "next");
    table_do(table, "next");
    table_do(table, "defend 1");
    compare(table, "a save is due");
}

static void test_danger__is_told_without_lethal_saves(void **state)
{
    struct table *table = *state;
    table_do(table, "setting lethal_save dead");
    table_do(table, "add Ann side=party level=1 hp=3");
    table_do(table, "add moths foe=needle-moths count=3");
    table_do(table, "next");
    table_do(table, "next");
    static unsigned char memory[256 << 10];
    struct arena arena;
    struct together together;
    arena_init(&arena, memory, sizeof memory);
    ann = table_id(table, "Ann");
    assert_true(table->procedure->together(&table->state, ann, &arena, &together));
    struct chances chances = play(table);
    assert_int_equal(together.chances, 1);
    assert_float_equal(together.chance[0].value, chances.dies, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_danger__is_what_comes_of_every_die_at_the_table),
        cmocka_unit_test_setup_teardown(test_danger__counts_from_where_the_fight_is, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_danger__is_told_without_lethal_saves, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
