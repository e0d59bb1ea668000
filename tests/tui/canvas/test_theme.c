#include "tui/canvas/theme.h"

#include <string.h>

#include "support/unit.h"

static void test_theme__roles_that_may_touch_look_different_without_colours(void **state)
{
    (void)state;
    for (int a = 0; a < ROLE_COUNT; a++) {
        for (int b = a + 1; b < ROLE_COUNT; b++) {
            if ((theme_places((enum role)a) & theme_places((enum role)b)) == 0) {
                continue;
            }
            if (theme_look((enum role)a, COLOUR_MONO).attributes ==
                theme_look((enum role)b, COLOUR_MONO).attributes) {
                fail_msg("%s and %s look the same without colours",
                         theme_role_name((enum role)a), theme_role_name((enum role)b));
            }
        }
    }
}

static void test_theme__letters_name_roles_uniquely(void **state)
{
    (void)state;
    char seen[ROLE_COUNT + 1] = "";
    for (int role = 0; role < ROLE_COUNT; role++) {
        char letter = theme_letter((enum role)role);
        assert_true(letter > ' ' && letter < 127);
        assert_null(strchr(seen, letter));
        seen[role] = letter;
    }
    assert_int_equal(theme_letter(ROLE_PLAIN), '.');
}

static void test_theme__colours_exist_at_their_depth(void **state)
{
    (void)state;
    static const int counts[COLOUR_DEPTH_COUNT] = {0, 8, 256};
    for (int depth = 0; depth < COLOUR_DEPTH_COUNT; depth++) {
        for (int role = 0; role < ROLE_COUNT; role++) {
            struct look look = theme_look((enum role)role, (enum colour_depth)depth);
            assert_true(look.foreground >= -1 && look.foreground < counts[depth]);
            assert_true(look.background >= -1 && look.background < counts[depth]);
            assert_true(look.attributes < 16);
        }
    }
}

static void test_theme__text_on_a_background_has_a_colour_of_its_own(void **state)
{
    (void)state;
    /* The terminal's own text colour may be the very colour that we put after it. */
    for (int depth = COLOUR_8; depth < COLOUR_DEPTH_COUNT; depth++) {
        for (int role = 0; role < ROLE_COUNT; role++) {
            struct look look = theme_look((enum role)role, (enum colour_depth)depth);
            assert_true(look.background < 0 || look.foreground >= 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_theme__roles_that_may_touch_look_different_without_colours),
        cmocka_unit_test(test_theme__letters_name_roles_uniquely),
        cmocka_unit_test(test_theme__colours_exist_at_their_depth),
        cmocka_unit_test(test_theme__text_on_a_background_has_a_colour_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
