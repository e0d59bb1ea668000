/* Forms: the effect of keys on the model, the results at the table, and the looks. */
#include "tui/widgets/form.h"

#include <stdio.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/play.h"
#include "support/table.h"
#include "support/unit.h"
#include "tui/term/term_script.h"

static struct form form;
static struct term_script script;

/* ---- the model ------------------------------------------------------------------------- */

static struct table *nest(void)
{
    struct table *table = table_new("trilemma");
    table_do(table, "add Anka side=party strength=14 wits=12 hp=9");
    table_do(table, "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16");
    return table;
}

static void go_to(const char *name)
{
    for (int i = 0; i < form.fields; i++) {
        if (strcmp(form.field[i].row.name, name) == 0) {
            form_go(&form, i);
            return;
        }
    }
    fail_msg("there is no field %s", name);
}

static void type(const char *words)
{
    struct terminal terminal;
    struct term_input input;
    term_script_open(&terminal, &script, 24, 80, GLYPHS_UNICODE);
    assert_int_equal(term_script_feed(&script, str_of(words), NULL), STATUS_OK);
    for (;;) {
        term_read(&input, &terminal, -1);
        if (input.kind == INPUT_END) {
            break;
        }
        form_input(&form, &input);
    }
    term_close(&terminal);
}

static void expect_line(const struct table *table, const char *expected)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    form_line(&form, &table->state, &text);
    assert_string_equal(text.p, expected);
}

static void expect_text(const char *expected)
{
    assert_string_equal(form.field[form.focused].edit.text, expected);
}

static void test_form__a_new_combatant_is_one_add(void **state)
{
    (void)state;
    struct table *table = nest();
    form_begin(&form, table->procedure, &table->state, 0);
    expect_line(table, "");
    type("\"text:wax rat\"");
    go_to("how many");
    type("text:2d4");
    go_to("hp");
    type("text:2d6");
    go_to("note");
    type("\"text:flees at half\"");
    expect_line(table, "add 2d4 \"wax rat\" hp=2d6 note=\"flees at half\"");
    table_do(table, "add 2d4 \"wax rat\" hp=2d6 note=\"flees at half\"");
    table_free(table);
}

static void test_form__a_new_combatant_needs_a_name(void **state)
{
    (void)state;
    struct table *table = nest();
    form_begin(&form, table->procedure, &table->state, 0);
    go_to("hp");
    type("text:7");
    expect_line(table, "");
    /* A value can still be tried. */
    TEXT_BUFFER(text, 200);
    form_line_of(&form, &table->state, form.focused, &text);
    assert_string_equal(text.p, "add row hp=7");
    table_free(table);
}

static void test_form__an_edit_holds_only_what_changed(void **state)
{
    (void)state;
    struct table *table = nest();
    form_begin(&form, table->procedure, &table->state, table_id(table, "p1"));
    assert_string_equal(form.title, "Pelican 1");
    expect_line(table, "");
    go_to("ac");
    expect_text("22");
    type("text:24");
    go_to("wits");
    form_clear(&form);
    expect_line(table, "set p1 wits=- ac=24");
    go_to("ac");
    form_clear(&form);
    type("\"text: 22 \"");
    expect_line(table, "set p1 wits=-");
    table_do(table, "set p1 wits=-");
    table_free(table);
}

