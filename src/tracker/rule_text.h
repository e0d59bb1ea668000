/* Rule texts: what the cited rule of a command, a throw or a check says, in a few sentences.
 *
 * A citation is the id of a rule ("5.14", "save rolls"); the log keeps several in one text. The
 * texts are data (data/<system>/rules.yaml, read by content/rule_texts). */
#ifndef REFEREE_TRACKER_RULE_TEXT_H
#define REFEREE_TRACKER_RULE_TEXT_H

#include "base/text.h"

enum { RULE_TEXT_ID_MAX = 40, RULE_TEXT_TITLE_MAX = 40, RULE_TEXT_TEXT_MAX = 600 };

struct rule_text {
    const char *id;    /* RULE_TEXT_ID_MAX bytes at most, and so on */
    const char *title; /* "Attack" */
    const char *text;
};

/* The rule texts of one system, in the order of its rules. Zeroed: none are known. */
struct rule_texts {
    const struct rule_text *rule_text;
    int count;
};

/* The rule with this id, in any case; NULL when there is none. */
const struct rule_text *rule_text_find(const struct rule_texts *rule_texts, struct str id);

/* Its title; "" when it is unknown. */
const char *rule_text_title(const struct rule_texts *rule_texts, const char *id);

/* The next rule of a text that cites several, as trace_format_rules writes them ("5.14 5.19",
 * "hit roll, damage rolls"), and moves *rest past it; unknown ids are skipped. NULL at the
 * end. */
const struct rule_text *rule_text_next(const struct rule_texts *rule_texts, struct str *rest);

#endif
