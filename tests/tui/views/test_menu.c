/* The boxes with the keys that may follow, the keys after the key for more, keys that do
 * nothing and say why, and the command lines of keys, shown as they run. */
#include <stdio.h>
#include <string.h>

#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas/grapheme.h"
#include "tui/widgets/menu.h"

static const char *const fight[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add Ulf side=party strength=10 wits=8 ac=21 hp=7",
                                    "add 3 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 12 5",
                                    NULL};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

/* ---- boxes ----------------------------------------------------------------------------- */

static void test_menu__is_drawn_at_every_size(void **state)
{
    play_screens(*state, ",", "menu_more");
    play_screens(*state, "7", "menu_count");
    play_screens(*state, "2 *", "menu_chosen");
}

/* What the box shows is what its keys do: each of them is in the table of keys. */
static void test_menu__shows_every_key_after_more(void **state)
{
    static struct key_table keys;
    static const bool can_run[KEY_BINDINGS_MAX];
    static struct menu menu;
    struct play *play = *state;
    key_table_make(&keys, sitting_procedure(play->sitting), NULL);
    struct menu_source source = {
        .of = MENU_MORE, .keys = &keys, .can_run = can_run, .picked = MENU_NOTHING};
    menu_make(&menu, &source);
    int count = 0;
    for (int i = 0; i < keys.count; i++) {
        bool is_shown = menu_has(&keys.binding[i]);
        count += is_shown ? 1 : 0;
        if (is_shown && grapheme_width(str_of(keys.binding[i].help)) > 22) {
            fail_msg("%s: %s has no room in the box", keys.binding[i].pressed,
                     keys.binding[i].help);
        }
    }
    assert_int_equal(menu.entries, count);
    /* Half of the screen, and the rule. */
    assert_true(menu_rows(&menu, 24, 80) <= 24 / 2 + 3);
}

/* One more row took the help of all: what a key does is told of the selected one. */
static void test_menu__tells_what_the_selected_key_does(void **state)
{
    struct play *play = *state;
    play_keys(play, "F3 Down");
    play_shows(play, "F3 y ready: wait for something");
    play_keys(play, "F3 Down Down Down");
    play_shows(play, "F3 c check: of wits or strength");
    play_keys(play, "F3 Down Right Right Left Up Down");
    play_hides(play, "on Anka:");
    play_keys(play, "F3 Enter");
    play_shows(play, "press a key of the box, or select one with the arrows");
    play_keys(play, "F3 Down Down Down Enter");
    play_shows(play, "Anka: a check of what?");
    play_keys(play, "F3 c s text:20 Enter text:8 Enter");
    play_shows(play, "Anka, strength check: d20 [8] + 14 ability = 22 vs DC 20: success");
}

/* A key that has no room in the rows of the table stands in the box, and nowhere else. */
static void test_menu__has_what_the_rows_have_no_room_for(void **state)
{
    struct play *play = *state;
    play_hides(play, "C-f forecast");
    play_keys(play, "F3");
    play_shows(play, "without F3");
    play_shows(play, "C-f forecast");
    play_shows(play, "H chronicle");
    play_keys(play, "F3 H");
    play_shows(play, "chronicle");
    play_hides(play, "F3, and then");
    play_do(play, "engage Anka p1");
    play_keys(play, "F3 J p");
    play_shows(play, "part");
    play->columns = 200;
    play_keys(play, "F3");
    play_hides(play, "H chronicle  ");
}

static void test_menu__a_count_says_what_it_would_do(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab 7");
    play_shows(play, "7, and then");
    play_shows(play, "d damage 7");
    play_shows(play, "h heal 7");
    play_shows(play, "n 7 × next");
    play_keys(play, "Tab 7 Esc");
    play_hides(play, "7, and then");
    play_keys(play, "Tab 7 d");
    play_hides(play, "7, and then");
    assert_int_equal(play_value(play, "p1", FIELD_HP), 9);
}

