/* Kinds of effects: the engine's and each game's by name and number, and snapshots, which are
 * only believed while both are the same. */
#include <string.h>

#include "games/games.h"
#include "support/table.h"
#include "support/unit.h"

static void test_effect__every_name_leads_back_to_its_kind(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        const struct procedure *procedure = games_find(system_at(i));
        int kinds = effect_kinds(procedure);
        assert_in_range(kinds, EFFECT_GAME, EFFECT_KINDS_MAX);
        for (int kind = 0; kind < kinds; kind++) {
            const char *name = effect_name(procedure, kind);
            assert_true(name[0] != '\0');
            assert_int_equal(effect_from_name(procedure, str_of(name)), kind);
        }
        assert_int_equal(effect_from_name(procedure, str_of("nothing")), -1);
    }
}

/* Damage by magic was once reported in every game: a log of any of them may have it. */
static void test_effect__names_of_old_logs_are_known(void **state)
{
    (void)state;
    static const char *const games[] = {"trilemma", "four-against-darkness", "caves-of-qud",
                                        "pixel-dungeon", "yuxtapa"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const struct procedure *procedure = games_find(system_find(str_of(games[i])));
        assert_true(effect_from_name(procedure, str_of("magic")) >= EFFECT_GAME);
    }
}

static void test_effect__a_game_says_what_becomes_of_its_own(void **state)
{
    (void)state;
    static const struct effect_def own[] = {{"glow", EFFECT_IS_OWN, "subject glows"},
                                            {"dusk", EFFECT_IS_PASSING, "it is dusk"}};
    static const struct procedure game = {.effects = own, .effects_count = 2};
    assert_int_equal(effect_kinds(&game), EFFECT_GAME + 2);
    assert_int_equal(effect_from_name(&game, str_of("dusk")), EFFECT_GAME + 1);
    assert_int_equal(effect_stay(&game, EFFECT_GAME), EFFECT_IS_OWN);
    assert_int_equal(effect_stay(&game, EFFECT_GAME + 1), EFFECT_IS_PASSING);
    assert_int_equal(effect_stay(&game, EFFECT_CONDITION), EFFECT_IS_CARRIED);
    assert_string_equal(effect_name(&game, EFFECT_CONDITION), "condition");
}

/* The snapshot of a fight, read under a slightly different table of effects. */
static void test_effect__a_snapshot_of_other_kinds_is_not_believed(void **state)
{
    (void)state;
    static struct effect_def other[EFFECT_KINDS_MAX];
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    static struct state read;
    struct table *table = table_new("trilemma");
    table_do(table, "add Anka side=party wits=12 hp=9");
    table_do(table, "condition Anka prone");
    int n = state_pack(table->procedure, &table->state, bytes);
    state_init(&read, state_system(&table->state));
    assert_true(state_unpack(&read, table->procedure, bytes, n));
    assert_true(state_equal(&read, &table->state));

    struct procedure changed = *table->procedure;
    memcpy(other, changed.effects, (size_t)changed.effects_count * sizeof other[0]);
    changed.effects = other;
    assert_true(state_unpack(&read, &changed, bytes, n));
    struct effect_def first = other[0];
    other[0] = other[1];
    other[1] = first;
    assert_false(state_unpack(&read, &changed, bytes, n));
    other[1] = other[0];
    other[0] = first;
    assert_true(state_unpack(&read, &changed, bytes, n));
    other[2].name = "another";
    assert_false(state_unpack(&read, &changed, bytes, n));
    other[2] = table->procedure->effects[2];
    changed.effects_count--;
    assert_false(state_unpack(&read, &changed, bytes, n));
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effect__every_name_leads_back_to_its_kind),
        cmocka_unit_test(test_effect__names_of_old_logs_are_known),
        cmocka_unit_test(test_effect__a_game_says_what_becomes_of_its_own),
        cmocka_unit_test(test_effect__a_snapshot_of_other_kinds_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
