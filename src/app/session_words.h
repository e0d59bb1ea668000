/* The words an argument of a command is likely to be, as far as the open campaign knows them:
 * for completing what is typed. */
#ifndef REFEREE_APP_SESSION_WORDS_H
#define REFEREE_APP_SESSION_WORDS_H

#include "app/session.h"

/* `word` as it would be typed, and a few words about it; both valid during the call only. */
typedef void session_see_word_fn(void *context, const char *word, const char *note);

/* Each word of this kind once. None for WORDS_ANY, nor where they cannot be read. */
void session_words(struct session *session, enum argument_words kind, session_see_word_fn *see,
                   void *context);

/* The name of each record of this kind that the system at the table has, and what it is. None
 * before the first line was run or tried. */
void session_records(struct session *session, const char *kind, session_see_word_fn *see,
                     void *context);

#endif
