#include "tui/canvas/theme.h"

#include <string.h>

#include "base/text.h"

struct role_row {
    char name[16];
    char letter;
    uint8_t places;
    struct look looks[COLOUR_DEPTH_COUNT], light[COLOUR_DEPTH_COUNT];
    const char *help;
};

/* The words of roles.def, defined only for it. */
enum {
    HEAD = PLACE_HEAD,
    ROW = PLACE_ROW,
    LINE = PLACE_LINE,
    HINT = PLACE_HINT,
    PROMPT = PLACE_PROMPT,
    OVER = PLACE_OVER,
    BOLD = ATTRIBUTE_BOLD,
    DIM = ATTRIBUTE_DIM,
    REVERSE = ATTRIBUTE_REVERSE,
    UNDERLINE = ATTRIBUTE_UNDERLINE,
    BOLD_UNDERLINE = ATTRIBUTE_BOLD + ATTRIBUTE_UNDERLINE,
    DIM_UNDERLINE = ATTRIBUTE_DIM + ATTRIBUTE_UNDERLINE,
    BOLD_REVERSE = ATTRIBUTE_BOLD + ATTRIBUTE_REVERSE,
};

/* clang-format off */
#define LOOK(foreground, background, attributes)                                               \
    {                                                                                          \
        foreground, background, attributes                                                     \
    }
/* clang-format on */
static const struct role_row rows[ROLE_COUNT] = {
#define ROLE(name, letter, places, mono, eight, many, eight_light, many_light, help)           \
    [ROLE_##name] = {                                                                          \
        #name,                                                                                 \
        letter,                                                                                \
        places,                                                                                \
        {[COLOUR_MONO] = LOOK(-1, -1, mono), [COLOUR_8] = eight, [COLOUR_256] = many},         \
        {[COLOUR_MONO] = LOOK(-1, -1, mono),                                                   \
         [COLOUR_8] = eight_light,                                                             \
         [COLOUR_256] = many_light},                                                           \
        help},
#include "tui/canvas/roles.def"
#undef ROLE
};
#undef LOOK

struct look theme_look(enum role role, enum colour_depth depth)
{
    CHECK(role < ROLE_COUNT && depth < COLOUR_DEPTH_COUNT);
    return rows[role].looks[depth];
}

struct look theme_look_in(const struct theme *theme, enum role role, enum colour_depth depth)
{
    static const int counts[COLOUR_DEPTH_COUNT] = {
        [COLOUR_MONO] = 0, [COLOUR_8] = 8, [COLOUR_256] = 256};
    CHECK(role < ROLE_COUNT && depth < COLOUR_DEPTH_COUNT);
    const struct look *own = &theme->own[role];
    if (theme->is_own[role] && depth != COLOUR_MONO && own->foreground < counts[depth] &&
        own->background < counts[depth]) {
        return *own;
    }
    if (theme->ground == GROUND_UNKNOWN && depth != COLOUR_MONO) {
        struct look look = rows[role].looks[COLOUR_MONO];
        look.attributes &= (uint8_t)~ATTRIBUTE_DIM; /* half of an unknown colour */
        return look;
    }
    return theme->ground == GROUND_LIGHT ? rows[role].light[depth] : rows[role].looks[depth];
}

struct look theme_look_over(const struct theme *theme, enum role role, enum colour_depth depth)
{
    struct look look = theme_look_in(theme, role, depth);
    struct look over = theme_look_in(theme, ROLE_OVERLAY, depth);
    if (look.background < 0) {
        look.background = over.background;
        look.foreground = look.foreground < 0 ? over.foreground : look.foreground;
    }
    return look;
}

enum ground ground_of_colour(int red, int green, int blue)
{
    /* Black can be read better than white from this brightness on. */
    enum { MIDDLE = 118 };
    return (299 * red + 587 * green + 114 * blue) / 1000 >= MIDDLE ? GROUND_LIGHT : GROUND_DARK;
}

enum ground ground_of_words(const char *words)
{
    const char *last = words != NULL ? strrchr(words, ';') : NULL;
    int64_t number;
    if (last == NULL || !str_to_int64(str_of(last + 1), 0, 15, &number)) {
        return GROUND_UNKNOWN;
    }
    return number < 7 || number == 8 ? GROUND_DARK : GROUND_LIGHT;
}

const char *theme_role_help(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return rows[role].help;
}

char theme_letter(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return rows[role].letter;
}

unsigned theme_places(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return rows[role].places;
}

const char *theme_role_name(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return rows[role].name;
}
