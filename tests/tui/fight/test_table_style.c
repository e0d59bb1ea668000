/* The effects of the settings of the program on the screen, one for each row of their table. */
#include <stdio.h>
#include <string.h>

#include "support/unit.h"
#include "tui/loop/table.h"

static struct program_settings settings;
static struct table_style style;

static void set(const char *name, const char *value)
{
    struct error err;
    if (program_setting_set(&settings, str_of(name), str_of(value), &err) != STATUS_OK) {
        fail_msg("%s %s: %s", name, value, err.text);
    }
    table_style_of(&style, &settings);
}

static struct look look_at(enum role role)
{
    return theme_look_in(&style.theme, role, COLOUR_256);
}

/* By their members: between these there may be bytes of anything. */
static bool are_equal(const struct look *a, const struct look *b)
{
    return a->foreground == b->foreground && a->background == b->background &&
           a->attributes == b->attributes;
}

/* Each role has a setting of its own, which changes it and no other. */
static void test_style__the_colour_of_each_role_is_its_setting(void **state)
{
    (void)state;
    table_style_begin(&settings);
    assert_int_equal(settings.count, (int)PROGRAM_COLOURS + (int)ROLE_COUNT);
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look before[ROLE_COUNT];
        const char *name = program_setting_name(&settings, PROGRAM_COLOURS + role);
        table_style_of(&style, &settings);
        for (int i = 0; i < ROLE_COUNT; i++) {
            before[i] = look_at((enum role)i);
        }
        set(name, "underline 46 on 17");
        for (int i = 0; i < ROLE_COUNT; i++) {
            struct look now = look_at((enum role)i);
            if (i == role) {
                assert_int_equal(now.foreground, 46);
                assert_int_equal(now.background, 17);
                assert_int_equal(now.attributes, ATTRIBUTE_UNDERLINE);
            } else {
                assert_true(are_equal(&now, &before[i]));
            }
        }
        set(name, "theme");
        struct look again = look_at((enum role)role);
        assert_true(are_equal(&again, &before[role]));
    }
}

static void test_style__the_theme_has_colours_of_its_own(void **state)
{
    (void)state;
    int others = 0;
    struct look dark[ROLE_COUNT];
    table_style_begin(&settings);
    set("theme", "dark");
    for (int i = 0; i < ROLE_COUNT; i++) {
        dark[i] = look_at((enum role)i);
        struct look plain = theme_look((enum role)i, COLOUR_256);
        assert_true(are_equal(&dark[i], &plain));
    }
    set("theme", "light");
    for (int i = 0; i < ROLE_COUNT; i++) {
        struct look light = look_at((enum role)i);
        others += !are_equal(&light, &dark[i]);
    }
    assert_true(others > 5);
    set("theme", "auto");
    assert_int_equal(style.theme.ground, GROUND_UNKNOWN);
}

static void test_style__signs_and_title_are_wishes_of_the_terminal(void **state)
{
    (void)state;
    table_style_begin(&settings);
    set("glyphs", "auto");
    assert_false(style.wishes.wants_ascii || style.wishes.wants_unicode);
    set("glyphs", "ascii");
    assert_true(style.wishes.wants_ascii && !style.wishes.wants_unicode);
    set("glyphs", "unicode");
    assert_true(style.wishes.wants_unicode && !style.wishes.wants_ascii);
    assert_true(style.wishes.wants_title);
    set("title", "no");
    assert_false(style.wishes.wants_title);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_style__the_colour_of_each_role_is_its_setting),
        cmocka_unit_test(test_style__the_theme_has_colours_of_its_own),
        cmocka_unit_test(test_style__signs_and_title_are_wishes_of_the_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