static void test_form__a_combatant_is_named_by_its_name_whatever_is_in_it(void **state)
{
    static const struct {
        const char *add, *line;
    } names[] = {
        {"add 5\"fish hp=3", "set \"5\"\"fish\" hp=2"},
        {"add \"Bo, the brave\"", "set \"Bo, the brave\" hp=2"},
        {"add \"Who?\"", "set \"Who?\" hp=2"},
        {"add \"cold/half\"", "set \"Cold/half\" hp=2"},
        {"add \"a=b\"", "set \"A=b\" hp=2"},
        {"add \"Sir Bo\"", "set \"Sir Bo\" hp=2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct table *table = nest();
        table_do(table, names[i].add);
        form_begin(&form, table->procedure, &table->state, 4);
        go_to("hp");
        type("text:2");
        expect_line(table, names[i].line);
        table_do(table, names[i].line);
        assert_int_equal(state_value(&table->state, 4, FIELD_HP, 0), 2);
        table_free(table);
    }
}

static void test_form__names_and_values_are_quoted_where_they_must_be(void **state)
{
    static const struct {
        const char *keys, *line;
    } names[] = {
        {"text:rat", "add rat"},
        {"text:Зелёный", "add Зелёный"},
        {"\"text:a=b\"", "add \"a=b\""},
        {"text:3", "add \"3\""},
        {"\"text:the 5'2'' one\"", "add \"the 5'2'' one\""},
        {"text:roll", "add roll"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct table *table = nest();
        form_begin(&form, table->procedure, &table->state, 0);
        type(names[i].keys);
        expect_line(table, names[i].line);
        table_do(table, names[i].line);
        assert_int_equal(table->state.count, 4);
        table_free(table);
    }
}

static void test_form__a_number_is_replaced_and_words_are_added_to(void **state)
{
    (void)state;
    struct table *table = nest();
    table_do(table, "note-on p1 the key");
    form_begin(&form, table->procedure, &table->state, table_id(table, "p1"));
    expect_text("16");
    type("text:7");
    expect_text("7");
    type("text:1");
    expect_text("71");
    go_to("ac");
    type("Backspace text:4");
    expect_text("24");
    go_to("note");
    type("\"text: and a map\"");
    expect_text("the key and a map");
    table_free(table);
}

static void test_form__choices_go_round_and_complete_themselves(void **state)
{
    (void)state;
    struct table *table = table_new("4ad");
    form_begin(&form, table->procedure, &table->state, 0);
    go_to("foe");
    assert_true(form_is_at_choice(&form));
    type("text:mi");
    expect_text("minion");
    type("Backspace Backspace text:we");
    expect_text("weird");
    type("Space");
    expect_text("boss");
    form_choose(&form, 1);
    expect_text("");
    form_choose(&form, -1);
    expect_text("boss");
    type("text:x");
    go_to("foe");
    type("text:mi");
    expect_text("minion");
    /* A side can be changed, but not unset; what holds anyhow does not come first. */
    go_to("side");
    form_choose(&form, 1);
    expect_text("party");
    form_choose(&form, 1);
    expect_text("foes");
    form_choose(&form, 1);
    expect_text("party");
    table_free(table);
}

/* The rest of a name stands after the cursor, until something else is typed. */
static void test_form__names_of_records_are_completed_by_commas(void **state)
{
    (void)state;
    struct table *table = table_new("4ad");
    form_begin(&form, table->procedure, &table->state, 0);
    static const char *const items[] = {"sword", "shield", "shield-wall", "mace"};
    for (int i = 0; i < 4; i++) {
        form_offer(&form, "item", items[i]);
    }
    form_offer(&form, "foe", "wax-rats");
    form_offer(&form, "foe", "a name that is much too long to be one of a record");
    assert_int_equal(form.words, 5);
    go_to("gear");
    assert_string_equal(form_candidate(&form, 3), "mace");
    assert_null(form_candidate(&form, 4));
    type("text:sw");
    expect_text("sword");
    assert_string_equal(form_candidate(&form, 0), "sword");
    assert_null(form_candidate(&form, 1));
    type("End \"text:, shi\"");
    expect_text("sword, shield");
    type("text:x");
    expect_text("sword, shix");
    type("Backspace text:eld");
    expect_text("sword, shield");
    type("text:-");
    expect_text("sword, shield-wall");
    type("Home Right text:x");
    expect_text("sxword, shield-wall");
    go_to("foe");
    type("text:wa");
    expect_text("wax-rats");
    type("Backspace Backspace text:we");
    expect_text("weird");
    go_to("name");
    type("text:sw");
    expect_text("sw");
    table_free(table);
}

static void test_form__single_steps_go_round_and_pages_do_not(void **state)
{
    (void)state;
    struct table *table = nest();
    form_begin(&form, table->procedure, &table->state, 1);
    form_go(&form, 0);
    form_move(&form, -1);
    assert_int_equal(form.focused, form.fields - 1);
    form_move(&form, 5);
    assert_int_equal(form.focused, form.fields - 1);
    form_move(&form, 1);
    assert_int_equal(form.focused, 0);
    form_move(&form, -5);
    assert_int_equal(form.focused, 0);
    table_free(table);
}

/* But for the number of a group, which is how many are added. */
static void test_form__has_every_attribute_of_every_system(void **state)
{
    (void)state;
    for (int i = 0; i < systems_count(); i++) {
        struct table *table = table_new(system_at(i)->id);
        form_begin(&form, table->procedure, &table->state, 0);
        for (int k = 0; k < system_at(i)->attributes_count; k++) {
            const char *counted = table->procedure->counted;
            const char *name = system_at(i)->attributes[k].name;
            if (counted == NULL || strcmp(name, counted) != 0) {
                go_to(name);
            }
        }
        table_free(table);
    }
}

/* ---- at the table ---------------------------------------------------------------------- */

static const char *const ledge[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 5",
                                    "attack p1 14 6",
                                    NULL};

static const char *const cellar[] = {"encounter Cellar system=four-against-darkness",
                                     "add Hild side=party level=2 hp=7",
                                     "add \"wax rats\" foe=vermin level=3 count=9", NULL};

static void test_table__a_form_changes_a_combatant_in_one_act(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "Down Enter text:9 Down text:20 Up Up Up Up \"text:holds the key\" Enter");
    play_shows(play, "undo: Pelican 1: hp=9 hp_max=20");
    play_shows(play, "note: holds the key");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 9);
    assert_int_equal(play_value(play, "p1", FIELD_HP_MAX), 20);
    play_keys(play, "Down u");
    play_hides(play, "note: holds the key");
    assert_int_equal(play_value(play, "p1", FIELD_HP_MAX), 16);
    play_free(play);
}

