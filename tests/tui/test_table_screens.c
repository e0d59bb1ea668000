/* The table's screen as text and roles: sizes, glyphs, few and many rows, names of every kind. */
#include <stdio.h>
#include <string.h>

#include "app/keys.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/key.h"
#include "tui/order_view.h"

static const char *const three[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 armour=4 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 5",
                                    "attack p1 14 6",
                                    "hp p2 t5",
                                    NULL};

static const char *const twenty[] = {
    "encounter \"The long stair\"",
    "add Anka side=party strength=14 wits=12 armour=4 hp=9",
    "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
    "add Hemming side=party strength=12 wits=15 ac=22 hp=11",
    "add 16 goblin strength=8 wits=6 ac=21 morale=7 hp=4",
    "add Thing",
    "initiative wits=3 15 12 5 2 1",
    "attack g3 14 4",
    "out g1,g2,g3,g4 dead",
    "next",
    "damage Thing 7",
    NULL};

static const char *const sixty[] = {
    "encounter \"The gate of the drowned city\"",
    "add Anka side=party strength=14 wits=12 armour=4 hp=9",
    "add 30 crab strength=8 wits=6 ac=21 morale=7 hp=4",
    "add 29 eel strength=8 wits=9 ac=19 morale=7 hp=6",
    "initiative 1 15 12",
    "next",
    "next",
    NULL};

static const char *const names[] = {
    "encounter \"Überfall auf die Brücke der Übermütigen\"",
    "add \"Αριάδνη η Τολμηρή\" side=party strength=14 wits=12 armour=4 hp=9",
    "add 山田太郎 side=party strength=14 wits=11 armour=4 hp=123",
    "add \"Sir Bartholomew Featherstonehaugh of the Marsh\" side=party wits=10 hp=1000",
    "add \"Зелёный дракон\" strength=12 wits=6 ac=22 hp=16",
    "add \"नमस्ते राजा\" strength=12 wits=5 ac=22 hp=16",
    "initiative 15 14 13 12 11",
    "attack \"Зелёный дракон\" 14 6",
    NULL};

static const struct {
    const char *name;
    const char *const *lines;
} fights[] = {{"three", three}, {"twenty", twenty}, {"sixty", sixty}, {"names", names}};

static const struct {
    int rows, columns;
} sizes[] = {{24, 80}, {40, 120}, {12, 40}};

static void compare_all_sizes(int fight)
{
    struct play *play = play_new(fights[fight].lines);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int ascii = 0; ascii < 2; ascii++) {
            char keys[80];
            play->rows = sizes[i].rows;
            play->columns = sizes[i].columns;
            play->glyphs = ascii ? GLYPHS_ASCII : GLYPHS_UNICODE;
            snprintf(keys, sizeof keys, "Tab screen:table_%s_%dx%d%s", fights[fight].name,
                     play->columns, play->rows, ascii ? "_ascii" : "");
            play_keys(play, keys);
        }
    }
    play_free(play);
}

static void test_screens__three_rows(void **state)
{
    (void)state;
    compare_all_sizes(0);
}

static void test_screens__twenty_rows(void **state)
{
    (void)state;
    compare_all_sizes(1);
}

static void test_screens__sixty_rows(void **state)
{
    (void)state;
    compare_all_sizes(2);
}

static void test_screens__names_long_and_in_many_scripts(void **state)
{
    (void)state;
    compare_all_sizes(3);
}

static void test_screens__the_other_game(void **state)
{
    static const char *const cellar[] = {"encounter Cellar system=four-against-darkness",
                                         "add Hild side=party level=2 attack_bonus=3 hp=7",
                                         "add Pell side=party level=1 hp=4",
                                         "add \"wax rats\" foe=minor level=3 count=9",
                                         "add golem foe=major level=5 hp=6 damage=2",
                                         "attack \"wax rats\" by=Hild 6 4",
                                         NULL};
    (void)state;
    struct play *play = play_new(cellar);
    play_keys(play, "Tab screen:table_cellar n Up Up f screen:table_cellar_defends");
    play_shows(play, "Hild defends against Wax rats");
    play_free(play);
}

/* ---- any size ------------------------------------------------------------------------------- */

static void test_screens__every_size_is_drawn(void **state)
{
    (void)state;
    struct play *play = play_new(twenty);
    play_do(play, "out g5,g6,g7,g8,g9 dead");
    static const char *const scenes[] = {"", "Tab a", "x", "?", ": text:d", "a", "e text:-3"};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        char keys[2000];
        struct text text;
        text_init(&text, keys, sizeof keys);
        text_add(&text, "%s", scenes[i]);
        for (int n = 1; n <= 60; n++) {
            text_add(&text, " resize:%dx%d", n * 3 % 83 + 1, n * 7 % 41 + 1);
        }
        text_add(&text, " resize:40x12 resize:10x3 resize:1x1 resize:400x120");
        assert_false(text.is_cut);
        play_keys(play, keys);
        assert_int_equal(play->script.last.columns, 400);
        assert_int_equal(play->script.presented_count >= 65, 1);
    }
    play_keys(play, "resize:12x4");
    play_shows(play, "too small:");
    play_shows(play, "12x4");
    play_keys(play, "resize:1x1 resize:80x24");
    play_shows(play, "The long stair");
    play_free(play);
}

/* ---- every key in every context ------------------------------------------------------------- */

