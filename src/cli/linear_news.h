/* What linear mode says by itself after an act: only what has changed since it was last said,
 * and each pending check once, until it comes again. */
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

/* Says the situation of the table, and all pending checks. */
void news_begin(struct news *news, struct sitting *sitting);
/* Says what is new and not already in `text`, which was just said. */
void news_say(struct news *news, struct sitting *sitting, const char *text);
/* Repeats the situation of the table, and the number of pending checks. */
void news_say_place(const struct news *news, const struct sitting *sitting);
/* Repeats all pending checks and what comes next. */
void news_say_pending(struct news *news, struct sitting *sitting);

#endif
