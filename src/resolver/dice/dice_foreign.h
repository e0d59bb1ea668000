/* What other dice programs and people write and this notation does not know, and what to write
 * instead: so that an error names what was seen, and never only tells that something else was
 * expected. Reads no expression itself; the parser asks where it cannot go on. */
#ifndef REFEREE_RESOLVER_DICE_DICE_FOREIGN_H
#define REFEREE_RESOLVER_DICE_DICE_FOREIGN_H

#include <stdbool.h>

#include "base/text.h"

/* What stands before the place. */
enum dice_before {
    BEFORE_DIE,   /* a die with its suffixes */
    BEFORE_VALUE, /* a number, parentheses, a list */
    BEFORE_LABEL  /* a label */
};

/* Each takes the text from the place on, which begins with no blank. */

/* Whether a word begins here that only means something elsewhere; then adds what to tell. For
 * the suffixes of a die, some of which begin with the same letters. */
bool dice_foreign_suffix(struct text *out, struct str rest);
/* Adds what to tell of something that is no operator, after a value. `rest` is not empty. */
void dice_foreign_behind(struct text *out, struct str rest, enum dice_before before);
/* Adds what to tell of something that is neither a number nor dice. */
void dice_foreign_value(struct text *out, struct str rest);

#endif