static void test_table__the_line_a_form_would_run_is_in_sight(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "Down Enter");
    play_shows(play, "nothing has changed yet");
    play_keys(play, "Down Enter text:9");
    play_shows(play, ": set p1 hp=9");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 10);
    play_free(play);
}

static void test_table__an_unchanged_form_runs_nothing(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    char before[96];
    memcpy(before, sitting_undo_label(play->sitting), sizeof before);
    play_keys(play, "Enter Enter");
    play_shows(play, "nothing was changed");
    assert_string_equal(sitting_undo_label(play->sitting), before);
    play_keys(play, "Enter text:3 Esc Esc");
    assert_string_equal(sitting_undo_label(play->sitting), before);
    play_shows(play, "E Anka: effect");
    play_keys(play, "N Enter");
    play_shows(play, "a new combatant needs a name");
    assert_string_equal(sitting_undo_label(play->sitting), before);
    play_free(play);
}

static void test_table__a_mistake_is_shown_at_its_field_and_nothing_changes(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "Down Enter text:9 Down Down text:many Down");
    play_shows(play, "! strength      many");
    play_shows(play, "strength=many: expected a whole number");
    play_keys(play, "Down Enter text:9 Down Down text:many Up Enter");
    play_shows(play, "strength=many: expected a whole number");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 10);
    play_keys(play, "Down Enter text:9 Down Down text:many Enter C-u text:13 Enter");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 9);
    play_free(play);
}

static void test_table__what_was_typed_into_a_form_is_not_lost_by_one_key(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "Enter text:3 Esc");
    play_shows(play, "Esc again discards what you typed");
    play_keys(play, "Enter text:3 Esc Down Esc");
    play_shows(play, "was 9");
    play_shows(play, "Esc again discards what you typed");
    play_keys(play, "Enter text:3 Esc Enter");
    assert_int_equal(play_value(play, "Anka", FIELD_HP), 3);
    play_keys(play, "Enter Esc");
    play_shows(play, "E Anka: effect");
    play_free(play);
}