/* Some of these keys run at once: before they do, the row below the box says on whom. */
static void test_menu__keys_after_more_say_whom_they_touch(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down F3");
    play_shows(play, "above, on Ulf (selected): c j J I C e h r x K");
    play_keys(play, "Down Down F3");
    play_shows(play, "on Pelican 1 (selected): c D j J I C e h r x K");
    play_keys(play, "Down 2 * F3");
    play_shows(play, "on 2 chosen: e h r x");
    play_keys(play, "Down F3 7");
    play_shows(play, "7 is none of these keys");
    play_shows(play, "on Ulf (selected): c j J I");
}

static void test_menu__choosing_says_what_goes_to_all(void **state)
{
    struct play *play = *state;
    play_keys(play, "Down Down 2 *");
    play_shows(play, "to all 2 chosen");
    play_shows(play, "d damage");
    play_shows(play, "F3 h hide");
    play_keys(play, "Down Down 2 * Up");
    play_hides(play, "to all 2 chosen");
}

/* ---- what is rare ---------------------------------------------------------------------- */

static void test_menu__a_key_after_more_does_what_it_says(void **state)
{
    struct play *play = *state;
    play_keys(play, ", s");
    play_shows(play, "── status ─");
    play_keys(play, ", , Esc");
    play_hides(play, "F3, and then");
    play_keys(play, "End , C text:hp=3 Enter");
    assert_int_equal(play_value(play, "p4", FIELD_HP), 16);
    play_keys(play, "F3 h");
    play_shows(play, "(Anka)");
    play_keys(play, ", d");
    play_shows(play, ":roll");
    play_keys(play, ", e");
    play_shows(play, ":set Anka");
    play_keys(play, ", y");
    play_shows(play, "ready");
}

static void test_menu__a_wrong_key_leaves_the_box_open(void **state)
{
    struct play *play = *state;
    play_keys(play, ", Q");
    play_shows(play, "Q is none of these keys; Esc closes");
    play_shows(play, "F3, and then");
    play_keys(play, ", Q Esc");
    play_hides(play, "F3, and then");
    play_keys(play, ", ?");
    play_shows(play, "After , (less common)");
}

/* Old keys say where they went, in every game. */
static void test_menu__a_key_that_moved_says_where(void **state)
{
    struct play *play = *state;
    play_keys(play, "D");
    play_shows(play, "D does nothing here; press F3 D (morale due: call for a check)");
    play_keys(play, "C");
    play_shows(play, "press F3 C (one more: like the selected one)");
    play_keys(play, "_");
    play_shows(play, "press F3 _ (all lines: ");
    play_keys(play, ";");
    play_shows(play, "press F3 ; (choose again: the ones from before)");
}

/* ---- keys that do nothing -------------------------------------------------------------- */

static void test_menu__a_key_of_another_game_says_so(void **state)
{
    struct play *play = *state;
    play_keys(play, "L");
    play_shows(play, "L does nothing here: it is defend all in Four Against Darkness");
    play_do(play, "encounter Hall system=four-against-darkness");
    play_keys(play, "i");
    play_shows(play, "i does nothing here: it is initiative in Trilemma");
}

static void test_menu__a_key_without_effect_says_why(void **state)
{
    static const char *const answers[][2] = {
        {"Up", "that is the first combatant"},
        {"End Down", "that is the last combatant"},
        {"PageDown", "these are the newest lines of the log"},
        {"m", "no check is pending"},
        {"!", "nothing was refused"},
        {".", "there is no act to repeat yet"},
        {"C-r", "there is nothing to redo"},
        {"Esc", "q quits; everything is saved already"},
    };
    struct play *play = *state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        play_keys(play, answers[i][0]);
        play_shows(play, answers[i][1]);
    }
    play_do(play, "encounter Empty");
    play_keys(play, "Down");
    play_shows(play, "+ adds combatants: nobody is here yet");
    play_keys(play, "Tab");
    play_shows(play, "+ adds combatants: nobody is here yet");
    play_keys(play, "u");
    play_shows(play, "there is nothing to undo");
}

