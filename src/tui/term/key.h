/* Keys as numbers and as names.
 *
 * A key is one int: a code point for a character, NAMED_KEY_... for the others, plus bits for
 * the keys held with it. Each key has exactly one name, so that bindings, help, scripts and
 * tests write the same: "a", "Space", "Enter", "C-r", "M-x", "C-Left", "S-Tab". Keys that
 * terminals cannot distinguish are one key: C-i is Tab, C-m and C-j are Enter, C-[ is Esc, C-h
 * is Backspace. */
#ifndef REFEREE_TUI_TERM_KEY_H
#define REFEREE_TUI_TERM_KEY_H

#include <stdbool.h>

#include "base/text.h"

enum {
    NAMED_KEY_BEFORE_FIRST = 0x10FFFF, /* the last code point */
#define NAMED_KEY(constant, name) NAMED_KEY_##constant,
#include "tui/term/named_keys.def"
#undef NAMED_KEY
    NAMED_KEY_END_OF_LIST
};

enum {
    KEY_WITH_SHIFT =
        1 << 24, /* only with named keys: a shifted character is a different character */
    KEY_WITH_CONTROL = 1 << 25,
    KEY_WITH_ALT = 1 << 26,
    KEY_WITHOUT_BITS = (1 << 24) - 1,
};

enum { KEY_NAME_SIZE = 24 };

/* The key's name; `key` must be one that key_from_name or a terminal gave. */
void key_to_name(char out[KEY_NAME_SIZE], int key);

/* False when no key has this name; *out is unchanged then. */
bool key_from_name(int *out, struct str name);

/* The keys that always belong to the terminal: the first stops the program until the shell
 * continues it, the second redraws the screen. */
enum {
    KEY_OF_STOP = KEY_WITH_CONTROL | 'z',
    KEY_OF_REDRAW = KEY_WITH_CONTROL | 'l',
};

/* Whether a key of this name can be bound, and whether it types a character. */
bool key_is_bindable(struct str name);
bool key_is_typed(struct str name);

/* The key that a terminal means by a control character (0 to 31, or 127). */
int key_from_control(int character);

/* True for a key that types a character, without modifier bits. */
bool key_is_character(int key);

#endif
