/* Creatures from the library, in every game that has them: each one that ships can be added by
 * its name, has the numbers of its record, and plays a round. */
#include <stdio.h>
#include <string.h>

#include "games/games.h"
#include "support/play.h"
#include "support/table.h"
#include "support/unit.h"
#include "tracker/combatant_fields.h"

static bool has_creatures(const struct procedure *procedure)
{
    return procedure->fills != NULL && strcmp(procedure->fills, "creature") == 0;
}

/* What the first combatant of this name has in the field, as one would type it. */
static void format_field(struct table *table, int id, const char *name, struct text *out)
{
    for (int i = 0; i < combatant_fields(table->procedure, &table->state); i++) {
        struct combatant_field field;
        combatant_field_at(table->procedure, &table->state, i, &field);
        if (strcmp(field.name, name) == 0) {
            combatant_field_format(table->procedure, &table->state, id, i, out);
        }
    }
}

/* Flags and dice are written in their own way; what both read as is the same. */
static bool reads_alike(struct table *table, const struct value_def *def, const char *a,
                        const char *b)
{
    struct inputs inputs[2];
    struct input input[2];
    struct error err;
    TEXT_BUFFER(x, NAME_SIZE);
    TEXT_BUFFER(y, NAME_SIZE);
    const struct system *system = state_system(&table->state);
    for (int i = 0; i < 2; i++) {
        inputs_begin(&inputs[i], system, &system->actions[0]);
        if (input_parse(&input[i], &inputs[i], def, str_of(i == 0 ? a : b), &err) !=
            STATUS_OK) {
            return false;
        }
    }
    if (def->kind == VALUE_DICE) {
        dice_expr_format(&inputs[0].dice[input[0].number], &x);
        dice_expr_format(&inputs[1].dice[input[1].number], &y);
        return strcmp(x.p, y.p) == 0;
    }
    return input[0].number == input[1].number && input[0].number_high == input[1].number_high &&
           input[0].decimal == input[1].decimal;
}

static void check_fields(struct table *table, int id, const struct library_record *creature)
{
    const struct system *system = state_system(&table->state);
    for (int i = 0; i < system->attributes_count; i++) {
        const struct value_def *def = &system->attributes[i];
        const char *wanted = library_text(creature, def->name);
        TEXT_BUFFER(has, NAME_SIZE);
        format_field(table, id, def->name, &has);
        if (wanted != NULL && !reads_alike(table, def, wanted, has.p)) {
            fail_msg("%s: %s is %s, not %s", creature->name, def->name, has.p, wanted);
        }
    }
}

/* One of each, against somebody who has every value that is needed. */
static void play_all(const struct system *system)
{
    struct table *table = table_new(system->id);
    const struct library *library = table->decision.library;
    static const char *const party[][2] = {
        {"caves-of-qud", "add Ana side=party to_hit=2 dv=6 av=3 ma=3 ego=1 hp=900"},
        {"pixel-dungeon", "add Ana side=party accuracy=12 dodge=6 damage=1-5 armor=2 hp=900"},
        {"trilemma", "add Ana side=party strength=14 wits=12 ac=24 hp=900"},
        {"yuxtapa", "add Ana side=party class=fighter hp=900"}};
    int creatures = 0, ana = 0;
    for (size_t i = 0; i < sizeof party / sizeof party[0]; i++) {
        if (strcmp(party[i][0], system->id) == 0) {
            table_do(table, party[i][1]);
            ana = table_id(table, "Ana");
        }
    }
    for (int i = 0; i < library->count; i++) {
        const struct library_record *record = &library->record[i];
        char line[120];
        if (strcmp(record->kind->name, "creature") != 0) {
            continue;
        }
        snprintf(line, sizeof line, "add %s roll", record->name);
        table_do(table, line);
        int id = table->state.count;
        assert_true(state_value(&table->state, id, FIELD_HP, 0) > 0);
        check_fields(table, id, record);
        creatures++;
        if (ana != 0) {
            snprintf(line, sizeof line, "ruling attack #%d by=#%d roll", ana, id);
            table_do(table, line);
            snprintf(line, sizeof line, "ruling attack #%d by=#%d roll", id, ana);
            table_do(table, line);
        }
    }
    if (ana != 0 && creatures < 10) {
        fail_msg("%s has %d creatures", system->id, creatures);
    }
    table_free(table);
}

static void test_creatures__each_that_ships_can_be_added_and_plays_a_round(void **state)
{
    (void)state;
    int games = 0;
    for (int i = 0; i < systems_count(); i++) {
        if (has_creatures(games_find(system_at(i)))) {
            play_all(system_at(i));
            games++;
        }
    }
    assert_true(games >= 4);
}

/* The line comes before the record, for every field. */
static void test_creatures__what_the_line_gives_stays(void **state)
{
    (void)state;
    struct table *table = table_new("yuxtapa");
    table_do(table, "add ford-captain hp_max=20 traits=lame note=bought to_hit=1");
    int id = table->state.count;
    assert_int_equal(state_value(&table->state, id, FIELD_HP_MAX, 0), 20);
    assert_false(state_is_set(&table->state, id, FIELD_HP));
    assert_int_equal(table_value(table, "ford captain", "to_hit"), 1);
    assert_string_equal(state_text(&table->state, id, TEXT_NOTE), "bought");
    assert_string_equal(state_text(&table->state, id, TEXT_NAME), "Ford captain");
    table_free(table);
}

/* At the real table: found by a few letters, with dice thrown, and undone as one act. */
static void test_creatures__the_palette_completes_their_names(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Pier system=yuxtapa",
                                        "add Ana side=party class=fighter", NULL};
    struct play *play = play_new(lines);
    play_keys(play, ": text:add Space text:mudp");
    play_shows(play, "mud pike");
    play_shows(play, "HP 2d4, to hit 3");
    play_keys(play, ": text:add Space text:mudp Tab Enter text:2 Space text:3 Enter");
    play_shows(play, "Mud pike joins");
    assert_int_equal(play_value(play, "Mud pike", FIELD_HP), 5);
    play_keys(play, "u");
    play_hides(play, "Mud pike  ");
    play_free(play);
}

/* The field of a form completes them too. */
static void test_creatures__the_form_takes_one(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter Pier system=pixel",
                                        "add Ana side=party accuracy=9 dodge=4 hp=20", NULL};
    struct play *play = play_new(lines);
    play->rows = 30;
    play_keys(play, "N text:Nib Down Down Down Down Down text:cel");
    play_shows(play, "cellar-mouse");
    play_shows(play, ": add Nib creature=cellar-mouse");
    play_keys(play, "N text:Nib Down Down Down Down Down text:cel Enter Down");
    play_shows(play, "Nib joins");
    play_shows(play, "accuracy 7  dodge 4");
    play_shows(play, "from the library:");
    assert_int_equal(play_value(play, "Nib", FIELD_HP), 6);
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_creatures__each_that_ships_can_be_added_and_plays_a_round),
        cmocka_unit_test(test_creatures__what_the_line_gives_stays),
        cmocka_unit_test(test_creatures__the_palette_completes_their_names),
        cmocka_unit_test(test_creatures__the_form_takes_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
