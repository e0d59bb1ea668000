/* A kept state is used only when it has everything that the tracker and the games rely on. */
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

static void group_with_nobody(struct state *state)
{
    state->combatant[0].is_set |= (uint64_t)1 << FIELD_GROUP;
    state->combatant[0].value[FIELD_GROUP] = 3;
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

static void give_turn_to_nobody(struct state *state)
{
    state->value[ENCOUNTER_TURN] = 3;
}

static void test_sound_state__what_is_taken_for_granted_is_checked(void **state)
{
    (void)state;
    static void (*const spoil[])(struct state * state) = {
        overrun_name,      leave_rest_of_name,  overrun_note,        overrun_label,
        invent_way_out,    group_with_nobody,   set_no_field,        set_beyond_all_fields,
        leave_value_unset, fill_what_is_unused, invent_effect,       mark_nobody,
        mark_by_nobody,    mark_twice,          give_turn_to_nobody,
    };
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    static struct state spoilt, read, empty;
    struct table *table = table_new("trilemma");
    table_do(table, "add Anka side=party wits=12 hp=9");
    table_do(table, "add Pelican wits=12 hp=9");
    table_do(table, "condition Anka prone");
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
            kept.combatant[0].value[FIELD_SYSTEM + k] = 0;
        }
    }
    assert_true(found > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_state__what_is_taken_for_granted_is_checked),
        cmocka_unit_test(test_sound_state__a_choice_is_one_that_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