static void test_table__how_many_is_a_count_and_no_name(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "N text:rat Down text:many Down");
    play_shows(play, "how many: expected 1 to 64, or dice such as 2d4");
    play_keys(play, "N text:rat Down text:many Enter");
    play_shows(play, "how many: expected 1 to 64");
    play_hides(play, "Many rat");
    play_free(play);
}

static void test_table__a_form_knows_the_records_of_the_game(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_keys(play, "N text:Ro Down Down Down Down Down text:cl Down \"text:mace, sh\" Enter");
    play_shows(play, "undo: Ro joins");
    play_keys(play, "End Enter Down Down Down");
    play_shows(play, "nothing new");
    play_keys(play, ": \"text:sheet Ro\" Enter");
    play_shows(play, "cleric");
    play_shows(play, "mace");
    play_shows(play, "shield");
    play_free(play);
}

static void test_table__a_group_has_dice_in_its_form_until_it_is_met(void **state)
{
    (void)state;
    struct play *play = play_new(cellar);
    play_keys(play, "N text:bats Down text:d6+2 Down Down Down Down Down Down Down "
                    "text:lamp-bats Enter");
    play_shows(play, "undo: Bats join");
    play_shows(play, "d6+2 of them, rolled when met");
    play_shows(play, "until met: count d6+2");
    play_do(play, "set bats count=2d4");
    play_keys(play, "n");
    play_shows(play, "Bats: how many, 2d4");
    play_keys(play, "n \"text:3 4\" Enter");
    play_shows(play, "Bats: how many: 2d4 [3 4] = 7");
    play_shows(play, "7/7");
    play_free(play);
}

static void test_table__dice_in_a_form_are_asked_for(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "N \"text:wax rat\" Down text:2d4 Down Down text:2d6 Enter");
    play_shows(play, "wax rat: how many, 2d4");
    play_keys(play,
              "N \"text:wax rat\" Down text:2d4 Down Down text:2d6 Enter \"text:1 1\" Enter "
              "\"text:3 4\" Enter \"text:=5\" Enter");
    play_shows(play, "undo: 2 × wax rat join");
    assert_int_equal(play_value(play, "Wax rat 1", FIELD_HP), 7);
    assert_int_equal(play_value(play, "Wax rat 2", FIELD_HP), 5);
    play_free(play);
}

static void test_table__leaving_a_question_leads_back_to_its_form(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "N text:rat Down Down Down text:2d6 Enter Esc");
    play_shows(play, ": add rat hp=2d6");
    play_keys(play, "N text:rat Down Down Down text:2d6 Enter Esc C-u text:7 Enter");
    assert_string_equal(sitting_undo_label(play->sitting), "Rat joins");
    play_free(play);
}

static void test_table__one_key_duplicates(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "Down , C");
    play_shows(play, "undo: Pelican 3 joins");
    assert_int_equal(play_value(play, "Pelican 3", FIELD_HP), 16);
    play_free(play);
}

static void test_table__a_note_is_written_by_key(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "Down O \"text:flees at half\" Enter");
    play_shows(play, "note: flees at half");
    play_keys(play, "Down O text:- Enter");
    play_shows(play, "Pelican 1: the note is removed");
    assert_string_equal(state_text(sitting_state(play->sitting), 2, TEXT_NOTE), "");
    play_free(play);
}

/* ---- how it looks ---------------------------------------------------------------------- */

static void compare_all_sizes(const char *const *lines, const char *name, const char *keys)
{
    struct play *play = play_new(lines);
    play_screens(play, keys, name);
    play_free(play);
}

static void test_screens__show_a_combatant_being_changed(void **state)
{
    (void)state;
    compare_all_sizes(ledge, "form_edit", "Down Enter Down Down Down Down text:24");
}

static void test_screens__show_a_new_combatant_of_the_other_game(void **state)
{
    (void)state;
    compare_all_sizes(cellar, "form_new",
                      "N \"text:Wächter\" Down text:2d4 Down Down Down Down text:mi");
}

static void test_screens__show_a_value_that_cannot_be_taken(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play_keys(play, "Down Enter Down Down text:many Enter screen:form_wrong");
    play_free(play);
}

