/* The table's screen as text and roles: sizes, glyphs, few and many rows, names of every kind.
 */
#include <stdio.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "games/games.h"
#include "support/every_key.h"
#include "app/settings/keys.h"
#include "app/sitting/commands.h"
#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/golden.h"
#include "support/play.h"
#include "support/unit.h"
#include "tracker/decide.h"
#include "tui/canvas/canvas.h"
#include "tui/term/term.h"
#include "tui/fight/order.h"

/* Each view, at every size and in both sets of glyphs: one golden for each view. Roles follow
 * the screens with Unicode glyphs; in ASCII they are the same wherever the glyphs have the same
 * width. */
static const struct {
    const char *name;
    enum fight fight;
    const char *keys;
} scenes[] = {
    {"table_three", FIGHT_THREE, "Tab"},
    {"table_twenty", FIGHT_TWENTY, "Tab"},
    {"table_sixty", FIGHT_SIXTY, "Tab"},
    {"table_sixty_unfolded", FIGHT_SIXTY, ", _ Tab"},
    {"table_sixty_opened", FIGHT_SIXTY, "Down Right"},
    {"table_sixty_several", FIGHT_SIXTY, "Down 4 * d text:12BCC"},
    {"table_names", FIGHT_NAMES, "Tab"},
    {"table_crowded", FIGHT_CROWDED, "Tab"},
    {"table_crowded_row", FIGHT_CROWDED, "Down Down"},
    {"table_crowded_choice", FIGHT_CROWDED, "E"},
    {"table_fallen", FIGHT_FALLEN, ""},
    {"table_nobody", FIGHT_EVENING, ""},
    {"table_encounters", FIGHT_EVENING, "T"},
    {"table_cellar", FIGHT_CELLAR, "Tab"},
    {"table_cistern", FIGHT_CISTERN, "Tab"},
    {"table_cistern_strikes", FIGHT_CISTERN_STRIKES, "Down Tab"},
    {"table_cistern_spell", FIGHT_CISTERN_SPELL, "G"},
    {"table_dice", FIGHT_LEDGE, "Tab a text:14"},
    {"table_letters", FIGHT_TWENTY, "a"},
    {"table_commands", FIGHT_NAMES, ": text:d"},
    {"table_acts", FIGHT_TWENTY, "U Down"},
};

enum { SCENES = sizeof scenes / sizeof scenes[0] };

static const struct {
    int rows, columns;
} sizes[] = {{12, 40}, {24, 80}, {40, 120}, {60, 200}};

static void add_screen(struct text *out, const struct frame *frame)
{
    text_add(out, "==== %s\n", frame->glyphs == GLYPHS_ASCII ? "in ASCII" : "with Unicode");
    if (frame->glyphs == GLYPHS_UNICODE) {
        frame_dump(out, frame);
        return;
    }
    for (int row = 0; row < frame->rows; row++) {
        frame_dump_row(out, frame, row);
        text_add_char(out, '\n');
    }
}

static void test_screens__show_each_view_at_each_size(void **state)
{
    static char screens[FRAME_DUMP_SIZE];
    (void)state;
    for (int i = 0; i < SCENES; i++) {
        struct play *play = play_new(fight_lines(scenes[i].fight));
        struct text text = text_over(screens, sizeof screens);
        for (size_t k = 0; k < 2 * sizeof sizes / sizeof sizes[0]; k++) {
            play->rows = sizes[k / 2].rows;
            play->columns = sizes[k / 2].columns;
            play->glyphs = k % 2 == 0 ? GLYPHS_UNICODE : GLYPHS_ASCII;
            play_keys(play, scenes[i].keys);
            add_screen(&text, &play->script.last);
        }
        assert_false(text.is_cut);
        golden_assert_text(scenes[i].name, screens);
        play_free(play);
    }
}

static void test_screens__show_the_other_game(void **state)
{
    (void)state;
    struct play *play = play_new(fight_lines(FIGHT_CELLAR));
    play_keys(play, "Tab n Up Up f screen:table_cellar_defends");
    play_shows(play, "Hild defends against Wax rats");
    play_free(play);
}

/* ---- any size -------------------------------------------------------------------------- */

