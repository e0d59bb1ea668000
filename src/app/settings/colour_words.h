/* The style of a part of the screen, in words that a person writes: "bold red", "203",
 * "underline white on blue", "theme".
 *
 * Knows no terminal: the look of a numbered colour is up to the terminal. */
#ifndef REFEREE_APP_SETTINGS_COLOUR_WORDS_H
#define REFEREE_APP_SETTINGS_COLOUR_WORDS_H

#include "base/text.h"

enum { COLOUR_WORDS_MAX = 60 };

/* All zero: the theme's style. */
struct colour_words {
    bool is_own;    /* false: the theme's style, and the rest is unused */
    int foreground; /* 0 to 255; -1: the terminal's own */
    int background;
    bool is_bold, is_dim, is_reverse, is_underlined;
};

/* [bold] [dim] [reverse] [underline] [COLOUR [on COLOUR]], or "theme" alone. A colour is one of
 * eight names, a number from 0 to 255, or "default". STATUS_USAGE says which word is wrong,
 * what was expected, and the nearest word. */
enum status colour_words_parse(struct colour_words *out, struct str text,
                               struct error *err) MUST_CHECK;

#endif
