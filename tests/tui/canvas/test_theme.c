#include "tui/canvas/canvas.h"

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

static const struct colour bright_of_xterm[8] = {{127, 127, 127}, {255, 0, 0},    {0, 255, 0},
                                                 {255, 255, 0},   {92, 92, 255},  {255, 0, 255},
                                                 {0, 255, 255},   {255, 255, 255}};
static const struct colour bright_of_console[8] = {
    {85, 85, 85},  {255, 85, 85},  {85, 255, 85},  {255, 255, 85},
    {85, 85, 255}, {255, 85, 255}, {85, 255, 255}, {255, 255, 255}};

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
 * no text: 3 is enough for them. `bright`: what bold text has in place of `eight`; or NULL. */
static void check_contrast(enum ground ground, const struct colour *eight,
                           const struct colour *bright, double least)
{
    static const struct colour black = {0, 0, 0};
    static const struct colour white = {255, 255, 255};
    const struct theme theme = {.ground = ground};
    bool is_light = ground == GROUND_LIGHT;
    for (int role = 0; role < ROLE_COUNT; role++) {
        struct look look =
            theme_look_in(&theme, (enum role)role, eight != NULL ? COLOUR_8 : COLOUR_256);
        if (look.foreground < 0) {
            continue; /* the terminal's own colours, which its user can read */
        }
        struct colour behind = look.background >= 0 ? colour_at(look.background, eight)
                               : is_light           ? white
                                                    : black;
        bool is_bright = bright != NULL && (look.attributes & ATTRIBUTE_BOLD) != 0;
        struct colour letters = colour_at(look.foreground, is_bright ? bright : eight);
        double found = contrast(letters, behind);
        bool is_text = role != ROLE_BORDER && role != ROLE_HP_EMPTY;
        double wanted = is_text ? least : 3;
        if (found < wanted) {
            fail_msg("%s on %s: %.2f", theme_role_name((enum role)role),
                     is_light ? "white" : "black", found);
        }
    }
}

/* On an overlay nothing has the background of the screen around it, and everything is read. */
static void test_theme__every_role_can_be_read_on_an_overlay(void **state)
{
    (void)state;
    for (int i = GROUND_DARK; i <= GROUND_LIGHT; i++) {
        const struct theme theme = {.ground = (enum ground)i};
        struct look overlay = theme_look_in(&theme, ROLE_OVERLAY, COLOUR_256);
        assert_true(overlay.background >= 0);
        for (int role = 0; role < ROLE_COUNT; role++) {
            struct look own = theme_look_in(&theme, (enum role)role, COLOUR_256);
            struct look look = theme_look_over(&theme, (enum role)role, COLOUR_256);
            bool has_own = own.background >= 0;
            bool is_text = role != ROLE_BORDER && role != ROLE_HP_EMPTY;
            assert_int_equal(look.background, has_own ? own.background : overlay.background);
            assert_int_equal(look.attributes, own.attributes);
            double found =
                contrast(colour_of_many(look.foreground), colour_of_many(look.background));
            if (found < (is_text ? 4.5 : 3)) {
                fail_msg("%s on an overlay, %s: %.2f", theme_role_name((enum role)role),
                         i == GROUND_LIGHT ? "light" : "dark", found);
            }
        }
    }
}

static void test_theme__every_role_can_be_read(void **state)
{
    (void)state;
    for (int i = GROUND_DARK; i <= GROUND_LIGHT; i++) {
        enum ground ground = (enum ground)i;
        check_contrast(ground, NULL, NULL, 4.5);
        check_contrast(ground, of_xterm, NULL, 4.5);
        check_contrast(ground, of_xterm, bright_of_xterm, 4.5);
        check_contrast(ground, of_console, NULL, 3);
        check_contrast(ground, of_console, bright_of_console, 3);
    }
}

