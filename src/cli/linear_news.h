/* What is said by itself in linear mode, after an act: only what has changed since it was
 * said last, and each check that is due once, until it comes again. */
#ifndef REFEREE_CLI_LINEAR_NEWS_H
#define REFEREE_CLI_LINEAR_NEWS_H

#include "tracker/procedure.h"
#include "tracker/state.h"

struct sitting;

enum { PHASE_SIZE = 80 };

/* What was said last. */
struct news {
    char encounter[NAME_SIZE];
    char phase[PHASE_SIZE];
    int turn;
    struct pending pending[PENDING_MAX];
    int pending_checks;
    char guide[GUIDE_SIZE];
};

/* Says where the table is, and all that is due. */
void news_begin(struct news *news, struct sitting *sitting);
/* Says what is new, as far as `text`, which was just said, does not tell. */
void news_say(struct news *news, struct sitting *sitting, const char *text);
/* Where the table is, again, and how much is due. */
void news_say_place(const struct news *news, const struct sitting *sitting);
/* All that is due, again, and what comes next. */
void news_say_pending(struct news *news, struct sitting *sitting);

#endif
