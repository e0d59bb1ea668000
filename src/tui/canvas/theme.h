/* The theme: what a piece of the screen *is* (its role) and how it looks on a terminal with
 * many, eight or no colours. Views name roles, never colours. The list is roles.def. */
#ifndef REFEREE_TUI_CANVAS_THEME_H
#define REFEREE_TUI_CANVAS_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum role {
#define ROLE(name, letter, places, mono, eight, many, eight_light, many_light, help)           \
    ROLE_##name,
#include "tui/canvas/roles.def"
#undef ROLE
    ROLE_COUNT
};

/* A terminal with eight colours has 64 pairs, and each role takes two, one of them on overlays;
 * the first is the terminal's own. */
_Static_assert(ROLE_COUNT <= 31, "a role is two fixed colour pairs");

/* Bits; they add up. */
enum attribute {
    ATTRIBUTE_BOLD = 1,
    ATTRIBUTE_DIM = 2,
    ATTRIBUTE_REVERSE = 4,
    ATTRIBUTE_UNDERLINE = 8,
};

enum colour_depth { COLOUR_MONO, COLOUR_8, COLOUR_256, COLOUR_DEPTH_COUNT };

/* Bits: the places of the screen where roles are side by side. */
enum place {
    PLACE_HEAD = 1,    /* the title line and headings of columns */
    PLACE_ROW = 2,     /* the combatants */
    PLACE_LINE = 4,    /* log and messages */
    PLACE_HINT = 8,    /* the footer */
    PLACE_PROMPT = 16, /* the input line */
    PLACE_OVER = 32,   /* palette, help, pickers */
};

struct look {
    int16_t foreground; /* -1: the terminal's own */
    int16_t background;
    uint8_t attributes; /* enum attribute bits */
};

/* The theme for dark backgrounds. */
struct look theme_look(enum role role, enum colour_depth depth);

enum ground { GROUND_DARK, GROUND_LIGHT, GROUND_UNKNOWN };

/* The kind of a background of this colour, each part from 0 to 255. */
enum ground ground_of_colour(int red, int green, int blue);
/* The kind that the variable COLORFGBG of some terminals tells, "15;0" or "0;default;15": the
 * last number is the background's. GROUND_UNKNOWN for anything else, and for NULL. */
enum ground ground_of_words(const char *words);

/* The user's theme: all zero is the one for dark backgrounds. On an unknown background every
 * role has the terminal's own colours, which can be read there, and bold, underline or reverse
 * as without colours. */
struct theme {
    enum ground ground;
    bool is_own[ROLE_COUNT]; /* the look of the role is the user's */
    struct look own[ROLE_COUNT];
};
/* The user's look counts when the terminal has its colours; without colours every role keeps
 * its distinguishing attributes. */
struct look theme_look_in(const struct theme *theme, enum role role, enum colour_depth depth);
/* The same on an overlay, whose colours it has where it has none. */
struct look theme_look_over(const struct theme *theme, enum role role, enum colour_depth depth);
/* The texts with this look, in a few words. */
const char *theme_role_help(enum role role);
char theme_letter(enum role role);
unsigned theme_places(enum role role);
/* "HP_LOW"; for messages and tests. */
const char *theme_role_name(enum role role);

#endif