static void test_screens__every_size_is_drawn(void **state)
{
    (void)state;
    struct play *play = play_new(fight_lines(FIGHT_TWENTY));
    play_do(play, "out g5,g6,g7,g8,g9 dead");
    static const char *const openings[] = {
        "",           "Tab a", "x", "?", ": text:d", "a", "e text:-3", "U", "Enter Up text:key",
        "N text:rat", "T"};
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        TEXT_BUFFER(text, 2000);
        text_add(&text, "%s", openings[i]);
        for (int n = 1; n <= 60; n++) {
            text_add(&text, " resize:%dx%d", n * 3 % 83 + 1, n * 7 % 41 + 1);
        }
        text_add(&text, " resize:40x12 resize:10x3 resize:1x1 resize:400x120");
        assert_false(text.is_cut);
        play_keys(play, text.p);
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

/* ---- every key in every context -------------------------------------------------------- */

static bool is_first_of_its_key(const struct key_binding *bindings, int index)
{
    int first = 0;
    while (strcmp(bindings[first].key, bindings[index].key) != 0) {
        first++;
    }
    return first == index;
}

/* Every key of the whole table after every key of the table's own context, whatever that
 * opens; Esc leads back from there. */
static void test_screens__every_key_in_every_context_is_taken(void **state)
{
    static struct state before;
    static struct key_table keys;
    const struct key_binding *bindings = keys.binding;
    (void)state;
    struct play *play = play_new(fight_lines(FIGHT_THREE));
    every_key(&keys);
    for (int i = 0; i < keys.count; i++) {
        for (int k = 0; k < keys.count && bindings[i].context == CONTEXT_TABLE; k++) {
            if (!is_first_of_its_key(bindings, k)) {
                continue;
            }
            char pressed[100];
            snprintf(pressed, sizeof pressed, "\"%s\" \"%s\" Esc Esc Esc Esc", bindings[i].key,
                     bindings[k].key);
            play_keys(play, pressed);
            if (strcmp(bindings[i].key, "q") != 0 && strcmp(bindings[k].key, "q") != 0) {
                play_shows(play, "? help");
            }
        }
    }
    before = *sitting_state(play->sitting);
    play_reopen(play, false);
    assert_true(state_equal(sitting_state(play->sitting), &before));
    play_free(play);
}

/* ---- any keys -------------------------------------------------------------------------- */

enum { RANDOM_KEYS = 3000, RANDOM_TEXT_SIZE = RANDOM_KEYS * 16 };

/* After any keys, the screen at the end is the same as after a restart. */
static void test_screens__random_keys_lose_nothing(void **state)
{
    /* clang-format off */
    static const char *const words[] = {
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "m", "n", "n", "t", "u", "x",
        "M", "1", "2", "5", "-", "=", "#", "/", "!", ":", "?", "+", ".", "Enter", "Enter",
        "Enter", "Enter", "Esc", "Esc", "Tab", "Up", "Down", "Down", "Space", "Backspace",
        "C-r", "PageUp", "PageDown", "Home", "End", "wait", "*", "*", ", ;", "Right", "Left",
        ", _", "A", "B", "'", "4", "*", "N", "C", "O", "resize:40x12", "resize:80x24",
        "resize:12x4", "paste:p1", "text:é"};
    /* clang-format on */
    static char keys[RANDOM_TEXT_SIZE];
    static struct state before;
    (void)state;
    struct play *play = play_new(fight_lines(FIGHT_TWENTY));
    uint32_t random = 12345;
    struct text text = text_over(keys, sizeof keys);
    for (int i = 0; i < RANDOM_KEYS; i++) {
        random = random * 1664525u + 1013904223u;
        text_add(&text, "%s ", words[(random >> 16) % (sizeof words / sizeof words[0])]);
    }
    assert_false(text.is_cut);
    play_keys(play, keys);
    before = *sitting_state(play->sitting);
    play_reopen(play, false);
    assert_true(state_equal(sitting_state(play->sitting), &before));
    play_free(play);
}

/* ---- the window ------------------------------------------------------------------------ */

static void test_screens__selected_and_acting_combatants_are_in_view(void **state)
{
    (void)state;
    static struct table_model model;
    static struct order_rows rows;
    struct play *play = play_new(fight_lines(FIGHT_SIXTY));
    memset(&model, 0, sizeof model);
    model.state = sitting_state(play->sitting);
    model.procedure = sitting_procedure(play->sitting);
    table_model_refresh(&model);
    assert_int_equal(model.order_count, 60);
    for (int shows_all = 0; shows_all < 2; shows_all++) {
        model.shows_all = shows_all;
        for (int n = 1; n <= 60; n++) {
            for (int i = 0; i < model.order_count; i++) {
                table_model_select(&model, model.order[i]);
                order_rows(&rows, &model, n);
                bool has_selected = false;
                bool has_acting = false;
                int shown = rows.above + rows.below;
                for (int k = 0; k < rows.count; k++) {
                    int id = model.order[rows.row[k].line.first];
                    has_selected = has_selected || id == model.selected;
                    has_acting = has_acting || id == model.acting;
                    shown += rows.row[k].line.count + rows.row[k].left_out;
                }
                assert_true(rows.count <= n);
                assert_int_equal(shown, 60);
                assert_true(has_selected);
                assert_true(has_acting || n == 1);
            }
        }
    }
    play_free(play);
}

/* ---- the key table --------------------------------------------------------------------- */

static void test_screens__the_key_table_is_sound(void **state)
{
    static struct key_table keys;
    (void)state;
    every_key(&keys);
    for (int i = 0; i < keys.count; i++) {
        int key;
        char name[KEY_NAME_SIZE];
        const struct key_binding *binding = &keys.binding[i];
        assert_true(key_from_name(&key, str_of(binding->key)));
        key_to_name(name, key);
        assert_string_equal(name, binding->key);
        assert_true(grapheme_width(str_of(binding->note)) <= 14);
        assert_in_range(grapheme_width(str_of(binding->help)), 1, 60);
    }
}

/* The word of a system's commands that the binding runs, or the act of the screen. */
static bool is_of(const struct key_binding *binding, const struct command_def *const *defs,
                  int count)
{
    struct str rest = str_of(binding->command);
    struct str name = str_next_word(&rest);
    bool is_it = name.p[0] == '@';
    for (int i = 0; i < count && !is_it; i++) {
        is_it = str_equal(name, defs[i]->name);
    }
    return is_it;
}

/* Systems may share a key, but in none of them does one have two meanings, and each runs an
 * existing command. */
static void test_screens__a_key_means_one_thing_in_each_system(void **state)
{
    (void)state;
    for (int s = 0; s < systems_count(); s++) {
        static struct key_table keys;
        const struct command_def *defs[COMMANDS_MAX];
        struct made_commands made;
        int known = sitting_commands_of(system_at(s), &made, defs, COMMANDS_MAX);
        key_table_make(&keys, games_find(system_at(s)), NULL);
        for (int i = 0; i < keys.count; i++) {
            const struct key_binding *binding = &keys.binding[i];
            const struct key_binding *first =
                key_binding_find(&keys, binding->context, binding->key);
            if (first != binding) {
                fail_msg("%s: %s is %s and %s", system_at(s)->id, binding->key, first->command,
                         binding->command);
            }
            if (!is_of(binding, defs, known)) {
                fail_msg("%s: %s runs %s, which does not exist", system_at(s)->id, binding->key,
                         binding->command);
            }
        }
    }
}

static void expect_places(const char *system, const struct key_def *own)
{
    static struct key_table general;
    key_table_make(&general, NULL, NULL);
    for (; own != NULL && own->key != NULL; own++) {
        if (own->before != NULL && key_binding_of_command(&general, own->before) == NULL) {
            fail_msg("%s: %s stands before %s, which no game has", system, own->key,
                     own->before);
        }
    }
}

/* Else a game's key would stand after all others without a word. */
static void test_screens__a_games_keys_come_before_keys_of_every_game(void **state)
{
    (void)state;
    for (int s = 0; s < systems_count(); s++) {
        const struct procedure *procedure = games_find(system_at(s));
        expect_places(system_at(s)->id, procedure->keys);
        expect_places(system_at(s)->id, procedure->more_keys);
    }
}

/* B21: a slip beside a frequent key costs an undo at most. What keys run is an act that undo
 * takes back, or one of those that take nothing away. */
static void test_screens__no_key_destroys_anything(void **state)
{
    static const char *const harmless[] = {
        "undo",      "redo",      "amend",    "history", "encounters", "quit",      "settings",
        "status",    "encounter", "backup",   "save-as", "campaigns",  "delete",    "kinds",
        "save-kind", "plan",      "notes",    "party",   "bring",      "chronicle", "remark",
        "why",       "figures",   "forecast", "chart",   NULL};
    static struct key_table keys;
    const struct command_def *defs[COMMANDS_MAX];
    (void)state;
    every_key(&keys);
    for (int i = 0; i < keys.count; i++) {
        const struct key_binding *binding = &keys.binding[i];
        struct str rest = str_of(binding->command);
        struct str name = str_next_word(&rest);
        bool is_safe = name.p[0] == '@';
        for (int k = 0; harmless[k] != NULL; k++) {
            is_safe = is_safe || str_equal(name, harmless[k]);
        }
        for (int s = 0; s < systems_count() && !is_safe; s++) {
            struct made_commands made;
            int known = procedure_commands(games_find(system_at(s)), system_at(s), &made, defs,
                                           COMMANDS_MAX);
            for (int k = 0; k < known; k++) {
                is_safe =
                    is_safe || (defs[k]->decide != NULL && str_equal(name, defs[k]->name));
            }
        }
        bool is_rare = binding->context == CONTEXT_MORE;
        if (!is_safe || (str_equal(name, "remove") && !is_rare)) {
            fail_msg("%s runs %s", binding->key, binding->command);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_screens__show_each_view_at_each_size),
        cmocka_unit_test(test_screens__show_the_other_game),
        cmocka_unit_test(test_screens__every_size_is_drawn),
        cmocka_unit_test(test_screens__every_key_in_every_context_is_taken),
        cmocka_unit_test(test_screens__random_keys_lose_nothing),
        cmocka_unit_test(test_screens__selected_and_acting_combatants_are_in_view),
        cmocka_unit_test(test_screens__the_key_table_is_sound),
        cmocka_unit_test(test_screens__a_key_means_one_thing_in_each_system),
        cmocka_unit_test(test_screens__a_games_keys_come_before_keys_of_every_game),
        cmocka_unit_test(test_screens__no_key_destroys_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
