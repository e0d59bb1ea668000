/* What all that the dice could have done adds up to: the exact distribution of a sum of
 * independent results, by convolution, and where one result lies in it.
 *
 * Heap memory; ends of the distribution lighter than 1e-18 are left out. */
#ifndef REFEREE_APP_LUCK_H
#define REFEREE_APP_LUCK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* All zero: nothing was added. */
struct luck {
    int64_t low;
    int count;
    double *mass;    /* owned */
    bool is_unknown; /* something was added whose chances are not known */
};

/* One more that is 1 with this chance, else 0. */
void luck_add_chance(struct luck *luck, double chance);
/* One more number with these chances, {"0": 0.5, "3": 0.5}; NULL, or one that was cut short,
 * is not known. */
void luck_add_number(struct luck *luck, const json_t *distribution);
/* Everything that was added to another one. */
void luck_add(struct luck *luck, const struct luck *more);
/* The share of equally good or worse results, half of the equal ones counted; below 0: nothing
 * was added, or it is not known. */
double luck_percentile(const struct luck *luck, int64_t result);
void luck_free(struct luck *luck);

/* How many throws of a die with this many sides are needed until one that shows a face twice as
 * often as each other would be found four times in five (chi-square, 5%). 0: fewer than two
 * sides. */
int luck_enough_throws(int sides);

#endif
