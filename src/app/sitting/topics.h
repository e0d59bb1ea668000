/* Topics beside the commands: how one runs, prepares and reviews fights, dice notation, the
 * shapes of files ..., as text for display. `referee help`, `help` at the table and the help of
 * the linear mode share it. */
#ifndef REFEREE_APP_SITTING_TOPICS_H
#define REFEREE_APP_SITTING_TOPICS_H

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

/* What one does about something, by everyday words ("reinforcements", "second screen"): adds,
 * separated by ends of lines, "Title (page): words" for each entry of the pages for running,
 * preparing and reviewing that holds all the words; every entry without any. Returns how many;
 * TOPICS_WISHES_SIZE bytes have room for all. */
enum { TOPICS_WISHES_SIZE = 8 * 1024 };
int topics_by_wish(struct text *out, struct str words);

/* NULL after the last one. */
const struct topic *topic_at(int index);
/* Finds one by either name, in any case; NULL when there is none. */
const struct topic *topic_find(struct str name);

#endif
