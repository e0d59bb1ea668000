/* A kept state is used only when it has everything that the tracker and the games rely on. */
#include <stddef.h>
#include <string.h>

#include "games/games.h"
#include "support/table.h"
#include "support/unit.h"

static void overrun_name(struct state *state)
{
    memset(state->combatant[0].text[TEXT_NAME], 'x', NAME_SIZE);
}

static void leave_rest_of_name(struct state *state)
{
    state->combatant[0].text[TEXT_NAME][NAME_SIZE - 1] = 'x';
}

static void overrun_note(struct state *state)
{
    memset(state->combatant[0].note, 'x', NOTE_SIZE);
}

static void overrun_label(struct state *state)
{
    memset(state->effect[0].label, 'x', LABEL_SIZE);
}

static void invent_way_out(struct state *state)
{
    state->combatant[0].is_set |= (uint64_t)1 << FIELD_OUT;
    state->combatant[0].value[FIELD_OUT] = OUT_WAYS;
}

static void take_no_side(struct state *state)
{
    state->combatant[0].value[FIELD_SIDE] = SIDE_PARTY + 1;
}

static void set_no_field(struct state *state)
{
    state->combatant[0].is_set |= (uint64_t)1 << (FIELDS_MAX - 1);
}

static void set_beyond_all_fields(struct state *state)
{
    state->combatant[0].is_set |= (uint64_t)1 << 63;
}

static void leave_value_unset(struct state *state)
{
    state->combatant[1].is_set &= ~((uint64_t)1 << FIELD_HP);
}

static void fill_what_is_unused(struct state *state)
{
    state->combatant[0].unused = 1;
}

static void invent_effect(struct state *state)
{
    state->effect[0].kind = EFFECT_KINDS_MAX - 1;
}

static void mark_nobody(struct state *state)
{
    state->effect[0].subject = 3;
}

static void mark_by_nobody(struct state *state)
{
    state->effect[0].object = -1;
}

static void mark_twice(struct state *state)
{
    state->effect[state->effects++] = state->effect[0];
}

static void end_with_nobodys_turn(struct state *state)
{
    state->effect[0].kind = EFFECT_CONDITION_END;
}

static void forget_a_kind(struct state *state)
{
    state->has_effect = 0;
}

static void give_a_kind_to_nobody(struct state *state)
{
    state->nobody_has_effect = state->has_effect;
}

static void forget_a_kind_of_one(struct state *state)
{
    state->combatant[0].has_effect = 0;
}

static void give_a_kind_to_another(struct state *state)
{
    state->combatant[1].has_effect = state->has_effect;
}

static void count_per_nothing(struct state *state)
{
    state->counter[0].number[COUNTER_PER] = COUNTER_PERS;
}

static void count_for_nobody(struct state *state)
{
    state->counter[0].number[COUNTER_OF] = 3;
}

static void overrun_counter(struct state *state)
{
    memset(state->counter[0].name, 'x', NAME_SIZE);
}

static void overrun_line(struct state *state)
{
    memset(state->counter[0].then, 'x', COUNTER_LINE_SIZE);
}

static void end_with_a_free_place(struct state *state)
{
    state->counters = 2;
}

static void give_turn_to_nobody(struct state *state)
{
    state->value[ENCOUNTER_TURN] = 3;
}

static void test_sound_state__what_is_taken_for_granted_is_checked(void **state)
{
    (void)state;
    static void (*const spoil[])(struct state * state) = {
        overrun_name,          leave_rest_of_name,
        overrun_note,          overrun_label,
        invent_way_out,        take_no_side,
        set_no_field,          set_beyond_all_fields,
        leave_value_unset,     fill_what_is_unused,
        invent_effect,         mark_nobody,
        mark_by_nobody,        mark_twice,
        give_turn_to_nobody,   end_with_nobodys_turn,
        forget_a_kind,         give_a_kind_to_nobody,
        forget_a_kind_of_one,  give_a_kind_to_another,
        count_per_nothing,     count_for_nobody,
        overrun_counter,       overrun_line,
        end_with_a_free_place,
    };
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    static struct state spoilt, read, empty;
    struct table *table = table_new("trilemma");
    table_do(table, "add Anka side=party wits=12 hp=9");
    table_do(table, "add Pelican wits=12 hp=9");
    table_do(table, "condition Anka prone");
    table_do(table, "counter torch 6");
    assert_int_equal(table->state.effects, 1);
    state_init(&empty, state_system(&table->state));
    assert_true(state_is_sound(table->procedure, &table->state));
    assert_true(state_is_sound(table->procedure, &empty));
    for (size_t i = 0; i < sizeof spoil / sizeof spoil[0]; i++) {
        spoilt = table->state;
        spoil[i](&spoilt);
        assert_false(state_is_sound(table->procedure, &spoilt));
        int n = state_pack(table->procedure, &spoilt, bytes);
        state_init(&read, state_system(&table->state));
        assert_false(state_unpack(&read, table->procedure, bytes, n));
        assert_memory_equal(&read, &empty, sizeof read);
    }
    table_free(table);
}

