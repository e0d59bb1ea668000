#include "tui/canvas/theme.h"

#include <math.h>
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

/* ---- contrast -------------------------------------------------------------------------- */

struct colour {
    int red, green, blue;
};

static const struct colour of_xterm[8] = {{0, 0, 0},     {205, 0, 0},    {0, 205, 0},
                                          {205, 205, 0}, {0, 0, 238},    {205, 0, 205},
                                          {0, 205, 205}, {229, 229, 229}};
static const struct colour of_console[8] = {{0, 0, 0},     {170, 0, 0},    {0, 170, 0},
                                            {170, 85, 0},  {0, 0, 170},    {170, 0, 170},
                                            {0, 170, 170}, {170, 170, 170}};

/* Of the 256: the first 16 are the user's, and no role has one of them. */
static struct colour colour_of_many(int number)
{
    static const int levels[] = {0, 95, 135, 175, 215, 255};
    assert_in_range(number, 16, 255);
    if (number >= 232) {
        int grey = 8 + (number - 232) * 10;
        return (struct colour){grey, grey, grey};
    }
    number -= 16;
    return (struct colour){levels[number / 36], levels[number / 6 % 6], levels[number % 6]};
}

static double light_of(int value)
{
    double part = value / 255.0;
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static double luminance(struct colour colour)
{
    return 0.2126 * light_of(colour.red) + 0.7152 * light_of(colour.green) +
           0.0722 * light_of(colour.blue);
}

/* As WCAG 2 defines it, from 1 to 21. */
static double contrast(struct colour one, struct colour other)
{
    double a = luminance(one);
    double b = luminance(other);
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

static struct colour colour_at(int number, const struct colour *eight)
{
    return eight != NULL ? eight[number] : colour_of_many(number);
}

/* Every role against its own background, or the theme's. Lines and the empty part of a bar are
 * no text: 3 is enough for them. */
static void check_contrast(bool is_light, const struct colour *eight, double least)
{
    static const struct colour black = {0, 0, 0};
    static const struct colour white = {255, 255, 255};
    const struct theme theme = {.is_light = is_light};
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look look =
            theme_look_in(&theme, (enum role)role, eight != NULL ? COLOUR_8 : COLOUR_256);
        if (look.foreground < 0) {
            continue; /* the terminal's own colours, which its user can read */
        }
        struct colour ground = look.background >= 0 ? colour_at(look.background, eight)
                               : is_light           ? white
                                                    : black;
        double found = contrast(colour_at(look.foreground, eight), ground);
        bool is_text = role != ROLE_BORDER && role != ROLE_HP_EMPTY;
        double wanted = is_text ? least : 3;
        if (found < wanted) {
            fail_msg("%s on %s: %.2f", theme_role_name((enum role)role),
                     is_light ? "white" : "black", found);
        }
    }
}

static void test_theme__every_role_can_be_read(void **state)
{
    (void)state;
    for (int is_light = 0; is_light < 2; is_light++) {
        check_contrast(is_light, NULL, 4.5);
        check_contrast(is_light, of_xterm, 4.5);
        check_contrast(is_light, of_console, 3);
    }
}

/* Consoles with fonts of 512 letters show nothing that is dim. */
static void test_theme__nothing_is_dim_at_eight_colours(void **state)
{
    (void)state;
    for (int is_light = 0; is_light < 2; is_light++) {
        const struct theme theme = {.is_light = is_light};
        for (int role = 0; role < ROLE_COUNT; role++) {
            struct look look = theme_look_in(&theme, (enum role)role, COLOUR_8);
            assert_int_equal(look.attributes & ATTRIBUTE_DIM, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_theme__roles_that_may_touch_look_different_without_colours),
        cmocka_unit_test(test_theme__letters_name_roles_uniquely),
        cmocka_unit_test(test_theme__colours_exist_at_their_depth),
        cmocka_unit_test(test_theme__every_role_can_be_read),
        cmocka_unit_test(test_theme__nothing_is_dim_at_eight_colours),
        cmocka_unit_test(test_theme__text_on_a_background_has_a_colour_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