/* ---- the lines of keys ----------------------------------------------------------------- */

static void test_menu__the_line_of_each_key_is_shown(void **state)
{
    struct play *play = *state;
    play_keys(play, "Tab d 4 Enter");
    play_hides(play, ":damage");
    play_keys(play, ", l Tab d 4 Enter");
    play_shows(play, ":damage p1 4  ");
    play_keys(play, "Down Down 3 h");
    play_shows(play, ":heal p1 3  ");
    play_keys(play, "Tab a \"text:14 4\" Enter");
    play_shows(play, ":attack p1 14 4  ");
    play_keys(play, ", l u");
    play_hides(play, ":undo");
    /* It cannot be stored here, so the line stays open. */
    play_keys(play, ": \"text:settings show-lines yes\" Enter Esc u");
    play_shows(play, ":undo  ");
}

/* Whether an act came about by these keys, and then its command stood there as it may be
 * typed. */
static bool shows_line_of(struct play *play, const char *keys, const char *line)
{
    int64_t before = sitting_act_now(play->sitting);
    play_keys(play, keys);
    bool has_acted = sitting_act_now(play->sitting) > before;
    if (has_acted) {
        play_shows(play, line);
    }
    return has_acted;
}

static struct play *play_showing_lines(const char *const *lines)
{
    struct play *play = play_new(lines);
    play_keys(play, ", l");
    return play;
}

static int check_lines_of_keys(const char *const *lines)
{
    /* None; choices; the dice are rolled here; a number. */
    static const char *const answers[] = {"", "s", "d", "o", "Enter", "3 Enter"};
    static struct key_table keys;
    struct play *play = play_showing_lines(lines);
    int acted = 0;
    key_table_make(&keys, sitting_procedure(play->sitting), NULL);
    for (int i = 0; i < keys.count; i++) {
        const struct key_binding *binding = &keys.binding[i];
        TEXT_BUFFER(line, 60);
        struct str rest = str_of(binding->command);
        struct str name = str_next_word(&rest);
        bool is_line = binding->act == ACT_NONE && binding->context == CONTEXT_TABLE;
        bool has_acted = false;
        text_add(&line, ":%.*s", name.n, name.p);
        for (size_t k = 0; is_line && !has_acted && k < sizeof answers / sizeof answers[0];
             k++) {
            TEXT_BUFFER(pressed, 120);
            text_add(&pressed, "Tab %s %s", binding->key, answers[k]);
            has_acted = shows_line_of(play, pressed.p, line.p);
        }
        if (has_acted) {
            acted++;
            play_free(play);
            play = play_showing_lines(lines);
        }
    }
    play_free(play);
    return acted;
}

static void test_menu__the_line_of_every_key_that_acts_is_shown(void **state)
{
    (void)state;
    assert_true(check_lines_of_keys(fight) >= 10);
    assert_true(check_lines_of_keys(fight_lines(FIGHT_CISTERN_SPELL)) >= 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_menu__##name, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(is_drawn_at_every_size),
        TEST(shows_every_key_after_more),
        TEST(tells_what_the_selected_key_does),
        TEST(has_what_the_rows_have_no_room_for),
        TEST(a_count_says_what_it_would_do),
        TEST(keys_after_more_say_whom_they_touch),
        TEST(choosing_says_what_goes_to_all),
        TEST(a_key_after_more_does_what_it_says),
        TEST(a_wrong_key_leaves_the_box_open),
        TEST(a_key_that_moved_says_where),
        TEST(a_key_of_another_game_says_so),
        TEST(a_key_without_effect_says_why),
        TEST(the_line_of_each_key_is_shown),
        cmocka_unit_test(test_menu__the_line_of_every_key_that_acts_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
