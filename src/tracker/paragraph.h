/* Paragraphs: what the rule that a command, a throw or a check cites comes to, in a few
 * sentences.
 *
 * Whoever cites a paragraph writes its id ("5.14", "save rolls"); the log keeps several in one
 * text. What they say is data (data/<system>/paragraphs.yaml, read by content/paragraphs). */
#ifndef REFEREE_TRACKER_PARAGRAPH_H
#define REFEREE_TRACKER_PARAGRAPH_H

#include "base/text.h"

enum { PARAGRAPH_ID_MAX = 40, PARAGRAPH_TITLE_MAX = 40, PARAGRAPH_TEXT_MAX = 600 };

struct paragraph {
    const char *id;    /* PARAGRAPH_ID_MAX bytes at most, and so on */
    const char *title; /* "Attack" */
    const char *text;
};

/* Those of one system, in the order of its rules. Zeroed: none are known. */
struct paragraphs {
    const struct paragraph *paragraph;
    int count;
};

/* The one with this id, in any case of letters; NULL when there is none. */
const struct paragraph *paragraph_find(const struct paragraphs *paragraphs, struct str id);

/* The next paragraph of a text that cites several, as trace_format_rules writes them
 * ("5.14 5.19", "hit roll, damage rolls"), and *rest is what follows it; ids that nobody knows
 * are passed over. NULL at the end. */
const struct paragraph *paragraph_next(const struct paragraphs *paragraphs, struct str *rest);

#endif
