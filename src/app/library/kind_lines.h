/* Lines that add combatants of a kind, as they are typed: a beginning that only one kind has
 * stands for its name, and what would join is told before the line is run. */
#ifndef REFEREE_APP_LIBRARY_KIND_LINES_H
#define REFEREE_APP_LIBRARY_KIND_LINES_H

#include <stdbool.h>

#include "base/text.h"

struct sitting;

/* Adds the line with the kind's name in full: `add 6 gul` becomes `add 6 gully-goblin`. Each
 * word that is typed begins a word of that name, and of no other's. False, and nothing is
 * added, when the line is no such: it adds a name of somebody's own (one alone with a capital,
 * or in quotes), or gives hit points or a side; or there are no or several such kinds. */
bool sitting_write_out_kind(struct sitting *sitting, const char *line, struct text *out);
/* What such a line would bring: "6 × gully goblin: HP 1d6, strength 8"; where several kinds
 * begin so, their names. How many kinds that are; 0, and nothing is added, for any other line.
 */
int sitting_tell_joining(struct sitting *sitting, const char *line, struct text *out);

#endif
