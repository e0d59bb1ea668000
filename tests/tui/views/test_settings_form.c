/* The settings of the program at the table: the form by its keys, and what each setting does
 * there: theme and colours, signs, title, bell. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/settings/program_settings.h"
#include "support/golden.h"
#include "support/home.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/loop/table.h"

static const char *const fight[] = {
    "encounter \"Nest ledge\"", "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16", "initiative 15 5", NULL};

static struct program_settings settings;

static int begin(void **state)
{
    TEXT_BUFFER(told, SETTINGS_TOLD_SIZE);
    if (home_begin("XDG_CONFIG_HOME") != 0) {
        return 1;
    }
    table_style_begin(&settings);
    assert_true(settings_file_load(&settings, &told));
    struct play *play = play_new(fight);
    play->settings = &settings;
    play_reopen(play, false);
    *state = play;
    return 0;
}

static int end(void **state)
{
    return play_end(state) != 0 || home_end("XDG_CONFIG_HOME") != 0;
}

static void file_holds(const char *text)
{
    static char bytes[16 * 1024];
    FILE *file = fopen(home_path("referee/settings.yaml"), "rb");
    assert_non_null(file);
    size_t n = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[n] = '\0';
    fclose(file);
    if (strstr(bytes, text) == NULL) {
        fail_msg("not in the file: %s\n%s", text, bytes);
    }
}

static void test_settings_form__is_filled_by_keys(void **state)
{
    struct play *play = *state;
    play_screens(play, ", ,", "settings");
    play_keys(play, ", , Down Down Down Down Right Right");
    play_shows(play, "settings: theme is light now");
    file_holds("\ntheme: light\n");
    play_keys(play, ", , Down text:7 Enter");
    file_holds("\nbackups-newest: 7\n");
    play_keys(play, ", , Down C-u text:99 Enter screen:settings_wrong");
    assert_int_equal(settings.number[PROGRAM_BACKUPS_NEWEST], 7);
    /* Esc drops what is typed, then closes. */
    play_keys(play, ", , Down text:12 Esc");
    play_shows(play, "settings of the program");
    assert_int_equal(settings.number[PROGRAM_BACKUPS_NEWEST], 7);
    play_keys(play, ", , Down text:12 Esc Esc");
    play_hides(play, "settings of the program");
    /* The same from the palette. */
    play_keys(play, ": \"text:settings colour-active bold red on 17\" Enter");
    file_holds("\ncolour-active: bold red on 17\n");
    play_keys(play, ": text:settings Enter");
    play_shows(play, "settings of the program");
}

/* Enter was pressed to save, and went to the next choice. */
static void test_settings_form__enter_leaves_a_choice_as_it_is(void **state)
{
    struct play *play = *state;
    play_keys(play, ", , Down Down Down Down Enter");
    play_hides(play, "settings of the program");
    play_shows(play, "the settings are saved");
    assert_int_equal(settings.number[PROGRAM_THEME], PROGRAM_THEME_AUTO);
    play_keys(play, ", , Down Down Down Down Space Enter");
    play_shows(play, "settings: theme is dark now");
    assert_int_equal(settings.number[PROGRAM_THEME], PROGRAM_THEME_DARK);
}

static void test_settings_form__has_the_light_theme(void **state)
{
    struct play *play = *state;
    static char bytes[8 * 1024];
    struct text text = text_over(bytes, sizeof bytes);
    play_keys(play, ": \"text:settings theme light\" Enter : \"text:settings colour-foe bold "
                    "203 on 17\" Enter screen:settings_light_table");
    const struct theme *theme = &play->script.theme;
    assert_int_equal(theme->ground, GROUND_LIGHT);
    for (int i = 0; i < ROLE_COUNT; i++) {
        text_add(&text, "%-14s", theme_role_name((enum role)i));
        for (int depth = 0; depth < COLOUR_DEPTH_COUNT; depth++) {
            struct look look = theme_look_in(theme, (enum role)i, (enum colour_depth)depth);
            text_add(&text, " | %3d %3d %2d", look.foreground, look.background,
                     look.attributes);
        }
        text_add(&text, "\n");
    }
    golden_assert_text("settings_light_theme", text.p);
    play_do(play, "next");
    play_keys(play, ": \"text:settings theme dark\" Enter");
    assert_int_equal(play->script.theme.ground, GROUND_DARK);
    assert_true(play->script.theme.is_own[ROLE_FOE]);
}

static void test_settings_form__has_ascii_signs(void **state)
{
    struct play *play = *state;
    play_keys(play, ": \"text:settings glyphs ascii\" Enter wait");
    for (int row = 0; row < play->script.last.rows; row++) {
        for (int column = 0; column < play->script.last.columns; column++) {
            assert_true(frame_cell(&play->script.last, row, column)->length <= 1);
        }
    }
}

/* A half of the pelicans falls: a morale check is due. */
static void test_settings_form__has_title_and_bell(void **state)
{
    struct play *play = *state;
    play_keys(play, "wait");
    assert_string_equal(play->script.title, "referee: Nest ledge");
    play_keys(play, ": \"text:out p1 dead\" Enter");
    assert_string_equal(play->script.title, "referee: Nest ledge, morale check due");
    assert_int_equal(play->script.bells, 0);
    play_keys(play, "u : \"text:settings bell yes\" Enter n u C-r wait");
    assert_int_equal(play->script.bells, 0);
    play_keys(play, "u : \"text:out p1 dead\" Enter wait Down Up wait");
    assert_int_equal(play->script.bells, 1);
    /* What was due when the table was opened does not become due. */
    play_keys(play, "wait Down");
    assert_int_equal(play->script.bells, 0);
    play_keys(play, ": \"text:settings title no\" Enter");
    assert_string_equal(play->script.title, "");
}

/* Without a screen: a list, and a change that a fight never sees. */
static void test_settings_form__is_a_command_too(void **state)
{
    struct play *play = *state;
    sitting_run(play->sitting, "settings", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_TOLD);
    assert_non_null(strstr(play->result.text, "  bell                 no  "));
    assert_non_null(strstr(play->result.text, "\n  overspend         confirm"));
    sitting_run(play->sitting, "settings bell yes", false, &play->result);
    assert_string_equal(play->result.text, "settings: bell is yes now");
    sitting_run(play->sitting, "settings bel yes", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_non_null(strstr(play->result.error.text, "did you mean bell?"));
    sitting_run(play->sitting, "settings overspend", false, &play->result);
    assert_string_equal(play->result.error.text,
                        "overspend is a setting of the fight: `setting overspend VALUE` "
                        "changes it");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_settings_form__is_filled_by_keys),
        TEST(test_settings_form__has_the_light_theme),
        TEST(test_settings_form__has_ascii_signs),
        TEST(test_settings_form__has_title_and_bell),
        TEST(test_settings_form__is_a_command_too),
        TEST(test_settings_form__enter_leaves_a_choice_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
