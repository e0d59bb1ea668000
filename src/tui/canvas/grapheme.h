/* Graphemes: text split into the pieces that one or two cells can show.
 *
 * Names and notes are typed by people and may hold anything. Points on which terminals disagree
 * are settled here, so that a name may look odd but never shifts its neighbours:
 *   - combining marks join the character before them (composed where Unicode has one for both);
 *     a mark without a character stands on a blank, the fifth mark on one character is dropped;
 *   - vowel signs that stand beside their letter, as in Devanagari, have a column of their own:
 *     most terminals give them one, and those that draw them onto the letter leave it blank;
 *   - joiners, variation selectors, skin tones and writing-direction controls are not shown;
 *   - a flag's regional indicators are shown as the two letters of its country;
 *   - tab, line end, rule end and the blank that keeps two words on one line are a blank; other
 * control characters, unassigned code points and bytes that are no UTF-8 are U+FFFD. Widths
 * come from libutf8proc and not from wcwidth: no locale, the same on every machine. */
#ifndef REFEREE_TUI_CANVAS_GRAPHEME_H
#define REFEREE_TUI_CANVAS_GRAPHEME_H

#include <stdbool.h>

#include "base/text.h"

enum { GRAPHEME_SIZE = 16 };

struct grapheme {
    char utf8[GRAPHEME_SIZE]; /* what a cell shows, terminated by a zero byte */
    int length;               /* bytes before that zero byte */
    int width;                /* columns: 1 or 2 */
};

/* The next grapheme of *rest, moving *rest past it and past the invisible characters that
 * belong to it. False when nothing visible is left; *rest is empty then. */
bool grapheme_next(struct grapheme *out, struct str *rest);

/* How many of the first characters of `text`, at most `most`, are printable ASCII with no mark
 * after them: each is a grapheme of one column. */
int grapheme_plain(struct str text, int most);

/* The columns that the whole text takes. */
int grapheme_width(struct str text);

/* The longest beginning of `text` that takes at most `width` columns. */
struct str grapheme_prefix(struct str text, int width);

/* The next line of *rest, at most `width` (1 or more) columns wide, broken at blanks where
 * there are some; a line end in the text ends the line. False when *rest is used up. */
bool grapheme_next_line(struct str *out, struct str *rest, int width);

/* The beginning of `text` in whole words that takes at most `width` columns. Returns true for a
 * longer text, with room left for " …" after it. */
bool grapheme_cut_words(struct str *out, struct str text, int width);

#endif
