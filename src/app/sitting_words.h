/* The words an argument of a command is likely to be, as far as the open campaign knows them:
 * for completing what is typed. */
#ifndef REFEREE_APP_SITTING_WORDS_H
#define REFEREE_APP_SITTING_WORDS_H

#include "tracker/command.h"

struct sitting;

/* `word` as it would be typed, and a few words about it; both valid during the call only. */
typedef void sitting_see_word_fn(void *context, const char *word, const char *note);

/* Each word of this kind once. None for WORDS_ANY, nor where they cannot be read. */
void sitting_words(struct sitting *sitting, enum argument_words kind, sitting_see_word_fn *see,
                   void *context);

/* The name of each record of this kind that the system at the table has, and what it is. None
 * before the first line was run or tried. */
void sitting_records(struct sitting *sitting, const char *kind, sitting_see_word_fn *see,
                     void *context);

#endif
