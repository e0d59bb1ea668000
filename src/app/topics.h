/* Topics beside the commands: how one runs, prepares and reviews fights, dice notation, the
 * shapes of files ..., as text for display. `referee help`, `help` at the table and the help of
 * the linear mode share it. */
#ifndef REFEREE_APP_TOPICS_H
#define REFEREE_APP_TOPICS_H

#include "base/text.h"

struct topic {
    const char *name, *other; /* its names; `other` may be "" */
    const char *help;         /* at most 60 columns */
    /* Lines of at most 80 columns: one of these, the others NULL. */
    const char *text;
    const char *file;                /* that ships */
    void (*write)(struct text *out); /* adds those that are made from a list */
};

/* Its text, until the next call. */
const char *topic_text(const struct topic *topic);

/* What one does about something, by everyday words ("reinforcements", "second screen"): calls
 * `see` with the title and the text of each entry of the pages for running, preparing and
 * reviewing that holds all the words; all entries without any. `page` is the topic's name. */
typedef void topic_see_fn(void *context, const char *page, struct str title, struct str text);
void topics_by_wish(struct str words, topic_see_fn *see, void *context);

/* NULL after the last one. */
const struct topic *topic_at(int index);
/* Finds one by either name, in any case; NULL when there is none. */
const struct topic *topic_find(struct str name);

#endif
