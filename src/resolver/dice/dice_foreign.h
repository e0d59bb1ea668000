/* Notation of other dice programs that this one does not have, and what to write instead, so
 * that an error names what it saw, not only what was expected. Reads no expression itself; the
 * parser asks where it cannot go on. */
#ifndef REFEREE_RESOLVER_DICE_DICE_FOREIGN_H
#define REFEREE_RESOLVER_DICE_DICE_FOREIGN_H

#include <stdbool.h>

#include "base/text.h"

/* What comes before the place. */
enum dice_before {
    BEFORE_DIE,   /* a die with its suffixes */
    BEFORE_VALUE, /* a number, parentheses, a list */
    BEFORE_LABEL  /* a label */
};

/* Each function takes the text from the place on, which does not begin with a blank. */

/* Whether a word begins here that has a meaning only elsewhere; if so, adds the advice. Call it
 * before suffixes are read, since some begin with the same letters. */
bool dice_foreign_suffix(struct text *out, struct str rest);
/* Adds the advice for something after a value that is not an operator. `rest` is not empty. */
void dice_foreign_operator(struct text *out, struct str rest, enum dice_before before);
/* Adds the advice for something that is neither a number nor dice. */
void dice_foreign_value(struct text *out, struct str rest);

#endif
