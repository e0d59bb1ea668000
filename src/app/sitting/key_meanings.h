/* One key, one thing: what the letters and signs mean in every view, as one table for the help
 * and for the test of the keys. It knows no keys of users, who may give a key another meaning.
 */
#ifndef REFEREE_APP_SITTING_KEY_MEANINGS_H
#define REFEREE_APP_SITTING_KEY_MEANINGS_H

#include "base/text.h"

enum key_place {
    KEY_EVERYWHERE, /* at the table and in every view */
    KEY_IN_LISTS
};

struct key_meaning {
    enum key_place place;
    const char *key, *means;
    const char *does; /* commands and acts, see key_meanings.def */
};

/* NULL after the last one. */
const struct key_meaning *key_meaning_at(int index);
/* Adds a line for each meaning that holds there: the key, the gap, its meaning. */
void key_meanings_write(struct text *out, enum key_place place, const char *gap);
/* All of it, as a topic of the help. */
void key_meanings_tell(struct text *out);

#endif
