/* The rest of a word of a question to the log, as it is typed: the word before the sign, then
 * what it takes. Pure. */
#ifndef REFEREE_APP_LOG_ASKING_COMPLETE_H
#define REFEREE_APP_LOG_ASKING_COMPLETE_H

#include "app/log/asking.h"

/* What only the caller knows: the i-th name that a word can take, NULL after the last. */
struct asking_names {
    const char *(*name_at)(void *context, enum ask_kind kind, int i);
    void *context;
};

/* Adds what is missing of the last word of the line: "by" for `b` gives "y=", `about=mo` gives
 * "rale". Nothing when the line ends with a blank, or when nothing known begins like it. */
void asking_complete(struct str line, const struct asking_names *names, struct text *rest);

#endif
