/* What the real terminal sends, one code after the other: bytes, and the keys that its
 * description in terminfo or our own list of sequences (tui/term/term_decode.h) knows.
 *
 * Curses finds the keys. tui/term/term_decode.h assembles bytes, since curses takes an invalid
 * byte as the beginning of a character and swallows the keys after it. */
#ifndef REFEREE_TUI_TERM_TERM_CURSES_KEYS_H
#define REFEREE_TUI_TERM_TERM_CURSES_KEYS_H

#include "tui/term/term_decode.h"

/* How long to wait for the rest of a key's sequence. */
enum { ESCAPE_WAIT_MS = 20 };

/* Curses must be started. `is_unicode`: what the terminal sends is UTF-8, not the locale's
 * bytes. */
void curses_keys_open(bool is_unicode);
/* Changes `is_unicode`. */
void curses_keys_decode(bool is_unicode);
void curses_keys_close(void);
/* The next code, with a wait of at most `wait_ms`; after CODE_RESIZE, check the size. */
struct code curses_keys_next(int wait_ms);

#endif