/* The number of a system is its place in this program's list. */
static void test_sound_state__is_of_the_system_that_it_names(void **unused)
{
    (void)unused;
    static struct state state;
    state_init(&state, system_at(1));
    state.number = 0;
    assert_false(state_is_sound(games_find(system_at(1)), &state));
}

/* Bytes of a snapshot that say another length than they have, or are of another game. */
static void test_sound_state__a_snapshot_has_the_length_that_it_tells(void **unused)
{
    (void)unused;
    enum { HEAD = offsetof(struct state, effect) };
    static const struct {
        size_t at;
        int number;
    } wrong[] = {
        {offsetof(struct state, count), -1},
        {offsetof(struct state, count), 1},
        {offsetof(struct state, count), COMBATANTS_MAX + 1},
        {offsetof(struct state, effects), -1},
        {offsetof(struct state, effects), 1},
        {offsetof(struct state, effects), EFFECTS_MAX + 1},
        {offsetof(struct state, counters), -1},
        {offsetof(struct state, counters), 1},
        {offsetof(struct state, counters), COUNTERS_MAX + 1},
        {offsetof(struct state, system), 0},
    };
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    static struct state state;
    const struct procedure *procedure = games_find(system_at(0));
    state_init(&state, system_at(0));
    int n = state_pack(procedure, &state, bytes);
    size_t stamp = (size_t)n - HEAD;
    assert_true(state_unpack(&state, procedure, bytes, n));
    assert_false(state_unpack(&state, procedure, bytes, n - 1));
    assert_false(state_unpack(&state, procedure, bytes, n + 1));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int right;
        memcpy(&right, bytes + stamp + wrong[i].at, sizeof right);
        memcpy(bytes + stamp + wrong[i].at, &wrong[i].number, sizeof right);
        assert_false(state_unpack(&state, procedure, bytes, n));
        memcpy(bytes + stamp + wrong[i].at, &right, sizeof right);
    }
    assert_true(state_unpack(&state, procedure, bytes, n));
}

/* A word that is not in its list would be read from beyond the end. */
static void test_sound_state__a_choice_is_one_that_there_is(void **state)
{
    (void)state;
    static struct state kept;
    int found = 0;
    for (int i = 0; i < systems_count(); i++) {
        const struct system *system = system_at(i);
        state_init(&kept, system);
        struct event event = {.kind = EVENT_COMBATANT_ADDED, .subject = 1, .is_set = true};
        event.text_to = str_of("Anka");
        state_apply(&kept, &event);
        for (int k = 0; k < system->attributes_count; k++) {
            const struct value_def *def = &system->attributes[k];
            int choices = 0;
            while (def->kind == VALUE_CHOICE && def->choices[choices] != NULL) {
                choices++;
            }
            if (choices == 0) {
                continue;
            }
            found++;
            kept.combatant[0].is_set |= (uint64_t)1 << (FIELD_SYSTEM + k);
            kept.combatant[0].value[FIELD_SYSTEM + k] = choices - 1;
            assert_true(state_is_sound(games_find(system), &kept));
            kept.combatant[0].value[FIELD_SYSTEM + k] = choices;
            assert_false(state_is_sound(games_find(system), &kept));
            assert_true(state_takes_value(&kept, FIELD_SYSTEM + k, 0));
            assert_false(state_takes_value(&kept, FIELD_SYSTEM + k, choices));
            assert_false(state_takes_value(&kept, FIELD_SYSTEM + k, -1));
            kept.combatant[0].value[FIELD_SYSTEM + k] = 0;
        }
    }
    assert_true(found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_state__what_is_taken_for_granted_is_checked),
        cmocka_unit_test(test_sound_state__is_of_the_system_that_it_names),
        cmocka_unit_test(test_sound_state__a_snapshot_has_the_length_that_it_tells),
        cmocka_unit_test(test_sound_state__a_choice_is_one_that_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
