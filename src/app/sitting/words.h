/* The likely words for an argument of a command in the open campaign, for completion. */
#ifndef REFEREE_APP_SITTING_WORDS_H
#define REFEREE_APP_SITTING_WORDS_H

#include "tracker/command.h"

struct sitting;

/* `word` as it is typed, and a few words about it; both valid only during the call. */
typedef void sitting_see_word_fn(void *context, const char *word, const char *note);

/* Visits each word of this kind once. None for WORDS_ANY, or when they cannot be read. */
void sitting_words(struct sitting *sitting, enum argument_words kind, sitting_see_word_fn *see,
                   void *context);

/* Visits the name of each record of this kind that the system at the table has, with a
 * description. None before the first line was run or tried. */
void sitting_records(struct sitting *sitting, const char *kind, sitting_see_word_fn *see,
                     void *context);

#endif
