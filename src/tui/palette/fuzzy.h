/* Fuzzy matching for pickers and the palette: a few letters, in order, find a name, and the
 * better match comes first.
 *
 * Pure and without a heap: the same pattern and text give the same score everywhere. Texts are
 * compared character by character (UTF-8) and without case; blanks in the pattern are skipped,
 * so that "dam gob" finds "damage goblin". */
#ifndef REFEREE_TUI_PALETTE_FUZZY_H
#define REFEREE_TUI_PALETTE_FUZZY_H

#include <stdbool.h>

#include "base/text.h"

/* In characters. A longer pattern matches nothing; a longer text is searched only at its
 * beginning. */
enum { FUZZY_PATTERN_MAX = 32, FUZZY_TEXT_MAX = 128 };

struct fuzzy_match {
    int score;  /* the greater, the better; 0 for an empty pattern */
    int length; /* of the whole text, in bytes */
    int order;  /* set by the caller: its row in the table, for fuzzy_compare */
    int count;  /* of positions: one for each character of the pattern that is not a blank */
    int positions[FUZZY_PATTERN_MAX]; /* ascending byte offsets into the text, to highlight */
};

/* Whether the characters of `pattern` occur in `text` in order; if so fills *out (its `order`
 * is left alone) with the best-scoring way: letters at the start of the text or of a word and
 * letters in a run count more, gaps count against. An empty pattern matches everything. */
bool fuzzy_match(struct fuzzy_match *out, struct str pattern, struct str text);

/* For sorting, best first: by score, then the shorter text, then `order`. Negative: a before b.
 */
int fuzzy_compare(const struct fuzzy_match *a, const struct fuzzy_match *b);

#endif
