/* Where a face came from that a die told itself: in a line it is a word such as
 * "10@Ruby:d10:0", a 10 from the d10 called Ruby, which showed 0. The rules see the face alone;
 * the line in the log keeps the word. */
#ifndef REFEREE_RESOLVER_DICE_ENTERED_SOURCE_H
#define REFEREE_RESOLVER_DICE_ENTERED_SOURCE_H

#include "base/text.h"

/* Parts of the word, borrowed. */
struct entered_source {
    struct str face;  /* "10" */
    struct str name;  /* letters of any script, digits, - and _; two have a + between them */
    struct str die;   /* "d10"; of two dice "d00+d10" */
    struct str shown; /* what it showed, "0", "30+4"; the face where nothing else is said */
};

/* False when the word is no such one. */
bool entered_source(struct entered_source *out, struct str word);
/* Adds a name as it may stand in such a word: "Ruby Red" is Ruby_Red. */
void entered_source_add_name(struct str name, struct text *out);
/* Adds "Ruby Red", "Opal and Jade", or "outside" for a die without a name. */
void entered_source_tell_name(const struct entered_source *source, struct text *out);
/* Adds "the d10 showed 0, counts 10, from Ruby" for each such word of a line, between these. */
void entered_sources_tell(struct str line, const char *before, const char *after,
                          struct text *out);

#endif
