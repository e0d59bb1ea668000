/* What there is to know beside the subcommands: dice notation, entering dice, scripts ..., as
 * text for people. `referee help` and the help of the table in lines share it. */
#ifndef REFEREE_CLI_TOPICS_H
#define REFEREE_CLI_TOPICS_H

#include "base/text.h"

struct topic {
    const char *name, *other; /* what it is called; `other` may be "" */
    const char *help;         /* at most 60 columns */
    const char *text;         /* lines of at most 80 columns */
};

/* NULL after the last one. */
const struct topic *topic_at(int index);
/* By either name, in any case of letters; NULL when there is none. */
const struct topic *topic_find(struct str name);

/* Prints each with its help. */
void topics_list(void);

#endif
