/* Topics beside the subcommands: dice notation, entering dice, scripts ..., as text for
 * display. `referee help` and the help of the linear mode share it. */
#ifndef REFEREE_CLI_TOPICS_H
#define REFEREE_CLI_TOPICS_H

#include "base/text.h"

struct topic {
    const char *name, *other;        /* its names; `other` may be "" */
    const char *help;                /* at most 60 columns */
    const char *text;                /* lines of at most 80 columns; NULL: made from a list */
    void (*write)(struct text *out); /* adds those that are made from a list; else NULL */
};

/* Its text, until the next call. */
const char *topic_text(const struct topic *topic);

/* NULL after the last one. */
const struct topic *topic_at(int index);
/* Finds one by either name, in any case; NULL when there is none. */
const struct topic *topic_find(struct str name);

/* Prints each with its help. */
void topics_list(void);

#endif