static void test_screens__the_smallest_screen_holds_combatant_and_field(void **state)
{
    (void)state;
    struct play *play = play_new(ledge);
    play->rows = 5;
    play->columns = 20;
    play_keys(play, "Down Enter");
    play_shows(play, "Pel…1");
    play_shows(play, "hp");
    play_free(play);
}

/* A note or a form is meant for the one who was added just now, in a running fight too. */
static void test_form__the_one_who_was_added_is_selected(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter \"Nest ledge\"",
                                        "add Anka side=party strength=14 wits=12 hp=9", NULL};
    struct play *play = play_new(lines);
    play_keys(play, "+ \"text:2 gnome wits=3 hp=5\" Enter O text:afraid Enter");
    assert_string_equal(sitting_undo_label(play->sitting), "note on Gnome 1");
    play_keys(play, "N text:Ulf Enter O text:bold Enter");
    assert_string_equal(sitting_undo_label(play->sitting), "note on Ulf");
    play_keys(play, "End , C O text:double Enter");
    assert_string_equal(sitting_undo_label(play->sitting), "note on Ulf 2");
    play_do(play, "initiative 15 5");
    play_keys(play, "+ text:ulk Enter O text:tired Enter");
    assert_string_equal(sitting_undo_label(play->sitting), "note on Ulk");
    play_free(play);
}

/* All of a few words stand in the help of a field, whichever is chosen. */
static void test_form__all_choices_are_shown(void **state)
{
    (void)state;
    static const char *const lines[] = {"encounter \"Nest ledge\"", NULL};
    struct play *play = play_new(lines);
    play_keys(play, "N Down Down Right");
    play_shows(play, "one of foes, party");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_form__the_one_who_was_added_is_selected),
        cmocka_unit_test(test_form__all_choices_are_shown),
        cmocka_unit_test(test_form__a_new_combatant_is_one_add),
        cmocka_unit_test(test_form__a_new_combatant_needs_a_name),
        cmocka_unit_test(test_form__an_edit_holds_only_what_changed),
        cmocka_unit_test(test_form__a_combatant_is_named_by_its_name_whatever_is_in_it),
        cmocka_unit_test(test_form__names_and_values_are_quoted_where_they_must_be),
        cmocka_unit_test(test_form__a_number_is_replaced_and_words_are_added_to),
        cmocka_unit_test(test_form__choices_go_round_and_complete_themselves),
        cmocka_unit_test(test_form__names_of_records_are_completed_by_commas),
        cmocka_unit_test(test_form__single_steps_go_round_and_pages_do_not),
        cmocka_unit_test(test_form__has_every_attribute_of_every_system),
        cmocka_unit_test(test_table__a_form_changes_a_combatant_in_one_act),
        cmocka_unit_test(test_table__the_line_a_form_would_run_is_in_sight),
        cmocka_unit_test(test_table__an_unchanged_form_runs_nothing),
        cmocka_unit_test(test_table__a_mistake_is_shown_at_its_field_and_nothing_changes),
        cmocka_unit_test(test_table__what_was_typed_into_a_form_is_not_lost_by_one_key),
        cmocka_unit_test(test_table__how_many_is_a_count_and_no_name),
        cmocka_unit_test(test_table__a_form_knows_the_records_of_the_game),
        cmocka_unit_test(test_table__a_group_has_dice_in_its_form_until_it_is_met),
        cmocka_unit_test(test_table__dice_in_a_form_are_asked_for),
        cmocka_unit_test(test_table__leaving_a_question_leads_back_to_its_form),
        cmocka_unit_test(test_table__a_group_has_dice_in_its_form_until_it_is_met),
        cmocka_unit_test(test_table__one_key_duplicates),
        cmocka_unit_test(test_table__a_note_is_written_by_key),
        cmocka_unit_test(test_screens__show_a_combatant_being_changed),
        cmocka_unit_test(test_screens__show_a_new_combatant_of_the_other_game),
        cmocka_unit_test(test_screens__show_a_value_that_cannot_be_taken),
        cmocka_unit_test(test_screens__the_smallest_screen_holds_combatant_and_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