static void test_screens__every_key_in_every_context_is_taken(void **state)
{
    static const char *const contexts[] = {"", "Tab a", "x", ":", "?", "a", "e", "a /"};
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    (void)state;
    struct play *play = play_new(three);
    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) {
        for (int k = 0; k < count; k++) {
            char keys[100];
            snprintf(keys, sizeof keys, "%s \"%s\"", contexts[i], bindings[k].key);
            play_keys(play, keys);
            assert_int_equal(play->script.last.columns, 80);
        }
    }
    play_free(play);
}

/* ---- any keys ------------------------------------------------------------------------------- */

enum { RANDOM_KEYS = 3000, RANDOM_TEXT_SIZE = RANDOM_KEYS * 16 };

/* Whatever is pressed, what the screen shows at the end is what a restart finds. */
static void test_screens__random_keys_lose_nothing(void **state)
{
    static const char *const words[] = {
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "m", "n", "n", "t", "u", "x", "M",
        "1", "2", "5", "-", "=", "#", "/", "!", ":", "?", "+", ".", "Enter", "Enter", "Enter",
        "Enter", "Esc", "Esc", "Tab", "Up", "Down", "Down", "Space", "Backspace", "C-r", "PageUp",
        "PageDown", "Home", "End", "wait", "resize:40x12", "resize:80x24", "resize:12x4",
        "paste:p1", "text:é"};
    static char keys[RANDOM_TEXT_SIZE];
    static struct state before;
    (void)state;
    struct text text;
    struct play *play = play_new(twenty);
    uint32_t random = 12345;
    text_init(&text, keys, sizeof keys);
    for (int i = 0; i < RANDOM_KEYS; i++) {
        random = random * 1664525u + 1013904223u;
        text_add(&text, "%s ", words[(random >> 16) % (sizeof words / sizeof words[0])]);
    }
    assert_false(text.is_cut);
    play_keys(play, keys);
    before = *session_state(play->session);
    play_reopen(play, false);
    assert_true(state_equal(session_state(play->session), &before));
    play_free(play);
}

/* ---- the window ----------------------------------------------------------------------------- */

static void test_screens__selected_and_acting_rows_are_in_view(void **state)
{
    (void)state;
    static struct table_model model;
    struct play *play = play_new(sixty);
    memset(&model, 0, sizeof model);
    model.state = session_state(play->session);
    model.procedure = session_procedure(play->session);
    table_model_refresh(&model);
    assert_int_equal(model.order_count, 60);
    for (int rows = 1; rows <= 60; rows++) {
        for (int i = 0; i < model.order_count; i++) {
            table_model_select(&model, model.order[i]);
            struct order_window window = order_window(&model, rows);
            bool has_selected = i >= window.first && i < window.first + window.count;
            int acting = 0;
            while (model.order[acting] != model.acting) {
                acting++;
            }
            bool both_fit = acting - i < rows && i - acting < rows;
            bool has_acting = acting >= window.first && acting < window.first + window.count;
            assert_int_equal(window.count, rows);
            assert_true(window.first >= 0 && window.first + window.count <= 60);
            assert_true(has_selected);
            assert_true(has_acting || !both_fit);
        }
    }
    play_free(play);
}

/* ---- the key table -------------------------------------------------------------------------- */

static void test_screens__the_key_table_is_sound(void **state)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    (void)state;
    assert_true(count <= BINDINGS_MAX);
    for (int i = 0; i < count; i++) {
        int key;
        char name[KEY_NAME_SIZE];
        assert_true(key_from_name(&key, str_of(bindings[i].key)));
        key_to_name(name, key);
        assert_string_equal(name, bindings[i].key);
        assert_true(grapheme_width(str_of(bindings[i].note)) <= 14);
        assert_in_range(grapheme_width(str_of(bindings[i].help)), 1, 60);
        assert_ptr_equal(key_binding_find(bindings[i].context, bindings[i].key), &bindings[i]);
    }
}

/* B21: a slip beside a frequent key costs an undo at most. What keys run is an act that undo takes
 * back, or one of those that take nothing away. */
static void test_screens__no_key_destroys_anything(void **state)
{
    static const char *const harmless[] = {"undo", "redo", "amend", "history", "quit", NULL};
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    const struct command_def *defs[COMMANDS_MAX];
    (void)state;
    for (int i = 0; i < count; i++) {
        struct str rest = str_of(bindings[i].command);
        struct str name = str_next_word(&rest);
        bool is_safe = name.p[0] == '@';
        for (int k = 0; harmless[k] != NULL; k++) {
            is_safe = is_safe || str_equal(name, harmless[k]);
        }
        for (int s = 0; s < systems_count() && !is_safe; s++) {
            struct made_commands made;
            int known = procedure_commands(system_at(s), &made, defs, COMMANDS_MAX);
            for (int k = 0; k < known; k++) {
                is_safe = is_safe || (defs[k]->decide != NULL && str_equal(name, defs[k]->name));
            }
        }
        if (!is_safe || str_equal(name, "remove")) {
            fail_msg("%s runs %s", bindings[i].key, bindings[i].command);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screens__three_rows),
        cmocka_unit_test(test_screens__twenty_rows),
        cmocka_unit_test(test_screens__sixty_rows),
        cmocka_unit_test(test_screens__names_long_and_in_many_scripts),
        cmocka_unit_test(test_screens__the_other_game),
        cmocka_unit_test(test_screens__every_size_is_drawn),
        cmocka_unit_test(test_screens__every_key_in_every_context_is_taken),
        cmocka_unit_test(test_screens__random_keys_lose_nothing),
        cmocka_unit_test(test_screens__selected_and_acting_rows_are_in_view),
        cmocka_unit_test(test_screens__the_key_table_is_sound),
        cmocka_unit_test(test_screens__no_key_destroys_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
