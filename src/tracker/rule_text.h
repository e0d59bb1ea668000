/* Rule texts: what the rule says that a command, a throw or a check cites, in a few
 * sentences.
 *
 * The one who cites a rule writes its id ("5.14", "save rolls"); the log keeps several in one
 * text. What they say is data (data/<system>/rules.yaml, read by content/rule_texts). */
#ifndef REFEREE_TRACKER_RULE_TEXT_H
#define REFEREE_TRACKER_RULE_TEXT_H

#include "base/text.h"

enum { RULE_TEXT_ID_MAX = 40, RULE_TEXT_TITLE_MAX = 40, RULE_TEXT_TEXT_MAX = 600 };

struct rule_text {
    const char *id;    /* RULE_TEXT_ID_MAX bytes at most, and so on */
    const char *title; /* "Attack" */
    const char *text;
};

/* Those of one system, in the order of its rules. Zeroed: none are known. */
struct rule_texts {
    const struct rule_text *rule_text;
    int count;
};

/* The one with this id, in any case of letters; NULL when there is none. */
const struct rule_text *rule_text_find(const struct rule_texts *rule_texts, struct str id);

/* Its title; "" when nobody knows it. */
const char *rule_text_title(const struct rule_texts *rule_texts, const char *id);

/* The next rule of a text that cites several, as trace_format_rules writes them
 * ("5.14 5.19", "hit roll, damage rolls"), and *rest is what follows it; ids that nobody knows
 * are passed over. NULL at the end. */
const struct rule_text *rule_text_next(const struct rule_texts *rule_texts, struct str *rest);

#endif