/* Consoles with fonts of 512 letters show nothing that is dim. */
static void test_theme__nothing_is_dim_at_eight_colours(void **state)
{
    (void)state;
    for (int i = GROUND_DARK; i <= GROUND_UNKNOWN; i++) {
        const struct theme theme = {.ground = (enum ground)i};
        for (int role = 0; role < ROLE_COUNT; role++) {
            struct look look = theme_look_in(&theme, (enum role)role, COLOUR_8);
            assert_int_equal(look.attributes & ATTRIBUTE_DIM, 0);
        }
    }
}

/* What the terminal has of its own can be read on any background; only reverse, bold and
 * underline tell roles then. */
static void test_theme__an_unknown_background_has_the_terminals_own_colours(void **state)
{
    (void)state;
    struct theme theme = {.ground = GROUND_UNKNOWN};
    for (int role = 0; role < ROLE_COUNT; role++) {
        for (int depth = COLOUR_8; depth < COLOUR_DEPTH_COUNT; depth++) {
            struct look look = theme_look_in(&theme, (enum role)role, (enum colour_depth)depth);
            unsigned mono = theme_look((enum role)role, COLOUR_MONO).attributes;
            assert_int_equal(look.foreground, -1);
            assert_int_equal(look.background, -1);
            assert_int_equal(look.attributes, mono & ~(unsigned)ATTRIBUTE_DIM);
        }
    }
    theme.is_own[ROLE_FOE] = true;
    theme.own[ROLE_FOE] = (struct look){3, -1, 0};
    assert_int_equal(theme_look_in(&theme, ROLE_FOE, COLOUR_8).foreground, 3);
}

static void test_theme__a_background_is_dark_or_light_by_what_can_be_read_on_it(void **state)
{
    (void)state;
    for (int grey = 0; grey < 256; grey++) {
        static const struct colour black = {0, 0, 0};
        static const struct colour white = {255, 255, 255};
        struct colour behind = {grey, grey, grey};
        bool is_light = ground_of_colour(grey, grey, grey) == GROUND_LIGHT;
        assert_true(is_light == (contrast(behind, black) >= contrast(behind, white)));
    }
    assert_int_equal(ground_of_colour(0, 43, 54), GROUND_DARK);
    assert_int_equal(ground_of_colour(0, 0, 255), GROUND_DARK);
    assert_int_equal(ground_of_colour(253, 246, 227), GROUND_LIGHT);
}

static void test_theme__the_environment_may_tell_the_background(void **state)
{
    static const struct {
        const char *words;
        enum ground ground;
    } told[] = {
        {"15;0", GROUND_DARK},          {"0;15", GROUND_LIGHT},   {"0;default;7", GROUND_LIGHT},
        {"7;8", GROUND_DARK},           {"0;6", GROUND_DARK},     {"0;9", GROUND_LIGHT},
        {"0;default", GROUND_UNKNOWN},  {"15", GROUND_UNKNOWN},   {"", GROUND_UNKNOWN},
        {"0;", GROUND_UNKNOWN},         {"0;16", GROUND_UNKNOWN}, {"0;-1", GROUND_UNKNOWN},
        {"0;15\033[m", GROUND_UNKNOWN}, {NULL, GROUND_UNKNOWN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        assert_int_equal(ground_of_words(told[i].words), told[i].ground);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_theme__roles_that_may_touch_look_different_without_colours),
        cmocka_unit_test(test_theme__letters_name_roles_uniquely),
        cmocka_unit_test(test_theme__colours_exist_at_their_depth),
        cmocka_unit_test(test_theme__every_role_can_be_read),
        cmocka_unit_test(test_theme__every_role_can_be_read_on_an_overlay),
        cmocka_unit_test(test_theme__nothing_is_dim_at_eight_colours),
        cmocka_unit_test(test_theme__an_unknown_background_has_the_terminals_own_colours),
        cmocka_unit_test(test_theme__a_background_is_dark_or_light_by_what_can_be_read_on_it),
        cmocka_unit_test(test_theme__the_environment_may_tell_the_background),
        cmocka_unit_test(test_theme__text_on_a_background_has_a_colour_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
