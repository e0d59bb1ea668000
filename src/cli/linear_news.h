/* What is said by itself in linear mode, behind an act: only what is another than when it was
 * said last, and each check that is due once, until it comes again. */
#ifndef REFEREE_CLI_LINEAR_NEWS_H
#define REFEREE_CLI_LINEAR_NEWS_H

#include "app/session.h"

enum { PHASE_SIZE = 80 };

/* What was said last. */
struct news {
    char encounter[NAME_SIZE];
    char phase[PHASE_SIZE];
    int turn;
    struct due due[DUE_MAX];
    int dues;
    char guide[GUIDE_SIZE];
};

/* Says where the table is, and all that is due. */
void news_begin(struct news *news, struct session *session);
/* Says what is new, as far as `text`, which was just said, does not tell. */
void news_say(struct news *news, struct session *session, const char *text);
/* Where the table is, again, and how much is due. */
void news_say_place(const struct news *news, const struct session *session);
/* All that is due, again, and what comes next. */
void news_say_dues(struct news *news, struct session *session);

#endif
