/* Kinds of effects: the engine's and each game's by name and number, and snapshots, which are
 * only believed while both are the same. */
#include <string.h>

#include "games/games.h"
#include "support/draws.h"
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

/* ---- finding them ---------------------------------------------------------------------- */

enum { SOME = 4, NAMES = 3 }; /* combatants, kinds and labels that are drawn from */

static const char *const labels[NAMES] = {"", "rope", "torch"};

static const struct effect *find_one_by_one(const struct state *state,
                                            const struct effect *after, int kind, int subject,
                                            int object)
{
    int i = after == NULL ? 0 : (int)(after - state->effect) + 1;
    for (; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->kind == kind && (subject == ANYBODY || effect->subject == subject) &&
            (object == ANYBODY || effect->object == object)) {
            return effect;
        }
    }
    return NULL;
}

/* Those of each subject, in the order in which they began. */
static void assert_subjects_found(const struct state *state)
{
    for (int subject = 0; subject <= SOME; subject++) {
        const struct effect *found = NULL;
        for (int i = 0; i < state->effects; i++) {
            if (state->effect[i].subject == subject) {
                found = state_effect_of(state, found, subject);
                assert_ptr_equal(found, &state->effect[i]);
            }
        }
        assert_null(state_effect_of(state, found, subject));
    }
}

/* Every question about the kinds that are drawn. */
static void assert_all_found(const struct procedure *procedure, const struct state *state)
{
    for (int kind = EFFECT_GAME; kind < EFFECT_GAME + SOME; kind++) {
        for (int subject = ANYBODY; subject <= SOME; subject++) {
            for (int object = ANYBODY; object <= SOME; object++) {
                const struct effect *found = NULL, *expected = NULL;
                do {
                    found = state_effect(state, found, kind, subject, object);
                    expected = find_one_by_one(state, expected, kind, subject, object);
                    assert_ptr_equal(found, expected);
                } while (expected != NULL);
            }
        }
    }
    assert_subjects_found(state);
    assert_true(state_is_sound(procedure, state));
}

static struct event draw_event(struct draws *draws, const struct state *state)
{
    struct event event = {.kind = EVENT_EFFECT_CHANGED,
                          .field = draws_between(draws, EFFECT_GAME, EFFECT_GAME + SOME - 1),
                          .subject = draws_between(draws, 0, SOME),
                          .object = draws_between(draws, 0, SOME),
                          .text_to = str_of(labels[draws_between(draws, 0, NAMES - 1)]),
                          .is_set = draws_between(draws, 0, 1) != 0};
    const struct effect *old =
        state_effect_labelled(state, event.field, event.subject, event.object, event.text_to);
    event.was_set = old != NULL;
    event.from = old != NULL ? old->amount : 0;
    event.to = event.is_set ? draws_between(draws, 0, 9) : 0;
    return event;
}

static void test_effect__all_are_found_whatever_began_and_ended(void **unused)
{
    (void)unused;
    static struct state state, copy, seen, read;
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    struct draws draws;
    struct table *table = table_new("trilemma");
    const struct procedure *procedure = table->procedure;
    draws_init(&draws);
    for (int i = 0; i < SOME; i++) {
        table_do(table, "add Pelican wits=12 hp=9");
    }
    state = copy = seen = read = table->state;
    int most = 0, fewest = EFFECTS_MAX;
    for (int i = 0; i < 600; i++) {
        struct event event = draw_event(&draws, &state);
        state_apply(&state, &event);
        assert_all_found(procedure, &state);
        if (state_can_take_back(&state, &event)) {
            state_take_back(&state, &event);
            assert_all_found(procedure, &state);
            state_apply(&state, &event);
        }
        state_be_seen(&seen, &state);
        assert_all_found(procedure, &seen);
        int n = state_pack(procedure, &state, bytes);
        assert_true(state_unpack(&read, procedure, bytes, n));
        assert_all_found(procedure, &read);
        assert_memory_equal(&read, &state, sizeof read);
        if (i % 2 == 0) {
            state_copy_back(&copy, &state, &event, 1);
        } else {
            state_copy(&copy, &state);
        }
        assert_memory_equal(&copy, &state, sizeof copy);
        most = state.effects > most ? state.effects : most;
        fewest = i > 100 && state.effects < fewest ? state.effects : fewest;
    }
    assert_in_range(fewest, 1, most - 1);
    table_free(table);
}

/* The places are not packed: a snapshot is read whole, and they are found again. */
static void test_effect__places_that_are_wrong_are_noticed(void **unused)
{
    (void)unused;
    static struct state spoilt, read;
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    struct table *table = table_new("trilemma");
    table_do(table, "add Anka side=party wits=12 hp=9");
    table_do(table, "add Bo side=party wits=12 hp=9");
    table_do(table, "condition Anka prone");
    table_do(table, "condition Bo prone");
    table_do(table, "condition Anka blind");
    const struct state *right = &table->state;
    assert_int_equal(right->effects, 3);
    assert_int_equal(right->effect[2].subject, 1);
    /* Anka's first and the next after it, for 1 and 3; Bo's first, for 2. */
    static const short wrong[][3] = {{0, 0, 2}, {1, 0, 2}, {3, 0, 2}, {1, 1, 2}, {1, 4, 2},
                                     {1, 2, 2}, {1, 3, 0}, {1, 3, 3}, {-1, 3, 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        spoilt = *right;
        spoilt.first_of_subject[1] = wrong[i][0];
        spoilt.next_of_subject[0] = wrong[i][1];
        spoilt.first_of_subject[2] = wrong[i][2];
        assert_false(state_is_sound(table->procedure, &spoilt));
        int n = state_pack(table->procedure, &spoilt, bytes);
        state_init(&read, state_system(right));
        assert_true(state_unpack(&read, table->procedure, bytes, n));
        assert_memory_equal(&read, right, sizeof read);
    }
    table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effect__every_name_leads_back_to_its_kind),
        cmocka_unit_test(test_effect__names_of_old_logs_are_known),
        cmocka_unit_test(test_effect__a_game_says_what_becomes_of_its_own),
        cmocka_unit_test(test_effect__a_snapshot_of_other_kinds_is_not_believed),
        cmocka_unit_test(test_effect__all_are_found_whatever_began_and_ended),
        cmocka_unit_test(test_effect__places_that_are_wrong_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
