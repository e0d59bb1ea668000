/* Rule texts: what the cited rule of a command, a throw or a check says, in a few sentences;
 * and what a player of the real game finds different there, which nothing cites.
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

/* How the real game, or a calculator for it, differs from these rules; within the same
 * lengths. */
struct beside_text {
    const char *title; /* "Critical hits" */
    const char *text;
};

/* The heading of these, and the word for all of them where a rule is typed. */
#define BESIDE_TITLE "Beside the real game"
#define BESIDE_WORD "beside"

/* The rule texts of one system, in the order of its rules. Zeroed: none are known. */
struct rule_texts {
    const struct rule_text *rule_text;
    int count;
    const struct beside_text *beside; /* a game that is played only at tables has none */
    int beside_count;
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
