/* UTF-8: reading it safely from untrusted bytes, writing it, and making text from outside
 * harmless.
 *
 * Knows nothing of terminals, fonts or widths (see tui/) and uses no locale. Every function
 * takes any bytes; ill-formed ones read as U+FFFD. Start at utf8_decode. */
#ifndef REFEREE_BASE_UTF8_H
#define REFEREE_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { UTF8_REPLACEMENT = 0xFFFD, UTF8_BYTES_MAX = 4 };

/* One step through a text. `n` is how many bytes it took: at least 1, and 0 only at the end of
 * the text. `code` is UTF8_REPLACEMENT and `is_valid` false where the bytes are ill-formed;
 * then `n` covers the longest beginning of a character that stands there, or 1 byte (the
 * practice that Unicode 15, section 3.9 recommends: one replacement for each maximal
 * subpart). */
struct utf8_step {
    uint32_t code;
    int n;
    bool is_valid;
};

/* The character at the start of `rest`. */
struct utf8_step utf8_decode(struct str rest);

/* Writes `code` to `out` and returns the number of bytes (1 to 4; no zero byte is added). A
 * surrogate or a code above U+10FFFF is written as U+FFFD. */
int utf8_write(char out[UTF8_BYTES_MAX], uint32_t code);

/* The small and the capital letter of a letter; any other character is itself. Known are Latin,
 * Greek, Cyrillic and Armenian letters whose two forms take the same number of bytes. No locale
 * is used. */
uint32_t utf8_lower(uint32_t code);
uint32_t utf8_upper(uint32_t code);

bool utf8_is_valid(struct str piece);
/* The text without the byte order mark that some programs write before it. Every reader
 * of files asks here. */
struct str utf8_without_mark(struct str text);

/* The number of leading bytes of `piece` that end between characters: piece.n, less the bytes
 * of a last character whose end is missing, and of a joiner (U+200D) that is then the last one.
 * For text that was cut at a number of bytes. */
int utf8_whole(struct str piece);

/* Copies `hostile` to `out` (`size` bytes, at least 1; terminated) as harmless text of one
 * line: ill-formed bytes become U+FFFD; tabs and line ends become a blank (a CR LF pair one);
 * escape sequences go, with all they carry; so do other control characters (C0, DEL, C1), what
 * shows nothing (U+200B, U+00AD, tags), the controls that reorder text and the byte order mark;
 * joiners and variation selectors stay where a script needs them. An escape sequence with a
 * string in it (OSC, DCS, ...) that is never closed reaches to the end of its line. Text that
 * does not fit is cut between characters. Returns whether `out` differs from `hostile` in
 * anything. */
bool utf8_clean(char *out, int size, struct str hostile);

/* A word from outside as a message shows it: harmless and short, with "..." for what was left
 * out. It is never empty: an empty word is shown as "", and invisible characters by their code
 * points, as U+0007. */
struct shown {
    char text[64];
};
struct shown utf8_shown(struct str word);

#endif
