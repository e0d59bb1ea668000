/* The known word that someone most likely meant by an unknown one, for "unknown action atack;
 * did you mean attack?".
 *
 * Known words are offered one at a time, so that any table can be searched; the first offered
 * wins a tie. Memory is fixed, ASCII letters compare without case. */
#ifndef REFEREE_BASE_NEAREST_H
#define REFEREE_BASE_NEAREST_H

#include "base/text.h"

/* A longer word is near only to words that begin with it. */
enum { NEAREST_LENGTH_MAX = 64 };

struct nearest {
    struct str word;  /* borrowed: what was typed */
    const char *best; /* borrowed: the nearest word offered so far; NULL: none is near enough */
    int rank;         /* how far `best` is: 0 differs in case only; 1 begins with the word; 3 a
                         later word of it does; else twice the number of slips */
};

void nearest_init(struct nearest *nearest, struct str word);

/* A known word is near when it differs in case only, begins with the typed word (two letters or
 * more), has a later word that begins with it (three letters or more), or is within one slip
 * for each three letters typed, at least one, and has a letter in common. `known` must outlive
 * the search. */
void nearest_offer(struct nearest *nearest, const char *known);

/* The question after "there is no X": "; did you mean Y?", or "" when none is near enough. */
struct nearest_question {
    char text[2 * NEAREST_LENGTH_MAX];
};
struct nearest_question nearest_question(const struct nearest *nearest);

/* The number of slips from one word to the other: a letter wrong, missing, too many, or two
 * neighbours swapped (optimal string alignment: no letter is touched twice). Above `limit`, or
 * where a word is longer than NEAREST_LENGTH_MAX bytes, the answer is limit + 1. */
int nearest_slips(struct str a, struct str b, int limit);

#endif
